/* The memory view, opcode by opcode. */
#include "testing.h"

#include "spirv/grammar.h"
#include "spirv/memory_view.h"

/* %20 to %26 are the scopes 0 to 6; %30 and above semantics; %40 and above values. */
#define MODULE_HEAD                                                                                                    \
    "OpCapability Shader\nOpCapability VulkanMemoryModel\nOpCapability Kernel\nOpCapability Linkage\n"                 \
    "OpCapability Addresses\nOpCapability AtomicFloat32AddEXT\nOpCapability SparseResidency\n"                         \
    "OpCapability FragmentShaderPixelInterlockEXT\nOpCapability AtomicFloat32MinMaxEXT\n"                              \
    "OpCapability SplitBarrierINTEL\n"                                                                                 \
    "%99 = OpExtInstImport \"GLSL.std.450\"\n%98 = OpExtInstImport \"OpenCL.std\"\n"                                   \
    "OpMemoryModel Logical Vulkan\n"                                                                                   \
    "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n%3 = OpTypeInt 32 0\n%4 = OpTypePointer StorageBuffer %3\n"              \
    "%5 = OpVariable %4 StorageBuffer\n%6 = OpTypePointer Workgroup %3\n%7 = OpVariable %6 Workgroup\n"                \
    "%8 = OpTypeFloat 32\n%9 = OpTypeBool\n%10 = OpTypeVector %3 4\n%11 = OpTypeVector %3 2\n"                         \
    "%12 = OpTypeImage %3 2D 0 0 0 2 R32ui\n%13 = OpTypePointer UniformConstant %12\n"                                 \
    "%14 = OpVariable %13 UniformConstant\n%15 = OpTypeImage %8 2D 0 0 0 1 Unknown\n"                                  \
    "%16 = OpTypeSampledImage %15\n%17 = OpTypePointer UniformConstant %16\n"                                          \
    "%18 = OpVariable %17 UniformConstant\n%19 = OpTypePointer Image %3\n"                                             \
    "%20 = OpConstant %3 0\n%21 = OpConstant %3 1\n%22 = OpConstant %3 2\n%23 = OpConstant %3 3\n"                     \
    "%24 = OpConstant %3 4\n%25 = OpConstant %3 5\n%26 = OpConstant %3 6\n%27 = OpConstant %3 7\n"                     \
    "%30 = OpConstant %3 0x42\n%31 = OpConstant %3 0x104\n%32 = OpSpecConstant %3 0x4000\n"                            \
    "%33 = OpSpecConstantOp %3 BitwiseOr %32 %30\n%34 = OpConstantNull %3\n"                                           \
    "%40 = OpConstant %3 40\n%41 = OpConstant %3 41\n%42 = OpConstantComposite %11 %40 %40\n"                          \
    "%43 = OpConstantComposite %10 %40 %40 %40 %40\n%44 = OpConstant %8 1\n%45 = OpTypeStruct %3 %8\n"                 \
    "%46 = OpTypePointer Function %8\n%47 = OpTypeStruct %3 %10\n"                                                     \
    "%60 = OpFunction %1 None %2\n%61 = OpLabel\n%62 = OpVariable %46 Function\n"                                      \
    "%50 = OpLoad %12 %14\n%51 = OpLoad %16 %18\n%52 = OpImageTexelPointer %19 %14 %42 %20\n"                          \
    "%53 = OpIAdd %3 %40 %41\n"

#define MODULE_TAIL "OpReturn\nOpFunctionEnd\n"

/* Decodes the last instruction before OpReturn. */
static enum spirv_result decode(const char *text, struct spirv_memory_view *view, struct spirv_error *error) {
    char module_text[8192];
    struct spirv_module module;
    struct test_memory memory = {0};
    snprintf(module_text, sizeof module_text, "%s%s\n%s", MODULE_HEAD, text, MODULE_TAIL);
    test_read(&module, module_text, &memory);
    uint32_t word = module.blocks[0].first_word, last = 0;
    for (; word < module.blocks[0].terminator; word += module.words[word] >> 16)
        last = word;
    struct spirv_instruction instruction = spirv_instruction_at(&module, last);
    enum spirv_result result = spirv_decode_memory(&module, NULL, &instruction, view, error);
    if (result == SPIRV_OK) {
        assert_int_equal(view->opcode, instruction.opcode);
        assert_int_equal(view->word, last);
    }
    test_release(&memory);
    return result;
}

