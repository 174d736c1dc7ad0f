/* smmra_litmus: verdicts, findings and outcomes in each language, translations, limits, memory that fails, threads. */
#include "tests/unit/translator/module.h"
#include "translator/spirv_mmra_litmus.h"

#include <pthread.h>
#include <stdlib.h>

/* Two workgroups add to one counter. */
static const char counter[] = "; @Input: %counter = {5}\n"
                              "; @Output: forall (%counter[0] == 7)\n"
                              "; @Config: 1, 1, 2\n"
                              "OpCapability Shader\n"
                              "OpCapability VulkanMemoryModel\n"
                              "OpCapability VulkanMemoryModelDeviceScope\n"
                              "OpMemoryModel Logical Vulkan\n"
                              "OpEntryPoint GLCompute %main \"main\" %counter\n"
                              "OpExecutionMode %main LocalSize 1 1 1\n"
                              "OpDecorate %counter DescriptorSet 0\n"
                              "OpDecorate %counter Binding 0\n"
                              "OpMemberDecorate %block 0 Offset 0\n"
                              "OpDecorate %block Block\n"
                              "%void = OpTypeVoid\n"
                              "%type = OpTypeFunction %void\n"
                              "%uint = OpTypeInt 32 0\n"
                              "%block = OpTypeStruct %uint\n"
                              "%to_block = OpTypePointer StorageBuffer %block\n"
                              "%to_uint = OpTypePointer StorageBuffer %uint\n"
                              "%counter = OpVariable %to_block StorageBuffer\n"
                              "%zero = OpConstant %uint 0\n"
                              "%one = OpConstant %uint 1\n"
                              "%main = OpFunction %void None %type\n"
                              "%begin = OpLabel\n"
                              "%place = OpAccessChain %to_uint %counter %zero\n"
                              "%old = OpAtomicIAdd %uint %place %one %zero %one\n"
                              "OpReturn\n"
                              "OpFunctionEnd\n";

/* A message: the reader sees the flag and not the data, as nothing orders them; and the same with order. */
static const char message[] = "Vulkan message\n"
                              "{ x = 0; y = 0; }\n"
                              " P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;\n"
                              " st.atom.dv.sc0 x, 1 | ld.atom.dv.sc0 r0, y ;\n"
                              " st.atom.dv.sc0 y, 1 | ld.atom.dv.sc0 r1, x ;\n"
                              "exists (P1:r0 == 1 /\\ P1:r1 == 0)\n";

static const char ordered[] = "Vulkan ordered\n"
                              "{ x = 0; y = 0; }\n"
                              " P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;\n"
                              " st.atom.dv.sc0 x, 1 | ld.atom.acq.dv.sc0.semsc0 r0, y ;\n"
                              " st.atom.rel.dv.sc0.semsc0 y, 1 | ld.atom.dv.sc0 r1, x ;\n"
                              "~exists (P1:r0 == 1 /\\ P1:r1 == 0)\n";

static const char racy[] = "Vulkan racy\n"
                           "{ x = 0; }\n"
                           " P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;\n"
                           " st.sc0 x, 1 | ld.sc0 r0, x ;\n"
                           "exists (x == 1)\n";

static const char khronos[] = "NEWWG\nNEWTHREAD\nst.av.scopedev.sc0 x = 1\nSATISFIABLE consistent[X] && #dr=0\n"
                              "NOSOLUTION consistent[X] && #dr>0\n";

static const char ir[] = "; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0\n"
                         "; @Init: x = 0\n"
                         "; @Exists: P1:%r0 = 1\n"
                         "@x = addrspace(1) global i32 0\n"
                         "define void @P0() {\n"
                         "  store atomic i32 1, ptr addrspace(1) @x syncscope(\"agent\") monotonic, align 4\n"
                         "  ret void\n"
                         "}\n"
                         "define void @P1() {\n"
                         "  %r0 = load atomic i32, ptr addrspace(1) @x syncscope(\"agent\") monotonic, align 4\n"
                         "  ret void\n"
                         "}\n";

/* Two threads that each spin until the other has stored, then ten stores of each: many executions. */
static const char long_one[] = "Vulkan long\n"
                               "{ x = 0; }\n"
                               " P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 | P2@sg 0, wg 2, qf 0 ;\n"
                               " st.atom.dv.sc0 x, 1 | st.atom.dv.sc0 x, 11 | ld.atom.dv.sc0 r0, x ;\n"
                               " st.atom.dv.sc0 x, 2 | st.atom.dv.sc0 x, 12 | ld.atom.dv.sc0 r1, x ;\n"
                               " st.atom.dv.sc0 x, 3 | st.atom.dv.sc0 x, 13 | ld.atom.dv.sc0 r2, x ;\n"
                               " st.atom.dv.sc0 x, 4 | st.atom.dv.sc0 x, 14 | ld.atom.dv.sc0 r3, x ;\n"
                               " st.atom.dv.sc0 x, 5 | st.atom.dv.sc0 x, 15 | ld.atom.dv.sc0 r4, x ;\n"
                               " st.atom.dv.sc0 x, 6 | st.atom.dv.sc0 x, 16 | ld.atom.dv.sc0 r5, x ;\n"
                               "exists (P2:r0 == 99)\n";

