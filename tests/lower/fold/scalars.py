"""Cases of the instructions that work component by component: what each must give, computed independently."""

import math
from fractions import Fraction

import ieee
from ieee import ANYTHING, OneOf, decode, encode
from module import BOOL, float_type, int_type, uint_type, vector

INTEGER_WIDTHS = (8, 16, 32, 64)
FLOAT_WIDTHS = (16, 32, 64)


def mask(width):
    return (1 << width) - 1


def signed(x, width):
    return x - (1 << width) if x >> (width - 1) else x


# ---- operands ----


def random_integer(random, width):
    edges = (0, 1, 2, 3, 7, mask(width), mask(width) - 1, 1 << (width - 1), mask(width) >> 1)
    choice = random.random()
    if choice < 0.3:
        return random.choice(edges)
    if choice < 0.6:
        return random.randrange(-40, 40) & mask(width)
    return random.getrandbits(width)


def random_float(random, width):
    infinity = ieee.infinity(width)
    least_normal = 1 << ieee.FRACTION_BITS[width]
    edges = (0, 1, 2, least_normal - 1, least_normal, infinity - 1, infinity, ieee.nan(width))
    choice = random.random()
    if choice < 0.25:
        return random.choice(edges) | random.getrandbits(1) << (width - 1)
    if choice < 0.5:
        return encode(Fraction(random.randrange(-64, 64), random.choice((1, 2, 4, 3))), width)
    if choice < 0.75:
        return encode(random.uniform(-100, 100), width)
    bits = random.getrandbits(width)
    return ieee.nan(width) if ieee.is_nan(bits, width) else bits  # SPIR-V knows no signalling NaN


# ---- integers: expected(width, operands...) on unsigned bit patterns ----


def s_div(w, a, b):
    a, b = signed(a, w), signed(b, w)
    if b == 0 or (b == -1 and a == -(1 << (w - 1))):
        return ANYTHING
    quotient = abs(a) // abs(b)
    return (quotient if (a < 0) == (b < 0) else -quotient) & mask(w)


def s_rem(w, a, b):
    a, b = signed(a, w), signed(b, w)
    if b == 0 or (b == -1 and a == -(1 << (w - 1))):
        return ANYTHING
    rest = abs(a) % abs(b)
    return (rest if a >= 0 else -rest) & mask(w)


def s_mod(w, a, b):
    a, b = signed(a, w), signed(b, w)
    if b == 0 or (b == -1 and a == -(1 << (w - 1))):
        return ANYTHING
    return (a % b) & mask(w)


INTEGER_BINARY = {
    "OpIAdd": lambda w, a, b: (a + b) & mask(w),
    "OpISub": lambda w, a, b: (a - b) & mask(w),
    "OpIMul": lambda w, a, b: (a * b) & mask(w),
    "OpUDiv": lambda w, a, b: a // b if b else ANYTHING,
    "OpUMod": lambda w, a, b: a % b if b else ANYTHING,
    "OpSDiv": s_div,
    "OpSRem": s_rem,
    "OpSMod": s_mod,
    "OpBitwiseOr": lambda w, a, b: a | b,
    "OpBitwiseXor": lambda w, a, b: a ^ b,
    "OpBitwiseAnd": lambda w, a, b: a & b,
}

INTEGER_UNARY = {
    "OpSNegate": lambda w, a: -a & mask(w),
    "OpNot": lambda w, a: ~a & mask(w),
    "OpBitReverse": lambda w, a: int(format(a, "0%db" % w)[::-1], 2),
    "OpBitCount": lambda w, a: bin(a).count("1"),
}

INTEGER_COMPARISONS = {
    "OpIEqual": lambda w, a, b: a == b,
    "OpINotEqual": lambda w, a, b: a != b,
    "OpUGreaterThan": lambda w, a, b: a > b,
    "OpSGreaterThan": lambda w, a, b: signed(a, w) > signed(b, w),
    "OpUGreaterThanEqual": lambda w, a, b: a >= b,
    "OpSGreaterThanEqual": lambda w, a, b: signed(a, w) >= signed(b, w),
    "OpULessThan": lambda w, a, b: a < b,
    "OpSLessThan": lambda w, a, b: signed(a, w) < signed(b, w),
    "OpULessThanEqual": lambda w, a, b: a <= b,
    "OpSLessThanEqual": lambda w, a, b: signed(a, w) <= signed(b, w),
}

SHIFTS = {
    "OpShiftLeftLogical": lambda w, a, n: (a << n) & mask(w) if n < w else ANYTHING,
    "OpShiftRightLogical": lambda w, a, n: a >> n if n < w else ANYTHING,
    "OpShiftRightArithmetic": lambda w, a, n: (signed(a, w) >> n) & mask(w) if n < w else ANYTHING,
}


# ---- floats: expected(width, operands...) on Python floats, giving a number, which is then rounded ----


