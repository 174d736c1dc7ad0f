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
SECOND = """#extension GL_NV_cooperative_matrix2 : enable
"""
MAINTENANCE = """#extension GL_EXT_cooperative_matrix_maintenance1 : enable
"""  # where it is enabled, glslang takes its conversions
VECTORS = """#extension GL_NV_cooperative_matrix_decode_vector : enable
"""
BFLOATS = """#extension GL_EXT_bfloat16 : enable
"""
FLOATS8 = """#extension GL_EXT_float_e4m3 : enable
#extension GL_EXT_float_e5m2 : enable
"""
# A float8 as the OCP specification has it: bits of the fraction, bias, largest number, what is beyond it, NaN.
FORMATS8 = {"e4m3": (3, 7, 0x7E, 0x7F, 0x7F), "e5m2": (2, 15, 0x7B, 0x7C, 0x7E)}
# The scalar shaders decode by the formula, and encode by a search for the nearest number, of two the one with the even code; the
# search goes one step beyond the largest, as if numbers went on there.
BYTES8 = """float two_to(int n) { return uintBitsToFloat(uint(127 + n) << 23); }
float going_on(uint code, uint m, int bias) {
uint e = code >> m, f = code & ((1u << m) - 1u);
return e == 0u ? float(f) * two_to(1 - bias - int(m)) : float(f | 1u << m) * two_to(int(e) - bias - int(m));
}
float decoded(uint v, uint m, int bias, uint largest, uint over, uint nan) {
uint code = v & 0x7Fu;
float x = code <= largest ? going_on(code, m, bias) : uintBitsToFloat(over != nan && code == over ? 0x7F800000u : 0x7FC00000u);
return (v & 0x80u) != 0u ? -x : x;
}
uint encoded(float y, uint m, int bias, uint largest, uint over, uint nan, bool saturates) {
uint b = floatBitsToUint(y), sign = b >> 24 & 0x80u, low = 0u, high = largest + 1u;
float x = uintBitsToFloat(b & 0x7FFFFFFFu);
if ((b & 0x7FFFFFFFu) > 0x7F800000u) return sign | nan;
while (high - low > 1u) { uint k = (low + high) / 2u; if (going_on(k, m, bias) <= x) low = k; else high = k; }
float64_t under = float64_t(x) - float64_t(going_on(low, m, bias)), above = float64_t(going_on(high, m, bias)) - float64_t(x);
uint code = under < above || (under == above && (low & 1u) == 0u) ? low : high;
return sign | (code <= largest ? code : saturates ? largest : over);
}
"""
# The scalar shaders take bfloat16 for the high half of a float's bits, rounded to nearest even.
HALVES = """float number(uint16_t x) { return uintBitsToFloat(uint(x) << 16); }
uint16_t nearest(float x) {
uint b = floatBitsToUint(x), low = b & 0xFFFFu, high = b >> 16;
return uint16_t(isnan(x) ? 0x7FC0u : low > 0x8000u || (low == 0x8000u && (high & 1u) == 1u) ? high + 1u : high);
}
"""
TYPES = {"e4m3": "floate4m3_t", "e5m2": "floate5m2_t", "bf16": "bfloat16_t", "f16": "float16_t", "f32": "float", "i8": "int8_t", "u8": "uint8_t", "i16": "int16_t",
         "u16": "uint16_t", "i32": "int", "u32": "uint"}
FORMATS = {"f16": "e", "f32": "f", "i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I"}
WIDE = {"bf16": "float", "e4m3": "float", "e5m2": "float"}
PLAIN = {**TYPES, "bf16": "uint16_t", "e4m3": "uint8_t", "e5m2": "uint8_t"}
WORDS = 4096  # elements of each buffer
ROW, COLUMN = "RowMajor", "ColumnMajor"


def numbers8(kind):
    return ", ".join(f"{n}u" if i != 1 else str(n) for i, n in enumerate(FORMATS8[kind]))


def read(kind, place):
    """An element of memory in a scalar shader."""
    if kind in FORMATS8:
        return f"decoded(uint({place}), {numbers8(kind)})"
    return f"number({place})" if kind == "bf16" else place


def rounded(kind, value):
    if kind in FORMATS8:
        return f"uint8_t(encoded(float({value}), {numbers8(kind)}, false))"
    return f"nearest(float({value}))" if kind == "bf16" else f"{TYPES[kind]}({value})"


def packed(kind, values):
    if kind in FORMATS8:
        m, bias = FORMATS8[kind][:2]
        codes = {(f + 2**m) * 2.0**(e - bias - m): e << m | f for e in range(1, 2 * bias) for f in range(2**m)} | {0.0: 0}
        return bytes(codes[abs(v)] | 0x80 * (v < 0) for v in values)
    if kind == "bf16":
        return b"".join(struct.pack("<f", value)[2:] for value in values)
    return struct.pack(f"<{len(values)}{FORMATS[kind]}", *values)


class Operand:
    """A matrix in memory: element (r, c) is at first + r * stride + c, or first + c * stride + r."""

    scope = "Subgroup"

    def __init__(self, kind, rows, columns, use, layout=ROW, pad=0, first=0):
        self.kind, self.rows, self.columns, self.use, self.layout = kind, rows, columns, use, layout
        self.stride, self.first = (columns if layout == ROW else rows) + pad, first

    def type(self):
        return f"coopmat<{TYPES[self.kind]}, gl_Scope{self.scope}, {self.rows}, {self.columns}, gl_MatrixUse{self.use}>"

    def at(self, row, column):
        if self.layout == ROW:
            return f"{self.first} + ({row}) * {self.stride} + ({column})"
        return f"{self.first} + ({column}) * {self.stride} + ({row})"

    def load(self, variable, memory, first=None):
        return f"coopMatLoad({variable}, {memory}, {self.first if first is None else first}, {self.stride}, gl_CooperativeMatrixLayout{self.layout});"

    def store(self, variable, memory):
        return f"coopMatStore({variable}, {memory}, {self.first}, {self.stride}, gl_CooperativeMatrixLayout{self.layout});"


