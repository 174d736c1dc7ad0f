#!/usr/bin/env python3
"""The code of compute modules beside RADV's (docs/evidence/performance.md, "The code beside RADV"), for gfx1100 and subgroups of 64:
machine instructions, vector and scalar registers, the blocks in which a wave gets vector registers, scratch memory, LDS, and the waves
that a SIMD has registers for. Ours is compiled by `opt -O2` and `llc -O3` from IR that finds descriptors as RADV does. Hints and padding
(s_delay_alu, s_nop, s_code_end, s_clause) are not counted on either side. A register counts if it is named; RADV's own figures are those
of blocks. Only the first entry point is compiled.

    code.py [--llvm=N] [--tsv=FILE] [--keep=DIR] FILE.spv...

--tsv writes a line for each module, --keep both sides' assembly. SMMRA_BUILD names the build tree; SMMRA_OPTIONS more options of the
translator. What one side does not compile, or RADV deletes, is counted and left out.
"""
import argparse
import concurrent.futures
import math
import os
import re
import struct
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BUILD = os.environ.get("SMMRA_BUILD", os.path.join(ROOT, "build", "release"))
os.environ["PATH"] += os.pathsep + os.path.join(ROOT, "build", "newest", "bin")
PROCESSOR = "gfx1100"
RADV = os.path.join(ROOT, "tests", "run", "machine_model", "radv")
OPTIONS = ["--no-check", "--no-debug-info", "--wave=64", "--memory=device", "--descriptors-by-value", "--mcpu=" + PROCESSOR]
NOT_COUNTED = re.compile(r"s_(delay_alu|nop|code_end|clause)\b")
REGISTER = re.compile(r"\b([vs])(?:(\d+)|\[(\d+):(\d+)\])")
MEASURES = ("instructions", "vgprs", "blocks", "sgprs", "scratch", "lds", "waves")
OP_ENTRY_POINT, GL_COMPUTE, HEADER_WORDS = 15, 5, 5
# Of a SIMD in wave64: LLVM's AMDGPUBaseInfo.cpp, getTotalNumVGPRs, getVGPRAllocGranule, getMaxWavesPerEU.
VGPRS, VGPR_GRANULE, MOST_WAVES = 768, 12, 16


