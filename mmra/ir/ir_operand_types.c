/* Which types of operands and results an instruction may have, as LLVM 22's verifier and its parser have it: a row for
 * each opcode, and a function where a row cannot say it. A type that is not known here (target extension types,
 * scalable vectors, fp128) fits everywhere. */
#include "mmra/ir/ir_operand_types.h"

#include "mmra/base/sort.h"
#include "mmra/ir/ir_intrinsic.h"

/* These bits classify a type. A row says what its operands must not be. */
enum {
    INTEGER = 1 << 0,
    FLOATING = 1 << 1,
    ADDRESS = 1 << 2,
    AGGREGATE = 1 << 3,
    NOTHING = 1 << 4, /* void, a label, metadata, a token or a function: no instruction computes with it */
    SCALAR = 1 << 5,
    VECTOR = 1 << 6,
    WIDE = 1 << 7, /* an integer of more than one bit, or a vector of such */
    UNSIZED = 1 << 8,

    INTEGERS = FLOATING | ADDRESS | AGGREGATE | NOTHING,
    FLOATS = INTEGER | ADDRESS | AGGREGATE | NOTHING,
    ADDRESSES = INTEGER | FLOATING | AGGREGATE | NOTHING,
    NUMBERS_OR_ADDRESSES = FLOATING | AGGREGATE | NOTHING,
    TRUTHS = INTEGERS | WIDE,
    VECTORS = SCALAR | AGGREGATE | NOTHING,
    VALUES = NOTHING,
    STORED = NOTHING | UNSIZED,
    ONE = VECTOR,
    ANY = 0
};

enum {
    ALIKE = 1 << 0,     /* all operands have the type of the result */
    FIRST_TWO = 1 << 1, /* the first two operands have the same type */
    LAST_TWO = 1 << 2,  /* the second and the third, and the result */
    AS_MANY = 1 << 3,   /* the first operand and the result have equally many elements, or are both scalars */
    NARROWER = 1 << 4,  /* the result's elements have fewer bits than the operand's */
    WIDER = 1 << 5,
    LIKE_FIRST = 1 << 6 /* the result has the type of the first operand */
};

enum { MAX_ROWED = 3 };

struct rule {
    uint8_t relations;
    uint8_t count; /* operands that are looked at */
    uint16_t result, operands[MAX_ROWED];
    /* Judges what the row cannot say: NULL, or what is wrong. */
    const char *(*rest)(const struct ir_shapes *s, const struct ir_instruction *instruction);
};

/* ---- types ---- */

static const struct ir_type_info *info_of(const struct ir_shapes *s, ir_type type) {
    return ir_type_get(s->module, type);
}

static ir_type type_at(const struct ir_shapes *s, const struct ir_instruction *instruction, uint32_t operand) {
    return ir_type_of(s->module, s->module->operands[instruction->operands + operand]);
}

static uint16_t shape_of(const struct ir_shapes *s, ir_type type);

static bool is_token(const struct ir_shapes *s, ir_type type) {
    return mmra_string_equal(ir_string_get(s->module, info_of(s, type)->name), mmra_string_of("token"));
}

static uint16_t shape_of_members(const struct ir_shapes *s, const struct ir_type_info *info) {
    if (info->bodiless)
        return AGGREGATE | UNSIZED;
    for (uint32_t i = 0; i < info->member_count; i++)
        if (s->of[info->members[i]] & UNSIZED)
            return AGGREGATE | UNSIZED;
    return AGGREGATE;
}

static uint16_t shape_of(const struct ir_shapes *s, ir_type type) {
    const struct ir_type_info *info = info_of(s, type);
    switch (info->kind) {
    case IR_TYPE_INTEGER:
        return SCALAR | INTEGER | (info->width > 1 ? WIDE : 0);
    case IR_TYPE_HALF:
    case IR_TYPE_BFLOAT:
    case IR_TYPE_FLOAT:
    case IR_TYPE_DOUBLE:
        return SCALAR | FLOATING;
    case IR_TYPE_POINTER:
        return SCALAR | ADDRESS;
    case IR_TYPE_VECTOR:
        return (uint16_t)(VECTOR | (s->of[info->element] & ~(unsigned)SCALAR));
    case IR_TYPE_ARRAY:
        return (uint16_t)(AGGREGATE | (s->of[info->element] & UNSIZED));
    case IR_TYPE_STRUCT:
        return shape_of_members(s, info);
    case IR_TYPE_OPAQUE:
        return is_token(s, type) ? NOTHING | UNSIZED : 0;
    default:
        return NOTHING | UNSIZED;
    }
}

