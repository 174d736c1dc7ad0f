/* The comparer's own shaders on the other side of tessellation, in GLSL: a control shader whose outputs are constants,
 * and evaluation shaders that store what a patch has, or put out where they are. */
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/compare.h"

enum { MAX_NAME = 96 };

static const char *const head = "#version 460\n#extension GL_ARB_gpu_shader_int64 : require\n";

/* ---- compiling ---- */

typedef void printer(FILE *, const struct drawn_stage *);

/* What was compiled before: many shaders have the same one on the other side. */
struct compiled {
    struct compiled *next;
    char *text;
    uint32_t *words;
    size_t count;
};

static char *text_of(printer *print, const struct drawn_stage *stage) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    print(out, stage);
    return fclose(out) == 0 ? text : NULL;
}

/* `stage`: as glslangValidator calls it. NULL: it does not compile. */
static uint32_t *compile(const char *text, const char *stage, size_t *count) {
    char source[] = "/tmp/spirv-mmra-partner.XXXXXX", path[64], command[256];
    int descriptor = mkstemp(source);
    FILE *out = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!out)
        return NULL;
    fputs(text, out);
    snprintf(path, sizeof path, "%s.spv", source);
    snprintf(command, sizeof command, "glslangValidator --quiet -V --target-env vulkan1.3 -S %s %s -o %s >&2", stage,
             source, path);
    bool good = fclose(out) == 0 && system(command) == 0;
    uint32_t *words = good ? read_words(path, count) : NULL;
    unlink(source);
    unlink(path);
    return words;
}

static const struct compiled *compiled_of(printer *print, const struct drawn_stage *stage, const char *name,
                                          char *message) {
    static struct compiled *first;
    char *text = text_of(print, stage);
    for (struct compiled *known = first; known && text; known = known->next)
        if (strcmp(known->text, text) == 0) {
            free(text);
            return known;
        }
    struct compiled *made = malloc(sizeof *made);
    if (!text || !made)
        return NULL;
    *made = (struct compiled){.next = first, .text = text};
    made->words = compile(text, name, &made->count);
    if (made->words)
        return first = made;
    snprintf(message, MESSAGE_SIZE, "glslangValidator makes no shader of the comparer's own");
    free(made->text);
    free(made);
    return NULL;
}

/* To be freed. */
static uint32_t *words_of(printer *print, const struct drawn_stage *stage, const char *name, size_t *count,
                          char *message) {
    const struct compiled *compiled = compiled_of(print, stage, name, message);
    uint32_t *words = compiled ? malloc(compiled->count * sizeof *words) : NULL;
    if (!words)
        return NULL;
    *count = compiled->count;
    return memcpy(words, compiled->words, compiled->count * sizeof *words);
}

/* ---- declarations ---- */

static void print_type(FILE *out, const smmra_interface *about) {
    static const char *const scalars[2][3] = {
        {[SMMRA_SCALAR_FLOAT] = "float", [SMMRA_SCALAR_SINT] = "int", [SMMRA_SCALAR_UINT] = "uint"},
        {[SMMRA_SCALAR_FLOAT] = "double", [SMMRA_SCALAR_SINT] = "int64_t", [SMMRA_SCALAR_UINT] = "uint64_t"}};
    static const char *const vectors[2][3] = {
        {[SMMRA_SCALAR_FLOAT] = "vec", [SMMRA_SCALAR_SINT] = "ivec", [SMMRA_SCALAR_UINT] = "uvec"},
        {[SMMRA_SCALAR_FLOAT] = "dvec", [SMMRA_SCALAR_SINT] = "i64vec", [SMMRA_SCALAR_UINT] = "u64vec"}};
    if (about->components == 1)
        fputs(scalars[about->width == 64][about->scalar], out);
    else
        fprintf(out, "%s%u", vectors[about->width == 64][about->scalar], about->components);
}

static bool has_location(const struct stage_value *value) {
    return value->about.builtin == SMMRA_NONE && value->about.used;
}

