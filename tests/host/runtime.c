#define _XOPEN_SOURCE 700
#include "host/runtime.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/functions.h"

enum { STACK_BYTES = 1 << 20, PATIENCE_IN_NANOSECONDS = 20000000 };

struct invocation {
    pthread_t thread;
    pthread_cond_t turn;
    uint32_t index, id[3];
    uint64_t phase; /* the last one that it may run in */
    bool finished;  /* this workgroup's kernel */
};

struct subgroup {
    pthread_cond_t released;
    uint32_t arrived, live;
    uint64_t round;
};

/* A phase is what lies between two barriers: the threads that are allowed to run in it have invocation.phase
 * == phase. */
static struct {
    const struct host_dispatch *dispatch;
    pthread_mutex_t lock;
    struct invocation invocations[HOST_MOST_INVOCATIONS];
    struct subgroup subgroups[HOST_MOST_SUBGROUPS];
    uint32_t count, live, arrived;
    uint32_t order[HOST_MOST_INVOCATIONS], next; /* of turns */
    uint64_t phase, random;
    uint64_t workgroup, workgroup_count; /* how many were begun */
    uint64_t *workgroups;                /* their order */
    uint32_t workgroup_id[3];
    uint32_t implicit_arguments[64]; /* as AMDGPU's: the number of workgroups; offsets, which are 0 */
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
    for (uint32_t i = group.count; group.dispatch->seed && i > 1; i--) {
        uint32_t other = (uint32_t)(host_random(&group.random) % i), last = group.order[i - 1];
        group.order[i - 1] = group.order[other];
        group.order[other] = last;
    }
    give_turn();
}

static void begin_workgroup(void) {
    if (group.workgroup == group.workgroup_count) {
        group.done = true;
        for (uint32_t i = 0; i < group.count; i++)
            pthread_cond_signal(&group.invocations[i].turn);
        return;
    }
    const uint32_t *groups = group.dispatch->group_count;
    uint64_t number = group.workgroups[group.workgroup++];
    group.workgroup_id[0] = (uint32_t)(number % groups[0]);
    group.workgroup_id[1] = (uint32_t)(number / groups[0] % groups[1]);
    group.workgroup_id[2] = (uint32_t)(number / groups[0] / groups[1]);
    group.live = group.count;
    for (uint32_t i = 0; i < group.count; i++)
        group.invocations[i].finished = false;
    uint32_t size = group.dispatch->subgroup_size;
    for (uint32_t first = 0; first < group.count; first += size)
        group.subgroups[first / size].live = group.count - first < size ? group.count - first : size;
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

static struct subgroup *own_subgroup(void) {
    return &group.subgroups[self->index / group.dispatch->subgroup_size];
}

static void release_subgroup(struct subgroup *subgroup) {
    subgroup->arrived = 0;
    subgroup->round++;
    pthread_cond_broadcast(&subgroup->released);
}

static void finish_kernel(void) {
    struct subgroup *subgroup = own_subgroup();
    self->finished = true;
    if (--subgroup->live > 0 && subgroup->arrived == subgroup->live)
        release_subgroup(subgroup);
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
    if (++group.arrived == group.live)
        begin_phase();
    else
        give_turn();
    wait_for_turn(next);
    pthread_mutex_unlock(&group.lock);
}

void smmra_host_wave_barrier(void) {
    pthread_mutex_lock(&group.lock);
    struct subgroup *subgroup = own_subgroup();
    uint64_t round = subgroup->round;
    if (++subgroup->arrived == subgroup->live) {
        release_subgroup(subgroup);
    } else {
        give_turn();
        while (subgroup->round == round)
            pthread_cond_wait(&subgroup->released, &group.lock);
    }
    pthread_mutex_unlock(&group.lock);
}

#define ID_FUNCTION(name, vector, dimension)                                                                 \
    uint32_t name(void) {                                                                                    \
        return vector[dimension];                                                                            \
    }
ID_FUNCTION(smmra_host_local_id_x, self->id, 0)
ID_FUNCTION(smmra_host_local_id_y, self->id, 1)
ID_FUNCTION(smmra_host_local_id_z, self->id, 2)
ID_FUNCTION(smmra_host_workgroup_id_x, group.workgroup_id, 0)
ID_FUNCTION(smmra_host_workgroup_id_y, group.workgroup_id, 1)
ID_FUNCTION(smmra_host_workgroup_id_z, group.workgroup_id, 2)

const void *smmra_host_implicit_arguments(void) {
    return group.implicit_arguments;
}

/* ---- the dispatch ---- */

/* More arguments than the kernel takes do no harm: the caller owns the stack (System V ABI for x86-64). */
static void call_kernel(void) {
    typedef void kernel_function(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                                 uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                                 uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                                 uint64_t, uint64_t, uint64_t);
    kernel_function *kernel;
    const uint64_t *a = group.dispatch->arguments;
    memcpy(&kernel, &group.dispatch->kernel, sizeof kernel);
    kernel(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13], a[14],
           a[15], a[16], a[17], a[18], a[19], a[20], a[21], a[22], a[23]);
}

static void *run_invocation(void *argument) {
    self = argument;
    pthread_mutex_lock(&group.lock);
    wait_for_turn(1);
    while (!group.done) {
        pthread_mutex_unlock(&group.lock);
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
        *invocation = (struct invocation){.index = i,
                                          .id = {i % size[0], i / size[0] % size[1], i / size[0] / size[1]}};
        pthread_cond_init(&invocation->turn, NULL);
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
    return true;
}

bool host_run(const struct host_dispatch *dispatch) {
    memset(&group, 0, sizeof group);
    group.dispatch = dispatch;
    group.count = dispatch->local_size[0] * dispatch->local_size[1] * dispatch->local_size[2];
    group.random = dispatch->seed;
    memcpy(group.implicit_arguments, dispatch->group_count, sizeof dispatch->group_count);
    if (group.count == 0 || group.count > HOST_MOST_INVOCATIONS || !order_workgroups())
        return false;
    pthread_mutex_init(&group.lock, NULL);
    for (uint32_t i = 0; i < HOST_MOST_SUBGROUPS; i++)
        pthread_cond_init(&group.subgroups[i].released, NULL);
    if (!start_threads())
        return false;
    for (uint32_t i = 0; i < group.count; i++)
        pthread_join(group.invocations[i].thread, NULL);
    free(group.workgroups);
    return true;
}
