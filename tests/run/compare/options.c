/* Settings as text: KEY=VALUE, from the command line or from a file of settings. */
#include "compare/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const integer_names[] = {"wide", "small", "zero", NULL};
static const char *const float_names[] = {"ordinary", "unit", "positive", "wild", NULL};
static const char *const filter_names[] = {
    [FILTER_LINEAR] = "linear", [FILTER_NEAREST] = "nearest", [FILTER_NEAREST + 1] = NULL};
static const char *const address_names[] = {
    [ADDRESS_REPEAT] = "repeat", [ADDRESS_MIRROR] = "mirror",           [ADDRESS_EDGE] = "edge",
    [ADDRESS_BORDER] = "border", [ADDRESS_MIRROR_EDGE] = "mirror-edge", [ADDRESS_MIRROR_EDGE + 1] = NULL};
static const char *const border_names[] = {[BORDER_TRANSPARENT_BLACK] = "transparent",
                                           [BORDER_OPAQUE_BLACK] = "black",
                                           [BORDER_OPAQUE_WHITE] = "white",
                                           [BORDER_OPAQUE_WHITE + 1] = NULL};
static const char *const compare_names[] = {[COMPARE_LESS] = "less",
                                            [COMPARE_LESS_OR_EQUAL] = "less-or-equal",
                                            [COMPARE_EQUAL] = "equal",
                                            [COMPARE_NOT_EQUAL] = "not-equal",
                                            [COMPARE_GREATER_OR_EQUAL] = "greater-or-equal",
                                            [COMPARE_GREATER] = "greater",
                                            [COMPARE_ALWAYS] = "always",
                                            [COMPARE_NEVER] = "never",
                                            [COMPARE_NEVER + 1] = NULL};
static const char *const depth_names[] = {
    "", "less", "less-or-equal", "equal", "not-equal", "greater-or-equal", "greater", "always", "never", NULL};
static const char *const abi_names[] = {"kernel", "buffer", NULL};
static const char *const outcome_names[] = {[OUTCOME_EQUAL] = "equal",
                                            [OUTCOME_NOTHING_COMPARED] = "nothing-compared",
                                            [OUTCOME_DIFFERENT] = "different",
                                            [OUTCOME_SCHEDULE] = "schedule",
                                            [OUTCOME_UNDEFINED] = "undefined",
                                            [OUTCOME_REFUSED] = "refused",
                                            [OUTCOME_NOT_TRANSLATED] = "not-translated",
                                            [OUTCOME_LACKING] = "lacking",
                                            [OUTCOME_NOT_COMPARABLE] = "not-comparable",
                                            [OUTCOME_COUNT] = NULL};

const char *outcome_name(enum outcome outcome) {
    return outcome_names[outcome];
}

static bool read_choice(const char *const *names, const char *text, uint32_t *choice) {
    for (uint32_t i = 0; names[i]; i++)
        if (strcmp(names[i], text) == 0) {
            *choice = i;
            return true;
        }
    return false;
}

static bool read_number(const char *text, uint64_t *number) {
    char *end;
    *number = strtoull(text, &end, 0);
    return end != text && !*end;
}

static bool read_specialization(struct settings *settings, const char *text) {
    char *end;
    if (settings->specialization_count == MAX_SPECIALIZATIONS)
        return false;
    smmra_specialization *made = &settings->specializations[settings->specialization_count++];
    made->spec_id = (uint32_t)strtoul(text, &end, 0);
    return end != text && *end == ':' && read_number(end + 1, &made->bits);
}

static bool read_pushed(struct settings *settings, const char *text) {
    unsigned offset, value;
    if (settings->push_count == MAX_PUSHED || sscanf(text, "%u:%u", &offset, &value) != 2)
        return false;
    settings->push[settings->push_count].offset = offset;
    settings->push[settings->push_count++].value = value;
    return true;
}

static bool read_zero(struct settings *settings, const char *text) {
    unsigned set, binding;
    if (settings->zero_count == MAX_PUSHED || sscanf(text, "%u.%u", &set, &binding) != 2)
        return false;
    settings->zero[settings->zero_count].set = set;
    settings->zero[settings->zero_count++].binding = binding;
    return true;
}

/* SET.BINDING:FILE or push:FILE */
static bool read_given(struct settings *settings, const char *text) {
    const char *colon = strchr(text, ':');
    if (!colon || settings->given_count == MAX_GIVEN)
        return false;
    struct given *given = &settings->given[settings->given_count++];
    given->pushed = strncmp(text, "push:", 5) == 0;
    return (given->pushed || sscanf(text, "%u.%u", &given->set, &given->binding) == 2) &&
           snprintf(given->path, sizeof given->path, "%s", colon + 1) < (int)sizeof given->path;
}

/* WIDTH,HEIGHT,DEPTH of all images, or SET.BINDING:WIDTH,HEIGHT,DEPTH of one. */
static bool read_size(struct image_settings *settings, const char *text) {
    uint32_t set, binding, *size = settings->size;
    const char *colon = strchr(text, ':');
    if (colon) {
        if (settings->extent_count == MAX_PUSHED || sscanf(text, "%u.%u", &set, &binding) != 2)
            return false;
        settings->extents[settings->extent_count].set = set;
        settings->extents[settings->extent_count].binding = binding;
        size = settings->extents[settings->extent_count++].size;
    }
    return sscanf(colon ? colon + 1 : text, "%u,%u,%u", &size[0], &size[1], &size[2]) == 3;
}

