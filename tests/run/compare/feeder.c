/* The vertex shader that the driver runs before a shader of another stage: positions and all inputs of that are
 * constants of the module, chosen by VertexIndex. */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/compare.h"

enum { VIEWPORT_HALF = VIEWPORT_SIZE / 2 };

static uint32_t vertex_count(const struct drawn_stage *stage) {
    return stage->primitive_count * stage->corners_each;
}

static bool is_distance(const smmra_interface *about) {
    return about->builtin == SpvBuiltInClipDistance || about->builtin == SpvBuiltInCullDistance;
}

static bool is_for_fragments(const struct drawn_stage *stage) {
    return stage->model == SpvExecutionModelFragment;
}

/* Whether the vertex shader gives the input; all others the driver makes. */
static bool is_fed(const struct drawn_stage *stage, const struct stage_value *value) {
    const smmra_interface *about = &value->about;
    if (!is_for_fragments(stage))
        return about->vertices && stage->model != SpvExecutionModelTessellationEvaluation;
    return about->builtin == SMMRA_NONE || is_distance(about) || about->builtin == SpvBuiltInLayer ||
           about->builtin == SpvBuiltInViewportIndex;
}

/* Numbers that go by the primitive. */
static void set_primitive_numbers(const struct drawn_stage *stage, const struct stage_value *value,
                                  uint64_t (*vertices)[MAX_COMPONENTS]) {
    memcpy(vertices, value->vertices, sizeof value->vertices);
    bool layer = value->about.builtin == SpvBuiltInLayer;
    for (uint32_t v = 0; v < vertex_count(stage) && is_for_fragments(stage) && !is_distance(&value->about) &&
                         value->about.builtin != SMMRA_NONE;
         v++)
        vertices[v][0] = v / stage->corners_each % (layer ? stage->layers : 2);
}

/* "f32", "u32x4" */
static void name_of_type(char *name, size_t size, const smmra_interface *about, uint32_t components) {
    static const char letters[] = {[SMMRA_SCALAR_FLOAT] = 'f', [SMMRA_SCALAR_SINT] = 'i', [SMMRA_SCALAR_UINT] = 'u'};
    int used = snprintf(name, size, "%c%u", letters[about->scalar], about->width);
    if (components > 1)
        snprintf(name + used, size - (size_t)used, "x%u", components);
}

/* ---- declarations ---- */

static void print_types(FILE *out) {
    static const char *const scalars[] = {"f32", "i32", "u32", "f64", "i64", "u64"};
    static const char *const declarations[] = {"Float 32", "Int 32 1", "Int 32 0", "Float 64", "Int 64 1", "Int 64 0"};
    fputs("%void = OpTypeVoid\n%function = OpTypeFunction %void\n", out);
    for (size_t i = 0; i < sizeof scalars / sizeof *scalars; i++) {
        fprintf(out, "%%%s = OpType%s\n", scalars[i], declarations[i]);
        for (uint32_t n = 2; n <= 4; n++)
            fprintf(out, "%%%sx%u = OpTypeVector %%%s %u\n", scalars[i], n, scalars[i], n);
    }
    fputs("%pointer_u32 = OpTypePointer Input %u32\n%vertex = OpVariable %pointer_u32 Input\n", out);
}

static void print_component(FILE *out, const smmra_interface *about, uint64_t bits) {
    float narrow;
    double wide;
    uint32_t word = (uint32_t)bits;
    memcpy(&narrow, &word, sizeof narrow);
    memcpy(&wide, &bits, sizeof wide);
    if (about->scalar == SMMRA_SCALAR_FLOAT)
        fprintf(out, "%.17g\n", about->width == 64 ? wide : (double)narrow);
    else if (about->scalar == SMMRA_SCALAR_SINT)
        fprintf(out, "%" PRId64 "\n", about->width == 64 ? (int64_t)bits : (int64_t)(int32_t)word);
    else
        fprintf(out, "%" PRIu64 "\n", about->width == 64 ? bits : word);
}

