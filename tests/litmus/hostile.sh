#!/bin/bash
# IR and SPIR-V that no front end writes: each is refused by name, soon, and no memory is read that is none. Run with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"
cd "$work" || exit 1
ulimit -t 20

# ---- IR: thread @P0 has this body ----
ir() { # STATUS PATTERN; the body on standard input, lines before "---" stand outside
    local status=$1 pattern=$2
    {
        printf '; @Threads: @P0 wg 0 wave 0\n; @Init: x = 0\n; @Exists: x = 1\n@x = addrspace(1) global i32 0, align 4\n'
        cat - >body
        grep -q '^---$' body && sed '/^---$/,$d' body
        printf 'define void @P0() {\nentry:\n'
        if grep -q '^---$' body; then sed '0,/^---$/d' body; else cat body; fi
        printf '}\n'
    } >hostile.ll
    expect "$status" "$pattern" hostile.ll
}
blocks='where a block must be named'
ir 3 "$blocks" <<<$'br i32 999999999\nend:\nret void'
ir 3 "$blocks" <<<$'br i1 true\nend:\nret void'
ir 3 "$blocks" <<<$'br i1 true, i32 5, i32 7\nend:\nret void'
ir 3 'a block is named by %' <<<$'br label @llvm.amdgcn.s.barrier\nend:\nret void'
ir 3 "'llvm.amdgcn.s.barrier' is a pointer" <<<$'br i1 @llvm.amdgcn.s.barrier, label %end, label %end\nend:\ncall void @llvm.amdgcn.s.barrier()\nret void'
ir 3 'an integer is no constant of this type' <<<$'br label 5\nend:\nret void'
ir 3 "$blocks" <<<$'%a = add i32 1, 1\nbr i32 %a\nend:\nret void'
ir 3 "is an i1" <<<$'br i32 1, label %end, label %end\nend:\nret void'
ir 3 "$blocks" <<<$'switch i32 1, i32 999999999 []\nend:\nret void'
ir 3 "$blocks" <<<$'switch i32 1, label %end [ i32 1, i32 77777777 ]\nend:\nret void'
ir 3 'a case is of another type' <<<$'switch i32 1, label %end [ i64 1, label %end ]\nend:\nret void'
ir 3 'has another type' <<<$'%end = add i32 1, 1\nbr label %end'

parts='of types that are not known here, or of more than 64 parts'
ir 3 'another number of elements than the values' <<<$'%a = select <4 x i1> zeroinitializer, i32 1, i32 2\nret void'
ir 3 'its values and its result have different types' <<<$'%a = select i1 true, i32 1, <4 x i32> zeroinitializer\nret void'
ir 3 'different numbers of elements' <<<$'%a = trunc <2 x i64> zeroinitializer to <9 x i32>\nret void'
ir 3 'different numbers of elements' <<<$'%a = zext i8 1 to <9 x i32>\nret void'
ir 3 'its result is not of a type that it gives' <<<$'%a = add {} zeroinitializer, zeroinitializer\nret void'
ir 3 'its first operand is not of a type' <<<$'%a = extractelement i32 7, i32 0\nret void'
ir 3 'not of the vector.s element type' <<<$'%a = insertelement <2 x i32> zeroinitializer, <2 x i32> zeroinitializer, i32 0\nret void'
ir 3 'its first operand is not of a type' <<<$'%a = shufflevector i32 1, i32 2, <4 x i32> zeroinitializer\nret void'
ir 3 'its result is not of a type that it gives' <<<$'%a = getelementptr i32, i32 7, i32 1\nret void'
ir 3 'an index is no integer' <<<$'%a = getelementptr i32, ptr addrspace(1) @x, {} zeroinitializer\nret void'
ir 4 "$parts" <<<$'%a = load {}, ptr addrspace(1) @x\nret void'
ir 3 'its first operand is not of a type' <<<$'%a = load i32, i32 7\nret void'
ir 4 "$parts" <<<$'store {} zeroinitializer, ptr addrspace(1) @x\nret void'
ir 4 "$parts" <<<$'store [65 x i32] zeroinitializer, ptr addrspace(1) @x\nret void'
ir 3 'its operation is not one on this type' <<<$'%a = atomicrmw add ptr addrspace(1) @x, {} zeroinitializer monotonic\nret void'
ir 3 'its operation is not one on this type' <<<$'%a = atomicrmw add ptr addrspace(1) @x, <2 x i32> zeroinitializer monotonic\nret void'
ir 3 'has another type than what it stores' <<<$'%a = cmpxchg ptr addrspace(1) @x, i32 0, i64 0 monotonic monotonic\nret void'
ir 3 'it returns another type' <<<$'ret token none'
wide='arithmetic on more than 64 bits'
ir 4 "$wide" <<<$'%a = extractelement <2 x i128> zeroinitializer, i32 0\nret void'
ir 4 "$wide" <<<$'%a = select <2 x i1> zeroinitializer, <2 x i128> zeroinitializer, <2 x i128> zeroinitializer\nret void'
ir 4 "$wide" <<<$'%a = trunc <2 x i128> zeroinitializer to <2 x i64>\nret void'
ir 4 "$wide" <<<$'%a = icmp eq i128 0, 1\nret void'
ir 4 "$wide" <<<$'%a = getelementptr i32, ptr addrspace(1) @x, i128 1\nret void'
ir 4 "$parts" <<<$'%a = atomicrmw add ptr addrspace(1) @x, i128 1 monotonic\nret void'
ir 4 "$parts" <<<$'%a = atomicrmw fadd ptr addrspace(1) @x, <2 x half> zeroinitializer monotonic\nret void'
ir 4 'another format than IEEE' <<<$'%a = fadd bfloat 1.0, 1.0\nret void'
ir 4 'another format than IEEE' <<<$'%a = uitofp i32 1 to bfloat\nret void'
ir 4 'a vector of pointers' <<<$'%a = getelementptr i32, <2 x ptr addrspace(1)> zeroinitializer, i32 1\nret void'
ir 4 'arguments or a result of types' <<<$'call void @llvm.assume({} zeroinitializer)\nret void'
ir 4 'another type than its parameter' <<<$'define void @f(<4 x i32> %v) {\n  %a = extractelement <4 x i32> %v, i32 3\n  ret void\n}\n---\ncall void @f(i32 1)\nret void'
ir 4 'a function that is not known' <<<$'call void @llvm.umax.i32(i32 1, i32 2)\nret void'
ir 4 'the address of a private variable' <<<$'%p = alloca i32, addrspace(5)\n%q = select i1 true, ptr addrspace(5) %p, ptr addrspace(5) %p\nret void'

