/* Modules of the command line: how they are run, and how they are read. */
#define _POSIX_C_SOURCE 200809L
#include "translator/command/command_modules.h"

#include <errno.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "spirv/grammar.h"
#include "spirv/places.h"
#include "translator/answers/verdict.h"
#include "translator/internal_flags.h"

const char *const module_glsl450_names[] = {"conservative", "strict", NULL};
const char *const module_coherence_names[] = {"auto", "fence", "access", NULL};

/* ---- options ---- */

bool module_add_constant(void *target, const char *text) {
    struct module_constants *constants = target;
    smmra_specialization given;
    uint32_t at = 0;
    if (!option_specialization(text, &given))
        return false;
    while (at < constants->count && constants->given[at].spec_id != given.spec_id) /* the last one counts */
        at++;
    if (at == MODULE_MAX_ITEMS)
        return false;
    constants->given[at] = given;
    constants->count += at == constants->count;
    return true;
}

/* NAME=VALUE, which the module's reader reads */
bool module_add_input(void *target, const char *text) {
    struct module_options *m = target;
    if (m->options.input_count == MODULE_MAX_ITEMS || !strchr(text, '='))
        return false;
    m->inputs[m->options.input_count++] = text;
    return true;
}

const char *module_take_name(struct module_options *m, const char *text) {
    text += *text == '%';
    size_t length = strcspn(text, "=");
    if (m->name_count == 2 * MODULE_MAX_ITEMS || !text[length] || length == 0 || length >= LITMUS_MOST_NAME)
        return NULL;
    char *name = m->names[m->name_count++];
    memcpy(name, text, length);
    name[length] = '\0';
    return name;
}

bool module_add_size(void *target, const char *text) {
    struct module_options *m = target;
    const char *name = module_take_name(m, text), *at = strchr(text, '=');
    char *end;
    unsigned long number = name ? strtoul(at + 1, &end, 10) : 0;
    if (!name || m->options.size_count == MODULE_MAX_ITEMS || end == at + 1 || *end || number == 0 ||
        number > m->most_elements)
        return false;
    m->sizes[m->options.size_count++] = (smmra_litmus_size){name, number};
    return true;
}

smmra_litmus_options module_options_of(const struct module_options *m) {
    smmra_litmus_options options = m->options;
    options.size = sizeof options;
    options.flags |= INTERNAL_FLAG_COMMAND;
    options.specializations = m->constants.given;
    options.specialization_count = m->constants.count;
    options.inputs = m->inputs;
    options.sizes = m->sizes;
    options.glsl450 = m->glsl450 ? SMMRA_GLSL450_STRICT : SMMRA_GLSL450_CONSERVATIVE;
    return options;
}

/* ---- validation ---- */

struct validation {
    const uint32_t *words;
    size_t count;
    const smmra_options *options;
    struct arena arena; /* of one message's source location */
    jmp_buf exhausted;
};

static void end_search(void *user) {
    longjmp(((struct validation *)user)->exhausted, 1);
}

/* SPIRV-Tools names words alone. False also where memory runs out. */
static bool find_source(struct validation *v, uint32_t word, smmra_source *source) {
    struct spirv_places places = {0};
    struct spirv_source found;
    if (!word || v->words[0] != SpvMagicNumber || setjmp(v->exhausted))
        return false;
    spirv_places_read(&places, v->words, (uint32_t)v->count, &v->arena);
    if (!spirv_source_of(&places, word, &v->arena, &found))
        return false;
    *source = (smmra_source){found.file, found.line, found.column, found.function, found.text};
    return true;
}

static void add_source(void *user, const smmra_diagnostic *given) {
    struct validation *v = user;
    smmra_diagnostic diagnostic = *given;
    smmra_source source;
    if (!diagnostic.source && find_source(v, diagnostic.word, &source))
        diagnostic.source = &source;
    v->options->diagnose(v->options->diagnose_user, &diagnostic);
    arena_destroy(&v->arena);
}

smmra_result module_validate(const uint32_t *words, size_t count, const smmra_options *options) {
    struct validation v = {.words = words, .count = count, .options = options};
    smmra_options with_places = *options;
    arena_init(&v.arena, NULL, SIZE_MAX, end_search, &v);
    with_places.diagnose = add_source;
    with_places.diagnose_user = &v;
    return smmra_validate(words, count, &with_places);
}

/* Reads what the process writes into the pipe before it ends or the time is over. */
static bool await_word(int end, pid_t process) {
    struct pollfd says = {end, POLLIN, 0};
    char valid = 0;
    while (poll(&says, 1, 20) <= 0 && watch_goes_on(NULL))
        ;
    bool said = says.revents && read(end, &valid, 1) == 1;
    kill(process, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR)
        ;
    return said && valid;
}

static void note(void *user, const smmra_diagnostic *diagnostic) {
    *(bool *)user |= diagnostic->severity == SMMRA_SEVERITY_NOTE;
}

/* SPIRV-Tools asks nobody whether to go on, and some small modules keep it busy for hours: a process of its own tries
 * whether it comes to an end in time. False: the module is not valid, nobody knows, or there is something to say. */
