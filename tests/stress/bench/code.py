#!/usr/bin/env python3
"""The code of compute modules beside RADV's (docs/evidence/performance.md, "The code beside RADV"), in waves of the size that RADV
chooses: machine instructions, waits for memory, cache operations, vector and scalar registers, the blocks in which a wave gets vector
registers, spills, scratch memory, LDS, bytes of code, and the waves that a SIMD has registers for. Ours is compiled by `opt -O2` and
`llc -O3` from IR that finds descriptors as RADV does. Hints and padding (s_delay_alu, s_nop, s_code_end, s_clause) are not counted on
either side. A register counts if it is named; RADV's own figures are those of blocks. Only the first entry point is compiled.

    code.py [--llvm=N] [--processor=NAME] [--tsv=FILE] [--keep=DIR] FILE.spv...

--tsv writes a line for each module, --keep both sides' assembly. SMMRA_BUILD names the build tree; SMMRA_OPTIONS more options of the
translator; SMMRA_RADV=newest has the newest RADV in place of the installed one (tests/project/newest.sh). What one side does not
compile, or RADV deletes, is counted and left out. The worst ten by instructions are named.
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
RADV = os.path.join(ROOT, "tests", "run", "machine_model", "radv")
OPTIONS = ["--no-check", "--no-debug-info", "--memory=device", "--descriptors-by-value"]
NOT_COUNTED = re.compile(r"s_(delay_alu|nop|code_end|clause)\b")
REGISTER = re.compile(r"\b([vs])(?:(\d+)|\[(\d+):(\d+)\])")
WAIT = re.compile(r"s_(waitcnt(_[a-z]*cnt)?|wait_[a-z_]*cnt)\b")
CACHES = re.compile(r"buffer_(inv|invl2|wbl2|wbinvl1|gl[01]_inv)|global_(inv|wb)\b")
MEASURES = ("instructions", "waits", "caches", "vgprs", "blocks", "sgprs", "spills", "scratch", "lds", "bytes", "waves")
OP_ENTRY_POINT, GL_COMPUTE, HEADER_WORDS = 15, 5, 5
# Of a SIMD in waves of 64: LLVM's AMDGPUBaseInfo.cpp, getTotalNumVGPRs, getVGPRAllocGranule, getMaxWavesPerEU. Waves of 32 have twice
# the registers, in blocks of twice the size.
REGISTERS = {"gfx1030": (512, 8), "gfx1100": (768, 12), "gfx1201": (768, 12)}
MOST_WAVES = 16


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


def measure(lines, processor, wave, sizes):
    """What the machine instructions among the lines use; the sizes are what their compiler says."""
    most, count, waits, caches = {"v": 0, "s": 0}, 0, 0, 0
    for line in lines:
        code = line.split(";")[0]
        if not re.match(r"\t[a-z]", line) or NOT_COUNTED.search(code):
            continue
        count += 1
        waits += WAIT.match(code.strip()) is not None
        caches += CACHES.match(code.strip()) is not None
        for kind, single, _, last in REGISTER.findall(code):
            most[kind] = max(most[kind], int(single or last) + 1)
    total, granule = (size * 64 // wave for size in REGISTERS[processor])
    blocks = max(1, math.ceil(most["v"] / granule))
    spills, scratch, lds, size = sizes
    return dict(zip(MEASURES, (count, waits, caches, most["v"], blocks, most["s"], spills, scratch, lds, size,
                               min(MOST_WAVES, total // (blocks * granule)))))


def number(pattern, text):
    found = re.search(pattern, text)
    return int(found.group(1)) if found else 0


def run(command, folder):
    with open(os.path.join(folder, "stderr"), "w+") as errors:
        done = subprocess.run(command, stderr=errors, stdout=subprocess.DEVNULL, timeout=120)
        errors.seek(0)
        return done.returncode == 0, errors.read()


def ours(path, entry, folder, target, seconds):
    llvm, processor, wave = target
    ir, better, code = (os.path.join(folder, name) for name in ("a.ll", "a.bc", "a.s"))
    triple = ["-mtriple=amdgcn-amd-amdhsa", "-mcpu=" + processor]
    more = os.environ.get("SMMRA_OPTIONS", "").split()
    translate = [os.path.join(BUILD, "bin", "spirv-mmra"), "--llvm=" + llvm, "--entry=" + entry, "--mcpu=" + processor, f"--wave={wave}"]
    steps = [[*translate, *OPTIONS, *more, path, "-o", ir], ["opt-" + llvm, "-O2", *triple, ir, "-o", better],
             ["llc-" + llvm, "-O3", *triple, better, "-o", code]]
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
    sizes = (number(r"\.vgpr_spill_count: +(\d+)", text) + number(r"\.sgpr_spill_count: +(\d+)", text), number(r"ScratchSize: (\d+)", text),
             number(r"LDSByteSize: (\d+)", text), number(r"codeLenInByte = (\d+)", text))
    return measure(lines, processor, wave, sizes), text


def theirs(path, folder, processor):
    """What RADV makes, and the size of its waves."""
    code = os.path.join(folder, "radv.s")
    settings = dict(os.environ, SMMRA_BUILD=BUILD, RADV_DEBUG="shaders,nocache,shaderstats")
    with open(path, "rb") as module, open(code, "w") as output:
        subprocess.run([RADV, processor], stdin=module, stdout=output, stderr=subprocess.DEVNULL, timeout=120, env=settings)
    text = open(code, errors="replace").read()
    if "\ndisasm:" not in text:
        return None, "RADV", 64
    wave = number(r"max_subgroup_size: (32|64)", text) or 64
    code = text[text.rindex("\ndisasm:"):]
    sizes = (number(r"Spilled VGPRs: (\d+)", code) + number(r"Spilled SGPRs: (\d+)", code), number(r"Scratch size: (\d+)", code),
             number(r"LDS size: (\d+)", code), number(r"Code size: (\d+)", code))
    return measure(code.splitlines(), processor, wave, sizes), code, wave


def compare(path, llvm, processor, keep):
    entry, seconds = first_entry(path), [0, 0]
    if not entry:
        return path, None, "no compute shader first", None
    with tempfile.TemporaryDirectory() as folder:
        try:
            other, text, wave = theirs(path, folder, processor)
            mine, code = ours(path, entry, folder, (llvm, processor, wave), seconds) if other else (None, text)
        except subprocess.TimeoutExpired:
            return path, None, "takes more than two minutes", None
    if not mine:
        return path, None, code, None
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
    parser.add_argument("--processor", default="gfx1100", choices=sorted(REGISTERS))
    parser.add_argument("--tsv")
    parser.add_argument("--keep")
    parser.add_argument("modules", nargs="+")
    arguments = parser.parse_args()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda path: compare(path, arguments.llvm, arguments.processor, arguments.keep), arguments.modules))
    rows = [row for row in results if row[1]]
    if arguments.tsv:
        with open(arguments.tsv, "w") as file:
            for path, mine, other, _ in rows:
                print(path, *(f"{mine[name]}\t{other[name]}" for name in MEASURES), sep="\t", file=file)
    for reason in sorted({row[2] for row in results if not row[1]}):
        print(f"left out, {reason}: {sum(row[2] == reason for row in results if not row[1])}")
    ratios = sorted(((mine["instructions"] / other["instructions"], path, mine, other) for path, mine, other, _ in rows), reverse=True)
    for ratio, path, mine, other in ratios[:10]:
        print(f"{ratio:.2f}: {os.path.basename(path)}: {mine['instructions']} beside {other['instructions']}")
    print(f"over 1.5: {sum(ratio > 1.5 for ratio, *_ in ratios)} of {len(rows)}; spills where RADV has none: "
          f"{sum(mine['spills'] > 0 and other['spills'] == 0 for _, mine, other, _ in rows)}")
    if not rows:
        sys.exit("code.py: nothing compared")
    summary(rows)


main()
