/* libFuzzer: any words as a litmus program: a small grid that the module's header names (options.h) runs under Vulkan's
 * model, and its translation, read back as the same grid, under AMDGPU's. Nobody has validated the module. Whatever the
 * input, nothing crashes, leaks or takes long. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "tests/stress/fuzz/budget.h"
#include "tests/stress/fuzz/options.h"
#include "translator/suggest/litmus_suggest.h"
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
