/* Changes of a litmus program: operations are dropped, moved, copied and put in; scopes, semantics, storage classes and
 * availability widened and narrowed; atomics made plain and back; loops and conditions put around operations. */
#include <stdio.h>
#include <string.h>

#include "table.h"

#define COUNT(array) (uint32_t)(sizeof(array) / sizeof *(array))

static uint64_t random_state;

void table_seed(uint64_t seed) {
    random_state = seed * UINT64_C(0x9E3779B97F4A7C15) + 1;
}

uint32_t table_below(uint32_t limit) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 32) % limit);
}

/* A thread that has an operation, or the first one. */
static uint32_t some_thread(const struct table *table) {
    return table_below(table->thread_count);
}

static void insert(struct column *column, uint32_t at, const struct operation *operation) {
    if (column->count == MOST_OPERATIONS)
        return;
    memmove(&column->operations[at + 1], &column->operations[at], (column->count - at) * sizeof *column->operations);
    column->operations[at] = *operation;
    column->count++;
}

static struct operation *some_operation(struct table *table) {
    struct column *column = &table->columns[some_thread(table)];
    return column->count ? &column->operations[table_below(column->count)] : NULL;
}

/* ---- tokens ---- */

static const char *const scopes[] = {"sg", "wg", "qf", "dv"};
static const char *const long_scopes[] = {"scopesg", "scopewg", "scopeqf", "scopedev"};
static const char *const flags[] = {"atom", "nonpriv", "acq",    "rel",    "acq_rel", "av",
                                    "vis",  "semav",   "semvis", "semsc0", "semsc1"};

/* The token's place, with the dot before it; NULL: nowhere. */
static char *find_token(char *tokens, const char *name) {
    size_t length = strlen(name);
    for (char *dot = strchr(tokens, '.'); dot; dot = strchr(dot + 1, '.'))
        if (strncmp(dot + 1, name, length) == 0 && (dot[1 + length] == '.' || dot[1 + length] == '\0'))
            return dot;
    return NULL;
}

static bool drop_token(char *tokens, const char *name) {
    char *dot = find_token(tokens, name);
    if (dot)
        memmove(dot, dot + 1 + strlen(name), strlen(dot + 1 + strlen(name)) + 1);
    return dot != NULL;
}

static void add_token(char *tokens, const char *name) {
    size_t length = strlen(tokens);
    if (!find_token(tokens, name) && length + strlen(name) + 2 < TOKENS)
        snprintf(tokens + length, TOKENS - length, ".%s", name);
}

static void change_scope(char *tokens) {
    for (uint32_t i = 0; i < COUNT(scopes); i++)
        if (drop_token(tokens, scopes[i]) || drop_token(tokens, long_scopes[i]))
            break;
    add_token(tokens, scopes[table_below(COUNT(scopes))]);
}

static bool is_access(const struct operation *o) {
    return !o->is_label &&
           (strncmp(o->tokens, "ld", 2) == 0 || strncmp(o->tokens, "st", 2) == 0 || strncmp(o->tokens, "rmw", 3) == 0);
}

static bool has_tokens(const struct operation *o) {
    return is_access(o) ||
           (!o->is_label && (strncmp(o->tokens, "cbar", 4) == 0 || strncmp(o->tokens, "membar", 6) == 0));
}

static void change_tokens(struct operation *o) {
    if (!has_tokens(o))
        return;
    const char *flag = flags[table_below(COUNT(flags))];
    switch (table_below(4)) {
    case 0:
        change_scope(o->tokens);
        return;
    case 1:
        if (is_access(o))
            add_token(o->tokens, drop_token(o->tokens, "sc0") ? "sc1" : drop_token(o->tokens, "sc1") ? "sc0" : "sc0");
        return;
    default:
        if (!drop_token(o->tokens, flag))
            add_token(o->tokens, flag);
        for (uint32_t i = 0; i < COUNT(scopes); i++)
            if (find_token(o->tokens, scopes[i]) || find_token(o->tokens, long_scopes[i]))
                return;
        change_scope(o->tokens); /* an atomic, or what is available, needs one */
    }
}

/* ---- arguments ---- */

