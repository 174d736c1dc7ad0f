/* The library's interface: options, results, memory that fails or runs out, byte order, threads. */
#include "tests/unit/translator/module.h"

#include <pthread.h>
#include <stdlib.h>

static struct test_module module;

static int assemble_everything(void **state) {
    (void)state;
    module = assemble(everything);
    return 0;
}

static int free_everything(void **state) {
    (void)state;
    smmra_free_words(module.words);
    return 0;
}

static char *text_of(const smmra_options *options) {
    smmra_translation *translation;
    assert_int_equal(smmra_translate(module.words, module.count, options, &translation), SMMRA_SUCCESS);
    char *text = strdup(smmra_translation_text(translation, NULL));
    smmra_translation_destroy(translation);
    return text;
}

/* ---- options ---- */

static void test_null_options_are_the_defaults(void **state) {
    (void)state;
    smmra_options options = {.size = sizeof options};
    char *given = text_of(&options), *none = text_of(NULL);
    assert_string_equal(given, none);
    free(given);
    free(none);
}

static void test_wrong_options_are_refused(void **state) {
    (void)state;
    smmra_translation *translation = (smmra_translation *)&module;
    smmra_options wrong[] = {
        {.size = 0},
        {.size = sizeof(smmra_options) + 1},
        {.size = offsetof(smmra_options, flags) + 2}, /* within a field */
        {.size = offsetof(smmra_options, mcpu) + 4},
        {.size = sizeof(smmra_options) - 1},
        {.size = sizeof(smmra_options), .flags = 1u << 31},
        {.size = sizeof(smmra_options), .profile = (smmra_profile)9},
        {.size = sizeof(smmra_options), .abi = (smmra_abi)9},
        {.size = sizeof(smmra_options), .glsl450 = (smmra_glsl450)9},
        {.size = sizeof(smmra_options), .memory = (smmra_memory)9},
        {.size = sizeof(smmra_options), .buffer_alignment = 3},
        {.size = sizeof(smmra_options), .specialization_count = 1},
        {.size = sizeof(smmra_options), .mcpu = "gfx\" \"evil\"=\""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(smmra_translate(module.words, module.count, &wrong[i], &translation), SMMRA_INVALID_ARGUMENT);
        assert_null(translation);
    }
    assert_int_equal(smmra_translate(NULL, 5, NULL, &translation), SMMRA_INVALID_ARGUMENT);
    assert_int_equal(smmra_translate(module.words, module.count, NULL, NULL), SMMRA_INVALID_ARGUMENT);
}

static void keep_message(void *user, const smmra_diagnostic *diagnostic) {
    snprintf(user, 256, "%s", diagnostic->message);
}

/* Callers of the library have no command line: messages name the fields of options. */
static void test_messages_name_fields(void **state) {
    (void)state;
    char message[256];
    const struct {
        smmra_options options;
        const char *says;
    } wrong[] = {
        {{.wave = 7}, "options.wave is neither 32 nor 64"},
        {{.wave = 64, .target = SMMRA_TARGET_HOST}, "options.wave is for amdgcn alone"},
        {{.target = (smmra_target)(SMMRA_TARGET_HOST + 1)}, "options.target is not an smmra_target"},
        {{.mcpu = "gfx1100", .target = SMMRA_TARGET_HOST}, "options.mcpu is for amdgcn alone"},
        {{.coherence = SMMRA_COHERENCE_ACCESS}, "options.coherence=access"},
        {{.abi = SMMRA_ABI_BUFFER}, "options.mcpu must name"},
        {{.convergence = SMMRA_CONVERGENCE_TOKENS, .target = SMMRA_TARGET_HOST}, "options.convergence=tokens"},
        {{.entry = "--entry"}, "no entry point \"--entry\" (options.entry)"},
        {{.specializations = &(smmra_specialization){99, 0}, .specialization_count = 1}, "(options.specializations)"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        smmra_options options = wrong[i].options;
        smmra_translation *translation;
        options.size = sizeof options;
        options.diagnose = keep_message;
        options.diagnose_user = message;
        smmra_translate(module.words, module.count, &options, &translation);
        smmra_translation_destroy(translation);
        if (!strstr(message, wrong[i].says))
            fail_msg("%s, not: %s", wrong[i].says, message);
    }
}

/* A caller that was built when the struct ended after `flags` gets the defaults for the rest. */
static void test_a_smaller_options_struct_is_accepted(void **state) {
    (void)state;
    smmra_options options;
    memset(&options, 0xFF, sizeof options);
    options.entry = NULL;
    options.specializations = NULL;
    options.specialization_count = 0;
    options.flags = 0;
    options.size = offsetof(smmra_options, flags) + sizeof options.flags;
    char *small = text_of(&options), *none = text_of(NULL);
    assert_string_equal(small, none);
    free(small);
    free(none);
}

/* A program that was built with a later header has fields that the library does not know: their defaults are 0. */
static void test_a_larger_options_struct_is_accepted_if_zero(void **state) {
    (void)state;
    struct {
        smmra_options options;
        unsigned char more[1 << 13];
    } later = {.options = {.size = sizeof(smmra_options) + 16}};
    smmra_translation *translation;
    char *large = text_of(&later.options), *none = text_of(NULL);
    assert_string_equal(large, none);
    free(large);
    free(none);
    later.more[15] = 1;
    assert_int_equal(smmra_translate(module.words, module.count, &later.options, &translation), SMMRA_INVALID_ARGUMENT);
    later.more[15] = 0;
    later.options.size = sizeof(smmra_options) + 4; /* of no struct */
    assert_int_equal(smmra_translate(module.words, module.count, &later.options, &translation), SMMRA_INVALID_ARGUMENT);
    later.options.size = 4104;
    assert_int_equal(smmra_translate(module.words, module.count, &later.options, &translation), SMMRA_INVALID_ARGUMENT);
}

static void test_an_entry_point_is_found_by_name(void **state) {
    (void)state;
    smmra_translation *translation;
    smmra_options options = {.size = sizeof options, .entry = "main"};
    assert_int_equal(smmra_translate(module.words, module.count, &options, &translation), SMMRA_SUCCESS);
    smmra_translation_destroy(translation);
    options.entry = "other";
    assert_int_equal(smmra_translate(module.words, module.count, &options, &translation), SMMRA_INVALID_ARGUMENT);
}

static void test_a_specialization_replaces_the_default(void **state) {
    (void)state;
    smmra_specialization values[] = {{7, 19}, {99, 1}}; /* the module has no SpecId 99, which is no fault */
    smmra_options options = {.size = sizeof options, .specializations = values, .specialization_count = 2};
    char *special = text_of(&options), *none = text_of(NULL);
    assert_non_null(strstr(none, "icmp ult i32 %_39, 4"));
    assert_null(strstr(special, "icmp ult i32 %_39, 4"));
    assert_non_null(strstr(special, ", 19\n"));
    free(special);
    free(none);
}

/* 2^32 of them are more than any translation is given, and not none. */
static void test_any_number_of_specializations_is_counted(void **state) {
    (void)state;
    smmra_translation *translation;
    smmra_specialization value = {7, 19};
    smmra_options options = {
        .size = sizeof options, .specializations = &value, .specialization_count = UINT32_MAX, .memory_limit = 1 << 20};
    assert_int_equal(smmra_translate(module.words, module.count, &options, &translation), SMMRA_UNSUPPORTED);
}

/* Only WorkgroupId and what is made of it knows the base; LocalInvocationIndex, which this module reads, does not. */
static void test_a_dispatch_base_is_added_where_it_matters(void **state) {
    (void)state;
    char *assembly = strdup(everything), *place = strstr(assembly, "LocalInvocationIndex");
    memcpy(place, "WorkgroupId         ", strlen("LocalInvocationIndex"));
    smmra_options options = {.size = sizeof options, .flags = SMMRA_FLAG_DISPATCH_BASE};
    char *index = text_of(&options);
    assert_null(strstr(index, "implicitarg"));
    free(index);
    struct test_module group = assemble(assembly);
    smmra_translation *translation;
    /* its type is uint, not uvec3: refused, and not read past its end */
    assert_int_equal(smmra_translate(group.words, group.count, &options, &translation), SMMRA_INVALID_INPUT);
    smmra_free_words(group.words);
    free(assembly);
}

/* ---- what comes out ---- */

static void assert_begins_with(const smmra_options *options, const char *line) {
    char *text = text_of(options);
    text[strcspn(text, "\n")] = '\0';
    assert_string_equal(text, line);
    free(text);
}

static void test_a_comment_says_who_wrote_it(void **state) {
    (void)state;
    smmra_specialization values[] = {{7, 19}};
    smmra_options options = {.size = sizeof options,
                             .entry = "main",
                             .specializations = values,
                             .specialization_count = 1,
                             .flags = SMMRA_FLAG_NO_THREAD_PRIVATE | SMMRA_FLAG_NO_CHECK,
                             .profile = SMMRA_PROFILE_DOCUMENT,
                             .glsl450 = SMMRA_GLSL450_STRICT,
                             .memory = SMMRA_MEMORY_DEVICE,
                             .mcpu = "gfx1100",
                             .wave = 64};
    assert_begins_with(NULL, "; spirv-mmra 0.2.0 --llvm=23");
    assert_begins_with(&options,
                       "; spirv-mmra 0.2.0 --llvm=document --mcpu=gfx1100 --wave=64 --memory=device --glsl450=strict "
                       "--no-thread-private --entry=main --spec=7=19");
}

static void test_resources_are_listed_in_order(void **state) {
    (void)state;
    smmra_translation *translation;
    size_t count;
    assert_int_equal(smmra_translate(module.words, module.count, NULL, &translation), SMMRA_SUCCESS);
    const smmra_resource *const *resources = smmra_translation_resources(translation, &count);
    static const struct {
        smmra_resource_kind kind;
        uint32_t binding;
    } expected[] = {{SMMRA_RESOURCE_STORAGE_BUFFER, 0}, {SMMRA_RESOURCE_SIZE, 0}, {SMMRA_RESOURCE_STORAGE_BUFFER, 1}};
    assert_int_equal(count, 3);
    for (uint32_t i = 0; i < count; i++) {
        assert_string_equal(resources[i]->kernel, "main");
        assert_int_equal(resources[i]->parameter, i);
        assert_int_equal(resources[i]->kind, expected[i].kind);
        assert_int_equal(resources[i]->set, 0);
        assert_int_equal(resources[i]->binding, expected[i].binding);
    }
    assert_int_equal(resources[0]->byte_size, 16); /* what comes before the runtime array */
    smmra_translation_destroy(translation);
}

static void test_either_byte_order_gives_the_same_text(void **state) {
    (void)state;
    struct test_module swapped = {malloc(module.count * sizeof(uint32_t)), module.count};
    for (size_t i = 0; i < module.count; i++)
        swapped.words[i] = __builtin_bswap32(module.words[i]);
    smmra_translation *translation;
    assert_int_equal(smmra_translate(swapped.words, swapped.count, NULL, &translation), SMMRA_SUCCESS);
    char *text = text_of(NULL);
    assert_string_equal(smmra_translation_text(translation, NULL), text);
    smmra_translation_destroy(translation);
    free(swapped.words);
    free(text);
}

static void test_results_have_names(void **state) {
    (void)state;
    assert_string_equal(smmra_result_name(SMMRA_UNSUPPORTED), "unsupported");
    for (int kind = SMMRA_RESOURCE_STORAGE_BUFFER; kind <= SMMRA_RESOURCE_WORKGROUP_MEMORY; kind++)
        assert_non_null(smmra_resource_kind_name((smmra_resource_kind)kind));
    assert_string_equal(smmra_resource_kind_name(SMMRA_RESOURCE_WORKGROUP_MEMORY), "workgroup_memory");
    assert_null(smmra_resource_kind_name((smmra_resource_kind)(SMMRA_RESOURCE_WORKGROUP_MEMORY + 1)));
    assert_string_equal(smmra_result_name((smmra_result)77), "unknown result");
    smmra_translation_destroy(NULL);
}

/* ---- memory ---- */

/* Fails the allocation number `fail_at`, counted from 0, and keeps account. */
struct counting {
    size_t calls, fail_at;
    size_t blocks, bytes;
};

static void *counting_allocate(void *user, size_t size) {
    struct counting *counting = user;
    if (counting->calls++ == counting->fail_at)
        return NULL;
    counting->blocks++;
    counting->bytes += size;
    return malloc(size);
}

static void counting_release(void *user, void *block, size_t size) {
    struct counting *counting = user;
    counting->blocks--;
    counting->bytes -= size;
    free(block);
}

static void test_every_allocation_may_fail(void **state) {
    (void)state;
    size_t fail_at = 0;
    for (;; fail_at++) {
        struct counting counting = {.fail_at = fail_at};
        smmra_allocator allocator = {counting_allocate, counting_release, &counting};
        smmra_options options = {.size = sizeof options, .allocator = &allocator};
        smmra_translation *translation;
        smmra_result result = smmra_translate(module.words, module.count, &options, &translation);
        if (counting.calls > fail_at) {
            assert_int_equal(result, SMMRA_OUT_OF_MEMORY);
            assert_null(translation);
        } else {
            assert_int_equal(result, SMMRA_SUCCESS);
            smmra_translation_destroy(translation);
        }
        assert_int_equal(counting.blocks, 0);
        assert_int_equal(counting.bytes, 0);
        if (counting.calls <= fail_at)
            break;
    }
    assert_true(fail_at > 1); /* something was made to fail */
}

static void test_the_memory_limit_holds(void **state) {
    (void)state;
    smmra_translation *translation;
    smmra_options options = {.size = sizeof options, .memory_limit = 8 * 1024};
    assert_int_equal(smmra_translate(module.words, module.count, &options, &translation), SMMRA_OUT_OF_MEMORY);
    options.memory_limit = (size_t)4 << 20;
    assert_int_equal(smmra_translate(module.words, module.count, &options, &translation), SMMRA_SUCCESS);
    assert_true(smmra_translation_statistics(translation)->bytes_allocated <= options.memory_limit);
    smmra_translation_destroy(translation);
}

/* ---- threads ---- */

enum { THREADS = 8, ROUNDS = 20 };

static void *translate_often(void *expected) {
    for (int i = 0; i < ROUNDS; i++) {
        smmra_translation *translation;
        if (smmra_translate(module.words, module.count, NULL, &translation) != SMMRA_SUCCESS)
            return expected;
        bool same = strcmp(smmra_translation_text(translation, NULL), expected) == 0;
        smmra_translation_destroy(translation);
        if (!same)
            return expected;
    }
    return NULL;
}

static void test_threads_do_not_disturb_each_other(void **state) {
    (void)state;
    char *expected = text_of(NULL);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, translate_often, expected), 0);
    for (int i = 0; i < THREADS; i++) {
        void *failure;
        pthread_join(threads[i], &failure);
        assert_null(failure);
    }
    free(expected);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_null_options_are_the_defaults),
        cmocka_unit_test(test_wrong_options_are_refused),
        cmocka_unit_test(test_messages_name_fields),
        cmocka_unit_test(test_a_smaller_options_struct_is_accepted),
        cmocka_unit_test(test_a_larger_options_struct_is_accepted_if_zero),
        cmocka_unit_test(test_an_entry_point_is_found_by_name),
        cmocka_unit_test(test_a_specialization_replaces_the_default),
        cmocka_unit_test(test_any_number_of_specializations_is_counted),
        cmocka_unit_test(test_a_dispatch_base_is_added_where_it_matters),
        cmocka_unit_test(test_a_comment_says_who_wrote_it),
        cmocka_unit_test(test_resources_are_listed_in_order),
        cmocka_unit_test(test_either_byte_order_gives_the_same_text),
        cmocka_unit_test(test_results_have_names),
        cmocka_unit_test(test_every_allocation_may_fail),
        cmocka_unit_test(test_the_memory_limit_holds),
        cmocka_unit_test(test_threads_do_not_disturb_each_other),
    };
    return cmocka_run_group_tests(tests, assemble_everything, free_everything);
}