struct ir_shapes ir_learn_shapes(const struct ir_module *module, struct arena *arena) {
    struct ir_shapes shapes = {module, arena, arena_allocate_array(arena, module->type_count, sizeof *shapes.of), 0};
    for (ir_type type = 0; type < module->type_count; type++)
        shapes.of[type] = shape_of(&shapes, type);
    return shapes;
}

static ir_type element_of(const struct ir_shapes *s, ir_type type) {
    return s->of[type] & VECTOR ? info_of(s, type)->element : type;
}

static uint64_t count_of(const struct ir_shapes *s, ir_type type) {
    return s->of[type] & VECTOR ? info_of(s, type)->count : 0;
}

/* The width in bits of a number, or of the elements of a vector; 0 if it is not known or depends on the target. */
static uint64_t bits_of(const struct ir_shapes *s, ir_type type) {
    uint64_t bits = ir_number_bits(info_of(s, element_of(s, type)));
    uint64_t count = count_of(s, type);
    return count ? bits * count : bits;
}

static bool is_known(const struct ir_shapes *s, ir_type type) {
    return s->of[type] != 0;
}

static bool differ(const struct ir_shapes *s, ir_type a, ir_type b) {
    return a != b && is_known(s, a) && is_known(s, b);
}

/* ---- what rows cannot say ---- */

static const char *misfit_of_bitcast(const struct ir_shapes *s, const struct ir_instruction *in) {
    ir_type from = type_at(s, in, 0), to = in->type;
    uint16_t shapes = s->of[from] | s->of[to];
    if (!(shapes & ADDRESS))
        return bits_of(s, from) && bits_of(s, to) && bits_of(s, from) != bits_of(s, to)
                   ? "it changes the number of bits"
                   : NULL;
    if (!(s->of[from] & s->of[to] & ADDRESS))
        return "it makes an address of what is none, or the other way; write inttoptr or ptrtoint";
    if (element_of(s, from) != element_of(s, to))
        return "it changes the address space; write addrspacecast";
    uint64_t before = count_of(s, from), after = count_of(s, to);
    return (before ? before : 1) != (after ? after : 1) ? "it changes the number of addresses" : NULL;
}

static const char *misfit_of_addrspacecast(const struct ir_shapes *s, const struct ir_instruction *in) {
    return type_at(s, in, 0) == in->type ? "both address spaces are the same" : NULL;
}

/* For select, phi and call, which may have fast-math flags but need not compute with floating-point numbers. */
static const char *misfit_of_fast_math(const struct ir_shapes *s, const struct ir_instruction *in) {
    return in->flags & IR_FAST_MATH && s->of[in->type] & (INTEGER | ADDRESS | NOTHING)
               ? "fast-math flags, and a result that is no floating-point number"
               : NULL;
}

static const char *misfit_of_select(const struct ir_shapes *s, const struct ir_instruction *in) {
    ir_type condition = type_at(s, in, 0);
    if (s->of[condition] & VECTOR && is_known(s, in->type) && count_of(s, condition) != count_of(s, in->type))
        return "the condition has another number of elements than the values";
    return misfit_of_fast_math(s, in);
}

static const char *misfit_of_phi(const struct ir_shapes *s, const struct ir_instruction *in) {
    for (uint32_t i = 0; i < in->operand_count; i += 2) {
        if (differ(s, type_at(s, in, i), in->type))
            return "a value has another type than the result";
        if (ir_value_get(s->module, s->module->operands[in->operands + i + 1])->kind != IR_VALUE_BLOCK)
            return "a value comes from what is no block";
    }
    return misfit_of_fast_math(s, in);
}

