/* Litmus programs in machine code: assembly with comments that say what memory there is, which waves run, and what is
 * asked about the end:
 *
 *     ; @Memory: x, f = 1, buf[4] = {1, 2}
 *     ; @Wave: P0 = producer, group 0, s[0:1] = &x, v1 = 42
 *     ; @Output: exists (P1:v2 == 1 and x == 42)
 *
 * @Wave: a wave of one lane (or `lanes N`) that begins at a label, with registers as given, all others 0. Instead, the
 * first kernel as a grid: `@Config: lanes of a wave, waves of a workgroup, workgroups` and `@Arguments: &x, 7`, each of
 * 8 bytes. Registers that @Output names are part of the outcome, of lane 0, or of lane N as v2.N. */
#ifndef MMRA_MACHINE_LITMUS_H
#define MMRA_MACHINE_LITMUS_H

#include "mmra/litmus/litmus.h"
#include "mmra/machine/machine_run.h"

struct machine_litmus {
    struct litmus litmus; /* threads, cells, what is asked; `error`, `line` and `unsupported` as always */
    struct machine_code code;
    struct machine_program program;
};

void machine_litmus_read(struct machine_litmus *litmus, struct arena *arena, const char *text, size_t length,
                         enum machine_processor processor);

/* ---- machine_grid.c ---- */

/* A kernel's grid, as something else than comments gives it. */
struct machine_grid {
    uint32_t groups[3], local[3], lanes;      /* lanes: of a wave, at most as many as the code has */
    const uint64_t *arguments;                /* 8 bytes each */
    const struct machine_constant *constants; /* what they point to, besides memory */
    uint32_t argument_count, constant_count;
    const struct litmus_memory_range *memory; /* global; ranges may overlap */
    uint32_t memory_count;
    const struct program_cell *cells; /* of it */
    uint32_t cell_count;
};

enum { MACHINE_IMAGE_WORDS = 8, MACHINE_TEXEL_BUFFER_WORDS = 4 };

/* The words of a descriptor; returns how many, or 0 for an image whose texels the machine does not know. */
uint32_t machine_describe_image(const struct litmus_image *image, uint32_t words[MACHINE_IMAGE_WORDS]);

/* The first of the two scalar registers in which a kernel finds the address of its arguments. */
uint32_t machine_arguments_register(const struct machine_kernel *kernel);

/* The first of the scalar registers in which a kernel finds dwords of its arguments themselves. */
uint32_t machine_preloaded_register(const struct machine_kernel *kernel);

/* The scalar register in which a wave finds where its scratch memory lies in that of all, if it asks for it (LLVM's
 * AMDGPU user guide, "Initial Kernel Execution State"). */
uint32_t machine_private_offset_register(const struct machine_kernel *kernel);

/* A wave of a kernel: `lanes` invocations from `first` on of a workgroup that has the id `group`. */
struct machine_beginning {
    const uint32_t *local, *group; /* three each */
    uint32_t first, lanes;
    uint64_t arguments; /* the address */
    uint64_t packet;    /* that of the dispatch packet; the queue's is so many bytes after it */
    const uint32_t *groups;
    uint32_t wave, waves;    /* which one of the workgroup's */
    const uint32_t *cluster; /* workgroups of a cluster, along three axes; NULL: each is one by itself */
};
enum { MACHINE_QUEUE_AFTER_PACKET = 1 << 16 };
enum { MACHINE_MAX_BEGINNING = 17 + MACHINE_MAX_GIVEN + 3 * MACHINE_MAX_LANES };

/* The registers that hardware sets up, at most MACHINE_MAX_BEGINNING; returns how many. */
uint32_t machine_begin_wave(struct machine_register_value *items, const struct machine_code *code,
                            const struct machine_beginning *beginning);

/* Waves and memory of a program whose code has been read; false with a message that lives as long as the program. */
bool machine_make_grid(struct machine_program *program, const struct machine_grid *grid, struct arena *arena,
                       const char **message);

/* ---- answers ---- */

struct machine_question {
    struct machine_options options;
    uint8_t lines;     /* bits of enum machine_lines */
    uint8_t l2_counts; /* bit 0: one, bit 1: two, where there may be */
    bool v_out_of_order, ack_at_scope;
    bool outcomes; /* all of them; else the search ends when the condition is decided */
};

struct machine_question machine_question_defaults(void);

struct machine_answer {
    struct outcomes found;
    bool condition_met;
    uint8_t condition_verdict; /* enum litmus_verdict */
    const char *waits;         /* a placement, and where its waves are in an execution that never ends; NULL: none */
    bool never_ends;           /* no execution ends on that placement */
    const char *witness;       /* the execution that decides the condition, or shows what `wanted` was asked for */
    uint32_t placements;
    struct machine_statistics statistics;
};

/* Whether an outcome is one to show: then its execution is told. NULL: none is. */
typedef bool machine_wanted(void *user, const struct outcome_value *row);

void machine_litmus_ask(struct machine_litmus *litmus, const struct machine_question *question, machine_wanted *wanted,
                        void *user, struct arena *arena, struct machine_answer *answer);

#endif