struct said {
    uint32_t count, line;
    char text[256];
};

static void hear(void *user, const smmra_diagnostic *diagnostic) {
    struct said *said = user;
    said->count++;
    said->line = diagnostic->line;
    snprintf(said->text, sizeof said->text, "%s", diagnostic->message);
}

static smmra_litmus_options options_of(smmra_litmus_language language, uint32_t flags, struct said *said) {
    return (smmra_litmus_options){.size = sizeof(smmra_litmus_options),
                                  .language = language,
                                  .flags = flags,
                                  .diagnose = said ? hear : NULL,
                                  .diagnose_user = said};
}

static smmra_litmus_answer *answer_of(const void *program, size_t length, const smmra_litmus_options *options) {
    smmra_litmus_answer *answer;
    assert_int_equal(smmra_litmus(program, length, options, &answer), SMMRA_SUCCESS);
    assert_non_null(answer);
    return answer;
}

static smmra_litmus_answer *answer_of_text(const char *text, smmra_litmus_language language, uint32_t flags) {
    const smmra_litmus_options options = options_of(language, flags, NULL);
    return answer_of(text, strlen(text), &options);
}

/* ---- languages ---- */

static void test_a_vulkan_program(void **state) {
    (void)state;
    smmra_litmus_answer *answer = answer_of_text(message, SMMRA_LITMUS_LANGUAGE_VULKAN, SMMRA_LITMUS_FLAG_OUTCOMES);
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    assert_int_equal(summary->condition, SMMRA_LITMUS_VERDICT_YES);
    assert_int_equal(summary->race, SMMRA_LITMUS_VERDICT_NO);
    assert_int_equal(summary->faults, 0);
    assert_non_null(summary->witness);
    assert_null(summary->graph);
    assert_int_equal(summary->judgement, SMMRA_LITMUS_JUDGEMENT_NOT_TRANSLATED);
    const char *const *names;
    size_t width, count, seen = 0;
    const smmra_litmus_value *values = smmra_litmus_answer_outcomes(answer, &names, &width, &count);
    assert_int_equal(width, 4);
    assert_int_equal(count, 4);
    assert_string_equal(names[0], "P1:r0");
    assert_string_equal(names[2], "x");
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(values[i * width].kind, SMMRA_LITMUS_VALUE_KNOWN);
        seen |= (size_t)1 << (values[i * width].value * 2 + values[i * width + 1].value);
    }
    assert_int_equal(seen, 15);
    smmra_litmus_answer_destroy(answer);

    answer = answer_of_text(ordered, SMMRA_LITMUS_LANGUAGE_VULKAN, 0);
    assert_int_equal(smmra_litmus_answer_summary(answer)->condition, SMMRA_LITMUS_VERDICT_YES);
    assert_null(smmra_litmus_answer_outcomes(answer, &names, &width, &count));
    assert_int_equal(count, 0);
    smmra_litmus_answer_destroy(answer);
    smmra_litmus_answer_destroy(NULL);
}

static void test_a_race_has_a_witness(void **state) {
    (void)state;
    smmra_litmus_answer *answer = answer_of_text(racy, SMMRA_LITMUS_LANGUAGE_VULKAN, SMMRA_LITMUS_FLAG_GRAPHS);
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    assert_int_equal(smmra_litmus_answer_summary(answer)->race, SMMRA_LITMUS_VERDICT_YES);
    assert_int_equal(smmra_litmus_answer_summary(answer)->faults, 1 << SMMRA_LITMUS_FAULT_RACE);
    assert_int_equal(count, 1);
    assert_int_equal(findings[0]->fault, SMMRA_LITMUS_FAULT_RACE);
    assert_string_equal(findings[0]->message, "data race");
    assert_non_null(strstr(findings[0]->witness, "does not happen before"));
    assert_non_null(strstr(findings[0]->graph, "digraph"));
    smmra_litmus_answer_destroy(answer);
}

/* Runs the module with `to` instead of `from`, which is as long or longer. */
static smmra_result run_race(const char *from, const char *to, const smmra_litmus_options *options,
                             smmra_litmus_answer **answer) {
    static char bytes[1 << 14];
    char text[4096];
    strcpy(text, counter);
    char *place = strstr(text, from);
    memset(place, ' ', strlen(from));
    memcpy(place, to, strlen(to));
    struct test_module module = assemble(text);
    memcpy(bytes + 1, module.words, module.count * sizeof *module.words); /* at an odd address */
    smmra_free_words(module.words);
    return smmra_race(bytes + 1, module.count * sizeof *module.words, options, answer);
}

static bool refuse_to_go_on(void *user) {
    (void)user;
    return true;
}

/* Tiles that a subgroup stores to shared memory, a barrier, and plain reads of them. Debian 12's assembler does not
 * know cooperative matrices: their instructions are numbers. */
