/* Machine code of AMD's processors as the machine runs it: what is read from the assembly that LLVM or ACO writes.
 * Every spelling of every processor becomes one of these instructions; what is not known is refused by name.
 * docs/reference/machine.md says what the machine makes of them. */
#ifndef MMRA_MACHINE_H
#define MMRA_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "mmra/base/modify.h"
#include "mmra/base/names.h"
#include "mmra/machine/machine_rows.h"

#define MACHINE_PROCESSORS(ROW)                                                                                        \
    ROW(MACHINE_GFX90A, "gfx90a")                                                                                      \
    ROW(MACHINE_GFX942, "gfx942")                                                                                      \
    ROW(MACHINE_GFX950, "gfx950")                                                                                      \
    ROW(MACHINE_GFX1030, "gfx1030")                                                                                    \
    ROW(MACHINE_GFX1100, "gfx1100")                                                                                    \
    ROW(MACHINE_GFX1201, "gfx1201") /* from here on those that are like one before, or nearly so */                    \
    ROW(MACHINE_GFX906, "gfx906")                                                                                      \
    ROW(MACHINE_GFX908, "gfx908")                                                                                      \
    ROW(MACHINE_GFX1031, "gfx1031")                                                                                    \
    ROW(MACHINE_GFX1032, "gfx1032")                                                                                    \
    ROW(MACHINE_GFX1033, "gfx1033")                                                                                    \
    ROW(MACHINE_GFX1034, "gfx1034")                                                                                    \
    ROW(MACHINE_GFX1035, "gfx1035")                                                                                    \
    ROW(MACHINE_GFX1036, "gfx1036")                                                                                    \
    ROW(MACHINE_GFX1101, "gfx1101")                                                                                    \
    ROW(MACHINE_GFX1102, "gfx1102")                                                                                    \
    ROW(MACHINE_GFX1103, "gfx1103")                                                                                    \
    ROW(MACHINE_GFX1150, "gfx1150")                                                                                    \
    ROW(MACHINE_GFX1151, "gfx1151")                                                                                    \
    ROW(MACHINE_GFX1152, "gfx1152")                                                                                    \
    ROW(MACHINE_GFX1153, "gfx1153")                                                                                    \
    ROW(MACHINE_GFX1200, "gfx1200")                                                                                    \
    ROW(MACHINE_GFX1250, "gfx1250")

#define MACHINE_ENUMERATOR(processor, name) processor,
enum machine_processor { MACHINE_PROCESSORS(MACHINE_ENUMERATOR) MACHINE_PROCESSOR_COUNT };

/* NULL-terminated, in the order above. */
extern const char *const machine_processor_names[];

/* All of them in a sentence, each with a space before it. */
#define MACHINE_WORD(processor, name) " " name
#define MACHINE_PROCESSOR_WORDS       MACHINE_PROCESSORS(MACHINE_WORD)

/* Scalar registers by number, beside s0 to s105. The last is one bit, and no operand. */
enum machine_scalar {
    MACHINE_VCC = 106,
    MACHINE_TTMP = 108,
    MACHINE_IN_CLUSTER = MACHINE_TTMP + 10, /* of gfx1250: what s_getreg tells of the wave's cluster */
    MACHINE_HAS_CLUSTER = MACHINE_TTMP + 11,
    MACHINE_M0 = 124,
    MACHINE_NULL = 125,
    MACHINE_EXEC = 126,
    MACHINE_SCC = 128,
    MACHINE_SCALARS
};
enum { MACHINE_MORE = 11 };
/* a0 is number 256, or on gfx1250, which has none, v256. */
enum { MACHINE_VECTORS = 1024, MACHINE_ACCUMULATORS = 256, MACHINE_MAX_LANES = 64 };

enum machine_operand_kind { MACHINE_NOTHING, MACHINE_SCALAR, MACHINE_VECTOR, MACHINE_LITERAL, MACHINE_LABEL };

