#!/usr/bin/env python3
"""Shells with convergence tokens: shells.py SHADER...

Each shader, of any stage, is translated with --convergence=tokens, inlined into the shell that samples/embed/shell makes for it, and
compiled for gfx1100 by LLVM 22 and, where it is installed, 23: a shell without tokens, or with some calls that have none, does not
come so far. Fragments are compiled without tokens too by tests/run/quads. Status 77: a tool is missing. SMMRA_BUILD names the build
tree."""
import concurrent.futures
import itertools
import os
import shutil
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests", "run", "quads"), os.path.join(ROOT, "samples", "embed", "shell")]

import quads  # noqa: E402
import shells  # noqa: E402

PROCESSOR = "gfx1100"


def compile_all(source, llvm, folder):
    """(entry points that were compiled, what failed)"""
    at = os.path.join(folder, "%s.%s" % (os.path.basename(source), llvm))
    count, wrong = 0, []
    quads.compile_shader(source, at + ".spv")
    asked = quads.words_of(source, "options")
    processor = next((word.split("=")[1] for word in asked if word.startswith("--mcpu=")), PROCESSOR)
    wave64 = "--wave=64" in asked
    try:
        entries = shells.translate(quads.SPIRV_MMRA, processor, at + ".spv", at + ".body.ll", [*asked, "--convergence=tokens"], wave64, llvm)
        for i, entry in enumerate(entries):
            shells.compile_entry(entry, processor, at + ".body.ll", "%s.%d" % (at, i), wave64, llvm)
            count += 1
    except shells.Failure as failure:
        wrong.append("%s, LLVM %s: %s" % (os.path.basename(source), llvm, failure))
    return count, wrong


def main():
    if not all(shutil.which(tool) for tool in ("glslangValidator", "spirv-as", "opt-22", "llc-22", "llvm-link-22")):
        sys.exit(77)
    cases, total, failures = list(itertools.product(sys.argv[1:], quads.LLVM)), 0, 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ProcessPoolExecutor() as pool:
        for count, wrong in pool.map(compile_all, *zip(*cases), [folder] * len(cases)):
            total += count
            failures += len(wrong)
            for line in wrong:
                print("FAIL: " + line)
    print("%d shaders, %d entry points compiled with tokens (%d failures)" % (len(sys.argv) - 1, total, failures))
    sys.exit(bool(failures) or not total)


if __name__ == "__main__":
    main()
