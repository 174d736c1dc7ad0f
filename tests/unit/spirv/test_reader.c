/* The decoded module: what a good module gives. */
#include "testing.h"

#define HEAD                                                                                                           \
    "OpCapability Shader\n"                                                                                            \
    "OpMemoryModel Logical GLSL450\n"

#define MAIN_HEAD                                                                                                      \
    "OpCapability Shader\n"                                                                                            \
    "OpMemoryModel Logical GLSL450\n"                                                                                  \
    "OpEntryPoint GLCompute %4 \"main\"\n"                                                                             \
    "OpExecutionMode %4 LocalSize 8 2 1\n"

#define EMPTY_MAIN "%2 = OpTypeVoid\n" EMPTY_MAIN_AFTER_VOID

#define EMPTY_MAIN_AFTER_VOID                                                                                          \
    "%3 = OpTypeFunction %2\n"                                                                                         \
    "%4 = OpFunction %2 None %3\n"                                                                                     \
    "%5 = OpLabel\n"                                                                                                   \
    "OpReturn\n"                                                                                                       \
    "OpFunctionEnd\n"

static enum spirv_result read_words(struct spirv_module *module, struct words words, struct test_memory *memory,
                                    struct spirv_error *error) {
    struct arena *arena = test_arena(memory);
    return spirv_read(module, words.data, words.count, NULL, 0, arena, error);
}

static void test_header(void **state) {
    (void)state;
    struct spirv_module module;
    struct test_memory memory = {0};
    test_read(&module,
              "OpCapability Shader\nOpCapability Int64\nOpCapability Shader\n"
              "OpCapability VulkanMemoryModel\nOpCapability PhysicalStorageBufferAddresses\n"
              "OpExtension \"SPV_KHR_vulkan_memory_model\"\n"
              "OpExtension \"NonSemantic.Something\"\n"
              "OpMemoryModel PhysicalStorageBuffer64 Vulkan\n" EMPTY_MAIN,
              &memory);
    assert_int_equal(module.version, 0x00010600);
    assert_int_equal(module.bound, 6);
    assert_int_equal(module.addressing_model, SpvAddressingModelPhysicalStorageBuffer64);
    assert_int_equal(module.memory_model, SpvMemoryModelVulkan);
    assert_int_equal(module.capability_count, 4);
    assert_true(spirv_has_capability(&module, SpvCapabilityMatrix)); /* Shader declares it implicitly */
    assert_true(spirv_has_capability(&module, SpvCapabilityInt64));
    assert_false(spirv_has_capability(&module, SpvCapabilityKernel));
    test_release(&memory);
}

static void test_entry_points_and_modes(void **state) {
    (void)state;
    struct spirv_module module;
    struct test_memory memory = {0};
    test_read(&module,
              "OpCapability Shader\n"
              "OpMemoryModel Logical GLSL450\n"
              "OpEntryPoint GLCompute %4 \"first\" %20 %21\n"
              "OpEntryPoint GLCompute %4 \"second entry\"\n"
              "OpExecutionMode %4 LocalSize 8 2 1\n"
              "OpExecutionModeId %4 LocalSizeId %12 %13 %12\n"
              "OpDecorate %13 SpecId 3\n"
              "%10 = OpTypeInt 32 0\n"
              "%11 = OpTypePointer Input %10\n"
              "%12 = OpConstant %10 64\n"
              "%13 = OpSpecConstant %10 5\n"
              "%20 = OpVariable %11 Input\n"
              "%21 = OpVariable %11 Input\n" EMPTY_MAIN,
              &memory);
    assert_int_equal(module.entry_point_count, 2);
    assert_string_equal(module.entry_points[0].name, "first");
    assert_int_equal(module.entry_points[0].interface_count, 2);
    assert_int_equal(module.entry_points[0].interface[1], 21);
    assert_string_equal(module.entry_points[1].name, "second entry");
    assert_int_equal(module.entry_points[1].interface_count, 0);
    assert_int_equal(module.entry_points[1].function, 4);
    assert_int_equal(module.execution_mode_count, 2);
    assert_int_equal(module.execution_modes[0].mode, SpvExecutionModeLocalSize);
    assert_int_equal(module.execution_modes[0].operands[0], 8);
    assert_int_equal(module.execution_modes[1].mode, SpvExecutionModeLocalSizeId);
    assert_int_equal(module.execution_modes[1].operands[0], 64);
    assert_int_equal(module.execution_modes[1].operands[1], 5);
    assert_int_equal(module.global_count, 2);
    test_release(&memory);
}

