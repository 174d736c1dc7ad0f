/* A memory-semantics operand, read for the memory map: halves, what they make available and visible, which
 * memory they order; and the IR operation that says so. mapping.md 4, 5 and 7. Used by the
 * memory map's own files. */
#ifndef TRANSLATOR_MEMORY_MAP_SEMANTICS_H
#define TRANSLATOR_MEMORY_MAP_SEMANTICS_H

#include "translator/map/memory_map.h"

enum map_half { HALF_ACQUIRE = 1 << 0, HALF_RELEASE = 1 << 1, HALF_BOTH = HALF_ACQUIRE | HALF_RELEASE };

struct map_semantics {
    uint8_t halves; /* enum map_half */
    uint8_t made;   /* enum map_half: release if it makes available, acquire if it makes visible */
    uint8_t memory; /* MAP_SYNC_GLOBAL or MAP_SYNC_LOCAL if that alone is ordered; 0 for all memory */
    bool is_volatile;
};

/* Reads SpvMemorySemantics* bits as the module's memory model and the GLSL450 mode have them. */
struct map_semantics map_semantics_read(const struct memory_map *map, uint32_t bits);

/* The two combined, as a compare-exchange needs it: all that either asks for. One without halves asks nothing of other
 * memory. */
struct map_semantics map_semantics_combine(struct map_semantics a, struct map_semantics b);

/* Returns one half of the semantics, to be judged alone. */
static inline struct map_semantics map_half(struct map_semantics semantics, enum map_half half) {
    semantics.halves &= (uint8_t)half;
    return semantics;
}

/* monotonic, acquire, release or acq_rel. */
enum ir_ordering map_ordering(uint8_t halves);

/* Makes `operation`, whose scope is set, a synchronizing one: ordering, scope where mapping.md 6 raises it, tags
 * and rule. Without a half it becomes `monotonic`. `tag_memory`: say in a tag which memory is ordered. */
void map_synchronize(const struct memory_map *map, struct map_semantics semantics, bool tag_memory,
                     struct mapped_operation *operation);

/* The same as a fence after what `out` has. Without a half nothing is added. */
void map_fence(const struct memory_map *map, struct map_semantics semantics, enum mmra_scope scope,
               struct mapped_operations *out);

/* Profile draft: an operation that makes available or visible, after what `out` has. `offset`: of a scalar. */
void map_make(const struct memory_map *map, enum map_half half, enum mmra_scope scope, uint32_t offset,
              enum mapped_kind kind, struct mapped_operations *out);

/* Adds an operation. The map never gives more than MAP_MAX_PIECES: map_access counts before it adds. */
static inline struct mapped_operation *map_add(struct mapped_operations *out, enum mapped_kind kind) {
    struct mapped_operation *operation = &out->operations[out->count++];
    *operation = (struct mapped_operation){.kind = (uint8_t)kind, .scope = MMRA_SCOPE_SYSTEM};
    return operation;
}

static inline void map_start(struct mapped_operations *out) {
    out->count = 0;
    out->unsupported = NULL;
}

static inline void map_refuse(struct mapped_operations *out, const char *what) {
    out->count = 0;
    out->unsupported = what;
}

/* mapping.md 1. The driver may say that the calls of a ray stay in one lane. */
static inline enum mmra_scope map_scope(const struct memory_map *map, uint32_t spirv_scope) {
    bool in_lane = spirv_scope == SpvScopeShaderCallKHR && map->options.shader_calls_in_lane;
    return in_lane ? MMRA_SCOPE_SINGLETHREAD : target_scope(spirv_scope);
}

/* The tag of what is never private; --implicit-nonprivate leaves it out. */
static inline uint8_t map_nonprivate(const struct memory_map *map) {
    return map->options.implicit_nonprivate ? 0 : MAP_NONPRIVATE;
}

#endif
