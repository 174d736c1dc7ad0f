/* A value depends on what it is computed from, on the memory that it is read from, and where it is set in more than one
 * place, on the branches that decide which of them comes last (control dependence: Ferrante, Ottenstein, Warren, "The
 * Program Dependence Graph and Its Use in Optimization", 1987). A branch that decides how often a loop goes round
 * decides no value within a round: the counter of a loop up to n has the same numbers for each n, but for the last.
 * Memory is one value for each head and tail of a variable. */

#include "translator/program/litmus_depends.h"

#include <string.h>

#include "mmra/base/dominators.h"

enum { ALL = UNSET_NUMBER | UNSET_CONTENTS, MOST_INSTRUCTIONS = 200000, WORD_BITS = 64 };
#define MOST_WORK UINT64_C(1000000)

/* A branch may go this way. */
struct side {
    uint32_t branch, to; /* blocks */
    bool again;          /* it comes back to the branch, which decides about one round more */
    uint8_t kinds;       /* what the branch depends on */
};

struct thread {
    const struct program_thread *thread;
    uint32_t *blocks; /* by instruction; block 0 is the end, which all others lead to */
    uint32_t *lasts;  /* by block: its last instruction */
    uint32_t block_count;
    struct dominators after; /* which blocks control must come to */
    struct side *sides;
    uint32_t side_count, side_capacity;
    size_t width;                /* of a set of sides */
    uint64_t **by;               /* by block: sides that decide whether it runs, and those that decide about these */
    uint64_t **common;           /* by register that is set in several places: what decides about all of them */
    uint8_t *registers, *rounds; /* by register; of the second, after the loop in which it is set */
    uint8_t *plain, *again;      /* by block: what it depends on whether it runs, and whether it runs again */
};

struct analysis {
    struct litmus_race *race;
    const struct unset_memory *unset;
    uint8_t *heads, *tails; /* by memory */
    uint8_t *words, all;    /* as those of the answer */
    bool changes;
};

/* ---- blocks ---- */

static bool ends_block(const struct program_instruction *in) {
    return in->opcode == PROGRAM_BRANCH || in->opcode == PROGRAM_JUMP || in->opcode == PROGRAM_END ||
           in->opcode == PROGRAM_ABORT || in->opcode == PROGRAM_FAULT;
}

static void find_blocks(struct thread *t, struct arena *arena) {
    const struct program_instruction *code = t->thread->code;
    const uint32_t count = t->thread->code_count;
    bool *begins = arena_allocate_array(arena, count + 1, sizeof *begins);
    for (uint32_t i = 0; i < count; i++) {
        if (code[i].opcode == PROGRAM_BRANCH)
            begins[code[i].if_true] = begins[code[i].if_false] = true;
        if (code[i].opcode == PROGRAM_JUMP)
            begins[code[i].if_true] = true;
        begins[i + 1] |= ends_block(&code[i]);
    }
    t->blocks = arena_allocate_array(arena, count + 1, sizeof *t->blocks);
    t->lasts = arena_allocate_array(arena, count + 2, sizeof *t->lasts);
    for (uint32_t i = 0; i < count; i++) {
        t->block_count += !i || begins[i];
        t->blocks[i] = t->block_count;
        t->lasts[t->block_count] = i;
    }
    t->block_count++;
}

/* The blocks that may follow a block: one or two, of which the end may be one. */
static uint32_t sides_of(const struct thread *t, uint32_t block, uint32_t sides[2]) {
    const struct program_instruction *last = &t->thread->code[t->lasts[block]];
    const bool goes_on = last->opcode == PROGRAM_BRANCH || last->opcode == PROGRAM_JUMP;
    sides[0] = goes_on ? t->blocks[last->if_true] : 0;
    if (!ends_block(last) && t->lasts[block] + 1 < t->thread->code_count)
        sides[0] = t->blocks[t->lasts[block] + 1];
    sides[1] = last->opcode == PROGRAM_BRANCH ? t->blocks[last->if_false] : 0;
    return last->opcode == PROGRAM_BRANCH ? 2 : 1;
}

