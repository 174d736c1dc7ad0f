#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* The trimmed text up to `stop`, or all of it; what follows the stop, or NULL. False in *fits: it is too long. */
static const char *piece(const char *text, const char *end, char stop, char *out, size_t size, bool *fits) {
    const char *found = memchr(text, stop, (size_t)(end - text));
    size_t length = (size_t)((found ? found : end) - text);
    while (length && strchr(" \t\r\n", *text)) {
        text++;
        length--;
    }
    while (length && strchr(" \t\r\n", text[length - 1]))
        length--;
    *fits &= length < size;
    snprintf(out, size, "%.*s", (int)length, text);
    return found ? found + 1 : NULL;
}

static bool add_operation(struct column *column, const struct operation *operation) {
    if (column->count == MOST_OPERATIONS)
        return false;
    column->operations[column->count++] = *operation;
    return true;
}

static bool read_operation(struct column *column, const char *text) {
    struct operation operation = {0};
    bool fits = true;
    const char *colon = strchr(text, ':');
    if (colon) {
        operation.is_label = true;
        piece(text, colon, ':', operation.tokens, TOKENS, &fits);
        if (!fits || !add_operation(column, &operation))
            return false;
        memset(&operation, 0, sizeof operation);
        text = colon + 1;
    }
    text += strspn(text, " \t\r\n");
    if (!*text)
        return true;
    size_t length = strcspn(text, " ");
    const char *end = text + strlen(text);
    piece(text, text + length, '\0', operation.tokens, TOKENS, &fits);
    for (const char *at = text + length; at && at + strspn(at, " ") < end; operation.argument_count++) {
        if (operation.argument_count == MOST_ARGUMENTS)
            return false;
        at = piece(at, end, ',', operation.arguments[operation.argument_count], WORD, &fits);
    }
    return fits && add_operation(column, &operation);
}

static void read_place(struct column *column, const char *text) {
    static const char *const levels[] = {"sg ", "wg ", "qf "};
    for (int level = 0; level < 3; level++) {
        const char *found = strstr(text, levels[level]);
        column->place[level] = found ? (uint8_t)atoi(found + 3) : 0;
    }
}

static bool read_row(struct table *table, const char *row, const char *end, bool first) {
    char cell[2 * TOKENS];
    bool fits = true;
    for (uint32_t t = 0; row; t++) {
        row = piece(row, end, '|', cell, sizeof cell, &fits);
        if (!fits || t == MOST_THREADS || (!first && t >= table->thread_count))
            return false;
        if (first) {
            read_place(&table->columns[t], cell);
            table->thread_count++;
        } else if (!read_operation(&table->columns[t], cell)) {
            return false;
        }
    }
    return true;
}

static bool read_initials(struct table *table, const char *text, const char *end) {
    bool fits = true;
    while (text) {
        if (table->initial_count == MOST_INITIALS)
            return false;
        char *initial = table->initials[table->initial_count];
        text = piece(text, end, ';', initial, sizeof table->initials[0], &fits);
        table->initial_count += *initial != '\0' && !strchr(initial, ':');
    }
    return fits;
}

static bool read_test(struct table *table, const char *text, const char *end) {
    const char *open = memchr(text, '{', (size_t)(end - text));
    const char *close = open ? memchr(open, '}', (size_t)(end - open)) : NULL;
    if (!close || !read_initials(table, open + 1, close))
        return false;
    bool first = true;
    for (const char *at = close + 1, *stop; (stop = memchr(at, ';', (size_t)(end - at))); at = stop + 1, first = false)
        if (memchr(at, '{', (size_t)(stop - at)) || !read_row(table, at, stop, first))
            return false;
    return table->thread_count > 0;
}

const char *table_read(struct table *table, const char *text, bool *read) {
    const char *next = strstr(text + 1, "\nVulkan ");
    memset(table, 0, sizeof *table);
    table->is_counted = strncmp(text, "Vulkan counted", 14) == 0;
    *read = read_test(table, text, next ? next : text + strlen(text));
    if (*read)
        table_tidy(table);
    return next ? next + 1 : NULL;
}

/* ---- printing ---- */

struct out {
    char *text;
    size_t size, length;
};

#define PUT(out, ...)                                                                                                  \
    ((out)->length += (size_t)snprintf((out)->text + (out)->length, (out)->size - (out)->length, __VA_ARGS__))

static void put_cell(struct out *out, const struct column *column, uint32_t row) {
    char cell[TOKENS + MOST_ARGUMENTS * (WORD + 2)] = "";
    if (row < column->count) {
        const struct operation *o = &column->operations[row];
        int length = snprintf(cell, sizeof cell, "%s%s", o->tokens, o->is_label ? ":" : "");
        for (uint32_t i = 0; i < o->argument_count; i++)
            length += snprintf(cell + length, sizeof cell - (size_t)length, "%s%s", i ? ", " : " ", o->arguments[i]);
    }
    PUT(out, " %-40s ", cell);
}

