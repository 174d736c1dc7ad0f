/* The tables of SMMRA_ABI_DRIVER: which parameter and which bytes of a set each resource is found through, and what is
 * refused where the tables lack it. */
#include "tests/unit/translator/module.h"

#include <stdlib.h>

/* Buffers at bindings 1 and 4 of set 2, and push constants; the first word of the latter, the number of workgroups and
 * an id of each kind are stored. */
#define SHADER(numbers)                                                                                                \
    "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"                                                             \
    "OpEntryPoint GLCompute %main \"main\" %group %local %grid\n"                                                      \
    "OpExecutionMode %main LocalSize 4 2 1\n"                                                                          \
    "OpDecorate %group BuiltIn WorkgroupId\nOpDecorate %local BuiltIn LocalInvocationId\n"                             \
    "OpDecorate %grid BuiltIn NumWorkgroups\n"                                                                         \
    "OpDecorate %first DescriptorSet 2\nOpDecorate %first Binding 1\n"                                                 \
    "OpDecorate %second DescriptorSet 2\nOpDecorate %second Binding 4\n"                                               \
    "OpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\n"                                                    \
    "%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n%vector = OpTypeVector %uint 3\n%fn = OpTypeFunction %void\n"         \
    "%block = OpTypeStruct %uint\n"                                                                                    \
    "%p_block = OpTypePointer StorageBuffer %block\n%p_uint = OpTypePointer StorageBuffer %uint\n"                     \
    "%p_push = OpTypePointer PushConstant %block\n%p_word = OpTypePointer PushConstant %uint\n"                        \
    "%p_input = OpTypePointer Input %vector\n%zero = OpConstant %uint 0\n"                                             \
    "%first = OpVariable %p_block StorageBuffer\n%second = OpVariable %p_block StorageBuffer\n"                        \
    "%push = OpVariable %p_push PushConstant\n"                                                                        \
    "%group = OpVariable %p_input Input\n%local = OpVariable %p_input Input\n%grid = OpVariable %p_input Input\n"      \
    "%main = OpFunction %void None %fn\n%entry = OpLabel\n"                                                            \
    "%a = OpLoad %vector %group\n%b = OpLoad %vector %local\n%c = OpLoad %vector %grid\n" numbers                      \
    "%pp = OpAccessChain %p_word %push %zero\n%w = OpLoad %uint %pp\n%sum = OpIAdd %uint %x %w\n"                      \
    "%p1 = OpAccessChain %p_uint %first %zero\n%p2 = OpAccessChain %p_uint %second %zero\n"                            \
    "OpStore %p1 %sum\nOpStore %p2 %w\nOpReturn\nOpFunctionEnd\n"

/* Vectors are added, so that all of their components are needed; and only the first components. */
static const char together[] = SHADER("%d = OpIAdd %vector %a %b\n%e = OpIAdd %vector %d %c\n"
                                      "%x = OpCompositeExtract %uint %e 0\n");
static const char apart[] = SHADER("%ax = OpCompositeExtract %uint %a 0\n%bc = OpVectorShuffle %vector %b %c 0 4 0\n"
                                   "%bx = OpCompositeExtract %uint %bc 1\n%x = OpIAdd %uint %ax %bx\n");

/* Set 1 has an array of two combined image samplers at binding 0, of which element 1 is sampled; a sampler and a
 * texture at binding 3, as parts of one; and an array of storage images at binding 4, of which element 1 is written. */
