/* The header comment @Input and the command say what memory holds at first, and how large it is. */
#include <stdlib.h>

#include "translator/option_names.h"
#include "translator/program/grid_reader.h"

enum { DEEPEST = 16, MAX_NUMBERS = 65536 };

struct input_text {
    struct grid_reader *g;
    const char *what; /* says so: for messages */
    const char *at, *end;
    uint32_t line, depth, numbers;
};

static void skip_space(struct input_text *t) {
    while (t->at < t->end && strchr(" \t\r", *t->at))
        t->at++;
}

static bool take(struct input_text *t, char c) {
    skip_space(t);
    if (t->at == t->end || *t->at != c)
        return false;
    t->at++;
    return true;
}

static size_t word_length(const struct input_text *t) {
    size_t length = 0;
    while (t->at + length < t->end && strchr("_-.", t->at[length]) == NULL
               ? (t->at[length] >= '0' && t->at[length] <= '9') || (t->at[length] >= 'a' && t->at[length] <= 'z') ||
                     (t->at[length] >= 'A' && t->at[length] <= 'Z')
               : t->at + length < t->end)
        length++;
    return length;
}

/* The type of what the number is given to says what it means (grid_initial.c). */
static void read_number(struct input_text *t, struct grid_input *input) {
    size_t length = strcspn(t->at, " \t\r,{}=");
    length = length < (size_t)(t->end - t->at) ? length : (size_t)(t->end - t->at);
    input->text = t->at;
    input->length = (uint32_t)length;
    if (!length)
        grid_wrong(t->g, t->line, "%s: a number is missing", t->what);
    t->at += length;
}

/* A number, or a list in braces; what kind of list is said by its type, so a word before it is passed over. */
static void read_input(struct input_text *t, struct grid_input *input) {
    skip_space(t);
    if (++t->depth > DEEPEST || ++t->numbers > MAX_NUMBERS)
        grid_wrong(t->g, t->line, "%s: too much, or nested too deep", t->what);
    size_t length = word_length(t), space = strspn(t->at + length, " \t\r");
    if (length && t->at + length + space < t->end && t->at[length + space] == '{')
        t->at += length + space;
    if (!take(t, '{')) {
        read_number(t, input);
        t->depth--;
        return;
    }
    input->list = true;
    while (!take(t, '}')) {
        struct grid_input item = {0};
        read_input(t, &item);
        *ARENA_PUSH(t->g->arena, input->items, input->count, input->capacity) = item;
        if (!take(t, ',') && (t->at == t->end || *t->at != '}'))
            grid_wrong(t->g, t->line, "%s: a comma or a closing brace is missing", t->what);
    }
    t->depth--;
}

/* Puts it at the end of what is said of the variable. */
static void append(struct grid_given *given) {
    struct grid_given **last = &given->part.variable->given;
    if (given->part.whole && given->input && !given->part.rest)
        given->part.variable->input = given->input;
    while (*last)
        last = &(*last)->next;
    *last = given;
}

static void give(struct grid_reader *g, struct grid_given *given) {
    *ARENA_PUSH(g->arena, g->given, g->given_count, g->given_capacity) = given;
    append(given);
}

/* After a value the line ends, or the next name follows. */
static void require_end(struct input_text *t) {
    skip_space(t);
    if (t->at < t->end && (*t->at != ',' || !memchr(t->at, '=', (size_t)(t->end - t->at))))
        grid_wrong(t->g, t->line, "%s: %.*s follows a value: several numbers stand in braces, as in {1, 2}", t->what,
                   (int)(t->end - t->at), t->at);
}

