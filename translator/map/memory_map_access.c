/* Non-atomic accesses: mapping.md 2, 3, 7 and 8. */
#include "translator/map/memory_map_semantics.h"

int map_address_space(uint32_t storage_class, bool buffer_block) {
    switch (storage_class) {
    case SpvStorageClassStorageBuffer:
    case SpvStorageClassPhysicalStorageBuffer:
    case SpvStorageClassCrossWorkgroup:
    case SpvStorageClassTaskPayloadWorkgroupEXT:
        return ADDRESS_SPACE_GLOBAL;
    case SpvStorageClassUniform:
        return buffer_block ? ADDRESS_SPACE_GLOBAL : ADDRESS_SPACE_CONSTANT;
    case SpvStorageClassPushConstant:
    case SpvStorageClassUniformConstant:
    case SpvStorageClassShaderRecordBufferKHR:
        return ADDRESS_SPACE_CONSTANT;
    case SpvStorageClassWorkgroup:
        return ADDRESS_SPACE_LOCAL;
    case SpvStorageClassFunction:
    case SpvStorageClassPrivate:
    case SpvStorageClassInput: /* an invocation's own copies of its parameters and results */
    case SpvStorageClassOutput:
    case SpvStorageClassRayPayloadKHR: /* these go with the invocation, whatever lane its calls are in */
    case SpvStorageClassIncomingRayPayloadKHR:
    case SpvStorageClassHitAttributeKHR:
    case SpvStorageClassCallableDataKHR:
    case SpvStorageClassIncomingCallableDataKHR:
        return ADDRESS_SPACE_PRIVATE;
    default:
        return -1;
    }
}

bool map_is_thread_private(uint32_t storage_class) {
    return storage_class == SpvStorageClassFunction || storage_class == SpvStorageClassPrivate;
}

/* The same of a place in it: inputs and outputs are private where they are in private memory. */
static bool is_of_one_invocation(const struct map_leaf *leaf) {
    bool interface = leaf->storage_class == SpvStorageClassInput || leaf->storage_class == SpvStorageClassOutput;
    return map_is_thread_private(leaf->storage_class) || (interface && leaf->address_space == ADDRESS_SPACE_PRIVATE);
}

/* Storage classes that other invocations may write or read, mapping.md 2. Images always are. */
static bool is_shared(uint32_t storage_class) {
    switch (storage_class) {
    case SpvStorageClassStorageBuffer:
    case SpvStorageClassUniform:
    case SpvStorageClassPhysicalStorageBuffer:
    case SpvStorageClassCrossWorkgroup:
    case SpvStorageClassWorkgroup:
    case SpvStorageClassImage:
        return true;
    default:
        return false;
    }
}

static bool is_image_access(const struct spirv_memory_view *view) {
    return view->kind == SPIRV_MEMORY_IMAGE_READ || view->kind == SPIRV_MEMORY_IMAGE_WRITE;
}

/* The image accesses that `spirv-opt --upgrade-memory-model` gives operands to; samples and fetches stay as
 * they are. */
static bool is_storage_image_access(const struct spirv_memory_view *view) {
    return view->opcode == SpvOpImageRead || view->opcode == SpvOpImageSparseRead || view->opcode == SpvOpImageWrite;
}

/* mapping.md 7, strict: what the decorations of one object add to one half of an access. */
static void add_strict(struct spirv_memory_operands *operands, uint32_t storage_class, unsigned object, bool write) {
    uint32_t scope = SpvScopeQueueFamily;
    if (storage_class == SpvStorageClassWorkgroup) { /* coherent without decoration, and cannot be volatile */
        object = SPIRV_OBJECT_COHERENT;
        scope = SpvScopeWorkgroup;
    } else if (map_is_thread_private(storage_class)) {
        object &= ~(unsigned)SPIRV_OBJECT_COHERENT;
    }
    if (object & SPIRV_OBJECT_VOLATILE)
        operands->mask |= SpvMemoryAccessVolatileMask;
    if (!(object & SPIRV_OBJECT_COHERENT))
        return;
    operands->mask |= SpvMemoryAccessNonPrivatePointerMask;
    operands->mask |= write ? SpvMemoryAccessMakePointerAvailableMask : SpvMemoryAccessMakePointerVisibleMask;
    if (write)
        operands->available_scope = scope;
    else
        operands->visible_scope = scope;
}