/* "in" or "out", in variables v0, v1, ... */
static void print_declarations(FILE *out, const struct drawn_stage *stage, uint32_t first, uint32_t end,
                               const char *direction) {
    for (uint32_t i = first; i < end; i++) {
        const smmra_interface *about = &stage->values[i].about;
        if (!has_location(&stage->values[i]))
            continue;
        fprintf(out, "layout(location = %u", about->location);
        if (about->component)
            fprintf(out, ", component = %u", about->component);
        fprintf(out, ") %s%s ", about->vertices ? "" : "patch ", direction);
        print_type(out, about);
        fprintf(out, " v%u%s;\n", i, about->vertices ? "[]" : "");
    }
}

/* "v7[2]", "gl_in[2].gl_ClipDistance[1]", of the array `block` over vertices. */
static void name_of(char *name, size_t size, const struct drawn_stage *stage, uint32_t index, const char *block,
                    const char *vertex, uint32_t element) {
    const smmra_interface *about = &stage->values[index].about;
    bool builtin = about->builtin != SMMRA_NONE;
    char variable[32] = "", of_vertex[32] = "", of_element[16] = "";
    if (builtin)
        snprintf(variable, sizeof variable, "gl_%s", spirv_builtin_name(about->builtin));
    if (about->vertices)
        snprintf(of_vertex, sizeof of_vertex, "%s[%s]%s", builtin ? block : "", vertex, builtin ? "." : "");
    if (about->array_length)
        snprintf(of_element, sizeof of_element, "[%u]", element);
    if (builtin)
        snprintf(name, size, "%s%s%s", of_vertex, variable, of_element);
    else
        snprintf(name, size, "v%u%s%s", index, of_vertex, of_element);
}

/* ---- modes ---- */

/* The first of each group stands where neither shader says one; of kinds of patches, the one with as many levels as a
 * control shader gives. */
enum { MODE_GROUPS = 4, GROUP_MODES = 3 };

static const struct mode {
    uint32_t mode; /* 0: none */
    const char *name;
} modes[MODE_GROUPS][GROUP_MODES] = {{{SpvExecutionModeQuads, "quads"},
                                      {SpvExecutionModeTriangles, "triangles"},
                                      {SpvExecutionModeIsolines, "isolines"}},
                                     {{SpvExecutionModeSpacingEqual, "equal_spacing"},
                                      {SpvExecutionModeSpacingFractionalEven, "fractional_even_spacing"},
                                      {SpvExecutionModeSpacingFractionalOdd, "fractional_odd_spacing"}},
                                     {{SpvExecutionModeVertexOrderCcw, "ccw"}, {SpvExecutionModeVertexOrderCw, "cw"}},
                                     {{0, NULL}, {SpvExecutionModePointMode, "point_mode"}}};

/* The shader's one of a group, which its partner shares: the two must not differ (Vulkan, "Tessellation"). */
static const struct mode *mode_in(const struct drawn_stage *stage, uint32_t group, bool *given) {
    for (uint32_t i = 0; i < GROUP_MODES; i++)
        if (modes[group][i].name && mode_of(stage, modes[group][i].mode, 0)) {
            *given = true;
            return &modes[group][i];
        }
    *given = false;
    return &modes[group][group == 0 && stage->outer_levels ? 4 - *stage->outer_levels : 0];
}

/* Prints the modes of an evaluation shader that is made. */
static void print_modes(FILE *out, const struct drawn_stage *stage) {
    bool given;
    for (uint32_t group = 0; group < MODE_GROUPS; group++) {
        const struct mode *mode = mode_in(stage, group, &given);
        if (mode->name)
            fprintf(out, "layout(%s) in;\n", mode->name);
    }
}