/* "%name = value, %name = value"; on the command's line without the sign, too */
static void read_line(struct input_text *t) {
    for (skip_space(t); t->at < t->end; take(t, ','), skip_space(t)) {
        struct grid_given *given = arena_allocate_array(t->g->arena, 1, sizeof *given);
        if (!take(t, '%') && t->line)
            grid_wrong(t->g, t->line, "%s: a variable is missing", t->what);
        size_t length = strcspn(t->at, "= \t\r,{}");
        *given = (struct grid_given){.says = {t->what, t->at, length, t->line}};
        if (length > (size_t)(t->end - t->at))
            given->says.name_length = (size_t)(t->end - t->at);
        t->at += given->says.name_length;
        given->input = arena_allocate_array(t->g->arena, 1, sizeof *given->input);
        if (!take(t, '='))
            grid_wrong(t->g, t->line, "%s: '=' and a value are missing after %.*s", t->what,
                       (int)given->says.name_length, given->says.name);
        read_input(t, given->input);
        require_end(t);
        given->part = grid_designate(t->g, &given->says);
        give(t->g, given);
    }
}

/* ---- sizes and data ---- */

static const char *bare(const char *name) {
    return name + (*name == '%');
}

/* The runtime array that a size is of: the part itself, or its last member. */
static bool ends_in_array(struct grid_reader *g, const struct grid_part *part) {
    const struct spirv_type *type = part->type;
    if (type->opcode == SpvOpTypeStruct && type->count)
        type = grid_type(g, NULL, type->members[type->count - 1]);
    return type->opcode == SpvOpTypeRuntimeArray || grid_image_type(g, type);
}

_Noreturn static void refuse_size(struct grid_reader *g, const struct grid_saying *says) {
    grid_wrong(g, 0, "%s: %.*s is no array that the shader leaves without a length, and no image", says->what,
               (int)says->name_length, says->name);
}

static void read_size(struct grid_reader *g, const smmra_litmus_size *size) {
    const char *name = bare(size->name);
    struct grid_given *given = arena_allocate_array(g->arena, 1, sizeof *given);
    *given =
        (struct grid_given){.says = {OPTION_NAME(g->options, SIZES), name, strlen(name), 0}, .length = size->length};
    given->part = grid_designate(g, &given->says);
    if (!given->part.rest && given->part.type->opcode == SpvOpTypePointer)
        given->part.rest = name + strlen(name); /* how much memory lies behind the address */
    if (!given->part.rest && !ends_in_array(g, &given->part))
        refuse_size(g, &given->says);
    give(g, given);
}

/* "@0xADDRESS", in the order of the addresses. False: it is no such name. */
static bool read_addressed(struct grid_reader *g, const smmra_litmus_data *data) {
    char *end;
    if (strncmp(data->name, "@0x", 3) != 0)
        return false;
    uint64_t address = strtoull(data->name + 1, &end, 16);
    if (*end)
        grid_wrong(g, 0, "%s: %s is no address", OPTION_NAME(g->options, DATA), data->name);
    if (!data->length || !g->shared)
        return true;
    ARENA_PUSH(g->arena, g->addressed, g->addressed_count, g->addressed_capacity);
    uint32_t at = g->addressed_count - 1;
    for (; at && g->addressed[at - 1].address > address; at--)
        g->addressed[at] = g->addressed[at - 1];
    g->addressed[at] = (struct grid_addressed){address, data};
    return true;
}

/* An element of an array takes no more than its own bytes. */
static const smmra_litmus_data *cut(struct grid_reader *g, const struct grid_part *part,
                                    const smmra_litmus_data *data) {
    uint64_t stride;
    if (part->whole || !grid_is_descriptor_array(g, part->variable->type, &stride) || data->length <= stride)
        return data;
    smmra_litmus_data *shorter = arena_allocate_array(g->arena, 1, sizeof *shorter);
    *shorter = (smmra_litmus_data){data->name, data->bytes, (size_t)stride};
    return shorter;
}

