/* The comments of a litmus program in assembly. */
#include "mmra/machine/machine_litmus.h"

#include <stdio.h>

#include "mmra/litmus/litmus_text.h"

enum { MAX_VALUES = 64, MAX_ELEMENTS = 1024, SPACING = 4096 };

struct header_reader {
    struct reader reader;
    struct machine_litmus *machine;
    struct machine_location *locations;
    uint32_t location_count;
    struct machine_start *waves;
    uint32_t wave_count, wave_capacity;
    struct machine_register_value *watched;
    uint32_t watched_count, watched_capacity;
    struct litmus_memory_range *ranges;
    uint32_t range_count, range_capacity;
    const char **names; /* of the ranges */
    uint32_t name_capacity;
    uint64_t *arguments;
    uint32_t argument_count, argument_capacity;
    uint32_t config[3];
    struct word output;
    uint32_t output_line;
};

/* ---- @Memory ---- */

static bool read_value(struct header_reader *h, struct word *text, uint32_t *value) {
    uint64_t number;
    struct word word = take_word(text, "-");
    if (!word_number(word, &number))
        return reader_fail(&h->reader, "not a number", word);
    *value = (uint32_t)number;
    return true;
}

static void add_element(struct header_reader *h, const char *name, uint64_t address, uint32_t initial, bool indexed,
                        uint32_t element) {
    struct program *program = &h->machine->litmus.program;
    char text[128];
    snprintf(text, sizeof text, indexed ? "%.100s[%u]" : "%.100s", name, element);
    uint32_t cell = program_add_cell(program, arena_copy_string(h->reader.arena, text, strlen(text)), address, 4);
    program->cells[cell].initial = initial;
}

static bool read_variable(struct header_reader *h, struct word *text) {
    struct word name = take_word(text, "");
    uint64_t count = 1, base = LITMUS_FIRST_ADDRESS + (uint64_t)SPACING * h->range_count;
    uint32_t initial[MAX_ELEMENTS] = {0}, given = 0;
    if (!name.length)
        return reader_fail(&h->reader, "a name is expected", *text);
    bool indexed = take_character(text, '[');
    if (indexed &&
        (!word_number(take_word(text, ""), &count) || count == 0 || count > MAX_ELEMENTS || !take_character(text, ']')))
        return reader_fail(&h->reader, "1 to 1024 elements are expected", name);
    if (take_character(text, '=')) {
        bool several = take_character(text, '{');
        do {
            if (given == count || !read_value(h, text, &initial[given++]))
                return reader_fail(&h->reader, "more values than elements", name);
        } while (several && take_character(text, ','));
        if (several && !take_character(text, '}'))
            return reader_fail(&h->reader, "'}' is expected", *text);
    }
    uint32_t same = h->range_count;
    *ARENA_PUSH(h->reader.arena, h->names, same, h->name_capacity) = word_copy(h->reader.arena, name);
    *ARENA_PUSH(h->reader.arena, h->ranges, h->range_count, h->range_capacity) =
        (struct litmus_memory_range){base, 4 * count};
    for (uint32_t k = 0; k < count; k++)
        add_element(h, h->names[h->range_count - 1], base + 4 * k, initial[k], indexed, k);
    return true;
}

static bool read_memory(struct header_reader *h, struct word text) {
    do {
        if (!read_variable(h, &text))
            return false;
    } while (take_character(&text, ','));
    skip_blanks(&text);
    return !text.length || reader_fail(&h->reader, "',' is expected", text);
}

/* ---- values: numbers, or addresses of variables ---- */

static bool read_address(struct header_reader *h, struct word *text, uint64_t *value) {
    uint32_t number = 0;
    if (!take_character(text, '&')) {
        if (!read_value(h, text, &number))
            return false;
        *value = number;
        return true;
    }
    struct word name = take_word(text, "");
    for (uint32_t k = 0; k < h->range_count; k++)
        if (word_is(name, h->names[k])) {
            *value = h->ranges[k].address;
            return true;
        }
    return reader_fail(&h->reader, "no variable of this name", name);
}