/* A control shader that is made says what the evaluation shader leaves to it. GLSL has no words for that. */
static uint32_t *add_lacking_modes(const struct drawn_stage *stage, uint32_t *words, size_t *count) {
    size_t at = 5;
    while (at < *count && (words[at] & 0xFFFF) != SpvOpExecutionMode)
        at += words[at] >> 16;
    uint32_t *more = at < *count ? realloc(words, (*count + 3 * (size_t)MODE_GROUPS) * sizeof *words) : NULL;
    bool given;
    for (uint32_t group = 0; group < MODE_GROUPS && more; group++) {
        const struct mode *mode = mode_in(stage, group, &given);
        if (given || !mode->name)
            continue;
        memmove(more + at + 3, more + at, (*count - at) * sizeof *more);
        memcpy(more + at, (uint32_t[]){3u << 16 | SpvOpExecutionMode, more[at + 4], mode->mode}, 3 * sizeof *more);
        *count += 3;
    }
    return more ? more : words;
}

/* ---- control ---- */

static void print_component(FILE *out, const smmra_interface *about, uint64_t bits) {
    float narrow;
    double wide;
    uint32_t word = (uint32_t)bits;
    memcpy(&narrow, &word, sizeof narrow);
    memcpy(&wide, &bits, sizeof wide);
    if (about->scalar == SMMRA_SCALAR_FLOAT)
        fprintf(out, "%.17g", about->width == 64 ? wide : (double)narrow);
    else
        fprintf(out, about->width == 64 ? "0x%" PRIx64 "ul" : "0x%" PRIx64 "u", about->width == 64 ? bits : word);
}

/* A table of what the value, or one element of it, is at each vertex, or of each patch. */
static void print_table(FILE *out, const struct stage_value *value, uint32_t index, uint32_t element) {
    uint32_t count = value->about.vertices ? PATCHES * PATCH_VERTICES : PATCHES;
    fputs("const ", out);
    print_type(out, &value->about);
    fprintf(out, " t%u_%u[] = {", index, element);
    for (uint32_t n = 0; n < count; n++) {
        fputs(n ? ", " : "", out);
        print_type(out, &value->about);
        for (uint32_t c = 0; c < value->about.components; c++) {
            fputs(c ? ", " : "(", out);
            print_component(out, &value->about, value->vertices[n][element + c]);
        }
        fputc(')', out);
    }
    fputs("};\n", out);
}

/* All that an evaluation shader takes, but what the tessellator makes. */
static bool is_given_by_control(const struct stage_value *value) {
    return value->about.vertices || value->about.builtin == SMMRA_NONE;
}

static void print_levels(FILE *out) {
    for (uint32_t level = 0; level < LEVELS; level++) {
        fprintf(out, "gl_TessLevel%s[%u] = float[](", level < 4 ? "Outer" : "Inner", level % 4);
        for (uint32_t patch = 0; patch < PATCHES; patch++)
            fprintf(out, "%s%.9g", patch ? ", " : "", (double)level_of(patch, level));
        fputs(")[gl_PrimitiveID];\n", out);
    }
}

static void print_controller(FILE *out, const struct drawn_stage *stage) {
    char name[MAX_NAME];
    fprintf(out, "%slayout(vertices = %u) out;\n", head, PATCH_VERTICES);
    print_declarations(out, stage, 0, stage->input_count, "out");
    for (uint32_t i = 0; i < stage->input_count; i++)
        for (uint32_t e = 0; is_given_by_control(&stage->values[i]) && e < 1 + stage->values[i].about.array_length; e++)
            print_table(out, &stage->values[i], i, e);
    fprintf(out, "void main() {\nint at = gl_PrimitiveID * %u + gl_InvocationID;\n", PATCH_VERTICES);
    print_levels(out);
    for (uint32_t i = 0; i < stage->input_count; i++) {
        const struct stage_value *value = &stage->values[i];
        uint32_t elements = value->about.array_length ? value->about.array_length : 1;
        for (uint32_t e = 0; is_given_by_control(value) && value->about.used && e < elements; e++) {
            name_of(name, sizeof name, stage, i, "gl_out", "gl_InvocationID", e);
            fprintf(out, "%s = t%u_%u[%s];\n", name, i, e, value->about.vertices ? "at" : "gl_PrimitiveID");
        }
    }
    fputs("}\n", out);
}

