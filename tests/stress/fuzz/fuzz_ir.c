/* libFuzzer: any text through the parser, the checker with every rule on, and the printer. Whatever the text,
 * nothing crashes, leaks or takes long; and what is printed can be read again, and is then printed alike. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/check/check.h"
#include "mmra/parse/ir_parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static jmp_buf out_of_memory;

static void exhausted(void *user) {
    (void)user;
    longjmp(out_of_memory, 1);
}

static void look_at(void *user, const struct check_finding *finding) {
    (void)user;
    if (!finding->message || strchr(finding->message, '\n') || finding->rule >= CHECK_RULE_COUNT)
        abort();
}

static void check(struct ir_module *module) {
    struct check_options options;
    check_options_init(&options);
    options.suggest = true;
    options.severity[CHECK_LOST_ORDERING] = CHECK_NOTE;
    options.report = look_at;
    check_module(module, &options);
}

static void read_and_print(struct arena *arena, const char *text, size_t size) {
    struct ir_module module, again;
    struct ir_parse_error error;
    size_t length, length_again;
    ir_module_init(&module, arena);
    if (!ir_parse(&module, text, size, &error)) {
        if (!error.message[0] || !error.line || !error.column)
            abort();
        return;
    }
    check(&module);
    const char *printed = ir_print(&module, &length);
    ir_module_init(&again, arena);
    if (!ir_parse(&again, printed, length, &error))
        abort();
    const char *printed_again = ir_print(&again, &length_again);
    if (length != length_again || memcmp(printed, printed_again, length) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct arena arena;
    arena_init(&arena, NULL, (size_t)256 << 20, exhausted, NULL);
    if (setjmp(out_of_memory) == 0)
        read_and_print(&arena, (const char *)data, size);
    arena_destroy(&arena);
    return 0;
}