static const char tiles[] =
    "OpCapability Shader\n"
    "OpCapability VulkanMemoryModel\n"
    "OpCapability !6022\n"
    "OpExtension \"SPV_KHR_cooperative_matrix\"\n"
    "OpMemoryModel Logical Vulkan\n"
    "OpEntryPoint GLCompute %main \"main\" %tile %local %out\n"
    "OpExecutionMode %main LocalSize 8 1 1\n"
    "OpDecorate %local BuiltIn LocalInvocationIndex\n"
    "OpDecorate %out DescriptorSet 0\n"
    "OpDecorate %out Binding 0\n"
    "OpMemberDecorate %block 0 Offset 0\n"
    "OpDecorate %block Block\n"
    "OpDecorate %row ArrayStride 4\n"
    "%void = OpTypeVoid\n"
    "%type = OpTypeFunction %void\n"
    "%uint = OpTypeInt 32 0\n"
    "%float = OpTypeFloat 32\n"
    "%c0 = OpConstant %uint 0\n"
    "%c2 = OpConstant %uint 2\n"
    "%c3 = OpConstant %uint 3\n"
    "%c4 = OpConstant %uint 4\n"
    "%c8 = OpConstant %uint 8\n"
    "%c16 = OpConstant %uint 16\n"
    "%both = OpConstant %uint 0x6108\n" /* AcquireRelease, Workgroup, available, visible */
    "%one = OpConstant %float 1\n"
    "!0x00071168 %matrix %float %c3 %c4 %c4 %c2\n" /* OpTypeCooperativeMatrixKHR: an accumulator */
    "%ones = OpConstantComposite %matrix %one\n"
    "%words = OpTypeArray %float %c16\n"
    "%to_words = OpTypePointer Workgroup %words\n"
    "%to_word = OpTypePointer Workgroup %float\n"
    "%tile = OpVariable %to_words Workgroup\n"
    "%to_index = OpTypePointer Input %uint\n"
    "%local = OpVariable %to_index Input\n"
    "%row = OpTypeArray %float %c16\n"
    "%block = OpTypeStruct %row\n"
    "%to_block = OpTypePointer StorageBuffer %block\n"
    "%to_float = OpTypePointer StorageBuffer %float\n"
    "%out = OpVariable %to_block StorageBuffer\n"
    "%main = OpFunction %void None %type\n"
    "%begin = OpLabel\n"
    "%first = OpAccessChain %to_word %tile %c0\n"
    "OpNop\n"
    "!0x0006116A %first %ones %c0 %c4 !0x20\n" /* OpCooperativeMatrixStoreKHR: NonPrivatePointer */
    "OpControlBarrier %c2 %c2 %both\n"
    "%index = OpLoad %uint %local\n"
    "%from = OpAccessChain %to_word %tile %index\n"
    "%value = OpLoad %float %from NonPrivatePointer\n"
    "%to = OpAccessChain %to_float %out %c0 %index\n"
    "OpStore %to %value\n"
    "OpReturn\n"
    "OpFunctionEnd\n";

/* A run has one mapping of components to invocations. Its answer names the mapping where that might matter. */
static void test_a_run_names_its_mapping(void **state) {
    (void)state;
    const smmra_litmus_options options = {.size = sizeof options, .subgroup = 8};
    for (uint32_t reads = 0; reads < 2; reads++) {
        char text[sizeof tiles];
        strcpy(text, tiles);
        if (!reads) /* without another access to the tile it does not matter */
            memcpy(strstr(text, "%value = OpLoad"), "%value = OpCopyObject %float %one ;", 35);
        struct test_module module = assemble(text);
        smmra_litmus_answer *answer;
        assert_int_equal(smmra_race(module.words, module.count * sizeof *module.words, &options, &answer),
                         SMMRA_SUCCESS);
        const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
        assert_int_equal(summary->race, SMMRA_LITMUS_VERDICT_NO);
        assert_int_equal(summary->faults, 0);
        bool is_named = summary->assumption && strstr(summary->assumption, "invocations in the first of two ways");
        assert_int_equal(is_named, reads);
        smmra_litmus_answer_destroy(answer);
        smmra_free_words(module.words);
    }
}

/* Products of sizes do not wrap: 2^64 + 4 invocations are not four, and 2^64 are not none. */
static void test_sizes_that_wrap(void **state) {
    (void)state;
    static const uint32_t sizes[][6] = {{242243305, 49477, 384773, 4, 1, 1},
                                        {UINT32_C(1) << 31, UINT32_C(1) << 31, 4, 1, 1, 1},
                                        {UINT32_C(1) << 31, 4, 1, UINT32_C(1) << 31, 1, 1},
                                        {1, 1, 1, UINT32_C(1) << 16, UINT32_C(1) << 16, 1}};
    const char same[] = "OpStore %place %one";
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        smmra_litmus_options options = {.size = sizeof options};
        smmra_litmus_answer *answer;
        memcpy(options.groups, sizes[i], sizeof options.groups);
        memcpy(options.local, sizes[i] + 3, sizeof options.local);
        assert_int_equal(run_race("%old = OpAtomicIAdd %uint %place %one %zero %one", same, &options, &answer),
                         SMMRA_UNSUPPORTED);
        assert_null(answer);
    }
}