/* "f32", "u32x4", "f32a2": of an array. */
static void name_of_whole(char *name, size_t size, const smmra_interface *about) {
    name_of_type(name, size, about, about->components);
    if (about->array_length)
        snprintf(name, size, "f32a%u", about->array_length);
}

/* An output variable %to_NAME, and a table %table_NAME of what it is at each vertex. */
static void print_value(FILE *out, const char *name, const smmra_interface *about, uint64_t (*vertices)[MAX_COMPONENTS],
                        uint32_t count) {
    char type[16], scalar[16];
    uint32_t components = about->array_length ? about->array_length : about->components;
    bool composite = components > 1 || about->array_length;
    name_of_whole(type, sizeof type, about);
    name_of_type(scalar, sizeof scalar, about, 1);
    for (uint32_t v = 0; v < count; v++) {
        for (uint32_t c = 0; c < components; c++) {
            fprintf(out, "%%%s_%u", name, v);
            if (composite)
                fprintf(out, "_%u", c);
            fprintf(out, " = OpConstant %%%s ", scalar);
            print_component(out, about, vertices[v][c]);
        }
        if (composite)
            fprintf(out, "%%%s_%u = OpConstantComposite %%%s", name, v, type);
        for (uint32_t c = 0; c < components && composite; c++)
            fprintf(out, " %%%s_%u_%u", name, v, c);
        fputc('\n', out);
    }
    fprintf(out, "%%array_%s = OpTypeArray %%%s %%count\n%%all_%s = OpConstantComposite %%array_%s", name, type, name,
            name);
    for (uint32_t v = 0; v < count; v++)
        fprintf(out, " %%%s_%u", name, v);
    fprintf(out,
            "\n%%private_%s = OpTypePointer Private %%array_%s\n%%table_%s = OpVariable %%private_%s Private %%all_%s\n"
            "%%element_%s = OpTypePointer Private %%%s\n%%output_%s = OpTypePointer Output %%%s\n"
            "%%to_%s = OpVariable %%output_%s Output\n",
            name, name, name, name, name, name, type, name, type, name, name);
}

/* Vulkan, "Coordinate Transformations", backwards. */
static void print_position(FILE *out, const struct drawn_stage *stage) {
    static const smmra_interface about = {.scalar = SMMRA_SCALAR_FLOAT, .width = 32, .components = 4};
    uint64_t vertices[MAX_PRIMITIVES * 3][MAX_COMPONENTS];
    for (uint32_t v = 0; v < vertex_count(stage); v++) {
        const struct corner *corner = &stage->corners[v];
        float clip[4] = {(float)((corner->x - VIEWPORT_ORIGIN - VIEWPORT_HALF) / VIEWPORT_HALF * corner->w),
                         (float)((corner->y - VIEWPORT_ORIGIN - VIEWPORT_HALF) / VIEWPORT_HALF * corner->w),
                         (float)(corner->z * corner->w), (float)corner->w};
        for (uint32_t c = 0; c < 4; c++) {
            uint32_t word;
            memcpy(&word, &clip[c], sizeof word);
            vertices[v][c] = word;
        }
    }
    print_value(out, "position", &about, vertices, vertex_count(stage));
    fprintf(out,
            "%%pointer_size = OpTypePointer Output %%f32\n%%to_size = OpVariable %%pointer_size Output\n"
            "%%size = OpConstant %%f32 %u\n",
            FEEDER_POINT_SIZE);
}

static void print_copy(FILE *out, const char *name, const smmra_interface *about) {
    char type[16];
    name_of_whole(type, sizeof type, about);
    fprintf(out,
            "%%from_%s = OpAccessChain %%element_%s %%table_%s %%number\n%%value_%s = OpLoad %%%s %%from_%s\n"
            "OpStore %%to_%s %%value_%s\n",
            name, name, name, name, type, name, name, name);
}

/* ---- the module ---- */