/* The name of a location of the program. */
static const char *some_location(const struct table *table) {
    static const char *const others[] = {"x", "y"};
    uint32_t n = table_below(table->initial_count + 1u);
    static char name[WORD];
    if (n == table->initial_count)
        return others[table_below(2)];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(table->initials[n], " ="), table->initials[n]);
    return name;
}

static void some_value(char *argument) {
    if (table_below(2))
        snprintf(argument, WORD, "r%u", table_below(4));
    else
        snprintf(argument, WORD, "%u", table_below(3));
}

static uint32_t location_at(const struct operation *o) {
    return o->tokens[0] == 's' ? 0 : 1;
}

static void change_arguments(const struct table *table, struct operation *o) {
    if (!o->argument_count || strcmp(o->tokens, "goto") == 0)
        return;
    if (is_access(o) && table_below(2)) {
        snprintf(o->arguments[location_at(o)], WORD, "%s", some_location(table));
        return;
    }
    bool barrier = strncmp(o->tokens, "cbar", 4) == 0;
    uint32_t last = o->argument_count - (o->tokens[0] == 'b');
    uint32_t at = last ? table_below(last) : 0;
    if (barrier)
        snprintf(o->arguments[0], WORD, "%u", 1 + table_below(2));
    else if (is_access(o) && at == location_at(o))
        snprintf(o->arguments[at], WORD, "%s", some_location(table));
    else if (is_access(o) && at == 0)
        snprintf(o->arguments[at], WORD, "r%u", table_below(4));
    else
        some_value(o->arguments[at]);
}

/* A load becomes a store, and so on, of the same location. */
static void change_kind(struct operation *o) {
    static const char *const kinds[] = {"ld", "st", "rmw"};
    if (!is_access(o))
        return;
    char location[WORD], rest[TOKENS];
    snprintf(location, sizeof location, "%s", o->arguments[location_at(o)]);
    static const char *const operations[] = {"add", "xchg", "or"};
    for (uint32_t i = 0; i < COUNT(operations); i++)
        drop_token(o->tokens, operations[i]);
    snprintf(rest, sizeof rest, "%s", o->tokens + strcspn(o->tokens, "."));
    uint32_t kind = table_below(COUNT(kinds));
    snprintf(o->tokens, TOKENS, "%s%.60s", kinds[kind], rest);
    if (kind == 2) {
        add_token(o->tokens, "atom");
        add_token(o->tokens, operations[table_below(COUNT(operations))]);
    }
    o->argument_count = kind == 2 ? 3 : 2;
    snprintf(o->arguments[kind == 1 ? 0 : 1], WORD, "%s", location);
    if (kind != 1)
        snprintf(o->arguments[0], WORD, "r%u", table_below(4));
    if (kind)
        some_value(o->arguments[kind == 2 ? 2 : 1]);
}

/* ---- operations ---- */

static void put_in(struct table *table) {
    static const char *const fresh[] = {"ld.nonpriv.sc0",
                                        "st.nonpriv.sc0",
                                        "ld.atom.dv.sc0",
                                        "st.atom.dv.sc0",
                                        "rmw.atom.dv.sc0.add",
                                        "ld.atom.acq.dv.sc0.semsc0.semvis",
                                        "st.atom.rel.dv.sc0.semsc0.semav",
                                        "membar.acq_rel.dv.semsc0.semav.semvis",
                                        "cbar.acq_rel.wg.semsc0.semav.semvis",
                                        "cbar.acq_rel.wg.semsc1.semav.semvis",
                                        "add"};
    struct operation o = {0};
    struct column *column = &table->columns[some_thread(table)];
    snprintf(o.tokens, TOKENS, "%s", fresh[table_below(COUNT(fresh))]);
    if (is_access(&o)) {
        o.argument_count = o.tokens[0] == 'r' ? 3 : 2;
        snprintf(o.arguments[location_at(&o)], WORD, "%s", some_location(table));
        if (o.tokens[0] != 's')
            snprintf(o.arguments[0], WORD, "r%u", table_below(4));
        if (o.tokens[0] != 'l')
            some_value(o.arguments[o.argument_count - 1]);
    } else if (o.tokens[0] == 'c') {
        o.argument_count = 1;
        snprintf(o.arguments[0], WORD, "1");
    } else if (o.tokens[0] == 'a') {
        o.argument_count = 3;
        snprintf(o.arguments[0], WORD, "r%u", table_below(4));
        snprintf(o.arguments[1], WORD, "r%u", table_below(4));
        some_value(o.arguments[2]);
    }
    insert(column, table_below(column->count + 1u), &o);
}