/* Dominators of the reversed graph, whose first block is the end. */
static void find_ends(struct thread *t, struct arena *arena) {
    const uint32_t count = t->block_count;
    uint32_t *from = arena_allocate_array(arena, count + 2, sizeof *from), sides[2];
    uint32_t *to = arena_allocate_array(arena, (size_t)count * 2 + 1, sizeof *to);
    uint32_t *into = arena_allocate_array(arena, count + 1, sizeof *into);
    for (uint32_t b = 1; b < count; b++)
        for (uint32_t s = 0; s < sides_of(t, b, sides); s++) {
            from[sides[s] + 2]++;
            into[b]++;
        }
    for (uint32_t b = 0; b < count; b++)
        from[b + 2] += from[b + 1];
    for (uint32_t b = 1; b < count; b++)
        for (uint32_t s = 0; s < sides_of(t, b, sides); s++)
            to[from[sides[s] + 1]++] = b;
    const struct block_graph graph = {0, count, to, from, into};
    t->after = dominators_find(arena, &graph);
}

/* ---- which branches decide about which blocks ---- */

static bool comes_to(const struct thread *t, uint32_t block, uint32_t from) {
    return dominators_reached(&t->after, from) && dominators_hold(&t->after, block, from);
}

/* Whether a side of a branch leads to it again before the place where all ways from it come together. */
static bool comes_back(const struct thread *t, uint32_t branch, uint32_t side, uint8_t *seen, uint32_t *stack) {
    uint32_t depth = 0, sides[2];
    memset(seen, 0, t->block_count);
    stack[depth++] = side;
    while (depth) {
        const uint32_t block = stack[--depth];
        if (block == branch)
            return true;
        if (!block || seen[block] || comes_to(t, block, branch))
            continue;
        seen[block] = 1;
        for (uint32_t s = 0; s < sides_of(t, block, sides); s++)
            stack[depth++] = sides[s];
    }
    return false;
}

static void find_sides(struct thread *t, struct arena *arena) {
    uint8_t *seen = arena_allocate_array(arena, t->block_count, 1);
    uint32_t *stack = arena_allocate_array(arena, (size_t)t->block_count * 2 + 2, sizeof *stack), sides[2];
    for (uint32_t branch = 1; branch < t->block_count; branch++)
        for (uint32_t s = 0; sides_of(t, branch, sides) == 2 && s < 2; s++)
            *ARENA_PUSH(arena, t->sides, t->side_count, t->side_capacity) =
                (struct side){branch, sides[s], comes_back(t, branch, sides[s], seen, stack), 0};
}

static bool is_in(const uint64_t *set, uint32_t side) {
    return set[side / WORD_BITS] >> side % WORD_BITS & 1;
}

/* Adds the sides of another set; whether one is new. */
static bool merge(uint64_t *to, const uint64_t *from, size_t width) {
    bool changes = false;
    for (size_t i = 0; i < width; i++) {
        changes |= (from[i] & ~to[i]) != 0;
        to[i] |= from[i];
    }
    return changes;
}

/* A side decides about the blocks that control must come to after it, and need not come to from the branch. */
static void find_deciding(struct thread *t, struct arena *arena) {
    bool changes = true;
    t->width = t->side_count / WORD_BITS + 1;
    t->by = arena_allocate_array(arena, t->block_count, sizeof *t->by);
    for (uint32_t b = 0; b < t->block_count; b++)
        t->by[b] = arena_allocate_array(arena, t->width, sizeof **t->by);
    while (changes) {
        changes = false;
        for (uint32_t s = 0; s < t->side_count; s++)
            for (uint32_t b = 1, from = t->sides[s].branch; b < t->block_count; b++)
                if (comes_to(t, b, t->sides[s].to) && (b == from || !comes_to(t, b, from))) {
                    if (merge(t->by[b], t->by[from], t->width) || !is_in(t->by[b], s))
                        changes = true;
                    t->by[b][s / WORD_BITS] |= UINT64_C(1) << s % WORD_BITS;
                }
    }
}

/* ---- registers that are set in several places ---- */

static uint32_t targets_of(const struct program_instruction *in, uint32_t targets[2]) {
    const bool sets = in->opcode == PROGRAM_ACCESS || in->opcode == PROGRAM_COMPUTE || in->opcode == PROGRAM_EXCHANGE;
    uint32_t count = 0;
    if (sets && in->target != MODEL_NONE)
        targets[count++] = in->target;
    if (in->opcode == PROGRAM_ACCESS && in->compare_exchange && in->success != MODEL_NONE)
        targets[count++] = in->success;
    return count;
}

