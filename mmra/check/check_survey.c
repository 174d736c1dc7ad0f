/* The survey: the only walk over all instructions. It lists those that a rule may judge, and learns what rules need to
 * know of the module as a whole. */
#include "mmra/check/checker.h"

static void note_set(struct checker *c, const struct check_event *event, bool synchronizes) {
    uint8_t *seen = synchronizes ? &c->synchronizing_seen[event->mmra] : &c->access_seen[event->mmra];
    if (*seen & 1 << event->space)
        return;
    *seen |= (uint8_t)(1 << event->space);
    c->synchronizing_set_count += synchronizes;
    *ARENA_PUSH(c->arena, c->sets, c->set_count, c->set_capacity) =
        (struct check_set){event->mmra, event->space, synchronizes};
}

/* Whether an access is one that synchronization must make available or visible: a plain one, or an atomic for a scope
 * that is narrower than what the memory is shared by. */
static bool is_ordered(const struct check_event *event, const struct check_tags *tags) {
    return (!event->does.atomic || check_is_narrow(event)) && !event->coherent && !event->does.unknown &&
           mmra_is_shared(tags->facts);
}

static void note_event(struct checker *c, const struct ir_instruction *instruction, struct check_event *event) {
    const struct check_tags *tags = check_tags_of(c, event->mmra);
    bool synchronizes = check_synchronizes(event);
    bool shared = (event->does.reads || event->does.writes) && event->space &&
                  !(instruction->annotations & (IR_THREAD_PRIVATE | IR_INVARIANT_LOAD));
    bool plain = shared && !event->does.atomic;
    bool ordered = shared && is_ordered(event, tags);
    /* An atomic for one thread is an access that a pass made one. */
    bool is_atomic = event->does.atomic && event->does.scope != MMRA_SCOPE_SINGLETHREAD;
    c->vulkan_synchronization |= tags->facts & MMRA_VULKAN && (event->does.fence || is_atomic);
    c->any_plain_nonprivate |= plain && !(tags->facts & MMRA_PRIVATE);
    c->writes_global |= event->does.writes && event->space & IR_GLOBAL_MEMORY;
    c->any_unknown_access |= event->does.unknown;
    if (synchronizes || event->space)
        note_set(c, event, synchronizes);
    if (synchronizes && tags->facts & MMRA_AV_NONE)
        c->published_spaces |= tags->spaces;
    if (ordered)
        c->ordered_spaces |= event->space;
    event->followed =
        c->any_none && (synchronizes || ordered || event->does.makes_available || event->does.makes_visible);
}

static void list(struct checker *c, const struct check_event *event) {
    *ARENA_PUSH(c->arena, c->events, c->event_count, c->event_capacity) = *event;
}

/* ---- instructions ---- */

/* Whether the instruction has a comment or a misshapen !mmra node, for which there are rules. */
static bool is_odd(struct checker *c, uint32_t index, const struct ir_instruction *instruction) {
    return instruction->notes || (c->module->parsed && !check_shape_is_right(c, index));
}

/* Most accesses are plain and of a few kinds. The first access of a kind shows all there is to learn about it. If no
 * rule judges that access and nothing needs its pointer, the kind is quiet: no other access of it is looked at, unless
 * it is odd. */
struct kind {
    uint16_t
        *quiet; /* by set and annotations: a bit for each combination of the pointer's spaces and whether it stores */
    uint8_t bit;
};

static struct kind kind_of(const struct checker *c, const struct ir_instruction *instruction) {
    bool stores = instruction->opcode == IR_STORE;
    ir_value pointer = c->module->operands[instruction->operands + stores];
    uint8_t spaces = c->spaces[ir_type_of(c->module, pointer)]; /* 3 bits */
    return (struct kind){&c->quiet_kinds[instruction->mmra * IR_ANNOTATIONS + instruction->annotations],
                         (uint8_t)(spaces * 2 + stores)};
}

static bool is_quiet(struct kind kind) {
    return *kind.quiet >> kind.bit & 1;
}

static bool is_plain(const struct ir_instruction *instruction) {
    return instruction->ordering == IR_NOT_ATOMIC && instruction->opcode <= IR_STORE;
}

