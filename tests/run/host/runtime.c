#define _XOPEN_SOURCE 700
#include "host/runtime.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/functions.h"

enum { STACK_BYTES = 1 << 20, PATIENCE_IN_NANOSECONDS = 20000000 };
#define GARBAGE_WORD (HOST_GARBAGE * UINT32_C(0x01010101))

struct invocation {
    pthread_t thread;
    pthread_cond_t turn;
    uint32_t index, id[3];
    uint64_t phase; /* the last one that it may run in */
    bool finished;  /* this workgroup's kernel */
    bool waiting;   /* at the workgroup's barrier, or has finished */
    pthread_cond_t operated;
    /* its subgroup operation, while it is in one: */
    bool operating;
    uint32_t place;
    enum operation { NOTHING, BALLOT, READ_FIRST, READ, EXCHANGE } operation;
    uint32_t word, lane, otherwise; /* what READ gives of a lane that is not active */
    uint64_t result;
    const float *given; /* four, of EXCHANGE */
    float (*taken)[4];
    jmp_buf end; /* of this kernel, for kill */
};

/* A phase is what lies between two barriers: the threads that are allowed to run in it have invocation.phase
 * == phase. */
static struct {
    const struct host_dispatch *dispatch;
    pthread_mutex_t lock;
    struct invocation invocations[HOST_MOST_INVOCATIONS];
    uint32_t count, live, arrived;
    uint32_t order[HOST_MOST_INVOCATIONS], next; /* of turns */
    uint64_t phase, random;
    uint64_t workgroup, workgroup_count; /* how many were begun */
    uint64_t *workgroups;                /* their order */
    uint32_t workgroup_id[3];
    bool done;
} group;

static _Thread_local struct invocation *self;

uint64_t host_random(uint64_t *state) {
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

/* ---- turns; all with the lock held ---- */

static void let_go(struct invocation *invocation) {
    invocation->phase = group.phase;
    pthread_cond_signal(&invocation->turn);
}

static void give_turn(void) {
    while (group.next < group.count) {
        struct invocation *invocation = &group.invocations[group.order[group.next++]];
        if (invocation->finished || invocation->phase == group.phase)
            continue;
        let_go(invocation);
        if (!group.dispatch->free_running)
            return;
    }
}

static void begin_phase(void) {
    group.phase++;
    group.arrived = 0;
    group.next = 0;
    for (uint32_t i = 0; i < group.count; i++)
        group.invocations[i].waiting = group.invocations[i].finished;
    for (uint32_t i = group.count; group.dispatch->seed && i > 1; i--) {
        uint32_t other = (uint32_t)(host_random(&group.random) % i), last = group.order[i - 1];
        group.order[i - 1] = group.order[other];
        group.order[other] = last;
    }
    give_turn();
}

/* The next one. */
static void choose_workgroup(void) {
    const uint32_t *groups = group.dispatch->group_count;
    uint64_t number = group.workgroups[group.workgroup++];
    group.workgroup_id[0] = (uint32_t)(number % groups[0]);
    group.workgroup_id[1] = (uint32_t)(number / groups[0] % groups[1]);
    group.workgroup_id[2] = (uint32_t)(number / groups[0] / groups[1]);
    if (group.dispatch->workgroup_bytes)
        memset(group.dispatch->workgroup_memory, HOST_GARBAGE, group.dispatch->workgroup_bytes);
}

static void begin_workgroup(void) {
    if (group.workgroup == group.workgroup_count) {
        group.done = true;
        for (uint32_t i = 0; i < group.count; i++)
            pthread_cond_signal(&group.invocations[i].turn);
        return;
    }
    choose_workgroup();
    group.live = group.count;
    for (uint32_t i = 0; i < group.count; i++)
        group.invocations[i].finished = false;
    begin_phase();
}

/* Whether it was woken rather than left waiting for too long. */
static bool wait_to_be_woken(void) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += PATIENCE_IN_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return pthread_cond_timedwait(&self->turn, &group.lock, &until) == 0;
}

/* Until `phase` has begun and it is this thread's turn, or others have kept it waiting too long. */
static void wait_for_turn(uint64_t phase) {
    while (self->phase < phase && !group.done)
        if (!wait_to_be_woken() && group.phase >= phase)
            self->phase = group.phase;
}

/* ---- subgroups; with the lock held ---- */

/* The invocations of the caller's subgroup are [*first, *end). */
static void own_subgroup(uint32_t *first, uint32_t *end) {
    uint32_t size = group.dispatch->subgroup_size;
    *first = self->index / size * size;
    *end = *first + size < group.count ? *first + size : group.count;
}

static void exchange(const struct invocation *asking, uint32_t first, uint64_t active) {
    uint32_t quad = (asking->index - first) / 4 * 4;
    float garbage;
    memcpy(&garbage, &(uint32_t){GARBAGE_WORD}, sizeof garbage);
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t k = 0; k < 4; k++)
            asking->taken[i][k] = active >> (quad + i) & 1 ? group.invocations[first + quad + i].given[k] : garbage;
}

