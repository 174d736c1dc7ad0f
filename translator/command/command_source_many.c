/* One process compiles many texts of a source: glslang needs 0.1 s to start, and 1 ms for a shader. glslc alone takes
 * many files at once; it compiles by glslang. */
#define _GNU_SOURCE /* mkdtemp */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mmra/base/text.h"
#include "translator/command/command_process.h"
#include "translator/command/command_source.h"

/* `MOST_FILES` and the options fit the words of a process. */
enum { MOST_FILES = 32, MOST_OPTIONS = 2 * 20, MOST_NAME = 256 };

struct batch {
    const struct source *source;
    const char *environment, *language;
    char folder[MOST_NAME];
    struct arena *arena;
    const char *words[MOST_OPTIONS + MOST_FILES + 16];
    size_t count;
};

static const char *printed(struct batch *b, const char *format, const char *first, const char *second) {
    struct text text;
    text_init(&text, b->arena, 64);
    text_format(&text, format, first, second);
    return text_finish(&text);
}

/* The compiler runs in the batch's folder. */
static void add_include(struct batch *b, const char *folder) {
    char here[4096] = "";
    bool is_absolute = *folder == '/' || !getcwd(here, sizeof here);
    b->words[b->count++] = is_absolute ? printed(b, "-I%s%s", folder, "") : printed(b, "-I%s/%s", here, folder);
}

/* As families of command_source_compile.c has them for glslc. */
static void add_options(struct batch *b) {
    const char *path = b->source->path, *slash = strrchr(path, '/');
    const char *first[] = {"-C", b->folder, "glslc", "-c", "-g", "-x", b->language};
    memcpy(b->words, first, sizeof first);
    b->count = sizeof first / sizeof *first;
    b->words[b->count++] = printed(b, "--target-env=%s%s", b->environment, "");
    b->words[b->count++] = printed(b, "-fshader-stage=%s%s", b->source->stage->ending, "");
    for (size_t i = 0; i < source_includes.count; i++)
        add_include(b, source_includes.words[i]);
    for (size_t i = 0; i < source_defines.count; i++)
        b->words[b->count++] = printed(b, "-D%s%s", source_defines.words[i], "");
    add_include(b, slash ? arena_copy_string(b->arena, path, (size_t)(slash - path) + 1) : ".");
}

static const char *name_of(struct batch *b, size_t number, const char *ending) {
    char digits[24];
    snprintf(digits, sizeof digits, "%zu.%s", number, b->source->stage->ending);
    return printed(b, "%s%s", digits, ending);
}

static const char *path_of(struct batch *b, size_t number, const char *ending) {
    return printed(b, "%s/%s", b->folder, name_of(b, number, ending));
}

static bool write_texts(struct batch *b, const struct source_text *texts, size_t count) {
    bool is_written = true;
    for (size_t i = 0; i < count && is_written; i++) {
        FILE *file = fopen(path_of(b, i, ""), "wb");
        is_written = file && fwrite(texts[i].text, 1, texts[i].length, file) == texts[i].length;
        is_written &= file && fclose(file) == 0;
        b->words[b->count++] = name_of(b, i, "");
    }
    b->words[b->count] = NULL;
    return is_written;
}

/* A text that does not compile leaves no file. */
static void take_modules(struct batch *b, struct source_text *texts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const char *path = path_of(b, i, ".spv");
        int status;
        if (access(path, R_OK) == 0)
            texts[i].module = file_read(path, &texts[i].module_length, NULL, &status);
        if (texts[i].module && !input_begins_like_spirv(texts[i].module, texts[i].module_length)) {
            free(texts[i].module);
            texts[i].module = NULL;
        }
    }
}

static void compile_some(struct batch *b, struct source_text *texts, size_t count) {
    const char *folder = getenv("TMPDIR");
    struct process_result result;
    snprintf(b->folder, sizeof b->folder, "%.200s/smmra-XXXXXX",
             folder && *folder == '/' && strlen(folder) <= 200 ? folder : "/tmp");
    if (!mkdtemp(b->folder))
        return;
    add_options(b);
    if (write_texts(b, texts, count)) {
        process_run("env", b->words, "", 0, b->arena, &result);
        take_modules(b, texts, count);
    }
    for (size_t i = 0; i < count; i++) {
        unlink(path_of(b, i, ""));
        unlink(path_of(b, i, ".spv"));
    }
    rmdir(b->folder);
}

void source_compile_many(const struct source *source, struct source_text *texts, size_t count, struct arena *arena) {
    static const char *const languages[] = {[SOURCE_GLSL] = "glsl", [SOURCE_HLSL] = "hlsl", [SOURCE_WGSL] = NULL};
    struct batch b = {.source = source, .language = languages[source->language], .arena = arena};
    const char *compiler = source_compiler_of(source->language, &b.environment);
    bool is_glslang = compiler && strncmp(compiler, "glsl", strlen("glsl")) == 0 && !strpbrk(compiler, " \t/");
    if (!is_glslang || !b.environment || !b.language || !process_is_installed("glslc"))
        return;
    for (size_t at = 0; at < count; at += MOST_FILES)
        compile_some(&b, texts + at, count - at < MOST_FILES ? count - at : MOST_FILES);
}