/* A register has its first value whatever is decided. */
static void note_place(struct thread *t, struct arena *arena, bool *is_set, uint32_t r) {
    const bool has_value = t->thread->registers[r].has_value;
    if ((is_set[r] || has_value) && !t->common[r]) {
        t->common[r] = arena_allocate_array(arena, t->width, sizeof **t->common);
        memset(t->common[r], has_value ? 0 : 0xFF, t->width * sizeof **t->common);
    }
    is_set[r] = true;
}

/* First which registers these are, then what decides about all of their places. */
static void find_common(struct thread *t, struct arena *arena) {
    bool *is_set = arena_allocate_array(arena, t->thread->register_count + 1, sizeof *is_set);
    uint32_t targets[2];
    t->common = arena_allocate_array(arena, t->thread->register_count + 1, sizeof *t->common);
    for (uint32_t i = 0; i < t->thread->code_count; i++)
        for (uint32_t k = 0; k < targets_of(&t->thread->code[i], targets); k++)
            note_place(t, arena, is_set, targets[k]);
    for (uint32_t i = 0; i < t->thread->code_count; i++)
        for (uint32_t k = 0; k < targets_of(&t->thread->code[i], targets); k++)
            for (size_t w = 0; t->common[targets[k]] && w < t->width; w++)
                t->common[targets[k]][w] &= t->by[t->blocks[i]][w];
}

/* ---- values ---- */

static void add(struct analysis *a, uint8_t *to, uint8_t kinds) {
    a->changes |= (kinds & ~*to) != 0;
    *to |= kinds;
}

static uint8_t kinds_of(const struct thread *t, struct program_operand operand, uint32_t block) {
    if (operand.kind != PROGRAM_REGISTER)
        return 0;
    return t->registers[operand.value] | (t->again[block] ? 0 : t->rounds[operand.value]);
}

/* Which of several places has set a register, those sides decide that do not decide about all of them. */
static void set(struct analysis *a, struct thread *t, const struct program_instruction *in, uint32_t block,
                uint8_t kinds) {
    uint32_t targets[2];
    for (uint32_t k = 0; k < targets_of(in, targets); k++) {
        const uint64_t *common = t->common[targets[k]];
        add(a, &t->registers[targets[k]], kinds);
        for (uint32_t s = 0; common && s < t->side_count; s++)
            if (t->sides[s].kinds && is_in(t->by[block], s) && !is_in(common, s))
                add(a, t->sides[s].again ? &t->rounds[targets[k]] : &t->registers[targets[k]], t->sides[s].kinds);
    }
}

/* A buffer address that the grid chose is no number. */
static uint8_t kinds_of_memory(const struct analysis *a, const struct program_instruction *in) {
    uint8_t kinds = 0;
    for (uint32_t m = 0; m < a->race->spirv.memory_count; m++) {
        const struct litmus_memory *memory = &a->race->spirv.memory[m];
        if (litmus_unset_meets(memory, in, 0, a->unset[m].tail))
            kinds |= a->heads[m];
        if (litmus_unset_meets(memory, in, a->unset[m].tail, memory->bytes))
            kinds |= a->tails[m];
    }
    return in->bytes == 8 && a->race->reader.target_count ? 0 : kinds;
}

static void write_memory(struct analysis *a, const struct program_instruction *in, uint8_t kinds) {
    for (uint32_t m = 0; kinds && m < a->race->spirv.memory_count; m++) {
        const struct litmus_memory *memory = &a->race->spirv.memory[m];
        if (litmus_unset_meets(memory, in, 0, a->unset[m].tail))
            add(a, &a->heads[m], kinds);
        if (litmus_unset_meets(memory, in, a->unset[m].tail, memory->bytes))
            add(a, &a->tails[m], kinds);
    }
}

static void follow_access(struct analysis *a, struct thread *t, const struct program_instruction *in, uint32_t block) {
    const uint8_t address = kinds_of(t, in->a, block);
    const uint8_t given = kinds_of(t, in->b, block) | kinds_of(t, in->c, block);
    a->words[in->operation.origin] |= address;
    a->all |= address;
    if (in->operation.kind & MODEL_WRITE)
        write_memory(a, in, address | given | t->plain[block] | t->again[block]);
    if (in->operation.kind & MODEL_READ)
        set(a, t, in, block, address | given | kinds_of_memory(a, in));
}

