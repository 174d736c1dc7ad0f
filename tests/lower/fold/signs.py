"""Zeros that a module keeps the signs of (SignedZeroInfNanPreserve), through instructions of which LLVM makes one."""

import itertools

import ieee
from ieee import decode, encode
from module import float_type

HALF, SINGLE = float_type(16), float_type(32)
NUMBERS = (0.0, -0.0, 1.0, -1.0, 2.0**-14, -(2.0**-14), -3.5)


def signs(module, random, scale):
    module.modes += ["OpCapability SignedZeroInfNanPreserve"]
    module.modes += ["OpExecutionMode %%main SignedZeroInfNanPreserve %d" % w for w in (16, 32)]
    for t, a, b in itertools.product((HALF, SINGLE), NUMBERS, NUMBERS):
        factors = [module.value(t, encode(number, t[1]), opaque=True) for number in (a, b)]
        if t == HALF:
            factors = [module.op("OpFConvert", SINGLE, factor) for factor in factors]
        product = module.op("OpFMul", SINGLE, *factors)
        rounded = encode(decode(encode(ieee.multiply(a, b), 32), 32), 16)
        module.check("%r times %r as a half, from %d bits" % (a, b, t[1]), HALF,
                     module.op("OpFConvert", HALF, product), rounded)
