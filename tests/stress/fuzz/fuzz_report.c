/* libFuzzer: any words as the module of a page, with the options that its header names (options.h). Nobody has
 * validated it. Whatever the input, nothing crashes, leaks or takes long, there is a page if and only if the call is a
 * success, and the data of the page ends where its script says. */
#include <stdlib.h>
#include <string.h>

#include "tests/stress/fuzz/options.h"
#include "translator/spirv_mmra_litmus.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 20, MILLISECONDS = 300, SCRIPTS = 2 };

/* Code that has a wait, so that there is a price. */
static const char *compile(void *user, const char *ir, const char **error) {
    *error = "no code";
    return user && strlen(ir) % 2 ? "main:\n\tglobal_load_b32 v0, v1, s[0:1]\n\ts_waitcnt vmcnt(0)\n\ts_endpgm\n"
                                  : NULL;
}

static void judge(smmra_result result, const smmra_page *page) {
    size_t length, ends = 0;
    smmra_result ran;
    if ((result == SMMRA_SUCCESS) != (page != NULL))
        abort();
    if (!page)
        return;
    const char *text = smmra_page_text(page, &length);
    for (const char *at = text; (at = strstr(at, "</script")); at++)
        ends++;
    if (strlen(text) != length || ends != SCRIPTS || !smmra_page_answer(page, &ran) != (ran != SMMRA_SUCCESS))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t count = size / 4;
    uint32_t *words = malloc(count * 4 + 4);
    memcpy(words, data, count * 4);
    const smmra_options given = fuzz_options_from(fuzz_option_bits(words, count));
    const smmra_litmus_options run = {.size = sizeof run,
                                      .specializations = given.specializations,
                                      .specialization_count = given.specialization_count,
                                      .local = {given.device_index, 1, 1},
                                      .step_limit = STEPS,
                                      .time_limit = MILLISECONDS};
    const smmra_report_options options = {.size = sizeof options,
                                          .flags = given.glsl450 ? SMMRA_REPORT_FLAG_BOTH_READINGS : 0,
                                          .profile = given.profile,
                                          .mcpu = "gfx1100",
                                          .disassembly = "OpNop ; 0x00000014\n",
                                          .compile = compile,
                                          .compile_user = given.abi ? words : NULL,
                                          .memory_limit = given.memory_limit,
                                          .run = &run};
    smmra_page *page;
    smmra_result result = smmra_report(words, count, &options, &page);
    judge(result, page);
    smmra_page_destroy(page);
    free(words);
    return 0;
}
