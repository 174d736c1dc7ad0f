#!/usr/bin/env python3
"""The code of compute modules beside RADV's (docs/evidence/performance.md, "The code beside RADV"), in waves of the size that RADV
chooses: machine instructions, waits for memory, cache operations, vector and scalar registers, the blocks in which a wave gets vector
registers, spills, scratch memory, LDS, bytes of code, the waves that a SIMD has registers for, and the processor's milliseconds for
the compilation. Ours is compiled by `opt -O2`, or by the passes that FILE lists (samples/embed/passes.txt), and `llc -O3` from IR that
finds descriptors as RADV does. Hints and padding (s_delay_alu, s_nop, s_code_end, s_clause) are not counted on either side. A register
counts if it is named; RADV's own figures are those of blocks. Only the first entry point is compiled. Milliseconds are of whole
processes, RADV's with the start of a driver.

    code.py [--llvm=N,N] [--processors=NAME,NAME] [--abi=kernel|driver] [--passes=FILE] [--tsv=FILE] [--keep=DIR] [GROUP=]FILE|FOLDER...

A table for each processor and group: sums, then geometric means of ratios to RADV over the modules that all compile. --tsv writes a
line for each measurement, --keep all assembly. SMMRA_BUILD names the build tree; SMMRA_OPTIONS more options of the translator;
SMMRA_RADV=newest has the newest RADV in place of the installed one (tests/project/newest.sh). What one side does not compile, or RADV
deletes, is counted and left out. The worst ten by instructions are named, and all that spill where RADV does not.
"""
import argparse
import concurrent.futures
import math
import os
import re
import signal
import struct
import subprocess
import sys
import tempfile
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BUILD = os.environ.get("SMMRA_BUILD", os.path.join(ROOT, "build", "release"))
os.environ["PATH"] += os.pathsep + os.path.join(ROOT, "build", "newest", "bin")
RADV = os.path.join(ROOT, "tests", "run", "machine_model", "radv")
OPTIONS = ["--no-validate", "--no-check", "--no-debug-info", "--memory=device"]
ABIS = {"kernel": ["--descriptors-by-value"], "driver": ["--abi=driver"]}
NOT_COUNTED = re.compile(r"s_(delay_alu|nop|code_end|clause)\b")
REGISTER = re.compile(r"\b([vs])(?:(\d+)|\[(\d+):(\d+)\])")
WAIT = re.compile(r"s_(waitcnt(_[a-z]*cnt)?|wait_[a-z_]*cnt)\b")
CACHES = re.compile(r"buffer_(inv|invl2|wbl2|wbinvl1|gl[01]_inv)|global_(inv|wb)\b")
MEASURES = ("instructions", "waits", "caches", "vgprs", "blocks", "sgprs", "spills", "scratch", "lds", "bytes", "waves", "ms")
HEADER_WORDS, WAVE = 5, 64
OP_ENTRY_POINT, OP_SPEC_CONSTANT, OP_SPEC_CONSTANT_COMPOSITE, OP_DECORATE = 15, 50, 51, 71
GL_COMPUTE, SPEC_ID, BUILT_IN, WORKGROUP_SIZE = 5, 1, 11, 25
# Of a SIMD in waves of 64: LLVM's AMDGPUBaseInfo.cpp, getTotalNumVGPRs, getVGPRAllocGranule, getMaxWavesPerEU. Waves of 32 have twice
# the registers, in blocks of twice the size.
REGISTERS = {"gfx1030": (512, 8), "gfx1100": (768, 12), "gfx1201": (768, 12)}
MOST_WAVES = 16


