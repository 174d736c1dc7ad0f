/* What is not SPIR-V, or not understood: a clear error, and never a crash. */
#include "testing.h"

#include "spirv/memory_view.h"

#define HEAD                                                                                                           \
    "OpCapability Shader\n"                                                                                            \
    "OpMemoryModel Logical GLSL450\n"

#define VULKAN_HEAD "OpCapability Shader\nOpCapability VulkanMemoryModel\nOpMemoryModel Logical Vulkan\n"

#define ADDRESSES_HEAD                                                                                                 \
    "OpCapability Shader\nOpCapability PhysicalStorageBufferAddresses\n"                                               \
    "OpMemoryModel PhysicalStorageBuffer64 GLSL450\n"

#define TYPES                                                                                                          \
    "%1 = OpTypeVoid\n"                                                                                                \
    "%2 = OpTypeFunction %1\n"                                                                                         \
    "%3 = OpTypeInt 32 0\n"                                                                                            \
    "%4 = OpTypeBool\n"                                                                                                \
    "%5 = OpConstantTrue %4\n"                                                                                         \
    "%6 = OpConstant %3 9\n"

/* Reads a copy of just these words, so that ASan sees a step beyond them. Then asks for all that the module
 * can say. */
static enum spirv_result read_exactly(const uint32_t *words, size_t count, struct spirv_error *error) {
    struct test_memory memory = {0};
    struct arena *arena = test_arena(&memory);
    struct spirv_module module;
    struct spirv_object_flags objects;
    uint32_t *copy = malloc(count * 4 + (count == 0));
    assert_non_null(copy);
    if (count > 0)
        memcpy(copy, words, count * 4);
    enum spirv_result result = spirv_read(&module, copy, count, NULL, 0, arena, error);
    free(copy);
    if (result == SPIRV_OK) {
        spirv_trace_objects(&module, arena, &objects);
        for (uint32_t word = 5; word < module.word_count; word += module.words[word] >> 16) {
            struct spirv_instruction instruction = spirv_instruction_at(&module, word);
            struct spirv_memory_view view;
            struct spirv_error view_error;
            spirv_decode_memory(&module, &objects, &instruction, &view, &view_error);
            spirv_type_of_value(&module, instruction.result);
        }
    } else {
        assert_int_not_equal(strlen(error->message), 0);
    }
    test_release(&memory);
    return result;
}

static void expect_words(const uint32_t *words, size_t count, enum spirv_result expected, const char *message) {
    struct spirv_error error;
    enum spirv_result result = read_exactly(words, count, &error);
    if (result != expected || (message && !strstr(error.message, message)))
        fail_msg("expected %d, %s\n     got %d, %s", expected, message ? message : "", result,
                 result == SPIRV_OK ? "" : error.message);
}

struct bad_text {
    const char *text;
    enum spirv_result result;
    const char *message; /* the whole of it; NULL: the text is not bad after all */
};

static void expect_text(const struct bad_text *bad) {
    struct spirv_error error;
    struct words words = test_assemble(bad->text);
    enum spirv_result result = read_exactly(words.data, words.count, &error);
    free(words.data);
    if (result != bad->result || (bad->message && strcmp(error.message, bad->message) != 0))
        fail_msg("%s\nexpected %d, %s\n     got %d, %s", bad->text, bad->result, bad->message ? bad->message : "",
                 result, result == SPIRV_OK ? "" : error.message);
}

static void expect_texts(const struct bad_text *texts, size_t count) {
    for (size_t i = 0; i < count; ++i)
        expect_text(&texts[i]);
}

/* ---- the header ---- */

static void expect_bytes(const char *bytes, size_t size, const char *message) {
    uint32_t words[16] = {0};
    memcpy(words, bytes, size);
    expect_words(words, (size + 3) / 4, SPIRV_INVALID, message);
}

static void test_wrong_magic(void **state) {
    (void)state;
    expect_words(NULL, 0, SPIRV_INVALID, "not a SPIR-V module: the file is empty");
    expect_bytes("; SPIR-V\n; Version: 1.0\n", 24, "this is text; assemble it with spirv-as, or name it .spvasm");
    expect_bytes("#version 450\nvoid main() {}\n", 28, "this is text");
    expect_bytes("; nothing", 9, "this is text");
    expect_bytes("BC\xC0\xDE    ", 8, "this is LLVM bitcode");
    expect_bytes("DXBC\x01\x02\x03\x04", 8, "this is a DirectX shader container");
    expect_bytes("\x7F"
                 "ELF\x02\x01\x01\x00",
                 8, "this is an ELF file");
    expect_bytes("\0\0\0\0", 4, "its first word is not the magic number 0x07230203");
}

static void test_header(void **state) {
    (void)state;
    static const uint32_t good[5] = {SpvMagicNumber, 0x00010300, 0, 100, 0};
    static const struct {
        uint32_t word, value;
        enum spirv_result result;
        const char *message;
    } headers[] = {
        {1, 0x00010700, SPIRV_UNSUPPORTED, "SPIR-V 1.7 is newer than 1.6, the newest version that is supported"},
        {1, 0x00020000, SPIRV_UNSUPPORTED, "SPIR-V 2.0 is newer than 1.6"},
        {1, 0, SPIRV_INVALID, "the version word 0x00000000 is no version of SPIR-V"},
        {1, 0x01010300, SPIRV_INVALID, "the version word 0x01010300 is no version of SPIR-V"},
        {4, 1, SPIRV_UNSUPPORTED, "instruction schema 1 is not known, only 0"},
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; ++i) {
        uint32_t words[5];
        memcpy(words, good, sizeof words);
        words[headers[i].word] = headers[i].value;
        expect_words(words, 5, headers[i].result, headers[i].message);
    }
    expect_words(good, 4, SPIRV_INVALID, "the module has 4 words, and its header alone has 5; is the file cut off?");
    expect_words(good, 5, SPIRV_INVALID, "the module has no OpMemoryModel; is the file cut off?");
}

/* ---- capabilities and extensions come first ---- */