static const char images[] =
    "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\"\n"
    "OpExecutionMode %main LocalSize 1 1 1\n"
    "OpDecorate %both DescriptorSet 1\nOpDecorate %both Binding 0\n"
    "OpDecorate %texture DescriptorSet 1\nOpDecorate %texture Binding 3\n"
    "OpDecorate %sampler DescriptorSet 1\nOpDecorate %sampler Binding 3\n"
    "OpDecorate %stored DescriptorSet 1\nOpDecorate %stored Binding 4\n"
    "%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n%float = OpTypeFloat 32\n%fn = OpTypeFunction %void\n"
    "%v2 = OpTypeVector %float 2\n%v4 = OpTypeVector %float 4\n%v2uint = OpTypeVector %uint 2\n"
    "%image = OpTypeImage %float 2D 0 0 0 1 Unknown\n%of_both = OpTypeSampledImage %image\n"
    "%of_sampler = OpTypeSampler\n%of_stored = OpTypeImage %float 2D 0 0 0 2 Rgba32f\n"
    "%zero = OpConstant %uint 0\n%one = OpConstant %uint 1\n%two = OpConstant %uint 2\n%half = OpConstant %float 0.5\n"
    "%at = OpConstantComposite %v2 %half %half\n%where = OpConstantComposite %v2uint %zero %zero\n"
    "%boths = OpTypeArray %of_both %two\n%storeds = OpTypeArray %of_stored %two\n"
    "%p_boths = OpTypePointer UniformConstant %boths\n%p_both = OpTypePointer UniformConstant %of_both\n"
    "%p_image = OpTypePointer UniformConstant %image\n%p_sampler = OpTypePointer UniformConstant %of_sampler\n"
    "%p_storeds = OpTypePointer UniformConstant %storeds\n%p_stored = OpTypePointer UniformConstant %of_stored\n"
    "%both = OpVariable %p_boths UniformConstant\n%texture = OpVariable %p_image UniformConstant\n"
    "%sampler = OpVariable %p_sampler UniformConstant\n%stored = OpVariable %p_storeds UniformConstant\n"
    "%main = OpFunction %void None %fn\n%entry = OpLabel\n"
    "%pb = OpAccessChain %p_both %both %one\n%b = OpLoad %of_both %pb\n"
    "%x = OpImageSampleExplicitLod %v4 %b %at Lod %half\n"
    "%t = OpLoad %image %texture\n%s = OpLoad %of_sampler %sampler\n%ts = OpSampledImage %of_both %t %s\n"
    "%y = OpImageSampleExplicitLod %v4 %ts %at Lod %half\n%sum = OpFAdd %v4 %x %y\n"
    "%pi = OpAccessChain %p_stored %stored %one\n%i = OpLoad %of_stored %pi\n"
    "OpImageWrite %i %where %sum\nOpReturn\nOpFunctionEnd\n";

static struct test_module module, of_first, of_images;
static char message[512];

static int setup(void **state) {
    (void)state;
    module = assemble(together);
    of_first = assemble(apart);
    of_images = assemble(images);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    smmra_free_words(module.words);
    smmra_free_words(of_first.words);
    smmra_free_words(of_images.words);
    return 0;
}

static void keep(void *user, const smmra_diagnostic *diagnostic) {
    snprintf(user, sizeof message, "%s", diagnostic->message);
}

static smmra_result translate_module(const struct test_module *which, const smmra_driver *driver,
                                     smmra_translation **translation) {
    smmra_options options = SMMRA_DEFAULTS(smmra_options);
    options.abi = SMMRA_ABI_DRIVER;
    options.profile = SMMRA_PROFILE_22;
    options.mcpu = "gfx1100";
    options.driver = driver;
    options.diagnose = keep;
    options.diagnose_user = message;
    *message = 0;
    return smmra_translate(which->words, which->count, &options, translation);
}

static smmra_result translate(const smmra_driver *driver, smmra_translation **translation) {
    return translate_module(&module, driver, translation);
}