def instructions_of(path):
    """The opcode and the operands of each instruction of a module."""
    data = open(path, "rb").read()
    words = struct.unpack("<%dI" % (len(data) // 4), data[:len(data) // 4 * 4])
    at = HEADER_WORDS
    while at < len(words) and words[at] >> 16:
        yield words[at] & 0xffff, words[at + 1:at + (words[at] >> 16)]
        at += words[at] >> 16


def first_entry(path):
    """The name of the module's first entry point, or None if it is not a compute shader."""
    for opcode, operands in instructions_of(path):
        if opcode == OP_ENTRY_POINT:
            name = struct.pack("<%dI" % (len(operands) - 2), *operands[2:]).split(b"\0", 1)[0].decode()
            return name if operands[0] == GL_COMPUTE else None
    return None


def specialized(path, folder):
    """The module, with values that an application could give. glslang declares the constant of local_size_x_id once more, with the value
    1: such a module, run as it is, reads shared memory that nobody has written. The larger value is the shader's own. And no application
    asks for workgroups of one invocation, in which all is scalar: if the module leaves the size open, it is 64."""
    ids, values, sizes = {}, {}, []
    for opcode, operands in instructions_of(path):
        if opcode == OP_DECORATE and operands[1] == SPEC_ID:
            ids[operands[0]] = operands[2]
        elif opcode == OP_DECORATE and operands[1:] == (BUILT_IN, WORKGROUP_SIZE):
            sizes.append(operands[0])
        elif opcode == OP_SPEC_CONSTANT and operands[1] in ids:
            values.setdefault(ids[operands[1]], set()).add(operands[2])
        elif opcode == OP_SPEC_CONSTANT_COMPOSITE and operands[1] in sizes and operands[2] in ids:
            sizes = [operands[2]] if all(values.get(ids.get(part)) == {1} for part in operands[2:5]) else []
    settings = {number: max(several) for number, several in values.items() if len(several) > 1}
    settings.update({ids[size]: WAVE for size in sizes if size in ids})
    changed = os.path.join(folder, "in.spv")
    text = " ".join(f"{number}:{value}" for number, value in settings.items())
    return changed if text and run(["spirv-opt", "--set-spec-const-default-value=" + text, path, "-o", changed])[0] else path


def measure(lines, processor, wave, sizes, milliseconds):
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
                               min(MOST_WAVES, total // (blocks * granule)), milliseconds)))


def number(pattern, text):
    found = re.search(pattern, text)
    return int(found.group(1)) if found else 0


def run(command, output=subprocess.DEVNULL, **more):
    """Whether the command ends well within two minutes, and the processor time in milliseconds that it and what it started took."""
    with subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL, start_new_session=True, **more) as process:
        alarm = threading.Timer(120, os.killpg, (process.pid, signal.SIGKILL))
        alarm.start()
        _, status, used = os.wait4(process.pid, 0)
        alarm.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        return process.returncode == 0, 1000 * (used.ru_utime + used.ru_stime)


def instructions(text):
    """The lines of LLVM's assembly that are code and labels."""
    lines, inside = [], False
    for line in text.splitlines():
        if re.match(r"\t\.(section|text|data|bss)\b", line):
            inside = line.startswith("\t.text") or ".text" in line
        elif inside and not line.startswith("\t."):
            lines.append(line)
    return lines


def ours(path, entry, folder, target):
    """What LLVM makes of the translation, and its text; or None, and which program failed."""
    llvm, processor, wave, abi, passes = target
    ir, better, code = (os.path.join(folder, name) for name in ("a.ll", "a.bc", "a.s"))
    triple = ["-mcpu=" + processor] + (["-mtriple=amdgcn-amd-amdhsa"] if abi == "kernel" else [])
    more = os.environ.get("SMMRA_OPTIONS", "").split()
    translate = [os.path.join(BUILD, "bin", "spirv-mmra"), "--llvm=" + llvm, "--entry=" + entry, "--mcpu=" + processor, f"--wave={wave}"]
    steps = [[*translate, *OPTIONS, *ABIS[abi], *more, path, "-o", ir], ["opt-" + llvm, passes, *triple, ir, "-o", better],
             ["llc-" + llvm, "-O3", *triple, better, "-o", code]]
    all_milliseconds = 0
    for command in steps:
        fine, milliseconds = run(command)
        all_milliseconds += milliseconds
        if not fine:
            return None, os.path.basename(command[0])
    text = open(code).read()
    # Only a kernel of HSA has the counts.
    spills = number(r"\.vgpr_spill_count: +(\d+)", text) + number(r"\.sgpr_spill_count: +(\d+)", text) or text.count("Folded Spill")
    sizes = (spills, number(r"ScratchSize: (\d+)", text), number(r"LDSByteSize: (\d+)", text), number(r"codeLenInByte = (\d+)", text))
    return measure(instructions(text), processor, wave, sizes, all_milliseconds), text


def theirs(path, folder, processor):
    """What RADV makes, and the size of its waves."""
    code = os.path.join(folder, "radv.s")
    settings = dict(os.environ, SMMRA_BUILD=BUILD, RADV_DEBUG="shaders,nocache,shaderstats")
    with open(path, "rb") as module, open(code, "w") as output:
        _, milliseconds = run([RADV, processor], output, stdin=module, env=settings)
    text = open(code, errors="replace").read()
    if "\ndisasm:" not in text:
        return None, "RADV", 64
    wave = number(r"max_subgroup_size: (32|64)", text) or 64
    code = text[text.rindex("\ndisasm:"):]
    sizes = (number(r"Spilled VGPRs: (\d+)", code) + number(r"Spilled SGPRs: (\d+)", code), number(r"Scratch size: (\d+)", code),
             number(r"LDS size: (\d+)", code), number(r"Code size: (\d+)", code))
    return measure(code.splitlines(), processor, wave, sizes, milliseconds), code, wave


def compare(path, processor, arguments):
    """RADV's measurement, then ours by each LLVM; or why there is none."""
    entry = first_entry(path)
    if not entry:
        return "no compute shader first"
    with tempfile.TemporaryDirectory() as folder:
        module = specialized(path, folder)
        other, text, wave = theirs(module, folder, processor)
        if not other:
            return text
        found, texts = [other], {"radv": text}
        for llvm in arguments.llvm:
            mine, texts["llvm" + llvm] = ours(module, entry, folder, (llvm, processor, wave, arguments.abi, arguments.passes or "-O2"))
            if not mine:
                return texts["llvm" + llvm]
            found.append(mine)
    if other["instructions"] == 1 and found[-1]["instructions"] > 1:
        return "RADV leaves nothing of it"
    if arguments.keep:
        for name, content in texts.items():
            with open(os.path.join(arguments.keep, f"{name_of(path)}.{processor}.{name}.s"), "w") as file:
                file.write(content)
    return found


def name_of(path):
    return os.path.basename(path).removesuffix(".spv")


def mean(ratios):
    return math.exp(sum(math.log(ratio) for ratio in ratios) / len(ratios))


def table(rows, llvms):
    """Sums, and for each LLVM the geometric mean of ratios and in how many ours needs no more."""
    print("| | RADV |" + "".join(f" LLVM {llvm} | ratio | no more in |" for llvm in llvms))
    print("| --- | --- |" + " --- | --- | --- |" * len(llvms))
    for name in MEASURES:
        line = f"| {name} | {sum(found[0][name] for _, found in rows):,.0f} |"
        for i in range(1, len(llvms) + 1):
            pairs = [(found[i][name], found[0][name]) for _, found in rows]
            fine = sum(a >= b if name == "waves" else a <= b for a, b in pairs)
            line += f" {sum(a for a, _ in pairs):,.0f} | {mean([max(a, 1) / max(b, 1) for a, b in pairs]):.3f} | {fine} |"
        print(line)


def worst(rows):
    """Those with the most instructions beside RADV's, and those that spill, by the last LLVM."""
    ratios = sorted(((found[-1]["instructions"] / found[0]["instructions"], path, found) for path, found in rows), reverse=True)
    for ratio, path, found in ratios[:10]:
        print(f"{ratio:.2f}: {name_of(path)}: {found[-1]['instructions']} beside {found[0]['instructions']}")
    print(f"over 1.5: {sum(ratio > 1.5 for ratio, *_ in ratios)}, over 1.3: {sum(ratio > 1.3 for ratio, *_ in ratios)} of {len(rows)}")
    for path, found in rows:
        if found[-1]["spills"] and not found[0]["spills"]:
            print(f"spills: {name_of(path)}: {found[-1]['spills']}")


def passes_of(path):
    """What opt is told: the lines of the file that are no comments."""
    with open(path) as file:
        return "-passes=" + "".join(line.strip() for line in file if not line.startswith("#"))


def groups_of(arguments):
    """The modules of each group, from the words [GROUP=]FILE|FOLDER."""
    groups = {}
    for word in arguments:
        group, _, place = word.rpartition("=")
        names = sorted(os.listdir(place)) if os.path.isdir(place) else []
        files = [os.path.join(place, name) for name in names if name.endswith(".spv")] or [place]
        groups.setdefault(group or "modules", []).extend(files)
    return groups


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--llvm", default="23", type=lambda text: text.split(","))
    parser.add_argument("--processors", default="gfx1100", type=lambda text: text.split(","))
    parser.add_argument("--abi", default="kernel", choices=sorted(ABIS))
    parser.add_argument("--passes", type=passes_of)
    parser.add_argument("--tsv", type=argparse.FileType("w"))
    parser.add_argument("--keep")
    parser.add_argument("modules", nargs="+")
    arguments = parser.parse_args()
    for processor in arguments.processors:
        for group, paths in groups_of(arguments.modules).items():
            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                results = list(zip(paths, pool.map(lambda path: compare(path, processor, arguments), paths)))
            rows = [row for row in results if not isinstance(row[1], str)]
            print(f"\n**{group}, {processor}**: {len(rows)} modules, {arguments.abi}", flush=True)
            why = [row[1] for row in results if isinstance(row[1], str)]
            for reason in sorted(set(why)):
                print(f"left out, {reason}: {why.count(reason)}")
            if not rows:
                sys.exit("code.py: nothing compared")
            worst(rows)
            table(rows, arguments.llvm)
            for path, found in rows if arguments.tsv else ():
                for side, measured in zip(("radv", *arguments.llvm), found):
                    print(path, processor, group, side, *measured.values(), sep="\t", file=arguments.tsv, flush=True)


main()
