#!/usr/bin/env python3
"""Loads and stores of cooperative matrices, in each layout, stride, memory, type and use: every access that one becomes has the annotations
that its memory operands ask for, and together they reach each element once (each copy of it, if lanes have copies).

    annotated.py SPIRV_MMRA FOLDER
"""

import array
import itertools
import pathlib
import re
import subprocess
import sys

COMMAND, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
TYPES = {"float16_t": 2, "float": 4, "int8_t": 1}
USES = ("A", "B", "Accumulator")
MEMORY = {  # declaration, place, address space
    "buffer": ("layout(set = 0, binding = 0) buffer B {{ {t} b[1024]; }};", "b", 1),
    "shared": ("shared {t} s[1024];", "s", 3),
    "reference": ("layout(buffer_reference, std430) buffer R {{ {t} r[]; }}; layout(push_constant) uniform P {{ R p; }};", "p.r", 1),
}
NONPRIVATE, AVAILABLE, VISIBLE, VOLATILE = 0x20, 8, 0x10, 1
OPERANDS = {  # mask of a load, of a store, scope; what an access of global, of local memory then is
    "none": (0, 0, None, "plain", "plain"),
    "nonprivate": (NONPRIVATE, NONPRIVATE, None, "nonprivate", "nonprivate"),
    "volatile": (NONPRIVATE | VOLATILE, NONPRIVATE | VOLATILE, None, "volatile", "volatile"),
    "device": (NONPRIVATE | VISIBLE, NONPRIVATE | AVAILABLE, 1, "atomic agent", "atomic workgroup"),
    "queue family": (NONPRIVATE | VISIBLE, NONPRIVATE | AVAILABLE, 5, "atomic agent", "atomic workgroup"),
    "workgroup": (NONPRIVATE | VISIBLE, NONPRIVATE | AVAILABLE, 2, "atomic workgroup", "atomic workgroup"),
    "subgroup": (NONPRIVATE | VISIBLE, NONPRIVATE | AVAILABLE, 3, "atomic wavefront", "atomic wavefront"),
}
SHADER = """#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types : enable
#extension GL_EXT_buffer_reference : enable
#pragma use_vulkan_memory_model
layout(local_size_x = 64) in;
{declaration}
void main() {{
    coopmat<{t}, gl_ScopeSubgroup, 16, 16, gl_MatrixUse{use}> m;
    coopMatLoad(m, {place}, 32, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(m, {place}, 512, 16, gl_CooperativeMatrixLayoutRowMajor);
}}
"""
LOAD, STORE, FUNCTION, TYPE_INT, CONSTANT = 4457, 4458, 54, 21, 43
WAVE = {"gfx1100": 32, "gfx1201": 32, "gfx942": 64}
ACCESS = re.compile(r"(load|store) (atomic )?(volatile )?(.*)ptr addrspace\((\d)\)[^,]*?(?: syncscope\(\"([^\"]*)\"\))?( monotonic)?, align (\d+)(.*)$")


def bytes_of(line):
    kind = re.search(r"(?:load|store) (?:atomic )?(?:volatile )?(<(\d+) x )?(half|float|i(\d+))", line)
    width = {"half": 16, "float": 32}.get(kind[3]) or int(kind[4])
    return int(kind[2] or 1) * width // 8


def fits(line, wanted, tags):
    match = ACCESS.search(line)
    words = wanted.split()
    scope = words[1] if len(words) > 1 and words[0] == "atomic" else None
    node = re.search(r"!mmra !(\d+)", line)
    private = "nonprivate" not in tags[node[1]]
    if wanted == "plain":
        return not match[2] and not match[3] and private
    if wanted == "nonprivate":
        return not match[2] and not match[3] and not private
    if words[0] == "volatile":
        return bool(match[3]) and not private
    return bool(match[2] and match[7]) and match[6] == scope and not private


