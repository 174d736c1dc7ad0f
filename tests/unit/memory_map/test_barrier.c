/* mapping.md 5 and 6: memory barriers and control barriers. */
#include "memory_map_text.h"
#include "semantics.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct spirv_memory_view memory_barrier(uint32_t scope, uint32_t semantics) {
    return (struct spirv_memory_view){
        .kind = SPIRV_MEMORY_BARRIER, .opcode = SpvOpMemoryBarrier, .scope = scope, .semantics = semantics};
}

static struct spirv_memory_view control_barrier(uint32_t execution, uint32_t scope, uint32_t semantics) {
    return (struct spirv_memory_view){.kind = SPIRV_MEMORY_CONTROL_BARRIER,
                                      .opcode = SpvOpControlBarrier,
                                      .execution_scope = execution,
                                      .scope = scope,
                                      .semantics = semantics};
}

/* ---- OpMemoryBarrier ---- */

static const struct {
    const char *what;
    uint32_t scope, semantics;
    const char *expected;
} memory_rows[] = {
    {"relaxed", 1, 0, ""},
    {"storage classes without a half", 1, UNIFORM | MAKE_A | MAKE_V, ""},
    {"acquire", 1, ACQ | UNIFORM | MAKE_V, "fence agent acquire nonprivate global"},
    {"acquire, none", 1, ACQ | UNIFORM, "fence agent acquire nonprivate none global"},
    {"release", 0, REL | UNIFORM | MAKE_A, "fence release nonprivate global"},
    {"release, none", 5, REL | UNIFORM, "fence agent release nonprivate none global"},
    {"both", 2, ACQ_REL | WORKGROUP | MAKE_A | MAKE_V, "fence workgroup acq_rel nonprivate local"},
    {"both, available only", 2, ACQ_REL | WORKGROUP | MAKE_A, "fence workgroup acq_rel nonprivate local"},
    {"both, visible only", 2, ACQ_REL | WORKGROUP | MAKE_V, "fence workgroup acq_rel nonprivate local"},
    {"both, none", 2, ACQ_REL | WORKGROUP, "fence workgroup acq_rel nonprivate none local"},
    {"seq_cst", 3, SEQ | MAKE_A | MAKE_V, "fence wavefront acq_rel nonprivate"},
    {"acquire with MakeAvailable alone", 1, ACQ | UNIFORM | MAKE_A, "fence agent acquire nonprivate none global"},
    {"release with MakeVisible alone", 1, REL | UNIFORM | MAKE_V, "fence agent release nonprivate none global"},
    {"two ordering bits", 1, ACQ | REL | MAKE_A | MAKE_V, "fence agent acq_rel nonprivate"},
    {"local fences keep their scope", 1, ACQ_REL | WORKGROUP | MAKE_A | MAKE_V, "fence agent acq_rel nonprivate local"},
    {"invocation", 4, ACQ_REL | UNIFORM | MAKE_A | MAKE_V, "fence singlethread acq_rel nonprivate global"},
    {"no scope", 8, ACQ_REL | UNIFORM, "unsupported"},
    /* mapping.md 5's table */
    {"CrossWorkgroup", 1, ACQ | MAKE_V | CROSS, "fence agent acquire nonprivate global"},
    {"AtomicCounter", 1, ACQ | MAKE_V | COUNTER, "fence agent acquire nonprivate global"},
    {"Image", 1, ACQ | MAKE_V | IMAGE, "fence agent acquire nonprivate global"},
    {"all global ones", 1, ACQ | MAKE_V | UNIFORM | CROSS | COUNTER | IMAGE, "fence agent acquire nonprivate global"},
    {"global and local", 1, ACQ | MAKE_V | UNIFORM | WORKGROUP, "fence agent acquire nonprivate"},
    {"image and local", 1, ACQ | MAKE_V | IMAGE | WORKGROUP, "fence agent acquire nonprivate"},
    {"Output", 1, ACQ | MAKE_V | OUTPUT, "fence agent acquire nonprivate"},
    {"Output and global", 1, ACQ | MAKE_V | OUTPUT | UNIFORM, "fence agent acquire nonprivate"},
    {"Output and local", 1, ACQ | MAKE_V | OUTPUT | WORKGROUP, "fence agent acquire nonprivate"},
    {"Subgroup", 1, ACQ | MAKE_V | SUBGROUP, "fence agent acquire nonprivate"},
    {"Subgroup and local", 1, ACQ | MAKE_V | SUBGROUP | WORKGROUP, "fence agent acquire nonprivate"},
};