def first_entry(path):
    """The name of the module's first entry point, or None if it is not a compute shader."""
    data = open(path, "rb").read()
    words = struct.unpack("<%dI" % (len(data) // 4), data[:len(data) // 4 * 4])
    at = HEADER_WORDS
    while at < len(words) and words[at] >> 16:
        if words[at] & 0xffff == OP_ENTRY_POINT:
            name = data[4 * (at + 3):].split(b"\0", 1)[0].decode()
            return name if words[at + 1] == GL_COMPUTE else None
        at += words[at] >> 16
    return None


def measure(lines, scratch, lds):
    """What the machine instructions among the lines use."""
    most, count = {"v": 0, "s": 0}, 0
    for line in lines:
        if not re.match(r"\t[a-z]", line):
            continue
        code = line.split(";")[0]
        if NOT_COUNTED.search(code):
            continue
        count += 1
        for kind, single, _, last in REGISTER.findall(code):
            most[kind] = max(most[kind], int(single or last) + 1)
    granules = max(1, math.ceil(most["v"] / VGPR_GRANULE))
    return dict(zip(MEASURES, (count, most["v"], granules, most["s"], scratch, lds, min(MOST_WAVES, VGPRS // (granules * VGPR_GRANULE)))))


def number(pattern, text):
    found = re.search(pattern, text)
    return int(found.group(1)) if found else 0


def run(command, folder):
    with open(os.path.join(folder, "stderr"), "w+") as errors:
        done = subprocess.run(command, stderr=errors, stdout=subprocess.DEVNULL, timeout=120)
        errors.seek(0)
        return done.returncode == 0, errors.read()


def ours(path, entry, folder, llvm, seconds):
    ir, better, code = (os.path.join(folder, name) for name in ("a.ll", "a.bc", "a.s"))
    target = ["-mtriple=amdgcn-amd-amdhsa", "-mcpu=" + PROCESSOR]
    more = os.environ.get("SMMRA_OPTIONS", "").split()
    steps = [[os.path.join(BUILD, "bin", "spirv-mmra"), "--llvm=" + llvm, "--entry=" + entry, *OPTIONS, *more, path, "-o", ir],
             ["opt-" + llvm, "-O2", *target, ir, "-o", better], ["llc-" + llvm, "-O3", *target, better, "-o", code]]
    for step, command in enumerate(steps):
        begin = time.monotonic()
        fine, _ = run(command, folder)
        seconds[step > 0] += time.monotonic() - begin
        if not fine:
            return None, os.path.basename(command[0])
    text = open(code).read()
    lines, inside = [], False
    for line in text.splitlines():
        if re.match(r"\t\.(section|text|data|bss)\b", line):
            inside = line.startswith("\t.text") or ".text" in line
        elif inside and not line.startswith("\t."):
            lines.append(line)
    return measure(lines, number(r"ScratchSize: (\d+)", text), number(r"LDSByteSize: (\d+)", text)), text


def theirs(path, folder):
    code = os.path.join(folder, "radv.s")
    settings = dict(os.environ, SMMRA_BUILD=BUILD, RADV_DEBUG="shaders,nocache,shaderstats")
    with open(path, "rb") as module, open(code, "w") as output:
        subprocess.run([RADV, PROCESSOR], stdin=module, stdout=output, stderr=subprocess.DEVNULL, timeout=120, env=settings)
    text = open(code).read()
    if "\ndisasm:" not in text:
        return None, "RADV"
    code = text[text.rindex("\ndisasm:"):]
    return measure(code.splitlines(), number(r"Scratch size: (\d+)", code), number(r"LDS size: (\d+)", code)), code


def compare(path, llvm, keep):
    entry, seconds = first_entry(path), [0, 0]
    if not entry:
        return path, None, "no compute shader first", None
    with tempfile.TemporaryDirectory() as folder:
        try:
            mine, code = ours(path, entry, folder, llvm, seconds)
            other, text = theirs(path, folder) if mine else (None, code)
        except subprocess.TimeoutExpired:
            return path, None, "takes more than two minutes", None
    if not mine or not other:
        return path, None, text, None
    if other["instructions"] == 1 and mine["instructions"] > 1:
        return path, None, "RADV leaves nothing of it", None
    if keep:
        for suffix, content in ((".ours.s", code), (".radv.s", text)):
            with open(os.path.join(keep, os.path.basename(path).removesuffix(".spv") + suffix), "w") as file:
                file.write(content)
    return path, mine, other, seconds


def summary(rows):
    """Sums, the geometric mean of ratios, and in how many ours needs no more."""
    print("| | ours | RADV | geometric mean of ratios | ours no more in |\n| --- | --- | --- | --- | --- |")
    for name in MEASURES:
        pairs = [(mine[name], other[name]) for _, mine, other, _ in rows]
        mean = math.exp(sum(math.log(max(a, 1) / max(b, 1)) for a, b in pairs) / len(pairs))
        fine = sum(a >= b if name == "waves" else a <= b for a, b in pairs)
        print(f"| {name} | {sum(a for a, _ in pairs):,} | {sum(b for _, b in pairs):,} | {mean:.3f} | {fine} of {len(pairs)} |")
    seconds = [sum(row[3][i] for row in rows) for i in (0, 1)]
    print(f"seconds: translation {seconds[0]:.1f}, LLVM {seconds[1]:.1f}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--llvm", default="23")
    parser.add_argument("--tsv")
    parser.add_argument("--keep")
    parser.add_argument("modules", nargs="+")
    arguments = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda path: compare(path, arguments.llvm, arguments.keep), arguments.modules))
    rows = [row for row in results if row[1]]
    if arguments.tsv:
        with open(arguments.tsv, "w") as file:
            for path, mine, other, _ in rows:
                print(path, *(f"{mine[name]}\t{other[name]}" for name in MEASURES), sep="\t", file=file)
    for reason in sorted({row[2] for row in results if not row[1]}):
        print(f"left out, {reason}: {sum(row[2] == reason for row in results if not row[1])}")
    for path, mine, other, _ in sorted(rows, key=lambda row: row[2]["instructions"] / row[1]["instructions"]):
        if mine["instructions"] > 1.5 * other["instructions"]:
            print(f"over 1.5: {os.path.basename(path)}: {mine['instructions']} beside {other['instructions']}")
    if not rows:
        sys.exit("code.py: nothing compared")
    summary(rows)


main()
