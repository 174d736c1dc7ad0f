/* Rounds of loops that do nothing are left out: random programs whose threads wait, and do something while they wait,
 * have the same outcomes, races and other findings as when each round is gone. With a fixed seed and few programs by
 * default; SMMRA_RANDOM_PROGRAMS and SMMRA_RANDOM_SEED make it a long search. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "tests/litmus/reduced.h"

enum { MAX_THREADS = 3, MAX_LINES = 64, CELLS = 4, FLAG = 0, DATA = 3, UNROLL = 2, BOUND = 6000 };

static uint64_t generator;

static uint32_t below(uint32_t limit) {
    generator = generator * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(generator >> 33) % limit;
}

static bool once_in(uint32_t times) {
    return below(times) == 0;
}

/* ---- programs ---- */

enum kind { LOAD, STORE, ADD, EXCHANGE, COMPARE, PLAIN_LOAD, PLAIN_STORE, FENCE, COUNT, LABEL, IF_EQUAL, IF_UNEQUAL };

/* An access of a cell gives register `number`, which a branch compares with a value; a label has a number, too. In
 * Vulkan's programs a thread counts, and what it has counted may be what it writes. */
struct line {
    uint8_t kind, cell, value, order; /* order: 0 relaxed, 1 acquire or release, 2 both */
    bool narrow, named, counted;
    uint32_t number, label;
};

struct thread {
    struct line lines[MAX_LINES];
    uint32_t count, numbers, workgroup;
};

static struct thread threads[MAX_THREADS];
static uint32_t thread_count, narrowness, plainness;

static struct line *add(struct thread *t, enum kind kind, uint32_t cell, uint32_t value) {
    struct line *line = &t->lines[t->count++];
    assert_true(t->count <= MAX_LINES);
    *line = (struct line){.kind = (uint8_t)kind,
                          .cell = (uint8_t)cell,
                          .value = (uint8_t)value,
                          .order = (uint8_t)below(3),
                          .narrow = narrowness && once_in(narrowness),
                          .counted = once_in(6),
                          .number = t->numbers};
    t->numbers += kind < COUNT;
    return line;
}

static void add_label(struct thread *t, uint32_t label) {
    add(t, LABEL, 0, 0)->label = label;
}

/* Goes to the label if what the line before has read is, or is not, the value. */
static void add_branch(struct thread *t, enum kind kind, uint32_t value, uint32_t label) {
    uint32_t number = t->numbers - 1;
    struct line *line = add(t, kind, 0, value);
    line->number = number;
    line->label = label;
    line->counted = false;
}

/* A read of a flag, in one of the ways in which people do that. */
static void add_look(struct thread *t, uint32_t cell) {
    static const uint8_t ways[] = {LOAD, LOAD, LOAD, ADD, EXCHANGE, COMPARE};
    uint8_t way = ways[below(sizeof ways)];
    add(t, (enum kind)way, cell, way == EXCHANGE ? below(2) : 0);
}

static void add_wait(struct thread *t, uint32_t depth);

/* What is done in a round beside the look. */
static void add_body(struct thread *t, uint32_t depth, uint32_t after) {
    switch (below(10)) {
    case 0:
    case 1:
        add(t, PLAIN_LOAD, DATA, 0);
        break;
    case 2:
        add(t, PLAIN_LOAD, once_in(3) ? below(CELLS) : DATA, 0);
        add_branch(t, IF_EQUAL, 1 + below(2), after);
        break;
    case 3:
        add(t, LOAD, below(3), 0);
        break;
    case 4:
        add(t, LOAD, below(3), 0);
        add_branch(t, IF_EQUAL, 1 + below(2), after);
        break;
    case 5:
        add_look(t, below(3));
        break;
    case 6:
        add(t, FENCE, 0, 0);
        break;
    case 8:
        add(t, COUNT, 0, 0);
        if (once_in(4)) {
            add_branch(t, IF_EQUAL, 2, after);
            t->lines[t->count - 1].counted = true;
        }
        break;
    case 7:
        add(t, once_in(2) ? STORE : ADD, below(3), 1);
        break;
    default:
        if (depth == 0)
            add_wait(t, 1);
        break;
    }
}

static void add_wait(struct thread *t, uint32_t depth) {
    uint32_t again = t->numbers++, after = t->numbers++, cell = below(3);
    add_label(t, again);
    if (once_in(2))
        add_body(t, depth, after);
    add_look(t, cell);
    if (once_in(3) && depth == 0) { /* the body comes between the look and the branch */
        uint32_t number = t->numbers - 1;
        add(t, PLAIN_LOAD, DATA, 0);
        add_branch(t, IF_EQUAL, 0, again);
        t->lines[t->count - 1].number = number;
    } else {
        bool equal = once_in(4);
        add_branch(t, equal ? IF_EQUAL : IF_UNEQUAL, equal ? 0 : 1 + once_in(6), equal ? again : after);
        if (!equal) {
            if (once_in(2))
                add_body(t, depth, after);
            add(t, LOAD, cell, 0)->order = 0; /* whatever it reads, the loop goes on */
            add_branch(t, IF_UNEQUAL, 9, again);
        }
    }
    add_label(t, after);
}