def f_mod(width, a, b):
    rest = ieee.remainder(a, b)
    if math.isnan(rest) or math.isinf(b):
        return ANYTHING if math.isinf(b) else rest
    if rest and (rest < 0) != (b < 0):
        return Fraction(rest) + Fraction(b)
    return rest


FLOAT_BINARY = {
    "OpFAdd": lambda w, a, b: ieee.add(a, b),
    "OpFSub": lambda w, a, b: ieee.add(a, -b),
    "OpFMul": lambda w, a, b: ieee.multiply(a, b),
    "OpFDiv": lambda w, a, b: ieee.divide(a, b),
    "OpFRem": lambda w, a, b: ieee.remainder(a, b),
    "OpFMod": f_mod,
}


def either_nan(a, b):
    return math.isnan(a) or math.isnan(b)


def float_comparisons():
    orders = {"Equal": lambda a, b: a == b, "NotEqual": lambda a, b: a != b, "LessThan": lambda a, b: a < b,
              "GreaterThan": lambda a, b: a > b, "LessThanEqual": lambda a, b: a <= b,
              "GreaterThanEqual": lambda a, b: a >= b}
    table = {}
    for name, holds in orders.items():
        table["OpFOrd" + name] = lambda a, b, holds=holds: not either_nan(a, b) and holds(a, b)
        table["OpFUnord" + name] = lambda a, b, holds=holds: either_nan(a, b) or holds(a, b)
    return table


LOGICAL = {
    "OpLogicalEqual": lambda a, b: a == b,
    "OpLogicalNotEqual": lambda a, b: a != b,
    "OpLogicalOr": lambda a, b: a or b,
    "OpLogicalAnd": lambda a, b: a and b,
}


# ---- writing the cases ----


class Writer:
    """Writes cases of one kind into a module: the operands as scalars or vectors, constant or opaque, by turns."""

    def __init__(self, module, random, scale):
        self.module, self.random, self.scale, self.turn = module, random, scale, 0

    def elementwise(self, opcode, operand_types, result_type, draw, expected, emit=None):
        """`draw()` gives a tuple of operands of one component, `expected(*operands)` its result."""
        for count in (1, 2, 3, 4):
            for _ in range(self.scale):
                self.turn += 1
                components = [draw() for _ in range(count)]
                operands = []
                for i, t in enumerate(operand_types):
                    values = [component[i] for component in components]
                    operands.append(self.module.value(vector(t, count), values if count > 1 else values[0],
                                                      self.turn % 2 == 0))
                t = vector(result_type, count)
                result = (emit or self.module.op)(opcode, t, *operands)
                answers = [expected(*component) for component in components]
                label = "%s %s of %s" % (opcode, t, components)
                self.module.check(label, t, result, answers if count > 1 else answers[0])


def integers(module, random, scale):
    writer = Writer(module, random, scale)
    for w in INTEGER_WIDTHS:
        types = (int_type(w), uint_type(w))

        def pair():
            return random_integer(random, w), random_integer(random, w)

        for opcode, expected in INTEGER_BINARY.items():
            sign = random.choice(types)
            if opcode in ("OpUDiv", "OpUMod"):
                sign = uint_type(w)
            writer.elementwise(opcode, (sign, sign), sign, pair, lambda a, b: expected(w, a, b))
        mixed = types if random.getrandbits(1) else types[::-1]
        writer.elementwise("OpIAdd", mixed, types[0], pair, lambda a, b: (a + b) & mask(w))
        for opcode, expected in INTEGER_UNARY.items():
            result = uint_type(random.choice(INTEGER_WIDTHS)) if opcode == "OpBitCount" else types[0]
            writer.elementwise(opcode, (types[0],), result, lambda: (random_integer(random, w),),
                               lambda a: expected(w, a))
        for opcode, expected in INTEGER_COMPARISONS.items():
            sign = types["U" in opcode[2]]
            writer.elementwise(opcode, (sign, sign), BOOL,
                               lambda: random.choice((pair(), (random_integer(random, w),) * 2)),
                               lambda a, b: expected(w, a, b))


def shifts(module, random, scale):
    writer = Writer(module, random, scale)
    for w in INTEGER_WIDTHS:
        for amount_width in INTEGER_WIDTHS:
            for opcode, expected in SHIFTS.items():
                def draw():
                    amount = random.randrange(w) if random.random() < 0.8 else random_integer(random, amount_width)
                    return random_integer(random, w), amount
                writer.elementwise(opcode, (int_type(w), ("i", amount_width, random.random() < 0.5)), int_type(w), draw,
                                   lambda a, n: expected(w, a, n))