static void test_unknown_features(void **state) {
    (void)state;
    struct words words = test_assemble(HEAD "%1 = OpTypeVoid\n");
    words.data[words.count - 1] = 5; /* which is beyond the bound: that is said only later */
    words.data[6] = 99999;
    expect_words(words.data, words.count, SPIRV_UNSUPPORTED, "capability 99999 is not known");
    words.data[6] = SpvCapabilityShader;
    expect_words(words.data, words.count, SPIRV_INVALID,
                 "OpTypeVoid %5: its id is not below the bound 2 that the header states");
    free(words.data);
    static const struct bad_text texts[] = {
        {"OpCapability Shader\nOpExtension \"SPV_KHR_not_yet_written\"\nOpMemoryModel Logical GLSL450\n",
         SPIRV_UNSUPPORTED, "extension SPV_KHR_not_yet_written is not known"},
    };
    expect_texts(texts, sizeof texts / sizeof *texts);
}

/* ---- what needs a capability (the grammar's "capabilities") that is declared, implicitly too ---- */

#define MAIN               "%10 = OpFunction %1 None %2\n%11 = OpLabel\n"
#define END                "OpReturn\nOpFunctionEnd\n"
#define IMAGE(dim, format) "%7 = OpTypeImage %3 " dim " 0 0 0 2 " format "\n"
#define BALLOT_HEAD(extension)                                                                                         \
    "OpCapability Shader\n" extension "OpMemoryModel Logical GLSL450\n" TYPES "%7 = OpConstant %3 3\n" MAIN            \
    "%8 = OpGroupIAddNonUniformAMD %3 %7 Reduce %6\n" END

static void test_needs(void **state) {
    (void)state;
    static const struct bad_text texts[] = {
        {HEAD TYPES MAIN "%7 = OpArrayLength %3 %6 0\n" END, SPIRV_OK, NULL},
        {"OpCapability Linkage\nOpMemoryModel Logical GLSL450\n" TYPES MAIN "%7 = OpArrayLength %3 %6 0\n" END,
         SPIRV_INVALID,
         "OpMemoryModel: MemoryModel GLSL450 needs capability Shader, which the module does not declare"},
        {HEAD TYPES MAIN "%7 = OpGroupNonUniformElect %4 %6\n" END, SPIRV_INVALID,
         "OpGroupNonUniformElect %7: it needs capability GroupNonUniform, which the module does not declare"},
        {"OpCapability GroupNonUniformVote\n" HEAD TYPES MAIN "%7 = OpGroupNonUniformElect %4 %6\n" END, SPIRV_OK,
         NULL}, /* which declares GroupNonUniform */
        {HEAD TYPES "%7 = OpTypePointer PhysicalStorageBuffer %3\n", SPIRV_INVALID,
         "OpTypePointer %7: StorageClass PhysicalStorageBuffer needs capability PhysicalStorageBufferAddresses, which "
         "the module does not declare"},
        {HEAD TYPES IMAGE("SubpassData", "R32ui"), SPIRV_INVALID,
         "OpTypeImage %7: Dim SubpassData needs capability InputAttachment, which the module does not declare"},
        {"OpCapability InputAttachment\n" HEAD TYPES IMAGE("SubpassData", "R32ui"), SPIRV_OK, NULL},
        {HEAD TYPES IMAGE("2D", "Rg32ui"), SPIRV_INVALID,
         "OpTypeImage %7: ImageFormat Rg32ui needs capability StorageImageExtendedFormats, which the module does not "
         "declare"},
        {HEAD "OpDecorate %7 BuiltIn BaseVertex\n" TYPES "%8 = OpTypePointer Input %3\n%7 = OpVariable %8 Input\n",
         SPIRV_INVALID,
         "OpDecorate: BuiltIn BaseVertex needs capability DrawParameters, which the module does not declare"},
        {HEAD "OpMemberDecorate %7 0 BuiltIn ClipDistance\n" TYPES "%7 = OpTypeStruct %3\n", SPIRV_OK,
         NULL}, /* which a declaration alone does not use */
        {HEAD "OpDecorate %6 FPFastMathMode AllowContractFastINTEL\n" TYPES, SPIRV_INVALID,
         "OpDecorate: Decoration FPFastMathMode needs capability Kernel or FloatControls2, which the module does not "
         "declare"},
        {"OpCapability !6029\n" HEAD "OpDecorate %6 FPFastMathMode !0x70000\n" TYPES, SPIRV_OK,
         NULL}, /* AllowContract, AllowReassoc and AllowTransform of FloatControls2 */
        {HEAD TYPES "%7 = OpTypePointer Private %3\n%8 = OpVariable %7 Private\n" MAIN
                    "%9 = OpLoad %3 %8 Volatile|NonPrivatePointer\n" END,
         SPIRV_INVALID,
         "OpLoad %9: MemoryAccess NonPrivatePointer needs capability VulkanMemoryModel, which the module does not "
         "declare"},
        {BALLOT_HEAD(""), SPIRV_INVALID,
         "OpGroupIAddNonUniformAMD %8: it needs capability Groups or extension SPV_AMD_shader_ballot, which the module "
         "does not declare"},
        {BALLOT_HEAD("OpExtension \"SPV_AMD_shader_ballot\"\n"), SPIRV_OK, NULL},
        {HEAD TYPES "%7 = OpSpecConstantOp %3 PtrAccessChain %6 %6\n", SPIRV_INVALID,
         "OpSpecConstantOp %7: OpPtrAccessChain in it needs capability Addresses, VariablePointersStorageBuffer, "
         "VariablePointers or PhysicalStorageBufferAddresses, which the module does not declare"},
    };
    expect_texts(texts, sizeof texts / sizeof *texts);
    /* OpAbortKHR, with what its capability brings: without it, and with it */
    struct words words = test_assemble("OpCapability Linkage\n" HEAD TYPES MAIN "!0x00030000 %3 %6\nOpFunctionEnd\n");
    for (size_t word = 5; word < words.count; word++)
        words.data[word] = words.data[word] == 3 << 16 ? 3 << 16 | SPIRV_ABORT : words.data[word];
    expect_words(words.data, words.count, SPIRV_INVALID,
                 "OpAbortKHR: it needs capability AbortKHR, which the module does not declare");
    words.data[6] = SPIRV_CAPABILITY_ABORT;
    expect_words(words.data, words.count, SPIRV_OK, NULL);
    free(words.data);
}

