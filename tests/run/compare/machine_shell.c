#define _DEFAULT_SOURCE
/* The shell of machine code: hardware's entry point around a shader that is no kernel. It takes inputs from the records
 * that the host's shell takes them from. A vertex shader's outputs are stored, a fragment shader's exported, so that
 * LLVM's whole-quad mode, the removal of helper invocations and the exports are those of a driver's shader. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/machine_stage.h"
#include "compare/shell.h"

enum { MOST_RESOURCES = 64, TYPE_SIZE = 48, NULL_TARGET = 9, CHANNELS = 4, ALL_TARGETS = MAX_TARGETS + 1 };

/* ---- types of the entry point's resources ---- */

/* The list of parameters behind `define ... @name(`, as the translation has it. */
static const char *parameters_of(const char *ir, const char *function) {
    char name[160], quoted[160];
    snprintf(name, sizeof name, "@%s(", function);
    snprintf(quoted, sizeof quoted, "@\"%s\"(", function);
    for (const char *line = ir; line; line = (line = strchr(line, '\n')) ? line + 1 : NULL) {
        if (strncmp(line, "define ", 7) != 0)
            continue;
        const char *end = line + strcspn(line, "\n"), *at = strstr(line, name);
        if (!at || at > end)
            at = strstr(line, quoted);
        if (at && at < end)
            return strchr(at, '(') + 1;
    }
    return NULL;
}

/* The types stand before " inreg". */
static bool read_types(const char *at, uint32_t count, char types[MOST_RESOURCES][TYPE_SIZE]) {
    for (uint32_t i = 0; i < count; i++) {
        const char *end = strstr(at, " inreg");
        if (!end || end - at >= TYPE_SIZE)
            return false;
        snprintf(types[i], TYPE_SIZE, "%.*s", (int)(end - at), at);
        at = end + strcspn(end, ",)");
        at += strspn(at, ", ");
    }
    return true;
}

/* ---- exports ---- */

static const struct {
    uint32_t builtin, channel;
} depth_channels[] = {{SpvBuiltInFragDepth, 0}, {SpvBuiltInFragStencilRefEXT, 1}, {SpvBuiltInSampleMask, 2}};

bool machine_export_place(const smmra_interface *about, uint32_t *target, uint32_t *channel) {
    *target = about->location + about->index; /* two sources of blending are those of location 0 */
    *channel = about->component;
    if (about->builtin == SMMRA_NONE)
        return *target < MAX_TARGETS && about->width == 32 && about->component + about->components <= CHANNELS;
    *target = MAX_TARGETS;
    for (size_t i = 0; i < sizeof depth_channels / sizeof *depth_channels; i++) {
        *channel = depth_channels[i].channel;
        if (depth_channels[i].builtin == about->builtin)
            return true;
    }
    return false;
}

/* The value's words: of an array the first element, which has the samples that there are. */
static void print_words(FILE *out, const smmra_interface *about, uint32_t value, const char **type) {
    static const char *const floats[] = {"", "float", "<2 x float>", "<3 x float>", "<4 x float>"};
    static const char *const words[] = {"", "i32", "<2 x i32>", "<3 x i32>", "<4 x i32>"};
    *type = words[about->components];
    fprintf(out, "  %%element%u = ", value);
    if (about->array_length) {
        fprintf(out, "extractvalue ");
        shell_print_type(out, about);
        fprintf(out, " %%out%u, 0\n", value);
    } else {
        const char *from = about->scalar == SMMRA_SCALAR_FLOAT ? floats[about->components] : *type;
        fprintf(out, "freeze %s %%out%u\n", from, value);
    }
    const char *from = about->scalar == SMMRA_SCALAR_FLOAT ? floats[about->components] : *type;
    fprintf(out, "  %%words%u = bitcast %s %%element%u to %s\n", value, from, value, *type);
}

/* Which word a channel of a target is: "%words3" taken apart as %c0.1. */
static uint32_t print_channels(FILE *out, const struct drawn_stage *stage, uint32_t enabled[ALL_TARGETS]) {
    uint32_t member = 0, last = 0, target, channel;
    const char *type;
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        const smmra_interface *about = &stage->values[i].about;
        if (!shell_has_value(stage, i, SMMRA_DIRECTION_OUTPUT))
            continue;
        uint32_t number = member++;
        if (!about->used || !machine_export_place(about, &target, &channel))
            continue;
        shell_print_output(out, stage, i, number);
        print_words(out, about, i, &type);
        for (uint32_t c = 0; c < about->components; c++, channel++) {
            if (about->components == 1)
                fprintf(out, "  %%c%u.%u = bitcast i32 %%words%u to i32\n", target, channel, i);
            else
                fprintf(out, "  %%c%u.%u = extractelement %s %%words%u, i32 %u\n", target, channel, type, i, c);
            enabled[target] |= 1u << channel;
        }
        last = target > last ? target : last;
    }
    return last;
}