struct expectation {
    const char *text;
    struct spirv_memory_view view; /* without opcode, word, result */
};

static void expect_view(const struct expectation *expectation) {
    struct spirv_memory_view view;
    struct spirv_error error;
    if (decode(expectation->text, &view, &error) != SPIRV_OK)
        fail_msg("%s: %s", expectation->text, error.message);
    const struct spirv_memory_view *wanted = &expectation->view;
#define SAME(field)                                                                                                    \
    if (view.field != wanted->field)                                                                                   \
    fail_msg("%s: " #field " is %u, not %u", expectation->text, (unsigned)view.field, (unsigned)wanted->field)
    SAME(kind);
    SAME(pointer);
    SAME(source);
    SAME(value);
    SAME(comparator);
    SAME(size);
    SAME(storage_class);
    SAME(source_storage_class);
    SAME(read.mask);
    SAME(read.alignment);
    SAME(read.available_scope);
    SAME(read.visible_scope);
    SAME(write.mask);
    SAME(write.alignment);
    SAME(write.available_scope);
    SAME(write.visible_scope);
    SAME(execution_scope);
    SAME(scope);
    SAME(semantics);
    SAME(unequal_semantics);
    SAME(object);
#undef SAME
}

enum {
    BUFFER = SpvStorageClassStorageBuffer,
    SHARED = SpvStorageClassWorkgroup,
    IMAGE = SpvStorageClassImage,
    VOLATILE = SpvMemoryAccessVolatileMask,
    ALIGNED = SpvMemoryAccessAlignedMask,
    NONTEMPORAL = SpvMemoryAccessNontemporalMask,
    AVAILABLE = SpvMemoryAccessMakePointerAvailableMask,
    VISIBLE = SpvMemoryAccessMakePointerVisibleMask,
    NONPRIVATE = SpvMemoryAccessNonPrivatePointerMask
};

#define ACCESS(...) .kind = SPIRV_MEMORY_##__VA_ARGS__

static void test_accesses(void **state) {
    (void)state;
    static const struct expectation expectations[] = {
        {"%70 = OpLoad %3 %5", {ACCESS(LOAD, .pointer = 5, .storage_class = BUFFER)}},
        {"%70 = OpLoad %3 %7 Volatile",
         {ACCESS(LOAD, .pointer = 7, .storage_class = SHARED, .read = {VOLATILE, 0, 0, 0})}},
        {"%70 = OpLoad %3 %5 Aligned 8",
         {ACCESS(LOAD, .pointer = 5, .storage_class = BUFFER, .read = {ALIGNED, 8, 0, 0})}},
        {"%70 = OpLoad %3 %5 Aligned|MakePointerVisible|NonPrivatePointer|Nontemporal 4 %25",
         {ACCESS(LOAD, .pointer = 5, .storage_class = BUFFER,
                 .read = {ALIGNED | VISIBLE | NONPRIVATE | NONTEMPORAL, 4, 0, 5})}},
        {"OpStore %5 %40", {ACCESS(STORE, .pointer = 5, .value = 40, .storage_class = BUFFER)}},
        {"OpStore %7 %41 Volatile|Aligned|MakePointerAvailable|NonPrivatePointer 16 %22",
         {ACCESS(STORE, .pointer = 7, .value = 41, .storage_class = SHARED,
                 .write = {VOLATILE | ALIGNED | AVAILABLE | NONPRIVATE, 16, 2, 0})}},
        /* one set serves both halves; of two scopes the first is for availability */
        {"OpCopyMemory %5 %7",
         {ACCESS(COPY, .pointer = 5, .source = 7, .storage_class = BUFFER, .source_storage_class = SHARED)}},
        {"OpCopyMemory %5 %7 Aligned|MakePointerAvailable|MakePointerVisible|NonPrivatePointer 4 %21 %22",
         {ACCESS(COPY, .pointer = 5, .source = 7, .storage_class = BUFFER, .source_storage_class = SHARED,
                 .read = {ALIGNED | AVAILABLE | VISIBLE | NONPRIVATE, 4, 1, 2},
                 .write = {ALIGNED | AVAILABLE | VISIBLE | NONPRIVATE, 4, 1, 2})}},
        /* of two sets the first is the write's */
        {"OpCopyMemory %7 %5 Aligned|MakePointerAvailable|NonPrivatePointer 8 %23 "
         "Volatile|Aligned|MakePointerVisible|NonPrivatePointer 16 %24",
         {ACCESS(COPY, .pointer = 7, .source = 5, .storage_class = SHARED, .source_storage_class = BUFFER,
                 .write = {ALIGNED | AVAILABLE | NONPRIVATE, 8, 3, 0},
                 .read = {VOLATILE | ALIGNED | VISIBLE | NONPRIVATE, 16, 0, 4})}},
        {"OpCopyMemory %7 %5 None Volatile",
         {ACCESS(COPY, .pointer = 7, .source = 5, .storage_class = SHARED, .source_storage_class = BUFFER,
                 .read = {VOLATILE, 0, 0, 0})}},
        {"OpCopyMemorySized %7 %5 %40 Volatile Aligned 2",
         {ACCESS(COPY, .pointer = 7, .source = 5, .size = 40, .storage_class = SHARED, .source_storage_class = BUFFER,
                 .write = {VOLATILE, 0, 0, 0}, .read = {ALIGNED, 2, 0, 0})}},
        {"%70 = OpExtInst %8 %99 Modf %44 %62",
         {ACCESS(STORE, .pointer = 62, .storage_class = SpvStorageClassFunction)}},
        {"%70 = OpExtInst %8 %99 Frexp %44 %62",
         {ACCESS(STORE, .pointer = 62, .storage_class = SpvStorageClassFunction)}},
    };
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; ++i)
        expect_view(&expectations[i]);
}