/* A register that nothing has set is undefined, and so is what hangs on it: all begin with a number. */
static void put_registers(struct out *out, const struct table *table) {
    for (uint32_t t = 0; t < table->thread_count; t++)
        for (char digit = '0'; digit <= '9'; digit++) {
            const char name[] = {'r', digit, '\0'};
            bool used = false;
            for (uint32_t i = 0; i < table->columns[t].count; i++)
                for (uint32_t a = 0; a < table->columns[t].operations[i].argument_count; a++)
                    used |= strcmp(table->columns[t].operations[i].arguments[a], name) == 0;
            if (used)
                PUT(out, "P%u:%s = 0;\n", t, name);
        }
}

size_t table_print(const struct table *table, const char *name, char *text, size_t size) {
    struct out out = {text, size, 0};
    uint32_t rows = 0;
    PUT(&out, "Vulkan %s%s\n{\n", table->is_counted ? "counted-" : "", name);
    for (uint32_t i = 0; i < table->initial_count; i++)
        PUT(&out, "%s;\n", table->initials[i]);
    put_registers(&out, table);
    PUT(&out, "}\n");
    for (uint32_t t = 0; t < table->thread_count; t++) {
        const struct column *column = &table->columns[t];
        rows = column->count > rows ? column->count : rows;
        PUT(&out, "%s P%u@sg %u, wg %u, qf %u ", t ? "|" : "", t, column->place[0], column->place[1], column->place[2]);
    }
    PUT(&out, ";\n");
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t t = 0; t < table->thread_count; t++) {
            PUT(&out, "%s", t ? "|" : "");
            put_cell(&out, &table->columns[t], row);
        }
        PUT(&out, ";\n");
    }
    return out.length;
}

/* ---- dropping ---- */

void table_drop_operation(struct table *table, uint32_t thread, uint32_t at) {
    struct column *column = &table->columns[thread];
    memmove(&column->operations[at], &column->operations[at + 1],
            (column->count - at - 1u) * sizeof *column->operations);
    column->count--;
}

void table_drop_thread(struct table *table, uint32_t thread) {
    memmove(&table->columns[thread], &table->columns[thread + 1],
            (table->thread_count - thread - 1u) * sizeof *table->columns);
    table->thread_count--;
}

static bool is_jump(const struct operation *o) {
    return !o->is_label && o->argument_count && (o->tokens[0] == 'b' || strcmp(o->tokens, "goto") == 0);
}

static const char *target(const struct operation *o) {
    return o->arguments[o->argument_count - 1];
}

/* Whether the column has what the label, or the jump, belongs to. */
static bool has_partner(const struct column *column, const struct operation *o) {
    for (uint32_t i = 0; i < column->count; i++) {
        const struct operation *p = &column->operations[i];
        if (o->is_label ? is_jump(p) && strcmp(target(p), o->tokens) == 0
                        : p->is_label && strcmp(p->tokens, target(o)) == 0)
            return true;
    }
    return false;
}

/* The location that an access is to, aliases resolved; NULL: it is no access. */
static const char *location_of(const struct table *table, const struct operation *o) {
    static char target[2 * WORD];
    bool access = !o->is_label && (!strncmp(o->tokens, "ld", 2) || !strncmp(o->tokens, "st", 2) || o->tokens[0] == 'r');
    if (!access)
        return NULL;
    const char *name = o->arguments[o->tokens[0] != 's'];
    for (uint32_t i = table->initial_count; i-- > 0;) {
        char alias[2 * WORD];
        if (sscanf(table->initials[i], "%31s aliases %31s", alias, target) == 2 && strcmp(alias, name) == 0)
            name = target;
    }
    return name;
}

/* A location is in one storage class: that of its first access. */
static void unite_classes(struct table *table) {
    char names[16][2 * WORD], classes[16];
    uint32_t count = 0;
    for (uint32_t t = 0; t < table->thread_count; t++)
        for (uint32_t i = 0; i < table->columns[t].count; i++) {
            struct operation *o = &table->columns[t].operations[i];
            const char *name = location_of(table, o);
            char *class = name ? strstr(o->tokens, ".sc") : NULL;
            while (class && (class[3] < '0' || class[3] > '3'))
                class = strstr(class + 3, ".sc");
            if (!class)
                continue;
            uint32_t at = 0;
            while (at < count && strcmp(names[at], name) != 0)
                at++;
            if (at == 16)
                continue;
            if (at == count) {
                snprintf(names[count], sizeof names[0], "%s", name);
                classes[count++] = class[3];
            }
            class[3] = classes[at];
        }
}

void table_tidy(struct table *table) {
    unite_classes(table);
    for (uint32_t t = 0; t < table->thread_count; t++)
        for (uint32_t i = 0; i < table->columns[t].count;) {
            const struct operation *o = &table->columns[t].operations[i];
            if ((o->is_label || is_jump(o)) && !has_partner(&table->columns[t], o))
                table_drop_operation(table, t, i);
            else
                i++;
        }
}
