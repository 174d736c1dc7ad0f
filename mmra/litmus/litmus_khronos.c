/* Khronos's litmus tests: the syntax of alloy/litmus.cpp in KhronosGroup/Vulkan-MemoryModel. A value there is
 * no value but a name for which write a read takes: the reader keeps it as such. */
#include "mmra/base/names.h"
#include "mmra/litmus/litmus_text.h"

#include <stdio.h>

enum { NO_VALUE = -1, MAX_EVENTS = 256 };

/* An access as written: which reference, and its one or two values. */
struct access {
    uint32_t thread, position, reference;
    int64_t first, second;
    bool reads, writes;
};

struct khronos {
    struct reader reader;
    uint32_t thread_numbers[MODEL_MAX_THREADS];
    uint32_t queue_family, workgroup, subgroup;
    bool as_program;              /* reads are free, and guarded */
    struct mmra_names references; /* the cell of each is in reference_cells */
    struct access *accesses;
    uint32_t access_count, access_capacity;
};

static struct program *program_of(struct khronos *k) {
    return &k->reader.litmus->program;
}

static uint32_t find_reference(struct khronos *k, struct word name) {
    uint32_t found = mmra_names_find(&k->references, (struct mmra_name){name.at, name.length, 0});
    if (found != MMRA_INDEX_NONE)
        return found;
    return mmra_names_add(&k->references, k->reader.arena,
                          (struct mmra_name){word_copy(k->reader.arena, name), name.length, 0});
}

static bool open_group(struct khronos *k, struct word line, struct word keyword) {
    if (word_is(keyword, "NEWTHREAD")) {
        struct program *program = program_of(k);
        if (program->thread_count == MODEL_MAX_THREADS)
            return reader_fail(&k->reader, "more than 32 threads", keyword);
        uint64_t number = program->thread_count ? k->thread_numbers[program->thread_count - 1] + 1 : 0;
        struct word explicit_number = take_word(&line, "");
        if (explicit_number.length && !word_number(explicit_number, &number))
            return reader_fail(&k->reader, "not a thread number", explicit_number);
        char name[24];
        int length = snprintf(name, sizeof name, "P%u", program->thread_count);
        k->thread_numbers[program->thread_count] = (uint32_t)number;
        struct program_thread *thread =
            program_add_thread(program, arena_copy_string(k->reader.arena, name, (size_t)length));
        thread->scopes.instance[VULKAN_QUEUE_FAMILY] = k->queue_family;
        thread->scopes.instance[VULKAN_WORKGROUP] = k->workgroup;
        thread->scopes.instance[VULKAN_SUBGROUP] = k->subgroup;
        return true;
    }
    /* A larger group opens the smaller ones within it. */
    k->subgroup++;
    k->workgroup += !word_is(keyword, "NEWSG");
    k->queue_family += word_is(keyword, "NEWQF");
    return true;
}

static bool thread_numbered(struct khronos *k, struct word *line, uint32_t *thread) {
    uint64_t number;
    struct word word = take_word(line, "");
    if (word_number(word, &number))
        for (*thread = 0; *thread < program_of(k)->thread_count; ++*thread)
            if (k->thread_numbers[*thread] == number)
                return true;
    return reader_fail(&k->reader, "not the number of a thread", word);
}

static bool parse_system_order(struct khronos *k, struct word line) {
    struct program *program = program_of(k);
    struct model_system_order order;
    if (!thread_numbered(k, &line, &order.before) || !thread_numbered(k, &line, &order.after))
        return false;
    *ARENA_PUSH(k->reader.arena, program->system_order, program->system_order_count, program->system_order_capacity) =
        order;
    return true;
}

/* ---- verdicts ---- */

/* "SATISFIABLE [NOCHAINS] [consistent[X]] [&&] [#dr=0 | #dr>0]"; a line that says anything else is about
 * relations of Khronos's solver. */
static bool parse_expectation(struct khronos *k, struct word line, bool satisfiable) {
    struct litmus *litmus = k->reader.litmus;
    struct litmus_expectation expectation = {.satisfiable = satisfiable, .line = k->reader.line};
    for (skip_blanks(&line); line.length; skip_blanks(&line)) {
        struct word word = take_word(&line, "[]#=>&");
        if (word_is(word, "NOCHAINS")) {
            expectation.no_chains = true;
        } else if (word_is(word, "consistent[X]")) {
            expectation.consistent = true;
        } else if (word_is(word, "#dr=0")) {
            expectation.races = LITMUS_NO_RACE;
        } else if (word_is(word, "#dr>0")) {
            expectation.races = LITMUS_SOME_RACE;
        } else if (!word_is(word, "&&")) {
            litmus->skipped_expectations++;
            return true;
        }
    }
    *ARENA_PUSH(k->reader.arena, litmus->expectations, litmus->expectation_count, litmus->expectation_capacity) =
        expectation;
    return true;
}

/* ---- instructions ---- */

static bool parse_value(struct khronos *k, struct word *line, int64_t *value) {
    struct word word = take_word(line, "-");
    uint64_t number;
    if (!word.length)
        return true;
    if (!word_number(word, &number))
        return reader_fail(&k->reader, "not a value", word);
    *value = (int64_t)number;
    return true;
}

