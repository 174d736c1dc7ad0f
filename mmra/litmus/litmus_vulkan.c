/* Vulkan .litmus files, as published for Dartagnan: a header, initial values in braces, a table with one
 * column a thread, and a final condition. */
#include "mmra/base/names.h"
#include "mmra/litmus/litmus_text.h"

struct jump {
    struct word name; /* of the label */
    uint32_t thread, at;
};

struct vulkan_reader {
    struct reader reader;
    struct word *initials; /* of registers: kept until the threads are there */
    uint32_t initial_count, initial_capacity;
    struct mmra_names references;
    uint32_t *cells; /* of each reference */
    uint32_t cell_capacity;
    uint32_t cell_count;
    struct mmra_names labels; /* in the scope of their thread */
    uint32_t *label_targets;  /* of each, the instruction */
    uint32_t label_capacity;
    struct jump *jumps;
    uint32_t jump_count, jump_capacity;
    uint32_t temporaries;
};

static struct program *program_of(struct vulkan_reader *v) {
    return &v->reader.litmus->program;
}

static struct program_thread *thread_of(struct vulkan_reader *v, uint32_t thread) {
    return &program_of(v)->threads[thread];
}

/* Everything up to one of the characters, which is taken too; the line number follows. */
static bool take_until(struct vulkan_reader *v, const char *stops, struct word *text) {
    struct reader *r = &v->reader;
    *text = (struct word){r->at, 0};
    for (; r->at < r->end; r->at++) {
        if (*r->at == '\n')
            r->line++;
        if (strchr(stops, *r->at) && *r->at) {
            text->length = (size_t)(r->at - text->at);
            mmra_work(r->arena->watch, 2 + (uint32_t)(text->length / 64));
            r->at++;
            return true;
        }
    }
    return false;
}

/* ---- initial values ---- */

static void add_reference(struct vulkan_reader *v, const char *name, size_t length, uint32_t cell) {
    uint32_t count = mmra_names_add(&v->references, v->reader.arena, (struct mmra_name){name, length, 0});
    *ARENA_PUSH(v->reader.arena, v->cells, count, v->cell_capacity) = cell;
}

static uint32_t find_reference(struct vulkan_reader *v, struct word name, bool make) {
    uint32_t found = mmra_names_find(&v->references, (struct mmra_name){name.at, name.length, 0});
    if (found != MMRA_INDEX_NONE || !make)
        return found == MMRA_INDEX_NONE ? MODEL_NONE : found;
    char *copy = word_copy(v->reader.arena, name);
    uint32_t cell = v->cell_count++;
    add_reference(v, copy, name.length, cell);
    program_add_cell(program_of(v), copy, 4 * (uint64_t)(cell + 1), 4);
    return v->references.count - 1;
}

/* "x = 1", "y aliases x", or "P0:r0 = 1", which waits for the threads. */
static bool parse_initial(struct vulkan_reader *v, struct word text) {
    struct word whole = text;
    struct word name = take_word(&text, "");
    if (!name.length)
        return true;
    if (take_character(&text, ':')) {
        *ARENA_PUSH(v->reader.arena, v->initials, v->initial_count, v->initial_capacity) = whole;
        return true;
    }
    if (take_character(&text, '=')) {
        uint64_t value;
        struct word number = take_word(&text, "-");
        if (!word_number(number, &value))
            return reader_fail(&v->reader, "not an initial value", number);
        uint32_t reference = find_reference(v, name, true);
        program_of(v)->cells[v->cells[reference]].initial = value;
        return true;
    }
    if (!word_is(take_word(&text, ""), "aliases"))
        return reader_fail(&v->reader, "not an initial value", whole);
    uint32_t target = find_reference(v, take_word(&text, ""), false);
    if (target == MODEL_NONE || find_reference(v, name, false) != MODEL_NONE)
        return reader_fail(&v->reader, "an alias of nothing, or a second one", whole);
    add_reference(v, word_copy(v->reader.arena, name), name.length, v->cells[target]);
    return true;
}

