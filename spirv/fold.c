/* OpSpecConstantOp: computed with the constants' specialized values, element by element. An undefined operand counts as
 * 0. */
#include "mmra/base/bits.h"
#include "mmra/base/float_format.h"
#include "spirv/arithmetic.h"
#include "spirv/constants.h"
#include "spirv/later.h"

struct fold {
    struct spirv_reader *reader;
    const struct spirv_instruction *instruction;
    uint16_t opcode;
    const uint32_t *operands; /* after the opcode */
    uint32_t operand_count;
    const struct spirv_type *type;
};

/* ---- scalars ---- */

/* A lane holds one component of each operand, and their widths in bits. */
struct lane {
    uint64_t a, b;
    uint32_t width, b_width, result_width;
};

/* The sign of the result is that of the dividend. */
static int64_t remainder_of(int64_t dividend, int64_t divisor) {
    return divisor == 0 || divisor == -1 ? 0 : dividend % divisor;
}

/* The sign of the result is that of the divisor. */
static int64_t modulo(int64_t dividend, int64_t divisor) {
    int64_t remainder = remainder_of(dividend, divisor);
    return remainder != 0 && (remainder < 0) != (divisor < 0) ? remainder + divisor : remainder;
}

static uint64_t shifted_right(const struct lane *lane, bool is_negative) {
    uint64_t count = lane->b >= lane->width ? lane->width - 1 : lane->b;
    return lane->a >> count | (is_negative ? ~(mmra_low_bits(UINT64_MAX, lane->width) >> count) : 0);
}

/* A value that is too large becomes an infinity, and one that is not a normal number of 16 bits becomes a zero. */
static uint64_t quantize_to_f16(uint64_t bits) {
    uint64_t half = mmra_convert_float(bits, 32, 16);
    bool is_subnormal = (half & 0x7C00) == 0;
    return mmra_convert_float(is_subnormal ? half & 0x8000 : half, 16, 32);
}

/* Which widths must be equal. */
enum width_rule {
    WIDTHS_FREE,
    WIDTHS_LIKE_RESULT,    /* every operand's and the result's */
    FIRST_LIKE_RESULT,     /* the first operand's and the result's: shifts */
    WIDTHS_LIKE_EACH_OTHER /* the operands': comparisons */
};

struct scalar_operation {
    uint16_t opcode;
    uint8_t operand_count;
    uint8_t widths;
    uint16_t operand_type, result_type; /* SpvOpTypeInt, SpvOpTypeFloat or SpvOpTypeBool */
    uint64_t (*fold)(const struct lane *lane);
};

#define UNARY            1, WIDTHS_LIKE_RESULT, SpvOpTypeInt, SpvOpTypeInt
#define FLOAT_UNARY      1, WIDTHS_LIKE_RESULT, SpvOpTypeFloat, SpvOpTypeFloat
#define BINARY           2, WIDTHS_LIKE_RESULT, SpvOpTypeInt, SpvOpTypeInt
#define SHIFT            2, FIRST_LIKE_RESULT, SpvOpTypeInt, SpvOpTypeInt
#define COMPARISON       2, WIDTHS_LIKE_EACH_OTHER, SpvOpTypeInt, SpvOpTypeBool
#define LOGICAL          2, WIDTHS_FREE, SpvOpTypeBool, SpvOpTypeBool
#define LOGICAL_UNARY    1, WIDTHS_FREE, SpvOpTypeBool, SpvOpTypeBool
#define CONVERSION(type) 1, WIDTHS_FREE, type, type

/* Rows as those of spirv/arithmetic.h, of what is folded in a way of its own. */
#define OWN_ROWS(ROW)                                                                                                  \
    ROW(SpvOpUConvert, CONVERSION(SpvOpTypeInt), a)                                                                    \
    ROW(SpvOpSConvert, CONVERSION(SpvOpTypeInt), (uint64_t)x)                                                          \
    ROW(SpvOpFConvert, CONVERSION(SpvOpTypeFloat), mmra_convert_float(a, lane->width, lane->result_width))             \
    ROW(SpvOpQuantizeToF16, FLOAT_UNARY, quantize_to_f16(a))                                                           \
    ROW(SpvOpSNegate, UNARY, 0 - a)                                                                                    \
    ROW(SpvOpNot, UNARY, ~a)                                                                                           \
    ROW(SpvOpSMod, BINARY, (uint64_t)modulo(x, y))                                                                     \
    ROW(SpvOpLogicalNot, LOGICAL_UNARY, ~a)                                                                            \
    ROW(SpvOpLogicalEqual, LOGICAL, a == b)                                                                            \
    ROW(SpvOpLogicalNotEqual, LOGICAL, a != b)

