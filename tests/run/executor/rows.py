#!/usr/bin/env python3
"""Prints what single instructions must compute, from the operations that AMD's ISA guides give, in exact arithmetic.

Each line: processor#instruction#old value of the target#a#b#c#mask of lane 0 in VCC#result#VCC or SCC afterwards (-: any).
The target is v[0:1], or s[24:25] of a scalar instruction; a, b and c are v[2:3], v[4:5], v[6:7], or s[8:13].
"""

import random
import re
from fractions import Fraction

NEW, OLD, GFX9, S10 = "gfx1100 gfx1201", "gfx90a gfx942 gfx1030", "gfx90a gfx942", "gfx1030 gfx1100 gfx1201"
ALL = OLD + " " + NEW
FORMATS = {16: (10, 15), 32: (23, 127), 64: (52, 1023)}  # bits of the fraction, bias
OLD_VALUE = 0x1122334455667788


def infinity(width):
    fraction, _ = FORMATS[width]
    return (1 << (width - 1)) - (1 << fraction)


def decode(bits, width):
    """The value of a float that is finite."""
    fraction, bias = FORMATS[width]
    exponent, part = bits >> fraction & ((1 << (width - 1 - fraction)) - 1), bits & ((1 << fraction) - 1)
    value = Fraction(part + (1 << fraction if exponent else 0)) * Fraction(2) ** (max(exponent, 1) - bias - fraction)
    return -value if bits >> (width - 1) else value


def encode(value, width, negative_zero=False):
    """The nearest float, of two equally near ones the even one."""
    fraction, bias = FORMATS[width]
    sign = (value < 0 or (value == 0 and negative_zero)) << (width - 1)
    size, exponent = abs(value), 1 - bias
    while size >= Fraction(2) ** (exponent + 1):
        exponent += 1
    units = size / Fraction(2) ** (exponent - fraction)
    whole = round(units)  # Python rounds to even
    if whole >= 2 << fraction:
        whole, exponent = whole >> 1, exponent + 1
    bits = whole + ((exponent + bias - 1) << fraction)
    return sign | min(bits, infinity(width))


def signed(value, width):
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def edges(kind):
    width = int(kind[1:])
    if kind[0] == "f":
        fraction, _ = FORMATS[width]
        one = encode(Fraction(1), width)
        some = [0, one, encode(Fraction(-4), width), encode(Fraction(-3, 2), width), encode(Fraction(1, 3), width), 1, (1 << fraction) - 1,
                1 << fraction, infinity(width) - 1, encode(Fraction(-1000), width), one + 1]
    else:
        top = 1 << (width - 1)
        some = [0, 1, 2, 5, 31, top - 1, top, top + 1, 2 * top - 1, 0x12345678 % (2 * top), 0xAAAAAAAA % (2 * top)]
    return some


def cases(kinds, count=12):
    random.seed(" ".join(kinds))
    for _ in range(count):
        yield tuple(random.choice(edges(k)) if random.random() < 0.7 else random.choice(edges(k)) ^ random.choice(
            [0, 1, 2, 3]) for k in kinds)


def numbers(width):
    return {encode(Fraction(number), width): number for number in ("0.5", "1.0", "-4.0")}


NUMBERS = {width: numbers(width) for width in FORMATS}


def constants(text, values):
    """The instruction with a number in place of a register that holds it: a source's type is the last in a name."""
    name, _, operands = text.partition(" ")
    types = re.findall("f(16|32|64)", "f32" if name.startswith("v_fma_mix") else name)
    for register, bits in zip("246" if types and "sel" not in text else "", values):
        number = NUMBERS[int(types[-1])].get(bits)
        source = rf"v\[{register}:\d\]" if types[-1] == "64" else "v" + register
        if number and re.search(rf"(?<= ){source}(?=,|$)", operands):
            yield name + " " + re.sub(rf"(?<= ){source}(?=,|$)", number, operands)


tried = set()


def put(processors, text, values, result, old=OLD_VALUE, mask=0, after="-"):
    a, b, c = (list(values) + [0, 0, 0])[:3]
    for processor in processors.split():
        for spelled in [text] + [one for one in constants(text, values) if (processor, one) not in tried]:
            if spelled != text:
                tried.add((processor, spelled))
            print("#".join([processor, spelled] + [f"{v:x}" for v in (old, a, b, c, mask, result)] +
                           [after if after == "-" else f"{after:x}"]))


def of_32(result):
    return (OLD_VALUE >> 32) << 32 | result & 0xFFFFFFFF


