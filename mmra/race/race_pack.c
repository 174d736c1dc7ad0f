/* Rows of numbers that are kept for long: a bit for each number that is not as in the row before, and how much more it
 * is. The first ones are expected to grow as they have grown last, as in a loop, or from one workgroup to the next. */
#include "mmra/race/race_run.h"

enum { STEADY = RACE_ROW_VALUE };

/* Seven bits for each byte, the lowest first; the highest bit says that more follow. */
static uint8_t *put(uint8_t *to, uint64_t left) {
    for (; left >> 7; left >>= 7)
        *to++ = (uint8_t)(left | 0x80);
    *to++ = (uint8_t)left;
    return to;
}

static const uint8_t *get(const uint8_t *from, uint64_t *number) {
    uint32_t shift = 0;
    *number = 0;
    for (; *from >> 7; shift += 7)
        *number |= (uint64_t)(*from++ & 0x7F) << shift;
    *number |= (uint64_t)*from++ << shift;
    return from;
}

/* Numbers below 0 are odd. */
uint8_t *race_pack(uint8_t *to, const uint64_t *row, struct race_row *before) {
    uint64_t more[RACE_ROW], differ = 0;
    for (uint32_t i = 0; i < RACE_ROW; i++) {
        const uint64_t step = row[i] - before->at[i];
        more[i] = step - before->step[i];
        differ |= (uint64_t)(more[i] != 0) << i;
        before->at[i] = row[i];
        before->step[i] = i < STEADY ? step : 0;
    }
    to = put(to, differ);
    for (uint32_t i = 0; i < RACE_ROW; i++)
        if (more[i])
            to = put(to, more[i] >> 63 ? ~more[i] << 1 | 1 : more[i] << 1);
    return to;
}

const uint8_t *race_unpack(const uint8_t *from, struct race_row *row) {
    uint64_t differ, more;
    from = get(from, &differ);
    for (uint32_t i = 0; i < RACE_ROW; i++) {
        if (differ >> i & 1) {
            from = get(from, &more);
            row->step[i] += more & 1 ? ~(more >> 1) : more >> 1;
        }
        row->at[i] += row->step[i];
        row->step[i] = i < STEADY ? row->step[i] : 0;
    }
    return from;
}

void race_put_event(uint64_t *row, const struct race_event *event) {
    row[RACE_ROW_INDEX] = event->index;
    row[RACE_ROW_INVOCATION] = event->invocation;
    row[RACE_ROW_VALUE] = event->value;
    row[RACE_ROW_ADDRESS] = event->address;
    row[RACE_ROW_ROUND] = event->round;
    row[RACE_ROW_OPERATION] = (uintptr_t)event->operation;
    row[RACE_ROW_KIND] = event->kind | (uint64_t)event->flags << 16 | (uint64_t)event->unknown << 32;
    row[RACE_ROW_BYTES] = event->bytes;
    row[RACE_ROW_REFERENCE] = event->reference;
}

struct race_event race_get_event(const uint64_t *row) {
    return (struct race_event){.operation = (const struct model_operation *)(uintptr_t)row[RACE_ROW_OPERATION],
                               .kind = (uint16_t)row[RACE_ROW_KIND],
                               .flags = (uint16_t)(row[RACE_ROW_KIND] >> 16),
                               .unknown = row[RACE_ROW_KIND] >> 32 & 1,
                               .bytes = (uint16_t)row[RACE_ROW_BYTES],
                               .address = row[RACE_ROW_ADDRESS],
                               .reference = (uint32_t)row[RACE_ROW_REFERENCE],
                               .value = row[RACE_ROW_VALUE],
                               .invocation = (uint32_t)row[RACE_ROW_INVOCATION],
                               .index = (uint32_t)row[RACE_ROW_INDEX],
                               .round = (uint32_t)row[RACE_ROW_ROUND]};
}