#define FUNCTION(opcode, other, result)                                                                                \
    static uint64_t fold_##opcode(const struct lane *lane) {                                                           \
        const uint64_t a = lane->a, b = lane->b;                                                                       \
        const int64_t x = mmra_signed_bits(a, lane->width), y = mmra_signed_bits(b, lane->width);                      \
        (void)a, (void)b, (void)x, (void)y;                                                                            \
        return result;                                                                                                 \
    }
SPIRV_INTEGER_ROWS(FUNCTION)
SPIRV_DIVISION_ROWS(FUNCTION)
SPIRV_SHIFT_ROWS(FUNCTION)
SPIRV_COMPARISON_ROWS(FUNCTION)
SPIRV_LOGICAL_ROWS(FUNCTION)
OWN_ROWS(FUNCTION)

#define BINARY_ROW(opcode, operation, result)     {opcode, BINARY, fold_##opcode},
#define SHIFT_ROW(opcode, operation, result)      {opcode, SHIFT, fold_##opcode},
#define COMPARISON_ROW(opcode, predicate, result) {opcode, COMPARISON, fold_##opcode},
#define LOGICAL_ROW(opcode, operation, result)    {opcode, LOGICAL, fold_##opcode},
#define OWN_ROW(opcode, kind, result)             {opcode, kind, fold_##opcode},

static const struct scalar_operation scalar_operations[] = {
    SPIRV_INTEGER_ROWS(BINARY_ROW) SPIRV_DIVISION_ROWS(BINARY_ROW) SPIRV_SHIFT_ROWS(SHIFT_ROW)
        SPIRV_COMPARISON_ROWS(COMPARISON_ROW) SPIRV_LOGICAL_ROWS(LOGICAL_ROW) OWN_ROWS(OWN_ROW)};

/* ---- errors and operands ---- */

static enum spirv_result fail(const struct fold *fold, enum spirv_result result, const char *what) {
    return spirv_fail_at(fold->reader->error, result, fold->instruction, "%s %s", spirv_opcode_name(fold->opcode),
                         what);
}

static enum spirv_result wrong_types(const struct fold *fold) {
    return fail(fold, SPIRV_INVALID, "has operands of a type that does not fit");
}

/* NULL after an error. */
static const struct spirv_constant *operand(const struct fold *fold, uint32_t number) {
    const struct spirv_constant *constant = spirv_constant_of_id(fold->reader->module, fold->operands[number]);
    if (!constant)
        spirv_fail_at(fold->reader->error, SPIRV_INVALID, fold->instruction,
                      "its operand %%%u is no constant that is declared before it", fold->operands[number]);
    return constant;
}

static const struct spirv_type *type_of(const struct fold *fold, const struct spirv_constant *constant) {
    return spirv_type_of_id(fold->reader->module, constant->type);
}

/* A scalar's own type, a vector's component type. */
static const struct spirv_type *scalar_of(const struct fold *fold, const struct spirv_type *type) {
    return type->opcode == SpvOpTypeVector ? spirv_type_of_id(fold->reader->module, type->element) : type;
}

/* 0 if it is not a vector. */
static uint32_t component_count(const struct spirv_type *type) {
    return type->opcode == SpvOpTypeVector ? type->count : 0;
}

/* Element `index` of a composite; for a null or undefined one a new constant of the element's type. */
static const struct spirv_constant *element(struct fold *fold, const struct spirv_constant *composite, uint32_t index) {
    if (composite->kind == SPIRV_CONSTANT_COMPOSITE)
        return composite->elements[index];
    return spirv_new_constant(fold->reader, spirv_composite_element(type_of(fold, composite), index), composite->kind,
                              0);
}

static bool pay_elements(const struct fold *fold, uint64_t count) {
    if (spirv_pay_elements(fold->reader, count))
        return true;
    fail(fold, SPIRV_UNSUPPORTED, "makes more elements than are allowed in proportion to the module");
    return false;
}

/* ---- element by element ---- */

static uint64_t component_bits(const struct spirv_constant *constant, uint32_t index) {
    return constant->kind == SPIRV_CONSTANT_COMPOSITE ? constant->elements[index]->bits : constant->bits;
}

static bool widths_agree(const struct scalar_operation *operation, const struct lane *lane) {
    switch (operation->widths) {
    case WIDTHS_LIKE_RESULT:
        return lane->width == lane->result_width && lane->b_width == lane->result_width;
    case FIRST_LIKE_RESULT:
        return lane->width == lane->result_width;
    case WIDTHS_LIKE_EACH_OTHER:
        return lane->width == lane->b_width;
    }
    return true;
}

