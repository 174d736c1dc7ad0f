/* What instructions do to memory, read from a module of one line for each. */
#include "testing.h"

#include "mmra/base/text.h"
#include "mmra/ir/ir_effects.h"
#include "mmra/parse/ir_parse.h"

static struct arena arena;
static struct ir_module module;

/* The effects of the instruction in a function that has pointers %p0 to %p9 to the address spaces, a value %v, and
 * descriptors %i and %b. */
static struct ir_effects effects_of(const char *instruction) {
    struct text text;
    struct ir_parse_error error;
    testing_arena(&arena);
    text_init(&text, &arena, 4096);
    text_string(&text, "define void @f(i32 %v, <4 x float> %t, <8 x i32> %i, <4 x i32> %b");
    for (unsigned space = 0; space < 11; space++) {
        text_string(&text, ", ptr addrspace(");
        text_unsigned(&text, space);
        text_string(&text, ") %p");
        text_unsigned(&text, space);
    }
    text_string(&text, ") {\n  ");
    text_string(&text, instruction);
    text_string(&text, "\n  ret void\n}\n!0 = !{!\"workgroup\"}\n");
    ir_module_init(&module, &arena);
    assert_true(ir_parse(&module, text.start, text_length(&text), &error));
    return ir_effects_of(&module, &module.instructions[0]);
}

static int end(void **state) {
    (void)state;
    arena_destroy(&arena);
    return 0;
}

static void assert_memory(const char *instruction, unsigned memory) {
    struct ir_effects effects = effects_of(instruction);
    assert_int_equal(effects.memory, memory);
    assert_true(effects.reads && !effects.writes);
    arena_destroy(&arena);
}

static void test_address_spaces(void **state) {
    (void)state;
    assert_memory("%l = load i32, ptr addrspace(0) %p0", IR_ALL_MEMORY);
    assert_memory("%l = load i32, ptr addrspace(1) %p1", IR_GLOBAL_MEMORY);
    assert_memory("%l = load i32, ptr addrspace(2) %p2", IR_ALL_MEMORY | IR_UNNAMED_MEMORY);
    assert_memory("%l = load i32, ptr addrspace(3) %p3", IR_LOCAL_MEMORY);
    assert_memory("%l = load i32, ptr addrspace(4) %p4", IR_GLOBAL_MEMORY | IR_CONSTANT_MEMORY);
    assert_memory("%l = load i32, ptr addrspace(5) %p5", 0);
    assert_memory("%l = load i32, ptr addrspace(6) %p6", IR_GLOBAL_MEMORY | IR_CONSTANT_MEMORY);
    assert_memory("%l = load i32, ptr addrspace(7) %p7", IR_GLOBAL_MEMORY);
    assert_memory("%l = load i32, ptr addrspace(9) %p9", IR_GLOBAL_MEMORY);
    assert_memory("%l = load i32, ptr addrspace(10) %p10", IR_ALL_MEMORY | IR_UNNAMED_MEMORY);
    assert_memory("%l = call i32 @llvm.amdgcn.av.load.b32.p3(ptr addrspace(3) %p3, metadata !0)", IR_LOCAL_MEMORY);
    effects_of("fence acquire");
}

static void test_orderings(void **state) {
    (void)state;
    struct ir_effects effects = effects_of("%l = load atomic i32, ptr addrspace(1) %p1 seq_cst, align 4");
    assert_true(effects.acquires && !effects.releases && effects.atomic);
    arena_destroy(&arena);
    effects = effects_of("store atomic i32 %v, ptr addrspace(1) %p1 syncscope(\"agent\") seq_cst, align 4");
    assert_true(!effects.acquires && effects.releases);
    assert_int_equal(effects.scope, MMRA_SCOPE_AGENT);
    assert_int_equal(effects.pointer, ir_pointer_of(&module, &module.instructions[0]));
    arena_destroy(&arena);
    effects = effects_of("%x = cmpxchg ptr addrspace(1) %p1, i32 0, i32 %v release acquire");
    assert_true(effects.acquires && effects.releases && effects.reads && effects.writes);
    arena_destroy(&arena);
    effects = effects_of("call void @llvm.amdgcn.av.store.b32.p1(ptr addrspace(1) %p1, i32 %v, metadata !0)");
    assert_true(effects.coherent && effects.writes && !effects.atomic);
    assert_int_equal(effects.scope, MMRA_SCOPE_WORKGROUP);
}

static bool is_coherent(const char *instruction) {
    struct ir_effects effects = effects_of(instruction);
    assert_true(effects.texel && effects.memory == IR_GLOBAL_MEMORY && !effects.atomic);
    arena_destroy(&arena);
    return effects.coherent;
}

#define LOAD(policy)                                                                                                    \
    "%l = call <4 x float> @llvm.amdgcn.image.load.1d.v4f32.i32.v8i32(i32 15, i32 %v, <8 x i32> %i, i32 0, i32 " policy \
    ")"

static void test_texels(void **state) {
    (void)state;
    assert_false(is_coherent(LOAD("0")));
    assert_true(is_coherent(LOAD("1")));
    assert_false(is_coherent(LOAD("2")));
    assert_true(is_coherent(LOAD("16")));
    assert_true(is_coherent(LOAD("-2147483648")));
    assert_true(is_coherent("%o = call i32 @llvm.amdgcn.struct.buffer.atomic.add.i32(i32 %v, <4 x i32> %b, i32 0, "
                            "i32 0, i32 0, i32 0)"));
    effects_of("fence acquire");
}

static void test_calls(void **state) {
    (void)state;
    struct ir_effects effects = effects_of("call void @llvm.amdgcn.wave.barrier()");
    assert_true(effects.barrier && !effects.waves_meet && !effects.unknown);
    arena_destroy(&arena);
    effects = effects_of("call void %p0()");
    assert_true(effects.unknown && effects.memory == IR_ALL_MEMORY);
    arena_destroy(&arena);
    effects = effects_of("%r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v)");
    assert_false(ir_touches_memory(&effects));
    arena_destroy(&arena);
    effects_of("call void asm sideeffect \"\", \"v\"(i32 %v)");
    assert_int_equal(ir_assembly_of(&module, &module.instructions[0]), IR_EMPTY_ASSEMBLY);
    arena_destroy(&arena);
    effects = effects_of("%r = call i32 asm \"\", \"=v,0\"(i32 %v)"); /* as stands after atomics of images */
    assert_false(ir_may_do_anything(&module, &module.instructions[0], &effects));
    assert_int_equal(ir_assembly_of(&module, &module.instructions[0]), IR_ASSEMBLY);
    assert_true(ir_is_copying_assembly(&module, &module.instructions[0]));
    arena_destroy(&arena);
    effects = effects_of("%r = call i32 asm \"s_nop 0\", \"=v,0\"(i32 %v)");
    assert_true(ir_may_do_anything(&module, &module.instructions[0], &effects));
    assert_false(ir_is_copying_assembly(&module, &module.instructions[0]));
    arena_destroy(&arena);
    effects_of("%r = call i32 asm \"\", \"=v\"(i32 %v)"); /* its register may hold anything */
    assert_false(ir_is_copying_assembly(&module, &module.instructions[0]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_address_spaces, end),
        cmocka_unit_test_teardown(test_orderings, end),
        cmocka_unit_test_teardown(test_texels, end),
        cmocka_unit_test_teardown(test_calls, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
