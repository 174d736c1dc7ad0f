/* Atomics and barriers: the memory map and the second reading, cell by cell. */
#include "cells.h"

#include "../memory_map/semantics.h"

enum { UNIFORM_CLASS = 1 << 0, WORKGROUP_CLASS = 1 << 1, IMAGE_CLASS = 1 << 2, OUTPUT_CLASS = 1 << 3 };

enum { OTHER_MEMORY, TASK_MAKES, BARE_CLASSES, REFUSED_PATCH, DIFFERENCES };

static struct difference differences[DIFFERENCES] = {
    [OTHER_MEMORY] = {"bits of memory that Vulkan has not",
                      "SubgroupMemory, CrossWorkgroupMemory and AtomicCounterMemory order nothing for the reading; the "
                      "map counts them as memory of the target, which orders more",
                      0},
    [TASK_MAKES] =
        {"WorkgroupMemory in a task shader",
         "the payload is global memory: the map orders all memory by it, and makes it available and visible; "
         "the reading has accesses to the payload do that",
         0},
    [BARE_CLASSES] = {"storage classes of a patch's barrier that has no half",
                      "they have no meaning: the map orders them together with the outputs, the reading outputs alone",
                      0},
    [REFUSED_PATCH] = {"a patch's barrier that orders other memory less than outputs",
                       "one event cannot say so: the reading refuses it, the map orders that memory as outputs", 0},
};

static const uint32_t halves[] = {0, ACQ, REL, ACQ_REL, SEQ, ACQ | REL};

struct cell {
    struct table table;
    struct spirv_instruction in;
    struct spirv_memory_view view;
    uint32_t words[MAX_WORDS];
    uint32_t semantics, unequal;
    unsigned long cells;
};

static void fail_cell(const struct cell *c, const char *what, unsigned mapped, unsigned read) {
    fail_msg("%s, %s, %s, scope %u, semantics 0x%x, unequal 0x%x: %s: the map has 0x%x, the second reading 0x%x",
             c->table.kind->name, c->table.stage->name, spirv_opcode_name(c->in.opcode), c->view.scope, c->semantics,
             c->unequal, what, mapped, read);
}

/* ---- what both must agree on ---- */

static unsigned halves_of(uint16_t flags) {
    return (flags & MODEL_ACQUIRE ? HALF_ACQUIRE : 0u) | (flags & MODEL_RELEASE ? HALF_RELEASE : 0u);
}

static unsigned made_of(uint16_t flags) {
    return (flags & MODEL_SEMANTICS_VISIBLE ? HALF_ACQUIRE : 0u) |
           (flags & MODEL_SEMANTICS_AVAILABLE ? HALF_RELEASE : 0u);
}

/* The memory that IR must order for storage classes of Vulkan: MAP_SYNC_GLOBAL or MAP_SYNC_LOCAL, or 0 for all. Shared
 * outputs are local memory. */
static unsigned memory_of(const struct cell *c, unsigned classes) {
    bool outputs_are_local = c->table.stage->shares_outputs;
    bool global = classes & (UNIFORM_CLASS | IMAGE_CLASS), local = classes & WORKGROUP_CLASS;
    if (classes & OUTPUT_CLASS && !outputs_are_local)
        return 0;
    local |= classes & OUTPUT_CLASS;
    return global == local ? 0 : global ? MAP_SYNC_GLOBAL : MAP_SYNC_LOCAL;
}

static bool covers(unsigned memory, unsigned needed) {
    return memory == 0 || memory == needed;
}

static bool has_other_memory(uint32_t semantics) {
    return semantics & (SUBGROUP | CROSS | COUNTER);
}

static bool is_task_order(const struct cell *c, uint32_t semantics) {
    return c->table.stage->task && semantics & WORKGROUP;
}

/* Halves, availability, memory: `mapped` and `read` have at least one half. */
static void compare_memory(const struct cell *c, uint32_t semantics, unsigned mapped, unsigned classes) {
    unsigned needed = memory_of(c, classes);
    bool of_nothing = !classes && has_other_memory(semantics);
    if (!of_nothing && !covers(mapped, needed))
        fail_cell(c, "memory too narrow", mapped, needed);
    if (mapped == needed)
        return;
    if (has_other_memory(semantics))
        differences[OTHER_MEMORY].seen++;
    else if (is_task_order(c, semantics))
        differences[TASK_MAKES].seen++;
    else
        fail_cell(c, "memory", mapped, needed);
}