/* ---- a function has the types that its OpTypeFunction says ---- */

static void test_signatures(void **state) {
    (void)state;
#define CALLEE(result, parameter)                                                                                      \
    HEAD TYPES "%7 = OpTypeFloat 32\n%8 = OpTypeFunction %3 %3 %7\n%10 = OpFunction " result " None %8\n"              \
               "%12 = OpFunctionParameter %3\n%13 = OpFunctionParameter " parameter "\n%11 = OpLabel\n"                \
               "OpReturnValue %12\nOpFunctionEnd\n"
    static const struct bad_text texts[] = {
        {CALLEE("%3", "%7"), SPIRV_OK, NULL},
        {CALLEE("%3", "%3"), SPIRV_INVALID,
         "OpFunctionParameter %13: its type is %3, and the type %8 of its function has %7"},
        {CALLEE("%7", "%7"), SPIRV_INVALID, "OpFunction %10: its result type is %7, and its type %8 has %3"},
    };
    expect_texts(texts, sizeof texts / sizeof *texts);
}

/* ---- lengths and ids ---- */

/* A head with the capabilities that they need, and then these words. */
static void expect_instruction(const uint32_t *instruction, size_t count, enum spirv_result result,
                               const char *message) {
    uint32_t words[64];
    struct words head = test_assemble("OpCapability Shader\nOpCapability Kernel\nOpCapability AsmINTEL\n"
                                      "OpMemoryModel Logical GLSL450\n%1 = OpTypeInt 32 0\n%2 = OpTypeFloat 32\n");
    memcpy(words, head.data, head.count * 4);
    memcpy(words + head.count, instruction, count * 4);
    words[3] = 10;
    expect_words(words, head.count + count, result, message);
    free(head.data);
}

#define EXPECT_INSTRUCTION(result, message, ...)                                                                       \
    expect_instruction((const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4, result, message)

static void test_lengths(void **state) {
    (void)state;
    EXPECT_INSTRUCTION(SPIRV_INVALID, "opcode 0 (OpNop) has a length of 0 words", 0);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "opcode 61 (OpLoad) has a length of 0 words", SpvOpLoad);
    EXPECT_INSTRUCTION(SPIRV_INVALID,
                       "opcode 23 (OpTypeVector) has 4 words, and 3 are left in the module; is the file cut off?",
                       test_first_word(4, SpvOpTypeVector), 3, 1);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "opcode 60001 (unknown) has 65535 words, and 1 are left in the module",
                       test_first_word(65535, (SpvOp)60001));
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpTypeVector has 3 words, and takes 4", test_first_word(3, SpvOpTypeVector), 3,
                       1);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpTypeVector has 5 words, and takes 4", test_first_word(5, SpvOpTypeVector), 3,
                       1, 2, 2);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpDecorate has 2 words, and takes at least 3", test_first_word(2, SpvOpDecorate),
                       1);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpConstant %3: it has 1 words too many", test_first_word(5, SpvOpConstant), 1, 3,
                       7, 7);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpTypeOpaque %3: its string does not end within the instruction",
                       test_first_word(3, SpvOpTypeOpaque), 3, 0x61616161);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpAsmINTEL %3: its string does not end within the instruction", /* the second */
                       test_first_word(7, SpvOpAsmINTEL), 1, 3, 1, 1, 0x61616161, 0x616161);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpTypeOpaque %3: it has 1 words too many", test_first_word(4, SpvOpTypeOpaque),
                       3, 0, 0);
}

static void test_ids(void **state) {
    (void)state;
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpTypeVoid: its result id is 0; ids begin at 1",
                       test_first_word(2, SpvOpTypeVoid), 0);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpTypeVoid %10: its id is not below the bound 10 that the header states",
                       test_first_word(2, SpvOpTypeVoid), 10);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpTypeVoid %1: the id is defined twice; first by OpTypeInt at word 14",
                       test_first_word(2, SpvOpTypeVoid), 1);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpTypeVector %3: an operand is id 0; ids begin at 1",
                       test_first_word(4, SpvOpTypeVector), 3, 0, 4);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpTypeVector %3: operand %9 is defined nowhere",
                       test_first_word(4, SpvOpTypeVector), 3, 9, 4);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpTypeVector %3: operand %77 is not below the bound 10 that the header states",
                       test_first_word(4, SpvOpTypeVector), 3, 77, 4);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpConstant %3: operand %9 is defined nowhere", test_first_word(4, SpvOpConstant),
                       9, 3, 4);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpVariable %4: operand %9 is defined nowhere",
                       test_first_word(4, SpvOpTypePointer), 3, SpvStorageClassPrivate, 1,
                       test_first_word(5, SpvOpVariable), 3, 4, SpvStorageClassPrivate, 9);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpConstantNull %4: its result type %3 is no type that stands before it",
                       test_first_word(4, SpvOpConstant), 1, 3, 4, test_first_word(3, SpvOpConstantNull), 3, 4);
}

/* ---- declarations ---- */

