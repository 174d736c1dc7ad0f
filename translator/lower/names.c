/* Names of IR values after SPIR-V's. OpName strings are hostile: they may hold anything, repeat, or look like what we
 * generate. A name is kept if it is printable ASCII, does not begin like an intrinsic or a number, and cannot be
 * mistaken for a generated one (_12, name.12); the first id of a name in a scope gets it, later ones get name.id, all
 * others _id. So every name is unique without a table of the names in use.
 *
 * On the host, LLVM takes a function with the name of a C library function for that function, and its own calls of the
 * library would reach whatever has the name in the module. No function of the library has a dot in its name; so on the
 * host functions, kernels among them, and variables are always called name.id. */
#include "translator/lower/names.h"

#include "mmra/base/sort.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

enum { LONGEST_NAME = 255 };

/* A distinct OpName. `used` holds, for each kind of scope, the last scope in which an id took the bare name. */
struct interned_name {
    const char *bytes;
    uint32_t length;
    ir_string string; /* 0: not a legal name */
    bool alone;       /* name.id is not legal */
    uint32_t used[NAME_SCOPE_COUNT];
};

struct names {
    struct interned_name *items; /* 0: none */
    uint32_t count;
    uint32_t *buckets; /* numbers of items */
    uint32_t mask;
    uint32_t function; /* number of the function begun last, from 1 */
};

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* "_12" and "x.12" are what names from ids look like. */
static bool looks_generated(const char *bytes, uint32_t length) {
    uint32_t digits = 0;
    while (digits < length && is_digit(bytes[length - 1 - digits]))
        digits++;
    if (digits == 0 || digits == length)
        return false;
    char before = bytes[length - 1 - digits];
    return before == '.' || (before == '_' && digits + 1 == length);
}

static bool is_legal(const char *bytes, uint32_t length) {
    if (length == 0 || length > LONGEST_NAME || is_digit(bytes[0]) || looks_generated(bytes, length))
        return false;
    for (uint32_t i = 0; i < length; i++)
        if (bytes[i] < 0x20 || bytes[i] > 0x7E || bytes[i] == '"' || bytes[i] == '\\')
            return false;
    /* nothing from a module may name an intrinsic or a function of the runtime */
    static const char *const reserved[] = {"llvm.", "smmra_", "smmra.", "\1"};
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (*bytes == *reserved[i] && strncmp(bytes, reserved[i], strlen(reserved[i])) == 0)
            return false;
    return true;
}

