#!/usr/bin/env python3
"""Writes shaders with cooperative matrices into a folder, each beside one that computes the same with scalars, their
inputs, and a file of settings for the comparer.

    make.py FOLDER

The scalar shader is written from SPV_KHR_cooperative_matrix's words alone: where element (row, column) lies, and what
becomes of it. Inputs are small integers, so that no order of sums matters. Each subgroup does the same, so that it does
not matter how many there are.
"""

import pathlib
import random
import struct
import sys

HEAD = """#version 450
#extension GL_KHR_cooperative_matrix : enable
#extension GL_KHR_memory_scope_semantics : enable
#extension GL_EXT_shader_explicit_arithmetic_types : enable
#extension GL_EXT_buffer_reference : enable
#pragma use_vulkan_memory_model
layout(local_size_x = 64) in;
"""
BFLOATS = """#extension GL_EXT_bfloat16 : enable
"""
# The scalar shaders take bfloat16 for the high half of a float's bits, rounded to nearest even.
HALVES = """float number(uint16_t x) { return uintBitsToFloat(uint(x) << 16); }
uint16_t nearest(float x) {
uint b = floatBitsToUint(x), low = b & 0xFFFFu, high = b >> 16;
return uint16_t(isnan(x) ? 0x7FC0u : low > 0x8000u || (low == 0x8000u && (high & 1u) == 1u) ? high + 1u : high);
}
"""
TYPES = {"bf16": "bfloat16_t", "f16": "float16_t", "f32": "float", "i8": "int8_t", "u8": "uint8_t", "i16": "int16_t",
         "u16": "uint16_t", "i32": "int", "u32": "uint"}
FORMATS = {"f16": "e", "f32": "f", "i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I"}
WIDE = {"bf16": "float"}
PLAIN = {**TYPES, "bf16": "uint16_t"}
WORDS = 4096  # elements of each buffer
ROW, COLUMN = "RowMajor", "ColumnMajor"


def read(kind, place):
    """An element of memory in a scalar shader."""
    return f"number({place})" if kind == "bf16" else place


def rounded(kind, value):
    return f"nearest(float({value}))" if kind == "bf16" else f"{TYPES[kind]}({value})"


def packed(kind, values):
    if kind == "bf16":
        return b"".join(struct.pack("<f", value)[2:] for value in values)
    return struct.pack(f"<{len(values)}{FORMATS[kind]}", *values)


class Operand:
    """A matrix in memory: element (r, c) is at first + r * stride + c, or first + c * stride + r."""

    def __init__(self, kind, rows, columns, use, layout=ROW, pad=0, first=0):
        self.kind, self.rows, self.columns, self.use, self.layout = kind, rows, columns, use, layout
        self.stride, self.first = (columns if layout == ROW else rows) + pad, first

    def type(self):
        return f"coopmat<{TYPES[self.kind]}, gl_ScopeSubgroup, {self.rows}, {self.columns}, gl_MatrixUse{self.use}>"

    def at(self, row, column):
        if self.layout == ROW:
            return f"{self.first} + ({row}) * {self.stride} + ({column})"
        return f"{self.first} + ({column}) * {self.stride} + ({row})"

    def load(self, variable, memory, first=None):
        return f"coopMatLoad({variable}, {memory}, {self.first if first is None else first}, {self.stride}, gl_CooperativeMatrixLayout{self.layout});"

    def store(self, variable, memory):
        return f"coopMatStore({variable}, {memory}, {self.first}, {self.stride}, gl_CooperativeMatrixLayout{self.layout});"


