/* The files that read assembly share this header. It is private to machine_read*.c and machine_opcodes.c. */
#ifndef MMRA_MACHINE_READER_H
#define MMRA_MACHINE_READER_H

#include "mmra/machine/machine_processor.h"

struct machine_word {
    const char *at;
    size_t length;
};

enum { MACHINE_MAX_OPERANDS = 12 };

struct machine_reader {
    struct machine_code *code;
    struct arena *arena;
    uint32_t line, origin, origin_column;
    const char *origin_file, *inlined;
    bool surveys;       /* what is not known is no fault */
    bool executes;      /* for the executor, which knows more than the explorer */
    bool lenient;       /* what is not supported is a fault where it runs */
    const char *wanted; /* the kernel; NULL: the first */
    bool in_kernel, in_metadata, in_data, kernel_read;
    uint32_t kernel_column;          /* of what the metadata say of a kernel; 0: not known yet */
    struct machine_kernel described; /* the one that they describe */
    const char **files;              /* by number, as .file says */
    uint32_t file_count, file_capacity;
    const char *folder; /* of file 0 */
    struct machine_word mnemonic;
    struct machine_word operands[MACHINE_MAX_OPERANDS]; /* as the commas part them */
    uint32_t operand_count;
    struct machine_word modifiers;   /* what follows the last operand */
    bool high_registers, names_high; /* some are from v256 on, after s_set_vgpr_msb; the line names such a one */
    const char *indexed; /* between s_set_gpr_idx_on and _off: what stands after the names of rows; NULL: elsewhere */
};

static inline bool machine_is_one_of(const struct machine_reader *r, uint32_t families) {
    return families & machine_traits(r->code->processor)->families;
}

/* A row says how an instruction is spelled, and what it is. `form` has a letter for each operand:
 * d D: scalar target of 32, 64 bits; s S: scalar source; t: the high half of one; v V: vector target;
 * a A: source of vector instructions; p: source of two halves;
 * m: mask of lanes, target; n: mask of lanes, source; x: scalar target that is the first source too;
 * f F: source that is a float of up to 32 bits, of 64, with its signs; w W: vector target that is the third source too;
 * k: number of 16 bits with a sign; h H: vector target of which the low, high half alone is written, on all processors;
 * M: vector target of any number of registers; N: as many as a source, or a number;
 * +: VCC, which is not spelled; ?: not read. */
struct machine_opcode {
    const char *name;
    uint16_t families; /* bits */
    uint8_t unit, operation, bits, carry;
    const char *form;
    uint8_t combine;
    bool reversed, writes_exec;
    uint8_t from; /* bits of what is converted */
    bool packed, executed_alone;
};

const struct machine_opcode *machine_find_opcode(struct machine_word name, enum machine_processor processor,
                                                 bool executes);

/* ---- machine_word.c ---- */

bool machine_word_is(struct machine_word word, const char *text);
bool machine_word_begins(struct machine_word word, const char *text);
/* Without the blanks around it. */
struct machine_word machine_trimmed(struct machine_word word);
bool machine_take_prefix(struct machine_word *word, const char *prefix);
/* How long what stands in double quotes at the front is, with them; 0: nothing does. LLVM quotes a name that is no
 * plain one. */
size_t machine_quoted_length(struct machine_word text);
/* Without the quotes around it, of YAML too. */
struct machine_word machine_unquoted(struct machine_word word);
/* Takes blanks, then the text up to a blank that is not quoted, from the front; an empty word at the end. */
struct machine_word machine_take_word(struct machine_word *text);
bool machine_number(struct machine_word word, int64_t *number);

/* Both return false. A fault that is the text's, and something that is not supported; `what` and the word name it. */
bool machine_fail(struct machine_reader *r, const char *what, struct machine_word word);
bool machine_refuse(struct machine_reader *r, const char *what, struct machine_word word);

/* ---- machine_read_data.c ---- */

/* Reads a directive that begins a section, or gives bytes of data; false: it is neither. */
bool machine_read_data(struct machine_reader *r, struct machine_word name, struct machine_word rest);
void machine_label_data(struct machine_reader *r, struct mmra_name name);
/* How far the data at a label is from MACHINE_CODE_AT; false: it is not known. */
bool machine_find_data(const struct machine_code *code, const char *name, uint64_t *distance);

/* ---- machine_read_directives.c ---- */

struct machine_kernel machine_kernel_defaults(enum machine_processor processor);
bool machine_read_directive(struct machine_reader *r, struct machine_word line);
/* A line between .amdgpu_metadata and its end; `column`: where its text begins. */
void machine_read_metadata(struct machine_reader *r, struct machine_word line, uint32_t column);

/* A float of 32 bits that has a short encoding, in another width. */
uint64_t machine_convert_float(uint32_t bits, unsigned width);
/* A register, a number or a label's name. */
bool machine_read_operand(struct machine_reader *r, struct machine_word word, struct machine_operand *operand);

/* ---- machine_read_modifiers.c ---- */

/* Takes from the word of a source what is said of the value: its signs, a part of the register, an extension. */
void machine_take_signs(struct machine_word *word, struct machine_instruction *i, uint32_t source);
void machine_take_part(struct machine_word *word, struct machine_operand *part);
/* Reads what follows the operands of a vector instruction with so many sources. */
bool machine_read_vector_modifiers(struct machine_reader *r, struct machine_instruction *i, uint32_t sources);

/* ---- machine_read_memory.c: what reading an image shares with it ---- */

/* Reads a modifier: a bit of the cache policy, a scope, a hint. */
bool machine_cache_modifier(const struct machine_reader *r, struct machine_word word, struct machine_instruction *i);
/* The next operand, registers of a kind, `count` of them (0: any). */
bool machine_take(struct machine_reader *r, uint32_t *at, uint8_t kind, uint32_t count,
                  struct machine_operand *operand);
/* Whether that many operands are all; false after a message. */
bool machine_took_all(struct machine_reader *r, uint32_t at);
/* An atomic of an image, whose texels have 32 bits, by its name. */
bool machine_find_image_atomic(struct machine_word name, struct machine_instruction *i);

/* ---- machine_read_image.c ---- */

/* "x" to "xyzw": the components as bits; 0: it is none of these. */
uint8_t machine_components(struct machine_word word);
bool machine_read_image(struct machine_reader *r, struct machine_word name, struct machine_instruction *i);

/* Memory, caches, waits: false after a message; *known says whether the mnemonic is one of these. */
bool machine_read_memory(struct machine_reader *r, struct machine_instruction *i, bool *known);
bool machine_read_order(struct machine_reader *r, struct machine_instruction *i, bool *known);

/* ---- machine_read_program.c ---- */

/* Whether another instruction stands for that of the line. */
bool machine_read_program(struct machine_reader *r, struct machine_word line, struct machine_word *instead);
/* When all is read: literals that name a function become how far it is from where code begins. */
void machine_resolve_distances(struct machine_reader *r);

/* machine_read_export.c: the same of what a shader hands to fixed functions. */
bool machine_read_export(struct machine_reader *r, struct machine_instruction *i, bool *known);

#endif
