/* A module is read, its entry point run as terms, and the questions asked, in memory and time of their own. */
#include "translator/prove/prove.h"

#include "translator/prove/prove_core.h"

const char *const prove_assumption_texts[] = {
    [PROVE_ASSUMES_DESCRIPTORS] = "descriptors are of memory that does not overlap",
    [PROVE_ASSUMES_BOUNDS] = "accesses stay inside of arrays and of the descriptors' memory",
    [PROVE_ASSUMES_END] = "loops end",
    [PROVE_ASSUMES_BARRIERS] = "every invocation comes to each barrier",
    [PROVE_ASSUMES_DEFINED] = "no division by 0, and no shift by the width or more",
    [PROVE_ASSUMES_FLOATS] = "an instruction gives equal results for equal operands",
    [PROVE_ASSUMES_CONSTANTS] = "specialization constants are as they were given, or else as the module says",
    [PROVE_ASSUMES_SIZES] =
        "specialization constants that were given, or say sizes, scopes or semantics, are so, or else as the module says",
    [PROVE_ASSUMES_ALONE] = "a workgroup is one invocation, as the module or --spec says",
    [PROVE_ASSUMES_GRID] = "workgroups are counted from 0 on, at most 65535 along each dimension",
    [PROVE_ASSUMES_ONE_X] = "one workgroup along x, as nothing depends on the number there",
    [PROVE_ASSUMES_ONE_Y] = "one workgroup along y, as nothing depends on the number there",
    [PROVE_ASSUMES_ONE_Z] = "one workgroup along z, as nothing depends on the number there",
    [PROVE_ASSUMES_COUNTERS] = "counters of loops do not wrap",
    [PROVE_ASSUMES_INDICES] = "indices that are row * length + column do not wrap",
    [PROVE_ASSUMES_TICKETS] = "numbers that atomics add to do not wrap",
    [PROVE_ASSUMES_GIVEN] = "what --assume says",
    [PROVE_ASSUMES_STRICT] = "GLSL450 as the specification reads it (--glsl450=strict)",
    [PROVE_ASSUMES_DRIVERS] = "GLSL450 as drivers read it (--glsl450=conservative)",
};

const char *const prove_question_names[] = {
    [PROVE_BARRIERS] = "barriers", [PROVE_WITHIN] = "within_workgroup", [PROVE_BETWEEN] = "between_workgroups"};
const char *const prove_question_texts[] = {[PROVE_BARRIERS] = "all invocations come to the same barriers",
                                            [PROVE_WITHIN] = "no data race within a workgroup",
                                            [PROVE_BETWEEN] = "no data race between workgroups"};

enum end { END_GIVEN_UP = 1, END_OF_MEMORY, END_OF_TIME };
enum { MOST_WAYS = 6 };

struct work {
    struct prover p;
    const struct prove_options *options;
    bool frees_constants;
    struct arena arena;
    struct mmra_watch watch;
};

static void exhausted(void *user) {
    struct work *work = user;
    longjmp(work->p.landing, END_OF_MEMORY);
}

static void ask_to_go_on(void *user) {
    struct work *work = user;
    if (work->options->goes_on && !work->options->goes_on(work->options->user))
        longjmp(work->p.landing, END_OF_TIME);
}

/* ---- the entry point ---- */

static const struct spirv_entry_point *find_entry(const struct spirv_module *module, const char *name) {
    const struct spirv_entry_point *found = NULL;
    for (uint32_t i = 0; i < module->entry_point_count; i++)
        if (!name || strcmp(module->entry_points[i].name, name) == 0)
            found = found ? found : &module->entry_points[i];
    return found;
}

static bool is_single(const struct spirv_module *module, const char *name) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < module->entry_point_count; i++)
        count += !name || strcmp(module->entry_points[i].name, name) == 0;
    return count == 1;
}