class Maker:
    def __init__(self, folder):
        self.folder, self.settings = pathlib.Path(folder), []
        self.count = 0

    def buffers(self, kinds, qualifiers="", types=TYPES):
        return "".join(f"layout(set = 0, binding = {i}) {qualifiers} buffer B{i} {{ {types[k]} b{i}[{WORDS}]; }};\n"
                       for i, k in enumerate(kinds))

    def inputs(self, kinds, extreme):
        words = []
        for i, kind in enumerate(kinds):
            path = self.folder / f"{kind}-{i}{'-extreme' * (i == extreme)}.bytes"
            random.seed(f"{kind} {i}")
            low, high = 0 if kind[0] == "u" else -4, 255 if kind == "u8" else 4  # bytes whose sign would matter
            values = [random.randint(low, high) for _ in range(WORDS)]
            if i == extreme:  # within reach of the bounds
                bounds = (20, 2**32 - 1) if kind == "u32" else (-2**31, 2**31 - 1)
                values = [bounds[v & 1] + (abs(v) if bounds[v & 1] < 0 or v & 1 == 0 else -abs(v)) for v in values]
            path.write_bytes(packed(kind, values))
            words.append(f"contents=0.{i}:{path}")
        return " ".join(words)

    def put(self, name, kinds, matrices, scalars, declarations="", qualifiers="", extreme=None):
        """Both shaders; the scalar one runs in one invocation."""
        head = BFLOATS if "bf16" in kinds else ""
        (self.folder / f"{name}.comp").write_text(f"{HEAD}{head}{self.buffers(kinds, qualifiers)}{declarations}void main() {{\n{matrices}\n}}\n")
        (self.folder / f"{name}-plain.comp").write_text(
            f"{HEAD}{HALVES}{self.buffers(kinds, types=PLAIN)}void main() {{\nif (gl_LocalInvocationIndex != 0) return;\n{scalars}\n}}\n")
        self.settings.append(f"{name} driver={name}-plain groups=1,1,1 {self.inputs(kinds, extreme)}")
        self.count += 1

    # ---- A x B + C ----

    def product(self, name, kinds, size=(16, 16, 16), layouts=(ROW, ROW, ROW), pads=(0, 0, 0, 0), first=0, saturate=False):
        a_kind, b_kind, c_kind, kind = kinds
        m, n, k = size
        a = Operand(a_kind, m, k, "A", layouts[0], pads[0], first)
        b = Operand(b_kind, k, n, "B", layouts[1], pads[1], first)
        c = Operand(c_kind, m, n, "Accumulator", layouts[2], pads[2])
        result = Operand(kind, m, n, "Accumulator", layouts[2], pads[3])
        operands = ", gl_MatrixOperandsSaturatingAccumulation" if saturate else ""
        matrices = f"{a.type()} a; {b.type()} b; {c.type()} c;\n" + "\n".join(
            (a.load("a", "b0"), b.load("b", "b1"), c.load("c", "b2"),
             f"{result.type()} r = coopMatMulAdd(a, b, c{operands});", result.store("r", "b3")))
        wide = "int64_t" if kind[0] in "iu" else "float64_t"
        total = rounded(kind, "sum")
        if saturate:
            low, high = {"i32": ("-2147483648l", "2147483647l"), "u32": ("0l", "4294967295l")}[kind]
            total = f"{TYPES[kind]}(clamp(sum, {low}, {high}))"
        scalars = f"""for (uint r = 0; r < {m}; r++) for (uint c = 0; c < {n}; c++) {{
{wide} sum = {wide}({read(c_kind, f'b2[{c.at("r", "c")}]')});
for (uint k = 0; k < {k}; k++) sum += {wide}({read(a_kind, f'b0[{a.at("r", "k")}]')}) * {wide}({read(b_kind, f'b1[{b.at("k", "c")}]')});
b3[{result.at("r", "c")}] = {total};
}}"""
        self.put(name, kinds, matrices, scalars, extreme=2 if saturate else None)

    # ---- load and store alone ----

    def copy(self, name, kind, use, size, layouts, pads, through="", qualifiers="", declarations="", first=0):
        """`through`: memory of the workgroup that lies between."""
        source = Operand(kind, size[0], size[1], use, layouts[0], pads[0], first)
        target = Operand(kind, size[0], size[1], use, layouts[1], pads[1])
        steps = [f"{source.type()} m;", source.load("m", "b0")]
        if through:
            steps += [target.store("m", "s"), "barrier();", target.load("m", "s")]
        scalars = f"""for (uint r = 0; r < {size[0]}; r++) for (uint c = 0; c < {size[1]}; c++)
b1[{target.at("r", "c")}] = b0[{source.at("r", "c")}];"""
        self.put(name, (kind, kind), "\n".join(steps + [target.store("m", "b1")]), scalars, declarations + through, qualifiers)

    # ---- component by component ----

    def each(self, name, kinds, statements, expression, use="Accumulator", size=(16, 16), declarations="", results=None):
        """`statements` make r of x and y; `expression` its element of theirs."""
        x, y = (Operand(k, *size, use) for k in kinds[:2])
        r = Operand(kinds[2], *size, use, COLUMN)
        matrices = "\n".join((f"{x.type()} x; {y.type()} y; {r.type()} r;", x.load("x", "b0"), y.load("y", "b1"), statements,
                              r.store("r", "b2")))
        scalars = f"""for (uint i = 0; i < {size[0]}; i++) for (uint j = 0; j < {size[1]}; j++) {{
{WIDE.get(kinds[0], TYPES[kinds[0]])} x = {read(kinds[0], f'b0[{x.at("i", "j")}]')};
{WIDE.get(kinds[1], TYPES[kinds[1]])} y = {read(kinds[1], f'b1[{y.at("i", "j")}]')};
b2[{r.at("i", "j")}] = {rounded(kinds[2], expression)};
}}"""
        self.put(name, kinds, matrices, scalars, declarations)