static void test_a_whole_dispatch_runs_once(void **state) {
    (void)state;
    const char atomic[] = "%old = OpAtomicIAdd %uint %place %one %zero %one", plain[] = "OpStore %place %one";
    smmra_litmus_options options = {.size = sizeof options, .groups = {100, 1, 1}};
    smmra_litmus_answer *answer;
    size_t count;
    uint64_t evaluations;
    assert_int_equal(run_race(atomic, atomic, &options, &answer), SMMRA_SUCCESS);
    assert_int_equal(smmra_litmus_answer_summary(answer)->race, SMMRA_LITMUS_VERDICT_NO);
    assert_int_equal(smmra_litmus_answer_summary(answer)->groups[0], 100);
    evaluations = smmra_litmus_answer_summary(answer)->statistics->evaluations;
    assert_true(evaluations >= 100 && evaluations <= 1000);
    smmra_litmus_answer_findings(answer, &count);
    assert_int_equal(count, 0);
    smmra_litmus_answer_destroy(answer);

    assert_int_equal(run_race(atomic, plain, &options, &answer), SMMRA_SUCCESS);
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    assert_int_equal(smmra_litmus_answer_summary(answer)->race, SMMRA_LITMUS_VERDICT_YES);
    assert_int_equal(count, 1);
    assert_int_equal(findings[0]->fault, SMMRA_LITMUS_FAULT_RACE);
    assert_true(findings[0]->place_count >= 2 && findings[0]->places[1]->message);
    smmra_litmus_answer_destroy(answer);

    const uint32_t five = 5;
    const smmra_litmus_data data = {.name = "2", .bytes = &five, .length = sizeof five};
    options.data = &data;
    options.data_count = 1;
    options.groups[0] = 0;
    options.flags = SMMRA_LITMUS_FLAG_TWO_GROUPS;
    assert_int_equal(run_race(atomic, plain, &options, &answer), SMMRA_SUCCESS);
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    assert_true(summary->groups_by_default && summary->groups[0] == 2 && summary->race == SMMRA_LITMUS_VERDICT_YES);
    assert_true(summary->never_ran_is_known && summary->never_ran_count == 0);
    assert_string_equal(summary->reading, "vulkan");
    smmra_litmus_answer_destroy(answer);
    const smmra_litmus_data none = {.name = "nothing", .bytes = &five, .length = sizeof five};
    struct said said = {0};
    options.data = &none;
    options.diagnose = hear;
    options.diagnose_user = &said;
    assert_int_equal(run_race(atomic, plain, &options, &answer), SMMRA_INVALID_INPUT);
    assert_non_null(strstr(said.text, "options.data: no variable"));
    options.diagnose = NULL;
    options.data = NULL;
    assert_int_equal(run_race(atomic, plain, &options, &answer), SMMRA_INVALID_ARGUMENT);
    options.data_count = 0;
    options.groups[0] = 100;

    options.step_limit = 10;
    assert_int_equal(run_race(atomic, atomic, &options, &answer), SMMRA_SUCCESS);
    assert_int_equal(smmra_litmus_answer_summary(answer)->race, SMMRA_LITMUS_VERDICT_UNKNOWN);
    assert_int_equal(smmra_litmus_answer_summary(answer)->statistics->evaluations, 10);
    smmra_litmus_answer_destroy(answer);
    options.cancel = refuse_to_go_on;
    assert_int_equal(run_race(atomic, atomic, &options, &answer), SMMRA_CANCELLED);
    assert_null(answer);
    options = (smmra_litmus_options){.size = sizeof options, .language = SMMRA_LITMUS_LANGUAGE_VULKAN};
    assert_int_equal(run_race(atomic, atomic, &options, &answer), SMMRA_UNSUPPORTED);
}

static void test_khronos_verdicts(void **state) {
    (void)state;
    smmra_litmus_answer *answer = answer_of_text(khronos, SMMRA_LITMUS_LANGUAGE_KHRONOS, 0);
    size_t count, left_out;
    const smmra_litmus_expectation *const *expectations = smmra_litmus_answer_expectations(answer, &count, &left_out);
    assert_int_equal(count, 2);
    assert_int_equal(left_out, 0);
    assert_int_equal(expectations[0]->line, 4);
    assert_true(expectations[0]->satisfiable);
    assert_int_equal(expectations[0]->met, SMMRA_LITMUS_VERDICT_YES);
    assert_false(expectations[1]->satisfiable);
    assert_int_equal(expectations[1]->met, SMMRA_LITMUS_VERDICT_NO);
    smmra_litmus_answer_destroy(answer);
}

static void test_ir_runs_under_the_amdgpu_model(void **state) {
    (void)state;
    smmra_litmus_answer *answer = answer_of_text(ir, SMMRA_LITMUS_LANGUAGE_IR, 0);
    assert_int_equal(smmra_litmus_answer_summary(answer)->condition, SMMRA_LITMUS_VERDICT_YES);
    assert_int_equal(smmra_litmus_answer_summary(answer)->race, SMMRA_LITMUS_VERDICT_NO);
    smmra_litmus_answer_destroy(answer);
    struct said said = {0};
    const smmra_litmus_options options = options_of(SMMRA_LITMUS_LANGUAGE_IR, SMMRA_LITMUS_FLAG_TRANSLATE, &said);
    assert_int_equal(smmra_litmus(ir, strlen(ir), &options, &answer), SMMRA_UNSUPPORTED);
    assert_null(answer);
    assert_string_equal(said.text, "not supported: IR is not translated further");
}