/* ---- @Wave ---- */

/* "s4", "v1", "v1.3", "s[0:1]"; *second: a pair. */
static bool read_register(struct header_reader *h, struct word name, struct machine_register_value *one, bool *second) {
    char text[32];
    unsigned first, last, lane;
    int length = 0;
    snprintf(text, sizeof text, "%.*s", name.length < 31 ? (int)name.length : 31, name.at);
    bool vector = text[0] == 'v';
    *second = false;
    *one = (struct machine_register_value){.kind = vector ? MACHINE_VECTOR : MACHINE_SCALAR, .lane = MACHINE_MAX_LANES};
    if (text[0] != 's' && text[0] != 'v')
        return reader_fail(&h->reader, "not a register", name);
    if (sscanf(text + 1, "[%3u:%3u]%n", &first, &last, &length) == 2 && !text[1 + length] && last == first + 1)
        *second = true;
    else if (sscanf(text + 1, "%3u.%2u%n", &first, &lane, &length) == 2 && !text[1 + length] && vector &&
             lane < MACHINE_MAX_LANES)
        one->lane = (uint8_t)lane;
    else if (sscanf(text + 1, "%3u%n", &first, &length) != 1 || text[1 + length])
        return reader_fail(&h->reader, "not a register", name);
    one->number = (uint16_t)first;
    return first + *second < (vector ? (unsigned)MACHINE_VECTORS : MACHINE_VCC) ||
           reader_fail(&h->reader, "not a register", name);
}

static bool read_setting(struct header_reader *h, struct word *text, struct machine_register_value *values,
                         uint32_t *count) {
    struct word name = take_word(text, "[]:.");
    struct machine_register_value one;
    bool pair;
    uint64_t value;
    if (!read_register(h, name, &one, &pair))
        return false;
    if (!take_character(text, '='))
        return reader_fail(&h->reader, "'=' is expected", *text);
    if (!read_address(h, text, &value))
        return false;
    if (*count + 2 > MAX_VALUES)
        return reader_fail(&h->reader, "so many registers", name);
    one.value = (uint32_t)value;
    values[(*count)++] = one;
    if (pair) {
        one.number++;
        one.value = (uint32_t)(value >> 32);
        values[(*count)++] = one;
    }
    return true;
}

/* "group 1", "lanes 2": which word it is, and the number. */
static bool take_count(struct word *text, const char *name, uint32_t *value) {
    struct word rest = *text;
    uint64_t number;
    if (!word_is(take_word(&rest, ""), name) || !word_number(take_word(&rest, ""), &number))
        return false;
    *value = (uint32_t)number;
    *text = rest;
    return true;
}

static bool read_wave(struct header_reader *h, struct word text) {
    struct machine_register_value values[MAX_VALUES];
    struct machine_start wave = {.lanes = 1};
    struct word name = take_word(&text, ""), label;
    if (!name.length || !take_character(&text, '='))
        return reader_fail(&h->reader, "a name and '=' are expected", name);
    label = take_word(&text, ".$");
    wave.entry = machine_find_label(&h->machine->code, label.at, label.length);
    if (wave.entry >= h->machine->code.count)
        return reader_fail(&h->reader, "no instruction stands at a label", label);
    while (take_character(&text, ','))
        if (!take_count(&text, "group", &wave.group) && !take_count(&text, "lanes", &wave.lanes) &&
            !read_setting(h, &text, values, &wave.value_count))
            return false;
    skip_blanks(&text);
    if (text.length)
        return reader_fail(&h->reader, "',' is expected", text);
    if (h->wave_count == MACHINE_MAX_WAVES || wave.group >= MACHINE_MAX_WAVES || wave.lanes == 0 ||
        wave.lanes > MACHINE_MAX_LANES)
        return reader_fail(&h->reader, "at most 16 waves, groups 0 to 15, 1 to 64 lanes", name);
    struct machine_register_value *copy = arena_allocate_array(h->reader.arena, MAX_VALUES, sizeof *copy);
    memcpy(copy, values, wave.value_count * sizeof *copy);
    wave.values = copy;
    wave.name = word_copy(h->reader.arena, name);
    *ARENA_PUSH(h->reader.arena, h->waves, h->wave_count, h->wave_capacity) = wave;
    return true;
}