static void print_entry(FILE *out, const struct drawn_stage *stage) {
    fputs(
        "OpCapability Shader\nOpCapability Float64\nOpCapability Int64\nOpCapability ClipDistance\n"
        "OpCapability CullDistance\nOpCapability ShaderViewportIndexLayerEXT\n"
        "OpExtension \"SPV_EXT_shader_viewport_index_layer\"\nOpMemoryModel Logical GLSL450\nOpEntryPoint Vertex %main \"main\" %vertex",
        out);
    if (is_for_fragments(stage))
        fputs(" %to_position %to_size", out);
    for (uint32_t i = 0; i < stage->input_count; i++)
        if (is_fed(stage, &stage->values[i]))
            fprintf(out, " %%to_value%u", i);
    fputc('\n', out);
}

static void print_decorations(FILE *out, const struct drawn_stage *stage) {
    fputs("OpDecorate %vertex BuiltIn VertexIndex\n", out);
    if (is_for_fragments(stage))
        fputs("OpDecorate %to_position BuiltIn Position\nOpDecorate %to_size BuiltIn PointSize\n", out);
    for (uint32_t i = 0; i < stage->input_count; i++) {
        const smmra_interface *about = &stage->values[i].about;
        if (!is_fed(stage, &stage->values[i]))
            continue;
        if (about->builtin == SMMRA_NONE)
            fprintf(out, "OpDecorate %%to_value%u Location %u\n", i, about->location);
        else
            fprintf(out, "OpDecorate %%to_value%u BuiltIn %s\n", i, spirv_builtin_name(about->builtin));
        if (about->builtin == SMMRA_NONE && about->component)
            fprintf(out, "OpDecorate %%to_value%u Component %u\n", i, about->component);
    }
}

static void print_variables(FILE *out, const struct drawn_stage *stage) {
    char name[16];
    uint64_t vertices[MAX_PRIMITIVES * 3][MAX_COMPONENTS];
    print_types(out);
    fprintf(out, "%%count = OpConstant %%u32 %u\n", vertex_count(stage));
    for (uint32_t i = 1; i <= MAX_COMPONENTS; i++)
        fprintf(out, "%%length%u = OpConstant %%u32 %u\n%%f32a%u = OpTypeArray %%f32 %%length%u\n", i, i, i, i);
    if (is_for_fragments(stage))
        print_position(out, stage);
    for (uint32_t i = 0; i < stage->input_count; i++) {
        const struct stage_value *value = &stage->values[i];
        if (!is_fed(stage, value))
            continue;
        snprintf(name, sizeof name, "value%u", i);
        set_primitive_numbers(stage, value, vertices);
        print_value(out, name, &value->about, vertices, vertex_count(stage));
    }
}

static void print_module(FILE *out, const struct drawn_stage *stage) {
    static const smmra_interface position = {.scalar = SMMRA_SCALAR_FLOAT, .width = 32, .components = 4};
    char name[16];
    print_entry(out, stage);
    print_decorations(out, stage);
    print_variables(out, stage);
    fputs("%main = OpFunction %void None %function\n%body = OpLabel\n%number = OpLoad %u32 %vertex\n", out);
    if (is_for_fragments(stage)) {
        fputs("OpStore %to_size %size\n", out);
        print_copy(out, "position", &position);
    }
    for (uint32_t i = 0; i < stage->input_count; i++) {
        snprintf(name, sizeof name, "value%u", i);
        if (is_fed(stage, &stage->values[i]))
            print_copy(out, name, &stage->values[i].about);
    }
    fputs("OpReturn\nOpFunctionEnd\n", out);
}

uint32_t *feeder_words(const struct drawn_stage *stage, size_t *count, char *message) {
    char source[] = "/tmp/spirv-mmra-feeder.XXXXXX", command[128];
    uint32_t *words = NULL;
    int descriptor = mkstemp(source);
    FILE *out = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (out)
        print_module(out, stage);
    snprintf(command, sizeof command, "spirv-as --target-env spv1.3 %s -o %s.spv", source, source);
    if (out && fclose(out) == 0 && system(command) == 0) {
        strcat(strcpy(command, source), ".spv");
        words = read_words(command, count);
    }
    unlink(source);
    unlink(command);
    if (!words)
        snprintf(message, MESSAGE_SIZE, "spirv-as makes no vertex shader");
    return words;
}
