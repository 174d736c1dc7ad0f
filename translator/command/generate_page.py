"""Makes the page of `spirv-mmra report` a header: what stands before the data of a module and what stands behind it.

    generate_page.py PAGE STYLE SCRIPT OUTPUT
"""
import json
import sys


def literal(text):
    """An array of strings, each a line, for C limits the length of one."""
    lines = [json.dumps(line) for line in text.splitlines(keepends=True)]
    return "{\n    " + ",\n    ".join(lines + ["NULL"]) + "};\n"


def main():
    page, style, script = (open(path, encoding="ascii").read() for path in sys.argv[1:4])
    begin, end = page.replace("STYLE", style).replace("SCRIPT", script).split("DATA")
    with open(sys.argv[4], "w", encoding="ascii") as output:
        output.write("/* Made by generate_page.py. */\n")
        output.write("static const char *const report_page_begin[] = " + literal(begin))
        output.write("static const char *const report_page_end[] = " + literal(end))


main()