static void compare_made(const struct cell *c, uint32_t semantics, unsigned mapped, unsigned read) {
    if (mapped == read)
        return;
    if (is_task_order(c, semantics) && (mapped & read) == read)
        differences[TASK_MAKES].seen++;
    else
        fail_cell(c, "makes available or visible", mapped, read);
}

/* Vulkan's appendix, "Memory Semantics". */
static unsigned classes_of_bits(uint32_t semantics) {
    return (semantics & UNIFORM ? UNIFORM_CLASS : 0u) | (semantics & WORKGROUP ? WORKGROUP_CLASS : 0u) |
           (semantics & IMAGE ? IMAGE_CLASS : 0u) | (semantics & OUTPUT ? OUTPUT_CLASS : 0u);
}

/* ---- barriers ---- */

/* Whether a barrier orders as much of everything as a patch's barrier does of outputs. */
static bool orders_as_outputs(const struct cell *c) {
    uint32_t semantics = c->view.semantics;
    bool always = c->table.kind->memory_model != SpvMemoryModelVulkan && c->table.reading.as_drivers;
    bool acquires_and_releases = semantics & (ACQ_REL | SEQ) || (semantics & ACQ && semantics & REL);
    bool makes = always || (semantics & MAKE_A && semantics & MAKE_V);
    return acquires_and_releases && makes && c->view.scope != SpvScopeSubgroup && c->view.scope != SpvScopeInvocation;
}

/* Whether a patch's barrier orders outputs by itself. */
static bool is_barrier_of_outputs(const struct cell *c) {
    return c->view.kind == SPIRV_MEMORY_CONTROL_BARRIER && c->table.stage->patch &&
           c->view.execution_scope == SpvScopeWorkgroup &&
           (c->table.kind->memory_model != SpvMemoryModelVulkan || c->view.semantics & OUTPUT);
}

/* A patch's barrier, where the two are meant to differ. True if it does. */
static bool differs_in_patch(struct cell *c, const struct second_answer *read) {
    bool ordered = c->view.semantics & (ACQ | REL | ACQ_REL | SEQ);
    uint32_t classes = c->view.semantics & (UNIFORM | SUBGROUP | WORKGROUP | CROSS | COUNTER | IMAGE);
    if (!is_barrier_of_outputs(c))
        return false;
    bool orders_less = ordered && c->view.semantics & (UNIFORM | WORKGROUP | IMAGE) && !orders_as_outputs(c);
    if (orders_less != (read->refused != NULL))
        fail_cell(c, "refused", orders_less, read->refused != NULL);
    if (orders_less) {
        differences[REFUSED_PATCH].seen++;
        return true;
    }
    bool outputs_alone = read->classes == OUTPUT_CLASS && !ordered && classes;
    if (outputs_alone)
        differences[BARE_CLASSES].seen++;
    return outputs_alone;
}

static void check_barrier(struct cell *c) {
    struct spirv_memory_view effective = map_effective_barrier(&c->table.map, &c->view);
    struct map_semantics mapped = map_semantics_read(&c->table.map, effective.semantics);
    struct second_answer read = second_reading_barrier(&c->table.reading, &c->in);
    c->cells++;
    if (differs_in_patch(c, &read))
        return;
    if (read.refused)
        fail_cell(c, read.refused, 0, 0);
    if (mapped.halves != halves_of(read.flags))
        fail_cell(c, "halves", mapped.halves, halves_of(read.flags));
    if (!mapped.halves) {
        assert_int_equal(read.flags | read.classes, 0);
        return;
    }
    compare_made(c, c->view.semantics, mapped.made & mapped.halves, made_of(read.flags));
    compare_memory(c, effective.semantics, mapped.memory, read.classes);
    if (read.classes != classes_of_bits(effective.semantics))
        fail_cell(c, "storage classes", classes_of_bits(effective.semantics), read.classes);
    if (effective.scope != read.scope)
        fail_cell(c, "scope", effective.scope, read.scope);
}

/* An arrival that acquires, or a wait that releases, both refuse. */
static void check_half(struct cell *c) {
    uint32_t other = c->view.kind == SPIRV_MEMORY_ARRIVE ? ACQ : REL;
    bool wrong = c->view.semantics & (other | ACQ_REL | SEQ);
    struct mapped_operations out;
    map_barrier(&c->table.map, &c->view, &out);
    struct second_answer read = second_reading_barrier(&c->table.reading, &c->in);
    if ((read.refused != NULL) != wrong || (out.unsupported != NULL) != wrong)
        fail_cell(c, "refused", out.unsupported != NULL, read.refused != NULL);
    if (!wrong)
        check_barrier(c);
}

