/* mapping.md 4 and 5: atomics, orderings, amdgcn-av:none, which memory is ordered. */
#include "memory_map_text.h"
#include "semantics.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct spirv_memory_view atomic_view(uint16_t opcode, uint32_t scope, uint32_t semantics, uint32_t unequal) {
    return (struct spirv_memory_view){.kind = SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE,
                                      .opcode = opcode,
                                      .storage_class = SpvStorageClassStorageBuffer,
                                      .scope = scope,
                                      .semantics = semantics,
                                      .unequal_semantics = unequal};
}

/* ---- mapping.md 4's table of opcodes ---- */

static const struct {
    uint16_t opcode;
    bool floating;
    const char *expected;
} opcodes[] = {
    {SpvOpAtomicLoad, false, "atomic-load 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicLoad, true, "atomic-load 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicStore, false, "atomic-store 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicStore, true, "atomic-store 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicExchange, false, "rmw xchg 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicExchange, true, "rmw xchg 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicCompareExchange, false, "cmpxchg 4@0 align 4 agent monotonic monotonic nonprivate"},
    {SpvOpAtomicCompareExchange, true, "unsupported"},
    {SpvOpAtomicIIncrement, false, "rmw add 1 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicIDecrement, false, "rmw sub 1 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicIAdd, false, "rmw add 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicISub, false, "rmw sub 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicSMin, false, "rmw min 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicUMin, false, "rmw umin 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicSMax, false, "rmw max 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicUMax, false, "rmw umax 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicAnd, false, "rmw and 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicOr, false, "rmw or 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicXor, false, "rmw xor 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicIAdd, true, "unsupported"},
    {SpvOpAtomicUMax, true, "unsupported"},
    {SpvOpAtomicXor, true, "unsupported"},
    {SpvOpAtomicFAddEXT, true, "rmw fadd 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicFMinEXT, true, "rmw fmin 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicFMaxEXT, true, "rmw fmax 4@0 align 4 agent monotonic nonprivate"},
    {SpvOpAtomicFAddEXT, false, "unsupported"},
    {SpvOpAtomicFlagTestAndSet, false, "unsupported"}, /* Kernel only */
    {SpvOpAtomicFlagClear, false, "unsupported"},
    {SpvOpAtomicCompareExchangeWeak, false, "unsupported"},
    {SpvOpLoad, false, "unsupported"},
};

static void opcodes_are_those_of_section_4(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(opcodes); i++) {
        struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
        struct spirv_memory_view view = atomic_view(opcodes[i].opcode, SpvScopeDevice, 0, 0);
        struct mapped_operations out;
        map_atomic(&map, &view, 1, 4, opcodes[i].floating, &out);
        expect_text(&out, opcodes[i].expected, "opcode");
    }
}

/* ---- rows ---- */

#define LOAD    SpvOpAtomicLoad
#define STORE   SpvOpAtomicStore
#define ADD     SpvOpAtomicIAdd
#define CMPXCHG SpvOpAtomicCompareExchange

