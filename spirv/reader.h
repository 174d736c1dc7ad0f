/* This header is what the files of the reader share. It is private to spirv/.
 *
 * The binary is read in these steps, each linear in the words: capabilities and extensions are looked at; the
 * instructions are counted, so that every table is allocated once (reader.c); ids are numbered (ids.c) while functions
 * and blocks are bracketed (structure.c); then each instruction's operands are walked (operands.c), and types,
 * decorations and constants are built in their order (types.c, decorations.c, constants.c). The grammar's row has what
 * a step asks of most instructions. */
#ifndef SPIRV_READER_H
#define SPIRV_READER_H

#include "spirv/grammar.h"
#include "spirv/module.h"

enum { SPIRV_HEADER_WORDS = 5 };

/* Counts, found by the first walk over the instructions. */
struct spirv_counts {
    uint32_t results;
    uint32_t unknown; /* instructions that the grammar lacks */
    uint32_t targets; /* of names and decorations, if there are such: see spirv_names_target */
    uint32_t types;
    uint32_t entry_points, execution_modes;
    uint32_t functions, parameters, blocks;
    uint32_t globals;
    uint32_t capabilities;
};

struct spirv_reader {
    struct spirv_module *module;
    uint32_t *rewritten; /* module->words, if the module may have untyped pointers or poison; else NULL */
    struct arena *arena;
    struct spirv_error *error;
    struct spirv_specialization *specializations; /* sorted by SpecId */
    uint32_t specialization_count;
    struct spirv_counts counts;
    const bool *enabled; /* by the `needs` of an instruction or enumerant (grammar.h) */
    struct spirv_type *next_type;
    uint64_t made_elements;  /* that OpSpecConstantOp and replicated composites have made: spirv_pay_elements */
    uint32_t first_function; /* word of the first OpFunction; if none, the end of the module */
    uint32_t first_annotation, annotations_end; /* words; both 0: no annotations */
};

/* ---- errors ---- */

/* As spirv_fail, at an instruction; the message begins with its name and result: "OpLoad %7: ". */
enum spirv_result spirv_fail_at(struct spirv_error *error, enum spirv_result result,
                                const struct spirv_instruction *instruction, const char *format, ...)
#ifdef __GNUC__
    __attribute__((cold, format(printf, 4, 5)))
#endif
    ;

/* ---- ids.c ---- */

void spirv_allocate_index(struct spirv_reader *reader);

/* Numbers the result of the instruction at `word`, in order of the words. `function`: see struct spirv_definition. */
enum spirv_result spirv_define_with_care(struct spirv_reader *reader, spirv_id id, uint32_t word, uint32_t function);

/* Defines the id. Most ids have a free slot in a table that is as long as the bound. */
static inline enum spirv_result spirv_define_id(struct spirv_reader *reader, spirv_id id, uint32_t word,
                                                uint32_t function) {
    struct spirv_module *module = reader->module;
    if (id == 0 || id >= module->index_end || module->index_table[id] != 0)
        return spirv_define_with_care(reader, id, word, function);
    uint32_t index = ++module->definition_count;
    module->definitions[index] = (struct spirv_definition){.word = word, .id = id, .function = function};
    module->index_table[id] = index;
    return SPIRV_OK;
}

/* Whether the first operand is what the instruction names or decorates. If there are unknown instructions, which may
 * define such an id, it is accepted although no known instruction defines it. */
bool spirv_names_target(uint16_t opcode);

/* Numbers an id that nothing defines but that is named or decorated. */
void spirv_define_target(struct spirv_reader *reader, spirv_id id);

/* ---- structure.c ---- */

/* Numbers the ids, brackets functions and blocks, and checks that the module's sections are in order. */
enum spirv_result spirv_read_structure(struct spirv_reader *reader);

/* ---- operands.c ---- */

/* Checks an instruction's operands against the grammar, and enters its result's type. Types that come before it have
 * been read. `index` is the dense index of the result, if there is one; these indexes follow the order of the words. */
enum spirv_result spirv_check_operands(struct spirv_reader *reader, uint32_t word, uint32_t index);

/* The same for all instructions of functions. */
enum spirv_result spirv_check_bodies(struct spirv_reader *reader);

/* The length in words, terminator included, of a string literal in at most `count` words; 0: it does not end.
 */
uint32_t spirv_string_words(const uint32_t *words, uint32_t count);

/* ---- types.c ---- */

enum spirv_result spirv_read_type(struct spirv_reader *reader, const struct spirv_instruction *instruction);

/* Number of elements that a composite constant of this type has; false: it is no composite. */
bool spirv_composite_count(const struct spirv_type *type, uint64_t *count);

/* The type of one element of a composite type. The index is below its count. */
spirv_id spirv_composite_element(const struct spirv_type *type, uint64_t index);

/* ---- untyped.c ---- */

/* Rewrites an instruction of SPV_KHR_untyped_pointers whose operands have been checked; others stay as they are. */
enum spirv_result spirv_rewrite_untyped(struct spirv_reader *reader, uint32_t word);

/* ---- decorations.c ---- */

/* Collects the decorations once the annotations have been checked. */
enum spirv_result spirv_read_decorations(struct spirv_reader *reader);

/* ---- constants.c, fold.c ---- */

enum spirv_result spirv_read_constant(struct spirv_reader *reader, const struct spirv_instruction *instruction);

#endif
