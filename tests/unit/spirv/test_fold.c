/* Folding of constants: against the host's own arithmetic for every width, against spirv-opt, and against
 * values that were worked out by hand. */
#include "testing.h"

#include <inttypes.h>

#define HEAD                                                                                                           \
    "OpCapability Shader\nOpCapability Int8\nOpCapability Int16\nOpCapability Int64\nOpCapability Float16\n"           \
    "OpCapability Float64\nOpMemoryModel Logical GLSL450\n"

struct text {
    char *bytes;
    size_t length, capacity;
};

static void add(struct text *text, const char *format, ...) {
    va_list arguments;
    if (text->capacity - text->length < 1024) {
        text->capacity = text->capacity * 2 + 4096;
        text->bytes = realloc(text->bytes, text->capacity);
        assert_non_null(text->bytes);
    }
    va_start(arguments, format);
    text->length += (size_t)vsnprintf(text->bytes + text->length, 1024, format, arguments);
    va_end(arguments);
}

static uint64_t width_mask(uint32_t width) {
    return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* ---- the host's arithmetic, in the type of that width ---- */

/* Floors, and takes the remainder from that: the definition of SMod. */
static int64_t floored_remainder(int64_t a, int64_t b) {
    int64_t quotient = a / b;
    if (a % b != 0 && (a < 0) != (b < 0))
        --quotient;
    return (int64_t)((uint64_t)a - (uint64_t)quotient * (uint64_t)b); /* the product may not fit where this does */
}

#define ORACLE(name, S, U, width)                                                                                      \
    static uint64_t name(SpvOp opcode, uint64_t a_bits, uint64_t b_bits) {                                             \
        S a = (S)a_bits, b = (S)b_bits;                                                                                \
        U ua = (U)a_bits, ub = (U)b_bits;                                                                              \
        bool overflows = ub == (U) - 1 && a_bits == UINT64_C(1) << (width - 1);                                        \
        switch ((int)opcode) {                                                                                         \
        case SpvOpSNegate:                                                                                             \
            return (U)(~ua + 1);                                                                                       \
        case SpvOpNot:                                                                                                 \
            return (U)~ua;                                                                                             \
        case SpvOpIAdd:                                                                                                \
            return (U)(ua + ub);                                                                                       \
        case SpvOpISub:                                                                                                \
            return (U)(ua - ub);                                                                                       \
        case SpvOpIMul:                                                                                                \
            return (U)((uint64_t)ua * ub);                                                                             \
        case SpvOpUDiv:                                                                                                \
            return ub == 0 ? 0 : (U)(ua / ub);                                                                         \
        case SpvOpUMod:                                                                                                \
            return ub == 0 ? 0 : (U)(ua % ub);                                                                         \
        case SpvOpSDiv:                                                                                                \
            return b == 0 ? 0 : overflows ? ua : (U)(a / b);                                                           \
        case SpvOpSRem:                                                                                                \
            return b == 0 || overflows ? 0 : (U)(a % b);                                                               \
        case SpvOpSMod:                                                                                                \
            return b == 0 || overflows ? 0 : (U)floored_remainder(a, b);                                               \
        case SpvOpBitwiseOr:                                                                                           \
            return ua | ub;                                                                                            \
        case SpvOpBitwiseXor:                                                                                          \
            return ua ^ ub;                                                                                            \
        case SpvOpBitwiseAnd:                                                                                          \
            return ua & ub;                                                                                            \
        case SpvOpShiftLeftLogical:                                                                                    \
            return ub >= width ? 0 : (U)((uint64_t)ua << ub);                                                          \
        case SpvOpShiftRightLogical:                                                                                   \
            return ub >= width ? 0 : (U)(ua >> ub);                                                                    \
        case SpvOpShiftRightArithmetic:                                                                                \
            return (U)(a >> (ub >= width ? width - 1 : ub));                                                           \
        case SpvOpIEqual:                                                                                              \
            return a == b;                                                                                             \
        case SpvOpINotEqual:                                                                                           \
            return a != b;                                                                                             \
        case SpvOpULessThan:                                                                                           \
            return ua < ub;                                                                                            \
        case SpvOpSLessThan:                                                                                           \
            return a < b;                                                                                              \
        case SpvOpUGreaterThan:                                                                                        \
            return ua > ub;                                                                                            \
        case SpvOpSGreaterThan:                                                                                        \
            return a > b;                                                                                              \
        case SpvOpULessThanEqual:                                                                                      \
            return ua <= ub;                                                                                           \
        case SpvOpSLessThanEqual:                                                                                      \
            return a <= b;                                                                                             \
        case SpvOpUGreaterThanEqual:                                                                                   \
            return ua >= ub;                                                                                           \
        case SpvOpSGreaterThanEqual:                                                                                   \
            return a >= b;                                                                                             \
        }                                                                                                              \
        fail_msg("no oracle for %s", spirv_opcode_name(opcode));                                                       \
        return 0;                                                                                                      \
    }

ORACLE(oracle_8, int8_t, uint8_t, 8)
ORACLE(oracle_16, int16_t, uint16_t, 16)
ORACLE(oracle_32, int32_t, uint32_t, 32)
ORACLE(oracle_64, int64_t, uint64_t, 64)

static const struct {
    uint32_t width;
    uint64_t (*oracle)(SpvOp, uint64_t, uint64_t);
} widths[] = {{8, oracle_8}, {16, oracle_16}, {32, oracle_32}, {64, oracle_64}};

enum { WIDTH_COUNT = sizeof widths / sizeof *widths };

static const struct {
    SpvOp opcode;
    bool is_unary, gives_bool;
} integer_operations[] = {
    {SpvOpSNegate, true, false},
    {SpvOpNot, true, false},
    {SpvOpIAdd, false, false},
    {SpvOpISub, false, false},
    {SpvOpIMul, false, false},
    {SpvOpUDiv, false, false},
    {SpvOpSDiv, false, false},
    {SpvOpUMod, false, false},
    {SpvOpSRem, false, false},
    {SpvOpSMod, false, false},
    {SpvOpShiftRightLogical, false, false},
    {SpvOpShiftRightArithmetic, false, false},
    {SpvOpShiftLeftLogical, false, false},
    {SpvOpBitwiseOr, false, false},
    {SpvOpBitwiseXor, false, false},
    {SpvOpBitwiseAnd, false, false},
    {SpvOpIEqual, false, true},
    {SpvOpINotEqual, false, true},
    {SpvOpULessThan, false, true},
    {SpvOpSLessThan, false, true},
    {SpvOpUGreaterThan, false, true},
    {SpvOpSGreaterThan, false, true},
    {SpvOpULessThanEqual, false, true},
    {SpvOpSLessThanEqual, false, true},
    {SpvOpUGreaterThanEqual, false, true},
    {SpvOpSGreaterThanEqual, false, true},
};

enum { INTEGER_OPERATION_COUNT = sizeof integer_operations / sizeof *integer_operations };

enum { VALUE_COUNT = 16, FIRST_VALUE = 10, FIRST_VECTOR = 40, FIRST_RESULT = 100 };

static void choose_values(uint32_t width, uint64_t values[VALUE_COUNT], uint64_t *random) {
    const uint64_t top = UINT64_C(1) << (width - 1);
    const uint64_t edges[] = {0, 1, 2, 7, width - 1, width, top - 1, top, top + 1, UINT64_MAX, (uint64_t)-7};
    for (size_t i = 0; i < VALUE_COUNT; ++i) {
        bool is_edge = i < sizeof edges / sizeof *edges;
        uint64_t value = is_edge ? edges[i] : (uint64_t)test_random(random) << 32 | test_random(random);
        values[i] = value & width_mask(width);
    }
}

/* Scalars: every pair of values. Vectors of two: each value with its neighbour. */
static void check_integer_operation(uint32_t width, uint64_t (*oracle)(SpvOp, uint64_t, uint64_t), SpvOp opcode,
                                    bool is_unary, bool gives_bool, const uint64_t values[VALUE_COUNT]) {
    struct text text = {0};
    struct spirv_module module;
    struct test_memory memory = {0};
    const char *name = spirv_opcode_name(opcode) + 2;
    int result_type = gives_bool ? 2 : 1;
    add(&text, HEAD "%%1 = OpTypeInt %u 0\n%%2 = OpTypeBool\n%%3 = OpTypeVector %%1 2\n%%4 = OpTypeVector %%2 2\n",
        width);
    for (int i = 0; i < VALUE_COUNT; ++i)
        add(&text, "%%%d = OpConstant %%1 %" PRIu64 "\n", FIRST_VALUE + i, values[i]);
    for (int i = 0; i < VALUE_COUNT; ++i)
        add(&text, "%%%d = OpSpecConstantComposite %%3 %%%d %%%d\n", FIRST_VECTOR + i, FIRST_VALUE + i,
            FIRST_VALUE + (i + 1) % VALUE_COUNT);
    for (int i = 0; i < VALUE_COUNT * VALUE_COUNT; ++i) {
        int a = i / VALUE_COUNT, b = i % VALUE_COUNT;
        add(&text, "%%%d = OpSpecConstantOp %%%d %s %%%d", FIRST_RESULT + 2 * i, result_type, name, FIRST_VALUE + a);
        add(&text, is_unary ? "\n" : " %%%d\n", FIRST_VALUE + b);
        add(&text, "%%%d = OpSpecConstantOp %%%d %s %%%d", FIRST_RESULT + 2 * i + 1, result_type + 2, name,
            FIRST_VECTOR + a);
        add(&text, is_unary ? "\n" : " %%%d\n", FIRST_VECTOR + b);
    }
    test_read(&module, text.bytes, &memory);
    for (int i = 0; i < VALUE_COUNT * VALUE_COUNT; ++i) {
        int a = i / VALUE_COUNT, b = i % VALUE_COUNT;
        const struct spirv_constant *scalar = spirv_constant_of_id(&module, FIRST_RESULT + 2 * (uint32_t)i);
        const struct spirv_constant *vector = spirv_constant_of_id(&module, FIRST_RESULT + 2 * (uint32_t)i + 1);
        uint64_t expected = oracle(opcode, values[a], values[b]);
        if (scalar->bits != expected)
            fail_msg("%s on %u bits of %" PRIx64 " and %" PRIx64 " is %" PRIx64 ", not %" PRIx64, name, width,
                     values[a], values[b], expected, scalar->bits);
        assert_int_equal(scalar->type, result_type);
        assert_int_equal(vector->element_count, 2);
        assert_int_equal(vector->type, result_type + 2);
        assert_int_equal(vector->elements[0]->bits, expected);
        assert_int_equal(vector->elements[1]->bits,
                         oracle(opcode, values[(a + 1) % VALUE_COUNT], values[(b + 1) % VALUE_COUNT]));
        assert_int_equal(vector->elements[1]->type, result_type);
    }
    test_release(&memory);
    free(text.bytes);
}

static void test_integers(void **state) {
    (void)state;
    uint64_t random = 7;
    for (size_t i = 0; i < WIDTH_COUNT; ++i) {
        uint64_t values[VALUE_COUNT];
        choose_values(widths[i].width, values, &random);
        for (size_t j = 0; j < INTEGER_OPERATION_COUNT; ++j)
            check_integer_operation(widths[i].width, widths[i].oracle, integer_operations[j].opcode,
                                    integer_operations[j].is_unary, integer_operations[j].gives_bool, values);
    }
}

/* ---- single cases ---- */

/* Reads HEAD and declarations, and expects the scalar constant %99 to have these bits. */
static void expect_bits(const char *declarations, uint64_t bits) {
    struct spirv_module module;
    struct test_memory memory = {0};
    struct text text = {0};
    add(&text, HEAD "%%1 = OpTypeBool\n%%2 = OpTypeInt 8 0\n%%3 = OpTypeInt 16 1\n%%4 = OpTypeInt 32 0\n"
                    "%%5 = OpTypeInt 64 1\n%%6 = OpTypeFloat 16\n%%7 = OpTypeFloat 32\n%%8 = OpTypeFloat 64\n"
                    "%%9 = OpTypeVector %%4 3\n%%10 = OpConstantTrue %%1\n%%11 = OpConstantFalse %%1\n"
                    "%%12 = OpTypeInt 8 1\n%%13 = OpTypeInt 16 0\n%%14 = OpTypeInt 32 1\n%%15 = OpTypeInt 64 0\n");
    add(&text, "%s", declarations);
    test_read(&module, text.bytes, &memory);
    const struct spirv_constant *constant = spirv_constant_of_id(&module, 99);
    if (constant->bits != bits)
        fail_msg("%s\nis 0x%" PRIx64 ", not 0x%" PRIx64, declarations, constant->bits, bits);
    test_release(&memory);
    free(text.bytes);
}

/* Shifts by a number of another width, and by more than 2^32. */
static void test_shifts(void **state) {
    (void)state;
    expect_bits("%20 = OpConstant %2 0x81\n%21 = OpConstant %5 1\n"
                "%99 = OpSpecConstantOp %2 ShiftLeftLogical %20 %21\n",
                0x02);
    expect_bits("%20 = OpConstant %4 1\n%21 = OpConstant %5 0x100000001\n"
                "%99 = OpSpecConstantOp %4 ShiftLeftLogical %20 %21\n",
                0);
    expect_bits("%20 = OpConstant %14 -8\n%21 = OpConstant %12 -1\n"
                "%99 = OpSpecConstantOp %14 ShiftRightArithmetic %20 %21\n",
                0xFFFFFFFF);
    expect_bits("%20 = OpConstant %5 -8\n%21 = OpConstant %2 2\n"
                "%99 = OpSpecConstantOp %5 ShiftRightArithmetic %20 %21\n",
                0xFFFFFFFFFFFFFFFE);
}

static void test_integer_conversions(void **state) {
    (void)state;
    static const struct {
        const char *declarations;
        uint64_t bits;
    } cases[] = {
        {"%20 = OpConstant %12 -2\n%99 = OpSpecConstantOp %15 SConvert %20\n", 0xFFFFFFFFFFFFFFFE},
        {"%20 = OpConstant %12 -2\n%99 = OpSpecConstantOp %15 UConvert %20\n", 0xFE},
        {"%20 = OpConstant %2 0x80\n%99 = OpSpecConstantOp %3 SConvert %20\n", 0xFF80},
        {"%20 = OpConstant %2 0x80\n%99 = OpSpecConstantOp %3 UConvert %20\n", 0x80},
        {"%20 = OpConstant %5 0x123456789A\n%99 = OpSpecConstantOp %4 UConvert %20\n", 0x3456789A},
        {"%20 = OpConstant %5 0x123456789A\n%99 = OpSpecConstantOp %2 SConvert %20\n", 0x9A},
        {"%20 = OpConstant %3 -1\n%99 = OpSpecConstantOp %4 SConvert %20\n", 0xFFFFFFFF},
        {"%20 = OpConstant %3 -1\n%99 = OpSpecConstantOp %4 UConvert %20\n", 0xFFFF},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        expect_bits(cases[i].declarations, cases[i].bits);
}

/* ---- floats ---- */

static void expect_folded(const char *opcode, uint32_t from, uint64_t bits, uint32_t to, uint64_t expected) {
    char text[256];
    int from_type = from == 16 ? 6 : from == 32 ? 7 : 8, to_type = to == 16 ? 6 : to == 32 ? 7 : 8;
    int from_integer = from == 16 ? 13 : from == 32 ? 4 : 15;
    /* written as an integer of the same width, which the binary form cannot tell from the float */
    snprintf(text, sizeof text, "%%20 = OpConstant %%%d %" PRIu64 "\n%%99 = OpSpecConstantOp %%%d %s %%20\n",
             from_integer, bits, to_type, opcode);
    struct text all = {0};
    add(&all, HEAD "%%4 = OpTypeInt 32 0\n%%6 = OpTypeFloat 16\n%%7 = OpTypeFloat 32\n%%8 = OpTypeFloat 64\n"
                   "%%13 = OpTypeInt 16 0\n%%15 = OpTypeInt 64 0\n");
    add(&all, "%s", text);
    struct words words = test_assemble(all.bytes);
    for (size_t word = 5; word < words.count; word += words.data[word] >> 16)
        if ((words.data[word] & 0xFFFF) == SpvOpConstant)
            words.data[word + 1] = (uint32_t)from_type;
    struct spirv_module module;
    struct spirv_error error;
    struct test_memory memory = {0};
    struct arena *arena = test_arena(&memory);
    if (spirv_read(&module, words.data, words.count, NULL, 0, arena, &error) != SPIRV_OK)
        fail_msg("%s", error.message);
    uint64_t got = spirv_constant_of_id(&module, 99)->bits;
    if (got != expected)
        fail_msg("%s of 0x%" PRIx64 " (%u bits to %u) is 0x%" PRIx64 ", not 0x%" PRIx64, opcode, bits, from, to,
                 expected, got);
    test_release(&memory);
    free(words.data);
    free(all.bytes);
}

static uint64_t bits_of_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t bits_of_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Half precision, by the definition of the format. */
static void test_halves(void **state) {
    (void)state;
    static const struct {
        float value;
        uint16_t half;
    } exact[] = {
        {0.0f, 0x0000},     {-0.0f, 0x8000},    {1.0f, 0x3C00},         {-2.0f, 0xC000},       {65504.0f, 0x7BFF},
        {0x1p-14f, 0x0400}, {0x1p-24f, 0x0001}, {0x1.ff8p-15f, 0x03FF}, {0x1.554p-2f, 0x3555},
    };
    for (size_t i = 0; i < sizeof exact / sizeof *exact; ++i) {
        expect_folded("FConvert", 32, bits_of_float(exact[i].value), 16, exact[i].half);
        expect_folded("FConvert", 16, exact[i].half, 32, bits_of_float(exact[i].value));
        expect_folded("FConvert", 64, bits_of_double((double)exact[i].value), 16, exact[i].half);
        expect_folded("FConvert", 16, exact[i].half, 64, bits_of_double((double)exact[i].value));
    }
    expect_folded("FConvert", 32, bits_of_float(65519.996f), 16, 0x7BFF); /* below the middle to 65536 */
    expect_folded("FConvert", 32, bits_of_float(65520.0f), 16, 0x7C00);   /* the middle: to even, which is infinity */
    expect_folded("FConvert", 32, bits_of_float(1e30f), 16, 0x7C00);
    expect_folded("FConvert", 32, bits_of_float(-1e30f), 16, 0xFC00);
    expect_folded("FConvert", 32, bits_of_float(0x1.002p0f), 16, 0x3C00); /* ties to even: down */
    expect_folded("FConvert", 32, bits_of_float(0x1.006p0f), 16, 0x3C02); /* ties to even: up */
    expect_folded("FConvert", 32, bits_of_float(0x1.002002p0f), 16, 0x3C01);
    expect_folded("FConvert", 32, bits_of_float(0x1p-25f), 16, 0x0000); /* half of the least: to even */
    expect_folded("FConvert", 32, bits_of_float(0x1.8p-25f), 16, 0x0001);
    expect_folded("FConvert", 32, bits_of_float(0x1p-60f), 16, 0x0000);
    expect_folded("FConvert", 32, 0x00000001, 16, 0x0000);
    expect_folded("FConvert", 32, 0x7F800000, 16, 0x7C00);
    expect_folded("FConvert", 32, 0xFF800000, 64, 0xFFF0000000000000);
    expect_folded("FConvert", 32, 0x7FC00000, 16, 0x7E00);
    expect_folded("FConvert", 32, 0xFF800001, 16, 0xFE00); /* a signalling NaN becomes quiet, and does not vanish */
    expect_folded("FConvert", 16, 0x7E01, 32, 0x7FC02000);
}

/* Between 32 and 64 bits the host converts as well. */
static void test_singles_and_doubles(void **state) {
    (void)state;
    static const double values[] = {1.0,
                                    -0.1,
                                    1e300,
                                    -1e300,
                                    1e-300,
                                    1e-40,
                                    0x1.fffffefp127,
                                    0x1.ffffffp127,
                                    0x1p-149,
                                    0x1p-150,
                                    0x1.8p-150,
                                    3.4028234663852886e38,
                                    2.718281828459045};
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
        float narrow = (float)values[i];
        expect_folded("FConvert", 64, bits_of_double(values[i]), 32, bits_of_float(narrow));
        expect_folded("FConvert", 32, bits_of_float(narrow), 64, bits_of_double((double)narrow));
    }
    uint64_t random = 99;
    for (size_t i = 0; i < 200; ++i) {
        uint64_t bits = (uint64_t)test_random(&random) << 32 | test_random(&random);
        if (i % 2 == 0) /* in a single's range */
            bits = (bits & ~UINT64_C(0x7FF0000000000000)) | (UINT64_C(860) + bits % 300) << 52;
        double value;
        memcpy(&value, &bits, sizeof value);
        if (value == value)
            expect_folded("FConvert", 64, bits, 32, bits_of_float((float)value));
    }
}

static void test_quantize(void **state) {
    (void)state;
    expect_folded("QuantizeToF16", 32, bits_of_float(1.0f), 32, bits_of_float(1.0f));
    expect_folded("QuantizeToF16", 32, bits_of_float(0.1f), 32, bits_of_float(0x1.998p-4f));
    expect_folded("QuantizeToF16", 32, bits_of_float(65536.0f), 32, 0x7F800000);
    expect_folded("QuantizeToF16", 32, bits_of_float(-1e9f), 32, 0xFF800000);
    expect_folded("QuantizeToF16", 32, bits_of_float(0x1p-14f), 32, bits_of_float(0x1p-14f));
    expect_folded("QuantizeToF16", 32, bits_of_float(0x1p-15f), 32, 0); /* no normal number */
    expect_folded("QuantizeToF16", 32, bits_of_float(-0x1p-15f), 32, 0x80000000);
}

/* ---- logic, selection, composites ---- */

static void test_logic(void **state) {
    (void)state;
    static const char *const names[] = {"LogicalOr", "LogicalAnd", "LogicalEqual", "LogicalNotEqual"};
    for (int i = 0; i < 16; ++i) {
        int a = i & 1, b = i >> 1 & 1, which = i >> 2;
        int expected = which == 0 ? a | b : which == 1 ? a & b : which == 2 ? a == b : a != b;
        char text[128];
        snprintf(text, sizeof text, "%%99 = OpSpecConstantOp %%1 %s %%%d %%%d\n", names[which], a ? 10 : 11,
                 b ? 10 : 11);
        expect_bits(text, (uint64_t)expected);
    }
    expect_bits("%99 = OpSpecConstantOp %1 LogicalNot %10\n", 0);
    expect_bits("%99 = OpSpecConstantOp %1 LogicalNot %11\n", 1);
    expect_bits("%20 = OpConstantNull %1\n%99 = OpSpecConstantOp %1 LogicalNot %20\n", 1);
}

#define VECTORS                                                                                                        \
    "%20 = OpConstant %4 20\n%21 = OpConstant %4 21\n%22 = OpConstant %4 22\n%23 = OpConstant %4 23\n"                 \
    "%24 = OpConstantComposite %9 %20 %21 %22\n%25 = OpConstantComposite %9 %23 %23 %23\n"                             \
    "%26 = OpTypeVector %1 3\n%27 = OpConstantComposite %26 %10 %11 %10\n%28 = OpConstantNull %9\n"                    \
    "%29 = OpTypeStruct %9 %9\n%30 = OpConstantComposite %29 %24 %25\n%31 = OpConstantNull %29\n"                      \
    "%32 = OpTypeVector %4 4\n%33 = OpUndef %9\n"

static void test_select(void **state) {
    (void)state;
    expect_bits(VECTORS "%99 = OpSpecConstantOp %4 Select %10 %20 %21\n", 20);
    expect_bits(VECTORS "%99 = OpSpecConstantOp %4 Select %11 %20 %21\n", 21);
    /* by component: 20, 23, 22 */
    expect_bits(VECTORS "%40 = OpSpecConstantOp %9 Select %27 %24 %25\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %40 0\n",
                20);
    expect_bits(VECTORS "%40 = OpSpecConstantOp %9 Select %27 %24 %25\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %40 1\n",
                23);
    expect_bits(VECTORS "%40 = OpSpecConstantOp %9 Select %27 %28 %25\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %40 2\n",
                0);
    /* a whole vector and a whole struct by one condition */
    expect_bits(VECTORS "%40 = OpSpecConstantOp %9 Select %11 %24 %25\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %40 0\n",
                23);
    expect_bits(VECTORS "%40 = OpSpecConstantOp %29 Select %11 %31 %30\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %40 0 1\n",
                21);
}

static void test_composites(void **state) {
    (void)state;
    expect_bits(VECTORS "%99 = OpSpecConstantOp %4 CompositeExtract %30 1 2\n", 23);
    expect_bits(VECTORS "%99 = OpSpecConstantOp %4 CompositeExtract %31 1 2\n", 0);
    expect_bits(VECTORS "%40 = OpSpecConstantOp %29 CompositeInsert %23 %30 0 1\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %40 0 1\n",
                23);
    /* the rest stays, and the old composite too */
    expect_bits(VECTORS "%40 = OpSpecConstantOp %29 CompositeInsert %23 %30 0 1\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %40 0 2\n",
                22);
    expect_bits(VECTORS "%40 = OpSpecConstantOp %29 CompositeInsert %23 %30 0 1\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %30 0 1\n",
                21);
    expect_bits(VECTORS "%40 = OpSpecConstantOp %29 CompositeInsert %25 %31 1\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %40 1 0\n",
                23);
    expect_bits(VECTORS "%40 = OpSpecConstantOp %29 CompositeInsert %25 %31 1\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %40 0 0\n",
                0);
    expect_bits(VECTORS "%40 = OpSpecConstantOp %32 VectorShuffle %24 %25 2 5 0 1\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %40 0\n",
                22);
    expect_bits(VECTORS "%40 = OpSpecConstantOp %32 VectorShuffle %24 %25 2 5 0 1\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %40 1\n",
                23);
    expect_bits(VECTORS "%40 = OpSpecConstantOp %32 VectorShuffle %28 %24 0 4 0 1\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %40 1\n",
                21);
    expect_bits(VECTORS "%40 = OpTypeVector %4 2\n%41 = OpConstantComposite %40 %20 %21\n"
                        "%42 = OpSpecConstantOp %40 VectorShuffle %41 %24 4 1\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %42 0\n",
                22);
    /* what is undefined counts as 0 */
    expect_bits(VECTORS "%40 = OpSpecConstantOp %32 VectorShuffle %24 %25 0xFFFFFFFF 0 0 1\n"
                        "%41 = OpSpecConstantOp %4 CompositeExtract %40 0\n%99 = OpSpecConstantOp %4 IAdd %41 %20\n",
                20);
    expect_bits(VECTORS "%40 = OpSpecConstantOp %9 IAdd %33 %24\n"
                        "%99 = OpSpecConstantOp %4 CompositeExtract %40 2\n",
                22);
}

/* ---- specialization ---- */

static void test_specialization(void **state) {
    (void)state;
    struct words words = test_assemble(
        HEAD "OpDecorate %10 SpecId 10\nOpDecorate %11 SpecId 11\nOpDecorate %12 SpecId 12\nOpDecorate %13 "
             "SpecId 13\n"
             "OpDecorate %14 SpecId 14\nOpDecorate %15 SpecId 15\nOpDecorate %30 BuiltIn WorkgroupSize\n"
             "%1 = OpTypeBool\n%2 = OpTypeInt 8 1\n%3 = OpTypeInt 32 0\n%4 = OpTypeFloat 64\n%5 = "
             "OpTypeVector %3 3\n"
             "%10 = OpSpecConstantTrue %1\n%11 = OpSpecConstantFalse %1\n%12 = OpSpecConstant %2 5\n"
             "%13 = OpSpecConstant %3 6\n%14 = OpSpecConstant %4 1.5\n%15 = OpSpecConstant %3 15\n"
             "%16 = OpConstant %3 2\n"
             "%20 = OpSpecConstantOp %3 IMul %13 %16\n%21 = OpTypeArray %3 %20\n"
             "%30 = OpSpecConstantComposite %5 %13 %15 %20\n");
    static const struct spirv_specialization specializations[] = {{14, 0x4008000000000000}, {10, 0},  {13, 100},
                                                                  {12, 0xFFFFFF81},         {999, 1}, {11, 17}};
    struct spirv_module module;
    struct spirv_error error;
    struct test_memory memory = {0};
    struct arena *arena = test_arena(&memory);
    assert_int_equal(spirv_read(&module, words.data, words.count, specializations, 6, arena, &error), SPIRV_OK);
    assert_int_equal(spirv_constant_of_id(&module, 10)->bits, 0);
    assert_int_equal(spirv_constant_of_id(&module, 11)->bits, 1);
    assert_int_equal(spirv_constant_of_id(&module, 12)->bits, 0x81);
    assert_int_equal(spirv_constant_of_id(&module, 13)->bits, 100);
    assert_int_equal(spirv_constant_of_id(&module, 14)->bits, 0x4008000000000000);
    assert_int_equal(spirv_constant_of_id(&module, 15)->bits, 15);
    assert_int_equal(spirv_constant_of_id(&module, 20)->bits, 200);
    assert_int_equal(spirv_type_of_id(&module, 21)->length, 200);
    const struct spirv_constant *workgroup_size = spirv_constant_of_id(&module, 30);
    assert_int_equal(workgroup_size->elements[0]->bits, 100);
    assert_int_equal(workgroup_size->elements[1]->bits, 15);
    assert_int_equal(workgroup_size->elements[2]->bits, 200);
    test_release(&memory);
    assert_int_equal(spirv_read(&module, words.data, words.count, NULL, 0, test_arena(&memory), &error), SPIRV_OK);
    assert_int_equal(spirv_constant_of_id(&module, 30)->elements[0]->bits, 6);
    assert_int_equal(spirv_type_of_id(&module, 21)->length, 12);
    test_release(&memory);
    free(words.data);
}

/* ---- spirv-opt ---- */

enum { OPT_CONSTANTS = 24, OPT_OPERATIONS = 400 };

/* spirv-opt's SMod adds the divisor to the remainder in 32 bits, which may overflow; its arithmetic shifts by
 * more than 32 give 0, and ours the sign, both of which the specification allows. */
static bool is_oracle_for(SpvOp opcode) {
    return opcode != SpvOpSMod && opcode != SpvOpShiftRightArithmetic;
}

/* One operation on random operands of the kinds 0: integer, 1: boolean, 2: vector of three integers, which
 * have the numbers 1000, 2000 and 3000 and above; returns the kind of its result. */
static int add_random_operation(struct text *text, uint32_t id, const uint32_t counts[3], uint64_t *random) {
    uint32_t which = test_random(random) % (INTEGER_OPERATION_COUNT + 6);
    while (which < INTEGER_OPERATION_COUNT && !is_oracle_for(integer_operations[which].opcode))
        which = test_random(random) % (INTEGER_OPERATION_COUNT + 6);
    uint32_t integer[2], boolean[2], vector[2];
    for (int i = 0; i < 2; ++i) {
        integer[i] = 1000 + test_random(random) % counts[0];
        boolean[i] = 2000 + test_random(random) % counts[1];
        vector[i] = 3000 + test_random(random) % counts[2];
    }
    if (which < INTEGER_OPERATION_COUNT) {
        bool is_vector = test_random(random) % 3 == 0 && !integer_operations[which].gives_bool;
        const char *name = spirv_opcode_name(integer_operations[which].opcode) + 2;
        int kind = integer_operations[which].gives_bool ? 1 : is_vector ? 2 : 0;
        const uint32_t *operands = is_vector ? vector : integer;
        add(text, "%%%u = OpSpecConstantOp %%%d %s %%%u", id, kind + 1, name, operands[0]);
        add(text, integer_operations[which].is_unary ? "\n" : " %%%u\n", operands[1]);
        return kind;
    }
    switch (which - INTEGER_OPERATION_COUNT) {
    case 0:
        add(text, "%%%u = OpSpecConstantOp %%1 Select %%%u %%%u %%%u\n", id, boolean[0], integer[0], integer[1]);
        return 0;
    case 1:
        add(text, "%%%u = OpSpecConstantOp %%2 LogicalAnd %%%u %%%u\n", id, boolean[0], boolean[1]);
        return 1;
    case 2:
        add(text, "%%%u = OpSpecConstantOp %%2 LogicalOr %%%u %%%u\n", id, boolean[0], boolean[1]);
        return 1;
    case 3:
        add(text, "%%%u = OpSpecConstantOp %%1 CompositeExtract %%%u %u\n", id, vector[0], test_random(random) % 3);
        return 0;
    case 4:
        add(text, "%%%u = OpSpecConstantOp %%3 VectorShuffle %%%u %%%u %u %u %u\n", id, vector[0], vector[1],
            test_random(random) % 6, test_random(random) % 6, test_random(random) % 6);
        return 2;
    }
    add(text, "%%%u = OpSpecConstantComposite %%3 %%%u %%%u %%%u\n", id, integer[0], integer[1], integer[0]);
    return 2;
}

/* A module that stores one constant after another; spirv-opt folds them, and the n-th store tells what it says. Its
 * integers are unsigned, as OpUDiv and OpUMod ask and the newest spirv-opt sees. */
static void write_opt_module(struct text *text, uint64_t *random) {
    static const int64_t edges[] = {0, 1, -1, 2, 31, 32, 33, INT32_MAX, INT32_MIN, INT32_MIN + 1, -7, 7};
    uint32_t counts[3] = {0, 0, 0};
    struct text stores = {0};
    add(text, "OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical GLSL450\n%%1 = OpTypeInt 32 0\n"
              "%%2 = OpTypeBool\n%%3 = OpTypeVector %%1 3\n%%4 = OpTypeVoid\n%%5 = OpTypeFunction %%4\n"
              "%%6 = OpTypePointer Private %%1\n%%7 = OpTypePointer Private %%2\n%%8 = OpTypePointer Private %%3\n"
              "%%10 = OpVariable %%6 Private\n%%11 = OpVariable %%7 Private\n%%12 = OpVariable %%8 Private\n");
    for (size_t i = 0; i < OPT_CONSTANTS; ++i) {
        bool is_edge = i < sizeof edges / sizeof *edges;
        add(text, "%%%u = OpSpecConstant %%1 %" PRIu32 "\n", 1000 + counts[0]++,
            (uint32_t)(is_edge ? edges[i] : (int64_t)test_random(random)));
    }
    add(text, "%%2000 = OpSpecConstantTrue %%2\n%%2001 = OpSpecConstantFalse %%2\n");
    counts[1] = 2;
    add(text, "%%3000 = OpSpecConstantComposite %%3 %%1000 %%1003 %%1005\n");
    counts[2] = 1;
    for (uint32_t i = 0; i < OPT_OPERATIONS; ++i) {
        /* the kind is known only when the operation is chosen: written with a name, then given its number */
        struct text operation = {0};
        uint64_t again = *random;
        int kind = add_random_operation(&operation, 9999, counts, random);
        operation.length = 0;
        add_random_operation(&operation, 1000 * (uint32_t)(kind + 1) + counts[kind], counts, &again);
        add(text, "%s", operation.bytes);
        add(&stores, "OpStore %%%d %%%u\n", 10 + kind, 1000 * (uint32_t)(kind + 1) + counts[kind]);
        ++counts[kind];
        free(operation.bytes);
    }
    add(text, "%%20 = OpFunction %%4 None %%5\n%%21 = OpLabel\n");
    for (size_t written = 0; written < stores.length;) { /* a line at a time: `add` takes no more */
        size_t line = strcspn(stores.bytes + written, "\n") + 1;
        add(text, "%.*s", (int)line, stores.bytes + written);
        written += line;
    }
    add(text, "OpReturn\nOpFunctionEnd\n");
    free(stores.bytes);
}

static bool equal_constants(const struct spirv_constant *a, const struct spirv_constant *b) {
    for (uint32_t i = 0; i < 3 && (a->element_count > 0 || b->element_count > 0); ++i) {
        uint64_t left = a->element_count > 0 ? a->elements[i]->bits : 0;
        uint64_t right = b->element_count > 0 ? b->elements[i]->bits : 0;
        if (left != right)
            return false;
    }
    return a->bits == b->bits;
}

/* Compares the constants that are stored; returns how many of them spirv-opt has folded. */
static uint32_t compare_stores(const struct spirv_module *ours, const struct spirv_module *theirs) {
    uint32_t folded = 0, other = theirs->functions[0].word;
    for (uint32_t word = ours->functions[0].word; word < ours->word_count; word += ours->words[word] >> 16) {
        struct spirv_instruction store = spirv_instruction_at(ours, word);
        if (store.opcode != SpvOpStore)
            continue;
        while ((theirs->words[other] & 0xFFFF) != SpvOpStore)
            other += theirs->words[other] >> 16;
        struct spirv_instruction their_store = spirv_instruction_at(theirs, other);
        other += their_store.length;
        if (spirv_defining(theirs, their_store.operands[1]).opcode == SpvOpSpecConstantOp)
            continue; /* left as it was */
        ++folded;
        if (!equal_constants(spirv_constant_of_id(ours, store.operands[1]),
                             spirv_constant_of_id(theirs, their_store.operands[1]))) {
            struct spirv_instruction constant = spirv_defining(ours, store.operands[1]);
            fail_msg("%%%u (%s) is 0x%" PRIx64 " to spirv-opt, and 0x%" PRIx64 " to us", store.operands[1],
                     spirv_opcode_name(constant.operands[0]),
                     spirv_constant_of_id(theirs, their_store.operands[1])->bits,
                     spirv_constant_of_id(ours, store.operands[1])->bits);
        }
    }
    return folded;
}

static void test_against_spirv_opt(void **state) {
    (void)state;
    if (strstr(SPIRV_OPT, "NOTFOUND")) {
        print_message("spirv-opt is not there: left out\n");
        skip();
    }
    uint64_t random = 31337;
    uint32_t folded = 0;
    for (int round = 0; round < 5; ++round) {
        struct text text = {0};
        write_opt_module(&text, &random);
        struct words words = test_assemble(text.bytes);
        test_save("fold.in.spv", words);
        assert_int_equal(system(SPIRV_OPT " --freeze-spec-const --fold-spec-const-op-composite fold.in.spv "
                                          "-o fold.out.spv"),
                         0);
        struct words theirs = test_load("fold.out.spv");
        struct spirv_module our_module, their_module;
        struct spirv_error error;
        struct test_memory memory = {0};
        struct arena *arena = test_arena(&memory);
        assert_int_equal(spirv_read(&our_module, words.data, words.count, NULL, 0, arena, &error), SPIRV_OK);
        assert_int_equal(spirv_read(&their_module, theirs.data, theirs.count, NULL, 0, arena, &error), SPIRV_OK);
        folded += compare_stores(&our_module, &their_module);
        test_release(&memory);
        free(words.data);
        free(theirs.data);
        free(text.bytes);
    }
    print_message("%u constants are as spirv-opt folds them\n", folded);
    assert_true(folded > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_shifts),
        cmocka_unit_test(test_integer_conversions),
        cmocka_unit_test(test_halves),
        cmocka_unit_test(test_singles_and_doubles),
        cmocka_unit_test(test_quantize),
        cmocka_unit_test(test_logic),
        cmocka_unit_test(test_select),
        cmocka_unit_test(test_composites),
        cmocka_unit_test(test_specialization),
        cmocka_unit_test(test_against_spirv_opt),
    };
    return cmocka_run_group_tests_name("spirv folding", tests, NULL, NULL);
}
