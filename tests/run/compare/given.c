/* Contents that are stated: files that resources begin with, and files of what they end with. */
#include <stdio.h>
#include <stdlib.h>

#include "compare/compare.h"

const struct given *given_for(const struct settings *settings, uint32_t kind, uint32_t set, uint32_t binding) {
    for (uint32_t i = 0; i < settings->given_count; i++) {
        const struct given *given = &settings->given[i];
        if (given->pushed ? kind == BUFFER_PUSH_CONSTANTS
                          : kind != BUFFER_PUSH_CONSTANTS && given->set == set && given->binding == binding)
            return given;
    }
    return NULL;
}

uint8_t *given_read(const struct given *given, uint64_t *size) {
    FILE *file = fopen(given->path, "rb");
    uint8_t *bytes = NULL;
    long length = -1;
    if (file && fseek(file, 0, SEEK_END) == 0)
        length = ftell(file);
    if (length >= 0)
        bytes = malloc((size_t)length + 1);
    if (bytes) {
        rewind(file);
        *size = fread(bytes, 1, (size_t)length, file);
    }
    if (file)
        fclose(file);
    return bytes;
}

static bool write_file(const struct buffer *buffer, const char *folder, const char *what, const uint8_t *bytes) {
    char path[PATH_SIZE + 64];
    snprintf(path, sizeof path, "%s/%u.%u.%u.%s", folder, buffer->set, buffer->binding, buffer->element, what);
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(bytes, 1, buffer->size, file) == buffer->size;
    return (!file || fclose(file) == 0) && good;
}

bool keep_results(const struct shader *shader, const struct settings *settings, bool of_driver, char *message) {
    static const char *const runs[MAX_RUNS] = {"translation", "translation-backwards", "translation-free"};
    bool good = true;
    for (uint32_t i = 0; i < shader->buffer_count && *settings->keep; i++) {
        const struct buffer *buffer = &shader->buffers[i];
        if (buffer->kind > BUFFER_IMAGE)
            continue;
        if (of_driver)
            good &= write_file(buffer, settings->keep, "driver", buffer->driver);
        for (uint32_t run = 0; run < MAX_RUNS && !of_driver; run++)
            good &= write_file(buffer, settings->keep, runs[run], buffer->host[run]);
    }
    if (!good)
        snprintf(message, MESSAGE_SIZE, "%s cannot be written to", settings->keep);
    return good;
}
