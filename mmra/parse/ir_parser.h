/* This header is what the parts of the parser share: ir_lex.c (characters), ir_parse_ahead.c (what comes next),
 * ir_parse_symbol.c (names), ir_parse_type.c, ir_parse_value.c, ir_parse_metadata.c, ir_parse_instruction.c,
 * ir_parse_memory.c, ir_parse_call.c, ir_parse_function.c and ir_parse.c (the top level).
 *
 * Errors: the first one is kept, and the cursor moves to the end of the text, where nothing parses; so every
 * loop ends and no caller needs to look before it goes on. What is returned then is a harmless 0. */
#ifndef MMRA_IR_PARSER_H
#define MMRA_IR_PARSER_H

#include "mmra/base/text.h"
#include "mmra/ir/ir_opcode.h"
#include "mmra/parse/ir_parse.h"

enum { IR_MAX_DEPTH = 255 };

/* A piece of the text, and where a diagnostic about it points. */
struct ir_place {
    const char *at;
    uint32_t line, column;
};

/* Names of one kind. Clearing it is one addition: slots of older generations are free. */
struct ir_symbol {
    uint32_t generation, hash;
    ir_value value;
};

struct ir_symbols {
    struct ir_symbol *slots;
    uint32_t slot_count, count, generation;
};

/* A value that was used before its definition. */
struct ir_forward {
    ir_value value;
    struct ir_place place;
};

struct ir_forwards {
    struct ir_forward *items;
    uint32_t count, capacity;
};

struct ir_named_type {
    struct mmra_string name;
    struct ir_place place; /* where it was met first */
    ir_type type;
    bool defined;
};

struct ir_parser {
    struct ir_module *module;
    struct ir_parsed *parsed;
    struct arena *arena;
    struct ir_parse_error *error;
    bool failed;

    const char *start, *end; /* *end is NUL */
    const char *at;
    const char *line_start;
    uint32_t line;

    struct ir_symbols globals, locals;
    struct ir_forwards global_forwards, local_forwards, metadata_forwards;
    uint32_t next_temporary; /* of the open function */
    uint32_t next_global_temporary;
    struct mmra_index type_names, opaque_types, metadata_numbers;
    struct ir_named_type *named_types; /* by order of appearance; type_names counts them */
    uint32_t named_type_count, named_type_capacity;
    ir_type *opaque_list;
    uint32_t opaque_count, opaque_capacity;

    uint32_t *scratch; /* a stack of operands that are being gathered */
    uint32_t scratch_count, scratch_capacity;
    struct text comment; /* lines that wait for the instruction or function that follows */
    bool has_comment;
    struct text rest, tail; /* top-level lines kept as they are: for the beginning, for the end */
    uint8_t opcode_slots[256];

    ir_type unknown_type; /* of results of instructions kept as text, until a use says it */
    ir_type i1, i32, label, metadata, pointers[10];
};

/* -- characters: ir_lex.c -- */
bool ir_fail(struct ir_parser *p, struct ir_place place, const char *format, const char *detail, size_t length);
struct ir_place ir_here(const struct ir_parser *p);
void ir_skip(struct ir_parser *p);                /* blanks, newlines and comments */
void ir_skip_blanks(struct ir_parser *p);         /* blanks on this line */
void ir_next_line(struct ir_parser *p);           /* counts the newline at the cursor and moves after it */
void ir_take_comment(struct ir_parser *p);        /* the comment at the cursor, kept for what follows */
ir_string ir_comment_so_far(struct ir_parser *p); /* and begins anew */
bool ir_accept(struct ir_parser *p, char byte);   /* after skipping */
bool ir_accept_dots(struct ir_parser *p);         /* "...", after skipping */
bool ir_expect(struct ir_parser *p, char byte);
bool ir_at_word(const struct ir_parser *p, const char *word, size_t length); /* at the cursor, all of it */
bool ir_accept_word(struct ir_parser *p, const char *word);                  /* after skipping */
bool ir_expect_word(struct ir_parser *p, const char *word);
struct mmra_string ir_take_word(struct ir_parser *p); /* letters, digits, "-$._"; may be empty */
bool ir_take_unsigned(struct ir_parser *p, uint64_t *number);
struct mmra_string ir_take_quoted(struct ir_parser *p); /* at a quote: the bytes, unescaped */
void ir_skip_quoted(struct ir_parser *p);               /* at a quote */
void ir_skip_balanced(struct ir_parser *p);             /* at an opening bracket: after the closing one */
void ir_skip_to_line_end(struct ir_parser *p);          /* strings and brackets kept whole; before a comment */
ir_string ir_slice(struct ir_parser *p,
                   const char *from); /* the text from there to the cursor, without trailing blanks and comments */
bool ir_is_word_byte(char byte);