static void test_a_module_is_run_as_a_grid(void **state) {
    (void)state;
    struct test_module module = assemble(counter);
    struct said said = {0};
    smmra_litmus_options options = options_of(SMMRA_LITMUS_LANGUAGE_SPIRV, SMMRA_LITMUS_FLAG_OUTCOMES, &said);
    options.assembly = counter;
    options.assembly_length = strlen(counter);
    smmra_litmus_answer *answer = answer_of(module.words, module.count * 4, &options);
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    assert_int_equal(summary->condition, SMMRA_LITMUS_VERDICT_YES);
    assert_int_equal(summary->race, SMMRA_LITMUS_VERDICT_NO);
    assert_int_equal(summary->groups[0], 2);
    assert_int_equal(summary->subgroup, 1);
    smmra_litmus_answer_destroy(answer);

    /* without the assembly: what the options say */
    const char *inputs[] = {"%6 = {8}"};
    const smmra_litmus_size sizes[] = {{"nothing", 1}};
    options.assembly_length = 0;
    options.assembly = NULL;
    options.groups[0] = 3;
    for (uint32_t id = 1; id < 30; id++) { /* of the variable */
        char input[16];
        const char *all[] = {input};
        snprintf(input, sizeof input, "%u={8}", id);
        options.inputs = all;
        options.input_count = 1;
        if (smmra_litmus(module.words, module.count * 4, &options, &answer) != SMMRA_SUCCESS)
            continue;
        const char *const *names;
        size_t width, count;
        const smmra_litmus_value *values = smmra_litmus_answer_outcomes(answer, &names, &width, &count);
        assert_int_equal(smmra_litmus_answer_summary(answer)->condition, SMMRA_LITMUS_VERDICT_NOT_ASKED);
        assert_int_equal(count, 1);
        assert_int_equal(values[0].value, 11);
        smmra_litmus_answer_destroy(answer);
        said.count = 100;
    }
    assert_true(said.count >= 100); /* it was found */
    options.inputs = inputs;
    options.sizes = sizes;
    options.size_count = 1;
    assert_int_equal(smmra_litmus(module.words, module.count * 4, &options, &answer), SMMRA_INVALID_INPUT);
    smmra_free_words(module.words);
}

static void test_errors_have_places(void **state) {
    (void)state;
    struct said said = {0};
    smmra_litmus_answer *answer;
    smmra_litmus_options options = options_of(SMMRA_LITMUS_LANGUAGE_VULKAN, 0, &said);
    static const char wrong[] =
        "Vulkan x\n{ x = 0; }\n P0@sg 0, wg 0, qf 0 ;\n st.sc0.nonsense x, 1 ;\nexists (x == 1)\n";
    assert_int_equal(smmra_litmus(wrong, strlen(wrong), &options, &answer), SMMRA_INVALID_INPUT);
    assert_null(answer);
    assert_int_equal(said.line, 4);
    assert_int_equal(said.count, 1);
    assert_string_equal(said.text, "unknown token: \"nonsense\"");
    options.language = SMMRA_LITMUS_LANGUAGE_SPIRV;
    assert_int_equal(smmra_litmus("abcde", 5, &options, &answer), SMMRA_INVALID_INPUT);
    assert_int_equal(smmra_litmus("abcd", 4, &options, &answer), SMMRA_INVALID_INPUT);
    assert_int_equal(smmra_litmus("", 0, NULL, &answer), SMMRA_INVALID_INPUT);
    assert_int_equal(smmra_litmus(NULL, 4, &options, &answer), SMMRA_INVALID_ARGUMENT);
}

static void test_wrong_options(void **state) {
    (void)state;
    const char *inputs[] = {"nothing"};
    const smmra_litmus_size none = {"x", 0}, large = {"x", 65537}, unnamed = {NULL, 1};
    smmra_litmus_options wrong[12];
    uint32_t count = 0;
    for (; count < sizeof wrong / sizeof *wrong; count++)
        wrong[count] = options_of(SMMRA_LITMUS_LANGUAGE_VULKAN, 0, NULL);
    wrong[0].language = (smmra_litmus_language)4;
    wrong[1].flags = SMMRA_LITMUS_FLAG_TWO_GROUPS << 1;
    wrong[2].profile = (smmra_profile)99;
    wrong[3].glsl450 = (smmra_glsl450)2;
    wrong[4].input_count = 1;
    wrong[5].inputs = inputs;
    wrong[5].input_count = 1;
    wrong[6].specialization_count = 1;
    wrong[7].sizes = &none;
    wrong[7].size_count = 1;
    wrong[8].sizes = &large;
    wrong[8].size_count = 1;
    wrong[9].sizes = &unnamed;
    wrong[9].size_count = 1;
    wrong[10].assembly_length = 1;
    wrong[11].size = sizeof wrong[11] - 1;
    for (uint32_t i = 0; i < count; i++) {
        struct said said = {0};
        smmra_litmus_answer *answer;
        wrong[i].diagnose = hear;
        wrong[i].diagnose_user = &said;
        assert_int_equal(smmra_litmus(message, strlen(message), &wrong[i], &answer), SMMRA_INVALID_ARGUMENT);
        assert_null(answer);
        assert_int_equal(said.count, i != 11); /* a struct of another size says nothing of a callback */
    }
    assert_string_equal(smmra_litmus_fault_name(SMMRA_LITMUS_FAULT_RACE), "race");
    assert_string_equal(smmra_litmus_fault_name(SMMRA_LITMUS_FAULT_NOT_DECIDED), "unknown");
    assert_string_equal(smmra_litmus_fault_name(SMMRA_LITMUS_FAULT_ABORT), "abort");
    assert_null(smmra_litmus_fault_name((smmra_litmus_fault)(SMMRA_LITMUS_FAULT_ABORT + 1)));
}

