/* Exports: "exp mrt0 v0, v1, off, off done vm", on gfx12 "export mrt0 ..." (ISA guides, "Export"). */
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_reader.h"

#include <string.h>

/* Targets of exports: a name, which numbers may follow, and how the instruction encodes the first of them. */
static const struct {
    const char *name;
    uint8_t first, count; /* count 1: the name has no number */
} targets[] = {
    {"mrtz", MACHINE_EXPORT_DEPTH, 1},          {"mrt", 0, 8},    {"null", 9, 1}, {"pos", 12, 5}, {"prim", 20, 1},
    {"dual_src_blend", MACHINE_EXPORT_DUAL, 2}, {"param", 32, 32}};

static bool find_target(struct machine_word word, struct machine_instruction *i) {
    for (size_t k = 0; k < sizeof targets / sizeof *targets; k++) {
        struct machine_word number = word;
        int64_t value = 0;
        if (!machine_take_prefix(&number, targets[k].name))
            continue;
        bool good = targets[k].count == 1 ? !number.length : machine_number(number, &value);
        i->offset = targets[k].first + (int32_t)value;
        return good && value >= 0 && value < targets[k].count;
    }
    return false;
}

static bool read_modifiers(struct machine_reader *r, struct machine_instruction *i) {
    struct machine_word text = r->modifiers, word;
    while ((word = machine_take_word(&text)).length) {
        if (machine_word_is(word, "done"))
            i->done = true;
        else if (!machine_word_is(word, "vm")) /* EXEC is the mask of lanes that are there in any case */
            return machine_refuse(r, "a modifier:", word);
    }
    return true;
}

/* The target stands before the first channel. */
bool machine_read_export(struct machine_reader *r, struct machine_instruction *i, bool *known) {
    bool newest = machine_traits(r->code->processor)->has_scopes;
    *known = r->executes && machine_word_is(r->mnemonic, newest ? "export" : "exp");
    if (!*known)
        return true;
    i->unit = MACHINE_EXPORT;
    bool apart = r->operand_count == 5; /* LLVM 23 writes a comma after the target */
    if (r->operand_count != 4 && !apart)
        return machine_refuse(r, "operands of", r->mnemonic);
    struct machine_word first = r->operands[0], target = apart ? first : machine_take_word(&first);
    if (apart)
        memmove(&r->operands[0], &r->operands[1], 4 * sizeof *r->operands);
    else
        r->operands[0] = machine_trimmed(first);
    if (!find_target(target, i))
        return machine_refuse(r, "a target of exports:", target);
    for (uint32_t k = 0; k < 4; k++) {
        if (machine_word_is(r->operands[k], "off"))
            continue;
        if (!machine_read_operand(r, r->operands[k], &i->more[k]) || i->more[k].kind != MACHINE_VECTOR)
            return machine_fail(r, "another register is expected:", r->operands[k]);
        i->components |= (uint8_t)(1 << k);
    }
    return read_modifiers(r, i);
}