/* All that the shader needs: a table of sets, the grid by its address, ids apart. */
static const smmra_argument arguments[] = {
    {SMMRA_ARGUMENT_IGNORED, 2},      {SMMRA_ARGUMENT_SET_TABLE, 0},    {SMMRA_ARGUMENT_PUSH_POINTER, 0},
    {SMMRA_ARGUMENT_GRID_POINTER, 0}, {SMMRA_ARGUMENT_WORKGROUP_ID, 0}, {SMMRA_ARGUMENT_WORKGROUP_ID, 1},
    {SMMRA_ARGUMENT_WORKGROUP_ID, 2}, {SMMRA_ARGUMENT_LOCAL_ID, 0},     {SMMRA_ARGUMENT_LOCAL_ID, 1},
};
enum { ARGUMENTS = sizeof arguments / sizeof *arguments };
/* The second one is dynamic: its descriptor is 64 bytes after the push constants. */
static const smmra_binding bindings[] = {{2, 1, 96, 16, 0, 0}, {2, 4, 64, 16, 0, 1}};
static const smmra_attribute attributes[] = {{"amdgpu-waves-per-eu", "4"}, {"norecurse", NULL}};
static const smmra_driver whole = {.size = sizeof whole,
                                   .arguments = arguments,
                                   .argument_count = ARGUMENTS,
                                   .bindings = bindings,
                                   .binding_count = 2,
                                   .address_high_bits = 0x1234,
                                   .triple = "amdgcn-mesa-own",
                                   .attributes = attributes,
                                   .attribute_count = 2};

/* Each line after the one before. */
static void test_resources_are_found_through_the_tables(void **state) {
    (void)state;
    static const char *const lines[] = {
        "target triple = \"amdgcn-mesa-own\"",
        "define amdgpu_cs void @main(<2 x i32> inreg %ignored.1, ptr addrspace(6) inreg %sets.1, ptr addrspace(6) inreg "
        "%push.1, ptr addrspace(4) inreg %grid_address.1, i32 inreg %workgroup_id.1, i32 inreg %workgroup_id.2, i32 inreg "
        "%workgroup_id.3, i32 %local_id.1, i32 %local_id.2)",
        "and i32 %local_id.1, 3\n", /* 4 of them */
        "and i32 %local_id.2, 1\n",
        "load <3 x i32>, ptr addrspace(4) %grid_address.1, align 4",
        "i64 8\n", /* word 2 of the table: set 2 */
        "load ptr addrspace(6), ptr addrspace(4)",
        "i64 96\n",
        "load ptr addrspace(8), ptr addrspace(4)",
        "addrspacecast ptr addrspace(6) %push.1 to ptr addrspace(4)",
        "i64 64\n",
        "load ptr addrspace(8), ptr addrspace(4)",
        "\"amdgpu-32bit-address-high-bits\"=\"0x1234\" \"amdgpu-waves-per-eu\"=\"4\" norecurse",
    };
    smmra_translation *translation;
    assert_int_equal(translate(&whole, &translation), SMMRA_SUCCESS);
    const char *at = smmra_translation_text(translation, NULL);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        at = strstr(at, lines[i]);
        if (!at)
            fail_msg("no %s in its place in:\n%s", lines[i], smmra_translation_text(translation, NULL));
        at += strlen(lines[i]);
    }
    smmra_translation_destroy(translation);
}

/* The table without an argument or a binding: what is missing is named. */
static void test_what_is_missing_is_named(void **state) {
    (void)state;
    static const struct {
        uint32_t without;
        const char *says;
    } rows[] = {
        {1, "no pointer to set 2"},
        {2, "no pointer to the push constants"},
        {3, "no argument for the grid's size"},
        {5, "WorkgroupId"},
        {8, "LocalInvocationId"},
    };
    smmra_translation *translation;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        smmra_argument fewer[ARGUMENTS];
        smmra_driver driver = whole;
        memcpy(fewer, arguments, sizeof arguments);
        fewer[rows[i].without] = (smmra_argument){SMMRA_ARGUMENT_IGNORED_VECTOR, 1};
        driver.arguments = fewer;
        assert_int_equal(translate(&driver, &translation), SMMRA_UNSUPPORTED);
        if (!strstr(message, rows[i].says))
            fail_msg("%s, not: %s", rows[i].says, message);
    }
    smmra_driver driver = whole;
    driver.binding_count = 1;
    assert_int_equal(translate(&driver, &translation), SMMRA_UNSUPPORTED);
    assert_non_null(strstr(message, "no binding 4 of set 2"));
}