/* Names that the lowering itself uses, followed by a number; and llvm.12 would be an intrinsic. */
static bool needs_no_number(const char *bytes) {
    static const char *const words[] = {"size", "memory", "entry", "input", "buffer", "place", "llvm"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (*bytes == *words[i] && strcmp(bytes, words[i]) == 0)
            return true;
    return false;
}

static uint32_t intern(struct lowering *l, const char *bytes) {
    struct names *names = l->names;
    uint32_t length = (uint32_t)strlen(bytes);
    mmra_work(&l->watch, 1 + length / 64);
    for (uint32_t i = mmra_hash_end(mmra_hash_bytes(l->ir->key, bytes, length));; i++) {
        uint32_t *bucket = &names->buckets[i & names->mask];
        struct interned_name *name = &names->items[*bucket];
        if (*bucket && (name->length != length || memcmp(name->bytes, bytes, length) != 0))
            continue;
        if (!*bucket) {
            *bucket = ++names->count;
            names->items[*bucket] =
                (struct interned_name){.bytes = bytes,
                                       .length = length,
                                       .string = is_legal(bytes, length) ? ir_text(l->ir, bytes, length) : 0,
                                       .alone = needs_no_number(bytes)};
        }
        return *bucket;
    }
}

void names_init(struct lowering *l) {
    const struct spirv_module *spirv = l->spirv;
    struct names *names = arena_allocate_array(l->arena, 1, sizeof *names);
    l->names = names;
    names->function = 1;
    uint32_t named = spirv->entry_point_count;
    const struct spirv_definition *definitions = spirv->definitions, *last = definitions + spirv->definition_count;
    for (const struct spirv_definition *definition = definitions + 1; definition <= last; definition++)
        named += definition->name != 0;
    uint32_t size = 16;
    while (size < named * 2)
        size *= 2;
    names->mask = size - 1;
    names->buckets = arena_allocate_array(l->arena, size, sizeof *names->buckets);
    names->items = arena_allocate(l->arena, ((size_t)named + 1) * sizeof *names->items);
    names->items[0] = (struct interned_name){0};
    for (const struct spirv_definition *definition = definitions + 1; definition <= last; definition++)
        if (definition->name) /* others are passed by within a few instructions */
            l->ids[definition - definitions].name = intern(l, (const char *)(spirv->words + definition->name + 2));
}

void names_begin_function(struct lowering *l) {
    l->names->function++;
}

/* `bare`: the name is available as it is. */
static void choose(struct lowering *l, uint32_t interned, spirv_id id, enum name_scope scope, bool bare,
                   ir_string *string, uint32_t *number) {
    struct interned_name *name = &l->names->items[interned];
    uint32_t current = scope == NAME_LOCAL ? l->names->function : 1;
    *string = name->string;
    *number = id;
    if (*string && bare && name->used[scope] != current) {
        name->used[scope] = current;
        *number = 0;
    } else if (name->alone) {
        *string = 0;
    }
}

void name_choose(struct lowering *l, spirv_id id, enum name_scope scope, ir_string *name, uint32_t *number) {
    bool bare = scope != NAME_GLOBAL || l->target->kernel_convention;
    choose(l, l->ids[spirv_index(l->spirv, id)].name, id, scope, bare, name, number);
}

/* By name and stage; those that are alike stay in the module's order. */
static int compare_entry_points(const void *a, const void *b) {
    const struct spirv_entry_point *left = *(const struct spirv_entry_point *const *)a,
                                   *right = *(const struct spirv_entry_point *const *)b;
    int order = strcmp(left->name, right->name);
    return order                                            ? order
           : left->execution_model < right->execution_model ? -1
                                                            : left->execution_model > right->execution_model;
}

/* Entry points of different stages may have the same name (SPIR-V 2.16.1). All are looked at once. */
static bool is_named_twice(struct lowering *l, const struct spirv_entry_point *entry) {
    const struct spirv_entry_point *all = l->spirv->entry_points, **sorted;
    uint32_t count = l->spirv->entry_point_count;
    if (!l->is_named_again) {
        l->is_named_again = arena_allocate_array(l->arena, count, sizeof *l->is_named_again);
        sorted = arena_allocate_array(l->arena, count, sizeof *sorted);
        for (uint32_t i = 0; i < count; i++)
            sorted[i] = &all[i];
        mmra_sort(l->arena, sorted, count, sizeof *sorted, compare_entry_points);
        for (uint32_t i = 1; i < count; i++)
            l->is_named_again[sorted[i] - all] = compare_entry_points(&sorted[i - 1], &sorted[i]) == 0;
    }
    return l->is_named_again[entry - all];
}

void name_choose_entry(struct lowering *l, const struct spirv_entry_point *entry, bool shares, ir_string *name,
                       uint32_t *number) {
    bool bare = l->target->kernel_convention || entry->execution_model != SpvExecutionModelGLCompute;
    choose(l, intern(l, entry->name), entry->function, NAME_GLOBAL, bare, name, number);
    if (shares && *name && *number) /* the number is that of the function */
        *name = 0;
    if (*number && is_named_twice(l, entry))
        FAIL_INVALID(l, NULL, "two entry points are called \"%.60s\"; their names must differ", entry->name);
    if (*name || !shares)
        return;
    *name = ir_text_of(l->ir, "entry"); /* its function's id is not its own */
    *number = (uint32_t)(entry - l->spirv->entry_points) + 1;
}

void name_give(struct lowering *l, ir_value value, spirv_id id) {
    ir_string name;
    uint32_t number;
    name_choose(l, id, NAME_LOCAL, &name, &number);
    l->ir->values[value].name = name;
    l->ir->values[value].number = number;
}
