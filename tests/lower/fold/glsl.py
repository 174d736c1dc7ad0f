"""Cases of GLSL.std.450. Tolerances are those of Vulkan's "Precision and Operation of SPIR-V Instructions", or narrower."""

import math
from fractions import Fraction

import ieee
from composites import small_matrix
from ieee import ANYTHING, Near, OneOf, decode, encode
from module import float_type, int_type, matrix, uint_type, vector
from scalars import FLOAT_WIDTHS, INTEGER_WIDTHS, Writer, mask, random_float, random_integer, signed

SHORT_WIDTHS = (16, 32)


def glsl(module, name):
    return lambda _, t, *operands: module.glsl(name, t, *operands)


# ---- integers ----


def s_min(w, a, b):
    return a if signed(a, w) < signed(b, w) else b


def s_max(w, a, b):
    return a if signed(a, w) > signed(b, w) else b


def highest(x):
    return x.bit_length() - 1


INTEGERS = {
    "SAbs": (1, lambda w, a: abs(signed(a, w)) & mask(w)),
    "SSign": (1, lambda w, a: ((signed(a, w) > 0) - (signed(a, w) < 0)) & mask(w)),
    "UMin": (2, lambda w, a, b: min(a, b)),
    "UMax": (2, lambda w, a, b: max(a, b)),
    "SMin": (2, s_min),
    "SMax": (2, s_max),
    "UClamp": (3, lambda w, x, a, b: min(max(x, a), b) if a <= b else ANYTHING),
    "SClamp": (3, lambda w, x, a, b: s_min(w, s_max(w, x, a), b) if signed(a, w) <= signed(b, w) else ANYTHING),
    "FindILsb": (1, lambda w, a: highest(a & -a) & mask(w)),
    "FindUMsb": (1, lambda w, a: highest(a) & mask(w)),
    "FindSMsb": (1, lambda w, a: highest(~a & mask(w) if a >> (w - 1) else a) & mask(w)),
}


def integers(module, random, scale):
    writer = Writer(module, random, scale)
    for w in INTEGER_WIDTHS:
        for name, (count, expected) in INTEGERS.items():
            t = uint_type(w) if name[0] == "U" or name == "FindUMsb" else int_type(w)
            writer.elementwise(name, (t,) * count, t,
                               lambda: tuple(random_integer(random, w) for _ in range(count)),
                               lambda *operands: expected(w, *operands), glsl(module, name))


# ---- floats, exactly ----


def whole(function):
    """Of a finite number; others stay as they are. The sign of a zero is the operand's."""
    def rounded(a):
        return math.copysign(float(function(a)), a) if math.isfinite(a) else a
    return rounded


def nearest(a):
    """To the nearest whole number, to the even one of two."""
    return round(Fraction(a))


def minimum(a, b):
    if math.isnan(a) or math.isnan(b):
        return b if math.isnan(a) else a
    return min(a, b)


def maximum(a, b):
    return -minimum(-a, -b)


def sign(a):
    return ANYTHING if math.isnan(a) else float((a > 0) - (a < 0))


def clamp(x, a, b):
    return minimum(maximum(x, a), b) if a <= b else ANYTHING


def step(edge, x):
    return ANYTHING if math.isnan(x) or math.isnan(edge) else 0.0 if x < edge else 1.0


EXACT = {
    "RoundEven": (1, whole(nearest)),
    "Round": (1, whole(nearest)),
    "Trunc": (1, whole(math.trunc)),
    "Floor": (1, whole(math.floor)),
    "Ceil": (1, whole(math.ceil)),
    "FAbs": (1, abs),
    "FSign": (1, sign),
    "NMin": (2, minimum),
    "NMax": (2, maximum),
    "FMin": (2, lambda a, b: ANYTHING if math.isnan(a) or math.isnan(b) else minimum(a, b)),
    "FMax": (2, lambda a, b: ANYTHING if math.isnan(a) or math.isnan(b) else maximum(a, b)),
    "NClamp": (3, clamp),
    "FClamp": (3, clamp),
    "Fma": (3, ieee.fma),
    "Step": (2, step),
}


def zero_of_any_sign(pattern, w):
    return OneOf(0, 1 << (w - 1)) if pattern & mask(w - 1) == 0 else pattern