/* The same table where the shader takes the first component of each, the number of workgroups by a shuffle. */
static void test_registers_of_unused_components_may_lack(void **state) {
    (void)state;
    static const uint32_t unused[] = {5, 6, 8}, used[] = {4, 7};
    smmra_translation *translation;
    for (size_t i = 0; i < 5; i++) {
        smmra_argument fewer[ARGUMENTS];
        smmra_driver driver = whole;
        memcpy(fewer, arguments, sizeof arguments);
        fewer[i < 3 ? unused[i] : used[i - 3]] = (smmra_argument){SMMRA_ARGUMENT_IGNORED, 1};
        driver.arguments = fewer;
        assert_int_equal(translate_module(&of_first, &driver, &translation), i < 3 ? SMMRA_SUCCESS : SMMRA_UNSUPPORTED);
        smmra_translation_destroy(translation);
    }
}

/* LLVM takes no two parameters of one name. */
static void test_several_ignored_registers_differ(void **state) {
    (void)state;
    smmra_argument fewer[ARGUMENTS];
    smmra_driver driver = whole;
    smmra_translation *translation;
    memcpy(fewer, arguments, sizeof arguments);
    fewer[5] = fewer[6] = (smmra_argument){SMMRA_ARGUMENT_IGNORED_VECTOR, 1};
    driver.arguments = fewer;
    assert_int_equal(translate_module(&of_first, &driver, &translation), SMMRA_SUCCESS);
    assert_non_null(strstr(smmra_translation_text(translation, NULL), "i32 %ignored.6, i32 %ignored.7, "));
    smmra_translation_destroy(translation);
}

/* Word 0, which the shader reads, in a register: no address is needed. Another word does not do. */
static void test_push_constants_in_registers(void **state) {
    (void)state;
    static const smmra_binding in_set[] = {{2, 1, 96, 16, 0, 0}, {2, 4, 64, 16, 0, 0}};
    smmra_argument words[ARGUMENTS];
    smmra_driver driver = whole;
    smmra_translation *translation;
    memcpy(words, arguments, sizeof arguments);
    words[2] = (smmra_argument){SMMRA_ARGUMENT_PUSH_WORD, 0};
    driver.arguments = words;
    driver.bindings = in_set;
    assert_int_equal(translate(&driver, &translation), SMMRA_SUCCESS);
    const char *text = smmra_translation_text(translation, NULL);
    assert_null(strstr(text, "load i32"));
    assert_non_null(strstr(text, ", %push_word.1\n"));
    smmra_translation_destroy(translation);
    words[2].index = 1;
    assert_int_equal(translate(&driver, &translation), SMMRA_UNSUPPORTED);
    assert_non_null(strstr(message, "no pointer to the push constants"));
}

