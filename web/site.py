#!/usr/bin/env python3
"""Puts the playground's folder together: its pages, the programs that emscripten made, and the examples.

    site.py BUILD SITE    BUILD: what web/build.sh built; the folder SITE is written anew

The examples are the course of samples/README.md, the samples, shaders of other stages, locks whose bug not every order shows, litmus tests (all of
tests/litmus), and IR of tests/ir/check. Each says what must come out, as the page or the test that it is taken from states it; web/test.sh reads that.
"""
import csv
import json
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LITMUS = ("mp-workgroup", "mp-no-semvis", "mp-queue-family-fence", "chain-broken", "visibility-chain-broken", "barrier-fences", "atomic-data-plain-read",
          "device-not-available", "system-order", "thin-air", "histogram", "load-buffering-store-on-both-ways")
DRAWN = ("pixel-buffer.frag", "pixel-image.frag", "order.frag", "list.frag", "shared.mesh", "launch.task", "outputs.tesc")
ORDERED = ("lock-ticket", "lock-peterson", "stack-treiber")
CHECKED = ("never-available-store", "never-available-store-right", "never-available-read-modify-write", "barrier-scope-acquire", "alignment-load-wrong",
           "av-pointer-store-local")


def rows(page, head):
    """The cells of the table whose first cell is that, without the backquotes."""
    table = page.split(f"\n| {head} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [[re.sub(r"^`(.*)`$", r"\1", cell.strip()).replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in table]


def sample(name, needs):
    """A sample's text, with what it needs first, and its language."""
    [path] = [path for ending in ("comp", "spvasm") if (path := ROOT / "samples" / f"{name}.{ending}").exists()]
    text = path.read_text()
    for needy, old, new in needs:
        text = text.replace(old, new) if needy == name else text
    return text, path.suffix[1:]


def course():
    page = (ROOT / "samples/README.md").read_text()
    needs, wrong = rows(page, "needs first"), rows(page, "wrong sample")
    grids = {}
    first, second, *others = rows(page, "sample")
    for name, grid, old, new, why in second, first, *others:  # the page opens with one whose repair is another line of GLSL
        text, language = sample(name, needs)
        assert old in text, (name, old)
        grids.setdefault(name, grid)
        yield {"group": "The course: find the race", "name": f"{name}: {new} for {old}", "language": language, "options": grid, "text": text.replace(old, new),
               "expected": "data race", "because": why}
    for name, grid, _, _, why in wrong:
        text, language = sample(name, needs)
        yield {"group": "The course: find the race", "name": f"{name}, as it is", "language": language, "options": grid, "text": text,
               "expected": "data race", "because": why}
    for name, grid in grids.items():
        text, language = sample(name, needs)
        yield {"group": "Samples without a race", "name": name, "language": language, "options": grid, "text": text, "expected": "no data race"}


def defined(text, options):
    """The shader as it is with these options of glslang, -DNAME or -DNAME=VALUE: without the branches of its preprocessor, which ask for no other names."""
    given = dict(option[2:].partition("=")[::2] for option in options.split())
    lines, stack = [], []  # of each branch: whether it is taken, and whether one of its kind was before
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        name = re.sub(r"^!?defined\((\w+)\)$", r"\1", rest)
        if word in ("#ifdef", "#ifndef"):
            stack.append([(name in given) == (word == "#ifdef")] * 2)
        elif word in ("#elif", "#else"):
            taken = not stack[-1][1] and (word == "#else" or (name in given) != rest.startswith("!"))
            stack[-1] = [taken, taken or stack[-1][1]]
        elif word == "#endif":
            stack.pop()
        elif all(taken for taken, _ in stack):
            lines.append(line)
            if word == "#version":
                lines += [f"#define {name} {value}" for name, value in given.items() if value]
    return "\n".join(lines) + "\n"


def stages():
    """Of each shader the first wrong variant and the first right one (tests/litmus/drawn.sh)."""
    for name in DRAWN:
        text = (ROOT / "tests/litmus/drawn" / name).read_text()
        grid = re.search(r"(?m)^// grid: *(.*)$", text)
        for kind, expected in ("wrong", "data race"), ("right", "no data race"):
            options = re.search(rf"(?m)^// {kind}: *(.*)$", text).group(1)
            shown = re.sub(r" // PLANTED$", "", re.sub(r"(?m)^// (grid|right|wrong|says):.*\n", "", text), flags=re.M)
            yield {"group": "Other stages", "name": f"{name}, {kind}" + options.replace("-D", ": ", 1).replace(" -D", ", "), "language": name.split(".")[1], "options": grid.group(1) if grid else "",
                   "text": defined(shown, options), "expected": expected}


def orders():
    """Algorithms whose bug the first order does not show (tests/litmus/race.sh)."""
    folder = ROOT / "tests/litmus/algorithms"
    common = (folder / "common.glsl").read_text()
    for name in ORDERED:
        text = (folder / f"{name}.comp").read_text()
        groups = re.search(r"(?m)^// @Config: \d+, \d+, (\d+)$", text).group(1)
        text = re.sub(r'(?m)^// @.*\n|^#extension GL_GOOGLE_include_directive.*\n', "", text).replace('#include "common.glsl"\n', common)
        for options, expected in ("-DBUG", "data race"), ("", "no data race"):
            yield {"group": "Races in some orders only", "name": name + (" with its bug" if options else ""), "language": "comp", "options": f"--groups {groups}",
                   "text": defined(text, options), "expected": expected, "says": "found on run" if options else "no data race on 32 runs"}


def arithmetic():
    name = "float-toward-zero"
    yield {"group": "Arithmetic", "name": f"{name}: RoundingModeRTZ", "language": "comp", "options": "", "question": "translate",
           "text": (ROOT / f"tests/lower/shaders/{name}.comp").read_text(), "expected": "done", "says": "fadd <4 x double>"}


def litmus_tests():
    folder = ROOT / "tests/litmus/vulkan"
    with open(folder / "expected.csv", encoding="utf-8") as answers:
        free = {row["file"]: row["answer"] for row in csv.DictReader(answers) if row["question"] == "race-free"}
    for name in LITMUS:
        path = folder / f"{name}.litmus"
        yield {"group": "Litmus tests", "name": name, "language": "litmus", "options": "", "text": path.read_text(),
               "expected": {"yes": "no data race", "no": "data race"}[free[path.name]]}


def checked_ir():
    corpus = "".join(path.read_text() for path in (ROOT / "tests/ir/check/corpus").glob("*.ll"))
    programs = dict(re.findall(r"^;--- (.*)\.ll\n((?:(?!;--- ).*\n)*)", corpus, re.M))
    for name in CHECKED:
        text = programs[name]
        expected, rest = re.match(r"; expect: (.*)\n((?s:.*))", text).groups()
        yield {"group": "LLVM IR for the checker", "name": name, "language": "ll", "options": "", "text": rest, "expected": expected}


def processors():
    """Those of the machine, that which the page begins with first, then the others from the newest on."""
    rows = (ROOT / "mmra/machine/machine.h").read_text()
    return sorted(re.findall(r'ROW\(\w+, "(\w+)"', rows)[::-1], key=lambda name: name != "gfx1100")


def main():
    build, site = map(pathlib.Path, sys.argv[1:])
    header = (build / "product/product/translator/report_page.h").read_text()
    page, style = ((ROOT / "web/page" / name).read_text() for name in ("index.html", "style.css"))
    for element in "style", "script":  # of the page that the library writes, which is shown in a frame
        page = page.replace(f"DIGEST-OF-{element}", re.search(element + r"-src '(sha256-[^']*)'", header).group(1))
    colours = (ROOT / "translator/report/report.css").read_text().split("* { box-sizing", 1)[0]
    shutil.rmtree(site, ignore_errors=True)
    site.mkdir(parents=True)
    (site / "index.html").write_text(page)
    (site / "style.css").write_text(colours + style)
    shutil.copy(ROOT / "web/page/worker.js", site)
    (site / "page.js").write_text((ROOT / "web/page/page.js").read_text().replace('["of web/site.py"]', json.dumps(processors())))
    for name in "spirv-mmra", "glslang":
        shutil.copy(build / f"product/{name}.js", site)
        shutil.copy(build / f"product/{name}.wasm", site)
    licences = site / "licences"
    licences.mkdir()
    shutil.copy(ROOT / "LICENSE", licences / "spirv-mmra")
    for name, path in ("SPIRV-Tools", "spirv-tools/LICENSE"), ("glslang", "glslang/LICENSE.txt"):
        shutil.copy(build / "sources" / path, licences / name)
    examples = [*course(), *orders(), *stages(), *arithmetic(), *litmus_tests(), *checked_ir()]
    (site / "examples.json").write_text(json.dumps(examples))
    print(f"{site}: {len(examples)} examples, {sum(path.stat().st_size for path in site.rglob('*') if path.is_file())} bytes")


main()