def floats(module, random, scale):
    writer = Writer(module, random, scale)
    for w in FLOAT_WIDTHS:
        t = float_type(w)

        def rounded(name, value):
            if value is ANYTHING:
                return value
            pattern = encode(value, w)
            return pattern if name in ("FAbs", "Fma") else zero_of_any_sign(pattern, w)

        for name, (count, expected) in EXACT.items():
            writer.elementwise(name, (t,) * count, t, lambda: tuple(random_float(random, w) for _ in range(count)),
                               lambda *operands: rounded(name, expected(*(decode(o, w) for o in operands))),
                               glsl(module, name))
        writer.elementwise("Sqrt", (t,), t, lambda: (finite_and_positive(random, w),),
                           lambda a: ieee.sqrt(decode(a, w), w), glsl(module, "Sqrt"))
        writer.elementwise("Fract", (t,), t, lambda: (random_float(random, w),),
                           lambda a: fract(decode(a, w), w), glsl(module, "Fract"))


def finite_and_positive(random, w):
    """LLVM folds the square roots of these alone."""
    while True:
        pattern = random_float(random, w) & mask(w - 1)
        if pattern < ieee.infinity(w):
            return pattern


def fract(a, w):
    if not math.isfinite(a):
        return ANYTHING
    return zero_of_any_sign(encode(Fraction(a) - math.floor(a), w), w)


# ---- floats, nearly ----


def inverse_sqrt(x):
    return 1 / math.sqrt(x)


def mix(x, y, a):
    return x * (1 - a) + y * a


def smooth_step(a, b, x):
    t = min(max((x - a) / (b - a), 0.0), 1.0)
    return t * t * (3 - 2 * t)


# name: ranges of the operands, function, absolute error, error in ULP; of 32-bit floats
NEAR = {
    "Radians": ([(-360, 360)], math.radians, 0, 2),
    "Degrees": ([(-7, 7)], math.degrees, 0, 2),
    "Sin": ([(-math.pi, math.pi)], math.sin, 2 ** -11, 0),
    "Cos": ([(-math.pi, math.pi)], math.cos, 2 ** -11, 0),
    "Tan": ([(-1.5, 1.5)], math.tan, 0, 2),
    "Asin": ([(-1, 1)], math.asin, 0, 4),
    "Acos": ([(-1, 1)], math.acos, 0, 4),
    "Atan": ([(-50, 50)], math.atan, 0, 3),
    "Atan2": ([(-9, 9), (-9, 9)], math.atan2, 0, 4),
    "Sinh": ([(-9, 9)], math.sinh, 0, 6),
    "Cosh": ([(-9, 9)], math.cosh, 0, 3),
    "Tanh": ([(-20, 20)], math.tanh, 0, 8),
    "Asinh": ([(-50, 50)], math.asinh, 2 ** -22, 4),
    "Acosh": ([(1, 50)], math.acosh, 2 ** -21, 8),
    "Atanh": ([(-0.99, 0.99)], math.atanh, 2 ** -23, 8),
    "Pow": ([(0.01, 9), (-5, 5)], math.pow, 0, 16),
    "Exp": ([(-9, 9)], math.exp, 0, 3),
    "Log": ([(0.001, 99)], math.log, 2 ** -21, 3),
    "Exp2": ([(-12, 12)], lambda x: 2.0 ** x, 0, 3),
    "Log2": ([(0.001, 99)], math.log2, 2 ** -21, 3),
    "InverseSqrt": ([(0.001, 99)], inverse_sqrt, 0, 2),
    "FMix": ([(-9, 9), (-9, 9), (0, 1)], mix, 2 ** -19, 0),
    "SmoothStep": ([(-9, 0), (1, 9), (-9, 9)], smooth_step, 2 ** -22, 4),
}
LONG = ("InverseSqrt", "FMix", "SmoothStep")
# Halves are computed as floats: only the last rounding is theirs.
WIDENED = ("Tan", "Asin", "Acos", "Atan", "Atan2", "Sinh", "Cosh", "Tanh", "Asinh", "Acosh", "Atanh")