/* mapping.md 7, conservative: decorated objects as in strict mode, and whatever is shared is at least not
 * private. */
static void add_conservative(struct spirv_memory_operands *operands, uint32_t storage_class, unsigned object,
                             bool write, bool image) {
    if (object & (SPIRV_OBJECT_COHERENT | SPIRV_OBJECT_VOLATILE))
        add_strict(operands, storage_class, object, write);
    if (object & SPIRV_OBJECT_VOLATILE)
        operands->mask |= SpvMemoryAccessVolatileMask;
    if (image || is_shared(storage_class))
        operands->mask |= SpvMemoryAccessNonPrivatePointerMask;
}

/* Memory of several invocations that their shell gives. */
static bool is_of_shells(const struct memory_map *map, uint32_t storage_class) {
    return (storage_class == SpvStorageClassOutput && map->facts.shared_outputs) ||
           storage_class == SpvStorageClassTaskPayloadWorkgroupEXT;
}

struct spirv_memory_operands map_effective_operands(const struct memory_map *map, const struct spirv_memory_view *view,
                                                    bool write) {
    struct spirv_memory_operands operands = write ? view->write : view->read;
    bool from_source = view->kind == SPIRV_MEMORY_COPY && !write;
    uint32_t storage_class = from_source ? view->source_storage_class : view->storage_class;
    /* Shared outputs: compilers leave NonPrivatePointer away, and take the barrier to order them all the same. The
     * payload is ordered by the launch of the mesh workgroups too. */
    if ((map->facts.shared_outputs || map->facts.task_payload) && is_of_shells(map, storage_class))
        operands.mask |= SpvMemoryAccessNonPrivatePointerMask;
    if (map->facts.memory_model == SpvMemoryModelVulkan) {
        /* The initial value of a variable comes before private accesses too; the barrier of mapping.md 8a orders only
         * the others. */
        if (map->facts.workgroup_initialized && storage_class == SpvStorageClassWorkgroup)
            operands.mask |= SpvMemoryAccessNonPrivatePointerMask;
        return operands;
    }
    unsigned object = from_source ? view->source_object : view->object;
    if (map->options.glsl450 == GLSL450_CONSERVATIVE) {
        add_conservative(&operands, storage_class, object, write, is_image_access(view));
        return operands;
    }
    if (is_image_access(view) && !is_storage_image_access(view))
        return operands;
    add_strict(&operands, storage_class, object, write);
    /* Before SPIR-V 1.4 a copy has one set of operands: what one half needs, the other gets. */
    if (view->kind == SPIRV_MEMORY_COPY && map->facts.copy_shares_operands) {
        add_strict(&operands, from_source ? view->storage_class : view->source_storage_class,
                   from_source ? view->object : view->source_object, !write);
    }
    return operands;
}

/* ---- spelling ---- */

/* How an access is spelled. */
enum spelling { PLAIN, ATOMIC, INTRINSIC };

/* The alignment that is proven at an offset from a place aligned to `alignment`: at_offset(16, 4) is 4. */
static uint32_t at_offset(uint32_t alignment, uint32_t offset) {
    uint32_t of_offset = offset & (0u - offset);
    return offset == 0 || alignment < of_offset ? alignment : of_offset;
}

/* mapping.md 3: the widest piece that fits, is naturally aligned and can be spelled. Bytes always can. */
static uint32_t piece_width(const struct map_leaf *leaf, bool wide, uint32_t offset, uint32_t bytes) {
    uint32_t alignment = at_offset(leaf->alignment, offset);
    uint32_t width = wide ? 16 : 8;
    while (width > bytes - offset || width > alignment)
        width /= 2;
    return width;
}

static const char *refusal(const struct map_leaf *leaf) {
    uint32_t width = leaf->component_bytes;
    if (width != 1 && width != 2 && width != 4 && width != 8)
        return "an access to a component of other than 1, 2, 4 or 8 bytes";
    if (leaf->components < 1)
        return "an access to a vector without components";
    if (leaf->alignment & (leaf->alignment - 1))
        return "an alignment that is no power of two";
    if (leaf->write && leaf->address_space == ADDRESS_SPACE_CONSTANT)
        return "a write to read-only memory";
    return NULL;
}

