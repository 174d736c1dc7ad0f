/* What the exploration leaves out tells nothing: random programs of alike threads have the same outcomes, races and
 * other findings with its reductions as without. With a fixed seed and few programs by default; SMMRA_RANDOM_PROGRAMS
 * and SMMRA_RANDOM_SEED make it a long search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "tests/litmus/reduced.h"

enum { MAX_THREADS = 4, MAX_STATEMENTS = 6, SHARED_CELLS = 3, OWN_CELL = SHARED_CELLS, BOUND = 8000 };

static uint64_t generator;

static uint32_t below(uint32_t limit) {
    generator = generator * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(generator >> 33) % limit;
}

/* ---- programs ---- */

/* PUSH: reads a cell, notes what it has read in another, and exchanges it, until nobody has come between. Names of
 * registers that begin with h are taken away once the program has been read. */
enum kind { STORE, LOAD, ADD, PLAIN_STORE, PLAIN_LOAD, FENCE, BARRIER, SPIN, LOCK, PUSH, KINDS };

struct statement {
    uint8_t kind, cell, value, order; /* order: 0 relaxed, 1 release or acquire, 2 both */
    bool narrow, guarded, used;
};

struct thread {
    struct statement statements[MAX_STATEMENTS];
    uint32_t count, workgroup, initial; /* initial: value of its own cell */
};

static struct thread threads[MAX_THREADS];
static uint32_t thread_count;

static void make_thread(struct thread *thread, bool with_locks, bool with_pushes) {
    static const uint8_t kinds[] = {STORE, STORE,       LOAD,       LOAD,  ADD,  ADD,
                                    ADD,   PLAIN_STORE, PLAIN_LOAD, FENCE, SPIN, LOCK};
    bool pushes = with_pushes && below(4);
    thread->count = 1 + below(with_pushes ? 2 : 3); /* few, or nothing is explored to the end */
    for (uint32_t i = 0; i < thread->count; i++) {
        bool push = pushes && below(3) < 2;
        thread->statements[i] = (struct statement){.kind = push ? PUSH : kinds[below(with_locks ? 12 : 11)],
                                                   .cell = (uint8_t)below(SHARED_CELLS + 1),
                                                   .value = (uint8_t)(1 + below(2)),
                                                   .order = (uint8_t)below(3),
                                                   .narrow = below(6) == 0,
                                                   .guarded = below(4) == 0,
                                                   .used = below(3) == 0};
        if (thread->statements[i].kind == LOCK || (push && below(4)))
            thread->statements[i].cell = 0;
    }
}

/* The same, but now and then for one value, order or scope. */
static void copy_thread(struct thread *thread, const struct thread *other) {
    *thread = *other;
    struct statement *s = &thread->statements[below(thread->count)];
    switch (below(8)) {
    case 0:
        s->value = (uint8_t)(3 - s->value);
        break;
    case 1:
        s->order = (uint8_t)below(3);
        break;
    case 2:
        s->narrow = !s->narrow;
        break;
    default:
        break;
    }
}

/* Threads are mostly alike; barriers stand at one place of all. */
static void make_program(bool with_locks, bool with_pushes) {
    thread_count = 2 + (with_pushes ? below(4) == 0 : below(3));
    for (uint32_t t = 0; t < thread_count; t++) {
        uint32_t like = below(t + 1), workgroup = below(3) ? t : t / 2;
        if (t && below(4) && like < t)
            copy_thread(&threads[t], &threads[like]);
        else
            make_thread(&threads[t], with_locks, with_pushes);
        threads[t].workgroup = workgroup;
        threads[t].initial = below(4) == 0;
    }
    if (threads[0].statements[0].kind == FENCE)
        threads[0].statements[0].kind = LOAD;
    bool barrier = below(3) == 0;
    for (uint32_t t = 0; t < thread_count && barrier; t++) {
        struct thread *thread = &threads[t];
        thread->statements[thread->count++] = (struct statement){.kind = BARRIER, .narrow = true};
        thread->statements[thread->count++] =
            (struct statement){.kind = below(2) ? PLAIN_LOAD : LOAD, .cell = threads[0].statements[0].cell};
    }
}

