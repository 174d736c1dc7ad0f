/* The processors that the machine knows: a row of machine_processor.c says all in which one differs from the others,
 * beside its name (machine.h). Messages, --help, completion and the playground's page name those. A processor whose
 * instructions are none of a family's that is known also needs their spellings (machine_opcodes.c, machine_read_*.c).
 * docs/reference/machine.md 2 has the same in words, with its sources. */
#ifndef MMRA_MACHINE_PROCESSOR_H
#define MMRA_MACHINE_PROCESSOR_H

#include "mmra/machine/machine.h"

/* Bits: the spelling of an instruction (machine_opcodes.c, machine_read_*.c) belongs to some of these. */
enum machine_family {
    MACHINE_GFX90 = 1 << 0, /* what gfx90a has, and what came after it has not */
    MACHINE_GFX94 = 1 << 1, /* LLVM's gfx940-insts */
    MACHINE_GFX95 = 1 << 2, /* LLVM's gfx950-insts */
    MACHINE_GFX10 = 1 << 3,
    MACHINE_GFX11 = 1 << 4,
    MACHINE_GFX12 = 1 << 5,
    MACHINE_GFX115 = 1 << 6, /* what gfx1150 to gfx1153 have beside gfx11's */
    MACHINE_GFX125 = 1 << 7, /* what gfx1250 has beside gfx12's */
    MACHINE_GFX9 = MACHINE_GFX90 | MACHINE_GFX94,
    MACHINE_OLD = MACHINE_GFX9 | MACHINE_GFX10, /* names with dword */
    MACHINE_NEW = MACHINE_GFX11 | MACHINE_GFX12,
    MACHINE_SINCE_10 = MACHINE_GFX10 | MACHINE_NEW,
    MACHINE_UNTIL_11 = MACHINE_OLD | MACHINE_GFX11,
    MACHINE_ALL = MACHINE_OLD | MACHINE_NEW
};

/* A cache that another compute unit's writes do not reach by themselves. */
struct machine_level {
    bool exists;
    /* A load misses the cache, and an invalidation by policy drops it, if its policy has one of these bits (the second:
     * if the waves of a workgroup may be on several compute units), or if its scope is at least this one. */
    uint8_t passed_by, passed_by_with_tg_split;
    uint8_t passed_from; /* enum machine_scope; 0: the instructions have no scopes */
};

struct machine_traits {
    uint16_t families;             /* enum machine_family */
    uint8_t elf_number;            /* of the processor in a code object (LLVM: EF_AMDGPU_MACH) */
    struct machine_level v, g, l2; /* l2: only where there may be one for each of several dies */

    /* From gfx10 on: two compute units make a work-group processor, stores have a counter of their own, waves may have
     * 32 lanes, and V takes requests some time after their issue. */
    bool has_work_group_processors;
    /* From gfx12 on: instructions carry a scope in place of bits, scalar loads, samples and rays have counters of their
     * own, invalidations are counted, a barrier has two halves, and G belongs to a shader engine. */
    bool has_scopes;
    bool two_ports;           /* of V: a wave's requests take effect for the other waves of its workgroup in no order */
    bool one_compute_unit;    /* from gfx10 on: a workgroup is on one compute unit, in no other mode */
    bool drops_by_policy;     /* one instruction invalidates, and its policy says which caches */
    bool marks_stores;        /* the policy of a store that is atomic differs from that of a plain one */
    bool indexes_apart;       /* a lane's index in its workgroup is in three registers, not in one */
    bool permutes_halves;     /* ds_permute and ds_bpermute reach 32 lanes, of a wave of 64 those of the same half */
    bool scratch_offset;      /* a driver's code that has scratch memory gets its offset in a register */
    uint8_t returns_by;       /* the bit by which an atomic returns the old value */
    uint8_t writes_back_with; /* a write-back without this bit does not reach other dies; 0: every one does */
    uint8_t writes_back_from; /* nor does one of a smaller scope than this one */
    /* As LLVM spells them. With drops_by_policy the first invalidation is for a read of what the own workgroup wrote,
     * the second for one of what another wrote; else they drop V and G, as far as there are such instructions. */
    const char *counters[MACHINE_COUNTERS], *invalidations[2];
    const char *write_back, *at_device; /* where there may be several L2s: what reaches other dies, and of an access */
};

const struct machine_traits *machine_traits(enum machine_processor processor);

/* The bits of cache policies, as assembly spells them, and the scopes by enum machine_scope, with what stands before
 * their names. */
struct machine_bit {
    const char *name;
    uint16_t families; /* bits */
    uint8_t bit;       /* enum machine_cache_bit */
};
enum { MACHINE_BITS = 6, MACHINE_SCOPES = 4 };
extern const struct machine_bit machine_bits[MACHINE_BITS];
extern const char *const machine_scopes[MACHINE_SCOPES];

/* The caches, as bits of enum machine_caches, that may serve a load of this policy and scope. */
uint8_t machine_caches_of_load(const struct machine_code *code, uint8_t policy, uint8_t scope);
/* Those that the invalidation drops. */
uint8_t machine_caches_dropped(const struct machine_code *code, const struct machine_instruction *invalidation);
/* Whether it is done at memory, and not in the L2 of its die; whether a write-back reaches other dies. */
bool machine_is_at_device(const struct machine_code *code, const struct machine_instruction *i);
bool machine_reaches_dies(const struct machine_code *code, const struct machine_instruction *write_back);
/* Those that an acquire by another compute unit of the device must drop. */
uint8_t machine_caches_of_device(enum machine_processor processor);

/* The counters, as bits, of an invalidation, of a scalar load, and of an access to vector memory. */
uint8_t machine_counters_of_invalidation(enum machine_processor processor);
uint8_t machine_counters_of_scalar(enum machine_processor processor);
uint8_t machine_counters_of_vector(enum machine_processor processor, bool returns);

#endif
