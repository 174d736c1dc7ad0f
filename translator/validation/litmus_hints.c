/* Small grids may not need what is lost, and memory models know nothing of Volatile, so that executions do not show it.
 * Each thread's own code is counted, with calls and constants resolved, so that an optimizer's inlining adds nothing.
 */
#include <string.h>

#include "spirv/memory_view.h"
#include "translator/validation/litmus_hints.h"

enum { COUNT_VOLATILE, COUNT_BARRIER, COUNT_WIDE, FIRST_FLAG };

/* Flags of operations, and what their loss is called. */
static const struct {
    uint16_t flag;
    const char *name;
} flag_rows[] = {{MODEL_RELEASE, "Release"},
                 {MODEL_ACQUIRE, "Acquire"},
                 {MODEL_SEMANTICS_AVAILABLE, "MakeAvailable"},
                 {MODEL_SEMANTICS_VISIBLE, "MakeVisible"},
                 {MODEL_AVAILABLE, "MakePointerAvailable"},
                 {MODEL_VISIBLE, "MakePointerVisible"},
                 {MODEL_NONPRIVATE, "NonPrivatePointer"}};

enum { COUNTS = FIRST_FLAG + sizeof flag_rows / sizeof *flag_rows };

static const char *name_of(uint32_t row) {
    return row == COUNT_VOLATILE  ? "Volatile"
           : row == COUNT_BARRIER ? "OpControlBarrier"
           : row == COUNT_WIDE    ? "a scope wider than Workgroup"
                                  : flag_rows[row - FIRST_FLAG].name;
}

static bool is_volatile(const struct spirv_memory_view *view) {
    return ((view->read.mask | view->write.mask) & SpvMemoryAccessVolatileMask) ||
           (view->semantics & SpvMemorySemanticsVolatileMask) ||
           ((view->object | view->source_object) & SPIRV_OBJECT_VOLATILE);
}

/* By word: whether the instruction there is Volatile. NULL: it is not known. */
static const bool *volatile_words(const struct litmus_spirv *program, struct arena *arena) {
    struct spirv_module *module = arena_allocate_array(arena, 1, sizeof *module);
    struct spirv_object_flags objects = {0};
    struct spirv_error error = {0};
    if (spirv_read(module, program->words, program->word_count, NULL, 0, arena, &error) != SPIRV_OK)
        return NULL;
    bool *found = arena_allocate_array(arena, module->word_count, sizeof *found);
    spirv_trace_objects(module, arena, &objects);
    for (uint32_t word = 5; word < module->word_count; word += module->words[word] >> 16) {
        struct spirv_instruction in = spirv_instruction_at(module, word);
        struct spirv_memory_view view = {0};
        if (spirv_decode_memory(module, &objects, &in, &view, &error) == SPIRV_OK && view.kind != SPIRV_MEMORY_NONE)
            found[word] = is_volatile(&view);
    }
    return found;
}

static bool synchronizes(const struct model_operation *o) {
    return o->flags & MODEL_ATOMIC || o->kind & (MODEL_FENCE | MODEL_BARRIER);
}

static void count_operation(const struct model_operation *o, bool is_volatile_here, uint32_t counts[COUNTS]) {
    counts[COUNT_VOLATILE] += is_volatile_here;
    counts[COUNT_BARRIER] += (o->kind & MODEL_BARRIER) != 0;
    counts[COUNT_WIDE] += synchronizes(o) && o->scope < VULKAN_WORKGROUP;
    for (uint32_t i = FIRST_FLAG; i < COUNTS; i++)
        counts[i] += (o->flags & flag_rows[i - FIRST_FLAG].flag) != 0;
}

static void count_thread(const struct program_thread *thread, const bool *volatiles, uint32_t words,
                         uint32_t counts[COUNTS]) {
    memset(counts, 0, COUNTS * sizeof *counts);
    for (uint32_t i = 0; i < thread->code_count; i++) {
        const struct program_instruction *in = &thread->code[i];
        if (in->opcode == PROGRAM_ACCESS || in->opcode == PROGRAM_EVENT || in->opcode == PROGRAM_BARRIER)
            count_operation(&in->operation,
                            volatiles && in->operation.origin < words && volatiles[in->operation.origin], counts);
    }
}

bool against_count(const struct litmus_spirv *const modules[2], struct against_notes *hints,
                   struct against_notes *not_compared, struct arena *arena) {
    const bool *volatiles[2] = {volatile_words(modules[0], arena), volatile_words(modules[1], arena)};
    bool said[COUNTS] = {false};
    if (!volatiles[0] || !volatiles[1]) {
        against_note(not_compared, arena, "which accesses are Volatile");
        volatiles[0] = volatiles[1] = NULL;
    }
    for (uint32_t t = 0; t < modules[0]->litmus.program.thread_count; t++) {
        const struct program_thread *thread = &modules[0]->litmus.program.threads[t];
        uint32_t counts[2][COUNTS];
        for (int side = 0; side < 2; side++)
            count_thread(&modules[side]->litmus.program.threads[t], volatiles[side],
                         (uint32_t)modules[side]->word_count, counts[side]);
        for (uint32_t row = 0; row < COUNTS; row++) {
            if (counts[1][row] >= counts[0][row] || said[row])
                continue;
            said[row] = true;
            against_note(hints, arena, "%s: %u operation%s in the first, %u in the second (%s)", name_of(row),
                         counts[0][row], counts[0][row] == 1 ? "" : "s", counts[1][row], thread->name);
        }
    }
    return said[COUNT_VOLATILE];
}
