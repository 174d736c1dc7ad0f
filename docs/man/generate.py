#!/usr/bin/env python3
"""Writes a manual page for every function of the public header, from the contract that the header states.

    generate.py HEADER OUTPUT_DIRECTORY

A function's contract is the comment before it, or the one behind it on its line. Functions without one share that of the
function before them in the same group of lines. A function that has none fails.
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


def functions_of(header):
    """(name, declaration, paragraphs, section) of each function, in order. A comment that opens a section is of all its functions."""
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
            found.append((match.group(2), re.sub(r"\s+", " ", match.group(1)), contract + opening, section))
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


def page(function, others, general):
    name, declaration, contract, section = function
    library = "validate" in section or name in ("smmra_validate", "smmra_assemble", "smmra_free_words")
    out = ['.TH %s 3 "" "spirv\\-mmra" "Library Functions"' % name.upper(), ".SH NAME",
           "%s \\- spirv\\-mmra: %s" % (name, roff(section)), ".SH LIBRARY",
           "libspirv\\-mmra\\-validate (\\-lspirv\\-mmra\\-validate; pkg\\-config spirv\\-mmra\\-validate)" if library else
           "libspirv\\-mmra (\\-lspirv\\-mmra; pkg\\-config spirv\\-mmra)",
           ".SH SYNOPSIS", ".nf", "#include <spirv_mmra.h>", ".PP"]
    out += [roff(line) for line in synopsis(declaration)] + [".fi", ".SH DESCRIPTION"]
    for paragraph in contract:
        out += [roff(paragraph), ".PP"]
    out[-1] = ".SH NOTES"
    out.append("Unless a function says otherwise, the following holds for every function of the library:")
    for item in general:
        out += [".IP \\(bu 2", roff(item)]
    out += [".SH SEE ALSO", ".BR smmra (3)"]
    out += [", \n.BR %s (3)" % other[0] for other in others if other[3] == section and other[0] != name]
    return "\n".join(out).replace("\n, \n", ",\n") + "\n"


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        header = file.read()
    functions, general = functions_of(header), general_of(header)
    os.makedirs(sys.argv[2], exist_ok=True)
    for function in functions:
        with open(os.path.join(sys.argv[2], function[0] + ".3"), "w", encoding="utf-8") as file:
            file.write(page(function, functions, general))


main()