/* ---- translations ---- */

/* The first release becomes a relaxed atomic. */
static const char *without_order(void *user, const char *text, const char **error) {
    char **changed = user;
    const char *found = strstr(text, " release");
    size_t size = strlen(text) + 16;
    (void)error;
    *changed = realloc(*changed, size); /* known deviations are looked at by the same way */
    snprintf(*changed, size, "%.*s monotonic%s", (int)(found - text), text, found + strlen(" release"));
    return *changed;
}

static const char *nothing(void *user, const char *text, const char **error) {
    (void)user;
    (void)text;
    *error = "it did not work";
    return NULL;
}

static const char *the_same(void *user, const char *text, const char **error) {
    (void)error;
    ++*(uint32_t *)user;
    return text;
}

static void test_translations_are_judged(void **state) {
    (void)state;
    smmra_litmus_options options = options_of(SMMRA_LITMUS_LANGUAGE_VULKAN, SMMRA_LITMUS_FLAG_TRANSLATE, NULL);
    smmra_litmus_answer *answer = answer_of(ordered, strlen(ordered), &options);
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    assert_int_equal(summary->judgement, SMMRA_LITMUS_JUDGEMENT_SOUND_AND_TIGHT);
    assert_string_equal(summary->judgement_name, "sound and tight");
    assert_null(summary->ir);
    assert_true(summary->translated->evaluations > 0);
    smmra_litmus_answer_destroy(answer);
    answer = answer_of_text(racy, SMMRA_LITMUS_LANGUAGE_VULKAN, SMMRA_LITMUS_FLAG_TRANSLATE);
    assert_int_equal(smmra_litmus_answer_summary(answer)->judgement, SMMRA_LITMUS_JUDGEMENT_NOTHING_ASKED);
    smmra_litmus_answer_destroy(answer);
    answer =
        answer_of_text(khronos, SMMRA_LITMUS_LANGUAGE_KHRONOS, SMMRA_LITMUS_FLAG_TRANSLATE | SMMRA_LITMUS_FLAG_KEEP_IR);
    assert_int_equal(smmra_litmus_answer_summary(answer)->judgement, SMMRA_LITMUS_JUDGEMENT_SOUND_AND_TIGHT);
    assert_non_null(strstr(smmra_litmus_answer_summary(answer)->ir, "define"));
    smmra_litmus_answer_destroy(answer);

    struct test_module module = assemble(counter);
    uint32_t calls = 0;
    options.language = SMMRA_LITMUS_LANGUAGE_SPIRV;
    options.flags |= SMMRA_LITMUS_FLAG_KEEP_IR;
    options.groups[0] = 2;
    options.transform = the_same;
    options.transform_user = &calls;
    answer = answer_of(module.words, module.count * 4, &options);
    assert_int_equal(smmra_litmus_answer_summary(answer)->judgement, SMMRA_LITMUS_JUDGEMENT_SOUND_AND_TIGHT);
    assert_non_null(strstr(smmra_litmus_answer_summary(answer)->ir, "amdgpu_kernel"));
    assert_int_equal(calls, 1);
    smmra_litmus_answer_destroy(answer);
    smmra_free_words(module.words);
}

static void test_what_a_transform_makes_is_judged(void **state) {
    (void)state;
    char *changed = NULL;
    smmra_litmus_options options = options_of(SMMRA_LITMUS_LANGUAGE_VULKAN, SMMRA_LITMUS_FLAG_TRANSLATE, NULL);
    options.transform = without_order;
    options.transform_user = &changed;
    smmra_litmus_answer *answer = answer_of(ordered, strlen(ordered), &options);
    assert_int_equal(smmra_litmus_answer_summary(answer)->judgement, SMMRA_LITMUS_JUDGEMENT_UNSOUND);
    assert_non_null(strstr(smmra_litmus_answer_summary(answer)->why, "P1:r0 = 1, P1:r1 = 0"));
    smmra_litmus_answer_destroy(answer);
    free(changed);
    options.transform = nothing;
    answer = answer_of(ordered, strlen(ordered), &options);
    assert_int_equal(smmra_litmus_answer_summary(answer)->judgement, SMMRA_LITMUS_JUDGEMENT_REFUSED);
    assert_string_equal(smmra_litmus_answer_summary(answer)->why, "it did not work");
    smmra_litmus_answer_destroy(answer);
}

/* ---- limits ---- */

static bool stop_after(void *user, const smmra_litmus_statistics *statistics) {
    return statistics->evaluations < *(uint64_t *)user;
}

