#!/usr/bin/env python3
"""The includes of the sources point the way that docs/reference/architecture.md draws: its table "Rooms" has a row for each room (mmra/check,
translator/lower with what is in it) with the rooms that it uses. A room without a row, an include that no row allows, a row that says more than the sources do, and two rooms that use each
other, by whatever way, are faults. So is a circle of more than two files inside a room, also by way of the inline functions of its headers: a room has a core that its leaves use. So is what stands at the root of tests/ and is neither known there nor a room of the table "Tests",
and what stands at the root of the repository besides folders, pages and the files of the build. So is a source that git does not know, as the build takes all that a room's folder holds.

    rooms.py [ROOT]    prints the faults; exit status 1 if there are any
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2])
TOPS = ("spirv", "mmra", "translator")
LONGEST = 2  # a circle of files inside a room
TABLE = "opcode_row"  # whoever looks into the table of opcodes does not use the handlers that it names
INLINE = re.compile(r"^static inline [\w *]*?[ *](\w+)\([^;{]*\) \{(.*?)^\}", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `([\w/]+)` \|[^|]*\|([^|]*)\|$", re.MULTILINE)


def drawn_arrows():
    page = (ROOT / "docs/reference/architecture.md").read_text()
    table = page.split("## Rooms", 1)[1].split("\n## ", 1)[0]
    return {room: set(re.findall(r"`([\w/]+)`", uses)) for room, uses in ROW.findall(table)}


def misplaced_tests():
    """What the root of tests/ has and should not, and rooms that only the page has."""
    table = (ROOT / "docs/reference/architecture.md").read_text().split("\n## Tests", 1)[1].split("\n## ", 1)[0]
    drawn = set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE))
    there = {path.name for path in (ROOT / "tests").iterdir()} - {"CMakeLists.txt", "run.sh", "packages.sh"}
    faults = [f"tests/{name} is no room of docs/reference/architecture.md" for name in sorted(there - drawn)]
    return faults + [f"docs/reference/architecture.md draws tests/{name}, which is not there" for name in sorted(drawn - there)]


def known_to_git(*below):
    """None where there is no git, or no repository."""
    try:
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", *below], capture_output=True, text=True)
    except FileNotFoundError:
        return None
    return listed.stdout.split("\n") if listed.returncode == 0 else None


def misplaced_at_root():
    """Files at the root that git knows, or all where there is no git: tests write such files when they are run there."""
    names = known_to_git()
    if names is None:
        names = [path.name for path in ROOT.iterdir() if path.is_file()]
    known = re.compile(r"CMakeLists\.txt|CMakePresets\.json|LICENSE|[A-Z]+\.md|\.(clang-format|gitignore|gitattributes)")
    return [f"{name} stands at the root of the repository" for name in names
            if name and "/" not in name and not known.fullmatch(name)]


def unknown_sources():
    """CMake compiles each .c below a room, a forgotten one too."""
    known = known_to_git(*TOPS)
    there = sorted(str(path.relative_to(ROOT)) for top in TOPS for path in (ROOT / top).rglob("*.[ch]"))
    return [f"{name} is not known to git: add it, or delete it" for name in there if known is not None and name not in known]


def room_of(folder):
    """Folders inside a room are parts of it."""
    return "/".join(folder.parts[:2])


def included_arrows():
    """room: {used room: an include that uses it}"""
    arrows = {}
    for top in TOPS:
        for path in sorted((ROOT / top).rglob("*.[ch]")):
            room = room_of(path.parent.relative_to(ROOT))
            arrows.setdefault(room, {})
            for name in re.findall(r'^#include "([^"]+)"', path.read_text(), re.MULTILINE):
                if name.split("/")[0] not in TOPS or not (ROOT / name).exists():
                    continue  # made at build time
                used = room_of(pathlib.PurePath(name).parent)
                if used != room:
                    arrows[room].setdefault(used, f"{path.relative_to(ROOT)} includes {name}")
    return arrows


def circles(arrows):
    def reachable(room, seen):
        for used in arrows.get(room, ()):
            if used not in seen:
                seen.add(used)
                reachable(used, seen)
        return seen
    return [room for room in arrows if room in reachable(room, set())]


def code_of(path):
    return re.sub(r'/\*.*?\*/|^#include.*?$|"(?:\\.|[^"\\\n])*"', "", path.read_text(), flags=re.DOTALL | re.MULTILINE)


def used_files(room):
    """file: the files of the same room whose functions or tables it names"""
    code = {path: code_of(path) for path in sorted((ROOT / room).rglob("*.c")) if room_of(path.parent.relative_to(ROOT)) == room}
    definition = re.compile(r"^(?!static\b|extern\b|typedef\b|#)[a-z][\w *]*?[ *](\w+)(?:\([^;{]*\)\s*\{|(?:\[[^\]]*\])* =)", re.MULTILINE)
    author = {name: path for path, text in code.items() for name in definition.findall(text)}
    inlined = {name: names_in(body) for path in (ROOT / room).rglob("*.h") for name, body in INLINE.findall(code_of(path)) if name != TABLE}
    return {path: {author[name] for name in with_inlined(names_in(text), inlined) if name in author} - {path} for path, text in code.items()}


def names_in(text):
    return set(re.findall(r"(?<!struct )(?<!enum )\b[a-z]\w+", text))


def with_inlined(names, inlined):
    """With what the inline functions of headers among them name."""
    waiting, all_names = list(names), set(names)
    while waiting:
        new = inlined.get(waiting.pop(), set()) - all_names
        all_names |= new
        waiting += new
    return all_names


def circles_of_files():
    """(room, its largest circle of files)"""
    for room in sorted({room_of(path.parent.relative_to(ROOT)) for top in TOPS for path in (ROOT / top).rglob("*.c")}):
        used = used_files(room)
        reached = {}
        for path in used:
            waiting, reached[path] = [path], set()
            while waiting:
                new = used[waiting.pop()] - reached[path]
                reached[path] |= new
                waiting += new
        yield room, max(([b for b in reached[a] if a in reached[b]] for a in used), key=len)


def long_circles():
    return [f"{len(circle)} files of {room} use each other: " + ", ".join(sorted(path.name for path in circle))
            for room, circle in circles_of_files() if len(circle) > LONGEST]


def main():
    drawn, included, faults = drawn_arrows(), included_arrows(), []
    for room, uses in included.items():
        if room not in drawn:
            faults.append(f"docs/reference/architecture.md has no row for {room}")
            continue
        faults += [f"{why}, but {room} must not use {used}" for used, why in uses.items() if used not in drawn[room]]
    for room, uses in drawn.items():
        if room not in included:
            faults.append(f"docs/reference/architecture.md draws {room}, which is not there")
        faults += [f"docs/reference/architecture.md lets {room} use {used}, which it does not" for used in uses - set(included.get(room, ()))]
    faults += [f"{room} uses itself by way of others" for room in circles({room: set(uses) for room, uses in included.items()})]
    faults += long_circles() + misplaced_tests() + misplaced_at_root() + unknown_sources()
    print(*faults, f"{sum(map(len, included.values()))} arrows between {len(included)} rooms, {len(faults)} faults", sep="\n")
    return bool(faults) or not included


if __name__ == "__main__":
    sys.exit(main())
