/* The invocations of a workgroup as fibers of one thread. A fiber runs until it waits: at the workgroup's barrier, or
 * in an operation of its subgroup. If no fiber of a subgroup can run, those go on whose operation has the first place,
 * which the call says: they are the active ones. If none of the workgroup can, all have come to the barrier.
 *
 * An invocation that spins until another of its workgroup writes waits for ever, as it does in lavapipe's own code,
 * whose vectors and coroutines switch at the same places. */
#include <string.h>
#include <sys/mman.h>

#include "lvp_smmra_private.h"
#include "util/bitscan.h"
#include "util/macros.h"
#include "util/u_memory.h"

/* Stacks do not end at equal addresses within a page: they would share few lines of the first cache. */
enum { GUARD_BYTES = 4096, STAGGERED = 64, STAGGER_BYTES = 192, MOST_LANES = 64, CACHE_LINE = 64 };

enum operation { BARRIER, NOTHING, BALLOT, READ_FIRST, READ };

struct fiber {
    void *stack_pointer; /* while it does not run */
    enum { RUNS, WAITS_AT_BARRIER, WAITS_IN_SUBGROUP, ENDED } state;
    uint32_t id[3];
    /* its operation, while it waits in its subgroup */
    enum operation operation;
    uint32_t place, word, lane;
    uint64_t result;
};

struct smmra_fibers {
    struct smmra_fibers *next;
    uint8_t *stacks;
    uint32_t capacity; /* fibers and stacks */
    uint32_t count, subgroup_size, subgroup_end, current;
    bool in_subgroup;           /* some fiber has waited in its subgroup since the last barrier */
    void *scheduler;            /* its stack pointer, while a fiber runs */
    void (*errand)(void *data); /* that the scheduler does for the fiber that runs; NULL: none */
    void *errand_data;
    const struct lvp_smmra_kernel *kernel;
    const uint64_t *arguments;
    const uint32_t *workgroup_id;
    struct fiber fibers[];
};

static _Thread_local struct smmra_fibers *running;

/* ---- switching ---- */

/* Saves what a function must keep (System V ABI for x86-64, 3.2.1), and goes on where `to` was saved. */
__attribute__((naked, noinline)) static void switch_stacks(void **from, void *to) {
    __asm__("pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n"
            "movq %rsp, (%rdi)\n movq %rsi, %rsp\n"
            "popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n popq %rcx\n jmpq *%rcx");
}

/* Goes on in a fiber, and saves in `from` where it was. Stacks are too many for the nearest cache: the next but one is
 * fetched meanwhile. */
static void resume(struct smmra_fibers *fibers, uint32_t index, void **from) {
    struct fiber *fiber = &fibers->fibers[index];
    fibers->current = index;
    if (index + 2 < fibers->count) {
        const uint8_t *stack = fiber[2].stack_pointer;
        __builtin_prefetch(stack);
        __builtin_prefetch(stack + CACHE_LINE);
    }
    switch_stacks(from, fiber->stack_pointer);
}

/* Leaves the fiber that runs for the next of its subgroup, or for the scheduler if that cannot run. */
static void leave(struct smmra_fibers *fibers) {
    struct fiber *self = &fibers->fibers[fibers->current];
    uint32_t next = fibers->current + 1;
    if (next < fibers->subgroup_end && fibers->fibers[next].state == RUNS)
        resume(fibers, next, &self->stack_pointer);
    else
        switch_stacks(&self->stack_pointer, fibers->scheduler);
}

static void run_fiber(void) {
    struct smmra_fibers *fibers = running;
    fibers->kernel->run_invocation(fibers->arguments, fibers->workgroup_id, fibers->fibers[fibers->current].id);
    fibers->fibers[fibers->current].state = ENDED;
    leave(fibers);
    unreachable("a fiber that has ended does not run");
}

/* The first switch to it returns into run_fiber, whose stack is aligned as after a call. */
static void prepare(struct smmra_fibers *fibers, uint32_t index) {
    uint8_t *top =
        fibers->stacks + GUARD_BYTES + (size_t)(index + 1) * SMMRA_STACK_BYTES - index % STAGGERED * STAGGER_BYTES;
    void **words = (void **)top;
    words[-2] = (void *)run_fiber;
    memset(&words[-8], 0, 6 * sizeof *words);
    fibers->fibers[index].stack_pointer = &words[-8];
    fibers->fibers[index].state = RUNS;
}

static uint64_t wait_in(struct smmra_fibers *fibers, struct fiber waiting) {
    struct fiber *self = &fibers->fibers[fibers->current];
    fibers->in_subgroup |= waiting.state == WAITS_IN_SUBGROUP;
    self->state = waiting.state;
    self->operation = waiting.operation;
    self->place = waiting.place;
    self->word = waiting.word;
    self->lane = waiting.lane;
    leave(fibers);
    return self->result;
}