/* Whether the access is available or visible in the whole system because it is volatile. */
static bool is_coherent_volatile(const struct memory_map *map, const struct map_leaf *leaf) {
    bool global = leaf->address_space == ADDRESS_SPACE_GLOBAL || leaf->address_space == ADDRESS_SPACE_FLAT;
    return global && leaf->operands.mask & SpvMemoryAccessVolatileMask &&
           ir_volatile_is_coherent(profile_get(map->options.profile)->revision);
}

/* The scope at which the access itself makes available or visible; singlethread where it need not. */
static enum mmra_scope av_scope(const struct memory_map *map, const struct map_leaf *leaf) {
    const struct spirv_memory_operands *operands = &leaf->operands;
    uint32_t bit = leaf->write ? SpvMemoryAccessMakePointerAvailableMask : SpvMemoryAccessMakePointerVisibleMask;
    bool no_other_writer = leaf->address_space == ADDRESS_SPACE_PRIVATE ||
                           leaf->address_space == ADDRESS_SPACE_CONSTANT; /* mapping.md 8a */
    if (!(operands->mask & bit) || no_other_writer)
        return MMRA_SCOPE_SINGLETHREAD;
    enum mmra_scope scope = map_scope(map, leaf->write ? operands->available_scope : operands->visible_scope);
    if (leaf->address_space != ADDRESS_SPACE_LOCAL)
        return scope != MMRA_SCOPE_UNKNOWN && is_coherent_volatile(map, leaf) ? MMRA_SCOPE_SINGLETHREAD : scope;
    if (!map->options.litmus && scope < MMRA_SCOPE_WORKGROUP)
        scope = MMRA_SCOPE_WORKGROUP;
    bool coherent = ir_local_is_coherent(profile_get(map->options.profile)->revision) && scope >= MMRA_SCOPE_WORKGROUP;
    return coherent && scope != MMRA_SCOPE_UNKNOWN ? MMRA_SCOPE_SINGLETHREAD : scope;
}

static uint8_t access_tag(const struct memory_map *map, const struct map_leaf *leaf) {
    enum {
        MAKES = SpvMemoryAccessMakePointerAvailableMask | SpvMemoryAccessMakePointerVisibleMask,
        NONPRIVATE = SpvMemoryAccessNonPrivatePointerMask | MAKES
    };
    uint32_t mask = leaf->operands.mask;
    if (leaf->address_space == ADDRESS_SPACE_PRIVATE)
        return MAP_PRIVATE;
    /* By mapping.md 7, conservative, Uniform is shared because of its buffer blocks; memory that turns out to be
     * read-only is not. */
    if (leaf->address_space == ADDRESS_SPACE_CONSTANT && map->facts.memory_model != SpvMemoryModelVulkan)
        return mask & MAKES ? MAP_NONPRIVATE : MAP_PRIVATE;
    return mask & NONPRIVATE ? MAP_NONPRIVATE : MAP_PRIVATE;
}

static uint8_t access_annotations(const struct memory_map *map, const struct map_leaf *leaf) {
    uint8_t annotations = 0;
    if (leaf->operands.mask & SpvMemoryAccessNontemporalMask)
        annotations |= IR_NONTEMPORAL;
    if (is_of_one_invocation(leaf) && map->options.thread_private)
        annotations |= IR_THREAD_PRIVATE;
    /* A volatile load must be executed as often as the shader says. */
    bool is_volatile = leaf->operands.mask & SpvMemoryAccessVolatileMask;
    if (leaf->address_space == ADDRESS_SPACE_CONSTANT && !is_volatile)
        annotations |= IR_INVARIANT_LOAD;
    return annotations;
}

/* The reason: of a plain access by its memory, of any other by its spelling. The last index is `write`. An operand is
 * named only where the instruction can have it. */
