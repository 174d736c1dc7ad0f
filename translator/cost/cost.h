/* The price of synchronization: each wait, invalidation, write-back and coherence bit in machine code, and who demands
 * it. docs/guide/cost.md defines "demanded". The machine code says by debug lines from which SPIR-V instructions it
 * comes (spirv_mmra.h, SMMRA_FLAG_LINES), and the annotated IR of the same module says what these order. */
#ifndef TRANSLATOR_COST_H
#define TRANSLATOR_COST_H

#include "mmra/machine/machine.h"
#include "translator/spirv_mmra.h"

enum cost_kind { COST_WAIT, COST_INVALIDATION, COST_WRITE_BACK, COST_BIT, COST_KINDS };

enum cost_verdict {
    COST_DEMANDED,
    COST_FOR_PROGRESS, /* a bit of an atomic: without it a new value may come late, but no outcome is new */
    COST_NOT_DEMANDED
};

/* Why something is demanded. */
enum cost_reason {
    COST_DATA,         /* a register is used: by `line` */
    COST_RELEASE,      /* what is waited for is released by `word`, for the sake of `line` */
    COST_ACQUIRE,      /* it is acquired by `word`, and `line` comes after */
    COST_CALL,         /* `line` calls or returns to what is not looked at */
    COST_VISIBILITY,   /* `line` reads after the acquire `word`, and might find an old copy */
    COST_AVAILABILITY, /* what `line` stores is released by `word`, and might stay in a cache */
    COST_COHERENCE,    /* `line` has read the same before */
    COST_VOLATILE,
    COST_PROGRESS
};

/* These are the names for people. */
extern const char *const cost_kind_names[], *const cost_verdict_names[], *const cost_reason_names[];

/* Why it is not, though without annotations it were; bits. */
enum cost_excuse {
    COST_EXCUSED_PRIVATE = 1 << 0, /* vulkan:private */
    COST_EXCUSED_SPACE = 1 << 1,   /* amdgpu-synchronize-as */
    COST_EXCUSED_AV = 1 << 2       /* amdgcn-av:none */
};

struct cost_need {
    uint8_t reason;   /* enum cost_reason */
    uint32_t word;    /* of the SPIR-V instruction that demands; 0: none is known */
    uint32_t line;    /* of the assembly: whose register, flag, barrier or access */
    uint32_t awaited; /* of the assembly: what is out; 0: nothing */
};

enum { COST_MAX_NEEDS = 8 };

struct cost_item {
    uint8_t kind;         /* enum cost_kind */
    uint8_t verdict;      /* enum cost_verdict */
    uint8_t excuse;       /* of what is not demanded: bits of enum cost_excuse */
    bool more;            /* there are more needs */
    bool idle;            /* a wait for which nothing is out, an invalidation after which nothing reads */
    uint8_t counter, bit; /* of a wait, of a bit; 0 is the scope of gfx1201 */
    uint32_t instruction;
    const char *what; /* "vmcnt(0)", "glc" */
    struct cost_need needs[COST_MAX_NEEDS];
    uint32_t need_count;
};

struct cost_total {
    uint32_t all, demanded, progress, excused;
};

struct cost_list {
    struct cost_item *items; /* in the order of the code */
    uint32_t count, capacity;
    bool gave_up;                         /* too many ways to follow: the list says nothing */
    struct cost_total totals[COST_KINDS]; /* of waits and so on: a wait for two counters is one */
};

struct cost_module;

/* Reads what the annotated IR orders. The text is of a released LLVM's profile, with lines, without coherent accesses.
 * NULL with a message. */
struct cost_module *cost_read_module(const char *ir, size_t length, smmra_profile profile, struct arena *arena,
                                     const char **message);

/* `module` may be NULL: then any atomic access may synchronize with all that is before and after it. `code` comes from
 * machine_survey(). */
void cost_find(struct cost_list *list, const struct machine_code *code, struct cost_module *module,
               struct arena *arena);

#endif