uint32_t *controller_words(const struct drawn_stage *stage, size_t *count, char *message) {
    uint32_t *words = words_of(print_controller, stage, "tesc", count, message);
    return words ? add_lacking_modes(stage, words, count) : NULL;
}

/* ---- evaluation ---- */

/* One component of the value that `name` is, as 32-bit words. */
static void print_words(FILE *out, const smmra_interface *about, const char *name, uint32_t component, uint32_t word) {
    bool is_float = about->scalar == SMMRA_SCALAR_FLOAT, is_wide = about->width == 64;
    for (uint32_t half = 0; half <= is_wide; half++) {
        fprintf(out, "to.words[at + %u] = %s(%s", word + half,
                is_float ? is_wide ? "unpackDouble2x32" : "floatBitsToUint" : "uint", name);
        if (about->components > 1)
            fprintf(out, ".%c", "xyzw"[component]);
        fprintf(out, "%s)%s;\n", !is_float && half ? " >> 32" : "", !is_float || !is_wide ? "" : half ? ".y" : ".x");
    }
}

static void print_value(FILE *out, const struct drawn_stage *stage, uint32_t index) {
    const struct stage_value *value = &stage->values[index];
    uint32_t word = value->captured, elements = value->about.array_length ? value->about.array_length : 1;
    for (uint32_t v = 0; v < (value->about.vertices ? stage->output_vertices : 1); v++) {
        char vertex[16], name[MAX_NAME];
        snprintf(vertex, sizeof vertex, "%u", v);
        for (uint32_t e = 0; e < elements; e++) {
            name_of(name, sizeof name, stage, index, "gl_in", vertex, e);
            for (uint32_t c = 0; c < value->about.components; c++, word += value->about.width / 32)
                if (has_level(stage, value, e))
                    print_words(out, &value->about, name, c, word);
        }
    }
}

/* Every invocation of a patch stores the same. */
static void print_evaluator(FILE *out, const struct drawn_stage *stage) {
    fprintf(out, "%slayout(point_mode) in;\nlayout(set = %u, binding = 0) buffer To { uint words[]; } to;\n", head,
            PATCH_SET);
    print_modes(out, stage);
    print_declarations(out, stage, stage->input_count, stage->value_count, "in");
    fprintf(out, "void main() {\nint at = gl_PrimitiveID * %u;\n", stage->patch_words);
    for (uint32_t i = stage->input_count; i < stage->value_count; i++)
        if (stage->values[i].captured != NOT_CAPTURED)
            print_value(out, stage, i);
    fputs("}\n", out);
}

uint32_t *evaluator_words(const struct drawn_stage *stage, size_t *count, char *message) {
    return words_of(print_evaluator, stage, "tese", count, message);
}

static void print_prober(FILE *out, const struct drawn_stage *stage) {
    fputs(head, out);
    print_modes(out, stage);
    fputs("layout(location = 0) out vec3 at;\nlayout(location = 1) flat out int patch_;\n"
          "void main() {\nat = gl_TessCoord;\npatch_ = gl_PrimitiveID;\n}\n",
          out);
}

bool write_prober(const struct drawn_stage *stage, const char *path, char *message) {
    const struct compiled *compiled = compiled_of(print_prober, stage, "tese", message);
    FILE *out = compiled ? fopen(path, "wb") : NULL;
    if (!out)
        return false;
    bool written = fwrite(compiled->words, sizeof *compiled->words, compiled->count, out) == compiled->count;
    return fclose(out) == 0 && written;
}

/* ---- tasks and meshes ---- */

static void print_payload(FILE *out, const struct drawn_stage *stage) {
    fputs("#extension GL_EXT_mesh_shader : require\n", out);
    if (stage->payload_words)
        fprintf(out, "struct Payload { uint words[%u]; };\ntaskPayloadSharedEXT Payload payload;\n",
                stage->payload_words);
}

