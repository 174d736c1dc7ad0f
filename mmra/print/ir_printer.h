/* This header is what the parts of the printer share: ir_print.c (module, functions), ir_print_value.c (types, names,
 * values), ir_print_float.c, ir_print_instruction.c, ir_print_metadata.c. */
#ifndef MMRA_IR_PRINTER_H
#define MMRA_IR_PRINTER_H

#include "mmra/base/text.h"
#include "mmra/ir/ir_opcode.h"

/* The attributes of a function or a call; equal ones are one group. */
struct ir_attribute_group {
    uint16_t attributes; /* enum ir_function_attribute */
    ir_string text;
};

/* Types, values and attachments are spelled out once; from then on the text is copied from where it first stood. */
struct ir_written {
    uint32_t start;  /* in the text; the number, for a value without a name that is used before it is defined */
    uint32_t length; /* 0: not yet written */
};

struct ir_printer {
    struct ir_module *module;
    struct text text;

    struct ir_written *types, *values; /* by ir_type, ir_value */
    struct ir_written *attachments;    /* of a module that was built: by mmra_set * IR_ANNOTATIONS + annotations */
    uint8_t *name_forms;               /* by string: whether it needs quotes, once known */
    uint32_t next_temporary;           /* of the function that is being printed */
    const struct ir_function_info
        *unnumbered; /* that function, until all its values without names have their numbers */

    const struct ir_function_info *located; /* that function, if it has debug information */
    ir_metadata *nodes;                     /* in order of their numbers */
    uint32_t node_count, node_capacity;
    uint32_t *node_numbers;     /* by metadata: its number + 1, or 0 */
    uint32_t node_number_count; /* length of `node_numbers` */
    ir_metadata *set_nodes;     /* by mmra_set: its node, once printed */
    ir_metadata empty_node;     /* !{} */
    ir_metadata one_node;       /* !{i32 1} */

    struct ir_attribute_group *groups;
    uint32_t group_count, group_capacity;
    struct mmra_index group_index;

    uint32_t line_scope; /* with lines: the node of the function that is being printed */
};

/* Writes again what has been written; false: it has not. */
static inline bool ir_print_again(struct ir_printer *printer, struct ir_written written) {
    if (written.length)
        text_repeat(&printer->text, written.start, written.length);
    return written.length;
}

/* Notes that the text from `start` to `end` can be copied; beyond 4 GiB it is spelled out every time. */
static inline void ir_note_written(struct ir_written *written, size_t start, size_t end) {
    if (end <= UINT32_MAX)
        *written = (struct ir_written){(uint32_t)start, (uint32_t)(end - start)};
}

/* A space and the text, if there is one. */
void ir_print_kept(struct ir_printer *printer, ir_string text);

/* -- types, names and values -- */
void ir_spell_type(struct ir_printer *printer, ir_type type); /* for the first time */
static inline void ir_print_type(struct ir_printer *printer, ir_type type) {
    if (!ir_print_again(printer, printer->types[type]))
        ir_spell_type(printer, type);
}
void ir_print_type_definitions(struct ir_printer *printer);
/* A vector constant element by element, as a shuffle mask must be. */
void ir_print_shuffle_mask(struct ir_printer *printer, ir_value mask);
void ir_print_floating(struct text *text, enum ir_type_kind kind, uint64_t bits);

/* -- a line --
 *
 * An instruction is written at a cursor, into room that is made once for its whole line: what is put there asks for no
 * more, and most of it is a copy of a fixed size. Only a list makes room again, for each of its elements. What may be
 * long (a name, a constant, words kept as text) is printed instead, and the line goes on after it with as much room as
 * it began with. */

/* More than any line needs without its lists and what is printed, and more than an element of a list needs. */
enum { IR_LINE_ROOM = 512 };

/* Leaves the line: what comes next is printed, then the line goes on (ir_go_on). */
static inline void ir_leave_line(struct ir_printer *printer, char *at) {
    printer->text.next = at;
}
static inline char *ir_go_on(struct ir_printer *printer) {
    return text_reserve(&printer->text, IR_LINE_ROOM);
}
static inline char *ir_make_room(struct ir_printer *printer, char *at) {
    if ((size_t)(printer->text.end - at) >= IR_LINE_ROOM)
        return at;
    ir_leave_line(printer, at);
    return ir_go_on(printer);
}