static void test_types(void **state) {
    (void)state;
    struct spirv_module module;
    struct test_memory memory = {0};
    test_read(&module,
              HEAD "%1 = OpTypeBool\n"
                   "%2 = OpTypeInt 64 1\n"
                   "%3 = OpTypeFloat 16\n"
                   "%4 = OpTypeVector %3 4\n"
                   "%5 = OpTypeMatrix %4 3\n"
                   "%6 = OpConstant %2 7\n"
                   "%7 = OpTypeArray %5 %6\n"
                   "%8 = OpTypeRuntimeArray %4\n"
                   "%9 = OpTypeStruct %7 %1 %8\n"
                   "%10 = OpTypePointer StorageBuffer %9\n"
                   "%11 = OpTypeFunction %1 %10 %2\n"
                   "%12 = OpTypeFloat 32\n"
                   "%13 = OpTypeImage %12 Cube 1 0 1 2 Rgba8\n"
                   "%14 = OpTypeSampledImage %13\n"
                   "%15 = OpTypeSampler\n"
                   "%16 = OpTypeStruct\n",
              &memory);
    const struct spirv_type *type = spirv_type_of_id(&module, 2);
    assert_true(type->opcode == SpvOpTypeInt && type->width == 64 && type->is_signed);
    type = spirv_type_of_id(&module, 4);
    assert_true(type->element == 3 && type->count == 4 && type->nesting == 2);
    type = spirv_type_of_id(&module, 5);
    assert_true(type->element == 4 && type->count == 3 && type->nesting == 3);
    type = spirv_type_of_id(&module, 7);
    assert_true(type->element == 5 && type->length == 7 && type->nesting == 4);
    type = spirv_type_of_id(&module, 8);
    assert_true(type->opcode == SpvOpTypeRuntimeArray && type->length == 0 && type->nesting == 3);
    type = spirv_type_of_id(&module, 9);
    assert_true(type->count == 3 && type->members[0] == 7 && type->members[2] == 8 && type->nesting == 5);
    type = spirv_type_of_id(&module, 10);
    assert_true(type->storage_class == SpvStorageClassStorageBuffer && type->element == 9 && type->nesting == 1);
    type = spirv_type_of_id(&module, 11);
    assert_true(type->element == 1 && type->count == 2 && type->members[1] == 2);
    type = spirv_type_of_id(&module, 13);
    assert_true(type->dim == SpvDimCube && type->depth == 1 && type->arrayed == 0 && type->multisampled == 1 &&
                type->sampled == 2 && type->image_format == SpvImageFormatRgba8 && type->element == 12);
    assert_int_equal(spirv_type_of_id(&module, 14)->element, 13);
    assert_int_equal(spirv_type_of_id(&module, 16)->count, 0);
    assert_null(spirv_type_of_id(&module, 6));
    assert_null(spirv_type_of_id(&module, 999));
    test_release(&memory);
}

/* A list through buffer addresses: the pointer is announced, and the struct holds it. */
static void test_forward_pointer(void **state) {
    (void)state;
    struct spirv_module module;
    struct test_memory memory = {0};
    test_read(&module,
              "OpCapability Shader\nOpCapability PhysicalStorageBufferAddresses\n"
              "OpMemoryModel PhysicalStorageBuffer64 GLSL450\n"
              "OpTypeForwardPointer %1 PhysicalStorageBuffer\n"
              "%2 = OpTypeInt 32 0\n"
              "%3 = OpTypeStruct %2 %1\n"
              "%1 = OpTypePointer PhysicalStorageBuffer %3\n"
              "%4 = OpConstantNull %1\n",
              &memory);
    const struct spirv_type *pointer = spirv_type_of_id(&module, 1);
    assert_int_equal(pointer->element, 3);
    assert_int_equal(pointer->storage_class, SpvStorageClassPhysicalStorageBuffer);
    assert_int_equal(spirv_type_of_id(&module, 3)->nesting, 2);
    assert_ptr_equal(spirv_type_of_value(&module, 4), pointer);
    test_release(&memory);
}