/* ---- as text ---- */

#define PRINT reduced_put

static const char *cell_name(uint32_t t, uint32_t cell) {
    static const char *const shared[] = {"x", "y", "z"};
    static const char *const own[MAX_THREADS] = {"o0", "o1", "o2", "o3"};
    return cell == OWN_CELL ? own[t] : shared[cell];
}

/* The number of a statement of the thread whose result has a name, or MAX_STATEMENTS. */
static uint32_t pick_result(uint32_t t) {
    uint32_t picked = MAX_STATEMENTS;
    for (uint32_t i = 0; i < threads[t].count; i++) {
        const struct statement *s = &threads[t].statements[i];
        bool has_name = s->kind == LOAD || s->kind == PLAIN_LOAD || (s->kind == ADD && s->used);
        if (has_name && (picked == MAX_STATEMENTS || below(2)))
            picked = i;
    }
    return picked;
}

/* A cell that the thread accesses, or if it accesses none, thread 0. */
static const char *accessed_cell(uint32_t t) {
    for (uint32_t i = 0; i < threads[t].count; i++)
        if (threads[t].statements[i].kind != FENCE && threads[t].statements[i].kind != BARRIER)
            return cell_name(t, threads[t].statements[i].cell);
    return cell_name(0, threads[0].statements[0].cell);
}

static void print_term(const char *reg) {
    uint32_t t = below(thread_count), result = pick_result(t);
    if (result < MAX_STATEMENTS && below(4))
        PRINT("P%u:%s%u = %u", t, reg, result, below(4));
    else
        PRINT("%s = %u", accessed_cell(t), below(4));
}

static void print_condition(const char *separator, const char *reg) {
    print_term(reg);
    if (below(3)) {
        PRINT(" %s ", separator);
        print_term(reg);
    }
}

/* The place where a push notes what it has read; mostly no other thread looks there. */
static const char *note_name(uint32_t t, const struct statement *s) {
    return cell_name(t, s->used && s->value == 2 ? 2 : OWN_CELL);
}

enum { PUSH_ROWS = 8 };

/* Row by row; the read-modify-write becomes a compare-exchange. */
static void print_vulkan_push(uint32_t t, const struct statement *s, uint32_t n, uint32_t row, char *cell,
                              size_t size) {
    const char *name = cell_name(t, s->cell), *in = s->narrow ? "wg" : "dv";
    bool acquires = s->order == 2;
    switch (row) {
    case 0:
        snprintf(cell, size, "ld.atom%s.%s.sc0%s h%u, %s", s->guarded ? ".acq" : "", in,
                 s->guarded ? ".semsc0.semvis" : "", n, name);
        break;
    case 1:
        if (s->order == 1)
            snprintf(cell, size, "st.nonpriv.sc0 %s, 3", cell_name(t, s->used ? 2 : OWN_CELL));
        break;
    case 2:
        snprintf(cell, size, "L%u: st.nonpriv.sc0 %s, h%u", n, note_name(t, s), n);
        break;
    case 3:
        snprintf(cell, size, "rmw.atom%s.%s.sc0%s%s.add hc%u, %s, %u", acquires ? ".acq_rel" : "", in,
                 acquires ? ".semsc0.semav" : "", acquires ? ".semvis" : "", n, name, s->value);
        break;
    case 4:
        snprintf(cell, size, "beq hc%u, h%u, D%u", n, n, n);
        break;
    case 5:
        snprintf(cell, size, "mov h%u, hc%u", n, n);
        break;
    case 6:
        snprintf(cell, size, "goto L%u", n);
        break;
    default:
        snprintf(cell, size, "D%u:", n);
        break;
    }
}

