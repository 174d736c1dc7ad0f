#include "translator/validation/litmus_same.h"

#include <string.h>

static bool same_name(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_operand(struct program_operand a, struct program_operand b) {
    return a.kind == b.kind && a.value == b.value;
}

/* Each program numbers its sets of tags by itself. */
static bool same_tags(const struct mmra_tags *a, mmra_set first, const struct mmra_tags *b, mmra_set second) {
    if (!a || !b)
        return first == second;
    struct mmra_set_info one = mmra_set_members(a, first), other = mmra_set_members(b, second);
    bool same = one.count == other.count;
    for (uint32_t i = 0; same && i < one.count; i++)
        same = mmra_string_equal(one.tags[i].prefix, other.tags[i].prefix) &&
               mmra_string_equal(one.tags[i].suffix, other.tags[i].suffix);
    return same;
}

static bool same_operation(const struct program *p, const struct model_operation *a, const struct program *q,
                           const struct model_operation *b) {
    return a->kind == b->kind && a->flags == b->flags && a->scope == b->scope && a->storage_class == b->storage_class &&
           a->call == b->call && a->semantics == b->semantics && a->failure_flags == b->failure_flags &&
           a->available_scope == b->available_scope && a->visible_scope == b->visible_scope &&
           a->vulkan_tags == b->vulkan_tags && a->spaces == b->spaces && a->ordered == b->ordered &&
           same_tags(p->tags, a->tags, q->tags, b->tags);
}

static bool same_instruction(const struct program_instruction *a, const struct program_instruction *b) {
    return a->opcode == b->opcode && a->alu == b->alu && a->rmw == b->rmw && a->width == b->width &&
           a->from_width == b->from_width && a->barrier_mode == b->barrier_mode &&
           a->barrier_level == b->barrier_level && a->compare_exchange == b->compare_exchange && a->weak == b->weak &&
           a->bytes == b->bytes && a->target == b->target && a->success == b->success && same_operand(a->a, b->a) &&
           same_operand(a->b, b->b) && same_operand(a->c, b->c) && a->if_true == b->if_true &&
           a->if_false == b->if_false && a->reference == b->reference && a->lowest == b->lowest &&
           a->highest == b->highest && a->barrier == b->barrier && a->quorum == b->quorum &&
           a->must_read == b->must_read;
}

static bool same_register(const struct program_register *a, const struct program_register *b) {
    return same_name(a->name, b->name) && a->has_value == b->has_value && a->value == b->value;
}

static bool same_thread(const struct program *p, const struct program_thread *a, const struct program *q,
                        const struct program_thread *b) {
    bool same = same_name(a->name, b->name) && memcmp(&a->scopes, &b->scopes, sizeof a->scopes) == 0 &&
                a->code_count == b->code_count && a->register_count == b->register_count;
    for (uint32_t i = 0; same && i < a->code_count; i++)
        same = same_instruction(&a->code[i], &b->code[i]) &&
               same_operation(p, &a->code[i].operation, q, &b->code[i].operation);
    for (uint32_t i = 0; same && i < a->register_count; i++)
        same = same_register(&a->registers[i], &b->registers[i]);
    return same;
}

static bool same_cell(const struct program_cell *a, const struct program_cell *b) {
    return same_name(a->name, b->name) && a->address == b->address && a->bytes == b->bytes &&
           a->initial == b->initial && a->undefined == b->undefined && a->observed == b->observed;
}

bool litmus_same_program(const struct program *a, const struct program *b) {
    bool same = a->thread_count == b->thread_count && a->cell_count == b->cell_count &&
                a->system_order_count == b->system_order_count;
    for (uint32_t i = 0; same && i < a->thread_count; i++)
        same = same_thread(a, &a->threads[i], b, &b->threads[i]);
    for (uint32_t i = 0; same && i < a->cell_count; i++)
        same = same_cell(&a->cells[i], &b->cells[i]);
    for (uint32_t i = 0; same && i < a->system_order_count; i++)
        same = a->system_order[i].before == b->system_order[i].before &&
               a->system_order[i].after == b->system_order[i].after;
    return same;
}