static const struct {
    const char *what;
    uint16_t opcode;
    uint32_t scope, semantics, unequal, address_space, bytes;
    const char *expected;
} rows[] = {
    {"8 bits", LOAD, 1, 0, 0, 1, 1, "atomic-load 1@0 align 1 agent monotonic nonprivate"},
    {"16 bits", STORE, 1, 0, 0, 1, 2, "atomic-store 2@0 align 2 agent monotonic nonprivate"},
    {"64 bits", ADD, 1, 0, 0, 1, 8, "rmw add 8@0 align 8 agent monotonic nonprivate"},
    {"128 bits", ADD, 1, 0, 0, 1, 16, "unsupported"},
    {"24 bits", ADD, 1, 0, 0, 1, 3, "unsupported"},
    {"system", ADD, 0, 0, 0, 1, 4, "rmw add 4@0 align 4 monotonic nonprivate"},
    {"workgroup", ADD, 2, 0, 0, 1, 4, "rmw add 4@0 align 4 workgroup monotonic nonprivate"},
    {"subgroup", ADD, 3, 0, 0, 1, 4, "rmw add 4@0 align 4 wavefront monotonic nonprivate"},
    {"invocation", ADD, 4, 0, 0, 1, 4, "rmw add 4@0 align 4 singlethread monotonic nonprivate"},
    {"queue family", ADD, 5, 0, 0, 1, 4, "rmw add 4@0 align 4 agent monotonic nonprivate"},
    {"no scope", ADD, 7, 0, 0, 1, 4, "unsupported"},
    {"flat", ADD, 1, 0, 0, 0, 4, "rmw add 4@0 align 4 agent monotonic nonprivate"},
    {"constant memory", LOAD, 1, 0, 0, 4, 4, "unsupported"},
    {"private memory", ADD, 1, 0, 0, 5, 4, "unsupported"},
    {"buffer pointer", ADD, 1, 0, 0, 7, 4, "unsupported"},

    {"volatile", ADD, 1, VOLATILE_SEMANTICS, 0, 1, 4, "volatile rmw add 4@0 align 4 agent monotonic nonprivate"},
    {"volatile failure", CMPXCHG, 1, 0, VOLATILE_SEMANTICS, 1, 4,
     "volatile cmpxchg 4@0 align 4 agent monotonic monotonic nonprivate"},

    {"acquire", LOAD, 1, ACQ | UNIFORM | MAKE_V, 0, 1, 4, "atomic-load 4@0 align 4 agent acquire nonprivate"},
    {"acquire, none", LOAD, 1, ACQ | UNIFORM, 0, 1, 4, "atomic-load 4@0 align 4 agent acquire nonprivate none"},
    {"release", STORE, 1, REL | UNIFORM | MAKE_A, 0, 1, 4, "atomic-store 4@0 align 4 agent release nonprivate"},
    {"release, none", STORE, 1, REL | UNIFORM, 0, 1, 4, "atomic-store 4@0 align 4 agent release nonprivate none"},
    {"both", ADD, 2, ACQ_REL | UNIFORM | MAKE_A | MAKE_V, 0, 1, 4, "rmw add 4@0 align 4 workgroup acq_rel nonprivate"},
    {"both, available only", ADD, 2, ACQ_REL | UNIFORM | MAKE_A, 0, 1, 4,
     "rmw add 4@0 align 4 workgroup acq_rel nonprivate"},
    {"both, visible only", ADD, 2, ACQ_REL | UNIFORM | MAKE_V, 0, 1, 4,
     "rmw add 4@0 align 4 workgroup acq_rel nonprivate"},
    {"both, none", ADD, 2, ACQ_REL | UNIFORM, 0, 1, 4, "rmw add 4@0 align 4 workgroup acq_rel nonprivate none"},
    {"two bits are their union", ADD, 1, ACQ | REL | UNIFORM, 0, 1, 4,
     "rmw add 4@0 align 4 agent acq_rel nonprivate none"},
    {"seq_cst", ADD, 1, SEQ | UNIFORM | MAKE_A | MAKE_V, 0, 1, 4, "rmw add 4@0 align 4 agent acq_rel nonprivate"},
    {"seq_cst load", LOAD, 1, SEQ | UNIFORM | MAKE_V, 0, 1, 4, "atomic-load 4@0 align 4 agent acquire nonprivate"},
    {"seq_cst store", STORE, 1, SEQ | UNIFORM | MAKE_A, 0, 1, 4, "atomic-store 4@0 align 4 agent release nonprivate"},
    {"a load has no release half to judge", LOAD, 1, ACQ_REL | UNIFORM | MAKE_A, 0, 1, 4,
     "atomic-load 4@0 align 4 agent acquire nonprivate none"},
    {"a load releases nothing", LOAD, 1, REL | UNIFORM | MAKE_A, 0, 1, 4,
     "atomic-load 4@0 align 4 agent monotonic nonprivate"},
    {"a store acquires nothing", STORE, 1, ACQ | UNIFORM | MAKE_V, 0, 1, 4,
     "atomic-store 4@0 align 4 agent monotonic nonprivate"},
    {"monotonic is never none", ADD, 1, UNIFORM, 0, 1, 4, "rmw add 4@0 align 4 agent monotonic nonprivate"},

    {"cmpxchg, both orderings", CMPXCHG, 1, ACQ_REL | UNIFORM | MAKE_A | MAKE_V, ACQ | UNIFORM | MAKE_V, 1, 4,
     "cmpxchg 4@0 align 4 agent acq_rel acquire nonprivate"},
    {"cmpxchg, failure releases nothing", CMPXCHG, 1, ACQ_REL | UNIFORM | MAKE_A | MAKE_V,
     ACQ_REL | UNIFORM | MAKE_A | MAKE_V, 1, 4, "cmpxchg 4@0 align 4 agent acq_rel acquire nonprivate"},
    {"cmpxchg, release on failure is relaxed", CMPXCHG, 1, REL | UNIFORM | MAKE_A, REL | UNIFORM | MAKE_A, 1, 4,
     "cmpxchg 4@0 align 4 agent release monotonic nonprivate"},
    {"cmpxchg, none", CMPXCHG, 1, ACQ_REL | UNIFORM, ACQ | UNIFORM, 1, 4,
     "cmpxchg 4@0 align 4 agent acq_rel acquire nonprivate none"},
    {"cmpxchg, judged by the union", CMPXCHG, 1, REL | UNIFORM, ACQ | UNIFORM | MAKE_V, 1, 4,
     "cmpxchg 4@0 align 4 agent release acquire nonprivate"},
    {"cmpxchg, the failure's acquire alone", CMPXCHG, 1, 0, ACQ | UNIFORM, 1, 4,
     "cmpxchg 4@0 align 4 agent monotonic acquire nonprivate none"},
    {"cmpxchg, release made available, acquire not visible", CMPXCHG, 1, REL | UNIFORM | MAKE_A, ACQ | UNIFORM, 1, 4,
     "cmpxchg 4@0 align 4 agent release acquire nonprivate"},

    /* local memory: no wider than the workgroup, unless it orders global memory too */
    {"local, relaxed", ADD, 1, 0, 0, 3, 4, "rmw add 4@0 align 4 workgroup monotonic nonprivate"},
    {"local, relaxed, system", STORE, 0, 0, 0, 3, 4, "atomic-store 4@0 align 4 workgroup monotonic nonprivate"},
    {"local, relaxed, subgroup", ADD, 3, 0, 0, 3, 4, "rmw add 4@0 align 4 wavefront monotonic nonprivate"},
    {"local, orders local", ADD, 1, ACQ_REL | WORKGROUP | MAKE_A | MAKE_V, 0, 3, 4,
     "rmw add 4@0 align 4 workgroup acq_rel nonprivate"},
    {"local, orders global", ADD, 1, ACQ_REL | UNIFORM | MAKE_A | MAKE_V, 0, 3, 4,
     "rmw add 4@0 align 4 agent acq_rel nonprivate"},
    {"local, orders both", ADD, 1, ACQ_REL | WORKGROUP | UNIFORM | MAKE_A | MAKE_V, 0, 3, 4,
     "rmw add 4@0 align 4 agent acq_rel nonprivate"},
    {"local, orders all", STORE, 1, REL | MAKE_A, 0, 3, 4, "atomic-store 4@0 align 4 agent release nonprivate"},
    {"local, a failure that orders global", CMPXCHG, 1, 0, ACQ | UNIFORM | MAKE_V, 3, 4,
     "cmpxchg 4@0 align 4 agent monotonic acquire nonprivate"},
    {"global, orders local", ADD, 1, ACQ_REL | WORKGROUP | MAKE_A | MAKE_V, 0, 1, 4,
     "rmw add 4@0 align 4 agent acq_rel nonprivate"},
};