static void test_functions(void **state) {
    (void)state;
    struct spirv_module module;
    struct test_memory memory = {0};
    test_read(&module,
              MAIN_HEAD "%1 = OpTypeBool\n"
                        "%6 = OpTypeInt 32 0\n"
                        "%7 = OpTypeFunction %6 %6 %6\n"
                        "%30 = OpConstantTrue %1\n" EMPTY_MAIN "%10 = OpFunction %6 Inline|Pure %7\n"
                        "%11 = OpFunctionParameter %6\n"
                        "%12 = OpFunctionParameter %6\n"
                        "%13 = OpLabel\n"
                        "OpSelectionMerge %15 None\n"
                        "OpBranchConditional %30 %14 %15\n"
                        "%14 = OpLabel\n"
                        "%16 = OpIAdd %6 %11 %12\n"
                        "OpBranch %15\n"
                        "%15 = OpLabel\n"
                        "%17 = OpPhi %6 %16 %14 %11 %13\n"
                        "OpReturnValue %17\n"
                        "OpFunctionEnd\n"
                        "%20 = OpFunction %6 None %7\n"
                        "%21 = OpFunctionParameter %6\n"
                        "%22 = OpFunctionParameter %6\n"
                        "OpFunctionEnd\n",
              &memory);
    assert_int_equal(module.function_count, 3);
    const struct spirv_function *function = spirv_function_of_id(&module, 10);
    assert_int_equal(function->control, SpvFunctionControlInlineMask | SpvFunctionControlPureMask);
    assert_int_equal(function->parameter_count, 2);
    assert_int_equal(function->parameters[1], 12);
    assert_int_equal(function->block_count, 3);
    const struct spirv_block *blocks = module.blocks + function->first_block;
    assert_int_equal(blocks[0].label, 13);
    assert_int_equal(spirv_instruction_at(&module, blocks[0].merge).opcode, SpvOpSelectionMerge);
    assert_int_equal(blocks[0].first_word, blocks[0].merge);
    assert_int_equal(spirv_instruction_at(&module, blocks[0].terminator).opcode, SpvOpBranchConditional);
    assert_int_equal(blocks[1].merge, 0);
    assert_int_equal(spirv_instruction_at(&module, blocks[2].terminator).opcode, SpvOpReturnValue);
    assert_int_equal(spirv_instruction_at(&module, function->end_word).opcode, SpvOpFunctionEnd);
    assert_int_equal(spirv_function_of_id(&module, 20)->block_count, 0);
    assert_int_equal(spirv_function_of_id(&module, 20)->parameters[0], 21);
    assert_null(spirv_function_of_id(&module, 16));
    assert_int_equal(module.definitions[spirv_index(&module, 16)].function, 2);
    assert_int_equal(module.definitions[spirv_index(&module, 10)].function, 2);
    assert_int_equal(module.definitions[spirv_index(&module, 30)].function, 0);
    test_release(&memory);
}

/* Nothing says that what is used has been computed before. */
static void test_selector_comes_later(void **state) {
    (void)state;
    struct spirv_module module;
    struct spirv_error error;
    struct test_memory memory = {0};
    struct words words = test_assemble(HEAD "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n%3 = OpTypeInt 32 0\n"
                                            "%4 = OpConstant %3 9\n%5 = OpFunction %1 None %2\n%6 = OpLabel\n"
                                            "OpSwitch %4 %7 1 %7\n%7 = OpLabel\n%8 = OpIAdd %3 %4 %4\n"
                                            "OpReturn\nOpFunctionEnd\n");
    size_t place = 5;
    while ((words.data[place] & 0xFFFF) != SpvOpSwitch)
        place += words.data[place] >> 16;
    words.data[place + 1] = 8;
    assert_int_equal(read_words(&module, words, &memory, &error), SPIRV_OK);
    assert_int_equal(spirv_type_of_value(&module, 8)->id, 3);
    assert_int_equal(spirv_type_of_value(&module, 5)->id, 1);
    assert_null(spirv_type_of_value(&module, 3));
    assert_null(spirv_type_of_value(&module, 7));
    assert_null(spirv_type_of_value(&module, 77));
    test_release(&memory);
    free(words.data);
}

