/* The examples of the manual pages: each function of the library's page shows the first function here that calls it
 * (generate.py). A test compiles and runs them all, with assembly of a shader on standard input. */
#include <inttypes.h>
#include <spirv_mmra_litmus.h>
#include <stdio.h>
#include <string.h>

static void print_message(void *user, const smmra_diagnostic *diagnostic) {
    fprintf(user, "word %u: %s\n", diagnostic->word, diagnostic->message);
}

static int print_ir(const uint32_t *words, size_t word_count) {
    smmra_options options = {
        .size = sizeof options, .flags = SMMRA_FLAG_FACTS, .diagnose = print_message, .diagnose_user = stderr};
    smmra_translation *translation;
    smmra_result result = smmra_translate(words, word_count, &options, &translation);
    if (result != SMMRA_SUCCESS) {
        fprintf(stderr, "not translated: %s\n", smmra_result_name(result));
        return 1;
    }
    size_t length;
    const char *ir = smmra_translation_text(translation, &length);
    fwrite(ir, 1, length, stdout);
    smmra_translation_destroy(translation);
    return 0;
}

static void add_to_hash(void *user, const void *bytes, size_t length) {
    uint64_t *hash = user; /* a driver has a better one */
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
}

/* A cache of pipelines finds a translation by the words and by this. */
static int print_key(void) {
    const smmra_options options = {.size = sizeof options, .mcpu = "gfx1100"};
    uint64_t hash = 14695981039346656037u;
    if (smmra_feed_key(&options, add_to_hash, &hash) != SMMRA_SUCCESS)
        return 1;
    printf("the key of these options is %016" PRIx64 "\n", hash);
    return 0;
}

/* What the caller of each kernel must pass, and what the checker warns of. */
static void print_kernels(const smmra_translation *translation) {
    size_t count;
    const smmra_resource *const *resources = smmra_translation_resources(translation, &count);
    for (size_t i = 0; i < count; i++)
        printf("parameter %u of %s: %s, set %u, binding %u\n", resources[i]->parameter, resources[i]->kernel,
               smmra_resource_kind_name(resources[i]->kind), resources[i]->set, resources[i]->binding);
    const smmra_translated_entry *const *entries = smmra_translation_entry_points(translation, &count);
    for (size_t i = 0; i < count; i++)
        printf("%s is the function @%s\n", entries[i]->name, entries[i]->function);
    for (size_t i = 0; i < count; i++) {
        const smmra_facts *facts = smmra_translation_facts(translation, i);
        printf("%u x %u x %u invocations, %" PRIu64 " bytes of local memory%s%s\n", facts->workgroup_size[0],
               facts->workgroup_size[1], facts->workgroup_size[2], facts->shared_bytes,
               facts->flags & SMMRA_FACT_WRITES_MEMORY ? ", writes memory" : "",
               facts->flags & SMMRA_FACT_BARRIERS ? ", has barriers" : "");
    }
    const smmra_finding *const *findings = smmra_translation_findings(translation, &count);
    for (size_t i = 0; i < count; i++)
        printf("word %u: %s [%s]\n", findings[i]->word, findings[i]->message, findings[i]->rule);
    const smmra_statistics *statistics = smmra_translation_statistics(translation);
    printf("%" PRIu64 " memory operations\n", statistics->memory_operations);
}

static void print_finding(void *user, const smmra_finding *finding) {
    fprintf(user, "%u:%u: %s [%s]\n", finding->line, finding->column, finding->message, finding->rule);
}

static int check_ir(const char *ir) {
    smmra_check_options options = {
        .size = sizeof options, .any_profile = true, .report = print_finding, .report_user = stdout};
    return smmra_check(ir, strlen(ir), &options) == SMMRA_SUCCESS ? 0 : 1;
}

/* All kinds of findings. */
static void print_codes(void) {
    const smmra_code *code;
    for (size_t i = 0; (code = smmra_code_at(i)); i++)
        printf("%s: %s; what to do: %s\n", code->name, code->meaning, code->mend);
}

