/* Suggestions as changes of HLSL, whose barriers order shared memory, all other memory, or both, and whose atomics
 * order nothing: a barrier stands beside them. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "translator/report/source_change.h"

enum { GROUP = 1, DEVICE = 2, LONGEST_STATEMENT = 256 };

static const struct source_function calls[] = {
    {"Interlocked", "OpAtomic"},
    {"GroupMemoryBarrierWithGroupSync", "OpControlBarrier"},
    {"DeviceMemoryBarrierWithGroupSync", "OpControlBarrier"},
    {"AllMemoryBarrierWithGroupSync", "OpControlBarrier"},
    {"GroupMemoryBarrier", "OpMemoryBarrier"},
    {"DeviceMemoryBarrier", "OpMemoryBarrier"},
    {"AllMemoryBarrier", "OpMemoryBarrier"},
};

/* Beginnings of the names of barriers, by what these order. */
static const char *const barriers[] = {NULL, "GroupMemoryBarrier", "DeviceMemoryBarrier", "AllMemoryBarrier"};

static unsigned memory_of(const char *suggestion) {
    unsigned memory = strstr(suggestion, "WorkgroupMemory") ? GROUP : 0;
    return memory | (strstr(suggestion, "UniformMemory") || strstr(suggestion, "ImageMemory") ? DEVICE : 0);
}

/* A barrier that orders more, or less. To drop one class of device memory leaves the others. */
static const char *change_barrier(struct arena *arena, const char *lines, struct token call, const char *suggestion) {
    char with[64];
    unsigned memory = 3, changed = memory_of(suggestion);
    while (memory && strncmp(call.at, barriers[memory], strlen(barriers[memory])) != 0)
        memory--;
    bool adds = strncmp(suggestion, "add ", 4) == 0, drops = strncmp(suggestion, "drop ", 5) == 0;
    unsigned now = adds ? memory | changed : drops && changed == GROUP ? memory & ~changed : memory;
    if (!memory || now == memory || !now)
        return NULL;
    const char *sync = strstr(call.at, "WithGroupSync");
    bool syncs = sync && sync < call.at + call.length;
    snprintf(with, sizeof with, "%s%s", barriers[now], syncs ? "WithGroupSync" : "");
    return token_replace(arena, lines, call, with);
}

/* A release is a barrier before the statement of an atomic, an acquire one after it. */
static const char *surround_atomic(struct arena *arena, const char *lines, struct token call, const char *suggestion) {
    const char *end = token_call_end(call), *before = call.at, *barrier = barriers[memory_of(suggestion)];
    bool both = strstr(suggestion, "AcquireRelease"), acquires = strstr(suggestion, "Acquire");
    char with[LONGEST_STATEMENT];
    while (before > lines && isspace((unsigned char)before[-1]))
        before--;
    bool is_statement = before == lines || strchr(";{}", before[-1]);
    if (strncmp(suggestion, "add ", 4) != 0 || !barrier || !end || end[1] != ';' || !is_statement ||
        (size_t)(end - call.at) > sizeof with / 2)
        return NULL;
    snprintf(with, sizeof with, "%s%s%.*s%s%s%s", both || !acquires ? barrier : "", both || !acquires ? "(); " : "",
             (int)(end + 2 - call.at), call.at, acquires ? " " : "", acquires ? barrier : "", acquires ? "();" : "");
    return token_replace(arena, lines, (struct token){call.at, (size_t)(end + 2 - call.at)}, with);
}

const char *hlsl_change(struct arena *arena, const struct source_statement *statement, const char *lines,
                        const struct suggestion *asked) {
    struct token call =
        token_call(statement, lines, asked->instruction ? asked->instruction : "", calls, sizeof calls / sizeof *calls);
    if (!call.at)
        return NULL;
    return (*call.at == 'I' ? surround_atomic : change_barrier)(arena, lines, call, asked->what);
}