static uint32_t add_register(struct khronos *k, struct program_thread *thread) {
    char name[16];
    uint32_t number = 0;
    for (uint32_t i = 0; i < thread->register_count; i++)
        number += thread->registers[i].name != NULL;
    int length = snprintf(name, sizeof name, "r%u", number);
    return program_register(program_of(k), thread, arena_copy_string(k->reader.arena, name, (size_t)length));
}

/* "~(P0:r0 != 1)", for a value that is undefined is no other than the one given; all of them with "and". */
static void note_guard(struct khronos *k, const struct program_thread *thread, uint32_t read, int64_t value) {
    const char *before = k->reader.litmus->guards_text;
    size_t size = (before ? strlen(before) : 0) + 96;
    char *text = arena_allocate(k->reader.arena, size);
    snprintf(text, size, "%s%s~(%s:%s != %u)", before ? before : "", before ? " and " : "", thread->name,
             thread->registers[read].name, (unsigned)value);
    k->reader.litmus->guards_text = text;
}

/* if (value read != value given) end; the target of the branch is filled in when the end is known */
static void guard(struct khronos *k, struct program_thread *thread, uint32_t read, int64_t value) {
    struct program *program = program_of(k);
    note_guard(k, thread, read, value);
    uint32_t equal = program_register(program, thread, NULL);
    struct program_instruction *compare = program_append(program, thread, PROGRAM_COMPUTE);
    compare->alu = PROGRAM_COMPARE + IR_EQ;
    compare->width = 1;
    compare->from_width = 32;
    compare->target = equal;
    compare->a = program_in_register(read);
    compare->b = program_constant((uint64_t)value);
    struct program_instruction *branch = program_append(program, thread, PROGRAM_BRANCH);
    branch->a = program_in_register(equal);
    branch->if_true = thread->code_count;
    branch->if_false = MODEL_NONE;
}

static void end_guards(struct khronos *k) {
    for (uint32_t t = 0; t < program_of(k)->thread_count; t++) {
        struct program_thread *thread = &program_of(k)->threads[t];
        for (uint32_t i = 0; i < thread->code_count; i++)
            if (thread->code[i].opcode == PROGRAM_BRANCH)
                thread->code[i].if_false = thread->code_count;
    }
}

static bool parse_access(struct khronos *k, struct word line, struct program_instruction *instruction) {
    uint32_t thread = program_of(k)->thread_count - 1;
    struct access access = {.thread = thread,
                            .position = program_of(k)->threads[thread].code_count - 1,
                            .first = NO_VALUE,
                            .second = NO_VALUE,
                            .reads = instruction->operation.kind & MODEL_READ,
                            .writes = instruction->operation.kind & MODEL_WRITE};
    struct word name = take_word(&line, "");
    if (!name.length)
        return reader_fail(&k->reader, "an access needs a variable", line);
    access.reference = find_reference(k, name);
    instruction->reference = access.reference;
    if (take_character(&line, '=') && (!parse_value(k, &line, &access.first) || !parse_value(k, &line, &access.second)))
        return false;
    if (access.reads)
        instruction->target = add_register(k, &program_of(k)->threads[thread]);
    if (access.reads && access.first != NO_VALUE && k->as_program)
        guard(k, &program_of(k)->threads[thread], instruction->target, access.first);
    *ARENA_PUSH(k->reader.arena, k->accesses, k->access_count, k->access_capacity) = access;
    return true;
}

static bool parse_instruction(struct khronos *k, struct word whole, struct word line, struct word tokens) {
    struct program *program = program_of(k);
    if (program->thread_count == 0)
        return reader_fail(&k->reader, "an instruction before the first NEWTHREAD", tokens);
    struct program_thread *thread = &program->threads[program->thread_count - 1];
    struct model_operation operation;
    uint8_t rmw;
    if (!parse_operation(&k->reader, tokens, &operation, &rmw))
        return false;
    operation.text = word_copy(k->reader.arena, whole);
    bool access = operation.kind & (MODEL_READ | MODEL_WRITE), barrier = operation.kind & MODEL_BARRIER;
    struct program_instruction *instruction = program_append(program, thread,
                                                             access    ? PROGRAM_ACCESS
                                                             : barrier ? PROGRAM_BARRIER
                                                                       : PROGRAM_EVENT);
    instruction->operation = operation;
    instruction->bytes = 4;
    if (access)
        return parse_access(k, line, instruction);
    if (!barrier)
        return true;
    uint64_t instance;
    struct word word = take_word(&line, "");
    if (!word_number(word, &instance))
        return reader_fail(&k->reader, "a cbar needs the number of its instance", word);
    instruction->barrier = (uint32_t)instance;
    return true;
}

/* ---- locations and values, when everything is read ---- */

struct alias {
    uint32_t a, b;
};

