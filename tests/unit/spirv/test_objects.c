/* Coherent and Volatile objects: against spirv-opt --upgrade-memory-model, whose result says at each access
 * what it has found there; and by hand where it does not go. */
#include "testing.h"

#include "spirv/memory_view.h"

#define HEAD                                                                                                           \
    "OpCapability Shader\nOpCapability Linkage\nOpCapability VariablePointers\nOpCapability "                          \
    "Int64\nOpCapability Addresses\n"                                                                                  \
    "%99 = OpExtInstImport \"GLSL.std.450\"\nOpMemoryModel Logical GLSL450\n"

#define TYPES                                                                                                          \
    "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n%3 = OpTypeInt 32 0\n%4 = OpTypeFloat 32\n%5 = OpTypeBool\n"             \
    "%6 = OpConstant %3 0\n%7 = OpConstant %3 1\n%8 = OpConstant %3 2\n%9 = OpConstantTrue %5\n"                       \
    "%10 = OpTypePointer StorageBuffer %3\n%11 = OpTypeVector %3 2\n%12 = OpConstantNull %11\n"                        \
    "%13 = OpTypeVector %3 4\n%14 = OpConstant %4 1\n"

#define MAIN "%20 = OpFunction %1 None %2\n%21 = OpLabel\n"
#define END  "OpReturn\nOpFunctionEnd\n"

/* Each is read with and without its decorations being in the text: every access kind, every way to an object.
 */
