"""Cases of arithmetic that rounds toward zero (RoundingModeRTZ): exact, then cut off. What an instruction is derived from
is rounded step by step, in the order of Vulkan's formulas."""

import math
from fractions import Fraction

import ieee
from glsl import glsl
from ieee import OneOf, decode, encode
from module import float_type, int_type, matrix, uint_type, vector
from scalars import FLOAT_WIDTHS, INTEGER_WIDTHS, Writer, mask, random_float, random_integer, signed


def cut(number, width):
    """A Python float or Fraction rounded toward zero."""
    if isinstance(number, Fraction) or (math.isfinite(number) and number):
        return ieee.encode_exact(Fraction(number), width, toward_zero=True)
    return encode(number, width)


def close_to(random, bits, width):
    """A number that differs in few bits, in the exponent, or in the sign."""
    changed = bits ^ random.getrandbits(random.choice((2, 8, width // 2)))
    changed ^= random.getrandbits(1) << (width - 1)
    changed += random.randrange(-3, 4) << ieee.FRACTION_BITS[width]
    changed &= mask(width)
    return ieee.nan(width) if ieee.is_nan(changed, width) else changed


def far_below(random, bits, width):
    """A number some bits around the last one of another."""
    exponent = (bits & mask(width - 1)) >> ieee.FRACTION_BITS[width]
    exponent = max(0, exponent - ieee.FRACTION_BITS[width] - random.randrange(-2, 4))
    return exponent << ieee.FRACTION_BITS[width] | random.getrandbits(ieee.FRACTION_BITS[width]) | \
        random.getrandbits(1) << (width - 1)


def pair(random, width):
    a = random_float(random, width)
    b = random.choice((random_float(random, width), close_to(random, a, width), far_below(random, a, width)))
    return random.choice(((a, b), (b, a)))


def product(w, a, b):
    return cut(ieee.multiply(decode(a, w), decode(b, w)), w)


def total(w, a, b):
    return cut(ieee.add(decode(a, w), decode(b, w)), w)


def difference(w, a, b):
    return cut(ieee.add(decode(a, w), -decode(b, w)), w)


def fused(w, a, b, c):
    return cut(ieee.fma(decode(a, w), decode(b, w), decode(c, w)), w)


def fma(w, a, b, c):
    """GLSL.std.450's: "inherited from OpFMul followed by OpFAdd"; where no bits are lost between, rounded once."""
    return OneOf(fused(w, a, b, c), total(w, product(w, a, b), c))


def mix(w, x, y, a):
    one = encode(1.0, w)
    return total(w, product(w, x, difference(w, one, a)), product(w, y, a))


def fract(w, x):
    number = decode(x, w)
    if not math.isfinite(number):
        return ieee.nan(w)
    return cut(Fraction(number) - math.floor(number), w)


def ldexp(w, x, exponent):
    number = decode(x, w)
    if not math.isfinite(number) or not number:
        return x
    return cut(Fraction(number) * Fraction(2) ** signed(exponent, 32), w)


BINARY = {"OpFAdd": total, "OpFSub": difference, "OpFMul": product}
GLSL = {"Fma": (3, fma), "FMix": (3, mix), "Fract": (1, fract)}


def toward_zero(module, random, scale):
    module.modes += ["OpCapability RoundingModeRTZ"]
    for w in FLOAT_WIDTHS:
        module.modes.append("OpExecutionMode %%main RoundingModeRTZ %d" % w)
        scalars(Writer(module, random, scale), w)
        conversions(Writer(module, random, scale), w)
        for _ in range(scale):
            matrices(module, random, w)


def flushed(module, random, scale):
    """With DenormFlushToZero, of operands that are not denormal themselves."""
    module.modes += ["OpCapability RoundingModeRTZ", "OpCapability DenormFlushToZero"]
    module.preserves = False
    writer = Writer(module, random, scale)
    for w in FLOAT_WIDTHS:
        module.modes.append("OpExecutionMode %%main RoundingModeRTZ %d" % w)
        module.modes.append("OpExecutionMode %%main DenormFlushToZero %d" % w)
        least, sign = 1 << ieee.FRACTION_BITS[w], 1 << (w - 1)

        def flush(bits):
            return bits & sign if bits & (sign - 1) < least else bits

        for _ in range(1 if module.loads else 8):
            for opcode, expected in BINARY.items():
                writer.elementwise(opcode, (float_type(w),) * 2, float_type(w),
                                   lambda: [flush(o) for o in small_pair(random, w)],
                                   lambda a, b: flush(expected(w, a, b)))


def small_pair(random, w):
    """Any, or numbers whose sum or product is among the least normal ones."""
    a, b = pair(random, w)
    if random.random() < 0.5:
        return a, b
    fraction = ieee.FRACTION_BITS[w]
    shift = ((a >> fraction) & ((1 << (w - 1 - fraction)) - 1)) - random.randrange(1, 5)
    return (a - (shift << fraction)) & mask(w), (b - (shift << fraction)) & mask(w)


def scalars(writer, w):
    t, module, random = float_type(w), writer.module, writer.random
    for _ in range(1 if module.loads else 4):
        for opcode, expected in BINARY.items():
            writer.elementwise(opcode, (t, t), t, lambda: pair(random, w), lambda a, b: expected(w, a, b))
        for name, (count, expected) in GLSL.items():
            writer.elementwise(name, (t,) * count, t, lambda: operands(random, w)[:count],
                               lambda *o: expected(w, *o), glsl(module, name))
    integer = int_type(32)
    writer.elementwise("Ldexp", (t, integer), t, lambda: (random_float(random, w), scaling(random, w)),
                       lambda x, e: ldexp(w, x, e), glsl(module, "Ldexp"))


def operands(random, w):
    """Three, of which the third is about the size of the product of the others, or of its last bits."""
    a, b = pair(random, w)
    of_product = random.choice((close_to, far_below))(random, product(w, a, b), w)
    return random.choice(((a, b, of_product), (a, b, random_float(random, w))))


def scaling(random, w):
    return random.randrange(-300 if w < 64 else -2100, 300 if w < 64 else 2100) & mask(32)


def conversions(writer, w):
    t, random = float_type(w), writer.random
    for source in FLOAT_WIDTHS:
        if source != w:
            writer.elementwise("OpFConvert", (float_type(source),), t, lambda: (between(random, source, w),),
                               lambda a: with_sign(a, source, w))
    for iw in INTEGER_WIDTHS:
        writer.elementwise("OpConvertSToF", (int_type(iw),), t, lambda: (random_integer(random, iw),),
                           lambda a: cut(Fraction(signed(a, iw)), w))
        writer.elementwise("OpConvertUToF", (uint_type(iw),), t, lambda: (random_integer(random, iw),),
                           lambda a: cut(Fraction(a), w))


def between(random, source, target):
    """Any number, or one close to a number of the target."""
    if source < target or random.random() < 0.5:
        return random_float(random, source)
    exact = encode(decode(random_float(random, target), target), source)
    return exact if ieee.is_nan(exact, source) or not decode(exact, source) else exact + random.choice((-1, 0, 1))


def with_sign(bits, source, target):
    if ieee.is_nan(bits, source):
        return ieee.nan(target)
    return cut(decode(bits, source), target) & mask(target - 1) | (bits >> (source - 1)) << (target - 1)


def matrices(module, random, w):
    columns, rows = random.randrange(2, 5), random.randrange(2, 5)
    scalar = float_type(w)

    def numbers(count):
        return [encode(random.uniform(-9, 9), w) for _ in range(count)]

    m, v, h, factor = [numbers(rows) for _ in range(columns)], numbers(rows), numbers(columns), numbers(1)[0]
    t, column, row = matrix(scalar, columns, rows), vector(scalar, rows), vector(scalar, columns)
    opaque = random.random() < 0.5
    m_id, v_id, h_id = (module.value(*pair, opaque) for pair in ((t, m), (column, v), (row, h)))
    factor_id = module.value(scalar, factor, opaque)

    def dot(a, b):
        result = product(w, a[0], b[0])
        for x, y in zip(a[1:], b[1:]):
            result = total(w, result, product(w, x, y))
        return result

    for opcode, result_type, operand_ids, expected in (
            ("OpMatrixTimesScalar", t, (m_id, factor_id), [[product(w, x, factor) for x in c] for c in m]),
            ("OpMatrixTimesVector", column, (m_id, h_id), [dot(r, h) for r in zip(*m)]),
            ("OpVectorTimesMatrix", row, (v_id, m_id), [dot(v, c) for c in m]),
            ("OpOuterProduct", t, (v_id, h_id), [[product(w, x, y) for x in v] for y in h]),
            ("OpDot", scalar, (v_id, v_id), dot(v, v)),
            ("OpVectorTimesScalar", column, (v_id, factor_id), [product(w, x, factor) for x in v])):
        module.check("%s %s of %s" % (opcode, t, (m, v, h, factor)), result_type,
                     module.op(opcode, result_type, *operand_ids), expected)