# bits of a constant are no name of it
ir 0 'the condition holds' <<<$'%a = select i1 true, i64 -4294967296, i64 1\n%b = lshr i64 %a, 63\n%c = trunc i64 %b to i32\nstore i32 %c, ptr addrspace(1) @x\nret void'

# integers of more than 64 bits are taken apart and put together
ir 0 'the condition holds' <<<$'%a = zext i64 1 to i128\n%b = shl i128 %a, 100\n%c = or i128 %b, 5\n%d = lshr i128 %c, 100\n%e = trunc i128 %d to i32\nstore i32 %e, ptr addrspace(1) @x\nret void'

# what is short to write and long to walk
doubled() { # what it begins with
    printf '%%t0 = type %s\n' "$1"
    for ((i = 1; i <= 50; i++)); do printf '%%t%d = type { %%t%d, %%t%d }\n' $i $((i - 1)) $((i - 1)); done
}
for first in '{}' '{ i32 }' '{ [4294967295 x {}] }'; do
    ir 4 'a type of more than 4096 members' <<<"$(doubled "$first")"$'\n@y = global %t50 zeroinitializer\n---\nret void'
done
{
    echo '%a0 = load i32, ptr addrspace(1) @x'
    for ((i = 1; i <= 60; i++)); do echo "%a$i = add i32 %a$((i - 1)), %a$((i - 1))"; done
    for ((i = 1; i <= 3; i++)); do echo "%b$i = zext i32 %a60 to i64"; done
    printf '%%p = getelementptr i32, ptr addrspace(1) @x, i64 %%b1\nstore i32 1, ptr addrspace(1) %%p\nret void\n'
} >chain
ir 0 'condition' <chain

