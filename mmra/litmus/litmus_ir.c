/* LLVM IR as litmus tests: functions are threads, globals the memory, and comments say the rest:
 *
 *     ; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
 *     ; @Init: x = 0, y = 0
 *     ; @Exists: P1:%r0 = 1 and P1:%r1 = 0
 *
 * `; @Images: image 2x2, other 4` says that globals hold the descriptors of images, and how many texels those have
 * along each coordinate; without a number it is one texel. Texels are of one integer of 32 bits, called image[1][0].
 * `; @SystemOrder: @P0 @P1, @P1 @P2` says which threads system-synchronize-with which. A place may also name
 * an agent and a cluster; a workgroup that names none is a cluster of its own. @Forall and
 * @NotExists ask the other questions. */
#include "mmra/litmus/litmus_ir.h"

#include <stdio.h>
#include <stdlib.h>

#include "mmra/parse/ir_parse.h"

/* ---- comments ---- */

/* A line "; @..."; the comments of a module that was built stand there without the semicolon. */
static bool take_header(const struct litmus_ir_reader *r, struct word *line) {
    return (!r->module->parsed || take_character(line, ';')) && take_character(line, '@');
}

/* The text after "; @Keyword:", empty if there is no such line. */
static struct word find_comment(struct litmus_ir_reader *r, const char *text, size_t length, const char *keyword) {
    struct reader lines = {r->reader.litmus, r->reader.arena, text, text + length, 0};
    struct word line;
    while (reader_line(&lines, &line)) {
        if (!take_header(r, &line))
            continue;
        if (!word_is(take_word(&line, ""), keyword) || !take_character(&line, ':'))
            continue;
        r->reader.line = lines.line;
        return line;
    }
    return (struct word){"", 0};
}

/* A comment "; @Keyword:" that is none of those known would silently ask nothing. */
static bool check_comments(struct litmus_ir_reader *r, const char *text, size_t length) {
    static const char *const known[] = {"Threads", "Init", "Images", "SystemOrder", "Exists", "Forall", "NotExists"};
    struct reader lines = {r->reader.litmus, r->reader.arena, text, text + length, 0};
    struct word line;
    while (reader_line(&lines, &line)) {
        if (!take_header(r, &line))
            continue;
        struct word keyword = take_word(&line, "");
        bool wrong = take_character(&line, ':') && keyword.length;
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            wrong &= !word_is(keyword, known[i]);
        r->reader.line = lines.line;
        if (wrong)
            return reader_fail(&r->reader,
                               "unknown comment; there are @Threads, @Init, @Images, @SystemOrder, @Exists, @Forall, "
                               "@NotExists",
                               keyword);
    }
    return true;
}

static ir_function find_function(const struct litmus_ir_reader *r, struct word name) {
    for (ir_function f = 1; f < r->module->function_count; f++) {
        struct mmra_string candidate = litmus_ir_name_of(r, r->module->functions[f].value);
        if (r->module->functions[f].defined && candidate.length == name.length &&
            memcmp(candidate.bytes, name.at, name.length) == 0)
            return f;
    }
    return 0;
}

static const struct {
    const char *name;
    enum mmra_scope scope;
} levels[] = {{"agent", MMRA_SCOPE_AGENT},
              {"cluster", MMRA_SCOPE_CLUSTER},
              {"wg", MMRA_SCOPE_WORKGROUP},
              {"wave", MMRA_SCOPE_WAVEFRONT}};

/* "wg 0 wave 1" up to a comma. Numbers count within the next larger group. */
static bool parse_scopes(struct litmus_ir_reader *r, struct word *text, struct model_scope_instances *scopes) {
    uint64_t numbers[MODEL_LEVELS] = {0};
    bool cluster = false;
    for (skip_blanks(text); text->length && *text->at != ','; skip_blanks(text)) {
        struct word name = take_word(text, ""), number = take_word(text, "");
        size_t i = 0;
        while (i < sizeof levels / sizeof levels[0] && !word_is(name, levels[i].name))
            i++;
        if (i == sizeof levels / sizeof levels[0] || !word_number(number, &numbers[levels[i].scope]) ||
            numbers[levels[i].scope] > 127)
            return reader_fail(&r->reader, "a place is agent, cluster, wg and wave with numbers up to 127", name);
        cluster |= levels[i].scope == MMRA_SCOPE_CLUSTER;
    }
    if (!cluster)
        numbers[MMRA_SCOPE_CLUSTER] = numbers[MMRA_SCOPE_WORKGROUP];
    uint32_t instance = 0;
    for (uint8_t scope = MMRA_SCOPE_AGENT; scope <= MMRA_SCOPE_WAVEFRONT; scope++) {
        instance = instance << 7 | (uint32_t)numbers[scope];
        scopes->instance[scope] = instance;
    }
    return true;
}