static const char *misfit_of_extractelement(const struct ir_shapes *s, const struct ir_instruction *in) {
    return differ(s, element_of(s, type_at(s, in, 0)), in->type) ? "its result is not the vector's element" : NULL;
}

static const char *misfit_of_insertelement(const struct ir_shapes *s, const struct ir_instruction *in) {
    return differ(s, element_of(s, type_at(s, in, 0)), type_at(s, in, 1))
               ? "what it inserts is not of the vector's element type"
               : NULL;
}

static const char *misfit_of_mask(const struct ir_shapes *s, const struct ir_value_info *mask, uint64_t elements) {
    if (mask->kind == IR_VALUE_ZERO || mask->kind == IR_VALUE_UNDEF || mask->kind == IR_VALUE_POISON)
        return NULL;
    if (mask->kind != IR_VALUE_AGGREGATE)
        return "its mask is no constant";
    for (uint32_t i = 0; i < (uint32_t)mask->bits; i++) {
        const struct ir_value_info *element = ir_value_get(s->module, s->module->operands[(mask->bits >> 32) + i]);
        if (element->kind == IR_VALUE_INTEGER && element->bits >= 2 * elements)
            return "its mask names an element that neither vector has";
    }
    return NULL;
}

static const char *misfit_of_shuffle(const struct ir_shapes *s, const struct ir_instruction *in) {
    ir_type vector = type_at(s, in, 0), mask = type_at(s, in, 2);
    const struct ir_value_info *value = ir_value_get(s->module, s->module->operands[in->operands + 2]);
    if (!is_known(s, mask) || !is_known(s, vector) || value->kind >= IR_VALUE_TEXT)
        return NULL;
    if (info_of(s, element_of(s, mask))->width != 32)
        return "its mask is no vector of i32";
    if (is_known(s, in->type) &&
        (element_of(s, vector) != element_of(s, in->type) || count_of(s, in->type) != count_of(s, mask)))
        return "its result is not as many of the elements as the mask names";
    return misfit_of_mask(s, value, count_of(s, vector));
}

/* The type inside `type` along the indexes from operand `first` on; 0: there is none. */
static ir_type type_inside(const struct ir_shapes *s, const struct ir_instruction *in, ir_type type, uint32_t first) {
    for (uint32_t i = first; i < in->operand_count; i++) {
        const struct ir_type_info *info = info_of(s, type);
        uint32_t index = s->module->operands[in->operands + i];
        if (info->kind == IR_TYPE_ARRAY && index < info->count)
            type = info->element;
        else if (info->kind == IR_TYPE_STRUCT && index < info->member_count)
            type = info->members[index];
        else
            return 0;
    }
    return type;
}

static const char *misfit_of_extractvalue(const struct ir_shapes *s, const struct ir_instruction *in) {
    ir_type aggregate = type_at(s, in, 0);
    if (!is_known(s, aggregate))
        return NULL;
    ir_type inside = type_inside(s, in, aggregate, 1);
    return !inside ? "there is no element of this index" : inside != in->type ? "its result is not that element" : NULL;
}

static const char *misfit_of_insertvalue(const struct ir_shapes *s, const struct ir_instruction *in) {
    ir_type aggregate = type_at(s, in, 0);
    if (!is_known(s, aggregate))
        return NULL;
    ir_type inside = type_inside(s, in, aggregate, 2);
    return !inside                                ? "there is no element of this index"
           : differ(s, inside, type_at(s, in, 1)) ? "what it inserts is not of that element's type"
                                                  : NULL;
}

static const char *misfit_of_alloca(const struct ir_shapes *s, const struct ir_instruction *in) {
    return s->of[in->accessed] & STORED ? "a type without a size" : NULL;
}

/* An atomic access moves a power of two of bytes. */
static const char *misfit_of_atomic(const struct ir_shapes *s, ir_type type) {
    uint64_t bits = bits_of(s, type);
    if (s->of[type] & AGGREGATE)
        return "an atomic access to an aggregate";
    return bits && (bits < 8 || bits & (bits - 1))
               ? "an atomic access to what is not 1, 2, 4, 8 or a higher power of two bytes"
               : NULL;
}