static void test_types(void **state) {
    (void)state;
    static const struct bad_text texts[] = {
        {HEAD TYPES "%7 = OpTypeVector %3 9\n", SPIRV_INVALID, "OpTypeVector %7: component count 9 is not 2, 3 or 4"},
        {HEAD TYPES "%7 = OpTypeVector %3 16\n", SPIRV_INVALID, "OpTypeVector %7: component count 16 is not 2, 3 or 4"},
        {HEAD TYPES "%7 = OpTypeVector %1 4\n", SPIRV_INVALID, "OpTypeVector %7: its component is no scalar type"},
        {HEAD TYPES "%7 = OpTypeVector %6 4\n", SPIRV_INVALID,
         "OpTypeVector %7: operand %6 is no type that is declared before it"},
        {HEAD TYPES "%7 = OpTypeMatrix %3 4\n", SPIRV_INVALID, "OpTypeMatrix %7: its column is no vector type"},
        {HEAD TYPES "%7 = OpTypeVector %3 4\n%8 = OpTypeMatrix %7 1\n", SPIRV_INVALID,
         "OpTypeMatrix %8: column count 1 is not 2, 3 or 4"},
        {HEAD "%7 = OpTypeInt 0 0\n", SPIRV_INVALID, "OpTypeInt %7: width 0 is not 8, 16, 32 or 64"},
        {HEAD "%7 = OpTypeInt 32 2\n", SPIRV_INVALID, "OpTypeInt %7: its signedness is neither 0 nor 1"},
        {HEAD "%7 = OpTypeFloat 8\n", SPIRV_INVALID, "OpTypeFloat %7: width 8 is not 16, 32 or 64"},
        {HEAD TYPES "%7 = OpConstant %3 0\n%8 = OpTypeArray %3 %7\n", SPIRV_INVALID,
         "OpTypeArray %8: its length %7 is not at least 1"},
        {HEAD TYPES "%9 = OpTypeInt 16 1\n%7 = OpConstant %9 -1\n%8 = OpTypeArray %3 %7\n", SPIRV_INVALID,
         "OpTypeArray %8: its length %7 is not at least 1"},
        {HEAD TYPES "%8 = OpTypeArray %3 %5\n", SPIRV_INVALID,
         "OpTypeArray %8: its length %5 is no integer constant that is declared before it"},
        {HEAD TYPES "%7 = OpTypeStruct %3 %7\n", SPIRV_INVALID, "OpTypeStruct %7: the type contains itself"},
        {HEAD TYPES "%7 = OpTypeStruct %8\n%8 = OpTypeArray %7 %6\n", SPIRV_INVALID,
         "OpTypeStruct %7: operand %8 is no type that is declared before it"},
        {HEAD TYPES "%7 = OpTypePointer Private %8\n%8 = OpTypePointer Private %7\n", SPIRV_INVALID,
         "OpTypePointer %7: operand %8 is no type that is declared before it"},
        {ADDRESSES_HEAD TYPES
         "OpTypeForwardPointer %7 Private\n%8 = OpTypePointer Private %7\n%7 = OpTypePointer Private %8\n",
         SPIRV_INVALID, "OpTypeForwardPointer: %7 points to no struct"},
        {ADDRESSES_HEAD TYPES "OpTypeForwardPointer %7 Private\n%7 = OpTypePointer Function %8\n%8 = OpTypeStruct %3\n",
         SPIRV_INVALID, "OpTypeForwardPointer: its storage class is not the one of OpTypePointer %7"},
        {ADDRESSES_HEAD TYPES "OpTypeForwardPointer %3 Private\n", SPIRV_INVALID,
         "OpTypeForwardPointer: %3 is no OpTypePointer"},
        {ADDRESSES_HEAD TYPES "OpTypeForwardPointer %7 Private\n%7 = OpTypePointer Private %8\n%8 = OpTypeStruct %3\n",
         SPIRV_INVALID, "OpTypePointer %7: operand %8 is no type that is declared before it"},
    };
    expect_texts(texts, sizeof texts / sizeof *texts);
}

/* SPV_EXT_long_vector; !0x000414A8 is OpTypeVectorIdEXT, which spirv-as may not know. */
#define LONG                                                                                                           \
    "OpCapability Shader\n"                                                                                            \
    "OpCapability !5425\n"                                                                                             \
    "OpMemoryModel Logical GLSL450\n" TYPES
#define COUNTED "!0x000414A8 "

static void test_long_vectors(void **state) {
    (void)state;
    static const struct bad_text texts[] = {
        {LONG "%7 = OpTypeVector %3 1\n%8 = OpTypeVector %3 5\n" COUNTED "%9 %3 %6\n", SPIRV_OK, NULL},
        {LONG "%7 = OpTypeVector %3 1024\n%8 = OpTypePointer PushConstant %7\n", SPIRV_OK, NULL},
        {LONG "%7 = OpTypeVector %3 0\n", SPIRV_INVALID, "OpTypeVector %7: component count 0 is not at least 1"},
        {LONG "%7 = OpTypeVector %3 1025\n", SPIRV_UNSUPPORTED,
         "OpTypeVector %7: vectors of more than 1024 components are not supported; it has 1025"},
        {LONG "%7 = OpTypeVector %3 4294967295\n", SPIRV_UNSUPPORTED,
         "OpTypeVector %7: vectors of more than 1024 components are not supported; it has 4294967295"},
        {LONG "%7 = OpConstant %3 0\n" COUNTED "%8 %3 %7\n", SPIRV_INVALID,
         "OpTypeVectorIdEXT %8: component count 0 is not at least 1"},
        {LONG "%7 = OpSpecConstant %3 0\n" COUNTED "%8 %3 %7\n", SPIRV_INVALID,
         "OpTypeVectorIdEXT %8: component count 0 is not at least 1; it is a specialization constant: give it a value"},
        {LONG "%7 = OpTypeInt 64 0\n%8 = OpConstant %7 4294967297\n" COUNTED "%9 %3 %8\n", SPIRV_UNSUPPORTED,
         "OpTypeVectorIdEXT %9: vectors of more than 1024 components are not supported; it has 4294967297"},
        {LONG COUNTED "%7 %3 %5\n", SPIRV_INVALID,
         "OpTypeVectorIdEXT %7: its component count %5 is no integer constant that is declared before it"},
        {LONG COUNTED "%7 %3 %3\n", SPIRV_INVALID,
         "OpTypeVectorIdEXT %7: its component count %3 is no integer constant that is declared before it"},
        {LONG COUNTED "%7 %1 %6\n", SPIRV_INVALID, "OpTypeVectorIdEXT %7: its component is no scalar type"},
        {LONG "%7 = OpTypeFloat 32\n%8 = OpTypeVector %7 5\n%9 = OpTypeMatrix %8 2\n", SPIRV_INVALID,
         "OpTypeMatrix %9: its column has 5 components, not 2, 3 or 4"},
        {LONG "%7 = OpTypeFloat 32\n%8 = OpTypeVector %7 1\n%9 = OpTypeMatrix %8 2\n", SPIRV_INVALID,
         "OpTypeMatrix %9: its column has 1 components, not 2, 3 or 4"},
        {LONG "%7 = OpTypeFloat 32\n%8 = OpConstant %3 3\n" COUNTED "%9 %7 %8\n%10 = OpTypeMatrix %9 2\n",
         SPIRV_INVALID, "OpTypeMatrix %10: its column is an OpTypeVectorIdEXT, which no matrix is made of"},
        {LONG "%7 = OpTypeVector %3 5\n%8 = OpTypePointer Input %7\n", SPIRV_INVALID,
         "OpTypePointer %8: a vector of more than four components cannot be in storage class Input"},
        {LONG
         "%7 = OpTypeVector %3 5\n%8 = OpTypeArray %7 %6\n%9 = OpTypeStruct %3 %8\n%10 = OpTypePointer Output %9\n",
         SPIRV_INVALID, "OpTypePointer %10: a vector of more than four components cannot be in storage class Output"},
        {LONG "%7 = OpTypeVector %3 1\n%8 = OpTypePointer Output %7\n", SPIRV_OK, NULL},
        {LONG "%7 = OpTypeVector %3 5\n%8 = OpConstantComposite %7 %6 %6 %6 %6\n", SPIRV_INVALID,
         "OpConstantComposite %8: it has 4 constituents, and its type %7 has 5 elements"},
    };
    expect_texts(texts, sizeof texts / sizeof *texts);
}

