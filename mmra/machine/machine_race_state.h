/* The files machine_race*.c share these. */
#ifndef MMRA_MACHINE_RACE_STATE_H
#define MMRA_MACHINE_RACE_STATE_H

#include "mmra/machine/machine_clock.h"
#include "mmra/machine/machine_execute.h"
#include "mmra/machine/machine_race.h"

enum { RACE_LEVELS = 3, RACE_MOST_OUT = 64, RACE_MOST_READS = 8, RACE_PAGE = 1024 };

/* ---- machine_race_site.c: what an instruction is to this analysis ---- */

/* Bits: to waves of its workgroup, to those of others of its cluster, to those of all others. */
enum race_reach { RACE_WITHIN = 1, RACE_BESIDE = 2, RACE_ACROSS = 4, RACE_ALL = 7 };

/* Operations of one wave that go different ways to the same place have no order there: ordinary ones, and those that go
 * from global memory to LDS, or back, by themselves. */
enum race_way { RACE_ORDINARY, RACE_DIRECT, RACE_COPY_IN, RACE_COPY_OUT };

struct race_site {
    bool reads, writes;
    bool scalar, local;
    uint8_t way;             /* enum race_way */
    bool at_device;          /* gfx942: it is done at memory, not in the L2 of its die */
    bool maybe_atomic;       /* a store that may be an atomic one: its spelling does not say */
    uint8_t atomic;          /* enum race_reach: the waves to which it is an atomic */
    uint8_t counter;         /* whose wait says that it has performed */
    uint8_t counters;        /* bits: all that count it */
    uint8_t caches;          /* enum machine_caches: that may serve its read */
    bool expects;            /* a load that may begin a loop of compare-exchanges (machine_race_expected.c) */
    bool exchanged, escapes; /* so far: its value was what one expected; it went elsewhere */
};

void race_describe(const struct machine_code *code, const struct machine_instruction *i, struct race_site *site);
/* Whether the waves of a workgroup share V, and their requests to it keep the order of issue. */
bool race_shares_v(const struct machine_code *code);
bool race_keeps_issue(const struct machine_code *code);

/* ---- machine_race_order.c: what waves know of each other ---- */

/* A wave knows how far the waves of its own workgroup and cluster, and all others, have come. */
struct race_knowledge {
    struct machine_clock *near, *far;
};

/* A wave knows which accesses of others have been performed, and which have been written back; and for each cache it
 * knows both as they were when the copies there were dropped last. */
struct race_view {
    struct race_knowledge known, back;
    struct race_knowledge seen[RACE_LEVELS], seen_back[RACE_LEVELS];
};

/* What a store hands over to those who read it as an atomic. */
struct race_release {
    uint32_t holders, group;
    uint8_t reach; /* enum race_reach: to those whose atomics it hands on */
    struct race_knowledge known, back;
};

struct race_acquired {
    uint32_t release, next;
};

/* A memory operation that no wait has covered. */
struct race_op {
    const struct machine_instruction *instruction;
    uint32_t number;
    uint8_t counters, counter;
    bool unordered;
    uint64_t lanes;
    uint32_t acquired;            /* of the list of what it read */
    struct machine_clock *covers; /* of a write-back: what it writes back of others */
};

struct race_expected;

struct race_wave {
    uint32_t number; /* over the grid */
    uint32_t issued; /* memory instructions */
    uint32_t done[MACHINE_COUNTERS], back;
    struct race_view view;
    uint32_t release; /* what a store hands over now; 0: to be made */
    struct race_op out[RACE_MOST_OUT];
    uint32_t out_count;
    uint64_t pending_vectors[MACHINE_VECTORS / 64], pending_scalars[MACHINE_SCALARS / 64 + 1];
    bool has_pending;
    struct race_expected *expected; /* NULL: the code has no compare-exchange */
};

/* A barrier that the workgroup comes to. */
struct race_meeting {
    uint32_t number;
    bool is_open; /* somebody has passed it */
    struct race_view view;
    uint32_t own_count;
    struct machine_known *own, *own_back; /* of those that signalled */
};

struct race_page {
    bool is_fine; /* granules of one byte, else of four */
    struct race_granule *granules;
};

struct machine_race_group {
    uint32_t number;
    struct race_wave *waves;
    struct race_meeting meetings[MACHINE_NAMED_BARRIERS + 1][2]; /* of each barrier, the workgroup's first */
    struct race_page *local;                                     /* pages of shared memory */
    struct machine_race_group *next;                             /* not in use */
};

/* What workgroups hand over at their cluster's barrier, each second time. */
struct machine_race_cluster {
    uint32_t release[2], number[2];
    struct machine_race_cluster *next; /* not in use */
};

/* ---- machine_race_shadow.c ---- */

struct race_record {
    uint32_t wave, number; /* number 0: none */
    uint16_t instruction;
    uint8_t lane;
};

struct race_reader {
    struct race_record record;
    uint32_t next;
};

/* What was done last to a byte, or to four. */
struct race_granule {
    struct race_record write, read;
    uint32_t release;    /* of the write */
    uint32_t before;     /* what was there before it */
    uint32_t more : 31;  /* further reads */
    uint32_t atomic : 1; /* an atomic has accessed it */
};

struct race_found {
    struct machine_conflict conflict;
    const struct race_granule *granule; /* of global memory, if a later atomic there excuses it */
    const struct race_site *load;       /* of the one that reads, if it is excused where race_is_expected() */
};