static void print_vulkan_statement(uint32_t t, const struct statement *s, uint32_t number, char *cell, size_t size) {
    const char *name = cell_name(t, s->cell), *in = s->narrow ? "wg" : "dv";
    const char *release = s->order ? ".rel" : "", *acquire = s->order ? ".acq" : "";
    const char *av = s->order ? ".semsc0.semav" : "", *vis = s->order ? ".semsc0.semvis" : "";
    switch (s->kind) {
    case STORE:
        snprintf(cell, size, "st.atom%s.%s.sc0%s %s, %u", release, in, av, name, s->value);
        break;
    case LOAD:
    case SPIN: /* Vulkan's litmus files have loops as well, which other tests run */
        snprintf(cell, size, "ld.atom%s.%s.sc0%s r%u, %s", acquire, in, vis, number, name);
        break;
    case PLAIN_STORE:
        snprintf(cell, size, "st.nonpriv.sc0 %s, %u", name, s->value);
        break;
    case PLAIN_LOAD:
        snprintf(cell, size, "ld.nonpriv.sc0 r%u, %s", number, name);
        break;
    case FENCE:
        snprintf(cell, size, "membar.acq_rel.%s.semsc0.semav.semvis", in);
        break;
    case BARRIER:
        snprintf(cell, size, "cbar.acq_rel.wg.semsc0.semav.semvis %u", threads[t].workgroup);
        break;
    default:
        snprintf(cell, size, "rmw.atom%s.%s.sc0%s%s.add r%u, %s, %u", s->order == 2 ? ".acq_rel" : "", in,
                 s->order == 2 ? ".semsc0.semav" : "", s->order == 2 ? ".semvis" : "", number, name, s->value);
        break;
    }
}

static void print_vulkan(void) {
    reduced_length = 0;
    PRINT("Vulkan reductions\n{ x=0; y=0; z=0;");
    for (uint32_t t = 0; t < thread_count; t++)
        PRINT(" o%u=%u;", t, threads[t].initial);
    PRINT(" }\n");
    for (uint32_t t = 0; t < thread_count; t++)
        PRINT("%s P%u@sg %u, wg %u, qf 0", t ? " |" : "", t, t, threads[t].workgroup);
    PRINT(" ;\n");
    for (uint32_t row = 0; row < PUSH_ROWS * MAX_STATEMENTS + 1; row++) {
        for (uint32_t t = 0; t < thread_count; t++) {
            const struct thread *thread = &threads[t];
            uint32_t number = row / PUSH_ROWS, part = row % PUSH_ROWS;
            const struct statement *s = &thread->statements[number];
            char cell[128] = "";
            if (number < thread->count && s->kind == PUSH)
                print_vulkan_push(t, s, number, part, cell, sizeof cell);
            else if (number < thread->count && part == 0)
                print_vulkan_statement(t, s, number, cell, sizeof cell);
            else if (number < thread->count && part == 1 && s->guarded && (s->kind == LOAD || s->kind == PLAIN_LOAD))
                snprintf(cell, sizeof cell, "bne r%u, %u, E", number, s->value);
            else if (row == PUSH_ROWS * MAX_STATEMENTS)
                snprintf(cell, sizeof cell, "E:");
            PRINT("%s %s", t ? " |" : "", cell);
        }
        PRINT(" ;\n");
    }
    PRINT("exists (");
    print_condition("/\\", "r");
    PRINT(")\n");
}