static void test_decorations(void **state) {
    (void)state;
    struct spirv_module module;
    struct test_memory memory = {0};
    test_read(&module,
              HEAD "OpName %3 \"buffer\"\n"
                   "OpMemberName %3 0 \"member\"\n"
                   "OpName %3 \"again\"\n"
                   "OpDecorate %3 Block\n"
                   "OpMemberDecorate %3 1 Offset 16\n"
                   "OpMemberDecorate %3 0 Offset 4\n"
                   "OpMemberDecorate %3 1 Coherent\n"
                   "OpDecorate %4 DescriptorSet 2\n"
                   "OpDecorate %4 Binding 9\n"
                   "OpDecorateString %4 UserSemantic \"semantic\"\n"
                   "OpDecorate %4 Binding 10\n"
                   "%1 = OpTypeInt 32 0\n"
                   "%3 = OpTypeStruct %1 %1\n"
                   "%2 = OpTypePointer StorageBuffer %3\n"
                   "%4 = OpVariable %2 StorageBuffer\n",
              &memory);
    const struct spirv_definition *definition = &module.definitions[spirv_index(&module, 3)];
    assert_int_equal(definition->decoration_count, 4);
    const struct spirv_decoration *found = spirv_find_decoration(&module, 3, 1, SpvDecorationOffset);
    assert_int_equal(found->operands[0], 16);
    assert_int_equal(found->operand_count, 1);
    assert_int_equal(spirv_find_decoration(&module, 3, 0, SpvDecorationOffset)->operands[0], 4);
    assert_non_null(spirv_find_decoration(&module, 3, 1, SpvDecorationCoherent));
    assert_null(spirv_find_decoration(&module, 3, 0, SpvDecorationCoherent));
    assert_null(spirv_find_decoration(&module, 3, SPIRV_NO_MEMBER, SpvDecorationCoherent));
    assert_non_null(spirv_find_decoration(&module, 3, SPIRV_NO_MEMBER, SpvDecorationBlock));
    assert_null(spirv_find_decoration(&module, 1, SPIRV_NO_MEMBER, SpvDecorationBlock));
    assert_null(spirv_find_decoration(&module, 77, SPIRV_NO_MEMBER, SpvDecorationBlock));
    assert_int_equal(spirv_find_decoration(&module, 4, SPIRV_NO_MEMBER, SpvDecorationBinding)->operands[0], 9);
    found = spirv_find_decoration(&module, 4, SPIRV_NO_MEMBER, SpvDecorationUserSemantic);
    assert_string_equal((const char *)found->operands, "semantic");
    assert_string_equal(spirv_name(&module, 3), "buffer");
    assert_null(spirv_name(&module, 4));
    test_release(&memory);
}

static void test_groups(void **state) {
    (void)state;
    struct spirv_module module;
    struct test_memory memory = {0};
    test_read(&module,
              HEAD "OpDecorate %5 Offset 8\n"
                   "OpDecorate %5 Coherent\n"
                   "%5 = OpDecorationGroup\n"
                   "OpDecorate %6 Binding 3\n"
                   "%6 = OpDecorationGroup\n"
                   "OpDecorate %4 DescriptorSet 1\n"
                   "OpGroupDecorate %6 %4\n"
                   "OpGroupDecorate %5 %4 %7\n"
                   "OpGroupMemberDecorate %5 %3 1 %3 0\n"
                   "%1 = OpTypeInt 32 0\n"
                   "%3 = OpTypeStruct %1 %1\n"
                   "%2 = OpTypePointer StorageBuffer %3\n"
                   "%4 = OpVariable %2 StorageBuffer\n"
                   "%7 = OpVariable %2 StorageBuffer\n",
              &memory);
    assert_int_equal(spirv_find_decoration(&module, 4, SPIRV_NO_MEMBER, SpvDecorationBinding)->operands[0], 3);
    assert_int_equal(spirv_find_decoration(&module, 4, SPIRV_NO_MEMBER, SpvDecorationDescriptorSet)->operands[0], 1);
    assert_non_null(spirv_find_decoration(&module, 4, SPIRV_NO_MEMBER, SpvDecorationCoherent));
    assert_non_null(spirv_find_decoration(&module, 7, SPIRV_NO_MEMBER, SpvDecorationCoherent));
    assert_null(spirv_find_decoration(&module, 7, SPIRV_NO_MEMBER, SpvDecorationBinding));
    assert_int_equal(spirv_find_decoration(&module, 3, 0, SpvDecorationOffset)->operands[0], 8);
    assert_non_null(spirv_find_decoration(&module, 3, 1, SpvDecorationCoherent));
    assert_null(spirv_find_decoration(&module, 3, SPIRV_NO_MEMBER, SpvDecorationCoherent));
    test_release(&memory);
}

