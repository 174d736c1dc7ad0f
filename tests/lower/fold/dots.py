"""Cases of the integer dot products: of vectors, and of words that hold four bytes."""

from module import int_type, uint_type, vector
from scalars import mask, random_integer, signed

# opcode: which of the two operands are signed
OPCODES = {"OpSDot": (True, True), "OpUDot": (False, False), "OpSUDot": (True, False)}


def number(x, width, is_signed):
    return signed(x, width) if is_signed else x


def saturated(total, width, is_signed):
    least, most = (-(1 << (width - 1)), mask(width) >> 1) if is_signed else (0, mask(width))
    return min(max(total, least), most) & mask(width)


def dots(module, random, scale):
    for opcode, signs in OPCODES.items():
        for component, result in ((8, 8), (8, 16), (8, 32), (16, 16), (16, 32), (16, 64), (32, 32), (32, 64), (64, 64)):
            for count in (2, 3, 4):
                for turn in range(scale):
                    dot_cases(module, random, opcode, signs, component, result, count, turn % 2 == 0)
        for turn in range(4 * scale):
            packed_cases(module, random, opcode, signs, turn % 2 == 0)


def types_of(signs, width):
    return [int_type(width) if is_signed else uint_type(width) for is_signed in signs]


def dot_cases(module, random, opcode, signs, component, result, count, opaque):
    types = [vector(t, count) for t in types_of(signs, component)]
    values = [[random_integer(random, component) for _ in range(count)] for _ in types]
    ids = [module.value(t, v, opaque) for t, v in zip(types, values)]
    check(module, random, opcode, signs, component, result, ids, values, opaque)


def packed_cases(module, random, opcode, signs, opaque):
    values = [[random_integer(random, 8) for _ in range(4)] for _ in signs]
    words = [sum(byte << (8 * i) for i, byte in enumerate(v)) for v in values]
    ids = [module.value(uint_type(32), word, opaque) for word in words]
    check(module, random, opcode, signs, 8, 32, ids, values, opaque, "PackedVectorFormat4x8Bit")


def check(module, random, opcode, signs, component, result, ids, values, opaque, *packing):
    is_signed = signs[0]
    result_type = int_type(result) if is_signed else uint_type(result)
    total = sum(number(x, component, signs[0]) * number(y, component, signs[1]) for x, y in zip(*values))
    label = "%s %s to %d" % (opcode, values, result)
    module.check(label, result_type, module.op(opcode, result_type, *ids, *packing), total & mask(result))
    if total != number(total & mask(result), result, is_signed):
        return  # an overflow before the accumulation leaves the result undefined
    if module.places and result > 32:
        return  # litmus programs have no wider ones
    accumulator = random_integer(random, result)
    accumulator_id = module.value(result_type, accumulator, opaque)
    expected = saturated(total + number(accumulator, result, is_signed), result, is_signed)
    done = module.op(opcode + "AccSat", result_type, *ids, accumulator_id, *packing)
    module.check("%s + %d" % (label, accumulator), result_type, done, expected)