/* The last export says that it is. A shader without outputs has one all the same, which tells who is still there. */
static void print_exports(FILE *out, const struct drawn_stage *stage, bool has_null) {
    uint32_t enabled[ALL_TARGETS] = {0}, last = print_channels(out, stage, enabled), exported = 0;
    for (uint32_t target = 0; target < ALL_TARGETS; target++) {
        bool is_last = target == last;
        if (!enabled[target] && !(is_last && !exported))
            continue;
        fprintf(out, "  call void @llvm.amdgcn.exp.i32(i32 %u, i32 %u",
                enabled[target] || !has_null ? target : NULL_TARGET, enabled[target]);
        for (uint32_t c = 0; c < CHANNELS; c++)
            if (enabled[target] >> c & 1)
                fprintf(out, ", i32 %%c%u.%u", target, c);
            else
                fputs(", i32 poison", out);
        fprintf(out, ", i1 %d, i1 %d)\n", is_last, is_last);
        exported++;
    }
}

/* ---- the function ---- */

/* Behind the resources stand the addresses of all records, and how many invocations a workgroup has. */
static void print_records(FILE *out, const struct drawn_stage *stage) {
    static const char *const names[] = {"inputs", "outputs"};
    const uint32_t bytes[] = {stage->input_bytes, stage->output_bytes};
    uint32_t next = stage->resource_count * 8;
    for (uint32_t i = 0; i < 2; i++, next += 8)
        fprintf(out,
                "  %%at.%s = getelementptr i8, ptr addrspace(4) %%arguments, i64 %u\n"
                "  %%all.%s = load ptr addrspace(1), ptr addrspace(4) %%at.%s, align 8\n",
                names[i], next, names[i], names[i]);
    fprintf(out,
            "  %%at.local = getelementptr i8, ptr addrspace(4) %%arguments, i64 %u\n"
            "  %%local = load i32, ptr addrspace(4) %%at.local, align 8\n"
            "  %%before = mul i32 %%group, %%local\n  %%number = add i32 %%before, %%lane\n",
            next);
    for (uint32_t i = 0; i < 2; i++)
        fprintf(out,
                "  %%by.%s = mul i32 %%number, %u\n  %%wide.%s = zext i32 %%by.%s to i64\n"
                "  %%%s = getelementptr i8, ptr addrspace(1) %%all.%s, i64 %%wide.%s\n",
                names[i], bytes[i], names[i], names[i], names[i], names[i], names[i]);
}

static void print_machine_shell(FILE *out, const struct drawn_stage *stage, const char *processor,
                                const struct shell_memory *memory) {
    bool pixels = stage->model == SpvExecutionModelFragment;
    fprintf(out,
            "\ndeclare void @llvm.amdgcn.exp.i32(i32 immarg, i32 immarg, i32, i32, i32, i32, i1 immarg, i1 immarg)\n"
            "\ndefine %s void @smmra_shell(ptr addrspace(4) inreg %%arguments, i32 inreg %%group, i32 %%lane)"
            " \"amdgpu-ieee\"=\"false\" \"target-cpu\"=\"%s\" {\n",
            pixels ? "amdgpu_ps" : "amdgpu_vs", processor);
    print_records(out, stage);
    shell_print_loads(out, stage, memory);
    shell_print_call(out, stage, memory);
    if (pixels)
        print_exports(out, stage, strncmp(processor, "gfx11", 5) != 0 && strncmp(processor, "gfx12", 5) != 0);
    else if (shell_has_outputs(stage))
        shell_print_stores(out, stage, memory);
    fputs("  ret void\n}\n", out);
}

char *machine_shell_around(const struct shader *shader, const char *processor, const char *ir, char *message) {
    const struct drawn_stage *stage = &shader->stage;
    static char types[MOST_RESOURCES][TYPE_SIZE];
    const char *parameters = parameters_of(ir, stage->function), *asked = strstr(ir, "@smmra.");
    const char *resources[MOST_RESOURCES];
    const struct shell_memory memory = {"ptr addrspace(4)", "ptr addrspace(1)", "amdgpu_gfx ", resources};
    char *text = NULL;
    size_t size;
    snprintf(message, MESSAGE_SIZE, "not executed: what its shell gives: %.*s", asked ? (int)strcspn(asked, "(") : 40,
             asked ? asked : "shared memory, or so many resources");
    if (asked || stage->memory_count || stage->resource_count > MOST_RESOURCES || !parameters ||
        !read_types(parameters, stage->resource_count, types))
        return NULL;
    for (uint32_t i = 0; i < stage->resource_count; i++)
        resources[i] = types[i];
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fputs(ir, out);
    print_machine_shell(out, stage, processor, &memory);
    return fclose(out) == 0 ? text : NULL;
}