static void print_ir_push(uint32_t t, const struct statement *s, uint32_t n, const char *in) {
    const char *name = cell_name(t, s->cell);
    PRINT("  br label %%a%u\na%u:\n  %%h%u = load atomic i32, ptr addrspace(1) @%s %s%s, align 4\n", n, n, n, name, in,
          s->guarded ? "acquire" : "monotonic");
    if (s->order == 1)
        PRINT("  store i32 3, ptr addrspace(1) @%s, align 4\n", cell_name(t, s->used ? 2 : OWN_CELL));
    PRINT("  br label %%s%u\ns%u:\n  %%ho%u = phi i32 [ %%h%u, %%a%u ], [ %%hs%u, %%m%u ]\n", n, n, n, n, n, n, n);
    PRINT("  store i32 %%ho%u, ptr addrspace(1) @%s, align 4\n", n, note_name(t, s));
    PRINT("  %%hp%u = cmpxchg ptr addrspace(1) @%s, i32 %%ho%u, i32 %u %s%s, align 4\n", n, name, n, s->value, in,
          s->order == 2 ? s->guarded ? "acq_rel acquire" : "acq_rel monotonic" : "release monotonic");
    PRINT("  %%hs%u = extractvalue { i32, i1 } %%hp%u, 0\n", n, n);
    if (s->value == 1)
        PRINT("  %%hk%u = extractvalue { i32, i1 } %%hp%u, 1\n", n, n);
    else
        PRINT("  %%hk%u = icmp eq i32 %%ho%u, %%hs%u\n", n, n, n);
    PRINT("  br i1 %%hk%u, label %%d%u, label %%m%u\nm%u:\n  br label %%s%u\nd%u:\n", n, n, n, n, n, n);
}

static void print_ir_statement(uint32_t t, const struct statement *s, uint32_t n) {
    const char *name = cell_name(t, s->cell), *in = s->narrow ? "syncscope(\"workgroup\") " : "syncscope(\"agent\") ";
    const char *release = s->order ? "release" : "monotonic", *acquire = s->order ? "acquire" : "monotonic";
    switch (s->kind) {
    case STORE:
        PRINT("  store atomic i32 %u, ptr addrspace(1) @%s %s%s, align 4\n", s->value, name, in, release);
        break;
    case LOAD:
        PRINT("  %%r%u = load atomic i32, ptr addrspace(1) @%s %s%s, align 4\n", n, name, in, acquire);
        break;
    case PLAIN_STORE:
        PRINT("  store i32 %u, ptr addrspace(1) @%s, align 4\n", s->value, name);
        break;
    case PLAIN_LOAD:
        PRINT("  %%r%u = load i32, ptr addrspace(1) @%s, align 4\n", n, name);
        break;
    case FENCE:
        PRINT("  fence %sacq_rel\n", in);
        break;
    case BARRIER:
        PRINT("  fence syncscope(\"workgroup\") release\n  call void @llvm.amdgcn.s.barrier()\n");
        PRINT("  fence syncscope(\"workgroup\") acquire\n");
        break;
    case SPIN:
        PRINT("  br label %%s%u\ns%u:\n  %%t%u = load atomic i32, ptr addrspace(1) @%s %s%s, align 4\n", n, n, n, name,
              in, acquire);
        PRINT("  %%c%u = icmp eq i32 %%t%u, 0\n  br i1 %%c%u, label %%s%u, label %%d%u\nd%u:\n", n, n, n, n, n, n);
        break;
    case PUSH:
        print_ir_push(t, s, n, in);
        break;
    case LOCK:
        PRINT("  br label %%s%u\ns%u:\n  %%p%u = cmpxchg ptr addrspace(1) @%s, i32 0, i32 1 %sacquire monotonic, align "
              "4\n",
              n, n, n, name, in);
        PRINT("  %%k%u = extractvalue { i32, i1 } %%p%u, 1\n  br i1 %%k%u, label %%d%u, label %%s%u\nd%u:\n", n, n, n,
              n, n, n);
        PRINT("  store atomic i32 0, ptr addrspace(1) @%s %srelease, align 4\n", name, in);
        break;
    default:
        if (s->used)
            PRINT("  %%r%u =", n);
        PRINT("  atomicrmw %s ptr addrspace(1) @%s, i32 %u %s%s, align 4\n",
              s->cell == 1 && s->value == 2   ? "umax"
              : s->cell == 2 && s->value == 2 ? "xchg"
                                              : "add",
              name, s->value, in, s->order == 2 ? "acq_rel" : "monotonic");
        break;
    }
    if (s->guarded && (s->kind == LOAD || s->kind == PLAIN_LOAD)) {
        PRINT("  %%g%u = icmp eq i32 %%r%u, %u\n", n, n, s->value);
        PRINT("  br i1 %%g%u, label %%e%u, label %%end\ne%u:\n", n, n, n);
    }
}