/* An address among the push constants, of which each half has a register: a pointer is made of an integer alone. */
static void test_pushed_addresses(void **state) {
    (void)state;
    static const smmra_argument words[] = {{SMMRA_ARGUMENT_PUSH_WORD, 0}, {SMMRA_ARGUMENT_PUSH_WORD, 1}};
    static const smmra_binding none = {0};
    smmra_driver driver = whole;
    struct test_module addressed = assemble(
        "OpCapability Shader\nOpCapability PhysicalStorageBufferAddresses\n"
        "OpMemoryModel PhysicalStorageBuffer64 GLSL450\nOpEntryPoint GLCompute %main \"main\"\n"
        "OpExecutionMode %main LocalSize 1 1 1\nOpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\n"
        "OpDecorate %target Block\nOpMemberDecorate %target 0 Offset 0\n"
        "OpTypeForwardPointer %p_target PhysicalStorageBuffer\n"
        "%void = OpTypeVoid\n%uint = OpTypeInt 32 0\n%fn = OpTypeFunction %void\n%zero = OpConstant %uint 0\n"
        "%target = OpTypeStruct %uint\n%p_target = OpTypePointer PhysicalStorageBuffer %target\n"
        "%block = OpTypeStruct %p_target\n%p_push = OpTypePointer PushConstant %block\n"
        "%p_member = OpTypePointer PushConstant %p_target\n%p_uint = OpTypePointer PhysicalStorageBuffer %uint\n"
        "%push = OpVariable %p_push PushConstant\n%main = OpFunction %void None %fn\n%entry = OpLabel\n"
        "%a = OpAccessChain %p_member %push %zero\n%p = OpLoad %p_target %a\n"
        "%q = OpAccessChain %p_uint %p %zero\nOpStore %q %zero Aligned 4\nOpReturn\nOpFunctionEnd\n");
    driver.arguments = words;
    driver.argument_count = 2;
    driver.bindings = &none;
    smmra_translation *translation;
    if (translate_module(&addressed, &driver, &translation) != SMMRA_SUCCESS)
        fail_msg("%s", message);
    const char *text = smmra_translation_text(translation, NULL), *joined = strstr(text, "bitcast <2 x i32> ");
    assert_non_null(joined);
    assert_non_null(strstr(joined, " to i64\n"));
    assert_non_null(strstr(joined, "inttoptr i64 "));
    smmra_translation_destroy(translation);
    smmra_free_words(addressed.words);
}

static void test_wrong_tables_are_refused(void **state) {
    (void)state;
    static const smmra_attribute evil = {"a\"=\"b", NULL}, nameless = {NULL, "1"};
    static const smmra_argument unknown = {(smmra_argument_kind)99, 0};
    smmra_driver wrong[7];
    smmra_translation *translation;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        wrong[i] = whole;
    wrong[0].size = 8;
    wrong[1].triple = "amdgcn\"\n";
    wrong[2].attributes = &evil;
    wrong[3].attributes = &nameless;
    wrong[3].attribute_count = wrong[2].attribute_count = 1;
    wrong[4].arguments = &unknown;
    wrong[4].argument_count = 1;
    wrong[5].arguments = NULL;
    wrong[6].data_layout = "\x7f";
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (translate(&wrong[i], &translation) != SMMRA_INVALID_ARGUMENT)
            fail_msg("table %zu is accepted", i);
        assert_null(translation);
    }
    smmra_driver long_one = whole;
    static const smmra_argument too_long = {SMMRA_ARGUMENT_IGNORED, 1000};
    long_one.arguments = &too_long;
    long_one.argument_count = 1;
    assert_int_equal(translate(&long_one, &translation), SMMRA_UNSUPPORTED);
}

/* Combined image samplers of 96 bytes whose sampler is at 80, as Mesa's: what is at each byte of the set. */
static const smmra_binding image_rows[] = {{.set = 1, .binding = 0, .offset = 32, .stride = 96, .sampler_offset = 80},
                                           {.set = 1, .binding = 3, .offset = 224, .stride = 96, .sampler_offset = 80},
                                           {.set = 1, .binding = 4, .offset = 320, .stride = 64}};
enum { IMAGE_ROWS = sizeof image_rows / sizeof *image_rows };
static const smmra_argument image_arguments[] = {{SMMRA_ARGUMENT_SET, 1}};

static smmra_result translate_images(const smmra_binding rows[IMAGE_ROWS], smmra_translation **translation) {
    smmra_driver driver = SMMRA_DEFAULTS(smmra_driver);
    driver.arguments = image_arguments;
    driver.argument_count = 1;
    driver.bindings = rows;
    driver.binding_count = IMAGE_ROWS;
    return translate_module(&of_images, &driver, translation);
}