/* Checks the operands' types, and fills in the widths. */
static bool match_types(const struct fold *fold, const struct scalar_operation *operation,
                        const struct spirv_constant *const operands[2], struct lane *lane) {
    const struct spirv_type *result = scalar_of(fold, fold->type);
    uint32_t widths[2];
    if (result->opcode != operation->result_type)
        return false;
    for (uint32_t i = 0; i < 2; ++i) {
        const struct spirv_type *type = type_of(fold, operands[i]);
        const struct spirv_type *scalar = scalar_of(fold, type);
        if (scalar->opcode != operation->operand_type || component_count(type) != component_count(fold->type))
            return false;
        widths[i] = scalar->width;
    }
    lane->width = widths[0];
    lane->b_width = widths[1];
    lane->result_width = result->opcode == SpvOpTypeBool ? 1 : result->width;
    return widths_agree(operation, lane) && (operation->opcode != SpvOpQuantizeToF16 || lane->width == 32);
}

static enum spirv_result fold_components(struct fold *fold, const struct scalar_operation *operation,
                                         const struct spirv_constant **folded) {
    const struct spirv_constant *a = operand(fold, 0);
    const struct spirv_constant *b = operation->operand_count > 1 ? operand(fold, 1) : a;
    if (!a || !b)
        return SPIRV_INVALID;
    const struct spirv_constant *const operands[2] = {a, b};
    struct lane lane = {0};
    if (!match_types(fold, operation, operands, &lane))
        return wrong_types(fold);
    uint32_t count = component_count(fold->type);
    if (!pay_elements(fold, count))
        return SPIRV_UNSUPPORTED;
    struct spirv_constant *result = spirv_new_constant(fold->reader, fold->type->id,
                                                       count > 0 ? SPIRV_CONSTANT_COMPOSITE : SPIRV_CONSTANT_SCALAR, 0);
    const struct spirv_constant **elements = count > 0 ? spirv_new_elements(fold->reader, count) : NULL;
    for (uint32_t i = 0; i < (count > 0 ? count : 1); ++i) {
        lane.a = component_bits(a, i);
        lane.b = component_bits(b, i);
        uint64_t bits = mmra_low_bits(operation->fold(&lane), lane.result_width);
        if (count == 0)
            result->bits = bits;
        else
            elements[i] = spirv_new_constant(fold->reader, fold->type->element, SPIRV_CONSTANT_SCALAR, bits);
    }
    result->elements = elements;
    result->element_count = count;
    *folded = result;
    return SPIRV_OK;
}

/* ---- composites ---- */

/* A new composite of `count` elements, which are still to be set. NULL after an error. */
static const struct spirv_constant **new_composite(struct fold *fold, spirv_id type, uint64_t count,
                                                   const struct spirv_constant **folded) {
    if (!pay_elements(fold, count))
        return NULL;
    struct spirv_constant *composite = spirv_new_constant(fold->reader, type, SPIRV_CONSTANT_COMPOSITE, 0);
    const struct spirv_constant **elements = spirv_new_elements(fold->reader, (size_t)count);
    composite->elements = elements;
    composite->element_count = (uint32_t)count;
    *folded = composite;
    return elements;
}

static enum spirv_result fold_select(struct fold *fold, const struct spirv_constant **folded) {
    const struct spirv_constant *condition = operand(fold, 0), *yes = operand(fold, 1), *no = operand(fold, 2);
    if (!condition || !yes || !no)
        return SPIRV_INVALID;
    const struct spirv_type *condition_type = type_of(fold, condition);
    uint32_t count = component_count(condition_type);
    if (scalar_of(fold, condition_type)->opcode != SpvOpTypeBool || yes->type != fold->type->id ||
        no->type != fold->type->id || (count != 0 && count != component_count(fold->type)))
        return wrong_types(fold);
    if (count == 0) {
        *folded = condition->bits != 0 ? yes : no;
        return SPIRV_OK;
    }
    const struct spirv_constant **elements = new_composite(fold, fold->type->id, count, folded);
    for (uint32_t i = 0; elements && i < count; ++i)
        elements[i] = element(fold, component_bits(condition, i) != 0 ? yes : no, i);
    return elements ? SPIRV_OK : SPIRV_UNSUPPORTED;
}

static enum spirv_result fold_extract(struct fold *fold, const struct spirv_constant **folded) {
    const struct spirv_constant *constant = operand(fold, 0);
    if (!constant)
        return SPIRV_INVALID;
    for (uint32_t i = 1; i < fold->operand_count; ++i) {
        uint64_t count;
        if (!spirv_composite_count(type_of(fold, constant), &count) || fold->operands[i] >= count)
            return fail(fold, SPIRV_INVALID, "has an index beyond its composite");
        constant = element(fold, constant, fold->operands[i]);
    }
    if (constant->type != fold->type->id)
        return wrong_types(fold);
    *folded = constant;
    return SPIRV_OK;
}