struct machine_operand {
    uint8_t kind;  /* enum machine_operand_kind */
    uint8_t count; /* registers, from `number` on */
    uint16_t number;
    uint8_t shift, width; /* bits of the register: so many from `shift` on; width 0: all */
    bool is_signed;       /* of a source: these are extended by their sign */
    int64_t value;        /* a literal; of a label the instruction */
    const char *name;     /* of a label */
};

enum machine_unit {
    MACHINE_NO_OPERATION,
    MACHINE_SALU,
    MACHINE_VALU,
    MACHINE_COMPARE, /* vector: writes a mask of lanes */
    MACHINE_MEMORY,  /* global, buffer, flat, image */
    MACHINE_LOCAL,   /* LDS */
    MACHINE_SCALAR_MEMORY,
    MACHINE_INVALIDATE,
    MACHINE_WRITE_BACK,
    MACHINE_WAIT,
    MACHINE_SIGNAL,  /* a barrier's first half, or another enum machine_meeting */
    MACHINE_BARRIER, /* its second half, or both where there is no signal */
    MACHINE_BRANCH,
    MACHINE_END,
    MACHINE_EXPORT, /* of the executor alone, as the next one */
    MACHINE_TRAP,
    MACHINE_OTHER /* of machine_survey() alone: not known, or not supported */
};

/* Arithmetic, on 32 or 64 bits. The machine has one meaning for each, whichever unit computes it. What is a row of
 * machine_rows.h is not said here. */
#define MACHINE_ALU_NAME(name, ...)       MACHINE_##name,
#define MACHINE_ALU_FLOAT_NAME(name, ...) MACHINE_FLOAT_##name,
enum machine_alu {
    MACHINE_INTEGER_ROWS(MACHINE_ALU_NAME) MACHINE_ADD,
    MACHINE_SUB,
    MACHINE_ADD_I, /* the same; signed where it clamps */
    MACHINE_SUB_I,
    MACHINE_ADD_CARRY,
    MACHINE_SUB_BORROW,
    MACHINE_SHL1_ADD, /* by 1 to 4; SCC: whether it is more than 32 bits */
    MACHINE_SHL2_ADD,
    MACHINE_SHL3_ADD,
    MACHINE_SHL4_ADD,
    MACHINE_BIT_TABLE, /* each bit is that of `combine` whose number the three bits of the sources are */
    MACHINE_DOT4_U,    /* products of bytes, and c */
    MACHINE_DOT4_I,
    MACHINE_DOT4_EITHER, /* signed where the source is "negated" */
    MACHINE_PACK_U16,    /* two that are reduced to their halves */
    MACHINE_PACK_I16,
    MACHINE_FLOAT_PACK_U16, /* from two floats */
    MACHINE_FLOAT_PACK_I16,
    MACHINE_FLOAT_PACK_HALVES, /* towards 0 */
    MACHINE_FLOAT_PACK_NEAREST,
    MACHINE_FLOAT_PACK_UNORM,
    MACHINE_FLOAT_PACK_SNORM,
    MACHINE_FLOAT_MIX, /* a multiplication and addition of sources of 16 or 32 bits */
    MACHINE_FLOAT_DOT2,
    MACHINE_DIVIDE_SCALE,
    MACHINE_DIVIDE_MULTIPLY,
    MACHINE_DIVIDE_FIX,
    MACHINE_FLOAT_BIT_ROWS(MACHINE_ALU_FLOAT_NAME) /* from FLOAT_FMA on */
    MACHINE_FLOAT_ROWS(MACHINE_ALU_FLOAT_NAME)     /* from FLOAT_ADD to FLOAT_CONVERT */
    MACHINE_CLOCK,                                 /* how much time has passed */
    MACHINE_SELECT,          /* scalar by SCC, vector by a mask of lanes: c ? b : a, as v_cndmask has it */
    MACHINE_MASKED_BITS_LOW, /* v_mbcnt_lo: bits of a below this lane, plus b */
    MACHINE_MASKED_BITS_HIGH,
    MACHINE_READ_FIRST_LANE,
    MACHINE_READ_LANE,
    MACHINE_WRITE_LANE,
    MACHINE_SWAP_HALVES,   /* of the lane 32 away */
    MACHINE_SWAP_ROWS,     /* of two registers: the odd rows of `combine` lanes of one, the even ones of the other */
    MACHINE_PERMUTE_ROWS,  /* of the lane in this row of 16, or `combine` lanes away, that four bits of b and c name */
    MACHINE_MOVE_RELATIVE, /* from the register that M0 is added to; reversed: to it */
    MACHINE_MATRIX,        /* of all lanes together: machine_matrix.h */
    MACHINE_BIT_TEST0,     /* comparisons begin here */
    MACHINE_BIT_TEST1,
    MACHINE_COMPARISON_ROWS(MACHINE_ALU_NAME) /* from FALSE to FLOAT_NLG */
    MACHINE_CLASS,                            /* of a float: whether b has its bit */
    MACHINE_SAVE_EXEC,                        /* target = EXEC, EXEC = source `combine` EXEC */
    MACHINE_WRITE_EXEC                        /* target = EXEC = source `combine` EXEC */
};
#undef MACHINE_ALU_NAME
#undef MACHINE_ALU_FLOAT_NAME

