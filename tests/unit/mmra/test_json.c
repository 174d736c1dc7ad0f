#include "testing.h"

#include "mmra/base/json.h"

static void assert_json(const char *bytes, size_t length, const char *expected) {
    char text[256] = "", piece[JSON_PIECE];
    for (size_t i = 0, size; i < length; i += size) {
        size = json_character(bytes + i, length - i, piece);
        assert_true(size >= 1 && size <= length - i);
        assert_true(strlen(piece) < JSON_PIECE);
        strcat(text, piece);
    }
    assert_string_equal(text, expected);
}
#define ASSERT_JSON(literal, expected) assert_json(literal, sizeof literal - 1, expected)

#define BAD "\\ufffd"

static void test_what_json_escapes(void **state) {
    (void)state;
    ASSERT_JSON("plain ~", "plain ~");
    ASSERT_JSON("\"\\", "\\\"\\\\");
    ASSERT_JSON("\t\n\r\x01\x1f\x7f", "\\t\\n\\u000d\\u0001\\u001f\\u007f");
    ASSERT_JSON("a\0b", "a\\u0000b");
}

static void test_utf8(void **state) {
    (void)state;
    ASSERT_JSON("gr\xc3\xb6\xc3\x9f", "gr\\u00f6\\u00df");
    ASSERT_JSON("\xe2\x82\xac \xef\xbf\xbd", "\\u20ac \\ufffd");
    ASSERT_JSON("\xf0\x9d\x95\x8f\xf4\x8f\xbf\xbf", "\\ud835\\udd4f\\udbff\\udfff");
    ASSERT_JSON("\xc2\x9b\xe2\x80\xae", "\\u009b\\u202e"); /* what a terminal would obey */
}

/* The examples of the Unicode Standard, 3.9, tables 3-8 to 3-11: one U+FFFD for each maximal subpart. */
static void test_what_is_not_well_formed(void **state) {
    (void)state;
    ASSERT_JSON("\xc0\xaf\xe0\x80\xbf\xf0\x81\x82\x41", BAD BAD BAD BAD BAD BAD BAD BAD "A");
    ASSERT_JSON("\xed\xa0\x80\xed\xbf\xbf\xed\xaf\x41", BAD BAD BAD BAD BAD BAD BAD BAD "A");
    ASSERT_JSON("\xf4\x91\x92\x93\xff\x41\x80\xbf\x42", BAD BAD BAD BAD BAD "A" BAD BAD "B");
    ASSERT_JSON("\xe1\x80\xe2\xf0\x91\x92\xf1\xbf\x41", BAD BAD BAD BAD "A");
    ASSERT_JSON("\xe2\x82", BAD);
    ASSERT_JSON("\xf0\x9d\x95", BAD);
    ASSERT_JSON("\xc3\"", BAD "\\\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_json_escapes), cmocka_unit_test(test_utf8),
                                       cmocka_unit_test(test_what_is_not_well_formed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