static void test_atomics(void **state) {
    (void)state;
    static const struct expectation expectations[] = {
        {"%70 = OpAtomicLoad %3 %5 %21 %30",
         {ACCESS(ATOMIC_LOAD, .pointer = 5, .storage_class = BUFFER, .scope = 1, .semantics = 0x42)}},
        {"OpAtomicStore %7 %22 %31 %40",
         {ACCESS(ATOMIC_STORE, .pointer = 7, .value = 40, .storage_class = SHARED, .scope = 2, .semantics = 0x104)}},
        {"%70 = OpAtomicFlagTestAndSet %9 %5 %21 %30",
         {ACCESS(ATOMIC_READ_MODIFY_WRITE, .pointer = 5, .storage_class = BUFFER, .scope = 1, .semantics = 0x42)}},
        {"OpAtomicFlagClear %5 %25 %31",
         {ACCESS(ATOMIC_STORE, .pointer = 5, .storage_class = BUFFER, .scope = 5, .semantics = 0x104)}},
        {"%70 = OpAtomicIIncrement %3 %5 %20 %33",
         {ACCESS(ATOMIC_READ_MODIFY_WRITE, .pointer = 5, .storage_class = BUFFER, .scope = 0, .semantics = 0x4042)}},
        {"%70 = OpAtomicIDecrement %3 %5 %26 %34",
         {ACCESS(ATOMIC_READ_MODIFY_WRITE, .pointer = 5, .storage_class = BUFFER, .scope = 6, .semantics = 0)}},
        {"%70 = OpAtomicCompareExchange %3 %52 %23 %30 %31 %40 %41",
         {ACCESS(ATOMIC_COMPARE_EXCHANGE, .pointer = 52, .value = 40, .comparator = 41, .storage_class = IMAGE,
                 .scope = 3, .semantics = 0x42, .unequal_semantics = 0x104)}},
        {"%70 = OpAtomicCompareExchangeWeak %3 %5 %24 %31 %30 %41 %40",
         {ACCESS(ATOMIC_COMPARE_EXCHANGE, .pointer = 5, .value = 41, .comparator = 40, .storage_class = BUFFER,
                 .scope = 4, .semantics = 0x104, .unequal_semantics = 0x42)}},
    };
    static const char *const modifications[] = {"Exchange", "IAdd", "ISub", "SMin",    "UMin",    "SMax",   "UMax",
                                                "And",      "Or",   "Xor",  "FAddEXT", "FMinEXT", "FMaxEXT"};
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; ++i)
        expect_view(&expectations[i]);
    for (size_t i = 0; i < sizeof modifications / sizeof *modifications; ++i) {
        char text[128];
        snprintf(text, sizeof text, "%%70 = OpAtomic%s %%3 %%52 %%21 %%30 %%41", modifications[i]);
        expect_view(&(struct expectation){text,
                                          {ACCESS(ATOMIC_READ_MODIFY_WRITE, .pointer = 52, .value = 41,
                                                  .storage_class = IMAGE, .scope = 1, .semantics = 0x42)}});
    }
}