static void add_lock(struct thread *t) {
    uint32_t again = t->numbers++;
    add_label(t, again);
    add(t, once_in(3) ? COMPARE : EXCHANGE, FLAG, 1)->order = (uint8_t)(1 + below(2));
    add_branch(t, IF_UNEQUAL, 0, again);
    add(t, PLAIN_LOAD, DATA, 0);
    add(t, PLAIN_STORE, DATA, 1 + below(2));
    add(t, STORE, FLAG, 0)->order = (uint8_t)!once_in(5);
}

static void make_thread(struct thread *t, uint32_t number) {
    *t = (struct thread){.workgroup = once_in(3) ? 0 : number};
    uint32_t blocks = 1 + once_in(3);
    for (uint32_t i = 0; i < blocks; i++)
        switch (below(6)) {
        case 0:
            add(t, PLAIN_STORE, DATA, 1 + below(2));
            add(t, STORE, below(3), 1)->order = (uint8_t)!once_in(4);
            break;
        case 1:
            add(t, STORE, below(3), 1 + below(2));
            break;
        case 2:
            add(t, once_in(plainness) ? PLAIN_LOAD : LOAD, below(CELLS), 0)->named = true;
            break;
        case 3:
            add_lock(t);
            break;
        default:
            add_wait(t, 0);
            break;
        }
}

static void make_program(uint32_t seed, uint32_t number) {
    generator = ((uint64_t)seed << 32) + number;
    below(2);
    below(2);
    narrowness = once_in(3) ? 8 : 0;
    plainness = 2 + below(3);
    thread_count = 2 + once_in(4);
    for (uint32_t i = 0; i < thread_count; i++)
        make_thread(&threads[i], i);
    if (once_in(2)) { /* somebody sends */
        struct thread *t = &threads[below(thread_count)];
        *t = (struct thread){.workgroup = t->workgroup};
        add(t, PLAIN_STORE, DATA, 1);
        add(t, STORE, below(3), 1)->order = 1;
    }
}

/* ---- as text ---- */

static const char *const cells[CELLS] = {"f", "x", "y", "d"};

/* A cell that some thread accesses: no others are known. */
static const char *some_cell(void) {
    for (;;) {
        const struct thread *t = &threads[below(thread_count)];
        const struct line *line = &t->lines[below(t->count)];
        if (line->kind <= PLAIN_STORE)
            return cells[line->cell];
    }
}

static void put_condition(const char *separator, const char *register_prefix) {
    reduced_put("%s = %u", some_cell(), below(3));
    for (uint32_t t = 0; t < thread_count; t++)
        for (uint32_t i = 0; i < threads[t].count; i++)
            if (threads[t].lines[i].named && once_in(2))
                reduced_put(" %s P%u:%sr%u = %u", separator, t, register_prefix, threads[t].lines[i].number, below(3));
}

static void put_vulkan_line(const struct line *l, char *cell, size_t size) {
    const char *name = cells[l->cell], *in = l->narrow ? "wg" : "dv", *reg = l->named ? "r" : "h";
    const char *acquire = l->order ? ".acq" : "", *release = l->order ? ".rel" : "";
    char value[16] = "hk";
    if (!l->counted)
        snprintf(value, sizeof value, "%u", l->value);
    const char *vis = l->order ? ".semsc0.semvis" : "", *av = l->order ? ".semsc0.semav" : "";
    switch (l->kind) {
    case LOAD:
        snprintf(cell, size, "ld.atom%s.%s.sc0%s %s%u, %s", acquire, in, vis, reg, l->number, name);
        break;
    case STORE:
        snprintf(cell, size, "st.atom%s.%s.sc0%s %s, %s", release, in, av, name, value);
        break;
    case PLAIN_LOAD:
        snprintf(cell, size, "ld.nonpriv.sc0 %s%u, %s", reg, l->number, name);
        break;
    case PLAIN_STORE:
        snprintf(cell, size, "st.nonpriv.sc0 %s, %s", name, value);
        break;
    case FENCE:
        snprintf(cell, size, "membar%s.%s.semsc0.semav.semvis", l->order == 1 ? ".acq" : ".acq_rel", in);
        break;
    case COUNT:
        snprintf(cell, size, "add hk, hk, 1");
        break;
    case LABEL:
        snprintf(cell, size, "L%u:", l->label);
        break;
    case IF_EQUAL:
    case IF_UNEQUAL:
        if (!l->counted)
            snprintf(value, sizeof value, "h%u", l->number);
        snprintf(cell, size, "%s %s, %u, L%u", l->kind == IF_EQUAL ? "beq" : "bne", value, l->value, l->label);
        break;
    default: /* the name tells make_operations() what it is */
        snprintf(cell, size, "rmw.atom%s.%s.sc0%s%s.add h%u, %s, %s", l->order == 2 ? ".acq_rel" : acquire, in,
                 l->order == 2 ? ".semsc0.semav" : vis, l->order == 2 ? ".semvis" : "", l->number, name, value);
        break;
    }
}

