/* Reads textual IR from standard input, runs passes over it and prints it:
 *
 *     ir_passes PASS... < IN.ll > OUT.ll      passes: merge, separate, workarounds, coherent,
 *                                            auto, loops, waves, reach, spared, pieces, arguments, invariant, sink */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/ir/ir_intrinsic.h"
#include "mmra/parse/ir_parse.h"
#include "mmra/passes/arguments.h"
#include "mmra/passes/coherence.h"
#include "mmra/passes/fences.h"
#include "mmra/passes/loops.h"
#include "mmra/passes/memory_objects.h"
#include "mmra/passes/ordered_reads.h"
#include "mmra/passes/pieces.h"
#include "mmra/passes/reach.h"
#include "mmra/passes/spared.h"
#include "mmra/passes/waves.h"
#include "mmra/passes/workarounds.h"

static void out_of_memory(void *user) {
    (void)user;
    fprintf(stderr, "out of memory\n");
    exit(2);
}

static void coherent(struct ir_module *module) {
    coherence_apply(module, COHERENCE_BY_ACCESS, IR_POLICY_GLC);
}

static void coherent_auto(struct ir_module *module) {
    coherence_apply(module, COHERENCE_AUTO, IR_POLICY_GLC);
}

/* What a lowering would know: here `noalias` says that an object is separate, and `readonly` that nobody writes it. */
static void mark_objects(struct ir_module *module) {
    for (ir_function i = 1; i < module->function_count; i++)
        for (uint32_t k = 0; k < module->functions[i].parameter_count; k++) {
            uint8_t *attributes = &module->functions[i].parameters[k].attributes;
            *attributes |= *attributes & IR_PARAMETER_NOALIAS ? IR_PARAMETER_SEPARATE : 0;
            *attributes |= *attributes & IR_PARAMETER_READONLY ? IR_PARAMETER_UNWRITTEN : 0;
        }
}

static void sink(struct ir_module *module) {
    mark_objects(module);
    objects_sink_stores(module);
}

static void invariant(struct ir_module *module) {
    mark_objects(module);
    objects_mark_invariant(module);
}

static const struct {
    const char *name;
    void (*run)(struct ir_module *module);
} passes[] = {{"merge", fences_merge},
              {"separate", fences_separate},
              {"workarounds", workarounds_apply},
              {"ordered", ordered_reads_apply},
              {"coherent", coherent},
              {"auto", coherent_auto},
              {"loops", loops_keep_rolled},
              {"waves", waves_apply},
              {"reach", reach_apply},
              {"spared", spared_apply},
              {"pieces", pieces_wait},
              {"arguments", arguments_wait},
              {"sink", sink},
              {"invariant", invariant}};

/* What the parser kept as text, by place or beside what it read: the passes are for modules that were built.
 */
static void forget_text(struct ir_module *module) {
    module->parsed = NULL;
    for (uint32_t i = 0; i < module->instruction_count; i++)
        ir_set_attachments(module, &module->instructions[i], 0);
}

/* What the text of functions has. */
static void forget_kinds(struct ir_module *module) {
    for (ir_function i = 1; i < module->function_count; i++) {
        module->functions[i].kernel = module->functions[i].internal = false;
        for (uint32_t k = 0; k < module->functions[i].parameter_count; k++)
            module->functions[i].parameters[k].byref = 0;
    }
}

static bool run_pass(struct ir_module *module, const char *name) {
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        if (strcmp(passes[i].name, name) == 0) {
            passes[i].run(module);
            return true;
        }
    }
    fprintf(stderr, "no pass is called %s\n", name);
    return false;
}

static const char *read_input(struct arena *arena, size_t *length) {
    char *text = NULL;
    uint32_t capacity = 0;
    *length = 0;
    for (int byte; (byte = getchar()) != EOF; text[(*length)++] = (char)byte) {
        if (*length == capacity)
            arena_grow(arena, &text, (uint32_t)*length, &capacity, 1);
    }
    return text ? text : "";
}

int main(int argc, char **argv) {
    struct arena arena;
    struct ir_module module;
    struct ir_parse_error error;
    size_t length;
    arena_init(&arena, NULL, SIZE_MAX, out_of_memory, NULL);
    ir_module_init(&module, &arena);
    const char *text = read_input(&arena, &length);
    bool good = ir_parse(&module, text, length, &error);
    if (!good)
        fprintf(stderr, "%u:%u: %s\n", error.line, error.column, error.message);
    forget_text(&module);
    for (int i = 1; good && i < argc; i++)
        good = run_pass(&module, argv[i]);
    forget_kinds(&module);
    if (good) {
        text = ir_print(&module, &length);
        fwrite(text, 1, length, stdout);
    }
    arena_destroy(&arena);
    return good ? 0 : 1;
}
