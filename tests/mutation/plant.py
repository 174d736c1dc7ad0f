#!/usr/bin/env python3
"""Plants a mistake: in the one place of a C file that reads OLD, NEW is put.

    plant.py STEM OLD NEW >OUT    prints the file STEM.c of the sources with the mistake in it; STEM may be the whole name of another file
    plant.py --where STEM         prints its path
    plant.py --check LIST         LIST holds NUL-terminated fields, five to a mistake: list, name, stem, old, new;
                                  all of them can be planted, and no name stands twice in a list
    plant.py --which LIST [FILE...]  the lists that plant in each source file of the product, or in these, with how many mistakes they
                                  have there; for a file without any the tests that judge it, as without.txt says. Fails if
                                  without.txt lacks such a file, or has one that is not there

OLD is compared token by token, so white space and comments do not matter: neither those of the file nor those of OLD; the last name of OLD may be the beginning of one. A file is
found by its stem, wherever it stands below spirv/, mmra/ and translator/; ROOM/STEM names one of several. Exit status 1, with a message, where OLD does
not stand in the file exactly once.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOMS = ("spirv", "mmra", "translator")
ROWS = re.compile(r'#include "(spirv/arithmetic\.h|[\w/]+_rows\.h)"')  # of the files that include it: a mistake in a row is one of a file

TOKEN = re.compile(
    r"""\s+ | //[^\n]* | /\*.*?(?:\*/|\Z)                           # no tokens
      | (?P<token> [A-Za-z_]\w* | \.?\d(?:[eEpP][+-]|[\w.])*         # names and numbers
      | "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*'                       # literals
      | -> | \+\+ | -- | << | >> | <= | >= | == | != | && | \|\| | \.\.\. | [-+*/%&|^]= | . )""",
    re.VERBOSE | re.DOTALL)


class Unplantable(Exception):
    pass


def tokens_of(text):
    """(spelling, begin, end) of each token."""
    return [(m["token"], m.start(), m.end()) for m in TOKEN.finditer(text) if m["token"]]


def find_source(stem):
    room, _, name = stem.rpartition("/")
    name = name if "." in name else name + ".c"
    found = [path for top in ([room] if room else ROOMS) for path in (ROOT / top).rglob(name)]
    if len(found) != 1:
        raise Unplantable(f"{len(found)} files are called {name}")
    return found[0]


def places_of(tokens, wanted):
    """(begin, end) of where the tokens read as `wanted` does; if none does, of where they do but for the last, which `wanted` cuts."""
    spellings = [token[0] for token in tokens]
    *whole, last = wanted
    count = len(whole)
    starts = [i for i in range(len(tokens) - count) if spellings[i:i + count] == whole]
    exact = [i for i in starts if spellings[i + count] == last]
    cut = [i for i in starts if spellings[i + count].startswith(last)] if not exact and whole else []
    return [(tokens[i][1], tokens[i + count][1] + len(last)) for i in exact or cut]


class Source:
    def __init__(self, stem):
        self.path = find_source(stem)
        self.text = ROWS.sub(lambda rows: (ROOT / rows[1]).read_text(), self.path.read_text())
        self.tokens = tokens_of(self.text)

    def plant(self, old, new):
        wanted = [token[0] for token in tokens_of(old)]
        if not wanted:
            raise Unplantable("nothing is said to stand there")
        if wanted == [token[0] for token in tokens_of(new)]:
            raise Unplantable("the mistake is what stands there")
        places = places_of(self.tokens, wanted)
        if len(places) != 1:
            raise Unplantable(f"its text stands {len(places)} times in {self.path.relative_to(ROOT)}")
        begin, end = places[0]
        return self.text[:begin] + new + self.text[end:]


def check(path):
    fields = pathlib.Path(path).read_text().split("\0")[:-1]
    mistakes = [fields[i:i + 5] for i in range(0, len(fields), 5)]
    wrong, names, sources = [], set(), {}
    for list_, name, stem, old, new in mistakes:
        try:
            if stem not in sources:
                sources[stem] = Source(stem)
            sources[stem].plant(old, new)
        except Unplantable as why:
            wrong.append(f"{list_}: {name}: {why}")
        if (list_, name) in names:
            wrong.append(f"{list_}: {name} is there twice")
        names.add((list_, name))
    print(*wrong, f"{len(mistakes)} mistakes can be planted, {len(wrong)} cannot", sep="\n")
    return bool(wrong) or not mistakes


def read_without():
    """By path, which tests judge a file in which no mistake is planted: lines "[TESTS]", then "ROOM: STEM...", which may go on."""
    without, tests, room = {}, None, None
    for line in (ROOT / "tests/mutation/without.txt").read_text().splitlines():
        if line[0] in "#[":
            tests = line.strip("[]")
            continue
        if ":" in line:
            room, line = line.split(":")
        without.update({f"{room}/{stem}.c": tests for stem in line.split()})
    return without


def which(path, files):
    fields = pathlib.Path(path).read_text().split("\0")[:-1]
    planted = collections.Counter((str(find_source(stem).relative_to(ROOT)), list_.removesuffix(".mistakes"))
                                  for list_, stem in zip(fields[0::5], fields[2::5]))
    without, wrong = read_without(), False
    everything = sorted(str(path.relative_to(ROOT)) for room in ROOMS for path in (ROOT / room).rglob("*.c"))
    for file in files or sorted({*everything, *without, *(file for file, _ in planted)}):
        lists = [f"{list_} ({planted[other, list_]})" for other, list_ in sorted(planted) if other == file]
        print(f"{file}:", ", ".join(lists) or f"no mistakes; {without.get(file, 'nothing is known of it')}")
        if not (ROOT / file).is_file() or not (lists or file in without):
            print(f"{file}:", "tests/mutation/without.txt lacks it" if file in everything else "there is no such file", file=sys.stderr)
            wrong = True
    return wrong


def main(arguments):
    try:
        if len(arguments) == 2 and arguments[0] == "--check":
            return check(arguments[1])
        if len(arguments) >= 2 and arguments[0] == "--which":
            return which(arguments[1], arguments[2:])
        if len(arguments) == 2 and arguments[0] == "--where":
            print(find_source(arguments[1]).relative_to(ROOT))
            return 0
        if len(arguments) == 3:
            sys.stdout.write(Source(arguments[0]).plant(*arguments[1:]))
            return 0
    except Unplantable as why:
        print(f"plant.py: {arguments[0]}: {why}", file=sys.stderr)
        return 1
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
