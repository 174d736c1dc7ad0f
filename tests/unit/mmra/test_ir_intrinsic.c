#include "testing.h"

#include "mmra/ir/ir_intrinsic.h"

static const struct ir_intrinsic *find(const char *name) {
    return ir_find_intrinsic(mmra_string_of(name));
}

static void assert_family(const char *name, enum ir_family family, unsigned flags) {
    const struct ir_intrinsic *intrinsic = find(name);
    assert_non_null(intrinsic);
    assert_int_equal(intrinsic->family, family);
    assert_int_equal(intrinsic->flags & ~(unsigned)IR_INTRINSIC_WHOLE, flags);
}

static void test_what_is_none(void **state) {
    (void)state;
    assert_null(find(""));
    assert_null(find("llvm"));
    assert_null(find("llvmx.amdgcn.s.barrier"));
    assert_null(find("smmra_host_ballot"));
}

static void test_families(void **state) {
    (void)state;
    enum { CONVERGENT = IR_INTRINSIC_CONVERGENT, KEPT = IR_INTRINSIC_KEPT };
    enum { READS = IR_INTRINSIC_READS, WRITES = IR_INTRINSIC_WRITES, BUFFER = IR_INTRINSIC_BUFFER };
    assert_family("llvm.fabs.f32", IR_FAMILY_HARMLESS, 0);
    assert_family("llvm.amdgcn.cubeid", IR_FAMILY_HARMLESS, 0);
    assert_family("llvm.amdgcn.s.barrier", IR_FAMILY_WORKGROUP_BARRIER, CONVERGENT | KEPT);
    assert_family("llvm.amdgcn.s.barrier.wait", IR_FAMILY_OTHER_BARRIER, CONVERGENT | KEPT);
    assert_family("llvm.amdgcn.s.barrier.signal.var", IR_FAMILY_OTHER_BARRIER, CONVERGENT);
    assert_family("llvm.amdgcn.wave.barrier", IR_FAMILY_WAVE_BARRIER, CONVERGENT | KEPT);
    assert_family("llvm.amdgcn.wave.shuffle.i32", IR_FAMILY_LANES, CONVERGENT);
    assert_family("llvm.amdgcn.image.load.mip.2d.v4f32.i32.v8i32", IR_FAMILY_TEXEL_LOAD, READS);
    assert_family("llvm.amdgcn.image.gather4.lz.2d.v4f32.f32.v8i32.v4i32", IR_FAMILY_TEXEL_READ, READS);
    assert_family("llvm.amdgcn.image.getresinfo.2d.v4f32.i32.v8i32", IR_FAMILY_TEXEL_SIZE, 0);
    assert_family("llvm.amdgcn.image.msaa.load.2dmsaa.v4f32.i32", IR_FAMILY_TEXEL_OTHER, READS);
    assert_family("llvm.amdgcn.struct.buffer.load.format.v4f32", IR_FAMILY_TEXEL_LOAD, READS | BUFFER);
    assert_family("llvm.amdgcn.struct.buffer.load.f32", IR_FAMILY_TEXEL_READ, READS | BUFFER);
    assert_family("llvm.amdgcn.struct.buffer.atomic.add.i32", IR_FAMILY_TEXEL_ATOMIC, READS | WRITES | BUFFER);
    assert_family("llvm.amdgcn.struct.ptr.buffer.load.f32", IR_FAMILY_MEMORY, READS | WRITES);
    assert_family("llvm.memcpy.inline.p1.p1.i64", IR_FAMILY_MEMORY, READS | WRITES);
}

static void test_what_else_a_row_says(void **state) {
    (void)state;
    assert_int_equal(find(IR_NAME_WORKGROUP_ID_Y)->which, 1);
    assert_int_equal(find(IR_NAME_COUNT_BELOW_HIGH)->which, 1);
    assert_int_equal(find("llvm.smax.v2i32")->which, IR_SGT);
    assert_int_equal(find("llvm.amdgcn.av.global.load.b128")->revisions, 1 << IR_DOCUMENT);
    assert_int_equal(find("llvm.amdgcn.av.store.b128.p1")->revisions,
                     1 << IR_LLVM_23 | 1 << IR_LLVM_24 | 1 << IR_DRAFT);
    assert_int_equal(find("llvm.amdgcn.av.load.b32.p1")->revisions, 1 << IR_LLVM_24 | 1 << IR_DRAFT);
    assert_int_equal(find("llvm.amdgcn.av.global.load.b64")->revisions, 0);
    assert_int_equal(find("llvm.memcpy.p1.p1.i64")->constants, 1 << 3);
    assert_int_equal(find("llvm.memcpy.inline.p1.p1.i64")->constants, 0);
    assert_int_equal(find("llvm.amdgcn.struct.buffer.store.format.f32")->constants, 1 << 5);
}

static void test_shells(void **state) {
    (void)state;
    enum { SHELL = IR_INTRINSIC_SHELL, CONVERGENT = IR_INTRINSIC_CONVERGENT };
    assert_null(find("smmra"));
    assert_family("smmra.emit.vertex.4", IR_FAMILY_HARMLESS, SHELL);
    assert_family("smmra.interpolate.at.sample.v2f32", IR_FAMILY_HARMLESS, SHELL | CONVERGENT);
    assert_family("smmra.interlock.begin", IR_FAMILY_SHELL_CALL, SHELL | CONVERGENT);
    assert_family("smmra.ray.trace.motion", IR_FAMILY_SHELL_CALL, SHELL);
    assert_family("smmra.ray.query.proceed", IR_FAMILY_HARMLESS, SHELL);
    assert_family("smmra.of.a.later.version", IR_FAMILY_SHELL_CALL, SHELL);
    assert_int_equal(find("smmra.ray.query.t.min")->attributes,
                     IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN | IR_FUNCTION_READS_OBJECT);
    assert_int_equal(find("smmra.ray.query.terminate")->attributes, IR_FUNCTION_NOUNWIND | IR_FUNCTION_OBJECT);
    assert_true(ir_is_of_llvm(find("llvm.fabs.f32")));
    assert_false(ir_is_of_llvm(find("smmra.emit.vertex")) || ir_is_of_llvm(NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_none),
        cmocka_unit_test(test_shells),
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_what_else_a_row_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
