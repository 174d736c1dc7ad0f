/* The address of an array's element takes five instructions: the index in 64 bits, its product with the stride, the sum
 * with the base, whether the index is less than the length, and nowhere if it is not (litmus_build.h). They are found
 * here, and the first one does what all do. */
#include "mmra/race/race_code.h"

enum { INDEX, PRODUCT, SUM, INSIDE, CHOICE, PARTS };

static const uint16_t kinds[PARTS] = {PROGRAM_COPY, PROGRAM_MUL, PROGRAM_ADD, PROGRAM_COMPARE + IR_ULT, PROGRAM_SELECT};

/* The instructions from `at` on that may be parts, in their order. */
static bool find_parts(const struct race_code *code, const bool *passed, uint32_t count, uint32_t at,
                       uint32_t parts[PARTS]) {
    for (uint32_t p = 0; p < PARTS; p++, at++) {
        while (at < count && passed[at] && !(p && code->begins[at]))
            at++;
        if (at >= count || (p && code->begins[at]) || code->ops[at].kind != kinds[p])
            return false;
        parts[p] = at;
    }
    return true;
}

static bool is_constant(const struct race_code *code, uint32_t number) {
    return number >= code->register_count;
}

static uint64_t constant(const struct race_code *code, uint32_t number) {
    return code->constants[number - code->register_count];
}

static bool fit(const struct race_code *code, const struct race_op *const parts[PARTS], const uint32_t *uses) {
    const struct race_op *index = parts[INDEX], *product = parts[PRODUCT], *sum = parts[SUM], *inside = parts[INSIDE],
                         *choice = parts[CHOICE];
    return product->a == index->target && is_constant(code, product->b) && sum->b == product->target &&
           sum->a != product->target && sum->a != index->target && inside->a == index->target &&
           is_constant(code, inside->b) && choice->a == inside->target && choice->b == sum->target &&
           is_constant(code, choice->c) && product->from == 64 && sum->from == 64 && inside->from == 64 &&
           choice->from == 64 && uses[product->target] == 1 && uses[sum->target] == 1 && index->target != index->a;
}

static void join(struct race_code *code, const uint32_t at[PARTS], const struct race_op *const parts[PARTS],
                 bool *passed) {
    struct race_element *element = &code->elements[code->element_count];
    *element = (struct race_element){.stride = constant(code, parts[PRODUCT]->b),
                                     .length = constant(code, parts[INSIDE]->b),
                                     .nowhere = constant(code, parts[CHOICE]->c),
                                     .index = parts[INDEX]->target,
                                     .inside = parts[INSIDE]->target};
    code->ops[at[INDEX]] = (struct race_op){.kind = RACE_OP_ELEMENT,
                                            .above_a = parts[INDEX]->above_a,
                                            .target = parts[CHOICE]->target,
                                            .a = parts[INDEX]->a,
                                            .b = parts[SUM]->a,
                                            .c = code->element_count++,
                                            .next = at[CHOICE] + 1};
    for (uint32_t i = at[INDEX] + 1; i <= at[CHOICE]; i++) {
        passed[i] = true;
        code->owner[i] = at[INDEX];
    }
}

void race_elements_join(struct race_code *code, const struct program_thread *thread, const uint32_t *uses, bool *passed,
                        struct race_pool *pool) {
    code->elements = arena_allocate_array(pool->arena, thread->code_count / PARTS + 1, sizeof *code->elements);
    for (uint32_t i = 0, at[PARTS]; i < thread->code_count; i++) {
        if (passed[i] || !find_parts(code, passed, thread->code_count, i, at) || code->begins[at[CHOICE] + 1])
            continue;
        const struct race_op *parts[PARTS];
        for (uint32_t p = 0; p < PARTS; p++)
            parts[p] = &code->ops[at[p]];
        if (fit(code, parts, uses))
            join(code, at, parts, passed);
    }
}
