/* Modules of the future, read with the tables of newer_grammar.py: what this version does not know is refused by name,
 * and what it knows is read as ever. */
#include "testing.h"

#define DECLARATIONS                                                                                                   \
    "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n%3 = OpTypeFloat 16\n%4 = OpTypePointer Private %3\n"                    \
    "%5 = OpVariable %4 Private\n%6 = OpConstant %3 1\n"
#define BODY "%8 = OpFunction %1 None %2\n%9 = OpLabel\nOpStore %5 %6 Aligned 2\nOpReturn\nOpFunctionEnd\n"

/* The words of a module in which the first instruction with `opcode` is replaced by `count` others. */
static struct words replaced(uint32_t opcode, const uint32_t *instruction, size_t count) {
    struct words words = test_assemble("OpCapability Shader\nOpCapability Float16\nOpCapability Linkage\n"
                                       "OpMemoryModel Logical GLSL450\nOpDecorate %5 Restrict\n" DECLARATIONS BODY);
    size_t word = 5;
    while ((words.data[word] & 0xFFFF) != opcode)
        word += words.data[word] >> 16;
    size_t length = words.data[word] >> 16, rest = words.count - word - length;
    struct words result = {malloc((words.count + count) * sizeof *result.data), words.count - length + count};
    assert_non_null(result.data);
    memcpy(result.data, words.data, word * sizeof *words.data);
    memcpy(result.data + word, instruction, count * sizeof *instruction);
    memcpy(result.data + word + count, words.data + word + length, rest * sizeof *words.data);
    free(words.data);
    return result;
}

static void expect(uint32_t opcode, const uint32_t *instruction, size_t count, enum spirv_result expected,
                   const char *message) {
    struct spirv_module module;
    struct spirv_error error = {0};
    struct test_memory memory = {0};
    struct arena *arena = test_arena(&memory);
    struct words words = replaced(opcode, instruction, count);
    words.data[3] = 100;
    enum spirv_result result = spirv_read(&module, words.data, words.count, NULL, 0, arena, &error);
    if (result != expected || strcmp(error.message, message) != 0)
        fail_msg("expected %d, %s\n     got %d, %s", expected, message, result, error.message);
    test_release(&memory);
    free(words.data);
}

#define COUNT(...) (sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))
#define REFUSED(opcode, message, ...)                                                                                  \
    expect(opcode, (const uint32_t[]){__VA_ARGS__}, COUNT(__VA_ARGS__), SPIRV_UNSUPPORTED, message)
#define TAKEN(opcode, ...) expect(opcode, (const uint32_t[]){__VA_ARGS__}, COUNT(__VA_ARGS__), SPIRV_OK, "")

static void test_instructions(void **state) {
    (void)state;
    REFUSED(SpvOpStore, "OpMadeUpClass is not known", 2 << 16 | 31001, 5);
    REFUSED(SpvOpReturn, "OpMadeUpEnd is not known", 1 << 16 | 31002);
    REFUSED(SpvOpStore, "OpMadeUpKind is not known", 4 << 16 | 31003, 3, 20, 1);
    REFUSED(SpvOpStore, "OpMadeUpOptional %20: operands of kind MadeUpLiteral are not known", 4 << 16 | 31004, 3, 20,
            1);
    TAKEN(SpvOpStore, 3 << 16 | 31004, 3, 20);
    REFUSED(SpvOpStore, "OpMadeUpQuantifier is not known", 4 << 16 | 31005, 3, 20, 5);
    REFUSED(SpvOpStore, "OpMadeUpResult is not known", 3 << 16 | 31006, 5, 20);
    REFUSED(SpvOpStore, "OpMadeUpCapability is not known", 4 << 16 | 31007, 3, 20, 5);
    REFUSED(SpvOpStore, "OpMadeUpExtension is not known", 1 << 16 | 31008);
    REFUSED(SpvOpStore, "OpMadeUpVersion is not known", 2 << 16 | 31009, 5);
    REFUSED(SpvOpVariable, "OpMadeUpBare is not known", 1 << 16 | 31010);
    REFUSED(SpvOpConstant, "OpSpecConstantOp %6: OpMadeUpCapability in it is not known", 5 << 16 | SpvOpSpecConstantOp,
            3, 6, 31007, 5);
}

static void test_kinds(void **state) {
    (void)state;
    TAKEN(SpvOpTypeFloat, 3 << 16 | SpvOpTypeFloat, 3, 16);
    REFUSED(SpvOpTypeFloat, "OpTypeFloat %3: operands of kind MadeUpEnum are not known", 4 << 16 | SpvOpTypeFloat, 3,
            16, 0);
}

static void test_enumerants(void **state) {
    (void)state;
    REFUSED(SpvOpCapability, "capability MadeUp is not known", 2 << 16 | SpvOpCapability, 31000);
    REFUSED(SpvOpMemoryModel, "extension SPV_KHR_made_up is not known", 5 << 16 | SpvOpExtension, 0x5F565053,
            0x5F52484B, 0x6564616D, 0x0070755F);
    REFUSED(SpvOpDecorate, "OpDecorate: Decoration MadeUpKind is not known", 4 << 16 | SpvOpDecorate, 5, 31000, 7);
    REFUSED(SpvOpDecorate, "OpDecorate: Decoration MadeUpLong is not known", 8 << 16 | SpvOpDecorate, 5, 31001, 1, 2, 3,
            4, 5);
    REFUSED(SpvOpDecorate, "OpDecorate: Decoration MadeUpNeeds is not known", 3 << 16 | SpvOpDecorate, 5, 31002);
    TAKEN(SpvOpDecorate, 4 << 16 | SpvOpDecorate, 5, 31003, 0x3F800000);
    TAKEN(SpvOpDecorate, 4 << 16 | SpvOpDecorate, 5, SpvDecorationFPRoundingMode, SpvFPRoundingModeRTE);
    REFUSED(SpvOpStore, "OpStore: MemoryAccess MadeUpBit is not known", 6 << 16 | SpvOpStore, 5, 6,
            0x40000000 | SpvMemoryAccessAlignedMask, 2, 4);
    TAKEN(SpvOpStore, 5 << 16 | SpvOpStore, 5, 6, SpvMemoryAccessAlignedMask, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_instructions), cmocka_unit_test(test_kinds),
                                       cmocka_unit_test(test_enumerants)};
    return cmocka_run_group_tests_name("a newer grammar", tests, NULL, NULL);
}
