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
OpEntryPoint GLCompute %main "main" %out8 %out16 %out32 %out64
OpExecutionMode %main LocalSize 1 1 1
"""

BOOL = ("b",)


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
    def __init__(self, loads=False, places=False):
        self.loads = loads  # opaque values come from memory, and nothing folds
        self.places = places  # every result has a place of its own, for litmus programs
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
            self._output(width)

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
        self.body.append("%s = %s %s %s" % (result, opcode, type_id, " ".join(str(o) for o in operands)))
        return result

    def glsl(self, name, t, *operands):
        self.opcodes.add(name)
        return self.op("OpExtInst", t, "%glsl", name, *operands)

    def value(self, t, value, opaque):
        """A constant; with `opaque` one that the translator cannot know to be constant."""
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

    def variable(self, t):
        result = self.fresh()
        pointer = self.type(("p", "Function", t))
        self.body.insert(0, "%s = OpVariable %s Function" % (result, pointer))
        return result

    # ---- results ----

    def _output(self, width):
        element = self.type(uint_type(width))
        name = "%%out%d" % width
        self.globals += ["%%array%d = OpTypeRuntimeArray %s" % (width, element),
                         "%%block%d = OpTypeStruct %%array%d" % (width, width),
                         "%%pointer%d = OpTypePointer StorageBuffer %%block%d" % (width, width),
                         "%s = OpVariable %%pointer%d StorageBuffer" % (name, width)]
        self.decorations += ["OpDecorate %%array%d ArrayStride %d" % (width, width // 8),
                             "OpMemberDecorate %%block%d 0 Offset 0" % width,
                             "OpDecorate %%block%d Block" % width,
                             "OpDecorate %s DescriptorSet 0" % name,
                             "OpDecorate %s Binding %d" % (name, width)]

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

    def text(self):
        void = ["%void = OpTypeVoid", "%signature = OpTypeFunction %void"]
        body = ["%main = OpFunction %void None %signature", "%entry = OpLabel"] + self.body
        capabilities = [line for line in self.modes if line.startswith("OpCapability")]
        modes = [line for line in self.modes if line not in capabilities]
        modes += ["OpExecutionMode %main DenormPreserve 32"] * self.preserves
        names = ['OpName %%out%d "out%d"' % (width, width) for width in (8, 16, 32, 64)]
        return "\n".join(capabilities + [HEAD]) + "\n".join(modes + names + self.decorations + self.globals + void + body + ["OpReturn", "OpFunctionEnd"]) + "\n"


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
