/* Waits, barriers, invalidations and write-backs. */
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_reader.h"

#include <string.h>

/* ---- waits ---- */

/* "vmcnt(0) lgkmcnt(0)"; parts may be joined by '&' or ','. */
static bool take_field(struct machine_word *text, struct machine_word *name, int64_t *value) {
    while (text->length && (*text->at == ' ' || *text->at == '\t' || *text->at == '&' || *text->at == ',')) {
        text->at++;
        text->length--;
    }
    const char *open = memchr(text->at, '(', text->length);
    const char *close = open ? memchr(open, ')', (size_t)(text->at + text->length - open)) : NULL;
    if (!close || !machine_number((struct machine_word){open + 1, (size_t)(close - open) - 1}, value))
        return false;
    *name = (struct machine_word){text->at, (size_t)(open - text->at)};
    text->length -= (size_t)(close + 1 - text->at);
    text->at = close + 1;
    return true;
}

static bool set_wait(struct machine_reader *r, struct machine_instruction *i, enum machine_counter counter,
                     int64_t value) {
    if (value < 0 || value >= MACHINE_NO_WAIT)
        return machine_fail(r, "not a number to wait for:", r->mnemonic);
    i->wait[counter] = (uint8_t)value;
    return true;
}

static bool read_fields(struct machine_reader *r, struct machine_word text, struct machine_instruction *i) {
    struct machine_word name;
    int64_t value;
    while (text.length) {
        struct machine_word rest = text;
        if (!machine_take_word(&rest).length)
            return true;
        if (!take_field(&text, &name, &value))
            return machine_refuse(r, "a wait that names no counter:", text);
        enum machine_counter counter = machine_word_is(name, "vmcnt") ? MACHINE_VM : MACHINE_LGKM;
        if (machine_word_is(name, "expcnt"))
            continue; /* plays no part in compute */
        if (counter == MACHINE_LGKM && !machine_word_is(name, "lgkmcnt"))
            return machine_refuse(r, "a counter:", name);
        if (!set_wait(r, i, counter, value))
            return false;
    }
    return true;
}

static const struct wait_name {
    const char *name;
    uint16_t families;
    uint8_t counter, second; /* the second takes the low six bits */
} wait_names[] = {{"s_waitcnt_vscnt", MACHINE_GFX10 | MACHINE_GFX11, MACHINE_VS, MACHINE_NO_WAIT},
                  {"s_waitcnt_vmcnt", MACHINE_GFX10 | MACHINE_GFX11, MACHINE_VM, MACHINE_NO_WAIT},
                  {"s_waitcnt_lgkmcnt", MACHINE_GFX10 | MACHINE_GFX11, MACHINE_LGKM, MACHINE_NO_WAIT},
                  {"s_waitcnt_expcnt", MACHINE_GFX10 | MACHINE_GFX11, MACHINE_NO_WAIT, MACHINE_NO_WAIT},
                  {"s_wait_loadcnt", MACHINE_GFX12, MACHINE_VM, MACHINE_NO_WAIT},
                  {"s_wait_storecnt", MACHINE_GFX12, MACHINE_VS, MACHINE_NO_WAIT},
                  {"s_wait_dscnt", MACHINE_GFX12, MACHINE_LGKM, MACHINE_NO_WAIT},
                  {"s_wait_kmcnt", MACHINE_GFX12, MACHINE_KM, MACHINE_NO_WAIT},
                  {"s_wait_samplecnt", MACHINE_GFX12, MACHINE_SAMPLE, MACHINE_NO_WAIT},
                  {"s_wait_bvhcnt", MACHINE_GFX12, MACHINE_BVH, MACHINE_NO_WAIT},
                  {"s_wait_asynccnt", MACHINE_GFX125, MACHINE_ASYNC, MACHINE_NO_WAIT},
                  {"s_wait_xcnt", MACHINE_GFX125, MACHINE_NO_WAIT, MACHINE_NO_WAIT},
                  {"s_wait_expcnt", MACHINE_GFX12, MACHINE_NO_WAIT, MACHINE_NO_WAIT},
                  {"s_wait_loadcnt_dscnt", MACHINE_GFX12, MACHINE_VM, MACHINE_LGKM},
                  {"s_wait_storecnt_dscnt", MACHINE_GFX12, MACHINE_VS, MACHINE_LGKM}};

