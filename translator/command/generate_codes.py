"""Makes the table of what `spirv-mmra explain` prints: the sections of docs/reference/checker.md about the rules, and the rows of
docs/reference/models.md about what litmus finds, each with its examples of docs/guide/explained.md.

    generate_codes.py CHECKER MODELS EXPLAINED OUTPUT
"""
import re
import sys
import textwrap


def sections(path):
    """(name, lines) of each section of the third level; blocks of code are indented."""
    name, lines, in_code = None, [], False
    for line in open(path, encoding="utf-8"):
        line = line.rstrip("\n")
        if line.startswith("```"):
            in_code = not in_code
            continue
        if not in_code and re.match("#{1,3} ", line):
            if name:
                yield name, lines
            name, lines = (line[4:] if line.startswith("### ") else None), []
        elif name:
            lines.append("    " + line if in_code and line else line)
    if name:
        yield name, lines


def findings(path):
    """(name, lines) of each row "| `name` | text |" below the heading of verdicts."""
    text = open(path, encoding="utf-8").read()
    verdicts = text[text.index("\n## Verdicts"):]
    verdicts = verdicts[:verdicts.index("\n## ", 1)]
    for name, meaning in re.findall(r"^\| `([a-z-]+)` \| (.*?) \|$", verdicts, re.M):
        yield name, textwrap.wrap(meaning, 100)


def quoted(line):
    return '"' + line.replace("\\", "\\\\").replace('"', '\\"') + '"'


def stripped(lines):
    while lines and not lines[0]:
        lines = lines[1:]
    while lines and not lines[-1]:
        lines = lines[:-1]
    return lines


def main():
    entries = list(sections(sys.argv[1])) + list(findings(sys.argv[2]))
    examples = dict(sections(sys.argv[3]))
    entries = [(n, stripped(l) + [""] * (n in examples) + stripped(examples.pop(n, []))) for n, l in entries]
    if examples:
        sys.exit(f"{sys.argv[3]}: no finding is called {', '.join(examples)}")
    with open(sys.argv[4], "w", encoding="utf-8") as out:
        for i, (_, lines) in enumerate(entries):
            out.write("static const char *const code_lines_%d[] = {%s, NULL};\n" %
                      (i, ", ".join(quoted(line) for line in stripped(lines))))
        out.write("static const struct code_text code_texts[] = {\n")
        for i, (name, _) in enumerate(entries):
            out.write('    {"%s", code_lines_%d},\n' % (name, i))
        out.write("};\n")


main()
