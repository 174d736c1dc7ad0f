/* The cells of a program, in order of address, and which of them an instruction may access. */
#include "mmra/model/program.h"

uint32_t program_add_cell(struct program *program, const char *name, uint64_t address, uint32_t bytes) {
    *ARENA_PUSH(program->arena, program->cells, program->cell_count, program->cell_capacity) =
        (struct program_cell){.name = name, .address = address, .bytes = bytes, .observed = true};
    return program->cell_count - 1;
}

/* How many cells begin before the address. */
static uint32_t cells_before(const struct program *program, uint64_t address) {
    uint32_t low = 0, high = program->cell_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (program->cells[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t program_find_cell(const struct program *program, uint64_t address, uint32_t bytes) {
    uint32_t at = cells_before(program, address);
    bool found = at < program->cell_count && program->cells[at].address == address;
    return found && (!bytes || program->cells[at].bytes == bytes) ? at : MODEL_NONE;
}

static bool has_byte(const struct program *program, uint64_t address) {
    uint32_t count = address == UINT64_MAX ? program->cell_count : cells_before(program, address + 1);
    const struct program_cell *last = &program->cells[count ? count - 1 : 0];
    return count && address - last->address < last->bytes;
}

bool program_has_bytes(const struct program *program, uint64_t address, uint32_t bytes) {
    return has_byte(program, address) && has_byte(program, address + bytes - 1);
}

bool program_may_access(const struct program *program, const struct program_instruction *i, uint32_t cell) {
    uint64_t address = program->cells[cell].address;
    if (i->opcode != PROGRAM_ACCESS)
        return false;
    if (i->a.kind == PROGRAM_CONSTANT)
        return i->a.value == address;
    return (i->lowest == 0 && i->highest == 0) || (address >= i->lowest && address <= i->highest);
}

uint32_t program_named_cell(const struct program *program, const char *name, size_t length) {
    for (uint32_t i = 0; i < program->cell_count; i++)
        if (strlen(program->cells[i].name) == length && memcmp(program->cells[i].name, name, length) == 0)
            return i;
    return MODEL_NONE;
}
