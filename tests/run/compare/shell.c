#define _DEFAULT_SOURCE
/* The IR around a shader that is no kernel: a driver's shell, for the host. The entry point's parameters and results
 * are registers, as docs/stages.md has them; here they come from memory and go to memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"

/* ---- types ---- */

static void print_type(FILE *out, const smmra_interface *about) {
    static const char *const floats[] = {[1] = "half", [2] = "float", [4] = "double"};
    if (about->vertices)
        fprintf(out, "[%u x ", about->vertices);
    if (about->array_length)
        fprintf(out, "[%u x ", about->array_length);
    if (about->components > 1)
        fprintf(out, "<%u x ", about->components);
    if (about->scalar == SMMRA_SCALAR_FLOAT)
        fputs(floats[about->width / 16], out);
    else
        fprintf(out, "i%u", about->width);
    fprintf(out, "%s%s%s", about->components > 1 ? ">" : "", about->array_length ? "]" : "",
            about->vertices ? "]" : "");
}

static void print_result(FILE *out, const struct drawn_stage *stage) {
    if (stage->value_count == stage->input_count) {
        fputs("void", out);
        return;
    }
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        fputs(i == stage->input_count ? "{ " : ", ", out);
        print_type(out, &stage->values[i].about);
    }
    fputs(" }", out);
}

/* With the names of their values, or without. */
static void print_parameters(FILE *out, const struct drawn_stage *stage, bool named) {
    for (uint32_t i = 0; i < stage->resource_count + stage->input_count; i++) {
        fputs(i ? ", " : "(", out);
        if (i < stage->resource_count)
            fputs("i64", out); /* pointers too are passed like that */
        else
            print_type(out, &stage->values[i - stage->resource_count].about);
        if (named)
            fprintf(out, " %%in%u", i);
    }
    fputs(stage->resource_count + stage->input_count ? ")\n" : "()\n", out);
}

/* ---- the function ---- */

static void print_loads(FILE *out, const struct drawn_stage *stage) {
    for (uint32_t i = 0; i < stage->resource_count; i++)
        fprintf(out,
                "  %%at%u = getelementptr i64, ptr %%arguments, i64 %u\n"
                "  %%in%u = load i64, ptr %%at%u\n",
                i, i, i, i);
    for (uint32_t i = 0; i < stage->input_count; i++) {
        uint32_t number = stage->resource_count + i;
        fprintf(out, "  %%at%u = getelementptr i8, ptr %%inputs, i64 %u\n  %%in%u = load ", number,
                stage->values[i].offset, number);
        print_type(out, &stage->values[i].about);
        fprintf(out, ", ptr %%at%u, align 1\n", number);
    }
}

static void print_stores(FILE *out, const struct drawn_stage *stage) {
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        fprintf(out, "  %%to%u = getelementptr i8, ptr %%outputs, i64 %u\n  %%out%u = extractvalue ", i,
                stage->values[i].offset, i);
        print_result(out, stage);
        fprintf(out, " %%result, %u\n  store ", i - stage->input_count);
        print_type(out, &stage->values[i].about);
        fprintf(out, " %%out%u, ptr %%to%u, align 1\n", i, i);
    }
}

char *shell_text(const struct drawn_stage *stage, const char *entry) {
    char *text = NULL;
    size_t size;
    bool gives = stage->value_count > stage->input_count;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fputs("target triple = \"x86_64-unknown-linux-gnu\"\n\ndeclare ", out);
    print_result(out, stage);
    fprintf(out, " @\"%s\"", entry);
    print_parameters(out, stage, false);
    fputs("\ndefine void @smmra_shell(ptr %arguments, ptr %inputs, ptr %outputs) {\n", out);
    print_loads(out, stage);
    fputs(gives ? "  %result = call " : "  call ", out);
    print_result(out, stage);
    fprintf(out, " @\"%s\"", entry);
    print_parameters(out, stage, true);
    print_stores(out, stage);
    fputs("  ret void\n}\n", out);
    return fclose(out) == 0 ? text : NULL;
}

/* ---- helper invocations ---- */

/* The pointer operand through which the line writes memory that others see; NULL: it does not. */
static const char *written_pointer(const char *line) {
    static const char global[] = "ptr addrspace(1) ";
    const char *end = strchr(line, '\n'), *found = NULL;
    const char *equals = strstr(line, " = ");
    const char *word = equals && equals < end ? equals + 3 : line + strspn(line, " ");
    bool stores = strncmp(word, "store ", 6) == 0;
    if (!stores && strncmp(word, "atomicrmw ", 10) != 0 && strncmp(word, "cmpxchg ", 8) != 0)
        return NULL;
    for (const char *at = strstr(line, global); at && at < end; at = strstr(at + 1, global)) {
        found = at + sizeof global - 1;
        if (!stores) /* what is stored may be a pointer too: where to stands last */
            break;
    }
    return found;
}

/* A name: %12, %name, %"any thing"; or a constant. */
static size_t operand_length(const char *operand) {
    if (operand[0] == '%' && operand[1] == '"')
        return (size_t)(strchr(operand + 2, '"') + 1 - operand);
    return strcspn(operand, ",\n ");
}

char *shell_guarded(const char *text) {
    char *copy = NULL;
    size_t size;
    uint32_t count = 0;
    FILE *out = open_memstream(&copy, &size);
    if (!out)
        return NULL;
    for (const char *line = text, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        next += *next == '\n';
        const char *pointer = written_pointer(line);
        if (!pointer) {
            fwrite(line, 1, (size_t)(next - line), out);
            continue;
        }
        int length = (int)operand_length(pointer);
        fprintf(out, "  %%written.%u = call ptr addrspace(1) @smmra_host_writable(ptr addrspace(1) %.*s)\n", count,
                length, pointer);
        fprintf(out, "%.*s%%written.%u%.*s", (int)(pointer - line), line, count, (int)(next - pointer - length),
                pointer + length);
        count++;
    }
    fputs("\ndeclare ptr addrspace(1) @smmra_host_writable(ptr addrspace(1))\n", out);
    return fclose(out) == 0 ? copy : NULL;
}