/* Whether a rule may judge a plain access of the kind. */
static bool is_judged(const struct checker *c, const struct ir_instruction *instruction,
                      const struct check_event *event) {
    const struct check_tags *tags = check_tags_of(c, event->mmra);
    bool constant = c->any_readonly || c->spaces[ir_type_of(c->module, event->does.pointer)] & IR_CONSTANT_MEMORY;
    return c->judges_plain || !tags->clean || tags->facts & MMRA_AV_NONE || check_both_private(tags) ||
           (instruction->annotations & (IR_THREAD_PRIVATE | IR_INVARIANT_LOAD) && !(tags->facts & MMRA_PRIVATE)) ||
           (event->does.writes && constant);
}

static void survey_access(struct checker *c, uint32_t index, const struct ir_instruction *instruction) {
    bool plain = is_plain(instruction);
    bool odd = is_odd(c, index, instruction);
    struct kind kind = plain ? kind_of(c, instruction) : (struct kind){0};
    if (plain && is_quiet(kind) && !odd)
        return;
    struct check_event event = check_event_of(c, index);
    note_event(c, instruction, &event);
    event.judged = !plain || odd || is_judged(c, instruction, &event);
    bool asks_for_pointer =
        event.followed || (c->needs_roots && check_uses_of(c, &event)) || (c->follows_handovers && event.space);
    if (event.judged || asks_for_pointer)
        list(c, &event);
    else
        *kind.quiet |= (uint16_t)(1u << kind.bit);
}

static void survey_call(struct checker *c, uint32_t index, const struct ir_instruction *instruction) {
    const struct ir_module *module = c->module;
    ir_function called = check_called(c, instruction);
    const struct check_callee *callee = &c->callees[called];
    bool odd = is_odd(c, index, instruction);
    if (callee->quiet && !odd && !instruction->mmra && !(instruction->flags & (IR_CONVERGENT | IR_TOKEN)))
        return;
    struct check_event event = check_event_of(c, index);
    note_event(c, instruction, &event);
    event.judged = odd || event.mmra || !event.does.defined;
    event.followed |= c->any_none && event.does.defined;
    list(c, &event);
    const struct ir_function_info *caller = &module->functions[c->function], *info = &module->functions[called];
    bool marked = caller->kernel || caller->attributes & IR_FUNCTION_CONVERGENT;
    bool convergent = callee->convergent || info->kernel || info->attributes & IR_FUNCTION_CONVERGENT;
    c->any_token |= callee->region;
    c->any_unmarked_call |= convergent && !marked;
}

/* An instruction that accesses nothing: it is listed only if something is wrong with it or it has a comment. */
static void survey_other(struct checker *c, uint32_t index, const struct ir_instruction *instruction) {
    bool misplaced = instruction->opcode == IR_ALLOCA && c->amdgcn &&
                     ir_type_get(c->module, instruction->type)->width != ADDRESS_SPACE_PRIVATE;
    bool tagged = instruction->mmra || (c->module->parsed && c->module->parsed->instructions[index].mmra);
    if (!misplaced && !tagged && !instruction->notes)
        return;
    struct check_event event = check_event_of(c, index);
    event.judged = true;
    list(c, &event);
}

/* ---- the module ---- */

enum concern { NOTHING, POINTER, ACCESS, CALL, CONVERSION };

static const uint8_t concerns[IR_OPCODE_COUNT] = {
    [IR_GETELEMENTPTR] = POINTER, [IR_BITCAST] = POINTER,   [IR_ADDRSPACECAST] = POINTER,
    [IR_FREEZE] = POINTER,        [IR_ALLOCA] = POINTER,    [IR_LOAD] = ACCESS,
    [IR_STORE] = ACCESS,          [IR_ATOMICRMW] = ACCESS,  [IR_CMPXCHG] = ACCESS,
    [IR_FENCE] = ACCESS,          [IR_CALL] = CALL,         [IR_TRUNC] = CONVERSION,
    [IR_ZEXT] = CONVERSION,       [IR_SEXT] = CONVERSION,   [IR_FPTOUI] = CONVERSION,
    [IR_FPTOSI] = CONVERSION,     [IR_UITOFP] = CONVERSION, [IR_SITOFP] = CONVERSION,
    [IR_FPTRUNC] = CONVERSION,    [IR_FPEXT] = CONVERSION,  [IR_PTRTOINT] = CONVERSION,
    [IR_INTTOPTR] = CONVERSION,   [IR_SELECT] = CONVERSION,
};