static void put_vulkan(void) {
    uint32_t rows = 0;
    reduced_length = 0;
    reduced_put("Vulkan waiting\n{ f=0; x=0; y=0; d=0; }\n");
    for (uint32_t t = 0; t < thread_count; t++) {
        reduced_put("%s P%u@sg %u, wg %u, qf 0", t ? " |" : "", t, t, threads[t].workgroup);
        rows = threads[t].count > rows ? threads[t].count : rows;
    }
    reduced_put(" ;\n");
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t t = 0; t < thread_count; t++) {
            char cell[128] = "";
            if (row < threads[t].count)
                put_vulkan_line(&threads[t].lines[row], cell, sizeof cell);
            reduced_put("%s %s", t ? " |" : "", cell);
        }
        reduced_put(" ;\n");
    }
    reduced_put("exists (");
    put_condition("/\\", "");
    reduced_put(")\n");
}

static const struct line *line_of(uint32_t t, uint32_t number) {
    for (uint32_t i = 0; i < threads[t].count; i++)
        if (threads[t].lines[i].number == number && threads[t].lines[i].kind < PLAIN_LOAD)
            return &threads[t].lines[i];
    return NULL;
}

/* Vulkan's litmus files have no other read-modify-writes than additions. */
static void make_operations(struct program *program) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++) {
            struct program_instruction *instruction = &program->threads[t].code[i];
            if (instruction->opcode != PROGRAM_ACCESS || instruction->operation.kind != (MODEL_READ | MODEL_WRITE))
                continue;
            const char *name = program->threads[t].registers[instruction->target].name;
            const struct line *line = line_of(t, (uint32_t)strtoul(name + 1, NULL, 10));
            if (line && line->kind == EXCHANGE)
                instruction->rmw = IR_RMW_XCHG;
            if (line && line->kind == COMPARE) {
                instruction->compare_exchange = true;
                instruction->c = program_constant(0);
            }
        }
}

static void put_ir_line(const struct line *l) {
    static const char *const orders[] = {"monotonic", "acquire", "acq_rel"};
    const char *name = cells[l->cell], *in = l->narrow ? "syncscope(\"workgroup\")" : "syncscope(\"agent\")";
    const char *reg = l->named ? "r" : "h";
    switch (l->kind) {
    case LOAD:
        reduced_put("  %%%s%u = load atomic i32, ptr addrspace(1) @%s %s %s, align 4\n", reg, l->number, name, in,
                    l->order ? "acquire" : "monotonic");
        break;
    case STORE:
        reduced_put("  store atomic i32 %u, ptr addrspace(1) @%s %s %s, align 4\n", l->value, name, in,
                    l->order ? "release" : "monotonic");
        break;
    case PLAIN_LOAD:
        reduced_put("  %%%s%u = load i32, ptr addrspace(1) @%s, align 4\n", reg, l->number, name);
        break;
    case PLAIN_STORE:
        reduced_put("  store i32 %u, ptr addrspace(1) @%s, align 4\n", l->value, name);
        break;
    case FENCE:
        reduced_put("  fence %s %s\n", in, l->order == 1 ? "acquire" : "acq_rel");
        break;
    case LABEL:
        reduced_put("  br label %%L%u\nL%u:\n", l->label, l->label);
        break;
    case COUNT:
    case IF_EQUAL:
    case IF_UNEQUAL:
        break; /* put_ir_branch() */
    case COMPARE:
        reduced_put("  %%hp%u = cmpxchg ptr addrspace(1) @%s, i32 0, i32 %u %s %s %s, align 4\n", l->number, name,
                    l->value, in, orders[l->order], l->order ? "acquire" : "monotonic");
        reduced_put("  %%h%u = extractvalue { i32, i1 } %%hp%u, 0\n", l->number, l->number);
        break;
    default:
        reduced_put("  %%h%u = atomicrmw %s ptr addrspace(1) @%s, i32 %u %s %s, align 4\n", l->number,
                    l->kind == ADD ? "add" : "xchg", name, l->value, in, orders[l->order]);
        break;
    }
}

static void put_ir_branch(const struct line *l, uint32_t place) {
    reduced_put("  %%hc%u = icmp %s i32 %%h%u, %u\n", place, l->kind == IF_EQUAL ? "eq" : "ne", l->number, l->value);
    reduced_put("  br i1 %%hc%u, label %%L%u, label %%B%u\nB%u:\n", place, l->label, place, place);
}

static void put_ir(void) {
    reduced_length = 0;
    reduced_put("; @Threads: ");
    for (uint32_t t = 0; t < thread_count; t++)
        reduced_put("%s@P%u wg %u wave %u", t ? ", " : "", t, threads[t].workgroup, t);
    reduced_put("\n; @Exists: ");
    put_condition("and", "%");
    reduced_put("\ntarget triple = \"amdgcn-amd-amdhsa\"\n");
    for (uint32_t cell = 0; cell < CELLS; cell++)
        reduced_put("@%s = addrspace(1) global i32 0, align 4\n", cells[cell]);
    for (uint32_t t = 0; t < thread_count; t++) {
        reduced_put("define void @P%u() {\nentry:\n", t);
        for (uint32_t i = 0; i < threads[t].count; i++) {
            const struct line *line = &threads[t].lines[i];
            if (line->kind >= IF_EQUAL && line->counted)
                continue;
            if (line->kind == IF_EQUAL || line->kind == IF_UNEQUAL)
                put_ir_branch(line, i);
            else
                put_ir_line(line);
        }
        reduced_put("  ret void\n}\n");
    }
}