static void test_constants(void **state) {
    (void)state;
    struct spirv_module module;
    struct test_memory memory = {0};
    test_read(&module,
              HEAD "%1 = OpTypeInt 16 1\n"
                   "%2 = OpTypeInt 64 0\n"
                   "%3 = OpTypeFloat 32\n"
                   "%4 = OpTypeVector %1 2\n"
                   "%5 = OpTypeBool\n"
                   "%10 = OpConstant %1 -2\n"
                   "%11 = OpConstant %2 0x123456789ABCDEF0\n"
                   "%12 = OpConstant %3 1.5\n"
                   "%13 = OpConstantComposite %4 %10 %10\n"
                   "%14 = OpConstantNull %4\n"
                   "%15 = OpUndef %4\n"
                   "%16 = OpConstantTrue %5\n"
                   "%17 = OpConstantNull %2\n",
              &memory);
    assert_int_equal(spirv_constant_of_id(&module, 10)->bits, 0xFFFE);
    assert_int_equal(spirv_constant_of_id(&module, 11)->bits, 0x123456789ABCDEF0);
    assert_int_equal(spirv_constant_of_id(&module, 12)->bits, 0x3FC00000);
    const struct spirv_constant *vector = spirv_constant_of_id(&module, 13);
    assert_true(vector->kind == SPIRV_CONSTANT_COMPOSITE && vector->element_count == 2 && vector->type == 4);
    assert_ptr_equal(vector->elements[1], spirv_constant_of_id(&module, 10));
    assert_int_equal(spirv_constant_of_id(&module, 14)->kind, SPIRV_CONSTANT_NULL);
    assert_int_equal(spirv_constant_of_id(&module, 15)->kind, SPIRV_CONSTANT_UNDEF);
    assert_int_equal(spirv_constant_of_id(&module, 16)->bits, 1);
    uint64_t value;
    assert_true(spirv_integer_constant(&module, 10, &value) && value == 0xFFFE);
    assert_true(spirv_integer_constant(&module, 17, &value) && value == 0);
    assert_false(spirv_integer_constant(&module, 12, &value));
    assert_false(spirv_integer_constant(&module, 13, &value));
    assert_false(spirv_integer_constant(&module, 2, &value));
    test_release(&memory);
}

/* Both byte orders give the same module. */
static void test_byte_order(void **state) {
    (void)state;
    struct words words = test_assemble(MAIN_HEAD "OpName %4 \"main function\"\n"
                                                 "%6 = OpTypeInt 64 0\n"
                                                 "%7 = OpConstant %6 0x0102030405060708\n" EMPTY_MAIN);
    struct words swapped = test_swapped(words);
    struct spirv_module module, other;
    struct spirv_error error;
    struct test_memory memory = {0};
    assert_int_equal(read_words(&module, words, &memory, &error), SPIRV_OK);
    assert_int_equal(read_words(&other, swapped, &memory, &error), SPIRV_OK);
    assert_int_equal(module.word_count, other.word_count);
    assert_memory_equal(module.words, other.words, module.word_count * 4);
    assert_string_equal(spirv_name(&other, 4), "main function");
    assert_string_equal(other.entry_points[0].name, "main");
    assert_int_equal(spirv_constant_of_id(&other, 7)->bits, 0x0102030405060708);
    test_release(&memory);
    free(words.data);
    free(swapped.data);
}

