#include "files.h"

#include "ir_sample.h"
#include "ir_testing.h"
#include "mmra/base/text.h"
#include "mmra/parse/ir_parse.h"

static struct ir_parse_error error;

static bool parse(const char *text) {
    ir_module_init(&module, &arena);
    return ir_parse(&module, text, strlen(text), &error);
}

static void assert_parses(const char *text) {
    if (!parse(text))
        fail_msg("%u:%u: %s", error.line, error.column, error.message);
}

static const char *print(void) {
    size_t length;
    return ir_print(&module, &length);
}

static void assert_kept(const char *text) {
    assert_parses(text);
    assert_string_equal(print(), text);
}

/* ---- printing what was read ---- */

static void test_sample_is_kept(void **state) {
    (void)state;
    assert_kept(read_whole_file(&arena, TEST_SOURCE "/ir_sample.ll"));
}

static void test_what_was_built_is_kept(void **state) {
    (void)state;
    size_t length;
    ir_sample_build(&module);
    const char *text = ir_print(&module, &length);
    assert_kept(text);
}

static void test_comments_are_kept(void **state) {
    (void)state;
    assert_kept("; head\n;\n; more\n\n; of the function\ndefine void @f() {\n  ; first\n  ;   indented\n"
                "  fence release\n  ; last\n  ret void\n}\n");
}

static void test_comment_behind_an_instruction_moves_before_it(void **state) {
    (void)state;
    assert_parses("define void @f() {\n  ; a\n  fence release ; b\n  ret void\n}\n");
    assert_non_null(strstr(print(), "  ; a\n  ; b\n  fence release\n"));
}

static void test_foreign_text_is_kept(void **state) {
    (void)state;
    assert_kept(
        "source_filename = \"a.cl\"\n"
        "$f = comdat any\n"
        "\n"
        "%0 = type { i32, ptr }\n"
        "%\"struct.a b\" = type opaque\n"
        "\n"
        "@0 = private unnamed_addr constant [3 x i8] c\"a\\22\\00\", align 1\n"
        "@x = external dso_local local_unnamed_addr global %0, align 8, !dbg !3\n"
        "\n"
        "define weak_odr dso_local spir_func noundef range(i32 0, 9) i32 @f(ptr noundef nonnull align 8 %0, "
        "<vscale x 4 x i32> %v) local_unnamed_addr #2 comdat align 256 !dbg !3 {\n"
        "  %2 = tail call fastcc noundef i32 @g(ptr noundef nonnull align 8 %0, i32 signext 5, metadata !4) #7, "
        "!srcloc !5\n"
        "  #dbg_value(i32 %2, !3, !DIExpression(), !3)\n"
        "  %3 = va_arg ptr %0, i32\n"
        "  %4 = extractelement <vscale x 4 x i32> %v, i32 0\n"
        "  %5 = load i32, ptr getelementptr inbounds (i8, ptr @x, i64 4), align 4, !tbaa !6, !mmra !0\n"
        "  %6 = invoke i32 @g(ptr null, i32 0, metadata !\"x\") [ \"deopt\"(i32 1) ]\n"
        "          to label %7 unwind label %8\n"
        "\n"
        "7:\n"
        "  ret i32 %6\n"
        "\n"
        "8:\n"
        "  %9 = landingpad { ptr, i32 }\n"
        "          cleanup\n"
        "          catch ptr null\n"
        "  resume { ptr, i32 } %9\n"
        "}\n"
        "\n"
        "declare i32 @g(ptr, i32 signext, metadata) #9\n"
        "\n"
        "attributes #2 = { convergent nounwind \"a\"=\"b { c\" }\n"
        "attributes #7 = { }\n"
        "\n"
        "!llvm.ident = !{!5}\n"
        "\n"
        "!0 = !{!\"vulkan\", !\"private\"}\n"
        "!3 = distinct !DISubprogram(name: \"f)\", line: 3)\n"
        "!4 = distinct !{!4, !5}\n"
        "!5 = !{!\"clang\"}\n"
        "!6 = !{!6, i64 0, ptr @x}\n");
}

/* ---- what it means ---- */

static const struct ir_instruction *instruction(uint32_t index) {
    assert_true(index < module.instruction_count);
    return &module.instructions[index];
}

static mmra_set set_of(const char *prefix, const char *suffix) {
    struct mmra_tag tag = {mmra_string_of(prefix), mmra_string_of(suffix)};
    return mmra_set_of(&module.tags, &tag, 1);
}