static const struct wait_name *find_wait(const struct machine_reader *r) {
    for (size_t k = 0; k < sizeof wait_names / sizeof *wait_names; k++)
        if (machine_is_one_of(r, wait_names[k].families) && machine_word_is(r->mnemonic, wait_names[k].name))
            return &wait_names[k];
    return NULL;
}

/* "null, 0x0" before gfx12, then "0x0". */
static bool read_counted(struct machine_reader *r, const struct wait_name *name, struct machine_instruction *i) {
    uint32_t at = machine_traits(r->code->processor)->has_scopes ? 0 : 1;
    int64_t value;
    if (r->operand_count != at + 1 || (at && !machine_word_is(r->operands[0], "null")) || r->modifiers.length ||
        !machine_number(r->operands[at], &value))
        return machine_refuse(r, "operands of", r->mnemonic);
    if (name->counter == MACHINE_NO_WAIT)
        return true;
    if (name->second == MACHINE_NO_WAIT)
        return set_wait(r, i, name->counter, value);
    return set_wait(r, i, name->counter, value >> 8) && set_wait(r, i, name->second, value & 0x3F);
}

static bool read_wait(struct machine_reader *r, struct machine_instruction *i, bool *known) {
    const struct wait_name *name = find_wait(r);
    *known = true;
    i->unit = MACHINE_WAIT;
    if (name)
        return read_counted(r, name, i);
    if (machine_word_is(r->mnemonic, "s_waitcnt") && machine_is_one_of(r, MACHINE_UNTIL_11)) {
        const char *from = r->operand_count ? r->operands[0].at : r->modifiers.at;
        const char *to = r->modifiers.at + r->modifiers.length;
        if (r->operand_count && !r->modifiers.length)
            to = r->operands[r->operand_count - 1].at + r->operands[r->operand_count - 1].length;
        return read_fields(r, (struct machine_word){from, (size_t)(to - from)}, i);
    }
    *known = false;
    return true;
}

/* ---- barriers ---- */

static const struct barrier_name {
    const char *name;
    uint16_t families;
    uint8_t unit, operation; /* operation: enum machine_meeting */
    bool returns, named;     /* returns: whether the wave is the first; named: only of such a barrier */
} barrier_names[] = {{"s_barrier", MACHINE_UNTIL_11, MACHINE_BARRIER, MACHINE_ARRIVE},
                     {"s_barrier_wait", MACHINE_GFX12, MACHINE_BARRIER, MACHINE_ARRIVE},
                     {"s_barrier_signal", MACHINE_GFX12, MACHINE_SIGNAL, MACHINE_ARRIVE},
                     {"s_barrier_signal_isfirst", MACHINE_GFX12, MACHINE_SIGNAL, MACHINE_ARRIVE, true},
                     {"s_barrier_join", MACHINE_GFX125, MACHINE_SIGNAL, MACHINE_JOIN, .named = true},
                     {"s_barrier_init", MACHINE_GFX125, MACHINE_SIGNAL, MACHINE_INIT, .named = true}};

/* "-1" is the workgroup's barrier, of a wait also "0xffff", and "-3" the cluster's. Named ones, which the explorer does
 * not know, are "0" to "16", or in M0. */
