/* mapping.md 2, 3, 8 and 8a: non-atomic accesses. The rows are written by hand from the page;
 * the exhaustive tests compare with statements of the same rules that are built differently from the map. */
#include "memory_map_text.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define D            PROFILE_DOCUMENT

enum {
    VOLATILE = SpvMemoryAccessVolatileMask,
    ALIGNED = SpvMemoryAccessAlignedMask,
    NONTEMPORAL = SpvMemoryAccessNontemporalMask,
    AVAILABLE = SpvMemoryAccessMakePointerAvailableMask,
    VISIBLE = SpvMemoryAccessMakePointerVisibleMask,
    NONPRIVATE = SpvMemoryAccessNonPrivatePointerMask
};

static struct map_leaf leaf_of(bool write, uint32_t storage_class, uint32_t component_bytes, uint32_t components,
                               uint32_t alignment, uint32_t mask, uint32_t scope) {
    return (struct map_leaf){.write = write,
                             .storage_class = storage_class,
                             .address_space = (uint32_t)map_address_space(storage_class, true),
                             .component_bytes = component_bytes,
                             .components = components,
                             .alignment = alignment,
                             .operands = {.mask = mask, .available_scope = scope, .visible_scope = scope}};
}

/* ---- mapping.md 2 ---- */

static void storage_classes_are_those_of_section_2(void **state) {
    (void)state;
    assert_int_equal(map_address_space(SpvStorageClassStorageBuffer, false), 1);
    assert_int_equal(map_address_space(SpvStorageClassUniform, true), 1);
    assert_int_equal(map_address_space(SpvStorageClassPhysicalStorageBuffer, false), 1);
    assert_int_equal(map_address_space(SpvStorageClassCrossWorkgroup, false), 1);
    assert_int_equal(map_address_space(SpvStorageClassUniform, false), 4);
    assert_int_equal(map_address_space(SpvStorageClassPushConstant, false), 4);
    assert_int_equal(map_address_space(SpvStorageClassUniformConstant, false), 4);
    assert_int_equal(map_address_space(SpvStorageClassWorkgroup, false), 3);
    assert_int_equal(map_address_space(SpvStorageClassFunction, false), 5);
    assert_int_equal(map_address_space(SpvStorageClassPrivate, false), 5);
    assert_int_equal(map_address_space(SpvStorageClassImage, false), -1);
    assert_int_equal(map_address_space(SpvStorageClassInput, false), 5);
    assert_int_equal(map_address_space(SpvStorageClassOutput, false), 5);
    assert_int_equal(map_address_space(12345, false), -1);
}

/* ---- rows: one access each, as a reader of the page would write its IR ---- */

struct row {
    const char *what;
    enum profile profile;
    bool write;
    uint32_t storage_class;
    uint32_t component_bytes, components, alignment;
    uint32_t mask, scope;
    const char *expected;
};

enum {
    BUFFER = SpvStorageClassStorageBuffer,
    UNIFORM_CONSTANT = SpvStorageClassUniformConstant,
    PUSH = SpvStorageClassPushConstant,
    LOCAL = SpvStorageClassWorkgroup,
    FUNCTION = SpvStorageClassFunction,
    PRIVATE = SpvStorageClassPrivate,
    CROSS_DEVICE = SpvScopeCrossDevice,
    DEVICE = SpvScopeDevice,
    WORKGROUP = SpvScopeWorkgroup,
    SUBGROUP = SpvScopeSubgroup,
    INVOCATION = SpvScopeInvocation,
    QUEUE = SpvScopeQueueFamily
};