static const char *misfit_of_access(const struct ir_shapes *s, const struct ir_instruction *in) {
    if (in->ordering == IR_NOT_ATOMIC)
        return NULL;
    if (in->alignment_log2 == IR_NO_ALIGNMENT)
        return "an atomic access without an alignment";
    return misfit_of_atomic(s, in->opcode == IR_LOAD ? in->type : type_at(s, in, 0));
}

enum {
    RMW_NUMBERS = 1 << IR_RMW_FADD | 1 << IR_RMW_FSUB | 1 << IR_RMW_FMAX | 1 << IR_RMW_FMIN | 1 << IR_RMW_FMAXIMUM |
                  1 << IR_RMW_FMINIMUM
};

static const char *misfit_of_atomicrmw(const struct ir_shapes *s, const struct ir_instruction *in) {
    uint16_t shape = s->of[type_at(s, in, 1)];
    if (1 << in->detail & RMW_NUMBERS ? shape & FLOATS : in->detail != IR_RMW_XCHG && shape & (INTEGERS | VECTOR))
        return "its operation is not one on this type";
    if (in->detail == IR_RMW_XCHG && shape & VECTOR)
        return "it exchanges a vector";
    return misfit_of_atomic(s, type_at(s, in, 1));
}

static const char *misfit_of_cmpxchg(const struct ir_shapes *s, const struct ir_instruction *in) {
    ir_type value = type_at(s, in, 1);
    const struct ir_type_info *result = info_of(s, in->type);
    if (differ(s, value, type_at(s, in, 2)))
        return "what it compares has another type than what it stores";
    if (result->kind != IR_TYPE_STRUCT || result->member_count != 2 || differ(s, result->members[0], value) ||
        s->of[result->members[1]] != (SCALAR | INTEGER))
        return "its result is not the value and an i1";
    return misfit_of_atomic(s, value);
}

/* ---- addresses ---- */

/* The number of a member: an i32, or a vector that repeats one; UINT64_MAX if it is neither. */
static uint64_t member_number(const struct ir_shapes *s, ir_value value) {
    const struct ir_value_info *info = ir_value_get(s->module, value);
    const ir_type element = element_of(s, info->type);
    if (info_of(s, element)->width != 32)
        return UINT64_MAX;
    if (info->kind == IR_VALUE_ZERO)
        return 0;
    if (info->kind == IR_VALUE_INTEGER)
        return info->bits;
    if (info->kind != IR_VALUE_AGGREGATE)
        return UINT64_MAX;
    const uint32_t *elements = s->module->operands + (info->bits >> 32);
    for (uint32_t i = 1; i < (uint32_t)info->bits; i++)
        if (elements[i] != elements[0])
            return UINT64_MAX;
    return member_number(s, elements[0]);
}

/* The type inside `type` at the index; 0 if there is none. A type that is not known gives itself. */
static ir_type step_into(const struct ir_shapes *s, ir_type type, ir_value index) {
    const struct ir_type_info *info = info_of(s, type);
    if (!is_known(s, type) || info->kind == IR_TYPE_ARRAY || info->kind == IR_TYPE_VECTOR)
        return info->kind == IR_TYPE_ARRAY || info->kind == IR_TYPE_VECTOR ? info->element : type;
    uint64_t number = info->kind == IR_TYPE_STRUCT ? member_number(s, index) : UINT64_MAX;
    return number < info->member_count ? info->members[number] : 0;
}