static void test_barriers(void **state) {
    (void)state;
    static const struct expectation expectations[] = {
        {"OpBeginInvocationInterlockEXT", {ACCESS(BARRIER, .scope = 5, .semantics = 0x4842)}},
        {"OpEndInvocationInterlockEXT", {ACCESS(BARRIER, .scope = 5, .semantics = 0x2844)}},
        {"OpMemoryBarrier %21 %30", {ACCESS(BARRIER, .scope = 1, .semantics = 0x42)}},
        {"OpControlBarrierArriveINTEL %22 %25 %31",
         {ACCESS(ARRIVE, .execution_scope = 2, .scope = 5, .semantics = 0x104)}},
        {"OpControlBarrierWaitINTEL %22 %25 %30", {ACCESS(WAIT, .execution_scope = 2, .scope = 5, .semantics = 0x42)}},
        {"OpControlBarrier %22 %25 %31",
         {ACCESS(CONTROL_BARRIER, .execution_scope = 2, .scope = 5, .semantics = 0x104)}},
    };
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; ++i)
        expect_view(&expectations[i]);
}

static void test_images(void **state) {
    (void)state;
    static const struct {
        const char *before; /* the image operands */
        bool is_sparse_too;
    } reads[] = {
        {"ImageRead %50 %42", true},
        {"ImageFetch %51 %42", true},
        {"ImageGather %51 %42 %20", true},
        {"ImageDrefGather %51 %42 %44", true},
        {"ImageSampleImplicitLod %51 %42", true},
        {"ImageSampleExplicitLod %51 %42", true},
        {"ImageSampleDrefImplicitLod %51 %42 %44", true},
        {"ImageSampleDrefExplicitLod %51 %42 %44", true},
        {"ImageSampleProjImplicitLod %51 %42", true},
        {"ImageSampleProjExplicitLod %51 %42", true},
        {"ImageSampleProjDrefImplicitLod %51 %42 %44", true},
        {"ImageSampleProjDrefExplicitLod %51 %42 %44", true},
    };
    for (size_t i = 0; i < sizeof reads / sizeof *reads; ++i) {
        for (int is_sparse = 0; is_sparse < 2; ++is_sparse) {
            char text[256];
            const char *name = reads[i].before;
            spirv_id image = strstr(name, "%50") ? 50 : 51;
            snprintf(text, sizeof text,
                     "%%70 = OpImage%s%s Lod|Sample|MakeTexelVisible|NonPrivateTexel|VolatileTexel|Nontemporal "
                     "%%44 %%20 %%25",
                     is_sparse ? "Sparse" : "", name + 5);
            /* the result type comes first */
            char *operands = strchr(text + 8, ' ');
            char with_type[300];
            snprintf(with_type, sizeof with_type, "%.*s %%47%s", (int)(operands - text), text, operands);
            expect_view(
                &(struct expectation){with_type,
                                      {ACCESS(IMAGE_READ, .pointer = image, .storage_class = IMAGE,
                                              .read = {VISIBLE | NONPRIVATE | VOLATILE | NONTEMPORAL, 0, 0, 5})}});
        }
    }
    static const struct expectation expectations[] = {
        {"%70 = OpImageRead %10 %50 %42", {ACCESS(IMAGE_READ, .pointer = 50, .storage_class = IMAGE)}},
        {"OpImageWrite %50 %42 %43", {ACCESS(IMAGE_WRITE, .pointer = 50, .value = 43, .storage_class = IMAGE)}},
        {"OpImageWrite %50 %42 %43 Sample|MakeTexelAvailable|NonPrivateTexel|SignExtend %20 %22",
         {ACCESS(IMAGE_WRITE, .pointer = 50, .value = 43, .storage_class = IMAGE,
                 .write = {AVAILABLE | NONPRIVATE, 0, 2, 0})}},
    };
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; ++i)
        expect_view(&expectations[i]);
}

