/* libFuzzer: any words as a litmus program: a small grid that the module's header names (options.h) runs under Vulkan's
 * model, and its translation, read back as the same grid, under AMDGPU's. Then it is held against itself with one word
 * changed, as `litmus --against` does. Nobody has validated the module. Whatever the input, nothing crashes, leaks or
 * takes long. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "tests/stress/fuzz/budget.h"
#include "tests/stress/fuzz/options.h"
#include "translator/suggest/litmus_suggest.h"
#include "translator/validation/litmus_against.h"
#include "translator/validation/litmus_module.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { EVALUATIONS = 50 };

static void leave(void *landing) {
    longjmp(*(jmp_buf *)landing, 1);
}

static smmra_litmus_options options_from(uint32_t bits, const smmra_options *given) {
    smmra_litmus_options options = {.glsl450 = given->glsl450,
                                    .specializations = given->specializations,
                                    .specialization_count = given->specialization_count,
                                    .groups = {1 + (bits >> 4 & 1)},
                                    .local = {2 - (bits >> 5 & 1), 1 + (bits >> 6 & 1)},
                                    .subgroup = 1u << (bits >> 7 & 3)};
    if (bits >> 9 & 1) /* as many as the module says, which other stages than compute insist on */
        memset(options.local, 0, sizeof options.local);
    return options;
}

static void translate(struct litmus_spirv *program, const smmra_options *given, struct arena *arena) {
    struct module_translation translation = {.program = program,
                                             .options = {.specializations = given->specializations,
                                                         .specialization_count = given->specialization_count,
                                                         .glsl450 = given->glsl450}};
    struct validation_source source = {.litmus = &program->litmus, .user = &translation};
    const struct map_options map = {.profile = (enum profile)given->profile, .thread_private = true};
    struct validation v = {0};
    struct litmus ir;
    observe_buffers(program);
    if (!translate_module(&source, &map, arena, &ir, &v))
        return;
    fuzz_ask(&ir, (struct litmus_question){.model = &model_amdgpu, .outcomes = true, .races = true}, EVALUATIONS,
             arena);
}

/* One word of the second program is that of another place. */
static void hold_against(struct litmus_spirv *first, const uint32_t *words, size_t count,
                         const smmra_litmus_options *given, struct arena *arena) {
    enum { HEADER = 5 };
    const uint32_t factor = 2654435761u; /* spreads the last word over all places */
    struct litmus_spirv second;
    struct explore_options limits = explore_defaults();
    clock_t began = clock();
    uint32_t *changed = arena_allocate_array(arena, count, sizeof *changed), at = words[count - 1] * factor;
    memcpy(changed, words, count * sizeof *changed);
    changed[HEADER + at % (count - HEADER)] = words[HEADER + (at >> 16) % (count - HEADER)];
    litmus_read_spirv(&second, arena, changed, count, NULL, given);
    if (second.litmus.error)
        return;
    struct against against = {.programs = {&first->litmus, &second.litmus}, .modules = {first, &second}};
    limits.evaluations = EVALUATIONS;
    limits.goes_on = fuzz_has_time;
    limits.goes_on_user = &began;
    for (int side = 0; side < 2; side++) {
        against.programs[side]->condition = against.programs[side]->filter = NULL;
        observe_buffers(side ? &second : first);
    }
    against_check(&against, &model_vulkan, &limits, arena);
}

static void run(const uint32_t *words, size_t count, struct arena *arena) {
    uint32_t bits = fuzz_option_bits(words, count);
    const smmra_options given = fuzz_options_from(bits);
    const smmra_litmus_options options = options_from(bits, &given);
    struct litmus_spirv program;
    litmus_read_spirv(&program, arena, words, count, NULL, &options);
    if (program.litmus.error) {
        if (!*program.litmus.error)
            abort();
        return;
    }
    fuzz_ask(&program.litmus,
             (struct litmus_question){.model = &model_vulkan, .outcomes = true, .races = true, .graphs = true},
             EVALUATIONS, arena);
    translate(&program, &given, arena);
    litmus_read_spirv(&program, arena, words, count, NULL, &options);
    if (!program.litmus.error)
        hold_against(&program, words, count, &options, arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena arena;
    jmp_buf landing;
    arena_init(&arena, NULL, (size_t)256 << 20, leave, &landing);
    if (setjmp(landing) == 0) {
        size_t count = size / 4;
        uint32_t *words = arena_allocate_array(&arena, count + 1, 4);
        memcpy(words, data, count * 4);
        run(words, count, &arena);
    }
    arena_destroy(&arena);
    return 0;
}
