/* Which inputs are sources of shaders, in which language and of which stage; and how they are to be compiled. */
#include "translator/command/command_source.h"

#include <string.h>

/* ---- options ---- */

struct source_words source_includes, source_defines;
const char *source_compiler, *source_target_env;

static bool is_same_name(const char *a, const char *b) {
    const size_t length = strcspn(a, "=");
    return strncmp(a, b, length) == 0 && (b[length] == '=' || !b[length]);
}

/* If a name is defined twice, the last value counts. */
static bool give(void *target, const char *value) {
    struct source_words *given = target;
    for (size_t i = 0; target == &source_defines && i < given->count; i++)
        if (is_same_name(value, given->words[i])) {
            given->words[i] = value;
            return *value != '\0';
        }
    if (!*value || given->count == sizeof given->words / sizeof *given->words)
        return false;
    given->words[given->count++] = value;
    return true;
}

void source_forget(void) {
    source_includes.count = source_defines.count = 0;
    source_compiler = source_target_env = NULL;
}

const struct option source_options[SOURCE_OPTIONS] = {
    {"-x", "KIND",
     "inputs are what names that end in .KIND are: comp, vert, ..., hlsl, slang, wgsl, spv, spvasm, ll ...",
     OPTION_CALL, NULL, 0, input_kinds, input_kind_set},
    {"--compiler", "COMMAND",
     "compiles sources (default: SMMRA_COMPILER, else what is installed of glslang, glslc, dxc, slangc, tint, naga)",
     OPTION_TEXT, (void *)&source_compiler},
    {"-I", "DIR", "the compiler looks for included files there", OPTION_CALL, &source_includes, 0, NULL, give},
    {"-D", "NAME", "the compiler defines NAME, or NAME=VALUE", OPTION_CALL, &source_defines, 0, NULL, give},
    {"--target-env", "ENV", "for which a source is compiled (default: vulkan1.3; HLSL by glslang: vulkan1.1)",
     OPTION_TEXT, (void *)&source_target_env},
};

/* ---- languages and stages ---- */

static const struct source_stage stages[] = {
    {"comp", "cs_6_6", "compute"},       {"vert", "vs_6_6", "vertex"},        {"frag", "ps_6_6", "fragment"},
    {"geom", "gs_6_6", "geometry"},      {"tesc", "hs_6_6", "hull"},          {"tese", "ds_6_6", "domain"},
    {"mesh", "ms_6_6", "mesh"},          {"task", "as_6_6", "amplification"}, {"rgen", "lib_6_6", "raygeneration"},
    {"rint", "lib_6_6", "intersection"}, {"rahit", "lib_6_6", "anyhit"},      {"rchit", "lib_6_6", "closesthit"},
    {"rmiss", "lib_6_6", "miss"},        {"rcall", "lib_6_6", "callable"},
};

static const struct language {
    const char *ending;
    enum source_language language;
} languages[] = {{"glsl", SOURCE_GLSL}, {"hlsl", SOURCE_HLSL}, {"slang", SOURCE_SLANG}, {"wgsl", SOURCE_WGSL}};

static bool ends_in_word(const char *name, size_t length, const char *word) {
    size_t end = strlen(word);
    return length > end && name[length - end - 1] == '.' && memcmp(name + length - end, word, end) == 0;
}

static void find_stage(struct source *source, const char *name, size_t length) {
    for (size_t i = 0; i < sizeof stages / sizeof *stages && !source->names_stage; i++)
        if (ends_in_word(name, length, stages[i].ending)) {
            source->stage = &stages[i];
            source->names_stage = true;
        }
}

/* name.comp and name.glsl are GLSL; name.hlsl and name.vert.hlsl HLSL. */
static void find_language(struct source *source, const char *name) {
    size_t length = strlen(name);
    find_stage(source, name, length);
    source->language = source->names_stage ? SOURCE_GLSL : SOURCE_NONE;
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (ends_in_word(name, length, languages[i].ending)) {
            source->language = languages[i].language;
            find_stage(source, name, length - strlen(languages[i].ending) - 1);
        }
}

struct source source_of(const char *path, const char *text, size_t length) {
    struct source source = {.path = path, .text = text, .length = length, .stage = &stages[0]};
    find_language(&source, input_kind() ? input_kind() : path);
    if (!input_kind() && strcmp(path, "-") == 0)
        source.language = input_begins_like_hlsl(text)   ? SOURCE_HLSL
                          : input_begins_like_glsl(text) ? SOURCE_GLSL
                                                         : SOURCE_NONE;
    return source;
}

/* A module may have any name. */
bool source_is(const char *path, const char *text, size_t length) {
    return !input_begins_like_spirv(text, length) && source_of(path, text, length).language != SOURCE_NONE;
}