static void read_data(struct grid_reader *g, const smmra_litmus_data *data) {
    if (read_addressed(g, data))
        return;
    struct grid_given *given = arena_allocate_array(g->arena, 1, sizeof *given);
    *given =
        (struct grid_given){.says = {OPTION_NAME(g->options, DATA), data->name, strlen(data->name), 0}, .data = data};
    if (*data->name != '@')
        given->part = grid_designate(g, &given->says);
    else if (!grid_designate_recorded(g, &given->says, &given->part))
        return;
    if (given->part.recorded && given->part.variable->storage_class == SpvStorageClassUniformConstant)
        grid_wrong(g, 0, "%s: %s is an image, of which texels are recorded", given->says.what, data->name);
    given->data = given->part.recorded ? cut(g, &given->part, data) : data;
    give(g, given);
}

static void read_image(struct grid_reader *g, const smmra_litmus_image *image) {
    struct grid_given *given = arena_allocate_array(g->arena, 1, sizeof *given);
    *given = (struct grid_given){.says = {OPTION_NAME(g->options, IMAGES), image->name, strlen(image->name), 0},
                                 .texels = image};
    if (*image->name != '@' || !grid_designate_recorded(g, &given->says, &given->part))
        return;
    if (!grid_image_type(g, given->part.variable->type))
        grid_wrong(g, 0, "%s is no image in the module, and an image is recorded", image->name);
    give(g, given);
}

static void read_sampler(struct grid_reader *g, const smmra_litmus_sampler *sampler) {
    struct grid_given *given = arena_allocate_array(g->arena, 1, sizeof *given);
    *given = (struct grid_given){.says = {OPTION_NAME(g->options, SAMPLERS), sampler->name, strlen(sampler->name), 0},
                                 .sampler = sampler};
    if (*sampler->name != '@' || !grid_designate_recorded(g, &given->says, &given->part))
        return;
    if (given->part.variable->storage_class != SpvStorageClassUniformConstant)
        grid_wrong(g, 0, "%s is no sampler in the module, and a sampler is recorded", sampler->name);
    give(g, given);
}

/* The later one of two values holds, so comments come before options, and bytes before single values. */
void grid_read_inputs(struct grid_reader *g) {
    struct input_text t = {.g = g, .what = "@Input"};
    size_t length;
    const smmra_litmus_data *geometry = grid_reflected_push_constants(g);
    if (geometry)
        read_data(g, geometry);
    for (uint32_t n = 0; g->source && litmus_source_comment(g->source, "Input", n, &t.at, &length, &t.line); n++) {
        t.end = t.at + length;
        read_line(&t);
    }
    for (uint32_t n = 0; n < g->options->size_count; n++)
        read_size(g, &g->options->sizes[n]);
    for (uint32_t n = 0; n < g->options->data_count; n++)
        read_data(g, &g->options->data[n]);
    for (uint32_t n = 0; n < g->options->image_count; n++)
        read_image(g, &g->options->images[n]);
    for (uint32_t n = 0; n < g->options->sampler_count; n++)
        read_sampler(g, &g->options->samplers[n]);
    t.what = OPTION_NAME(g->options, INPUTS);
    t.line = 0;
    for (uint32_t n = 0; n < g->options->input_count; n++) {
        t.at = g->options->inputs[n];
        t.end = t.at + strlen(t.at);
        read_line(&t);
    }
}

/* Something is said of memory that a buffer address in a variable points to: gives it to that memory. */
void grid_give_target(struct grid_reader *g, struct grid_variable *owner, uint64_t offset,
                      struct grid_variable *target) {
    for (struct grid_given **at = &owner->given; *at;) {
        struct grid_given *given = *at;
        if (!given->part.rest || given->part.offset != offset) {
            at = &given->next;
            continue;
        }
        *at = given->next;
        given->next = NULL;
        grid_designate_target(g, &given->says, target, &given->part);
        if (given->length && !given->part.rest && !ends_in_array(g, &given->part))
            refuse_size(g, &given->says);
        append(given);
    }
}

/* ---- how long a runtime array is ---- */

/* An array gets as many elements as the list that is given to it has; false if the input does not reach it. A buffer
 * that is one array alone takes the list without the braces of its block. */
