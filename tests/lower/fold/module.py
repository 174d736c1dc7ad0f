"""Writes a SPIR-V module, as assembly, that computes with constants and stores every result.

Types are tuples: ("i", width, signed), ("f", width), ("b",), ("v", component, count), ("m", column, count),
("a", element, count), ("s", member, ...). Values are bit patterns (booleans True or False), in lists for composites.
"""

HEAD = """OpCapability Shader
OpCapability Int8
OpCapability Int16
OpCapability Int64
OpCapability Float16
OpCapability Float64
OpCapability StorageBuffer8BitAccess
OpCapability StorageBuffer16BitAccess
OpCapability PhysicalStorageBufferAddresses
OpCapability VariablePointers
OpCapability VulkanMemoryModel
OpCapability DotProduct
OpCapability DotProductInputAll
OpCapability DotProductInput4x8Bit
OpCapability DotProductInput4x8BitPacked
OpCapability DenormPreserve
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel PhysicalStorageBuffer64 Vulkan
OpEntryPoint GLCompute %main "main" %out8 %out16 %out32 %out64 INPUTS
OpExecutionMode %main LocalSize 1 1 1
"""

BOOL = ("b",)
# A processor may fuse these where they lack NoContraction, as Vulkan allows; the expected numbers are not fused.
CONTRACTED = {"OpFAdd", "OpFSub", "OpFMul", "OpDot", "OpMatrixTimesMatrix", "OpMatrixTimesVector", "OpVectorTimesMatrix",
              "OpMatrixTimesScalar", "OpVectorTimesScalar", "OpOuterProduct"}
INPUTS = 100  # before the width: the binding of a buffer of values


def int_type(width):
    return ("i", width, True)


def uint_type(width):
    return ("i", width, False)


def float_type(width):
    return ("f", width)


def vector(component, count):
    return component if count == 1 else ("v", component, count)


def matrix(component, columns, rows):
    return ("m", ("v", component, rows), columns)