/* An instruction does this to SCC; a vector addition does it to the carry mask. */
enum machine_carry {
    MACHINE_KEEP,
    MACHINE_NONZERO,
    MACHINE_CARRY,
    MACHINE_OVERFLOW,
    MACHINE_CHOSEN /* min, max: the first operand is the result */
};

enum machine_access { MACHINE_LOAD, MACHINE_STORE, MACHINE_RMW };

#define MACHINE_RMW_NAME(name, word, result) MACHINE_RMW_##name,
enum machine_rmw {
    MMRA_MODIFICATIONS(MACHINE_RMW_NAME) MACHINE_RMW_FADD, /* executed alone, as the next two */
    MACHINE_RMW_FMIN,
    MACHINE_RMW_FMAX,
    MACHINE_COMPARE_SWAP
};
#undef MACHINE_RMW_NAME

/* A source of a vector instruction may come from another lane of its row of 16 (DPP). */
enum machine_move {
    MACHINE_NO_MOVE,
    MACHINE_SWIZZLE, /* of ds_swizzle: `amount` has five bits each of what is kept of a lane's number, set, turned; with
                        MACHINE_ROTATES how many lanes of 32 further on it is */
    MACHINE_QUAD_PERMUTE, /* `amount` has two bits for each lane of a quad */
    MACHINE_ROW_SHIFT_LEFT,
    MACHINE_ROW_SHIFT_RIGHT,
    MACHINE_ROW_ROTATE,
    MACHINE_ROW_MIRROR,
    MACHINE_ROW_HALF_MIRROR,
    MACHINE_ROW_SHARE,
    MACHINE_ROW_XOR,
    MACHINE_ROW_BROADCAST, /* the last lane of a row to the next row, or that of lane 31 to the next half */
    MACHINE_WAVE_SHIFT_RIGHT,
    MACHINE_EIGHT /* `amount` has three bits for each of eight lanes */
};

enum { MACHINE_ROTATES = 1 << 15 };

/* Targets of exports, by the numbers of the ISA guides: 0 to 7 are colours. */
enum { MACHINE_EXPORT_DEPTH = 8, MACHINE_EXPORT_DUAL = 21 };

/* Which way a vector access goes. Texels: those of a texel buffer, by an instruction that knows formats. */
enum machine_path {
    MACHINE_GLOBAL,
    MACHINE_BUFFER,
    MACHINE_FLAT,
    MACHINE_TEXELS,
    MACHINE_IMAGE,
    MACHINE_SCRATCH /* executed alone */
};