/* Profile draft divides a fence of which one half alone makes available or visible. */
static bool is_divided(enum profile profile, uint32_t semantics) {
    bool both = semantics & ACQ_REL || (semantics & ACQ && semantics & REL);
    return profile == PROFILE_DRAFT && both && !(semantics & MAKE_A) != !(semantics & MAKE_V);
}

static void memory_barriers(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(memory_rows); i++) {
        for (int profile = 0; profile < PROFILE_COUNT; profile++) {
            struct memory_map map = vulkan_map((enum profile)profile);
            struct spirv_memory_view view = memory_barrier(memory_rows[i].scope, memory_rows[i].semantics);
            struct mapped_operations out;
            if (is_divided((enum profile)profile, memory_rows[i].semantics))
                continue;
            map_barrier(&map, &view, &out);
            expect_text(&out, memory_rows[i].expected, memory_rows[i].what);
        }
    }
}

static void barriers_are_divided_in_draft(void **state) {
    static const struct {
        uint32_t semantics;
        const char *expected;
    } divided[] = {
        {ACQ_REL | UNIFORM | MAKE_A, "fence agent acquire nonprivate none global; make-available agent; "
                                     "fence agent release nonprivate none global"},
        {ACQ_REL | WORKGROUP | MAKE_V, "fence agent acquire nonprivate none local; make-visible agent; "
                                       "fence agent release nonprivate none local"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(divided); i++) {
        struct memory_map map = vulkan_map(PROFILE_DRAFT);
        struct spirv_memory_view view = memory_barrier(SpvScopeDevice, divided[i].semantics);
        struct mapped_operations out;
        map_barrier(&map, &view, &out);
        expect_text(&out, divided[i].expected, "divided");
    }
}

/* Every set of storage-class bits: of each class, the memory that it is in; a tag only where all are in one.
 */
static void every_set_of_storage_classes(void **state) {
    static const struct {
        uint32_t bit;
        char memory; /* Global, Local, other */
    } classes[] = {{UNIFORM, 'G'}, {SUBGROUP, 'o'}, {WORKGROUP, 'L'}, {CROSS, 'G'},
                   {COUNTER, 'G'}, {IMAGE, 'G'},    {OUTPUT, 'o'}};
    (void)state;
    for (unsigned set = 0; set < 1u << COUNT(classes); set++) {
        uint32_t semantics = REL | MAKE_A;
        unsigned of_kind[128] = {0};
        for (size_t i = 0; i < COUNT(classes); i++) {
            if (set >> i & 1) {
                semantics |= classes[i].bit;
                of_kind[(int)classes[i].memory]++;
            }
        }
        const char *expected = "fence agent release nonprivate";
        if (of_kind['G'] && !of_kind['L'] && !of_kind['o'])
            expected = "fence agent release nonprivate global";
        if (of_kind['L'] && !of_kind['G'] && !of_kind['o'])
            expected = "fence agent release nonprivate local";
        struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
        struct spirv_memory_view view = memory_barrier(SpvScopeDevice, semantics);
        struct mapped_operations out;
        map_barrier(&map, &view, &out);
        expect_text(&out, expected, "storage classes");
    }
}

/* ---- OpControlBarrier ---- */

#define FENCE(ordering) "fence workgroup " ordering " nonprivate"

static const struct {
    const char *what;
    uint32_t semantics;
    const char *full;   /* in a module with atomics */
    const char *simple; /* in a module without */
} control_rows[] = {
    {"neither half", 0, "s.barrier", "s.barrier"},
    {"neither half, classes", WORKGROUP, "s.barrier", "s.barrier"},
    {"acquire alone", ACQ | MAKE_V, "s.barrier; " FENCE("acquire"), "s.barrier; " FENCE("acquire")},
    {"acquire alone, none", ACQ, "s.barrier; " FENCE("acquire") " none", "s.barrier; " FENCE("acquire") " none"},
    {"release alone", REL | MAKE_A, FENCE("release") "; s.barrier", FENCE("release") "; s.barrier"},
    {"release alone, none", REL, FENCE("release") " none; s.barrier", FENCE("release") " none; s.barrier"},
    {"both, available and visible", ACQ_REL | MAKE_A | MAKE_V, FENCE("acq_rel") "; s.barrier; " FENCE("acq_rel"),
     FENCE("release") "; s.barrier; " FENCE("acquire")},
    {"both, available only", ACQ_REL | MAKE_A,
     FENCE("acquire") " none; " FENCE("release") "; s.barrier; " FENCE("acquire") " none; " FENCE("release"),
     FENCE("release") "; s.barrier; " FENCE("acquire") " none"},
    {"both, visible only", ACQ_REL | MAKE_V,
     FENCE("acquire") "; " FENCE("release") " none; s.barrier; " FENCE("acquire") "; " FENCE("release") " none",
     FENCE("release") " none; s.barrier; " FENCE("acquire")},
    {"both, none", ACQ_REL, FENCE("acq_rel") " none; s.barrier; " FENCE("acq_rel") " none",
     FENCE("release") " none; s.barrier; " FENCE("acquire") " none"},
    {"seq_cst, local", SEQ | MAKE_A | MAKE_V | WORKGROUP,
     FENCE("acq_rel") " local; s.barrier; " FENCE("acq_rel") " local",
     FENCE("release") " local; s.barrier; " FENCE("acquire") " local"},
    {"two ordering bits, global", ACQ | REL | MAKE_A | UNIFORM | IMAGE,
     FENCE("acquire") " none global; " FENCE("release") " global; s.barrier; " FENCE("acquire") " none global; " FENCE(
         "release") " global",
     FENCE("release") " global; s.barrier; " FENCE("acquire") " none global"},
};

static void control_barriers(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(control_rows); i++) {
        struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
        struct spirv_memory_view view =
            control_barrier(SpvScopeWorkgroup, SpvScopeWorkgroup, control_rows[i].semantics);
        struct mapped_operations out;
        map_barrier(&map, &view, &out);
        expect_text(&out, control_rows[i].full, control_rows[i].what);
        map.facts.atomic_memory = 0;
        map_barrier(&map, &view, &out);
        expect_text(&out, control_rows[i].simple, control_rows[i].what);
        map.options.litmus = true; /* never reduced there */
        map_barrier(&map, &view, &out);
        expect_text(&out, control_rows[i].full, control_rows[i].what);
    }
}

