#!/usr/bin/env python3
"""machine_code.py COUNT [SEED [PROCESSOR [KIND...]]]: plants mistakes in machine code and sees whether the comparer finds them.

Each mistake changes one line of what llc writes for one of the own compute shaders: an operation, a source register, a
number, an offset, a mask of lanes, a carry, a wait or a barrier. The comparer then executes the code
(compare --on=PROCESSOR --races) on contents of several kinds and on larger grids of workgroups, of which it passes over those
on which the shader is not equal without a mistake, and compares the memory with the driver's. A mistake is found if
the outcome is `different`, `schedule`, or `not-comparable` for a race, an access out of bounds or an invocation that never
ends. Code that the executor cannot read tells nothing: another line is taken instead. Cache operations and policies are
not among the kinds: most own shaders read what nobody writes meanwhile, and tests/run/machine_model judges these. KIND...
plants those kinds alone. Prints each mistake that is not found, with its line, and a table of kinds. A mistake that
changes nothing, because the line is not executed or the rest of the code makes up for it, is among those: a reader
tells. SMMRA_BUILD names the build tree, for release. Needs a Vulkan driver and LLVM 22.
"""
import os
import random
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("SMMRA_BUILD", os.path.join(ROOT, "build/release"))
SETTINGS = os.path.join(ROOT, "tests/run/compare/settings.txt")

# In place of llc-22: keeps what it writes, or puts the planted code in its place.
WRAPPER = """#!/bin/sh
for next; do [ "$last" = -o ] && output=$next; last=$next; done
"{llc}" "$@" || exit
case $output in *.s) if [ "$PLANTED" ]; then cp "$PLANTED" "$output"; else cp "$output" "$KEPT"; fi ;; esac
"""

OPERATIONS = [("_add_", "_sub_"), ("_sub_", "_add_"), ("_and_b", "_or_b"), ("_or_b", "_and_b"), ("_xor_b", "_or_b"),
              ("_min_", "_max_"), ("_max_", "_min_"), ("_lt_", "_le_"), ("_gt_", "_ge_"), ("_eq_", "_lg_"),
              ("_ne_", "_eq_"), ("_mul_lo_", "_mul_hi_"), ("_lshlrev_", "_lshrrev_"), ("_lshl_", "_lshr_"),
              ("_ashrrev_", "_lshrrev_"), ("_mul_f", "_add_f"), ("_add_f", "_mul_f")]
DROPPED = {"wait": r"s_wait(?!cnt_depctr|_alu)\w*", "barrier": r"s_barrier\w*"}
# Options of the comparer, one after the other: contents, and workgroups.
RUNS = [["--seed=1"], ["--seed=2"], ["--seed=3"], ["--seed=4", "--integers=small"], ["--seed=5", "--integers=zero"],
        ["--seed=6", "--floats=wild"], ["--seed=7", "--groups=3,1,1"], ["--seed=8", "--groups=2,3,2"],
        ["--seed=9", "--groups=5,1,1"], ["--seed=10", "--groups=4,1,1"]]


def operation(line, choose):
    found = [(old, new) for old, new in OPERATIONS if old in line.split()[0]]
    if not found:
        return None
    old, new = choose.choice(found)
    return line.replace(old, new, 1)


def source(line, choose):
    """One source register is its neighbour."""
    places = [m for m in re.finditer(r"(?<![\w:\[])([vs])(\d+)\b", line)][1:]
    if not places:
        return None
    m = choose.choice(places)
    other = int(m.group(2)) + 1 if int(m.group(2)) == 0 or choose.random() < 0.5 else int(m.group(2)) - 1
    return line[:m.start()] + m.group(1) + str(other) + line[m.end():]


def number(line, choose):
    places = [m for m in re.finditer(r"(?<=, )(0x[0-9a-f]+|\d+)\b(?!\.)", line)]
    if not places or re.match(r"\s*(s_(wait|nop|delay|cbranch|branch|sleep|clause|load|buffer_load|inst_prefetch)|v_readfirst)", line):
        return None
    m = choose.choice(places)
    return line[:m.start()] + str(int(m.group(1), 0) + 1) + line[m.end():]


def offset(line, choose):
    m = re.search(r"offset:(\d+)", line)
    return line[:m.start(1)] + str(int(m.group(1)) + 4) + line[m.end():] if m else None


def lanes(line, choose):
    """Lanes that should not take part do."""
    new = re.sub(r"^(\s*)s_and_saveexec_(b\d+) (\S+), \S+", r"\1s_or_saveexec_\2 \3, -1", line)
    new = re.sub(r"^(\s*v_cndmask\w* \S+) (\S+), (\S+),", r"\1 \3, \2,", new)
    return new if new != line else None


def carry(line, choose):
    """Of sums; -1 is added to masks of lanes, whose high half is 0 in waves and workgroups of 32."""
    if line.endswith(", -1"):
        return None
    new = line.replace("s_addc_u32", "s_add_u32").replace("s_add_co_ci_u32", "s_add_co_u32")
    new = re.sub(r"^(\s*v_add(?:c_co|_co_ci)_u32\w* \S+ (?:vcc\w*|null|s\S+), \S+, \S+), (?:vcc\w*|s\S+)", r"\1, 0", new)
    return new if new != line else None