static enum spirv_result fold_insert(struct fold *fold, const struct spirv_constant **folded) {
    const struct spirv_constant *object = operand(fold, 0), *old = operand(fold, 1);
    if (!object || !old)
        return SPIRV_INVALID;
    if (old->type != fold->type->id)
        return wrong_types(fold);
    const struct spirv_constant **place = folded; /* where the copy of `old` goes */
    for (uint32_t i = 2; i < fold->operand_count; ++i) {
        uint64_t count;
        uint32_t index = fold->operands[i];
        if (!spirv_composite_count(type_of(fold, old), &count) || index >= count)
            return fail(fold, SPIRV_INVALID, "has an index beyond its composite");
        const struct spirv_constant **elements = new_composite(fold, old->type, count, place);
        if (!elements)
            return SPIRV_UNSUPPORTED;
        for (uint32_t j = 0; j < count; ++j)
            elements[j] = element(fold, old, j);
        place = &elements[index];
        old = elements[index];
    }
    if (object->type != old->type)
        return wrong_types(fold);
    *place = object;
    return SPIRV_OK;
}

static enum spirv_result fold_shuffle(struct fold *fold, const struct spirv_constant **folded) {
    const struct spirv_constant *vectors[2] = {operand(fold, 0), operand(fold, 1)};
    if (!vectors[0] || !vectors[1])
        return SPIRV_INVALID;
    const struct spirv_type *first = type_of(fold, vectors[0]), *second = type_of(fold, vectors[1]);
    uint32_t count = component_count(fold->type);
    if (count == 0 || count != fold->operand_count - 2 || component_count(first) == 0 || component_count(second) == 0 ||
        first->element != fold->type->element || second->element != fold->type->element)
        return wrong_types(fold);
    const struct spirv_constant **elements = new_composite(fold, fold->type->id, count, folded);
    for (uint32_t i = 0; elements && i < count; ++i) {
        uint32_t index = fold->operands[2 + i];
        bool is_second = index >= first->count;
        if (index == UINT32_MAX) /* no source: undefined */
            elements[i] = spirv_new_constant(fold->reader, fold->type->element, SPIRV_CONSTANT_UNDEF, 0);
        else if (index >= first->count + second->count)
            return fail(fold, SPIRV_INVALID, "has a component beyond its vectors");
        else
            elements[i] = element(fold, vectors[is_second], is_second ? index - first->count : index);
    }
    return elements ? SPIRV_OK : SPIRV_UNSUPPORTED;
}

/* ---- which operation ---- */

/* Opcodes that OpSpecConstantOp may hold only with the Kernel capability or an extension. */
static bool is_unsupported(uint16_t opcode) {
    switch (opcode) {
    case SpvOpConvertFToS:
    case SpvOpConvertSToF:
    case SpvOpConvertFToU:
    case SpvOpConvertUToF:
    case SpvOpConvertPtrToU:
    case SpvOpConvertUToPtr:
    case SpvOpGenericCastToPtr:
    case SpvOpPtrCastToGeneric:
    case SpvOpBitcast:
    case SpvOpFNegate:
    case SpvOpFAdd:
    case SpvOpFSub:
    case SpvOpFMul:
    case SpvOpFDiv:
    case SpvOpFRem:
    case SpvOpFMod:
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
    case SpvOpPtrAccessChain:
    case SpvOpInBoundsPtrAccessChain:
    case SpvOpCooperativeMatrixLengthNV:
    case SPIRV_COOPERATIVE_MATRIX_LENGTH:
        return true;
    }
    return false;
}

enum spirv_result spirv_fold(struct spirv_reader *reader, const struct spirv_instruction *instruction,
                             const struct spirv_constant **folded) {
    struct fold fold = {.reader = reader,
                        .instruction = instruction,
                        .opcode = (uint16_t)instruction->operands[0],
                        .operands = instruction->operands + 1,
                        .operand_count = instruction->operand_count - 1,
                        .type = spirv_type_of_id(reader->module, instruction->type)};
    for (size_t i = 0; i < sizeof scalar_operations / sizeof *scalar_operations; ++i)
        if (scalar_operations[i].opcode == fold.opcode)
            return fold_components(&fold, &scalar_operations[i], folded);
    switch (fold.opcode) {
    case SpvOpSelect:
        return fold_select(&fold, folded);
    case SpvOpCompositeExtract:
        return fold_extract(&fold, folded);
    case SpvOpCompositeInsert:
        return fold_insert(&fold, folded);
    case SpvOpVectorShuffle:
        return fold_shuffle(&fold, folded);
    }
    if (is_unsupported(fold.opcode))
        return fail(&fold, SPIRV_UNSUPPORTED, "in it belongs to kernels or extensions, and is not supported");
    return fail(&fold, SPIRV_INVALID, "cannot be in it");
}