static const struct row rows[] = {
    /* plain */
    {"nothing set", D, 0, BUFFER, 4, 1, 4, 0, 0, "load 4@0 align 4 private"},
    {"nothing set, store", D, 1, BUFFER, 4, 1, 4, 0, 0, "store 4@0 align 4 private"},
    {"NonPrivate", D, 0, BUFFER, 4, 1, 4, NONPRIVATE, 0, "load 4@0 align 4 nonprivate"},
    {"NonPrivate store", D, 1, BUFFER, 4, 1, 4, NONPRIVATE, 0, "store 4@0 align 4 nonprivate"},
    {"Volatile", D, 0, BUFFER, 4, 1, 4, VOLATILE, 0, "volatile load 4@0 align 4 private"},
    {"Nontemporal", D, 1, BUFFER, 4, 1, 4, NONTEMPORAL, 0, "store 4@0 align 4 private nontemporal"},
    {"all plain operands", D, 0, BUFFER, 4, 1, 8, VOLATILE | NONTEMPORAL | NONPRIVATE | ALIGNED, 0,
     "volatile load 4@0 align 8 nonprivate nontemporal"},
    {"plain 96 bits stay one", D, 0, BUFFER, 4, 3, 16, NONPRIVATE, 0, "load 12@0 align 16 nonprivate"},
    {"plain 128 bits, under-aligned", PROFILE_22, 1, BUFFER, 4, 4, 4, 0, 0, "store 16@0 align 4 private"},
    {"plain 256 bits", D, 0, BUFFER, 8, 4, 8, 0, 0, "load 32@0 align 8 private"},
    {"16 bytes of a matrix", PROFILE_23, 0, BUFFER, 1, 16, 16, NONPRIVATE, 0, "load 16@0 align 16 nonprivate"},
    {"16 bytes of a matrix, visible", PROFILE_23, 0, BUFFER, 2, 8, 16, NONPRIVATE | VISIBLE, DEVICE,
     "av-load 16@0 align 16 agent nonprivate"},
    {"8 bytes of a matrix, available", PROFILE_23, 1, BUFFER, 1, 8, 8, NONPRIVATE | AVAILABLE, WORKGROUP,
     "atomic-store 8@0 align 8 workgroup monotonic nonprivate"},
    {"a matrix in private memory", D, 1, FUNCTION, 2, 256, 16, 0, 0, "store 512@0 align 16 private thread.private"},
    {"nothing proven", D, 0, BUFFER, 4, 1, 0, 0, 0, "load 4@0 align 1 private"},
    {"local, plain", D, 0, LOCAL, 4, 1, 4, NONPRIVATE, 0, "load 4@0 align 4 nonprivate"},
    {"local, private", D, 1, LOCAL, 4, 1, 4, 0, 0, "store 4@0 align 4 private"},

    /* one invocation's own */
    {"Function", D, 0, FUNCTION, 4, 1, 4, 0, 0, "load 4@0 align 4 private thread.private"},
    {"Private store", D, 1, PRIVATE, 4, 2, 8, 0, 0, "store 8@0 align 8 private thread.private"},
    {"Function, volatile", D, 0, FUNCTION, 4, 1, 4, VOLATILE, 0, "volatile load 4@0 align 4 private thread.private"},
    {"Function is never non-private", D, 0, FUNCTION, 4, 4, 16, NONPRIVATE | VISIBLE, DEVICE,
     "load 16@0 align 16 private thread.private"},
    {"Private is never available", PROFILE_24, 1, PRIVATE, 4, 4, 16, NONPRIVATE | AVAILABLE, DEVICE,
     "store 16@0 align 16 private thread.private"},

    /* constant memory */
    {"push constant", D, 0, PUSH, 4, 1, 4, 0, 0, "load 4@0 align 4 private invariant"},
    {"constant, non-private", D, 0, PUSH, 4, 1, 4, NONPRIVATE, 0, "load 4@0 align 4 nonprivate invariant"},
    {"constant, load-visible is plain", D, 0, UNIFORM_CONSTANT, 4, 4, 16, NONPRIVATE | VISIBLE, DEVICE,
     "load 16@0 align 16 nonprivate invariant"},
    {"constant, load-visible is plain in 24", PROFILE_24, 0, PUSH, 4, 1, 4, NONPRIVATE | VISIBLE, DEVICE,
     "load 4@0 align 4 nonprivate invariant"},
    {"constant, volatile", D, 0, PUSH, 4, 1, 4, VOLATILE, 0, "volatile load 4@0 align 4 private"},
    {"constant, written", D, 1, PUSH, 4, 1, 4, 0, 0, "unsupported"},

    /* load-visible, store-available: scopes */
    {"visible to the device", D, 0, BUFFER, 4, 1, 4, NONPRIVATE | VISIBLE, DEVICE,
     "atomic-load 4@0 align 4 agent monotonic nonprivate"},
    {"available to the device", D, 1, BUFFER, 4, 1, 4, NONPRIVATE | AVAILABLE, DEVICE,
     "atomic-store 4@0 align 4 agent monotonic nonprivate"},
    {"visible across devices", D, 0, BUFFER, 4, 1, 4, NONPRIVATE | VISIBLE, CROSS_DEVICE,
     "atomic-load 4@0 align 4 monotonic nonprivate"},
    {"visible to the queue family", D, 0, BUFFER, 4, 1, 4, NONPRIVATE | VISIBLE, QUEUE,
     "atomic-load 4@0 align 4 agent monotonic nonprivate"},
    {"visible to the workgroup", D, 0, BUFFER, 4, 1, 4, NONPRIVATE | VISIBLE, WORKGROUP,
     "atomic-load 4@0 align 4 workgroup monotonic nonprivate"},
    {"visible to the subgroup", D, 0, BUFFER, 4, 1, 4, NONPRIVATE | VISIBLE, SUBGROUP,
     "atomic-load 4@0 align 4 wavefront monotonic nonprivate"},
    {"visible to itself", D, 0, BUFFER, 4, 1, 4, NONPRIVATE | VISIBLE, INVOCATION, "load 4@0 align 4 nonprivate"},
    {"available to itself", PROFILE_24, 1, BUFFER, 4, 4, 16, NONPRIVATE | AVAILABLE, INVOCATION,
     "store 16@0 align 16 nonprivate"},
    {"a scope that is none", D, 0, BUFFER, 4, 1, 4, NONPRIVATE | VISIBLE, 9, "unsupported"},
    {"visible without NonPrivate", D, 0, BUFFER, 4, 1, 4, VISIBLE, DEVICE,
     "atomic-load 4@0 align 4 agent monotonic nonprivate"},
    {"a load makes nothing available", D, 0, BUFFER, 4, 1, 4, NONPRIVATE | AVAILABLE, DEVICE,
     "load 4@0 align 4 nonprivate"},
    {"a store makes nothing visible", D, 1, BUFFER, 4, 1, 4, NONPRIVATE | VISIBLE, DEVICE,
     "store 4@0 align 4 nonprivate"},
    {"volatile and nontemporal as well", D, 1, BUFFER, 4, 1, 4, NONPRIVATE | AVAILABLE | VOLATILE | NONTEMPORAL, DEVICE,
     "volatile atomic-store 4@0 align 4 agent monotonic nonprivate nontemporal"},

    /* spellings, by profile */
    {"document, 128", D, 0, BUFFER, 4, 4, 16, NONPRIVATE | VISIBLE, DEVICE, "av-load 16@0 align 16 agent nonprivate"},
    {"document, 128, store", D, 1, BUFFER, 4, 4, 16, NONPRIVATE | AVAILABLE, DEVICE,
     "av-store 16@0 align 16 agent nonprivate"},
    {"document, 128, system", D, 0, BUFFER, 4, 4, 16, NONPRIVATE | VISIBLE, CROSS_DEVICE,
     "av-load 16@0 align 16 nonprivate"},
    {"22, 128", PROFILE_22, 0, BUFFER, 4, 4, 16, NONPRIVATE | VISIBLE, DEVICE,
     "atomic-load 8@0 align 16 agent monotonic nonprivate; atomic-load 8@8 align 8 agent monotonic "
     "nonprivate"},
    {"23, 64", PROFILE_23, 0, BUFFER, 4, 2, 8, NONPRIVATE | VISIBLE, DEVICE,
     "atomic-load 8@0 align 8 agent monotonic nonprivate"},
    {"24, 64", PROFILE_24, 0, BUFFER, 4, 2, 8, NONPRIVATE | VISIBLE, DEVICE, "av-load 8@0 align 8 agent nonprivate"},
    {"24, 96", PROFILE_24, 1, BUFFER, 4, 3, 16, NONPRIVATE | AVAILABLE, WORKGROUP,
     "av-store 8@0 align 16 workgroup nonprivate; av-store 4@8 align 8 workgroup nonprivate"},
    {"no intrinsic is volatile", PROFILE_23, 0, BUFFER, 4, 4, 16, NONPRIVATE | VISIBLE | VOLATILE, DEVICE,
     "volatile atomic-load 8@0 align 16 agent monotonic nonprivate; "
     "volatile atomic-load 8@8 align 8 agent monotonic nonprivate"},
    {"24, volatile is visible", PROFILE_24, 0, BUFFER, 4, 4, 16, NONPRIVATE | VISIBLE | VOLATILE, DEVICE,
     "volatile load 16@0 align 16 nonprivate"},
    {"24, volatile is available", PROFILE_24, 1, BUFFER, 8, 3, 8, NONPRIVATE | AVAILABLE | VOLATILE, CROSS_DEVICE,
     "volatile store 24@0 align 8 nonprivate"},
    {"draft, 128", PROFILE_DRAFT, 0, BUFFER, 4, 4, 16, NONPRIVATE | VISIBLE, DEVICE,
     "av-load 16@0 align 16 agent nonprivate"},
    {"draft, 64", PROFILE_DRAFT, 1, BUFFER, 4, 2, 8, NONPRIVATE | AVAILABLE, DEVICE,
     "atomic-store 8@0 align 8 agent monotonic nonprivate"},
    {"draft, 96, available", PROFILE_DRAFT, 1, BUFFER, 4, 3, 16, NONPRIVATE | AVAILABLE, WORKGROUP,
     "store 12@0 align 16 nonprivate; make-ptr-available @0 workgroup; make-ptr-available @4 workgroup; "
     "make-ptr-available @8 workgroup"},
    {"draft, 64 on 4, visible", PROFILE_DRAFT, 0, BUFFER, 4, 2, 4, NONPRIVATE | VISIBLE, CROSS_DEVICE,
     "make-ptr-visible @0; make-ptr-visible @4; load 8@0 align 4 nonprivate"},
    {"draft, volatile", PROFILE_DRAFT, 0, BUFFER, 4, 3, 4, NONPRIVATE | VISIBLE | VOLATILE, DEVICE,
     "volatile load 12@0 align 4 nonprivate"},
    {"draft, local", PROFILE_DRAFT, 1, LOCAL, 4, 3, 4, NONPRIVATE | AVAILABLE, DEVICE, "store 12@0 align 4 nonprivate"},

    /* local memory: atomics, no wider than the workgroup; plain from 24 on */
    {"local, to the device", D, 0, LOCAL, 4, 1, 4, NONPRIVATE | VISIBLE, DEVICE,
     "atomic-load 4@0 align 4 workgroup monotonic nonprivate"},
    {"local, 128", D, 1, LOCAL, 4, 4, 16, NONPRIVATE | AVAILABLE, CROSS_DEVICE,
     "atomic-store 8@0 align 16 workgroup monotonic nonprivate; "
     "atomic-store 8@8 align 8 workgroup monotonic nonprivate"},
    {"local, to the subgroup", PROFILE_23, 0, LOCAL, 4, 1, 4, NONPRIVATE | VISIBLE, SUBGROUP,
     "atomic-load 4@0 align 4 wavefront monotonic nonprivate"},
    {"local, to itself", D, 0, LOCAL, 4, 1, 4, NONPRIVATE | VISIBLE, INVOCATION, "load 4@0 align 4 nonprivate"},
    {"local, 24", PROFILE_24, 0, LOCAL, 4, 4, 16, NONPRIVATE | VISIBLE, DEVICE, "load 16@0 align 16 nonprivate"},
    {"local, 24, volatile", PROFILE_24, 1, LOCAL, 4, 1, 4, NONPRIVATE | AVAILABLE | VOLATILE, WORKGROUP,
     "volatile store 4@0 align 4 nonprivate"},
};

