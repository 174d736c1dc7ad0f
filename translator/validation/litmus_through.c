#include "translator/validation/litmus_through.h"

#include <string.h>

#include "mmra/base/text.h"

/* Text between two marks on one line, behind the first: its start and length. */
static const char *between(const char *line, const char *end, const char *before, const char *after, size_t *length) {
    size_t size = strlen(before);
    for (const char *at = line; at + size < end; at++) {
        if (memcmp(at, before, size) != 0)
            continue;
        const char *start = at + size;
        for (const char *stop = start; stop + strlen(after) <= end; stop++)
            if (memcmp(stop, after, strlen(after)) == 0) {
                *length = (size_t)(stop - start);
                return start;
            }
    }
    return NULL;
}

static const char *end_of(const char *line) {
    return line + strcspn(line, "\n");
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

/* A name of LLVM's text at `at`, in quotes or not: its bytes without them; NULL for a number, which is no name. */
static const char *name_at(const char *at, size_t *length, const char **after) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-$._";
    bool quoted = *at == '"';
    const char *start = at + quoted;
    *length = quoted ? strcspn(start, "\"\n") : strspn(start, letters);
    *after = start + *length + quoted;
    return *length && (quoted || *start < '0' || *start > '9') ? start : NULL;
}

/* `  %r0 = alloca i32, align 4, addrspace(5)`: the name. Temporaries have numbers, and are of no interest to anyone. */
static const char *register_of(const char *line, size_t *length) {
    const char *after, *name = begins(line, "  %") ? name_at(line + 3, length, &after) : NULL;
    return name && begins(after, " = alloca ") ? name : NULL;
}

static void put_global(struct text *text, const char *thread, size_t thread_length, const char *name, size_t length) {
    text_format(text, "@\"%.*s:%.*s\"", (int)thread_length, thread, (int)length, name);
}

static void declare_register(struct text *text, const char *line, const char *thread, size_t thread_length) {
    size_t length, type_length = 0;
    const char *name = register_of(line, &length);
    const char *type = between(line, end_of(line), " = alloca ", ",", &type_length);
    put_global(text, thread, thread_length, name, length);
    text_format(text, " = addrspace(1) global %.*s 0, align 8\n", (int)type_length, type);
}

/* A line of a thread, in which pointers to its registers become those to global variables. */
static void put_line(struct text *text, const char *line, const char *thread, size_t thread_length) {
    static const char pointer[] = "ptr addrspace(5) %";
    const char *end = end_of(line);
    for (const char *at = line; at < end;) {
        size_t length;
        const char *after, *name = begins(at, pointer) ? name_at(at + sizeof pointer - 1, &length, &after) : NULL;
        if (!name) {
            text_char(text, *at++);
            continue;
        }
        text_string(text, "ptr addrspace(1) ");
        put_global(text, thread, thread_length, name, length);
        at = after;
    }
    text_char(text, '\n');
}

/* An optimizer may fold local variables that it knows all uses of; a translation keeps it from that in the same way. */
static void keep_local_variables(struct text *text, const char *ir) {
    size_t length;
    uint32_t count = 0, put = 0;
    for (int turn = 0; turn < 2; turn++) {
        for (const char *line = ir; *line; line = *end_of(line) ? end_of(line) + 1 : end_of(line)) {
            const char *name =
                *line == '@' ? between(line, end_of(line), "@", " = internal addrspace(3) ", &length) : NULL;
            if (!name)
                continue;
            count += turn == 0;
            if (turn == 0)
                continue;
            text_format(text, "%sptr addrspacecast (ptr addrspace(3) @%.*s to ptr)", put++ ? ", " : "", (int)length,
                        name);
        }
        if (turn == 0 && !count)
            return;
        if (turn)
            text_string(text, "], section \"llvm.metadata\"\n");
        else
            text_format(text, "@llvm.compiler.used = appending global [%u x ptr] [", count);
    }
}

const char *litmus_through_prepare(const char *ir, struct arena *arena) {
    struct text text, globals;
    const char *thread = NULL;
    size_t thread_length = 0, length;
    text_init(&text, arena, 4096);
    text_init(&globals, arena, 1024);
    for (const char *line = ir; *line; line = *end_of(line) ? end_of(line) + 1 : end_of(line)) {
        const char *after, *at = begins(line, "define ") ? strchr(line, '@') : NULL;
        if (at)
            thread = name_at(at + 1, &thread_length, &after);
        if (thread && register_of(line, &length))
            declare_register(&globals, line, thread, thread_length);
        else
            put_line(&text, line, thread ? thread : "", thread_length);
    }
    text_bytes(&text, globals.start, text_length(&globals));
    keep_local_variables(&text, ir);
    return text_finish(&text);
}

const char *litmus_through_finish(const char *original, const char *optimized, struct arena *arena) {
    struct text text;
    text_init(&text, arena, strlen(optimized) + 256);
    for (const char *line = original; *line; line = *end_of(line) ? end_of(line) + 1 : end_of(line))
        if (begins(line, "; @")) {
            text_bytes(&text, line, (size_t)(end_of(line) - line));
            text_char(&text, '\n');
        }
    text_string(&text, optimized);
    return text_finish(&text);
}
