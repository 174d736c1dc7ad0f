"""Makes the page of `spirv-mmra report` a header: what stands before the data of a module and what stands behind it.

    generate_page.py PAGE STYLE SCRIPT OUTPUT

The page's policy (CSP, 6.7.3) names the digests of its style and of its script, so that a browser runs no other.
"""
import base64
import hashlib
import json
import re
import sys


def literal(text):
    """An array of strings, each a line, for C limits the length of one."""
    lines = [json.dumps(line) for line in text.splitlines(keepends=True)]
    return "{\n    " + ",\n    ".join(lines + ["NULL"]) + "};\n"


def digest(page, element):
    """Of what stands between the tags of the page's only such element without attributes."""
    [text] = re.findall(f"<{element}>(.*?)</{element}>", page, re.S)
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def main():
    page, style, script = (open(path, encoding="ascii").read() for path in sys.argv[1:4])
    page = page.replace("STYLE", style).replace("SCRIPT", script)
    for element in "style", "script":
        page = page.replace(f"DIGEST-OF-{element}", digest(page, element))
    begin, end = page.split("DATA")
    with open(sys.argv[4], "w", encoding="ascii") as output:
        output.write("/* Made by generate_page.py. */\n")
        output.write("static const char *const report_page_begin[] = " + literal(begin))
        output.write("static const char *const report_page_end[] = " + literal(end))


main()