enum machine_dimension {
    MACHINE_UNSAID, /* gfx9: the descriptor alone says it */
    MACHINE_1D,
    MACHINE_2D,
    MACHINE_3D,
    MACHINE_1D_ARRAY,
    MACHINE_2D_ARRAY,
    MACHINE_CUBE, /* the executor alone knows this and what follows */
    MACHINE_2D_MSAA,
    MACHINE_2D_MSAA_ARRAY
};

/* The level of detail of a sample comes from here. Implicit: from the quad, with a bias in that case. Asked: it is the
 * result. */
enum machine_lod {
    MACHINE_LOD_IMPLICIT,
    MACHINE_LOD_BIAS,
    MACHINE_LOD_ASKED,
    MACHINE_LOD_ZERO,
    MACHINE_LOD_GIVEN,
    MACHINE_LOD_GRADIENTS
};

enum machine_cache_bit {
    MACHINE_GLC = 1 << 0,
    MACHINE_SLC = 1 << 1,
    MACHINE_DLC = 1 << 2,
    MACHINE_SC0 = 1 << 3,
    MACHINE_SC1 = 1 << 4,
    MACHINE_NT = 1 << 5,
    MACHINE_RETURN = 1 << 6 /* th:TH_ATOMIC_RETURN */
};
enum machine_scope { MACHINE_SCOPE_CU, MACHINE_SCOPE_SE, MACHINE_SCOPE_DEV, MACHINE_SCOPE_SYS };

/* Counters of a wave: bits where a set is meant. On processors with fewer, several kinds share one. */
enum machine_counter {
    MACHINE_VM,     /* vmcnt; gfx1201's loadcnt */
    MACHINE_VS,     /* vscnt, storecnt; gfx9: stores count as VM */
    MACHINE_LGKM,   /* LDS, and before gfx1201 scalar loads; dscnt */
    MACHINE_KM,     /* gfx1201: scalar loads */
    MACHINE_SAMPLE, /* gfx1201 */
    MACHINE_BVH,
    MACHINE_ASYNC, /* gfx1250: copies between global memory and LDS */
    MACHINE_COUNTERS
};
enum { MACHINE_NO_WAIT = 0xFF };

/* Caches, as bits: that of a compute unit; that of a shader array, on gfx1201 of a shader engine; that of a die. */
enum machine_caches { MACHINE_CACHE_V = 1, MACHINE_CACHE_G = 2, MACHINE_CACHE_L2 = 4 };

/* A wave does this to the barrier whose number is in source 0, a literal or M0. */
enum machine_meeting { MACHINE_ARRIVE, MACHINE_JOIN, MACHINE_INIT };
/* Named ones are from 1 on. */
enum { MACHINE_CLUSTER_BARRIER = -3, MACHINE_WORKGROUP_BARRIER = -1, MACHINE_NAMED_BARRIERS = 16 };
enum { MACHINE_MOST_CLUSTER = 16 }; /* workgroups of one, as four bits number them */

enum machine_branch {
    MACHINE_ALWAYS,
    MACHINE_SCC0,
    MACHINE_SCC1,
    MACHINE_VCCZ,
    MACHINE_VCCNZ,
    MACHINE_EXECZ,
    MACHINE_EXECNZ,
    MACHINE_JUMP /* to the address in source 0; the target, if there is one, gets that of the next instruction */
};

/* Bits: denormals of such floats are 0, as sources and as results (.amdhsa_float_denorm_mode). */
enum machine_flush { MACHINE_FLUSH_32 = 1, MACHINE_FLUSH_16_64 = 2 };