static void rows_hold(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct row *row = &rows[i];
        struct memory_map map = vulkan_map(row->profile);
        struct map_leaf leaf = leaf_of(row->write, row->storage_class, row->component_bytes, row->components,
                                       row->alignment, row->mask, row->scope);
        struct mapped_operations out;
        map_access(&map, &leaf, &out);
        expect_text(&out, row->expected, row->what);
    }
}

/* ---- how a width is split: i intrinsic, a atomic, p plain, then bytes ---- */

static const struct {
    enum profile profile;
    uint32_t address_space, component_bytes, components, alignment;
    const char *pieces;
} splits[] = {
    {D, 1, 4, 4, 32, "i16"},
    {D, 1, 4, 4, 16, "i16"},
    {D, 1, 4, 4, 8, "a8 a8"},
    {D, 1, 4, 4, 4, "a4 a4 a4 a4"},
    {D, 1, 4, 4, 2, "a2 a2 a2 a2 a2 a2 a2 a2"},
    {D, 1, 4, 2, 1, "a1 a1 a1 a1 a1 a1 a1 a1"},
    {D, 0, 4, 4, 16, "a8 a8"}, /* the document names no intrinsic for flat pointers */
    {D, 3, 4, 4, 16, "a8 a8"},
    {D, 1, 4, 3, 16, "a8 a4"},
    {D, 1, 4, 3, 8, "a8 a4"},
    {D, 1, 4, 3, 4, "a4 a4 a4"},
    {D, 1, 4, 2, 8, "a8"},
    {D, 1, 4, 2, 4, "a4 a4"},
    {D, 1, 4, 1, 4, "a4"},
    {D, 1, 4, 1, 2, "a2 a2"},
    {D, 1, 4, 1, 1, "a1 a1 a1 a1"},
    {D, 1, 2, 1, 2, "a2"},
    {D, 1, 2, 1, 1, "a1 a1"},
    {D, 1, 1, 1, 1, "a1"},
    {D, 1, 2, 2, 4, "a4"},
    {D, 1, 2, 3, 8, "a4 a2"},
    {D, 1, 2, 3, 2, "a2 a2 a2"},
    {D, 1, 2, 4, 8, "a8"},
    {D, 1, 1, 3, 4, "a2 a1"},
    {D, 1, 8, 1, 8, "a8"},
    {D, 1, 8, 1, 4, "a4 a4"},
    {D, 1, 8, 2, 16, "i16"},
    {D, 1, 8, 3, 16, "i16 a8"},
    {D, 1, 8, 3, 8, "a8 a8 a8"},
    {D, 1, 8, 4, 32, "i16 i16"},
    {PROFILE_22, 1, 4, 4, 16, "a8 a8"},
    {PROFILE_22, 0, 4, 4, 16, "a8 a8"},
    {PROFILE_22, 1, 4, 4, 4, "a4 a4 a4 a4"},
    {PROFILE_23, 1, 4, 4, 16, "i16"},
    {PROFILE_23, 0, 4, 4, 16, "i16"},
    {PROFILE_23, 3, 4, 4, 16, "a8 a8"},
    {PROFILE_23, 1, 4, 3, 16, "a8 a4"},
    {PROFILE_24, 1, 4, 4, 16, "i16"},
    {PROFILE_24, 0, 8, 3, 16, "i16 i8"},
    {PROFILE_24, 1, 4, 3, 16, "i8 i4"},
    {PROFILE_24, 1, 4, 4, 2, "i2 i2 i2 i2 i2 i2 i2 i2"},
    {PROFILE_24, 1, 1, 3, 1, "i1 i1 i1"},
    {PROFILE_24, 3, 4, 4, 4, "p16"},
    {D, 4, 4, 4, 4, "p16"},
    {D, 5, 4, 3, 4, "p12"},
};