static bool parse_initials(struct vulkan_reader *v) {
    struct word line, block;
    do { /* the header and its comments end at the first line that opens a brace */
        if (!reader_line(&v->reader, &line))
            return reader_fail(&v->reader, "no initial values in braces", (struct word){v->reader.at, 0});
        skip_blanks(&line);
    } while (!line.length || *line.at != '{');
    v->reader.at = line.at + 1;
    if (!take_until(v, "}", &block))
        return reader_fail(&v->reader, "the brace is not closed", line);
    while (block.length) {
        const char *semicolon = memchr(block.at, ';', block.length);
        size_t length = semicolon ? (size_t)(semicolon - block.at) : block.length;
        if (!parse_initial(v, (struct word){block.at, length}))
            return false;
        length += semicolon != NULL;
        block.at += length;
        block.length -= length;
    }
    return true;
}

/* ---- threads ---- */

/* "P0@sg 0, wg 0, qf 0" */
static bool parse_thread(struct vulkan_reader *v, struct word cell) {
    struct word name = take_word(&cell, "");
    if (!name.length || !take_character(&cell, '@'))
        return reader_fail(&v->reader, "a column starts with a thread and its place", name);
    if (program_of(v)->thread_count == MODEL_MAX_THREADS)
        return reader_fail(&v->reader, "more than 32 threads", name);
    struct program_thread *thread = program_add_thread(program_of(v), word_copy(v->reader.arena, name));
    uint64_t numbers[MODEL_LEVELS] = {0};
    for (skip_blanks(&cell); cell.length; take_character(&cell, ','), skip_blanks(&cell)) {
        struct word level = take_word(&cell, ""), number = take_word(&cell, "");
        uint8_t scope = word_is(level, "sg")   ? VULKAN_SUBGROUP
                        : word_is(level, "wg") ? VULKAN_WORKGROUP
                        : word_is(level, "qf") ? VULKAN_QUEUE_FAMILY
                                               : VULKAN_NO_SCOPE;
        if (scope == VULKAN_NO_SCOPE || !word_number(number, &numbers[scope]) || numbers[scope] > 255)
            return reader_fail(&v->reader, "not a place", level);
    }
    /* Numbers count within the next larger group. */
    uint32_t instance = 0;
    for (uint8_t scope = VULKAN_QUEUE_FAMILY; scope <= VULKAN_SUBGROUP; scope++) {
        instance = instance << 8 | (uint32_t)numbers[scope];
        thread->scopes.instance[scope] = instance;
    }
    return true;
}

static bool parse_register_initials(struct vulkan_reader *v) {
    for (uint32_t i = 0; i < v->initial_count; i++) {
        struct word text = v->initials[i], name = take_word(&text, "");
        take_character(&text, ':');
        struct word reg = take_word(&text, "");
        uint64_t value;
        uint32_t t = 0;
        while (t < program_of(v)->thread_count && !word_is(name, thread_of(v, t)->name))
            t++;
        if (t == program_of(v)->thread_count || !take_character(&text, '=') ||
            !word_number(take_word(&text, "-"), &value))
            return reader_fail(&v->reader, "not an initial value", v->initials[i]);
        uint32_t number = program_register(program_of(v), thread_of(v, t), word_copy(v->reader.arena, reg));
        thread_of(v, t)->registers[number].has_value = true;
        thread_of(v, t)->registers[number].value = value;
    }
    return true;
}

/* ---- instructions ---- */

static uint32_t parse_register(struct vulkan_reader *v, uint32_t thread, struct word name) {
    return program_register(program_of(v), thread_of(v, thread), word_copy(v->reader.arena, name));
}

/* A number, or a register. */
static bool parse_operand(struct vulkan_reader *v, uint32_t thread, struct word *text,
                          struct program_operand *operand) {
    struct word word = take_word(text, "-");
    uint64_t number;
    take_character(text, ',');
    if (!word.length)
        return reader_fail(&v->reader, "an operand is missing", *text);
    if (word_number(word, &number))
        *operand = program_constant(number);
    else
        *operand = program_in_register(parse_register(v, thread, word));
    return true;
}

static bool parse_location(struct vulkan_reader *v, struct word *text, struct program_instruction *instruction) {
    struct word name = take_word(text, "");
    take_character(text, ',');
    if (!name.length)
        return reader_fail(&v->reader, "a location is missing", *text);
    instruction->reference = find_reference(v, name, true);
    instruction->a = program_constant(4 * (uint64_t)(v->cells[instruction->reference] + 1));
    return true;
}

