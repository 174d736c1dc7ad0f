/* What tags, callees and instructions are, before any rule judges them. */
#include "mmra/checker.h"

/* ---- tags ---- */

static bool is(struct mmra_string string, const char *text) {
    return mmra_string_equal(string, mmra_string_of(text));
}

static struct check_tags learn_tags(struct checker *c, mmra_set set) {
    struct mmra_set_info info = mmra_set_members(&c->module->tags, set);
    struct check_tags tags = {.known = true, .elsewhere = set};
    struct mmra_tag *others = arena_allocate_array(c->arena, info.count, sizeof *others);
    uint32_t other_count = 0;
    for (uint32_t i = 0; i < info.count; i++) {
        struct mmra_tag tag = info.tags[i];
        if (is(tag.prefix, "amdgpu-synchronize-as")) {
            tags.has_spaces = true;
            tags.spaces |= is(tag.suffix, "global")  ? CHECK_GLOBAL
                           : is(tag.suffix, "local") ? CHECK_LOCAL
                                                     : 0;
            continue;
        }
        others[other_count++] = tag;
        if (is(tag.prefix, "vulkan")) {
            tags.has_vulkan = true;
            tags.nonprivate |= is(tag.suffix, "nonprivate");
            tags.private |= is(tag.suffix, "private");
        }
        tags.none |= is(tag.prefix, "amdgcn-av") && is(tag.suffix, "none");
    }
    if (tags.has_spaces)
        tags.elsewhere = mmra_set_of(&c->module->tags, others, other_count);
    if (!tags.spaces) /* none, or unknown ones alone, which the backend takes for a full fence */
        tags.spaces = CHECK_ALL_SPACES;
    return tags;
}

/* Sets that rules make beyond those of the module are few: they are learned each time. */
const struct check_tags *check_tags_of(struct checker *c, mmra_set set) {
    struct check_tags *tags = &c->tags[set];
    if (!tags->known)
        *tags = learn_tags(c, set);
    return tags;
}

bool check_compatible(struct checker *c, mmra_set a, uint8_t a_accesses, bool a_synchronizes, mmra_set b,
                      uint8_t b_accesses, bool b_synchronizes) {
    const struct check_tags *left = check_tags_of(c, a), *right = check_tags_of(c, b);
    if (!mmra_compatible(&c->module->tags, left->elsewhere, right->elsewhere))
        return false;
    /* A tag on an ordinary access replaces the space that it concerns (memory-models.md A1). */
    uint8_t a_concerns = !a_synchronizes && left->has_spaces ? left->spaces : a_accesses;
    uint8_t b_concerns = !b_synchronizes && right->has_spaces ? right->spaces : b_accesses;
    if (!a_synchronizes && !b_synchronizes)
        return true;
    return (a_synchronizes && left->spaces & b_concerns) || (b_synchronizes && right->spaces & a_concerns) ||
           (a_synchronizes && b_synchronizes && left->spaces & right->spaces);
}

/* ---- callees ---- */

enum { R_DOCUMENT = 1 << CHECK_DOCUMENT, R_23 = 1 << CHECK_LLVM_23, R_24 = 1 << CHECK_LLVM_24 };

/* By the beginning of the name; the first row that fits. Which operations are convergent is as LLVM 22
 * declares them. */
