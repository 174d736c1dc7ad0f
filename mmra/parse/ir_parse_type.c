#include "mmra/parse/ir_parser.h"

static ir_type type_at_depth(struct ir_parser *p, unsigned depth);

static const struct {
    const char *word;
    uint8_t length, kind;
} simple_types[] = {
    {"void", 4, IR_TYPE_VOID},         {"float", 5, IR_TYPE_FLOAT},   {"double", 6, IR_TYPE_DOUBLE},
    {"half", 4, IR_TYPE_HALF},         {"bfloat", 6, IR_TYPE_BFLOAT}, {"label", 5, IR_TYPE_LABEL},
    {"metadata", 8, IR_TYPE_METADATA},
};
static const struct {
    const char *word;
    uint8_t length;
} opaque_types[] = {{"token", 5},   {"fp128", 5},   {"x86_fp80", 8}, {"ppc_fp128", 9},
                    {"x86_amx", 7}, {"x86_mmx", 7}, {"target", 6},   {"opaque", 6}};
enum {
    SIMPLE_TYPES = sizeof simple_types / sizeof *simple_types,
    OPAQUE_TYPES = sizeof opaque_types / sizeof *opaque_types
};

bool ir_at_type(const struct ir_parser *p) {
    char first = *p->at;
    if (first == '%' || first == '[' || first == '{' || first == '<')
        return true;
    if (first == 'i')
        return p->at[1] >= '0' && p->at[1] <= '9';
    if (ir_at_word(p, "ptr", 3))
        return true;
    for (int i = 0; i < SIMPLE_TYPES; i++)
        if (first == simple_types[i].word[0] && ir_at_word(p, simple_types[i].word, simple_types[i].length))
            return true;
    for (int i = 0; i < OPAQUE_TYPES; i++)
        if (first == opaque_types[i].word[0] && ir_at_word(p, opaque_types[i].word, opaque_types[i].length))
            return true;
    return false;
}

/* ---- types kept as text ---- */

struct opaque_key {
    const struct ir_parser *p;
    struct mmra_string text;
};

static bool equal_opaque(const void *context, uint32_t item) {
    const struct opaque_key *key = context;
    const struct ir_module *module = key->p->module;
    return mmra_string_equal(module->strings[module->types[key->p->opaque_list[item]].name], key->text);
}

static ir_type add_named(struct ir_parser *p, const struct ir_type_info *type) {
    *ARENA_PUSH(p->arena, p->module->types, p->module->type_count, p->module->type_capacity) = *type;
    return p->module->type_count - 1;
}

/* The text from there to the cursor, with blanks as LLVM prints them: one between two words, and one after a comma. */
static struct mmra_string without_blanks(struct ir_parser *p, const char *from) {
    const char *to = p->at;
    char *bytes = arena_allocate(p->arena, (size_t)(to - from) * 2 + 1);
    uint32_t count = 0;
    bool blank = false;
    for (const char *at = from; at < to; at++) {
        if (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') {
            blank = true;
            continue;
        }
        bool words = count && blank && ir_is_word_byte(*at) && ir_is_word_byte(bytes[count - 1]);
        if (words || (count && bytes[count - 1] == ','))
            bytes[count++] = ' ';
        blank = false;
        const char *close = *at == '"' ? memchr(at + 1, '"', (size_t)(to - at - 1)) : NULL;
        size_t length = close ? (size_t)(close - at) + 1 : 1;
        memcpy(bytes + count, at, length);
        count += (uint32_t)length;
        at += length - 1;
    }
    return (struct mmra_string){bytes, count};
}

static ir_type opaque_type(struct ir_parser *p, const char *from) {
    struct opaque_key key = {p, without_blanks(p, from)};
    uint32_t hash = mmra_hash_end(mmra_hash_bytes(p->module->key, key.text.bytes, key.text.length));
    uint32_t found = mmra_index_find(&p->opaque_types, hash, equal_opaque, &key);
    if (found != MMRA_INDEX_NONE)
        return p->opaque_list[found];
    ir_string name = ir_text(p->module, key.text.bytes, key.text.length);
    ir_type type = add_named(p, &(struct ir_type_info){.kind = IR_TYPE_OPAQUE, .name = name});
    *ARENA_PUSH(p->arena, p->opaque_list, p->opaque_count, p->opaque_capacity) = type;
    mmra_index_add(&p->opaque_types, p->arena, hash, p->opaque_count - 1);
    return type;
}