static bool parse_access(struct vulkan_reader *v, uint32_t thread, struct program_instruction *instruction,
                         struct word text) {
    bool reads = instruction->operation.kind & MODEL_READ, writes = instruction->operation.kind & MODEL_WRITE;
    if (reads) {
        struct word name = take_word(&text, "");
        if (!name.length || !take_character(&text, ','))
            return reader_fail(&v->reader, "a load needs a register and a location", text);
        instruction->target = parse_register(v, thread, name);
    }
    if (reads && writes)
        instruction->alu = PROGRAM_READ_MODIFY_WRITE;
    return parse_location(v, &text, instruction) && (!writes || parse_operand(v, thread, &text, &instruction->b));
}

/* "instance", or "instance, id, quorum". A barrier of this format is one of a workgroup: equal numbers in two
 * workgroups are two barriers. */
static bool parse_barrier(struct vulkan_reader *v, uint32_t thread, struct program_instruction *instruction,
                          struct word text) {
    uint64_t numbers[3];
    uint32_t count = 0;
    for (; count < 3; count++) {
        struct word word = take_word(&text, "");
        if (!word.length)
            break;
        if (!word_number(word, &numbers[count]) || numbers[count] > 255)
            return reader_fail(&v->reader, "not a number up to 255", word);
        take_character(&text, ',');
    }
    if (count != 1 && count != 3)
        return reader_fail(&v->reader, "a cbar needs an instance, and may have an id and a quorum", text);
    uint32_t workgroup = thread_of(v, thread)->scopes.instance[VULKAN_WORKGROUP];
    instruction->barrier = workgroup << 8 | (uint32_t)numbers[count == 1 ? 0 : 1];
    instruction->barrier_mode = count == 1 ? PROGRAM_BARRIER_NUMBERED : PROGRAM_BARRIER_QUORUM;
    instruction->quorum = count == 1 ? 0 : (uint32_t)numbers[2];
    return true;
}

static void note_jump(struct vulkan_reader *v, uint32_t thread, struct word name) {
    *ARENA_PUSH(v->reader.arena, v->jumps, v->jump_count, v->jump_capacity) =
        (struct jump){name, thread, thread_of(v, thread)->code_count - 1};
}

static const struct arithmetic {
    const char *name;
    uint8_t alu;
    bool branch; /* a comparison of a branch: name, a, b, label */
} arithmetic[] = {{"mov", PROGRAM_COPY, false},
                  {"add", PROGRAM_ADD, false},
                  {"sub", PROGRAM_SUB, false},
                  {"mul", PROGRAM_MUL, false},
                  {"and", PROGRAM_AND, false},
                  {"or", PROGRAM_OR, false},
                  {"xor", PROGRAM_XOR, false},
                  {"beq", PROGRAM_COMPARE + IR_EQ, true},
                  {"bne", PROGRAM_COMPARE + IR_NE, true},
                  {"blt", PROGRAM_COMPARE + IR_SLT, true},
                  {"ble", PROGRAM_COMPARE + IR_SLE, true},
                  {"bgt", PROGRAM_COMPARE + IR_SGT, true},
                  {"bge", PROGRAM_COMPARE + IR_SGE, true}};

static bool parse_branch(struct vulkan_reader *v, uint32_t thread, struct program_instruction *compare,
                         struct word text) {
    compare->width = 1;
    compare->from_width = 32;
    if (!parse_operand(v, thread, &text, &compare->a) || !parse_operand(v, thread, &text, &compare->b))
        return false;
    struct program_operand condition = program_in_register(program_register(program_of(v), thread_of(v, thread), NULL));
    compare->target = (uint32_t)condition.value;
    struct program_instruction *branch = program_append(program_of(v), thread_of(v, thread), PROGRAM_BRANCH);
    branch->a = condition;
    branch->if_false = thread_of(v, thread)->code_count;
    struct word label = take_word(&text, "");
    if (!label.length)
        return reader_fail(&v->reader, "a branch needs a label", text);
    note_jump(v, thread, label);
    return true;
}