/* ---- split barriers ---- */

static void split_barriers(void **state) {
    enum { ARRIVE = SPIRV_MEMORY_ARRIVE, WAIT = SPIRV_MEMORY_WAIT };
    static const struct {
        uint8_t kind;
        uint32_t execution, scope, semantics;
        const char *expected;
    } rows[] = {
        {ARRIVE, 2, 2, 0, ""},
        {WAIT, 2, 2, 0, "s.barrier"},
        {WAIT, 3, 2, WORKGROUP, "wave.barrier"},
        {ARRIVE, 2, 2, REL | MAKE_A | WORKGROUP, FENCE("release") " local"},
        {ARRIVE, 2, 2, REL | WORKGROUP, FENCE("release") " none local"},
        {ARRIVE, 3, 1, REL | MAKE_A | UNIFORM, "fence agent release nonprivate global"},
        {WAIT, 2, 2, ACQ | MAKE_V | WORKGROUP, "s.barrier; " FENCE("acquire") " local"},
        {WAIT, 2, 1, ACQ | UNIFORM, "s.barrier; fence agent acquire nonprivate none global"},
        {WAIT, 3, 2, ACQ | MAKE_V, "wave.barrier; " FENCE("acquire")},
        {ARRIVE, 2, 2, ACQ | WORKGROUP, "unsupported"},
        {ARRIVE, 2, 2, ACQ_REL | WORKGROUP, "unsupported"},
        {WAIT, 2, 2, REL | WORKGROUP, "unsupported"},
        {WAIT, 2, 2, SEQ | WORKGROUP, "unsupported"},
        {ARRIVE, 1, 2, REL | MAKE_A, "unsupported"},
        {WAIT, 4, 2, ACQ | MAKE_V, "unsupported"},
        {WAIT, 2, 8, ACQ | MAKE_V, "unsupported"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
        struct spirv_memory_view view = control_barrier(rows[i].execution, rows[i].scope, rows[i].semantics);
        struct mapped_operations out;
        char what[32];
        view.kind = rows[i].kind;
        view.opcode = rows[i].kind == ARRIVE ? SpvOpControlBarrierArriveINTEL : SpvOpControlBarrierWaitINTEL;
        snprintf(what, sizeof what, "row %zu", i);
        map_barrier(&map, &view, &out);
        expect_text(&out, rows[i].expected, what);
    }
}

/* mapping.md 6: what the module has besides, and whether a barrier is reduced to a release before and an acquire after.
 */
static void reduced_barriers(void **state) {
    enum { G = MAP_SYNC_GLOBAL, L = MAP_SYNC_LOCAL, WG = SpvScopeWorkgroup, SG = SpvScopeSubgroup };
    static const struct {
        const char *what;
        uint32_t execution, semantics;
        bool halved;
        uint8_t atomic, fenced, unbounded;
        bool reduced;
    } rows[] = {
        {"nothing else", WG, WORKGROUP, false, 0, 0, 0, true},
        {"fences without atomics", WG, WORKGROUP, false, 0, G | L, G | L, true},
        {"atomics elsewhere", WG, WORKGROUP, false, G, G | L, G | L, true},
        {"atomics elsewhere, the other way", WG, UNIFORM | IMAGE, false, L, G | L, G | L, true},
        {"atomics there, all order by barriers", WG, WORKGROUP, false, L, 0, 0, true},
        {"atomics there, others order elsewhere", WG, WORKGROUP, false, L, G, G, true},
        {"atomics there, others order there", WG, WORKGROUP, false, L, L, L, false},
        {"global", WG, UNIFORM, false, G, 0, G, false},
        {"both kinds, a release through local memory of global memory", WG, UNIFORM | WORKGROUP, false, L, 0, G, false},
        {"no kind is all", WG, 0, false, L, 0, G, false},
        {"what no tag names is all", WG, WORKGROUP | OUTPUT, false, G, 0, L, false},
        {"one half somewhere", WG, WORKGROUP, true, 0, 0, 0, false},
        {"subgroup, nothing else", SG, WORKGROUP, false, 0, 0, L, true},
        {"subgroup, atomics", SG, WORKGROUP, false, L, 0, L, false},
        {"subgroup, atomics elsewhere", SG, WORKGROUP, false, G, 0, L, true},
        {"subgroup, fences", SG, WORKGROUP, false, 0, L, L, false},
        {"subgroup, fences elsewhere", SG, WORKGROUP, false, 0, G, G | L, true},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct memory_map map = vulkan_map(PROFILE_22);
        struct spirv_memory_view view =
            control_barrier(rows[i].execution, SpvScopeWorkgroup, ACQ_REL | MAKE_A | MAKE_V | rows[i].semantics);
        struct mapped_operations out;
        map.facts.halved_barriers = rows[i].halved;
        map.facts.atomic_memory = rows[i].atomic;
        map.facts.fenced_memory = rows[i].fenced;
        map.facts.unbounded_memory = rows[i].unbounded;
        map_barrier(&map, &view, &out);
        if ((out.operations[0].ordering == IR_RELEASE) != rows[i].reduced || out.count != 3)
            fail_msg("%s: %s", rows[i].what, rows[i].reduced ? "not reduced" : "reduced");
    }
}

static void what_is_learned(void **state) {
    enum {
        G = MAP_SYNC_GLOBAL,
        L = MAP_SYNC_LOCAL,
        CONTROL = SPIRV_MEMORY_CONTROL_BARRIER,
        FENCE = SPIRV_MEMORY_BARRIER
    };
    enum { RMW = SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE, CMPXCHG = SPIRV_MEMORY_ATOMIC_COMPARE_EXCHANGE };
    enum { WG = SpvScopeWorkgroup, SG = SpvScopeSubgroup, DEVICE = SpvScopeDevice };
    enum { BUFFER = SpvStorageClassStorageBuffer, LOCAL = SpvStorageClassWorkgroup, TEXEL = SpvStorageClassImage };
    static const struct {
        uint8_t kind;
        uint32_t execution, scope, storage_class, semantics, unequal;
        bool halved;
        uint8_t atomic, fenced, unbounded;
    } rows[] = {
        {CONTROL, WG, WG, 0, ACQ_REL | WORKGROUP, 0, false, 0, 0, 0},
        {CONTROL, WG, SG, 0, ACQ_REL | UNIFORM, 0, false, 0, 0, 0},
        {CONTROL, WG, SpvScopeInvocation, 0, ACQ_REL, 0, false, 0, 0, 0},
        {CONTROL, WG, WG, 0, 0, 0, false, 0, 0, 0},
        {CONTROL, WG, DEVICE, 0, ACQ_REL | WORKGROUP, 0, false, 0, 0, L},
        {CONTROL, WG, SpvScopeQueueFamily, 0, ACQ_REL | IMAGE, 0, false, 0, 0, G},
        {CONTROL, SG, SG, 0, ACQ_REL | WORKGROUP | UNIFORM, 0, false, 0, 0, G | L},
        {CONTROL, WG, WG, 0, ACQ | WORKGROUP, 0, true, 0, 0, 0},
        {CONTROL, WG, WG, 0, REL | WORKGROUP, 0, true, 0, 0, 0},
        {SPIRV_MEMORY_ARRIVE, WG, WG, 0, REL | WORKGROUP, 0, true, 0, 0, L},
        {SPIRV_MEMORY_WAIT, WG, WG, 0, ACQ | UNIFORM, 0, true, 0, 0, G},
        {SPIRV_MEMORY_WAIT, WG, WG, 0, 0, 0, true, 0, 0, 0},
        {FENCE, 0, WG, 0, ACQ_REL | WORKGROUP, 0, false, 0, L, L},
        {FENCE, 0, DEVICE, 0, REL | OUTPUT | UNIFORM, 0, false, 0, G | L, G | L},
        {FENCE, 0, DEVICE, 0, UNIFORM, 0, false, 0, 0, 0},
        {RMW, 0, DEVICE, BUFFER, 0, 0, false, G, 0, 0},
        {RMW, 0, DEVICE, LOCAL, 0, 0, false, L, 0, 0},
        {RMW, 0, WG, LOCAL, ACQ | UNIFORM, 0, false, L, 0, G},
        {RMW, 0, WG, TEXEL, REL | WORKGROUP, 0, false, G, 0, L},
        {CMPXCHG, 0, WG, BUFFER, UNIFORM, ACQ | WORKGROUP, false, G, 0, L},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct memory_map map = vulkan_map(PROFILE_22);
        struct spirv_memory_view view = {.kind = rows[i].kind,
                                         .execution_scope = rows[i].execution,
                                         .scope = rows[i].scope,
                                         .storage_class = rows[i].storage_class,
                                         .semantics = rows[i].semantics,
                                         .unequal_semantics = rows[i].unequal};
        map.facts.atomic_memory = map.facts.unbounded_memory = 0;
        map_learn_synchronization(&map, &view);
        const struct map_module_facts *facts = &map.facts;
        if (facts->halved_barriers != rows[i].halved || facts->atomic_memory != rows[i].atomic ||
            facts->fenced_memory != rows[i].fenced || facts->unbounded_memory != rows[i].unbounded)
            fail_msg("row %zu: halved %d, atomic %x, fenced %x, unbounded %x", i, facts->halved_barriers,
                     facts->atomic_memory, facts->fenced_memory, facts->unbounded_memory);
    }
}

static void scopes_of_control_barriers(void **state) {
    static const struct {
        uint32_t execution, memory, semantics;
        const char *expected;
    } rows[] = {
        {SpvScopeSubgroup, SpvScopeSubgroup, 0, "wave.barrier"},
        {SpvScopeSubgroup, SpvScopeSubgroup, REL | MAKE_A | WORKGROUP,
         "fence wavefront release nonprivate local; wave.barrier"},
        {SpvScopeWorkgroup, SpvScopeDevice, ACQ | MAKE_V | UNIFORM, "s.barrier; fence agent acquire nonprivate global"},
        {SpvScopeWorkgroup, SpvScopeCrossDevice, REL | MAKE_A, "fence release nonprivate; s.barrier"},
        {SpvScopeWorkgroup, SpvScopeInvocation, 0, "s.barrier"},
        {SpvScopeDevice, SpvScopeDevice, 0, "unsupported"},
        {SpvScopeQueueFamily, SpvScopeDevice, 0, "unsupported"},
        {SpvScopeInvocation, SpvScopeWorkgroup, 0, "unsupported"},
        {SpvScopeCrossDevice, SpvScopeWorkgroup, ACQ_REL, "unsupported"},
        {SpvScopeWorkgroup, 99, ACQ_REL, "unsupported"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
        struct spirv_memory_view view = control_barrier(rows[i].execution, rows[i].memory, rows[i].semantics);
        struct mapped_operations out;
        map_barrier(&map, &view, &out);
        expect_text(&out, rows[i].expected, "scopes");
    }
}

/* mapping.md 4: --implicit-nonprivate leaves the tag out on fences too. */
static void implicit_nonprivate(void **state) {
    struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
    struct spirv_memory_view view = control_barrier(SpvScopeWorkgroup, SpvScopeWorkgroup, ACQ_REL | MAKE_A | WORKGROUP);
    struct mapped_operations out;
    (void)state;
    map.options.implicit_nonprivate = true;
    map.facts.atomic_memory = 0;
    map_barrier(&map, &view, &out);
    expect_text(&out, "fence workgroup release local; s.barrier; fence workgroup acquire none local", "implicit");
}

/* mapping.md 6: with an acquire-release image atomic in the module, fences that cover global memory are at least
 * at agent scope and never none. */
static void image_atomics_raise_fences(void **state) {
    static const struct {
        uint32_t scope, semantics;
        const char *expected;
    } rows[] = {
        {SpvScopeWorkgroup, REL | UNIFORM, "fence agent release nonprivate global"},
        {SpvScopeWorkgroup, ACQ | WORKGROUP | UNIFORM, "fence agent acquire nonprivate"},
        {SpvScopeSubgroup, ACQ_REL, "fence agent acq_rel nonprivate"},
        {SpvScopeCrossDevice, ACQ_REL | IMAGE, "fence acq_rel nonprivate global"},
        {SpvScopeWorkgroup, ACQ_REL | WORKGROUP, "fence workgroup acq_rel nonprivate none local"},
        {SpvScopeWorkgroup, 0, ""},
    };
    struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
    struct mapped_operations out;
    (void)state;
    map.facts.image_acq_rel = true;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct spirv_memory_view view = memory_barrier(rows[i].scope, rows[i].semantics);
        map_barrier(&map, &view, &out);
        expect_text(&out, rows[i].expected, "raised");
    }
    /* Raised, the fences of a side no longer differ. */
    struct spirv_memory_view view = control_barrier(SpvScopeWorkgroup, SpvScopeWorkgroup, ACQ_REL | MAKE_A);
    map_barrier(&map, &view, &out);
    expect_text(&out, "fence agent acq_rel nonprivate; s.barrier; fence agent acq_rel nonprivate", "raised barrier");
}

/* Outputs that a stage shares are local memory, and the barrier of a patch orders them (mapping.md 5 and 7). */
static const struct stage_row {
    const char *what;
    uint32_t model;
    bool patch; /* of tessellation control; else the barrier is that of a stage that shares outputs otherwise */
    uint32_t scope, semantics;
    const char *expected;
} stage_rows[] = {
    {"Output", SpvMemoryModelVulkan, false, 2, ACQ_REL | OUTPUT | MAKE_A | MAKE_V,
     "fence workgroup release nonprivate local; s.barrier; fence workgroup acquire nonprivate local"},
    {"Output and local", SpvMemoryModelVulkan, false, 2, ACQ_REL | OUTPUT | WORKGROUP | MAKE_A | MAKE_V,
     "fence workgroup release nonprivate local; s.barrier; fence workgroup acquire nonprivate local"},
    {"Output and global", SpvMemoryModelVulkan, false, 2, ACQ_REL | OUTPUT | UNIFORM | MAKE_A | MAKE_V,
     "fence workgroup release nonprivate; s.barrier; fence workgroup acquire nonprivate"},
    {"Output, that only orders", SpvMemoryModelVulkan, false, 2, ACQ_REL | OUTPUT,
     "fence workgroup release nonprivate none local; s.barrier; fence workgroup acquire nonprivate none local"},
    {"of a patch, Output", SpvMemoryModelVulkan, true, 2, ACQ_REL | OUTPUT,
     "fence workgroup release nonprivate local; s.barrier; fence workgroup acquire nonprivate local"},
    {"of a patch, nothing", SpvMemoryModelVulkan, true, 4, 0, "s.barrier"},
    {"of a patch, GLSL450", SpvMemoryModelGLSL450, true, 4, 0,
     "fence workgroup release nonprivate local; s.barrier; fence workgroup acquire nonprivate local"},
    {"of a patch, Simple", SpvMemoryModelSimple, true, 4, 0,
     "fence workgroup release nonprivate local; s.barrier; fence workgroup acquire nonprivate local"},
    {"of a patch, GLSL450, buffers", SpvMemoryModelGLSL450, true, 1, ACQ_REL | UNIFORM | MAKE_A | MAKE_V,
     "fence agent release nonprivate; s.barrier; fence agent acquire nonprivate"},
};

static void barriers_of_stages(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(stage_rows); i++) {
        const struct stage_row *row = &stage_rows[i];
        for (int mode = 0; mode < (row->model == SpvMemoryModelVulkan ? 1 : 2); mode++) {
            struct memory_map map = vulkan_map(PROFILE_22);
            struct spirv_memory_view view = control_barrier(2, row->scope, row->semantics);
            struct mapped_operations out;
            map.facts.memory_model = row->model;
            map.options.glsl450 = mode ? GLSL450_STRICT : GLSL450_CONSERVATIVE;
            map.facts.atomic_memory = 0;
            map.facts.shared_outputs = true;
            map.facts.barrier_of_outputs = row->patch;
            map_barrier(&map, &view, &out);
            expect_text(&out, row->expected, row->what);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_barriers),
        cmocka_unit_test(barriers_are_divided_in_draft),
        cmocka_unit_test(every_set_of_storage_classes),
        cmocka_unit_test(control_barriers),
        cmocka_unit_test(scopes_of_control_barriers),
        cmocka_unit_test(implicit_nonprivate),
        cmocka_unit_test(image_atomics_raise_fences),
        cmocka_unit_test(split_barriers),
        cmocka_unit_test(reduced_barriers),
        cmocka_unit_test(barriers_of_stages),
        cmocka_unit_test(what_is_learned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