static const char *const modules[] = {
    /* variables: coherent, volatile, both, neither */
    HEAD "OpDecorate %30 Coherent\nOpDecorate %31 Volatile\nOpDecorate %32 Coherent\nOpDecorate %32 "
         "Volatile\n" TYPES "%30 = OpVariable %10 StorageBuffer\n%31 = OpVariable %10 StorageBuffer\n%32 = "
         "OpVariable %10 StorageBuffer\n"
         "%33 = OpVariable %10 StorageBuffer\n" MAIN
         "%40 = OpLoad %3 %30\n%41 = OpLoad %3 %31\n%42 = OpLoad %3 %32 Aligned 4\n%43 = OpLoad %3 %33\n"
         "OpStore %30 %40\nOpStore %31 %40 Nontemporal\nOpStore %32 %40\nOpStore %33 %40 Volatile\n"
         "%44 = OpAtomicIAdd %3 %30 %7 %6 %7\n%45 = OpAtomicIAdd %3 %31 %7 %6 %7\n"
         "%46 = OpAtomicCompareExchange %3 %32 %8 %6 %6 %7 %7\nOpAtomicStore %33 %7 %6 %7\n"
         "%47 = OpCopyObject %10 %32\n%48 = OpLoad %3 %47\n"
         "OpMemoryBarrier %7 %6\nOpControlBarrier %8 %7 %6\n" END,

    /* members, through one chain and through two, by constants of other widths */
    HEAD "OpDecorate %34 ArrayStride 12\nOpMemberDecorate %30 1 Coherent\nOpMemberDecorate %30 2 Volatile\n" TYPES
         "%15 = OpTypeInt 64 1\n%16 = OpConstant %15 1\n"
         "%30 = OpTypeStruct %3 %3 %3\n%31 = OpTypeArray %30 %8\n%32 = OpTypeStruct %31 %3 %30\n"
         "%33 = OpTypePointer StorageBuffer %32\n%34 = OpTypePointer StorageBuffer %30\n"
         "%35 = OpTypePointer StorageBuffer %31\n%36 = OpVariable %33 StorageBuffer\n" MAIN
         "%40 = OpAccessChain %10 %36 %6 %7 %6\n%41 = OpLoad %3 %40\n"
         "%42 = OpAccessChain %10 %36 %6 %7 %7\n%43 = OpLoad %3 %42\n"
         "%44 = OpInBoundsAccessChain %10 %36 %6 %7 %8\n%45 = OpLoad %3 %44\n"
         "%46 = OpAccessChain %10 %36 %7\n%47 = OpLoad %3 %46\n"
         "%48 = OpAccessChain %34 %36 %8\n%49 = OpAccessChain %10 %48 %16\n%50 = OpLoad %3 %49\n"
         "%51 = OpAccessChain %10 %48 %6\nOpStore %51 %50\n"
         "%55 = OpPtrAccessChain %10 %48 %6 %7\n%56 = OpLoad %3 %55\n%57 = OpPtrAccessChain %10 %48 %7 "
         "%6\nOpStore %57 %50\n"
         "%52 = OpLoad %30 %48\n%53 = OpAccessChain %35 %36 %6\n%54 = OpLoad %31 %53\n%58 = OpLoad %32 %36\n" END,

    /* a member of a member: all within it is coherent */
    HEAD "OpMemberDecorate %31 0 Coherent\nOpDecorate %36 Volatile\n" TYPES
         "%30 = OpTypeStruct %3 %3\n%31 = OpTypeStruct %30 %3\n%33 = OpTypePointer StorageBuffer %31\n"
         "%36 = OpVariable %33 StorageBuffer\n%37 = OpVariable %33 StorageBuffer\n" MAIN
         "%40 = OpAccessChain %10 %36 %6 %7\n%41 = OpLoad %3 %40\n%42 = OpAccessChain %10 %37 %6 %7\n"
         "%43 = OpLoad %3 %42\n%44 = OpAccessChain %10 %37 %7\n%45 = OpLoad %3 %44\n" END,

    /* copies */
    HEAD "OpDecorate %30 Coherent\nOpDecorate %31 Volatile\n" TYPES
         "%30 = OpVariable %10 StorageBuffer\n%31 = OpVariable %10 StorageBuffer\n%33 = OpVariable %10 "
         "StorageBuffer\n"
         "%34 = OpTypePointer Workgroup %3\n%35 = OpVariable %34 Workgroup\n%39 = OpConstant %3 4\n" MAIN
         "OpCopyMemory %30 %33\nOpCopyMemory %33 %30\nOpCopyMemory %31 %30\nOpCopyMemory %30 %31 Aligned 4\n"
         "OpCopyMemory %30 %35 Aligned 4 Aligned 8\nOpCopyMemory %35 %31 None Nontemporal\n"
         "OpCopyMemorySized %33 %30 %39 Volatile\nOpCopyMemorySized %33 %33 %39\n" END,

    /* other storage: Workgroup without decoration, Private and Function never */
    HEAD "OpDecorate %35 Coherent\n" TYPES "%34 = OpTypePointer Workgroup %3\n%35 = OpVariable %34 Workgroup\n"
         "%36 = OpTypePointer Private %3\n%37 = OpVariable %36 Private\n%38 = OpTypePointer Function %3\n"
         "%30 = OpTypeArray %3 %8\n%31 = OpTypePointer Workgroup %30\n%32 = OpVariable %31 Workgroup\n" MAIN
         "%40 = OpVariable %38 Function\n%41 = OpLoad %3 %35\nOpStore %37 %41\n%42 = OpLoad %3 %37\nOpStore "
         "%40 %41\n"
         "%43 = OpAccessChain %34 %32 %6\nOpStore %43 %42\n%44 = OpAtomicIIncrement %3 %43 %7 %6\n" END,

    /* parameters: what they themselves say, not what is passed */
    HEAD "OpDecorate %30 Coherent\nOpDecorate %52 Volatile\nOpDecorate %53 Coherent\n" TYPES
         "%15 = OpTypeFunction %1 %10 %10 %10\n%30 = OpVariable %10 StorageBuffer\n" MAIN
         "%40 = OpFunctionCall %1 %50 %30 %30 %30\n" END
         "%50 = OpFunction %1 None %15\n%51 = OpFunctionParameter %10\n%52 = OpFunctionParameter %10\n"
         "%53 = OpFunctionParameter %10\n%54 = OpLabel\n%55 = OpLoad %3 %51\n%56 = OpLoad %3 %52\n%57 = "
         "OpLoad %3 %53\n"
         "OpStore %51 %55\nOpStore %52 %55\nOpStore %53 %55\n" END,

    /* variable pointers: selection, OpPhi forwards and backwards, a call's result, a pointer kept in a
       variable */
    HEAD "OpDecorate %10 ArrayStride 4\nOpDecorate %30 Coherent\nOpDecorate %31 Volatile\n" TYPES
         "%15 = OpTypeArray %3 %8\n%16 = OpTypePointer StorageBuffer %15\n%17 = OpTypePointer Private %10\n"
         "%18 = OpTypeFunction %10 %10\n"
         "%30 = OpVariable %10 StorageBuffer\n%31 = OpVariable %10 StorageBuffer\n%33 = OpVariable %10 "
         "StorageBuffer\n"
         "%34 = OpVariable %17 Private\n" MAIN
         "%40 = OpSelect %10 %9 %30 %33\n%41 = OpLoad %3 %40\n%42 = OpSelect %10 %9 %33 %33\n%43 = OpLoad %3 %42\n"
         "%44 = OpFunctionCall %10 %80 %31\n%45 = OpLoad %3 %44\nOpStore %34 %30\n%46 = OpLoad %10 %34\n"
         "%47 = OpLoad %3 %46\nOpBranch %60\n"
         "%60 = OpLabel\n%61 = OpPhi %10 %33 %21 %64 %63\n%62 = OpLoad %3 %61\nOpLoopMerge %70 %63 None\n"
         "OpBranchConditional %9 %63 %70\n"
         "%63 = OpLabel\n%65 = OpPtrAccessChain %10 %61 %7\n%64 = OpSelect %10 %9 %65 %31\nOpStore %64 %62\n"
         "OpBranch %60\n%70 = OpLabel\n%71 = OpPtrAccessChain %10 %61 %7\nOpStore %71 %62\n" END
         "%80 = OpFunction %10 None %18\n%81 = OpFunctionParameter %10\n%82 = OpLabel\nOpReturnValue %81\n"
         "OpFunctionEnd\n",

    /* images */
    HEAD "OpDecorate %30 Coherent\nOpDecorate %31 Volatile\nOpDecorate %33 Volatile\n" TYPES
         "%22 = OpTypeImage %3 2D 0 0 0 2 R32ui\n%23 = OpTypePointer UniformConstant %22\n%24 = "
         "OpTypePointer Image %3\n"
         "%25 = OpTypeArray %22 %8\n%26 = OpTypePointer UniformConstant %25\n"
         "%30 = OpVariable %23 UniformConstant\n%31 = OpVariable %23 UniformConstant\n%32 = OpVariable %23 "
         "UniformConstant\n%33 = OpVariable %26 UniformConstant\n" MAIN
         "%40 = OpLoad %22 %30\n%41 = OpImageRead %13 %40 %12\nOpImageWrite %40 %12 %41\n"
         "%42 = OpLoad %22 %31\n%43 = OpImageRead %13 %42 %12 SignExtend\nOpImageWrite %42 %12 %41\n"
         "%44 = OpLoad %22 %32\n%45 = OpImageRead %13 %44 %12\nOpImageWrite %44 %12 %41\n"
         "%46 = OpAccessChain %23 %33 %7\n%47 = OpLoad %22 %46\n%48 = OpImageRead %13 %47 %12\n"
         "%49 = OpImageTexelPointer %24 %46 %12 %6\n%50 = OpAtomicIAdd %3 %49 %7 %6 %7\n"
         "%51 = OpImageTexelPointer %24 %30 %12 %6\n%52 = OpAtomicLoad %3 %51 %7 %6\n" END,

    /* functions that write through a pointer */
    HEAD "OpDecorate %30 Coherent\n" TYPES "%15 = OpTypePointer StorageBuffer %4\n%30 = OpVariable %15 StorageBuffer\n"
         "%16 = OpTypePointer Private %4\n%31 = OpVariable %16 Private\n" MAIN
         "%40 = OpExtInst %4 %99 Modf %14 %30\n%41 = OpExtInst %4 %99 Modf %14 %31\n%42 = OpLoad %4 %30\n" END,
};

