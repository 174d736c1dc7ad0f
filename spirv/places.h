/* Places in the source that a module was compiled from: by OpLine and OpNoLine (SPIR-V specification, 3.49.3), and by
 * NonSemantic.Shader.DebugInfo.100 and what follows it. Read only when somebody asks: a module without OpString has
 * none (spirv_module.first_string).
 *
 * The words may be those of a module that the reader has refused: nothing here relies on more than lengths, which are
 * checked. Names and texts are hostile.
 *
 * The specification ends a place with its block. glslang writes a line only where it differs from the one written
 * before, whatever blocks lie between; so a block that begins without a place goes on with the one before it. */
#ifndef SPIRV_PLACES_H
#define SPIRV_PLACES_H

#include "spirv/module.h"

struct spirv_place {
    uint32_t word;         /* of the first instruction that has it; it holds up to the next place */
    spirv_id file;         /* an OpString; 0: the instructions have no place */
    uint32_t line, column; /* from 1; 0: not known */
    spirv_id scope;        /* DebugFunction or DebugLexicalBlock; 0: none */
    spirv_id inlined;      /* DebugInlinedAt; 0: it was not inlined */
    uint32_t function;     /* word of the OpFunction that it is in; 0: none */
};

struct spirv_debug_definition {
    spirv_id id;
    uint32_t word;
};

struct spirv_places {
    const uint32_t *words; /* in the host's byte order; not copied */
    uint32_t word_count;
    struct spirv_place *items; /* in order of their words */
    uint32_t count;
    struct spirv_debug_definition *definitions; /* of what places refer to, in order of their ids */
    uint32_t definition_count;
    spirv_id debug_set; /* spirv_is_debug_set; 0: none is used */
    uint64_t work_left; /* words and bytes that may still be searched for names and texts; then there are none */
};

/* Whether a set of extended instructions is one of them. */
bool spirv_is_debug_set(const char *name);

/* Finds all places. */
void spirv_places_read(struct spirv_places *places, const uint32_t *words, uint32_t word_count, struct arena *arena);

/* The place of the instruction at `word`; NULL: it has none. */
const struct spirv_place *spirv_place_of(const struct spirv_places *places, uint32_t word);

/* A place for people. */
struct spirv_source {
    const char *file;
    uint32_t line, column; /* column 0: not known */
    const char *function;  /* as in the source, without its parameters; NULL: not known */
    const char *text;      /* of the line, without its end, if the module has the source; else NULL */
};

/* False: the word has no place. `file` is in the words; the others are in the arena. */
bool spirv_source_of(struct spirv_places *places, uint32_t word, struct arena *arena, struct spirv_source *source);

/* Calls `visit` with each line of the text of a file, an OpString, that the module has. */
void spirv_source_lines(struct spirv_places *places, spirv_id file, struct arena *arena,
                        void (*visit)(void *user, uint32_t number, const char *line), void *user);

/* ---- what debug information says ---- */

/* The instruction of the debug set that defines an id, and its operand `index` after the instruction's number; 0: there
 * is none. */
uint32_t spirv_debug_instruction(const struct spirv_places *places, spirv_id id, uint32_t *number);
uint32_t spirv_debug_operand(const struct spirv_places *places, spirv_id id, uint32_t index);
/* The same where the operand is the id of a 32-bit constant: its value. */
uint32_t spirv_debug_number(const struct spirv_places *places, spirv_id id, uint32_t index);
/* An OpString; NULL: the id is none. */
const char *spirv_debug_string(const struct spirv_places *places, spirv_id id);
/* A number from 1 to definition_count; 0: there is no such definition. */
uint32_t spirv_debug_index(const struct spirv_places *places, spirv_id id);
/* The module-scope variable that a DebugGlobalVariable describes; 0: the definition is none, or describes no variable.
 */
spirv_id spirv_debug_variable(const struct spirv_places *places, spirv_id id);
/* The type of part `index` of a debug type, and *name what a member is called; NULL where it has no name. 0: not known.
 */
spirv_id spirv_debug_part(const struct spirv_places *places, spirv_id type, uint32_t index, const char **name);
/* The DebugFunction around a scope; 0: there is none. */
spirv_id spirv_debug_function(const struct spirv_places *places, spirv_id scope);

/* Private to places*.c: the words of the instruction at `word`, 0 if it is cut off; and its operand that is a string
 * literal, after so many words. */
uint32_t spirv_places_length(const struct spirv_places *places, uint32_t word);
const char *spirv_places_string(const struct spirv_places *places, uint32_t word, uint32_t skipped);

#endif