static void splits_are_as_written(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(splits); i++) {
        for (int write = 0; write < 2; write++) {
            if (write && splits[i].address_space == 4)
                continue;
            struct memory_map map = vulkan_map(splits[i].profile);
            struct map_leaf leaf = leaf_of(write, BUFFER, splits[i].component_bytes, splits[i].components,
                                           splits[i].alignment, NONPRIVATE | (write ? AVAILABLE : VISIBLE), WORKGROUP);
            leaf.address_space = splits[i].address_space;
            struct mapped_operations out;
            map_access(&map, &leaf, &out);
            assert_null(out.unsupported);
            char pieces[256] = "";
            for (uint32_t n = 0; n < out.count; n++) {
                const struct mapped_operation *piece = &out.operations[n];
                bool plain = piece->kind == (write ? MAPPED_STORE : MAPPED_LOAD);
                bool atomic = piece->kind == (write ? MAPPED_ATOMIC_STORE : MAPPED_ATOMIC_LOAD);
                size_t length = strlen(pieces);
                snprintf(pieces + length, sizeof pieces - length, "%s%c%u", n ? " " : "",
                         plain    ? 'p'
                         : atomic ? 'a'
                                  : 'i',
                         (unsigned)piece->bytes);
            }
            assert_string_equal(pieces, splits[i].pieces);
        }
    }
}

