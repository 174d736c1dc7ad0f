#include "machine_cs.h"

#include <stdio.h>
#include <string.h>

#include "machine_radv.h"

#include "mmra/machine/machine_processor.h"

static const char first_word[] = "; register ";

bool machine_is_cs(const char *text) {
    return strncmp(text, first_word, sizeof first_word - 1) == 0;
}

/* Reads what a line says of a register; false: it says something else. */
static bool read_register(const char *line, struct machine_given *given) {
    static const struct {
        const char *format;
        enum machine_given_kind kind;
        bool is_set;
    } rows[] = {{"; register %u set %u", MACHINE_GIVEN_VALUE, true},
                {"; register %u groups %u", MACHINE_GIVEN_GROUPS, false},
                {"; register %u group %u", MACHINE_GIVEN_GROUP, false}};
    unsigned number, value;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (sscanf(line, rows[i].format, &number, &value) == 2) {
            *given = (struct machine_given){(uint8_t)rows[i].kind, (uint16_t)number,
                                            rows[i].is_set ? (uint32_t)machine_radv_set_address(value) : value};
            return true;
        }
    return false;
}

void machine_read_cs(struct machine_code *code, struct arena *arena, const char *text,
                     enum machine_processor processor) {
    bool newer = machine_traits(processor)->has_work_group_processors;
    struct machine_kernel kernel = {
        .name = "main", .wave32 = true, .work_group_processor_mode = newer, .memory_ordered = newer, .workitem_ids = 2};
    struct machine_given given[MACHINE_MAX_GIVEN];
    uint32_t lines = 0, count = 0;
    const char *at = text;
    for (; at && *at == ';'; at = strchr(at, '\n') + 1, lines++) {
        unsigned number;
        if (count < MACHINE_MAX_GIVEN && read_register(at, &given[count]))
            count++;
        else if (sscanf(at, "; shared %u", &number) == 1)
            kernel.group_bytes = number;
        else if (sscanf(at, "; wave %u", &number) == 1)
            kernel.wave32 = number == 32;
    }
    machine_read_kernel(code, arena, at, strlen(at), processor, &kernel, lines);
    memcpy(code->kernel.given, given, count * sizeof *given);
    code->kernel.given_count = (uint8_t)count;
    code->kernel.workitem_ids = 2;
}