static void follow(struct analysis *a, struct thread *t, uint32_t i) {
    const struct program_instruction *in = &t->thread->code[i];
    const uint32_t block = t->blocks[i];
    const uint8_t kinds = kinds_of(t, in->a, block) | kinds_of(t, in->b, block) | kinds_of(t, in->c, block);
    if (in->opcode == PROGRAM_ACCESS)
        follow_access(a, t, in, block);
    else if (in->opcode == PROGRAM_COMPUTE)
        set(a, t, in, block, kinds);
    else if (in->opcode == PROGRAM_EXCHANGE) /* who takes part is decided, too */
        set(a, t, in, block, kinds | t->plain[block] | t->again[block]);
}

static void decide(struct analysis *a, struct thread *t) {
    for (uint32_t s = 0; s < t->side_count; s++) {
        struct side *side = &t->sides[s];
        add(a, &side->kinds, kinds_of(t, t->thread->code[t->lasts[side->branch]].a, side->branch));
        a->all |= side->kinds;
        for (uint32_t b = 1; side->kinds && b < t->block_count; b++)
            if (is_in(t->by[b], s))
                add(a, side->again ? &t->again[b] : &t->plain[b], side->kinds);
    }
}

/* ---- all threads ---- */

static void begin_thread(struct thread *t, const struct program_thread *thread, struct arena *arena) {
    const uint32_t registers = thread->register_count + 1;
    *t = (struct thread){.thread = thread};
    t->registers = arena_allocate_array(arena, registers, 1);
    t->rounds = arena_allocate_array(arena, registers, 1);
    find_blocks(t, arena);
    t->plain = arena_allocate_array(arena, t->block_count, 1);
    t->again = arena_allocate_array(arena, t->block_count, 1);
    find_ends(t, arena);
    find_sides(t, arena);
    find_deciding(t, arena);
    find_common(t, arena);
}

/* Branches by blocks is what finding all that is decided takes. */
static bool is_small(const struct litmus_race *race) {
    uint64_t instructions = 0, work = 0;
    for (uint32_t c = 0; c < race->program.code_count; c++) {
        const struct program_thread *thread = &race->program.codes[c];
        uint64_t branches = 1;
        for (uint32_t i = 0; i < thread->code_count; i++)
            branches += thread->code[i].opcode == PROGRAM_BRANCH;
        instructions += thread->code_count;
        work += branches * branches;
    }
    return instructions <= MOST_INSTRUCTIONS && work <= MOST_WORK;
}

static void run(struct analysis *a, struct arena *arena) {
    const struct race_program *program = &a->race->program;
    struct thread *threads = arena_allocate_array(arena, program->code_count + 1, sizeof *threads);
    for (uint32_t c = 0; c < program->code_count; c++)
        begin_thread(&threads[c], &program->codes[c], arena);
    do {
        a->changes = false;
        for (uint32_t c = 0; c < program->code_count; c++) {
            decide(a, &threads[c]);
            for (uint32_t i = 0; i < threads[c].thread->code_count; i++)
                follow(a, &threads[c], i);
        }
    } while (a->changes);
}

const struct litmus_dependence *litmus_depends(struct litmus_race *race) {
    struct arena *arena = race->reader.arena;
    if (race->depends)
        return race->depends;
    struct analysis a = {.race = race, .unset = litmus_unset_memories(race)};
    struct litmus_dependence *result = arena_allocate_array(arena, 1, sizeof *result);
    const uint32_t words = race->spirv.coverage.word_count, memories = race->spirv.memory_count;
    a.words = arena_allocate_array(arena, words + 1, 1);
    a.heads = arena_allocate_array(arena, memories + 1, 1);
    a.tails = arena_allocate_array(arena, memories + 1, 1);
    for (uint32_t m = 0; m < memories; m++) {
        a.heads[m] = a.unset[m].of_head;
        a.tails[m] = a.unset[m].of_tail;
    }
    if (is_small(race))
        run(&a, arena);
    else
        memset(a.words, a.all = ALL, words);
    *result = (struct litmus_dependence){a.words, a.all};
    race->depends = result;
    return result;
}
