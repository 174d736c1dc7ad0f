/* The command, with which SMMRA_DRIVER=COMMAND spirv-mmra litmus MODULE --machine=NAME has Mesa's RADV compile the
 * module, which needs no GPU: the linker's --wrap leads what would compile it by LLVM here. COMMAND gets the
 * processor's name as its last word and the module on its standard input; its listing is read, its descriptor sets are
 * laid out, and its code is judged as that of LLVM is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/machine/machine_litmus.h"
#include "translator/command/command_litmus.h"
#include "translator/command/command_process.h"

#include "machine_cs.h"
#include "machine_radv.h"

enum { BUFFER_WORDS = 4 };

/* ---- descriptor sets ---- */

/* A set while it is filled. */
struct set {
    uint32_t *words;
    uint32_t count, next_binding;
};

static bool is_descriptor(const struct litmus_memory *memory) {
    return memory->storage_class == SpvStorageClassStorageBuffer || memory->storage_class == SpvStorageClassUniform ||
           memory->images;
}

static uint32_t words_of(const struct litmus_memory *memory) {
    return !memory->images || memory->images->is_buffer ? BUFFER_WORDS : MACHINE_IMAGE_WORDS;
}

/* The descriptor of a buffer, as hardware has it: address, and as many records of a byte each. */
static void describe_buffer(const struct litmus_memory *memory, uint32_t *words) {
    words[0] = (uint32_t)memory->address;
    words[1] = (uint32_t)(memory->address >> 32) & 0xFFFF;
    words[2] = (uint32_t)memory->bytes;
    words[3] = 0;
}

/* Puts a variable's descriptors where Mesa has them: bindings in order, each aligned to its descriptors' size. */
static bool add(struct set *set, const struct litmus_memory *memory) {
    uint32_t each = words_of(memory), count = memory->images ? memory->image_count : 1;
    set->count = (set->count + each - 1) / each * each;
    if ((set->count + (uint64_t)each * count) * sizeof *set->words > MACHINE_RADV_SET_BYTES)
        return false;
    for (uint32_t k = 0; k < count; k++, set->count += each) {
        if (!memory->images)
            describe_buffer(memory, set->words + set->count);
        else if (machine_describe_image(&memory->images[k], set->words + set->count) == 0)
            return false;
    }
    set->next_binding = memory->binding + 1;
    return true;
}

/* The variable of the set with the next binding: of several with one, the largest, which is as large as what is bound.
 */
static const struct litmus_memory *next_of(const struct litmus_spirv *program, uint32_t set, uint32_t binding) {
    const struct litmus_memory *next = NULL;
    for (uint32_t k = 0; k < program->memory_count; k++) {
        const struct litmus_memory *memory = &program->memory[k];
        if (is_descriptor(memory) && memory->set == set && memory->binding >= binding &&
            (!next || memory->binding < next->binding ||
             (memory->binding == next->binding && memory->bytes > next->bytes)))
            next = memory;
    }
    return next;
}

static bool fill(const struct litmus_spirv *program, uint32_t number, struct machine_constant *constant,
                 struct arena *arena) {
    struct set set = {arena_allocate_array(arena, MACHINE_RADV_SET_BYTES / sizeof *set.words + 1, sizeof *set.words)};
    for (const struct litmus_memory *next; (next = next_of(program, number, set.next_binding));)
        if (!add(&set, next))
            return false;
    *constant = (struct machine_constant){machine_radv_set_address(number), set.words, set.count};
    return true;
}

/* Which sets there are; false where there is one that has no bit. */
static bool used_sets(const struct litmus_spirv *program, uint32_t *used) {
    for (uint32_t k = 0; k < program->memory_count; k++) {
        const struct litmus_memory *memory = &program->memory[k];
        if (is_descriptor(memory) && memory->set >= MACHINE_RADV_MAX_SETS)
            return false;
        if (is_descriptor(memory))
            *used |= 1u << memory->set;
    }
    return true;
}

static bool make_sets(const struct litmus_spirv *program, uint32_t used, struct machine_grid *grid,
                      struct arena *arena) {
    struct machine_constant *constants = arena_allocate_array(arena, MACHINE_RADV_MAX_SETS, sizeof *constants);
    for (uint32_t k = 0; k < MACHINE_RADV_MAX_SETS; k++)
        if (used >> k & 1 && !fill(program, k, &constants[grid->constant_count++], arena))
            return false;
    grid->constants = constants;
    return true;
}

/* ---- the driver ---- */

/* Runs the driver's code on the machine; returns the exit status. */
static int run_driver(struct work *work, const char *driver, struct module_translation *translation,
                      const struct litmus_ir_grid *ir, struct validation_source *source) {
    const struct litmus_spirv *program = translation->program;
    const char *const more[] = {machine_processor_names[litmus_settings.machine], NULL};
    struct machine_litmus *machine = arena_allocate_array(&work->arena, 1, sizeof *machine);
    struct machine_grid grid = {0};
    struct process_result printed;
    uint32_t used = 0;
    if (!used_sets(program, &used) || !make_sets(program, used, &grid, &work->arena))
        return litmus_refuse(
            work->path, "descriptor sets beyond 32 or of more than 64 KB, or images of other components than of 32 "
                        "bits");
    if (!process_run(driver, more, (const char *)module_with_local_size(program, &work->arena),
                     program->word_count * sizeof *program->words, &work->arena, &printed)) {
        mmra_ask(&work->watch); /* does not come back if the time is over */
        MESSAGE_ERROR(work->path, "%s", printed.error);
        return 2;
    }
    if (litmus_shows())
        print_printable(printed.output, printed.length);
    enum machine_processor processor = (enum machine_processor)litmus_settings.machine;
    if (machine_is_cs(printed.output))
        machine_read_cs(&machine->code, &work->arena, printed.output, processor);
    else
        machine_read_radv(&machine->code, &work->arena, printed.output, processor, used);
    if (machine->code.error)
        return machine_report_unread(work->path, machine->code.line, machine->code.error);
    grid.lanes = machine->code.kernel.wave32 ? 32 : 64;
    return machine_run_module(work, machine, translation, ir, &grid, source);
}

static bool has_push_constants(const struct litmus_spirv *program) {
    for (uint32_t k = 0; k < program->memory_count; k++)
        if (program->memory[k].storage_class == SpvStorageClassPushConstant)
            return true;
    return false;
}

int __real_litmus_machine_validate(struct work *work, struct module_translation *translation);
int __wrap_litmus_machine_validate(struct work *work, struct module_translation *translation);

int __wrap_litmus_machine_validate(struct work *work, struct module_translation *translation) {
    const char *driver = getenv("SMMRA_DRIVER");
    const struct explore_options limits = litmus_limits();
    struct validation_source source;
    struct validation v = {0};
    struct litmus_ir_grid ir = {0};
    if (!driver)
        return __real_litmus_machine_validate(work, translation);
    observe_buffers(translation->program);
    validation_begin_with(&source, &translation->program->litmus, &limits, NULL, NULL, &work->arena);
    if (!validation_is_judged(&source, &v))
        return machine_report_not_judged(work->path, &source, &v);
    module_describe(translation->program, &work->arena, &ir);
    const char *why = has_push_constants(translation->program)    ? "push constants in a driver's code"
                      : translation->options.specialization_count ? "specialization constants in a driver's code"
                                                                  : machine_refusal(translation->program, &ir);
    return why ? litmus_refuse(work->path, why) : run_driver(work, driver, translation, &ir, &source);
}
