/* Executes a recorded submission (recording.h).
 *
 *   submission [--describe] [--races] [--order=N] [--print=ADDRESS:WORDS]... FILE
 *
 * A line for each dispatch and race. --describe: dispatches do not run. --print: words that memory holds at the end.
 * Exit status 1: a race; 2: the command is not understood; 3: the submission is wrong, or more than is known. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "submissions/recording.h"

enum { STATUS_RACE = 1, STATUS_USAGE = 2, STATUS_WRONG = 3 };

static char *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    *length = 0;
    if (!file)
        return NULL;
    for (size_t capacity = 1 << 16, got = 1; got; capacity *= 2) {
        char *larger = realloc(text, capacity);
        if (!larger)
            break;
        text = larger;
        *length += got = fread(text + *length, 1, capacity - *length, file);
    }
    fclose(file);
    return text;
}

static bool print_words(const struct device *device, const char *what) {
    char *end;
    uint64_t address = strtoull(what, &end, 0), count = *end == ':' ? strtoull(end + 1, NULL, 0) : 0;
    const uint8_t *bytes = count < UINT32_MAX ? gpu_bytes(&device->memory, address, 4 * count) : NULL;
    for (uint64_t k = 0; bytes && k < count; k++) {
        uint32_t word;
        memcpy(&word, bytes + 4 * k, 4);
        printf("%" PRIu32 "\n", word);
    }
    if (!bytes)
        fprintf(stderr, "submission: no memory is mapped at %s\n", what);
    return bytes != NULL;
}

int main(int argc, char **argv) {
    struct device device = {0};
    char message[PACKET_MESSAGE] = "";
    size_t length = 0;
    char *text = argc > 1 ? read_file(argv[argc - 1], &length) : NULL;
    if (!text) {
        fputs("usage: submission [--describe] [--races] [--order=N] [--print=ADDRESS:WORDS]... FILE\n", stderr);
        return STATUS_USAGE;
    }
    device.tells = stderr;
    for (int k = 1; k < argc - 1; k++) {
        device.only_describes |= strcmp(argv[k], "--describe") == 0;
        device.races |= strcmp(argv[k], "--races") == 0;
        if (strncmp(argv[k], "--order=", 8) == 0)
            device.order = strtoull(argv[k] + 8, NULL, 0);
    }
    bool good = recording_play(&device, text, length, message);
    if (!good)
        fprintf(stderr, "submission: %s: %s\n", argv[argc - 1], message);
    for (int k = 1; k < argc - 1 && good; k++)
        if (strncmp(argv[k], "--print=", 8) == 0)
            good = print_words(&device, argv[k] + 8);
    int status = !good ? STATUS_WRONG : device.racing ? STATUS_RACE : 0;
    recording_end(&device);
    free(text);
    return status;
}
