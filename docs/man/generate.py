#!/usr/bin/env python3
"""Writes a manual page for every function of the public headers, from the contract that they state.

    generate.py HEADER... EXAMPLES OUTPUT_DIRECTORY

What the first header says of every function holds for those of the others.

A function's contract is the comment before it, or the one behind it on its line. Functions without one share that of the
function before them in the same group of lines. A function that has none fails. Its example is the first function of
EXAMPLES (C) that calls it, with what that uses of the file; a function without one fails.
"""

import os
import re
import sys

COMMENT = r"/\*(?:(?!\*/).)*\*/"
SECTION = re.compile(r"/\* ---- (.*?)(?:: optional.*?)? ---- \*/", re.S)
FUNCTION = re.compile(r"SMMRA_API\s+([^;{]*?\b(smmra_\w+)\([^;]*\));[ \t]*(%s)?" % COMMENT, re.S)
TOKEN = re.compile(r"(?P<section>/\* ----(?:(?!\*/).)*---- \*/)|(?P<comment>%s)|(?P<function>%s)|(?P<gap>\n[ \t]*\n)"
                   r"|(?P<other>^[^\s/S][^\n]*)" % (COMMENT, FUNCTION.pattern), re.S | re.M)


def text_of(comment):
    """The paragraphs of a comment."""
    body = re.sub(r"^[ \t]*\*[ \t]?", "", comment[2:-2].strip(), flags=re.M)
    return [re.sub(r"\s+", " ", p).strip() for p in re.split(r"\n[ \t]*\n", body) if p.strip()]


def functions_of(path, header):
    """(name, declaration, paragraphs, section, header) of each function, in order. A comment that opens a section is of all its functions."""
    found, contract, section, opening, is_first = [], None, "", [], False
    for token in TOKEN.finditer(header):
        if token["section"]:
            section, contract, opening, is_first = SECTION.match(token["section"]).group(1), None, [], True
        elif token["function"]:
            match = FUNCTION.match(token["function"])
            if match.group(3):
                contract = text_of(match.group(3))
            elif contract is None:
                raise SystemExit("generate.py: %s has no contract" % match.group(2))
            found.append((match.group(2), re.sub(r"\s+", " ", match.group(1)), contract + opening, section, os.path.basename(path)))
            is_first = False
        elif token["comment"]:
            contract = text_of(token["comment"])
        else:
            if token["gap"] and is_first and contract:
                opening = contract
            is_first = is_first and not contract and not token["other"]
            contract = None
    return found


def general_of(header):
    """What holds for every function, by the first comment of the header: the items of its list."""
    first = re.search(COMMENT, header, re.S).group(0)
    body = re.sub(r"^[ \t]*\*[ \t]?", "", first[2:-2], flags=re.M)
    listed = body[body.index("The following holds for every function here"):]
    return [re.sub(r"\s+", " ", item).strip() for item in re.findall(r"^- (.*?)(?=^- |\n[ \t]*\n)", listed, re.S | re.M)]


def examples_of(source):
    """name: its text, of each function of the examples, in order; with the comment before it. "": what they include."""
    pattern = r"((?:%s\n)?static [^;{}=]*?\b(\w+)\([^;{}]*\) \{\n.*?^\}$)" % COMMENT
    included = "\n".join(re.findall(r"^#include .*", source, re.M))
    return {"": included, **{name: text for text, name in re.findall(pattern, source, re.S | re.M)}}


def example_of(function, examples):
    """The first example that calls the function, behind what it uses."""
    for name, text in examples.items():
        if re.search(r"\b%s\(" % function, text):
            others = [other for other in examples if other and other != name and re.search(r"\b%s\b" % other, text)]
            return "\n\n".join([examples[other] for other in [""] + others] + [text])
    raise SystemExit("generate.py: no example calls %s" % function)


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def synopsis(declaration):
    """The declaration, a line for each parameter where one line is too long."""
    if len(declaration) <= 76:
        return [declaration + ";"]
    head, parameters = declaration.split("(", 1)
    return [head + "("] + ["    " + p.strip() + "," for p in parameters[:-1].split(", ")[:-1]] + [
        "    " + parameters[:-1].split(", ")[-1].strip() + ");"]


def page(function, others, general, examples):
    name, declaration, contract, section, header = function
    library = "validate" in section or name in ("smmra_validate", "smmra_assemble", "smmra_free_words")
    out = ['.TH %s 3 "" "spirv\\-mmra" "Library Functions"' % name.upper(), ".SH NAME",
           "%s \\- spirv\\-mmra: %s" % (name, roff(section)), ".SH LIBRARY",
           "libspirv\\-mmra\\-validate (\\-lspirv\\-mmra\\-validate; pkg\\-config spirv\\-mmra\\-validate)" if library else
           "libspirv\\-mmra (\\-lspirv\\-mmra; pkg\\-config spirv\\-mmra)",
           ".SH SYNOPSIS", ".nf", "#include <%s>" % header, ".PP"]
    out += [roff(line) for line in synopsis(declaration)] + [".fi", ".SH DESCRIPTION"]
    for paragraph in contract:
        out += [roff(paragraph), ".PP"]
    out[-1] = ".SH NOTES"
    out.append("Unless a function says otherwise, the following holds for every function of the library:")
    for item in general:
        out += [".IP \\(bu 2", roff(item)]
    out += [".SH EXAMPLE", ".nf"]
    out += [roff(line) if line else ".PP" for line in example_of(name, examples).split("\n")] + [".fi"]
    out += [".SH SEE ALSO", ".BR smmra (3)"]
    out += [", \n.BR %s (3)" % other[0] for other in others if other[3] == section and other[0] != name]
    return "\n".join(out).replace("\n, \n", ",\n") + "\n"


def main():
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    *paths, examples, directory = sys.argv[1:]
    headers = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            headers.append(file.read())
    with open(examples, encoding="utf-8") as file:
        examples = examples_of(file.read())
    functions = [function for path, header in zip(paths, headers) for function in functions_of(path, header)]
    general = general_of(headers[0])
    os.makedirs(directory, exist_ok=True)
    for function in functions:
        with open(os.path.join(directory, function[0] + ".3"), "w", encoding="utf-8") as file:
            file.write(page(function, functions, general, examples))


main()