/* A shader as two workgroups, every execution of them. */
static int find_races(const uint32_t *words, size_t word_count) {
    smmra_litmus_options options = {.size = sizeof options,
                                    .language = SMMRA_LITMUS_LANGUAGE_SPIRV,
                                    .groups = {2, 1, 1},
                                    .time_limit = 10000,
                                    .diagnose = print_message,
                                    .diagnose_user = stderr};
    smmra_litmus_answer *answer;
    if (smmra_litmus(words, word_count * sizeof *words, &options, &answer) != SMMRA_SUCCESS)
        return 1;
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    bool is_free = summary->race == SMMRA_LITMUS_VERDICT_NO;
    printf("%s after %" PRIu64 " executions\n", is_free ? "no data race" : "not free of data races",
           summary->statistics->executions);
    size_t count;
    const smmra_litmus_finding *const *findings = smmra_litmus_answer_findings(answer, &count);
    for (size_t i = 0; i < count; i++) {
        const char *name = smmra_litmus_fault_name(findings[i]->fault);
        printf("%s: %s; what to do: %s\n", name, findings[i]->message, smmra_code_find(name)->mend);
        for (size_t k = 0; k < findings[i]->place_count; k++)
            printf("  word %u: %s\n", findings[i]->places[k]->word, findings[i]->places[k]->message);
    }
    smmra_litmus_answer_destroy(answer);
    return is_free ? 0 : 1;
}

/* A shader as 64 workgroups, one execution of them. */
static int find_races_at_full_size(const uint32_t *words, size_t word_count) {
    const smmra_litmus_options options = {.size = sizeof options,
                                          .groups = {64, 1, 1},
                                          .time_limit = 10000,
                                          .diagnose = print_message,
                                          .diagnose_user = stderr};
    smmra_litmus_answer *answer;
    if (smmra_race(words, word_count * sizeof *words, &options, &answer) != SMMRA_SUCCESS)
        return 1;
    const smmra_litmus_summary *summary = smmra_litmus_answer_summary(answer);
    printf("%s on a run of %" PRIu64 " instructions\n",
           summary->race == SMMRA_LITMUS_VERDICT_YES ? "data race" : "no data race", summary->statistics->evaluations);
    bool is_free = summary->race == SMMRA_LITMUS_VERDICT_NO;
    smmra_litmus_answer_destroy(answer);
    return is_free ? 0 : 1;
}

/* Which waits of machine code nobody demands, and how many there are of all. */
static int print_needless_waits(const char *assembly) {
    smmra_cost_options options = {
        .size = sizeof options, .mcpu = "gfx1100", .diagnose = print_message, .diagnose_user = stderr};
    smmra_price_list *list;
    if (smmra_cost(assembly, strlen(assembly), &options, &list) != SMMRA_SUCCESS)
        return 1;
    size_t count;
    const smmra_cost_item *const *items = smmra_price_list_items(list, &count);
    for (size_t i = 0; i < count; i++)
        if (items[i]->kind == SMMRA_COST_KIND_WAIT && items[i]->verdict == SMMRA_COST_VERDICT_NOT_DEMANDED)
            printf("line %u: %s\n", items[i]->line, items[i]->instruction);
    const smmra_cost_total *const *totals = smmra_price_list_totals(list, &count);
    printf("%u waits\n", totals[SMMRA_COST_KIND_WAIT]->all);
    smmra_price_list_destroy(list);
    return 0;
}

/* What registers and memory may hold at the end of a program in a .litmus file. */
static int print_outcomes(const char *program) {
    smmra_litmus_options options = {
        .size = sizeof options, .language = SMMRA_LITMUS_LANGUAGE_VULKAN, .flags = SMMRA_LITMUS_FLAG_OUTCOMES};
    smmra_litmus_answer *answer;
    if (smmra_litmus(program, strlen(program), &options, &answer) != SMMRA_SUCCESS)
        return 1;
    const char *const *names;
    size_t width, count;
    const smmra_litmus_value *values = smmra_litmus_answer_outcomes(answer, &names, &width, &count);
    const char *const *texts = smmra_litmus_answer_outcome_texts(answer);
    for (size_t k = 0; k < width * count; k++)
        printf("%s = %s (%" PRIu64 ")%s", names[k % width], texts[k], values[k].value, (k + 1) % width ? ", " : "\n");
    smmra_litmus_answer_destroy(answer);
    return 0;
}

/* Whether what a .test file of Khronos's says is so. */
static int test_khronos(const char *program) {
    smmra_litmus_options options = {.size = sizeof options, .language = SMMRA_LITMUS_LANGUAGE_KHRONOS};
    smmra_litmus_answer *answer;
    if (smmra_litmus(program, strlen(program), &options, &answer) != SMMRA_SUCCESS)
        return 1;
    size_t count, left_out;
    bool all = true;
    const smmra_litmus_expectation *const *lines = smmra_litmus_answer_expectations(answer, &count, &left_out);
    for (size_t i = 0; i < count; i++) {
        bool is_there = lines[i]->met == SMMRA_LITMUS_VERDICT_YES;
        printf("line %u: %s\n", lines[i]->line, is_there == lines[i]->satisfiable ? "as it says" : "wrong");
        all &= is_there == lines[i]->satisfiable;
    }
    smmra_litmus_answer_destroy(answer);
    return all ? 0 : 1;
}