/* Whether an access of `width` at `offset` is naturally aligned wherever a leaf of that alignment may lie. */
static bool is_aligned_everywhere(uint32_t alignment, uint32_t offset, uint32_t width) {
    for (uint32_t place = 0; place <= 16 * alignment; place += alignment) {
        if ((place + offset) % width != 0)
            return false;
    }
    return true;
}

/* From July 2026 on, local memory is by itself available and visible, from August on what is volatile. */
static bool local_is_plain(enum profile profile) {
    return profile == PROFILE_24 || profile == PROFILE_DRAFT;
}

/* Every width, alignment, address space and profile: each piece is the widest that is left and aligned
 * everywhere. */
static void check_pieces(const struct map_leaf *leaf, enum profile profile, const struct mapped_operations *out) {
    uint32_t bytes = leaf->component_bytes * leaf->components, offset = 0;
    bool suffixed = profile == PROFILE_23 || profile == PROFILE_24;
    bool is_older = profile == PROFILE_22 || profile == PROFILE_21 || profile == PROFILE_19;
    bool av_128 = !is_older && (leaf->address_space == 1 || (leaf->address_space == 0 && suffixed));
    for (uint32_t i = 0; i < out->count; i++) {
        const struct mapped_operation *piece = &out->operations[i];
        uint32_t widest = 1;
        while (widest < (av_128 ? 16u : 8u) && is_aligned_everywhere(leaf->alignment, offset, 2 * widest) &&
               offset + 2 * widest <= bytes)
            widest *= 2;
        assert_int_equal(piece->offset, offset);
        assert_int_equal(piece->bytes, widest);
        assert_true(is_aligned_everywhere(leaf->alignment, offset, piece->alignment));
        assert_true(piece->alignment >= piece->bytes);
        bool intrinsic = piece->kind == MAPPED_AV_LOAD || piece->kind == MAPPED_AV_STORE;
        bool narrow = profile == PROFILE_24 && leaf->address_space != 3;
        assert_int_equal(intrinsic, widest == 16 || narrow);
        offset += widest;
    }
    assert_int_equal(offset, bytes);
}

