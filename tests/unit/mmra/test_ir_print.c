#include "files.h"

#include "ir_sample.h"
#include "ir_testing.h"
#include "mmra/print/ir_printer.h"

static const char *print(void) {
    size_t length;
    const char *text = ir_print(&module, &length);
    assert_int_equal(strlen(text), length);
    return text;
}

static ir_value begin_void_function(const char *name) {
    ir_function function =
        ir_new_function(&module, ir_text_of(&module, name), 0, ir_type_function(&module, 0, NULL, 0));
    ir_begin_function(&module, function);
    ir_begin_block(&module, ir_new_value(&module, ir_type_simple(&module, IR_TYPE_LABEL), 0, 0));
    return module.functions[function].value;
}

static void end_void_function(ir_value function) {
    ir_append(&module, IR_RET, 0, NULL, 0);
    ir_end_function(&module, module.values[function].index);
}

/* ---- the sample: every opcode ---- */

static void test_sample(void **state) {
    (void)state;
    ir_sample_build(&module);
    char *expected = read_whole_file(&arena, TEST_SOURCE "/ir_sample.ll");
    assert_non_null(expected);
    assert_string_equal(print(), expected);
}

static void test_printing_twice_gives_the_same(void **state) {
    (void)state;
    ir_sample_build(&module);
    const char *first = print();
    assert_string_equal(print(), first);
}

/* The next line of `*text`, cut at its end. */
static char *next_line(char **text) {
    char *line = *text;
    if (!*line)
        return NULL;
    char *end = strchr(line, '\n');
    *text = end ? end + 1 : line + strlen(line);
    if (end)
        *end = '\0';
    return line;
}

/* Instructions and metadata are written exactly as LLVM writes them; the rest LLVM completes in its own way.
 */
static bool is_compared(const char *line) {
    return (strncmp(line, "  ", 2) == 0 && strncmp(line, "  ;", 3) != 0) || line[0] == '!';
}

/* LLVM completes the attributes of intrinsics, and so has other groups of attributes: "#4" becomes "#_". */
static void hide_group_number(char *line) {
    char *hash = strstr(line, ") #");
    if (hash)
        memset(hash + 3, '_', strspn(hash + 3, "0123456789"));
}

static char *next_compared_line(char **text) {
    char *line;
    do
        line = next_line(text);
    while (line && !is_compared(line));
    if (line)
        hide_group_number(line);
    return line;
}

static void test_llvm_prints_the_same(void **state) {
    (void)state;
    if (!have_tool("llvm-as-22") || !have_tool("opt-22"))
        skip();
    ir_sample_build(&module);
    const char *text = print();
    write_whole_file("sample.ll", text, strlen(text));
    assert_int_equal(
        system("llvm-as-22 sample.ll -o sample.bc && opt-22 -passes=verify -S sample.bc -o sample.llvm.ll"), 0);
    char *theirs = read_whole_file(&arena, "sample.llvm.ll");
    char *ours = arena_copy_string(&arena, text, strlen(text));
    int lines = 0;
    for (char *line; (line = next_compared_line(&ours)); lines++) {
        const char *other = next_compared_line(&theirs);
        assert_non_null(other);
        assert_string_equal(line, other);
    }
    assert_null(next_compared_line(&theirs));
    assert_true(lines > 150);
}

/* ---- floating-point constants ---- */

static const char *printed_float(float number) {
    struct text text;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    text_init(&text, &arena, 64);
    ir_print_floating(&text, IR_TYPE_FLOAT, bits);
    text_char(&text, '\0');
    return text.start;
}

static const char *printed_double(double number) {
    struct text text;
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    text_init(&text, &arena, 64);
    ir_print_floating(&text, IR_TYPE_DOUBLE, bits);
    text_char(&text, '\0');
    return text.start;
}

static void test_floats(void **state) {
    (void)state;
    assert_string_equal(printed_float(0.0f), "0.000000e+00");
    assert_string_equal(printed_float(-0.0f), "-0.000000e+00");
    assert_string_equal(printed_float(1.0f), "1.000000e+00");
    assert_string_equal(printed_float(0.25f), "2.500000e-01");
    assert_string_equal(printed_float(-65536.0f), "-6.553600e+04");
    assert_string_equal(printed_float(999999.0f), "9.999990e+05");
    /* Seven digits are one more than LLVM tries. */
    assert_string_equal(printed_float(9999999.0f), "0x416312CFE0000000");
    /* 0.1f is not 0.1 */
    assert_string_equal(printed_float(0.1f), "0x3FB99999A0000000");
    assert_string_equal(printed_double(0.1), "1.000000e-01");
    assert_string_equal(printed_double(-1.5e-7), "-1.500000e-07");
    assert_string_equal(printed_double(1e22), "1.000000e+22");
}

