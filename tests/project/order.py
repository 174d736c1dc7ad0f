#!/usr/bin/env python3
"""The order in which operations are made is the source's, not the compiler's: of the arguments of a call, no two may make some, since C
leaves open which is evaluated first (C11, 6.5.2.2 paragraph 10). gcc takes the last one first, clang the first.

    order.py [ROOT]    prints the calls; exit status 1 if there are any

What makes operations is whatever calls one of MAKERS, by name, through however many functions and macros.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2])
MAKERS = {"ir_append"}
FOLDERS = ("spirv", "translator/lower", "translator/map", "mmra/ir", "mmra/passes")
NO_CALLS = {"if", "while", "for", "switch", "return", "sizeof", "ROW"}  # a ROW is a macro of a formula's statements
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
LITERAL = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'')
CALL = re.compile(r"\b([A-Za-z_]\w*)\(")
FUNCTION = re.compile(r"^([a-z_][\w \*]*?)\b([a-z_]\w*)\([^;{}]*\) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
MACRO = re.compile(r"^#define (\w+)\([^)]*\)((?:.*\\\n)*.*)", re.MULTILINE)


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def arguments_of(text, begin):
    """The texts between the commas of the parentheses that open before `begin`."""
    depth, start = 1, begin
    for match in re.compile(r"[][(){},]").finditer(text, begin):
        depth += {"(": 1, "[": 1, "{": 1, ",": 0}.get(match[0], -1)
        if depth == 0 or (depth == 1 and match[0] == ","):
            yield text[start:match.start()]
            start = match.end()
        if depth == 0:
            return


def find_makers(texts):
    """By path: the names there of functions and macros that make operations. A static function of a C file is its own alone."""
    calls, own = {}, {}
    for path, text in texts.items():
        found = FUNCTION.findall(text)
        own[path] = {name for head, name, _ in found if "static" in head.split() and path.suffix == ".c"}
        for name, body in [(name, body) for _, name, body in found] + MACRO.findall(text):
            called = {(path if other in own[path] else None, other) for other in CALL.findall(body)}
            calls.setdefault((path if name in own[path] else None, name), set()).update(called)
    makers, found = set(), {(None, name) for name in MAKERS}
    while found:
        makers |= found
        found = {function for function, called in calls.items() if called & makers} - makers
    return {path: {name for home, name in makers if home == path or (not home and name not in own[path])} for path in texts}


def main():
    paths = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.[ch]"))
    texts = {path: LITERAL.sub(blank, COMMENT.sub(blank, path.read_text())) for path in paths}
    makers, faults = find_makers(texts), []
    for path, text in texts.items():
        for match in CALL.finditer(text):
            if match[1] not in NO_CALLS:
                count = sum(not makers[path].isdisjoint(CALL.findall(argument)) for argument in arguments_of(text, match.end()))
                line = text.count("\n", 0, match.start()) + 1
                faults += [f"{path.relative_to(ROOT)}:{line}: {count} arguments of {match[1]} make operations"] if count > 1 else []
    known = len(set().union(*makers.values()))
    print("\n".join(faults + [f"{known} functions and macros make operations, {len(faults)} faults"]))
    return bool(faults) or known < 500


sys.exit(main())