enum { MODULE_COUNT = sizeof modules / sizeof *modules };

struct views {
    struct spirv_memory_view views[64];
    uint32_t count;
};

/* Reads, and decodes every access. */
static void find_views(struct words words, struct spirv_module *module, struct views *views,
                       struct test_memory *memory) {
    struct arena *arena = test_arena(memory);
    struct spirv_error error;
    struct spirv_object_flags objects;
    views->count = 0;
    if (spirv_read(module, words.data, words.count, NULL, 0, arena, &error) != SPIRV_OK)
        fail_msg("%s", error.message);
    spirv_trace_objects(module, arena, &objects);
    for (uint32_t word = 5; word < module->word_count; word += module->words[word] >> 16) {
        struct spirv_instruction instruction = spirv_instruction_at(module, word);
        struct spirv_memory_view *view = &views->views[views->count];
        if (spirv_decode_memory(module, &objects, &instruction, view, &error) != SPIRV_OK)
            fail_msg("%s", error.message);
        views->count += view->kind != SPIRV_MEMORY_NONE;
    }
}

/* ---- mapping.md 7, strict: what a GLSL450 access is in the Vulkan model ---- */

static void add_object(struct spirv_memory_operands *operands, uint32_t storage_class, uint8_t object, bool is_write) {
    bool is_shared = storage_class == SpvStorageClassWorkgroup;
    if (is_shared || (object & SPIRV_OBJECT_COHERENT)) {
        uint32_t scope = is_shared ? SpvScopeWorkgroup : SpvScopeQueueFamily;
        operands->mask |= SpvMemoryAccessNonPrivatePointerMask;
        operands->mask |= is_write ? SpvMemoryAccessMakePointerAvailableMask : SpvMemoryAccessMakePointerVisibleMask;
        *(is_write ? &operands->available_scope : &operands->visible_scope) = scope;
    }
    if (object & SPIRV_OBJECT_VOLATILE)
        operands->mask |= SpvMemoryAccessVolatileMask;
}