/* ---- atomics: what the map makes of them in the end ---- */

static void check_atomic(struct cell *c) {
    struct mapped_operations out;
    map_atomic(&c->table.map, &c->view, ADDRESS_SPACE_GLOBAL, 4, false, &out);
    assert_int_equal(out.count, 1);
    const struct mapped_operation *mapped = &out.operations[0];
    bool exchange = c->view.kind == SPIRV_MEMORY_ATOMIC_COMPARE_EXCHANGE;
    struct second_answer read = second_reading_atomic(&c->table.reading, &c->in, false);
    struct second_answer failed = {.scope = read.scope};
    if (exchange)
        failed = second_reading_atomic(&c->table.reading, &c->in, true);
    c->cells++;
    if (read.scope != failed.scope || read.scope != c->view.scope || mapped->scope != target_scope(read.scope))
        fail_cell(c, "scope", mapped->scope, read.scope);
    if (mapped->ordering != map_ordering((uint8_t)halves_of(read.flags)))
        fail_cell(c, "ordering", mapped->ordering, read.flags);
    if (exchange && mapped->failure_ordering != map_ordering((uint8_t)halves_of(failed.flags)))
        fail_cell(c, "failure ordering", mapped->failure_ordering, failed.flags);
    if (read.flags && read.classes != classes_of_bits(c->semantics))
        fail_cell(c, "storage classes", classes_of_bits(c->semantics), read.classes);
    unsigned all = halves_of(read.flags | failed.flags), made = made_of(read.flags | failed.flags);
    if (!all) {
        assert_int_equal(mapped->tags & (MAP_AV_NONE | MAP_SYNC_GLOBAL | MAP_SYNC_LOCAL), 0);
        return;
    }
    uint32_t semantics = c->semantics | (failed.flags ? c->unequal : 0);
    /* One tag switches off both halves (mapping.md 4). */
    compare_made(c, c->semantics | c->unequal, !(mapped->tags & MAP_AV_NONE), made != 0);
    bool alike = !exchange || !halves_of(read.flags) || !halves_of(failed.flags) || read.classes == failed.classes;
    unsigned memory = mapped->tags & (MAP_SYNC_GLOBAL | MAP_SYNC_LOCAL);
    if (alike)
        compare_memory(c, semantics, memory, halves_of(read.flags) ? read.classes : failed.classes);
    else if ((read.classes && !covers(memory, memory_of(c, read.classes))) ||
             (failed.classes && !covers(memory, memory_of(c, failed.classes))))
        fail_cell(c, "memory of either exchange", memory, read.classes | failed.classes);
}

/* ---- all cells ---- */

static void check(struct cell *c, uint16_t opcode, uint32_t count) {
    c->in = table_instruction(opcode, c->words, count);
    c->view = table_decode(&c->table, &c->in);
    if (c->view.kind == SPIRV_MEMORY_ARRIVE || c->view.kind == SPIRV_MEMORY_WAIT)
        check_half(c);
    else if (c->view.kind == SPIRV_MEMORY_BARRIER || c->view.kind == SPIRV_MEMORY_CONTROL_BARRIER)
        check_barrier(c);
    else
        check_atomic(c);
}

/* Every instruction with a scope and these semantics. */
static void check_instructions(struct cell *c, uint32_t scope) {
    static const uint16_t atomics[] = {SpvOpAtomicLoad, SpvOpAtomicStore, SpvOpAtomicIAdd, SpvOpAtomicExchange,
                                       SpvOpAtomicIIncrement};
    static const uint32_t executions[] = {SpvScopeWorkgroup, SpvScopeSubgroup};
    memcpy(c->words, (uint32_t[]){scope, SEMANTICS}, 2 * sizeof *c->words);
    check(c, SpvOpMemoryBarrier, 2);
    for (size_t i = 0; i < COUNT(executions); i++) {
        memcpy(c->words, (uint32_t[]){FIRST_SCOPE + executions[i], scope, SEMANTICS}, 3 * sizeof *c->words);
        check(c, SpvOpControlBarrier, 3);
        check(c, SpvOpControlBarrierArriveINTEL, 3);
        check(c, SpvOpControlBarrierWaitINTEL, 3);
    }
    memcpy(c->words, (uint32_t[]){POINTER, scope, SEMANTICS, VALUE}, 4 * sizeof *c->words);
    for (size_t i = 0; i < COUNT(atomics); i++)
        check(c, atomics[i], 4);
}