static bool read_barrier_number(struct machine_reader *r, const struct barrier_name *name,
                                struct machine_instruction *i) {
    bool knows_named = (r->executes || r->surveys) && machine_is_one_of(r, MACHINE_GFX125);
    struct machine_operand *o = &i->source[0];
    if (r->operand_count != 1 || r->modifiers.length || !machine_read_operand(r, r->operands[0], o))
        return machine_refuse(r, "operands of", r->mnemonic);
    if (o->kind == MACHINE_LITERAL && o->value > INT16_MAX && o->value <= UINT16_MAX && name->unit == MACHINE_BARRIER)
        o->value -= UINT16_MAX + 1;
    bool whole = o->kind == MACHINE_LITERAL && o->value == MACHINE_WORKGROUP_BARRIER && !name->named;
    bool of_cluster = o->kind == MACHINE_LITERAL && o->value == MACHINE_CLUSTER_BARRIER && !name->named;
    bool by_number = o->kind == MACHINE_LITERAL && o->value >= 0 && o->value <= MACHINE_NAMED_BARRIERS;
    bool by_m0 = o->kind == MACHINE_SCALAR && o->number == MACHINE_M0 && name->unit == MACHINE_SIGNAL;
    return whole || (knows_named && (by_number || by_m0 || of_cluster)) ||
           machine_refuse(r, "another barrier than the workgroup's:", r->mnemonic);
}

static bool read_barrier(struct machine_reader *r, struct machine_instruction *i, bool *known) {
    const struct barrier_name *name = NULL;
    for (size_t k = 0; k < sizeof barrier_names / sizeof *barrier_names && !name; k++)
        if (machine_is_one_of(r, barrier_names[k].families) && machine_word_is(r->mnemonic, barrier_names[k].name))
            name = &barrier_names[k];
    *known = name && (!name->returns || r->executes || r->surveys);
    if (!*known)
        return true;
    i->unit = name->unit;
    i->operation = name->operation;
    i->returns = name->returns;
    if (machine_traits(r->code->processor)->has_scopes)
        return read_barrier_number(r, name, i);
    return r->operand_count == 0 || machine_refuse(r, "operands of", r->mnemonic);
}

/* ---- caches ---- */

struct cache_name {
    const char *name;
    uint16_t families;
    uint8_t unit, drops; /* drops: 0 if the policy says which caches */
};

static const struct cache_name cache_names[] = {
    {"buffer_wbinvl1_vol", MACHINE_GFX90, MACHINE_INVALIDATE, MACHINE_CACHE_V},
    {"buffer_wbinvl1", MACHINE_GFX90, MACHINE_INVALIDATE, MACHINE_CACHE_V},
    {"buffer_invl2", MACHINE_GFX90, MACHINE_INVALIDATE, MACHINE_CACHE_L2},
    {"buffer_wbl2", MACHINE_GFX9, MACHINE_WRITE_BACK, 0},
    {"buffer_inv", MACHINE_GFX94, MACHINE_INVALIDATE, 0},
    {"buffer_gl0_inv", MACHINE_GFX10 | MACHINE_GFX11, MACHINE_INVALIDATE, MACHINE_CACHE_V},
    {"buffer_gl1_inv", MACHINE_GFX10 | MACHINE_GFX11, MACHINE_INVALIDATE, MACHINE_CACHE_G},
    {"global_inv", MACHINE_GFX12, MACHINE_INVALIDATE, 0},
    {"global_wb", MACHINE_GFX12, MACHINE_WRITE_BACK, 0}};

static bool read_cache(struct machine_reader *r, struct machine_instruction *i, bool *known) {
    *known = false;
    for (size_t k = 0; k < sizeof cache_names / sizeof *cache_names && !*known; k++) {
        if (!machine_is_one_of(r, cache_names[k].families) || !machine_word_is(r->mnemonic, cache_names[k].name))
            continue;
        i->unit = cache_names[k].unit;
        i->operation = cache_names[k].drops;
        *known = true;
    }
    if (!*known)
        return true;
    const char *from = r->operand_count ? r->operands[0].at : r->modifiers.at;
    struct machine_word text = {from, (size_t)(r->modifiers.at + r->modifiers.length - from)}, word;
    while ((word = machine_take_word(&text)).length)
        if (machine_word_begins(word, "th:") || !machine_cache_modifier(r, word, i) ||
            i->cache & ~(MACHINE_SC0 | MACHINE_SC1))
            return machine_refuse(r, "a modifier:", word);
    return true;
}

bool machine_read_order(struct machine_reader *r, struct machine_instruction *i, bool *known) {
    if (!read_wait(r, i, known) || *known)
        return *known && !r->code->error;
    if (!read_barrier(r, i, known) || *known)
        return !r->code->error;
    return read_cache(r, i, known);
}
