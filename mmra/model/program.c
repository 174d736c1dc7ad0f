#include "mmra/model/program_rows.h"

#include "mmra/model/program.h"
#include "mmra/model/program_idle.h"

#include "mmra/model/program_float.h"
#include "mmra/model/program_simple.h"

const char program_no_turns[] =
    "an arrival at a split barrier after another one, or a wait whose arrival is not the last that came before it";

const char program_aborts[] = "an abort";
const char program_beyond[] = "an access out of bounds";
const char program_beyond_private[] = "a private access out of bounds";

void program_init(struct program *program, struct arena *arena) {
    memset(program, 0, sizeof *program);
    program->arena = arena;
}

struct program_thread *program_add_thread(struct program *program, const char *name) {
    struct program_thread *thread =
        ARENA_PUSH(program->arena, program->threads, program->thread_count, program->thread_capacity);
    memset(thread, 0, sizeof *thread);
    thread->name = name;
    thread->scopes.instance[VULKAN_INVOCATION] = program->thread_count - 1;
    return thread;
}

struct program_instruction *program_append(struct program *program, struct program_thread *thread,
                                           enum program_opcode opcode) {
    struct program_instruction *instruction =
        ARENA_PUSH(program->arena, thread->code, thread->code_count, thread->code_capacity);
    memset(instruction, 0, sizeof *instruction);
    instruction->opcode = opcode;
    instruction->width = 32;
    instruction->target = instruction->success = MODEL_NONE;
    instruction->must_read = PROGRAM_READS_ANY;
    return instruction;
}

uint32_t program_register(struct program *program, struct program_thread *thread, const char *name) {
    const struct mmra_name given = {.at = name, .length = name ? strlen(name) : 0};
    uint32_t number = name ? mmra_names_find(&thread->names, given) : MMRA_INDEX_NONE;
    if (number != MMRA_INDEX_NONE)
        return thread->named[number];
    uint32_t count = thread->names.count;
    if (name) {
        mmra_names_add(&thread->names, program->arena, given);
        *ARENA_PUSH(program->arena, thread->named, count, thread->named_capacity) = thread->register_count;
    }
    *ARENA_PUSH(program->arena, thread->registers, thread->register_count, thread->register_capacity) =
        (struct program_register){.name = name};
    return thread->register_count - 1;
}

/* ---- what program_finish computes, backwards over the code until nothing changes ---- */

struct flow {
    const struct program *program;
    struct program_thread *thread;
    const bool *asked;               /* per register: it is used at the end; NULL: each that has a name is */
    const bool *unread;              /* per cell: nobody asks for its value; NULL: of none */
    const struct program_idle *idle; /* per instruction; NULL: none is */
    uint32_t register_words, cell_words;
};

static bool is_live(const uint64_t *live, uint32_t number) {
    return number != MODEL_NONE && live[number / 64] >> (number % 64) & 1;
}

static void live_operand(uint64_t *live, struct program_operand operand) {
    if (operand.kind == PROGRAM_REGISTER)
        live[operand.value / 64] |= (uint64_t)1 << (operand.value % 64);
}

static void dead_register(uint64_t *live, uint32_t number) {
    if (number != MODEL_NONE)
        live[number / 64] &= ~((uint64_t)1 << (number % 64));
}

static bool join(uint64_t *target, const uint64_t *source, uint32_t words) {
    bool grown = false;
    for (uint32_t i = 0; i < words; i++) {
        grown |= (source[i] & ~target[i]) != 0;
        target[i] |= source[i];
    }
    return grown;
}

static void written_cells(const struct flow *flow, const struct program_instruction *instruction, uint64_t *writes) {
    if (instruction->opcode != PROGRAM_ACCESS || !(instruction->operation.kind & MODEL_WRITE))
        return;
    for (uint32_t cell = 0; cell < flow->program->cell_count; cell++)
        if (program_may_access(flow->program, instruction, cell))
            writes[cell / 64] |= (uint64_t)1 << (cell % 64);
}

uint32_t program_successors(const struct program_thread *thread, uint32_t at, uint32_t next[2]) {
    const struct program_instruction *instruction = &thread->code[at];
    uint32_t count = 0;
    switch (instruction->opcode) {
    case PROGRAM_END:
    case PROGRAM_ABORT:
    case PROGRAM_FAULT:
        return 0;
    case PROGRAM_JUMP:
        next[count++] = instruction->if_true;
        return count;
    case PROGRAM_BRANCH:
        next[count++] = instruction->if_true;
        next[count++] = instruction->if_false;
        return count;
    default:
        next[count++] = at + 1;
        return count;
    }
}

