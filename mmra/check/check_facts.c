/* This file classifies tags, types, callees and instructions, before any rule judges them. */
#include "mmra/base/search.h"
#include "mmra/check/checker.h"

/* ---- tags ---- */

static struct check_tags learn_tags(struct checker *c, mmra_set set) {
    struct check_tags tags = {.facts = (uint16_t)mmra_facts(&c->module->tags, set)};
    tags.clean = check_values_are_right(c, set);
    tags.elsewhere = mmra_without_sync(&c->module->tags, set);
    tags.spaces = ir_memory_ordered(tags.facts); /* the backend takes unknown values for a full fence */
    return tags;
}

static void learn_all_tags(struct checker *c) {
    mmra_set count = c->module->tags.count; /* what learning adds no instruction has */
    c->tags = arena_allocate_array(c->arena, count, sizeof *c->tags);
    for (mmra_set set = 0; set < count; set++) {
        c->tags[set] = learn_tags(c, set);
        c->any_none |= c->tags[set].facts & MMRA_AV_NONE;
    }
}

bool check_compatible(const struct checker *c, mmra_set a, uint8_t a_accesses, bool a_synchronizes, mmra_set b,
                      uint8_t b_accesses, bool b_synchronizes) {
    const struct check_tags *left = check_tags_of(c, a), *right = check_tags_of(c, b);
    if (!mmra_compatible(&c->module->tags, left->elsewhere, right->elsewhere))
        return false;
    /* A tag on an ordinary access replaces the space that it concerns (models.md A1). */
    uint8_t a_concerns = !a_synchronizes && left->facts & MMRA_SYNC ? left->spaces : a_accesses;
    uint8_t b_concerns = !b_synchronizes && right->facts & MMRA_SYNC ? right->spaces : b_accesses;
    if (!a_synchronizes && !b_synchronizes)
        return true;
    return (a_synchronizes && left->spaces & b_concerns) || (b_synchronizes && right->spaces & a_concerns) ||
           (a_synchronizes && b_synchronizes && left->spaces & right->spaces);
}

/* ---- callees ---- */

static struct check_callee learn_callee(const struct checker *c, const struct ir_function_info *function) {
    const struct ir_intrinsic *intrinsic = function->defined ? NULL : function->intrinsic;
    struct ir_effects effects = ir_effects_of_function(function);
    bool convergent = intrinsic && intrinsic->flags & IR_INTRINSIC_CONVERGENT;
    bool region = intrinsic && intrinsic->family == IR_FAMILY_CONVERGENCE;
    struct check_callee callee = {ir_touches_memory(&effects), convergent && !region, region, false};
    callee.quiet = !callee.touches && !convergent && !(function->attributes & IR_FUNCTION_CONVERGENT) &&
                   !c->module->parsed; /* where tokens and !mmra stand elsewhere */
    return callee;
}

static void learn_functions(struct checker *c) {
    const struct ir_module *module = c->module;
    c->callees = arena_allocate_array(c->arena, module->function_count, sizeof *c->callees);
    for (ir_function f = 1; f < module->function_count; f++) {
        const struct ir_function_info *function = &module->functions[f];
        c->callees[f] = learn_callee(c, function);
        for (uint32_t i = 0; i < function->parameter_count; i++) {
            uint8_t attributes = function->parameters[i].attributes;
            c->any_readonly |= attributes & IR_PARAMETER_READONLY;
            c->any_restriction |= attributes & (IR_PARAMETER_READONLY | IR_PARAMETER_NOALIAS);
        }
    }
}

/* ---- memory ---- */

uint32_t check_address_space(const struct checker *c, ir_value pointer) {
    return ir_space_of_type(c->module, ir_type_of(c->module, pointer));
}

static void learn_types(struct checker *c) {
    c->spaces = arena_allocate(c->arena, c->module->type_count);
    for (ir_type type = 0; type < c->module->type_count; type++)
        c->spaces[type] = ir_memory_of_space(ir_space_of_type(c->module, type)) & (IR_ALL_MEMORY | IR_CONSTANT_MEMORY);
}

static bool has_coherent_volatile(const struct checker *c) {
    return c->options->revision != CHECK_ANY_REVISION &&
           ir_volatile_is_coherent((enum ir_revision)c->options->revision);
}

struct check_event check_event_of(const struct checker *c, uint32_t index) {
    const struct ir_instruction *instruction = &c->module->instructions[index];
    struct check_event event = {ir_effects_of(c->module, instruction), .index = index, .mmra = instruction->mmra};
    event.space = event.does.memory & IR_ALL_MEMORY;
    event.touches = ir_touches_memory(&event.does);
    event.coherent = event.does.coherent || (event.does.is_volatile && !event.does.atomic && has_coherent_volatile(c));
    return event;
}

const struct check_event *check_find_event(const struct checker *c, uint32_t index) {
    uint32_t end = COUNT_UP_TO(c->events, c->event_count, index, index);
    return &c->events[end ? end - 1 : 0];
}

/* ---- all of it ---- */

/* Few rules ask where pointers come from: those about amdgcn-av:none, and those about memory that is marked read-only
 * or noalias. Most modules have neither. */
void check_learn_facts(struct checker *c) {
    const struct ir_module *module = c->module;
    for (uint32_t i = 0; i < module->global_count; i++)
        c->any_readonly |= module->globals[i].constant;
    learn_all_tags(c);
    learn_types(c);
    learn_functions(c);
    c->follows_handovers =
        module->parsed && (check_is_on(c, CHECK_NEVER_RELEASED) || check_is_on(c, CHECK_NEVER_ACQUIRED));
    c->needs_roots = c->any_none || c->any_readonly || c->any_restriction || c->follows_handovers;
    c->judges_plain = check_is_on(c, CHECK_LOST_ORDERING) || check_is_on(c, CHECK_UNTAGGED_PRIVATE);
}