/* The built-in WorkgroupSize wins over the execution modes (SPIR-V 3.21). */
static void read_local_size(struct prover *p) {
    const struct spirv_module *module = p->module;
    for (uint32_t i = 0; i < 3; i++)
        p->local[i] = 1;
    for (uint32_t i = 0; i < module->execution_mode_count; i++) {
        const struct spirv_execution_mode *mode = &module->execution_modes[i];
        if (mode->entry_point == p->entry &&
            (mode->mode == SpvExecutionModeLocalSize || mode->mode == SpvExecutionModeLocalSizeId))
            memcpy(p->local, mode->operands, sizeof p->local);
    }
    for (uint32_t i = 1; i <= module->declaration_count; i++) {
        const struct spirv_constant *size = module->constants[i];
        if (size && size->kind == SPIRV_CONSTANT_COMPOSITE && size->element_count == 3 &&
            spirv_decoration_operand(module, module->definitions[i].id, SPIRV_NO_MEMBER, SpvDecorationBuiltIn, 0) ==
                SpvBuiltInWorkgroupSize)
            for (uint32_t k = 0; k < 3; k++)
                p->local[k] = (uint32_t)size->elements[k]->bits;
    }
    for (uint32_t i = 0; i < 3; i++)
        if (!p->local[i] || p->local[i] > 4096)
            prove_give_up(p, 0, "a workgroup of %u invocations along a dimension", p->local[i]);
}

static void make_built_ins(struct prover *p) {
    static const uint8_t variance[] = {[PROVE_LOCAL_X / 3] = PROVE_OF_INVOCATION, PROVE_OF_GROUP, 0};
    for (uint32_t i = PROVE_LOCAL_X; i < PROVE_BUILT_INS; i++) {
        bool is_zero = i < PROVE_GROUP_X && p->local[i - PROVE_LOCAL_X] == 1;
        p->built_ins[i] =
            is_zero ? prove_constant(&p->terms, 32, 0) : prove_symbol(&p->terms, 32, variance[(i - PROVE_LOCAL_X) / 3]);
        if (!is_zero)
            p->terms.symbols[p->terms.symbol_count - 1].built_in = (uint8_t)i;
    }
}

static bool has_specialization(const struct spirv_module *module) {
    for (uint32_t i = 0; i < module->decoration_count; i++)
        if (module->decorations[i].decoration == SpvDecorationSpecId)
            return true;
    return false;
}

static void begin(struct prover *p, const struct prove_options *options, bool frees_constants) {
    const struct spirv_module *module = p->module;
    p->run = options->run;
    const struct spirv_entry_point *entry = find_entry(module, options->run->entry);
    if (!entry || !is_single(module, options->run->entry))
        prove_give_up(p, 0, entry ? "several entry points: --entry chooses one" : "no such entry point");
    if (entry->execution_model != SpvExecutionModelGLCompute)
        prove_give_up(p, 0, "an entry point that is no compute shader");
    if (spirv_has_capability(module, (SpvCapability)SPIRV_CAPABILITY_UNTYPED_POINTERS) || spirv_is_kernel(module))
        prove_give_up(p, 0, "untyped pointers, or a kernel");
    p->entry = entry->function;
    p->values = arena_allocate_array(p->arena, module->definition_count + 1, sizeof *p->values);
    p->flows = arena_allocate_array(p->arena, module->function_count + 1, sizeof *p->flows);
    prove_number_blocks(p);
    prove_terms_init(&p->terms, p->arena);
    spirv_trace_objects(module, p->arena, &p->flags);
    bool is_vulkan = module->memory_model == SpvMemoryModelVulkan;
    p->reading =
        (struct second_reading){.module = module, .as_drivers = options->run->glsl450 == SMMRA_GLSL450_CONSERVATIVE};
    p->assumed = 1u << PROVE_ASSUMES_DESCRIPTORS | 1u << PROVE_ASSUMES_BOUNDS | 1u << PROVE_ASSUMES_GRID |
                 (has_specialization(module) ? 1u << PROVE_ASSUMES_CONSTANTS : 0) |
                 (is_vulkan               ? 0
                  : p->reading.as_drivers ? 1u << PROVE_ASSUMES_DRIVERS
                                          : 1u << PROVE_ASSUMES_STRICT);
    read_local_size(p);
    memcpy(p->answer->local, p->local, sizeof p->local);
    if (p->local[0] == 1 && p->local[1] == 1 && p->local[2] == 1)
        p->assumed |= 1u << PROVE_ASSUMES_ALONE;
    make_built_ins(p);
    if (frees_constants)
        prove_free_constants(p);
}

/* ---- a module ---- */