static const char *misfit_of_getelementptr(const struct ir_shapes *s, const struct ir_instruction *in) {
    uint64_t count = count_of(s, in->type);
    ir_type base = type_at(s, in, 0), inside = in->accessed;
    if (s->of[inside] & STORED)
        return "it steps through a type without a size";
    if (!is_known(s, base) || !is_known(s, in->type))
        return NULL;
    if (element_of(s, base) != element_of(s, in->type))
        return "its result is not of the address space of its operand";
    if (count_of(s, base) && count_of(s, base) != count)
        return "its result has another number of addresses than its operand";
    for (uint32_t i = 1; i < in->operand_count; i++) {
        ir_type index = type_at(s, in, i);
        if (s->of[index] & INTEGERS)
            return "an index is no integer";
        if (count_of(s, index) && count_of(s, index) != count)
            return "an index has another number of elements than there are addresses";
        if (ir_value_get(s->module, s->module->operands[in->operands + i])->kind >= IR_VALUE_TEXT)
            return NULL; /* where it leads is not known: text, or a constant expression */
        if (i > 1 && !(inside = step_into(s, inside, s->module->operands[in->operands + i])))
            return "an index leads into what has no such member, or is no constant i32 where a member is meant";
    }
    return NULL;
}

/* ---- calls and terminators ---- */

/* The type that the call must have: the one that it spells out, or the declared type of an intrinsic; 0 for any. */
static ir_type type_of_call(const struct ir_shapes *s, const struct ir_instruction *in) {
    const struct ir_value_info *callee = ir_value_get(s->module, s->module->operands[in->operands]);
    if (in->accessed)
        return in->accessed;
    bool declared = ir_called_intrinsic(s->module, in) && !s->module->functions[callee->index].implicit;
    return declared ? s->module->functions[callee->index].type : 0;
}

static const char *misfit_of_call(const struct ir_shapes *s, const struct ir_instruction *in) {
    const struct ir_value_info *callee = ir_value_get(s->module, s->module->operands[in->operands]);
    ir_type type = type_of_call(s, in);
    uint32_t given = in->operand_count - 1 - (in->flags & IR_TOKEN ? 1 : 0);
    if (callee->kind != IR_VALUE_TEXT && s->of[callee->type] & (ADDRESSES | VECTOR)) /* text: inline assembly */
        return "what it calls is no address";
    for (uint32_t i = 0; i < given && !ir_called_intrinsic(s->module, in); i++)
        if (s->of[type_at(s, in, 1 + i)] & NOTHING)
            return "an argument is no value";
    if (!type || in->flags & IR_FORWARDS_REST)
        return misfit_of_fast_math(s, in);
    const struct ir_type_info *info = info_of(s, type);
    if (given < info->member_count || (given > info->member_count && !info->variadic))
        return "it has another number of arguments than what it calls has parameters";
    for (uint32_t i = 0; i < info->member_count; i++)
        if (differ(s, type_at(s, in, 1 + i), info->members[i]))
            return "an argument has another type than the parameter";
    return differ(s, in->type, info->element) ? "its result has another type than that of what it calls"
                                              : misfit_of_fast_math(s, in);
}

static bool is_block(const struct ir_shapes *s, const struct ir_instruction *in, uint32_t operand) {
    return ir_value_get(s->module, s->module->operands[in->operands + operand])->kind == IR_VALUE_BLOCK;
}

static const char *misfit_of_br(const struct ir_shapes *s, const struct ir_instruction *in) {
    bool conditional = in->operand_count == 3;
    if (conditional && s->of[type_at(s, in, 0)] & (TRUTHS | VECTOR))
        return "its condition is no i1";
    for (uint32_t i = conditional; i < in->operand_count; i++)
        if (!is_block(s, in, i))
            return "it branches to what is no block";
    return NULL;
}

static bool has_repeated_case(const struct ir_shapes *s, const struct ir_instruction *in) {
    uint32_t count = (in->operand_count - 2) / 2;
    uint64_t *cases = arena_allocate(s->arena, (count + 1) * sizeof *cases);
    for (uint32_t i = 0; i < count; i++)
        cases[i] = ir_value_get(s->module, s->module->operands[in->operands + 2 + 2 * i])->bits;
    mmra_sort(s->arena, cases, count, sizeof *cases, mmra_compare_longs);
    for (uint32_t i = 1; i < count; i++)
        if (cases[i] == cases[i - 1])
            return true;
    return false;
}