SKIPPED, BEYOND = -2, -1


class Tensor:
    """A tensor layout: its numbers, and the GLSL that makes it. From the words of SPV_NV_tensor_addressing and SPV_NV_cooperative_matrix2
    alone. Every second number is not known to a compiler: `zero` is."""

    def __init__(self, *sizes, mode="Undefined", block=None, stride=None, cut=None, value=0):
        count = self.count = len(sizes)
        self.mode, self.value, self.sizes = mode, value, sizes
        self.block, self.offset, self.span = block or [1] * count, [0] * count, list(sizes)
        self.stride = [1] * count
        for i in reversed(range(count - 1)):
            self.stride[i] = self.stride[i + 1] * -(-sizes[i + 1] // self.block[i + 1])
        kind = f"{count}, gl_CooperativeMatrixClampMode{mode}NV"
        self.lines = [f"tensorLayoutNV<{kind}> t = createTensorLayoutNV({kind});"]
        for name, numbers in (("BlockSize", block), ("Dimension", sizes), ("Stride", stride)):
            self.lines += [f"t = setTensorLayout{name}NV(t, {self.words(numbers)});"] * bool(numbers)
        self.stride = list(stride or self.stride)
        if value:
            self.lines.append(f"t = setTensorLayoutClampValueNV(t, {value});")
        for slices in cut or []:
            self.offset = [a + b for a, b in zip(self.offset, slices[::2])]
            self.span = list(slices[1::2])
            self.lines.append(f"t = sliceTensorLayoutNV(t, {self.words(slices)});")

    @staticmethod
    def words(numbers):
        return ", ".join(f"{n}{'u' * (n > 0)}{'' if i % 2 else ' + zero'}" for i, n in enumerate(numbers or []))

    def back(self, c, size):
        """A coordinate beyond the tensor, for a load."""
        if self.mode == "ClampToEdge":
            return min(max(c, 0), size - 1)
        if self.mode == "Repeat":
            return c % size
        c %= 2 * size - 2
        return 2 * size - 2 - c if c >= size else c

    def place(self, index, stores):
        """The block's number, the coordinates of the block and those in it; or BEYOND."""
        coordinates = []
        for size in reversed(self.span):
            coordinates.insert(0, index % size)
            index //= size
        blocks, inside = [], []
        for c, offset, size, block in zip(coordinates, self.offset, self.sizes, self.block):
            c += offset
            if not 0 <= c < size:
                if stores or self.mode == "Constant":
                    return BEYOND, None, None
                c = self.back(c, size)
            blocks.append(c // block)
            inside.append(c % block)
        return sum(b * s for b, s in zip(blocks, self.stride)), blocks, inside


class View:
    """A tensor view: it has dimensions of its own, or those of the layout's span."""

    def __init__(self, *permutation, sizes=None, stride=None, clip=None):
        self.permutation, self.sizes, self.clip = permutation, sizes, clip or (0, 0xFFFFFFFF, 0, 0xFFFFFFFF)
        count = len(permutation)
        kind = ", ".join(str(p) for p in (count, "true" if sizes else "false", *permutation))
        self.lines = [f"tensorViewNV<{kind}> v = createTensorViewNV({kind});"]
        for name, numbers in (("Dimensions", sizes), ("Stride", stride), ("Clip", clip)):
            self.lines += [f"v = setTensorView{name}NV(v, {Tensor.words(numbers)});"] * bool(numbers)
        self.stride = stride

    def index(self, row, column, columns, span):
        first_row, rows, first_column, width = self.clip
        if not first_row <= row < first_row + rows or not first_column <= column < first_column + width:
            return None
        index, sizes = (row - first_row) * min(columns, width) + column - first_column, self.sizes or span
        coordinates = [0] * len(sizes)
        for dimension in reversed(self.permutation):
            coordinates[dimension] = index % sizes[dimension]
            index //= sizes[dimension]
        stride = list(self.stride or [1] * len(sizes))
        for i in reversed(range(len(sizes) - 1)):
            stride[i] = stride[i] if self.stride else stride[i + 1] * sizes[i + 1]
        return sum(c * s for c, s in zip(coordinates, stride))


class Maker:
    def __init__(self, folder):
        self.folder, self.settings, self.head, self.prefix = pathlib.Path(folder), [], HEAD, ""
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

    def put(self, name, kinds, matrices, scalars, declarations="", qualifiers="", extreme=None, extension="", alone=True, table=""):
        """Both shaders; the scalar one runs in one invocation, unless it shares its work out: a driver ends long loops."""
        name = self.prefix + name
        eight = any(kind in FORMATS8 for kind in kinds) or "floate" in declarations
        head = extension + (BFLOATS if "bf16" in kinds else "") + (FLOATS8 if eight else "")
        (self.folder / f"{name}.comp").write_text(f"{self.head}{head}{self.buffers(kinds, qualifiers)}{declarations}void main() {{\n{matrices}\n}}\n")
        (self.folder / f"{name}-plain.comp").write_text(
            f"{HEAD}{HALVES}{BYTES8 if eight else ''}{self.buffers(kinds, types=PLAIN)}{table}void main() {{\n{'if (gl_LocalInvocationIndex != 0) return;' * alone}\n{scalars}\n}}\n")
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


    # ---- components that go to other invocations, or to functions ----

    def change(self, name, source, result, statements, scalars, declarations=""):
        """`statements` make r of x. `scalars` are statements of the scalar shader: S(r, c) is an element of x, R(r, c) of r."""
        matrices = "\n".join((f"{source.type()} x; {result.type()} r;", source.load("x", "b0"), statements, result.store("r", "b1")))
        places = (f"#define S(r, c) {read(source.kind, 'b0[' + source.at('r', 'c') + ']')}\n"
                  f"#define R(r, c) b1[{result.at('r', 'c')}]\n")
        self.put(name, (source.kind, result.kind), matrices, places + scalars, declarations,
                 extension=SECOND + MAINTENANCE * ("coordinates" in name or name.endswith("-ext")))

    def convert(self, name, kinds, use, size=(16, 16), layouts=(ROW, ROW)):
        source, result = Operand(kinds[0], *size, "Accumulator", layouts[0]), Operand(kinds[1], *size, use, layouts[1])
        value = rounded(kinds[1], "S(i, j)") if kinds[0] != kinds[1] or kinds[0] == "bf16" else "S(i, j)"
        self.change(name, source, result, f"r = {result.type()}(x);",
                    f"for (uint i = 0; i < {size[0]}; i++) for (uint j = 0; j < {size[1]}; j++) R(i, j) = {value};")

    def transpose(self, name, kind, size=(16, 16), layouts=(ROW, ROW)):
        source, result = Operand(kind, *size, "Accumulator", layouts[0]), Operand(kind, size[1], size[0], "B", layouts[1])
        self.change(name, source, result, "coopMatTransposeNV(r, x);",
                    f"for (uint i = 0; i < {size[0]}; i++) for (uint j = 0; j < {size[1]}; j++) R(j, i) = {rounded(kind, 'S(i, j)')};")

    def reduce(self, name, kind, mode, size=(16, 16), to=None, function="a + b", use="Accumulator"):
        """Each element of the result is what the function makes of a row, a column, all, or four neighbours."""
        halves = mode == "2x2"
        to = to or ((size[0] // 2, size[1] // 2) if halves else size)
        source, result = Operand(kind, *size, use), Operand(kind, *to, use, COLUMN)
        rows = ("0", str(size[0])) if "Column" in mode else ("2 * i", "2 * i + 2") if halves else ("i", "i + 1")
        columns = ("0", str(size[1])) if "Row" in mode else ("2 * j", "2 * j + 2") if halves else ("j", "j + 1")
        number = WIDE.get(kind, TYPES[kind])
        self.change(name, source, result, f"coopMatReduceNV(r, x, gl_CooperativeMatrixReduce{mode}NV, combine);",
                    f"""for (uint i = 0; i < {to[0]}; i++) for (uint j = 0; j < {to[1]}; j++) {{
bool first = true; {number} a;
for (uint k = {rows[0]}; k < {rows[1]}; k++) for (uint n = {columns[0]}; n < {columns[1]}; n++) {{
{number} b = S(k, n); a = first ? b : {function}; first = false; }}
R(i, j) = {rounded(kind, 'a')}; }}""",
                    f"{TYPES[kind]} combine(const in {TYPES[kind]} a, const in {TYPES[kind]} b) {{ return {function}; }}\n")

    def per_element(self, name, kind, use, size, parameters, arguments, expression, further=""):
        """`expression` of the row r, the column c, the element e and the parameters."""
        source, result = Operand(kind, *size, use), Operand(kind, *size, use, COLUMN)
        declaration = "".join(f", const in {p}" for p in parameters)
        function = (f"{TYPES[kind]} each(const in uint r, const in uint c, const in {TYPES[kind]} e{declaration}) "
                    f"{{ {further} return {expression}; }}\n")
        scalars = "".join(f"{p} = {a[1]}; " for p, a in zip(parameters, arguments))
        self.change(name, source, result, f"coopMatPerElementNV(r, x, each{''.join(', ' + a[0] for a in arguments)});",
                    f"""for (uint r = 0; r < {size[0]}; r++) for (uint c = 0; c < {size[1]}; c++) {{
{TYPES[kind]} e = S(r, c); {scalars}{further} R(r, c) = {expression}; }}""", function)


    # ---- through tensor layouts ----

    def tensor(self, name, kind, use, size, tensor, view=None, stores=False, decoded=False, qualifiers="", vector=False):
        """The scalar shader has a table of where each element lies, which Python computes from the words of the specification. The matrix
        is full of 7 before it is loaded."""
        rows, columns = size
        places = []
        for row in range(rows):
            for column in range(columns):
                index = view.index(row, column, columns, tensor.span) if view else row * columns + column
                places.append((SKIPPED, None, None) if index is None else tensor.place(index, stores))
        matrix = Operand(kind, rows, columns, use)
        further = ", v" * bool(view) + ", decode" * decoded + ", decode_more" * vector
        lines = ["uint zero = gl_WorkGroupID.x;", *tensor.lines, *(view.lines if view else []), f"{matrix.type()} m = {matrix.type()}({TYPES[kind]}(7));"]
        table = f"const int at[{rows * columns}] = int[]({', '.join(str(p[0]) for p in places)});\n"
        if stores:
            lines += [matrix.load("m", "b0"), f"coopMatStoreTensorNV(m, b1, zero, t{further});"]
            step = "if (at[i] >= 0) b1[at[i]] = b0[i];"
        else:
            lines += [f"coopMatLoadTensorNV(m, b0, zero, t{further});", matrix.store("m", "b1")]
            value = "b0[at[i]]"
            if decoded:
                numbers = ", ".join(str(sum(b * (n + 1) for n, b in enumerate(p[1])) if p[1] else 0) for p in places)
                inside = ", ".join(str(p[2][-1] if p[2] else 0) for p in places)
                table += f"const int blocks[] = int[]({numbers});\nconst int inside[] = int[]({inside});\n"
                value = f"{TYPES[kind]}((uint(b0[10 * at[i]]) | uint(b0[10 * at[i] + 1]) << 8) % 5u * 64u + b0[10 * at[i] + 2 + inside[i]] + uint(blocks[i]))"
            bits = {"f16": "uint16BitsToFloat16(uint16_t({}))", "f32": "uintBitsToFloat({})"}
            clamp = bits.get(kind, TYPES[kind] + "({})").format(tensor.value)
            step = f"b1[i] = at[i] >= 0 ? {value} : at[i] == {BEYOND} ? {clamp} : {TYPES[kind]}(7);"
        sum_of_blocks = " + ".join(f"blocks[{i}] * {i + 1}u" for i in range(tensor.count))
        body = f"b.scale % 5us * 64us + b.q[inside[{tensor.count - 1}]{{}}] + {sum_of_blocks}"
        arguments = f"(const in Block b, const in uint blocks[{tensor.count}], const in uint inside[{tensor.count}])"
        declarations = "layout(buffer_reference, std430, buffer_reference_align = 2) buffer Block { uint16_t scale; uint8_t q[8]; };\n" * decoded
        declarations += f"{TYPES[kind]} decode{arguments} {{ return {TYPES[kind]}({body.format('')}); }}\n" * decoded
        if vector:
            both = ", ".join(f"{TYPES[kind]}({body.format(f' + {i}')})" for i in range(2))
            declarations += f"f16vec2 decode_more{arguments} {{ return f16vec2({both}); }}\n"
        self.put(name, ("u8" if decoded else kind, kind), "\n".join(lines), f"for (int i = 0; i < {rows * columns}; i++) {step}", declarations,
                 qualifiers, extension=SECOND + VECTORS * vector, table=table)


def tensors(m):
    m.tensor("tensor-slice", "f16", "A", (16, 16), Tensor(40, 50, cut=[(3, 16, 20, 16)]))
    m.tensor("tensor-slice-twice", "f32", "Accumulator", (16, 16), Tensor(64, 40, stride=(48, 1), cut=[(3, 50, 5, 30), (7, 16, 2, 16)]))
    m.tensor("tensor-constant", "f16", "B", (16, 16), Tensor(40, 50, mode="Constant", value=0x4400, cut=[(-5, 16, 41, 16)]))
    m.tensor("tensor-constant-word", "i32", "Accumulator", (8, 16), Tensor(5, 50, mode="Constant", value=77, cut=[(1, 8, 44, 16)]))
    m.tensor("tensor-constant-byte", "u8", "B", (16, 16), Tensor(20, 20, mode="Constant", value=0x1FE, cut=[(10, 16, 10, 16)]))
    m.tensor("tensor-large", "f32", "Accumulator", (16, 16), Tensor(2**32 - 1, 50, mode="Constant", value=0x40400000, stride=(50, 1), cut=[(-3, 16, 41, 16)]))
    m.tensor("tensor-edge", "f32", "Accumulator", (16, 16), Tensor(30, 20, mode="ClampToEdge", cut=[(-3, 16, 10, 16)]))
    m.tensor("tensor-repeat", "f16", "A", (16, 32), Tensor(7, 11, mode="Repeat", cut=[(-9, 16, -5, 32)]))
    m.tensor("tensor-mirror", "i32", "B", (16, 16), Tensor(7, 5, mode="MirrorRepeat", cut=[(-9, 16, 3, 16)]))
    m.tensor("tensor-mirror-two", "f32", "A", (16, 16), Tensor(2, 3, mode="MirrorRepeat", cut=[(-3, 16, -4, 16)]))
    m.tensor("tensor-line", "f32", "Accumulator", (16, 16), Tensor(700, cut=[(100, 256)]))
    m.tensor("tensor-short-span", "i32", "Accumulator", (16, 16), Tensor(60, 60, cut=[(1, 32, 4, 8)]))
    m.tensor("tensor-five", "f16", "B", (16, 16), Tensor(3, 4, 5, 6, 7, cut=[(1, 2, 0, 4, 1, 2, 2, 4, 3, 4)]))
    m.tensor("tensor-transposed", "f16", "B", (16, 16), Tensor(30, 40, cut=[(4, 16, 8, 16)]), View(1, 0))
    m.tensor("tensor-transposed-tall", "f16", "B", (32, 16), Tensor(30, 60, cut=[(4, 16, 8, 32)]), View(1, 0))
    m.tensor("tensor-clip", "f32", "Accumulator", (16, 16), Tensor(30, 40, cut=[(0, 16, 0, 16)]), View(0, 1, clip=(3, 5, 2, 9)))
    m.tensor("tensor-clip-constant", "i32", "A", (16, 16), Tensor(8, 6, mode="Constant", value=5, cut=[(2, 5, 1, 9)]), View(0, 1, clip=(3, 5, 2, 9)))
    m.tensor("tensor-view-sizes", "i16", "B", (16, 16), Tensor(20, 32, cut=[(2, 8, 0, 32)]), View(2, 0, 1, sizes=(4, 8, 8)))
    m.tensor("tensor-view-strides", "f32", "Accumulator", (8, 16), Tensor(30, 30, cut=[(2, 16, 3, 16)]), View(1, 0, sizes=(8, 16), stride=(32, 1)))
    m.tensor("tensor-view-three", "f16", "A", (16, 16), Tensor(4, 9, 16, cut=[(1, 2, 0, 8, 0, 16)]), View(1, 0, 2))
    m.tensor("tensor-store", "f32", "Accumulator", (16, 16), Tensor(30, 40, cut=[(4, 16, 9, 16)]), stores=True)
    m.tensor("tensor-store-transposed", "f16", "Accumulator", (32, 16), Tensor(40, 50, stride=(56, 1), cut=[(4, 16, 9, 32)]), View(1, 0), stores=True)
    m.tensor("tensor-store-three", "f32", "Accumulator", (16, 16), Tensor(5, 9, 13, mode="Constant", cut=[(-1, 4, 2, 4, 3, 16)]), View(1, 0, 2), stores=True)
    m.tensor("tensor-store-clip", "i32", "A", (16, 16), Tensor(30, 40, cut=[(4, 7, 9, 11)]), View(0, 1, clip=(2, 7, 5, 11)), stores=True)
    for mode in ("Constant", "ClampToEdge", "Repeat", "MirrorRepeat"):
        m.tensor(f"tensor-store-{mode.lower()}", "f16", "B", (16, 16), Tensor(12, 14, mode=mode, cut=[(-3, 16, 5, 16)]), stores=True)
    m.tensor("tensor-coherent", "f16", "A", (16, 16), Tensor(40, 50, mode="Constant", cut=[(-5, 16, 41, 16)]), qualifiers="devicecoherent")
    m.tensor("tensor-volatile", "f32", "Accumulator", (16, 16), Tensor(40, 50, cut=[(5, 16, 4, 16)]), View(1, 0), qualifiers="volatile")
    m.tensor("tensor-decode", "f16", "A", (16, 16), Tensor(20, 48, block=[1, 8], cut=[(2, 16, 16, 16)]), decoded=True)
    m.tensor("tensor-decode-transposed", "f16", "B", (16, 16), Tensor(20, 48, block=[1, 8], cut=[(2, 16, 16, 16)]), View(1, 0), decoded=True)
    m.tensor("tensor-decode-constant", "f32", "Accumulator", (16, 16), Tensor(10, 47, mode="Constant", value=0x40000000, block=[1, 8], stride=(7, 1), cut=[(2, 16, 35, 16)]), decoded=True)
    m.tensor("tensor-decode-rest", "f16", "A", (16, 16), Tensor(20, 45, block=[1, 8], cut=[(2, 16, 29, 16)]), decoded=True)
    m.tensor("tensor-decode-three", "f16", "A", (8, 16), Tensor(2, 5, 32, block=[1, 1, 8], cut=[(0, 2, 1, 4, 12, 16)]), View(1, 0, 2), decoded=True)
    m.tensor("tensor-decode-vector", "f16", "A", (16, 16), Tensor(20, 48, block=[1, 8], cut=[(2, 16, 16, 16)]), decoded=True, vector=True)


def workgroups(m):
    """Matrices of the scope Workgroup, in workgroups of several subgroups."""
    Operand.scope, m.prefix, m.head = "Workgroup", "workgroup-", HEAD.replace("local_size_x = 64", "local_size_x = 64, local_size_y = 2")
    m.product("f16-f32", ("f16", "f16", "f32", "f32"))
    m.product("i8-i32-tiles", ("i8", "i8", "i32", "i32"), size=(32, 16, 32), layouts=(COLUMN, ROW, COLUMN), pads=(16, 16, 4, 4))
    m.copy("copy", "f32", "Accumulator", (32, 16), (ROW, COLUMN), (4, 4))
    m.copy("shared", "f16", "A", (16, 16), (ROW, COLUMN), (8, 8), through="shared float16_t s[1024];\n")
    m.convert("use", ("f32", "f16"), "B", (32, 16))
    m.transpose("transposed", "f32")
    m.reduce("reduced-all", "f32", "RowAndColumn", function="max(a, b)")
    m.reduce("reduced-column", "i32", "Column", (32, 16))
    m.per_element("stores", "f32", "Accumulator", (16, 16), (), (), "e * 2.0", "if (c < 3u) b1[1024u + r * 3u + c] = e * 5.0;")
    m.tensor("tensor", "f16", "B", (16, 16), Tensor(20, 30, mode="Constant", value=0x3C00, cut=[(-3, 16, 20, 16)]), View(1, 0, clip=(0, 16, 2, 12)))
    m.tensor("tensor-store", "f32", "Accumulator", (16, 16), Tensor(20, 30, mode="Constant", cut=[(-3, 16, 20, 16)]), View(1, 0), stores=True)
    m.tensor("tensor-decode", "f16", "A", (16, 16), Tensor(20, 48, block=[1, 8], cut=[(2, 16, 16, 16)]), decoded=True)
    # in place, without a barrier: no subgroup must have loaded before another has stored, nor after it has stored the next
    c = Operand("i32", 16, 16, "Accumulator")
    m.put("in-place", ("i32", "i32"), f"{c.type()} c, all = {c.type()}(0); for (int i = 0; i < 3; i++) {{ {c.load('c', 'b0')} all += c; c += {c.type()}(i + 1); "
          f"c *= 2; {c.store('c', 'b0')} }} coopMatPerElementNV(all, all, put);",
          "for (uint i = 0; i < 256; i++) { int all = 0; for (int k = 0; k < 3; k++) { all += b0[i]; b0[i] = (b0[i] + k + 1) * 2; } b1[i] = all; }",
          "int put(const in uint r, const in uint c, const in int e) { b1[r * 16u + c] = e; return e; }\n", extension=SECOND)
    # as ggml multiplies: tiles of A decoded from blocks, B transposed, both with a rest, the result transposed
    a, b, d = (Operand(k, 16, 16, use) for k, use in (("f16", "A"), ("f16", "B"), ("f32", "Accumulator")))
    m.put("as-ggml", ("u8", "f16", "f32"), f"""uint zero = gl_WorkGroupID.x, rows = 13 + zero, columns = 11, depth = 40 + zero;
tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> ta = createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV), tb = ta, td = ta;
tensorViewNV<2, false, 1, 0> turned = createTensorViewNV(2, false, 1, 0);
ta = setTensorLayoutDimensionNV(setTensorLayoutBlockSizeNV(ta, 1, 8), rows, depth);
tb = setTensorLayoutDimensionNV(tb, columns, depth); td = setTensorLayoutStrideNV(setTensorLayoutDimensionNV(td, columns, rows), 20, 1);
{d.type()} sum = {d.type()}(0);
for (uint k = 0; k < depth; k += 16) {{
{a.type()} a; {b.type()} b;
coopMatLoadTensorNV(a, b0, 0, sliceTensorLayoutNV(ta, 0, 16, k, 16), decode);
coopMatLoadTensorNV(b, b1, 0, sliceTensorLayoutNV(tb, 0, 16, k, 16), turned);
sum = coopMatMulAdd(a, b, sum); }}
coopMatStoreTensorNV(sum, b2, 0, sliceTensorLayoutNV(td, 0, 16, 0, 16), turned);""",
          """for (uint r = 0; r < 13; r++) for (uint c = 0; c < 11; c++) { float sum = 0.0;
for (uint k = 0; k < 40; k++) sum += float(int(b0[9 * (r * 5 + k / 8)] % 4u) * (int(b0[9 * (r * 5 + k / 8) + 1 + k % 8] % 16u) - 8)) * float(b1[c * 40 + k]);
b2[c * 20 + r] = sum; }""",
          "layout(buffer_reference, std430, buffer_reference_align = 1) buffer Block { uint8_t scale; uint8_t q[8]; };\n"
          "float16_t decode(const in Block b, const in uint blocks[2], const in uint inside[2]) "
          "{ return float16_t(int(b.scale % 4us) * (int(b.q[inside[1]] % 16us) - 8)); }\n", extension=SECOND)
    Operand.scope, m.prefix, m.head = "Subgroup", "", HEAD


def changes(m):
    for use, kinds, size, layouts in (
            ("A", ("f32", "f16"), (16, 16), (ROW, ROW)), ("B", ("f32", "f16"), (16, 16), (ROW, COLUMN)),
            ("A", ("f32", "f32"), (16, 16), (COLUMN, ROW)), ("B", ("f32", "f32"), (32, 16), (ROW, ROW)),
            ("A", ("f16", "f16"), (32, 16), (ROW, COLUMN)), ("A", ("i32", "i8"), (16, 32), (ROW, ROW)),
            ("B", ("i32", "u8"), (16, 16), (ROW, COLUMN)), ("A", ("i32", "f32"), (8, 8), (ROW, ROW)),
            ("B", ("f32", "i16"), (8, 32), (COLUMN, COLUMN)), ("A", ("f32", "bf16"), (16, 16), (ROW, ROW)),
            ("B", ("bf16", "f32"), (16, 16), (ROW, ROW)), ("B", ("i8", "i8"), (4, 16), (ROW, ROW))):
        m.convert(f"use-{use.lower()}-{kinds[0]}-{kinds[1]}-{size[0]}-{size[1]}", kinds, use, size, layouts)
    for use in ("A", "B", "Accumulator"):
        source, result = Operand("i32", 16, 16, use), Operand("i32", 16, 16, use, COLUMN)
        m.change(f"coordinates-{use.lower()}", source, result,
                 "for (int i = 0; i < x.length(); i++) { uvec2 at = coopMatGetCoordinateEXT(x, i); r[i] = x[i] + int(at.x * 100u + at.y); }",
                 "for (uint i = 0; i < 16; i++) for (uint j = 0; j < 16; j++) R(i, j) = S(i, j) + int(i * 100u + j);")
    m.transpose("transposed-f32", "f32")
    m.transpose("transposed-f16", "f16", (16, 32), (COLUMN, ROW))
    m.transpose("transposed-i8", "i8", (32, 16), (ROW, COLUMN))
    m.transpose("transposed-small-ext", "f32", (4, 8))
    m.transpose("transposed-i32-ext", "i32", (16, 8))
    m.change("use-and-type-transposed-ext", Operand("f32", 16, 32, "Accumulator"), Operand("f16", 32, 16, "B"), 
             "coopmat<float, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB> t; coopMatTransposeNV(t, x); r = coopmat<float16_t, gl_ScopeSubgroup, 32, 16, gl_MatrixUseB>(t);",
             "for (uint i = 0; i < 16; i++) for (uint j = 0; j < 32; j++) R(j, i) = float16_t(S(i, j));")
    m.convert("use-b-f32-f32-ext", ("f32", "f32"), "B")
    for mode in ("Row", "Column", "RowAndColumn", "2x2"):
        name = f"reduced-{mode.lower()}"
        m.reduce(f"{name}-f32", "f32", mode)
        m.reduce(f"{name}-i32", "i32", mode, (32, 16), function="max(a, b)")
        m.reduce(f"{name}-f16", "f16", mode, (8, 16), function="min(a, b)")
    m.reduce("reduced-row-wide", "f32", "Row", (16, 16), (16, 32), "a > b ? a : b")
    m.reduce("reduced-column-low", "f32", "Column", (32, 16), (8, 16), "max(a, b)")
    m.reduce("reduced-all-small", "i32", "RowAndColumn", (16, 32), (4, 4))
    m.per_element("per-element-f32", "f32", "Accumulator", (16, 16), (), (), "e * 2.0 + float(r) - float(c) * 0.5")
    m.per_element("per-element-a", "f16", "A", (16, 32), ("float16_t k",), (("float16_t(3.0)", "float16_t(3.0)"),),
                  "e * k + float16_t(r * 32u + c)")
    m.per_element("per-element-b", "i8", "B", (32, 16), (), (), "r > c ? e : int8_t(c)")
    m.per_element("per-element-i32", "i32", "Accumulator", (8, 8), ("int k", "uint n"), (("7", "7"), ("4096u", "4096")),
                  "r == c ? k : e + int(n * r + c)")
    m.per_element("per-element-matrix", "f32", "Accumulator", (16, 16), ("float other",), (("x + x", "S(r, c) * 2.0"),), "e * other + float(c)")
    m.per_element("per-element-memory", "f32", "Accumulator", (16, 16), (), (), "e + b0[r * 3u + c]")
    m.per_element("per-element-loop", "i32", "Accumulator", (16, 16), (), (), "sum", "int sum = e; for (uint i = 0; i < c; i++) if (i > r) sum += int(i);")
    m.per_element("per-element-stores", "f32", "Accumulator", (16, 16), (), (), "e", "if (c < 3u) b1[1024u + r * 3u + c] = e * 5.0;")


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
    m.product("bf16-f16", ("bf16", "bf16", "f16", "f16"), layouts=(ROW, COLUMN, COLUMN), pads=(8, 8, 8, 8))
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


def floats8(m):
    for kind, wide in (("e4m3", "f32"), ("e5m2", "f32"), ("e4m3", "f16"), ("e5m2", "e5m2")):
        m.product(f"{kind}-{wide}", (kind, kind, wide, wide))
    m.product("e4m3-f32-tiles", ("e4m3", "e5m2", "f32", "f32"), size=(16, 16, 32), layouts=(COLUMN, ROW, COLUMN), pads=(16, 16, 4, 4))
    for kind in FORMATS8:
        m.copy(f"copy-{kind}", kind, "A", (16, 16), (ROW, COLUMN), (16, 16))
        m.each(f"convert-{kind}-f32", (kind, kind, "f32"), f"r = {Operand('f32', 16, 16, 'Accumulator').type()}(x);", "x")
        m.each(f"convert-f32-{kind}", ("f32", "f32", kind), f"r = {Operand(kind, 16, 16, 'Accumulator').type()}(x * y * 37.0);", "x * y * 37.0")
        m.convert(f"use-a-f32-{kind}", ("f32", kind), "A")
        m.convert(f"use-b-i32-{kind}", ("i32", kind), "B")
        view = "".join(f"layout(set = 0, binding = {i}) buffer E{i} {{ {TYPES[kind]} e{i}[{4 * WORDS}]; }};\n" for i in range(4))
        words = "for (uint i = gl_LocalInvocationIndex; i < 4096; i += 64) {{ uint w = 0; for (uint k = 0; k < 4; k++) w |= encoded({0}, {1}, {2}) << 8 * k; {3} = w; }}"
        quarter = 4 * WORDS
        # every half
        m.put(f"{kind}-of-halves", ("u32",) * 4, f"for (uint i = gl_LocalInvocationIndex; i < {quarter}; i += 64) {{" + "".join(
            f"e{q}[i] = {TYPES[kind]}(uint16BitsToFloat16(uint16_t({q * quarter}u + i)));" for q in range(4)) + "}",
            "\n".join(words.format(f"unpackHalf2x16({q * quarter}u + 4 * i + k).x", numbers8(kind), "false", f"b{q}[i]") for q in range(4)), view, alone=False)
        # floats in reach of the numbers, and any
        some = "uintBitsToFloat({0} * 2654435761u ^ ({0} % 5u == 0u ? 0u : {0} * 2654435761u & 0x7F800000u ^ (100u + {0} % 45u) << 23))"
        near = "uintBitsToFloat(({0} * 40503u & 0xFFu) << 20 | 0x38000000u | ({0} & 1u) << 31 | ({0} % 3u == 0u ? 0u : {0} % 3u == 1u ? 1u : 0xFFFFFu))"
        body = f"for (uint i = gl_LocalInvocationIndex; i < {quarter}; i += 64) {{ e0[i] = {TYPES[kind]}({some}); e1[i] = {TYPES[kind]}({near}); " \
               f"saturatedConvertEXT(e2[i], {some}); e3[i] = {TYPES[kind]}(int(i) - 8192); }}"
        m.put(f"{kind}-of-floats", ("u32",) * 4, body.replace("{0}", "i"),
              "\n".join(words.format(value, numbers8(kind), saturates, f"b{q}[i]") for q, (value, saturates) in enumerate((
                  (some.replace("{0}", "(4 * i + k)"), "false"), (near.replace("{0}", "(4 * i + k)"), "false"),
                  (some.replace("{0}", "(4 * i + k)"), "true"), ("float(int(4 * i + k) - 8192)", "false")))), view, alone=False)
        # all numbers
        bits = "(isnan({0}) ? 0x7FC00000u : floatBitsToUint({0}))"
        all_bits = "uint i = gl_LocalInvocationIndex; b0[i] = i * 0x04040404u + 0x03020100u; for (uint k = 4 * i; k < 4 * i + 4; k++) {"
        m.put(f"{kind}-as-floats", ("u32", "u32", "u32", "i32"), all_bits + f"float f = float(e0[k]); float h = float(float16_t(e0[k])), d = float(float64_t(e0[k])); b1[k] = "
              f"{bits.format('f')}; b2[k] = {bits.format('h')} ^ {bits.format('d')}; if (abs(f) < 1e5) b3[k] = int(e0[k]); }}",
              f"for (uint i = 0; i < 64; i++) b0[i] = i * 0x04040404u + 0x03020100u; for (uint k = 0; k < 256; k++) {{ float f = decoded(k, {numbers8(kind)}); b1[k] = {bits.format('f')}; "
              "b2[k] = 0u; if (abs(f) < 1e5) b3[k] = int(f); }", view.splitlines()[0] + "\n")


# Numbers of the OCP microscaling formats: bits of the exponent and of the fraction, and the bias ("OCP Microscaling Formats", 5.3).
MICROSCALED = {"e2m1": (2, 1, 1), "e2m3": (2, 3, 1), "e3m2": (3, 2, 3)}


def word(number):
    return f"0x{struct.unpack('<I', struct.pack('<f', number))[0]:08X}u"


def microscaled(m):
    for kind, (exponent, fraction, bias) in MICROSCALED.items():
        bits = 1 + exponent + fraction
        numbers = []
        for code in range(2**bits):
            e, f = code >> fraction & 2**exponent - 1, code & 2**fraction - 1
            number = (f + (2**fraction if e else 0)) * 2.0**(max(e, 1) - bias - fraction)
            numbers.append(word(-number if code >> bits - 1 else number))
        table = f"const uint numbers[] = uint[]({', '.join(numbers)});\n"
        head = "uint i = gl_LocalInvocationIndex, w = b0[i] * 40503u + i * 2654435761u, at = i * 16u;\n"
        packed = "u8vec4(unpack8(w >> 5)).xyz" if bits == 6 else "uint16_t(w >> 5)"
        back = "uint(p.x) | uint(p.y) << 8 | uint(p.z) << 16" if bits == 6 else "uint(p)"
        matrices = f"""{head}f{kind}vec4 q = bitcastExtractf{kind}EXT(unpack8(w), i % {9 - bits}), r = unpackFloat4xf{kind}EXT({packed});
float{kind}_t s = bitcastExtractf{kind}EXT(uint8_t(w >> 20), i % {9 - bits}), all[4] = float{kind}_t[](q.x, q.y, q.z, q.w);
for (uint k = 0; k < 4; k++) b1[at + k] = float(all[k]);
vec4 four = vec4(r); for (uint k = 0; k < 4; k++) b1[at + 4 + k] = four[k];
b1[at + 8] = float(s); b1[at + 9] = float(float64_t(s)); b2[i] = float16_t(s);
{"u8vec3" if bits == 6 else "uint16_t"} p = packFloat4xf{kind}EXT(q); b1[at + 10] = float({back});
p = packFloat4xf{kind}EXT(r); b0[i] = {back};"""
        mask = 2**bits - 1
        scalars = f"""for (uint n = 0; n < 64; n++) {{
{head.replace("gl_LocalInvocationIndex", "n")}
for (uint k = 0; k < 4; k++) b1[at + k] = uintBitsToFloat(numbers[w >> 8 * k + i % {9 - bits} & {mask}u]);
for (uint k = 0; k < 4; k++) b1[at + 4 + k] = uintBitsToFloat(numbers[w >> 5 + {bits} * k & {mask}u]);
float s = uintBitsToFloat(numbers[w >> 20 + i % {9 - bits} & {mask}u]);
uint q = 0u; for (uint k = 0; k < 4; k++) q |= (w >> 8 * k + i % {9 - bits} & {mask}u) << {bits} * k;
b1[at + 8] = s; b1[at + 9] = s; b1[at + 10] = float(q); b2[i] = float16_t(s); b0[i] = w >> 5 & {2**(4 * bits) - 1}u; }}"""
        m.put(f"{kind}-numbers", ("u32", "f32", "f16"), matrices, scalars, table=table, extension=f"#extension GL_EXT_float_{kind} : enable\n")
    scales = [word(2.0**-127), *(word(2.0**(x - 127)) for x in range(1, 255)), "0x7FC00000u"]
    integers = [word((x - 256 * (x > 127)) / 64) if x != 0x80 else "0u" for x in range(256)]  # 0x80 means nothing
    for kind, numbers in (("ue8m0", scales), ("mxint8", integers)):
        body = "for (uint x = {0}; x < 256; x += 64) {{ if (x == 0x80u && {1}) continue; {2} }}"
        held = f"e[x] = uintBitsToFloat{kind}EXT(uint8_t(x)); float y = float(e[x]); b1[x] = isnan(y) ? 0x7FC00000u : floatBitsToUint(y);"
        is_integer = str(kind == "mxint8").lower()
        m.put(f"{kind}-numbers", ("u32", "u32"), body.format("gl_LocalInvocationIndex", is_integer, held),
              f"for (uint x = 0; x < 256; x++) {{ if (x == 0x80u && {is_integer}) continue; b0[x / 4] = b0[x / 4] & ~(0xFFu << x % 4 * 8) | x << x % 4 * 8; b1[x] = numbers[x]; }}",
              f"layout(set = 0, binding = 0) buffer E {{ float{kind}_t e[{4 * WORDS}]; }};\n", table=f"const uint numbers[] = uint[]({', '.join(numbers)});\n",
              extension=f"#extension GL_EXT_float_{kind} : enable\n")


def main():
    maker = Maker(sys.argv[1])
    products(maker)
    copies(maker)
    elements(maker)
    others(maker)
    bfloats(maker)
    changes(maker)
    tensors(maker)
    workgroups(maker)
    floats8(maker)
    microscaled(maker)
    (maker.folder / "settings").write_text("\n".join(maker.settings) + "\n")
    print(f"{maker.count} shaders")


if __name__ == "__main__":
    main()