/* Around some operations that follow each other: a loop, or a condition. */
static void put_around(struct table *table) {
    struct column *column = &table->columns[some_thread(table)];
    static const char *const comparisons[] = {"beq", "bne", "blt", "bge"};
    struct operation label = {.is_label = true}, jump = {.argument_count = 3};
    uint32_t from = table_below(column->count + 1u), to = from + table_below(column->count - from + 1u);
    if (column->count + 2 > MOST_OPERATIONS)
        return;
    snprintf(label.tokens, TOKENS, "L%u", table_below(900) + 100);
    snprintf(jump.tokens, TOKENS, "%s", comparisons[table_below(COUNT(comparisons))]);
    snprintf(jump.arguments[0], WORD, "r%u", table_below(4));
    some_value(jump.arguments[1]);
    if (table_below(6) == 0) {
        snprintf(jump.tokens, TOKENS, "goto");
        jump.argument_count = 1;
    }
    snprintf(jump.arguments[jump.argument_count - 1], WORD, "%.15s", label.tokens);
    bool loop = table_below(2);
    insert(column, to, loop ? &jump : &label);
    insert(column, from, loop ? &label : &jump);
}

static void move(struct table *table, bool keep, const struct table *source) {
    struct table *own = keep ? NULL : table;
    uint32_t from = some_thread(source), to = own && table_below(3) ? from : some_thread(table);
    if (!source->columns[from].count)
        return;
    uint32_t at = table_below(source->columns[from].count);
    struct operation operation = source->columns[from].operations[at];
    if (own)
        table_drop_operation(own, from, at);
    insert(&table->columns[to], table_below(table->columns[to].count + 1u), &operation);
}

static void change_place(struct column *column) {
    uint32_t level = table_below(5) / 2; /* seldom the queue family */
    column->place[level] = (uint8_t)table_below(2);
}

static void add_thread(struct table *table, const struct table *other) {
    if (table->thread_count < MOST_THREADS)
        table->columns[table->thread_count++] = other->columns[some_thread(other)];
}

static void change_initial(struct table *table) {
    if (!table->initial_count)
        return;
    char *initial = table->initials[table_below(table->initial_count)];
    char *equals = strchr(initial, '=');
    if (equals)
        snprintf(equals, 6, "= %u", table_below(3));
}

static void add_alias(struct table *table) {
    char name[WORD];
    snprintf(name, sizeof name, "%s", some_location(table));
    if (table->initial_count < MOST_INITIALS)
        snprintf(table->initials[table->initial_count++], 2 * WORD, "a%u aliases %.12s", table_below(90), name);
}

void table_mutate(struct table *table, const struct table *other) {
    uint32_t thread = some_thread(table), choice = table_below(32);
    struct column *column = &table->columns[thread];
    struct operation *operation = some_operation(table);
    if (choice < 4 && column->count)
        table_drop_operation(table, thread, table_below(column->count));
    else if (choice < 7)
        move(table, false, table);
    else if (choice < 10)
        move(table, true, table_below(2) ? table : other);
    else if (choice < 17 && operation)
        change_tokens(operation);
    else if (choice < 20 && operation)
        change_arguments(table, operation);
    else if (choice < 22 && operation)
        change_kind(operation);
    else if (choice < 25)
        put_in(table);
    else if (choice < 27)
        put_around(table);
    else if (choice < 29)
        change_place(column);
    else if (choice == 29 && table->thread_count > 1 && table_below(2))
        table_drop_thread(table, thread);
    else if (choice == 29)
        add_thread(table, table_below(2) ? table : other);
    else if (choice == 30)
        table->is_counted = !table->is_counted;
    else if (table_below(3))
        change_initial(table);
    else
        add_alias(table);
    table_tidy(table);
}
