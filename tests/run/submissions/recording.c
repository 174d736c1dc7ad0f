#include "submissions/recording.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MEMORY = 1 << 28, MOST_RANGES = 1 << 12, WORDS_IN_LINE = 8, MOST_LINE = 256 };

/* ---- written ---- */

/* Lines of some words, without those whose words are all 0. */
static void write_words(FILE *to, const uint8_t *bytes, uint64_t size) {
    static const uint8_t zeros[4 * WORDS_IN_LINE];
    for (uint64_t at = 0; at < size; at += sizeof zeros) {
        uint64_t count = (size - at < sizeof zeros ? size - at : sizeof zeros) / 4;
        uint32_t words[WORDS_IN_LINE] = {0};
        if (memcmp(bytes + at, zeros, 4 * count) == 0)
            continue;
        memcpy(words, bytes + at, 4 * count);
        fprintf(to, "%" PRIx64, at);
        for (uint64_t k = 0; k < count; k++)
            fprintf(to, " %08" PRIx32, words[k]);
        fputc('\n', to);
    }
}

void recording_write_memory(FILE *to, const struct device *device) {
    fprintf(to, "processor %s\n", machine_processor_names[device->processor]);
    for (uint32_t k = 0; k < device->memory.count; k++) {
        const struct machine_range *range = &device->memory.ranges[k];
        fprintf(to, "memory 0x%" PRIx64 " %" PRIu64 "\n", range->address, range->size);
        write_words(to, range->bytes, range->size);
    }
}

void recording_write_submission(FILE *to, uint64_t address, uint32_t dwords) {
    fprintf(to, "submit 0x%" PRIx64 " %" PRIu32 "\n", address, dwords);
}

/* ---- read ---- */

struct reader {
    struct device *device;
    const char *text, *end;
    uint64_t memory; /* bytes so far */
    bool begun;      /* the device has */
    struct machine_range *range;
    char *message;
    uint32_t line;
};

static bool fail(const struct reader *r, const char *what) {
    char inner[PACKET_MESSAGE];
    snprintf(inner, sizeof inner, "%s", what);
    snprintf(r->message, PACKET_MESSAGE, "line %" PRIu32 ": %.*s", r->line, PACKET_MESSAGE - 32, inner);
    return false;
}

static bool begin(struct reader *r, const char *processor) {
    if (r->begun)
        return fail(r, "a second processor");
    r->begun = device_begin(r->device, processor);
    return r->begun || fail(r, "it is none of the processors" MACHINE_PROCESSOR_WORDS);
}

static bool add_memory(struct reader *r, uint64_t address, uint64_t size) {
    struct gpu_memory *memory = &r->device->memory;
    if (address & 3 || size & 3 || !size)
        return fail(r, "memory whose address or size is no multiple of 4, or which has none");
    if (size > MOST_MEMORY - r->memory || memory->count == MOST_RANGES)
        return fail(r, "more memory than 256 MB, or in more than 4096 parts");
    uint8_t *bytes = calloc(size, 1);
    if (!bytes || !gpu_map(memory, address, size, bytes)) {
        free(bytes);
        return fail(r, bytes ? "memory that overlaps other memory" : "there is no memory left");
    }
    r->memory += size;
    r->range = &memory->ranges[memory->count - 1];
    return true;
}

static bool add_words(struct reader *r, const char *line) {
    char *end;
    uint64_t at = strtoull(line, &end, 16);
    if (end == line || !r->range)
        return fail(r, "it is no word of memory, nor one of: processor, memory, submit");
    for (const char *next = end; *(next += strspn(next, " ")); next = end, at += 4) {
        uint32_t word = (uint32_t)strtoul(next, &end, 16);
        if (end == next || at & 3 || at >= r->range->size)
            return fail(r, "it is no word in hexadecimal, or goes past its memory");
        memcpy(r->range->bytes + at, &word, 4);
    }
    return true;
}

static bool read_line(struct reader *r, const char *line) {
    char name[32], why[PACKET_MESSAGE] = "";
    uint64_t address, count;
    if (!*line || *line == ';')
        return true;
    if (sscanf(line, "processor %31s", name) == 1)
        return begin(r, name);
    if (!r->begun)
        return fail(r, "the first line has to be: processor NAME");
    if (sscanf(line, "memory %" SCNx64 " %" SCNu64, &address, &count) == 2)
        return add_memory(r, address, count);
    if (sscanf(line, "submit %" SCNx64 " %" SCNu64, &address, &count) == 2)
        return device_submit(r->device, address, count > UINT32_MAX ? UINT32_MAX : (uint32_t)count, why) ||
               fail(r, why);
    return add_words(r, line);
}

bool recording_play(struct device *device, const char *text, size_t length, char message[PACKET_MESSAGE]) {
    struct reader r = {.device = device, .text = text, .end = text + length, .message = message};
    char line[MOST_LINE];
    bool good = true;
    while (good && r.text < r.end) {
        const char *stop = memchr(r.text, '\n', (size_t)(r.end - r.text));
        size_t taken = (size_t)((stop ? stop : r.end) - r.text);
        r.line++;
        if (taken >= sizeof line || memchr(r.text, '\0', taken))
            return fail(&r, "a line of more than 255 characters, or with a NUL");
        memcpy(line, r.text, taken);
        line[taken] = '\0';
        good = read_line(&r, line);
        r.text += taken + (stop != NULL);
    }
    return good && (r.begun || fail(&r, "the first line has to be: processor NAME"));
}

void recording_end(struct device *device) {
    for (uint32_t k = 0; k < device->memory.count; k++)
        free(device->memory.ranges[k].bytes);
    device_end(device);
}