static bool is_valid_in_time(const uint32_t *words, size_t count, const smmra_options *options) {
    smmra_options silent = *options;
    int ends[2];
    bool valid = false, has_note = false;
    silent.diagnose = note;
    silent.diagnose_user = &has_note;
    if (pipe(ends) != 0)
        return false;
    pid_t process = fork();
    if (process == 0) {
        const char word = smmra_validate(words, count, &silent) == SMMRA_SUCCESS && !has_note;
        _exit(write(ends[1], &word, 1) == 1 ? 0 : 1);
    }
    close(ends[1]);
    if (process > 0)
        valid = await_word(ends[0], process);
    close(ends[0]);
    return valid;
}

smmra_result module_validate_in_time(const uint32_t *words, size_t count, const smmra_options *options) {
    if (is_valid_in_time(words, count, options))
        return SMMRA_SUCCESS;
    return watch_goes_on(NULL) ? module_validate(words, count, options) : SMMRA_CANCELLED;
}

/* ---- reading ---- */

void module_print_error(void *user, const smmra_diagnostic *diagnostic) {
    if (diagnostic->severity == SMMRA_SEVERITY_ERROR)
        message_diagnostic(user, diagnostic);
}

static uint32_t swapped(uint32_t word) {
    return word >> 24 | (word >> 8 & 0xFF00) | (word << 8 & 0xFF0000) | word << 24;
}

static int read_binary(struct module_file *file, struct work *work) {
    uint32_t *words = arena_allocate_array(&work->arena, work->length / sizeof *words + 1, sizeof *words);
    file->words = words;
    file->count = work->length / sizeof *words;
    if (work->length % sizeof *words) {
        MESSAGE_ERROR(work->path, MODULE_CUT_OFF, work->length);
        return SMMRA_INVALID_INPUT;
    }
    memcpy(words, work->bytes, work->length);
    bool is_swapped = file->count && words[0] == swapped(SpvMagicNumber);
    for (size_t i = 0; is_swapped && i < file->count; i++)
        words[i] = swapped(words[i]);
    return SMMRA_SUCCESS;
}

static int read_assembly(struct module_file *file, struct work *work, const smmra_options *options) {
    uint32_t *assembled = NULL;
    file->assembly = work->bytes;
    file->assembly_length = work->length;
    smmra_result result = smmra_assemble(work->bytes, work->length, options, &assembled, &file->count);
    if (result != SMMRA_SUCCESS)
        return (int)result;
    uint32_t *words = arena_allocate_array(&work->arena, file->count + 1, sizeof *words);
    memcpy(words, assembled, file->count * sizeof *words);
    smmra_free_words(assembled);
    file->words = words;
    return SMMRA_SUCCESS;
}

static void print_error_or_note(void *user, const smmra_diagnostic *diagnostic) {
    if (diagnostic->severity != SMMRA_SEVERITY_WARNING)
        message_diagnostic(user, diagnostic);
}

int module_read(struct module_file *file, struct work *work, const struct module_constants *constants,
                bool no_validate) {
    const smmra_options options = {.size = sizeof options,
                                   .specializations = constants->given,
                                   .specialization_count = constants->count,
                                   .flags = INTERNAL_FLAG_COMMAND,
                                   .diagnose = print_error_or_note,
                                   .diagnose_user = (void *)(uintptr_t)work->path};
    *file = (struct module_file){0};
    int status = is_assembly(work->path, work->bytes, work->length) ? read_assembly(file, work, &options)
                                                                    : read_binary(file, work);
    if (status || no_validate)
        return status;
    /* what is not valid has no behaviour that could be right */
    smmra_result result = module_validate_in_time(file->words, file->count, &options);
    mmra_ask(&work->watch);
    return (int)result;
}

int module_refuse(const char *path, const struct litmus *litmus) {
    message_print(&(struct message_place){.path = path, .line = litmus->line}, SMMRA_SEVERITY_ERROR, "%s%s",
                  litmus->unsupported ? "not supported: " : "", printable(litmus->error, 512));
    return litmus->unsupported ? SMMRA_UNSUPPORTED : SMMRA_INVALID_INPUT;
}

struct message_place module_place(const char *path, uint32_t word, const struct model_place *place,
                                  smmra_source *source) {
    if (place)
        *source = litmus_source_of(place);
    return (struct message_place){.path = path, .word = word, .source = place ? source : NULL};
}

void module_found(const char *rule, smmra_severity severity, const char *path, const struct model_operation *at,
                  const char *text) {
    smmra_source source;
    message_found(rule, module_place(path, at ? at->origin : 0, at ? at->place : NULL, &source), severity, text);
}

void module_print_place(const struct model_operation *at) {
    if (at->place)
        printf(" (%s:%u)", printable(at->place->file, 256), at->place->line);
    printf("\n");
}

void module_put_json(const char *text, const struct model_operation *at) {
    json_put("\"message\": %s, \"word\": %u", text, at->origin);
    if (at->place)
        json_put(", \"file\": %s, \"line\": %u", at->place->file, at->place->line);
}

const char *module_grid_text(const uint32_t groups[3], const uint32_t local[3], uint32_t subgroup) {
    static char text[VERDICT_TEXT];
    return verdict_grid_text(text, groups, local, subgroup);
}
