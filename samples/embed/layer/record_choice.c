/* Which dispatches are recorded: what SMMRA_RECORD says (docs/guide/record.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_private.h"

enum { DEFAULT_MEGABYTES = 256, DEFAULT_MOST = 64, DEFAULT_SECONDS = 5, SEEN = 1 << 16 };

bool record_is_on(void) {
    const char *folder = getenv("SMMRA_RECORD_DIR");
    return folder && *folder;
}

static unsigned long number_of(const char *name, unsigned long otherwise) {
    const char *text = getenv(name);
    char *end;
    unsigned long number = text ? strtoul(text, &end, 10) : 0;
    return text && end != text && !*end ? number : otherwise;
}

unsigned long record_patience(void) {
    unsigned long seconds = number_of("SMMRA_RECORD_SECONDS", DEFAULT_SECONDS);
    return seconds < 86400 ? seconds : 86400;
}

VkDeviceSize record_most_bytes(void) {
    unsigned long megabytes = number_of("SMMRA_RECORD_MEGABYTES", DEFAULT_MEGABYTES);
    return (VkDeviceSize)(megabytes < 1u << 20 ? megabytes : 1u << 20) << 20;
}

/* A word of the list: its text behind the beginning that it must have; NULL: it begins otherwise. */
static const char *behind(const char *word, const char *beginning) {
    size_t length = strlen(beginning);
    return strncmp(word, beginning, length) == 0 ? word + length : NULL;
}

static bool is_number(const char *text, uint32_t number) {
    char *end;
    return text && strtoul(text, &end, 10) == number && end != text && (!*end || *end == ',');
}

static bool is_in(const char *text, const char *name) {
    size_t length = text ? strcspn(text, ",") : 0;
    for (; length && *name; name++)
        if (strncmp(name, text, length) == 0)
            return true;
    return false;
}

/* Whether the list has a word like this, or none that chooses. */
static bool is_listed(const char *list, const struct record_pipeline *pipeline, uint32_t number) {
    bool chooses = false;
    for (const char *word = list; word; word = strchr(word, ',') ? strchr(word, ',') + 1 : NULL) {
        const char *dispatch = behind(word, "dispatch="), *of = behind(word, "pipeline="),
                   *name = behind(word, "name=");
        chooses = chooses || dispatch || of || name;
        if (is_number(dispatch, number) ||
            (pipeline && (is_number(of, pipeline->number) || is_in(name, pipeline->object.name))))
            return true;
    }
    return !chooses;
}

static bool has_word(const char *list, const char *wanted) {
    for (const char *word = list; word; word = strchr(word, ',') ? strchr(word, ',') + 1 : NULL) {
        const char *rest = behind(word, wanted);
        if (rest && (!*rest || *rest == ','))
            return true;
    }
    return false;
}

bool record_takes_results(void) {
    return has_word(getenv("SMMRA_RECORD"), "results");
}

static unsigned char seen[SEEN / 8];
static uint32_t recorded, missed;

/* Each pipeline has its first chosen dispatch recorded, unless all are asked for or one is named. */
static bool is_seen(const char *list, const struct record_pipeline *pipeline) {
    uint32_t n = pipeline ? pipeline->number : SEEN;
    bool each = has_word(list, "each") || (list && strstr(list, "dispatch=")) || n >= SEEN;
    return !each && (seen[n / 8] >> n % 8 & 1);
}

static void mark(const struct record_pipeline *pipeline, bool as_seen) {
    uint32_t n = pipeline->number;
    if (n < SEEN)
        seen[n / 8] = (unsigned char)((seen[n / 8] & ~(1u << n % 8)) | (unsigned)as_seen << n % 8);
}

void record_unchoose(const struct recording *recording) {
    if (recording->is_chosen) {
        mark(recording->pipeline, false);
        recorded--;
        return;
    }
    missed--;
    if (recording->pipeline)
        recording->pipeline->is_missed = false;
}

bool record_chooses(const struct record_commands *commands, bool can_be, uint32_t *number) {
    static uint32_t dispatches;
    const char *list = getenv("SMMRA_RECORD");
    struct record_pipeline *pipeline = commands->pipeline;
    uint32_t *count = can_be ? &recorded : &missed;
    *number = dispatches++;
    if (*count >= number_of("SMMRA_RECORD_MOST", DEFAULT_MOST) || !is_listed(list, pipeline, *number) ||
        is_seen(list, pipeline) || (!can_be && pipeline && pipeline->is_missed))
        return false;
    ++*count;
    if (can_be)
        mark(pipeline, true);
    else if (pipeline)
        pipeline->is_missed = true;
    return true;
}
