/* What the parts of the printer share: ir_print.c (module, functions), ir_print_value.c (types, names,
 * values), ir_print_float.c, ir_print_instruction.c, ir_print_metadata.c. */
#ifndef MMRA_IR_PRINTER_H
#define MMRA_IR_PRINTER_H

#include "mmra/ir_opcode.h"
#include "mmra/text.h"

/* The attributes of a function or a call; equal ones are one group. */
struct ir_attribute_group {
    uint16_t attributes; /* enum ir_function_attribute */
    ir_string text;
};

struct ir_printer {
    struct ir_module *module;
    struct text text;

    struct mmra_string *type_texts; /* by type; bytes NULL: not yet written once */
    uint32_t type_text_count;
    uint8_t *name_forms;      /* by string: whether it needs quotes, once known */
    uint32_t *temporaries;    /* by value: the number of one without a name */
    uint32_t next_temporary;  /* of the function that is being printed */
    uint32_t numbered_values; /* length of `temporaries` */

    ir_metadata *nodes; /* in order of their numbers */
    uint32_t node_count, node_capacity;
    uint32_t *node_numbers;     /* by metadata: its number + 1, or 0 */
    uint32_t node_number_count; /* length of `node_numbers` */
    ir_metadata *set_nodes;     /* by mmra_set: its node, once printed */
    ir_metadata empty_node;     /* !{} */
    ir_metadata one_node;       /* !{i32 1} */

    struct ir_attribute_group *groups;
    uint32_t group_count, group_capacity;
    struct mmra_index group_index;
};

/* A space and the text, if there is one. */
void ir_print_kept(struct ir_printer *printer, ir_string text);

/* -- types, names and values -- */
void ir_print_type(struct ir_printer *printer, ir_type type);
void ir_print_type_definitions(struct ir_printer *printer);
/* `sigil` is '@' or '%', or '\0' for a label's own line. */
void ir_print_name(struct ir_printer *printer, char sigil, ir_string name, uint32_t number);
void ir_print_value(struct ir_printer *printer, ir_value value);
void ir_print_typed_value(struct ir_printer *printer, ir_value value);
/* A vector constant element by element, as a shuffle mask must be. */
void ir_print_shuffle_mask(struct ir_printer *printer, ir_value mask);
void ir_print_floating(struct text *text, enum ir_type_kind kind, uint64_t bits);

/* -- instructions -- */
void ir_print_instruction(struct ir_printer *printer, const struct ir_instruction *instruction);

/* -- attributes -- */
/* " #N" */
void ir_print_attribute_group(struct ir_printer *printer, uint16_t attributes, ir_string text);

/* -- metadata -- */
void ir_print_metadata_init(struct ir_printer *printer);
/* Gives the named metadata's nodes the first numbers, as LLVM does. */
void ir_number_named_metadata(struct ir_printer *printer);
/* "!N", a string or a value. */
void ir_print_metadata_reference(struct ir_printer *printer, ir_metadata metadata);
/* ", !kind !N" for all that the instruction carries. */
void ir_print_attachments(struct ir_printer *printer, const struct ir_instruction *instruction);
/* Named metadata, then all nodes. */
void ir_print_all_metadata(struct ir_printer *printer);

#endif
