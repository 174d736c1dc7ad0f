#include "run.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY_ADDRESS = 0x10000000, ARGUMENTS_ADDRESS = 0x20000 };

static void run_out_of_memory(void *user) {
    (void)user;
    abort();
}

void open_arena(struct arena *arena) {
    arena_init(arena, NULL, SIZE_MAX, run_out_of_memory, NULL);
}

enum machine_processor processor_named(const char *name) {
    int i = 0;
    while (machine_processor_names[i] && strcmp(machine_processor_names[i], name) != 0)
        i++;
    assert_non_null(machine_processor_names[i]);
    return (enum machine_processor)i;
}

/* The directives of a kernel with its arguments in s[0:1] and its workgroup in s2 */
static const char directives[] = "s_endpgm\n.amdhsa_kernel k\n.amdhsa_group_segment_fixed_size 256\n"
                                 ".amdhsa_private_segment_fixed_size 64\n"
                                 ".amdhsa_user_sgpr_kernarg_segment_ptr 1\n.amdhsa_user_sgpr_count 2\n"
                                 ".amdhsa_system_sgpr_workgroup_id_x 1\n";

void run(struct machine *m, const char *processor, const char *body, struct shape shape) {
    struct arena arena;
    const char *mode = m->mode ? m->mode : "";
    size_t size = strlen(body) + sizeof directives + strlen(mode) + 32;
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "k:\n%s\n%s%s.end_amdhsa_kernel\n", body, directives, mode);
    open_arena(&arena);
    machine_read_to_execute(&m->code, &arena, text, strlen(text), processor_named(processor));
    m->result = (struct machine_result){.fault = m->code.error, .line = m->code.line};
    m->arguments[7] = MEMORY_ADDRESS;
    const struct machine_range ranges[] = {{ARGUMENTS_ADDRESS, sizeof m->arguments, 0, (uint8_t *)m->arguments, true},
                                           {MEMORY_ADDRESS, sizeof m->memory, 0, (uint8_t *)m->memory, false}};
    struct machine_dispatch dispatch = {.code = &m->code,
                                        .local = {shape.invocations, 1 + shape.more_rows, 1},
                                        .groups = {shape.groups, 1, 1},
                                        .arguments = ARGUMENTS_ADDRESS,
                                        .ranges = ranges,
                                        .range_count = 2,
                                        .order = shape.order,
                                        .live = m->live,
                                        .take_export = m->take_export,
                                        .take_trap = m->take_trap,
                                        .goes_on = m->goes_on,
                                        .user = m,
                                        .most_instructions = 1 << 20};
    if (!m->code.error)
        m->result = machine_execute(&dispatch, &arena);
    m->code.error = NULL; /* it lives in the arena; m->result.fault is compared before */
    if (m->result.fault) {
        static char kept[256];
        snprintf(kept, sizeof kept, "%s", m->result.fault);
        m->result.fault = kept;
    }
    arena_destroy(&arena);
    free(text);
}

/* ---- operands of any kind ---- */

static const char *const strange_operands[] = {"v0",
                                               "v255",
                                               "v[254:255]",
                                               "v[248:255]",
                                               "v[255:256]",
                                               "v[1:0]",
                                               "v[0:15]",
                                               "-v0",
                                               "|v255|",
                                               "s0",
                                               "s105",
                                               "s[104:105]",
                                               "s[96:103]",
                                               "s[104:107]",
                                               "s[2:5]",
                                               "m0",
                                               "exec",
                                               "exec_lo",
                                               "vcc",
                                               "vcc_hi",
                                               "scc",
                                               "null",
                                               "a0",
                                               "a[254:255]",
                                               "0",
                                               "-1",
                                               "0x7fffffff",
                                               "1.0",
                                               "off",
                                               "ttmp0",
                                               "src_shared_base",
                                               "nowhere"};

/* The instruction with about every second operand another, as `seed` chooses. */
static void write_strange(const char *instruction, uint32_t *seed, char *text, size_t size) {
    size_t used = strcspn(instruction, " "), count = sizeof strange_operands / sizeof *strange_operands;
    snprintf(text, size, "%.*s", (int)used, instruction);
    for (const char *at = instruction + used; *at;) {
        size_t length = 1 + strcspn(at + 1, ", "), written = strlen(text);
        *seed = *seed * 1664525 + 1013904223;
        bool is_operand = *at == ' ' && isalnum((unsigned char)at[1]) && *seed >> 31;
        if (is_operand)
            snprintf(text + written, size - written, " %s", strange_operands[(*seed >> 8) % count]);
        else
            snprintf(text + written, size - written, "%.*s", (int)length, at);
        at += length;
    }
}

bool runs_strangely(const char *processor, const char *before, const char *instruction, uint32_t *seed) {
    static struct machine m;
    char strange[512], text[1024];
    write_strange(instruction, seed, strange, sizeof strange);
    snprintf(text, sizeof text, "%ss_mov_b32 m0, 0x7ffffff0\n%s\n", before, strange);
    run(&m, processor, text, (struct shape){40, 1, 0, 0});
    return !m.result.fault;
}
