"""Cases of the instructions on composites, bit fields, matrices and pairs of results."""

import ieee
from ieee import ANYTHING, decode, encode
from module import BOOL, float_type, int_type, matrix, parts_of, uint_type, vector
from scalars import (FLOAT_WIDTHS, INTEGER_WIDTHS, Writer, mask, random_float, random_integer, signed)


def random_value(random, t):
    if t[0] == "b":
        return random.random() < 0.5
    if t[0] == "i":
        return random_integer(random, t[1])
    if t[0] == "f":
        return random_float(random, t[1])
    return [random_value(random, part) for part in parts_of(t)]


# ---- bit fields ----


def bit_fields(module, random, scale):
    for w in INTEGER_WIDTHS:
        for count_of_components in (1, 2, 4):
            for turn in range(4 * scale):
                bit_field_cases(module, random, w, count_of_components, turn % 2 == 0)


def bit_field_cases(module, random, w, components, opaque):
    t = vector(int_type(w), components)
    base, insert = random_value(random, t), random_value(random, t)
    offset = random.randrange(w + 1)
    count = random.choice((0, w - offset, random.randrange(w - offset + 1)))
    numbers = [("i", random.choice(INTEGER_WIDTHS), random.random() < 0.5) for _ in range(2)]
    ids = [module.value(numbers[0], offset, opaque), module.value(numbers[1], count, opaque)]
    field = mask(count)

    def extract(x, sign):
        x = x >> offset & field
        return (x - (1 << count)) & mask(w) if sign and count and x >> (count - 1) else x

    label = "of %d bits: base %s insert %s offset %d count %d" % (w, base, insert, offset, count)
    base_id, insert_id = module.value(t, base, opaque), module.value(t, insert, opaque)
    module.check("OpBitFieldInsert " + label, t, module.op("OpBitFieldInsert", t, base_id, insert_id, *ids),
                 each(lambda a, b: (a & ~(field << offset) | (b & field) << offset) & mask(w), base, insert))
    module.check("OpBitFieldSExtract " + label, t, module.op("OpBitFieldSExtract", t, base_id, *ids),
                 each(lambda a: extract(a, True), base))
    module.check("OpBitFieldUExtract " + label, t, module.op("OpBitFieldUExtract", t, base_id, *ids),
                 each(lambda a: extract(a, False), base))


def each(function, *values):
    if isinstance(values[0], list):
        return [function(*components) for components in zip(*values)]
    return function(*values)


# ---- pairs of results ----


def pairs(module, random, scale):
    rows = {
        "OpIAddCarry": lambda w, a, b: ((a + b) & mask(w), (a + b) >> w),
        "OpISubBorrow": lambda w, a, b: ((a - b) & mask(w), int(a < b)),
        "OpUMulExtended": lambda w, a, b: ((a * b) & mask(w), (a * b) >> w),
        "OpSMulExtended": lambda w, a, b: ((signed(a, w) * signed(b, w)) & mask(w),
                                           (signed(a, w) * signed(b, w)) >> w & mask(w)),
    }
    for w in INTEGER_WIDTHS:
        for opcode, expected in rows.items():
            for components in (1, 2, 3):
                for turn in range(2 * scale):
                    t = vector(uint_type(w) if opcode != "OpSMulExtended" else int_type(w), components)
                    a, b = random_value(random, t), random_value(random, t)
                    result = module.op(opcode, ("s", t, t), module.value(t, a, turn % 2), module.value(t, b, turn % 2))
                    answers = each(lambda x, y: expected(w, x, y), a, b)
                    low = [pair[0] for pair in answers] if components > 1 else answers[0]
                    high = [pair[1] for pair in answers] if components > 1 else answers[1]
                    module.check("%s %d of %s, %s" % (opcode, w, a, b), ("s", t, t), result, [low, high])


# ---- OpBitcast ----


def bits_of(t):
    return sum(bits_of(part) for part in parts_of(t)) if t[0] == "v" else t[1]


def to_bits(t, value):
    if t[0] != "v":
        return value
    width = t[1][1]
    return sum(component << (i * width) for i, component in enumerate(value))


def from_bits(t, bits):
    if t[0] != "v":
        return bits
    width = t[1][1]
    return [bits >> (i * width) & mask(width) for i in range(t[2])]


def without_nan(random, t):
    """A NaN's payload need not survive the way through a float."""
    while True:
        value = random_value(random, t)
        components = value if isinstance(value, list) else [value]
        scalar = t[1] if t[0] == "v" else t
        if scalar[0] != "f" or not any(ieee.is_nan(c, scalar[1]) for c in components):
            return value


