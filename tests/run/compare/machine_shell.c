#define _DEFAULT_SOURCE
/* The shell of machine code: hardware's entry point around a shader that is no kernel. It takes inputs from the records
 * that the host's shell takes them from. Outputs are stored, but a fragment shader's exported, so that LLVM's
 * whole-quad mode, the removal of helper invocations and the exports are those of a driver's shader; those that
 * invocations share lie in LDS, and are copied at the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/machine_stage.h"
#include "compare/rays.h"
#include "compare/shell.h"

enum { NULL_TARGET = 9, CHANNELS = 4, ALL_TARGETS = MAX_TARGETS + 1, MOST_PARAMETERS = MACHINE_MOST_PARAMETERS };

/* ---- parameters of the entry point ---- */

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

/* A type stands before the attributes and the name. Local memory and that of an invocation is the shell's own. */
static bool read_parameter(const char **at, struct shell_parameter *parameter) {
    const char *end = *at + strcspn(*at, "%"), *attributes = strstr(*at, " inreg");
    parameter->uniform = attributes && attributes < end;
    if (!parameter->uniform)
        attributes = strstr(*at, " noundef") && strstr(*at, " noundef") < end ? strstr(*at, " noundef") : end - 1;
    if (*end != '%' || attributes - *at >= SHELL_TYPE)
        return false;
    snprintf(parameter->type, SHELL_TYPE, "%.*s", (int)(attributes - *at), *at);
    parameter->is_given =
        strcmp(parameter->type, "ptr addrspace(3)") == 0 || strcmp(parameter->type, "ptr addrspace(5)") == 0;
    end += strcspn(end, ",)");
    *at = end + strspn(end, ", ");
    return true;
}

static bool read_parameters(const char *at, uint32_t count, struct shell_parameter *parameters) {
    bool good = at != NULL && count <= MOST_PARAMETERS;
    for (uint32_t i = 0; good && i < count; i++)
        good = read_parameter(&at, &parameters[i]);
    return good;
}

/* ---- memory ---- */

/* Memory of the invocation, which a call hands over: it is copied. */
static void print_own_memory(FILE *out, const struct drawn_stage *stage, const struct shell_memory *memory) {
    for (uint32_t i = 0; i < stage->resource_count; i++)
        if (memory->parameters[i].is_given)
            fprintf(out,
                    "  %%at%u = getelementptr i8, %s %%arguments, i64 %u\n"
                    "  %%from%u = load ptr addrspace(1), %s %%at%u, align 8\n"
                    "  %%in%u = alloca [%u x i8], align 16, addrspace(5)\n"
                    "  call void @llvm.memcpy.p5.p1.i64(ptr addrspace(5) align 16 %%in%u, ptr addrspace(1) align 16 "
                    "%%from%u, i64 %u, i1 false)\n"
                    "  call amdgpu_gfx void @smmra.keep.memory(i32 %u, ptr addrspace(5) %%in%u)\n",
                    i, memory->constant, memory->first + i * 8, i, memory->constant, i, i, stage->own_bytes[i], i, i,
                    stage->own_bytes[i], i, i);
}

static void print_own_back(FILE *out, const struct drawn_stage *stage, const struct shell_memory *memory) {
    for (uint32_t i = 0; i < stage->resource_count; i++)
        if (memory->parameters[i].is_given)
            fprintf(out,
                    "  call void @llvm.memcpy.p1.p5.i64(ptr addrspace(1) align 16 %%from%u, ptr addrspace(5) align 16 "
                    "%%in%u, i64 %u, i1 false)\n",
                    i, i, stage->own_bytes[i]);
}

static uint32_t words_of(const struct stage_memory *memory) {
    return (memory->bytes + 3) / 4;
}

static void print_shared(FILE *out, const struct drawn_stage *stage) {
    for (uint32_t m = 0; m < stage->memory_count; m++)
        fprintf(out, "\n@smmra_memory.%u = internal addrspace(3) global [%u x i32] poison, align 16\n", m,
                words_of(&stage->memories[m]));
}

static void print_shared_pointers(FILE *out, const struct drawn_stage *stage) {
    for (uint32_t m = 0; m < stage->memory_count; m++)
        fprintf(out, "  %%in%u = getelementptr i8, ptr addrspace(3) @smmra_memory.%u, i32 0\n",
                stage->resource_count + m, m);
}

