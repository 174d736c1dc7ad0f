#define _DEFAULT_SOURCE
/* The IR around a shader that is no kernel: a driver's shell, for the host. The entry point's parameters and results
 * are registers, as docs/guide/stages.md has them; here they come from memory and go to memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "compare/rays.h"
#include "compare/shell.h"

/* ---- types ---- */

void shell_print_type(FILE *out, const smmra_interface *about) {
    static const char *const floats[] = {[1] = "half", [2] = "float", [4] = "double"};
    if (about->array_length)
        fprintf(out, "[%u x ", about->array_length);
    if (about->components > 1)
        fprintf(out, "<%u x ", about->components);
    if (about->scalar == SMMRA_SCALAR_FLOAT)
        fputs(floats[about->width / 16], out);
    else
        fprintf(out, "i%u", about->width);
    fprintf(out, "%s%s", about->components > 1 ? ">" : "", about->array_length ? "]" : "");
}

/* Whether the function returns or hands on the value, or, an input, has it as a parameter. */
bool shell_has_value(const struct drawn_stage *stage, uint32_t index, smmra_direction direction) {
    const struct stage_value *value = &stage->values[index];
    return value->memory == NO_MEMORY && value->about.direction == direction && !value->about.vertices;
}

bool shell_has_outputs(const struct drawn_stage *stage) {
    bool has = false;
    for (uint32_t i = 0; i < stage->value_count; i++)
        has |= shell_has_value(stage, i, SMMRA_DIRECTION_OUTPUT);
    return has;
}

static void print_outputs(FILE *out, const struct drawn_stage *stage) {
    const char *before = "{ ";
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        if (!shell_has_value(stage, i, SMMRA_DIRECTION_OUTPUT))
            continue;
        fputs(before, out);
        shell_print_type(out, &stage->values[i].about);
        before = ", ";
    }
    fputs(" }", out);
}

/* ---- the function ---- */

static const char *parameter_type(const struct shell_memory *memory, uint32_t parameter) {
    return memory->parameters ? memory->parameters[parameter].type : "i64"; /* pointers too are passed as such */
}

static void print_arguments(FILE *out, const struct drawn_stage *stage, const struct shell_memory *memory) {
    uint32_t count = stage->resource_count + stage->memory_count;
    const char *before = "(";
    for (uint32_t i = 0; i < count; i++) {
        bool uniform = memory->parameters && memory->parameters[i].uniform;
        fprintf(out, "%s%s%s %%in%u", before, parameter_type(memory, i), uniform ? " inreg" : "", i);
        before = ", ";
    }
    for (uint32_t i = 0; i < stage->input_count; i++) {
        if (!shell_has_value(stage, i, SMMRA_DIRECTION_INPUT))
            continue;
        fputs(before, out);
        shell_print_type(out, &stage->values[i].about);
        fprintf(out, " %%in%u", count++);
        before = ", ";
    }
    fputs(count ? ")" : "()", out);
}

static void print_word(FILE *out, const char *space, const char *from, uint32_t offset, uint32_t number,
                       const char *type) {
    fprintf(out, "  %%at%u = getelementptr i8, %s %%%s, i64 %u\n  %%in%u = load %s, %s %%at%u, align 1\n", number,
            space, from, offset, number, type, space, number);
}

void shell_print_loads(FILE *out, const struct drawn_stage *stage, const struct shell_memory *memory) {
    uint32_t number = stage->resource_count + stage->memory_count;
    for (uint32_t i = 0; i < number; i++) {
        bool resource = i < stage->resource_count;
        if (!memory->parameters || !memory->parameters[i].is_given)
            print_word(out, resource ? memory->constant : memory->global, resource ? "arguments" : "inputs",
                       resource ? memory->first + i * 8 : stage->memories[i - stage->resource_count].record, i,
                       parameter_type(memory, i));
    }
    for (uint32_t i = 0; i < stage->input_count; i++) {
        if (!shell_has_value(stage, i, SMMRA_DIRECTION_INPUT))
            continue;
        fprintf(out, "  %%at%u = getelementptr i8, %s %%inputs, i64 %u\n  %%in%u = load ", number, memory->global,
                stage->values[i].offset, number);
        shell_print_type(out, &stage->values[i].about);
        fprintf(out, ", %s %%at%u, align 1\n", memory->global, number);
        number++;
    }
}

void shell_print_call(FILE *out, const struct drawn_stage *stage, const struct shell_memory *memory) {
    bool returns = shell_has_outputs(stage) && stage->model != SpvExecutionModelGeometry;
    fprintf(out, returns ? "  %%result = call %s" : "  call %svoid", memory->convention);
    if (returns)
        print_outputs(out, stage);
    fprintf(out, " @\"%s\"", stage->function);
    print_arguments(out, stage, memory);
    fputc('\n', out);
}

