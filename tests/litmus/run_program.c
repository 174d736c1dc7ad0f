#include "run_program.h"

static struct race_invocation invocation(void *user, uint32_t number) {
    const struct program_thread *thread = &((const struct program *)user)->threads[number];
    return (struct race_invocation){thread, thread->scopes};
}

static const char *who(void *user, uint32_t number) {
    return ((const struct program *)user)->threads[number].name;
}

static void fill(void *user, struct race_memory *memory) {
    const struct program *program = user;
    for (uint32_t i = 0; i < program->cell_count; i++)
        race_memory_set(memory, program->cells[i].address, program->cells[i].bytes, program->cells[i].initial);
}

static const char *name(void *user, uint64_t address, uint32_t group) {
    const struct program *program = user;
    uint32_t cell = program_find_cell(program, address, 0);
    (void)group;
    return cell == MODEL_NONE ? NULL : program->cells[cell].name;
}

void run_program(struct program *program, const struct race_options *options, struct arena *arena,
                 struct race_answer *answer) {
    struct race_range *ranges = arena_allocate_array(arena, program->cell_count + 1, sizeof *ranges);
    for (uint32_t i = 0; i < program->cell_count; i++)
        ranges[i] =
            (struct race_range){program->cells[i].address, program->cells[i].bytes, false, program->cells[i].undefined};
    const struct race_program race = {.codes = program->threads,
                                      .code_count = program->thread_count,
                                      .ranges = ranges,
                                      .range_count = program->cell_count,
                                      .group_count = 1,
                                      .group_size = program->thread_count,
                                      .invocation = invocation,
                                      .who = who,
                                      .fill = fill,
                                      .name = name,
                                      .user = program};
    race_run(&race, options, arena, answer);
}