/* The words of the host's byte order are not copied where they stay; others are. */
static void test_in_place(void **state) {
    (void)state;
    struct words words = test_assemble(MAIN_HEAD EMPTY_MAIN);
    struct words swapped = test_swapped(words);
    struct spirv_module module;
    struct spirv_error error;
    struct test_memory memory = {0};
    struct arena *arena = test_arena(&memory);
    assert_int_equal(read_words(&module, words, &memory, &error), SPIRV_OK);
    assert_ptr_not_equal(module.words, words.data);
    assert_int_equal(spirv_read_in_place(&module, words.data, words.count, NULL, 0, arena, &error), SPIRV_OK);
    assert_ptr_equal(module.words, words.data);
    assert_int_equal(spirv_read_in_place(&module, swapped.data, swapped.count, NULL, 0, arena, &error), SPIRV_OK);
    assert_memory_equal(module.words, words.data, words.count * 4);
    test_release(&memory);
    free(words.data);
    free(swapped.data);
}

/* Ids under the largest bounds, legal and beyond: as cheap as any. */
static void test_sparse_ids(void **state) {
    (void)state;
    static const uint32_t bounds[] = {0x3FFFFF, 0x80000000, 0xFFFFFFFF};
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; ++i) {
        struct spirv_module module;
        struct spirv_error error;
        struct test_memory memory = {0};
        uint32_t high = bounds[i] - 1;
        char text[512];
        snprintf(text, sizeof text,
                 HEAD "OpName %%3 \"three\"\n%%3 = OpTypeInt 32 0\n%%400 = OpConstant %%3 7\n"
                      "%%70000 = OpTypeVector %%3 3\n");
        struct words words = test_assemble(text);
        words.data[3] = bounds[i];
        for (size_t j = 5; j < words.count; ++j)
            if (words.data[j] == 70000)
                words.data[j] = high;
        assert_int_equal(read_words(&module, words, &memory, &error), SPIRV_OK);
        assert_int_equal(module.bound, bounds[i]);
        assert_int_equal(spirv_type_of_id(&module, high)->count, 3);
        assert_int_equal(spirv_constant_of_id(&module, 400)->bits, 7);
        assert_string_equal(spirv_name(&module, 3), "three");
        assert_int_equal(spirv_index(&module, 5), 0);
        assert_int_equal(spirv_index(&module, 0), 0);
        assert_int_equal(spirv_index(&module, high - 1), 0);
        assert_true(memory.bytes < 64 * words.count + 1024);
        test_release(&memory);
        free(words.data);
    }
}

/* A module whose ids all begin in one slot of the hash table under the first seed. */
static uint32_t unhash(uint32_t h) {
    /* the inverse of the finalizer in ids.c: the multiplicative inverses of its constants modulo 2^32 */
    h ^= h >> 16;
    h *= 0x7ED1B41DU;
    h ^= (h >> 13) ^ (h >> 26);
    h *= 0xA5CB9243U;
    return h ^ (h >> 16);
}

static void test_colliding_ids(void **state) {
    (void)state;
    enum { COUNT = 4000 };
    struct words head = test_assemble(HEAD), words = {malloc((head.count + 2 * COUNT) * 4), head.count};
    assert_non_null(words.data);
    memcpy(words.data, head.data, head.count * 4);
    for (uint32_t i = 0; i < COUNT; ++i) { /* types without operands: opcode and id */
        words.data[words.count++] = 2 << 16 | SpvOpTypeSampler;
        words.data[words.count++] = unhash((i + 1) << 16 | 5);
    }
    words.data[3] = 0xFFFFFFFF;
    struct spirv_module module;
    struct spirv_error error;
    struct test_memory memory = {0};
    enum spirv_result result = read_words(&module, words, &memory, &error);
    if (result != SPIRV_OK)
        fail_msg("%s", error.message);
    assert_int_equal(module.definition_count, COUNT);
    assert_int_not_equal(module.index_seed, 0); /* the table was built anew */
    for (uint32_t i = 0; i < COUNT; ++i)
        assert_int_equal(spirv_index(&module, unhash((i + 1) << 16 | 5)), i + 1);
    test_release(&memory);
    free(head.data);
    free(words.data);
}

