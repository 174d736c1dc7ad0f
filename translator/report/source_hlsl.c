/* Suggestions as changes of HLSL, whose barriers order shared memory, all other memory, or both. */
#include <string.h>

#include "translator/report/source_change.h"

const char *hlsl_change(struct arena *arena, const char *lines, const char *suggestion) {
    static const char *const narrow[] = {"GroupMemoryBarrier", "DeviceMemoryBarrier"};
    bool widens = strncmp(suggestion, "add ", 4) == 0 && strstr(suggestion, "Memory");
    struct token found = {NULL, 0};
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        for (struct token t = token_next(lines, narrow[i]); t.at; t = token_next(t.at + t.length, narrow[i])) {
            if (found.at) /* which of several is not known */
                return NULL;
            found = t;
        }
    if (!widens || !found.at)
        return NULL;
    return token_replace(arena, lines, found,
                         found.length > strlen("DeviceMemoryBarrier") ? "AllMemoryBarrierWithGroupSync"
                                                                      : "AllMemoryBarrier");
}
