"""IEEE 754 numbers as bit patterns, and the arithmetic that the expectations are computed with: exact, then rounded once."""

import math
import struct
from fractions import Fraction

FRACTION_BITS = {16: 10, 32: 23, 64: 52}
CODES = {16: "<e", 32: "<f", 64: "<d"}
WORDS = {16: "<H", 32: "<I", 64: "<Q"}


def decode(bits, width):
    """The number as a Python float, which holds every half, float and double."""
    return struct.unpack(CODES[width], struct.pack(WORDS[width], bits))[0]


def infinity(width, negative=False):
    exponent_bits = width - 1 - FRACTION_BITS[width]
    return (negative << (width - 1)) | (((1 << exponent_bits) - 1) << FRACTION_BITS[width])


def nan(width):
    return infinity(width) | 1 << (FRACTION_BITS[width] - 1)


def is_nan(bits, width):
    return (bits & ~(1 << (width - 1))) > infinity(width)


def encode(number, width):
    """A Python float or Fraction rounded to nearest even."""
    if isinstance(number, Fraction):
        return encode_exact(number, width)
    if math.isnan(number):
        return nan(width)
    if math.isinf(number):
        return infinity(width, number < 0)
    if number == 0:
        return (math.copysign(1, number) < 0) << (width - 1)
    return encode_exact(Fraction(number), width)


def encode_exact(number, width, toward_zero=False):
    if number == 0:
        return 0
    negative = number < 0
    number = abs(number)
    fraction_bits = FRACTION_BITS[width]
    bias = (1 << (width - 2 - fraction_bits)) - 1
    exponent = number.numerator.bit_length() - number.denominator.bit_length()
    if Fraction(2) ** exponent > number:
        exponent -= 1
    exponent = max(exponent, 1 - bias)
    scaled = number / Fraction(2) ** (exponent - fraction_bits)
    whole = scaled.numerator // scaled.denominator
    rest = scaled - whole
    if not toward_zero and (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole & 1)):
        whole += 1
    bits = whole + ((exponent + bias - 1) << fraction_bits)
    largest = infinity(width) - 1
    if bits > largest:
        bits = largest if toward_zero else infinity(width)
    return (negative << (width - 1)) | bits


def finite(*numbers):
    return all(math.isfinite(n) for n in numbers)


def add(a, b):
    if finite(a, b):
        exact = Fraction(a) + Fraction(b)
        return exact if exact else a + b
    return a + b


def multiply(a, b):
    if finite(a, b) and a and b:
        return Fraction(a) * Fraction(b)
    return a * b


def divide(a, b):
    if finite(a, b) and a and b:
        return Fraction(a) / Fraction(b)
    if b == 0:
        if a == 0 or math.isnan(a):
            return math.nan
        return math.copysign(math.inf, a) * math.copysign(1, b)
    return a / b


def fma(a, b, c):
    if finite(a, b, c):
        exact = Fraction(a) * Fraction(b) + Fraction(c)
        return exact if exact else a * b + c
    return math.nan if math.isnan(a * b) else a * b + c


def remainder(a, b):
    """C's fmod: the sign of a."""
    if math.isnan(a) or math.isnan(b) or math.isinf(a) or b == 0:
        return math.nan
    return math.fmod(a, b)


def sqrt(a, width):
    """Rounded to `width`; Python's is of a double, whose 53 bits are enough for the square roots of halves and floats."""
    return encode(math.nan if a < 0 else math.sqrt(a), width)


# ---- matchers ----


class Anything:
    """The specification leaves the value open: any, but never poison."""

    def matches(self, bits, width):
        return True

    def __str__(self):
        return "anything"


class Near:
    def __init__(self, number, absolute=0.0, relative=0.0, ulps=0.0):
        self.number, self.absolute, self.relative, self.ulps = number, absolute, relative, ulps

    def matches(self, bits, width):
        got = decode(bits, width)
        if math.isnan(self.number) or math.isnan(got):
            return math.isnan(self.number) and math.isnan(got)
        if got == self.number:
            return True
        if math.isinf(got):
            largest = decode(infinity(width) - 1, width)
            return math.copysign(1, got) == math.copysign(1, self.number) and \
                abs(self.number) + self.tolerance(width) >= largest
        return abs(got - self.number) <= self.tolerance(width)

    def tolerance(self, width):
        exponent = math.frexp(self.number)[1] if math.isfinite(self.number) else 0
        least = 2 - (1 << (width - 2 - FRACTION_BITS[width]))
        ulp = math.ldexp(1.0, max(exponent - 1, least) - FRACTION_BITS[width])
        return self.absolute + self.relative * abs(self.number) + self.ulps * ulp

    def within(self, factor):
        return Near(self.number, self.absolute * factor, self.relative * factor, self.ulps * factor)

    def __str__(self):
        return "%r +- %g abs, %g rel, %g ulp" % (self.number, self.absolute, self.relative, self.ulps)


class OneOf:
    def __init__(self, *patterns):
        self.patterns = patterns

    def matches(self, bits, width):
        return any(matches(pattern, bits, ("f", width)) for pattern in self.patterns)

    def __str__(self):
        return " or ".join("0x%x" % p for p in self.patterns)


ANYTHING = Anything()


def matches(expected, bits, t):
    if hasattr(expected, "matches"):
        return expected.matches(bits, t[1] if len(t) > 1 else 32)
    if t[0] == "f" and is_nan(expected, t[1]):
        return is_nan(bits, t[1])
    return int(expected) == bits
