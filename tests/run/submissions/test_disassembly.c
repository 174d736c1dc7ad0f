/* Machine code in memory, as the executor's assembly: what follows an instruction of 8 bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "submissions/disassembly.h"

#define END 0xBFB00000 /* s_endpgm of gfx11 and gfx12 */

static void assert_text(const char *processor, const uint32_t *code, size_t words, const char *expected) {
    char message[200] = "";
    size_t length = 0;
    char *text =
        disassemble((const uint8_t *)code, 4 * words, 0x1000, processor, true, &length, message, sizeof message);
    if (!text && strstr(message, "does not run"))
        skip(); /* there is no llvm-mc */
    assert_non_null(text);
    assert_int_equal(length, 4 * words);
    if (!strstr(text, expected))
        fail_msg("%s, and not: %s", text, expected);
    free(text);
}

/* image_load v7, [v1, v0, v6], s[24:31] dmask:0x1: its third word has registers, 0x060001, and is no number, of which
 * 1 would be the lower half. */
static void registers_are_no_number(void **state) {
    const uint32_t code[] = {0xD0400005, 0x00003007, 0x00060001, END};
    (void)state;
    assert_text("gfx1201", code, sizeof code / 4, "s[24:31] dmask:0x1 dim:SQ_RSRC_IMG_2D_ARRAY");
}

/* v_fma_mix_f32 v0, v1, 0x12345678, v1: llvm-mc says the lower half alone. */
static void numbers_are_whole(void **state) {
    const uint32_t code[] = {0xCC200000, 0x0405FF01, 0x12345678, END};
    (void)state;
    assert_text("gfx1100", code, sizeof code / 4, "v_fma_mix_f32 v0, v1, 0x12345678, v1");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(registers_are_no_number), cmocka_unit_test(numbers_are_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