/* Whether the instruction only stores, and only to cells whose values nobody asks for. */
static bool stores_unread(const struct flow *flow, const struct program_instruction *instruction) {
    if (!flow->unread || instruction->opcode != PROGRAM_ACCESS || !(instruction->operation.kind & MODEL_WRITE))
        return false;
    for (uint32_t cell = 0; cell < flow->program->cell_count; cell++)
        if (!flow->unread[cell] && program_may_access(flow->program, instruction, cell))
            return false;
    return true;
}

/* A computation for a register that is not used again uses nothing. So a register that only counts itself up is not
 * live in the loop where it does. */
static void use_operands(const struct flow *flow, const struct program_instruction *instruction, bool needed,
                         uint64_t *live) {
    if (!needed)
        return;
    live_operand(live, instruction->a);
    if (!stores_unread(flow, instruction))
        live_operand(live, instruction->b);
    live_operand(live, instruction->c);
}

/* Whether what the instruction uses matters, where these are live after it. */
static bool is_needed(const struct flow *flow, uint32_t at, uint64_t **all, const uint64_t *live) {
    const struct program_instruction *instruction = &flow->thread->code[at];
    const struct program_idle *idle = flow->idle ? &flow->idle[at] : NULL;
    if (instruction->opcode == PROGRAM_COMPUTE)
        return is_live(live, instruction->target);
    if (!idle || idle->kind != PROGRAM_IDLE_CHOICE)
        return !idle || idle->kind != PROGRAM_IDLE_BRANCH;
    bool sets = false;
    for (uint32_t word = 0; word < flow->register_words; word++)
        sets |= (idle->set[word] & all[idle->join][word]) != 0;
    return sets;
}

static bool find_live(const struct flow *flow, uint32_t at, uint64_t **all, uint64_t *live) {
    const struct program_thread *thread = flow->thread;
    const struct program_instruction *instruction = &thread->code[at];
    uint32_t next[2], count = program_successors(thread, at, next);
    mmra_work(flow->program->arena->watch, 1 + flow->register_words / 16);
    memset(live, 0, flow->register_words * sizeof(uint64_t));
    for (uint32_t i = 0; i < count; i++)
        join(live, all[next[i]], flow->register_words);
    if (instruction->opcode == PROGRAM_END)
        for (uint32_t i = 0; i < thread->register_count; i++)
            if (flow->asked ? flow->asked[i] : thread->registers[i].name != NULL)
                live[i / 64] |= (uint64_t)1 << (i % 64);
    bool needed = is_needed(flow, at, all, live);
    dead_register(live, instruction->target);
    dead_register(live, instruction->success);
    use_operands(flow, instruction, needed, live);
    return join(all[at], live, flow->register_words);
}

static bool find_writes(const struct flow *flow, uint32_t at, uint64_t *writes) {
    uint32_t next[2], count = program_successors(flow->thread, at, next);
    mmra_work(flow->program->arena->watch, 1 + flow->cell_words / 16);
    memset(writes, 0, flow->cell_words * sizeof(uint64_t));
    for (uint32_t i = 0; i < count; i++)
        join(writes, flow->thread->writes[next[i]], flow->cell_words);
    written_cells(flow, &flow->thread->code[at], writes);
    return join(flow->thread->writes[at], writes, flow->cell_words);
}

static struct flow flow_of(const struct program *program, struct program_thread *thread) {
    return (struct flow){.program = program,
                         .thread = thread,
                         .register_words = thread->register_count / 64 + 1,
                         .cell_words = program->cell_count / 64 + 1};
}

static uint64_t **rows(struct arena *arena, uint32_t count, uint32_t words) {
    uint64_t **all = arena_allocate_array(arena, count, sizeof *all);
    for (uint32_t i = 0; i < count; i++)
        all[i] = arena_allocate_array(arena, words, sizeof **all);
    return all;
}