/* Profile draft: no piece holds the whole, and every scalar is made available or visible. */
static void check_made(const struct map_leaf *leaf, const struct mapped_operations *out) {
    uint32_t bytes = leaf->component_bytes * leaf->components, at = leaf->write ? 0 : leaf->components;
    bool whole = (bytes == 16 || (bytes <= 8 && (bytes & (bytes - 1)) == 0)) && leaf->alignment >= bytes;
    assert_false(whole);
    assert_int_equal(out->count, leaf->components + 1);
    assert_int_equal(out->operations[at].kind, leaf->write ? MAPPED_STORE : MAPPED_LOAD);
    assert_int_equal(out->operations[at].bytes, bytes);
    for (uint32_t i = 0; i < leaf->components; i++) {
        const struct mapped_operation *made = &out->operations[leaf->write ? i + 1 : i];
        assert_int_equal(made->kind, leaf->write ? MAPPED_MAKE_POINTER_AVAILABLE : MAPPED_MAKE_POINTER_VISIBLE);
        assert_int_equal(made->offset, i * leaf->component_bytes);
        assert_int_equal(made->scope, MMRA_SCOPE_WAVEFRONT);
    }
}

static void every_split_fits(void **state) {
    static const uint32_t spaces[] = {0, 1, 3};
    (void)state;
    for (int profile = 0; profile < PROFILE_COUNT; profile++) {
        struct memory_map map = vulkan_map((enum profile)profile);
        for (size_t space = 0; space < COUNT(spaces); space++) {
            if (spaces[space] == 3 && local_is_plain((enum profile)profile))
                continue;
            for (uint32_t width = 1; width <= 8; width *= 2) {
                for (uint32_t components = 1; components <= 16; components++) {
                    for (uint32_t alignment = 1; alignment <= 64; alignment *= 2) {
                        bool write = (components + alignment) % 2;
                        struct map_leaf leaf = leaf_of(write, BUFFER, width, components, alignment,
                                                       NONPRIVATE | AVAILABLE | VISIBLE, SUBGROUP);
                        leaf.address_space = spaces[space];
                        struct mapped_operations out;
                        map_access(&map, &leaf, &out);
                        if (out.unsupported) /* more pieces than there is room for: 65 bytes, byte by byte */
                            assert_true(width * components / alignment > MAP_MAX_PIECES);
                        else if (profile == PROFILE_DRAFT && leaf.address_space == 1 && out.count > 1)
                            check_made(&leaf, &out);
                        else
                            check_pieces(&leaf, (enum profile)profile, &out);
                    }
                }
            }
        }
    }
}