static void test_others(void **state) {
    (void)state;
    static const struct expectation expectations[] = {
        {"%70 = OpIAdd %3 %40 %41", {ACCESS(NONE)}},
        {"%70 = OpImageTexelPointer %19 %14 %42 %20", {ACCESS(NONE)}},
        {"%70 = OpImageQuerySize %11 %50", {ACCESS(NONE)}},
        {"%70 = OpExtInst %8 %99 FAbs %44", {ACCESS(NONE)}},
        {"%70 = OpExtInst %8 %99 ModfStruct %44", {ACCESS(NONE)}},
        {"%70 = OpExtInst %8 %98 remainder %44 %62", {ACCESS(NONE)}}, /* Frexp's number in another set */
        {"%70 = OpArrayLength %3 %5 0", {ACCESS(NONE)}},
    };
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; ++i)
        expect_view(&expectations[i]);
}

static void test_results(void **state) {
    (void)state;
    struct spirv_memory_view view;
    struct spirv_error error;
    assert_int_equal(decode("%70 = OpAtomicIAdd %3 %5 %21 %30 %40", &view, &error), SPIRV_OK);
    assert_int_equal(view.result, 70);
    assert_int_equal(view.result_type, 3);
    assert_int_equal(decode("OpStore %5 %40", &view, &error), SPIRV_OK);
    assert_int_equal(view.result, 0);
}

static void test_errors(void **state) {
    (void)state;
    static const struct {
        const char *text;
        enum spirv_result result;
        const char *message;
    } errors[] = {
        {"OpMemoryBarrier %53 %30", SPIRV_UNSUPPORTED,
         "OpMemoryBarrier: its memory scope %53 is no constant; only constants are supported"},
        {"OpControlBarrier %53 %21 %30", SPIRV_UNSUPPORTED,
         "OpControlBarrier: its execution scope %53 is no constant; only constants are supported"},
        {"%70 = OpAtomicLoad %3 %5 %21 %53", SPIRV_UNSUPPORTED,
         "OpAtomicLoad %70: its semantics %53 is no constant; only constants are supported"},
        {"%70 = OpAtomicCompareExchange %3 %5 %21 %30 %53 %40 %41", SPIRV_UNSUPPORTED,
         "OpAtomicCompareExchange %70: its unequal semantics %53 is no constant; only constants are "
         "supported"},
        {"%70 = OpAtomicLoad %3 %5 %27 %30", SPIRV_INVALID,
         "OpAtomicLoad %70: its memory scope %27 has the value 7, which is no scope"},
        {"%70 = OpLoad %3 %5 MakePointerVisible|NonPrivatePointer %53", SPIRV_UNSUPPORTED,
         "OpLoad %70: its visibility scope %53 is no constant; only constants are supported"},
        {"OpStore %5 %40 MakePointerAvailable|NonPrivatePointer %44", SPIRV_UNSUPPORTED,
         "OpStore: its availability scope %44 is no constant; only constants are supported"},
        {"%70 = OpLoad %3 %5 Aligned 12", SPIRV_INVALID, "OpLoad %70: its alignment 12 is no power of two"},
        {"%70 = OpLoad %3 %5 Aligned 0", SPIRV_INVALID, "OpLoad %70: its alignment 0 is no power of two"},
        {"%70 = OpLoad %3 %40", SPIRV_INVALID, "OpLoad %70: its operand %40 is no pointer"},
        {"OpCopyMemory %5 %40", SPIRV_INVALID, "OpCopyMemory: its operand %40 is no pointer"},
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
        struct spirv_memory_view view;
        struct spirv_error error;
        assert_int_equal(decode(errors[i].text, &view, &error), errors[i].result);
        assert_string_equal(error.message, errors[i].message);
    }
}

