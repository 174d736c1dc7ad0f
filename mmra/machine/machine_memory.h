/* The files that move requests and copies share this header: machine_request.c, machine_copies.c, machine_memory.c. */
#ifndef MMRA_MACHINE_MEMORY_H
#define MMRA_MACHINE_MEMORY_H

#include "mmra/machine/machine_state.h"

struct machine_step_list {
    struct machine_step *steps;
    uint32_t count, capacity;
};

static inline void machine_add_step(struct machine_step_list *list, enum machine_step_kind kind, uint32_t a, uint32_t b,
                                    uint32_t c) {
    if (list->count < list->capacity)
        list->steps[list->count++] = (struct machine_step){(uint8_t)kind, (uint8_t)a, (uint8_t)c, (uint16_t)b};
}

/* Whether a set of waves has one at most. */
static inline bool machine_is_one(uint16_t set) {
    return !(set & (set - 1));
}

/* ---- machine_copies.c ---- */

/* Whether copies of the location, or of some of the line, are kept there. */
bool machine_in_v(const struct machine *m, uint32_t cu, uint32_t location);
bool machine_in_l2(const struct machine *m, uint32_t location);
bool machine_line_in_v(const struct machine *m, uint32_t cu, uint32_t line);
bool machine_line_in_g(const struct machine *m, uint32_t sa, uint32_t line);

/* Whether a wave that accesses the line may have other requests under way. */
bool machine_is_crowded(const struct machine *m, uint32_t line);

bool machine_cache_holds(const struct machine_cache *cache, const struct machine_request *r);
void machine_drop_line(struct machine *m, struct machine_cache *cache, uint32_t line);
/* An L2 keeps its dirty bytes. */
void machine_drop_clean(const struct machine *m, struct machine_cache *l2, uint32_t first, uint32_t count);
/* The dword of which an L2 has the dirty bytes, and what lies below the others. */
uint32_t machine_with_dirty(const struct machine_cache *l2, uint32_t location, uint32_t below);
/* A dirty one of the die's L2, to memory. */
void machine_write_location_back(struct machine *m, uint32_t xcd, uint32_t location);
/* Takes one of the steps that machine_list_copies() lists. */
void machine_refresh(struct machine *m, const struct machine_step *step);
void machine_list_copies(struct machine *m, struct machine_step_list *list);

/* ---- machine_request.c ---- */

/* Which wave is told of in place of this one, with which it has changed places. */
static inline uint32_t machine_told(const struct machine *m, uint32_t wave) {
    return m->places[wave].is_of;
}

void machine_tell_number(struct machine *m, const char *before, uint64_t number);
void machine_tell_end(struct machine *m, const char *end);

struct machine_request machine_take_request(struct machine_queue *queue, uint32_t at);
/* Whether one of the first `end` requests is to the line; whether one of them all writes it. */
bool machine_has_line(const struct machine *m, const struct machine_queue *queue, uint32_t end, uint32_t line);
bool machine_has_write(const struct machine *m, const struct machine_queue *queue, uint32_t line);

void machine_arrive(struct machine *m, const struct machine_step *step);
void machine_pass_g(struct machine *m, const struct machine_step *step);
void machine_perform(struct machine *m, const struct machine_request *r, bool evict);
void machine_perform_local(struct machine *m, uint32_t wave);
void machine_load_scalar(struct machine *m, uint32_t wave, uint32_t at);
void machine_complete_write_back(struct machine *m, uint32_t wave, uint32_t op);

#endif