/* ---- every set of operands on every storage class at every scope ---- */

static bool is_own(uint32_t storage_class) {
    return storage_class == FUNCTION || storage_class == PRIVATE;
}

/* The whole of mapping.md 3 and 8 about one 32-bit access, as text. */
static void expected_text(const struct memory_map *map, const struct map_leaf *leaf, uint32_t scope, char *text) {
    static const char *const names[] = {"", "agent ", "workgroup ", "wavefront ", NULL, "agent ", "agent "};
    uint32_t mask = leaf->operands.mask;
    bool constant = leaf->storage_class == PUSH, own = is_own(leaf->storage_class);
    bool asked = mask & (leaf->write ? AVAILABLE : VISIBLE) && scope != INVOCATION && !constant && !own;
    const char *name = names[scope];
    bool local = leaf->storage_class == LOCAL;
    if (local && asked && !map->options.litmus && scope != SUBGROUP)
        name = "workgroup ";
    if (local && asked && local_is_plain(map->options.profile) && (!strcmp(name, "workgroup ") || scope == SUBGROUP))
        asked = false;
    if (asked && local_is_plain(map->options.profile) && !local && mask & VOLATILE)
        asked = false;
    const char *spelling = "";
    if (asked)
        spelling = map->options.profile == PROFILE_24 && !local ? "av-" : "atomic-";
    bool nonprivate = !own && mask & (NONPRIVATE | AVAILABLE | VISIBLE);
    sprintf(text, "%s%s%s 4@0 align 4 %s%s%s%s%s%s", mask & VOLATILE ? "volatile " : "", spelling,
            leaf->write ? "store" : "load", asked ? name : "",
            *spelling == 'a' && spelling[1] == 't' ? "monotonic " : "", nonprivate ? "nonprivate" : "private",
            own && map->options.thread_private ? " thread.private" : "", mask & NONTEMPORAL ? " nontemporal" : "",
            constant && !(mask & VOLATILE) ? " invariant" : "");
}

static void every_operand_on_every_class(void **state) {
    static const uint32_t classes[] = {
        BUFFER, PUSH, LOCAL, FUNCTION, PRIVATE, SpvStorageClassPhysicalStorageBuffer, SpvStorageClassCrossWorkgroup};
    (void)state;
    for (int profile = 0; profile < PROFILE_COUNT; profile++) {
        for (uint32_t bits = 0; bits < 64 * 7 * 2 * 4; bits++) {
            uint32_t mask = bits % 64, scope = bits / 64 % 7, write = bits / (64 * 7) % 2, mode = bits / (64 * 7 * 2);
            struct memory_map map = vulkan_map((enum profile)profile);
            map.options.thread_private = mode & 1;
            map.options.litmus = mode & 2;
            for (size_t i = 0; i < COUNT(classes); i++) {
                struct map_leaf leaf = leaf_of(write, classes[i], 4, 1, 4, mask, scope);
                struct mapped_operations out;
                char text[256];
                if (write && classes[i] == PUSH)
                    continue;
                map_access(&map, &leaf, &out);
                expected_text(&map, &leaf, scope, text);
                expect_text(&out, text, "every operand");
            }
        }
    }
}

