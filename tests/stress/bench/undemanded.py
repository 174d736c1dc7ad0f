#!/usr/bin/env python3
"""What is written for synchronization and nobody demands (docs/evidence/what-annotations-buy.md), by `spirv-mmra cost`: for each processor
and kind all, demanded, for progress, and the rest; then each of the rest with its shader, line and reason. SMMRA_BUILD names the build
tree, SMMRA_LLVM the version (23).

    undemanded.py FILE.spv...    modules without synchronization, or that are refused, are left out and counted
"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
TOOL = os.path.join(os.environ.get("SMMRA_BUILD", os.path.join(ROOT, "build", "release")), "bin", "spirv-mmra")
PROCESSORS = ("gfx942", "gfx1030", "gfx1100", "gfx1201")
SYNCHRONIZES = re.compile(r"Op(ControlBarrier|MemoryBarrier|Atomic|ImageTexelPointer)|MakePointer(Available|Visible)|MakeTexel")
os.environ["PATH"] += os.pathsep + os.path.join(ROOT, "build", "newest", "bin")


def ask(question):
    path, processor = question
    done = subprocess.run([TOOL, "cost", path, "--mcpu=" + processor, "--json", "--llvm=" + os.environ.get("SMMRA_LLVM", "23")],
                          capture_output=True, text=True)
    lists = json.loads(done.stdout) if done.stdout else []
    return path, processor, lists[0] if lists else None


def main(paths):
    asked = [path for path in paths if SYNCHRONIZES.search(subprocess.run(["spirv-dis", path], capture_output=True, text=True).stdout)]
    sums, rest, refused = {}, [], set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, processor, found in pool.map(ask, [(path, processor) for path in asked for processor in PROCESSORS]):
            if not found:
                refused.add((path, processor))
                continue
            for kind, total in found["totals"].items():
                row = sums.setdefault((processor, kind), [0, 0, 0, 0])
                left = total["all"] - total["demanded"] - total["progress"]
                for i, count in enumerate((total["all"], total["demanded"], total["progress"], left)):
                    row[i] += count
            rest += [(processor, os.path.basename(path), item) for item in found["items"]
                     if item["verdict"] not in ("demanded", "for progress")]
    print("| | all | demanded | for progress | nobody demands |\n| --- | --- | --- | --- | --- |")
    for (processor, kind), row in sorted(sums.items()):
        print(f"| {processor}, {kind} | " + " | ".join(map(str, row)) + " |")
    print(f"{len(asked)} of {len(paths)} modules synchronize; {len(refused)} times refused")
    for processor, name, item in rest:
        print(f"{processor} {name} line {item['line']}: {item['instruction']}: " +
              (", ".join(item["excused_by"]) or ("nothing can find or leave an old copy" if item["idle"] else "not demanded")))


main(sys.argv[1:])