/* What a fragment has of the primitive, at the word that `captured` says. */
static void print_found(FILE *out, const struct drawn_stage *stage, uint32_t index) {
    const smmra_interface *about = &stage->values[index].about;
    uint32_t word = stage->values[index].captured;
    char name[16];
    snprintf(name, sizeof name, "v%u", index);
    if (about->builtin != SMMRA_NONE) {
        fprintf(out, "to.words[at + %u] = uint(gl_%s);\n", word,
                about->builtin == SpvBuiltInPrimitiveId ? "PrimitiveID"
                : about->builtin == SpvBuiltInLayer     ? "Layer"
                                                        : "ViewportIndex");
        return;
    }
    for (uint32_t c = 0; c < about->components; c++, word += about->width / 32)
        print_words(out, about, name, c, word);
}

static void print_finder(FILE *out, const struct drawn_stage *stage) {
    fprintf(
        out,
        "%s#extension GL_EXT_mesh_shader : require\nlayout(set = %u, binding = 0) buffer To { uint words[]; } to;\n",
        head, PATCH_SET);
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        const smmra_interface *about = &stage->values[i].about;
        if (about->builtin != SMMRA_NONE || stage->values[i].captured == NOT_CAPTURED)
            continue;
        fprintf(out, "layout(location = %u, component = %u) %s in ", about->location, about->component,
                about->decorations & SMMRA_DECORATION_PER_PRIMITIVE ? "perprimitiveEXT flat" : "flat");
        print_type(out, about);
        fprintf(out, " v%u;\n", i);
    }
    fprintf(out,
            "void main() {\nuint at = (uint(gl_FragCoord.x) + %uu * uint(gl_FragCoord.y)) * %uu;\nto.words[at] = 1u;\n",
            TARGET_WIDTH, stage->patch_words);
    for (uint32_t i = stage->input_count; i < stage->value_count; i++)
        if (stage->values[i].captured != NOT_CAPTURED)
            print_found(out, stage, i);
    fputs("}\n", out);
}

uint32_t *finder_words(const struct drawn_stage *stage, size_t *count, char *message) {
    return words_of(print_finder, stage, "frag", count, message);
}

static void print_receiver(FILE *out, const struct drawn_stage *stage) {
    fputs(head, out);
    print_payload(out, stage);
    fprintf(out,
            "layout(local_size_x = 1) in;\nlayout(points, max_vertices = 1, max_primitives = 1) out;\n"
            "layout(set = %u, binding = 0) buffer To { uint words[]; } to;\nvoid main() {\n"
            "uint at = payload.words[0] %% %uu * %uu;\nfor (uint i = 0u; i < 3u; i++)\n"
            "    to.words[at + i] = gl_NumWorkGroups[i];\nfor (uint i = 0u; i < %uu; i++)\n"
            "    to.words[at + 3u + i] = payload.words[i];\nSetMeshOutputsEXT(0u, 0u);\n}\n",
            PATCH_SET, MAX_MESH_GROUPS, stage->patch_words, stage->payload_words);
}

uint32_t *receiver_words(const struct drawn_stage *stage, size_t *count, char *message) {
    return words_of(print_receiver, stage, "mesh", count, message);
}

static void print_launcher(FILE *out, const struct drawn_stage *stage) {
    fputs(head, out);
    print_payload(out, stage);
    fputs("layout(local_size_x = 1) in;\nvoid main() {\n", out);
    for (uint32_t i = 0; i < stage->payload_words; i++)
        fprintf(out, "payload.words[%u] = %uu;\n", i, payload_word(i));
    fprintf(out, "EmitMeshTasksEXT(%u, %u, 1);\n}\n", MESH_GROUPS_X, MESH_GROUPS_Y);
}

uint32_t *launcher_words(const struct drawn_stage *stage, size_t *count, char *message) {
    return words_of(print_launcher, stage, "task", count, message);
}