/* Appends an instruction whose operands are given. */
static void append(struct words *words, uint32_t opcode, uint32_t count, const uint32_t *operands) {
    words->data = realloc(words->data, (words->count + count + 1) * 4);
    assert_non_null(words->data);
    words->data[words->count++] = (count + 1) << 16 | opcode;
    for (uint32_t i = 0; i < count; ++i)
        words->data[words->count++] = operands[i];
}

/* Instructions that the grammar lacks are kept, by opcode and length. */
static void test_unknown_instructions(void **state) {
    (void)state;
    struct spirv_module module;
    struct spirv_error error;
    struct test_memory memory = {0};
    struct words words = test_assemble(HEAD "OpName %9 \"nine\"\nOpMemberName %11 0 \"m\"\nOpMemberName %12 0 \"m\"\n"
                                            "OpDecorate %9 Restrict\nOpMemberDecorate %13 0 Offset 4\n"
                                            "OpDecorateString %14 UserSemantic \"s\"\n"
                                            "OpMemberDecorateString %15 0 UserSemantic \"s\"\n"
                                            "OpDecorateId %16 UniformId %1\n%1 = OpTypeVoid\n");
    append(&words, 60000, 2, (const uint32_t[]){9, 1234567});
    assert_int_equal(read_words(&module, words, &memory, &error), SPIRV_OK);
    struct spirv_instruction instruction = test_find(&module, (SpvOp)60000);
    assert_int_equal(instruction.length, 3);
    assert_int_equal(instruction.operand_count, 2);
    assert_int_equal(instruction.operands[1], 1234567);
    assert_string_equal(spirv_name(&module, 9), "nine"); /* which it may define */
    assert_int_equal(spirv_defining(&module, 9).opcode, SpvOpNop);
    assert_int_equal(module.definition_count, 8);
    assert_int_equal(spirv_find_decoration(&module, 13, 0, SpvDecorationOffset)->operands[0], 4);
    assert_non_null(spirv_find_decoration(&module, 9, SPIRV_NO_MEMBER, SpvDecorationRestrict));
    test_release(&memory);

    /* What it defines can be used by nothing that is known. */
    append(&words, SpvOpTypeRuntimeArray, 2, (const uint32_t[]){5, 8});
    words.data[3] = 20;
    assert_int_equal(read_words(&module, words, &memory, &error), SPIRV_UNSUPPORTED);
    assert_string_equal(error.message,
                        "opcode 60000 is not known, and it may define %8, which OpTypeRuntimeArray at word 48 uses");
    test_release(&memory);
    free(words.data);
}

/* A decoration and an execution mode of the future, with whatever operands they have. */
static void test_unknown_enumerants(void **state) {
    (void)state;
    struct spirv_module module;
    struct spirv_error error;
    struct test_memory memory = {0};
    struct words words = test_assemble("OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
                                       "OpExecutionMode %4 OutputVertices 77\nOpDecorate %2 Binding 99\n" EMPTY_MAIN);
    for (size_t word = 5; word < words.count; word += words.data[word] >> 16) {
        uint32_t opcode = words.data[word] & 0xFFFF;
        if (opcode == SpvOpExecutionMode || opcode == SpvOpDecorate)
            words.data[word + 2] = 54321;
    }
    assert_int_equal(read_words(&module, words, &memory, &error), SPIRV_OK);
    const struct spirv_decoration *decoration =
        spirv_find_decoration(&module, 2, SPIRV_NO_MEMBER, (SpvDecoration)54321);
    assert_int_equal(decoration->operands[0], 99);
    assert_int_equal(module.execution_modes[0].mode, 54321);
    assert_int_equal(module.execution_modes[0].operands[0], 77);
    test_release(&memory);
    free(words.data);
}