def nearly(module, random, scale):
    writer = Writer(module, random, 2 * scale)
    for w in FLOAT_WIDTHS:
        t = float_type(w)
        for name, (ranges, function, absolute, ulps) in NEAR.items():
            if w == 64 and name not in LONG:
                continue

            def expected(*operands):
                numbers = [decode(o, w) for o in operands]
                if w == 16 and name in WIDENED:
                    return Near(function(*numbers), absolute=absolute, ulps=0.51)
                wider = 2.0 ** (23 - ieee.FRACTION_BITS[w])
                return Near(function(*numbers), absolute=absolute * wider, ulps=ulps)

            def draw():
                return tuple(random_number(random, *limits, w) for limits in ranges)

            writer.elementwise(name, (t,) * len(ranges), t, draw, expected, glsl(module, name))
    far_ends(module)


def random_number(random, low, high, w):
    """Within the limits after rounding; sometimes close to zero, sometimes a limit."""
    while True:
        number = random.choice((random.uniform(low, high), random.uniform(low, high),
                                random.uniform(-1, 1) * 10.0 ** -random.randrange(4), low, high))
        rounded = decode(encode(number, w), w)
        if low <= rounded <= high:
            return encode(rounded, w)


def far_ends(module):
    """Where a formula could overflow or divide by zero though the result exists."""
    t, infinity = float_type(32), math.inf
    for name, operands, result in (
            ("Tanh", (1000.0,), 1.0), ("Tanh", (-infinity,), -1.0), ("Atan", (infinity,), math.pi / 2),
            ("Atan", (-1e30,), -math.pi / 2), ("Atan2", (1.0, 0.0), math.pi / 2), ("Atan2", (0.0, 1.0), 0.0),
            ("Atan2", (0.0, -1.0), math.pi), ("Atan2", (-3.0, -3.0), -3 * math.pi / 4), ("Exp2", (-200.0,), 0.0),
            ("Exp", (200.0,), infinity), ("Pow", (2.0, 200.0), infinity), ("Sinh", (1e-6,), 1e-6),
            ("Tanh", (1e-6,), 1e-6), ("Asin", (1e-6,), 1e-6), ("Acos", (1.0,), 0.0), ("Asin", (-1.0,), -math.pi / 2)):
        ids = [module.value(t, encode(x, 32), True) for x in operands]
        module.check("%s %s" % (name, operands), t, module.glsl(name, t, *ids), Near(result, ulps=4))


# ---- parts ----


def parts(module, random, scale):
    for w in FLOAT_WIDTHS:
        for count in (1, 2, 3, 4):
            for turn in range(2 * scale):
                part_cases(module, random, w, count, turn % 2 == 0)


def as_given(values):
    return values if len(values) > 1 else values[0]


def frexp(pattern, w):
    number = decode(pattern, w)
    if not math.isfinite(number):
        return ANYTHING, ANYTHING
    significand, exponent = math.frexp(number)
    return encode(significand, w), exponent & mask(32)


def modf(pattern, w):
    number = decode(pattern, w)
    if math.isnan(number):
        return ANYTHING, ANYTHING
    fraction, whole_part = math.modf(number)
    return encode(fraction, w), encode(whole_part, w)


def ldexp(pattern, exponent, w):
    number = decode(pattern, w)
    if not math.isfinite(number) or number == 0:
        return pattern
    return encode(Fraction(number) * Fraction(2) ** max(-5000, min(exponent, 5000)), w)


# With these exponents the result is 0 or infinite in every format.
FAR_EXPONENTS = (-2 ** 40, 2 ** 40, -2 ** 32, 2 ** 32, 2 ** 32 + 1, 1 - 2 ** 32, -2 ** 31 - 1, 2 ** 31, 2 ** 63 - 1, -2 ** 63, 2 ** 64 - 1)


def exponent_types(module, random, scale):
    """Ldexp takes an exponent of any width and sign, which says how it is extended."""
    writer = Writer(module, random, scale)
    for w in FLOAT_WIDTHS:
        for exponent_width in INTEGER_WIDTHS:
            for exponent in (int_type(exponent_width), uint_type(exponent_width)):
                low = -1 << exponent_width - 1 if exponent[2] else 0
                inside = range(low, low + (1 << exponent_width))

                def draw():
                    far = [e for e in FAR_EXPONENTS if e in inside]
                    near = random.randrange(max(low, -1100), min(inside[-1], 1100) + 1)
                    # a large unsigned exponent of 32 bits overflows, which is undefined
                    chosen = random.choice(far) if far and exponent_width == 64 and random.random() < 0.5 else near
                    return random_float(random, w), chosen & mask(exponent_width)

                def expected(x, bits):
                    return ldexp(x, signed(bits, exponent_width) if exponent[2] else bits, w)

                writer.elementwise("Ldexp", (float_type(w), exponent), float_type(w), draw, expected, glsl(module, "Ldexp"))


