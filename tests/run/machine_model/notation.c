#include "notation.h"

#include <stdio.h>
#include <string.h>

const struct configuration configurations[] = {
    {"gfx90a", MACHINE_GFX90A, false, false, 1, " gfx9 narrow "},
    {"gfx90a-split", MACHINE_GFX90A, false, true, 1, " gfx9 wide split "},
    {"gfx942", MACHINE_GFX942, false, false, 1, " gfx9 narrow "},
    {"gfx950", MACHINE_GFX950, false, false, 1, " gfx9 narrow "},
    {"gfx942x2", MACHINE_GFX942, false, false, 2, " gfx9 narrow two "},
    {"gfx950x2", MACHINE_GFX950, false, false, 2, " gfx9 narrow two "},
    {"gfx942-split", MACHINE_GFX942, false, true, 1, " gfx9 wide split "},
    {"gfx942-splitx2", MACHINE_GFX942, false, true, 2, " gfx9 wide split two "},
    {"gfx1030", MACHINE_GFX1030, true, false, 1, " rdna gl1 wide wgp "},
    {"gfx1030-cu", MACHINE_GFX1030, false, false, 1, " rdna gl1 narrow cu "},
    {"gfx1100", MACHINE_GFX1100, true, false, 1, " rdna gl1 wide wgp "},
    {"gfx1100-cu", MACHINE_GFX1100, false, false, 1, " rdna gl1 narrow cu "},
    {"gfx1201", MACHINE_GFX1201, true, false, 1, " rdna wide wgp "},
    {"gfx1201-cu", MACHINE_GFX1201, false, false, 1, " rdna narrow cu "},
    {"gfx1250", MACHINE_GFX1250, false, false, 1, " rdna narrow cu "},
    {"gfx1250x2", MACHINE_GFX1250, false, false, 2, " rdna narrow cu two "}};
const size_t configuration_count = sizeof configurations / sizeof *configurations;

bool configuration_is(const struct configuration *c, const char *word, size_t length) {
    char padded[64];
    snprintf(padded, sizeof padded, " %.*s ", (int)length, word);
    return (strlen(c->name) == length && memcmp(c->name, word, length) == 0) || strstr(c->classes, padded) ||
           (length == 1 && *word == '*');
}

/* ---- one operation ---- */

struct spelled {
    const char *name;
    const char *by_processor[MACHINE_PROCESSOR_COUNT]; /* NULL: nothing stands there */
};

/* %s is the register pair of the address; target and data stand before. */
static const struct spelled accesses[] = {{"LD", {"", "", "", "", "", ""}},
                                          {"ST", {"", "", "", "", "", ""}},
                                          {"LDa", {" glc", " sc1", " sc1", " glc dlc", " glc", " scope:SCOPE_DEV"}},
                                          {"STa", {"", " sc1", " sc1", "", "", " scope:SCOPE_DEV"}},
                                          {"LDg", {" glc", " sc1", " sc1", " glc", " glc", " scope:SCOPE_DEV"}},
                                          {"RMW", {"", "", "", "", "", " scope:SCOPE_DEV"}},
                                          {"RMWn", {"", "", "", "", "", ""}},
                                          {"LDs", {"", "", "", "", "", " scope:SCOPE_SE"}},
                                          {"STs", {"", "", "", "", "", " scope:SCOPE_SE"}},
                                          {"RMWs", {"", "", "", "", "", " scope:SCOPE_SE"}}};
static const struct spelled wide_accesses[] = {{"LDw", {" glc", " sc0", " sc0", " glc", " glc", " scope:SCOPE_SE"}},
                                               {"STw", {"", " sc0", " sc0", "", "", " scope:SCOPE_SE"}}};
static const struct spelled narrow_accesses[] = {{"LDw", {"", " sc0", " sc0", "", "", ""}},
                                                 {"STw", {"", " sc0", " sc0", "", "", ""}}};