def bitcasts(module, random, scale):
    scalars = [kind(w) for w in INTEGER_WIDTHS for kind in (int_type, uint_type)] + [float_type(w) for w in FLOAT_WIDTHS]
    shapes = [vector(s, n) for s in scalars for n in (1, 2, 3, 4)]
    for source in shapes:
        for target in shapes:
            if bits_of(source) != bits_of(target) or source == target:
                continue
            value = without_nan(random, source)
            result = module.op("OpBitcast", target, module.value(source, value, random.random() < 0.5))
            module.check("OpBitcast %s to %s of %s" % (source, target, value), target, result,
                         from_bits(target, to_bits(source, value)))


# ---- composites ----


def random_type(random, depth=2):
    """A type of a value that may be a composite."""
    kind = random.choice("ifbvmas") if depth else random.choice("ifbv")
    if kind == "i":
        return uint_type(random.choice(INTEGER_WIDTHS))
    if kind == "f":
        return float_type(random.choice(FLOAT_WIDTHS))
    if kind == "b":
        return BOOL
    if kind == "v":
        return vector(random_type_scalar(random), random.randrange(2, 5))
    if kind == "m":
        return matrix(float_type(random.choice(FLOAT_WIDTHS)), random.randrange(2, 5), random.randrange(2, 5))
    if kind == "a":
        return ("a", random_type(random, depth - 1), random.randrange(1, 4))
    return ("s",) + tuple(random_type(random, depth - 1) for _ in range(random.randrange(1, 4)))


def random_type_scalar(random):
    return random.choice([uint_type(w) for w in INTEGER_WIDTHS] + [float_type(w) for w in FLOAT_WIDTHS] + [BOOL])


def random_path(random, t):
    path = []
    while t[0] in "vmas" and (not path or random.random() < 0.7):
        index = random.randrange(len(parts_of(t)))
        path.append(index)
        t = parts_of(t)[index]
    return path, t


def replaced(value, path, part):
    if not path:
        return part
    copy = list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], part)
    return copy


def part_at(value, path):
    for index in path:
        value = value[index]
    return value


def composites(module, random, scale):
    for turn in range(40 * scale):
        t = random_type(random)
        if t[0] not in "vmas":
            continue
        value = random_value(random, t)
        opaque = turn % 2 == 0
        whole = module.value(t, value, opaque)
        label = "%s %s" % (t, value)
        path, part_type = random_path(random, t)
        extracted = module.op("OpCompositeExtract", part_type, whole, *path)
        module.check("OpCompositeExtract %s at %s" % (label, path), part_type, extracted, part_at(value, path))
        part = random_value(random, part_type)
        inserted = module.op("OpCompositeInsert", t, module.value(part_type, part, opaque), whole, *path)
        module.check("OpCompositeInsert %s at %s" % (label, path), t, inserted, replaced(value, path, part))
        parts = [module.value(p, v, opaque) for p, v in zip(parts_of(t), value)]
        module.check("OpCompositeConstruct " + label, t, module.op("OpCompositeConstruct", t, *parts), value)
        module.check("OpCopyObject " + label, t, module.op("OpCopyObject", t, whole), value)
        other = random_value(random, t)
        condition = random.random() < 0.5
        chosen = module.op("OpSelect", t, module.value(BOOL, condition, opaque), whole, module.value(t, other, opaque))
        module.check("OpSelect " + label, t, chosen, value if condition else other)


def copies(module, random, scale):
    """OpCopyLogical between structs, one of them another type by its decoration, and OpUndef."""
    for turn in range(4 * scale):
        member = random_type(random, 1)
        t = ("s", ("a", ("s", member, uint_type(32)), 2))
        value = random_value(random, t)
        twin = ("s", ("a", ("s", member, uint_type(32), ), 2))
        names = {}
        for key in (twin[1][1], twin[1], twin):
            names[key] = module.fresh()
        module.globals.append("%s = OpTypeStruct %s %s" % (names[twin[1][1]], module.type(member),
                                                           module.type(uint_type(32))))
        module.globals.append("%s = OpTypeArray %s %s" % (names[twin[1]], names[twin[1][1]],
                                                          module.constant(uint_type(32), 2)))
        module.globals.append("%s = OpTypeStruct %s" % (names[twin], names[twin[1]]))
        source = module.value(t, value, turn % 2 == 0)
        there, back = module.fresh(), None
        module.emit("%s = OpCopyLogical %s %s" % (there, names[twin], source))
        module.opcodes.add("OpCopyLogical")
        back = module.op("OpCopyLogical", t, there)
        module.check("OpCopyLogical %s" % (value,), t, back, value)
        undefined = module.op("OpUndef", uint_type(32))
        module.check("OpUndef", uint_type(32), undefined, ANYTHING)


# ---- vectors ----


