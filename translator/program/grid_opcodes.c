/* Which function makes a program of which instruction: the tables of all files. An instruction without a row is what
 * the memory view says. */
#include "translator/program/grid_reader.h"

static void know(struct grid_reader *g, const struct grid_table *table, const void *row) {
    uint32_t *start = &g->opcode_starts[*(const uint16_t *)row % GRID_OPCODE_STARTS];
    *ARENA_PUSH(g->arena, g->opcodes, g->opcode_count, g->opcode_capacity) = (struct grid_known){table, row, *start};
    *start = g->opcode_count;
}

void grid_begin_opcodes(struct grid_reader *g) {
    static const struct grid_table *const all[] = {grid_code_tables,   grid_value_tables,    grid_arithmetic_tables,
                                                   grid_number_tables, grid_extended_tables, grid_access_tables,
                                                   grid_image_tables,  grid_subgroup_tables, grid_matrix_tables,
                                                   grid_tensor_tables, grid_ray_tables};
    g->compile_rest = grid_compile_memory;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (const struct grid_table *table = all[i]; table->rows; table++)
            for (uint32_t k = 0; k < table->count; k++)
                know(g, table, (const char *)table->rows + (size_t)k * table->size);
}