static void upgrade(struct spirv_memory_view *view) {
    bool is_volatile = view->object & SPIRV_OBJECT_VOLATILE;
    switch (view->kind) {
    case SPIRV_MEMORY_LOAD:
    case SPIRV_MEMORY_IMAGE_READ:
        add_object(&view->read, view->storage_class, view->object, false);
        return;
    case SPIRV_MEMORY_STORE:
    case SPIRV_MEMORY_IMAGE_WRITE:
        add_object(&view->write, view->storage_class, view->object, true);
        return;
    case SPIRV_MEMORY_COPY:
        add_object(&view->read, view->source_storage_class, view->source_object, false);
        add_object(&view->write, view->storage_class, view->object, true);
        return;
    }
    if (view->kind != SPIRV_MEMORY_BARRIER && view->kind != SPIRV_MEMORY_CONTROL_BARRIER && is_volatile) {
        view->semantics |= SpvMemorySemanticsVolatileMask;
        if (view->kind == SPIRV_MEMORY_ATOMIC_COMPARE_EXCHANGE)
            view->unequal_semantics |= SpvMemorySemanticsVolatileMask;
    }
}

static void expect_operands(const struct spirv_memory_operands *ours, const struct spirv_memory_operands *theirs,
                            size_t module, const struct spirv_memory_view *view) {
    if (ours->mask != theirs->mask || ours->alignment != theirs->alignment ||
        ours->available_scope != theirs->available_scope || ours->visible_scope != theirs->visible_scope)
        fail_msg("module %zu, %s %%%u, pointer %%%u: mask 0x%X, scopes %u %u to spirv-opt; 0x%X, %u %u to us", module,
                 spirv_opcode_name(view->opcode), view->result, view->pointer, theirs->mask, theirs->available_scope,
                 theirs->visible_scope, ours->mask, ours->available_scope, ours->visible_scope);
}