static const struct {
    const char *prefix;
    uint8_t kind;
    bool convergent, writes;
    uint8_t revisions;
} callee_rows[] = {
    {"llvm.amdgcn.s.barrier", CALLEE_BARRIER, true, false, 0},
    {"llvm.amdgcn.ds.gws.", CALLEE_BARRIER, true, false, 0},
    {"llvm.amdgcn.wave.barrier", CALLEE_BARRIER, true, false, 0},
    {"llvm.amdgcn.av.global.load.b128", CALLEE_AV_LOAD, false, false, R_DOCUMENT},
    {"llvm.amdgcn.av.global.store.b128", CALLEE_AV_STORE, false, true, R_DOCUMENT},
    {"llvm.amdgcn.av.load.b128", CALLEE_AV_LOAD, false, false, R_23 | R_24},
    {"llvm.amdgcn.av.store.b128", CALLEE_AV_STORE, false, true, R_23 | R_24},
    {"llvm.amdgcn.av.load.b", CALLEE_AV_LOAD, false, false, R_24},
    {"llvm.amdgcn.av.store.b", CALLEE_AV_STORE, false, true, R_24},
    {"llvm.amdgcn.av.", CALLEE_AV_OTHER, false, false, 0},
    {"llvm.amdgcn.ballot", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.readlane", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.readfirstlane", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.writelane", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.icmp", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.fcmp", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.update.dpp", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.mov.dpp", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.ds.swizzle", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.ds.bpermute", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.ds.permute", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.permlane", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.wave.reduce", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.wave.shuffle", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.strict.w", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.set.inactive", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.inverse.ballot", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.wqm.vote", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.init.exec", CALLEE_LANES, true, false, 0},
    {"llvm.amdgcn.image.store", CALLEE_IMAGE, false, true, 0},
    {"llvm.amdgcn.image.atomic", CALLEE_IMAGE_ATOMIC, false, true, 0},
    {"llvm.amdgcn.image.getresinfo", CALLEE_HARMLESS, false, false, 0},
    {"llvm.amdgcn.image.", CALLEE_IMAGE, false, false, 0},
    {"llvm.amdgcn.raw.", CALLEE_MEMORY, false, true, 0},
    {"llvm.amdgcn.struct.buffer.load", CALLEE_IMAGE, false, false, 0},
    {"llvm.amdgcn.struct.buffer.store", CALLEE_IMAGE, false, true, 0},
    {"llvm.amdgcn.struct.buffer.atomic", CALLEE_IMAGE_ATOMIC, false, true, 0},
    {"llvm.amdgcn.struct.", CALLEE_MEMORY, false, true, 0},
    {"llvm.amdgcn.global.", CALLEE_MEMORY, false, true, 0},
    {"llvm.amdgcn.flat.", CALLEE_MEMORY, false, true, 0},
    {"llvm.amdgcn.ds.", CALLEE_MEMORY, false, true, 0},
    {"llvm.amdgcn.", CALLEE_HARMLESS, false, false, 0},
    {"llvm.mem", CALLEE_MEMORY, false, true, 0},
    {"llvm.masked.", CALLEE_MEMORY, false, true, 0},
    {"llvm.experimental.convergence.", CALLEE_CONVERGENCE, true, false, 0},
    {"llvm.", CALLEE_HARMLESS, false, false, 0},
};

static bool begins_with(struct mmra_string string, const char *prefix) {
    size_t length = strlen(prefix);
    return string.length >= length && memcmp(string.bytes, prefix, length) == 0;
}

static struct check_callee learn_callee(const struct checker *c, const struct ir_function_info *function) {
    struct mmra_string name = ir_string_get(c->module, ir_value_get(c->module, function->value)->name);
    struct check_callee callee = {.kind = function->defined ? CALLEE_DEFINED : CALLEE_UNKNOWN};
    if (begins_with(name, "llvm."))
        for (size_t i = 0; i < sizeof callee_rows / sizeof *callee_rows; i++)
            if (begins_with(name, callee_rows[i].prefix))
                return (struct check_callee){.kind = callee_rows[i].kind,
                                             .convergent = callee_rows[i].convergent,
                                             .writes = callee_rows[i].writes,
                                             .wave = begins_with(name, "llvm.amdgcn.wave."),
                                             .revisions = callee_rows[i].revisions};
    if (!function->defined && function->attributes & IR_FUNCTION_READNONE)
        callee.kind = CALLEE_HARMLESS;
    return callee;
}

void check_learn_callees(struct checker *c) {
    c->callees = arena_allocate_array(c->arena, c->module->function_count, sizeof *c->callees);
    for (ir_function function = 1; function < c->module->function_count; function++)
        c->callees[function] = learn_callee(c, &c->module->functions[function]);
}

ir_function check_called(const struct checker *c, const struct ir_instruction *instruction) {
    if (instruction->opcode != IR_CALL)
        return 0;
    const struct ir_value_info *callee = ir_value_get(c->module, c->module->operands[instruction->operands]);
    return callee->kind == IR_VALUE_FUNCTION ? (ir_function)callee->bits : 0;
}

/* ---- memory ---- */

uint32_t check_address_space(const struct checker *c, ir_value pointer) {
    const struct ir_type_info *type = ir_type_get(c->module, ir_type_of(c->module, pointer));
    if (type->kind == IR_TYPE_VECTOR)
        type = ir_type_get(c->module, type->element);
    return type->kind == IR_TYPE_POINTER ? type->width : UINT32_MAX;
}

