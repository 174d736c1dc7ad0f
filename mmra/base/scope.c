#include "mmra/base/scope.h"

#include <string.h>

static const char *const scope_names[MMRA_SCOPE_COUNT] = {
    [MMRA_SCOPE_SYSTEM] = "",
    [MMRA_SCOPE_AGENT] = "agent",
    [MMRA_SCOPE_CLUSTER] = "cluster",
    [MMRA_SCOPE_WORKGROUP] = "workgroup",
    [MMRA_SCOPE_WAVEFRONT] = "wavefront",
    [MMRA_SCOPE_SINGLETHREAD] = "singlethread",
};

static const char one_as[] = "one-as";

const char *mmra_scope_name(enum mmra_scope scope) {
    return scope < MMRA_SCOPE_COUNT ? scope_names[scope] : "";
}

/* Takes "one-as" or "-one-as" off the end: "agent-one-as" leaves "agent", "one-as" leaves "". */
static size_t without_one_as(const char *name, size_t length, bool *one_address_space) {
    size_t suffix = sizeof one_as - 1;
    *one_address_space = false;
    if (length < suffix || memcmp(name + length - suffix, one_as, suffix) != 0)
        return length;
    size_t rest = length - suffix;
    if (rest == 1 || (rest && name[rest - 1] != '-')) /* "-one-as" and "Xone-as" are no scopes of the target */
        return length;
    *one_address_space = true;
    return rest ? rest - 1 : 0;
}

enum mmra_scope mmra_scope_parse(const char *name, size_t length, bool *one_address_space) {
    length = without_one_as(name, length, one_address_space);
    for (int scope = 0; scope < MMRA_SCOPE_COUNT; scope++)
        if (strlen(scope_names[scope]) == length && memcmp(scope_names[scope], name, length) == 0)
            return (enum mmra_scope)scope;
    return MMRA_SCOPE_UNKNOWN;
}