/* ---- comparison ---- */

static void compare_many(const struct model *model, void (*put)(void), void (*edit)(struct program *)) {
    struct reduced_totals totals = {0};
    uint32_t programs = reduced_number("SMMRA_RANDOM_PROGRAMS", 300), seed = reduced_number("SMMRA_RANDOM_SEED", 1);
    uint32_t first = reduced_number("SMMRA_RANDOM_FIRST", 0);
    for (uint32_t i = first; i < first + programs; i++) {
        make_program(seed, i);
        put();
        struct reduced_program program = {
            .model = model, .text = reduced_text, .edit = edit, .unroll = UNROLL, .evaluations = BOUND};
        reduced_compare(&program, EXPLORE_WAITING, &totals);
    }
    reduced_print(model->name, &totals);
    assert_true(totals.programs > totals.left_out);
}

static void vulkan(void **state) {
    (void)state;
    compare_many(&model_vulkan, put_vulkan, make_operations);
}

static void amdgpu(void **state) {
    (void)state;
    compare_many(&model_amdgpu, put_ir, NULL);
}

/* ---- rounds that matter, and that do not ---- */

#define ATOMIC(order)             " syncscope(\"agent\") " order ", align 4\n"
#define READ(name, cell, order)   "  %" name " = load atomic i32, ptr addrspace(1) @" cell ATOMIC(order)
#define WRITE(cell, value, order) "  store atomic i32 " value ", ptr addrspace(1) @" cell ATOMIC(order)
#define MODIFY(name, how, cell, value, order)                                                                          \
    "  %" name " = atomicrmw " how " ptr addrspace(1) @" cell ", i32 " value ATOMIC(order)
#define SWAP(name, cell, from, to)                                                                                     \
    "  %" name "p = cmpxchg ptr addrspace(1) @" cell ", i32 " from ", i32 " to                                         \
    " syncscope(\"agent\") acquire acquire, align 4\n  %" name " = extractvalue { i32, i1 } %" name "p, 0\n"
#define GO(to) "  br label %" to "\n" to ":\n"
#define IF(name, value, to, other)                                                                                     \
    "  %hc" name " = icmp eq i32 %" name ", " value "\n  br i1 %hc" name ", label %" to ", label %" other "\n" other   \
    ":\n"
#define P0              "define void @P0() {\nentry:\n"
#define P1              "define void @P1() {\nentry:\n"
#define END             "  ret void\n}\n"
#define DATA_READ(name) "  %" name " = load i32, ptr addrspace(1) @d, align 4\n"
#define DATA_WRITE      "  store i32 1, ptr addrspace(1) @d, align 4\n"
#define SENDER          P1 DATA_WRITE WRITE("f", "1", "release") END
/* Waits, and holds %hd until then. */
#define LEAVES                                                                                                         \
    "  br label %s\ns:\n  %ha = phi i32 [ %hd, %entry ], [ %hb, %a ]\n" READ("h", "f", "acquire")                      \
        IF("h", "0", "a", "b") "  %hs = add i32 %ha, 1\n  br label %a\na:\n  %hb = phi i32 [ %ha, %s ], [ %hs, %b ]\n" \
                               "  %hk = icmp eq i32 %h, 0\n  br i1 %hk, label %s, label %e\ne:\n"
/* A lock, and a pause between two tries, which may do something; the next one is %hb. */
#define PAUSES(compare, next) PAUSES_DOING(compare, next, "")
#define PAUSES_DOING(compare, next, looks)                                                                             \
    P0 "  br label %s\ns:\n  %ha = phi i32 [ 1, %entry ], [ %hb, %p ]\n" MODIFY("h", "xchg", "f", "1", "acquire")      \
        IF("h", "0", "e", "w") next                                                                                    \
        "  br label %o\no:\n  br label %p\n"                                                                           \
        "p:\n  %hq = phi i32 [ 0, %o ], [ %hr, %p ]\n" looks "  %hr = add i32 %hq, 1\n"                                \
        "  %hl = icmp " compare " i32 %hr, %ha\n  br i1 %hl, label %p, label %s\ne:\n" DATA_READ("hd")                 \
            END P1 MODIFY("h", "xchg", "f", "1", "acquire") DATA_WRITE WRITE("f", "0", "release") END
#define TWICE "  %hb = add i32 %ha, %ha\n"
#define TWICE_IF_SHORT                                                                                                 \
    "  %hm = icmp ult i32 %ha, 99\n  br i1 %hm, label %m, label %n\nm:\n  %ht = add i32 %ha, %ha\n  br label %n\n"     \
    "n:\n  %hb = phi i32 [ %ha, %w ], [ %ht, %m ]\n"