/* memory-models.md A1: 1, 4, 7, 8, 9 are global memory, 3 is local, 0 is both, 5 neither. */
uint8_t check_space_of(const struct checker *c, ir_value pointer) {
    switch (check_address_space(c, pointer)) {
    case 1:
    case 4:
    case 7:
    case 8:
    case 9:
        return CHECK_GLOBAL;
    case 3:
        return CHECK_LOCAL;
    case 5:
        return 0;
    default:
        return CHECK_ALL_SPACES;
    }
}

static bool event_of_access(const struct checker *c, const struct ir_instruction *instruction,
                            struct check_event *event, ir_value pointer) {
    event->pointer = pointer;
    event->space = check_space_of(c, pointer);
    event->atomic = instruction->ordering != IR_NOT_ATOMIC;
    event->reads = instruction->opcode != IR_STORE;
    event->writes = instruction->opcode != IR_LOAD;
    event->acquires = event->reads && ir_ordering_acquires(instruction->ordering);
    event->releases = event->writes && ir_ordering_releases(instruction->ordering);
    if (instruction->opcode == IR_CMPXCHG)
        event->acquires |= ir_ordering_acquires(instruction->failure_ordering);
    return true;
}

/* The first operand that is a pointer, for intrinsics that access memory through one. */
static ir_value first_pointer(const struct checker *c, const struct ir_instruction *instruction) {
    const ir_value *operands = c->module->operands + instruction->operands;
    for (uint32_t i = 1; i < instruction->operand_count; i++)
        if (check_address_space(c, operands[i]) != UINT32_MAX)
            return operands[i];
    return 0;
}

/* The cache policy is the last operand. Its slc bit is no more than a hint; any other makes the access coherent with the device
 * or the system, on some processor or on all. */
static bool is_coherent_image(const struct checker *c, const struct ir_instruction *instruction) {
    enum { SLC = 2 };
    const ir_value *operands = c->module->operands + instruction->operands;
    const struct ir_value_info *policy = ir_value_get(c->module, operands[instruction->operand_count - 1]);
    return policy->kind == IR_VALUE_INTEGER && policy->bits & ~(uint64_t)SLC;
}

static void event_of_image(const struct checker *c, const struct ir_instruction *instruction,
                           const struct check_callee *callee, struct check_event *event) {
    bool atomic = callee->kind == CALLEE_IMAGE_ATOMIC;
    bool coherent = atomic || is_coherent_image(c, instruction);
    event->space = CHECK_GLOBAL;
    event->reads = atomic || !callee->writes;
    event->writes = callee->writes;
    event->load_visible = coherent && event->reads;
    event->store_available = coherent && event->writes;
}

static bool event_of_call(const struct checker *c, const struct ir_instruction *instruction,
                          struct check_event *event) {
    ir_function called = check_called(c, instruction);
    struct check_callee callee = called ? c->callees[called] : (struct check_callee){.kind = CALLEE_UNKNOWN};
    switch (callee.kind) {
    case CALLEE_HARMLESS:
    case CALLEE_LANES:
    case CALLEE_CONVERGENCE:
        return false;
    case CALLEE_BARRIER:
        event->barrier = true;
        return true;
    case CALLEE_IMAGE:
    case CALLEE_IMAGE_ATOMIC:
        event_of_image(c, instruction, &callee, event);
        return true;
    case CALLEE_AV_LOAD:
    case CALLEE_AV_STORE:
        event->pointer = first_pointer(c, instruction);
        event->space = CHECK_GLOBAL;
        event->reads = event->load_visible = callee.kind == CALLEE_AV_LOAD;
        event->writes = event->store_available = callee.kind == CALLEE_AV_STORE;
        return true;
    case CALLEE_DEFINED: /* what it does is seen where it does it */
        event->unknown = false;
        return true;
    default:
        event->unknown = event->reads = event->writes = true;
        event->space = CHECK_ALL_SPACES;
        return true;
    }
}

