#!/usr/bin/env python3
"""Loads and stores of cooperative matrices, in each layout, stride, memory, type and use, and through tensor layouts and views: every access that one becomes has the annotations
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
#extension GL_NV_cooperative_matrix2 : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types : enable
#extension GL_EXT_buffer_reference : enable
#pragma use_vulkan_memory_model
layout(local_size_x = 64) in;
{declaration}
void main() {{
    coopmat<{t}, gl_ScopeSubgroup, 16, 16, gl_MatrixUse{use}> m;
{accesses}
}}
"""
BY_STRIDE = """    coopMatLoad(m, {place}, 32, 16, gl_CooperativeMatrixLayoutRowMajor);
    coopMatStore(m, {place}, 512, 16, gl_CooperativeMatrixLayoutRowMajor);"""
BY_TENSOR = """    tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> t = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
    t = setTensorLayoutDimensionNV(t, 20, 20);
    tensorViewNV<2, false, 1, 0> v = createTensorViewNV(2, false, 1, 0);
    coopMatLoadTensorNV(m, {place}, 32, sliceTensorLayoutNV(t, 0, 16, 0, 16), v);
    coopMatStoreTensorNV(m, {place}, 512, t, v);"""
TENSOR_CELLS = (("float16_t", "A"), ("float", "Accumulator"), ("int8_t", "B"))
LOAD, STORE, LOAD_TENSOR, STORE_TENSOR, FUNCTION, TYPE_INT, CONSTANT = 4457, 4458, 5367, 5368, 54, 21, 43
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


MASK = {LOAD: 6, STORE: 5, LOAD_TENSOR: 6, STORE_TENSOR: 4}  # where the Memory Operands are, if there are any
BEFORE = {LOAD: 4, STORE: 3}  # words before MemoryLayout and Stride


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
        if opcode in MASK:
            at, mask = MASK[opcode], masks[opcode in (STORE, STORE_TENSOR)]
            aligned = i[at] & 2 if at < len(i) else 0
            given = i[at + 1:at + 2] if aligned else []  # Aligned comes first
            scopes = bool(i[at] & (AVAILABLE | VISIBLE)) if at < len(i) else 0
            behind = i[at + 1 + len(given) + scopes:] if opcode in (LOAD_TENSOR, STORE_TENSOR) else []
            places = i[1:at] if opcode in (LOAD_TENSOR, STORE_TENSOR) else i[1:BEFORE[opcode]] + [bound, bound + 1]
            i = i[:1] + places + [mask | aligned] + given + [bound + 2] * bool(mask & (AVAILABLE | VISIBLE)) + behind
            i[0] = len(i) << 16 | opcode
        out += i
    return out


def compile_bases(folder):
    names = {}
    for memory, kind, use, accesses in itertools.product(MEMORY, TYPES, USES, (BY_STRIDE, BY_TENSOR)):
        declaration, place, _ = MEMORY[memory]
        name = f"{memory}-{kind}-{use}" + "-tensor" * (accesses == BY_TENSOR)
        if accesses == BY_TENSOR and (kind, use) not in TENSOR_CELLS:
            continue
        (folder / f"{name}.comp").write_text(SHADER.format(declaration=declaration.format(t=kind), t=kind, use=use, accesses=accesses.format(place=place)))
        names[name] = None
    subprocess.run(["xargs", "-P2", "-I{}", "newest-glslangValidator", "--quiet", "-V", "--target-env", "vulkan1.3", f"{folder}/{{}}.comp",
                    "-o", f"{folder}/{{}}.base"], input="\n".join(names), text=True, check=True)
    return {name: list(array.array("I", (folder / f"{name}.base").read_bytes())) for name in names}


def main():
    folder = FOLDER / "cells"
    folder.mkdir()
    bases, cells, accesses, faults = compile_bases(folder), [], 0, []
    strides = [(kind, use, "", layout, stride) for kind, use, layout, stride in itertools.product(TYPES, USES, (0, 1), (16, 32))]
    tensors = [(kind, use, "-tensor", 0, 16) for kind, use in TENSOR_CELLS]
    for memory, operands, (kind, use, by, layout, stride) in itertools.product(MEMORY, OPERANDS, strides + tensors):
        load, store, scope, *wanted = OPERANDS[operands]
        name = f"{memory}-{operands.replace(' ', '-')}-{kind}-{use}-{'column' if layout else 'row'}-{stride}{by}"
        words = patched(bases[f"{memory}-{kind}-{use}{by}"], layout, stride, (load, store), scope)
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
