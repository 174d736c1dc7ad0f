"""Zeros that a module keeps the signs of (SignedZeroInfNanPreserve), through instructions of which LLVM makes one."""

import itertools
import math

import ieee
from ieee import decode, encode
from module import float_type, vector

HALF, SINGLE, DOUBLE = float_type(16), float_type(32), float_type(64)
NUMBERS = (0.0, -0.0, 1.0, -1.0, 2.0**-14, -(2.0**-14), -3.5)


def least(a, b):
    """The smaller operand; the negative one of two zeros, as Khronos's tests of SPV_KHR_float_controls2 expect."""
    return min(a, b, key=lambda number: (number, math.copysign(1, number)))


def largest(a, b):
    return -least(-a, -b)


EXTREMES = {"FMin": (2, least), "FMax": (2, largest), "NMin": (2, least), "NMax": (2, largest),
            "FClamp": (3, lambda x, a, b: least(largest(x, a), b)), "NClamp": (3, lambda x, a, b: least(largest(x, a), b))}


def extremes(module):
    for t, (name, (count, function)) in itertools.product((HALF, SINGLE, DOUBLE), EXTREMES.items()):
        for numbers in itertools.product((0.0, -0.0, 1.0, -1.0), repeat=count):
            if count == 3 and numbers[1] > numbers[2]:
                continue
            operands = [module.value(t, encode(number, t[1]), opaque=True) for number in numbers]
            expected = encode(function(*numbers), t[1])
            module.check("%s of %s in %d bits" % (name, numbers, t[1]), t, module.glsl(name, t, *operands), expected)
        pairs = [(0.0, -0.0), (-0.0, 0.0), (-1.0, 0.0), (-0.0, 1.0)]
        vectors = [module.value(vector(t, 4), [encode(pair[i], t[1]) for pair in pairs], opaque=True) for i in (0, 1)]
        if count == 2:
            module.check("%s of vectors of %d bits" % (name, t[1]), vector(t, 4), module.glsl(name, vector(t, 4), *vectors),
                         [encode(function(*pair), t[1]) for pair in pairs])


def signs(module, random, scale):
    module.modes += ["OpCapability SignedZeroInfNanPreserve"]
    module.modes += ["OpExecutionMode %%main SignedZeroInfNanPreserve %d" % w for w in (16, 32, 64)]
    extremes(module)
    for t, a, b in itertools.product((HALF, SINGLE), NUMBERS, NUMBERS):
        factors = [module.value(t, encode(number, t[1]), opaque=True) for number in (a, b)]
        if t == HALF:
            factors = [module.op("OpFConvert", SINGLE, factor) for factor in factors]
        product = module.op("OpFMul", SINGLE, *factors)
        rounded = encode(decode(encode(ieee.multiply(a, b), 32), 32), 16)
        module.check("%r times %r as a half, from %d bits" % (a, b, t[1]), HALF,
                     module.op("OpFConvert", HALF, product), rounded)