static bool length_of_input(struct grid_reader *g, const struct grid_input *input, const struct spirv_type *type,
                            uint64_t *length) {
    while (type->opcode == SpvOpTypeStruct && type->count) {
        bool alone = type->count == 1 && (!input->list || input->count != 1);
        if (!alone && (!input->list || input->count != type->count))
            return false;
        input = alone ? input : &input->items[input->count - 1];
        type = grid_type(g, NULL, type->members[type->count - 1]);
    }
    *length = input->list ? input->count : 1;
    return type->opcode == SpvOpTypeRuntimeArray;
}

/* An array gets as many elements as hold the bytes that are given. */
static bool length_of_data(struct grid_reader *g, struct grid_variable *variable, const struct grid_given *given,
                           uint64_t *length) {
    uint64_t end = given->part.offset + given->data->length;
    uint64_t fixed = grid_end_of_array(g, variable, 0), stride = grid_end_of_array(g, variable, 1) - fixed;
    *length = stride && end > fixed ? (end - fixed) / stride : 0;
    return stride != 0;
}

/* --data says more than --size, and that more than an input. */
static bool said_length(struct grid_reader *g, struct grid_variable *variable, uint64_t *length) {
    uint32_t strongest = 0;
    for (const struct grid_given *given = variable->given; given; given = given->next) {
        uint32_t strength = given->data ? 3 : given->length ? 2 : 1;
        uint64_t here = given->length;
        bool said = !given->part.rest && !given->texels && !given->sampler &&
                    (given->data     ? length_of_data(g, variable, given, &here)
                     : given->length ? true
                                     : length_of_input(g, given->input, given->part.type, &here) &&
                                           !grid_is_inner_array(g, variable, &given->part));
        if (!said || strength < strongest)
            continue;
        strongest = strength;
        *length = here;
    }
    return strongest != 0;
}

bool grid_given_length(const struct grid_reader *g, const struct grid_variable *variable, uint64_t *length) {
    bool found = false;
    (void)g;
    for (const struct grid_given *given = variable->given; given; given = given->next)
        if (given->length && !given->part.rest) {
            *length = given->length;
            found = true;
        }
    return found;
}

/* Bytes that are given to a descriptor may end within an element of another variable of it. */
static uint64_t end_of_data(const struct grid_variable *variable) {
    uint64_t end = 0;
    for (const struct grid_given *given = variable->given; given; given = given->next) {
        uint64_t here = given->data && !given->part.rest ? given->part.offset + given->data->length : 0;
        end = here > end ? here : end;
    }
    return end;
}

/* A length of another variable of the same descriptor is a length of the same bytes. */
static bool length_of_alias(struct grid_reader *g, const struct grid_variable *variable, uint64_t *length) {
    uint64_t fixed = grid_end_of_array(g, variable, 0), stride = grid_end_of_array(g, variable, 1) - fixed, here;
    for (uint32_t i = 0; stride && i < g->given_count; i++) {
        struct grid_variable *other = g->given[i]->part.variable;
        mmra_work_at(g->arena->watch, i);
        if (other == variable || !grid_is_alias(g, variable, other) || !said_length(g, other, &here))
            continue;
        uint64_t given = end_of_data(other), end = given ? given : grid_end_of_array(g, other, here);
        *length = end > fixed ? (end - fixed) / stride : 0;
        return end != 0;
    }
    return false;
}

static uint64_t least_length_alone(const struct grid_variable *variable) {
    uint64_t least = 0;
    for (const struct grid_given *given = variable->given; given; given = given->next)
        least = given->part.least > least ? given->part.least : least;
    return least;
}