static bool parse_threads(struct litmus_ir_reader *r, struct word text, ir_function functions[MODEL_MAX_THREADS]) {
    struct program *program = &r->reader.litmus->program;
    if (!text.length)
        return reader_fail(&r->reader, "no comment names the threads (; @Threads: @P0 wg 0 wave 0, ...)", text);
    for (skip_blanks(&text); text.length; skip_blanks(&text)) {
        take_character(&text, '@');
        struct word name = take_word(&text, ".-$");
        ir_function function = find_function(r, name);
        if (!function)
            return reader_fail(&r->reader, "no such function", name);
        if (r->module->functions[function].parameter_count)
            return reader_fail(&r->reader, "a thread is a function without parameters", name);
        if (program->thread_count == MODEL_MAX_THREADS)
            return reader_fail(&r->reader, "more than 32 threads", name);
        functions[program->thread_count] = function;
        struct program_thread *thread = program_add_thread(program, word_copy(r->reader.arena, name));
        if (!parse_scopes(r, &text, &thread->scopes))
            return false;
        take_character(&text, ',');
    }
    return true;
}

/* "4", "2x2" or "2x2x2" */
static bool parse_extents(struct litmus_ir_reader *r, struct word text, struct litmus_ir_image_global *image) {
    uint64_t texels = 1;
    for (char *at = word_copy(r->reader.arena, text), *end; *at; at = end + (*end == 'x')) {
        unsigned long extent = strtoul(at, &end, 10);
        if (image->coordinates == 3 || end == at || (*end && *end != 'x') || extent == 0 || extent > 128)
            return false;
        image->image.extents[image->coordinates++] = (uint32_t)extent;
        texels *= extent;
    }
    return texels <= 128;
}

static bool parse_images(struct litmus_ir_reader *r, struct word text) {
    for (skip_blanks(&text); text.length; skip_blanks(&text)) {
        take_character(&text, '@');
        struct word name = take_word(&text, "[].-$");
        struct litmus_ir_image_global image = {.image = {.extents = {1, 1, 1}, .components = 1}};
        while (image.global < r->module->global_count &&
               !mmra_string_equal(litmus_ir_name_of(r, r->module->globals[image.global].value),
                                  (struct mmra_string){name.at, name.length}))
            image.global++;
        if (image.global == r->module->global_count)
            return reader_fail(&r->reader, "no such global", name);
        uint64_t bytes = litmus_ir_size_of(r->module, r->module->globals[image.global].type);
        image.image.is_buffer = bytes == 16;
        if ((bytes != 16 && bytes != 32) || !parse_extents(r, take_word(&text, ""), &image) ||
            (image.image.is_buffer && image.coordinates > 1))
            return reader_fail(&r->reader,
                               "an image is a descriptor of 8 words, or 4 of a texel buffer, and at most 128 "
                               "texels, such as 2x2",
                               name);
        take_character(&text, ',');
        *ARENA_PUSH(r->reader.arena, r->images, r->image_count, r->image_capacity) = image;
    }
    return true;
}

static bool parse_initials(struct litmus_ir_reader *r, struct word text) {
    struct program *program = &r->reader.litmus->program;
    for (skip_blanks(&text); text.length; skip_blanks(&text)) {
        take_character(&text, '@');
        struct word name = take_word(&text, "[].-$");
        uint64_t value;
        if (!take_character(&text, '=') || !word_number(take_word(&text, "-"), &value))
            return reader_fail(&r->reader, "not an initial value", name);
        take_character(&text, ',');
        uint32_t cell = program_named_cell(program, name.at, name.length);
        if (cell == MODEL_NONE)
            continue; /* no thread accesses it */
        program->cells[cell].initial = value;
        program->cells[cell].undefined = false;
    }
    return true;
}

static bool take_thread(struct litmus_ir_reader *r, struct word *text, uint32_t *thread) {
    const struct program *program = &r->reader.litmus->program;
    take_character(text, '@');
    struct word name = take_word(text, ".-$");
    for (*thread = 0; *thread < program->thread_count; ++*thread)
        if (word_is(name, program->threads[*thread].name))
            return true;
    return reader_fail(&r->reader, "no such thread", name);
}