/* Extended instructions: literals in old debug information, and non-semantic ones behind the functions. */
static void test_extended_instructions(void **state) {
    (void)state;
    struct spirv_module module;
    struct test_memory memory = {0};
    test_read(&module,
              "OpCapability Shader\nOpExtension \"SPV_KHR_non_semantic_info\"\n"
              "%10 = OpExtInstImport \"OpenCL.DebugInfo.100\"\n%11 = OpExtInstImport "
              "\"NonSemantic.ClspvReflection.5\"\n"
              "OpMemoryModel Logical GLSL450\n%12 = OpString \"int\"\n%6 = OpTypeInt 32 0\n%7 = OpConstant %6 32\n"
              "%2 = OpTypeVoid\n%13 = OpExtInst %2 %10 DebugTypeBasic %12 %7 Signed\n" EMPTY_MAIN_AFTER_VOID
              "%14 = OpExtInst %2 %11 Kernel %4 %12\n",
              &memory);
    assert_int_equal(spirv_defining(&module, 13).operands[4], 4); /* the literal of Signed */
    assert_int_equal(spirv_defining(&module, 14).opcode, SpvOpExtInst);
    assert_int_equal(module.definitions[spirv_index(&module, 14)].function, 0);
    test_release(&memory);
}

static void test_names_of_enumerants(void **state) {
    (void)state;
    assert_string_equal(spirv_opcode_name(SpvOpAtomicFAddEXT), "OpAtomicFAddEXT");
    assert_string_equal(spirv_opcode_name(SpvOpDecorateString), "OpDecorateString");
    assert_string_equal(spirv_opcode_name(0), "OpNop");
    assert_null(spirv_opcode_name(13)); /* a number that the specification has left out */
    assert_null(spirv_opcode_name(65535));
    assert_string_equal(spirv_capability_name(SpvCapabilityVulkanMemoryModel), "VulkanMemoryModel");
    assert_null(spirv_capability_name(100000));
    assert_string_equal(spirv_storage_class_name(SpvStorageClassPhysicalStorageBuffer), "PhysicalStorageBuffer");
    assert_string_equal(spirv_builtin_name(SpvBuiltInWorkgroupSize), "WorkgroupSize");
    assert_string_equal(spirv_decoration_name(SpvDecorationCoherent), "Coherent");
    assert_string_equal(spirv_execution_model_name(SpvExecutionModelGLCompute), "GLCompute");
    assert_string_equal(spirv_scope_name(SpvScopeShaderCallKHR), "ShaderCallKHR");
    assert_null(spirv_scope_name(7));
}

/* Every allocation may fail. */
static void test_out_of_memory(void **state) {
    (void)state;
    struct words words = test_assemble(MAIN_HEAD "OpDecorate %7 SpecId 1\n"
                                                 "%6 = OpTypeInt 32 0\n"
                                                 "%7 = OpSpecConstant %6 3\n"
                                                 "%8 = OpTypeVector %6 4\n"
                                                 "%9 = OpSpecConstantComposite %8 %7 %7 %7 %7\n"
                                                 "%10 = OpSpecConstantOp %8 IAdd %9 %9\n" EMPTY_MAIN);
    volatile size_t failures = 0;
    for (;;) {
        struct spirv_module module;
        struct spirv_error error;
        jmp_buf exhausted;
        struct test_memory memory = {.fail_at = failures + 1, .exhausted = &exhausted};
        bool failed = setjmp(exhausted) != 0;
        if (!failed)
            assert_int_equal(read_words(&module, words, &memory, &error), SPIRV_OK);
        test_release(&memory);
        if (!failed)
            break;
        ++failures;
    }
    assert_true(failures > 10);
    free(words.data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_header),
        cmocka_unit_test(test_entry_points_and_modes),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_forward_pointer),
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_selector_comes_later),
        cmocka_unit_test(test_decorations),
        cmocka_unit_test(test_groups),
        cmocka_unit_test(test_constants),
        cmocka_unit_test(test_byte_order),
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_sparse_ids),
        cmocka_unit_test(test_colliding_ids),
        cmocka_unit_test(test_unknown_instructions),
        cmocka_unit_test(test_unknown_enumerants),
        cmocka_unit_test(test_extended_instructions),
        cmocka_unit_test(test_names_of_enumerants),
        cmocka_unit_test(test_out_of_memory),
    };
    return cmocka_run_group_tests_name("spirv reader", tests, NULL, NULL);
}
