/* The linker's --wrap leads what asks the memory map through the functions here, which spoil the answer. */
#include <spirv/unified1/spirv.h>

#include "tests/litmus/mistakes.h"

static const struct mistake *planted;

void plant_mistake(const struct mistake *mistake) {
    planted = mistake;
}

static void spoil(const struct spirv_memory_view *view, struct mapped_operations *out) {
    if (planted && !out->unsupported)
        planted->spoil(view, out);
}

static uint32_t scope_of(const struct spirv_memory_operands *operands, bool write) {
    return write ? operands->available_scope : operands->visible_scope;
}

/* The linker's names for a function and for what stands in its place. */
#define WRAPPED(function, ...)                                                                                         \
    void __real_##function(__VA_ARGS__);                                                                               \
    void __wrap_##function(__VA_ARGS__);                                                                               \
    void __wrap_##function(__VA_ARGS__)

WRAPPED(map_access, const struct memory_map *map, const struct map_leaf *leaf, struct mapped_operations *out) {
    const struct spirv_memory_view view = {.kind = leaf->write ? SPIRV_MEMORY_STORE : SPIRV_MEMORY_LOAD,
                                           .storage_class = leaf->storage_class,
                                           .scope = scope_of(&leaf->operands, leaf->write)};
    __real_map_access(map, leaf, out);
    spoil(&view, out);
}

WRAPPED(map_image_access, const struct memory_map *map, const struct spirv_memory_operands *operands, bool write,
        struct mapped_operations *out) {
    const struct spirv_memory_view view = {.kind = write ? SPIRV_MEMORY_IMAGE_WRITE : SPIRV_MEMORY_IMAGE_READ,
                                           .storage_class = SpvStorageClassImage,
                                           .scope = scope_of(operands, write)};
    __real_map_image_access(map, operands, write, out);
    spoil(&view, out);
}

WRAPPED(map_barrier, const struct memory_map *map, const struct spirv_memory_view *view,
        struct mapped_operations *out) {
    __real_map_barrier(map, view, out);
    spoil(view, out);
}

WRAPPED(map_atomic, const struct memory_map *map, const struct spirv_memory_view *view, uint32_t address_space,
        uint32_t bytes, bool floating, struct mapped_operations *out) {
    __real_map_atomic(map, view, address_space, bytes, floating, out);
    spoil(view, out);
}

WRAPPED(map_image_atomic, const struct memory_map *map, const struct spirv_memory_view *view, uint32_t bytes,
        bool floating, struct mapped_operations *out) {
    __real_map_image_atomic(map, view, bytes, floating, out);
    spoil(view, out);
}
