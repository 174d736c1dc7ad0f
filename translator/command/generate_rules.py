"""Makes the table of what `spirv-mmra explain` prints: the sections of docs/reference/checker.md about the rules, and the rows of
docs/reference/models.md about what litmus finds, each with its examples of docs/guide/explained.md.

    generate_rules.py CHECKER MODELS EXPLAINED OUTPUT
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
    entries = [(n, l, "true") for n, l in sections(sys.argv[1])] + [(n, l, "false") for n, l in findings(sys.argv[2])]
    examples = dict(sections(sys.argv[3]))
    entries = [(n, stripped(l) + [""] * (n in examples) + stripped(examples.pop(n, [])), r) for n, l, r in entries]
    if examples:
        sys.exit(f"{sys.argv[3]}: no finding is called {', '.join(examples)}")
    with open(sys.argv[4], "w", encoding="utf-8") as out:
        for i, (_, lines, _) in enumerate(entries):
            out.write("static const char *const rule_lines_%d[] = {%s, NULL};\n" %
                      (i, ", ".join(quoted(line) for line in stripped(lines))))
        out.write("static const struct rule_text rule_texts[] = {\n")
        for i, (name, _, is_rule) in enumerate(entries):
            out.write('    {"%s", %s, rule_lines_%d},\n' % (name, is_rule, i))
        out.write("};\n")


main()