static void test_nesting(void **state) {
    (void)state;
    static char text[32768];
    size_t length = (size_t)sprintf(text, HEAD "%%1 = OpTypeInt 32 0\n");
    for (int depth = 2; depth <= 255; ++depth)
        length += (size_t)sprintf(text + length, "%%%d = OpTypeStruct %%%d\n", depth, depth - 1);
    struct words words = test_assemble(text);
    expect_words(words.data, words.count, SPIRV_OK, NULL);
    free(words.data);
    sprintf(text + length, "%%256 = OpTypeStruct %%255\n");
    expect_text(&(struct bad_text){text, SPIRV_UNSUPPORTED, "OpTypeStruct %256: types are nested more than 255 deep"});
}

static void test_constants(void **state) {
    (void)state;
    static const struct bad_text texts[] = {
        {HEAD TYPES "%7 = OpTypeVector %3 2\n%8 = OpConstantComposite %7 %6\n", SPIRV_INVALID,
         "OpConstantComposite %8: it has 1 constituents, and its type %7 has 2 elements"},
        {HEAD TYPES "%8 = OpConstantComposite %3 %6\n", SPIRV_INVALID,
         "OpConstantComposite %8: its type %3 is not composite"},
        {HEAD TYPES "%7 = OpTypeVector %3 2\n%8 = OpConstantComposite %7 %6 %5\n", SPIRV_INVALID,
         "OpConstantComposite %8: constituent %5 is of type %4, and the type has %3 there"},
        {HEAD TYPES "%7 = OpTypeVector %3 2\n%8 = OpConstantComposite %7 %6 %9\n%9 = OpConstant %3 1\n", SPIRV_INVALID,
         "OpConstantComposite %8: constituent %9 is no constant that is declared before it"},
        {HEAD TYPES "%8 = OpConstantTrue %3\n", SPIRV_INVALID, "OpConstantTrue %8: its type %3 is not OpTypeBool"},
        {HEAD TYPES "%8 = OpSpecConstantOp %3 IAdd %6 %5\n", SPIRV_INVALID,
         "OpSpecConstantOp %8: OpIAdd has operands of a type that does not fit"},
        {HEAD TYPES "%8 = OpSpecConstantOp %3 CompositeExtract %6 0\n", SPIRV_INVALID,
         "OpSpecConstantOp %8: OpCompositeExtract has an index beyond its composite"},
        {HEAD TYPES "%7 = OpTypeFloat 32\n%8 = OpConstant %7 1\n%9 = OpSpecConstantOp %7 FAdd %8 %8\n",
         SPIRV_UNSUPPORTED, "OpSpecConstantOp %9: OpFAdd in it belongs to kernels or extensions, and is not supported"},
    };
    expect_texts(texts, sizeof texts / sizeof *texts);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpConstant %4: its type is neither an integer nor a float type",
                       test_first_word(2, SpvOpTypeBool), 3, test_first_word(4, SpvOpConstant), 3, 4, 1);
    EXPECT_INSTRUCTION(SPIRV_UNSUPPORTED, "OpSpecConstantOp %3: opcode 65000 in it is not known",
                       test_first_word(4, SpvOpSpecConstantOp), 1, 3, 65000);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpSpecConstantOp %3: it cannot hold OpStore",
                       test_first_word(4, SpvOpSpecConstantOp), 1, 3, SpvOpStore);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpSpecConstantOp %3: it cannot hold OpSpecConstantOp",
                       test_first_word(5, SpvOpSpecConstantOp), 1, 3, SpvOpSpecConstantOp, SpvOpIAdd);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpSpecConstantOp %3: OpLoad cannot be in it",
                       test_first_word(5, SpvOpSpecConstantOp), 1, 3, SpvOpLoad, 1);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpSpecConstantOp %3: the instruction is too short for its operands",
                       test_first_word(5, SpvOpSpecConstantOp), 1, 3, SpvOpIAdd, 1);
}