static const struct spelled orders[] = {
    {"WL",
     {"s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(0)",
      "s_wait_loadcnt 0x0"}},
    {"WS",
     {"s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(0)", "s_waitcnt_vscnt null, 0x0",
      "s_waitcnt_vscnt null, 0x0", "s_wait_storecnt 0x0"}},
    {"WD",
     {"s_waitcnt lgkmcnt(0)", "s_waitcnt lgkmcnt(0)", "s_waitcnt lgkmcnt(0)", "s_waitcnt lgkmcnt(0)",
      "s_waitcnt lgkmcnt(0)", "s_wait_dscnt 0x0"}},
    {"WB",
     {NULL, "buffer_wbl2 sc1", "buffer_wbl2 sc1", NULL, NULL, NULL, [MACHINE_GFX1250] = "global_wb scope:SCOPE_DEV"}},
    {"INV",
     {"buffer_wbinvl1_vol", "buffer_inv sc1", "buffer_inv sc1", "buffer_gl1_inv\n\tbuffer_gl0_inv",
      "buffer_gl1_inv\n\tbuffer_gl0_inv", "global_inv scope:SCOPE_DEV"}},
    {"INVs", {NULL, NULL, NULL, NULL, NULL, "global_inv scope:SCOPE_SE"}},
    {"GL0", {NULL, NULL, NULL, "buffer_gl0_inv", "buffer_gl0_inv", NULL}},
    {"GL1", {NULL, NULL, NULL, "buffer_gl1_inv", "buffer_gl1_inv", NULL}},
    {"BAR",
     {"s_barrier", "s_barrier", "s_barrier", "s_barrier", "s_barrier", "s_barrier_signal -1\n\ts_barrier_wait -1"}}};
static const struct spelled wide_orders[] = {{"INVw",
                                              {"buffer_wbinvl1_vol", "buffer_inv sc0", "buffer_inv sc0",
                                               "buffer_gl0_inv", "buffer_gl0_inv", "global_inv scope:SCOPE_SE"}}};
static const struct spelled narrow_orders[] = {{"INVw", {NULL, NULL, NULL, NULL, NULL, NULL}}};

static const struct spelled *find(const struct spelled *list, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}
/* gfx1250 spells as gfx1201 does what has no row of its own. */
static const char *spelling(const struct spelled *s, enum machine_processor processor) {
    bool as_before = processor == MACHINE_GFX1250 && !s->by_processor[processor];
    return s->by_processor[as_before ? MACHINE_GFX1201 : processor];
}

#define FIND(list, name) find(list, sizeof(list) / sizeof *(list), name)

struct writer {
    const struct configuration *c;
    char *at, *end;
    char variables[8];
    size_t variable_count;
};

static void put(struct writer *w, const char *text) {
    size_t left = (size_t)(w->end - w->at);
    int length = snprintf(w->at, left, "%s", text);
    w->at += (size_t)length < left ? (size_t)length : left - 1;
}

static int variable_of(struct writer *w, char name) {
    for (size_t i = 0; i < w->variable_count; i++)
        if (w->variables[i] == name)
            return (int)i;
    w->variables[w->variable_count] = name;
    return (int)w->variable_count++;
}

static void write_local(struct writer *w, const char *name, char target, int value) {
    char line[128];
    bool old = w->c->processor < MACHINE_GFX1100;
    if (strcmp(name, "DW") == 0)
        snprintf(line, sizeof line, "\tds_%s_b32 v0, v%d\n", old ? "write" : "store", value);
    else
        snprintf(line, sizeof line, "\tds_%s_b32 v%d, v0\n", old ? "read" : "load", 10 + target - 'a');
    put(w, line);
}

static void write_access(struct writer *w, const char *name, const char *bits, int variable, char target, int value) {
    char line[128];
    bool old = w->c->processor < MACHINE_GFX1100;
    if (strncmp(name, "LD", 2) == 0)
        snprintf(line, sizeof line, "\tglobal_load_%s v%d, v0, s[%d:%d]%s\n", old ? "dword" : "b32", 10 + target - 'a',
                 2 * variable, 2 * variable + 1, bits);
    else if (strncmp(name, "ST", 2) == 0)
        snprintf(line, sizeof line, "\tglobal_store_%s v0, v%d, s[%d:%d]%s\n", old ? "dword" : "b32", value,
                 2 * variable, 2 * variable + 1, bits);
    else
        snprintf(line, sizeof line, "\tglobal_atomic_add%s v0, v%d, s[%d:%d]%s\n", old ? "" : "_u32", value,
                 2 * variable, 2 * variable + 1, bits);
    put(w, line);
}