/* When all invocations are here, they copy what they share to the memory that the record names, each some words. */
static void print_shared_back(FILE *out, const struct drawn_stage *stage) {
    if (stage->memory_count)
        fputs("  fence syncscope(\"workgroup\") release\n  call void @llvm.amdgcn.s.barrier()\n"
              "  fence syncscope(\"workgroup\") acquire\n  br label %behind0\nbehind0:\n",
              out);
    for (uint32_t m = 0; m < stage->memory_count; m++)
        fprintf(out,
                "  %%named%u = getelementptr i8, ptr addrspace(1) %%inputs, i64 %u\n"
                "  %%all%u = load ptr addrspace(1), ptr addrspace(1) %%named%u, align 8\n  br label %%loop%u\n"
                "loop%u:\n  %%i%u = phi i32 [ %%lane, %%behind%u ], [ %%next%u, %%copy%u ]\n"
                "  %%more%u = icmp ult i32 %%i%u, %u\n  br i1 %%more%u, label %%copy%u, label %%behind%u\n"
                "copy%u:\n  %%source%u = getelementptr i32, ptr addrspace(3) @smmra_memory.%u, i32 %%i%u\n"
                "  %%word%u = load i32, ptr addrspace(3) %%source%u, align 4\n  %%wide%u = zext i32 %%i%u to i64\n"
                "  %%target%u = getelementptr i32, ptr addrspace(1) %%all%u, i64 %%wide%u\n"
                "  store i32 %%word%u, ptr addrspace(1) %%target%u, align 4\n"
                "  %%next%u = add i32 %%i%u, %%local\n  br label %%loop%u\nbehind%u:\n",
                m, stage->memories[m].record, m, m, m, m, m, m, m, m, m, m, words_of(&stage->memories[m]), m, m, m + 1,
                m, m, m, m, m, m, m, m, m, m, m, m, m, m, m, m, m + 1);
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
    uint32_t next = MACHINE_FIRST_ARGUMENT + stage->resource_count * 8;
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

/* As which of the hardware's shaders a stage runs; the others are like compute. */
static const struct convention {
    uint32_t model;
    const char *name;
    bool merged;
} conventions[] = {{SpvExecutionModelVertex, "amdgpu_vs", false},
                   {SpvExecutionModelTessellationControl, "amdgpu_hs", true},
                   {SpvExecutionModelTessellationEvaluation, "amdgpu_vs", false},
                   {SpvExecutionModelGeometry, "amdgpu_gs", true},
                   {SpvExecutionModelFragment, "amdgpu_ps", false},
                   {SpvExecutionModelMeshEXT, "amdgpu_gs", true}};

static const struct convention *convention_of(uint32_t model) {
    static const struct convention compute = {SpvExecutionModelGLCompute, "amdgpu_cs", false};
    for (size_t i = 0; i < sizeof conventions / sizeof *conventions; i++)
        if (conventions[i].model == model)
            return &conventions[i];
    return &compute;
}

bool machine_is_merged(uint32_t model) {
    return convention_of(model)->merged;
}

static void print_machine_shell(FILE *out, const struct drawn_stage *stage, const char *name, const char *processor,
                                const struct shell_memory *memory) {
    bool pixels = stage->model == SpvExecutionModelFragment;
    print_shared(out, stage);
    fprintf(out,
            "\ndefine %s void @%s(ptr addrspace(4) inreg %%arguments, i32 inreg %%group, i32 %%lane)"
            " \"amdgpu-ieee\"=\"false\" \"amdgpu-flat-work-group-size\"=\"1,1024\" \"target-cpu\"=\"%s\""
            " \"amdgpu-git-ptr-high\"=\"%#x\" {\n",
            convention_of(stage->model)->name, name, processor, (unsigned)(MACHINE_ARGUMENTS >> 32));
    print_records(out, stage);
    print_own_memory(out, stage, memory);
    print_shared_pointers(out, stage);
    shell_print_loads(out, stage, memory);
    shell_print_call(out, stage, memory);
    print_own_back(out, stage, memory);
    if (pixels)
        print_exports(out, stage, strncmp(processor, "gfx11", 5) != 0 && strncmp(processor, "gfx12", 5) != 0);
    else if (shell_has_outputs(stage) && stage->model != SpvExecutionModelGeometry)
        shell_print_stores(out, stage, memory);
    print_shared_back(out, stage);
    fputs("  ret void\n}\n", out);
}

/* The shell of a stage; false: why not is in `message`. */
static bool print_stage(FILE *out, const struct drawn_stage *stage, const char *name, const char *processor,
                        const char *ir, struct shell_parameter *parameters, char *message) {
    const struct shell_memory memory = {"ptr addrspace(4)", "ptr addrspace(1)", "amdgpu_gfx ", MACHINE_FIRST_ARGUMENT,
                                        parameters};
    enum { MOST_RESOURCES = HOST_MOST_ARGUMENTS - 3 }; /* behind them stand what print_records() loads */
    bool good =
        stage->resource_count <= MOST_RESOURCES &&
        read_parameters(parameters_of(ir, stage->function), stage->resource_count + stage->memory_count, parameters);
    for (uint32_t m = 0; m < stage->memory_count; m++)
        good &= stage->memories[m].is_shared;
    if (good)
        print_machine_shell(out, stage, name, processor, &memory);
    else
        snprintf(message, MESSAGE_SIZE,
                 "not executed: what its shell gives: so many resources, or memory of another kind");
    return good;
}

static bool print_stages(FILE *out, const struct shader *shader, const char *processor, const char *ir, char *message) {
    static struct shell_parameter parameters[MOST_PARAMETERS];
    const struct ray_program *program = shader->program;
    char name[32] = "smmra_shell";
    bool good = true;
    fputs("\ndeclare void @llvm.amdgcn.exp.i32(i32 immarg, i32 immarg, i32, i32, i32, i32, i1 immarg, i1 immarg)\n",
          out);
    if (!strstr(ir, "declare void @llvm.amdgcn.s.barrier("))
        fputs("declare void @llvm.amdgcn.s.barrier()\n", out);
    for (uint32_t i = 0; program && good && i < program->entry_count; i++) {
        snprintf(name, sizeof name, "smmra_shell_%u", i);
        good = print_stage(out, &program->entries[i].stage, name, processor, ir, parameters, message);
    }
    return program ? good : print_stage(out, &shader->stage, name, processor, ir, parameters, message);
}

char *machine_shell_around(const struct shader *shader, const char *processor, uint32_t lanes, const char *ir,
                           char *message) {
    const struct shell_memory memory = {"ptr addrspace(4)", "ptr addrspace(1)", "amdgpu_gfx ", MACHINE_FIRST_ARGUMENT,
                                        NULL};
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    shell_print_body(out, ir);
    bool good = machine_print_calls(out, &shader->stage, ir, processor, lanes, &memory, message) &&
                (is_kernel(shader) || print_stages(out, shader, processor, ir, message));
    if (fclose(out) == 0 && good)
        return text;
    free(text);
    return NULL;
}