def floats(module, random, scale):
    writer = Writer(module, random, scale)
    for w in FLOAT_WIDTHS:
        t = float_type(w)

        def pair():
            return random_float(random, w), random_float(random, w)

        def rounded(value):
            return value if value is ANYTHING else encode(value, w)

        for opcode, expected in FLOAT_BINARY.items():
            writer.elementwise(opcode, (t, t), t, pair,
                               lambda a, b: rounded(expected(w, decode(a, w), decode(b, w))))
        writer.elementwise("OpFNegate", (t,), t, lambda: (random_float(random, w),), lambda a: a ^ 1 << (w - 1))
        for opcode, expected in float_comparisons().items():
            writer.elementwise(opcode, (t, t), BOOL,
                               lambda: random.choice((pair(), (random_float(random, w),) * 2)),
                               lambda a, b: expected(decode(a, w), decode(b, w)))
        writer.elementwise("OpIsNan", (t,), BOOL, lambda: (random_float(random, w),), lambda a: ieee.is_nan(a, w))
        writer.elementwise("OpIsInf", (t,), BOOL, lambda: (random_float(random, w),),
                           lambda a: math.isinf(decode(a, w)))


def logic(module, random, scale):
    writer = Writer(module, random, scale)
    for opcode, expected in LOGICAL.items():
        writer.elementwise(opcode, (BOOL, BOOL), BOOL, lambda: (random.random() < 0.5, random.random() < 0.5), expected)
    writer.elementwise("OpLogicalNot", (BOOL,), BOOL, lambda: (random.random() < 0.5,), lambda a: not a)
    for w in INTEGER_WIDTHS:
        t = int_type(w)
        writer.elementwise("OpSelect", (BOOL, t, t), t,
                           lambda: (random.random() < 0.5, random_integer(random, w), random_integer(random, w)),
                           lambda c, a, b: a if c else b)


# ---- conversions ----


def float_to_integer(number, w, is_signed):
    if not math.isfinite(number):
        return ANYTHING
    whole = math.trunc(number)
    low, high = (-(1 << (w - 1)), mask(w) >> 1) if is_signed else (0, mask(w))
    return whole & mask(w) if low <= whole <= high else ANYTHING


def quantized(a):
    number = decode(a, 32)
    if math.isnan(number):
        return ieee.nan(32)
    if abs(number) < 2.0 ** -14:
        return OneOf(0, 1 << 31)
    return encode(decode(encode(number, 16), 16), 32)


def toward_zero(bits, source, target):
    number = decode(bits, source)
    if not math.isfinite(number) or number == 0:
        return encode(number, target)
    rounded = ieee.encode_exact(Fraction(number), target, toward_zero=True)
    return rounded


def conversions(module, random, scale):
    writer = Writer(module, random, scale)
    for iw in INTEGER_WIDTHS:
        for fw in FLOAT_WIDTHS:
            number = float_type(fw)
            for opcode, t in (("OpConvertFToS", int_type(iw)), ("OpConvertFToU", uint_type(iw))):
                writer.elementwise(opcode, (number,), t, lambda: (random_float(random, fw),),
                                   lambda a: float_to_integer(decode(a, fw), iw, t[2]))
            writer.elementwise("OpConvertSToF", (int_type(iw),), number, lambda: (random_integer(random, iw),),
                               lambda a: encode(Fraction(signed(a, iw)), fw))
            writer.elementwise("OpConvertUToF", (uint_type(iw),), number, lambda: (random_integer(random, iw),),
                               lambda a: encode(Fraction(a), fw))
        for target in INTEGER_WIDTHS:
            if target == iw:
                continue
            writer.elementwise("OpUConvert", (uint_type(iw),), uint_type(target),
                               lambda: (random_integer(random, iw),), lambda a: a & mask(target))
            writer.elementwise("OpSConvert", (int_type(iw),), int_type(target),
                               lambda: (random_integer(random, iw),), lambda a: signed(a, iw) & mask(target))
    float_conversions(writer, module, random)


def float_conversions(writer, module, random):
    def rounded_to_zero(opcode, t, *operands):
        result = module.op(opcode, t, *operands)
        module.decorations.append("OpDecorate %s FPRoundingMode RTZ" % result)
        return result

    for source in FLOAT_WIDTHS:
        for target in FLOAT_WIDTHS:
            if source == target:
                continue
            types = (float_type(source),), float_type(target)
            writer.elementwise("OpFConvert", *types, lambda: (random_float(random, source),),
                               lambda a: encode(decode(a, source), target))
            if target < source:
                writer.elementwise("OpFConvert", *types, lambda: (random_float(random, source),),
                                   lambda a: signed_zero(a, source, target), rounded_to_zero)
    writer.elementwise("OpQuantizeToF16", (float_type(32),), float_type(32), lambda: (random_float(random, 32),),
                       quantized)


def signed_zero(bits, source, target):
    """Rounded toward zero, with the sign also of what becomes zero."""
    if ieee.is_nan(bits, source):
        return ieee.nan(target)
    return toward_zero(bits, source, target) & mask(target - 1) | (bits >> (source - 1)) << (target - 1)