static void test_head(void **state) {
    (void)state;
    static const struct bad_text texts[] = {
        {"OpCapability Shader\n", SPIRV_INVALID, "the module has no OpMemoryModel; is the file cut off?"},
        {HEAD "OpMemoryModel Logical GLSL450\n", SPIRV_INVALID, "OpMemoryModel: the module has one already"},
        {"OpMemoryModel Logical GLSL450\nOpCapability Shader\n", SPIRV_INVALID,
         "OpCapability: it comes too late; the order of a module's sections is that of section 2.4 of the "
         "specification"},
        {HEAD "OpEntryPoint GLCompute %3 \"main\"\n" TYPES, SPIRV_INVALID, "OpEntryPoint: %3 is no function"},
        {HEAD "OpExecutionModeId %1 LocalSizeId %5 %6 %6\n" TYPES, SPIRV_INVALID,
         "OpExecutionModeId: operand %5 is no 32-bit integer constant"},
        {HEAD "OpGroupDecorate %1 %2\n" TYPES, SPIRV_INVALID, "OpGroupDecorate: %1 is no OpDecorationGroup"},
        {HEAD "%8 = OpDecorationGroup\n%9 = OpDecorationGroup\nOpGroupDecorate %8 %9\n" TYPES, SPIRV_INVALID,
         "OpGroupDecorate: its target %9 is itself a decoration group"},
        {HEAD TYPES "OpDecorate %1 Restrict\n", SPIRV_INVALID,
         "OpDecorate: it comes too late; the order of a module's sections is that of section 2.4 of the "
         "specification"},
    };
    expect_texts(texts, sizeof texts / sizeof *texts);
}

/* ---- functions and blocks ---- */

static void test_functions(void **state) {
    (void)state;
    static const struct bad_text texts[] = {
        {HEAD TYPES "%10 = OpFunction %1 None %2\n%11 = OpLabel\nOpFunctionEnd\n", SPIRV_INVALID,
         "block %11 has no terminator before OpFunctionEnd; it needs a branch or a return"},
        {HEAD TYPES "%10 = OpFunction %1 None %2\n%11 = OpLabel\n%12 = OpLabel\nOpReturn\nOpFunctionEnd\n",
         SPIRV_INVALID, "block %11 has no terminator before OpLabel; it needs a branch or a return"},
        {HEAD TYPES "%10 = OpFunction %1 None %2\n%11 = OpLabel\nOpReturn\n", SPIRV_INVALID,
         "function %10 has no OpFunctionEnd before the module's end; is the file cut off?"},
        {HEAD TYPES "%10 = OpFunction %1 None %2\n%12 = OpFunction %1 None %2\n", SPIRV_INVALID,
         "OpFunction %12: the function before it has no OpFunctionEnd"},
        {HEAD TYPES "%10 = OpFunction %1 None %2\n%12 = OpIAdd %3 %6 %6\nOpFunctionEnd\n", SPIRV_INVALID,
         "OpIAdd %12: it stands outside of any block; a block begins with OpLabel"},
        {HEAD TYPES "%10 = OpFunction %1 None %2\n%11 = OpLabel\nOpReturn\nOpReturn\nOpFunctionEnd\n", SPIRV_INVALID,
         "OpReturn: it stands outside of any block; a block begins with OpLabel"},
        {HEAD TYPES "%12 = OpIAdd %3 %6 %6\n", SPIRV_INVALID,
         "OpIAdd %12: it stands outside of any block; a block begins with OpLabel"},
        {HEAD TYPES "%12 = OpLabel\n", SPIRV_INVALID, "OpLabel %12: it stands outside of any function"},
        {HEAD TYPES "OpFunctionEnd\n", SPIRV_INVALID, "OpFunctionEnd: there is no function that it ends"},
        {HEAD TYPES "%12 = OpTypePointer Private %3\n%13 = OpVariable %12 Private\n"
                    "%10 = OpFunction %1 None %2\n%11 = OpLabel\nOpReturn\nOpFunctionEnd\n"
                    "%14 = OpVariable %12 Private\n",
         SPIRV_INVALID,
         "OpVariable %14: it comes too late; the order of a module's sections is that of section 2.4 of the "
         "specification"},
        {HEAD TYPES "%12 = OpFunctionParameter %3\n", SPIRV_INVALID,
         "OpFunctionParameter %12: parameters come right after OpFunction"},
        {HEAD TYPES "%10 = OpFunction %1 None %2\n%12 = OpFunctionParameter %3\nOpFunctionEnd\n", SPIRV_INVALID,
         "OpFunction %10: it has 1 parameters, and its type %2 has 0"},
        {HEAD TYPES "%10 = OpFunction %1 None %3\nOpFunctionEnd\n", SPIRV_INVALID,
         "OpFunction %10: %3 is no function type"},
        {HEAD TYPES "%10 = OpFunction %1 None %2\n%11 = OpLabel\n%12 = OpTypeFloat 32\nOpReturn\nOpFunctionEnd\n",
         SPIRV_INVALID, "OpTypeFloat %12: it cannot stand in a function; is OpFunctionEnd missing before it?"},
        {HEAD TYPES "%10 = OpFunction %1 None %2\n%11 = OpLabel\nOpReturn\nOpFunctionEnd\n%12 = OpTypeFloat 32\n",
         SPIRV_INVALID,
         "OpTypeFloat %12: it comes too late; the order of a module's sections is that of section 2.4 of the "
         "specification"},
        {HEAD TYPES "%10 = OpFunction %1 None %2\n%11 = OpLabel\nOpSelectionMerge %11 None\nOpSelectionMerge %11 None\n"
                    "OpBranch %11\nOpFunctionEnd\n",
         SPIRV_INVALID, "OpSelectionMerge: its block has a merge instruction already"},
        {HEAD TYPES "%10 = OpFunction %1 None %2\n%11 = OpLabel\nOpBranch %77\nOpFunctionEnd\n", SPIRV_INVALID,
         "OpBranch: operand %77 is defined nowhere"},
        {HEAD TYPES "%10 = OpFunction %1 None %2\n%11 = OpLabel\nOpSwitch %6 %11 1 %11 2 %78\nOpFunctionEnd\n",
         SPIRV_INVALID, "OpSwitch: operand %78 is defined nowhere"},
        {HEAD TYPES "%7 = OpTypeInt 64 0\n%8 = OpConstant %7 1\n%10 = OpFunction %1 None %2\n%11 = OpLabel\n"
                    "OpSwitch %8 %11 0x100000002 %79\nOpFunctionEnd\n",
         SPIRV_INVALID, "OpSwitch: operand %79 is defined nowhere"},
        {HEAD TYPES "%10 = OpFunction %1 None %2\n%11 = OpLabel\nOpBranchConditional %5 %11 %80 1 2\nOpFunctionEnd\n",
         SPIRV_INVALID, "OpBranchConditional: operand %80 is defined nowhere"},
        {HEAD TYPES "OpFunctionEnd\n%6 = OpTypeVoid\n", SPIRV_INVALID, /* ids come before the structure */
         "OpTypeVoid %6: the id is defined twice; first by OpConstant at word 24"},
    };
    expect_texts(texts, sizeof texts / sizeof *texts);
    struct words words = test_assemble(HEAD TYPES "%10 = OpFunction %1 None %2\n%11 = OpLabel\n"
                                                  "OpBranchConditional %5 %11 %81\nOpFunctionEnd\n");
    words.data[3] = 0xFFFFFFFF; /* out of proportion: ids are hashed */
    expect_words(words.data, words.count, SPIRV_INVALID, "OpBranchConditional: operand %81 is defined nowhere");
    free(words.data);
}