static bool parse_system_order(struct litmus_ir_reader *r, struct word text) {
    struct program *program = &r->reader.litmus->program;
    for (skip_blanks(&text); text.length; skip_blanks(&text)) {
        struct model_system_order order;
        if (!take_thread(r, &text, &order.before) || !take_thread(r, &text, &order.after))
            return false;
        take_character(&text, ',');
        *ARENA_PUSH(r->reader.arena, program->system_order, program->system_order_count,
                    program->system_order_capacity) = order;
    }
    return true;
}

static bool parse_question(struct litmus_ir_reader *r, const char *text, size_t length) {
    static const struct {
        const char *keyword;
        uint8_t quantifier;
    } questions[] = {{"Exists", LITMUS_EXISTS}, {"Forall", LITMUS_FORALL}, {"NotExists", LITMUS_NOT_EXISTS}};
    struct litmus *litmus = r->reader.litmus;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++) {
        struct word body = find_comment(r, text, length, questions[i].keyword);
        const char *message;
        if (!body.length)
            continue;
        litmus->quantifier = questions[i].quantifier;
        litmus->condition =
            condition_parse(&litmus->program, &litmus->observations, body.at, body.at + body.length, &message);
        return litmus->condition || reader_fail(&r->reader, message, (struct word){"", 0});
    }
    return true;
}

/* ---- everything ---- */

static void let_images(struct litmus_ir_reader *r) {
    struct litmus_ir_parts pointer;
    for (uint32_t n = 0; n < r->image_count; n++) {
        litmus_ir_let_descriptors(r, &r->images[n].image, 1, &pointer);
        r->images[n].variable = pointer.variable;
    }
}

/* `text`: where the comments are. */
static bool read_module(struct litmus_ir_reader *r, const char *text, size_t length) {
    ir_function functions[MODEL_MAX_THREADS];
    struct litmus *litmus = r->reader.litmus;
    litmus->program.tags = &r->module->tags;
    if (!litmus_ir_check_types(r))
        return false;
    if (!check_comments(r, text, length))
        return false;
    if (!parse_threads(r, find_comment(r, text, length, "Threads"), functions) ||
        !parse_images(r, find_comment(r, text, length, "Images")) || !litmus_ir_make_cells(r) ||
        !parse_initials(r, find_comment(r, text, length, "Init")) ||
        !parse_system_order(r, find_comment(r, text, length, "SystemOrder")))
        return false;
    for (r->thread = 0; r->thread < litmus->program.thread_count; r->thread++) {
        struct litmus_ir_frame frame = {0};
        r->variable_count = 0;
        let_images(r);
        if (!litmus_ir_read_function(r, &frame, &r->module->functions[functions[r->thread]], NULL))
            return false;
    }
    program_finish(&litmus->program);
    observe_all(&litmus->program, &litmus->observations);
    return parse_question(r, text, length);
}

static void begin(struct litmus *litmus, struct arena *arena) {
    memset(litmus, 0, sizeof *litmus);
    program_init(&litmus->program, arena);
}

void litmus_read_ir(struct litmus *litmus, struct arena *arena, const char *text, size_t length,
                    enum ir_revision revision) {
    struct litmus_ir_reader r = {.reader = {.litmus = litmus, .arena = arena, .at = text, .end = text},
                                 .module = arena_allocate_array(arena, 1, sizeof(struct ir_module)),
                                 .revision = revision};
    struct ir_parse_error error;
    begin(litmus, arena);
    ir_module_init(r.module, arena);
    ir_set_revision(r.module, revision);
    if (ir_parse(r.module, text, length, &error)) {
        read_module(&r, text, length);
        return;
    }
    r.reader.line = error.line;
    reader_fail(&r.reader, error.message, (struct word){"", 0});
}

void litmus_read_ir_module(struct litmus *litmus, struct arena *arena, struct ir_module *module,
                           enum ir_revision revision) {
    struct mmra_string comments = ir_string_get(module, module->comment);
    struct litmus_ir_reader r = {
        .reader = {.litmus = litmus, .arena = arena, .at = comments.bytes, .end = comments.bytes},
        .module = module,
        .revision = revision};
    begin(litmus, arena);
    read_module(&r, comments.bytes, comments.length);
}