static uint64_t result_of(const struct invocation *asking, uint32_t first, uint64_t active) {
    const struct invocation *lanes = &group.invocations[first];
    uint64_t ballot = 0;
    uint32_t lowest = (uint32_t)__builtin_ctzll(active);
    switch (asking->operation) {
    case BALLOT:
        for (uint32_t i = 0; i < 64; i++)
            if (active >> i & 1)
                ballot |= (uint64_t)lanes[i].word << i;
        return ballot;
    case READ_FIRST:
        return lanes[lowest].word;
    case EXCHANGE:
        exchange(asking, first, active);
        return 0;
    case READ:
        return asking->lane < 64 && active >> asking->lane & 1 ? lanes[asking->lane].word : asking->otherwise;
    default:
        return 0;
    }
}

/* If no invocation of the subgroup runs, lets those go on whose operation has the first place. */
static void operate(void) {
    uint32_t first, end, place = UINT32_MAX;
    uint64_t active = 0;
    own_subgroup(&first, &end);
    for (uint32_t i = first; i < end; i++) {
        const struct invocation *lane = &group.invocations[i];
        if (!lane->operating && !lane->waiting)
            return;
        if (lane->operating && lane->place < place)
            place = lane->place;
    }
    for (uint32_t i = first; i < end; i++)
        if (group.invocations[i].operating && group.invocations[i].place == place)
            active |= UINT64_C(1) << (i - first);
    for (uint32_t i = first; i < end; i++)
        if (active >> (i - first) & 1)
            group.invocations[i].result = result_of(&group.invocations[i], first, active);
    for (uint32_t i = first; i < end; i++) {
        if (!(active >> (i - first) & 1))
            continue;
        group.invocations[i].operating = false;
        pthread_cond_signal(&group.invocations[i].operated);
    }
}

static uint64_t subgroup_operation(uint32_t place, enum operation operation, uint32_t word, uint32_t lane) {
    pthread_mutex_lock(&group.lock);
    self->operation = operation;
    self->word = word;
    self->lane = lane;
    self->place = place;
    self->operating = true;
    operate();
    if (self->operating)
        give_turn();
    while (self->operating)
        pthread_cond_wait(&self->operated, &group.lock);
    uint64_t result = self->result;
    pthread_mutex_unlock(&group.lock);
    return result;
}

static uint32_t read_lane(uint32_t place, uint32_t word, uint32_t lane, uint32_t otherwise) {
    self->otherwise = otherwise;
    return (uint32_t)subgroup_operation(place, READ, word, lane);
}

uint32_t host_exchange_in_quad(uint32_t place, const float own[4], float quad[4][4]) {
    self->given = own;
    self->taken = quad;
    subgroup_operation(place, EXCHANGE, 0, 0);
    return self->index % 4;
}

static void finish_kernel(void) {
    self->finished = self->waiting = true;
    operate();
    if (--group.live == 0)
        begin_workgroup();
    else if (group.arrived == group.live)
        begin_phase();
    else
        give_turn();
}

/* ---- the functions that kernels call ---- */

void smmra_host_workgroup_barrier(void) {
    pthread_mutex_lock(&group.lock);
    uint64_t next = group.phase + 1;
    self->waiting = true;
    operate();
    if (++group.arrived == group.live)
        begin_phase();
    else
        give_turn();
    wait_for_turn(next);
    pthread_mutex_unlock(&group.lock);
}

void smmra_host_wave_barrier(uint32_t place) {
    subgroup_operation(place, NOTHING, 0, 0);
}

uint64_t smmra_host_ballot(uint8_t predicate, uint32_t place) {
    return subgroup_operation(place, BALLOT, predicate & 1, 0);
}

uint32_t smmra_host_read_first_lane(uint32_t word, uint32_t place) {
    return (uint32_t)subgroup_operation(place, READ_FIRST, word, 0);
}

uint32_t smmra_host_read_lane(uint32_t word, uint32_t lane, uint32_t place) {
    return read_lane(place, word, lane, GARBAGE_WORD);
}

uint32_t smmra_host_wave_size(void) {
    return group.dispatch->subgroup_size;
}

uint32_t smmra_host_lane(void) {
    return self->index % group.dispatch->subgroup_size;
}

/* ---- fragments ---- */

static _Thread_local struct host_invocation *fragment;

void smmra_host_kill(uint8_t going_on) {
    if (going_on & 1)
        return;
    fragment->helper = fragment->ended = true;
    longjmp(self->end, 1);
}

void smmra_host_demote(uint8_t going_on) {
    if (!(going_on & 1))
        fragment->helper = fragment->ended = true;
}

uint8_t smmra_host_live(void) {
    return !fragment || !fragment->helper;
}

uint32_t smmra_host_whole_quad(uint32_t word) {
    return word;
}