void shell_print_output(FILE *out, const struct drawn_stage *stage, uint32_t value, uint32_t member) {
    fprintf(out, "  %%out%u = extractvalue ", value);
    print_outputs(out, stage);
    fprintf(out, " %%result, %u\n", member);
}

/* The members of the struct %result, to memory at %outputs. */
void shell_print_stores(FILE *out, const struct drawn_stage *stage, const struct shell_memory *memory) {
    uint32_t member = 0;
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        if (!shell_has_value(stage, i, SMMRA_DIRECTION_OUTPUT))
            continue;
        fprintf(out, "  %%to%u = getelementptr i8, %s %%outputs, i64 %u\n", i, memory->global, stage->values[i].offset);
        shell_print_output(out, stage, i, member++);
        fputs("  store ", out);
        shell_print_type(out, &stage->values[i].about);
        fprintf(out, " %%out%u, %s %%to%u, align 1\n", i, memory->global, i);
    }
}

/* The resources' types are others than those of the entry point: LLVM then passes them all the same, and inlines
 * nothing. */
static const struct shell_memory of_host = {"ptr", "ptr", "", 0, NULL};

/* ---- functions that the shader calls ---- */

/* The places of interpolation, and their parameters: of all i32 location and component, of one further a sample or an
 * offset. */
static const struct {
    const char *name, *parameter, *arguments;
} places[] = {
    [INTERPOLATE_CENTROID] = {"centroid", "", "i32 0, float 0.0, float 0.0"},
    [INTERPOLATE_SAMPLE] = {"sample", ", i32 %sample", "i32 %sample, float 0.0, float 0.0"},
    [INTERPOLATE_OFFSET] = {"offset", ", <2 x float> %offset", "i32 0, float %x, float %y"},
};

static void print_interpolation(FILE *out, uint32_t place, uint32_t components) {
    static const char *const types[] = {"", "float", "<2 x float>", "<3 x float>", "<4 x float>"};
    static const char *const names[] = {"", "f32", "v2f32", "v3f32", "v4f32"};
    const char *type = types[components];
    fprintf(out, "\ndefine %s @smmra.interpolate.at.%s.%s(i32 %%location, i32 %%component%s) {\n", type,
            places[place].name, names[components], places[place].parameter);
    if (place == INTERPOLATE_OFFSET)
        fputs("  %x = extractelement <2 x float> %offset, i32 0\n  %y = extractelement <2 x float> %offset, i32 1\n",
              out);
    fprintf(out,
            "  %%to = alloca [4 x float]\n"
            "  call void @smmra_host_interpolate(i32 %u, i32 %%location, i32 %%component, i32 %u, %s, ptr %%to)\n"
            "  %%value = load %s, ptr %%to, align 4\n  ret %s %%value\n}\n",
            place, components, places[place].arguments, type, type);
}

/* Prints the function that loads a per-vertex input, from the line that declares it: "declare float
 * @smmra.load.vertex.f32(...". */
static void print_vertex_load(FILE *out, const char *line, const char *name) {
    int type = (int)(name - line - sizeof "declare " + 1), length = (int)strcspn(name, "(");
    const char *result = line + sizeof "declare " - 1;
    bool of_builtin = strstr(name, ".builtin.") && strstr(name, ".builtin.") < name + length;
    fprintf(out,
            "\ndefine %.*s%.*s(i32 %%location, i32 %%component, i32 %%vertex) {\n"
            "  %%to = alloca [4 x double], align 16\n"
            "  call void @smmra_host_load_vertex(i1 %d, i32 %%location, i32 %%component, i32 %%vertex, ptr %%to)\n"
            "  %%value = load %.*s, ptr %%to, align 16\n  ret %.*s%%value\n}\n",
            type, result, length, name, of_builtin, type - 1, result, type, result);
}

static void print_vertex_loads(FILE *out, const char *text) {
    bool any = false;
    for (const char *line = text, *name; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        bool declares = strncmp(line, "declare ", 8) == 0 && (name = strchr(line, '@'));
        if (!declares ||
            (strncmp(name, "@smmra.load.vertex.", 19) != 0 && strncmp(name, "@smmra.interpolate.at.vertex.", 29) != 0))
            continue;
        print_vertex_load(out, line, name);
        any = true;
    }
    if (any)
        fputs("\ndeclare void @smmra_host_load_vertex(i1, i32, i32, i32, ptr)\n", out);
}