/* A store takes the scope of availability, a load that of visibility. */
static void each_half_has_its_scope(void **state) {
    struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
    struct map_leaf leaf = leaf_of(false, BUFFER, 4, 1, 4, NONPRIVATE | AVAILABLE | VISIBLE, 0);
    struct mapped_operations out;
    (void)state;
    leaf.operands.available_scope = DEVICE;
    leaf.operands.visible_scope = WORKGROUP;
    map_access(&map, &leaf, &out);
    expect_text(&out, "atomic-load 4@0 align 4 workgroup monotonic nonprivate", "the read");
    leaf.write = true;
    map_access(&map, &leaf, &out);
    expect_text(&out, "atomic-store 4@0 align 4 agent monotonic nonprivate", "the write");
}

/* mapping.md 10: address space 7 drops the scope, so only plain accesses go through it. */
static void buffer_pointers_are_plain_only(void **state) {
    struct memory_map map = vulkan_map(PROFILE_22);
    struct map_leaf leaf = leaf_of(false, BUFFER, 4, 1, 4, NONPRIVATE, DEVICE);
    struct mapped_operations out;
    (void)state;
    leaf.address_space = ADDRESS_SPACE_BUFFER;
    map_access(&map, &leaf, &out);
    expect_text(&out, "load 4@0 align 4 nonprivate", "plain");
    leaf.operands.mask |= VISIBLE;
    map_access(&map, &leaf, &out);
    expect_text(&out, "unsupported", "visible");
    map = vulkan_map(PROFILE_24);
    leaf.operands.mask |= VOLATILE;
    map_access(&map, &leaf, &out);
    expect_text(&out, "unsupported", "volatile, where that is visible");
}

/* A vector of more components than are made available at once is plain; the caller divides others. */
static void long_vectors_are_plain(void **state) {
    struct memory_map map = vulkan_map(PROFILE_22);
    struct mapped_operations out;
    (void)state;
    for (int write = 0; write < 2; write++) {
        struct map_leaf leaf = leaf_of(write, BUFFER, 8, 1024, 8, NONPRIVATE, DEVICE);
        map_access(&map, &leaf, &out);
        assert_null(out.unsupported);
        assert_int_equal(out.count, 1);
        assert_int_equal(out.operations[0].kind, write ? MAPPED_STORE : MAPPED_LOAD);
        assert_int_equal(out.operations[0].bytes, 8192);
        assert_int_equal(out.operations[0].tags, MAP_NONPRIVATE);
        leaf.operands.mask |= write ? AVAILABLE : VISIBLE;
        map_access(&map, &leaf, &out);
        assert_string_equal(out.unsupported, "an available or visible access to a vector of more than 16 components");
    }
}

static void nonsense_is_refused(void **state) {
    static const struct {
        uint32_t component_bytes, components, alignment;
    } wrong[] = {{0, 1, 4}, {3, 1, 4}, {16, 1, 16}, {4, 0, 4}, {4, 17, 4}, {4, 1, 3}, {0xFFFFFFFF, 2, 4}};
    struct memory_map map = vulkan_map(PROFILE_22);
    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct map_leaf leaf = leaf_of(false, BUFFER, wrong[i].component_bytes, wrong[i].components, wrong[i].alignment,
                                       NONPRIVATE | VISIBLE, DEVICE);
        struct mapped_operations out;
        map_access(&map, &leaf, &out);
        expect_text(&out, "unsupported", "nonsense");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(storage_classes_are_those_of_section_2),
        cmocka_unit_test(long_vectors_are_plain),
        cmocka_unit_test(rows_hold),
        cmocka_unit_test(splits_are_as_written),
        cmocka_unit_test(every_split_fits),
        cmocka_unit_test(every_operand_on_every_class),
        cmocka_unit_test(each_half_has_its_scope),
        cmocka_unit_test(buffer_pointers_are_plain_only),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