# ---- SPIR-V: what is invalid is not run, and harms nothing with --no-validate ----
spirv() { # PATTERN; assembly on standard input
    local pattern=$1
    spirv-as --preserve-numeric-ids --target-env spv1.3 -o hostile.spv - || fail "$pattern: spirv-as"
    expect 3 'not valid' hostile.spv
    ! grep -q executions out || fail "$pattern: it was run"
    expect 4 "$pattern" hostile.spv --no-validate
}
head='OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %1 "main"
OpExecutionMode %1 LocalSize 1 1 1
OpDecorate %9 DescriptorSet 0
OpDecorate %9 Binding 0
OpDecorate %8 ArrayStride 4
OpDecorate %10 Block
OpMemberDecorate %10 0 Offset 0'
types='%2 = OpTypeVoid
%3 = OpTypeFunction %2
%4 = OpTypeInt 32 0
%5 = OpConstant %4 0
%6 = OpConstant %4 3
%8 = OpTypeArray %4 %6
%10 = OpTypeStruct %8
%11 = OpTypePointer StorageBuffer %10
%12 = OpTypePointer StorageBuffer %4
%13 = OpTypePointer Function %4
%9 = OpVariable %11 StorageBuffer'
body='%1 = OpFunction %2 None %3
%20 = OpLabel'
end='OpReturn
OpFunctionEnd'
spirv 'whose storage class is not Function' <<<"$head
$types
$body
%21 = OpVariable %12 StorageBuffer
OpStore %21 %6
$end"
inputs='OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %1 "main" %14
OpExecutionMode %1 LocalSize 2 1 1
OpDecorate %14 BuiltIn LocalInvocationIndex
%2 = OpTypeVoid
%3 = OpTypeFunction %2
%4 = OpTypeInt 32 0
%6 = OpConstant %4 3
%13 = OpTypePointer Input %4
%14 = OpVariable %13 Input'
spirv 'a store to a variable of storage class Input' <<<"$inputs
$body
OpStore %14 %6
$end"
spirv 'of another storage class' <<<"$head
$types
$body
%21 = OpAccessChain %13 %9 %5 %5
OpStore %21 %6
$end"
spirv '0 bytes apart' <<<"${head/ArrayStride 4/ArrayStride 0}
$types
$body
%21 = OpAccessChain %12 %9 %5 %6
OpStore %21 %6
$end"
spirv 'an image that is no variable' <<<"$head
$types
%14 = OpTypeImage %4 2D 0 0 0 2 R32ui
%15 = OpTypeStruct %14
%16 = OpTypePointer StorageBuffer %15
%17 = OpVariable %16 StorageBuffer
$body
%21 = OpLoad %15 %17
$end"
spirv 'of another type than the parameter' <<<"$head
$types
%14 = OpTypeVector %4 4
%15 = OpTypeFunction %2 %14
$body
%21 = OpFunctionCall %2 %30 %6
$end
%30 = OpFunction %2 None %15
%31 = OpFunctionParameter %14
%32 = OpLabel
%33 = OpCompositeExtract %4 %31 3
$end"
spirv 'its operand %33 is of another function' <<<"$head
$types
%15 = OpTypeFunction %2
$body
%21 = OpFunctionCall %2 %30
%22 = OpIAdd %4 %33 %6
$end
%30 = OpFunction %2 None %15
%31 = OpLabel
%33 = OpIAdd %4 %6 %6
OpReturn
OpFunctionEnd"
spirv 'its operands do not fit its type' <<<"$head
$types
%14 = OpTypeVector %4 4
%15 = OpUndef %14
$body
%21 = OpVectorInsertDynamic %4 %15 %6 %5
$end"
spirv 'a workgroup without invocations' <<<"${head/LocalSize 1 1 1/LocalSize 0 1 1}
$types
$body
%21 = OpCompositeExtract %4 %9 1
$end"
{
    printf '%s\n%s\n%%100 = OpTypeStruct\n' "$head" "$types"
    for ((i = 101; i <= 160; i++)); do printf '%%%d = OpTypeStruct %%%d %%%d\n' $i $((i - 1)) $((i - 1)); done
    printf '%%161 = OpTypePointer StorageBuffer %%160\n%%162 = OpVariable %%161 StorageBuffer\n%s\n%%21 = OpLoad %%4 %%162\n%s\n' "$body" "$end"
} | spirv-as --target-env spv1.3 -o hostile.spv - || fail 'spirv-as' # whose validation takes for ever
expect 4 'a type of more than 4096 members' hostile.spv --no-validate

# ---- SPIR-V: arrays whose bytes 64 bits do not count. An index times the bytes of an element would be that of another element. ----
far() { # NAME CLASS TYPE, of %b, of which each is 2^62 bytes
    spirv-as --target-env vulkan1.3 -o "$1.spv" - <<EOF || fail 'spirv-as'
OpCapability Shader
OpCapability VulkanMemoryModel
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main" %far
OpExecutionMode %main LocalSize 1 1 1
OpMemberName %block 0 "far"
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %far DescriptorSet 0
OpDecorate %far Binding 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%c0 = OpConstant %uint 0
%c4 = OpConstant %uint 4
%c8 = OpConstant %uint 8
%many = OpConstant %uint 1073741824
%a = OpTypeArray %uint %many
%b = OpTypeArray %a %many
%array = $3
%block = OpTypeStruct %array
%to = OpTypePointer $2 %block
%to_uint = OpTypePointer $2 %uint
%far = OpVariable %to $2
%main = OpFunction %void None %fn
%entry = OpLabel
%p = OpAccessChain %to_uint %far %c0 %c0 %c0 %c0
%q = OpAccessChain %to_uint %far %c0 %c4 %c0 %c0
OpStore %p %c8
%v = OpLoad %uint %q
OpReturn
OpFunctionEnd
EOF
}
too_far='not supported: memory of 2^63 bytes or more'
far shared Workgroup 'OpTypeArray %b %c8'
far sized StorageBuffer 'OpTypeArray %b %c8'
far open StorageBuffer 'OpTypeRuntimeArray %b'
for name in shared sized; do
    expect_of race 4 "$too_far" "$name.spv" --no-validate --groups 1
    expect 4 "not supported: " "$name.spv" --no-validate --groups 1
done
expect_of race 4 "$too_far" open.spv --no-validate --groups 1 --size far=4
expect_of race 4 "$too_far" open.spv --no-validate --groups 1 --input 'far[4][0][0]=7'

[ $failures = 0 ] && echo "litmus hostile: all refused"
[ $failures = 0 ]