/* ---- masks, strings, enumerations ---- */

static void test_operands(void **state) {
    (void)state;
    static const char text[] =
        VULKAN_HEAD "OpDecorate %13 Restrict\n" TYPES "%12 = OpTypePointer Private %3\n%13 = OpVariable %12 Private\n"
                    "%10 = OpFunction %1 None %2\n%11 = OpLabel\n"
                    "%14 = OpLoad %3 %13 Volatile|Aligned 4\nOpReturn\nOpFunctionEnd\n";
    struct words words = test_assemble(text);
    size_t load = 5;
    while ((words.data[load] & 0xFFFF) != SpvOpLoad)
        load += words.data[load] >> 16;
    expect_words(words.data, words.count, SPIRV_OK, NULL);
    words.data[load + 4] = SpvMemoryAccessVolatileMask;
    expect_words(words.data, words.count, SPIRV_INVALID, "OpLoad %14: it has 1 words too many");
    words.data[load + 4] = SpvMemoryAccessAlignedMask | SpvMemoryAccessMakePointerVisibleMask;
    expect_words(words.data, words.count, SPIRV_INVALID, "OpLoad %14: the instruction is too short for its operands");
    words.data[load + 4] = SpvMemoryAccessAlignedMask | 0x40;
    expect_words(words.data, words.count, SPIRV_UNSUPPORTED, "OpLoad %14: MemoryAccess bits 0x40 are not known");
    words.data[load + 4] = SpvMemoryAccessMakePointerVisibleMask;
    words.data[load + 5] = 1000;
    expect_words(words.data, words.count, SPIRV_INVALID, "OpLoad %14: operand %1000 is not below the bound");
    free(words.data);
    EXPECT_INSTRUCTION(SPIRV_INVALID, "OpExtInst %3: its set %1 is no OpExtInstImport",
                       test_first_word(5, SpvOpExtInst), 1, 3, 1, 7);
}

/* ---- all truncations, many corruptions ---- */