/* A processor gives 0 for a lane that is not active if `bounds` asks for it, and else what it finds. */
uint32_t smmra_host_permute(uint32_t word, uint32_t lanes, uint32_t rows, uint32_t banks, uint8_t bounds,
                            uint32_t place) {
    uint32_t lane = smmra_host_lane();
    (void)rows, (void)banks;
    return read_lane(place, word, (lane & ~3u) | (lanes >> 2 * (lane & 3) & 3), bounds & 1 ? 0 : GARBAGE_WORD);
}

struct host_invocation *host_current_invocation(void) {
    return fragment;
}

void host_become(struct host_invocation *invocation) {
    fragment = invocation;
}

/* A shader that ends without its end, or waits between them for others, hangs. */
void smmra_host_interlock(uint8_t begin) {
    static pthread_mutex_t critical = PTHREAD_MUTEX_INITIALIZER;
    if (begin & 1)
        pthread_mutex_lock(&critical);
    else
        pthread_mutex_unlock(&critical);
}

/* ---- the dispatch ---- */

/* One that is no kernel, through its shell. */
static void call_shader(struct host_invocation *invocation) {
    void (*shell)(const uint64_t *, const uint8_t *, uint8_t *);
    memcpy(&shell, &group.dispatch->kernel, sizeof shell);
    fragment = invocation;
    if (!invocation->absent && setjmp(self->end) == 0)
        shell(group.dispatch->arguments, invocation->inputs, invocation->outputs);
    fragment = NULL;
}

static void call_kernel(void) {
    void (*kernel)(const uint64_t *, const uint32_t *, const uint32_t *);
    memcpy(&kernel, &group.dispatch->kernel, sizeof kernel);
    kernel(group.dispatch->arguments, group.workgroup_id, self->id);
}

static void *run_invocation(void *argument) {
    self = argument;
    pthread_mutex_lock(&group.lock);
    wait_for_turn(1);
    while (!group.done) {
        uint64_t number = group.workgroups[group.workgroup - 1];
        pthread_mutex_unlock(&group.lock);
        if (group.dispatch->invocations)
            call_shader(&group.dispatch->invocations[number * group.count + self->index]);
        else
            call_kernel();
        pthread_mutex_lock(&group.lock);
        uint64_t workgroup = group.workgroup;
        finish_kernel();
        while (group.workgroup == workgroup && !group.done)
            wait_to_be_woken();
        wait_for_turn(group.phase);
    }
    pthread_mutex_unlock(&group.lock);
    return NULL;
}

static bool start_threads(void) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    const uint32_t *size = group.dispatch->local_size;
    bool started = true;
    pthread_mutex_lock(&group.lock); /* nobody runs before all are there */
    for (uint32_t i = 0; i < group.count && started; i++) {
        struct invocation *invocation = &group.invocations[i];
        *invocation =
            (struct invocation){.index = i, .id = {i % size[0], i / size[0] % size[1], i / size[0] / size[1]}};
        pthread_cond_init(&invocation->turn, NULL);
        pthread_cond_init(&invocation->operated, NULL);
        group.order[i] = i;
        started = pthread_create(&invocation->thread, &attributes, run_invocation, invocation) == 0;
    }
    if (started) {
        group.phase = 0;
        begin_workgroup();
    }
    pthread_mutex_unlock(&group.lock);
    pthread_attr_destroy(&attributes);
    return started;
}

static bool order_workgroups(void) {
    const uint32_t *groups = group.dispatch->group_count;
    group.workgroup_count = (uint64_t)groups[0] * groups[1] * groups[2];
    group.workgroups = malloc((group.workgroup_count + 1) * sizeof *group.workgroups);
    if (!group.workgroups)
        return false;
    for (uint64_t i = 0; i < group.workgroup_count; i++) {
        uint64_t other = group.dispatch->seed ? host_random(&group.random) % (i + 1) : i;
        group.workgroups[i] = group.workgroups[other];
        group.workgroups[other] = i;
    }
    for (uint64_t i = 0; i < group.workgroup_count && group.dispatch->workgroups_reversed; i++)
        group.workgroups[i] = group.workgroup_count - 1 - i;
    return true;
}

/* In this thread, each by one call. */
static void run_workgroups(void) {
    void (*kernel)(const uint64_t *, const uint32_t *);
    memcpy(&kernel, &group.dispatch->workgroup_kernel, sizeof kernel);
    while (group.workgroup < group.workgroup_count) {
        choose_workgroup();
        kernel(group.dispatch->arguments, group.workgroup_id);
    }
}

bool host_run(const struct host_dispatch *dispatch) {
    memset(&group, 0, sizeof group);
    group.dispatch = dispatch;
    group.count = dispatch->local_size[0] * dispatch->local_size[1] * dispatch->local_size[2];
    group.random = dispatch->seed;
    if (group.count == 0 || group.count > HOST_MOST_INVOCATIONS || !order_workgroups())
        return false;
    if (dispatch->workgroup_kernel) {
        run_workgroups();
        return true;
    }
    pthread_mutex_init(&group.lock, NULL);
    if (!start_threads())
        return false;
    for (uint32_t i = 0; i < group.count; i++)
        pthread_join(group.invocations[i].thread, NULL);
    free(group.workgroups);
    return true;
}