class Module:
    def __init__(self, loads=False, places=False, inputs=False):
        self.loads = loads  # opaque values come from memory, and nothing folds
        self.places = places  # every result has a place of its own, for litmus programs
        self.inputs = {width: [] for width in (8, 16, 32, 64)} if inputs else None  # or opaque values lie there
        self.modes = []  # capabilities and execution modes besides those of the head
        self.preserves = True  # denormals of 32 bits
        self.decorations = []
        self.globals = []
        self.body = []
        self.ids = {}
        self.expectations = []  # one for each store: (label, component, matcher)
        self.next = 0
        self.opcodes = set()
        for width in (8, 16, 32, 64):
            self._buffer("out", width, width)
        for width in self.inputs or ():
            self._buffer("in", width, INPUTS + width)

    # ---- ids, types, constants ----

    def fresh(self):
        self.next += 1
        return "%%_%d" % self.next

    def _declare(self, key, text):
        if key not in self.ids:
            self.ids[key] = self.fresh()
            self.globals.append("%s = %s" % (self.ids[key], text))
        return self.ids[key]

    def type(self, t):
        kind = t[0]
        if kind == "b":
            return self._declare(t, "OpTypeBool")
        if kind == "i":
            return self._declare(t, "OpTypeInt %d %d" % (t[1], t[2]))
        if kind == "f":
            return self._declare(t, "OpTypeFloat %d" % t[1])
        if kind == "v":
            return self._declare(t, "OpTypeVector %s %d" % (self.type(t[1]), t[2]))
        if kind == "m":
            return self._declare(t, "OpTypeMatrix %s %d" % (self.type(t[1]), t[2]))
        if kind == "a":
            return self._declare(t, "OpTypeArray %s %s" % (self.type(t[1]), self.constant(uint_type(32), t[2])))
        if kind == "p":
            return self._declare(t, "OpTypePointer %s %s" % (t[1], self.type(t[2])))
        return self._declare(t, "OpTypeStruct " + " ".join(self.type(member) for member in t[1:]))

    def constant(self, t, value):
        type_id = self.type(t)
        if isinstance(value, (list, tuple)):
            parts = [self.constant(part, v) for part, v in zip(parts_of(t), value)]
            return self._declare((t, tuple(parts)), "OpConstantComposite %s %s" % (type_id, " ".join(parts)))
        if t[0] == "b":
            return self._declare((t, value), "OpConstant%s %s" % ("True" if value else "False", type_id))
        return self._declare((t, value), "OpConstant %s %s" % (type_id, literal(t, value)))

    # ---- code ----

    def emit(self, text):
        self.opcodes.update(word for word in text.split() if word.startswith("Op"))
        self.body.append(text)

    def op(self, opcode, t, *operands):
        result, type_id = self.fresh(), self.type(t)
        self.opcodes.add(opcode)
        if self.inputs and opcode in CONTRACTED:
            self.decorations.append("OpDecorate %s NoContraction" % result)
        self.body.append("%s = %s %s %s" % (result, opcode, type_id, " ".join(str(o) for o in operands)))
        return result

    def glsl(self, name, t, *operands):
        self.opcodes.add(name)
        return self.op("OpExtInst", t, "%glsl", name, *operands)

    def value(self, t, value, opaque):
        """A constant; with `opaque` one that the translator cannot know to be constant."""
        if opaque and self.inputs:
            return self.given(t, value)
        if opaque and self.loads:
            return self.loaded(t)
        constant = self.constant(t, value)
        if not opaque:
            return constant
        return self.op("OpSelect", t, self.constant(BOOL, True), constant, constant)

    def loaded(self, t):
        """Some value of that type, read from memory scalar by scalar."""
        if t[0] in "vmas":
            return self.op("OpCompositeConstruct", t, *(self.loaded(part) for part in parts_of(t)))
        word = uint_type(32 if t[0] == "b" else t[1])
        zero = self.constant(uint_type(32), 0)
        place = self.op("OpAccessChain", ("p", "StorageBuffer", word), "%%out%d" % word[1], zero, zero)
        bits = self.op("OpLoad", word, place, "Volatile")
        if t[0] == "b":
            return self.op("OpINotEqual", t, bits, self.constant(word, 0))
        return bits if t == word else self.op("OpBitcast", t, bits)

    def given(self, t, value):
        """That value, read from a place of its own, scalar by scalar."""
        if t[0] in "vmas":
            return self.op("OpCompositeConstruct", t, *(self.given(part, one) for part, one in zip(parts_of(t), value)))
        word = uint_type(32 if t[0] == "b" else t[1])
        inputs = self.inputs[word[1]]
        place = self.op("OpAccessChain", ("p", "StorageBuffer", word), "%%in%d" % word[1], self.constant(uint_type(32), 0),
                        self.constant(uint_type(32), len(inputs)))
        inputs.append(int(value))
        bits = self.op("OpLoad", word, place)
        if t[0] == "b":
            return self.op("OpINotEqual", t, bits, self.constant(word, 0))
        return bits if t == word else self.op("OpBitcast", t, bits)

    def variable(self, t):
        result = self.fresh()
        pointer = self.type(("p", "Function", t))
        self.body.insert(0, "%s = OpVariable %s Function" % (result, pointer))
        return result

    # ---- results ----

    def _buffer(self, what, width, binding):
        element = self.type(uint_type(width))
        name = "%%%s%d" % (what, width)
        if what == "out":
            self.globals += ["%%array%d = OpTypeRuntimeArray %s" % (width, element),
                             "%%block%d = OpTypeStruct %%array%d" % (width, width),
                             "%%pointer%d = OpTypePointer StorageBuffer %%block%d" % (width, width)]
            self.decorations += ["OpDecorate %%array%d ArrayStride %d" % (width, width // 8),
                                 "OpMemberDecorate %%block%d 0 Offset 0" % width,
                                 "OpDecorate %%block%d Block" % width]
        self.globals.append("%s = OpVariable %%pointer%d StorageBuffer" % (name, width))
        self.decorations += ["OpDecorate %s DescriptorSet 0" % name,
                             "OpDecorate %s Binding %d" % (name, binding)]

    def check(self, label, t, result, expected):
        """Stores every scalar of the result; `expected` holds a bit pattern or a matcher for each."""
        self._check(label, t, result, expected, "")

    def _check(self, label, t, result, expected, path):
        if t[0] in "vmas":
            for i, part in enumerate(parts_of(t)):
                self._check(label, part, self.op("OpCompositeExtract", part, result, i), expected[i],
                            path + "[%d]" % i)
            return
        width = 32 if t[0] == "b" else t[1]
        word = uint_type(width)
        if t[0] == "b":
            result = self.op("OpSelect", word, result, self.constant(word, 1), self.constant(word, 0))
        elif t != word:
            result = self.op("OpBitcast", word, result)
        zero = self.constant(uint_type(32), 0)
        index = self.constant(uint_type(32), len(self.expectations)) if self.places else zero
        place = self.op("OpAccessChain", ("p", "StorageBuffer", word), "%%out%d" % width, zero, index)
        self.emit("OpStore %s %s Volatile" % (place, result))
        self.expectations.append((label + path, t, expected))

    def text(self, with_body=True):
        void = ["%void = OpTypeVoid", "%signature = OpTypeFunction %void"]
        body = ["%main = OpFunction %void None %signature", "%entry = OpLabel"] + self.body * with_body
        head = HEAD.replace("INPUTS", " ".join("%%in%d" % width for width in self.inputs or ()))
        capabilities = [line for line in self.modes if line.startswith("OpCapability")]
        modes = [line for line in self.modes if line not in capabilities]
        modes += ["OpExecutionMode %main DenormPreserve 32"] * self.preserves
        names = ['OpName %%out%d "out%d"' % (width, width) for width in (8, 16, 32, 64)]
        defined = {line.split()[0] for line in self.globals + self.body * with_body}
        decorations = [line for line in self.decorations if line.split()[1] in defined]
        return "\n".join(capabilities + [head]) + "\n".join(modes + names + decorations + self.globals + void + body + ["OpReturn", "OpFunctionEnd"]) + "\n"


def parts_of(t):
    if t[0] == "s":
        return t[1:]
    return [t[1]] * t[2]


def literal(t, value):
    """As spirv-as takes it: integers in decimal, floats as hexadecimal floating-point numbers."""
    if t[0] == "i":
        return str(value - (1 << t[1]) if t[2] and value >> (t[1] - 1) else value)
    width = t[1]
    fraction_bits = {16: 10, 32: 23, 64: 52}[width]
    sign = "-" if value >> (width - 1) else ""
    exponent_bits = width - 1 - fraction_bits
    exponent = (value >> fraction_bits) & ((1 << exponent_bits) - 1)
    fraction = value & ((1 << fraction_bits) - 1)
    bias = (1 << (exponent_bits - 1)) - 1
    if not exponent and not fraction:
        return sign + "0x0p+0"
    digits = (fraction_bits + 3) // 4
    padded = fraction << (digits * 4 - fraction_bits)
    if not exponent:  # subnormal: normalized, as spirv-as wants it
        shift = fraction_bits + 1 - fraction.bit_length()
        fraction = (fraction << shift) & ((1 << fraction_bits) - 1)
        padded = fraction << (digits * 4 - fraction_bits)
        exponent = 1 - shift
    return "%s0x1.%0*xp%+d" % (sign, digits, padded, exponent - bias)