/* Every instruction of the grammar that has memory operands, image operands, or both a scope and semantics,
 * is in the view, or is known to be left out. (What a newer grammar has besides is refused before it comes to a view.)
 */
static void test_completeness(void **state) {
    (void)state;
    static const char *const left_out[] = {
        "OpImageSampleFootprintNV",   /* asks which texels a sample would read */
        "OpMemoryNamedBarrier",       /* kernels */
        "OpUntypedGroupAsyncCopyKHR", /* kernels; headers of 2023 do not have it */
    };
    struct spirv_module module;
    struct test_memory memory = {0};
    test_read(&module, MODULE_HEAD MODULE_TAIL, &memory);
    unsigned found = 0;
    for (uint32_t opcode = 0; opcode < 65536; ++opcode) {
        const struct spirv_grammar *grammar = spirv_grammar_of(opcode);
        const char *name = spirv_opcode_name(opcode);
        bool is_memory = name && spirv_grammar_knows(opcode) && strncmp(name, "OpAtomic", 8) == 0;
        for (uint32_t i = 0; name && i < grammar->operand_count; ++i) {
            uint8_t code = spirv_grammar_operands(grammar)[i] & SPIRV_OPERAND_CODE_MASK;
            if (code < SPIRV_OPERAND_ENUMERATION)
                continue;
            const char *enumeration = spirv_grammar_enumeration(code)->name;
            is_memory |= strcmp(enumeration, "MemoryAccess") == 0 || strcmp(enumeration, "ImageOperands") == 0;
        }
        for (size_t i = 0; i < sizeof left_out / sizeof *left_out; ++i)
            is_memory = is_memory && strcmp(left_out[i], name) != 0;
        if (!is_memory)
            continue;
        uint32_t words[16] = {16 << 16 | opcode, 3, 70, 5, 5, 21, 21, 21, 21, 21, 21};
        uint32_t own =
            1 + ((grammar->flags & SPIRV_GRAMMAR_HAS_TYPE) != 0) + ((grammar->flags & SPIRV_GRAMMAR_HAS_RESULT) != 0);
        struct spirv_instruction instruction = {
            .words = words, .opcode = (uint16_t)opcode, .operands = words + own, .operand_count = 0};
        struct spirv_memory_view view;
        struct spirv_error error;
        spirv_decode_memory(&module, NULL, &instruction, &view, &error);
        if (view.kind == SPIRV_MEMORY_NONE)
            fail_msg("%s is not in the memory view", name);
        ++found;
    }
    assert_int_equal(found, 56);
    test_release(&memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accesses), cmocka_unit_test(test_atomics),      cmocka_unit_test(test_barriers),
        cmocka_unit_test(test_images),   cmocka_unit_test(test_others),       cmocka_unit_test(test_results),
        cmocka_unit_test(test_errors),   cmocka_unit_test(test_completeness),
    };
    return cmocka_run_group_tests_name("spirv memory view", tests, NULL, NULL);
}