static void assign_cells(struct khronos *k, const struct alias *aliases, uint32_t alias_count) {
    struct program *program = program_of(k);
    uint32_t *cell = arena_allocate_array(k->reader.arena, k->references.count, sizeof(uint32_t));
    for (uint32_t i = 0; i < k->references.count; i++)
        cell[i] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < alias_count; i++) {
            uint32_t first = cell[aliases[i].a], second = cell[aliases[i].b];
            uint32_t least = first < second ? first : second;
            changed |= first != second;
            cell[aliases[i].a] = cell[aliases[i].b] = least;
        }
    }
    for (uint32_t i = 0; i < k->references.count; i++)
        if (cell[i] == i)
            program_add_cell(program, k->references.items[i].at, 4 * (uint64_t)(i + 1), 4);
    for (uint32_t i = 0; i < k->access_count; i++) {
        const struct access *access = &k->accesses[i];
        program->threads[access->thread].code[access->position].a =
            program_constant(4 * (uint64_t)(cell[access->reference] + 1));
    }
}

static int64_t written_value(const struct access *access) {
    return access->reads ? access->second : access->first;
}

/* As litmus.cpp: a read takes the write of the same variable whose value is equal, none given being equal to
 * none given; a read of 0 without such a write takes the initial value. */
static void bind_reads(struct khronos *k) {
    struct program *program = program_of(k);
    for (uint32_t i = 0; i < k->access_count; i++) {
        const struct access *read = &k->accesses[i];
        struct program_instruction *instruction = &program->threads[read->thread].code[read->position];
        for (uint32_t j = 0; read->reads && j < k->access_count; j++) {
            const struct access *write = &k->accesses[j];
            if (write->writes && write->reference == read->reference && written_value(write) == read->first)
                instruction->must_read = (int32_t)(write->thread << 16 | write->position);
        }
        if (read->reads && read->first == 0 && instruction->must_read == PROGRAM_READS_ANY)
            instruction->must_read = PROGRAM_READS_INITIAL;
    }
}

/* Registers and stored values, so that outcomes can be told apart: a write without a value gets one of its
 * own. */
static void assign_values(struct khronos *k) {
    struct program *program = program_of(k);
    for (uint32_t i = 0; i < k->access_count; i++) {
        const struct access *access = &k->accesses[i];
        struct program_thread *thread = &program->threads[access->thread];
        struct program_instruction *instruction = &thread->code[access->position];
        int64_t value = written_value(access);
        if (access->writes)
            instruction->b = program_constant(value == NO_VALUE ? 1000 + i : (uint64_t)value);
        if (access->reads && access->writes) {
            instruction->alu = PROGRAM_READ_MODIFY_WRITE;
            instruction->rmw = IR_RMW_XCHG;
        }
    }
}

static bool parse_line(struct khronos *k, struct word whole, struct alias **aliases, uint32_t *count,
                       uint32_t *capacity) {
    struct word line = whole;
    skip_blanks(&line);
    if (!line.length || (line.length >= 2 && memcmp(line.at, "//", 2) == 0))
        return true;
    struct word keyword = take_word(&line, ".");
    if (word_is(keyword, "NEWQF") || word_is(keyword, "NEWWG") || word_is(keyword, "NEWSG") ||
        word_is(keyword, "NEWTHREAD"))
        return open_group(k, line, keyword);
    if (word_is(keyword, "SSW"))
        return parse_system_order(k, line);
    if (word_is(keyword, "SATISFIABLE") || word_is(keyword, "NOSOLUTION"))
        return parse_expectation(k, line, word_is(keyword, "SATISFIABLE"));
    if (word_is(keyword, "SLOC")) {
        uint32_t a = find_reference(k, take_word(&line, "")), b = find_reference(k, take_word(&line, ""));
        *ARENA_PUSH(k->reader.arena, *aliases, *count, *capacity) = (struct alias){a, b};
        return true;
    }
    return parse_instruction(k, whole, line, keyword);
}

static void read_file(struct litmus *litmus, struct arena *arena, const char *text, size_t length, bool as_program) {
    memset(litmus, 0, sizeof *litmus);
    program_init(&litmus->program, arena);
    struct khronos k = {.reader = {litmus, arena, text, text + length, 0}, .as_program = as_program};
    struct alias *aliases = NULL;
    uint32_t alias_count = 0, alias_capacity = 0;
    struct word line;
    while (reader_line(&k.reader, &line))
        if (!parse_line(&k, line, &aliases, &alias_count, &alias_capacity))
            return;
    if (k.access_count > MAX_EVENTS) {
        reader_fail(&k.reader, "more than 256 accesses", (struct word){text, 0});
        return;
    }
    assign_cells(&k, aliases, alias_count);
    if (as_program)
        end_guards(&k);
    else
        bind_reads(&k);
    assign_values(&k);
    program_finish(&litmus->program);
    observe_all(&litmus->program, &litmus->observations);
}

void litmus_read_khronos(struct litmus *litmus, struct arena *arena, const char *text, size_t length) {
    read_file(litmus, arena, text, length, false);
}

void litmus_read_khronos_program(struct litmus *litmus, struct arena *arena, const char *text, size_t length) {
    read_file(litmus, arena, text, length, true);
}