static void rows_hold(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        for (int profile = 0; profile < PROFILE_COUNT; profile++) { /* no profile spells an atomic otherwise */
            struct memory_map map = vulkan_map((enum profile)profile);
            struct spirv_memory_view view =
                atomic_view(rows[i].opcode, rows[i].scope, rows[i].semantics, rows[i].unequal);
            struct mapped_operations out;
            map_atomic(&map, &view, rows[i].address_space, rows[i].bytes, false, &out);
            expect_text(&out, rows[i].expected, rows[i].what);
        }
    }
}

/* ---- options ---- */

static void options_change_what_they_say(void **state) {
    struct memory_map map = vulkan_map(PROFILE_22);
    struct spirv_memory_view view = atomic_view(ADD, SpvScopeDevice, ACQ_REL | WORKGROUP, 0);
    struct mapped_operations out;
    (void)state;
    map.options.implicit_nonprivate = true;
    map_atomic(&map, &view, 1, 4, false, &out);
    expect_text(&out, "rmw add 4@0 align 4 agent acq_rel none", "--implicit-nonprivate");
    map.options = vulkan_map(PROFILE_22).options;

    map.options.atomics_sync_as = true;
    map_atomic(&map, &view, 1, 4, false, &out);
    expect_text(&out, "rmw add 4@0 align 4 agent acq_rel nonprivate none local", "--atomics-sync-as");
    view.semantics = WORKGROUP; /* the tag would say what the access itself concerns */
    map_atomic(&map, &view, 1, 4, false, &out);
    expect_text(&out, "rmw add 4@0 align 4 agent monotonic nonprivate", "--atomics-sync-as, relaxed");
    map.options = vulkan_map(PROFILE_22).options;

    map.options.litmus = true;
    map_atomic(&map, &view, 3, 4, false, &out);
    expect_text(&out, "rmw add 4@0 align 4 agent monotonic nonprivate", "litmus: abstract local memory");
    map.options = vulkan_map(PROFILE_22).options;

    map.options.device_memory = true;
    map_atomic(&map, &view, 1, 4, false, &out);
    expect_text(&out, "rmw add 4@0 align 4 agent monotonic nonprivate no.fine.grained no.remote", "--memory=device");
    map_atomic(&map, &view, 3, 4, false, &out);
    expect_text(&out, "rmw add 4@0 align 4 workgroup monotonic nonprivate", "--memory=device, local memory");
    view.opcode = LOAD;
    map_atomic(&map, &view, 1, 4, false, &out);
    expect_text(&out, "atomic-load 4@0 align 4 agent monotonic nonprivate", "--memory=device, a load");
}