bool check_event_of(const struct checker *c, const struct ir_instruction *instruction,
                    struct check_event *event) {
    const ir_value *operands = c->module->operands + instruction->operands;
    *event = (struct check_event){.scope = instruction->scope};
    switch (instruction->opcode) {
    case IR_LOAD:
    case IR_ATOMICRMW:
    case IR_CMPXCHG:
        return event_of_access(c, instruction, event, operands[0]);
    case IR_STORE:
        return event_of_access(c, instruction, event, operands[1]);
    case IR_FENCE:
        event->fence = true;
        event->acquires = ir_ordering_acquires(instruction->ordering);
        event->releases = ir_ordering_releases(instruction->ordering);
        return true;
    case IR_CALL:
        return event_of_call(c, instruction, event);
    default:
        return false;
    }
}

/* ---- where pointers come from ---- */

ir_value check_root(const struct checker *c, ir_value pointer) {
    uint8_t kind = ir_value_get(c->module, pointer)->kind;
    if (kind == IR_VALUE_PARAMETER || kind == IR_VALUE_GLOBAL)
        return pointer;
    return kind == IR_VALUE_INSTRUCTION && c->needs_roots ? c->roots[pointer] : 0;
}

static void learn_root(struct checker *c, const struct ir_instruction *instruction) {
    const ir_value *operands = c->module->operands + instruction->operands;
    switch (instruction->opcode) {
    case IR_GETELEMENTPTR:
    case IR_BITCAST:
    case IR_ADDRSPACECAST:
    case IR_FREEZE:
        c->roots[instruction->result] = check_root(c, operands[0]);
        break;
    case IR_ALLOCA:
        c->roots[instruction->result] = instruction->result;
        break;
    default:
        break;
    }
}

/* A parameter is the memory of every argument: the two trees become one. Those of what is not known hang from
 * 0. */
static ir_value find_memory(const struct checker *c, ir_value root) {
    while (root && c->same_memory[root] != root) {
        ir_value above = c->same_memory[root];
        c->same_memory[root] = c->same_memory[above]; /* shorter for the next time */
        root = above;
    }
    return root;
}

ir_value check_memory_root(const struct checker *c, ir_value pointer) {
    return find_memory(c, check_root(c, pointer));
}

static void bind(struct checker *c, ir_value parameter, ir_value argument) {
    ir_value a = find_memory(c, parameter), b = check_memory_root(c, argument);
    if (a > b)
        c->same_memory[a] = b;
    else if (b)
        c->same_memory[b] = a;
}

static void bind_arguments(struct checker *c, const struct ir_instruction *call) {
    ir_function called = check_called(c, call);
    const ir_value *operands = c->module->operands + call->operands;
    if (!called || !c->module->functions[called].defined)
        return;
    const struct ir_function_info *function = &c->module->functions[called];
    for (uint32_t i = 0; i < function->parameter_count && i + 1 < call->operand_count; i++)
        if (check_address_space(c, operands[i + 1]) != UINT32_MAX)
            bind(c, function->parameters[i].value, operands[i + 1]);
}

/* Only few rules ask where pointers come from: those about amdgcn-av:none, and about what is marked read-only
 * or noalias. Most modules have nothing of the kind. */
static bool needs_roots(struct checker *c) {
    const struct ir_module *module = c->module;
    for (mmra_set set = 0, sets = module->tags.count; set < sets; set++)
        c->any_none |= check_tags_of(c, set)->none;
    if (c->any_none)
        return true;
    for (uint32_t i = 0; i < module->global_count; i++)
        if (module->globals[i].constant)
            return true;
    for (ir_function f = 1; f < module->function_count; f++)
        for (uint32_t i = 0; i < module->functions[f].parameter_count; i++)
            if (module->functions[f].parameters[i].attributes &
                (IR_PARAMETER_NOALIAS | IR_PARAMETER_READONLY))
                return true;
    return false;
}

static void learn_roots(struct checker *c) {
    const struct ir_module *module = c->module;
    c->needs_roots = needs_roots(c);
    if (!c->needs_roots)
        return;
    c->roots = arena_allocate_array(c->arena, module->value_count, sizeof *c->roots);
    c->root_uses = arena_allocate_array(c->arena, module->value_count, sizeof *c->root_uses);
    c->same_memory = arena_allocate(c->arena, module->value_count * sizeof *c->same_memory);
    for (ir_value value = 0; value < module->value_count; value++)
        c->same_memory[value] = value;
    for (uint32_t i = 0; i < module->instruction_count; i++)
        learn_root(c, &module->instructions[i]);
    for (uint32_t i = 0; i < c->call_count; i++)
        bind_arguments(c, &module->instructions[c->calls[i]]);
}