/* Most conversions occur many times. Those of a select relate more than two types. */
static bool is_known_conversion(const struct checker *c, const struct ir_instruction *instruction) {
    return c->conversions[instruction->opcode].to == instruction->type && instruction->opcode != IR_SELECT &&
           c->conversions[instruction->opcode].from ==
               ir_type_of(c->module, c->module->operands[instruction->operands]);
}

static void check_conversion(struct checker *c, uint32_t index, const struct ir_instruction *instruction) {
    if (is_known_conversion(c, instruction) || !check_types_of(c, index))
        return;
    c->conversions[instruction->opcode].from = ir_type_of(c->module, c->module->operands[instruction->operands]);
    c->conversions[instruction->opcode].to = instruction->type;
}

static void survey_instruction(struct checker *c, const struct ir_instruction *instruction) {
    uint8_t concern = concerns[instruction->opcode];
    uint32_t index = (uint32_t)(instruction - c->module->instructions);
    if (concern == POINTER && c->needs_roots)
        check_learn_root(c, index);
    if (concern == ACCESS) {
        survey_access(c, index, instruction);
        return;
    }
    bool converts =
        concern == CONVERSION || instruction->opcode == IR_BITCAST || instruction->opcode == IR_ADDRSPACECAST;
    if (converts && !c->module->parsed) /* of one that was parsed all are judged: check_form */
        check_conversion(c, index, instruction);
    if (concern == CALL)
        survey_call(c, index, instruction);
    else
        survey_other(c, index, instruction);
}

/* Whether nothing can be said of the instruction, as of most, in a module that was built. (In a parsed module, !mmra
 * may stand anywhere and in any shape.) */
static bool is_passed_by(const struct checker *c, const struct ir_instruction *instruction) {
    uint8_t concern = concerns[instruction->opcode];
    if (concern == NOTHING || (concern == CONVERSION && is_known_conversion(c, instruction)))
        return !(instruction->mmra | instruction->notes);
    return concern == ACCESS && is_plain(instruction) && !instruction->notes && is_quiet(kind_of(c, instruction));
}

enum { AT_A_TIME = 512 };

static void survey_block(struct checker *c, const struct ir_block *block) {
    const struct ir_instruction *instruction = &c->module->instructions[block->first_instruction];
    const struct ir_instruction *end = instruction + block->instruction_count;
    const bool parsed = c->module->parsed;
    while (instruction < end) {
        const struct ir_instruction *stop = end - instruction > AT_A_TIME ? instruction + AT_A_TIME : end;
        mmra_work(c->module->watch, (uint32_t)(stop - instruction) / 4 + 1);
        for (; instruction < stop; instruction++)
            if (parsed || !is_passed_by(c, instruction))
                survey_instruction(c, instruction);
    }
}

static void survey_function(struct checker *c, ir_function function) {
    const struct ir_function_info *info = &c->module->functions[function];
    c->function = function;
    if (c->needs_roots)
        check_begin_function_roots(c, function);
    for (uint32_t block = info->first_block; block < info->first_block + info->block_count; block++)
        survey_block(c, &c->module->blocks[block]);
    if (c->needs_roots)
        check_end_function_roots(c);
}

void check_survey(struct checker *c) {
    const struct ir_module *module = c->module;
    c->first_event = arena_allocate_array(c->arena, (size_t)module->function_count + 1, sizeof *c->first_event);
    c->access_seen = arena_allocate_array(c->arena, module->tags.count, 1);
    c->synchronizing_seen = arena_allocate_array(c->arena, module->tags.count, 1);
    c->quiet_kinds = arena_allocate_array(c->arena, module->tags.count, IR_ANNOTATIONS * sizeof *c->quiet_kinds);
    c->event_capacity = module->instruction_count / 8 + 16; /* what most modules need: growing copies */
    c->events = arena_allocate(c->arena, c->event_capacity * sizeof *c->events);
    if (module->parsed)
        c->nodes = arena_allocate_array(c->arena, module->metadata_count, sizeof *c->nodes);
    check_find_control_flow(c);
    if (c->needs_roots)
        check_begin_roots(c);
    for (ir_function f = 1; f < module->function_count; f++) {
        c->first_event[f] = c->event_count;
        if (module->functions[f].block_count)
            survey_function(c, f);
    }
    c->first_event[module->function_count] = c->event_count;
    c->function = 0;
    if (c->needs_roots)
        check_end_roots(c);
}