/* ---- named types ---- */

static bool equal_type_name(const void *context, uint32_t item) {
    const struct opaque_key *key = context;
    return mmra_string_equal(key->p->named_types[item].name, key->text);
}

/* At '%': the type of that name. Sets `added` if the name is new: until its definition, the type is a struct without a
 * body. */
static struct ir_named_type *named_type(struct ir_parser *p, bool *added) {
    struct ir_place place = ir_here(p);
    const char *from = p->at++;
    struct opaque_key key = {p, *p->at == '"' ? ir_take_quoted(p) : ir_take_word(p)};
    if (from[1] == '"' && key.text.length && key.text.bytes[0] >= '0' && key.text.bytes[0] <= '9')
        key.text = (struct mmra_string){from + 1, (uint32_t)(p->at - from) - 1}; /* %"0" is not %0 */
    uint32_t hash = mmra_hash_end(mmra_hash_bytes(p->module->key, key.text.bytes, key.text.length));
    uint32_t found = mmra_index_find(&p->type_names, hash, equal_type_name, &key);
    *added = found == MMRA_INDEX_NONE;
    if (!*added)
        return &p->named_types[found];
    ir_type type =
        add_named(p, &(struct ir_type_info){
                         .kind = IR_TYPE_STRUCT, .name = ir_slice(p, from), .name_is_text = true, .bodiless = true});
    *ARENA_PUSH(p->arena, p->named_types, p->named_type_count, p->named_type_capacity) =
        (struct ir_named_type){.name = key.text, .place = place, .type = type};
    mmra_index_add(&p->type_names, p->arena, hash, p->named_type_count - 1);
    return &p->named_types[p->named_type_count - 1];
}

/* ---- the rest ---- */

/* After "addrspace(" */
static uint64_t take_space(struct ir_parser *p) {
    struct ir_place place = ir_here(p);
    uint64_t space;
    if (ir_take_unsigned(p, &space) && space >= 1 << 24)
        ir_fail(p, place, "address spaces are below 2^24", "", 0);
    ir_expect(p, ')');
    return p->failed ? 0 : space;
}

static ir_type pointer_to(struct ir_parser *p, uint64_t space) {
    return space < 10 ? p->pointers[space] : ir_type_pointer(p->module, (uint32_t)space);
}

static ir_type pointer_type(struct ir_parser *p) {
    p->at += 3;
    const char *before = p->at, *line_start = p->line_start;
    uint32_t line = p->line;
    ir_skip(p);
    if (!ir_at_word(p, "addrspace", 9)) {
        p->at = before;
        p->line_start = line_start;
        p->line = line;
        return p->pointers[0];
    }
    p->at += 9;
    if (ir_expect(p, '('))
        ir_skip(p);
    if (*p->at == '"') { /* a symbolic name: "A", "G", "P" */
        ir_skip_quoted(p);
        ir_expect(p, ')');
        return opaque_type(p, before - 3);
    }
    return pointer_to(p, take_space(p));
}

/* At the '*' of i32*, or the addrspace of i32 addrspace(3)*: LLVM still reads such types, as ptr. */
static ir_type typed_pointer(struct ir_parser *p, bool opaque) {
    struct ir_place place = ir_here(p);
    uint64_t space = 0;
    if (*p->at != '*') {
        p->at += 9;
        if (ir_expect(p, '('))
            ir_skip(p);
        space = take_space(p);
    }
    if (ir_expect(p, '*') && opaque)
        ir_fail(p, place, "'ptr*' is no type: ptr says all", "", 0);
    return pointer_to(p, space);
}

/* No aggregate has elements that are voids, labels or functions; vectors have only scalars. */
static void require_element(struct ir_parser *p, struct ir_place place, ir_type element, bool of_vector) {
    uint8_t kind = p->module->types[element].kind;
    bool no_value =
        kind == IR_TYPE_VOID || kind == IR_TYPE_LABEL || kind == IR_TYPE_METADATA || kind == IR_TYPE_FUNCTION;
    if (no_value || (of_vector && (kind == IR_TYPE_VECTOR || kind == IR_TYPE_ARRAY || kind == IR_TYPE_STRUCT)))
        ir_fail(p, place, "no type has elements of this type", "", 0);
}

