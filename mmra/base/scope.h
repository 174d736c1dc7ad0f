/* The synchronization scopes of amdgcn, largest first, and their inclusion: the memory scope proposal and
 * "AMDGPU scopes" of the AMDGPU memory model. SPIR-V's scopes are mapped to these by translator/map/profile.h. */
#ifndef MMRA_SCOPE_H
#define MMRA_SCOPE_H

#include <stdbool.h>
#include <stddef.h>

enum mmra_scope {
    MMRA_SCOPE_SYSTEM, /* no syncscope at all in textual IR */
    MMRA_SCOPE_AGENT,
    MMRA_SCOPE_CLUSTER,
    MMRA_SCOPE_WORKGROUP,
    MMRA_SCOPE_WAVEFRONT,
    MMRA_SCOPE_SINGLETHREAD,
    MMRA_SCOPE_COUNT,
    MMRA_SCOPE_UNKNOWN = MMRA_SCOPE_COUNT
};

/* The name between the quotes of syncscope("..."); "" for system. */
const char *mmra_scope_name(enum mmra_scope scope);

/* Reads a name of `length` bytes. A suffix "-one-as" ("one-as" alone for system) sets *one_address_space. */
enum mmra_scope mmra_scope_parse(const char *name, size_t length, bool *one_address_space);

/* Whether every instance of `inner` lies within an instance of `outer`. */
static inline bool mmra_scope_includes(enum mmra_scope outer, enum mmra_scope inner) {
    return outer <= inner;
}

#endif
