/* --explain: a comment before each memory operation that says which SPIR-V instruction it comes from and why it has its
 * annotations. The reasons are the memory map's own (mapped_operation.rule). */
#include <stdio.h>

#include "translator/lower/memory/memory.h"

ir_string explain_operation(struct lowering *l, const struct mapped_operation *operation) {
    if (!(l->options->flags & SMMRA_FLAG_EXPLAIN))
        return 0;
    char text[512];
    const struct spirv_instruction *in = &l->current;
    const char *opcode = spirv_opcode_name(in->opcode);
    const char *reason = operation->rule ? operation->rule : "";
    int length;
    if (in->result)
        length =
            snprintf(text, sizeof text, "%%%u = %s (word %u): %s", in->result, opcode ? opcode : "?", in->word, reason);
    else
        length = snprintf(text, sizeof text, "%s (word %u): %s", opcode ? opcode : "?", in->word, reason);
    return ir_text(l->ir, text, length < (int)sizeof text ? (size_t)length : sizeof text - 1);
}