def products(m):
    m.product("f16-f32", ("f16", "f16", "f32", "f32"))
    m.product("f16-f16", ("f16", "f16", "f16", "f16"))
    m.product("f16-f32-columns", ("f16", "f16", "f32", "f32"), layouts=(COLUMN, COLUMN, COLUMN), pads=(8, 16, 4, 0))
    m.product("f16-f16-mixed", ("f16", "f16", "f16", "f16"), layouts=(COLUMN, ROW, ROW), pads=(0, 8, 8, 16), first=128)
    m.product("f32-f32", ("f32", "f32", "f32", "f32"), layouts=(ROW, COLUMN, ROW), pads=(4, 4, 4, 4))
    m.product("i8-i32", ("i8", "i8", "i32", "i32"))
    m.product("u8-u32", ("u8", "u8", "u32", "u32"), layouts=(ROW, COLUMN, COLUMN))
    m.product("u8-i8-i32", ("u8", "i8", "i32", "i32"), layouts=(COLUMN, ROW, ROW), pads=(16, 16, 4, 4))
    m.product("i8-u8-i32", ("i8", "u8", "i32", "i32"))
    m.product("i16-i32", ("i16", "i16", "i32", "i32"))
    m.product("u16-u16", ("u16", "u16", "u16", "u16"))
    m.product("i32-i32", ("i32", "i32", "i32", "i32"), layouts=(ROW, COLUMN, ROW))
    m.product("i8-i32-saturated", ("i8", "i8", "i32", "i32"), saturate=True)
    m.product("u8-u32-saturated", ("u8", "u8", "u32", "u32"), saturate=True)
    m.product("f16-f32-tiles", ("f16", "f16", "f32", "f32"), size=(32, 32, 32))
    m.product("f16-f16-tall", ("f16", "f16", "f16", "f16"), size=(32, 16, 16), layouts=(COLUMN, COLUMN, ROW))
    m.product("i8-i32-deep", ("i8", "i8", "i32", "i32"), size=(16, 16, 64), layouts=(ROW, COLUMN, ROW))
    m.product("f16-f32-8", ("f16", "f16", "f32", "f32"), size=(8, 8, 8))
    m.product("i8-i32-8", ("i8", "i8", "i32", "i32"), size=(8, 8, 8), layouts=(COLUMN, ROW, COLUMN), pads=(8, 8, 4, 4))
    m.product("f16-f32-wide", ("f16", "f16", "f32", "f32"), size=(8, 32, 16))
    m.product("bf16-f32", ("bf16", "bf16", "f32", "f32"))
    m.product("bf16-bf16", ("bf16", "bf16", "bf16", "bf16"), layouts=(COLUMN, ROW, COLUMN), pads=(8, 8, 8, 8))
    m.product("bf16-f32-tiles", ("bf16", "bf16", "f32", "f32"), size=(32, 16, 32), layouts=(ROW, COLUMN, ROW))
    m.product("bf16-bf16-8", ("bf16", "bf16", "bf16", "bf16"), size=(8, 8, 8))
    m.product("f32-f32-narrow", ("f32", "f32", "f32", "f32"), size=(64, 4, 8), layouts=(COLUMN, COLUMN, COLUMN))


def copies(m):
    pads = {"f16": 8, "f32": 4, "i8": 16, "u8": 16, "i16": 8, "i32": 4, "u32": 4}
    for number, (kind, use) in enumerate((k, u) for k in ("f16", "i8", "f32") for u in ("A", "B", "Accumulator")):
        first, second = ((ROW, COLUMN), (COLUMN, ROW), (ROW, ROW), (COLUMN, COLUMN))[number % 4]
        m.copy(f"copy-{kind}-{use.lower()}", kind, use, (16, 16), (first, second), (pads[kind], 2 * pads[kind]), first=pads[kind] * 2)
    m.copy("copy-bf16", "bf16", "A", (16, 16), (ROW, COLUMN), (8, 16))
    m.copy("shared-bf16", "bf16", "B", (16, 16), (ROW, COLUMN), (8, 8), through="shared bfloat16_t s[1024];\n")
    m.copy("copy-large", "f32", "Accumulator", (32, 32), (ROW, COLUMN), (0, 0))
    m.copy("copy-small", "i16", "B", (8, 4), (ROW, COLUMN), (8, 8))
    for kind, use in (("f16", "A"), ("i8", "B"), ("f32", "Accumulator")):
        m.copy(f"shared-{kind}", kind, use, (16, 16), (ROW, COLUMN), (pads[kind], pads[kind]),
               through=f"shared {TYPES[kind]} s[{32 * 32}];\n")
    m.copy("coherent-f16", "f16", "A", (16, 16), (ROW, ROW), (8, 8), qualifiers="coherent")
    m.copy("coherent-f32", "f32", "Accumulator", (16, 16), (ROW, COLUMN), (4, 4), qualifiers="devicecoherent")
    m.copy("volatile-i8", "i8", "B", (16, 16), (COLUMN, ROW), (16, 0), qualifiers="volatile")
    m.copy("coherent-i8", "i8", "A", (16, 16), (COLUMN, COLUMN), (0, 16), qualifiers="workgroupcoherent")


