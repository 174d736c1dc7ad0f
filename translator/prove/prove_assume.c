/* --assume gives two sums of products of numbers, sizes of the grid (groups.x) and scalars in memory that nobody
 * writes (size, P.size, sizes[2]), and how they compare. */
#include <ctype.h>
#include <stdlib.h>

#include "translator/prove/prove_core.h"

struct reader {
    struct prover *p;
    const char *text, *at;
    struct prove_list facts;
};

_Noreturn static void refuse(const struct reader *r, const char *why) {
    prove_give_up(r->p, 0, "--assume '%.80s': %s at '%.40s'", r->text, why, r->at);
}

static void skip_space(struct reader *r) {
    while (*r->at == ' ')
        r->at++;
}

static bool take(struct reader *r, const char *word) {
    skip_space(r);
    size_t length = strlen(word);
    if (strncmp(r->at, word, length) != 0)
        return false;
    r->at += length;
    return true;
}

static size_t word_length(const char *at) {
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        length++;
    return length;
}

static bool is_called(const char *name, const char *word, size_t length) {
    if (name && strncmp(name, "type.", 5) == 0) /* DXC's name of a block */
        name += 5;
    return name && strlen(name) == length && memcmp(name, word, length) == 0;
}

/* ---- names ---- */

struct named {
    uint32_t object; /* 1 + number */
    spirv_id type;
    prove_term path[16];
    uint32_t count;
};

static bool step_to_member(struct reader *r, struct named *named, const char *word, size_t length) {
    const struct spirv_type *type = spirv_type_of_id(r->p->module, named->type);
    for (uint32_t i = 0; type && type->opcode == SpvOpTypeStruct && i < type->count; i++)
        if (is_called(prove_member_name(r->p, named->type, i), word, length)) {
            named->path[named->count++] = prove_constant(&r->p->terms, 32, i);
            named->type = type->members[i];
            return true;
        }
    const char *components = "xyzw", *at = length == 1 ? strchr(components, *word) : NULL;
    if (!type || type->opcode != SpvOpTypeVector || !at || (uint32_t)(at - components) >= type->count)
        return false;
    named->path[named->count++] = prove_constant(&r->p->terms, 32, (uint64_t)(at - components));
    named->type = type->element;
    return true;
}

/* A variable, a block, or a member of a block. */
static bool find_root(struct reader *r, struct named *named, const char *word, size_t length) {
    for (uint32_t i = 0; i < r->p->object_count; i++) {
        const struct prove_object *object = &r->p->objects[i];
        *named = (struct named){.object = i + 1, .type = object->type};
        if (object->cell || object->is_written)
            continue;
        if (is_called(spirv_name(r->p->module, object->variable), word, length) ||
            is_called(spirv_name(r->p->module, object->type), word, length) || step_to_member(r, named, word, length))
            return true;
    }
    return false;
}

static void read_index(struct reader *r, struct named *named) {
    char *end;
    unsigned long long index = strtoull(r->at, &end, 10);
    const struct spirv_type *type = spirv_type_of_id(r->p->module, named->type);
    if (end == r->at || index > UINT32_MAX || *end != ']' || !type || !type->element)
        refuse(r, "no index");
    named->path[named->count++] = prove_constant(&r->p->terms, 32, index);
    named->type = type->element;
    r->at = end + 1;
}

/* A component is read by its own place, or with its vector: both are the same. */
static prove_term read_of(struct reader *r, const struct named *named) {
    struct prover *p = r->p;
    struct prove_value pointer = {.kind = PROVE_POINTER,
                                  .object = named->object,
                                  .type = named->type,
                                  .path = named->path,
                                  .count = named->count};
    prove_term own = prove_read_only(p, &pointer)->term;
    if (!named->count)
        return own;
    pointer.count--;
    pointer.type = p->objects[named->object - 1].type;
    for (uint32_t i = 0; i < pointer.count; i++)
        pointer.type = prove_part_type(p, pointer.type, (uint32_t)p->terms.nodes[named->path[i]].bits);
    const struct spirv_type *vector = spirv_type_of_id(p->module, pointer.type);
    if (!vector || vector->opcode != SpvOpTypeVector)
        return own;
    const struct prove_value *whole = prove_read_only(p, &pointer);
    const struct prove_value *part = prove_part(p, whole, (uint32_t)p->terms.nodes[named->path[named->count - 1]].bits);
    *ARENA_PUSH(p->arena, r->facts.items, r->facts.count, r->facts.capacity) =
        prove_binary(&p->terms, PROVE_EQUAL, own, part->term);
    return own;
}

static prove_term read_name(struct reader *r) {
    struct named named;
    size_t length = word_length(r->at);
    if (!length || !find_root(r, &named, r->at, length))
        refuse(r, "no number, groups.x or name of what nobody writes");
    for (r->at += length; (*r->at == '.' || *r->at == '[') && named.count + 1 < 16;) {
        bool is_member = *r->at++ == '.';
        length = word_length(r->at);
        if (!is_member) {
            read_index(r, &named);
        } else if (step_to_member(r, &named, r->at, length)) {
            r->at += length;
        } else {
            refuse(r, "no such member");
        }
    }
    if (prove_scalar_width(r->p, named.type) != 32)
        refuse(r, "no scalar of 32 bits");
    return read_of(r, &named);
}

/* ---- sums ---- */

static prove_term read_factor(struct reader *r) {
    static const char *const groups[] = {"groups.x", "groups.y", "groups.z"};
    char *end;
    skip_space(r);
    if (isdigit((unsigned char)*r->at)) {
        unsigned long long number = strtoull(r->at, &end, 0);
        if (number > UINT32_MAX)
            refuse(r, "a number of more than 32 bits");
        r->at = end;
        return prove_constant(&r->p->terms, 32, number);
    }
    for (uint32_t i = 0; i < 3; i++)
        if (take(r, groups[i]))
            return r->p->built_ins[PROVE_GROUPS_X + i];
    return read_name(r);
}

static prove_term read_sum(struct reader *r) {
    struct prove_terms *t = &r->p->terms;
    prove_term sum = prove_constant(t, 32, 0);
    bool is_plus = true, is_minus = false;
    while (is_plus || is_minus) {
        prove_term product = read_factor(r);
        while (take(r, "*"))
            product = prove_multiply(t, product, read_factor(r));
        sum = prove_add(t, sum, is_minus ? prove_negate(t, product) : product);
        is_plus = take(r, "+");
        is_minus = !is_plus && take(r, "-");
    }
    return sum;
}

prove_term prove_assume(struct prover *p, const char *text) {
    static const struct {
        const char *word;
        bool is_equal, is_swapped, is_not;
    } comparisons[] = {{"==", true, false, false}, {"!=", true, false, true},  {"<=", false, true, true},
                       {">=", false, false, true}, {"<", false, false, false}, {">", false, true, false}};
    struct reader r = {.p = p, .text = text, .at = text};
    prove_term a = read_sum(&r), said = 0;
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons && !said; i++) {
        if (!take(&r, comparisons[i].word))
            continue;
        prove_term b = read_sum(&r);
        said = prove_binary(&p->terms, comparisons[i].is_equal ? PROVE_EQUAL : PROVE_UNSIGNED_LESS,
                            comparisons[i].is_swapped ? b : a, comparisons[i].is_swapped ? a : b);
        said = comparisons[i].is_not ? prove_not(&p->terms, said) : said;
    }
    skip_space(&r);
    if (!said || *r.at)
        refuse(&r, "no comparison");
    for (uint32_t i = 0; i < r.facts.count; i++)
        said = prove_and(&p->terms, said, r.facts.items[i]);
    return said;
}