/* SPIR-V 3.25: MakeAvailable needs a release, MakeVisible an acquire. */
static bool is_valid(uint32_t semantics) {
    return (!(semantics & MAKE_A) || semantics & (REL | ACQ_REL | SEQ)) &&
           (!(semantics & MAKE_V) || semantics & (ACQ | ACQ_REL | SEQ));
}

/* A compare-exchange, with what it may ask for if it fails: to acquire, or nothing. */
static void check_exchanges(struct cell *c, uint32_t scope) {
    static const uint32_t acquires[] = {0, ACQ, SEQ};
    static const uint32_t classes[] = {0, UNIFORM, WORKGROUP, UNIFORM | WORKGROUP, IMAGE, CROSS};
    bool vulkan = c->table.kind->memory_model == SpvMemoryModelVulkan;
    if (!is_valid(c->semantics))
        return;
    memcpy(c->words, (uint32_t[]){POINTER, scope, SEMANTICS, UNEQUAL, VALUE, VALUE}, 6 * sizeof *c->words);
    for (size_t h = 0; h < COUNT(acquires); h++)
        for (size_t k = 0; k < COUNT(classes); k++)
            for (uint32_t visible = 0; visible < (vulkan && acquires[h] ? 2 : 1); visible++) {
                c->unequal = acquires[h] | classes[k] | visible * MAKE_V;
                table_set_constant(&c->table, UNEQUAL, c->unequal);
                check(c, SpvOpAtomicCompareExchange, 6);
            }
    c->unequal = 0;
}

/* Semantics: one kind of order, any storage classes, and the bits of the Vulkan memory model where it is declared. */
static void every_semantics(struct cell *c) {
    bool vulkan = c->table.kind->memory_model == SpvMemoryModelVulkan;
    for (size_t h = 0; h < COUNT(halves); h++)
        for (uint32_t classes = 0; classes < 128; classes++)
            for (uint32_t made = 0; made < (vulkan ? 8 : 1); made++) {
                c->semantics = halves[h] | classes * UNIFORM | made * MAKE_A;
                c->unequal = 0;
                table_set_constant(&c->table, SEMANTICS, c->semantics);
                for (uint32_t scope = 0; scope < SCOPES; scope++) {
                    check_instructions(c, FIRST_SCOPE + scope);
                    if (scope == SpvScopeDevice && classes % 5 == 0)
                        check_exchanges(c, FIRST_SCOPE + scope);
                }
            }
}

static void every_order(void **state) {
    static struct cell c;
    (void)state;
    table_begin(&c.table);
    for (size_t k = 0; k < COUNT(module_kinds); k++)
        for (size_t s = 0; s < COUNT(stage_kinds); s++) {
            table_set(&c.table, &module_kinds[k], &stage_kinds[s]);
            check(&c, SpvOpBeginInvocationInterlockEXT, 0);
            check(&c, SpvOpEndInvocationInterlockEXT, 0);
            every_semantics(&c);
        }
    expect_all_seen(differences, DIFFERENCES);
    print_message("%lu cells\n", c.cells);
    assert_true(c.cells > 1000000);
    test_release(&c.table.memory);
}

/* The number that the model gives a storage class is the one whose bit orders it: Vulkan's appendix, "Memory
 * Semantics". */
static void storage_classes_are_those_of_the_bits(void **state) {
    static const struct {
        uint32_t storage_class, bit;
    } rows[] = {{SpvStorageClassStorageBuffer, UNIFORM},
                {SpvStorageClassUniform, UNIFORM},
                {SpvStorageClassPhysicalStorageBuffer, UNIFORM},
                {SpvStorageClassShaderRecordBufferKHR, UNIFORM},
                {SpvStorageClassWorkgroup, WORKGROUP},
                {SpvStorageClassTaskPayloadWorkgroupEXT, WORKGROUP},
                {SpvStorageClassImage, IMAGE},
                {SpvStorageClassOutput, OUTPUT}};
    static struct table table;
    uint32_t words[] = {FIRST_SCOPE + SpvScopeDevice, SEMANTICS};
    (void)state;
    table_begin(&table);
    table_set(&table, &module_kinds[0], &stage_kinds[0]);
    for (size_t i = 0; i < COUNT(rows); i++) {
        table_set_constant(&table, SEMANTICS, ACQ | rows[i].bit);
        struct spirv_instruction in = table_instruction(SpvOpMemoryBarrier, words, 2);
        struct second_answer answer = second_reading_barrier(&table.reading, &in);
        assert_int_equal(answer.classes, 1u << second_reading_class(rows[i].storage_class));
    }
    test_release(&table.memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_order),
                                       cmocka_unit_test(storage_classes_are_those_of_the_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