KINDS = {"operation": operation, "source": source, "number": number, "offset": offset, "lanes": lanes, "carry": carry}
for name, pattern in DROPPED.items():
    KINDS[name] = lambda line, choose, pattern=pattern: "\ts_nop 0" if re.match(rf"\s*{pattern}\b", line) else None


def body(code):
    """The numbers of the lines that are instructions."""
    inside, found = False, []
    for number_of, line in enumerate(code):
        if line.startswith("; %bb.0") or line.endswith("; %bb.0:"):
            inside = True
        if ".section" in line or line.startswith(".Lfunc_end"):
            inside = False
        if inside and re.match(r"\t[a-z]\w+", line) and not line.startswith("\ts_endpgm"):
            found.append(number_of)
    return found


class Planter:
    def __init__(self, work, processor):
        self.work, self.processor, self.codes, self.equal = work, processor, {}, {}
        self.kept, self.planted = os.path.join(work, "kept.s"), os.path.join(work, "planted.s")
        self.all_grids = os.path.join(work, "settings") # settings that name no grid, for the runs that do
        with open(SETTINGS) as settings, open(self.all_grids, "w") as file:
            file.write(re.sub(r" groups=\S+", "", settings.read()))
        os.makedirs(os.path.join(work, "bin"))
        llc = subprocess.run(["sh", "-c", "command -v llc-22"], capture_output=True, text=True, check=True).stdout.strip()
        wrapper = os.path.join(work, "bin/llc-22")
        with open(wrapper, "w") as file:
            file.write(WRAPPER.format(llc=llc))
        os.chmod(wrapper, 0o755)

    def code(self, shader):
        """The lines of its code; none if the comparer does not find it equal."""
        if shader not in self.codes:
            equal = self.run(shader, False).startswith("equal")
            with open(self.kept if equal else os.devnull) as file:
                self.codes[shader] = file.read().splitlines()
        return self.codes[shader]

    def plant(self, shader, code):
        with open(self.planted, "w") as file:
            file.write("\n".join(code) + "\n")
        words = "equal"
        for number, options in enumerate(RUNS):
            if not self.is_equal(shader, number, options):
                continue
            words = self.run(shader, True, *options)
            if is_found(words):
                if number == 0 or self.run(shader, False, *options).startswith("equal"):
                    return words
                words = "equal"  # the driver's results differ from run to run
        return words

    def is_equal(self, shader, number, options):
        """Whether the code without a mistake is; the first run is why the shader was taken."""
        if number and (shader, number) not in self.equal:
            self.equal[shader, number] = self.run(shader, False, *options).startswith("equal")
        return not number or self.equal[shader, number]

    def run(self, shader, planted, *further):
        environment = dict(os.environ, KEPT=self.kept, PLANTED=self.planted if planted else "",
                           PATH=os.path.join(self.work, "bin") + ":" + os.environ["PATH"])
        settings = self.all_grids if any(option.startswith("--groups") for option in further) else SETTINGS
        command = [os.path.join(BUILD, "bin/compare"), f"--on={self.processor}", "--races", "--report", "--seconds=20",
                   f"--settings={settings}", *further, os.path.join(BUILD, "tests/shaders", shader + ".spv")]
        words = subprocess.run(command, capture_output=True, text=True, env=environment).stdout
        return next((line for line in words.splitlines() if f" {shader}: " in line), "")


def is_found(words):
    return words.startswith(("different", "schedule")) or bool(words.startswith("not-comparable") and re.search(
        r"race|unordered|orders|out of bounds|outside|never|end|for ever|address", words))


def a_place(planter, choose, shaders, change):
    """A shader, its code, a line of it and what that line is changed to; None if no shader has such a line."""
    for shader in choose.sample(shaders, len(shaders)):
        code = planter.code(shader)
        changed = [(n, new) for n in body(code) if (new := change(code[n], choose)) and new != code[n]]
        if changed:
            return shader, code, *choose.choice(changed)
    return None


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    processor = sys.argv[3] if len(sys.argv) > 3 else "gfx1100"
    choose = random.Random(seed)
    shaders = sorted(f[:-4] for f in os.listdir(os.path.join(BUILD, "tests/shaders")) if f.endswith(".spv"))
    kinds, planted = sorted(sys.argv[4:] or KINDS), 0
    table = {kind: [0, 0] for kind in kinds}
    with tempfile.TemporaryDirectory() as work:
        planter = Planter(work, processor)
        while planted < count and kinds:
            kind = kinds[planted % len(kinds)]
            place = a_place(planter, choose, shaders, KINDS[kind])
            if not place:
                kinds.remove(kind)
                continue
            shader, code, line, new = place
            words = planter.plant(shader, code[:line] + [new] + code[line + 1:])
            if not is_found(words) and not words.startswith("equal"):
                print(f"# {new.strip()}: {words.strip()}", flush=True)
                continue
            planted += 1
            table[kind][0] += 1
            table[kind][1] += is_found(words)
            if not is_found(words):
                print(f"not found: {kind}: {shader}, line {line + 1}: {code[line].strip()} -> {new.strip()}", flush=True)
    for kind, (all_of, found) in sorted(table.items()):
        print(f"{kind}: {found} of {all_of} found")
    total = sum(found for _, found in table.values())
    print(f"{processor}, seed {seed}: {total} of {planted} found")


main()