/* ---- @Config, @Arguments ---- */

static bool read_config(struct header_reader *h, struct word text) {
    for (int k = 0; k < 3; k++) {
        if ((k && !take_character(&text, ',')) || !read_value(h, &text, &h->config[k]) || h->config[k] == 0 ||
            h->config[k] > MACHINE_MAX_LANES)
            return reader_fail(&h->reader, "three numbers from 1 to 64 are expected", text);
    }
    return true;
}

static bool read_arguments(struct header_reader *h, struct word text) {
    uint64_t value;
    do {
        if (!read_address(h, &text, &value))
            return false;
        *ARENA_PUSH(h->reader.arena, h->arguments, h->argument_count, h->argument_capacity) = value;
    } while (take_character(&text, ','));
    return true;
}

/* ---- all of them ---- */

/* Returns the text after "; @Word:", which is empty if the line begins otherwise. */
static struct word header_of(struct word line, struct word *name) {
    struct word none = {line.at, 0};
    skip_blanks(&line);
    if (!take_character(&line, ';') || !take_character(&line, '@'))
        return none;
    *name = take_word(&line, "");
    return take_character(&line, ':') ? line : none;
}

static bool read_header(struct header_reader *h, struct word name, struct word text, bool memory) {
    if (memory)
        return !word_is(name, "Memory") || read_memory(h, text);
    if (word_is(name, "Wave"))
        return read_wave(h, text);
    if (word_is(name, "Config"))
        return read_config(h, text);
    if (word_is(name, "Arguments"))
        return read_arguments(h, text);
    if (word_is(name, "Output")) {
        h->output = text;
        h->output_line = h->reader.line;
        return true;
    }
    return word_is(name, "Memory") || reader_fail(&h->reader, "a header of this name is not known", name);
}

static bool read_headers(struct header_reader *h, const char *text, size_t length, bool memory) {
    struct word line, name;
    h->reader.at = text;
    h->reader.end = text + length;
    h->reader.line = 0;
    while (reader_line(&h->reader, &line)) {
        struct word header = header_of(line, &name);
        if (header.length && !read_header(h, name, header, memory))
            return false;
    }
    return true;
}

/* ---- @Output ---- */

static uint32_t find_wave(const struct header_reader *h, struct word name) {
    for (uint32_t w = 0; w < h->machine->program.wave_count; w++)
        if (word_is(name, h->machine->program.waves[w].name))
            return w;
    return MODEL_NONE;
}

/* Registers are watched that the condition names, as WAVE:REGISTER. */
static bool watch_registers(struct header_reader *h) {
    struct word text = h->output;
    struct program *program = &h->machine->litmus.program;
    while (text.length) {
        struct word name = take_word(&text, "");
        uint32_t wave = find_wave(h, name);
        if (!name.length || wave == MODEL_NONE || !text.length || *text.at != ':') {
            text.at += name.length ? 0 : text.length > 0;
            text.length -= name.length ? 0 : text.length > 0;
            continue;
        }
        text.at++;
        text.length--;
        struct word reg = take_word(&text, ".");
        struct machine_register_value one;
        bool pair;
        if (!read_register(h, reg, &one, &pair))
            return false;
        one.lane = one.lane == MACHINE_MAX_LANES ? 0 : one.lane;
        one.value = wave;
        struct program_thread *thread = &program->threads[wave];
        uint32_t before = thread->register_count;
        if (one.lane >= h->machine->program.waves[wave].lanes)
            return reader_fail(&h->reader, "no such lane", reg);
        if (program_register(program, thread, word_copy(h->reader.arena, reg)) < before)
            continue;
        *ARENA_PUSH(h->reader.arena, h->watched, h->watched_count, h->watched_capacity) = one;
    }
    return true;
}

