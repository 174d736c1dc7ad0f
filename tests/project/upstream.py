#!/usr/bin/env python3
"""The pages of docs/upstream about LLVM: their inputs, given to their commands, still do what the pages say.

A page "# LLVM 22, 23: ..." names the versions that have the fault; the others of those that are tested have it not. Its section "Input" is an indented block, a file of IR. The section
"Command and what it gives" begins with an indented command, whose last operand is that file, and an indented block: lines that follow
one another in the output; "..." stands for anything. Exit status 77 where none of these versions of LLVM is installed.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
os.environ["PATH"] += os.pathsep + os.path.join(ROOT, "build", "newest", "bin")
os.environ["LLVM_DISABLE_SYMBOLIZATION"] = "1"  # backtraces take seconds
TESTED = ("22", "23")
NAMED = re.compile(r"# LLVM ((?:\d+, )*\d+):")
TOOLS = re.compile(r"\b(llc|opt)\b(?!-)")


def blocks(page, section):
    """The indented blocks of a section, each as its lines; an empty line ends a block of an output, not of an input."""
    text = re.search(r"^## %s\n(.*?)(?=^## |\Z)" % re.escape(section), page, re.M | re.S).group(1)
    if section == "Input":
        return [line[4:] for line in text.splitlines()]
    return [[line[4:] for line in part.splitlines()] for part in re.split(r"\n\n+", text.strip("\n")) if part.startswith("    ")]


def words(line):
    return re.sub(r"\s+", " ", line.split(";")[0]).strip()


def has(output, expected):
    """Whether these lines follow one another in the output, but for directives and comments, and others where a line is "..."."""
    lines = [words(line) for line in output.splitlines() if words(line) and not words(line).startswith(".")]
    pattern = "".join("(?:.*\n)*?" if line.strip() == "..." else ".*%s.*\n" % re.escape(words(line)).replace(re.escape("..."), ".*")
                      for line in expected)
    return re.search("^" + pattern, "\n".join(lines) + "\n", re.M)


def check(path, folder):
    """How many versions were asked, and what is wrong."""
    page, asked, wrong = open(path).read(), 0, []
    command, expected = (blocks(page, "Command and what it gives") + [[], []])[:2]
    if len(command) != 1 or not expected:
        return 0, ["the section of the command does not begin with one indented command and a block of its output"]
    with open(os.path.join(folder, command[0].split("|")[0].split()[-1]), "w") as file:
        file.write("\n".join(blocks(page, "Input")))
    named = NAMED.match(page).group(1).split(", ")
    for version in TESTED:
        if not shutil.which("llc-" + version) or not shutil.which("opt-" + version):
            continue
        asked += 1
        line = TOOLS.sub(r"\1-" + version, command[0])
        done = subprocess.run(["bash", "-c", "ulimit -c 0; " + line], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        output = done.stdout.decode(errors="replace")
        if bool(has(output, expected)) != (version in named):
            wrong.append(f"{line} says\n{output[:3000]}")
    return asked, wrong


def main():
    failures = asked = 0
    paths = sorted(glob.glob(os.path.join(ROOT, "docs", "upstream", "llvm-*.md")))
    for path in paths:
        with tempfile.TemporaryDirectory() as folder:
            count, wrong = check(path, folder)
        asked += count
        failures += len(wrong)
        for message in wrong:
            print(f"FAIL: {os.path.basename(path)}: {message}")
    print(f"{len(paths)} pages, {asked} commands ({failures} failures)")
    if failures:
        sys.exit(1)
    sys.exit(0 if asked else 77)


main()