static void expect_unknown(const smmra_litmus_options *options, const char *why) {
    smmra_litmus_answer *answer = answer_of(long_one, strlen(long_one), options);
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    assert_int_equal(summary->condition, SMMRA_LITMUS_VERDICT_UNKNOWN);
    assert_int_equal(summary->race, SMMRA_LITMUS_VERDICT_UNKNOWN);
    assert_int_equal(summary->faults, 1 << SMMRA_LITMUS_FAULT_NOT_DECIDED);
    assert_true(summary->statistics->evaluations > 0);
    assert_int_equal(count, 1);
    assert_non_null(strstr(findings[0]->message, why));
    smmra_litmus_answer_destroy(answer);
}

static void test_a_limit_leaves_what_is_known(void **state) {
    (void)state;
    uint64_t most = 20;
    smmra_litmus_options options = options_of(SMMRA_LITMUS_LANGUAGE_VULKAN, 0, NULL);
    options.step_limit = 20;
    expect_unknown(&options, "too many executions");
    options.step_limit = 0;
    options.time_limit = 1;
    expect_unknown(&options, "the time is over");
    options.time_limit = 0;
    options.progress = stop_after;
    options.progress_user = &most;
    expect_unknown(&options, "stopped");
    options.flags = SMMRA_LITMUS_FLAG_TRANSLATE;
    smmra_litmus_answer *answer = answer_of(long_one, strlen(long_one), &options);
    assert_int_equal(smmra_litmus_answer_summary(answer)->judgement, SMMRA_LITMUS_JUDGEMENT_STOPPED);
    assert_string_equal(smmra_litmus_answer_summary(answer)->judgement_name, "unknown");
    smmra_litmus_answer_destroy(answer);
}

/* ---- cancelling, memory that fails ---- */

struct account {
    size_t calls, fail_at, blocks, bytes, most;
    size_t asked, cancel_at;
};

static void *count_allocation(void *user, size_t size) {
    struct account *account = user;
    if (account->calls++ == account->fail_at)
        return NULL;
    account->blocks++;
    account->bytes += size;
    account->most = account->bytes > account->most ? account->bytes : account->most;
    return malloc(size);
}

static void count_release(void *user, void *block, size_t size) {
    struct account *account = user;
    account->blocks--;
    account->bytes -= size;
    free(block);
}

static bool count_question(void *user) {
    struct account *account = user;
    return account->asked++ >= account->cancel_at;
}

struct case_ {
    const void *program;
    size_t length;
    smmra_litmus_language language;
    uint32_t flags;
};

static smmra_result attempt(const struct case_ *one, struct account *account, size_t limit) {
    const smmra_allocator allocator = {count_allocation, count_release, account};
    smmra_litmus_options options = options_of(one->language, one->flags, NULL);
    smmra_litmus_answer *answer;
    options.allocator = &allocator;
    options.memory_limit = limit;
    options.cancel = count_question;
    options.cancel_user = account;
    options.groups[0] = 2;
    smmra_result result = smmra_litmus(one->program, one->length, &options, &answer);
    assert_int_equal(result == SMMRA_SUCCESS, answer != NULL);
    smmra_litmus_answer_destroy(answer);
    assert_int_equal(account->blocks, 0);
    assert_int_equal(account->bytes, 0);
    assert_true(!limit || account->most <= limit);
    return result;
}

static void spoil(const struct case_ *one) {
    struct account whole = {.fail_at = SIZE_MAX, .cancel_at = SIZE_MAX};
    assert_int_equal(attempt(one, &whole, 0), SMMRA_SUCCESS);
    assert_true(whole.calls > 1 && whole.asked > 1);
    for (size_t i = 0; i < whole.calls; i++) {
        struct account failing = {.fail_at = i, .cancel_at = SIZE_MAX};
        assert_int_equal(attempt(one, &failing, 0), SMMRA_OUT_OF_MEMORY);
    }
    for (size_t i = 0; i < whole.asked; i++) {
        struct account cancelling = {.fail_at = SIZE_MAX, .cancel_at = i};
        assert_int_equal(attempt(one, &cancelling, 0), SMMRA_CANCELLED);
    }
    for (size_t limit = 1; limit < whole.most; limit += whole.most / 64 + 1) {
        struct account limited = {.fail_at = SIZE_MAX, .cancel_at = SIZE_MAX};
        assert_int_equal(attempt(one, &limited, limit), SMMRA_OUT_OF_MEMORY);
    }
    struct account enough = {.fail_at = SIZE_MAX, .cancel_at = SIZE_MAX};
    assert_int_equal(attempt(one, &enough, whole.most), SMMRA_SUCCESS);
}

