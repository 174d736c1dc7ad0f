/* This file classifies tags, types, callees and instructions, before any rule judges them. */
#include "mmra/base/search.h"
#include "mmra/check/checker.h"

/* ---- tags ---- */

static struct check_tags learn_tags(struct checker *c, mmra_set set) {
    struct check_tags tags = {.facts = (uint16_t)mmra_facts(&c->module->tags, set)};
    tags.clean = check_values_are_right(c, set);
    tags.elsewhere = mmra_without_sync(&c->module->tags, set);
    tags.spaces = (tags.facts & MMRA_SYNC_GLOBAL ? CHECK_GLOBAL : 0) | (tags.facts & MMRA_SYNC_LOCAL ? CHECK_LOCAL : 0);
    if (!tags.spaces) /* no value, or only unknown ones, which the backend takes for a full fence */
        tags.spaces = CHECK_ALL_SPACES;
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

static const uint8_t kinds[IR_FAMILY_COUNT] = {
    [IR_FAMILY_HARMLESS] = CALLEE_HARMLESS,
    [IR_FAMILY_NO_OPERATION] = CALLEE_HARMLESS,
    [IR_FAMILY_CHOICE] = CALLEE_HARMLESS,
    [IR_FAMILY_WORKITEM_ID] = CALLEE_HARMLESS,
    [IR_FAMILY_WORKGROUP_ID] = CALLEE_HARMLESS,
    [IR_FAMILY_WAVE_SIZE] = CALLEE_HARMLESS,
    [IR_FAMILY_COUNT_BELOW] = CALLEE_HARMLESS,
    [IR_FAMILY_IMPLICIT_ARGUMENTS] = CALLEE_HARMLESS,
    [IR_FAMILY_TEXEL_SIZE] = CALLEE_HARMLESS,
    [IR_FAMILY_LANES] = CALLEE_LANES,
    [IR_FAMILY_CONVERGENCE] = CALLEE_CONVERGENCE,
    [IR_FAMILY_WORKGROUP_BARRIER] = CALLEE_BARRIER,
    [IR_FAMILY_WAVE_BARRIER] = CALLEE_BARRIER,
    [IR_FAMILY_OTHER_BARRIER] = CALLEE_BARRIER,
    [IR_FAMILY_AV_LOAD] = CALLEE_AV,
    [IR_FAMILY_AV_STORE] = CALLEE_AV,
    [IR_FAMILY_AV_UNKNOWN] = CALLEE_AV_UNKNOWN,
    [IR_FAMILY_SCOPE] = CALLEE_HARMLESS,
    [IR_FAMILY_MAKE] = CALLEE_MAKE,
    [IR_FAMILY_TEXEL_LOAD] = CALLEE_TEXEL,
    [IR_FAMILY_TEXEL_STORE] = CALLEE_TEXEL,
    [IR_FAMILY_TEXEL_ATOMIC] = CALLEE_TEXEL,
    [IR_FAMILY_TEXEL_READ] = CALLEE_TEXEL,
    [IR_FAMILY_TEXEL_OTHER] = CALLEE_TEXEL,
    [IR_FAMILY_MEMORY] = CALLEE_MEMORY,
    [IR_FAMILY_SHELL_CALL] = CALLEE_UNKNOWN,
};

static struct check_callee learn_callee(const struct checker *c, const struct ir_function_info *function) {
    const struct ir_intrinsic *intrinsic = function->intrinsic;
    struct check_callee callee = {.kind = CALLEE_UNKNOWN};
    if (function->defined)
        return (struct check_callee){.kind = CALLEE_DEFINED};
    if (intrinsic)
        callee = (struct check_callee){.kind = kinds[intrinsic->family],
                                       .convergent = intrinsic->flags & IR_INTRINSIC_CONVERGENT};
    else if (function->attributes & IR_FUNCTION_READNONE)
        callee.kind = CALLEE_HARMLESS;
    callee.quiet = callee.kind == CALLEE_HARMLESS && !(function->attributes & IR_FUNCTION_CONVERGENT) &&
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

/* models.md A1: 1, 4, 7, 8, 9 are global memory, 3 is local, 0 is both, 5 neither. */
static uint8_t spaces_of_addresses(uint32_t address_space) {
    switch (address_space) {
    case CHECK_CONSTANT_ADDRESSES:
        return CHECK_GLOBAL | CHECK_CONSTANT;
    case 1:
    case 7:
    case 8:
    case 9:
        return CHECK_GLOBAL;
    case 3:
        return CHECK_LOCAL;
    case CHECK_PRIVATE_ADDRESSES:
        return 0;
    default:
        return CHECK_ALL_SPACES;
    }
}

/* UINT32_MAX: neither a pointer nor a vector of them. */
static uint32_t address_space_of(const struct ir_module *module, ir_type type) {
    const struct ir_type_info *info = ir_type_get(module, type);
    if (info->kind == IR_TYPE_VECTOR)
        info = ir_type_get(module, info->element);
    return info->kind == IR_TYPE_POINTER ? info->width : UINT32_MAX;
}

uint32_t check_address_space(const struct checker *c, ir_value pointer) {
    return address_space_of(c->module, ir_type_of(c->module, pointer));
}

static void learn_types(struct checker *c) {
    c->spaces = arena_allocate(c->arena, c->module->type_count);
    for (ir_type type = 0; type < c->module->type_count; type++)
        c->spaces[type] = spaces_of_addresses(address_space_of(c->module, type));
}

static bool has_coherent_volatile(const struct checker *c) {
    return c->options->revision != CHECK_ANY_REVISION &&
           ir_volatile_is_coherent((enum ir_revision)c->options->revision);
}

static void event_of_access(const struct checker *c, const struct ir_instruction *instruction,
                            struct check_event *event, ir_value pointer) {
    event->touches = true;
    event->pointer = pointer;
    event->space = check_spaces_of(c, pointer);
    event->atomic = instruction->ordering != IR_NOT_ATOMIC;
    event->reads = instruction->opcode != IR_STORE;
    event->writes = instruction->opcode != IR_LOAD;
    event->acquires = event->reads && ir_ordering_acquires(instruction->ordering);
    event->releases = event->writes && ir_ordering_releases(instruction->ordering);
    if (instruction->opcode == IR_CMPXCHG && ir_ordering_acquires(instruction->failure_ordering))
        event->acquires = true;
    if (instruction->flags & IR_VOLATILE && !event->atomic && has_coherent_volatile(c)) {
        event->load_visible = event->reads;
        event->store_available = event->writes;
    }
}

/* The first operand that is a pointer, for intrinsics that access memory through one. */
static ir_value first_pointer(const struct checker *c, const struct ir_instruction *instruction) {
    const ir_value *operands = c->module->operands + instruction->operands;
    for (uint32_t i = 1; i < instruction->operand_count; i++)
        if (check_address_space(c, operands[i]) != UINT32_MAX)
            return operands[i];
    return 0;
}

/* The cache policy is the last operand. Its slc bit is only a hint; every other bit makes the access coherent with the
 * device or the system, on some processors or all. */
static bool is_coherent_image(const struct checker *c, const struct ir_instruction *instruction) {
    const ir_value *operands = c->module->operands + instruction->operands;
    const struct ir_value_info *policy = ir_value_get(c->module, operands[instruction->operand_count - 1]);
    return policy->kind == IR_VALUE_INTEGER && policy->bits & ~(uint64_t)IR_POLICY_SLC;
}

static void event_of_image(const struct checker *c, const struct ir_instruction *instruction,
                           struct check_event *event) {
    const struct ir_intrinsic *intrinsic = check_intrinsic(c, event->called);
    bool coherent = intrinsic->family == IR_FAMILY_TEXEL_ATOMIC || is_coherent_image(c, instruction);
    event->space = CHECK_GLOBAL;
    event->reads = intrinsic->flags & IR_INTRINSIC_READS;
    event->writes = intrinsic->flags & IR_INTRINSIC_WRITES;
    event->load_visible = coherent && event->reads;
    event->store_available = coherent && event->writes;
}

/* Reads the scope of an operation that makes available or visible: MMRA_SCOPE_UNKNOWN if its operand is no scope. */
static void set_operand_scope(const struct checker *c, const struct ir_instruction *call, struct check_event *event) {
    const ir_value *operands = c->module->operands + call->operands;
    const struct ir_intrinsic *maker =
        ir_maker_of_scope(c->module, ir_value_get(c->module, operands[call->operand_count - 1]));
    event->scope = maker ? maker->which : MMRA_SCOPE_UNKNOWN;
}

static void event_of_call(const struct checker *c, const struct ir_instruction *instruction,
                          struct check_event *event) {
    event->called = check_called(c, instruction);
    event->touches = true;
    switch (event->called ? c->callees[event->called].kind : CALLEE_UNKNOWN) {
    case CALLEE_HARMLESS:
    case CALLEE_LANES:
    case CALLEE_CONVERGENCE:
        event->touches = false;
        break;
    case CALLEE_DEFINED: /* what it does is seen where it does it */
        break;
    case CALLEE_BARRIER:
        event->barrier = true;
        break;
    case CALLEE_TEXEL:
        event_of_image(c, instruction, event);
        break;
    case CALLEE_MAKE:
        event->makes_available = !check_intrinsic(c, event->called)->which;
        event->makes_visible = check_intrinsic(c, event->called)->which;
        set_operand_scope(c, instruction, event);
        break;
    case CALLEE_AV:
        event->pointer = first_pointer(c, instruction);
        event->space = CHECK_GLOBAL;
        event->reads = event->load_visible = check_intrinsic(c, event->called)->flags & IR_INTRINSIC_READS;
        event->writes = event->store_available = check_intrinsic(c, event->called)->flags & IR_INTRINSIC_WRITES;
        break;
    default:
        event->unknown = event->reads = event->writes = true;
        event->space = CHECK_ALL_SPACES;
        break;
    }
}

struct check_event check_event_of(const struct checker *c, uint32_t index) {
    const struct ir_instruction *instruction = &c->module->instructions[index];
    const ir_value *operands = c->module->operands + instruction->operands;
    struct check_event event = {.index = index, .mmra = instruction->mmra, .scope = instruction->scope};
    switch (instruction->opcode) {
    case IR_LOAD:
    case IR_ATOMICRMW:
    case IR_CMPXCHG:
        event_of_access(c, instruction, &event, operands[0]);
        break;
    case IR_STORE:
        event_of_access(c, instruction, &event, operands[1]);
        break;
    case IR_FENCE:
        event.touches = event.fence = true;
        event.acquires = ir_ordering_acquires(instruction->ordering);
        event.releases = ir_ordering_releases(instruction->ordering);
        break;
    case IR_CALL:
        event_of_call(c, instruction, &event);
        break;
    default:
        break;
    }
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
    c->needs_roots = c->any_none || c->any_readonly || c->any_restriction;
    c->judges_plain = check_is_on(c, CHECK_LOST_ORDERING) || check_is_on(c, CHECK_UNTAGGED_PRIVATE);
}