static ir_type sequence_type(struct ir_parser *p, unsigned depth, char close) {
    struct ir_place place = ir_here(p);
    const char *from = p->at++;
    uint64_t count = 0;
    ir_skip(p);
    bool scalable = ir_at_word(p, "vscale", 6);
    if (scalable) {
        p->at += 6;
        ir_expect_word(p, "x");
        ir_skip(p);
    }
    ir_take_unsigned(p, &count);
    ir_expect_word(p, "x");
    ir_type element = type_at_depth(p, depth + 1);
    ir_expect(p, close);
    require_element(p, place, element, close == '>');
    if (!count && close == '>')
        ir_fail(p, place, "a vector without elements", "", 0);
    if (p->failed)
        return 0;
    if (scalable)
        return opaque_type(p, from);
    return close == ']' ? ir_type_array(p->module, element, count) : ir_type_vector(p->module, element, count);
}

static uint32_t members_until(struct ir_parser *p, unsigned depth, char close, bool *variadic) {
    uint32_t count = 0;
    if (ir_accept(p, close))
        return 0;
    do {
        if (variadic && ir_accept_dots(p)) {
            *variadic = true;
            break;
        }
        struct ir_place place = ir_here(p);
        ir_type member = type_at_depth(p, depth + 1);
        if (!variadic) /* of a struct; a function's parameters are looked at where it is called or declared */
            require_element(p, place, member, false);
        ir_push(p, member);
        count++;
    } while (ir_accept(p, ','));
    ir_expect(p, close);
    return count;
}

static void struct_body(struct ir_parser *p, unsigned depth, struct ir_type_info *type) {
    type->packed = ir_accept(p, '<');
    ir_expect(p, '{');
    type->member_count = members_until(p, depth, '}', NULL);
    if (type->packed)
        ir_expect(p, '>');
}

static ir_type literal_struct(struct ir_parser *p, unsigned depth) {
    struct ir_type_info type = {.kind = IR_TYPE_STRUCT};
    uint32_t base = p->scratch_count;
    struct_body(p, depth, &type);
    p->scratch_count = base;
    type.members = p->scratch + base;
    return p->failed ? 0 : ir_type_intern(p->module, &type);
}

static ir_type function_type(struct ir_parser *p, ir_type result, unsigned depth) {
    struct ir_type_info type = {.kind = IR_TYPE_FUNCTION, .element = result};
    uint32_t base = p->scratch_count;
    p->at++;
    type.member_count = members_until(p, depth, ')', &type.variadic);
    p->scratch_count = base;
    type.members = p->scratch + base;
    return p->failed ? 0 : ir_type_intern(p->module, &type);
}

static ir_type integer_type(struct ir_parser *p) {
    struct ir_place place = ir_here(p);
    uint64_t width = 0;
    p->at++;
    if (ir_take_unsigned(p, &width) && (width == 0 || width >= 1 << 23))
        ir_fail(p, place, "integers have 1 to 8388607 bits", "", 0);
    if (width == 32)
        return p->i32;
    return ir_type_integer(p->module, (uint32_t)width);
}

static ir_type word_type(struct ir_parser *p) {
    const char *from = p->at;
    struct ir_place place = ir_here(p);
    struct mmra_string word = ir_take_word(p);
    for (int i = 0; i < SIMPLE_TYPES; i++)
        if (word.length == simple_types[i].length && memcmp(word.bytes, simple_types[i].word, word.length) == 0)
            return ir_type_simple(p->module, simple_types[i].kind);
    for (int i = 0; i < OPAQUE_TYPES; i++)
        if (word.length == opaque_types[i].length && memcmp(word.bytes, opaque_types[i].word, word.length) == 0) {
            if (*p->at == '(')
                ir_skip_balanced(p);
            return opaque_type(p, from);
        }
    ir_fail(p, place, word.length ? "'%s' is no type" : "expected a type", word.bytes, word.length);
    return 0;
}