def vectors(module, random, scale):
    for turn in range(12 * scale):
        scalar, opaque = random_type_scalar(random), turn % 2 == 0
        first, second = (vector(scalar, random.randrange(2, 5)) for _ in range(2))
        a, b = random_value(random, first), random_value(random, second)
        ids = module.value(first, a, opaque), module.value(second, b, opaque)
        order = [random.choice((random.randrange(len(a + b)), 0xFFFFFFFF) if random.random() < 0.2 else
                               (random.randrange(len(a + b)),)) for _ in range(random.randrange(2, 5))]
        t = vector(scalar, len(order))
        module.check("OpVectorShuffle %s %s %s" % (a, b, order), t, module.op("OpVectorShuffle", t, *ids, *order),
                     [ANYTHING if i == 0xFFFFFFFF else (a + b)[i] for i in order])
        index_type = ("i", random.choice(INTEGER_WIDTHS), random.random() < 0.5)
        index = random.randrange(6)
        index_id = module.value(index_type, index, opaque)
        inside = index < len(a)
        module.check("OpVectorExtractDynamic %s %d" % (a, index), scalar,
                     module.op("OpVectorExtractDynamic", scalar, ids[0], index_id), a[index] if inside else ANYTHING)
        component = random_value(random, scalar)
        module.check("OpVectorInsertDynamic %s %s %d" % (a, component, index), first,
                     module.op("OpVectorInsertDynamic", first, ids[0], module.value(scalar, component, opaque), index_id),
                     replaced(a, [index], component) if inside else [ANYTHING] * len(a))
        joined = vector(scalar, 4)
        if len(a) == 2 and len(b) == 2:
            module.check("OpCompositeConstruct %s %s" % (a, b), joined,
                         module.op("OpCompositeConstruct", joined, *ids), a + b)
    for turn in range(4 * scale):
        t = vector(BOOL, random.randrange(2, 5))
        values = [random.random() < random.choice((0.1, 0.9)) for _ in range(t[2])]
        source = module.value(t, values, turn % 2 == 0)
        module.check("OpAny %s" % values, BOOL, module.op("OpAny", BOOL, source), any(values))
        module.check("OpAll %s" % values, BOOL, module.op("OpAll", BOOL, source), all(values))


# ---- products; every operation is rounded, in the order of the components ----


def product(w, a, b):
    return encode(ieee.multiply(decode(a, w), decode(b, w)), w)


def total(w, numbers):
    result = numbers[0]
    for number in numbers[1:]:
        result = encode(ieee.add(decode(result, w), decode(number, w)), w)
    return result


def dot(w, a, b):
    return total(w, [product(w, x, y) for x, y in zip(a, b)])


def transposed(m):
    return [list(row) for row in zip(*m)]


def small_matrix(random, w, columns, rows):
    return [[encode(random.uniform(-8, 8), w) for _ in range(rows)] for _ in range(columns)]


def matrices(module, random, scale):
    for w in FLOAT_WIDTHS:
        for columns in (2, 3, 4):
            for rows in (2, 3, 4):
                for turn in range(scale):
                    matrix_cases(module, random, w, columns, rows, turn % 2 == 0)


def matrix_cases(module, random, w, columns, rows, opaque):
    scalar = float_type(w)
    t, column, row = matrix(scalar, columns, rows), vector(scalar, rows), vector(scalar, columns)
    m, (v,), (h,) = (small_matrix(random, w, c, r) for c, r in ((columns, rows), (1, rows), (1, columns)))
    factor = encode(random.uniform(-8, 8), w)
    inner = random.randrange(2, 5)
    right_type, product_type = matrix(scalar, inner, columns), matrix(scalar, inner, rows)
    right = small_matrix(random, w, inner, columns)
    m_id, v_id, h_id = (module.value(*pair, opaque) for pair in ((t, m), (column, v), (row, h)))
    factor_id, right_id = module.value(scalar, factor, opaque), module.value(right_type, right, opaque)

    def times(vector_value):
        return [dot(w, components, vector_value) for components in transposed(m)]

    turned = matrix(scalar, rows, columns)
    cases = [
        ("OpTranspose", turned, (m_id,), transposed(m)),
        ("OpMatrixTimesScalar", t, (m_id, factor_id), [[product(w, x, factor) for x in c] for c in m]),
        ("OpMatrixTimesVector", column, (m_id, h_id), times(h)),
        ("OpVectorTimesMatrix", row, (v_id, m_id), [dot(w, v, c) for c in m]),
        ("OpMatrixTimesMatrix", product_type, (m_id, right_id), [times(c) for c in right]),
        ("OpOuterProduct", t, (v_id, h_id), [[product(w, x, y) for x in v] for y in h]),
        ("OpDot", scalar, (v_id, v_id), dot(w, v, v)),
        ("OpVectorTimesScalar", column, (v_id, factor_id), [product(w, x, factor) for x in v]),
    ]
    for opcode, result_type, operands, expected in cases:
        result = module.op(opcode, result_type, *operands)
        module.check("%s %s of %s" % (opcode, t, (m, v, h, factor, right)), result_type, result, expected)