static inline bool ir_is_short(struct ir_written written) {
    return written.length - 1 < TEXT_PIECE; /* 0 is not: it has not been written */
}
static inline char *ir_put_again(const struct ir_printer *printer, char *at, struct ir_written written) {
    return text_put_piece(at, printer->text.start + written.start, written.length);
}

char *ir_put_other_type(struct ir_printer *printer, char *at, ir_type type); /* for the first time, or long */
static inline char *ir_put_type(struct ir_printer *printer, char *at, ir_type type) {
    struct ir_written written = printer->types[type];
    return ir_is_short(written) ? ir_put_again(printer, at, written) : ir_put_other_type(printer, at, type);
}
char *ir_put_other_value(struct ir_printer *printer, char *at, ir_value value); /* likewise */
static inline char *ir_put_value(struct ir_printer *printer, char *at, ir_value value) {
    struct ir_written written = printer->values[value];
    return ir_is_short(written) ? ir_put_again(printer, at, written) : ir_put_other_value(printer, at, value);
}
static inline char *ir_put_typed_value(struct ir_printer *printer, char *at, ir_value value) {
    at = ir_put_type(printer, at, printer->module->values[value].type);
    *at++ = ' ';
    return ir_put_value(printer, at, value);
}

/* A value where it is defined. One without a name takes the next number, as LLVM's parser will give it one; so does the
 * value 0, a result that nothing names. */
char *ir_put_new_value(struct ir_printer *printer, char *at, ir_value value);
/* A block's name, without the sigil. */
char *ir_put_label(struct ir_printer *printer, char *at, ir_value label);

static inline void ir_print_value(struct ir_printer *printer, ir_value value) {
    ir_leave_line(printer, ir_put_value(printer, ir_go_on(printer), value));
}
static inline void ir_print_typed_value(struct ir_printer *printer, ir_value value) {
    ir_leave_line(printer, ir_put_typed_value(printer, ir_go_on(printer), value));
}

/* Puts what ir_print_kept prints. */
char *ir_put_kept(struct ir_printer *printer, char *at, ir_string text);

/* -- instructions -- */
void ir_print_instructions(struct ir_printer *printer, const struct ir_instruction *instructions, uint32_t count);

/* -- attributes -- */
/* " #N" */
void ir_print_attribute_group(struct ir_printer *printer, uint16_t attributes, ir_string text);

/* -- metadata -- */
void ir_print_metadata_init(struct ir_printer *printer);
/* Gives the first numbers to the nodes of named metadata, as LLVM does. */
void ir_number_named_metadata(struct ir_printer *printer);
/* "!N", a string or a value. */
void ir_print_metadata_reference(struct ir_printer *printer, ir_metadata metadata);
/* ", !kind !N" for all attachments of the instruction. Few combinations of sets and annotations occur, and most of
 * their texts fit into two pieces. */
char *ir_put_other_attachments(struct ir_printer *printer, char *at, const struct ir_instruction *instruction);
static inline struct ir_written *ir_written_attachments(const struct ir_printer *printer,
                                                        const struct ir_instruction *instruction) {
    return &printer->attachments[instruction->mmra * IR_ANNOTATIONS + instruction->annotations];
}
static inline char *ir_put_attachments(struct ir_printer *printer, char *at, const struct ir_instruction *instruction) {
    if (!instruction->annotations && !instruction->mmra && !instruction->notes)
        return at;
    if (instruction->notes || printer->module->parsed)
        return ir_put_other_attachments(printer, at, instruction);
    struct ir_written written = *ir_written_attachments(printer, instruction);
    if (written.length - 1 >= 2 * TEXT_PIECE)
        return ir_put_other_attachments(printer, at, instruction);
    const char *from = printer->text.start + written.start;
    text_put_piece(at + TEXT_PIECE, from + TEXT_PIECE, TEXT_PIECE);
    return text_put_piece(at, from, written.length);
}
/* ", !dbg !N", if the instruction has a line, or must have one. */
char *ir_put_location(struct ir_printer *printer, char *at, const struct ir_instruction *instruction);
/* Named metadata, then all nodes. */
void ir_print_all_metadata(struct ir_printer *printer);

/* -- lines: of a module that asks for them (ir_module.lines) -- */
void ir_begin_lines(struct ir_printer *printer); /* of the function that is being printed */
void ir_print_function_lines(struct ir_printer *printer);
char *ir_put_line_of(const struct ir_printer *printer, char *at, const struct ir_instruction *instruction);
void ir_print_lines(struct ir_printer *printer);

#endif