static void print_ir(void) {
    reduced_length = 0;
    PRINT("; @Threads: ");
    for (uint32_t t = 0; t < thread_count; t++)
        PRINT("%s@P%u wg %u wave %u", t ? ", " : "", t, threads[t].workgroup, t);
    PRINT("\n; @Exists: ");
    print_condition("and", "%r");
    PRINT("\ntarget triple = \"amdgcn-amd-amdhsa\"\n");
    for (uint32_t cell = 0; cell < SHARED_CELLS; cell++)
        PRINT("@%s = addrspace(1) global i32 0, align 4\n", cell_name(0, cell));
    for (uint32_t t = 0; t < thread_count; t++)
        PRINT("@%s = addrspace(1) global i32 %u, align 4\n", cell_name(t, OWN_CELL), threads[t].initial);
    PRINT("declare void @llvm.amdgcn.s.barrier()\n");
    for (uint32_t t = 0; t < thread_count; t++) {
        PRINT("define void @P%u() {\nentry:\n", t);
        for (uint32_t i = 0; i < threads[t].count; i++)
            print_ir_statement(t, &threads[t].statements[i], i);
        PRINT("  br label %%end\nend:\n  ret void\n}\n");
    }
}

/* ---- comparison ---- */

/* The readers name the result of every read-modify-write; some are to have none. */
static void drop_unused_results(struct program *program) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++) {
            struct program_instruction *instruction = &program->threads[t].code[i];
            if (instruction->opcode != PROGRAM_ACCESS || instruction->target == MODEL_NONE ||
                instruction->operation.kind != (MODEL_READ | MODEL_WRITE) || instruction->compare_exchange)
                continue;
            uint32_t number = program->threads[t].registers[instruction->target].name[1] - '0';
            if (!threads[t].statements[number].used)
                instruction->target = MODEL_NONE;
        }
}

/* The read-modify-writes of pushes: register hc of a number is compared with h of that number. */
static void make_exchanges(struct program *program) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++) {
            struct program_thread *thread = &program->threads[t];
            struct program_instruction *instruction = &thread->code[i];
            const char *name = instruction->opcode == PROGRAM_ACCESS && instruction->target != MODEL_NONE
                                   ? thread->registers[instruction->target].name
                                   : "";
            if (strncmp(name, "hc", 2) != 0)
                continue;
            char compared[8];
            snprintf(compared, sizeof compared, "h%s", name + 2);
            instruction->compare_exchange = true;
            instruction->c = program_in_register(program_register(program, thread, compared));
            bool acquires = instruction->operation.flags & MODEL_ACQUIRE;
            if (acquires && threads[t].statements[name[2] - '0'].guarded)
                instruction->operation.failure_flags = MODEL_ACQUIRE | MODEL_SEMANTICS_VISIBLE;
        }
}

static void edit_vulkan(struct program *program) {
    make_exchanges(program);
    drop_unused_results(program);
}

static void compare(const struct model *model, struct reduced_totals *totals) {
    struct reduced_program program = {.model = model,
                                      .text = reduced_text,
                                      .edit = model == &model_vulkan ? edit_vulkan : NULL,
                                      .evaluations = BOUND};
    reduced_compare(&program, EXPLORE_REDUCTIONS & ~EXPLORE_WAITING, totals);
}

/* The program of this number. */
static void make_numbered(uint32_t seed, uint32_t number, bool with_locks, bool with_pushes) {
    generator = ((uint64_t)seed << 32) + number;
    below(2);
    below(2);
    make_program(with_locks, with_pushes);
}

