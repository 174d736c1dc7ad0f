/* One comparison from the file to the verdict. */
#define _GNU_SOURCE /* MAP_FIXED_NOREPLACE */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compare/compare.h"

enum { PAGE = 4096, GUARD = 16 * PAGE, MAX_SEEDS = 4 };

static uint64_t round_up(uint64_t value, uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

/* Memory that a forked process shares. */
static uint8_t *shared(uint64_t size) {
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

/* Memory between inaccessible pages, `before` bytes of it before the address `at`. */
static bool map_guarded(struct memory *made, uint64_t before, uint64_t size, uint64_t at) {
    uint64_t inner = before + size;
    void *wanted = (uint8_t *)(uintptr_t)at - before - GUARD;
    made->mapped_size = inner + 2 * GUARD;
    uint8_t *memory =
        mmap(wanted, made->mapped_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    made->mapped = memory;
    return mprotect(memory + GUARD, inner, PROT_READ | PROT_WRITE) == 0;
}

/* Ends, aligned to 16 bytes, where inaccessible memory begins, and begins soon after such. Nothing else is within 64 GB
 * on either side, so an index of 32 bits into elements of 16 bytes gets to no other memory. */
static bool map_before_a_guard(struct buffer *buffer) {
    enum { FIRST = 0x6800, APART = 16, PLACES = 2 * MAX_BUFFERS }; /* two shaders are there while one is probed */
    static uint32_t number;
    uint64_t inner = round_up(buffer->size, PAGE), at = (uint64_t)(FIRST + APART * (number++ % PLACES)) << 32;
    struct memory *memory = &buffer->host_memory;
    memory->live = (uint8_t *)(uintptr_t)at + inner - round_up(buffer->size, 16);
    return map_guarded(memory, 0, inner, at);
}

/* Has a multiple of 4 GB inside, so that the sums of addresses carry from 32 bits to the next: in its middle, behind
 * its first 16 bytes or before its last ones, as the seed says. The executor of machine code knows its bounds. */
static bool map_across_a_carry(struct buffer *buffer, uint32_t number, uint64_t seed) {
    enum { FIRST = 0x6000 };
    uint64_t size = round_up(buffer->size, 16), least = size < 16 ? size : 16, at = (uint64_t)(FIRST + number) << 32;
    uint64_t places[] = {size - least, round_up(buffer->size / 2, 16), least}, below = places[seed % 3];
    struct memory *memory = &buffer->machine_memory;
    memory->live = (uint8_t *)(uintptr_t)at - below;
    return map_guarded(memory, round_up(below, PAGE), round_up(size, PAGE), at);
}

void shader_enter(struct shader *shader, const struct settings *settings) {
    for (uint32_t i = 0; i < shader->buffer_count; i++) {
        struct buffer *buffer = &shader->buffers[i];
        buffer->live = *settings->on ? buffer->machine_memory.live : buffer->host_memory.live;
        buffer->image.host.data = buffer->live;
    }
}

/* One piece of memory holds initial, driver and host contents. */
bool shader_allocate(struct shader *shader, const struct settings *settings) {
    for (uint32_t i = 0; i < shader->buffer_count; i++) {
        struct buffer *buffer = &shader->buffers[i];
        uint64_t size = round_up(buffer->size, 16);
        uint8_t *memory = shared(size * (2 + MAX_RUNS));
        if (!memory || !map_before_a_guard(buffer) || (*settings->on && !map_across_a_carry(buffer, i, settings->seed)))
            return false;
        buffer->initial = memory;
        buffer->driver = memory + size;
        for (uint32_t run = 0; run < MAX_RUNS; run++)
            buffer->host[run] = memory + size * (2 + run);
    }
    return true;
}

void shader_release(struct shader *shader) {
    for (uint32_t i = 0; i < shader->buffer_count; i++) {
        struct buffer *buffer = &shader->buffers[i];
        if (buffer->initial)
            munmap(buffer->initial, round_up(buffer->size, 16) * (2 + MAX_RUNS));
        if (buffer->host_memory.mapped)
            munmap(buffer->host_memory.mapped, buffer->host_memory.mapped_size);
        if (buffer->machine_memory.mapped)
            munmap(buffer->machine_memory.mapped, buffer->machine_memory.mapped_size);
    }
}

/* ---- where the driver evaluates ---- */

static uint32_t captured_of(const struct drawn_stage *stage, uint32_t location) {
    for (uint32_t i = stage->input_count; i < stage->value_count; i++)
        if (stage->values[i].about.location == location)
            return stage->values[i].captured;
    return NOT_CAPTURED;
}

/* What the driver captured, up to what it left as it was. */
static void take_evaluated(const struct shader *prober, struct drawn_stage *to) {
    const struct drawn_stage *stage = &prober->stage;
    uint32_t at = captured_of(stage, 0), patch = captured_of(stage, 1), bytes = stage->captured_bytes[0];
    const uint8_t *records = prober->buffers[stage->captured[0]].driver;
    for (uint32_t i = 0; i < MAX_EVALUATED; i++) {
        struct evaluated *evaluated = &to->evaluated[i];
        memcpy(evaluated->at, records + (size_t)i * bytes + at, sizeof evaluated->at);
        memcpy(&evaluated->patch, records + (size_t)i * bytes + patch, sizeof evaluated->patch);
        if (evaluated->patch >= PATCHES)
            return;
        to->evaluated_count = i + 1;
    }
}

/* An evaluation shader of the comparer's own with the same modes tells. */
static bool find_evaluated(struct driver *driver, struct shader *shader, const struct settings *settings,
                           const char *files, char *message) {
    static struct shader prober;
    static struct evaluated evaluated[MAX_EVALUATED];
    char path[PATH_SIZE];
    struct settings plain = {.seed = settings->seed};
    snprintf(path, sizeof path, "%s.tese.spv", files);
    shader->stage.evaluated = evaluated;
    shader->stage.evaluated_count = 0;
    bool found = write_prober(&shader->stage, path, message) && shader_read(&prober, path, &plain, message) &&
                 shader_allocate(&prober, &plain) && prober.stage.captured[0] != NO_BUFFER;
    if (found)
        memset(prober.buffers[prober.stage.captured[0]].initial, 0xFF, prober.buffers[prober.stage.captured[0]].size);
    found = found && driver_run(driver, &prober, &plain, message);
    if (found)
        take_evaluated(&prober, &shader->stage);
    shader_release(&prober);
    shader_free(&prober);
    unlink(path);
    return found && shader->stage.evaluated_count > 0;
}

/* Other subgroups than the driver's make other results: the host's translation, with subgroups as large as a wave, then
 * stands for the driver. */
static enum outcome run_in_place_of_driver(struct shader *shader, const struct settings *settings, const char *files,
                                           char *message) {
    struct settings plain = *settings;
    bool escaped;
    *plain.on = '\0';
    uint32_t lanes = machine_lanes(settings);
    enum outcome outcome = host_build(shader, &plain, files, message);
    if (outcome == OUTCOME_EQUAL)
        outcome = host_compare_run(shader, &plain, files, lanes, &escaped, message);
    for (uint32_t i = 0; i < shader->buffer_count && outcome == OUTCOME_EQUAL; i++) {
        struct buffer *buffer = &shader->buffers[i];
        memcpy(buffer->driver, buffer->host[0], buffer->size);
        buffer->driver_address = (uint64_t)(uintptr_t)buffer->live;
    }
    return outcome;
}

/* If machine code goes out of bounds or does not end, the contents or the code may be to blame: the host tells. */
static bool host_escapes_too(struct shader *shader, const struct settings *settings, const char *files,
                             uint32_t subgroup_size) {
    struct settings plain = *settings;
    char message[MESSAGE_SIZE];
    bool escaped = false;
    *plain.on = '\0';
    if (host_build(shader, &plain, files, message) == OUTCOME_EQUAL)
        host_compare_run(shader, &plain, files, subgroup_size, &escaped, message);
    return escaped;
}

/* With contents of one kind. `*escaped`: they lead out of bounds or into a loop without an end, in the host's
 * translation, too. */
static enum outcome run_with(struct driver *driver, struct shader *shader, const struct settings *settings,
                             const char *files, uint32_t integers, bool *escaped, char *message) {
    enum outcome outcome;
    bool stands_in = *settings->on && has_subgroups(shader);
    uint32_t lanes = stands_in ? machine_lanes(settings) : driver_subgroup_size(driver);
    *escaped = false;
    enter_stage(STAGE_TRANSLATION);
    if (!fill_buffers(shader, settings, integers)) {
        snprintf(message, MESSAGE_SIZE, "a file of contents cannot be read");
        return OUTCOME_NOT_COMPARABLE;
    }
    if (stands_in && (outcome = run_in_place_of_driver(shader, settings, files, message)) != OUTCOME_EQUAL)
        return outcome;
    outcome = host_compare_run(shader, settings, files, driver_subgroup_size(driver), escaped, message);
    if (*escaped && *settings->on)
        *escaped = host_escapes_too(shader, settings, files, driver_subgroup_size(driver));
    if (outcome != OUTCOME_EQUAL)
        return outcome;
    if (!keep_results(shader, settings, false, message))
        return OUTCOME_NOT_COMPARABLE;
    enter_stage(STAGE_DRIVER);
    if ((!stands_in && !driver_run(driver, shader, settings, message)) ||
        !keep_results(shader, settings, true, message))
        return OUTCOME_NOT_COMPARABLE;
    enter_stage(STAGE_TRANSLATION);
    outcome = compare_results(shader, message);
    return outcome == OUTCOME_DIFFERENT || outcome == OUTCOME_SCHEDULE
               ? blame_undefined(shader, settings, files, lanes, outcome, escaped, message)
               : outcome;
}

/* The translation goes first: it tells when contents lead out of bounds, and then gentler ones are tried. */
static enum outcome run_both(struct driver *driver, struct shader *shader, const struct settings *settings,
                             const char *files, char *message) {
    enum outcome outcome = OUTCOME_NOT_COMPARABLE;
    bool escaped = true;
    char escape[MESSAGE_SIZE] = ""; /* what it was that wilder contents did */
    uint32_t first = settings->integers, last = settings->integers_given ? first : INTEGERS_ZERO;
    shader->driver_flushes = *settings->on && has_subgroups(shader) ? 0 : driver_flushes(driver);
    if (shader->stage.model == SpvExecutionModelTessellationEvaluation &&
        !find_evaluated(driver, shader, settings, files, message))
        return OUTCOME_NOT_COMPARABLE;
    for (uint32_t integers = first; escaped && integers <= last; integers++) {
        outcome = run_with(driver, shader, settings, files, integers, &escaped, message);
        if (escaped)
            snprintf(escape, sizeof escape, "%s", message);
    }
    size_t used = strlen(message);
    if (*escape && outcome <= OUTCOME_NOTHING_COMPARED)
        snprintf(message + used, MESSAGE_SIZE - used, "; %s, so with gentler contents", escape);
    return outcome;
}

/* A shader that changes nothing of these contents may change some of others. */
static enum outcome run_until_changed(struct driver *driver, struct shader *shader, const struct settings *settings,
                                      const char *files, char *message) {
    struct settings tried = *settings;
    enum outcome outcome = OUTCOME_NOTHING_COMPARED;
    for (uint32_t i = 0; i < MAX_SEEDS && outcome == OUTCOME_NOTHING_COMPARED; i++, tried.seed++) {
        *message = '\0';
        outcome = run_both(driver, shader, &tried, files, message);
    }
    return outcome;
}

enum outcome compare_shader(struct driver *driver, const char *path, const struct settings *settings, const char *files,
                            char *message) {
    static struct shader shader;
    enum outcome outcome = OUTCOME_NOT_COMPARABLE;
    enter_stage(STAGE_TRANSLATION);
    if (shader_read(&shader, path, settings, message)) {
        const char *lacking = driver_lacks(driver, &shader.module);
        outcome = *settings->on ? machine_build(&shader, settings, files, message)
                                : host_build(&shader, settings, files, message);
        if (outcome == OUTCOME_EQUAL && lacking && !settings->unadvertised && !*settings->driver) {
            snprintf(message, MESSAGE_SIZE, "the driver lacks %s", lacking);
            outcome = OUTCOME_LACKING;
        }
        if (outcome == OUTCOME_EQUAL)
            outcome = shader_allocate(&shader, settings) ? run_until_changed(driver, &shader, settings, files, message)
                                                         : OUTCOME_NOT_COMPARABLE;
    }
    shader_release(&shader);
    shader_free(&shader);
    enter_stage(STAGE_NONE);
    return outcome;
}