/* How many instructions access memory that one invocation alone uses, by their words; and pointers to such memory. */
static int count_private(const uint32_t *words, size_t word_count) {
    enum { HEADER_WORDS = 5, BOUND = 3 };
    smmra_module *module;
    if (smmra_module_read(words, word_count, NULL, &module) != SMMRA_SUCCESS)
        return 1;
    size_t count, accesses = 0, pointers = 0;
    const smmra_entry_point *const *entries = smmra_module_entry_points(module, &count);
    for (size_t i = 0; i < count; i++)
        printf("entry point %s, execution model %u\n", entries[i]->name, entries[i]->execution_model);
    for (size_t at = HEADER_WORDS; at < word_count; at += words[at] >> 16)
        accesses += smmra_module_access_is_thread_private(module, (uint32_t)at);
    for (uint32_t id = 1; id < words[BOUND]; id++)
        pointers += smmra_module_pointer_is_thread_private(module, id);
    printf("%zu accesses and %zu pointers are private\n", accesses, pointers);
    smmra_module_destroy(module);
    return 0;
}

/* Assembles and validates before it translates. */
static int translate_assembly(const char *text, size_t length) {
    smmra_options options = {
        .size = sizeof options, .target_env = "vulkan1.3", .diagnose = print_message, .diagnose_user = stderr};
    uint32_t *words;
    size_t word_count;
    if (smmra_assemble(text, length, &options, &words, &word_count) != SMMRA_SUCCESS)
        return 1;
    int status = smmra_validate(words, word_count, &options) == SMMRA_SUCCESS ? print_ir(words, word_count) : 1;
    smmra_free_words(words);
    return status;
}

/* What this library is, and which profiles it knows. */
static void print_version(void) {
    printf("spirv-mmra %s (0x%x)\n", smmra_version_string(), smmra_version());
    for (uint32_t i = 0; smmra_option_value_name(SMMRA_OPTION_PROFILE, i); i++)
        printf("--llvm %s\n", smmra_option_value_name(SMMRA_OPTION_PROFILE, i));
}

static const char *compile(void *user, const char *ir, const char **error) {
    (void)ir;
    *error = "there is no compiler";
    return user;
}

/* Writes the page of a module, of which nothing is compiled. */
static int write_page(const uint32_t *words, size_t word_count) {
    const smmra_report_options options = {
        .size = sizeof options, .name = "module", .profile = SMMRA_PROFILE_22, .mcpu = "gfx1100", .compile = compile};
    smmra_page *page;
    smmra_result result;
    size_t length;
    if (smmra_report(words, word_count, &options, &page) != SMMRA_SUCCESS)
        return 1;
    smmra_page_text(page, &length);
    const smmra_litmus_answer *answer = smmra_page_answer(page, &result);
    printf("a page of %zu bytes; %s\n", length, answer ? "the module was executed" : smmra_result_name(result));
    smmra_page_destroy(page);
    return 0;
}

static int run_module(const uint32_t *words, size_t word_count) {
    const smmra_options options = {.size = sizeof options, .flags = SMMRA_FLAG_FACTS};
    smmra_translation *translation;
    if (smmra_translate(words, word_count, &options, &translation) != SMMRA_SUCCESS)
        return 1;
    const char *ir = smmra_translation_text(translation, NULL);
    int status = check_ir(ir);
    print_kernels(translation);
    smmra_translation_destroy(translation);
    status |= find_races(words, word_count) | find_races_at_full_size(words, word_count);
    print_codes();
    status |= print_key();
    status |= print_needless_waits("main:\n\ts_waitcnt vmcnt(0)\n\ts_endpgm\n");
    status |= write_page(words, word_count);
    return status | count_private(words, word_count);
}

int main(void) {
    static char text[1 << 16];
    size_t length = fread(text, 1, sizeof text - 1, stdin), word_count;
    uint32_t *words;
    print_version();
    int status = translate_assembly(text, length);
    if (smmra_assemble(text, length, NULL, &words, &word_count) != SMMRA_SUCCESS)
        return 1;
    status |= run_module(words, word_count);
    smmra_free_words(words);
    status |= print_outcomes("Vulkan one-write\n{ x = 0; }\n P0@sg 0, wg 0, qf 0 ;\n st.sc0 x, 1 ;\nexists (x == 1)\n");
    return status | test_khronos("NEWWG\nNEWSG\nNEWTHREAD\nst.av.scopedev.sc0 x = 1\nSATISFIABLE consistent[X]\n");
}