uint64_t **program_find_live(const struct program *program, struct program_thread *thread, const bool *asked,
                             const bool *unread, const bool *quiet, struct arena *arena) {
    struct flow flow = flow_of(program, thread);
    flow.asked = asked;
    flow.unread = unread;
    flow.idle = asked ? program_find_idle(program, thread, quiet, arena) : NULL;
    uint64_t **all = rows(arena, thread->code_count, flow.register_words);
    uint64_t *live = arena_allocate_array(arena, flow.register_words, sizeof *live);
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t i = thread->code_count; i-- > 0;)
            grown |= find_live(&flow, i, all, live);
    }
    /* A thread that pauses does not wait: within its round, what it counts is live. */
    for (uint32_t i = 0; i < thread->code_count && flow.idle; i++)
        if (flow.idle[i].kind == PROGRAM_IDLE_ROUND || flow.idle[i].kind == PROGRAM_IDLE_BRANCH)
            join(all[i], thread->live[i], flow.register_words);
    return all;
}

static void finish_thread(struct program *program, struct program_thread *thread) {
    struct flow flow = flow_of(program, thread);
    uint32_t count = thread->code_count;
    thread->is_head = arena_allocate_array(program->arena, count, sizeof(bool));
    thread->live = program_find_live(program, thread, NULL, NULL, NULL, program->arena);
    thread->writes = rows(program->arena, count, flow.cell_words);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next[2], nexts = program_successors(thread, i, next);
        for (uint32_t j = 0; j < nexts; j++)
            if (next[j] <= i)
                thread->is_head[next[j]] = true;
    }
    uint64_t *writes = arena_allocate_array(program->arena, flow.cell_words, sizeof *writes);
    for (bool grown = true; grown;) {
        grown = false;
        for (uint32_t i = count; i-- > 0;)
            grown |= find_writes(&flow, i, writes);
    }
    program_find_joins(program, thread);
}

void program_finish(struct program *program) {
    for (uint32_t i = 0; i < program->thread_count; i++) {
        program_append(program, &program->threads[i], PROGRAM_END);
        finish_thread(program, &program->threads[i]);
    }
}

bool program_may_abort(const struct program *program) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++)
            if (program->threads[t].code[i].opcode == PROGRAM_ABORT)
                return true;
    return false;
}

/* ---- arithmetic ---- */

static bool divides(int64_t x, int64_t y, uint8_t width) {
    return y != 0 && (y != -1 || x != mmra_signed_bits((uint64_t)1 << (width - 1), width));
}

static uint64_t trailing_zeros(uint64_t a, uint8_t width) {
    return a ? mmra_count_ones(~a & (a - 1)) : width;
}

/* The upper half of a product, from the products of the halves of its operands. */
static uint64_t high_of_64(uint64_t a, uint64_t b) {
    uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (middle & UINT32_MAX);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

static uint64_t multiply_high(bool is_signed, uint64_t a, uint64_t b, uint8_t width) {
    int64_t x = mmra_signed_bits(a, width), y = mmra_signed_bits(b, width);
    if (width <= 32)
        return is_signed ? (uint64_t)(x * y) >> width : a * b >> width;
    uint64_t high = high_of_64(a, b);
    return is_signed ? high - (x < 0 ? b : 0) - (y < 0 ? a : 0) : high;
}

/* Computes what atomicrmw stores. */
static uint64_t read_modify_write(enum ir_rmw operation, uint64_t old, uint64_t operand, uint8_t width) {
    return operation >= IR_RMW_FADD ? program_modify_float(operation, old, operand, width)
                                    : mmra_modified((enum mmra_modification)operation, old, operand, width);
}

bool program_compute(const struct program_instruction *instruction, uint64_t a, uint64_t b, uint64_t c,
                     uint64_t *result) {
    uint8_t width = instruction->width, from = instruction->from_width ? instruction->from_width : width;
    a = mmra_low_bits(a, instruction->alu == PROGRAM_SELECT ? 1 : from);
    b = mmra_low_bits(b, instruction->alu == PROGRAM_LDEXP ? 32 : from);
    c = mmra_low_bits(c, from);
    int64_t x = mmra_signed_bits(a, from), y = mmra_signed_bits(b, from);
    bool defined = true;
    switch (instruction->alu) {
#define INTEGER(name, is_defined, value)                                                                               \
    case PROGRAM_##name:                                                                                               \
        if (!(is_defined))                                                                                             \
            return false;                                                                                              \
        *result = value;                                                                                               \
        break;
        PROGRAM_INTEGER_ROWS(INTEGER)
    case PROGRAM_READ_MODIFY_WRITE:
        *result = read_modify_write(instruction->rmw, b, c, width);
        break;
    default:
        if (program_is_simple(instruction->alu))
            *result = program_simple(instruction->alu, a, b, c, from);
        else
            defined = program_compute_float(instruction, a, b, c, result);
        break;
    }
    *result = mmra_low_bits(*result, width);
    return defined;
}
