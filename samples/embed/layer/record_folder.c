/* The folder of a recording: docs/evidence/recorded-folder.md. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "record_private.h"

enum { MOST_PATH = 4096, MOST_TRIES = 1 << 20 };

struct folder {
    char path[MOST_PATH];
    size_t length; /* of the folder's own path */
    bool failed;
};

static void complain(const struct folder *folder, int why) {
    files_complain(folder->path, strerror(why));
}

/* A folder that nobody has yet: several processes may record to one place. */
static bool make_folder(struct folder *folder, uint32_t number) {
    const char *root = getenv("SMMRA_RECORD_DIR");
    int made = -1;
    errno = EEXIST;
    for (uint32_t i = 0; made != 0 && errno == EEXIST && i < MOST_TRIES; i++) {
        int length = snprintf(folder->path, sizeof folder->path, "%s/dispatch-%ld-%05u", root ? root : "",
                              (long)getpid(), number + i);
        if (length <= 0 || (size_t)length >= sizeof folder->path - 128)
            return false;
        folder->length = (size_t)length;
        made = mkdir(folder->path, 0777);
    }
    if (made != 0)
        complain(folder, errno);
    return made == 0;
}

static FILE *open_file(struct folder *folder, const char *name) {
    snprintf(folder->path + folder->length, sizeof folder->path - folder->length, "/%s", name);
    FILE *file = fopen(folder->path, "wx");
    if (!file) {
        complain(folder, errno);
        folder->failed = true;
    }
    return file;
}

static void close_file(struct folder *folder, FILE *file) {
    errno = 0;
    bool failed = fflush(file) != 0 || ferror(file);
    int why = errno;
    if (fclose(file) == 0 && !failed)
        return;
    complain(folder, why ? why : errno);
    folder->failed = true;
}

static void write_bytes(struct folder *folder, const char *name, const void *bytes, size_t size) {
    FILE *file = folder->failed ? NULL : open_file(folder, name);
    if (!file)
        return;
    fwrite(bytes, 1, size, file);
    close_file(folder, file);
}

/* A name of the application stands on one line. */
static void put_name(FILE *file, const char *word, const char *name) {
    fprintf(file, "%s ", word);
    for (; *name; name++)
        fputc((unsigned char)*name < ' ' ? '?' : *name, file);
    fputc('\n', file);
}

static void put_numbers(FILE *file, const char *word, const uint32_t numbers[3]) {
    fprintf(file, "%s %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", word, numbers[0], numbers[1], numbers[2]);
}

static void put_head(FILE *file, const struct recording *r) {
    const struct record_pipeline *pipeline = r->pipeline;
    fprintf(file, "spirv-mmra dispatch 1\n# dispatch %" PRIu32, r->number);
    if (pipeline)
        fprintf(file, ", pipeline %" PRIu32, pipeline->number);
    fputc('\n', file);
    if (pipeline && *pipeline->object.name)
        put_name(file, "#", pipeline->object.name);
    if (*r->why)
        put_name(file, "not-recorded", r->why);
}

static void put_manifest(FILE *file, const struct recording *r) {
    const struct record_pipeline *pipeline = r->pipeline;
    uint32_t groups[3];
    put_head(file, r);
    if (*r->why)
        return;
    memcpy(groups, r->is_indirect ? (const void *)(r->mapped + r->parts[0].offset) : r->groups, sizeof groups);
    fprintf(file, "module module.spv\n");
    put_name(file, "entry", pipeline->entry);
    put_numbers(file, "groups", groups);
    put_numbers(file, "base", r->base);
    if (pipeline->subgroup)
        fprintf(file, "subgroup %" PRIu32 "\n", pipeline->subgroup);
    if (pipeline->is_robust)
        fprintf(file, "robust\n");
    for (uint32_t i = 0; i < pipeline->constant_count; i++)
        fprintf(file, "constant %" PRIu32 " 0x%" PRIx64 "\n", pipeline->constants[i].id, pipeline->constants[i].bits);
    if (r->push_size)
        fprintf(file, "push push.bin\n");
    for (uint32_t i = r->is_indirect; i < r->part_count; i++)
        fprintf(file, "%s%s%s\n", r->parts[i].says, *r->parts[i].file ? " " : "", r->parts[i].file);
}

static void remove_folder(struct folder *folder, const struct recording *r) {
    static const char *const names[] = {"dispatch.txt", "module.spv", "push.bin"};
    for (uint32_t i = 0; i < r->part_count + sizeof names / sizeof *names; i++) {
        snprintf(folder->path + folder->length, sizeof folder->path - folder->length, "/%s",
                 i < r->part_count ? r->parts[i].file : names[i - r->part_count]);
        unlink(folder->path);
    }
    folder->path[folder->length] = '\0';
    rmdir(folder->path);
}

static void write_data(struct folder *folder, const struct recording *r) {
    write_bytes(folder, "module.spv", r->pipeline->words, r->pipeline->word_count * sizeof(uint32_t));
    if (r->push_size)
        write_bytes(folder, "push.bin", r->push, r->push_size);
    for (uint32_t i = 0; i < r->part_count; i++)
        if (*r->parts[i].file)
            write_bytes(folder, r->parts[i].file,
                        r->parts[i].bytes ? r->parts[i].bytes : r->mapped + r->parts[i].offset,
                        (size_t)r->parts[i].size);
}

/* The manifest comes last: a folder without it is not whole. */
void record_write_folder(const struct recording *r) {
    struct folder folder = {.failed = false};
    struct files_quiet quiet;
    files_begin_quiet(&quiet);
    if (make_folder(&folder, r->number)) {
        if (!*r->why)
            write_data(&folder, r);
        FILE *file = folder.failed ? NULL : open_file(&folder, "dispatch.txt");
        if (file) {
            put_manifest(file, r);
            close_file(&folder, file);
        }
        if (folder.failed)
            remove_folder(&folder, r);
    }
    files_end_quiet(&quiet);
}