static void compare_module(size_t number) {
    struct spirv_module ours, theirs;
    struct views our_views, their_views;
    struct test_memory memory = {0};
    struct words words = test_assemble(modules[number]);
    test_save("objects.in.spv", words);
    assert_int_equal(system(SPIRV_OPT " --upgrade-memory-model objects.in.spv -o objects.out.spv"), 0);
    struct words upgraded = test_load("objects.out.spv");
    find_views(words, &ours, &our_views, &memory);
    find_views(upgraded, &theirs, &their_views, &memory);
    assert_int_equal(theirs.memory_model, SpvMemoryModelVulkan);
    assert_int_equal(our_views.count, their_views.count);
    for (uint32_t i = 0; i < our_views.count; ++i) {
        struct spirv_memory_view *view = &our_views.views[i];
        const struct spirv_memory_view *other = &their_views.views[i];
        upgrade(view);
        assert_int_equal(view->kind, other->kind);
        assert_int_equal(other->object, 0);
        expect_operands(&view->read, &other->read, number, view);
        expect_operands(&view->write, &other->write, number, view);
        assert_int_equal(view->semantics, other->semantics);
        assert_int_equal(view->unequal_semantics, other->unequal_semantics);
    }
    test_release(&memory);
    free(words.data);
    free(upgraded.data);
}

static void test_against_spirv_opt(void **state) {
    (void)state;
    if (strstr(SPIRV_OPT, "NOTFOUND")) {
        print_message("spirv-opt is not there: left out\n");
        skip();
    }
    for (size_t i = 0; i < MODULE_COUNT; ++i)
        compare_module(i);
}

/* ---- by hand ---- */

static void expect_flags(const char *text, spirv_id id, uint8_t flags) {
    struct spirv_module module;
    struct test_memory memory = {0};
    struct arena *arena = test_arena(&memory);
    struct spirv_object_flags objects;
    test_read(&module, text, &memory);
    spirv_trace_objects(&module, arena, &objects);
    uint8_t found = objects.flags ? objects.flags[spirv_index(&module, id)] : 0;
    if (found != flags)
        fail_msg("%%%u has the flags %d, not %d", id, found, flags);
    test_release(&memory);
}

enum { COHERENT = SPIRV_OBJECT_COHERENT, VOLATILE = SPIRV_OBJECT_VOLATILE };

/* A pointer that OpPhi takes from the end of a loop, through two OpPhi of nested loops. */
static void test_loops(void **state) {
    (void)state;
    static const char text[] =
        HEAD "OpDecorate %30 Coherent\nOpDecorate %31 Volatile\n" TYPES
             "%30 = OpVariable %10 StorageBuffer\n%31 = OpVariable %10 StorageBuffer\n%32 = OpVariable %10 "
             "StorageBuffer\n" MAIN "OpBranch %40\n"
             "%40 = OpLabel\n%41 = OpPhi %10 %32 %21 %52 %51\n%42 = OpCopyObject %10 %41\nOpBranch %50\n"
             "%50 = OpLabel\n%53 = OpPhi %10 %42 %40 %54 %51\n%55 = OpCopyObject %10 %53\nOpBranch %51\n"
             "%51 = OpLabel\n%52 = OpPhi %10 %53 %50 %30 %51\n%54 = OpPhi %10 %31 %50 %54 %51\n"
             "OpBranchConditional %9 %40 %50\n"
             "%60 = OpLabel\n" END;
    expect_flags(text, 32, 0);
    expect_flags(text, 54, VOLATILE);
    expect_flags(text, 53, COHERENT | VOLATILE);
    expect_flags(text, 52, COHERENT | VOLATILE);
    expect_flags(text, 41, COHERENT | VOLATILE);
    expect_flags(text, 42, COHERENT | VOLATILE);
    expect_flags(text, 55, COHERENT | VOLATILE);
}

