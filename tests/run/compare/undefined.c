/* Whether what a comparison found is due to values that the shader leaves undefined: variables that nobody wrote, the
 * outputs of stages among them, and what lies beside a variable (Vulkan leaves both open). Each way of running a
 * translation makes something else of such values: a register's old contents, zero, or whatever LLVM likes best. So
 * the question is put to the module and not to the way it ran: the host's translation runs again with all variables
 * filled and what OpUndef gives, once with zeros and once with other bytes, and nothing else is changed. */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compare/compare.h"

/* Beside a variable with parts, whose index may be out of bounds. */
enum { MARGIN = 1024, OTHER_BYTE = 0x43 };

static uint8_t filling;

#pragma GCC visibility push(default)
void smmra_host_fill(void *variable, uint64_t size) {
    memset(variable, filling, size);
}
#pragma GCC visibility pop

/* `%NAME = alloca TYPE, align N`, of which `type` is the TYPE. The filled memory has the variable in its middle. */
static void print_variable(FILE *out, const char *line, const char *type, const char *end, uint32_t number) {
    const char *name = line + strspn(line, " ");
    int length = (int)(end - type), margin = *type == '[' || *type == '{' || *type == '<' ? MARGIN : 0;
    char memory[32];
    snprintf(memory, sizeof memory, "%%smmra.filled.%u", number);
    fprintf(out,
            "  %s = alloca { [%d x i8], %.*s, [%d x i8] }, align 64\n"
            "  call void @smmra_host_fill(ptr %s, i64 ptrtoint (ptr getelementptr ({ [%d x i8], %.*s, [%d x i8] }, ptr "
            "null, i32 1) to i64))\n",
            memory, margin, length, type, margin, memory, margin, length, type, margin);
    fprintf(out, "  %.*s = getelementptr i8, ptr %s, i64 %d\n", (int)(strstr(name, " = alloca ") - name), name, memory,
            margin);
}

char *fill_variables(const char *ir) {
    static const char allocation[] = " = alloca ";
    char *text = NULL;
    size_t size;
    uint32_t number = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (const char *line = ir, *next; *line; line = next) {
        const char *found = strstr(line, allocation), *alignment = found ? strstr(found, ", align ") : NULL;
        next = line + strcspn(line, "\n");
        next += *next == '\n';
        if (alignment && alignment < next)
            print_variable(out, line, found + sizeof allocation - 1, alignment, number++);
        else
            fwrite(line, 1, (size_t)(next - line), out);
    }
    fputs("\ndeclare void @smmra_host_fill(ptr, i64)\n", out);
    return fclose(out) == 0 ? text : NULL;
}

/* Runs alike, all in the natural order: they tell nothing if they differ among themselves. */
static enum outcome run_filled(struct shader *shader, const struct settings *settings, const char *files,
                               uint32_t subgroup_size, uint8_t byte, bool *escaped, char *message) {
    bool same = true;
    filling = byte;
    enum outcome outcome = host_compare_run(shader, settings, files, subgroup_size, escaped, message);
    for (uint32_t i = 0; i < shader->buffer_count; i++)
        for (uint32_t run = 1; run < MAX_RUNS; run++)
            same &= memcmp(shader->buffers[i].host[0], shader->buffers[i].host[run], shader->buffers[i].size) == 0;
    return outcome == OUTCOME_EQUAL && !same ? OUTCOME_SCHEDULE : outcome;
}

static bool differs(const struct shader *shader, char *message) {
    for (uint32_t i = 0; i < shader->buffer_count; i++) {
        const struct buffer *buffer = &shader->buffers[i];
        uint64_t at = 0;
        while (at < buffer->size && buffer->driver[at] == buffer->host[0][at])
            at++;
        if (at == buffer->size)
            continue;
        snprintf(message, MESSAGE_SIZE, "set %u binding %u, byte %" PRIu64 " depends on what nobody wrote", buffer->set,
                 buffer->binding, at);
        return true;
    }
    return false;
}

enum outcome blame_undefined(struct shader *shader, const struct settings *settings, const char *files,
                             uint32_t subgroup_size, enum outcome found, bool *escaped, char *message) {
    struct settings filled = *settings;
    char reason[MESSAGE_SIZE];
    bool undefined;
    *filled.on = '\0';
    filled.fills = true;
    if (host_build(shader, &filled, files, reason) != OUTCOME_EQUAL)
        return found;
    enum outcome outcome = run_filled(shader, &filled, files, subgroup_size, 0, escaped, reason);
    if (*escaped)
        memcpy(message, reason, sizeof reason);
    if (outcome != OUTCOME_EQUAL)
        return *escaped ? outcome : found;
    for (uint32_t i = 0; i < shader->buffer_count; i++)
        memcpy(shader->buffers[i].driver, shader->buffers[i].host[0], shader->buffers[i].size);
    filled.other_undefined = true;
    if (host_build(shader, &filled, files, reason) != OUTCOME_EQUAL)
        return found;
    outcome = run_filled(shader, &filled, files, subgroup_size, OTHER_BYTE, &undefined, reason);
    if (undefined)
        snprintf(message, MESSAGE_SIZE, "which memory it accesses depends on what nobody wrote");
    return undefined || (outcome == OUTCOME_EQUAL && differs(shader, message)) ? OUTCOME_UNDEFINED : found;
}