/* Each breaks a condition of mmra/model/explore_wait.c or explore_cells.c, but for those that are decided: no execution
 * of them meets the bound. Threads of endless ones wait for ever in some execution. Faults of unasked ones are decided
 * where no outcome is asked for. */
static const struct {
    const char *name, *program;
    bool decided, endless, unasked;
} rounds[] = {
    {"a spin", P0 GO("s") READ("h", "f", "acquire") IF("h", "0", "s", "e") DATA_READ("r0") END SENDER, true},
    {"an addition of nothing",
     P0 GO("s") MODIFY("h", "add", "f", "0", "acquire") IF("h", "0", "s", "e") DATA_READ("r0") END SENDER, true},
    {"an exchange of a value by itself",
     P0 GO("s") SWAP("h", "f", "0", "0") IF("h", "0", "s", "e") DATA_READ("r0") END SENDER, true},
    {"an exchange that fails",
     P0 GO("s") SWAP("h", "f", "1",
                     "2") "  %hc = icmp ne i32 %h, 1\n  br i1 %hc, label %s, label %e\ne:\n" DATA_READ("r0") END SENDER,
     true},
    {"two locks",
     P0 GO("s") MODIFY("h", "xchg", "f", "1", "acquire") IF("h", "1", "s", "e") DATA_WRITE WRITE("f", "0", "release")
         END P1 GO("s") MODIFY("h", "xchg", "f", "1", "acquire") IF("h", "1", "s", "e")
             DATA_WRITE WRITE("f", "0", "release") END,
     true},
    {"a lock that is kept",
     P0 GO("s") MODIFY("h", "xchg", "f", "1", "acquire") IF("h", "1", "s", "e") END P1 GO("s")
         MODIFY("h", "xchg", "f", "1", "acquire") IF("h", "1", "s", "e") END,
     true, true},
    {"a read in the round",
     P0 GO("s") READ("h", "f", "acquire") "  %hc = icmp ne i32 %h, 0\n  br i1 %hc, label %e, label %b\nb:\n" DATA_READ(
         "hi") "  br label %s\ne:\n" END SENDER,
     true},
    {"a read in a round of two loops",
     P0 GO("t") GO("s") READ("h", "f", "acquire") IF("h", "1", "e", "b") DATA_READ("hi") READ("hj", "x", "monotonic")
         IF("hj", "1", "s", "a") "  br label %t\ne:\n" END SENDER,
     true},
    {"reads in rounds of two threads",
     P0 GO("s") READ("h", "f", "acquire") "  %hc = icmp ne i32 %h, 0\n  br i1 %hc, label %e, label %b\nb:\n" DATA_READ(
         "hi") "  br label %s\ne:\n" WRITE("x", "1", "monotonic") END P1 GO("s")
         READ("h", "x", "acquire") "  %hc = icmp ne i32 %h, 0\n  br i1 %hc, label %e, label %b\nb:\n" DATA_READ("hi")
             WRITE("f", "1", "release") "  br label %s\ne:\n" DATA_WRITE END,
     true},
    {"a read in a round that is in a round",
     P0 GO("t") READ("h", "f", "acquire") GO("s")
         READ("hj", "x", "monotonic") "  %hb = icmp eq i32 %hj, 1\n  br i1 %hb, label %b, label %a\na:\n" DATA_READ(
             "hi") "  br label %s\nb:\n" IF("h", "0", "t", "e") END P1 DATA_WRITE WRITE("x", "1", "monotonic")
             WRITE("f", "1", "release") END,
     true},
    {"an exchange of a value by itself, for ever",
     P0 GO("s") SWAP("h", "f", "0", "0") IF("h", "0", "s", "e") END P1 DATA_WRITE END, true, true},
    {"an exchange that always fails",
     P0 GO("s") SWAP("h", "f", "1", "2") "  %hc = icmp ne i32 %h, 1\n  br i1 %hc, label %s, label %e\ne:\n" END P1
         WRITE("f", "3", "monotonic") END,
     true, true},
    {"a loop that nothing ends, into which a read before it leads",
     P0 READ("h", "f", "acquire") DATA_READ(
         "hi") "  %hc = icmp eq i32 %h, 1\n  br i1 %hc, label %e, label %s\ns:\n  br label %s\ne:\n" END SENDER,
     true, true},
    {"a loop that nothing ends, with a read",
     P0 READ("h", "f", "acquire")
         DATA_READ("hi") "  %hc = icmp eq i32 %h, 1\n  br i1 %hc, label %e, label %s\ns:\n" READ(
             "hj", "x", "monotonic") "  br label %s\ne:\n" END SENDER,
     true, true},
    {"a loop that nothing ends, into which an exchange before it leads",
     P0 SWAP("h", "f", "1", "2") DATA_READ(
         "hi") "  %hc = icmp eq i32 %h, 1\n  br i1 %hc, label %e, label %s\ns:\n  br label %s\ne:\n" END SENDER,
     true, true},
    {"an exchange of a value by itself, read again",
     P0 GO("s") SWAP("h", "f", "0", "0") READ("hi", "f", "monotonic") IF("hi", "0", "s", "e") END P1 DATA_WRITE END,
     true, true},
    {"an exchange that always fails, as it says",
     P0 GO("s") SWAP(
         "h", "f", "1",
         "2") "  %hk = extractvalue { i32, i1 } %hp, 1\n  br i1 %hk, label %e, label %s\ne:\n" END P1 DATA_WRITE END,
     true, true},
    {"two spins for ever",
     P0 GO("s") MODIFY("h", "or", "f", "0", "monotonic") IF("h", "0", "s", "e") END P1 GO("s")
         MODIFY("h", "add", "f", "0", "monotonic") IF("h", "0", "s", "e") END,
     true, true},
    {"two spins for ever, which look at something else besides",
     P0 GO("s") MODIFY("h", "or", "f", "0", "monotonic") IF("h", "1", "e", "b") READ("hi", "x", "monotonic")
         IF("hi", "0", "s", "e") END P1 GO("s") MODIFY("h", "add", "f", "0", "monotonic") IF("h", "1", "e", "b")
             READ("hi", "x", "monotonic") IF("hi", "0", "s", "e") END,
     true, true},
    {"a sum of what the thread has written",
     P0 DATA_WRITE "  br label %s\ns:\n  %ha = phi i32 [ 0, %entry ], [ %hb, %s ]\n" DATA_READ(
         "hi") "  %hb = add i32 %ha, %hi\n" READ("h", "f", "acquire") IF("h", "0", "s", "e")
         WRITE("y", "%hb", "monotonic") END P1 WRITE("f", "1", "monotonic") END,
     false, false, true},
    {"a round that leaves what is held as it is",
     P0 DATA_READ("hd") LEAVES WRITE("y", "%hb", "monotonic") END P1 WRITE("f", "1", "release") END, true},
    {"the same, beside a write of what is held", P0 DATA_READ("hd") LEAVES WRITE("y", "%hb", "monotonic") END SENDER,
     true},
    {"a round that computes what is held again",
     P0 DATA_READ("hd") "  %hi = mul i32 %hd, 3\n  br label %s\ns:\n  %ha = phi i32 [ %hi, %entry ], [ %hb, %s ]\n"
                        "  %hb = mul i32 %hd, 3\n" READ("h", "f", "acquire") IF("h", "0", "s", "e")
                            WRITE("y", "%ha", "monotonic") END P1 WRITE("f", "1", "release") END,
     true},
    {"an addition in the round",
     P0 GO("s") MODIFY("hi", "add", "x", "1", "monotonic") READ("h", "f", "acquire") IF("h", "0", "s", "e") END SENDER,
     false, false, true},
    {"an exchange of another value",
     P0 GO("s") READ("h", "f", "acquire") IF("h", "1", "e", "b")
         MODIFY("hi", "xchg", "x", "2", "monotonic") "  br label %s\ne:\n" END SENDER,
     false, false, true},
    {"a sum of what is read",
     P0 "  br label %s\ns:\n  %ha = phi i32 [ 0, %entry ], [ %hb, %s ]\n" READ(
         "hi", "x", "monotonic") "  %hb = add i32 %ha, %hi\n" READ("h", "f", "acquire") IF("h", "0", "s", "e")
         WRITE("y", "%hb", "monotonic") END P1 WRITE("x", "1", "monotonic") WRITE("f", "1", "release") END,
     false, false, true},
    {"rounds that are counted",
     P0 "  br label %s\ns:\n  %ha = phi i32 [ 0, %entry ], [ %hb, %s ]\n  %hb = add i32 %ha, 1\n" READ(
         "h", "f", "acquire") IF("h", "0", "s", "e") WRITE("y", "%hb", "monotonic") END SENDER,
     false, false, true},
    {"rounds that are counted for nothing",
     P0 "  br label %s\ns:\n  %ha = phi i32 [ 0, %entry ], [ %hb, %s ]\n  %hc = add i32 %ha, 1\n"
        "  %hb = shl i32 %hc, 1\n" READ("h", "f", "acquire") IF("h", "0", "s", "e") DATA_READ("hd") END SENDER,
     true},
    {"a lock with pauses", PAUSES("ult", TWICE), true},
    {"a lock with pauses that may not end", PAUSES("ule", TWICE), false},
    {"a lock with pauses of chosen lengths", PAUSES("ult", TWICE_IF_SHORT), true},
    {"a pause alone",
     P0 "  br label %p\np:\n  %hq = phi i32 [ 0, %entry ], [ %hr, %p ]\n  %hr = add i32 %hq, 1\n"
        "  %hl = icmp ult i32 %hr, 3\n  br i1 %hl, label %p, label %e\ne:\n" DATA_READ("hd") END SENDER,
     true},
    {"a choice by what is counted",
     P0 "  br label %s\ns:\n  %ha = phi i32 [ 0, %entry ], [ %hb, %n ]\n  %hm = icmp ult i32 %ha, 2\n"
        "  br i1 %hm, label %m, label %o\nm:\n  br label %n\no:\n  br label %n\n"
        "n:\n  %hv = phi i32 [ 1, %m ], [ 5, %o ]\n  %hb = add i32 %ha, 1\n" READ("h", "f", "acquire")
            IF("h", "0", "s", "e") WRITE("y", "%hv", "monotonic") END P1 WRITE("f", "1", "release") END,
     false},
    {"a sum of the same and what is read in the round",
     P0 DATA_READ("hd") "  br label %s\ns:\n  %ha = phi i32 [ %hd, %entry ], [ %hb, %s ]\n" DATA_READ(
         "hi") "  %hb = add i32 %hd, %hi\n" READ("h", "f", "acquire") IF("h", "0", "s", "e")
         WRITE("y", "%ha", "monotonic") END P1 WRITE("f", "1", "release") END,
     false},
    {"a beat that another looks at",
     P0 GO("s") MODIFY("hi", "add", "x", "1", "monotonic") READ("h", "f", "acquire") IF("h", "0", "s", "e")
         DATA_READ("hd") END P1 READ("h", "x", "monotonic") IF("h", "2", "b", "c") GO("b") WRITE("f", "1", "monotonic")
             DATA_WRITE END,
     false},
    {"a beat that releases, to one that acquires",
     P0 DATA_WRITE GO("s") MODIFY("hi", "add", "x", "1", "release") READ("h", "f", "acquire") IF("h", "0", "s", "e")
         END P1 MODIFY("h", "add", "x", "1", "acquire") DATA_READ("hd") WRITE("f", "1", "release") END,
     false, false, true},
    {"stored beats between which another adds",
     P0 DATA_WRITE WRITE("x", "1", "release") GO("s") WRITE("x", "2", "monotonic") READ("h", "f", "acquire")
         IF("h", "0", "s", "e") END P1 MODIFY("h", "add", "x", "1", "acquire") DATA_READ("hd")
             WRITE("f", "1", "release") END,
     false},
    {"a beat that is the same each time, which another looks at",
     P0 GO("s") WRITE("x", "1", "release") READ("h", "f", "acquire") IF("h", "0", "s", "e") DATA_READ("hd")
         END P1 READ("h", "x", "acquire") IF("h", "1", "b", "c") GO("b") WRITE("f", "1", "monotonic") DATA_WRITE END,
     true},
    {"a beat that is the same each time, which another takes back",
     P0 GO("s") WRITE("x", "2", "monotonic") READ("h", "f", "acquire") IF("h", "0", "s", "e")
         END P1 WRITE("x", "0", "monotonic") READ("h", "x", "monotonic") WRITE("f", "1", "monotonic")
             IF("h", "2", "b", "c") GO("b") DATA_WRITE END,
     false},
    {"beats of two values",
     P0 GO("s") WRITE("x", "1", "monotonic") WRITE("x", "2", "monotonic") READ("h", "f", "acquire")
         IF("h", "0", "s", "e") END P1 READ("h", "x", "monotonic") WRITE("f", "1", "monotonic") DATA_WRITE END,
     false},
    {"a pause that looks at a lock", PAUSES_DOING("ult", TWICE, READ("hk", "f", "monotonic")), true},
    {"a pause that acquires", PAUSES_DOING("ult", TWICE, READ("hk", "f", "acquire")), false},
    {"a pause that looks at what others write plainly", PAUSES_DOING("ult", TWICE, READ("hk", "d", "monotonic")),
     false},
    {"a lock with pauses of a choice that may be undefined",
     PAUSES("ult", "  %hm = icmp ugt i32 %ha, 1\n  br i1 %hm, label %m, label %n\nm:\n  %hs2 = sub i32 %h, 1\n"
                   "  %hv = udiv i32 9, %hs2\n  %hm2 = icmp ult i32 %hv, 3\n  br i1 %hm2, label %m2, label %m3\n"
                   "m2:\n  %ht2 = add i32 %ha, 3\n  br label %m3\n"
                   "m3:\n  %ht = phi i32 [ 9, %m ], [ %ht2, %m2 ]\n  br label %n\n"
                   "n:\n  %hb = phi i32 [ 2, %w ], [ %ht, %m3 ]\n"),
     true},
    {"a value that is known where the loop begins again",
     P0 "  br label %s\ns:\n  %ha = phi i32 [ 0, %entry ], [ %h, %b ]\n  %hv = icmp eq i32 %ha, 0\n"
        "  br i1 %hv, label %b, label %e\nb:\n" READ("h", "f", "acquire") "  br label %s\ne:\n" DATA_READ("hd")
            END SENDER,
     true},
    {"a lock with pauses of nested choices",
     PAUSES("ult", "  %hm = icmp ult i32 %ha, 9\n  br i1 %hm, label %m, label %n\nm:\n  %hm2 = icmp ult i32 %ha, 3\n"
                   "  br i1 %hm2, label %m2, label %m3\nm2:\n  %ht2 = add i32 %ha, 3\n  br label %m3\n"
                   "m3:\n  %ht = phi i32 [ 9, %m ], [ %ht2, %m2 ]\n  br label %n\n"
                   "n:\n  %hb = phi i32 [ 1, %w ], [ %ht, %m3 ]\n"),
     true},
    {"a beat that nobody reads",
     P0 GO("s") WRITE("x", "1", "release") READ("h", "f", "acquire") IF("h", "0", "s", "e") DATA_READ("hd") END SENDER,
     true},
    {"a plain beat that nobody reads",
     P0 GO("s") DATA_WRITE READ("h", "f", "acquire") IF("h", "0", "s", "e") END SENDER, false, false, true},
    {"beats of two that wait for ever",
     P0 GO("s") MODIFY("hi", "add", "x", "1", "monotonic") READ("h", "f", "monotonic") IF("h", "0", "s", "e") END P1 GO(
         "s") MODIFY("hi", "add", "x", "3", "monotonic") READ("h", "y", "monotonic") IF("h", "0", "s", "e") END,
     false, false, true},
    {"an exchange of what is undefined",
     P0 GO("s") READ("h", "f", "acquire") IF("h", "1", "e", "b")
         MODIFY("hi", "xchg", "u", "0", "monotonic") "  br label %s\ne:\n" END SENDER,
     false},
    {"a read of what is undefined",
     P0 GO("s") READ("h", "f", "acquire") IF("h", "1", "e", "b")
         READ("hi", "u", "monotonic") "  br label %s\ne:\n" END SENDER,
     true},
    {"a read of what comes to be undefined",
     P0 GO("s") READ("h", "f", "acquire") IF("h", "1", "e", "b")
         READ("hi", "x", "monotonic") "  br label %s\ne:\n" END P1 READ("h", "u", "monotonic")
             WRITE("x", "%h", "monotonic") WRITE("f", "1", "release") END,
     true},
    {"a read of a quotient",
     P0 GO("s") READ("h", "f", "acquire") IF("h", "1", "e", "b")
         READ("hi", "x", "monotonic") "  br label %s\ne:\n" END P1 READ(
             "h", "y", "monotonic") "  %hq = udiv i32 1, %h\n" WRITE("x", "%hq", "monotonic") WRITE("f", "1", "release")
             END,
     true},
    {"a read of what is shifted too far",
     P0 GO("s") READ("h", "f", "acquire") IF("h", "1", "e", "b")
         READ("hi", "x", "monotonic") "  br label %s\ne:\n" END P1 READ(
             "h", "y", "monotonic") "  %hq = shl i32 1, %h\n  %hp = shl i32 %hq, 40\n" WRITE("x", "%hp", "monotonic")
             WRITE("f", "1", "release") END,
     true},
    {"an atomic of a workgroup in the round",
     P0 GO("s") READ("h", "f", "acquire") IF(
         "h", "1", "e",
         "b") "  %hi = load atomic i32, ptr addrspace(1) @x syncscope(\"workgroup\") monotonic, align 4\n  br label %s\ne:\n" END
         P1 WRITE("x", "1", "monotonic") WRITE("f", "1", "release") END,
     true},
    {"a read in the round of what a workgroup writes",
     P0 GO("s") READ("h", "f", "acquire") IF("h", "1", "e", "b") READ(
         "hi", "x",
         "monotonic") "  br label %s\ne:\n" END P1
                      "  store atomic i32 1, ptr addrspace(1) @x syncscope(\"workgroup\") monotonic, align 4\n" WRITE(
                          "f", "1", "release") END,
     true},
};