static const char *plain_rule(const struct memory_map *map, const struct map_leaf *leaf, uint8_t tag) {
    enum { MAKES = SpvMemoryAccessMakePointerAvailableMask | SpvMemoryAccessMakePointerVisibleMask };
    bool vulkan = map->facts.memory_model == SpvMemoryModelVulkan;
    if (is_of_one_invocation(leaf))
        return "memory of this invocation alone: private, and no other thread can reach it";
    if (leaf->address_space == ADDRESS_SPACE_CONSTANT)
        return "read-only memory: a plain load sees all there is to see";
    if (tag == MAP_PRIVATE)
        return vulkan ? "no NonPrivatePointer: no synchronization orders it"
                      : "no coherent object, in a module without the Vulkan memory model: no synchronization orders it";
    if (leaf->operands.mask & MAKES && leaf->address_space == ADDRESS_SPACE_LOCAL)
        return "local memory is by itself available and visible in the workgroup: no more is asked";
    if (leaf->operands.mask & MAKES && is_coherent_volatile(map, leaf))
        return "volatile: by itself available and visible in the whole system";
    if (leaf->operands.mask & MAKES)
        return "available or visible to this invocation alone, which every access is";
    if (!vulkan)
        return "shared memory, in a module without the Vulkan memory model: drivers let synchronization order it";
    if (map->facts.workgroup_initialized && leaf->storage_class == SpvStorageClassWorkgroup)
        return "workgroup memory of a module that initializes some: synchronization orders it after what was there first";
    return "NonPrivatePointer: synchronization orders it, which must also make it available or visible";
}

static const char *av_rule(bool vulkan, bool write, bool local, enum spelling spelling) {
    static const char *const rules[2][2][3] = {
        {{"a coherent object: load-visible by the intrinsic of this profile",
          "a coherent object: load-visible, as every atomic load is at its scope",
          "local memory, or a coherent object in it: an atomic load, which is load-visible; no scope wider than the workgroup"},
         {"a coherent object: store-available by the intrinsic of this profile",
          "a coherent object: store-available, as every atomic store is at its scope",
          "local memory, or a coherent object in it: an atomic store, which is store-available; no scope wider than the "
          "workgroup"}},
        {{"MakePointerVisible: load-visible by the intrinsic of this profile",
          "MakePointerVisible: load-visible, as every atomic load is at its scope",
          "MakePointerVisible on local memory: an atomic load, which is load-visible; no scope wider than the workgroup"},
         {"MakePointerAvailable: store-available by the intrinsic of this profile",
          "MakePointerAvailable: store-available, as every atomic store is at its scope",
          "MakePointerAvailable on local memory: an atomic store, which is store-available; no scope wider than the workgroup"}},
    };
    return rules[vulkan][write][local ? 2 : spelling == ATOMIC];
}

static inline void add_piece(const struct memory_map *map, const struct map_leaf *leaf, enum spelling spelling,
                             uint32_t offset, uint32_t bytes, struct mapped_operation *common,
                             struct mapped_operations *out) {
    static const uint8_t kinds[2][3] = {{MAPPED_LOAD, MAPPED_ATOMIC_LOAD, MAPPED_AV_LOAD},
                                        {MAPPED_STORE, MAPPED_ATOMIC_STORE, MAPPED_AV_STORE}};
    struct mapped_operation *piece = &out->operations[out->count++];
    *piece = *common;
    piece->kind = kinds[leaf->write][spelling];
    piece->ordering = spelling == ATOMIC ? IR_MONOTONIC : IR_NOT_ATOMIC;
    if (spelling == ATOMIC && piece->tags == MAP_NONPRIVATE)
        piece->tags = map_nonprivate(map);
    piece->offset = offset;
    piece->bytes = bytes;
    piece->alignment = at_offset(leaf->alignment, offset);
    piece->rule = spelling == PLAIN ? plain_rule(map, leaf, common->tags)
                                    : av_rule(map->facts.memory_model == SpvMemoryModelVulkan, leaf->write,
                                              leaf->address_space == ADDRESS_SPACE_LOCAL, spelling);
}

/* Load-visible or store-available, in pieces. */
static void add_pieces(const struct memory_map *map, const struct map_leaf *leaf, struct mapped_operation *common,
                       struct mapped_operations *out) {
    const struct profile_info *profile = profile_get(map->options.profile);
    uint32_t bytes = leaf->component_bytes * leaf->components;
    /* No intrinsic can be volatile; a volatile atomic is as visible. */
    bool intrinsics = !common->is_volatile;
    bool wide = intrinsics && profile_has_intrinsic(profile, 16, leaf->address_space);
    for (uint32_t offset = 0; offset < bytes;) {
        if (out->count == MAP_MAX_PIECES) {
            map_refuse(out, "an available or visible access that must be split into more than 64 pieces");
            return;
        }
        uint32_t width = piece_width(leaf, wide, offset, bytes);
        bool intrinsic = intrinsics && profile_has_intrinsic(profile, width, leaf->address_space);
        add_piece(map, leaf, intrinsic ? INTRINSIC : ATOMIC, offset, width, common, out);
        offset += width;
    }
}

