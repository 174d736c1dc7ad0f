"""This module writes text of LLVM IR, and reads the types of an interface: the shells of this folder are made with it."""
import itertools
import re

POINTER = {1: "ptr addrspace(1)", 3: "ptr addrspace(3)", 4: "ptr addrspace(4)", 5: "ptr addrspace(5)"}
DATA_LAYOUT_FREE = 'target triple = "amdgcn-amd-amdpal"'
WORD = 4


class Type:
    """A row of the interface has a scalar or a vector (f32x3), and the lengths of the arrays around it."""

    def __init__(self, text, *lengths):
        scalar, _, count = text.partition("x")
        self.kind, self.width, self.count = scalar[0], int(scalar[1:]), int(count or 1)
        self.lengths = [length for length in lengths if length]

    @classmethod
    def of(cls, text):
        """Of a text of LLVM IR."""
        scalar = text.strip("<>").split()[-1]
        scalar = {"half": "f16", "float": "f32", "double": "f64"}.get(scalar, scalar)
        return cls(scalar + ("x" + text[1] if text[0] == "<" else ""))

    @property
    def is_float(self):
        return self.kind == "f"

    @property
    def scalar(self):
        if self.is_float:
            return {16: "half", 32: "float", 64: "double"}[self.width]
        return "i%d" % self.width

    @property
    def element(self):
        return "<%d x %s>" % (self.count, self.scalar) if self.count > 1 else self.scalar

    @property
    def text(self):
        text = self.element
        for length in reversed(self.lengths):
            text = "[%d x %s]" % (length, text)
        return text

    @property
    def words(self):
        """The 32-bit registers of an element; 16 bits and booleans have one for each component."""
        return self.count * (2 if self.width == 64 else 1)

    @property
    def bytes(self):
        """The size of an element in memory: a boolean is a byte."""
        return self.count * max(self.width // 8, 1)

    def places(self):
        """The indexes of each element."""
        return list(itertools.product(*(range(length) for length in self.lengths)))


class Function:
    """A function that is being written, block by block."""

    def __init__(self, module, header):
        self.module, self.lines, self.names = module, [header + " {"], 0

    def name(self, stem="t"):
        self.names += 1
        return "%%%s%d" % (stem, self.names)

    def op(self, text):
        name = self.name()
        self.lines.append("  %s = %s" % (name, text))
        return name

    def do(self, text):
        self.lines.append("  " + text)

    def label(self, name):
        self.lines.append("%s:" % name.lstrip("%"))

    def call(self, result, name, arguments, convention=""):
        """`arguments` are texts of a type and a value."""
        self.module.declare(result, name, [type_of(argument) for argument in arguments], convention)
        text = "call %s%s @%s(%s)" % (convention, result, name, ", ".join(arguments))
        if result == "void":
            return self.do(text)
        return self.op(text)

    def load(self, type_text, pointer, space, align=WORD):
        return self.op("load %s, %s %s, align %d" % (type_text, POINTER[space], pointer, align))

    def store(self, type_text, value, pointer, space, align=WORD):
        self.do("store %s %s, %s %s, align %d" % (type_text, value, POINTER[space], pointer, align))

    def at(self, pointer, space, offset):
        """`offset` is a number, or an i32 value."""
        return self.op("getelementptr i8, %s %s, i32 %s" % (POINTER[space], pointer, offset))

    def build(self, type_text, parts, kind):
        """An array, struct or vector of texts of a type and a value."""
        value = "poison"
        for i, part in enumerate(parts):
            place = "i32 %d" % i if kind == "element" else str(i)
            value = self.op("insert%s %s %s, %s, %s" % (kind, type_text, value, part, place))
        return value

    def aggregate(self, kind, element):
        """A value of `kind`, a Type, whose elements `element(indexes)` makes."""
        if not kind.lengths:
            return element(())
        value = "poison"
        for place in kind.places():
            value = self.op("insertvalue %s %s, %s %s, %s" % (kind.text, value, kind.element, element(place),
                                                              ", ".join(map(str, place))))
        return value

    def element(self, kind, value, place):
        if not place:
            return value
        return self.op("extractvalue %s %s, %s" % (kind.text, value, ", ".join(map(str, place))))

    def vector(self, kind, scalars):
        """A value of an element of `kind`, a Type, of its components."""
        if kind.count == 1:
            return scalars[0]
        return self.build(kind.element, ["%s %s" % (kind.scalar, one) for one in scalars], "element")

    def components(self, kind, value):
        if kind.count == 1:
            return [value]
        return [self.op("extractelement %s %s, i32 %d" % (kind.element, value, i)) for i in range(kind.count)]

    def from_words(self, kind, words):
        """An element of its 32-bit integers."""
        scalars = []
        for i in range(kind.count):
            if kind.width == 64:
                low, high = (self.op("zext i32 %s to i64" % word) for word in words[2 * i:2 * i + 2])
                whole = self.op("or i64 %s, %s" % (low, self.op("shl i64 %s, 32" % high)))
                scalars.append(self.op("bitcast i64 %s to double" % whole) if kind.is_float else whole)
                continue
            bits = words[i]
            if kind.width == 1:
                bits = self.op("icmp ne i32 %s, 0" % bits)
            elif kind.width < 32:
                bits = self.op("trunc i32 %s to i%d" % (bits, kind.width))
            scalars.append(self.op("bitcast i%d %s to %s" % (kind.width, bits, kind.scalar)) if kind.is_float else bits)
        return self.vector(kind, scalars)

    def to_words(self, kind, value):
        """The 32-bit integers of an element: as from_words takes them."""
        words = []
        for scalar in self.components(kind, value):
            bits = self.op("bitcast %s %s to i%d" % (kind.scalar, scalar, kind.width)) if kind.is_float else scalar
            if kind.width == 64:
                words.append(self.op("trunc i64 %s to i32" % bits))
                words.append(self.op("trunc i64 %s to i32" % self.op("lshr i64 %s, 32" % bits)))
            else:
                words.append(bits if kind.width == 32 else self.op("zext i%d %s to i32" % (kind.width, bits)))
        return words

    def to_floats(self, kind, value):
        """The 32-bit floats that an export takes: 16-bit numbers are widened."""
        if kind.is_float and kind.width == 16:
            return [self.op("fpext half %s to float" % scalar) for scalar in self.components(kind, value)]
        return [self.op("bitcast i32 %s to float" % word) for word in self.to_words(kind, value)]

    def end(self):
        return "\n".join(self.lines + ["}"])


def type_of(argument):
    """The type of "<2 x float> %v" is "<2 x float>"; `inreg` and `immarg` belong to it."""
    return argument.rsplit(" ", 1)[0]


class Module:
    """Declarations, globals and functions of the shell."""

    def __init__(self, processor, wave64=False):
        self.processor, self.wave64, self.lanes = processor, wave64, None
        self.declarations, self.globals, self.functions, self.current = {}, [], [], None

    @property
    def generation(self):
        return int(self.processor[3:-2])

    def declare(self, result, name, parameters, convention=""):
        self.declarations[name] = "declare %s%s @%s(%s)" % (convention, result, name, ", ".join(parameters))

    def function(self, header):
        self.current = Function(self, header)
        return self.current

    def close(self):
        self.functions.append(self.current.end())

    @property
    def attributes(self):
        """LLVM inlines a function into one of the same processor and modes."""
        features = "+wavefrontsize64" if self.wave64 else "+wavefrontsize32"
        if self.generation == 10:
            features += ",+enable-flat-scratch"
        # a workgroup of more lanes than a wave keeps its barriers
        size = ' "amdgpu-flat-work-group-size"="1,%d"' % self.lanes if self.lanes else ""
        return '"amdgpu-ieee"="false" "target-cpu"="%s" "target-features"="%s"%s' % (self.processor, features, size)

    def text(self):
        defined = set(re.findall(r"^define .*?@([\w.]+)\(", "\n".join(self.functions), re.M))
        declared = [text for name, text in self.declarations.items() if name not in defined]
        attributes = "attributes #0 = { %s }" % self.attributes
        return "\n\n".join([DATA_LAYOUT_FREE, *self.globals, "\n".join(declared), *self.functions, attributes + "\n!0 = !{}\n"])
