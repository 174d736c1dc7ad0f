/* What tags, types, callees and instructions are, before any rule judges them. */
#include "mmra/check/checker.h"

/* ---- tags ---- */

static bool is(struct mmra_string string, const char *text) {
    return mmra_string_equal(string, mmra_string_of(text));
}

static struct check_tags learn_tags(struct checker *c, mmra_set set) {
    struct mmra_set_info info = mmra_set_members(&c->module->tags, set);
    struct check_tags tags = {.clean = check_values_are_right(c, set), .elsewhere = set};
    struct mmra_tag *others = arena_allocate_array(c->arena, info.count, sizeof *others);
    uint32_t other_count = 0;
    for (uint32_t i = 0; i < info.count; i++) {
        struct mmra_tag tag = info.tags[i];
        if (is(tag.prefix, "amdgpu-synchronize-as")) {
            tags.has_spaces = true;
            tags.spaces |= is(tag.suffix, "global") ? CHECK_GLOBAL : is(tag.suffix, "local") ? CHECK_LOCAL : 0;
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

static void learn_all_tags(struct checker *c) {
    mmra_set count = c->module->tags.count; /* what learning adds no instruction has */
    c->tags = arena_allocate_array(c->arena, count, sizeof *c->tags);
    for (mmra_set set = 0; set < count; set++) {
        c->tags[set] = learn_tags(c, set);
        c->any_none |= c->tags[set].none;
    }
}

bool check_compatible(const struct checker *c, mmra_set a, uint8_t a_accesses, bool a_synchronizes, mmra_set b,
                      uint8_t b_accesses, bool b_synchronizes) {
    const struct check_tags *left = check_tags_of(c, a), *right = check_tags_of(c, b);
    if (!mmra_compatible(&c->module->tags, left->elsewhere, right->elsewhere))
        return false;
    /* A tag on an ordinary access replaces the space that it concerns (models.md A1). */
    uint8_t a_concerns = !a_synchronizes && left->has_spaces ? left->spaces : a_accesses;
    uint8_t b_concerns = !b_synchronizes && right->has_spaces ? right->spaces : b_accesses;
    if (!a_synchronizes && !b_synchronizes)
        return true;
    return (a_synchronizes && left->spaces & b_concerns) || (b_synchronizes && right->spaces & a_concerns) ||
           (a_synchronizes && b_synchronizes && left->spaces & right->spaces);
}

/* ---- callees ---- */

enum { R_DOCUMENT = 1 << CHECK_DOCUMENT, R_23 = 1 << CHECK_LLVM_23, R_24 = 1 << CHECK_LLVM_24 };

#define TEXT(string) string, sizeof string - 1

/* By the beginning of the name; the first row that fits. Which operations are convergent is as LLVM 22
 * declares them. */
static const struct {
    const char *prefix;
    uint8_t length, kind;
    bool convergent, writes;
    uint8_t revisions;
} callee_rows[] = {
    {TEXT("llvm.amdgcn.s.barrier"), CALLEE_BARRIER, true, false, 0},
    {TEXT("llvm.amdgcn.ds.gws."), CALLEE_BARRIER, true, false, 0},
    {TEXT("llvm.amdgcn.wave.barrier"), CALLEE_BARRIER, true, false, 0},
    {TEXT("llvm.amdgcn.av.global.load.b128"), CALLEE_AV_LOAD, false, false, R_DOCUMENT},
    {TEXT("llvm.amdgcn.av.global.store.b128"), CALLEE_AV_STORE, false, true, R_DOCUMENT},
    {TEXT("llvm.amdgcn.av.load.b128"), CALLEE_AV_LOAD, false, false, R_23 | R_24},
    {TEXT("llvm.amdgcn.av.store.b128"), CALLEE_AV_STORE, false, true, R_23 | R_24},
    {TEXT("llvm.amdgcn.av.load.b"), CALLEE_AV_LOAD, false, false, R_24},
    {TEXT("llvm.amdgcn.av.store.b"), CALLEE_AV_STORE, false, true, R_24},
    {TEXT("llvm.amdgcn.av."), CALLEE_AV_OTHER, false, false, 0},
    {TEXT("llvm.amdgcn.ballot"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.readlane"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.readfirstlane"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.writelane"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.icmp"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.fcmp"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.update.dpp"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.mov.dpp"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.ds.swizzle"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.ds.bpermute"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.ds.permute"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.permlane"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.wave.reduce"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.wave.shuffle"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.strict.w"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.set.inactive"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.inverse.ballot"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.wqm.vote"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.init.exec"), CALLEE_LANES, true, false, 0},
    {TEXT("llvm.amdgcn.image.store"), CALLEE_IMAGE, false, true, 0},
    {TEXT("llvm.amdgcn.image.atomic"), CALLEE_IMAGE_ATOMIC, false, true, 0},
    {TEXT("llvm.amdgcn.image.getresinfo"), CALLEE_HARMLESS, false, false, 0},
    {TEXT("llvm.amdgcn.image."), CALLEE_IMAGE, false, false, 0},
    {TEXT("llvm.amdgcn.raw."), CALLEE_MEMORY, false, true, 0},
    {TEXT("llvm.amdgcn.struct.buffer.load"), CALLEE_IMAGE, false, false, 0},
    {TEXT("llvm.amdgcn.struct.buffer.store"), CALLEE_IMAGE, false, true, 0},
    {TEXT("llvm.amdgcn.struct.buffer.atomic"), CALLEE_IMAGE_ATOMIC, false, true, 0},
    {TEXT("llvm.amdgcn.struct."), CALLEE_MEMORY, false, true, 0},
    {TEXT("llvm.amdgcn.global."), CALLEE_MEMORY, false, true, 0},
    {TEXT("llvm.amdgcn.flat."), CALLEE_MEMORY, false, true, 0},
    {TEXT("llvm.amdgcn.ds."), CALLEE_MEMORY, false, true, 0},
    {TEXT("llvm.amdgcn."), CALLEE_HARMLESS, false, false, 0},
    {TEXT("llvm.mem"), CALLEE_MEMORY, false, true, 0},
    {TEXT("llvm.masked."), CALLEE_MEMORY, false, true, 0},
    {TEXT("llvm.experimental.convergence."), CALLEE_CONVERGENCE, true, false, 0},
    {TEXT("llvm."), CALLEE_HARMLESS, false, false, 0},
};

static bool begins_with(struct mmra_string string, const char *prefix, size_t length) {
    return string.length >= length && string.bytes[length - 1] == prefix[length - 1] && /* soon seen, of most rows */
           memcmp(string.bytes, prefix, length) == 0;
}

static struct check_callee learn_intrinsic(struct mmra_string name) {
    for (size_t i = 0; i < sizeof callee_rows / sizeof *callee_rows; i++)
        if (begins_with(name, callee_rows[i].prefix, callee_rows[i].length))
            return (struct check_callee){.kind = callee_rows[i].kind,
                                         .convergent = callee_rows[i].convergent,
                                         .writes = callee_rows[i].writes,
                                         .wave = begins_with(name, TEXT("llvm.amdgcn.wave.")),
                                         .revisions = callee_rows[i].revisions};
    return (struct check_callee){.kind = CALLEE_UNKNOWN};
}

static struct check_callee learn_callee(const struct checker *c, const struct ir_function_info *function) {
    if (function->defined)
        return (struct check_callee){.kind = CALLEE_DEFINED};
    struct check_callee callee =
        learn_intrinsic(ir_string_get(c->module, ir_value_get(c->module, function->value)->name));
    if (callee.kind == CALLEE_UNKNOWN && function->attributes & IR_FUNCTION_READNONE)
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
}

/* The first operand that is a pointer, for intrinsics that access memory through one. */
static ir_value first_pointer(const struct checker *c, const struct ir_instruction *instruction) {
    const ir_value *operands = c->module->operands + instruction->operands;
    for (uint32_t i = 1; i < instruction->operand_count; i++)
        if (check_address_space(c, operands[i]) != UINT32_MAX)
            return operands[i];
    return 0;
}

/* The cache policy is the last operand. Its slc bit is no more than a hint; any other makes the access coherent with
 * the device or the system, on some processor or on all. */
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

static void event_of_call(const struct checker *c, const struct ir_instruction *instruction,
                          struct check_event *event) {
    static const struct check_callee unknown = {.kind = CALLEE_UNKNOWN};
    event->called = check_called(c, instruction);
    const struct check_callee *callee = event->called ? &c->callees[event->called] : &unknown;
    event->touches = true;
    switch (callee->kind) {
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
    case CALLEE_IMAGE:
    case CALLEE_IMAGE_ATOMIC:
        event_of_image(c, instruction, callee, event);
        break;
    case CALLEE_AV_LOAD:
    case CALLEE_AV_STORE:
        event->pointer = first_pointer(c, instruction);
        event->space = CHECK_GLOBAL;
        event->reads = event->load_visible = callee->kind == CALLEE_AV_LOAD;
        event->writes = event->store_available = callee->kind == CALLEE_AV_STORE;
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
    uint32_t low = 0, high = c->event_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (c->events[middle].index <= index)
            low = middle;
        else
            high = middle;
    }
    return &c->events[low];
}

/* ---- all of it ---- */

/* Where pointers come from only few rules ask: those about amdgcn-av:none, and about what is marked read-only or
 * noalias. Most modules have nothing of the kind. */
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