/* An array has as many elements as the parts that are named ask for, by whichever variable of the descriptor. */
static uint64_t least_length(struct grid_reader *g, const struct grid_variable *variable) {
    uint64_t fixed = grid_end_of_array(g, variable, 0), stride = grid_end_of_array(g, variable, 1) - fixed;
    uint64_t least = least_length_alone(variable);
    for (uint32_t i = 0; stride && i < g->given_count; i++) {
        const struct grid_variable *other = g->given[i]->part.variable;
        mmra_work_at(g->arena->watch, i);
        uint64_t end = other != variable && grid_is_alias(g, variable, other)
                           ? grid_end_of_array(g, other, least_length_alone(other))
                           : 0;
        least = end > fixed + grid_span(g, least, stride) ? (end - fixed + stride - 1) / stride : least;
    }
    return least;
}

struct grid_grown *grid_grown_of(const struct grid_reader *g, const struct grid_variable *variable) {
    for (uint32_t i = 0; i < g->grown_count; i++)
        if (variable->id ? g->grown[i].id == variable->id
                         : !g->grown[i].id && strcmp(g->grown[i].name, variable->name) == 0)
            return &g->grown[i];
    return NULL;
}

/* A device has storage buffers of 2^27 bytes at least (Vulkan, Required Limits, maxStorageBufferRange). */
#define MOST_GROWN (UINT64_C(1) << 27)

/* A whole run alone has accesses that leave an array. What is recorded is as long as it was. */
static uint64_t most_length(struct grid_reader *g, const struct grid_variable *variable) {
    uint64_t fixed = grid_end_of_array(g, variable, 0), stride = grid_end_of_array(g, variable, 1) - fixed, of_elements;
    bool is_buffer = variable->storage_class == SpvStorageClassStorageBuffer ||
                     variable->storage_class == SpvStorageClassUniform ||
                     variable->storage_class == SpvStorageClassPhysicalStorageBuffer;
    if (!g->shared || !is_buffer || !stride || fixed >= MOST_GROWN || g->addressed_count ||
        grid_is_descriptor_array(g, variable->type, &of_elements))
        return 0;
    return (MOST_GROWN - fixed) / stride;
}

void grid_settle_length(struct grid_reader *g, struct grid_variable *variable) {
    uint64_t least = least_length(g, variable), named = 0, threads = grid_invocation_count(g);
    variable->is_length_said =
        said_length(g, variable, &variable->runtime_length) || length_of_alias(g, variable, &variable->runtime_length);
    if (variable->is_length_said)
        return;
    named = grid_output_length(g, variable->name, GRID_ANY_INDEX);
    named = named > least ? named : least;
    variable->runtime_length = named > threads ? named : threads;
    variable->most_length = most_length(g, variable);
    const struct grid_grown *grown = grid_grown_of(g, variable);
    variable->runtime_length = grown ? grown->length : variable->runtime_length;
    if (variable->most_length < variable->runtime_length || (grown && grown->is_final))
        variable->most_length = 0;
}

/* Returns 1 more than the largest index in the brackets that follow a name, or in the n-th of them alone. */
static uint64_t named_length(const char *at, const char *end, uint32_t which) {
    uint64_t longest = 0;
    for (uint32_t n = 0; at < end && *at == '['; n++) {
        uint64_t index = 0;
        for (at++; at < end && *at >= '0' && *at <= '9' && index < MAX_NUMBERS; at++)
            index = index * 10 + (uint64_t)(*at - '0');
        at += at < end && *at == ']';
        if ((which == GRID_ANY_INDEX || which == n) && index >= longest)
            longest = index + 1;
    }
    return longest;
}

uint64_t grid_output_length(const struct grid_reader *g, const char *name, uint32_t index) {
    const char *text;
    size_t length, known = strlen(name);
    uint32_t line;
    uint64_t longest = 0;
    for (uint32_t n = 0; g->source && litmus_source_comment(g->source, "Output", n, &text, &length, &line); n++)
        for (const char *at = text, *end = text + length; (at = memchr(at, '%', (size_t)(end - at))) != NULL; at++) {
            uint64_t here = 0;
            if ((size_t)(end - at) > known + 1 && memcmp(at + 1, name, known) == 0)
                here = named_length(at + 1 + known, end, index);
            longest = here > longest ? here : longest;
        }
    return longest;
}