/* Whatever is printed in decimal is read back to the same number. */
static void test_decimals_are_exact(void **state) {
    (void)state;
    uint64_t seed = 1;
    int decimals = 0;
    for (int i = 0; i < 20000; i++) {
        seed = seed * UINT64_C(6364136223846793005) + 1;
        double number = (double)(seed >> 44) * (i % 2 ? 1.0 : 1e-9) / (i % 3 ? 1 : 64);
        const char *text = printed_double(number);
        if (strncmp(text, "0x", 2) == 0)
            continue;
        decimals++;
        assert_true(strtod(text, NULL) == number);
    }
    assert_true(decimals > 1000);
}

/* ---- names and text that somebody hostile chose ---- */

static void test_names_are_quoted(void **state) {
    (void)state;
    static const char *const names[][2] = {
        {"plain.name-$_9", "@plain.name-$_9()"},
        {"9", "@\"9\"()"},
        {"a b", "@\"a b\"()"},
        {"a\"b\\c\n", "@\"a\\22b\\\\c\\0A\"()"},
        {"\xC3\xA4", "@\"\\C3\\A4\"()"},
        {"x) { ret void } define void @y(", "@\"x) { ret void } define void @y(\"()"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        end_void_function(begin_void_function(names[i][0]));
    const char *text = print();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_non_null(strstr(text, names[i][1]));
}

static void test_comments_stay_comments(void **state) {
    (void)state;
    ir_value function = begin_void_function("f");
    struct ir_instruction *instruction = ir_append(&module, IR_UNREACHABLE, 0, NULL, 0);
    ir_set_comment(&module, instruction,
                   ir_text_of(&module, "a\r\nret void\v\x1B[2J\x80\xC0\xAF\xED\xA0\x80\xE2\x80\xA8."));
    ir_end_function(&module, module.values[function].index);
    assert_non_null(strstr(print(), "  ; a?\n  ; ret void??[2J??"
                                    "?????.\n  unreachable\n"));
}

/* ---- numbers by first use ---- */

static void test_equal_sets_are_one_node(void **state) {
    (void)state;
    struct mmra_tag tag = {mmra_string_of("vulkan"), mmra_string_of("nonprivate")};
    ir_value function = begin_void_function("f");
    for (int i = 0; i < 3; i++) {
        struct ir_instruction *fence = ir_append(&module, IR_FENCE, 0, NULL, 0);
        fence->ordering = IR_RELEASE;
        fence->mmra = mmra_set_of(&module.tags, &tag, 1);
    }
    end_void_function(function);
    const char *text = print();
    assert_non_null(strstr(text, "  fence release, !mmra !0\n  fence release, !mmra !0\n  fence release, !mmra !0\n"));
    assert_non_null(strstr(text, "!0 = !{!\"vulkan\", !\"nonprivate\"}\n"));
    assert_null(strstr(text, "!1 ="));
}

/* Values without names that are used before they are defined have the numbers that LLVM's parser will give them; one
 * that nothing names takes its number too. */
static void test_numbers_of_what_is_used_ahead(void **state) {
    (void)state;
    ir_type i32 = ir_type_integer(&module, 32), label = ir_type_simple(&module, IR_TYPE_LABEL);
    for (int i = 0; i < 2; i++) {
        ir_function f =
            ir_new_function(&module, ir_text_of(&module, i ? "g" : "f"), 0, ir_type_function(&module, i32, &i32, 1));
        ir_value parameter = module.functions[f].parameters[0].value, later = ir_new_value(&module, i32, 0, 0);
        ir_value entry = ir_new_value(&module, label, 0, 0), loop = ir_new_value(&module, label, 0, 0);
        ir_begin_function(&module, f);
        ir_begin_block(&module, entry);
        ir_value first = ir_result(&module, ir_append(&module, IR_FREEZE, i32, &parameter, 1));
        ir_append(&module, IR_FREEZE, i32, &first, 1);
        ir_append(&module, IR_FREEZE, i32, &first, 1);
        ir_append(&module, IR_BR, 0, &loop, 1);
        ir_begin_block(&module, loop);
        ir_value phi = ir_result(&module, ir_append(&module, IR_PHI, i32, (ir_value[]){first, entry, later, loop}, 4));
        ir_set_result(&module, ir_append(&module, IR_ADD, i32, (ir_value[]){phi, parameter}, 2), later);
        ir_append(&module, IR_BR, 0, &loop, 1);
        ir_end_function(&module, f);
    }
    static const char body[] = "(i32 %0) {\n"
                               "  %2 = freeze i32 %0\n"
                               "  %3 = freeze i32 %2\n"
                               "  %4 = freeze i32 %2\n"
                               "  br label %5\n"
                               "\n"
                               "5:\n"
                               "  %6 = phi i32 [ %2, %1 ], [ %7, %5 ]\n"
                               "  %7 = add i32 %6, %0\n"
                               "  br label %5\n"
                               "}\n";
    char expected[2 * sizeof body + 64];
    snprintf(expected, sizeof expected, "\ndefine i32 @f%s\ndefine i32 @g%s", body, body);
    assert_string_equal(print(), expected);
}

/* ---- lines that are long ---- */

/* Each list stands in a module and an arena of its own: the text begins with room for a line of the usual length, and
 * what writes far beyond it writes beyond the arena. */
static void test_lists_make_room(void **state) {
    (void)state;
    enum { LENGTH = 20000 };
    static uint32_t operands[LENGTH];
    static const struct {
        const char *element;
        enum ir_opcode opcode;
        bool pairs, plain; /* of value and block; of numbers */
    } lists[] = {{", i32 77", IR_CALL, false, false},
                 {", i32 77", IR_GETELEMENTPTR, false, false},
                 {"[ 77, %0 ]", IR_PHI, true, false},
                 {"i32 77, label %0", IR_SWITCH, true, false},
                 {", 77", IR_EXTRACTVALUE, false, true}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        arena_destroy(&arena);
        ir_module_init(&module, &arena);
        ir_type i32 = ir_type_integer(&module, 32);
        ir_value function = begin_void_function("f"), number = ir_integer(&module, i32, 77);
        for (uint32_t k = 0; k < LENGTH; k++)
            operands[k] = lists[i].pairs && k % 2 ? module.blocks[0].label : lists[i].plain && k ? 77 : number;
        ir_append(&module, lists[i].opcode, lists[i].opcode == IR_SWITCH ? 0 : i32, operands, LENGTH);
        end_void_function(function);
        int elements = 0;
        for (const char *text = print(); *text; text++)
            elements += strncmp(text, lists[i].element, strlen(lists[i].element)) == 0;
        assert_true(elements >= (lists[i].pairs ? LENGTH / 2 : LENGTH - 2));
    }
}

/* Each first where it is used, then where it is defined, then once more. */
static void test_names_make_room(void **state) {
    (void)state;
    enum { LENGTH = 50000 };
    static char name[LENGTH + 1];
    memset(name, 'n', LENGTH);
    for (int quoted = 0; quoted <= 1; quoted++) {
        name[0] = quoted ? ' ' : 'n';
        arena_destroy(&arena);
        ir_module_init(&module, &arena);
        ir_type i32 = ir_type_integer(&module, 32);
        ir_value function = begin_void_function(name),
                 value = ir_new_value(&module, i32, ir_text(&module, name, LENGTH), 9);
        ir_append(&module, IR_FREEZE, i32, &value, 1);
        ir_set_result(&module, ir_append(&module, IR_FREEZE, i32, &value, 1), value);
        ir_append(&module, IR_CALL, 0, (ir_value[]){function, value}, 2);
        end_void_function(function);
        const char *text = print();
        int names = 0;
        for (size_t i = 0; text[i]; i++)
            names += strncmp(text + i, name, LENGTH) == 0;
        assert_int_equal(names, 6);
        assert_int_equal(strlen(text), 6 * LENGTH + (quoted ? 12 : 0) +
                                           strlen("\ndefine void @() {\n"
                                                  "  %1 = freeze i32 %.9\n"
                                                  "  %.9 = freeze i32 %.9\n"
                                                  "  call void @(i32 %.9)\n"
                                                  "  ret void\n"
                                                  "}\n"));
    }
}

static void test_longest_line(void **state) {
    (void)state;
    ir_type pointer = ir_type_pointer(&module, 123456789), type = ir_type_integer(&module, 123456789);
    ir_value operands[3] = {ir_new_value(&module, pointer, 0, UINT32_MAX), ir_new_value(&module, type, 0, UINT32_MAX),
                            ir_new_value(&module, type, 0, UINT32_MAX)};
    struct mmra_tag tag = {mmra_string_of("vulkan"), mmra_string_of("nonprivate")};
    ir_value function = begin_void_function("f");
    struct ir_instruction *instruction = ir_append(&module, IR_CMPXCHG, type, operands, 3);
    instruction->flags = IR_WEAK | IR_VOLATILE | IR_ONE_ADDRESS_SPACE;
    instruction->scope = MMRA_SCOPE_SINGLETHREAD;
    instruction->ordering = instruction->failure_ordering = IR_MONOTONIC;
    instruction->alignment_log2 = 63;
    instruction->annotations = IR_ANNOTATIONS - 1;
    instruction->mmra = mmra_set_of(&module.tags, &tag, 1);
    ir_set_result(&module, instruction, ir_new_value(&module, type, 0, UINT32_MAX));
    end_void_function(function);
    const char *text = print(), *line = strstr(text, "  %_4294967295 = cmpxchg weak volatile ptr addrspace(123456789)");
    assert_non_null(line);
    assert_non_null(strstr(line, ", align 9223372036854775808, !invariant.load !"));
    assert_true(strchr(line, '\n') - line < IR_LINE_ROOM - 128); /* of digits, metadata's numbers may have 32 more */
}

static void test_declaration_is_one(void **state) {
    (void)state;
    ir_type type = ir_type_function(&module, 0, NULL, 0);
    ir_function first = ir_declare(&module, "llvm.amdgcn.s.barrier", type, IR_FUNCTION_CONVERGENT);
    assert_int_equal(ir_declare(&module, "llvm.amdgcn.wave.barrier", type, IR_FUNCTION_CONVERGENT), first + 1);
    assert_int_equal(ir_declare(&module, "llvm.amdgcn.s.barrier", type, IR_FUNCTION_CONVERGENT), first);
}

static void test_equal_types_and_constants_are_one(void **state) {
    (void)state;
    ir_type i32 = ir_type_integer(&module, 32), i8 = ir_type_integer(&module, 8);
    assert_int_equal(i32, ir_type_integer(&module, 32));
    assert_int_not_equal(i32, i8);
    assert_int_not_equal(ir_type_pointer(&module, 1), ir_type_pointer(&module, 3));
    assert_int_not_equal(ir_type_vector(&module, i32, 4), ir_type_array(&module, i32, 4));
    ir_type members[2] = {i32, i8}, swapped[2] = {i8, i32};
    assert_int_equal(ir_type_struct(&module, members, 2), ir_type_struct(&module, members, 2));
    assert_int_not_equal(ir_type_struct(&module, members, 2), ir_type_struct(&module, swapped, 2));
    assert_int_equal(ir_integer(&module, i8, 0x1FF), ir_integer(&module, i8, 0xFF));
    assert_int_not_equal(ir_integer(&module, i8, 1), ir_integer(&module, i32, 1));
    assert_int_equal(ir_zero(&module, i32), ir_integer(&module, i32, 0));
    ir_value ones[2] = {ir_integer(&module, i32, 1), ir_integer(&module, i32, 2)};
    ir_type pair = ir_type_vector(&module, i32, 2);
    assert_int_equal(ir_aggregate(&module, pair, ones, 2), ir_aggregate(&module, pair, ones, 2));
    ir_value zeros[2] = {ir_integer(&module, i32, 0), ir_integer(&module, i32, 0)};
    assert_int_equal(ir_aggregate(&module, pair, zeros, 2), ir_zero(&module, pair));
}

static void test_reserve_changes_nothing(void **state) {
    (void)state;
    ir_module_reserve(&module, 5);
    ir_sample_build(&module);
    const char *reserved = print();
    ir_module_reserve(&module, 100000); /* everything moves */
    assert_string_equal(print(), reserved);
    struct ir_module other;
    ir_module_init(&other, &arena);
    ir_sample_build(&other);
    size_t length;
    assert_string_equal(ir_print(&other, &length), reserved);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sample, start, end),
        cmocka_unit_test_setup_teardown(test_printing_twice_gives_the_same, start, end),
        cmocka_unit_test_setup_teardown(test_llvm_prints_the_same, start, end),
        cmocka_unit_test_setup_teardown(test_floats, start, end),
        cmocka_unit_test_setup_teardown(test_decimals_are_exact, start, end),
        cmocka_unit_test_setup_teardown(test_names_are_quoted, start, end),
        cmocka_unit_test_setup_teardown(test_comments_stay_comments, start, end),
        cmocka_unit_test_setup_teardown(test_equal_sets_are_one_node, start, end),
        cmocka_unit_test_setup_teardown(test_numbers_of_what_is_used_ahead, start, end),
        cmocka_unit_test_setup_teardown(test_lists_make_room, start, end),
        cmocka_unit_test_setup_teardown(test_names_make_room, start, end),
        cmocka_unit_test_setup_teardown(test_longest_line, start, end),
        cmocka_unit_test_setup_teardown(test_declaration_is_one, start, end),
        cmocka_unit_test_setup_teardown(test_equal_types_and_constants_are_one, start, end),
        cmocka_unit_test_setup_teardown(test_reserve_changes_nothing, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