/* ---- subgroups ---- */

static uint64_t result_of(const struct fiber *asking, const struct fiber *lanes, uint64_t active) {
    uint64_t ballot = 0;
    switch (asking->operation) {
    case BALLOT:
        for (uint64_t left = active; left; left &= left - 1)
            ballot |= (uint64_t)lanes[ffsll(left) - 1].word << (ffsll(left) - 1);
        return ballot;
    case READ_FIRST:
        return lanes[ffsll(active) - 1].word;
    case READ:
        return asking->lane < MOST_LANES && active >> asking->lane & 1 ? lanes[asking->lane].word : 0;
    default:
        return 0;
    }
}

/* Lets the lanes go on whose operation has the first place. False: none waits in an operation. */
static bool operate(struct fiber *lanes, uint32_t count) {
    uint32_t place = UINT32_MAX;
    uint64_t active = 0;
    for (uint32_t i = 0; i < count; i++)
        if (lanes[i].state == WAITS_IN_SUBGROUP)
            place = MIN2(place, lanes[i].place);
    for (uint32_t i = 0; i < count; i++)
        if (lanes[i].state == WAITS_IN_SUBGROUP && lanes[i].place == place)
            active |= UINT64_C(1) << i;
    for (uint32_t i = 0; i < count; i++) {
        if (active >> i & 1)
            lanes[i].result = result_of(&lanes[i], lanes, active);
    }
    for (uint32_t i = 0; i < count; i++)
        if (active >> i & 1)
            lanes[i].state = RUNS;
    return active != 0;
}

static void go_on(struct smmra_fibers *fibers, uint32_t index) {
    resume(fibers, index, &fibers->scheduler);
    while (fibers->errand) {
        fibers->errand(fibers->errand_data);
        fibers->errand = NULL;
        switch_stacks(&fibers->scheduler, fibers->fibers[fibers->current].stack_pointer);
    }
}

void smmra_fibers_step_out(void (*function)(void *data), void *data) {
    struct smmra_fibers *fibers = running;
    if (!fibers) {
        function(data);
        return;
    }
    fibers->errand = function;
    fibers->errand_data = data;
    switch_stacks(&fibers->fibers[fibers->current].stack_pointer, fibers->scheduler);
}

static void run_subgroup(struct smmra_fibers *fibers, uint32_t first) {
    uint32_t count = MIN2(fibers->subgroup_size, fibers->count - first);
    fibers->subgroup_end = first + count;
    do {
        for (uint32_t i = 0; i < count; i++)
            if (fibers->fibers[first + i].state == RUNS)
                go_on(fibers, first + i);
    } while (fibers->in_subgroup && operate(&fibers->fibers[first], count));
}

/* ---- workgroups ---- */

/* False: all have ended. */
static bool pass_barrier(struct smmra_fibers *fibers) {
    bool waited = false;
    for (uint32_t i = 0; i < fibers->count; i++) {
        if (fibers->fibers[i].state != WAITS_AT_BARRIER)
            continue;
        fibers->fibers[i].state = RUNS;
        waited = true;
    }
    return waited;
}

void smmra_fibers_run(struct smmra_fibers *fibers, const struct lvp_smmra_kernel *kernel, const uint64_t *arguments,
                      const uint32_t workgroup_id[3]) {
    const uint32_t *size = kernel->local_size;
    running = fibers;
    fibers->kernel = kernel;
    fibers->arguments = arguments;
    fibers->workgroup_id = workgroup_id;
    fibers->subgroup_size = kernel->device->subgroup_size;
    fibers->count = size[0] * size[1] * size[2];
    for (uint32_t i = 0; i < fibers->count; i++) {
        fibers->fibers[i].id[0] = i % size[0];
        fibers->fibers[i].id[1] = i / size[0] % size[1];
        fibers->fibers[i].id[2] = i / size[0] / size[1];
        prepare(fibers, i);
    }
    do {
        fibers->in_subgroup = false;
        for (uint32_t first = 0; first < fibers->count; first += fibers->subgroup_size)
            run_subgroup(fibers, first);
    } while (pass_barrier(fibers));
    running = NULL;
}

/* ---- stacks ---- */

/* The stacks of a workgroup are one mapping, as a process has few of them (65,530 by Linux's default), with a guard
 * below the lowest alone: no kernel is taken whose frames could need more than a stack (lvp_smmra_compile.c). */
static size_t stack_bytes(uint32_t count) {
    return GUARD_BYTES + (size_t)count * SMMRA_STACK_BYTES;
}

static void destroy(struct smmra_fibers *fibers) {
    munmap(fibers->stacks, stack_bytes(fibers->capacity));
    FREE(fibers);
}