struct machine_instruction {
    uint8_t unit;      /* enum machine_unit */
    uint8_t operation; /* enum machine_alu, machine_access, machine_branch; of an invalidation enum machine_caches */
    uint8_t bits;      /* of arithmetic: 16, 32 or 64; 24 and less say so in the operation */
    uint8_t from;      /* of a conversion: bits of the source; 0: as many */
    uint8_t flushes;   /* enum machine_flush: of the kernel, for what computes with floats */
    bool packed;       /* two at once, each of `bits` */
    bool clamps;       /* an integer stays in its range, a float between 0 and 1 */
    int8_t doubles;    /* a float is multiplied by 2 to the power of this */
    bool pads;         /* where the target is a part of a register, the rest becomes 0, or with is_signed the sign */
    struct {
        uint8_t kind; /* enum machine_move */
        uint32_t amount;
        uint8_t rows, banks;    /* bits: where nothing is written, they are 0 */
        bool zeroes, of_absent; /* a lane that is not there gives 0; one that is not active gives what it has */
    } move;
    uint8_t carry;             /* enum machine_carry */
    uint8_t combine;           /* of MACHINE_SAVE_EXEC: the operation; of MACHINE_BIT_TABLE: the table */
    bool writes_exec;          /* v_cmpx, which from gfx10 on writes nothing else */
    bool reversed;             /* the first two sources change places */
    uint8_t negated, absolute; /* bits: of a source that is a float, the absolute value first */
    uint8_t pair[4]; /* of two at once: bits of sources whose high half is taken for the low result, for the high one;
                        of those that are negated for each */
    struct machine_operand target, carry_out, source[3]; /* memory: source 0 address, 1 data, 2 base or resource */
    /* memory */
    uint8_t path, rmw, cache, scope;
    uint8_t dwords;    /* at one address; 1 for less */
    uint8_t addresses; /* ds_read2: two, `offset` and `offset2` */
    uint8_t bytes;     /* 1 or 2: a part of a dword */
    uint8_t half;      /* d16: 1, 2: the low, high half of a register is loaded or stored, and the other one stays */
    bool sign_extend, returns;
    bool to_local; /* a load whose result goes to LDS, of the executor alone */
    bool copies;   /* likewise: between global memory and LDS, where source 1 says, by itself (gfx1250) */
    bool done;     /* the last export; its target is in `offset`, its channels in `more` */
    bool offset_in_register, index_in_register; /* offen, idxen */
    bool offset_is_signed;                      /* that of a lane, of 32 bits */
    bool has_wide_descriptor;                   /* of a buffer: that of gfx1250 */
    uint8_t offset_scale;                       /* the offset in a register counts so many bytes; 0: bytes */
    bool permutes;                              /* ds_bpermute, ds_swizzle: no memory, but another lane's register */
    bool pushes;                                /* ds_permute: to another lane */
    bool adds_lane;                             /* ds_load_addtid: a dword of LDS for each lane, from M0 on */
    bool swapped;                               /* the value compared with comes before the new one (ds_cmpst) */
    bool short_coordinates, short_data;         /* a16, d16: two of them in a register */
    uint8_t components;                         /* of a texel: bits */
    uint8_t dimension;                          /* of an image: enum machine_dimension */
    bool samples, gathers;                      /* by the sampler in `soffset` */
    bool compares, has_offsets;                 /* with a reference; texels away */
    bool least_lod;                             /* the last coordinate is the least level of detail */
    bool tells_residency;                       /* tfe: a word after the result, 0 if all texels are there */
    bool of_samples;                            /* a component of four samples in a row, from the given one on */
    bool layered;                               /* da, where the dimensions are not said */
    bool short_gradients;                       /* g16: two of them in a register */
    uint8_t lod;                                /* enum machine_lod */
    bool has_level, asks_size;                  /* the last coordinate is a level of detail; sizes are loaded */
    struct machine_operand more[MACHINE_MORE];  /* coordinates after source 0; the explorer knows two of them */
    uint8_t wait[MACHINE_COUNTERS];             /* at most so many may be out; MACHINE_NO_WAIT */
    int32_t offset, offset2;
    struct machine_operand soffset; /* of a buffer or scalar access */
    uint32_t line;
    uint32_t origin, origin_column; /* the line that .loc gives; 0: none */
    const char *origin_file;        /* NULL: not known */
    const char *inlined;            /* "file:line:column @[ file:line:column ] ...": where that was called; NULL */
    const char *text;               /* as it stands there, without blanks around */
    const char *refused;            /* of MACHINE_OTHER: why; NULL: it was only surveyed */
};