static void rounds_that_matter(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof rounds / sizeof *rounds; k++) {
        struct reduced_totals totals = {0};
        reduced_length = 0;
        reduced_put(
            "; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 1\n; @Exists: f = 1%s%s%s%s\n",
            strstr(rounds[k].program, "@x") ? " and x = 2" : "", strstr(rounds[k].program, "@y") ? " and y = 2" : "",
            strstr(rounds[k].program, "@u") ? " and u = 2" : "", strstr(rounds[k].program, "@d") ? " and d = 2" : "");
        reduced_put("target triple = \"amdgcn-amd-amdhsa\"\n@u = addrspace(1) global i32 undef, align 4\n");
        for (uint32_t cell = 0; cell < CELLS; cell++)
            reduced_put("@%s = addrspace(1) global i32 0, align 4\n", cells[cell]);
        reduced_put("%s", rounds[k].program);
        struct reduced_program program = {
            .model = &model_amdgpu, .text = reduced_text, .unroll = UNROLL, .evaluations = 10 * BOUND};
        reduced_compare(&program, EXPLORE_WAITING, &totals);
        reduced_compare(&program, EXPLORE_REDUCTIONS & ~EXPLORE_WAITING, &totals);
        if (totals.programs != 2 || !totals.cut_off != rounds[k].decided || !totals.endless == rounds[k].endless ||
            (rounds[k].unasked && totals.cut_off_by_faults))
            fail_msg("%s: %llu of 2 explored, %llu met the bound, %llu endless", rounds[k].name,
                     (unsigned long long)totals.programs, (unsigned long long)totals.cut_off,
                     (unsigned long long)totals.endless);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rounds_that_matter), cmocka_unit_test(vulkan),
                                       cmocka_unit_test(amdgpu)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