static ir_type plain_type(struct ir_parser *p, unsigned depth) {
    bool added;
    switch (*p->at) {
    case 'i':
        return integer_type(p);
    case '%':
        return named_type(p, &added)->type;
    case '[':
        return sequence_type(p, depth, ']');
    case '{':
        return literal_struct(p, depth);
    case '<':
        return p->at[1] == '{' ? literal_struct(p, depth) : sequence_type(p, depth, '>');
    default:
        return ir_at_word(p, "ptr", 3) ? pointer_type(p) : word_type(p);
    }
}

/* Not so a block of that name, which may stand in the next line. */
static bool begins_address_space(const char *at) {
    return *at == 'a' && strncmp(at, "addrspace", 9) == 0 && *ir_next_token(at + 9) == '(';
}

static ir_type type_at_depth(struct ir_parser *p, unsigned depth) {
    ir_skip(p);
    if (depth > IR_MAX_DEPTH) {
        ir_fail(p, ir_here(p), "types are nested too deep", "", 0);
        return 0;
    }
    bool opaque_pointer = p->at[0] == 'p' && p->at[1] == 't';
    ir_type type = plain_type(p, depth);
    for (;; opaque_pointer = false) {
        const char *next = ir_next_token(p->at);
        if (*next != '(' && *next != '*' && !begins_address_space(next))
            return type;
        ir_skip(p);
        type = *next == '(' ? function_type(p, type, depth) : typed_pointer(p, opaque_pointer);
        if (++depth > IR_MAX_DEPTH)
            ir_fail(p, ir_here(p), "types are nested too deep", "", 0);
    }
}

ir_type ir_take_type(struct ir_parser *p) {
    return type_at_depth(p, 0);
}

/* %name = type <4 x i32>: another name for a type. Its definition is kept too, since text that is kept may use it. */
static void take_type_alias(struct ir_parser *p, struct ir_named_type *named, struct ir_place place, bool added) {
    uint32_t item = (uint32_t)(named - p->named_types);
    if (!added)
        ir_fail(p, place, "a type that is no struct is defined before it is used", "", 0);
    ir_type type = ir_take_type(p);
    if (p->failed)
        return;
    p->module->types[p->named_types[item].type].kind = IR_TYPE_OPAQUE; /* whose text, its name, is not printed */
    p->named_types[item].type = type;
    text_bytes(&p->rest, place.at, (size_t)(p->at - place.at));
    text_char(&p->rest, '\n');
}

/* After "%name = type": { ... } or <{ ... }> */
static void take_struct_definition(struct ir_parser *p, ir_type type) {
    struct ir_type_info body = p->module->types[type];
    uint32_t base = p->scratch_count;
    struct_body(p, 0, &body);
    p->scratch_count = base;
    ir_type *members = arena_allocate_array(p->arena, body.member_count, sizeof *members);
    if (body.member_count)
        memcpy(members, p->scratch + base, body.member_count * sizeof *members);
    body.members = members;
    body.bodiless = false;
    if (!p->failed)
        p->module->types[type] = body;
}

/* %name = type { ... }, opaque or another type */
void ir_take_type_definition(struct ir_parser *p) {
    struct ir_place place = ir_here(p);
    bool added;
    struct ir_named_type *named = named_type(p, &added);
    ir_expect(p, '=');
    ir_expect_word(p, "type");
    ir_skip(p);
    if (named->defined)
        ir_fail(p, place, "this type is defined twice", "", 0);
    if (p->failed)
        return;
    named->defined = true;
    bool opaque = ir_accept_word(p, "opaque"),
         braces = *p->at == '{' || (*p->at == '<' && *ir_next_token(p->at + 1) == '{');
    if (!opaque && !braces) {
        take_type_alias(p, named, place, added);
        return;
    }
    struct ir_parsed *parsed = p->parsed;
    *ARENA_PUSH(p->arena, parsed->named_types, parsed->named_type_count, parsed->named_type_capacity) = named->type;
    if (!opaque)
        take_struct_definition(p, named->type);
}

void ir_end_types(struct ir_parser *p) {
    for (uint32_t i = 0; i < p->named_type_count && !p->failed; i++) {
        const struct ir_named_type *named = &p->named_types[i];
        if (!named->defined)
            ir_fail(p, named->place, "the type '%s' is used and never defined", named->name.bytes, named->name.length);
    }
}