/* Whether the two name a register in common. */
static inline bool machine_overlaps(const struct machine_operand *a, const struct machine_operand *b) {
    return a->kind == b->kind && (a->kind == MACHINE_VECTOR || a->kind == MACHINE_SCALAR) &&
           a->number < b->number + b->count && b->number < a->number + a->count;
}

/* Whether a load writes another half of the register than the one that the operand, of its user, is: a load of a half
 * writes that, and a store of one or two bytes reads one. */
static inline bool machine_writes_other_half(const struct machine_instruction *load,
                                             const struct machine_instruction *user,
                                             const struct machine_operand *operand) {
    bool stored = user->operation == MACHINE_STORE && user->bytes && operand == &user->source[1];
    uint8_t half = operand == &user->target ? user->half : !stored ? 0 : user->half ? user->half : 1;
    return load->half && half && load->half != half;
}

/* A driver's code finds these in scalar registers when it begins. */
enum machine_given_kind {
    MACHINE_GIVEN_VALUE,
    MACHINE_GIVEN_GROUPS, /* how many workgroups, along coordinate `value` */
    MACHINE_GIVEN_GROUP,  /* which one this is */
    MACHINE_GIVEN_WAVE    /* bits 0 to 5: waves of the workgroup; 6 to 11, and 20 to 24: which one this is */
};
struct machine_given {
    uint8_t kind; /* enum machine_given_kind */
    uint16_t number;
    uint32_t value;
};
enum { MACHINE_MAX_GIVEN = 32 };

/* An argument, as the metadata say. */
struct machine_argument {
    uint32_t offset, size;
    const char *kind; /* as "global_buffer", "by_value", "hidden_block_count_x" */
    const char *name; /* NULL: not said */
};
enum { MACHINE_MAX_ARGUMENTS = 96 };

/* The .amdhsa_* directives say this of the first kernel. */
struct machine_kernel {
    const char *name; /* NULL: there is none */
    bool work_group_processor_mode, tg_split, memory_ordered, wave32;
    bool other_floats; /* rounded otherwise than to the nearest, or denormals are 0 on one side alone */
    uint8_t flushes;   /* enum machine_flush */
    uint32_t user_scalars, workitem_ids, group_bytes, private_bytes;
    struct machine_argument arguments[MACHINE_MAX_ARGUMENTS];
    uint32_t argument_count;
    uint32_t most_invocations; /* of a workgroup, of all kernels, as the metadata say; 0: nothing */
    uint32_t own_invocations;  /* the same of this kernel */
    uint32_t local[3];         /* the size of a workgroup that the metadata require; 0: none */
    uint32_t local_count;      /* of these, read so far */
    uint32_t cluster[3];       /* workgroups of a cluster, that the metadata require; 0: none */
    uint32_t cluster_count;
    /* Scalar registers in this order: four, then pairs, the last of which has the address of the arguments. */
    bool private_buffer, dispatch_pointer, queue_pointer, arguments_pointer;
    /* After them two pairs and a register, and then dwords of the arguments, from dword `preloaded_from` on. */
    bool dispatch_number, scratch_begin, private_size;
    uint32_t preloaded, preloaded_from;
    bool group_id[3], group_info;
    bool private_offset; /* of the wave's scratch memory in that of all, in the register after these */
    /* Instead of these, of code that a driver made. */
    struct machine_given given[MACHINE_MAX_GIVEN];
    uint32_t given_count;
};

