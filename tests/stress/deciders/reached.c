#include "reached.h"

#include <string.h>

enum { EDGES = 1 << 17, VERDICTS = 1 << 16, MODULES = 512 };

static uint8_t *counters[MODULES][2]; /* of each source: from, to */
static uint32_t module_count;
static uint8_t seen[EDGES]; /* how often, in steps: bits */
static uint8_t seen_verdicts[VERDICTS / 8];
static uint64_t edges_seen;

/* Called at the start for each source that is built with -fsanitize-coverage=inline-8bit-counters. */
void __sanitizer_cov_8bit_counters_init(uint8_t *from, uint8_t *to);
void __sanitizer_cov_8bit_counters_init(uint8_t *from, uint8_t *to) {
    if (module_count == MODULES || from == to)
        return;
    counters[module_count][0] = from;
    counters[module_count++][1] = to;
}

void reached_clear(void) {
    for (uint32_t m = 0; m < module_count; m++)
        memset(counters[m][0], 0, (size_t)(counters[m][1] - counters[m][0]));
}

static uint8_t step_of(uint8_t count) {
    return count < 2 ? 1 : count < 4 ? 2 : count < 16 ? 4 : count < 128 ? 8 : 16;
}

bool reached_new(const struct judgment *j, bool once) {
    bool result = false;
    uint32_t edge = 0;
    for (uint32_t m = 0; m < module_count; m++)
        for (const uint8_t *counter = counters[m][0]; counter < counters[m][1] && edge < EDGES; counter++, edge++) {
            if (!*counter)
                continue;
            uint8_t step = once ? 1 : step_of(*counter);
            edges_seen += seen[edge] == 0;
            result |= !(seen[edge] & step);
            seen[edge] |= step;
        }
    uint32_t verdicts = (j->verdicts | j->deciders << 9) % VERDICTS;
    uint8_t *byte = &seen_verdicts[verdicts / 8], bit = (uint8_t)(1 << verdicts % 8);
    result |= !(*byte & bit);
    *byte |= bit;
    return result;
}

void reached_forget(void) {
    memset(seen, 0, sizeof seen);
    memset(seen_verdicts, 0, sizeof seen_verdicts);
}

uint64_t reached_edges(void) {
    return edges_seen;
}