/* A module with a little of everything. */
static const char *const corpus[] = {
    HEAD "OpName %10 \"main\"\n" TYPES "%10 = OpFunction %1 None %2\n%11 = OpLabel\nOpReturn\nOpFunctionEnd\n",

    "OpCapability Shader\nOpCapability VulkanMemoryModel\nOpCapability PhysicalStorageBufferAddresses\n"
    "OpCapability Int64\n"
    "OpExtension \"SPV_KHR_physical_storage_buffer\"\n"
    "%90 = OpExtInstImport \"GLSL.std.450\"\n"
    "OpMemoryModel PhysicalStorageBuffer64 Vulkan\n"
    "OpEntryPoint GLCompute %10 \"main\" %41\n"
    "OpExecutionModeId %10 LocalSizeId %22 %21 %21\n"
    "%91 = OpString \"file\"\n"
    "OpSource GLSL 450 %91 \"text\"\n"
    "OpName %10 \"main\"\nOpMemberName %33 0 \"value\"\n"
    "OpDecorate %22 SpecId 7\nOpDecorate %24 BuiltIn WorkgroupSize\n"
    "OpDecorate %80 Restrict\nOpDecorate %80 Binding 1\n%80 = OpDecorationGroup\n"
    "OpGroupDecorate %80 %41\n"
    "OpMemberDecorate %33 0 Offset 0\nOpMemberDecorate %33 0 Coherent\nOpMemberDecorate %33 1 Offset 16\n"
    "OpDecorate %33 Block\n"
    "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n%3 = OpTypeInt 32 0\n%4 = OpTypeBool\n%5 = OpTypeFloat 32\n"
    "%6 = OpTypeVector %3 3\n%7 = OpTypeInt 64 1\n"
    "OpTypeForwardPointer %30 PhysicalStorageBuffer\n"
    "%21 = OpConstant %3 1\n%22 = OpSpecConstant %3 64\n%23 = OpSpecConstantOp %3 IMul %22 %22\n"
    "%24 = OpSpecConstantComposite %6 %22 %21 %23\n%25 = OpConstantTrue %4\n%26 = OpConstant %7 -5\n"
    "%27 = OpSpecConstantOp %3 CompositeExtract %24 2\n%28 = OpConstantNull %6\n"
    "%29 = OpSpecConstantOp %6 VectorShuffle %24 %28 0 4 0xFFFFFFFF\n"
    "%34 = OpSpecConstantOp %6 CompositeInsert %21 %28 1\n%35 = OpSpecConstantOp %7 SDiv %26 %26\n"
    "%36 = OpUndef %3\n"
    "%31 = OpTypeArray %5 %23\n%32 = OpTypeRuntimeArray %3\n%33 = OpTypeStruct %6 %32\n%37 = OpTypeStruct "
    "%30 %31\n"
    "%30 = OpTypePointer PhysicalStorageBuffer %37\n"
    "%40 = OpTypePointer StorageBuffer %33\n%41 = OpVariable %40 StorageBuffer\n%42 = OpTypePointer "
    "StorageBuffer %3\n"
    "%43 = OpTypeFunction %3 %42 %3\n"
    "%10 = OpFunction %1 None %2\n%11 = OpLabel\n"
    "%50 = OpAccessChain %42 %41 %21 %21\n"
    "%51 = OpLoad %3 %50 MakePointerVisible|NonPrivatePointer %22\n"
    "OpStore %50 %51 Aligned|MakePointerAvailable|NonPrivatePointer 4 %21\n"
    "%52 = OpAtomicIAdd %3 %50 %21 %21 %51\n"
    "OpMemoryBarrier %21 %21\nOpControlBarrier %21 %21 %21\n"
    "%53 = OpFunctionCall %3 %60 %50 %51\n"
    "%56 = OpExtInst %3 %90 UMax %53 %51\n"
    "OpLoopMerge %55 %54 PeelCount 3\nOpBranch %54\n"
    "%54 = OpLabel\n%57 = OpPhi %42 %50 %11 %57 %54\nOpSwitch %53 %55 1 %54 2 %55\n%55 = OpLabel\nOpReturn\n"
    "OpFunctionEnd\n"
    "%60 = OpFunction %3 Inline %43\n%61 = OpFunctionParameter %42\n%62 = OpFunctionParameter %3\n%63 = "
    "OpLabel\n"
    "OpCopyMemory %61 %61 Aligned 4 Volatile\n"
    "OpSelectionMerge %65 None\nOpBranchConditional %25 %64 %65 3 4\n%64 = OpLabel\nOpBranch %65\n%65 = "
    "OpLabel\n"
    "OpReturnValue %62\nOpFunctionEnd\n",

    "OpCapability Shader\nOpCapability VulkanMemoryModel\nOpMemoryModel Logical Vulkan\n"
    "OpEntryPoint GLCompute %10 \"i\" %20\n"
    "OpExecutionMode %10 LocalSize 1 1 1\nOpDecorate %20 Volatile\n"
    "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n%3 = OpTypeInt 32 0\n%4 = OpTypeVector %3 4\n%5 = OpTypeVector "
    "%3 2\n"
    "%6 = OpTypeImage %3 2D 0 0 0 2 R32ui\n%7 = OpTypePointer UniformConstant %6\n%8 = OpTypePointer Image "
    "%3\n"
    "%9 = OpConstant %3 1\n%15 = OpConstantComposite %5 %9 %9\n%20 = OpVariable %7 UniformConstant\n"
    "%10 = OpFunction %1 None %2\n%11 = OpLabel\n%12 = OpLoad %6 %20\n"
    "%13 = OpImageRead %4 %12 %15 NonPrivateTexel|MakeTexelVisible %9\nOpImageWrite %12 %15 %13 ZeroExtend\n"
    "%14 = OpImageTexelPointer %8 %20 %15 %9\n%16 = OpAtomicExchange %3 %14 %9 %9 %9\n"
    "%17 = OpAtomicCompareExchange %3 %14 %9 %9 %9 %9 %9\nOpReturn\nOpFunctionEnd\n",
};

enum { CORPUS_COUNT = sizeof corpus / sizeof *corpus };

static void test_truncations(void **state) {
    (void)state;
    for (size_t i = 0; i < CORPUS_COUNT; ++i) {
        struct words words = test_assemble(corpus[i]);
        struct spirv_error error;
        expect_words(words.data, words.count, SPIRV_OK, NULL);
        size_t good = 0;
        for (size_t count = 0; count < words.count; ++count)
            good += read_exactly(words.data, count, &error) == SPIRV_OK;
        /* Cut between the functions, or before the first one where nothing refers to it. */
        assert_true(good <= 4);
        free(words.data);
    }
}

/* Random words, bits, small numbers and other words of the module in the place of single words. */
static uint32_t corrupt(const struct words *words, size_t place, uint64_t *random) {
    uint32_t number = test_random(random);
    switch (test_random(random) % 4) {
    case 0:
        return number;
    case 1:
        return words->data[place] ^ UINT32_C(1) << number % 32;
    case 2:
        return number % 100;
    }
    return words->data[number % words->count];
}

static void test_corruptions(void **state) {
    (void)state;
    uint64_t random = 20240607;
    for (size_t i = 0; i < CORPUS_COUNT; ++i) {
        struct words words = test_assemble(corpus[i]);
        struct spirv_error error;
        for (size_t round = 0; round < 40; ++round) {
            for (size_t place = 0; place < words.count; ++place) {
                uint32_t original = words.data[place];
                words.data[place] = corrupt(&words, place, &random);
                read_exactly(words.data, words.count, &error);
                words.data[place] = original;
            }
        }
        for (size_t round = 0; round < 10000; ++round) { /* several at once */
            uint32_t *copy = malloc(words.count * 4);
            assert_non_null(copy);
            memcpy(copy, words.data, words.count * 4);
            for (size_t change = 0; change < 3; ++change) {
                size_t place = 5 + test_random(&random) % (words.count - 5);
                copy[place] = corrupt(&words, place, &random);
            }
            read_exactly(copy, words.count, &error);
            free(copy);
        }
        free(words.data);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong_magic),  cmocka_unit_test(test_header),    cmocka_unit_test(test_unknown_features),
        cmocka_unit_test(test_lengths),      cmocka_unit_test(test_ids),       cmocka_unit_test(test_types),
        cmocka_unit_test(test_long_vectors), cmocka_unit_test(test_nesting),   cmocka_unit_test(test_constants),
        cmocka_unit_test(test_head),         cmocka_unit_test(test_functions), cmocka_unit_test(test_needs),
        cmocka_unit_test(test_signatures),   cmocka_unit_test(test_operands),  cmocka_unit_test(test_truncations),
        cmocka_unit_test(test_corruptions),
    };
    return cmocka_run_group_tests_name("spirv bad input", tests, NULL, NULL);
}