def elements(m):
    for name, kind, statements, expression in (
            ("sum", "f32", "r = x + y;", "x + y"), ("difference", "f16", "r = x - y;", "x - y"),
            ("product", "f32", "r = x * y;", "x * y"), ("quotient", "f32", "r = x / (y * y + R(1.0));", "x / (y * y + 1.0)"),
            ("negation", "f16", "r = -x;", "-x"), ("integers", "i32", "r = x * y - x + (-y);", "x * y - x - y"),
            ("division", "i32", "r = x / (y * y + R(1));", "x / (y * y + 1)"),
            ("scaled", "f32", "r = x * 2.5 + y;", "x * 2.5 + y"), ("scaled-integer", "i32", "r = x * 3;", "x * 3"),
            ("bytes", "u8", "r = x + y * y;", "x + y * y")):
        text = statements.replace("R(", f"coopmat<{TYPES[kind]}, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(")
        m.each(f"each-{name}", (kind, kind, kind), text, expression)
    loop = "for (int i = 0; i < x.length(); i++) r[i] = x[i] * {0} + y[i];"
    m.each("element-loop", ("f32", "f32", "f32"), loop.format("2.0"), "x * 2.0 + y")
    m.each("element-loop-a", ("f16", "f16", "f16"), loop.format("float16_t(3.0)"), "x * float16_t(3.0) + y", use="A")
    m.each("element-loop-b", ("i8", "i8", "i8"), loop.format("int8_t(3)"), "x * int8_t(3) + y", use="B")
    m.each("element-constant", ("f32", "f32", "f32"), "r = x; r[0] = y[0]; r[1] = y[1];" + loop.format("1.0"), "x + y")
    m.each("convert-f16-f32", ("f16", "f16", "f32"), f"r = {Operand('f32', 16, 16, 'Accumulator').type()}(x + y);", "x + y")
    m.each("convert-f32-f16", ("f32", "f32", "f16"), f"r = {Operand('f16', 16, 16, 'A').type()}(x + y);", "x + y", use="A")
    m.each("convert-i8-i32", ("i8", "i8", "i32"), f"r = {Operand('i32', 16, 16, 'B').type()}(x);", "x", use="B")
    m.each("convert-i32-f32", ("i32", "i32", "f32"), f"r = {Operand('f32', 16, 16, 'Accumulator').type()}(x);", "x")
    m.each("convert-f32-i8", ("f32", "f32", "i8"), f"r = {Operand('i8', 16, 16, 'Accumulator').type()}(x);", "x")
    m.each("convert-i8-u8", ("i8", "i8", "u8"), f"r = {Operand('u8', 16, 16, 'A').type()}(x);", "x", use="A")
    for name, kinds, use in (("bf16-f32", ("bf16", "bf16", "f32"), "Accumulator"), ("f32-bf16", ("f32", "f32", "bf16"), "A"),
                             ("bf16-f16", ("bf16", "bf16", "f16"), "B"), ("i32-bf16", ("i32", "i32", "bf16"), "Accumulator")):
        source = "x" if kinds[0] == "bf16" else "x * x * x * x"
        m.each(f"convert-{name}", kinds, f"r = {Operand(kinds[2], 16, 16, use).type()}({source});", source, use=use)
    matrix = Operand("f32", 16, 16, "Accumulator").type()
    m.each("function", ("f32", "f32", "f32"), "scale(x, y); r = twice(x);", "2.0 * (x * y)", declarations=(
        f"void scale(inout {matrix} p, {matrix} q) {{ p = p * q; }}\n{matrix} twice({matrix} p) {{ return p + p; }}\n"))
    m.each("choice", ("f32", "f32", "f32"), "if (int(b0[0]) > 100) r = x; else r = y;\nfor (int i = 0; i < 3; i++) r = r + x;", "y + 3.0 * x")
    m.each("array", ("f32", "f32", "f32"), f"{matrix} all[3]; for (int i = 0; i < 3; i++) all[i] = x + {matrix}(float(i)); r = all[2] + all[1] * y;",
           "x + 2.0 + (x + 1.0) * y")
    m.each("in-struct", ("f32", "f32", "f32"), "S s; s.n = 2.0; s.m = x; s.m = s.m + y; s.n = 3.0; r = s.m;", "x + y",
           declarations=f"struct S {{ float n; {matrix} m; }};\n")
    m.each("constant", ("f32", "f32", "f32"), f"r = {matrix}(3.0) + x;", "3.0 + x")