static void compare_many(const struct model *model, void (*print)(void), bool with_locks, bool with_pushes) {
    struct reduced_totals totals = {0};
    uint32_t programs = reduced_number("SMMRA_RANDOM_PROGRAMS", 60), seed = reduced_number("SMMRA_RANDOM_SEED", 1);
    uint32_t first = reduced_number("SMMRA_RANDOM_FIRST", 0);
    for (uint32_t i = first; i < first + programs; i++) {
        make_numbered(seed, i, with_locks, with_pushes);
        print();
        compare(model, &totals);
    }
    reduced_print(model->name, &totals);
    assert_true(totals.fewer <= totals.every);
}

static void vulkan(void **state) {
    (void)state;
    compare_many(&model_vulkan, print_vulkan, false, false);
    compare_many(&model_vulkan, print_vulkan, false, true);
}

/* Programs that once lost a finding: two threads whose exchanges are not in scope of each other, so that no execution
 * is complete, and a race is seen in rounds alone. */
static void found_before(void **state) {
    (void)state;
    struct reduced_totals totals = {0};
    make_numbered(11, 56, false, true);
    print_vulkan();
    compare(&model_vulkan, &totals);
    assert_int_equal(totals.programs, 1);
}

/* ---- rounds that are no retries ---- */

/* P0 reads x, and goes round until it has exchanged what it has seen. P1 adds to x, so that the exchange may fail once.
 * Each program breaks one of the conditions of mmra/model/explore_retry.c: some outcome comes about by a round alone.
 */
#define ENTRY                                                                                                          \
    "define void @P0() {\nentry:\n  %h0 = load atomic i32, ptr addrspace(1) @x syncscope(\"agent\") monotonic, align 4\n"
#define LOOP "  br label %s\ns:\n  %ho = phi i32 [ %h0, %entry ], [ %hs, %m ]\n" NOTE
#define NOTE "  store i32 %ho, ptr addrspace(1) @o0, align 4\n"
#define EXCHANGE                                                                                                       \
    "  %hp = cmpxchg ptr addrspace(1) @x, i32 %ho, i32 5 syncscope(\"agent\") release monotonic, align 4\n" RESULT
#define RESULT                                                                                                         \
    "  %hs = extractvalue { i32, i1 } %hp, 0\n  %hk = extractvalue { i32, i1 } %hp, 1\n  br i1 %hk, label %d, label %m\nm:\n"
#define AGAIN "  br label %s\nd:\n"
#define END   "  ret void\n}\n"
#define ADDER                                                                                                          \
    "define void @P1() {\n  atomicrmw add ptr addrspace(1) @x, i32 1 syncscope(\"agent\") monotonic, align 4\n  ret void\n}\n"
#define STORE(value, to) "  store i32 " value ", ptr addrspace(1) @" to ", align 4\n"

