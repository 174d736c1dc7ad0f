#!/usr/bin/env python3
"""price.py BUILD [FILE ...]: what each reduction of the explorer is worth.

Runs `litmus` over the project's suites, its algorithms, the table of locks and fragments (or the files), with all
reductions, and again without each. Counts evaluations of the model, which no machine's speed changes; a program that is not decided
after SMMRA_EVALUATIONS (20000) counts as undecided. Verdicts must not differ: if they do, the status is 1."""
import math
import os
import re
import resource
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SECONDS = 120
TESTS = Path(__file__).resolve().parents[2]
SOURCES = {  # by the names of enum explore_reduction: the files that are there for nothing else
    "SYMMETRY": ["symmetry", "renaming", "canonical"], "CHAINS": ["chain"], "COMMUTING": [], "SOURCES": [], "EXCHANGES": [],
    "RETRIES": ["retry"], "WAITING": ["wait"], "BUFFERING": ["buffering"], "AWAITING": ["await"], "LOOKS": ["look"],
    "DETOURS": ["detour"], "INTERVALS": ["interval"]}


def reductions():
    text = (TESTS.parent / "mmra/model/explore.h").read_text()
    return {name: 1 << int(bit) for name, bit in re.findall(r"EXPLORE_(\w+) = 1 << (\d+),", text)}


def lines(name):
    files = (TESTS.parent / f"mmra/model/explore_{part}.c" for part in SOURCES[name])
    return sum(len(file.read_text().splitlines()) for file in files)


def programs(folder, build):
    subprocess.run(["bash", "litmus/algorithms.sh", "--write", folder], cwd=TESTS, check=True,
                   env={**os.environ, "SMMRA_BUILD": build})
    for file in sorted(Path(folder).glob("*.spvasm")):
        groups, local = file.stem.split(".")[-2:]
        yield [str(file), "--groups", groups, "--local", local, "--subgroup", "64"]
    for name in ("counter", "image", "numbers"):  # three fragments, ordered by an interlock
        module = f"{folder}/{name}.spv"
        subprocess.run(["glslangValidator", "-V", "--target-env", "vulkan1.3", "-o", module,
                        TESTS / f"litmus/fragments/{name}.frag"], check=True, stdout=subprocess.DEVNULL)
        yield [module, "--groups", "3"]
    for suite in ("vulkan/*.litmus", "ir/*.ll", "annotated/*.ll", "spirv/*.spvasm"):
        for file in sorted((TESTS / "litmus").glob(suite)):
            yield [str(file)]


def limit():
    """Processor time, which does not depend on what else the machine does."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def run(command, program, without, most):
    environment = {**os.environ, "SMMRA_WITHOUT": str(without), "SMMRA_EVALUATIONS": str(most)}
    said = subprocess.run([command, *program], env=environment, capture_output=True, text=True, preexec_fn=limit).stdout
    asked = sum(int(number) for number in re.findall(r", (\d+) evaluation", said))
    verdict = said.split("\n")[0].split(": ", 1)[-1]
    decided = asked > 0 and "unknown" not in said
    return (re.sub(r", after .*", "", verdict), asked) if decided else ("unknown", math.inf)


def main():
    build, files = os.path.abspath(sys.argv[1]), sys.argv[2:]
    command, most = f"{build}/bin/reduced_command", int(os.environ.get("SMMRA_EVALUATIONS", 20000))
    differences = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        every = [[file] for file in files] or list(programs(folder, build))
        whole = list(pool.map(lambda program: run(command, program, 0, most), every))
        decided = [n for n, (_, asked) in enumerate(whole) if asked < math.inf]
        print(f"{len(every)} programs, {len(decided)} decided with all reductions, within {most} evaluations\n")
        print("| reduction | lines | decided without it | evaluations without it, geometric mean | twice or more | most |")
        print("| --- | --- | --- | --- | --- | --- |")
        for name, bit in reductions().items():
            parts = list(pool.map(lambda n: run(command, every[n], bit, most), decided))
            ratios = []
            for n, (verdict, asked) in zip(decided, parts):
                label = Path(every[n][0]).name
                if asked < math.inf:
                    ratios.append((asked / whole[n][1], label))
                    if verdict != whole[n][0]:
                        differences += 1
                        print(f"{label}: without {name} '{verdict}', with it '{whole[n][0]}'", file=sys.stderr)
            mean = math.exp(sum(math.log(ratio) for ratio, _ in ratios) / max(len(ratios), 1))
            lost = [Path(every[n][0]).name for n, (_, asked) in zip(decided, parts) if asked == math.inf]
            best = max(ratios, default=(1, "-"))
            print(f"| {name.lower()} | {lines(name) or '-'} | {len(decided) - len(lost)} | {mean:.2f} | "
                  f"{sum(ratio >= 2 for ratio, _ in ratios) + len(lost)} | {best[0]:.1f} ({best[1]})"
                  f"{'; not: ' + ', '.join(lost[:4]) if lost else ''} |", flush=True)
    sys.exit(differences != 0)


main()