def check(name, text, space, wanted, expected):
    tags = dict(re.findall(r"^!(\d+) = (.*)$", text, re.M))
    lines = [line for line in text.splitlines() if re.search(r"\b(load|store) .*, ptr addrspace\(%d\) %%" % space, line)]
    faults = [f"{name}: {line.strip()}: not {wanted}" for line in lines if not fits(line, wanted, tags)]
    for kind in ("load", "store"):
        moved = sum(bytes_of(line) for line in lines if re.search(rf"\b{kind} ", line))
        if moved != expected:
            faults.append(f"{name}: {kind}s of {moved} bytes, not {expected}")
    return len(lines), faults


def instructions(words):
    at = 5
    while at < len(words):
        yield words[at:at + (words[at] >> 16)]
        at += words[at] >> 16


def patched(words, layout, stride, masks, scope):
    """The module with another MemoryLayout, Stride and Memory Operands of its load and its store."""
    out, bound, unsigned = list(words[:5]), words[3], None
    out[3] = bound + 3
    for i in instructions(words):
        opcode = i[0] & 0xFFFF
        if opcode == TYPE_INT and i[2:] == [32, 0]:
            unsigned = i[1]
        if opcode == FUNCTION and unsigned:
            for offset, value in enumerate((layout, stride, scope or 0)):
                out += [4 << 16 | CONSTANT, unsigned, bound + offset, value]
            unsigned = None
        if opcode in (LOAD, STORE):
            mask = masks[opcode == STORE]
            makes = mask & (AVAILABLE | VISIBLE)
            aligned = [word for word in i[7:] if i[6] & 2][:1]  # Aligned comes first
            i = i[:1] + i[1:4 if opcode == LOAD else 3] + [bound, bound + 1, mask | (i[6] & 2)] + aligned if opcode == LOAD else \
                i[:3] + [bound, bound + 1, mask | (i[5] & 2)] + ([i[6]] if i[5] & 2 else [])
            if makes:
                i.append(bound + 2)
            i[0] = len(i) << 16 | opcode
        out += i
    return out


def compile_bases(folder):
    names = {}
    for memory, kind, use in itertools.product(MEMORY, TYPES, USES):
        declaration, place, _ = MEMORY[memory]
        name = f"{memory}-{kind}-{use}"
        (folder / f"{name}.comp").write_text(SHADER.format(declaration=declaration.format(t=kind), t=kind, use=use, place=place))
        names[name] = None
    subprocess.run(["xargs", "-P2", "-I{}", "newest-glslangValidator", "--quiet", "-V", "--target-env", "vulkan1.3", f"{folder}/{{}}.comp",
                    "-o", f"{folder}/{{}}.base"], input="\n".join(names), text=True, check=True)
    return {name: list(array.array("I", (folder / f"{name}.base").read_bytes())) for name in names}


def main():
    folder = FOLDER / "cells"
    folder.mkdir()
    bases, cells, accesses, faults = compile_bases(folder), [], 0, []
    for memory, operands, kind, use, layout, stride in itertools.product(MEMORY, OPERANDS, TYPES, USES, (0, 1), (16, 32)):
        load, store, scope, *wanted = OPERANDS[operands]
        name = f"{memory}-{operands.replace(' ', '-')}-{kind}-{use}-{'column' if layout else 'row'}-{stride}"
        words = patched(bases[f"{memory}-{kind}-{use}"], layout, stride, (load, store), scope)
        (folder / f"{name}.spv").write_bytes(array.array("I", words).tobytes())
        space = MEMORY[memory][2]
        cells.append((name, space, wanted[space == 3], TYPES[kind], use))
    for processor, wave in WAVE.items():
        out = folder / processor
        out.mkdir()
        subprocess.run([COMMAND, "-j2", "-q", "--llvm", "22", f"--mcpu={processor}", "--coherence=fence", "--no-check", "--no-validate", "--out-dir",
                        out] + [folder / f"{name}.spv" for name, *_ in cells], check=True)
        for name, space, wanted, size, use in cells:
            copies = wave // 16 if processor == "gfx1100" and use != "Accumulator" else 1
            count, wrong = check(f"{processor} {name}", (out / f"{name}.ll").read_text(), space, wanted, 256 * size * copies // wave)
            accesses += count
            faults += wrong
    print("\n".join(faults[:20]))
    print(f"{len(cells)} cells, {accesses} accesses, {len(faults)} faults")
    return bool(faults)


sys.exit(main())