static void test_memory_operations(void **state) {
    (void)state;
    assert_parses("define void @f(ptr addrspace(1) %p) {\n"
                  "  store atomic volatile i32 1, ptr addrspace(1) %p syncscope(\"agent-one-as\") release, align 4\n"
                  "  %c = cmpxchg weak ptr addrspace(1) %p, i32 0, i32 1 syncscope(\"device\") seq_cst monotonic\n"
                  "  fence syncscope(\"cluster\") acq_rel\n"
                  "  ret void\n}\n");
    const struct ir_instruction *store = instruction(0), *exchange = instruction(1), *fence = instruction(2);
    assert_int_equal(store->opcode, IR_STORE);
    assert_int_equal(store->ordering, IR_RELEASE);
    assert_int_equal(store->scope, MMRA_SCOPE_AGENT);
    assert_int_equal(store->flags, IR_VOLATILE | IR_ONE_ADDRESS_SPACE);
    assert_int_equal(store->alignment_log2, 2);
    assert_int_equal(store->source, 2);
    assert_int_equal(module.parsed->instructions[0].column, 3);
    assert_int_equal(exchange->opcode, IR_CMPXCHG);
    assert_int_equal(exchange->ordering, IR_SEQ_CST);
    assert_int_equal(exchange->failure_ordering, IR_MONOTONIC);
    assert_int_equal(exchange->scope, MMRA_SCOPE_UNKNOWN);
    assert_int_equal(exchange->flags, IR_WEAK);
    assert_int_equal(ir_type_get(&module, exchange->type)->kind, IR_TYPE_STRUCT);
    assert_int_equal(fence->scope, MMRA_SCOPE_CLUSTER);
    assert_int_equal(fence->ordering, IR_ACQ_REL);
}

static void test_tags(void **state) {
    (void)state;
    assert_parses("define void @f() {\n  fence release, !mmra !0\n  fence release, !foo !9, !mmra !1\n"
                  "  fence release, !mmra !{!\"vulkan\", !\"private\"}\n  fence release, !mmra !2\n"
                  "  fence release, !mmra !3\n  ret void\n}\n"
                  "!0 = !{!\"vulkan\", !\"private\"}\n!1 = !{!0, !0}\n!2 = !{}\n!3 = !{!0, !3}\n!9 = !{}\n");
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(instruction(i)->mmra, set_of("vulkan", "private"));
    assert_int_equal(instruction(3)->mmra, MMRA_EMPTY_SET);
    assert_int_equal(instruction(4)->mmra, MMRA_EMPTY_SET);
    mmra_set set;
    assert_true(ir_tags_of_metadata(&module, module.parsed->instructions[3].mmra, &set));
    assert_false(ir_tags_of_metadata(&module, module.parsed->instructions[4].mmra, &set)); /* it is in itself */
}

static void test_attributes(void **state) {
    (void)state;
    assert_parses("define amdgpu_kernel void @f(ptr addrspace(1) noalias align 16 readonly %p, "
                  "ptr addrspace(4) byref(i32) %q) #1 {\n"
                  "  call void @b() #0\n  call void @b() convergent\n  call void @b()\n  ret void\n}\n"
                  "declare void @b() convergent\n"
                  "define internal void @g() {\n  ret void\n}\n"
                  "attributes #0 = { \"nounwind\" convergent }\nattributes #1 = { nounwind memory(none) }\n");
    const struct ir_function_info *f = &module.functions[1];
    assert_true(f->kernel && f->defined && !f->internal);
    assert_int_equal(f->attributes, IR_FUNCTION_NOUNWIND | IR_FUNCTION_READNONE);
    assert_int_equal(f->parameters[0].attributes, IR_PARAMETER_NOALIAS | IR_PARAMETER_READONLY);
    assert_int_equal(f->parameters[0].alignment_log2, 4);
    assert_int_equal(f->parameters[1].byref, ir_type_integer(&module, 32));
    assert_int_equal(instruction(0)->flags, IR_CONVERGENT);
    assert_int_equal(instruction(1)->flags, IR_CONVERGENT);
    assert_int_equal(instruction(2)->flags, 0);
    assert_int_equal(module.functions[2].attributes, IR_FUNCTION_CONVERGENT);
    assert_true(module.functions[3].internal);
    assert_int_equal(module.functions[3].line, 8);
    const struct ir_value_info *callee = ir_value_get(&module, module.operands[instruction(0)->operands]);
    assert_int_equal(callee->kind, IR_VALUE_FUNCTION);
    assert_int_equal(callee->index, 2);
}

static void test_convergence_tokens(void **state) {
    (void)state;
    assert_parses("define void @f() convergent {\n"
                  "  %t = call token @llvm.experimental.convergence.entry()\n"
                  "  call void @b() [ \"convergencectrl\"(token %t) ]\n  ret void\n}\n"
                  "declare token @llvm.experimental.convergence.entry()\ndeclare void @b()\n");
    assert_int_equal(module.parsed->instructions[1].token, instruction(0)->result);
}