/* Goes through the entry point. */
static struct prove_asker go(struct work *work, const uint32_t *words, size_t count, const bool *alike) {
    struct prover *p = &work->p;
    const struct prover before = *p;
    prove_solver_end(p->solver);
    memset(p, 0, offsetof(struct prover, landing));
    p->module = before.module;
    p->arena = before.arena;
    p->kept = before.kept;
    p->answer = before.answer;
    p->alike = alike;
    begin(p, work->options, work->frees_constants);
    prove_run(p);
    prove_term assumed = prove_true(&p->terms);
    for (uint32_t i = 0; i < work->options->assumption_count; i++)
        assumed = prove_and(&p->terms, assumed, prove_assume(p, work->options->assumptions[i]));
    p->assumed |= work->options->assumption_count ? 1u << PROVE_ASSUMES_GIVEN : 0;
    return (struct prove_asker){.p = p,
                                .given = assumed,
                                .options = work->options,
                                .words = words,
                                .word_count = count,
                                .is_hasty =
                                    work->options->is_quick || (p->constant_count && !work->options->any_constants)};
}

static void decide(struct work *work, const uint32_t *words, size_t count) {
    struct prover *p = &work->p;
    struct spirv_module *module = arena_allocate_array(&work->arena, 1, sizeof *module);
    const smmra_litmus_options *run = work->options->run;
    struct spirv_specialization *given =
        arena_allocate_array(&work->arena, run->specialization_count + 1, sizeof *given);
    struct spirv_error error = {0};
    for (uint32_t i = 0; i < run->specialization_count; i++)
        given[i] = (struct spirv_specialization){run->specializations[i].spec_id, run->specializations[i].bits};
    enum spirv_result result = spirv_read(module, words, count, given, run->specialization_count, &work->arena, &error);
    if (result != SPIRV_OK) {
        p->answer->error = arena_copy_string(p->kept, error.message, strlen(error.message));
        p->answer->error_word = error.word;
        p->answer->is_unsupported = result == SPIRV_UNSUPPORTED;
        return;
    }
    p->module = module;
    struct prove_asker asker = go(work, words, count, NULL);
    bool *alike = prove_alike_reads(&asker, NULL);
    for (uint32_t ways = 1; alike; ways++) {
        bool is_last = ways == MOST_WAYS;
        asker = go(work, words, count, is_last ? NULL : alike);
        alike = is_last ? NULL : prove_alike_reads(&asker, alike);
    }
    prove_ask_all(&asker);
}

/* A verdict that is there when memory or time is over stays. */
static void stop(struct prove_answer *answer, const char *why) {
    for (uint32_t i = 0; i < PROVE_QUESTIONS; i++)
        if (!answer->of[i].why && answer->of[i].verdict == PROVE_NOT_DECIDED)
            answer->of[i].why = why;
}

/* Returns how many specialization constants were taken to be anything. */
static uint32_t attempt(struct prove_answer *answer, struct arena *arena, const uint32_t *words, size_t count,
                        const struct prove_options *options, bool frees_constants) {
    struct work *work = arena_allocate_array(arena, 1, sizeof *work);
    *answer = (struct prove_answer){0};
    work->options = options;
    work->frees_constants = frees_constants;
    work->watch = (struct mmra_watch){.ask = ask_to_go_on, .user = work};
    arena_init(&work->arena, NULL, arena->limit, exhausted, work);
    work->arena.watch = &work->watch;
    work->p.arena = &work->arena;
    work->p.kept = arena;
    work->p.answer = answer;
    switch (setjmp(work->p.landing)) {
    case 0:
        decide(work, words, count);
        break;
    case END_OF_MEMORY:
        stop(answer, "memory is over");
        break;
    case END_OF_TIME:
        stop(answer, "the time is over");
        break;
    default:
        break;
    }
    prove_solver_end(work->p.solver);
    arena_destroy(&work->arena);
    return work->p.constant_count;
}

/* A proof for any constants stays, unless a run shows that it does not hold. */
static void add_proofs(struct prove_answer *answer, const struct prove_answer *any) {
    answer->questions += any->questions;
    answer->pairs += any->pairs;
    for (uint32_t i = 0; i < PROVE_QUESTIONS; i++)
        if (any->of[i].verdict == PROVE_PROVEN && answer->of[i].verdict != PROVE_REFUTED)
            answer->of[i] = any->of[i];
}

void prove_module(struct prove_answer *answer, struct arena *arena, const uint32_t *words, size_t count,
                  const struct prove_options *options) {
    struct prove_answer any;
    const uint32_t free_constants = attempt(&any, arena, words, count, options, true);
    uint32_t proven = 0;
    for (uint32_t i = 0; i < PROVE_QUESTIONS; i++)
        proven += any.of[i].verdict == PROVE_PROVEN;
    *answer = any;
    if (!free_constants || options->any_constants || any.error || proven == PROVE_QUESTIONS)
        return;
    attempt(answer, arena, words, count, options, false);
    add_proofs(answer, &any);
}