/* The bytes of the set from which a descriptor comes, as LLVM folds the offsets: the sum of those in a chain. */
static uint64_t bytes_of_load(const char *text, const char *type, uint32_t number) {
    char name[16], line[64];
    const char *at = text;
    for (uint32_t i = 0; i <= number; i++)
        assert_non_null(at = strstr(at + 1, type));
    assert_int_equal(sscanf(strstr(at, "%"), "%15[^,]", name), 1);
    uint64_t sum = 0;
    for (;;) {
        unsigned long long offset;
        snprintf(line, sizeof line, "  %s = getelementptr", name);
        at = strstr(text, line);
        if (!at ||
            sscanf(strstr(at, "%") + strlen(name), " = getelementptr%*[^%]%15[^,], i64 %llu", name, &offset) != 2)
            return sum;
        sum += offset;
    }
}

static void test_images_lie_as_the_table_says(void **state) {
    (void)state;
    smmra_translation *translation;
    assert_int_equal(translate_images(image_rows, &translation), SMMRA_SUCCESS);
    const char *text = smmra_translation_text(translation, NULL);
    assert_int_equal(bytes_of_load(text, "load <8 x i32>, ptr addrspace(4)", 0), 32 + 96);
    assert_int_equal(bytes_of_load(text, "load <4 x i32>, ptr addrspace(4)", 0), 32 + 96 + 80);
    assert_int_equal(bytes_of_load(text, "load <8 x i32>, ptr addrspace(4)", 1), 224);
    assert_int_equal(bytes_of_load(text, "load <4 x i32>, ptr addrspace(4)", 1), 224 + 80);
    assert_int_equal(bytes_of_load(text, "load <8 x i32>, ptr addrspace(4)", 2), 320 + 64);
    smmra_translation_destroy(translation);
}

/* A texture and a sampler are parts of one descriptor, and nobody says where in it. */
static void test_parts_need_a_table(void **state) {
    (void)state;
    smmra_translation *translation;
    assert_int_equal(translate_module(&of_images, NULL, &translation), SMMRA_UNSUPPORTED);
    assert_non_null(strstr(message, "a sampler and an image at binding 3 of set 1"));
}

static void test_layouts_that_cannot_be(void **state) {
    (void)state;
    static const struct {
        uint32_t row;
        smmra_binding is;
        const char *says;
    } wrong[] = {
        {0, {1, 0, 32, 80, 80, 0}, "80 for the stride of binding 0 of set 1"}, /* the sampler would end at 96 */
        {0, {1, 0, 32, 100, 80, 0}, "100 for the stride of binding 0 of set 1"},
        {0, {1, 0, 32, 96, 16, 0}, "16 for the sampler's offset of binding 0 of set 1"},
        {0, {1, 0, 32, 96, 0, 0}, "has its sampler at byte 0"},
        {1, {1, 3, 224, 96, 64, 0}, "64 for the sampler's offset of binding 3 of set 1, and 80 for another"},
        {2, {1, 4, 320, 16, 0, 0}, "16 for the stride of binding 4 of set 1"},
    };
    smmra_translation *translation;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        smmra_binding rows[IMAGE_ROWS];
        memcpy(rows, image_rows, sizeof rows);
        rows[wrong[i].row] = wrong[i].is;
        assert_int_equal(translate_images(rows, &translation), SMMRA_UNSUPPORTED);
        if (!strstr(message, wrong[i].says))
            fail_msg("%s, not: %s", wrong[i].says, message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resources_are_found_through_the_tables),
        cmocka_unit_test(test_what_is_missing_is_named),
        cmocka_unit_test(test_registers_of_unused_components_may_lack),
        cmocka_unit_test(test_several_ignored_registers_differ),
        cmocka_unit_test(test_push_constants_in_registers),
        cmocka_unit_test(test_pushed_addresses),
        cmocka_unit_test(test_wrong_tables_are_refused),
        cmocka_unit_test(test_images_lie_as_the_table_says),
        cmocka_unit_test(test_parts_need_a_table),
        cmocka_unit_test(test_layouts_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