static void test_successors_of_terminators_kept_as_text(void **state) {
    (void)state;
    assert_parses("define void @f(ptr %p) {\n  indirectbr ptr %p, [label %a, label %b]\na:\n  ret void\nb:\n"
                  "  ret void\n}\n");
    assert_int_equal(instruction(0)->opcode, IR_OPAQUE_TERMINATOR);
    assert_int_equal(instruction(0)->operand_count, 3);
    assert_int_equal(module.operands[instruction(0)->operands + 1], module.blocks[1].label);
    assert_int_equal(module.operands[instruction(0)->operands + 2], module.blocks[2].label);
}

/* What is printed behind the text of a group must not become part of a comment in it. */
static void test_comment_at_the_end_of_a_group(void **state) {
    (void)state;
    assert_true(parse("attributes #0 = { convergent ; why\n}\n"));
    size_t length;
    const char *printed = ir_print(&module, &length);
    assert_true(parse(printed));
}

/* Behind a pointer to address space 0, which is printed without, it would be read as that space. */
static void test_an_address_space_is_no_attribute(void **state) {
    (void)state;
    assert_false(parse("define void @f(ptr addrspace(0) addrspace %p) {\n  ret void\n}\n"));
    assert_false(parse("define void @f(ptr %p) {\n  call void @f(ptr addrspace(0) addrspace %p)\n  ret void\n}\n"));
}

/* Nor of one between a parameter's attributes and its name. */
static void test_comment_behind_a_parameter(void **state) {
    (void)state;
    assert_parses("define void @f(ptr noalias ; of this function alone\n %p) {\n  ret void\n}\n");
    size_t length;
    const char *printed = ir_print(&module, &length);
    assert_non_null(strstr(printed, "noalias %p)"));
}

/* Whether an instruction kept as text takes a number is not told by what stands behind it. */
static void test_text_without_a_type(void **state) {
    (void)state;
    assert_parses(
        "define void @f() {\n  callbr nonsense\n\n1: ; i32\n  callbr i32 @g() to label %3 []\n\n3:\n  ret void\n}\n");
    assert_parses("define void @f() {\n  callbr nonsense\n  ; of no type\n\na:\n  ret void\n}\n");
}

/* Nor is the string of inline assembly looked for in one. */
static void test_comment_in_inline_assembly(void **state) {
    (void)state;
    assert_parses(
        "define void @f() {\n  call void asm sideeffect ; \"no\", \"\"()\n \"s_nop 0\", \"\"()\n  ret void\n}\n");
    size_t length;
    const char *printed = ir_print(&module, &length);
    assert_non_null(strstr(printed, "\n \"s_nop 0\", \"\"()\n"));
    assert_false(parse("define void @f() {\n  call void asm si;deeffect \"\", \"\"()\n  ret void\n}\n"));
}

static void test_what_stands_behind_unreachable(void **state) {
    (void)state;
    assert_parses("define void @f(i1 %c) {\n  br i1 %c, label %a, label %b\n\na:\n  unreachable\n\nb:\n"
                  "  unreachable ; never\n}\n");
    assert_int_equal(module.functions[1].block_count, 3);
}

static void assert_printed(const char *text, const char *part) {
    assert_parses(text);
    const char *printed = print();
    if (!strstr(printed, part))
        fail_msg("%s\nis not in: %s", part, printed);
    char *again = arena_copy_string(&arena, printed, strlen(printed));
    assert_kept(again);
}

/* ---- what LLVM reads, though it never prints it ---- */

static void test_pointers_with_types(void **state) {
    (void)state;
    assert_printed("%s = type { i8*, [2 x float addrspace(3)*] }\n"
                   "define i32 addrspace(1)* @f(i32* %p, void (i8*)** %q) {\n  ret i32 addrspace(1)* null\n}\n",
                   "%s = type { ptr, [2 x ptr addrspace(3)] }\n\ndefine ptr addrspace(1) @f(ptr %p, ptr %q) {\n"
                   "  ret ptr addrspace(1) null\n");
}

