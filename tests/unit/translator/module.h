/* Assembly for tests, assembled once. */
#ifndef TESTS_TRANSLATOR_MODULE_H
#define TESTS_TRANSLATOR_MODULE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "translator/spirv_mmra.h"

struct test_module {
    uint32_t *words;
    size_t count;
};

static inline void print_diagnostic(void *user, const smmra_diagnostic *diagnostic) {
    (void)user;
    fprintf(stderr, "word %u: %s\n", diagnostic->word, diagnostic->message);
}

static inline struct test_module assemble(const char *text) {
    struct test_module module;
    smmra_options options = {.size = sizeof options, .diagnose = print_diagnostic};
    assert_int_equal(smmra_assemble(text, strlen(text), &options, &module.words, &module.count), SMMRA_SUCCESS);
    return module;
}

/* Two buffers, a function, a loop, an atomic, a barrier, shared memory, a private variable with initializer, a
 * specialization constant: something of everything. %NAME% places are free for names. */
static const char everything[] =
    "OpCapability Shader\n"
    "OpCapability VulkanMemoryModel\n"
    "OpMemoryModel Logical Vulkan\n"
    "OpEntryPoint GLCompute %main \"main\" %id %in %out %tile %counter\n"
    "OpExecutionMode %main LocalSize 4 1 1\n"
    "OpName %helper \"helper\"\n"
    "OpDecorate %id BuiltIn LocalInvocationIndex\n"
    "OpDecorate %in DescriptorSet 0\nOpDecorate %in Binding 0\n"
    "OpDecorate %out DescriptorSet 0\nOpDecorate %out Binding 1\n"
    "OpDecorate %array ArrayStride 4\n"
    "OpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\nOpMemberDecorate %block 1 Offset 16\n"
    "OpDecorate %limit SpecId 7\n"
    "%void = OpTypeVoid\n%bool = OpTypeBool\n%uint = OpTypeInt 32 0\n"
    "%fn = OpTypeFunction %void\n%helper_fn = OpTypeFunction %uint %uint\n"
    "%array = OpTypeRuntimeArray %uint\n%block = OpTypeStruct %uint %array\n"
    "%p_block = OpTypePointer StorageBuffer %block\n%p_uint = OpTypePointer StorageBuffer %uint\n"
    "%p_input = OpTypePointer Input %uint\n%p_tile = OpTypePointer Workgroup %uint\n"
    "%p_counter = OpTypePointer Private %uint\n"
    "%zero = OpConstant %uint 0\n%one = OpConstant %uint 1\n%two = OpConstant %uint 2\n"
    "%scope = OpConstant %uint 5\n%acq_rel = OpConstant %uint 24648\n%local = OpConstant %uint 24840\n"
    "%limit = OpSpecConstant %uint 4\n"
    "%in = OpVariable %p_block StorageBuffer\n%out = OpVariable %p_block StorageBuffer\n"
    "%id = OpVariable %p_input Input\n%tile = OpVariable %p_tile Workgroup\n"
    "%counter = OpVariable %p_counter Private %two\n"
    "%helper = OpFunction %uint None %helper_fn\n%x = OpFunctionParameter %uint\n%h = OpLabel\n"
    "%c = OpLoad %uint %counter\n%sum = OpIAdd %uint %x %c\nOpStore %counter %sum\n"
    "%element = OpAccessChain %p_uint %in %one %x\n"
    "%loaded = OpLoad %uint %element MakePointerVisible|NonPrivatePointer %scope\n"
    "%length = OpArrayLength %uint %in 1\n%total = OpIAdd %uint %loaded %length\n"
    "OpReturnValue %total\nOpFunctionEnd\n"
    "%main = OpFunction %void None %fn\n%entry = OpLabel\n%i0 = OpLoad %uint %id\nOpBranch %loop\n"
    "%loop = OpLabel\n%i = OpPhi %uint %zero %entry %next %continue\nOpLoopMerge %done %continue None\n"
    "OpBranch %body\n%body = OpLabel\n%r = OpFunctionCall %uint %helper %i\n"
    "%target = OpAccessChain %p_uint %out %zero\n%old = OpAtomicIAdd %uint %target %scope %acq_rel %r\n"
    "OpStore %tile %old MakePointerAvailable|NonPrivatePointer %two\n"
    "OpControlBarrier %two %two %local\nOpBranch %continue\n"
    "%continue = OpLabel\n%next = OpIAdd %uint %i %one\n%more = OpULessThan %bool %next %limit\n"
    "OpBranchConditional %more %loop %done\n%done = OpLabel\nOpReturn\nOpFunctionEnd\n";

#endif
