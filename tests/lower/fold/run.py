#!/usr/bin/env python3
"""Executes the translator's arithmetic without a processor that could run it.

Writes modules whose kernels compute with constants and store every result, translates them, lets LLVM fold the IR, reads
the stored constants back and compares them with what was computed independently. A result that is poison, or that does
not fold, is a mistake too.

    run.py --command spirv-mmra [--seed N] [--scale N] [--group NAME] [--keep DIR]
           [--compile gfx942] [--opcodes] [--litmus] [--execute gfx1100]

With --litmus the same modules are litmus programs, whose own arithmetic computes the results. With --execute operands come
from memory, and the executor runs the machine code (docs/evidence/comparer.md, "Machine code"): so the results judge it too.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

import composites
import dots
import glsl
import ieee
import pointers
import scalars
import signs
import toward_zero
from module import INPUTS, Module

GROUPS = {
    "integers": scalars.integers,
    "shifts": scalars.shifts,
    "floats": scalars.floats,
    "logic": scalars.logic,
    "conversions": scalars.conversions,
    "bit_fields": composites.bit_fields,
    "pairs": composites.pairs,
    "bitcasts": composites.bitcasts,
    "composites": composites.composites,
    "copies": composites.copies,
    "vectors": composites.vectors,
    "matrices": composites.matrices,
    "dots": dots.dots,
    "pointers": pointers.pointers,
    "glsl_integers": glsl.integers,
    "glsl_floats": glsl.floats,
    "glsl_nearly": glsl.nearly,
    "glsl_parts": glsl.parts,
    "glsl_exponents": glsl.exponent_types,
    "glsl_packing": glsl.packing,
    "glsl_geometry": glsl.geometry,
    "signs": signs.signs,
    "toward_zero": toward_zero.toward_zero,
    "toward_zero_flushed": toward_zero.flushed,
}

# Litmus programs do not compute these: they round to nearest and keep denormal numbers (docs/reference/models.md).
NOT_IN_PROGRAMS = {"toward_zero", "toward_zero_flushed"}
SKIPPED = 77  # there is no Vulkan driver, which the comparer needs
# How much farther from the exact number the formulas of litmus programs may be, which are computed in the result's width.
ESTIMATE = 16

PASSES = "sroa,instcombine<no-verify-fixpoint>,instsimplify"


def run(command, **arguments):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True, **arguments)
    if done.returncode:
        sys.exit("%s: status %d\n%s" % (" ".join(command), done.returncode, done.stderr[:2000]))
    return done.stdout


def with_plain_conversions(ir):
    """LLVM does not fold llvm.fptrunc.round, which is fptrunc with this mode, nor llvm.amdgcn.softwqm, a copy."""
    with open(ir) as file:
        text = re.sub(r'call (\S+|<[^>]*>) @llvm\.fptrunc\.round\.\S+\((\S+|<[^>]*>) (\S+), metadata !"round.tonearest"\)',
                      r"fptrunc \2 \3 to \1", file.read())
    return re.sub(r"call (?:\S+|<[^>]*>) @llvm\.amdgcn\.softwqm\.[^(]*\((\S+|<[^>]*>) ([^)]+)\)", r"freeze \1 \2", text)


def stored_values(ir):
    """The value of every volatile store, in order, as text."""
    return re.findall(r"^ *store volatile i\d+ ([^,]+),", ir, re.MULTILINE)


def observed_values(outcome):
    """The value of every place that --outcomes prints, by its number."""
    places = re.findall(r"out\d+\[0\]\[(\d+)\] = ([^,\s]+)", outcome)
    return [value for _, value in sorted((int(index), value) for index, value in places)]


def run_program(module, binary, options):
    sizes = ["--size=out%d=%d" % (width, len(module.expectations)) for width in (8, 16, 32, 64)]
    outcome = run([options.command, "litmus", "--no-validate", "--outcomes", "--groups=1"] + sizes + [binary])
    for i, (label, t, expected) in enumerate(module.expectations):
        if isinstance(expected, ieee.Near):
            module.expectations[i] = label, t, expected.within(ESTIMATE)
    return list(failures(module, observed_values(outcome)))


def run_machine_code(module, binary, processor, options):
    """The comparer keeps what the machine code left. On the driver runs a module that does nothing."""
    folder, arguments = binary + "." + processor, []
    on = [] if processor == "host" else ["--on=" + processor]
    os.makedirs(folder, exist_ok=True)
    count = len(module.expectations)
    for width in module.inputs:
        values = module.inputs[width] or [0]
        contents = {width: bytes(count * width // 8), INPUTS + width: b"".join(v.to_bytes(width // 8, "little") for v in values)}
        for binding, content in contents.items():
            path = os.path.join(folder, str(binding))
            with open(path, "wb") as file:
                file.write(content)
            arguments.append("--contents=0.%d:%s" % (binding, path))
    done = subprocess.run([os.path.join(os.path.dirname(options.command), "compare"), "--report", *on, "--seconds=300",
                           "--driver=nothing", "--keep=" + folder, *arguments, binary], stdout=subprocess.PIPE, universal_newlines=True)
    if done.returncode == SKIPPED:
        sys.exit(SKIPPED)
    values = []
    for i, (_, t, _) in enumerate(module.expectations):
        width = 32 if t[0] == "b" else t[1]
        try:
            with open(os.path.join(folder, "0.%d.0.translation" % width), "rb") as file:
                file.seek(i * width // 8)
                values.append(str(int.from_bytes(file.read(width // 8), "little")))
        except FileNotFoundError:
            return ["not executed on %s: %s" % (processor, done.stdout.splitlines()[:1])]
    module.expectations = [(label, t, of_processor(label, t, expected)) for label, t, expected in module.expectations]
    return ["%s: %s" % (processor, failure) for failure in failures(module, values)]


def of_processor(label, t, expected):
    """LLVM folds quotients and tangents exactly, or nearly. Vulkan ("Precision and Operation of SPIR-V Instructions") allows 2.5 ULP,
    and of a tangent that of sine and cosine, which is 2^-11. Without SignedZeroInfNanPreserve it lets 0 have either sign, and LLVM
    loses that of a product which becomes a half (docs/upstream/llvm-half-product-sign.md)."""
    if label.startswith("Tan ") and isinstance(expected, ieee.Near):
        return ieee.Near(expected.number, absolute=2**-11 * (1 + expected.number**2))
    if label.startswith("OpFMul") and t == ("f", 16) and expected == 0x8000:
        return ieee.OneOf(0, 0x8000)
    if not label.startswith("OpFDiv") or t[0] != "f" or hasattr(expected, "matches"):
        return expected
    return ieee.Near(ieee.decode(expected, t[1]), ulps=2.5)


def failures(module, values):
    if len(values) != len(module.expectations):
        yield "%d stores for %d results" % (len(values), len(module.expectations))
        return
    for text, (label, t, expected) in zip(values, module.expectations):
        width = 32 if t[0] == "b" else t[1]
        if text in ("undef", "poison") or text.startswith("%"):
            if text != "poison" and expected is ieee.ANYTHING:
                continue
            yield "%s: %s, expected %s" % (label, text, expected)
            continue
        bits = int(text) & ((1 << width) - 1)
        if not ieee.matches(expected, bits, t):
            shown = expected if hasattr(expected, "matches") else hex(expected)
            value = " = %r" % ieee.decode(bits, width) if t[0] == "f" else ""
            yield "%s: 0x%x%s, expected %s" % (label, bits, value, shown)


def run_group(name, options, folder):
    module = Module(loads=bool(options.compile), places=options.litmus or bool(options.execute), inputs=bool(options.execute))
    GROUPS[name](module, random.Random("%s %d" % (name, options.seed)), options.scale)
    if options.opcodes:
        return module, []
    assembly, binary, ir = (os.path.join(folder, name + ending) for ending in (".spvasm", ".spv", ".ll"))
    with open(assembly, "w") as file:
        file.write(module.text())
    run(["spirv-as", "--target-env", "spv1.5", assembly, "-o", binary])
    if options.litmus:
        return module, run_program(module, binary, options)
    if options.execute:
        with open(assembly, "w") as file:
            file.write(module.text(with_body=False))
        run(["spirv-as", "--target-env", "spv1.5", assembly, "-o", os.path.join(folder, "nothing.spv")])
        return module, [one for processor in options.execute for one in run_machine_code(module, binary, processor, options)]
    run([options.command, "--no-validate", "--llvm=22", binary, "-o", ir])
    if options.compile:
        for processor in options.compile:
            run([options.llc, "-mtriple=amdgcn-amd-amdhsa", "-mcpu=" + processor, "-filetype=null", ir])
        return module, []
    folded = run([options.opt, "-S", "-passes=" + PASSES], input=with_plain_conversions(ir))
    return module, list(failures(module, stored_values(folded)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", default=os.path.join(os.environ.get("SMMRA_BUILD", "build"), "bin", "spirv-mmra"))
    parser.add_argument("--opt", default="opt-22")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=int, default=4, help="how many cases of each kind")
    parser.add_argument("--group", action="append", choices=sorted(GROUPS))
    parser.add_argument("--keep", metavar="DIR", help="leave the modules and the IR there")
    parser.add_argument("--llc", default="llc-22")
    parser.add_argument("--compile", metavar="PROCESSOR", action="append",
                        help="with operands from memory, only see that LLVM compiles it for that processor")
    parser.add_argument("--litmus", action="store_true", help="run the modules as litmus programs instead")
    parser.add_argument("--execute", metavar="PROCESSOR", action="append", help="execute that processor's machine code instead, or what LLVM compiles for this one: host")
    parser.add_argument("--opcodes", action="store_true", help="only list the instructions that would be executed")
    options = parser.parse_args()
    total, wrong, opcodes = 0, 0, set()
    with tempfile.TemporaryDirectory() as temporary:
        for name in options.group or [n for n in GROUPS if not (options.litmus and n in NOT_IN_PROGRAMS)]:
            module, found = run_group(name, options, options.keep or temporary)
            total += len(module.expectations)
            wrong += len(found)
            opcodes |= module.opcodes
            for failure in found[:20]:
                print("%s: %s" % (name, failure))
            if not options.opcodes:
                print("%-14s %6d results, %d wrong" % (name, len(module.expectations), len(found)))
    if options.opcodes:
        print("\n".join(sorted(opcodes)))
        return 0
    print("%d results of %d instructions, %d wrong" % (total, len(opcodes), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