def part_cases(module, random, w, count, opaque):
    t, integer = vector(float_type(w), count), vector(int_type(32), count)
    values = [random_float(random, w) for _ in range(count)]
    x = module.value(t, as_given(values), opaque)
    rows = (("Modf", t, modf), ("Frexp", integer, frexp))
    for name, second_type, function in rows:
        both = [function(v, w) for v in values]
        first, second = as_given([b[0] for b in both]), as_given([b[1] for b in both])
        label = "%s %d of %s" % (name, w, values)
        module.check(label + " as struct", ("s", t, second_type), module.glsl(name + "Struct", ("s", t, second_type), x),
                     [first, second])
        place = module.variable(second_type)
        module.check(label, t, module.glsl(name, t, x, place), first)
        module.check(label + " in memory", second_type, module.op("OpLoad", second_type, place), second)
    exponents = [random.randrange(-30, 30) for _ in range(count)]
    exponent = module.value(integer, as_given([e & mask(32) for e in exponents]), opaque)
    module.check("Ldexp %s %s" % (values, exponents), t, module.glsl("Ldexp", t, x, exponent),
                 as_given([ldexp(v, e, w) for v, e in zip(values, exponents)]))


# ---- packing ----


def normalized(number, largest, low):
    if math.isnan(number):
        return None
    return round(Fraction(decode(encode(min(max(number, low), 1.0) * largest, 32), 32)))


def packing(module, random, scale):
    word, number = uint_type(32), float_type(32)
    for _ in range(8 * scale):
        opaque = random.random() < 0.5
        for name, width, is_signed in (("Snorm4x8", 8, True), ("Unorm4x8", 8, False), ("Snorm2x16", 16, True),
                                       ("Unorm2x16", 16, False)):
            count, largest = 32 // width, mask(width - is_signed)
            t = vector(number, count)
            values = [encode(random.choice((random.uniform(-1.2, 1.2), 1.0, -1.0, 0.5, math.inf)), 32)
                      for _ in range(count)]
            parts_ = [normalized(decode(v, 32), largest, -1.0 if is_signed else 0.0) & mask(width) for v in values]
            packed = sum(part << (i * width) for i, part in enumerate(parts_))
            module.check("Pack%s %s" % (name, values), word,
                         module.glsl("Pack" + name, word, module.value(t, values, opaque)), packed)
            bits = random_integer(random, 32)
            fields = [bits >> (i * width) & mask(width) for i in range(count)]
            numbers = [max(Fraction(signed(f, width) if is_signed else f, largest), Fraction(-1)) for f in fields]
            module.check("Unpack%s %x" % (name, bits), t,
                         module.glsl("Unpack" + name, t, module.value(word, bits, opaque)),
                         [encode(n, 32) for n in numbers])
        pack_floats(module, random, opaque)


def pack_floats(module, random, opaque):
    word, number, pair = uint_type(32), float_type(32), vector(uint_type(32), 2)
    values = [random.choice((encode(random.uniform(-9, 9), 32), random.getrandbits(31) & 0x7F7FFFFF)) for _ in range(2)]
    halves = [encode(decode(v, 32), 16) for v in values]
    module.check("PackHalf2x16 %s" % values, word,
                 module.glsl("PackHalf2x16", word, module.value(vector(number, 2), values, opaque)),
                 halves[0] | halves[1] << 16)
    bits = [encode(random.uniform(-9, 9), 16), random.getrandbits(16) & 0xBFFF]
    module.check("UnpackHalf2x16 %s" % bits, vector(number, 2),
                 module.glsl("UnpackHalf2x16", vector(number, 2), module.value(word, bits[0] | bits[1] << 16, opaque)),
                 [encode(decode(h, 16), 32) for h in bits])
    double = encode(random.uniform(-9, 9), 64)
    words = [double & mask(32), double >> 32]
    module.check("PackDouble2x32 %s" % words, float_type(64),
                 module.glsl("PackDouble2x32", float_type(64), module.value(pair, words, opaque)), double)
    module.check("UnpackDouble2x32 %x" % double, pair,
                 module.glsl("UnpackDouble2x32", pair, module.value(float_type(64), double, opaque)), words)


