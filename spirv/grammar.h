/* SPIR-V's grammar as tables, made from the specification's machine-readable form (generate_grammar.py).
 * Private to spirv/. */
#ifndef SPIRV_GRAMMAR_H
#define SPIRV_GRAMMAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mmra/base/arena.h"

/* An operand is made of these. */
enum spirv_operand_code {
    SPIRV_OPERAND_ID,
    SPIRV_OPERAND_LITERAL,              /* one word */
    SPIRV_OPERAND_STRING,               /* UTF-8, NUL-terminated, in whole words */
    SPIRV_OPERAND_NUMBER,               /* as many words as the result type is wide */
    SPIRV_OPERAND_EXTENDED_OPCODE,      /* one word; the set before it decides what the operands after it are */
    SPIRV_OPERAND_SPEC_CONSTANT_OPCODE, /* an opcode, and its operands after type and result */
    SPIRV_OPERAND_ID_ID_PAIR,
    SPIRV_OPERAND_ID_LITERAL_PAIR,
    SPIRV_OPERAND_NUMBER_ID_PAIR, /* OpSwitch: the number is as wide as the selector */
    SPIRV_OPERAND_ENUMERATION,    /* this and above: an enumeration whose enumerants have parameters */

    SPIRV_OPERAND_CODE_MASK = 0x3F,
    SPIRV_OPERAND_OPTIONAL = 0x40,
    SPIRV_OPERAND_REPEATED = 0x80
};

/* The parts of a module in their order (SPIR-V specification 2.4). */
enum spirv_section {
    SPIRV_SECTION_ANY,
    SPIRV_SECTION_CAPABILITY,
    SPIRV_SECTION_EXTENSION,
    SPIRV_SECTION_IMPORT,
    SPIRV_SECTION_MEMORY_MODEL,
    SPIRV_SECTION_ENTRY_POINT,
    SPIRV_SECTION_EXECUTION_MODE,
    SPIRV_SECTION_DEBUG,
    SPIRV_SECTION_ANNOTATION,
    SPIRV_SECTION_DECLARATION,
    SPIRV_SECTION_FUNCTION
};

/* The role of an instruction in functions and blocks. The first three neither begin nor end a block. */
enum spirv_role {
    SPIRV_ROLE_IN_BLOCK,    /* it can stand nowhere else */
    SPIRV_ROLE_ANYWHERE,    /* of no section */
    SPIRV_ROLE_UNKNOWN,     /* the grammar lacks it, or this version does not know it (known_grammar.py) */
    SPIRV_ROLE_DECLARATION, /* of a section before all functions */
    SPIRV_ROLE_CALL,        /* OpFunctionCall */
    SPIRV_ROLE_FUNCTION,
    SPIRV_ROLE_PARAMETER,
    SPIRV_ROLE_FUNCTION_END,
    SPIRV_ROLE_LABEL,
    SPIRV_ROLE_MERGE,
    SPIRV_ROLE_TERMINATOR,
    SPIRV_ROLE_COUNT
};

enum spirv_grammar_flag {
    SPIRV_GRAMMAR_HAS_TYPE = 1,
    SPIRV_GRAMMAR_HAS_RESULT = 2,
    SPIRV_GRAMMAR_ONLY_IDS = 4,        /* every operand is an id */
    SPIRV_GRAMMAR_LITERALS_FOLLOW = 8, /* what follows the leading ids may be anything */
    SPIRV_GRAMMAR_FIXED_LENGTH = 16,
    SPIRV_GRAMMAR_DECLARES_TYPE = 32
};

struct spirv_grammar {
    uint16_t first_operand;
    uint16_t needs;        /* a set of capabilities, one of which a module declares: its index in spirv_enabled_sets */
    uint8_t operand_count; /* without type and result */
    uint8_t minimum_length;
    uint8_t own_words;   /* how many words come before the operands: length and opcode, type, result */
    uint8_t section;     /* enum spirv_section */
    uint8_t role;        /* enum spirv_role */
    uint8_t leading_ids; /* operands before the first one that is optional, repeated or not an id */
    uint8_t flags;       /* enum spirv_grammar_flag */
};

enum { SPIRV_PARAMETERS_UNKNOWN = 0xFF }; /* of an enumerant that this version does not know */

struct spirv_enumerant {
    uint32_t value;
    const char *name;
    uint16_t needs; /* as of an instruction */
    uint8_t parameter_count;
    uint8_t parameters[3];
};

/* An enumeration some of whose enumerants have parameters or need capabilities; its rows are in order of their values.
 * Or, without rows, a kind of operand that this version does not know. */
struct spirv_enumeration {
    const char *name;
    const struct spirv_enumerant *enumerants;
    uint32_t count;
    bool is_mask;
    bool has_parameters; /* some enumerant of it */
};

/* Rows by number. Row 0 stands for every opcode that the grammar lacks. Opcodes that the grammar has and this version
 * does not know have rows like it, and names. */
extern const struct spirv_grammar spirv_opcode_rows[];
extern const uint16_t spirv_row_of_opcode[];
extern const uint32_t spirv_opcode_end; /* from here on there are no rows */

static inline uint32_t spirv_grammar_row(uint32_t opcode) {
    return opcode < spirv_opcode_end ? spirv_row_of_opcode[opcode] : 0;
}

/* The row of an opcode. If spirv_grammar_knows is false for the opcode, its operands may be anything. */
static inline const struct spirv_grammar *spirv_grammar_of(uint32_t opcode) {
    return &spirv_opcode_rows[spirv_grammar_row(opcode)];
}

static inline bool spirv_grammar_knows(uint32_t opcode) {
    return spirv_grammar_of(opcode)->role != SPIRV_ROLE_UNKNOWN;
}

/* The operands' codes of a row, operand_count of them. */
const uint8_t *spirv_grammar_operands(const struct spirv_grammar *grammar);

/* The enumeration of an operand code that is at least SPIRV_OPERAND_ENUMERATION. */
const struct spirv_enumeration *spirv_grammar_enumeration(uint8_t code);

/* NULL: the grammar lacks that value. */
const struct spirv_enumerant *spirv_grammar_enumerant(const struct spirv_enumeration *enumeration, uint32_t value);

/* Whether an OpCapability of this number, or an OpExtension of this name, is known. */
bool spirv_grammar_knows_capability(uint32_t capability);
bool spirv_grammar_knows_extension(const char *name);

/* The capabilities and extensions that a module declares, also implicitly, and the sets of `needs` that they enable. */
struct spirv_enabled;

struct spirv_enabled *spirv_enabled_create(struct arena *arena);

/* An unknown name enables nothing. The sets are asked for when all is declared. */
void spirv_enable_capability(struct spirv_enabled *enabled, uint32_t capability);
void spirv_enable_extension(struct spirv_enabled *enabled, const char *name);
const bool *spirv_enabled_sets(struct spirv_enabled *enabled);

bool spirv_enabled_capability(const struct spirv_enabled *enabled, uint32_t capability);

/* The names in a set, as a message has them: "A, B or C". */
void spirv_grammar_needs(uint16_t needs, char *text, size_t size);

#endif