def integers():
    shift = lambda b, width: b & (width - 1)
    rows = [
        (S10, "v_add_nc_u32 v0, v2, v4", "u32 u32", lambda a, b: a + b),
        (GFX9, "v_add_u32 v0, v2, v4", "u32 u32", lambda a, b: a + b),
        (S10, "v_sub_nc_u32 v0, v2, v4", "u32 u32", lambda a, b: a - b),
        (S10, "v_subrev_nc_u32 v0, v2, v4", "u32 u32", lambda a, b: b - a),
        (S10, "v_sub_nc_i32 v0, v2, v4", "u32 u32", lambda a, b: a - b),
        (GFX9, "v_sub_i32 v0, v2, v4", "u32 u32", lambda a, b: a - b),
        (S10, "v_add_nc_u32 v0, v2, v4 clamp", "u32 u32", lambda a, b: min(a + b, 2**32 - 1)),
        (S10, "v_sub_nc_u32 v0, v2, v4 clamp", "u32 u32", lambda a, b: max(a - b, 0)),
        (S10, "v_add_nc_i32 v0, v2, v4 clamp", "u32 u32",
         lambda a, b: max(min(signed(a, 32) + signed(b, 32), 2**31 - 1), -(2**31))),
        (GFX9, "v_sub_i32 v0, v2, v4 clamp", "u32 u32",
         lambda a, b: max(min(signed(a, 32) - signed(b, 32), 2**31 - 1), -(2**31))),
        (ALL, "v_mul_lo_u32 v0, v2, v4", "u32 u32", lambda a, b: a * b),
        (ALL, "v_mul_hi_u32 v0, v2, v4", "u32 u32", lambda a, b: a * b >> 32),
        (ALL, "v_mul_hi_i32 v0, v2, v4", "u32 u32", lambda a, b: signed(a, 32) * signed(b, 32) >> 32),
        (ALL, "v_mul_hi_u32_u24 v0, v2, v4", "u32 u32", lambda a, b: (a & 0xFFFFFF) * (b & 0xFFFFFF) >> 32),
        (ALL, "v_mad_i32_i24 v0, v2, v4, v6", "u32 u32 u32", lambda a, b, c: signed(a, 24) * signed(b, 24) + c),
        (ALL, "v_xor_b32 v0, v2, v4", "u32 u32", lambda a, b: a ^ b),
        (ALL, "v_lshlrev_b32 v0, v2, v4", "u32 u32", lambda a, b: b << shift(a, 32)),
        (ALL, "v_ashrrev_i32 v0, v2, v4", "u32 u32", lambda a, b: signed(b, 32) >> shift(a, 32)),
        (ALL, "v_bfe_i32 v0, v2, 3, 5", "u32", lambda a: signed(a >> 3, 5)),
        (ALL, "v_bfi_b32 v0, v2, v4, v6", "u32 u32 u32", lambda a, b, c: (a & b) | (~a & c)),
        ("gfx950 gfx1250", "v_bitop3_b32 v0, v2, v4, v6 bitop3:0x6c", "u32 u32 u32", lambda a, b, c: b ^ (a & c)),
        ("gfx950", "v_bitop3_b32 v0, v2, v4, v6 bitop3:0xb8", "u32 u32 u32", lambda a, b, c: (a & ~b) | (b & c)),
        ("gfx950", "v_bitop3_b32 v0, v2, v4, v6", "u32 u32 u32", lambda a, b, c: 0),
        ("gfx1250", "v_mad_u32 v0, v2, v4, v6", "u32 u32 u32", lambda a, b, c: a * b + c),
        (ALL, "v_alignbit_b32 v0, v2, v4, v6", "u32 u32 u32", lambda a, b, c: (a << 32 | b) >> (c & 31)),
        (ALL, "v_med3_i32 v0, v2, v4, v6", "u32 u32 u32", lambda a, b, c: sorted(signed(x, 32) for x in (a, b, c))[1]),
        (ALL, "v_max3_u32 v0, v2, v4, v6", "u32 u32 u32", max),
        (NEW, "v_minmax_u32 v0, v2, v4, v6", "u32 u32 u32", lambda a, b, c: max(min(a, b), c)),
        (NEW, "v_maxmin_u32 v0, v2, v4, v6", "u32 u32 u32", lambda a, b, c: min(max(a, b), c)),
        (NEW, "v_minmax_i32 v0, v2, v4, v6", "u32 u32 u32",
         lambda a, b, c: max(min(signed(a, 32), signed(b, 32)), signed(c, 32))),
        (NEW, "v_maxmin_i32 v0, v2, v4, v6", "u32 u32 u32",
         lambda a, b, c: min(max(signed(a, 32), signed(b, 32)), signed(c, 32))),
        (ALL, "v_swap_b32 v0, v2", "u32", lambda a: a),
        (ALL, "v_lshl_add_u32 v0, v2, 3, v6", "u32 u32 u32", lambda a, b, c: (a << 3) + c),
        (ALL, "v_sad_u8 v0, v2, v4, v6", "u32 u32 u32",
         lambda a, b, c: sum(abs((a >> k & 255) - (b >> k & 255)) for k in (0, 8, 16, 24)) + c),
        (ALL, "v_dot4_u32_u8 v0, v2, v4, v6", "u32 u32 u32",
         lambda a, b, c: sum((a >> k & 255) * (b >> k & 255) for k in (0, 8, 16, 24)) + c),
        (NEW, "v_dot4_i32_iu8 v0, v2, v4, v6 neg_lo:[1,0,0]", "u32 u32 u32",
         lambda a, b, c: sum(signed(a >> k, 8) * (b >> k & 255) for k in (0, 8, 16, 24)) + c),
        (ALL, "v_dot4_u32_u8 v0, v2, v4, v6 clamp", "u32 u32 u32",
         lambda a, b, c: min(sum((a >> k & 255) * (b >> k & 255) for k in (0, 8, 16, 24)) + c, 2**32 - 1)),
        (NEW, "v_dot4_i32_iu8 v0, v2, v4, v6 neg_lo:[1,1,0] clamp", "u32 u32 u32",
         lambda a, b, c: max(min(sum(signed(a >> k, 8) * signed(b >> k, 8) for k in (0, 8, 16, 24)) + signed(c, 32), 2**31 - 1), -2**31)),
        (ALL, "v_cvt_pk_i16_i32 v0, v2, v4", "u32 u32",
         lambda a, b: sum((max(min(signed(x, 32), 32767), -32768) & 0xFFFF) << k for x, k in ((a, 0), (b, 16)))),
        (ALL, "v_pk_add_u16 v0, v2, v4 op_sel:[0,1] op_sel_hi:[1,0]", "u32 u32",
         lambda a, b: (a + (b >> 16) & 0xFFFF) | ((a >> 16) + b & 0xFFFF) << 16),
        (ALL, "v_pk_sub_i16 v0, v2, v4", "u32 u32", lambda a, b: (a - b & 0xFFFF) | ((a >> 16) - (b >> 16) & 0xFFFF) << 16),
        (ALL, "v_pk_sub_u16 v0, v2, v4", "u32 u32", lambda a, b: (a - b & 0xFFFF) | ((a >> 16) - (b >> 16) & 0xFFFF) << 16),
        (ALL, "v_pk_lshlrev_b16 v0, v2, v4", "u32 u32",
         lambda a, b: (b << (a & 15) & 0xFFFF) | ((b >> 16) << (a >> 16 & 15) & 0xFFFF) << 16),
        (OLD, "v_or_b32_sdwa v0, v2, v4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_1 src1_sel:WORD_1", "u32 u32", lambda a, b: (a >> 8 & 255) | b >> 16),
        (OLD, "v_mul_i32_i24_sdwa v0, sext(v2), v4 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2 src1_sel:BYTE_0",
         "u32 u32", lambda a, b: signed(a >> 16, 8) * (b & 255)),
        (OLD, "v_mov_b32_sdwa v0, v2 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3", "u32",
         lambda a: 0x55660088 | (a >> 24) << 8),
        (OLD, "v_mov_b32_sdwa v0, v2 dst_sel:WORD_0 dst_unused:UNUSED_SEXT src0_sel:WORD_1", "u32",
         lambda a: signed(a >> 16, 16)),
        (NEW, "v_add_nc_u16 v0.h, v2.h, v4.l", "u32 u32", lambda a, b: 0x7788 | ((a >> 16) + b & 0xFFFF) << 16),
        (NEW, "v_lshrrev_b16 v0.l, v2.l, v4.h", "u32 u32", lambda a, b: 0x55660000 | b >> 16 >> (a & 15)),
        (NEW, "v_mad_u16 v0.h, v2.l, v4.h, v6.l", "u32 u32 u32",
         lambda a, b, c: 0x7788 | (a * (b >> 16) + c & 0xFFFF) << 16),
        (NEW, "v_mad_u16 v0.l, v2.h, v4.l, v6.h", "u32 u32 u32",
         lambda a, b, c: 0x55660000 | (a >> 16) * b + (c >> 16) & 0xFFFF),
        (GFX9, "v_mad_legacy_u16 v0, v2, v4, v6", "u32 u32 u32", lambda a, b, c: a * b + c & 0xFFFF),
        (GFX9, "v_mul_lo_u16 v0, v2, v4", "u32 u32", lambda a, b: a * b & 0xFFFF),
        ("gfx1030", "v_mul_lo_u16 v0, v2, v4", "u32 u32", lambda a, b: 0x55660000 | a * b & 0xFFFF),
        (GFX9, "v_ashrrev_i16 v0, v2, v4", "u32 u32", lambda a, b: signed(b, 16) >> (a & 15) & 0xFFFF),
    ]
    for processors, text, kinds, compute in rows:
        for values in cases(kinds.split()):
            put(processors, text, values, of_32(compute(*values)))
    for values in cases(["u32", "u32", "u64"]):
        a, b, c = values
        put("gfx90a gfx942 gfx1100", "v_mad_u64_u32 v[0:1], vcc, v2, v4, v[6:7]", values, (a * b + c) % 2**64)
        put("gfx1100", "v_mad_i64_i32 v[0:1], null, v2, v4, v[6:7]", values,
            (signed(a, 32) * signed(b, 32) + c) % 2**64)
        put(S10.replace("gfx1201", ""), "v_lshlrev_b64 v[0:1], v2, v[6:7]", values, c << (a & 63) & 2**64 - 1)
        for carry in (0, 1):
            put(S10, "v_add_co_ci_u32 v0, vcc_lo, v2, v4, vcc_lo", values, of_32(a + b + carry), mask=carry,
                after=(a + b + carry) >> 32)
            put(GFX9, "v_subb_co_u32 v0, vcc, v2, v4, vcc", values, of_32(a - b - carry), mask=carry,
                after=int(a - b - carry < 0))
    for values in cases(["u32", "u32"]):
        a, b = values
        put("gfx1100 " + OLD, "s_add_u32 s24, s8, s10", values, of_32(a + b), after=(a + b) >> 32)
        put("gfx1100 " + OLD, "s_sub_i32 s24, s8, s10", values, of_32(a - b),
            after=int(not -(2**31) <= signed(a, 32) - signed(b, 32) < 2**31))
        quads = sum(15 << k for k in range(0, 32, 4) if a >> k & 15)
        put(ALL, "s_wqm_b32 s24, s8", values, of_32(quads), after=int(a != 0))
        put(ALL, "s_wqm_b64 s[24:25], s[8:9]", [a | b << 32], quads | sum(15 << k for k in range(32, 64, 4) if b >> k - 32 & 15),
            after=int(a | b != 0))
        same = next((k for k in range(1, 32) if a >> 31 - k & 1 != a >> 31), 2**32 - 1)
        put(OLD, "s_flbit_i32 s24, s8", values, of_32(same))
        put(NEW, "s_cls_i32 s24, s8", values, of_32(same))
        put(OLD, "v_ffbh_i32 v0, v2", values, of_32(same))
        put(NEW, "v_cls_i32 v0, v2", values, of_32(same))
        put(ALL, "s_bfe_i32 s24, s8, 0x90004", values, of_32(signed(a >> 4, 9)),
            after=int(signed(a >> 4, 9) != 0))
        for name, low, high in (("ll", 0, 0), ("lh", 0, 16), ("hl", 16, 0), ("hh", 16, 16)):
            put(NEW if name == "hl" else ALL, f"s_pack_{name}_b32_b16 s24, s8, s10", values,
                of_32((a >> low & 0xFFFF) | (b >> high & 0xFFFF) << 16))
        apart = abs(signed(a - b, 32))
        put(ALL, "s_absdiff_i32 s24, s8, s10", values, of_32(apart), after=int(apart != 0))
        put(ALL, "s_bitreplicate_b64_b32 s[24:25], s8", values, int("".join(2 * bit for bit in f"{a:032b}"), 2))
        put(ALL, "s_bfm_b64 s[24:25], s8, s10", values, ((1 << (a & 63)) - 1 << (b & 63)) & (1 << 64) - 1)
        put(ALL, "s_brev_b64 s[24:25], s[8:9]", [a | b << 32], int(f"{a | b << 32:064b}"[::-1], 2))
        put(ALL, "s_min_i32 s24, s8, s10", values, of_32(min(signed(a, 32), signed(b, 32))))
        put(ALL, "s_cmp_lt_i32 s8, s10", values, 0, old=0,
            after=int(signed(a, 32) < signed(b, 32)))
        put("gfx1030", "v_sub_nc_i16 v0, v2, v4", values, OLD_VALUE & ~0xFFFF | a - b & 0xFFFF)
        for name, exact in (("add", signed(a, 16) + signed(b, 16)), ("sub", signed(a, 16) - signed(b, 16))):
            put("gfx90a gfx942", f"v_{name}_i16 v0, v2, v4", values, OLD_VALUE & ~0xFFFF | exact & 0xFFFF)
            put("gfx90a gfx942", f"v_{name}_i16 v0, v2, v4 clamp", values,
                OLD_VALUE & ~0xFFFF | max(min(exact, 0x7FFF), -0x8000) & 0xFFFF)
        put(OLD, "v_cmp_gt_u16 VCC, v2, v4", values, OLD_VALUE, after=int((a & 0xFFFF) > (b & 0xFFFF)))
        put(NEW, "v_cmp_gt_u16 vcc_lo, v2.l, v4.h", values, OLD_VALUE, after=int((a & 0xFFFF) > b >> 16))