# ---- geometry: small vectors, computed in Python's doubles ----


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def refract(i, n, eta):
    d = dot(n, i)
    k = 1 - eta * eta * (1 - d * d)
    if abs(k) < 1e-2:
        return None
    return [0.0] * len(i) if k < 0 else [eta * x - (eta * d + math.sqrt(k)) * y for x, y in zip(i, n)]


def unit(values):
    length = math.sqrt(dot(values, values))
    return [v / length for v in values]


def geometry(module, random, scale):
    for w in FLOAT_WIDTHS:
        for count in (1, 2, 3, 4):
            for turn in range(2 * scale):
                geometry_cases(module, random, w, count, turn % 2 == 0)
        for size in (2, 3, 4):
            for turn in range(2 * scale):
                square_cases(module, random, w, size, turn % 2 == 0)


def numbers(patterns, w):
    return [decode(p, w) for p in patterns]


def near_all(values, w):
    return as_given([Near(v, absolute=32 * 2.0 ** -ieee.FRACTION_BITS[w], ulps=16) for v in values])


def geometry_cases(module, random, w, count, opaque):
    scalar = float_type(w)
    t = vector(scalar, count)
    patterns = [[encode(x, w) for x in unit([random.choice((-1, 1)) * random.uniform(0.2, 1) for _ in range(count)])]
                for _ in range(3)]
    a, b, c = (numbers(p, w) for p in patterns)
    a_id, b_id, c_id = (module.value(t, as_given(p), opaque) for p in patterns)
    eta = encode(random.uniform(0.5, 1.8), w)
    label = " of %d bits, %s %s %s" % (w, a, b, c)
    difference = [x - y for x, y in zip(a, b)]
    module.check("Length" + label, scalar, module.glsl("Length", scalar, a_id), near_all([math.sqrt(dot(a, a))], w))
    module.check("Distance" + label, scalar, module.glsl("Distance", scalar, a_id, b_id),
                 near_all([math.sqrt(dot(difference, difference))], w))
    module.check("Normalize" + label, t, module.glsl("Normalize", t, a_id), near_all(unit(a), w))
    if abs(dot(c, b)) > 0.01:
        module.check("FaceForward" + label, t, module.glsl("FaceForward", t, a_id, b_id, c_id),
                     near_all(a if dot(c, b) < 0 else [-x for x in a], w))
    module.check("Reflect" + label, t, module.glsl("Reflect", t, a_id, b_id),
                 near_all([x - 2 * dot(b, a) * y for x, y in zip(a, b)], w))
    refracted = refract(a, b, decode(eta, w))
    if refracted:
        module.check("Refract" + label, t, module.glsl("Refract", t, a_id, b_id, module.value(scalar, eta, opaque)),
                     near_all(refracted, w))
    if count == 3:
        module.check("Cross" + label, t, module.glsl("Cross", t, a_id, b_id),
                     near_all([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]], w))


def determinant(m):
    if len(m) == 1:
        return m[0][0]
    return sum((-1) ** i * m[i][0] * determinant([c[1:] for j, c in enumerate(m) if j != i]) for i in range(len(m)))


def well_conditioned(random, w, size):
    """Close to twice the identity, so that the inverse is computed without great loss."""
    m = [[random.uniform(-0.4, 0.4) + 2 * (i == j) for i in range(size)] for j in range(size)]
    return [[encode(x, w) for x in column] for column in m]


def square_cases(module, random, w, size, opaque):
    scalar = float_type(w)
    t = matrix(scalar, size, size)
    m = well_conditioned(random, w, size)
    exact = [[Fraction(decode(x, w)) for x in column] for column in m]
    m_id = module.value(t, m, opaque)
    expected = determinant(exact)
    # halves are computed as floats, and rounded once
    near = near_all if w > 16 else lambda values, _: as_given([Near(v, absolute=2e-6, ulps=0.55) for v in values])
    module.check("Determinant %s" % m, scalar, module.glsl("Determinant", scalar, m_id), near([float(expected)], w))
    inverse = [[float((-1) ** (i + j) * determinant(
        [[x for k, x in enumerate(c) if k != j] for n, c in enumerate(exact) if n != i]) / expected)
        for i in range(size)] for j in range(size)]
    module.check("MatrixInverse %s" % m, t, module.glsl("MatrixInverse", t, m_id), [near(c, w) for c in inverse])
