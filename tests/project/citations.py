#!/usr/bin/env python3
"""Citations can be followed: every page that a comment, script or page of the repository names stands there, and so does the heading,
or rule in bold letters, that it names of it. Headings are cited by their number (`mapping.md 4`, `mapping.md 2, 3 and 8a`), by
their words (`models.md, "Exploration"`), rules by their name (`models.md A1`). A bare "mapping.md 4" cites nothing, unless it is one of SPIR-V's
or Vulkan's specification.

    citations.py [ROOT]    prints what cannot be followed; exit status 1 if there is any
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2])
FOLDERS = [ROOT / "docs", *sorted(path for path in (ROOT / "docs").iterdir() if path.is_dir())]
ENDINGS = {".c", ".h", ".py", ".sh", ".md", ".txt", ".ll", ".comp", ".spvasm", ".cmake", ".mistakes", ".litmus", ".test", ".1", ".3"}
NUMBER = r"\d+[a-z]?"
CITATION = re.compile(
    rf"""(?<![\w/.$-])(?P<page>(?:[\w.-]+/)*[\w-]+\.md)\b
         (?: \s(?P<numbers>{NUMBER}(?:(?:,\s|\sand\s|\sto\s|\sor\s){NUMBER})*)(?![\w.]*\w)
           | \s(?P<rule>[A-Z]\d)\b
           | ,\s(?P<words>"[^"]+"(?:(?:,|\sand)\s"[^"]+")*) )?""", re.VERBOSE)
BARE = re.compile(rf"(?i:(?<!of )\bsections? {NUMBER})(?! of (?:the )?(?:SPIR-V|Vulkan))")
UNKNOWN = re.compile(r"memory-mapping|memory-models|\b[Tt]he seed's|\bof the seed\b")


def text_of(path):
    """The file's words, with what leads the lines of comments taken away: a citation may go on in the next line."""
    return re.sub(r"[ \t]*\n[ \t]*(?:\*(?!/)|//|;|#)?[ \t]*", " ", path.read_text(errors="replace"))


class Page:
    def __init__(self, path):
        text = path.read_text()
        headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        self.numbers = {m[1] for m in (re.match(rf"({NUMBER})\. ", heading) for heading in headings) if m}
        self.words = {re.sub(rf"^{NUMBER}\. ", "", heading) for heading in headings}
        self.words |= {bold.rstrip(".:") for bold in re.findall(r"\*\*(.*?)\*\*", text)}


def find_page(name, beside):
    for folder in (ROOT, *FOLDERS, beside):
        if (folder / name).is_file():
            return folder / name
    return None


def complaints_of(path, pages):
    text = text_of(path)
    for match in CITATION.finditer(text):
        page = find_page(match["page"], path.parent)
        if not page:
            yield f"{match['page']}: no such page"
            continue
        if page not in pages:
            pages[page] = Page(page)
        for number in re.findall(NUMBER, match["numbers"] or ""):
            if number not in pages[page].numbers:
                yield f"{match['page']} {number}: the page has no such heading"
        for words in re.findall(r'"([^"]+)"', match["words"] or "") + ([match["rule"]] if match["rule"] else []):
            if words not in pages[page].words:
                yield f'{match["page"]}, "{words}": the page has no such heading or rule'
    for match in list(BARE.finditer(text)) + list(UNKNOWN.finditer(text)):
        yield f'"{match[0]}" names nothing that a reader has'


def files_of_project():
    """Those that git does not ignore; without git, all."""
    try:
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        return sorted(ROOT.rglob("*"))
    return [ROOT / name for name in listed.stdout.splitlines()] if listed.returncode == 0 else sorted(ROOT.rglob("*"))


def main():
    files = files_of_project()
    pages, count, looked_at = {}, 0, 0
    for path in files:
        inside = path.relative_to(ROOT)
        if path.suffix not in ENDINGS and path.name != "CMakeLists.txt" or not path.is_file():
            continue
        if inside.parts[0] == "build" or path.name == pathlib.Path(__file__).name:
            continue
        looked_at += 1
        for complaint in complaints_of(path, pages):
            print(f"{inside}: {complaint}")
            count += 1
    print(f"{looked_at} files, {count} citations that cannot be followed")
    return bool(count) or not looked_at


if __name__ == "__main__":
    sys.exit(main())