static bool read_format(struct image_settings *settings, const char *text) {
    unsigned set, binding;
    char name[32];
    if (settings->format_count == MAX_PUSHED || sscanf(text, "%u.%u:%31s", &set, &binding, name) != 3)
        return false;
    uint32_t format = host_format_named(name);
    settings->formats[settings->format_count].set = set;
    settings->formats[settings->format_count].binding = binding;
    settings->formats[settings->format_count++].format = format;
    return format != SpvImageFormatUnknown;
}

/* Reads the settings of images and samplers that are neither numbers nor choices. */
static bool read_image_setting(struct image_settings *settings, const char *text, const char *value) {
    if (strcmp(text, "unnormalized") == 0)
        return settings->unnormalized = true;
    if (strncmp(text, "size=", 5) == 0)
        return read_size(settings, value);
    if (strncmp(text, "lod=", 4) == 0)
        return settings->lod_given = sscanf(value, "%f,%f", &settings->least_lod, &settings->most_lod) == 2;
    if (strncmp(text, "bias=", 5) == 0)
        return sscanf(value, "%f", &settings->bias) == 1;
    if (strncmp(text, "format=", 7) == 0)
        return read_format(settings, value);
    return false;
}

bool settings_read(struct settings *settings, const char *text) {
    const struct {
        const char *key;
        uint32_t *number;
        const char *const *choices;
    } rows[] = {
        {"integers", &settings->integers, integer_names},
        {"floats", &settings->floats, float_names},
        {"expect", &settings->expect, outcome_names},
        {"expect-on", &settings->expect_on, outcome_names},
        {"abi", &settings->abi, abi_names},
        {"llvm", &settings->llvm, NULL},
        {"wave", &settings->wave, NULL},
        {"ulp16", &settings->ulp16, NULL},
        {"ulp32", &settings->ulp32, NULL},
        {"ulp64", &settings->ulp64, NULL},
        {"elements", &settings->elements, NULL},
        {"samples", &settings->samples, NULL},
        {"primitives", &settings->primitives, NULL},
        {"depth", &settings->depth, depth_names},
        {"layers", &settings->image.layers, NULL},
        {"levels", &settings->image.levels, NULL},
        {"filter", &settings->image.filter, filter_names},
        {"mip", &settings->image.mip, filter_names},
        {"address-mode", &settings->image.address, address_names},
        {"border", &settings->image.border, border_names},
        {"compare", &settings->image.compare, compare_names},
    };
    const char *equals = strchr(text, '='), *value = equals ? equals + 1 : "";
    size_t length = equals ? (size_t)(equals - text) : strlen(text);
    uint64_t number;
    if (strcmp(text, "optimize") == 0)
        return settings->optimize = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strlen(rows[i].key) != length || strncmp(rows[i].key, text, length) != 0)
            continue;
        settings->integers_given |= rows[i].number == &settings->integers;
        if (rows[i].choices)
            return read_choice(rows[i].choices, value, rows[i].number);
        if (!read_number(value, &number))
            return false;
        *rows[i].number = (uint32_t)number;
        return true;
    }
    if (strcmp(text, "unadvertised") == 0)
        return settings->unadvertised = true;
    if (strcmp(text, "perspective") == 0)
        return settings->perspective = true;
    if (strcmp(text, "may-lack") == 0)
        return settings->may_lack = true;
    if (strcmp(text, "may-crash") == 0)
        return settings->may_crash = true;
    if (strncmp(text, "driver=", 7) == 0)
        return snprintf(settings->driver, sizeof settings->driver, "%s", value) < (int)sizeof settings->driver;
    if (strncmp(text, "contents=", 9) == 0)
        return read_given(settings, value);
    if (strcmp(text, "races") == 0) {
        settings->races = true;
        return true;
    }
    if (strncmp(text, "on=", 3) == 0)
        return snprintf(settings->on, sizeof settings->on, "%s", value) < (int)sizeof settings->on;
    if (strncmp(text, "keep=", 5) == 0)
        return snprintf(settings->keep, sizeof settings->keep, "%s", value) < (int)sizeof settings->keep;
    if (strncmp(text, "seed=", 5) == 0)
        return read_number(value, &settings->seed);
    if (strncmp(text, "absolute=", 9) == 0)
        return (settings->absolute = strtod(value, NULL)) > 0;
    if (strncmp(text, "groups=", 7) == 0)
        return sscanf(value, "%u,%u,%u", &settings->groups[0], &settings->groups[1], &settings->groups[2]) == 3;
    if (strncmp(text, "push=", 5) == 0)
        return read_pushed(settings, value);
    if (strncmp(text, "zero=", 5) == 0)
        return read_zero(settings, value);
    if (strncmp(text, "address=", 8) == 0) {
        settings->address_at = (uint32_t)strtoul(value, NULL, 0);
        return settings->has_address = true;
    }
    if (strncmp(text, "spec=", 5) == 0)
        return read_specialization(settings, value);
    return read_image_setting(&settings->image, text, value);
}

/* A line: NAME KEY=VALUE ... # comment */
static bool read_line(char *line, const char *name, struct settings *settings, bool *wrong) {
    line[strcspn(line, "#\n")] = '\0';
    char *word = strtok(line, " \t");
    if (!word || strcmp(word, name) != 0)
        return false;
    while ((word = strtok(NULL, " \t")) != NULL)
        if (!settings_read(settings, word)) {
            fprintf(stderr, "compare: settings of %s: %s is not understood\n", name, word);
            *wrong = true;
        }
    return true;
}

bool settings_find(const char *path, const char *name, struct settings *settings) {
    FILE *file = fopen(path, "r");
    char line[512];
    bool wrong = file == NULL;
    while (file && fgets(line, sizeof line, file))
        if (read_line(line, name, settings, &wrong))
            break;
    if (file)
        fclose(file);
    else
        fprintf(stderr, "compare: %s cannot be read\n", path);
    return !wrong;
}