/* Buffer addresses, which the upgrade leaves alone: the struct that is pointed to says it. */
static void test_buffer_addresses(void **state) {
    (void)state;
    static const char text[] =
        "OpCapability Shader\nOpCapability PhysicalStorageBufferAddresses\nOpCapability Linkage\n"
        "OpMemoryModel PhysicalStorageBuffer64 GLSL450\n"
        "OpMemberDecorate %31 0 Coherent\nOpMemberDecorate %33 1 Volatile\n"
        "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n%3 = OpTypeInt 32 0\n%6 = OpConstant %3 0\n%7 = OpConstant "
        "%3 1\n"
        "OpTypeForwardPointer %30 PhysicalStorageBuffer\n%31 = OpTypeStruct %3 %30\n"
        "%30 = OpTypePointer PhysicalStorageBuffer %31\n%32 = OpTypePointer PhysicalStorageBuffer %3\n"
        "%33 = OpTypeStruct %30 %30\n%34 = OpTypePointer StorageBuffer %33\n%35 = OpTypePointer "
        "StorageBuffer %30\n"
        "%36 = OpTypePointer PhysicalStorageBuffer %30\n%37 = OpVariable %34 StorageBuffer\n"
        "%20 = OpFunction %1 None %2\n%21 = OpLabel\n"
        "%40 = OpAccessChain %35 %37 %6\n%41 = OpLoad %30 %40\n%42 = OpAccessChain %32 %41 %6\n"
        "%43 = OpAccessChain %36 %41 %7\n%44 = OpLoad %30 %43\n%45 = OpAccessChain %32 %44 %6\n"
        "%46 = OpAccessChain %35 %37 %7\n%47 = OpLoad %30 %46\n%48 = OpAccessChain %36 %47 "
        "%7\nOpReturn\nOpFunctionEnd\n";
    expect_flags(text, 42, COHERENT);
    expect_flags(text, 43, 0);
    expect_flags(text, 45, COHERENT);
    expect_flags(text, 40, 0);
    expect_flags(text, 46, VOLATILE);
    expect_flags(text, 48, 0); /* the address is in volatile memory, and what it points to is not */
}

/* Function and Private storage is never coherent; volatile it can be. */
static void test_private_storage(void **state) {
    (void)state;
    static const char text[] =
        HEAD "OpDecorate %31 Coherent\nOpMemberDecorate %15 0 Coherent\nOpMemberDecorate %15 0 Volatile\n" TYPES
             "%15 = OpTypeStruct %3\n%16 = OpTypePointer Private %15\n%17 = OpTypePointer Private %3\n"
             "%30 = OpVariable %16 Private\n%31 = OpVariable %17 Private\n%18 = OpTypePointer Workgroup %3\n"
             "%32 = OpVariable %18 Workgroup\n" MAIN "%40 = OpAccessChain %17 %30 %6\n" END;
    expect_flags(text, 30, VOLATILE);
    expect_flags(text, 31, 0);
    expect_flags(text, 40, VOLATILE);
    expect_flags(text, 32, 0);
}

static void test_out_of_memory(void **state) {
    (void)state;
    struct words words = test_assemble(modules[6]);
    struct spirv_module module;
    struct spirv_error error;
    struct test_memory memory = {0};
    struct arena *arena = test_arena(&memory);
    assert_int_equal(spirv_read(&module, words.data, words.count, NULL, 0, arena, &error), SPIRV_OK);
    volatile size_t failures = 0;
    for (;; ++failures) {
        struct spirv_object_flags objects;
        jmp_buf exhausted;
        struct test_memory failing = {.fail_at = failures + 1, .exhausted = &exhausted};
        bool failed = setjmp(exhausted) != 0;
        if (!failed)
            spirv_trace_objects(&module, test_arena(&failing), &objects);
        test_release(&failing);
        if (!failed)
            break;
    }
    assert_int_equal(failures, 7);
    test_release(&memory);
    free(words.data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_spirv_opt), cmocka_unit_test(test_loops),
        cmocka_unit_test(test_buffer_addresses),  cmocka_unit_test(test_private_storage),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests_name("spirv objects", tests, NULL, NULL);
}