def of_64():
    """gfx1250 computes with 64 bits at once, and takes numbers of 64 bits."""
    number = 0x123456789ABCDEF0
    for values in cases(["u64", "u64", "u64"]):
        a, b, c = values
        low, high, signed_pair = (a & 2**32 - 1), (b & 2**32 - 1), (signed(a, 64), signed(b, 64))
        for text, result in (("v_add_nc_u64 v[0:1], v[2:3], v[4:5]", a + b), ("v_sub_nc_u64 v[0:1], v[2:3], v[4:5]", a - b),
                             ("v_mul_u64 v[0:1], v[2:3], v[4:5]", a * b), (f"v_mul_u64 v[0:1], {number:#x}, v[4:5]", number * b),
                             ("v_min_u64 v[0:1], v[2:3], v[4:5]", min(a, b)), ("v_max_u64 v[0:1], v[2:3], v[4:5]", max(a, b)),
                             ("v_min_i64 v[0:1], v[2:3], v[4:5]", min(signed_pair)), ("v_max_i64 v[0:1], v[2:3], v[4:5]", max(signed_pair)),
                             ("v_mad_nc_u64_u32 v[0:1], v2, v4, v[6:7]", low * high + c),
                             ("v_mad_nc_i64_i32 v[0:1], v2, v4, v[6:7]", signed(low, 32) * signed(high, 32) + c),
                             ("v_lshl_add_u64 v[0:1], v[2:3], 3, v[6:7]", (a << 3) + c), ("v_mov_b64 v[0:1], v[2:3]", a),
                             (f"s_mov_b64 s[24:25], {number:#x}", number), (f"s_xor_b64 s[24:25], s[8:9], {number:#x}", a ^ number),
                             ("v_dual_bitop2_b32 v0, v2, v4 bitop3:0x14 :: v_dual_mov_b32 v1, v6", low ^ high | c << 32),
                             ("v_dual_bitop2_b32 v0, v2, v4 bitop3:0x40 :: v_dual_ashrrev_i32 v1, 4, v6",
                              low & high | signed(c & 2**32 - 1, 32) >> 4 << 32)):
            put("gfx1250", text, values, result % 2**64, after=int(a ^ number != 0) if text.startswith("s_xor") else "-")