/* "a=LDa f", "ST x=1", "WL" */
static bool write_operation(struct writer *w, char *operation) {
    for (char *question; (question = strchr(operation, '?'));) {
        if (!configuration_is(w->c, operation, (size_t)(question - operation)))
            return true;
        operation = question + 1;
    }
    char target = 'a', name[8], variable = 'x';
    int value = 0, length = 0;
    if (operation[0] && operation[1] == '=') {
        target = operation[0];
        operation += 2;
    }
    int fields = sscanf(operation, "%7[A-Za-z0-9]%n %c=%d", name, &length, &variable, &value);
    bool wide = configuration_is(w->c, "wide", 4);
    const struct spelled *s = FIND(accesses, name);
    s = s ? s : wide ? FIND(wide_accesses, name) : FIND(narrow_accesses, name);
    value = fields < 3 ? variable == 'x' ? 42 : 1 : value;
    if (strcmp(name, "DW") == 0 || strcmp(name, "DR") == 0) {
        write_local(w, name, target, variable == 'm' ? 42 : value);
    } else if (s && fields >= 2) {
        write_access(w, name, spelling(s, w->c->processor), variable_of(w, variable), target, value);
    } else {
        s = FIND(orders, name);
        s = s ? s : wide ? FIND(wide_orders, name) : FIND(narrow_orders, name);
        if (!s || fields > 1)
            return false;
        if (spelling(s, w->c->processor)) {
            put(w, "\t");
            put(w, spelling(s, w->c->processor));
            put(w, "\n");
        }
    }
    return true;
}

static char *trim(char *text) {
    while (*text == ' ')
        text++;
    for (size_t length = strlen(text); length && text[length - 1] == ' '; length--)
        text[length - 1] = '\0';
    return text;
}

static bool write_wave(struct writer *w, char *wave, char *headers, size_t size) {
    char name[8], as[8], line[128];
    int group, length = 0;
    wave = trim(wave);
    if (sscanf(wave, "%7[A-Za-z0-9]/%d:%n", name, &group, &length) != 2 || !length)
        return false;
    bool of_other = sscanf(wave + length, " as %7[A-Za-z0-9]", as) == 1;
    snprintf(line, sizeof line, "; @Wave: %s = wave_%s, group %d", name, of_other ? as : name, group);
    strncat(headers, line, size - strlen(headers) - 1);
    strncat(headers, ", s[0:1] = &x, s[2:3] = &f, s[4:5] = &y, s[6:7] = &g, v1 = 1, v2 = 2, v42 = 42\n",
            size - strlen(headers) - 1);
    if (of_other)
        return true;
    snprintf(line, sizeof line, "wave_%s:\n", name);
    put(w, line);
    char *next;
    for (char *operation = wave + length; operation; operation = next) {
        next = strchr(operation, ';');
        if (next)
            *next++ = '\0';
        operation = trim(operation);
        if (*operation && !write_operation(w, operation))
            return false;
    }
    put(w, "\ts_endpgm\n");
    return true;
}

bool write_assembly(const struct configuration *c, const char *program, const char *condition, char *text,
                    size_t size) {
    char copy[1024], headers[2048] = "; @Memory: x, f, y, g\n", code[4096], line[256];
    struct writer w = {.c = c, .at = code, .end = code + sizeof code, .variables = "xfyg", .variable_count = 4};
    snprintf(copy, sizeof copy, "%s", program);
    code[0] = '\0';
    char *next;
    for (char *wave = copy; wave; wave = next) {
        next = strchr(wave, '|');
        if (next)
            *next++ = '\0';
        if (!write_wave(&w, wave, headers, sizeof headers))
            return false;
    }
    snprintf(line, sizeof line, "; @Output: exists (%s)\n", condition);
    const char *mode = c->split                                     ? ".amdhsa_tg_split 1"
                       : c->processor >= MACHINE_GFX1030 && !c->wgp ? ".amdhsa_workgroup_processor_mode 0"
                                                                    : "";
    int length =
        snprintf(text, size, "%s%s%s\t.amdhsa_kernel none\n\t\t%s\n\t.end_amdhsa_kernel\n", headers, line, code, mode);
    return length > 0 && (size_t)length < size;
}