static void test_every_allocation_may_fail_and_every_question_cancel(void **state) {
    (void)state;
    struct test_module module = assemble(counter);
    const uint32_t judged = SMMRA_LITMUS_FLAG_TRANSLATE | SMMRA_LITMUS_FLAG_KEEP_IR;
    const uint32_t asked = SMMRA_LITMUS_FLAG_OUTCOMES | SMMRA_LITMUS_FLAG_GRAPHS;
    const struct case_ cases[] = {{message, strlen(message), SMMRA_LITMUS_LANGUAGE_VULKAN, asked},
                                  {racy, strlen(racy), SMMRA_LITMUS_LANGUAGE_VULKAN, asked},
                                  {ordered, strlen(ordered), SMMRA_LITMUS_LANGUAGE_VULKAN, judged},
                                  {khronos, strlen(khronos), SMMRA_LITMUS_LANGUAGE_KHRONOS, 0},
                                  {khronos, strlen(khronos), SMMRA_LITMUS_LANGUAGE_KHRONOS, judged},
                                  {ir, strlen(ir), SMMRA_LITMUS_LANGUAGE_IR, asked},
                                  {module.words, module.count * 4, SMMRA_LITMUS_LANGUAGE_SPIRV, asked},
                                  {module.words, module.count * 4, SMMRA_LITMUS_LANGUAGE_SPIRV, judged}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        spoil(&cases[i]);
    smmra_free_words(module.words);
}

/* ---- hostile input ---- */

static void survive(const void *program, size_t length, smmra_litmus_language language, uint32_t flags) {
    smmra_litmus_options options = options_of(language, flags, NULL);
    smmra_litmus_answer *answer;
    options.step_limit = 200;
    options.time_limit = 100;
    options.memory_limit = (size_t)64 << 20;
    options.groups[0] = 2;
    void *copy = malloc(length ? length : 1); /* so that a sanitizer sees what is read behind it */
    memcpy(copy, program, length);
    smmra_result result = smmra_litmus(copy, length, &options, &answer);
    free(copy);
    assert_int_equal(result == SMMRA_SUCCESS, answer != NULL);
    assert_int_not_equal(result, SMMRA_INTERNAL_ERROR);
    smmra_litmus_answer_destroy(answer);
}

static void test_any_text_and_any_words(void **state) {
    (void)state;
    static const char *const texts[] = {message, khronos, ir};
    static const smmra_litmus_language languages[] = {SMMRA_LITMUS_LANGUAGE_VULKAN, SMMRA_LITMUS_LANGUAGE_KHRONOS,
                                                      SMMRA_LITMUS_LANGUAGE_IR};
    struct test_module module = assemble(counter);
    uint32_t random = 1;
    for (int i = 0; i < 3; i++)
        for (size_t length = 0; length < strlen(texts[i]); length += 7)
            for (int language = 0; language < 3; language++)
                survive(texts[i], length, languages[language], language == i ? SMMRA_LITMUS_FLAG_TRANSLATE : 0);
    for (size_t i = 0; i < 150; i++) {
        uint32_t *words = malloc(module.count * 4);
        memcpy(words, module.words, module.count * 4);
        random = random * 1664525 + 1013904223;
        words[random % module.count] ^= random >> (i % 32);
        survive(words, module.count * 4, SMMRA_LITMUS_LANGUAGE_SPIRV,
                i % 2 ? SMMRA_LITMUS_FLAG_TRANSLATE : SMMRA_LITMUS_FLAG_OUTCOMES);
        free(words);
    }
    smmra_free_words(module.words);
}

/* ---- threads ---- */

static void *run_all(void *user) {
    const struct test_module *module = user;
    size_t wrong = 0;
    for (int round = 0; round < 5; round++) {
        const struct case_ cases[] = {
            {message, strlen(message), SMMRA_LITMUS_LANGUAGE_VULKAN, 0},
            {ordered, strlen(ordered), SMMRA_LITMUS_LANGUAGE_VULKAN, SMMRA_LITMUS_FLAG_TRANSLATE},
            {module->words, module->count * 4, SMMRA_LITMUS_LANGUAGE_SPIRV, SMMRA_LITMUS_FLAG_TRANSLATE}};
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            smmra_litmus_options options = options_of(cases[i].language, cases[i].flags, NULL);
            smmra_litmus_answer *answer;
            options.groups[0] = 2;
            wrong += smmra_litmus(cases[i].program, cases[i].length, &options, &answer) != SMMRA_SUCCESS;
            const smmra_litmus_summary *summary = answer ? smmra_litmus_answer_summary(answer) : NULL;
            wrong += summary && (cases[i].flags ? summary->judgement != SMMRA_LITMUS_JUDGEMENT_SOUND_AND_TIGHT
                                                : summary->condition != SMMRA_LITMUS_VERDICT_YES);
            smmra_litmus_answer_destroy(answer);
        }
    }
    return wrong ? user : NULL;
}

static void test_several_threads(void **state) {
    (void)state;
    struct test_module module = assemble(counter);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_all, &module), 0);
    for (int i = 0; i < 4; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    smmra_free_words(module.words);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_vulkan_program),
        cmocka_unit_test(test_a_race_has_a_witness),
        cmocka_unit_test(test_a_run_names_its_mapping),
        cmocka_unit_test(test_sizes_that_wrap),
        cmocka_unit_test(test_a_whole_dispatch_runs_once),
        cmocka_unit_test(test_khronos_verdicts),
        cmocka_unit_test(test_ir_runs_under_the_amdgpu_model),
        cmocka_unit_test(test_a_module_is_run_as_a_grid),
        cmocka_unit_test(test_errors_have_places),
        cmocka_unit_test(test_wrong_options),
        cmocka_unit_test(test_translations_are_judged),
        cmocka_unit_test(test_what_a_transform_makes_is_judged),
        cmocka_unit_test(test_a_limit_leaves_what_is_known),
        cmocka_unit_test(test_every_allocation_may_fail_and_every_question_cancel),
        cmocka_unit_test(test_any_text_and_any_words),
        cmocka_unit_test(test_several_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