/* Tables of a module, one after the other. */
struct machine_data {
    uint8_t *bytes;
    uint32_t size, capacity;
    struct mmra_names labels;
    uint32_t *label_places; /* of each, the number of its first byte */
    uint32_t label_count, label_capacity;
    bool is_unknown; /* some bytes are those of an address, or of what is not read */
};

struct machine_code {
    enum machine_processor processor;
    struct machine_instruction *instructions;
    uint32_t count, capacity;
    struct mmra_names labels;
    uint32_t *label_targets; /* of each, the instruction */
    uint32_t label_count, label_capacity;
    struct machine_data data;
    struct machine_kernel kernel;
    bool has_floats;
    const char *error; /* not NULL: then only this, `line` and `unsupported` count */
    uint32_t line;
    bool unsupported;
};

/* Reads the whole text. What is found lives in the arena. */
void machine_read(struct machine_code *code, struct arena *arena, const char *text, size_t length,
                  enum machine_processor processor);
/* The same for code without directives, which the kernel says instead; `line` lines come before it. */
void machine_read_kernel(struct machine_code *code, struct arena *arena, const char *text, size_t length,
                         enum machine_processor processor, const struct machine_kernel *kernel, uint32_t line);
/* The same for the executor (machine_execute.h), which knows more. */
void machine_read_to_execute(struct machine_code *code, struct arena *arena, const char *text, size_t length,
                             enum machine_processor processor);
/* Both: code without directives, for the executor. What is not supported becomes MACHINE_OTHER, which says why. */
void machine_read_driver(struct machine_code *code, struct arena *arena, const char *text, size_t length,
                         enum machine_processor processor, const struct machine_kernel *kernel);
/* The same for a kernel among others: one that is named, or with NULL the first. What is not supported becomes
 * MACHINE_OTHER, which says why: code that never runs may have it. */
void machine_read_one(struct machine_code *code, struct arena *arena, const char *text, size_t length,
                      enum machine_processor processor, const char *kernel);
/* The same for those who do not run it: what is not known is MACHINE_OTHER, with its text. */
void machine_survey(struct machine_code *code, struct arena *arena, const char *text, size_t length,
                    enum machine_processor processor);

/* The processor that assembly says it is for (.amdgcn_target), or MACHINE_PROCESSOR_COUNT. */
enum machine_processor machine_processor_said(const char *text, size_t length);

/* The instruction at a label, or UINT32_MAX. */
uint32_t machine_find_label(const struct machine_code *code, const char *name, size_t length);

/* Code has addresses, too: the instructions of assembly, 4 bytes each, and functions of a code object, at the labels
 * .LcodeHEX. Memory that is so near to one of these is the module's. */
#define MACHINE_CODE_AT     (UINT64_C(1) << 44)
#define MACHINE_OBJECT_AT   (UINT64_C(1) << 45)
#define MACHINE_MODULE_SIZE (UINT64_C(1) << 36)
#define MACHINE_DATA_AT     (MACHINE_CODE_AT + (UINT64_C(1) << 31)) /* of assembly */
/* The instruction at such an address, or UINT32_MAX. */
uint32_t machine_find_address(const struct machine_code *code, uint64_t address);

/* ---- machine_read_modifiers.c, as the library reads machine code but does not run it ---- */

bool machine_has_float_result(const struct machine_instruction *i);

/* ---- machine_alu.c ---- */

/* The result; `carry` has SCC or the lane's carry, and takes the new one as the instruction has it. */
uint64_t machine_compute(const struct machine_instruction *i, uint64_t a, uint64_t b, uint64_t c, bool *carry);
/* Returns what a load's register, which holds `before`, gets of a dword: the bytes that the load asks for, which begin
 * at bit `shift`, or those in one half. */
uint32_t machine_loaded(const struct machine_instruction *i, uint32_t before, uint32_t dword, uint32_t shift);
uint64_t machine_modify(uint8_t rmw, unsigned bits, uint64_t old, uint64_t operand, uint64_t compared);

#endif