/* What a vertex has, in memory; and where a primitive ends. */
static void print_emission(FILE *out, const struct drawn_stage *stage) {
    fputs("\ndeclare void @smmra_host_emit(i32, ptr)\ndeclare void @smmra_host_end_primitive(i32)\n"
          "\ndefine void @smmra.emit.vertex(i32 %stream",
          out);
    if (shell_has_outputs(stage)) {
        fputs(", ", out);
        print_outputs(out, stage);
        fputs(" %result", out);
    }
    fprintf(out, ") {\n  %%outputs = alloca [%u x i8], align 16\n", stage->output_bytes + 1);
    shell_print_stores(out, stage, &of_host);
    fputs("  call void @smmra_host_emit(i32 %stream, ptr %outputs)\n  ret void\n}\n"
          "\ndefine void @smmra.end.primitive(i32 %stream) {\n"
          "  call void @smmra_host_end_primitive(i32 %stream)\n  ret void\n}\n",
          out);
}

static void print_functions(FILE *out, const struct drawn_stage *stage, const char *text) {
    if (strstr(text, "@smmra.interpolate.at."))
        fputs("\ndeclare void @smmra_host_interpolate(i32, i32, i32, i32, i32, float, float, ptr)\n", out);
    for (uint32_t place = INTERPOLATE_CENTROID; place <= INTERPOLATE_OFFSET; place++)
        for (uint32_t components = 1; components <= 4 && strstr(text, "@smmra.interpolate.at."); components++)
            print_interpolation(out, place, components);
    print_vertex_loads(out, text);
    if (strstr(text, "@smmra.interlock."))
        fputs("\ndeclare void @smmra_host_interlock(i1)\n"
              "\ndefine void @smmra.interlock.begin() {\n  call void @smmra_host_interlock(i1 true)\n  ret void\n}\n"
              "\ndefine void @smmra.interlock.end() {\n  call void @smmra_host_interlock(i1 false)\n  ret void\n}\n",
              out);
    if (stage->model == SpvExecutionModelGeometry)
        print_emission(out, stage);
    if (strstr(text, "@smmra.set.mesh.outputs"))
        fputs("\ndeclare void @smmra_host_set_mesh_outputs(i32, i32)\n"
              "\ndefine void @smmra.set.mesh.outputs(i32 %vertices, i32 %primitives) {\n"
              "  call void @smmra_host_set_mesh_outputs(i32 %vertices, i32 %primitives)\n  ret void\n}\n",
              out);
    if (strstr(text, "@smmra.emit.mesh.tasks"))
        fputs("\ndeclare void @smmra_host_emit_mesh_tasks(i32, i32, i32)\n"
              "\ndefine void @smmra.emit.mesh.tasks(i32 %x, i32 %y, i32 %z) {\n"
              "  call void @smmra_host_emit_mesh_tasks(i32 %x, i32 %y, i32 %z)\n  ret void\n}\n",
              out);
    if (strstr(text, "@smmra.abort"))
        fputs("\ndefine void @smmra.abort(ptr %message, i32 %bytes) {\n  ret void\n}\n", out);
    if (strstr(text, "@smmra.ray.query."))
        print_ray_queries(out);
    if (stage->model == SpvExecutionModelRayGenerationKHR)
        print_ray_calls(out);
}

static void print_shell(FILE *out, const struct drawn_stage *stage, const char *name) {
    fprintf(out, "\ndefine void @%s(ptr %%arguments, ptr %%inputs, ptr %%outputs) {\n", name);
    shell_print_loads(out, stage, &of_host);
    shell_print_call(out, stage, &of_host);
    if (shell_has_outputs(stage) && stage->model != SpvExecutionModelGeometry)
        shell_print_stores(out, stage, &of_host);
    fputs("  ret void\n}\n", out);
}

/* What is defined here is declared no more. */
void shell_print_body(FILE *out, const char *ir) {
    for (const char *line = ir, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        next += *next == '\n';
        const char *given = strstr(line, "@smmra.");
        if (strncmp(line, "declare ", 8) != 0 || !given || given > next)
            fwrite(line, 1, (size_t)(next - line), out);
    }
}

static void print_shells(FILE *out, const struct shader *shader) {
    const struct ray_program *program = shader->program;
    char name[32];
    for (uint32_t i = 0; program && i < program->entry_count; i++) {
        snprintf(name, sizeof name, "smmra_shell_%u", i);
        print_shell(out, &program->entries[i].stage, name);
    }
    if (!program && !is_kernel(shader))
        print_shell(out, &shader->stage, "smmra_shell");
}

char *shell_around(const struct shader *shader, const char *ir) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    shell_print_body(out, ir);
    print_shells(out, shader);
    print_functions(out, &shader->stage, ir);
    return fclose(out) == 0 ? text : NULL;
}