static struct smmra_fibers *create(uint32_t count) {
    struct smmra_fibers *fibers = CALLOC(1, sizeof *fibers + count * sizeof *fibers->fibers);
    if (!fibers)
        return NULL;
    fibers->capacity = count;
    fibers->stacks =
        mmap(NULL, stack_bytes(count), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (fibers->stacks == MAP_FAILED) {
        FREE(fibers);
        return NULL;
    }
    if (mprotect(fibers->stacks, GUARD_BYTES, PROT_NONE)) {
        destroy(fibers);
        return NULL;
    }
    return fibers;
}

/* All devices of the process share what no thread uses: there are as many as threads that ran at one time. */
static struct {
    simple_mtx_t lock;
    uint32_t devices;
    struct smmra_fibers *idle;
} pool = {.lock = SIMPLE_MTX_INITIALIZER};

void smmra_fibers_init(void) {
    simple_mtx_lock(&pool.lock);
    pool.devices++;
    simple_mtx_unlock(&pool.lock);
}

void smmra_fibers_finish(void) {
    simple_mtx_lock(&pool.lock);
    struct smmra_fibers *idle = pool.idle;
    if (--pool.devices == 0)
        pool.idle = NULL;
    else
        idle = NULL;
    simple_mtx_unlock(&pool.lock);
    while (idle) {
        struct smmra_fibers *fibers = idle;
        idle = fibers->next;
        destroy(fibers);
    }
}

struct smmra_fibers *smmra_fibers_take(uint32_t count) {
    simple_mtx_lock(&pool.lock);
    struct smmra_fibers *fibers = pool.idle;
    if (fibers)
        pool.idle = fibers->next;
    simple_mtx_unlock(&pool.lock);
    if (fibers && fibers->capacity < count) {
        destroy(fibers);
        fibers = NULL;
    }
    return fibers ? fibers : create(count);
}

void smmra_fibers_return(struct smmra_fibers *fibers) {
    simple_mtx_lock(&pool.lock);
    fibers->next = pool.idle;
    pool.idle = fibers;
    simple_mtx_unlock(&pool.lock);
}

/* ---- the functions that compiled code calls (spirv_mmra_host.h) ---- */

static uint64_t operate_at(uint32_t place, enum operation operation, uint32_t word, uint32_t lane) {
    return wait_in(
        running,
        (struct fiber){.state = WAITS_IN_SUBGROUP, .place = place, .operation = operation, .word = word, .lane = lane});
}

void smmra_host_workgroup_barrier(void) {
    wait_in(running, (struct fiber){.state = WAITS_AT_BARRIER, .operation = BARRIER});
}

void smmra_host_wave_barrier(uint32_t place) {
    operate_at(place, NOTHING, 0, 0);
}

uint32_t smmra_host_wave_size(void) {
    return running->subgroup_size;
}

uint32_t smmra_host_lane(void) {
    return running->current % running->subgroup_size;
}

uint64_t smmra_host_ballot(uint8_t predicate, uint32_t place) {
    return operate_at(place, BALLOT, predicate & 1, 0);
}

uint32_t smmra_host_read_first_lane(uint32_t word, uint32_t place) {
    return (uint32_t)operate_at(place, READ_FIRST, word, 0);
}

uint32_t smmra_host_read_lane(uint32_t word, uint32_t lane, uint32_t place) {
    return (uint32_t)operate_at(place, READ, word, lane);
}

uint32_t smmra_host_permute(uint32_t word, uint32_t lanes, UNUSED uint32_t rows, UNUSED uint32_t banks,
                            UNUSED uint8_t bounds, uint32_t place) {
    uint32_t lane = smmra_host_lane();
    return (uint32_t)operate_at(place, READ, word, (lane & ~3u) | (lanes >> 2 * (lane & 3) & 3));
}

#define ROW(name) {#name, (void *)name}
static const struct {
    const char *name;
    void *address;
} functions[] = {ROW(smmra_host_workgroup_barrier),
                 ROW(smmra_host_wave_barrier),
                 ROW(smmra_host_wave_size),
                 ROW(smmra_host_lane),
                 ROW(smmra_host_ballot),
                 ROW(smmra_host_read_first_lane),
                 ROW(smmra_host_read_lane),
                 ROW(smmra_host_permute)};

LLVMErrorRef smmra_fibers_define(LLVMOrcLLJITRef jit) {
    LLVMOrcCSymbolMapPair pairs[ARRAY_SIZE(functions)];
    for (unsigned i = 0; i < ARRAY_SIZE(functions); i++) {
        pairs[i].Name = LLVMOrcLLJITMangleAndIntern(jit, functions[i].name);
        pairs[i].Sym.Address = (LLVMOrcExecutorAddress)(uintptr_t)functions[i].address;
        pairs[i].Sym.Flags = (LLVMJITSymbolFlags){LLVMJITSymbolGenericFlagsExported, 0};
    }
    return LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(jit),
                                 LLVMOrcAbsoluteSymbols(pairs, ARRAY_SIZE(functions)));
}