/* Profile draft: a plain access, beside operations that make its scalars available after it or visible before it. */
static void add_made(const struct memory_map *map, const struct map_leaf *leaf, enum mmra_scope scope,
                     const struct mapped_operation *common, struct mapped_operations *out) {
    uint32_t first = leaf->write ? 1 : 0, access = leaf->write ? 0 : leaf->components;
    for (uint32_t i = 0; i < leaf->components; i++) {
        out->count = first + i;
        map_make(map, leaf->write ? HALF_RELEASE : HALF_ACQUIRE, scope, i * leaf->component_bytes,
                 leaf->write ? MAPPED_MAKE_POINTER_AVAILABLE : MAPPED_MAKE_POINTER_VISIBLE, out);
    }
    out->count = access;
    struct mapped_operation plain = *common;
    add_piece(map, leaf, PLAIN, 0, leaf->component_bytes * leaf->components, &plain, out);
    out->operations[access].rule =
        leaf->write ? "plain: what follows makes it available" : "plain: what stands before it makes it visible";
    out->count = leaf->components + 1;
}

/* Whether profile draft writes it so: what neither an intrinsic nor an atomic accesses at once. */
static bool is_made_apart(const struct memory_map *map, const struct map_leaf *leaf) {
    const struct profile_info *profile = profile_get(map->options.profile);
    uint32_t bytes = leaf->component_bytes * leaf->components;
    bool wide = profile_has_intrinsic(profile, 16, leaf->address_space);
    return profile->scopes_are_values && leaf->address_space == ADDRESS_SPACE_GLOBAL &&
           piece_width(leaf, wide, 0, bytes) != bytes;
}

struct mapped_operation map_descriptor_load(uint32_t alignment) {
    return (struct mapped_operation){.kind = MAPPED_LOAD,
                                     .tags = MAP_PRIVATE,
                                     .annotations = IR_INVARIANT_LOAD,
                                     .alignment = alignment,
                                     .scope = MMRA_SCOPE_SYSTEM,
                                     .rule = "arguments and descriptors do not change while the kernel runs"};
}

void map_access(const struct memory_map *map, const struct map_leaf *leaf, struct mapped_operations *out) {
    if (leaf->alignment == 0) { /* nothing is proven */
        struct map_leaf bytes = *leaf;
        bytes.alignment = 1;
        map_access(map, &bytes, out);
        return;
    }
    map_start(out);
    const char *refused = refusal(leaf);
    if (refused) {
        map_refuse(out, refused);
        return;
    }
    enum mmra_scope scope = av_scope(map, leaf);
    if (scope == MMRA_SCOPE_UNKNOWN) {
        map_refuse(out, "a scope that this target does not know");
        return;
    }
    struct mapped_operation common = {.scope = MMRA_SCOPE_SYSTEM,
                                      .tags = access_tag(map, leaf),
                                      .annotations = access_annotations(map, leaf),
                                      .is_volatile = leaf->operands.mask & SpvMemoryAccessVolatileMask};
    if (scope == MMRA_SCOPE_SINGLETHREAD) { /* S = Invocation asks for nothing, mapping.md 3 */
        add_piece(map, leaf, PLAIN, 0, leaf->component_bytes * leaf->components, &common, out);
        return;
    }
    if (leaf->address_space == ADDRESS_SPACE_BUFFER) {
        map_refuse(out, "an available or visible access to address space 7, which drops its scope");
        return;
    }
    if (leaf->components > MAP_MOST_MADE) {
        map_refuse(out, "an available or visible access to a vector of more than 16 components");
        return;
    }
    if (is_made_apart(map, leaf)) {
        add_made(map, leaf, scope, &common, out);
        return;
    }
    common.scope = (uint8_t)scope;
    add_pieces(map, leaf, &common, out);
}