static bool take_quantifier(struct word *text, uint8_t *quantifier) {
    struct word rest = *text, word = take_word(&rest, "");
    *quantifier = LITMUS_EXISTS;
    if (word_is(word, "not")) {
        word = take_word(&rest, "");
        *quantifier = LITMUS_NOT_EXISTS;
    } else if (word_is(word, "forall")) {
        *quantifier = LITMUS_FORALL;
    }
    *text = rest;
    return *quantifier == LITMUS_FORALL || word_is(word, "exists");
}

static bool read_output(struct header_reader *h) {
    struct litmus *litmus = &h->machine->litmus;
    struct word text = h->output;
    const char *message;
    h->reader.line = h->output_line;
    for (uint32_t w = 0; w < h->machine->program.wave_count; w++)
        program_add_thread(&litmus->program, h->machine->program.waves[w].name);
    if (!watch_registers(h))
        return false;
    observe_all(&litmus->program, &litmus->observations);
    if (!h->output_line)
        return true;
    if (!take_quantifier(&text, &litmus->quantifier))
        return reader_fail(&h->reader, "exists, forall or not exists is expected", text);
    litmus->condition =
        condition_parse(&litmus->program, &litmus->observations, text.at, text.at + text.length, &message);
    return litmus->condition || reader_fail(&h->reader, message, (struct word){"", 0});
}

/* ---- */

static bool make_program(struct header_reader *h) {
    struct machine_program *p = &h->machine->program;
    const struct program *cells = &h->machine->litmus.program;
    const char *message;
    struct machine_grid grid = {.groups = {h->config[2], 1, 1},
                                .local = {h->config[0] * h->config[1], 1, 1},
                                .lanes = h->config[0],
                                .arguments = h->arguments,
                                .argument_count = h->argument_count,
                                .memory = h->ranges,
                                .memory_count = h->range_count,
                                .cells = cells->cells,
                                .cell_count = cells->cell_count};
    p->code = &h->machine->code;
    if (h->wave_count)
        grid.groups[0] = 0; /* the waves are given */
    else if (!h->config[0])
        return reader_fail(
            &h->reader,
            "no wave is given: a comment @Wave or @Config is missing (docs/reference/machine.md; race runs a kernel without them)",
            (struct word){"", 0});
    if (!machine_make_grid(p, &grid, h->reader.arena, &message)) {
        h->machine->litmus.unsupported = true;
        return reader_fail(&h->reader, message, (struct word){"", 0});
    }
    if (h->wave_count) {
        p->waves = h->waves;
        p->wave_count = h->wave_count;
        for (uint32_t w = 0; w < h->wave_count; w++)
            p->group_count = h->waves[w].group >= p->group_count ? h->waves[w].group + 1 : p->group_count;
        p->local_dwords = h->machine->code.kernel.group_bytes ? (h->machine->code.kernel.group_bytes + 3) / 4 : 16;
        p->local_initial = arena_allocate_array(h->reader.arena, (size_t)p->group_count * p->local_dwords + 1,
                                                sizeof *p->local_initial);
    }
    return true;
}

void machine_litmus_read(struct machine_litmus *machine, struct arena *arena, const char *text, size_t length,
                         enum machine_processor processor) {
    memset(machine, 0, sizeof *machine);
    struct header_reader h = {.reader = {.litmus = &machine->litmus, .arena = arena}, .machine = machine};
    program_init(&machine->litmus.program, arena);
    machine_read(&machine->code, arena, text, length, processor);
    if (machine->code.error) {
        machine->litmus.error = machine->code.error;
        machine->litmus.line = machine->code.line;
        machine->litmus.unsupported = machine->code.unsupported;
        return;
    }
    if (read_headers(&h, text, length, true) && read_headers(&h, text, length, false) && make_program(&h) &&
        read_output(&h)) {
        machine->program.watched = h.watched;
        machine->program.watched_count = h.watched_count;
    }
}