/* Arithmetic, branches and jumps. False without an error if it is none of these. */
static bool parse_plain(struct vulkan_reader *v, uint32_t thread, struct word keyword, struct word text) {
    if (word_is(keyword, "goto")) {
        program_append(program_of(v), thread_of(v, thread), PROGRAM_JUMP);
        struct word label = take_word(&text, "");
        if (!label.length)
            return reader_fail(&v->reader, "a goto needs a label", text);
        note_jump(v, thread, label);
        return true;
    }
    for (size_t i = 0; i < sizeof arithmetic / sizeof arithmetic[0]; i++) {
        if (!word_is(keyword, arithmetic[i].name))
            continue;
        struct program_instruction *instruction = program_append(program_of(v), thread_of(v, thread), PROGRAM_COMPUTE);
        instruction->alu = arithmetic[i].alu;
        if (arithmetic[i].branch)
            return parse_branch(v, thread, instruction, text);
        struct word target = take_word(&text, "");
        if (!target.length || !take_character(&text, ','))
            return reader_fail(&v->reader, "a register is missing", text);
        instruction->target = parse_register(v, thread, target);
        return parse_operand(v, thread, &text, &instruction->a) &&
               (instruction->alu == PROGRAM_COPY || parse_operand(v, thread, &text, &instruction->b));
    }
    return false;
}

/* The last of several labels of a name counts. */
static void put_label(struct vulkan_reader *v, uint32_t thread, struct word name) {
    const struct mmra_name label = {name.at, name.length, thread};
    uint32_t number = mmra_names_find(&v->labels, label);
    if (number == MMRA_INDEX_NONE) {
        uint32_t count = number = mmra_names_add(&v->labels, v->reader.arena, label);
        *ARENA_PUSH(v->reader.arena, v->label_targets, count, v->label_capacity) = 0;
    }
    v->label_targets[number] = thread_of(v, thread)->code_count;
}

static bool parse_instruction(struct vulkan_reader *v, uint32_t thread, struct word cell) {
    struct word whole = cell;
    struct word keyword = take_word(&cell, ".");
    if (!keyword.length)
        return !cell.length || reader_fail(&v->reader, "what is this", cell);
    if (take_character(&cell, ':')) {
        put_label(v, thread, keyword);
        return parse_instruction(v, thread, cell);
    }
    if (parse_plain(v, thread, keyword, cell))
        return true;
    if (v->reader.litmus->error)
        return false;
    struct model_operation operation;
    uint8_t rmw;
    if (!parse_operation(&v->reader, keyword, &operation, &rmw))
        return false;
    while (whole.length && whole.at[whole.length - 1] == ' ')
        whole.length--;
    operation.text = word_copy(v->reader.arena, whole);
    bool access = operation.kind & (MODEL_READ | MODEL_WRITE), barrier = operation.kind & MODEL_BARRIER;
    struct program_instruction *instruction = program_append(program_of(v), thread_of(v, thread),
                                                             access    ? PROGRAM_ACCESS
                                                             : barrier ? PROGRAM_BARRIER
                                                                       : PROGRAM_EVENT);
    instruction->operation = operation;
    instruction->bytes = 4;
    instruction->rmw = rmw;
    if (access)
        return parse_access(v, thread, instruction, cell);
    return !barrier || parse_barrier(v, thread, instruction, cell);
}

/* A row of the table has cells between bars. The first row names the threads. */
static bool parse_row(struct vulkan_reader *v, struct word row, bool first) {
    for (uint32_t column = 0;; column++) {
        const char *bar = memchr(row.at, '|', row.length);
        struct word cell = {row.at, bar ? (size_t)(bar - row.at) : row.length};
        skip_blanks(&cell);
        if (!first && column >= program_of(v)->thread_count)
            return reader_fail(&v->reader, "more columns than threads", cell);
        if (first ? !parse_thread(v, cell) : !parse_instruction(v, column, cell))
            return false;
        if (!bar)
            return true;
        row.length -= (size_t)(bar - row.at) + 1;
        row.at = bar + 1;
    }
}

/* "ssw 0 1;" between braces, after the initial values */
static bool parse_system_order(struct vulkan_reader *v) {
    struct word block, head = {v->reader.at, (size_t)(v->reader.end - v->reader.at)};
    if (!take_character(&head, '{'))
        return true;
    if (!take_until(v, "}", &block))
        return reader_fail(&v->reader, "the brace is not closed", head);
    take_character(&block, '{');
    for (skip_blanks(&block); block.length; skip_blanks(&block)) {
        uint64_t before, after;
        if (!word_is(take_word(&block, ""), "ssw") || !word_number(take_word(&block, ""), &before) ||
            !word_number(take_word(&block, ""), &after) || !take_character(&block, ';'))
            return reader_fail(&v->reader, "not \"ssw a b;\"", block);
        struct program *program = program_of(v);
        *ARENA_PUSH(v->reader.arena, program->system_order, program->system_order_count,
                    program->system_order_capacity) = (struct model_system_order){(uint32_t)before, (uint32_t)after};
    }
    return true;
}

