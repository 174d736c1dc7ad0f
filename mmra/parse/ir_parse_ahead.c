/* LLVM's grammar has no lines: text that is kept goes on until something else begins. These functions say, without
 * moving the cursor, whether something begins. */
#include "mmra/parse/ir_parser.h"

/* ---- one instruction ---- */

static uint32_t slot_of(struct mmra_string word) {
    return mmra_hash_end(mmra_hash_bytes(6, word.bytes, word.length)) & 0xFF;
}

enum ir_opcode ir_find_opcode(struct ir_parser *p, struct mmra_string word) {
    if (!p->opcode_slots[slot_of(mmra_string_of("fence"))])
        for (uint8_t opcode = 1; opcode < IR_OPCODE_COUNT; opcode++) {
            uint32_t slot = slot_of(mmra_string_of(ir_opcodes[opcode].name));
            while (p->opcode_slots[slot])
                slot = (slot + 1) & 0xFF;
            p->opcode_slots[slot] = opcode;
        }
    for (uint32_t slot = slot_of(word); p->opcode_slots[slot]; slot = (slot + 1) & 0xFF)
        if (word.length == ir_opcodes[p->opcode_slots[slot]].name_length &&
            memcmp(ir_opcodes[p->opcode_slots[slot]].name, word.bytes, word.length) == 0)
            return p->opcode_slots[slot];
    return IR_OPAQUE;
}

const char *ir_next_token(const char *at) {
    for (;;) {
        if (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') {
            at++;
        } else if (*at == ';') {
            while (*at && *at != '\n')
                at++;
        } else if (at[0] == '/' && at[1] == '*') {
            for (at += 2; *at && (at[0] != '*' || at[1] != '/'); at++)
                ;
            at += *at ? 2 : 0;
        } else {
            return at;
        }
    }
}

const char *ir_next_visible(const char *at) {
    while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')
        at++;
    return at;
}

static struct mmra_string word_at(const char *at) {
    const char *from = at;
    while (ir_is_word_byte(*at))
        at++;
    return (struct mmra_string){from, (uint32_t)(at - from)};
}

/* After a name, quoted or not, that begins at `at`. */
static const char *behind_name(const char *at) {
    if (*at == '"') {
        for (at++; *at && *at != '"'; at++)
            ;
        return *at ? at + 1 : at;
    }
    while (ir_is_word_byte(*at) || *at == '\\')
        at++;
    return at;
}

static bool defines_name(const char *sigil) {
    return *ir_next_token(behind_name(sigil + 1)) == '=';
}

/* ---- the top level ---- */

bool ir_begins_definition(const char *at) {
    static const char words[] = "define declare attributes target source_filename module uselistorder uselistorder_bb";
    if (*at == '@' || *at == '%' || *at == '$' || *at == '!')
        return defines_name(at);
    struct mmra_string word = word_at(at);
    return *at == '^' || !*at || (at[word.length] != '(' && mmra_string_among(word, words));
}

bool ir_continues_global(const char *behind, const char *at) {
    static const char words[] =
        "global constant alias ifunc external internal private addrspace ptr zeroinitializer null undef "
        "poison splat true false trunc getelementptr inttoptr ptrtoint bitcast addrspacecast to align "
        "section comdat";
    if (ir_begins_definition(at))
        return false;
    if (behind[-1] == ',' || behind[-1] == '=' || strchr("[{<(\",@%!-0123456789", *at))
        return true;
    struct mmra_string word = word_at(at);
    bool string = word.length == 1 && at[0] == 'c' && at[1] == '"';
    bool integer = word.length > 1 && at[0] == 'i' && at[1] >= '0' && at[1] <= '9';
    return string || integer || mmra_string_among(word, words);
}

bool ir_continues_declaration(const char *at) {
    static const char words[] =
        "memory nounwind readnone readonly writeonly argmemonly inaccessiblememonly willreturn norecurse "
        "convergent noreturn nocallback nofree nosync noinline alwaysinline cold hot minsize optsize "
        "optnone uwtable strictfp mustprogress speculatable returns_twice noduplicate allockind allocsize "
        "nobuiltin builtin naked section align alignstack comdat gc prefix prologue personality "
        "unnamed_addr local_unnamed_addr";
    if (*at == '#' || *at == '"')
        return true;
    struct mmra_string word = word_at(at);
    return mmra_string_among(word, words);
}

/* ---- in a function ---- */

static bool is_label(const char *at) {
    const char *behind = behind_name(at);
    return behind > at && *behind == ':';
}

bool ir_begins_statement(struct ir_parser *p, const char *at) {
    static const char words[] = "tail musttail notail invoke indirectbr resume callbr cleanupret catchret catchswitch "
                                "uselistorder va_arg landingpad cleanuppad catchpad";
    if (*at == '}' || !*at || is_label(at))
        return true;
    if (*at == '%')
        return defines_name(at);
    if (*at == '#')
        return strncmp(at, "#dbg_", 5) == 0;
    struct mmra_string word = word_at(at);
    return word.length && (ir_find_opcode(p, word) != IR_OPAQUE || mmra_string_among(word, words));
}