def others(m):
    a, c = Operand("f16", 16, 16, "A", pad=8), Operand("f16", 16, 16, "A")
    # Stride and element count what the pointer points to, here four words
    m.put("vectors", ("u32", "f16"), f"{a.type()} m;\ncoopMatLoad(m, v, 2, 3, gl_CooperativeMatrixLayoutRowMajor);\n{c.store('m', 'b1')}",
          "for (uint r = 0; r < 16; r++) for (uint c = 0; c < 16; c++) { uint at = 16 + r * 24 + c;\n"
          "b1[r * 16 + c] = unpackFloat2x16(b0[at / 2])[at % 2]; }",
          f"layout(set = 0, binding = 0) buffer V {{ uvec4 v[{WORDS // 4}]; }};\n")


def bfloats(m):
    """Scalars and vectors: bits of any float, its halves, and the neighbours of those."""
    floats = """uint i = gl_LocalInvocationIndex, k = i * 2654435761u + b0[i];
if (i % 4 == 1) k = (k & 0xFFFF0000u) | 0x8000u; if (i % 4 == 2) k = (k & 0xFFFF0000u) | 0x7FFFu + (k >> 31);
if (i % 16 == 15) k |= 0x7F800000u; if (i % 32 == 31) k &= 0xFF800000u;
if (i == 15) k = 0x7F800001u; if (i == 47) k = 0x7FFFFFFFu;
float f = uintBitsToFloat(k);
"""
    bits = "(isnan({0}) ? uint16_t(0x7FC0u) : bfloat16BitsToUintEXT({1}))"
    m.put("bfloat-narrowed", ("u32", "bf16"), floats + "b1[i] = uintBitsToBFloat16EXT(" + bits.format("float(bfloat16_t(f))", "bfloat16_t(f)") + ");",
          floats.replace("gl_LocalInvocationIndex", "0") + "for (uint n = 0; n < 64; n++) {" +
          floats.replace("uint i = gl_LocalInvocationIndex, k", "uint i = n, k").replace("float f", "float g") +
          "b1[n] = nearest(g); }")
    m.put("bfloat-numbers", ("i32", "bf16", "f32", "f16", "f16"), """uint i = gl_LocalInvocationIndex;
b1[i] = bfloat16_t(b0[i] * 1001); b2[i] = float(b1[i + 64]) + float(float64_t(b1[i + 128])); b3[i] = float16_t(b1[i + 192]);
b0[i + 64] = int(b1[i + 256]); b1[i + 512] = bfloat16_t(float64_t(b0[i] * 257)); b1[i + 576] = bfloat16_t(b4[i]);
b1[i + 640] = dot(bf16vec4(b1[i + 64], b1[i + 128], b1[i + 192], b1[i + 256]), bf16vec4(b1[i + 65], b1[i + 129], b1[i + 193], b1[i + 257]));""",
          """for (uint i = 0; i < 64; i++) {
b1[i] = nearest(float(b0[i] * 1001)); b2[i] = number(b1[i + 64]) + number(b1[i + 128]); b3[i] = float16_t(number(b1[i + 192]));
b0[i + 64] = int(number(b1[i + 256])); b1[i + 512] = nearest(float(b0[i] * 257)); b1[i + 576] = nearest(float(b4[i]));
float sum = 0; for (uint k = 64; k < 320; k += 64) sum += number(b1[i + k]) * number(b1[i + k + 1]);
b1[i + 640] = nearest(sum); }""")


def main():
    maker = Maker(sys.argv[1])
    products(maker)
    copies(maker)
    elements(maker)
    others(maker)
    bfloats(maker)
    (maker.folder / "settings").write_text("\n".join(maker.settings) + "\n")
    print(f"{maker.count} shaders")


main()