static bool resolve_jumps(struct vulkan_reader *v) {
    for (uint32_t i = 0; i < v->jump_count; i++) {
        const struct jump *jump = &v->jumps[i];
        uint32_t label =
            mmra_names_find(&v->labels, (struct mmra_name){jump->name.at, jump->name.length, jump->thread});
        if (label == MMRA_INDEX_NONE)
            return reader_fail(&v->reader, "no such label", jump->name);
        thread_of(v, jump->thread)->code[jump->at].if_true = v->label_targets[label];
    }
    return true;
}

/* ---- conditions ---- */

static const struct {
    const char *keyword;
    uint8_t quantifier; /* LITMUS_NOTHING: a filter */
} questions[] = {
    {"~exists", LITMUS_NOT_EXISTS}, {"exists", LITMUS_EXISTS}, {"forall", LITMUS_FORALL}, {"filter", LITMUS_NOTHING}};

enum { QUESTIONS = sizeof questions / sizeof questions[0] };

static size_t question_at(struct word text) {
    for (size_t i = 0; i < QUESTIONS; i++) {
        size_t length = strlen(questions[i].keyword);
        bool starts = text.length > length && memcmp(text.at, questions[i].keyword, length) == 0;
        if (starts && strchr(" \t\r\n(", text.at[length]))
            return i;
    }
    return QUESTIONS;
}

static bool parse_questions(struct vulkan_reader *v) {
    struct litmus *litmus = v->reader.litmus;
    struct word rest = {v->reader.at, (size_t)(v->reader.end - v->reader.at)};
    for (skip_blanks(&rest); rest.length;) {
        size_t question = question_at(rest);
        if (question == QUESTIONS)
            return reader_fail(&v->reader, "exists, forall, ~exists or filter is missing", rest);
        size_t length = strlen(questions[question].keyword);
        struct word body = {rest.at + length, 1};
        while (length + body.length < rest.length &&
               question_at((struct word){body.at + body.length, rest.length - length - body.length}) == QUESTIONS)
            body.length++;
        const char *message;
        struct condition *condition =
            condition_parse(&litmus->program, &litmus->observations, body.at, body.at + body.length, &message);
        if (!condition)
            return reader_fail(&v->reader, message, (struct word){body.at, 0});
        if (questions[question].quantifier == LITMUS_NOTHING) {
            litmus->filter = condition;
        } else {
            litmus->quantifier = questions[question].quantifier;
            litmus->condition = condition;
        }
        rest.at = body.at + body.length;
        rest.length -= length + body.length;
        skip_blanks(&rest);
    }
    return true;
}

static bool parse_table(struct vulkan_reader *v) {
    for (bool first = true;; first = false) {
        struct word rest = {v->reader.at, (size_t)(v->reader.end - v->reader.at)}, row;
        skip_blanks(&rest);
        if (question_at(rest) != QUESTIONS || !rest.length)
            return !first || reader_fail(&v->reader, "no table of threads", rest);
        if (!take_until(v, ";", &row))
            return reader_fail(&v->reader, "a row does not end with a semicolon", rest);
        if (!parse_row(v, row, first))
            return false;
    }
}

void litmus_read_vulkan(struct litmus *litmus, struct arena *arena, const char *text, size_t length) {
    memset(litmus, 0, sizeof *litmus);
    program_init(&litmus->program, arena);
    struct vulkan_reader v = {.reader = {litmus, arena, text, text + length, 0}};
    if (!parse_initials(&v) || !parse_system_order(&v) || !parse_table(&v) || !parse_register_initials(&v) ||
        !resolve_jumps(&v))
        return;
    for (uint32_t i = 0; i < litmus->program.system_order_count; i++)
        if (litmus->program.system_order[i].before >= litmus->program.thread_count ||
            litmus->program.system_order[i].after >= litmus->program.thread_count) {
            reader_fail(&v.reader, "ssw names a thread that is not there", (struct word){text, 0});
            return;
        }
    program_finish(&litmus->program);
    observe_all(&litmus->program, &litmus->observations);
    parse_questions(&v);
}