static const char *misfit_of_switch(const struct ir_shapes *s, const struct ir_instruction *in) {
    ir_type type = type_at(s, in, 0);
    bool plain = true; /* all cases are numbers that are known */
    if (!is_block(s, in, 1))
        return "its default is no block";
    for (uint32_t i = 2; i + 1 < in->operand_count; i += 2) {
        const struct ir_value_info *value = ir_value_get(s->module, s->module->operands[in->operands + i]);
        plain &= value->kind == IR_VALUE_INTEGER;
        if (differ(s, value->type, type))
            return "a case has another type than the value";
        if (value->kind < IR_VALUE_INTEGER)
            return "a case is no constant";
        if (!is_block(s, in, i + 1))
            return "a case leads to what is no block";
    }
    return plain && in->operand_count > 4 && has_repeated_case(s, in) ? "a case stands twice" : NULL;
}

static const char *misfit_of_ret(const struct ir_shapes *s, const struct ir_instruction *in) {
    ir_type wanted = info_of(s, s->module->functions[s->function].type)->element;
    ir_type given = in->operand_count ? type_at(s, in, 0) : 0;
    return given != wanted && (!given || !wanted || differ(s, given, wanted))
               ? "it returns another type than the function does"
               : NULL;
}

/* ---- the table ---- */

#define RULE(relations, count, result, rest, ...) {relations, count, result, {__VA_ARGS__}, rest}
#define BINARY(kinds)                             RULE(ALIKE, 2, kinds, NULL, 0)
#define CAST(kinds, from, relations)              RULE(AS_MANY | (relations), 1, kinds, NULL, from)
#define RULE_OF(name, text, pattern, flags, ...)  __VA_ARGS__,
static const struct rule rules[IR_OPCODE_COUNT] = {IR_OPCODE_ROWS(RULE_OF)};

/* ---- one instruction ---- */

static const char *const operand_misfits[MAX_ROWED] = {"its first operand is not of a type that it works on",
                                                       "its second operand is not of a type that it works on",
                                                       "its third operand is not of a type that it works on"};

static const char *misfit_of_relation(const struct ir_shapes *s, const struct ir_instruction *in, uint8_t relations) {
    ir_type first = type_at(s, in, 0);
    bool known = is_known(s, first) && is_known(s, in->type);
    if (relations & FIRST_TWO && differ(s, first, type_at(s, in, 1)))
        return "its operands have different types";
    if (relations & LAST_TWO &&
        (differ(s, type_at(s, in, 1), type_at(s, in, 2)) || differ(s, type_at(s, in, 1), in->type)))
        return "its values and its result have different types";
    if (relations & LIKE_FIRST && differ(s, first, in->type))
        return "its result has another type than its first operand";
    if (!known)
        return NULL;
    if (relations & AS_MANY && count_of(s, first) != count_of(s, in->type))
        return "its operand and its result have different numbers of elements";
    uint64_t from = bits_of(s, element_of(s, first)), to = bits_of(s, element_of(s, in->type));
    if (!from || !to)
        return NULL;
    return relations & NARROWER && to >= from ? "its result is not narrower than its operand"
           : relations & WIDER && to <= from  ? "its result is not wider than its operand"
                                              : NULL;
}

static const char *misfit_of_likes(const struct ir_shapes *s, const struct ir_instruction *in,
                                   const struct rule *rule) {
    for (uint32_t i = 0; i < rule->count; i++)
        if (differ(s, type_at(s, in, i), in->type))
            return "its operands and its result have different types";
    return NULL;
}

const char *ir_misfit(const struct ir_shapes *s, const struct ir_instruction *in) {
    const struct rule *rule = &rules[in->opcode];
    if (s->of[in->type] & rule->result)
        return "its result is not of a type that it gives";
    if (rule->relations & ALIKE)
        return misfit_of_likes(s, in, rule);
    for (uint32_t i = 0; i < rule->count && i < in->operand_count; i++)
        if (s->of[type_at(s, in, i)] & rule->operands[i])
            return operand_misfits[i];
    const char *wrong = rule->relations ? misfit_of_relation(s, in, rule->relations) : NULL;
    return wrong || !rule->rest ? wrong : rule->rest(s, in);
}