/* LLVM 23 writes floats in other forms: decimals that are rounded to their type, and that type's own digits. */
static void test_floats_of_llvm_23(void **state) {
    static const char *const same[][3] = {
        {"float", "1.401300e-45", "0x36A0000000000000"},
        {"float", "-5.885450e-44", "0xB6F5000000000000"},
        {"float", "1.000000e-01", "0x3FB99999A0000000"},
        {"float", "f0x3DCCCCCE", "0x3FB99999C0000000"},
        {"float", "3.402820e+38", "0x47EFFFFDC0000000"},
        {"float", "+inf", "0x7FF0000000000000"},
        {"float", "-inf", "0xFFF0000000000000"},
        {"float", "+qnan", "0x7FF8000000000000"},
        {"float", "-nan(0x1)", "0xFFF8000020000000"},
        {"float", "+snan(0x200000)", "0x7FF4000000000000"},
        {"half", "1.002930e+00", "0xH3C03"},
        {"half", "5.960460e-08", "0xH0001"},
        {"half", "-snan(0x1)", "0xHFC01"},
        {"bfloat", "9.183550e-41", "0xR0001"},
        {"bfloat", "1.023440e+00", "0xR3F83"},
        {"double", "f0x3FB999999999999B", "0x3FB999999999999B"},
        {"double", "+qnan", "0x7FF8000000000000"},
        {"half", "1.000490e+00", "0xH3C01"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char text[128], as_written[128], other[128];
        const char *both[] = {same[i][1], same[i][2]};
        for (int form = 0; form < 2; form++) {
            snprintf(text, sizeof text, "define %s @f() {\n  ret %s %s\n}\n", same[i][0], same[i][0], both[form]);
            assert_parses(text);
            snprintf(form ? other : as_written, sizeof other, "%s", strstr(print(), "  ret "));
        }
        assert_string_equal(as_written, other);
    }
}

static void test_lines_mean_nothing(void **state) {
    (void)state;
    assert_printed(
        "define void @f(ptr %p)\n  nounwind ; why\n  \"a\"\n    = \"{\"\n  !prof !{!\"x\"}\n  prefix { i32 }\n"
        "  { i32 1 }\n{\na: store i32 1, ptr %p\n  ,\n  align 4\n  , !mmra !0 br label %b b: ret void }\n"
        "declare void @g()\n  memory(none)\n  #0 declare void @h()\n@x = global [1 x ptr]\n  [ptr\n  @y]\n"
        "@y =\n  external global\n i32,\n  align 4\n!0 = ! { }\nattributes #0 = { }\n",
        "  store i32 1, ptr %p, align 4, !mmra !0\n  br label %b\n\nb:\n  ret void\n}\n");
    assert_int_equal(module.function_count, 4);
    assert_int_equal(module.functions[2].attributes, IR_FUNCTION_READNONE);
    assert_int_equal(module.global_count, 2);
}

static void test_types_over_lines(void **state) {
    (void)state;
    assert_printed(
        "define void @f(i32\n addrspace(3)\n * %p) {\n  br label %addrspace\naddrspace:\n  ret void\n"
        "addrspace2:\n  %x = load void\n (i32)\n *, ptr addrspace(3) %p\n  ret void\n}\n",
        "define void @f(ptr addrspace(3) %p) {\n  br label %addrspace\n\naddrspace:\n  ret void\n\naddrspace2:\n"
        "  %x = load ptr, ptr addrspace(3) %p\n");
}

static void test_terminator_over_lines(void **state) {
    (void)state;
    assert_printed("define void @f() personality ptr null {\n  invoke void @f() to label %a ; first\n  ; second\n"
                   "  unwind label %b,\n  !prof !0\na:\n  ret void\nb:\n  %x = landingpad token\n  ; third\n  cleanup\n"
                   "  unreachable\n}\n!0 = !{}\n",
                   "  unwind label %b,\n  !prof !0\n");
    assert_int_equal(module.functions[1].block_count, 3);
}

static void test_intrinsics_need_no_declaration(void **state) {
    (void)state;
    assert_kept("\ndefine void @f(i32 %n) {\n  call void @llvm.amdgcn.s.barrier()\n"
                "  %x = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %n)\n  ret void\n}\n");
    const struct ir_function_info *lane = &module.functions[3];
    assert_true(lane->implicit && !lane->defined);
    assert_int_equal(ir_type_get(&module, lane->type)->member_count, 1);
    assert_int_equal(ir_type_get(&module, lane->type)->element, ir_type_integer(&module, 32));
}

static void test_types_by_another_name(void **state) {
    (void)state;
    assert_printed(
        "%v = type <2 x float>\n%w = type [2 x %v]\n%\"s\" = type opaque\n%t = type target(\"a b\",i32,  1)\n"
        "define void @f(%w %x, ptr byval(%s) %p, %t %z) {\n  %y = load <vscale x  4 x i32>, ptr %p\n"
        "  %c = freeze <vscale  x 4 x i32>%y\n  ret void\n}\n",
        "%v = type <2 x float>\n%w = type [2 x %v]\n%t = type target(\"a b\",i32,  1)\n\n%\"s\" = type opaque\n\ndefine void @f([2 x <2 x float>] %x, "
        "ptr byval(%s) %p, target(\"a b\", i32, 1) %z) {\n  %y = load <vscale x 4 x i32>, ptr %p\n");
}

static void test_types_stay_in_their_order(void **state) {
    (void)state;
    assert_kept("%a = type { i32, ptr, %c }\n%b = type { %a, %d }\n%c = type { i8, %d }\n%d = type opaque\n\n"
                "define void @f(ptr %p) {\n  %x = load %b, ptr %p, align 8\n  ret void\n}\n");
}

static void test_other_values(void **state) {
    (void)state;
    assert_printed("define void @f(ptr %p, ...) {\n"
                   "  store [u0x2 x i32] [i32 s0xF, i32 u0xFFFFFFFF], ptr %p\n"
                   "  store [0 x i32] [], ptr getelementptr\n inbounds inrange(-8, 8) (i8, ptr @g, i64 8)\n"
                   "  call void @h(metadata <2 x i32> <i32 1, i32 2>, /* ; two */ ptr sret (i32) %p, i32 u0x7)\n"
                   "  musttail call void (ptr, ...) @f(ptr %p, ...)\n  ret void\n}\n"
                   "declare void @h(metadata, ptr, i32)\n@g = external global i32\ndefine void @\"\"() {\n"
                   "  %\"\" = phi i32\n  unreachable, !\\34x !{}\n}\n",
                   "  store [2 x i32] [i32 s0xF, i32 u0xFFFFFFFF], ptr %p\n"
                   "  store [0 x i32] [], ptr getelementptr\n inbounds inrange(-8, 8) (i8, ptr @g, i64 8)\n"
                   "  call void @h(metadata <2 x i32> <i32 1, i32 2>, ptr sret (i32) %p, i32 u0x7)\n"
                   "  musttail call void (ptr, ...) @f(ptr %p, ...)\n");
    assert_int_equal(ir_type_get(&module, module.values[module.operands[instruction(0)->operands]].type)->count, 2);
}

/* The data layout may put functions elsewhere. */
static void test_personality_in_another_address_space(void **state) {
    (void)state;
    assert_kept("target datalayout = \"P1\"\n\ndefine void @f() personality ptr addrspace(1) @g {\n  ret void\n}\n\n"
                "declare void @g()\n");
}

/* A call that does not say that its callee is variadic is not that callee's. */
static void test_call_of_another_type(void **state) {
    (void)state;
    assert_kept("\ndefine void @f() {\n  call void @g()\n  ret void\n}\n\ndeclare void @g(...)\n");
}

static void test_text_without_a_name_has_a_number(void **state) {
    (void)state;
    assert_printed(
        "define i32 @f(ptr %p) personality ptr null {\n  alloca inalloca i32, align 4\n  va_arg ptr %p, i32\n"
        "  invoke void @g() to label %3 unwind label %4\n  invoke fastcc noundef i32 @h() to label %5 unwind label %4\n"
        "  landingpad token cleanup\n  unreachable\n  %8 = add i32 %2, %6\n  ret i32 %8\n}\n"
        "declare void @g()\ndeclare i32 @h()\n",
        "  %2 = va_arg ptr %p, i32\n");
}

/* They speak of uses and functions that must stand before them. */
static void test_orders_of_uses_stay_last(void **state) {
    (void)state;
    assert_kept("@g = global i32 0\n\ndefine ptr @f(i1 %c) {\n  %x = select i1 %c, ptr @g, ptr @g\n  ret ptr %x\n}\n\n"
                "uselistorder ptr @g, { 1, 0 }\n^0 = flags: 8\n");
}

/* ---- constant expressions: what they are computed from is known, and their text is kept ---- */

/* The expression that computes the first operand of the first instruction. */
static const struct ir_instruction *expression_of(const char *globals, const char *instruction) {
    struct text text;
    text_init(&text, &arena, 256);
    text_format(&text, "%s\ndefine void @f() {\n  %s\n  ret void\n}\n", globals, instruction);
    assert_kept(text_finish(&text));
    const struct ir_instruction *expression = ir_definition(&module, module.operands[module.instructions[0].operands]);
    assert_non_null(expression);
    return expression;
}

static ir_value operand_of(const struct ir_instruction *expression, uint32_t index) {
    return module.operands[expression->operands + index];
}

static void test_constant_expressions(void **state) {
    (void)state;
    static const char memory[] = "@x = addrspace(3) global { i32, [4 x i16] } zeroinitializer\n";
    const struct ir_instruction *i =
        expression_of(memory, "store ptr addrspacecast (ptr addrspace(3) @x to ptr), ptr addrspace(3) @x, align 8");
    assert_int_equal(i->opcode, IR_ADDRSPACECAST);
    assert_int_equal(i->type, ir_type_pointer(&module, 0));
    assert_int_equal(operand_of(i, 0), module.globals[0].value);

    i = expression_of(memory, "store ptr addrspace(3) getelementptr inbounds nuw inrange(-4, 8) ({ i32, [4 x i16] }, "
                              "ptr addrspace(3) @x, i32 0, i32 1, i64 -2), ptr addrspace(3) @x, align 8");
    assert_int_equal(i->opcode, IR_GETELEMENTPTR);
    assert_int_equal(i->flags, IR_INBOUNDS | IR_NUW);
    assert_int_equal(i->operand_count, 4);
    assert_int_equal(i->accessed, module.globals[0].type);
    assert_int_equal(operand_of(i, 3), ir_integer(&module, ir_type_integer(&module, 64), (uint64_t)-2));

    i = expression_of(memory, "store i32 sub (i32 trunc (i64 xor (i64 ptrtoint (ptr addrspace(3) @x to i64), i64 5) to "
                              "i32), i32 7), ptr addrspace(3) @x, align 4");
    assert_int_equal(i->opcode, IR_SUB);
    i = ir_definition(&module, operand_of(i, 0));
    assert_int_equal(i->opcode, IR_TRUNC);
    assert_int_equal(i->type, ir_type_integer(&module, 32));
    i = ir_definition(&module, operand_of(i, 0));
    assert_int_equal(i->opcode, IR_XOR);
    assert_int_equal(ir_definition(&module, operand_of(i, 0))->opcode, IR_PTRTOINT);

    i = expression_of(memory, "store i1 icmp ult (ptr addrspace(3) @x, ptr addrspace(3) inttoptr (i32 64 to ptr "
                              "addrspace(3))), ptr addrspace(3) @x, align 1");
    assert_int_equal(i->opcode, IR_ICMP);
    assert_int_equal(i->detail, IR_ULT);
    assert_int_equal(i->type, ir_type_integer(&module, 1));

    i = expression_of(memory, "store i32 select (i1 icmp eq (i32 ptrtoint (ptr addrspace(3) @x to i32), i32 0), i32 1, "
                              "i32 bitcast (<2 x i16> <i16 1, i16 2> to i32)), ptr addrspace(3) @x, align 4");
    assert_int_equal(i->opcode, IR_SELECT);
    assert_int_equal(i->operand_count, 3);

    i = expression_of(memory, "store <2 x ptr addrspace(3)> getelementptr (i8, ptr addrspace(3) @x, <2 x i32> "
                              "<i32 4, i32 8>), ptr addrspace(3) @x, align 8");
    assert_int_equal(i->type, ir_type_vector(&module, ir_type_pointer(&module, 3), 2));
}

/* In elements of constants, in initializers, and as what another name is for. */
static void test_constant_expressions_elsewhere(void **state) {
    (void)state;
    assert_kept("@x = global [2 x i32] zeroinitializer\n"
                "@list = global [2 x ptr] [ptr @x, ptr getelementptr (i8, ptr @x, i64 4)]\n"
                "@second = alias i32, getelementptr inbounds ([2 x i32], ptr @x, i64 0, i64 1)\n"
                "@local = alias i32, ptr addrspace(3) addrspacecast (ptr @x to ptr addrspace(3))\n"
                "@other = global ptr dso_local_equivalent @f\n\n"
                "define void @f() {\n  ret void\n}\n");
    const struct ir_value_info *list = ir_value_get(&module, module.globals[1].initializer);
    assert_int_equal(list->kind, IR_VALUE_AGGREGATE);
    assert_int_equal(ir_definition(&module, module.operands[(list->bits >> 32) + 1])->opcode, IR_GETELEMENTPTR);
    assert_true(module.globals[2].alias);
    assert_int_equal(ir_definition(&module, module.globals[2].initializer)->opcode, IR_GETELEMENTPTR);
    assert_int_equal(ir_type_of(&module, module.globals[2].value), ir_type_pointer(&module, 0));
    assert_int_equal(ir_value_get(&module, module.globals[4].initializer)->kind, IR_VALUE_TEXT);
}

/* ---- errors: where and why ---- */

static void assert_error(const char *text, uint32_t line, uint32_t column, const char *part) {
    assert_false(parse(text));
    if (error.line != line || error.column != column || !strstr(error.message, part))
        fail_msg("%u:%u: %s\nfor: %s", error.line, error.column, error.message, text);
}

/* Bundles are skipped before their token is read. */
static void test_place_of_a_token_in_bundles(void **state) {
    (void)state;
    assert_error("define void @f() {\n  call void @b() [ \"convergencectrl\"(token %\n ) ]\n  ret void\n}\n", 2, 45,
                 "expected a name");
}

static void test_errors(void **state) {
    (void)state;
    assert_error("define void @f() {\n  fence sideways\n  ret void\n}\n", 2, 9, "'sideways' is no ordering");
    assert_error("define void @f() {\n  [ fence acquire\n  ret void\n}\n", 2, 3,
                 "'' is no instruction, or is written wrong");
    assert_error("define void @f() {\n  %x = load i32 ptr %p\n}\n", 2, 17, "expected ','");
    assert_error("define void @f() {\n  br label %nowhere\n}\n", 2, 13, "'nowhere' is used and never defined");
    assert_error("define void @f() {\n  call void @g()\n  ret void\n}\n", 2, 14, "'@g' is used and never");
    assert_error("define void @f() {\n  fence release, !mmra !7\n  ret void\n}\n", 2, 25, "never defined");
    assert_error("define void @f() {\n  call void @f(metadata {i32 1})\n  ret void\n}\n", 2, 30, "expected");
    assert_error("define void @f() {\n  fence release, !mmra\n  ret void\n}\n", 3, 3, "expected a metadata node");
    assert_error("define void @f(i32 %a, i32 %a) {\n  ret void\n}\n", 1, 29, "'a' is defined twice");
    assert_error("define void @f(i32 %a) {\n  %b = add i64 %a, 1\n  ret void\n}\n", 2, 17, "another type");
    assert_error("define void @f() {\n  ret void\n", 3, 1, "expected '}'");
    assert_error("define void @f() {\n}\n", 2, 1, "no block");
    assert_error("@g = addrspace(3) global i32 0\ndefine void @f() {\n  store i32 1, ptr @g\n  ret void\n}\n", 3, 21,
                 "another type elsewhere");
    assert_error("define void @f() {\n  store i32 1, ptr @g\n  ret void\n}\n@g = addrspace(3) global i32 0\n", 5, 2,
                 "another type elsewhere");
    assert_error("define void @f() {\na:\n}\n", 3, 1, "does not end in a terminator");
    assert_error("define void @f() {\n  uselistorder i32 0, { 1, 0 }\n}\n", 3, 1, "does not end in a terminator");
    assert_error("define void @f() {\n  fence release\nb:\n  ret void\n}\n", 3, 1, "does not end in a terminator");
    assert_error("define void @f() {\n  store i32 1, ptr (i32)\n  (\"a\")\n  ret void\n}\n", 3, 4, "expected a type");
    assert_error("define void @f(ptr* %p) {\n  ret void\n}\n", 1, 19, "'ptr*' is no type");
    assert_error("define void @f() {\n  fence release garbage\n  ret void\n}\n", 2, 17, "expected the end of the line");
    assert_error("define void @f() {\n  ret void\n}\ndeclare void @g()\ndefne void @h()\n", 5, 1, "not 'defne'");
    assert_error("@g = global i32 0\ndefne void @h()\n", 2, 1, "not 'defne'");
    assert_error("BC\xC0\xDE\x35", 1, 1, "bitcode; llvm-dis");
    assert_error("\xDE\xC0\x17\x0B", 1, 1, "bitcode in its wrapper");
    assert_error("\xEF\xBB\xBF; a", 1, 1, "byte order mark");
    assert_error("\x03\x02\x23\x07", 1, 1, "this is SPIR-V");
    assert_error("\x07\x23\x02\x03", 1, 1, "this is SPIR-V");
    assert_error("%t = type { i32 }\ndeclare void @f(%t, %u)\n", 2, 21, "the type 'u' is used and never defined");
    assert_error("%t = type opaque\n%t = type opaque\n", 2, 1, "this type is defined twice");
    assert_error("%t = type { i32 }\n%t = type { i32 }\n", 2, 1, "this type is defined twice");
    assert_error("/* no end", 1, 1, "this comment has no end");
    assert_error("%t = type { ptr }\n%u = type [2 x %v]\n%v = type i32\n", 3, 1, "before it is used");
    assert_error("@g = global i32 0\n@g = global i32 0\n", 2, 2, "defined twice");
    assert_error("!0 = !{!0\n", 2, 1, "expected '}'");
    assert_error("!0 = !{!\"abc}\n", 1, 9, "no end");
    assert_error("what is this", 1, 1, "expected a definition, not 'what'");
    assert_error("\x01", 1, 1, "expected a definition, not '?'");
    assert_error("define void @f(ptr %p) {\n  store i32 1, ptr %p, align 3\n  ret void\n}\n", 2, 29, "power of two");
}

static void test_deep_nesting_is_an_error(void **state) {
    (void)state;
    enum { DEPTH = 200000 };
    static const char *const heads[] = {"%a = type ", "@g = global ", "define void @f() {\n  ret ",
                                        "!0 = ", "@g = global ptr "};
    static const char *const openings[] = {"{", "[1 x ", "<{", "!{", "getelementptr (i8, ptr "};
    for (int i = 0; i < 5; i++) {
        struct text text;
        text_init(&text, &arena, 64);
        text_string(&text, heads[i]);
        for (int depth = 0; depth < DEPTH; depth++)
            text_string(&text, openings[i]);
        text_char(&text, '\0');
        assert_false(parse(text.start));
    }
}

static void test_errors_of_constant_expressions(void **state) {
    (void)state;
    assert_error("@x = global i32 0\n@y = global i32 ptrtoint (ptr @x to i64)\n", 2, 17, "no constant of this type");
    assert_error("@x = global i32 0\n@y = global ptr getelementptr (i32, ptr @z, i64 1)\n", 2, 42, "used and never");
    assert_error("@y = global i32 add (i32 1)\n", 1, 27, "'add' has another number of operands");
    assert_error("@y = global i32 add (i32 1, i64 2)\n", 1, 1, "'add' has operands of other types");
    assert_error("@x = global i32 0\n@y = global ptr addrspacecast (ptr @x to ptr)\n", 2, 1, "'addrspacecast' has");
    assert_error("@y = global i1 icmp mostly (i32 1, i32 2)\n", 1, 21, "'mostly' is no predicate");
    assert_error("define void @f(i64 %a) {\n  %b = add i64 sub (i64 %a, i64 1), 1\n  ret void\n}\n", 2, 25,
                 "not computed from a local value");
}

/* Every beginning of the sample, and the sample with each byte changed, is read or refused, and nothing else happens.
 */
static void test_damaged_text(void **state) {
    (void)state;
    char *sample = read_whole_file(&arena, TEST_SOURCE "/ir_sample.ll");
    size_t length = strlen(sample);
    static const char replacements[] = {'\0', '"', '{', '%', '9', '\n'};
    for (size_t i = 0; i < length; i += 7) {
        struct arena own;
        struct ir_module damaged;
        testing_arena(&own);
        ir_module_init(&damaged, &own);
        ir_parse(&damaged, sample, i, &error);
        char kept = sample[i];
        sample[i] = replacements[i % sizeof replacements];
        ir_module_init(&damaged, &own);
        if (ir_parse(&damaged, sample, length, &error)) {
            size_t printed;
            ir_print(&damaged, &printed);
        }
        sample[i] = kept;
        arena_destroy(&own);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_sample_is_kept, start, end),
        cmocka_unit_test_setup_teardown(test_what_was_built_is_kept, start, end),
        cmocka_unit_test_setup_teardown(test_comments_are_kept, start, end),
        cmocka_unit_test_setup_teardown(test_comment_behind_an_instruction_moves_before_it, start, end),
        cmocka_unit_test_setup_teardown(test_foreign_text_is_kept, start, end),
        cmocka_unit_test_setup_teardown(test_memory_operations, start, end),
        cmocka_unit_test_setup_teardown(test_tags, start, end),
        cmocka_unit_test_setup_teardown(test_attributes, start, end),
        cmocka_unit_test_setup_teardown(test_convergence_tokens, start, end),
        cmocka_unit_test_setup_teardown(test_successors_of_terminators_kept_as_text, start, end),
        cmocka_unit_test_setup_teardown(test_what_stands_behind_unreachable, start, end),
        cmocka_unit_test_setup_teardown(test_comment_at_the_end_of_a_group, start, end),
        cmocka_unit_test_setup_teardown(test_comment_behind_a_parameter, start, end),
        cmocka_unit_test_setup_teardown(test_comment_in_inline_assembly, start, end),
        cmocka_unit_test_setup_teardown(test_text_without_a_type, start, end),
        cmocka_unit_test_setup_teardown(test_place_of_a_token_in_bundles, start, end),
        cmocka_unit_test_setup_teardown(test_an_address_space_is_no_attribute, start, end),
        cmocka_unit_test_setup_teardown(test_pointers_with_types, start, end),
        cmocka_unit_test_setup_teardown(test_floats_of_llvm_23, start, end),
        cmocka_unit_test_setup_teardown(test_lines_mean_nothing, start, end),
        cmocka_unit_test_setup_teardown(test_types_over_lines, start, end),
        cmocka_unit_test_setup_teardown(test_terminator_over_lines, start, end),
        cmocka_unit_test_setup_teardown(test_intrinsics_need_no_declaration, start, end),
        cmocka_unit_test_setup_teardown(test_types_by_another_name, start, end),
        cmocka_unit_test_setup_teardown(test_types_stay_in_their_order, start, end),
        cmocka_unit_test_setup_teardown(test_other_values, start, end),
        cmocka_unit_test_setup_teardown(test_personality_in_another_address_space, start, end),
        cmocka_unit_test_setup_teardown(test_call_of_another_type, start, end),
        cmocka_unit_test_setup_teardown(test_text_without_a_name_has_a_number, start, end),
        cmocka_unit_test_setup_teardown(test_orders_of_uses_stay_last, start, end),
        cmocka_unit_test_setup_teardown(test_constant_expressions, start, end),
        cmocka_unit_test_setup_teardown(test_constant_expressions_elsewhere, start, end),
        cmocka_unit_test_setup_teardown(test_errors, start, end),
        cmocka_unit_test_setup_teardown(test_errors_of_constant_expressions, start, end),
        cmocka_unit_test_setup_teardown(test_deep_nesting_is_an_error, start, end),
        cmocka_unit_test_setup_teardown(test_damaged_text, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