/* mapping.md 10, "Atomics that order one memory": a fence says the half where the atomic's own memory is all that it
 * orders. Columns: opcode, semantics, unequal semantics, address space. */
static void fences_say_what_atomics_order(void **state) {
    static const struct {
        uint16_t opcode;
        uint32_t semantics, unequal, address_space;
        const char *expected;
    } cases[] = {
        {STORE, REL | WORKGROUP | MAKE_A, 0, 3,
         "fence workgroup release nonprivate local; atomic-store 4@0 align 4 workgroup monotonic nonprivate"},
        {LOAD, ACQ | WORKGROUP, 0, 3,
         "atomic-load 4@0 align 4 workgroup monotonic nonprivate; fence workgroup acquire nonprivate none local"},
        {ADD, REL | UNIFORM | MAKE_A, 0, 1,
         "fence agent release nonprivate global; rmw add 4@0 align 4 agent monotonic nonprivate"},
        {CMPXCHG, REL | UNIFORM, 0, 1,
         "fence agent release nonprivate none global; cmpxchg 4@0 align 4 agent monotonic monotonic nonprivate"},
        {CMPXCHG, ACQ | WORKGROUP | MAKE_V, ACQ | WORKGROUP | MAKE_V, 3,
         "cmpxchg 4@0 align 4 workgroup monotonic monotonic nonprivate; fence workgroup acquire nonprivate local"},
        /* a load's own wait is less than a fence's */
        {LOAD, ACQ | UNIFORM | MAKE_V, 0, 1, "atomic-load 4@0 align 4 agent acquire nonprivate"},
        /* what it acquires it also releases */
        {ADD, ACQ_REL | WORKGROUP, 0, 3, "rmw add 4@0 align 4 workgroup acq_rel nonprivate none"},
        {CMPXCHG, REL | WORKGROUP, ACQ | WORKGROUP, 3, "cmpxchg 4@0 align 4 workgroup release acquire nonprivate none"},
        /* the other memory, both, none */
        {STORE, REL | WORKGROUP | MAKE_A, 0, 1, "atomic-store 4@0 align 4 agent release nonprivate"},
        {STORE, REL | UNIFORM | MAKE_A, 0, 3, "atomic-store 4@0 align 4 agent release nonprivate"},
        {STORE, REL | UNIFORM | WORKGROUP | MAKE_A, 0, 1, "atomic-store 4@0 align 4 agent release nonprivate"},
        {STORE, WORKGROUP, 0, 3, "atomic-store 4@0 align 4 workgroup monotonic nonprivate"},
        {STORE, REL | UNIFORM | MAKE_A, 0, 0, "atomic-store 4@0 align 4 agent release nonprivate"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct memory_map map = vulkan_map(PROFILE_23);
        struct spirv_memory_view view =
            atomic_view(cases[i].opcode, SpvScopeDevice, cases[i].semantics, cases[i].unequal);
        struct mapped_operations out;
        map.options.fences_for_atomics = map.facts.local_memory = true;
        map_atomic(&map, &view, cases[i].address_space, 4, false, &out);
        expect_text(&out, cases[i].expected, "fences for atomics");
        map.facts.image_acq_rel = true; /* all of them are raised to one scope, and stay what they are */
        map_atomic(&map, &view, cases[i].address_space, 4, false, &out);
        assert_int_equal(out.count, 1);
    }
}

/* mapping.md 6: an acquire-release image atomic raises what covers global memory. */
static void image_atomics_raise_the_rest(void **state) {
    static const struct {
        uint16_t opcode;
        uint32_t scope, semantics, address_space;
        const char *expected;
    } raised[] = {
        {ADD, 2, ACQ_REL | UNIFORM, 1, "rmw add 4@0 align 4 agent acq_rel nonprivate"},
        {LOAD, 3, ACQ, 1, "atomic-load 4@0 align 4 agent acquire nonprivate"},
        {STORE, 0, REL | IMAGE, 1, "atomic-store 4@0 align 4 release nonprivate"},
        {ADD, 2, UNIFORM, 1, "rmw add 4@0 align 4 workgroup monotonic nonprivate"},
        {ADD, 2, ACQ_REL | WORKGROUP, 3, "rmw add 4@0 align 4 workgroup acq_rel nonprivate none"},
        {ADD, 2, ACQ_REL | WORKGROUP | UNIFORM, 3, "rmw add 4@0 align 4 agent acq_rel nonprivate"},
    };
    struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
    (void)state;
    map.facts.image_acq_rel = true;
    for (size_t i = 0; i < COUNT(raised); i++) {
        struct spirv_memory_view view = atomic_view(raised[i].opcode, raised[i].scope, raised[i].semantics, 0);
        struct mapped_operations out;
        map_atomic(&map, &view, raised[i].address_space, 4, false, &out);
        expect_text(&out, raised[i].expected, "raised");
    }
}

/* ---- every semantics ---- */

/* The halves of each of the 16 sets of ordering bits (Acquire 1, Release 2, AcquireRelease 4,
 * SequentiallyConsistent 8). */
static const char *const halves_of[16] = {"",   "A",  "R",  "AR", "AR", "AR", "AR", "AR",
                                          "AR", "AR", "AR", "AR", "AR", "AR", "AR", "AR"};

/* mapping.md 5, class by class: the value that each asks for. */
static const struct {
    uint32_t bit;
    const char *value;
} classes[] = {{UNIFORM, "global"},  {CROSS, "global"}, {COUNTER, "global"}, {IMAGE, "global"},
               {WORKGROUP, "local"}, {OUTPUT, "any"},   {SUBGROUP, "any"}};

static const char *ordered_memory(uint32_t semantics) {
    const char *value = NULL;
    for (size_t i = 0; i < COUNT(classes); i++) {
        if (!(semantics & classes[i].bit))
            continue;
        if (value && strcmp(value, classes[i].value) != 0)
            return "any";
        value = classes[i].value;
    }
    return value ? value : "any";
}

static void expected_text(uint16_t opcode, uint32_t semantics, const char *scope, bool tag_memory, char *text) {
    const char *all = halves_of[semantics >> 1 & 15];
    bool acquires = strchr(all, 'A') && opcode != STORE;
    bool releases = strchr(all, 'R') && opcode != LOAD;
    const char *ordering = acquires && releases ? "acq_rel" : acquires ? "acquire" : releases ? "release" : "monotonic";
    bool av = (acquires && semantics & MAKE_V) || (releases && semantics & MAKE_A);
    const char *memory = ordered_memory(semantics);
    bool half = acquires || releases;
    sprintf(text, "%s%s 4@0 align 4 %s %s nonprivate%s%s%s", semantics & VOLATILE_SEMANTICS ? "volatile " : "",
            opcode == LOAD    ? "atomic-load"
            : opcode == STORE ? "atomic-store"
                              : "rmw add",
            scope, ordering, half && !av ? " none" : "", tag_memory && half && strcmp(memory, "any") ? " " : "",
            tag_memory && half && strcmp(memory, "any") ? memory : "");
}

static void every_semantics(void **state) {
    static const uint16_t tried[] = {LOAD, STORE, ADD};
    (void)state;
    for (uint32_t semantics = 0; semantics < 0x10000; semantics += 2) {
        if (semantics & 0x20) /* no bit of the specification */
            continue;
        for (size_t i = 0; i < COUNT(tried); i++) {
            for (int tag_memory = 0; tag_memory < 2; tag_memory++) {
                struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
                struct spirv_memory_view view = atomic_view(tried[i], SpvScopeDevice, semantics, 0);
                struct mapped_operations out;
                char text[256];
                map.options.atomics_sync_as = tag_memory;
                map_atomic(&map, &view, 1, 4, false, &out);
                expected_text(tried[i], semantics, "agent", tag_memory, text);
                expect_text(&out, text, "global");
                /* Local memory: the same, in the workgroup if no global memory is ordered. */
                map_atomic(&map, &view, 3, 4, false, &out);
                expected_text(tried[i], semantics, "agent", tag_memory, text);
                bool clipped = strstr(text, "monotonic") || !strcmp(ordered_memory(semantics), "local");
                expected_text(tried[i], semantics, clipped ? "workgroup" : "agent", tag_memory, text);
                expect_text(&out, text, "local");
            }
        }
    }
}

/* Every pair of orderings with every pair of bits, and the storage classes of either. */
static void every_compare_exchange(void **state) {
    static const uint32_t memory[] = {0, UNIFORM, WORKGROUP, UNIFORM | WORKGROUP, OUTPUT};
    (void)state;
    for (uint32_t n = 0; n < 64 * 64 * 25; n++) {
        uint32_t a = (n & 15) << 1 | (n >> 4 & 3) << 13 | memory[n / 4096 % 5];
        uint32_t b = (n >> 6 & 15) << 1 | (n >> 10 & 3) << 13 | memory[n / 4096 / 5];
        struct memory_map map = vulkan_map(PROFILE_DOCUMENT);
        struct spirv_memory_view view = atomic_view(CMPXCHG, SpvScopeDevice, a, b);
        struct mapped_operations out;
        map.options.atomics_sync_as = true;
        map_atomic(&map, &view, 1, 4, false, &out);
        assert_int_equal(out.count, 1);

        const char *success = halves_of[a >> 1 & 15], *failure = strchr(halves_of[b >> 1 & 15], 'A');
        bool acquires = strchr(success, 'A') || failure, releases = strchr(success, 'R');
        assert_int_equal(out.operations[0].ordering, !*success               ? IR_MONOTONIC
                                                     : !strcmp(success, "A") ? IR_ACQUIRE
                                                     : !strcmp(success, "R") ? IR_RELEASE
                                                                             : IR_ACQ_REL);
        assert_int_equal(out.operations[0].failure_ordering, failure ? IR_ACQUIRE : IR_MONOTONIC);
        bool av = (acquires && (a | b) & MAKE_V) || (releases && (a | b) & MAKE_A);
        assert_int_equal(!!(out.operations[0].tags & MAP_AV_NONE), (acquires || releases) && !av);
        /* Never narrower than what either names: both must name the same one kind. */
        const char *ordered = *success ? ordered_memory(a) : failure ? ordered_memory(b) : "any";
        if (*success && failure && strcmp(ordered_memory(a), ordered_memory(b)) != 0)
            ordered = "any";
        assert_int_equal(!!(out.operations[0].tags & MAP_SYNC_GLOBAL), !strcmp(ordered, "global"));
        assert_int_equal(!!(out.operations[0].tags & MAP_SYNC_LOCAL), !strcmp(ordered, "local"));
        assert_true(out.operations[0].tags & MAP_NONPRIVATE);
        assert_false(out.operations[0].tags & MAP_PRIVATE);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opcodes_are_those_of_section_4), cmocka_unit_test(rows_hold),
        cmocka_unit_test(options_change_what_they_say),   cmocka_unit_test(fences_say_what_atomics_order),
        cmocka_unit_test(image_atomics_raise_the_rest),   cmocka_unit_test(every_semantics),
        cmocka_unit_test(every_compare_exchange),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