struct machine_race {
    struct arena *arena;
    const struct machine_code *code;
    const struct machine_range *ranges;
    uint32_t range_count;
    struct machine_race_options options;
    bool shares_v, keeps_issue, exchanges; /* exchanges: it has some compare-exchange */
    struct race_site *sites;
    struct machine_clocks clocks;
    struct race_release *releases;
    uint32_t release_count, release_capacity, free_release;
    struct race_acquired *acquired;
    uint32_t acquired_count, acquired_capacity, free_acquired;
    struct race_page **shadows; /* of ranges: pages */
    struct race_reader *readers;
    uint32_t reader_count, reader_capacity, free_reader;
    struct machine_race_group *unused;
    struct machine_race_cluster *unused_clusters;
    struct race_found *found;
    struct machine_conflict *conflicts;
    uint32_t found_count, found_capacity;
    bool more, between_groups;
    uint64_t accesses, random;
    struct machine_old_value *old_values;
    uint32_t old_count, old_capacity;
    uint8_t taken[MACHINE_MOST_BYTES]; /* what a load takes */
};

/* ---- machine_race_site.c ---- */

const struct race_site *race_site_of(const struct machine_race *race, const struct machine_instruction *i);

/* ---- machine_race_release.c ---- */

/* Which of an atomic's reaches another workgroup asks for. */
enum race_reach race_reach_of(const struct machine_race *race, uint32_t group, uint32_t other);
/* Makes `to` know what `from` knows; of a release, whose workgroup may be in another cluster. */
void race_learn(struct machine_race *race, struct race_knowledge *to, const struct race_knowledge *from);
void race_learn_from(struct machine_race *race, struct race_knowledge *to, const struct race_knowledge *from,
                     bool is_near);
void race_learn_view(struct machine_race *race, struct race_view *to, const struct race_view *from);
void race_learn_entries(struct machine_race *race, struct machine_clock **clock, const struct machine_known *entries,
                        uint32_t count);
void race_forget_view(struct machine_race *race, struct race_view *view);
/* What the wave itself has done, and written back. */
struct machine_known race_own_of(const struct race_wave *w);
struct machine_known race_own_back_of(const struct race_wave *w);
/* What the wave hands over has changed. */
void race_change(struct machine_race *race, struct race_wave *w);
void race_hold_release(struct machine_race *race, uint32_t release);
void race_drop_release(struct machine_race *race, uint32_t release);
/* Makes the release by which a store of the wave hands over what the wave knows, with one holder. `before`: the release
 * that an atomic read there, and hands on. */
uint32_t race_release_of(struct machine_race *race, struct machine_race_group *group, struct race_wave *w,
                         uint32_t before);
/* The wave's newest operation has read what this release handed over. */
void race_acquire(struct machine_race *race, struct race_wave *w, uint32_t release);

/* ---- machine_race_order.c ---- */

void race_end_wave(struct machine_race *race, const struct machine_race_group *group, struct race_wave *w);

/* ---- machine_race_found.c ---- */

void race_report(struct machine_race *race, const struct machine_conflict *conflict, const struct race_granule *granule,
                 const struct race_site *load);

/* ---- machine_race_expected.c: loads whose value serves only as what a compare-exchange expects ---- */

enum { RACE_EXPECTED = 4 }; /* loads that are followed at once */

/* The value of a load that a wave has in registers. */
struct race_expected_load {
    const struct machine_instruction *load;
    const struct machine_instruction *exchange; /* whose result is where it put it; NULL */
    uint64_t tried, now;                        /* lanes that have exchanged, and that do so in this instruction */
    uint32_t dwords;                            /* of a scalar load, that were told of */
    bool local;
    uint64_t address[MACHINE_MAX_LANES], value[MACHINE_MAX_LANES]; /* of a scalar load the first */
};

/* Where a register's value comes from: bits of loads; 1 + 2 * load + dword if it is that dword; 0: it is computed. */
struct race_origin {
    uint8_t loads, copy;
};

struct race_expected {
    struct race_expected_load loads[RACE_EXPECTED];
    uint8_t used; /* bits of these */
    uint8_t next;
    uint32_t lanes, registers;
    struct race_origin *scalars, *vectors; /* vectors: number * lanes + lane */
};

bool race_has_exchange(const struct machine_code *code);
bool race_may_expect(const struct machine_instruction *i);
struct race_expected *race_make_expected(struct machine_race *race);
void race_clear_expected(struct race_expected *e);
/* The wave is about to run the instruction; then, of a load and of a compare-exchange, a lane accesses these bytes. */
void race_follow(struct machine_race *race, struct race_wave *w, const struct machine_instruction *i, uint64_t exec);
void race_follow_load(struct race_wave *w, const struct machine_instruction *i, uint32_t lane, uint64_t address,
                      bool local, const uint8_t *bytes, uint64_t size);
void race_follow_exchange(struct machine_race *race, struct race_wave *w, const struct machine_instruction *i,
                          uint32_t lane, uint64_t address, bool local, const uint8_t *bytes);
/* Whether a load counts as an atomic, as this run has shown. */
bool race_is_expected(const struct race_site *site);

/* ---- machine_race_shadow.c ---- */

struct race_page *race_make_pages(struct machine_race *race, uint64_t bytes);
void race_clear_pages(struct machine_race *race, struct race_page *pages, uint64_t bytes);
/* Finds the granules of an access up to the end of its page. Returns how many there are. */
uint32_t race_granules(struct machine_race *race, struct race_page *pages, uint64_t at, uint64_t size,
                       struct race_granule **first, uint64_t *covered);
void race_add_read(struct machine_race *race, struct race_granule *granule, const struct race_record *record);
void race_drop_reads(struct machine_race *race, struct race_granule *granule);

#endif