/* ---- the survey ---- */

uint32_t check_first_from(const uint32_t *list, uint32_t count, uint32_t number) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void list_calls_and_fences(struct checker *c) {
    const struct ir_module *module = c->module;
    for (uint32_t i = 0; i < module->instruction_count; i++) {
        uint8_t opcode = module->instructions[i].opcode;
        if (opcode == IR_FENCE)
            *ARENA_PUSH(c->arena, c->fences, c->fence_count, c->fence_capacity) = i;
        else if (opcode == IR_CALL && check_called(c, &module->instructions[i]))
            *ARENA_PUSH(c->arena, c->calls, c->call_count, c->call_capacity) = i;
    }
}

static void note_uses(struct checker *c, const struct check_event *event, const struct check_tags *tags) {
    bool shared = !tags->private || tags->nonprivate;
    uint8_t uses =
        (uint8_t)((event->reads && shared ? ROOT_READ : 0) | (event->writes && shared ? ROOT_WRITTEN : 0) |
                  (tags->nonprivate || event->atomic ? ROOT_NONPRIVATE : 0));
    ir_value root = event->pointer ? check_memory_root(c, event->pointer) : 0;
    c->all_uses[event->space] |= uses;
    if (root)
        c->root_uses[root] |= uses;
    else
        c->unknown_uses[event->space] |= uses;
}

static void note_set(struct checker *c, mmra_set set, uint8_t space, bool synchronizes) {
    uint8_t *seen = synchronizes ? &c->synchronizing_seen[set] : &c->access_seen[set];
    if (*seen & 1 << space)
        return;
    *seen |= (uint8_t)(1 << space);
    if (synchronizes)
        *ARENA_PUSH(c->arena, c->synchronizing_sets, c->synchronizing_set_count,
                    c->synchronizing_set_capacity) = set << 2 | space;
    else
        *ARENA_PUSH(c->arena, c->access_sets, c->access_set_count, c->access_set_capacity) = set << 2 | space;
}

/* Whether a plain access is one that synchronization must make available or visible. */
static bool is_ordered(const struct check_event *event, const struct check_tags *tags) {
    return !event->store_available && !event->load_visible && !event->unknown &&
           !(tags->private && !tags->nonprivate);
}

static void survey_event(struct checker *c, const struct ir_instruction *instruction,
                         const struct check_event *event) {
    const struct check_tags *tags = check_tags_of(c, instruction->mmra);
    c->vulkan_synchronization |= tags->has_vulkan && (event->fence || event->atomic);
    bool plain = (event->reads || event->writes) && !event->atomic && event->space &&
                 !(instruction->annotations & (IR_THREAD_PRIVATE | IR_INVARIANT_LOAD));
    c->any_plain_nonprivate |= plain && !tags->private;
    c->writes_global |= event->writes && event->space & CHECK_GLOBAL;
    c->any_unknown_access |= event->unknown;
    if (c->needs_roots && (event->reads || event->writes))
        note_uses(c, event, tags);
    if (check_synchronizes(event))
        note_set(c, instruction->mmra, event->space, true);
    else if (event->space)
        note_set(c, instruction->mmra, event->space, false);
    if (c->any_none && (check_synchronizes(event) || (plain && is_ordered(event, tags))))
        *ARENA_PUSH(c->arena, c->candidates, c->candidate_count, c->candidate_capacity) =
            (uint32_t)(instruction - c->module->instructions);
}

void check_survey(struct checker *c) {
    const struct ir_module *module = c->module;
    list_calls_and_fences(c);
    learn_roots(c);
    for (uint32_t i = 0; i < module->instruction_count; i++) {
        const struct ir_instruction *instruction = &module->instructions[i];
        struct check_event event;
        if (!check_may_touch_memory(instruction->opcode))
            continue;
        if (check_event_of(c, instruction, &event))
            survey_event(c, instruction, &event);
        if (instruction->opcode == IR_CALL) {
            ir_function called = check_called(c, instruction);
            if (c->any_none && called && c->module->functions[called].defined)
                *ARENA_PUSH(c->arena, c->candidates, c->candidate_count, c->candidate_capacity) = i;
            c->any_convergent |= called && c->callees[called].convergent;
            c->any_token |= called && c->callees[called].kind == CALLEE_CONVERGENCE;
        }
    }
}
