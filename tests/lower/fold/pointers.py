"""Cases of physical addresses as numbers, and of comparing them."""

from composites import from_bits, to_bits
from module import BOOL, int_type, uint_type, vector

ADDRESS = ("p", "PhysicalStorageBuffer", uint_type(32))
OTHER = ("p", "PhysicalStorageBuffer", uint_type(64))


def pointers(module, random, scale):
    word = uint_type(64)
    for turn in range(6 * scale):
        opaque = turn % 2 == 0
        a, b = (random.getrandbits(40) << 3 for _ in range(2))
        b = random.choice((a, b))
        label = "%x, %x" % (a, b)
        first = module.op("OpConvertUToPtr", ADDRESS, module.value(word, a, opaque))
        second = module.op("OpConvertUToPtr", ADDRESS, module.value(word, b, opaque))
        module.check("OpConvertUToPtr, OpConvertPtrToU " + label, word, module.op("OpConvertPtrToU", word, first), a)
        module.check("OpPtrEqual " + label, BOOL, module.op("OpPtrEqual", BOOL, first, second), a == b)
        module.check("OpPtrNotEqual " + label, BOOL, module.op("OpPtrNotEqual", BOOL, first, second), a != b)
        difference = ((a - b) // 4) & 0xFFFFFFFFFFFFFFFF
        module.check("OpPtrDiff " + label, int_type(64), module.op("OpPtrDiff", int_type(64), first, second), difference)
        chosen = module.op("OpSelect", ADDRESS, module.value(BOOL, opaque, True), first, second)
        module.check("OpSelect of pointers " + label, word, module.op("OpBitcast", word, chosen), a if opaque else b)
        pair = vector(uint_type(32), 2)
        from_pair = module.op("OpBitcast", ADDRESS, module.value(pair, from_bits(pair, a), opaque))
        as_other = module.op("OpBitcast", OTHER, module.op("OpCopyObject", ADDRESS, from_pair))
        module.check("OpBitcast of pointers " + label, pair, module.op("OpBitcast", pair, as_other), from_bits(pair, a))
        assert to_bits(pair, from_bits(pair, a)) == a