def multiplied_and_added(values):
    """v_mad_f32 rounds twice, and knows no denormals."""
    def flushed(bits):
        return bits if bits & infinity(32) else bits & 0x80000000

    x, y, z = (decode(flushed(bits), 32) for bits in values)
    product = flushed(encode(x * y, 32))
    if product & infinity(32) == infinity(32) or not decode(product, 32) + z:
        return
    expected = flushed(encode(decode(product, 32) + z, 32))
    put("gfx90a", "v_mad_f32 v0, v2, v4, v6", values, of_32(expected))
    put("gfx90a", "v_mac_f32 v0, v2, v4", values, expected, old=values[2])


def floats():
    for width, v, a, b, c in ((16, "v0", "v2", "v4", "v6"), (32, "v0", "v2", "v4", "v6"),
                              (64, "v[0:1]", "v[2:3]", "v[4:5]", "v[6:7]")):
        kinds = [f"f{width}"] * 3
        where = "gfx1030" if width == 16 else ALL
        keep = lambda bits: (OLD_VALUE & ~0xFFFF | bits) if width == 16 else of_32(bits) if width == 32 else bits
        for values in cases(kinds, 40):
            if any(bits & infinity(width) == infinity(width) for bits in values):
                continue
            x, y, z = (decode(bits, width) for bits in values)
            signs = [bits >> (width - 1) for bits in values]
            put(where, f"v_add_f{width} {v}, {a}, {b}", values, keep(encode(x + y, width, signs[0] and signs[1])))
            put(where, f"v_mul_f{width} {v}, {a}, -{b}", values,
                keep(encode(-x * y, width, signs[0] == signs[1])))
            if x * y + z:
                put(where, f"v_fma_f{width} {v}, {a}, {b}, {c}", values, keep(encode(x * y + z, width)))
            whole = x.numerator // x.denominator
            put(where, f"v_floor_f{width} {v}, {a}", values, keep(encode(Fraction(whole), width, signs[0])))
            put(where, f"v_rndne_f{width} {v}, {a}", values, keep(encode(Fraction(round(x)), width, signs[0])))
            put(where, f"v_ldexp_f{width} {v}, {a}, -3", values, keep(encode(x / 8, width, signs[0])))
            if x:
                if width == 64 or values[0] & infinity(width):
                    expected = encode(1 / x, width)
                    if width != 32 or expected & infinity(width):
                        put(where, f"v_rcp_f{width} {v}, {a}", values, keep(expected))
            small, large = (values[0], values[1]) if (x, -signs[0]) < (y, -signs[1]) else (values[1], values[0])
            put("gfx1030" if width == 16 else "gfx1030 gfx1100 gfx90a", f"v_min_f{width} {v}, {a}, {b}", values, keep(small))
            put("gfx1030" if width == 16 else "gfx1030 gfx1100 gfx90a", f"v_max_f{width} {v}, {a}, {b}", values, keep(large))
            put(ALL, f"v_cmp_nlt_f{width} VCC, {a}, {b}", values, OLD_VALUE, after=int(not x < y))
            put(ALL, f"v_cmp_lg_f{width} VCC, |{a}|, {b}", values, OLD_VALUE, after=int(abs(x) != y))
            if width == 32:
                multiplied_and_added(values)
            if width == 16:
                put("gfx1201", "s_cvt_hi_f32_f16 s24, s8", [values[0] << 16 | 0x3C01, *values[1:]], of_32(encode(x, 32, signs[0])))
                scalar = [("add", x + y, signs[0] and signs[1]), ("mul", x * y, signs[0] != signs[1])]
                for name, exact, zero in scalar:
                    put("gfx1201", f"s_{name}_f16 s24, s8, s10", values, of_32(encode(exact, 16, zero)))
                put("gfx1201", "s_mul_f16 s24, s8, 4.0", values, of_32(encode(x * 4, 16, signs[0])))
                put("gfx1201", "s_max_num_f16 s24, s8, s10", values, of_32(large))
                put("gfx1201", "s_min_num_f16 s24, s8, s10", values, of_32(small))
                put("gfx1201", "s_floor_f16 s24, s8", values, of_32(encode(Fraction(whole), 16, signs[0])))
                put("gfx1201", "s_ceil_f16 s24, s8", values, of_32(encode(Fraction(-(-x // 1)), 16, signs[0])))
                put("gfx1201", "s_cvt_f32_f16 s24, s8", values, of_32(encode(x, 32, signs[0])))
                if x - y:
                    put("gfx1201", "s_sub_f16 s24, s8, s10", values, of_32(encode(x - y, 16)))
                if x * y + z:
                    put("gfx1201", "s_fmac_f16 s24, s8, s10", values, encode(x * y + z, 16), old=values[2])
            if width == 32:
                put("gfx1201", "s_cvt_f16_f32 s24, s8", values, of_32(encode(x, 16, signs[0])))
                put("gfx1201", "s_min_num_f32 s24, s8, s10", values, of_32(small))
                put("gfx1201", "s_max_num_f32 s24, s8, s10", values, of_32(large))
                put("gfx1201", "s_cmp_nlt_f32 s8, s10", values, 0, old=0, after=int(not x < y))
                put("gfx1201", "s_cmp_lg_f32 s8, s10", values, 0, old=0, after=int(x != y))
                if x * y + z:
                    put("gfx1201", "s_fmac_f32 s24, s8, s10", values, encode(x * y + z, 32), old=values[2])
                if x * 2 + y:
                    put("gfx1201", "s_fmamk_f32 s24, s8, 0x40000000, s10", values, of_32(encode(x * 2 + y, 32)))
                put("gfx1201", "s_trunc_f32 s24, s8", values, of_32(encode(Fraction(int(x)), 32, signs[0])))
                put("gfx1201", "s_floor_f32 s24, s8", values, of_32(encode(Fraction(whole), 32, signs[0])))
                put("gfx1201", "s_ceil_f32 s24, s8", values, of_32(encode(Fraction(-(-x // 1)), 32, signs[0])))
                put("gfx1201", "s_rndne_f32 s24, s8", values, of_32(encode(Fraction(round(x)), 32, signs[0])))
                put("gfx1201", "s_cvt_i32_f32 s24, s8", values, of_32(max(min(int(x), 2**31 - 1), -(2**31))))
                put("gfx1201", "s_cvt_u32_f32 s24, s8", values, of_32(max(min(int(x), 2**32 - 1), 0)))
                if x and values[0] & infinity(32) and encode(1 / x, 32) & infinity(32):
                    put("gfx1201", "v_s_rcp_f32 s24, s8", values, of_32(encode(1 / x, 32)))
                total = encode(x + y, 32)
                if total & infinity(32) != infinity(32):
                    put(ALL, "v_add_f32 v0, v2, v4 mul:4 clamp", values,
                        of_32(encode(max(min(decode(total, 32) * 4, 1), Fraction(0)), 32)))
                put(ALL, "v_cvt_i32_f32 v0, v2", values, of_32(max(min(int(x), 2**31 - 1), -(2**31))))
                put(ALL, "v_cvt_u32_f32 v0, v2", values, of_32(max(min(int(x), 2**32 - 1), 0)))
                put("gfx1030", "v_cvt_f16_f32 v0, v2", values, OLD_VALUE & ~0xFFFF | encode(x, 16, signs[0]))
                put(GFX9, "v_cvt_f16_f32 v0, v2", values, of_32(encode(x, 16, signs[0])))
                put(ALL, "v_cvt_f64_f32 v[0:1], v2", values, encode(x, 64, signs[0]))
                put(ALL, "v_fract_f32 v0, v2", values, of_32(encode(min(x - whole, Fraction(2**24 - 1, 2**24)), 32)))
            if width == 64:
                put(ALL, "v_cvt_f32_f64 v0, v[2:3]", values, of_32(encode(x, 32, signs[0])))
                put(ALL, "v_cvt_i32_f64 v0, v[2:3]", values, of_32(max(min(int(x), 2**31 - 1), -(2**31))))
            if width == 16:
                pair = [values[k] | values[(k + 1) % 3] << 16 for k in range(3)]
                put(ALL, "v_pk_mul_f16 v0, v2, v4 op_sel_hi:[1,0] neg_hi:[1,0]", pair,
                    of_32(encode(x * y, 16, signs[0] != signs[1]) | encode(-y * y, 16, True) << 16))
                put(ALL, "v_cvt_f32_f16 v0, v2", values, of_32(encode(x, 32, signs[0])))
                put(ALL, "v_pack_b32_f16 v0, v2, v4", values, of_32(values[0] | values[1] << 16))
                put(ALL, "v_pack_b32_f16 v0, -v2, v4", values, of_32(values[0] ^ 0x8000 | values[1] << 16))
    for bits in (0x3F000000, 0x3FC00000, 0xBF000000, 0xC0200000):  # halfway between two whole numbers
        put(ALL, "v_rndne_f32 v0, v2", [bits],
            of_32(encode(Fraction(round(decode(bits, 32))), 32, bool(bits >> 31))))
    for a in edges("u32"):
        put(ALL, "v_cvt_f32_u32 v0, v2", [a], of_32(encode(Fraction(a), 32)))
        put(ALL, "v_cvt_f64_i32 v[0:1], v2", [a], encode(Fraction(signed(a, 32)), 64))
        put(ALL, "v_cvt_f32_ubyte2 v0, v2", [a], of_32(encode(Fraction(a >> 16 & 255), 32)))
        put(NEW, "v_cvt_u32_u16 v0, v2", [a], of_32(a & 0xFFFF))
        put(NEW, "v_cvt_u32_u16 v0, v2.h", [a], of_32(a >> 16))
        put(NEW, "v_cvt_i32_i16 v0, v2.l", [a], of_32(signed(a & 0xFFFF, 16)))


def literals():
    """Where the guides say what becomes of what is no number, of infinities and of bounds."""
    for text, values, result in (
            ("v_add_f32 v0, v2, v4", (0x7F800000, 0xFF800000), 0x7FC00000),
            ("v_mul_f32 v0, v2, v4", (0x7FA00001, 0x3F800000), 0x7FE00001),
            ("v_rcp_f32 v0, v2", (0x80000000,), 0xFF800000),
            ("v_rcp_f32 v0, v2", (0x00000001,), 0x7F800000),
            ("v_rcp_f32 v0, v2", (0x7F000000,), 0x00000000),
            ("v_rsq_f32 v0, v2", (0x00000001,), 0x7F800000),
            ("v_sqrt_f32 v0, v2", (0x40800000,), 0x40000000),
            ("v_sqrt_f32 v0, v2", (0xBF800000,), 0x7FC00000),
            ("v_rsq_f32 v0, v2", (0x40800000,), 0x3F000000),
            ("v_exp_f32 v0, v2", (0xC0000000,), 0x3E800000),
            ("v_log_f32 v0, v2", (0x41000000,), 0x40400000),
            ("v_log_f32 v0, v2", (0x00000000,), 0xFF800000),
            ("v_sin_f32 v0, v2", (0x3E800000,), 0x3F800000),
            ("v_cos_f32 v0, v2", (0x3F000000,), 0xBF800000),
            ("v_frexp_exp_i32_f32 v0, v2", (0x41200000,), 4),
            ("v_frexp_mant_f32 v0, v2", (0x41200000,), 0x3F200000),
            ("v_cvt_i32_f32 v0, v2", (0x7FC00000,), 0),
            ("v_cvt_u32_f32 v0, v2", (0xFF800000,), 0),
            ("v_div_fixup_f32 v0, v2, v4, v6", (0x3F800000, 0, 0xC0000000), 0xFF800000),
            ("v_div_fixup_f32 v0, v2, v4, v6", (0x3F800000, 0, 0), 0xFFC00000),
            ("v_div_fixup_f32 v0, v2, v4, v6", (0x3F800000, 0x40000000, 0xC0000000), 0xBF800000),
            ("v_cubeid_f32 v0, v2, v4, v6", (0x3F800000, 0xC0000000, 0x3F800000), 0x40400000),
            ("v_cubema_f32 v0, v2, v4, v6", (0x3F800000, 0xC0000000, 0x3F800000), 0xC0800000),
            ("v_cubesc_f32 v0, v2, v4, v6", (0x3F800000, 0xC0000000, 0x3F000000), 0x3F800000),
            ("v_cubetc_f32 v0, v2, v4, v6", (0x3F800000, 0xC0000000, 0x3F000000), 0xBF000000),
            ("v_perm_b32 v0, v2, v4, v6", (0x11223344, 0x55667788, 0x0C070003), 0x00118855),
            ("v_fma_mix_f32 v0, v2, v4, v6 op_sel:[1,0,0] op_sel_hi:[1,0,0]", (0x40000000, 0x40400000, 0x3F800000),
             0x40E00000),
            ("v_fma_mix_f32 v0, v2, v4, neg(0)", (0x80000000, 0x3F800000), 0x80000000),
            ("v_fma_mix_f32 v0, v2, v4, 0", (0x80000000, 0x3F800000), 0),
            ("v_fma_mixhi_f16 v0, v2, v4, v6", (0x40000000, 0x40400000, 0x3F800000), 0x47007788)):
        put(ALL, text, values, of_32(result))
        name = text.split(" ")[0]
        if name in ("v_sqrt_f32", "v_rsq_f32", "v_exp_f32", "v_log_f32"):
            put("gfx1201", f"v_s_{name[2:]} s24, s8", values, of_32(result))
    for text, value, result in (("v_s_rcp_f32 s24, |s8|", 0xC0000000, 0x3F000000), ("v_s_rcp_f32 s24, -s8", 0xC0000000, 0x3F000000),
                                ("v_s_sqrt_f32 s24, -|s8|", 0x80000000, 0x80000000), ("v_s_rcp_f16 s24, s8", 0x4000, 0x3800),
                                ("v_s_rcp_f16 s24, -s8", 0x4000, 0xB800), ("v_s_rsq_f16 s24, s8", 0x4400, 0x3800),
                                ("v_s_sqrt_f16 s24, s8", 0x4400, 0x4000), ("v_s_exp_f16 s24, s8", 0x4000, 0x4400),
                                ("v_s_log_f16 s24, s8", 0x4400, 0x4000)):
        put("gfx1201", text, (value,), of_32(result))
    # the product and what is added end just beyond the middle of two floats, or the product is longer than a float
    put(ALL, "v_fma_f32 v0, v2, v4, v6", (0x3F800800, 0x3F800800, 0x17800000), of_32(0x3F801001))
    # an inline number of two integers has the bits of a float of 32 bits
    put(ALL, "v_pk_add_u16 v0, v2, 1.0", (0x00010002,), of_32(0x3F810002))
    put(ALL, "v_pk_sub_u16 v0, v2, 0.5 op_sel:[0,1] op_sel_hi:[1,0]", (0x00013F02,), of_32(0x00010002))
    # (1 + 2^-12)^2 - 1 is 2^-11 + 2^-24, and 2^-11 if the product is rounded
    put(ALL, "v_fma_f32 v0, v2, v4, v6", (0x3F800800, 0x3F800800, 0xBF800000), of_32(0x3A000400))
    # gfx1250: a number of 64 bits; one that is no vector is the same for both floats; two halves, rounded to the nearest
    put("gfx1250", "v_mul_f64 v[0:1], 0x3ff8000000000001, v[2:3]", (0x4000000000000000,), 0x4008000000000001)
    put("gfx1250", "v_mul_f64 v[0:1], 0x3ff80000, v[2:3]", (0x4000000000000000,), 0x4008000000000000)
    put("gfx1250", "v_pk_mul_f32 v[0:1], v[2:3], 2.0", (0x404000003FC00000,), 0x40C0000040400000)
    put("gfx1250", "v_pk_fma_f32 v[0:1], v[2:3], 2.0, v[4:5] op_sel_hi:[1,0,1]", (0x404000003FC00000, 0x3F80000040000000),
        0x40E0000040A00000)
    put("gfx950 gfx1250", "v_cvt_pk_f16_f32 v0, v2, v4", (0x3F801000, 0x3F803000), of_32(0x3C023C00))
    put("gfx90a", "v_mad_f32 v0, v2, v4, v6", (0x3F800800, 0x3F800800, 0xBF800000), of_32(0x3A000000))
    put(ALL, "v_fma_f64 v[0:1], v[2:3], v[4:5], v[6:7]", (0x3FF0000002000000, 0x3FF0000002000000, 0xBFF0000004000000),
        0x3C90000000000000)
    put(GFX9, "v_cvt_f16_f32 v0, v2", (0x477FF000,), of_32(0x7C00))  # halfway between the largest half and the next
    put(GFX9, "v_cvt_f16_f32 v0, v2", (0x477FEFFF,), of_32(0x7BFF))
    # the numerator is far larger than the denominator, which alone is scaled; then the quotient is scaled back
    for a, b, c, result, flag in ((0x00800000, 0x00800000, 0x7F000000, 0x20800000, 1),
                                  (0x7F000000, 0x00800000, 0x7F000000, 0x7F000000, 1),
                                  (0x3F800000, 0x3F800000, 0x40000000, 0x3F800000, 0)):
        put(GFX9, "v_div_scale_f32 v0, vcc, v2, v4, v6", (a, b, c), of_32(result), after=flag)
    put(ALL, "v_div_fmas_f32 v0, v2, v4, v6", (0x3F800000, 0x3F800000, 0x3F800000), of_32(0x20000000), mask=1)
    put(ALL, "v_div_fmas_f32 v0, v2, v4, v6", (0x3F800000, 0x3F800000, 0x40000000), of_32(0x60400000), mask=1)
    for bits, kind in ((0x7FA00000, 1), (0x7FC00000, 2), (0xFF800000, 4), (0xBF800000, 8), (0x80000001, 16),
                       (0x80000000, 32), (0, 64), (1, 128), (0x3F800000, 256), (0x7F800000, 512)):
        put(ALL, "v_cmp_class_f32 VCC, v2, v4", (bits, kind), OLD_VALUE, after=1)
        put(ALL, "v_cmp_class_f32 VCC, v2, v4", (bits, 1023 ^ kind), OLD_VALUE, after=0)


integers()
of_64()
floats()
literals()