/* -- what comes next, without moving the cursor: ir_parse_ahead.c -- */
const char *ir_next_token(const char *at);   /* after blanks, newlines and comments */
const char *ir_next_visible(const char *at); /* after blanks and newlines */
bool ir_begins_definition(const char *at);   /* of the top level, or the text ends */
/* Whether the token at `at` continues a global or a declaration whose text so far ends before `behind`. */
bool ir_continues_global(const char *behind, const char *at);
bool ir_continues_declaration(const char *at);
bool ir_begins_statement(struct ir_parser *p, const char *at); /* one that is known, a label, or the function ends */
void ir_skip_to(struct ir_parser *p, const char *to);          /* moves the cursor there and counts the lines */

/* -- names: ir_parse_symbol.c -- */
/* A name after its sigil. Quoted or not, `name` holds its bytes; or it is a number. */
struct ir_name {
    struct mmra_string name;
    uint32_t number;
    bool numbered;
    bool present;
    struct ir_place place;
};
struct ir_name ir_take_name(struct ir_parser *p);
ir_value ir_use_local(struct ir_parser *p, const struct ir_name *name, ir_type type);
ir_value ir_use_global(struct ir_parser *p, const struct ir_name *name, ir_type type);
ir_value ir_find_local(struct ir_parser *p, const struct ir_name *name); /* 0: not known */
ir_value ir_define_local(struct ir_parser *p, const struct ir_name *name, ir_type type, enum ir_value_kind kind,
                         uint32_t bits);
ir_value ir_define_global(struct ir_parser *p, const struct ir_name *name, ir_type type, enum ir_value_kind kind,
                          uint32_t bits);
void ir_begin_locals(struct ir_parser *p);
void ir_end_locals(struct ir_parser *p);
void ir_end_globals(struct ir_parser *p);

/* -- types: ir_parse_type.c -- */
bool ir_at_type(const struct ir_parser *p);
ir_type ir_take_type(struct ir_parser *p);
void ir_take_type_definition(struct ir_parser *p);
/* At the end: no type may have been met that nothing defines. */
void ir_end_types(struct ir_parser *p);

/* -- values: ir_parse_value.c -- */
ir_value ir_take_value(struct ir_parser *p, ir_type type);
ir_value ir_take_typed_value(struct ir_parser *p);
/* A floating-point constant at *at, up to its end. False: its bits are not known, or the type has none. */
bool ir_scan_floating(const char **at, enum ir_type_kind kind, uint64_t *bits);
void ir_push(struct ir_parser *p, uint32_t word);
ir_type ir_push_typed(struct ir_parser *p); /* its type */

/* -- metadata: ir_parse_metadata.c -- */
struct mmra_string ir_take_kind(struct ir_parser *p); /* after '!' : a word, which may hold escapes */
ir_metadata ir_take_metadata(struct ir_parser *p);    /* at '!' : a reference, a string or a node */
void ir_take_metadata_line(struct ir_parser *p);
void ir_end_metadata(struct ir_parser *p);

/* -- instructions -- */
void ir_take_instruction(struct ir_parser *p);
enum ir_opcode ir_find_opcode(struct ir_parser *p, struct mmra_string word); /* IR_OPAQUE: not known */
/* The forms that have a file of their own: they read what follows the opcode's name and append it. */
struct ir_instruction *ir_take_alloca(struct ir_parser *p); /* at its type */
struct ir_instruction *ir_take_call(struct ir_parser *p, uint32_t tail);
struct ir_instruction *ir_append_gathered(struct ir_parser *p, enum ir_opcode opcode, ir_type type, uint32_t base);
struct ir_parsed_instruction *ir_beside(struct ir_parser *p); /* that of the newest instruction */
bool ir_at_comma(struct ir_parser *p);      /* on this line, or first on one that follows: moves there */
bool ir_more_operands(struct ir_parser *p); /* at a comma that no metadata follows: after it */
uint32_t ir_take_flags(struct ir_parser *p, uint32_t allowed);
bool ir_take_alignment(struct ir_parser *p, uint8_t *alignment_log2); /* after "align" */
/* `, align 4`, and nothing else that may follow a comma. */
void ir_take_optional_alignment(struct ir_parser *p, struct ir_instruction *into);
void ir_take_scope_and_ordering(struct ir_parser *p, struct ir_instruction *into);
uint8_t ir_take_ordering(struct ir_parser *p);
/* Appends what was read into a draft. */
struct ir_instruction *ir_append_draft(struct ir_parser *p, enum ir_opcode opcode, ir_type type, uint32_t base,
                                       struct ir_instruction *draft);

/* -- attributes: ir_parse_attribute.c; functions: ir_parse_function.c -- */
/* Skips the attribute at the cursor: word, word(...), word N, "string", "string"="string", #N, !kind !N. */
bool ir_skip_attribute(struct ir_parser *p);
/* The attributes among the words of `text`, and the number + 1 of its "#N", if any. */
uint16_t ir_attributes_in(struct mmra_string text, uint32_t *group);
void ir_take_group(struct ir_parser *p);
void ir_end_groups(struct ir_parser *p); /* gives functions and calls the attributes of their groups */
void ir_take_function(struct ir_parser *p, bool defined);

#endif