static const struct {
    const char *name, *program;
} no_retries[] = {
    {"none is broken", ENTRY LOOP EXCHANGE AGAIN END ADDER},
    {"a write in the round that others may read", ENTRY LOOP EXCHANGE
     "  store atomic i32 1, ptr addrspace(1) @y syncscope(\"agent\") monotonic, align 4\n" AGAIN END ADDER},
    {"a write in the round that stays", ENTRY LOOP EXCHANGE STORE("7", "o1") AGAIN END ADDER},
    {"a write before the loop of what was read first", ENTRY STORE("%h0", "o1") LOOP EXCHANGE AGAIN END ADDER},
    {"a branch before the loop on what was read first", ENTRY
     "  %hz = icmp eq i32 %h0, 0\n  br i1 %hz, label %ha, label %hb\nha:\n  br label %hj\nhb:\n  br label %hj\nhj:\n"
     "  %hw = phi i32 [ 1, %ha ], [ 2, %hb ]\n  br label %s\ns:\n  %ho = phi i32 [ %h0, %hj ], [ %hs, %m ]\n" NOTE
         EXCHANGE AGAIN STORE("%hw", "o1") END ADDER},
    {"rounds that are counted", ENTRY
     "  br label %s\ns:\n  %ho = phi i32 [ %h0, %entry ], [ %hs, %m ]\n  %hc = phi i32 [ 0, %entry ], [ %hn, %m ]\n" NOTE EXCHANGE
     "  %hn = add i32 %hc, 1\n" AGAIN STORE("%hc", "o1") END ADDER},
    {"what was read first, behind the loop", ENTRY LOOP EXCHANGE AGAIN STORE("%h0", "o1") END ADDER},
    {"what comes from it, behind the loop",
     ENTRY "  %hd = add i32 %h0, 10\n" LOOP EXCHANGE AGAIN STORE("%hd", "o1") END ADDER},
    {"a comparison with something else", ENTRY LOOP
     "  %hp = cmpxchg ptr addrspace(1) @x, i32 0, i32 5 syncscope(\"agent\") monotonic monotonic, align 4\n" RESULT
         AGAIN END ADDER},
    {"a comparison with something else, for ever", ENTRY
     "  br label %s\ns:\n  %ho = phi i32 [ %h0, %entry ], [ %hs, %m ]\n"
     "  %hp = cmpxchg ptr addrspace(1) @x, i32 0, i32 5 syncscope(\"agent\") monotonic monotonic, align 4\n" RESULT
         AGAIN STORE("%ho", "o1") END ADDER},
    {"a first read that acquires",
     "define void @P0() {\nentry:\n  %h0 = load atomic i32, ptr addrspace(1) @x syncscope(\"agent\") acquire, align 4\n" LOOP
         EXCHANGE AGAIN "  %r0 = load atomic i32, ptr addrspace(1) @y syncscope(\"agent\") monotonic, align 4\n" END
     "define void @P1() {\n  store atomic i32 1, ptr addrspace(1) @y syncscope(\"agent\") monotonic, align 4\n"
     "  atomicrmw add ptr addrspace(1) @x, i32 1 syncscope(\"agent\") release, align 4\n  ret void\n}\n"},
    {"a release between the reads", ENTRY
     "  store atomic i32 1, ptr addrspace(1) @y syncscope(\"agent\") release, align 4\n" LOOP EXCHANGE AGAIN END
     "define void @P1() {\nentry:\n  %r0 = load atomic i32, ptr addrspace(1) @y syncscope(\"agent\") acquire, align 4\n"
     "  %g = icmp eq i32 %r0, 1\n  br i1 %g, label %a, label %b\na:\n"
     "  store atomic i32 1, ptr addrspace(1) @x syncscope(\"agent\") monotonic, align 4\n  br label %b\nb:\n  ret void\n}\n"},
    {"a write in the round that another thread reads",
     ENTRY "  br label %s\ns:\n  %ho = phi i32 [ %h0, %entry ], [ %hs, %m ]\n  %hn = add i32 %ho, 7\n"
           "  store atomic i32 %hn, ptr addrspace(1) @o0 syncscope(\"agent\") monotonic, align 4\n" EXCHANGE AGAIN END
           "define void @P1() {\nentry:\n"
           "  %r0 = load atomic i32, ptr addrspace(1) @o0 syncscope(\"agent\") monotonic, align 4\n"
           "  %hg = icmp eq i32 %r0, 7\n  br i1 %hg, label %a, label %b\na:\n"
           "  atomicrmw add ptr addrspace(1) @x, i32 1 syncscope(\"agent\") monotonic, align 4\n  br label %b\nb:\n"
           "  ret void\n}\n"},
    {"a write in the round that a later one reads if it takes one way",
     ENTRY LOOP "  %hq = icmp eq i32 %ho, 1\n  br i1 %hq, label %a, label %b\na:\n"
                "  %r0 = load i32, ptr addrspace(1) @o1, align 4\n  br label %b\nb:\n" STORE("9", "o1")
                    EXCHANGE AGAIN STORE("0", "o1") END ADDER},
    {"a write in the round that a later one reads if it takes the other way",
     ENTRY LOOP "  %hq = icmp ne i32 %ho, 1\n  br i1 %hq, label %b, label %a\na:\n"
                "  %r0 = load i32, ptr addrspace(1) @o1, align 4\n  br label %b\nb:\n" STORE("9", "o1")
                    EXCHANGE AGAIN STORE("0", "o1") END ADDER},
    {"a write in the round that is read behind the loop",
     ENTRY LOOP "  %hq = icmp eq i32 %ho, 0\n  br i1 %hq, label %a, label %b\na:\n" STORE(
         "9", "o1") "  br label %b\nb:\n" EXCHANGE AGAIN
                    "  %r0 = load i32, ptr addrspace(1) @o1, align 4\n" STORE("0", "o1") END ADDER},
    {"a first read that acquires, as the exchange that fails does, and a read between the two",
     "define void @P0() {\nentry:\n  %h0 = load atomic i32, ptr addrspace(1) @x syncscope(\"agent\") acquire, align 4\n"
     "  %r0 = load i32, ptr addrspace(1) @y, align 4\n" LOOP
     "  %hp = cmpxchg ptr addrspace(1) @x, i32 %ho, i32 5 syncscope(\"agent\") acquire acquire, align 4\n" RESULT
         AGAIN END
     "define void @P1() {\n" STORE(
         "1", "y") "  atomicrmw add ptr addrspace(1) @x, i32 1 syncscope(\"agent\") release, align 4\n  ret void\n}\n"},
    {"a first read of another cell",
     "define void @P0() {\nentry:\n  %h0 = load atomic i32, ptr addrspace(1) @y syncscope(\"agent\") monotonic, align 4\n" LOOP
         EXCHANGE AGAIN END
     "define void @P1() {\n  store atomic i32 1, ptr addrspace(1) @x syncscope(\"agent\") monotonic, align 4\n"
     "  ret void\n}\n"},
    {"a first read that is an exchange",
     "define void @P0() {\nentry:\n  %h0 = atomicrmw add ptr addrspace(1) @x, i32 2 syncscope(\"agent\") monotonic, align 4\n" LOOP
         EXCHANGE AGAIN END ADDER},
    {"a fence between the reads", ENTRY
     "  fence syncscope(\"agent\") acquire\n  %r0 = load atomic i32, ptr addrspace(1) @y syncscope(\"agent\") monotonic, align 4\n" LOOP
         EXCHANGE AGAIN END
     "define void @P1() {\n  store atomic i32 1, ptr addrspace(1) @y syncscope(\"agent\") monotonic, align 4\n"
     "  atomicrmw add ptr addrspace(1) @x, i32 1 syncscope(\"agent\") release, align 4\n  ret void\n}\n"},
    {"a write of the thread's own between the reads",
     ENTRY STORE("7", "x") LOOP EXCHANGE AGAIN END "define void @P1() {\n  ret void\n}\n"},
};

static void print_no_retry(const char *program) {
    reduced_length = 0;
    PRINT("; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 1\n; @Exists: x = 5\ntarget triple = \"amdgcn-amd-amdhsa\"\n");
    PRINT("@x = addrspace(1) global i32 0, align 4\n@y = addrspace(1) global i32 0, align 4\n");
    PRINT("@o0 = addrspace(1) global i32 0, align 4\n@o1 = addrspace(1) global i32 0, align 4\n%s", program);
}

static void rounds_that_matter(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof no_retries / sizeof *no_retries; k++) {
        struct reduced_totals totals = {0};
        print_no_retry(no_retries[k].program);
        compare(&model_amdgpu, &totals);
        if (totals.programs != 1 || (k == 0) != (totals.fewer < totals.every))
            fail_msg("%s: %llu executions, %llu with the reductions", no_retries[k].name,
                     (unsigned long long)totals.every, (unsigned long long)totals.fewer);
    }
}

static void amdgpu(void **state) {
    (void)state;
    compare_many(&model_amdgpu, print_ir, true, false);
    compare_many(&model_amdgpu, print_ir, true, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(found_before), cmocka_unit_test(rounds_that_matter),
                                       cmocka_unit_test(vulkan), cmocka_unit_test(amdgpu)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
