#!/bin/bash
# Modules that are newer than the installed SPIRV-Tools and SPIRV-Headers, of which this tool knows all that they use: an unknown
# source language, extensions by newer names, newer instructions. And array lengths that are 0 until they are specialized.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"

translated() { # what, module, options
    local what=$1 module=$2
    shift 2
    "$spirv_mmra" --llvm 22 "$@" "$module" -o "$module.ll" 2>messages || fail "$what: $(head -n 2 messages)"
    llvm-as-22 "$module.ll" -o /dev/null || fail "$what: LLVM refuses it"
}
refused() { # what, status, pattern, module, options
    local what=$1 expected=$2 pattern=$3 module=$4 status=0
    shift 4
    "$spirv_mmra" --llvm 22 "$@" "$module" -o refused.ll 2>messages || status=$?
    [ "$status" = "$expected" ] || fail "$what: status $status: $(head -n 2 messages)"
    grep -qE -e "$pattern" messages || fail "$what: no message matches '$pattern': $(head -n 2 messages)"
}

# A module whose parts are variables of the shell; words that spirv-as does not know stand as numbers.
module() { # name; the rest are assignments
    local name=$1 capability='' extension='' source='OpSource GLSL 460' mode='LocalSize 4 1 1' debug='' constant='OpConstant %uint 4' body=''
    shift
    local "$@"
    spirv-as --target-env spv1.3 -o "$name" - <<E2
OpCapability Shader
OpCapability Float16
$capability
$extension
$debug
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main $mode
$source
OpDecorate %Block Block
OpMemberDecorate %Block 0 Offset 0
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
OpDecorate %length SpecId 7
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%half = OpTypeFloat 16
%half2 = OpTypeVector %half 2
%Block = OpTypeStruct %float
%block_pointer = OpTypePointer StorageBuffer %Block
%float_pointer = OpTypePointer StorageBuffer %float
%buffer = OpVariable %block_pointer StorageBuffer
%zero = OpConstant %uint 0
%one_half = OpConstant %half 1
%two_half = OpConstant %half 2
%pair = OpConstantComposite %half2 %one_half %two_half
%length = $constant
%double_length = OpSpecConstantOp %uint IAdd %length %length
%array = OpTypeArray %float %length
%array2 = OpTypeArray %float %double_length
%array_pointer = OpTypePointer Workgroup %array
%array2_pointer = OpTypePointer Workgroup %array2
%shared = OpVariable %array_pointer Workgroup
%shared2 = OpVariable %array2_pointer Workgroup
%main = OpFunction %void None %function
%start = OpLabel
%place = OpAccessChain %float_pointer %buffer %zero
%old = OpLoad %float %place
OpNop
$body
OpReturn
OpFunctionEnd
E2
}

# Slang is 11; SPIRV-Tools 2023.1 knows no language beyond 6.
module slang.spv constant='OpSpecConstant %uint 4' source='OpSource !11 1'
translated "Slang" slang.spv
module language.spv constant='OpSpecConstant %uint 4' source='OpSource !12345 1'
translated "a source language that nobody knows" language.spv

module derivatives.spv constant='OpSpecConstant %uint 4' capability='OpCapability ComputeDerivativeGroupLinearNV' \
    extension='OpExtension "SPV_KHR_compute_shader_derivatives"' \
    mode='LocalSize 4 1 1
OpExecutionMode %main DerivativeGroupLinearNV' body='%d = OpDPdx %float %old'
translated "derivatives by Khronos's name" derivatives.spv
spirv-dis derivatives.spv | grep SPV_KHR_compute >/dev/null || fail "the module does not have the newer name"

dot='OpExtension "SPV_VALVE_mixed_float_dot_product"'
module dot32.spv constant='OpSpecConstant %uint 4' capability='OpCapability !6912' extension="$dot" \
    body='!0x00061B04 %float %dot %pair %pair %old
OpStore %place %dot'
translated "a mixed dot product" dot32.spv
[ "$(grep -c 'call float @llvm.fma.f32' dot32.spv.ll)" = 2 ] || fail "no two products: $(grep llvm.fma dot32.spv.ll)"
module dot16.spv constant='OpSpecConstant %uint 4' capability='OpCapability !6913' extension="$dot" \
    body='!0x00061B05 %half %dot %pair %pair %one_half
%wide = OpFConvert %float %dot
OpStore %place %wide'
translated "a mixed dot product in 16 bits" dot16.spv
# 1 * 1 + 2 * 2 + 1
opt-22 -passes=instcombine,instsimplify -S dot16.spv.ll | grep 'store float 6.0' >/dev/null || fail "the product is not 6"
module wrong.spv constant='OpSpecConstant %uint 4' capability='OpCapability !6912' extension="$dot" \
    body='!0x00061B04 %float %dot %pair %old %old'
refused "a mixed dot product of a scalar" 3 'vectors of two 16-bit floats' wrong.spv
module bfloat.spv constant='OpSpecConstant %uint 4' capability='OpCapability !6914' extension="$dot"
refused "a mixed dot product of bfloat16" 4 'capability DotProductBFloat16AccVALVE' bfloat.spv

# What is replicated is what is written out: the same IR, and the same results of a run. A fused product is GLSL.std.450's.
without_names() {
    sed 's/[%@][0-9a-z_.]*/%/g;s/^[0-9a-z_]*:/:/;s/ *;.*//;/source_filename/d' "$1"
}
same() { # what, NAME NAME: two modules
    translated "$1" "$2.spv"
    translated "$1, written out" "$3.spv"
    cmp -s <(without_names "$2.spv.ll") <(without_names "$3.spv.ll") ||
        fail "$1: $(diff "$2.spv.ll" "$3.spv.ll" | sed -n 1,8p)"
}
replicated='OpExtension "SPV_EXT_replicated_composites"'
types='%matrix = OpTypeMatrix %half2 2
%pairs = OpTypeStruct %matrix %matrix
%four = OpConstant %uint 4'
sum='%m = OpCompositeExtract %half %whole 1 0 1
%n = OpFAdd %half %m %one_half
%wide = OpFConvert %float %n
OpStore %place %wide'
module replicated.spv capability='OpCapability !6024' extension="$replicated" constant="OpSpecConstant %uint 4
$types
!0x0004116D %half2 %twos %two_half
!0x0004116D %matrix %all %twos" body="!0x0004116F %pairs %whole %all
$sum"
module written.spv constant="OpSpecConstant %uint 4
$types
%twos = OpConstantComposite %half2 %two_half %two_half
%all = OpConstantComposite %matrix %twos %twos" body="%whole = OpCompositeConstruct %pairs %all %all
$sum"
same "replicated composites" replicated written
opt-22 -passes=instcombine,instsimplify -S replicated.spv.ll | grep 'store float 3.0' >/dev/null || fail "2 + 1 is not 3"
module wrong.spv capability='OpCapability !6024' extension="$replicated" constant="OpSpecConstant %uint 4
$types
!0x0004116D %half2 %twos %four"
refused "replicas of another type" 3 'constituent %[0-9]* is of type' wrong.spv
module huge.spv capability='OpCapability !6024' extension="$replicated" constant='OpSpecConstant %uint 4
%many = OpSpecConstant %uint 400000000
%long = OpTypeArray %half %many
!0x0004116D %long %halves %two_half'
refused "replicas without end" 4 'more elements than are allowed' huge.spv
module huge.spv capability='OpCapability !6024' extension="$replicated" constant='OpSpecConstant %uint 4
%many = OpSpecConstant %uint 400000000
%long = OpTypeArray %float %many' body='!0x0004116F %long %floats %old'
refused "replicas without end in a function" 4 'over 65536 replicas' huge.spv

# Data of 16 and of 64 bits, from the low bits on: the last word of the shorts has room for a fourth one.
data='OpExtension "SPV_KHR_constant_data"'
capabilities='OpCapability Int16
OpCapability Int64'
types='%short = OpTypeInt 16 0
%long = OpTypeInt 64 0
%two_numbers = OpConstant %uint 2
%three_numbers = OpConstant %uint 3
%shorts = OpTypeArray %short %three_numbers
%longs = OpTypeArray %long %two_numbers'
sum='%a = OpCompositeExtract %short %some 0
%b = OpCompositeExtract %short %some 1
%c = OpCompositeExtract %short %some 2
%ab = OpIAdd %short %a %b
%bc = OpIMul %short %ab %c
%d = OpCompositeExtract %long %more 0
%e = OpCompositeExtract %long %more 1
%de = OpIAdd %long %d %e
%f = OpConvertUToF %float %bc
%g = OpConvertUToF %float %de
%h = OpFAdd %float %f %g
OpStore %place %h'
module data.spv capability="OpCapability !5146
$capabilities" extension="$data" source='OpSource GLSL 460
OpDecorate %shorts !5145' constant="OpSpecConstant %uint 4
$types
!0x0005141B %shorts %some !0x00020001 !0xFFFF8003
!0x0007141C %longs %more !5 !0 !7 !1" body="$sum"
module numbers.spv capability="$capabilities" constant="OpSpecConstant %uint 4
$types
%n1 = OpConstant %short 1
%n2 = OpConstant %short 2
%n3 = OpConstant %short 32771
%n5 = OpConstant %long 5
%n7 = OpConstant %long 4294967303
%some = OpConstantComposite %shorts %n1 %n2 %n3
%more = OpSpecConstantComposite %longs %n5 %n7" body="$sum"
same "constant data" data numbers
module wrong.spv capability="OpCapability !5146
$capabilities" extension="$data" constant="OpSpecConstant %uint 4
$types
!0x0006141B %shorts %some !1 !2 !3"
refused "constant data of too many words" 3 'it has 3 words of data, and its type %[0-9]* has 3 elements of 16 bits' wrong.spv
module wrong.spv capability="OpCapability !5146" extension="$data" constant="OpSpecConstant %uint 4
!0x0004141B %half2 %some !1"
refused "constant data that is no array" 3 'is no array of integers' wrong.spv

module fused.spv capability='OpCapability !6030' extension='OpExtension "SPV_KHR_fma"' debug='%glsl = OpExtInstImport "GLSL.std.450"' \
    constant='OpSpecConstant %uint 4' body='!0x0006114B %half2 %fused %pair %pair %pair
%part = OpCompositeExtract %half %fused 1
%wide = OpFConvert %float %part
OpStore %place %wide'
module fma.spv debug='%glsl = OpExtInstImport "GLSL.std.450"' constant='OpSpecConstant %uint 4' body='%fused = OpExtInst %half2 %glsl Fma %pair %pair %pair
%part = OpCompositeExtract %half %fused 1
%wide = OpFConvert %float %part
OpStore %place %wide'
same "a fused product" fused fma
opt-22 -passes=instcombine,instsimplify -S fused.spv.ll | grep 'store float 6.0' >/dev/null || fail "2 * 2 + 2 is not 6"
module wrong.spv capability='OpCapability !6030' extension='OpExtension "SPV_KHR_fma"' constant='OpSpecConstant %uint 4' body='!0x0006114B %half %fused %one_half %one_half %old'
refused "a fused product of two types" 3 'operand 3' wrong.spv

# A poison value is undefined, and frozen it is one value; between poisons and frozen ones nothing else changes.
module frozen.spv capability='OpCapability !5156' extension='OpExtension "SPV_KHR_poison_freeze"' mode='LocalSize 4 1 1
OpExecutionMode %main !5157' constant='OpSpecConstant %uint 4
!0x00031426 %float %poison' body='!0x00031426 %half2 %other
!0x00041427 %float %value %poison
!0x00041427 %half2 %values %other
!0x00041427 %float_pointer %same %place
%part = OpCompositeExtract %half %values 1
%wide = OpFConvert %float %part
%sum = OpFAdd %float %value %wide
OpStore %same %sum'
translated "frozen values" frozen.spv
[ "$(grep -c 'freeze float\|freeze <2 x half>' frozen.spv.ll)" -ge 2 ] || fail "two values are not frozen"
opt-22 -passes=instcombine,instsimplify -S frozen.spv.ll | grep 'store float 0.0' >/dev/null || fail "what is frozen is no value"

far_decorations='OpSource GLSL 460
OpDecorate %floats ArrayStride 4
OpDecorate %Far Block
OpMemberDecorate %Far 0 Offset 0
OpDecorate %far DescriptorSet 0
OpDecorate %far Binding 1'
far_buffer='%floats = OpTypeRuntimeArray %float
%Far = OpTypeStruct %floats
%far_pointer = OpTypePointer StorageBuffer %Far
%far = OpVariable %far_pointer StorageBuffer'
# More than 4 GB in a buffer: lengths and indexes of 64 bits, and no offset of 32 bits, in either ABI.
module far.spv capability='OpCapability !5426
OpCapability Int64' extension='OpExtension "SPV_EXT_shader_64bit_indexing"' mode='LocalSize 4 1 1
OpExecutionMode %main !5427' source="$far_decorations" constant="OpSpecConstant %uint 4
%ulong = OpTypeInt 64 0
$far_buffer" body='%count = OpArrayLength %ulong %far 0
%index = OpConvertFToU %uint %old
%near = OpAccessChain %float_pointer %far %zero %index
OpStore %near %old
%last = OpISub %ulong %count %count
%end = OpAccessChain %float_pointer %far %zero %last
OpStore %end %old'
translated "buffers of more than 4 GB" far.spv
! grep 'trunc i64\|mul i32 %_[0-9]*, 4' far.spv.ll || fail "an offset or a length of 32 bits"
translated "buffers of more than 4 GB, robust" far.spv --abi=buffer --mcpu=gfx1100
! grep 'make.buffer.rsrc' far.spv.ll || fail "a resource has 32 bits"

# Of what SPV_KHR_float_controls2 allows, contraction is used, where an instruction itself says so once there is a default.
module relaxed.spv capability='OpCapability !6029' extension='OpExtension "SPV_KHR_float_controls2"' mode='LocalSize 4 1 1
OpExecutionModeId %main !6028 %float %modes
OpExecutionModeId %main !6028 %half %modes' source='OpSource GLSL 460
OpDecorate %d FPFastMathMode !65536
OpDecorate %f FPFastMathMode !131079' constant='OpSpecConstant %uint 4
%modes = OpSpecConstant %uint 458759' body='%d = OpFMul %float %old %old
%e = OpFAdd %float %d %old
%f = OpFSub %float %e %old
OpStore %place %f'
translated "fast math" relaxed.spv
for line in "fmul contract float" "fadd float" "fsub float"; do
    grep -q " = $line " relaxed.spv.ll || fail "fast math: no $line"
done

# Debian 12's SPIRV-Tools does not know the modes of quads; Debian 13's knows them, and refuses a mode that stands twice.
cat >quads.spvasm <<'END'
OpCapability Shader
OpCapability !5087
OpExtension "SPV_KHR_quad_control"
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main"
OpExecutionMode %main OriginUpperLeft
OpExecutionMode %main !5089
OpExecutionMode %main !5088
%void = OpTypeVoid
%function = OpTypeFunction %void
%main = OpFunction %void None %function
%start = OpLabel
OpReturn
OpFunctionEnd
END
spirv-as --target-env spv1.3 quads.spvasm -o quads.spv
translated "full quads" quads.spv
sed 's/OriginUpperLeft/!5089/' quads.spvasm | spirv-as --target-env spv1.3 - -o no-origin.spv
if echo 'OpCapability QuadControlKHR' | spirv-as - -o known.spv 2>/dev/null; then
    refused "full quads without an origin" 3 'OriginUpperLeft' no-origin.spv
else # an invalid module, of which an older SPIRV-Tools cannot tell that
    translated "full quads without an origin" no-origin.spv
    grep -q 'note: the module is not validated: it declares QuadControlKHR, which is not known to SPIRV-Tools v20' messages ||
        fail "full quads without an origin: $(cat messages)"
fi
# A mode without a capability changes no rule: an older SPIRV-Tools judges the module without it, so that an invalid one stays
# invalid, at its place, wherever the mode stands. The reader itself asks for the extension.
reconverges='OpExtension "SPV_KHR_maximal_reconvergence"'
for mode in 'LocalSize 4 1 1
OpExecutionMode %main !6023' '!6023
OpExecutionMode %main LocalSize 4 1 1'; do
    module reconverges.spv extension="$reconverges" mode="$mode" constant='OpSpecConstant %uint 4'
    translated "maximal reconvergence" reconverges.spv
    [ ! -s messages ] || fail "maximal reconvergence: $(cat messages)"
    module reconverges.spv extension="$reconverges" mode="$mode" constant='OpSpecConstant %uint 4' body='%bad = OpFAdd %uint %old %old'
    place=$(python3 -c 'import struct, sys; d = open(sys.argv[1], "rb").read(); print(d.index(struct.pack("<I", 5 << 16 | 129)) // 4)' reconverges.spv)
    refused "maximal reconvergence and a wrong sum" 3 "^reconverges.spv: error: word $place: not valid for Vulkan 1.3" reconverges.spv
    module mode.spv mode="$mode" constant='OpSpecConstant %uint 4'
    refused "a mode without its extension" 3 'SPV_KHR_maximal_reconvergence' mode.spv
done
# A note names what an older SPIRV-Tools does not know, and since when it is known (CHANGES of SPIRV-Tools, and its
# headers: v2025.5 takes lengths of 64 bits, v2024.4 has untyped pointers, v2023.3 fetches positions). An invalid module
# that declares nothing newer stays invalid, by name too.
notes() { # what, pattern, module, since: a note, once, if the installed SPIRV-Tools is older
    local known="which is not known to SPIRV-Tools v20[0-9.]+.*; it is known since v$4"
    translated "$1" "$3"
    [ ! -s messages ] || [ "$(grep -cE "^$3: note: the module is not validated: $2, $known$" messages)" = 1 ] || fail "$1: $(cat messages)"
    [ -s messages ] || spirv-val --target-env vulkan1.3 --scalar-block-layout "$3" >said 2>&1 || fail "$1: neither valid nor a note: $(cat said)"
}
module long-length.spv capability='OpCapability Int64' source="$far_decorations" constant="OpSpecConstant %uint 4
%ulong = OpTypeInt 64 0
$far_buffer" body='%count = OpArrayLength %ulong %far 0'
notes "a length of 64 bits" 'it has an OpArrayLength of 64 bits' long-length.spv 2025.5
module fetch.spv capability='OpCapability !5336' extension='OpExtension "SPV_KHR_ray_tracing_position_fetch"' \
    constant='OpSpecConstant %uint 4'
notes "a capability of the same year" 'it declares RayTracingPositionFetchKHR' fetch.spv 2023.3
module signed.spv source="$far_decorations" constant="OpSpecConstant %uint 4
%int = OpTypeInt 32 1
$far_buffer" body='%count = OpArrayLength %int %far 0'
refused "a length that is signed" 3 'not valid for Vulkan 1.3.*OpArrayLength' signed.spv
# An older environment that was asked for is no older SPIRV-Tools.
module later.spv capability='OpCapability GroupNonUniformBallot' constant='OpSpecConstant %uint 4'
refused "operations of subgroups in Vulkan 1.0" 3 'not valid for vulkan1.0' later.spv --target-env vulkan1.0
module outside.spv mode='LocalSize 4 1 1' extension='OpExtension "SPV_KHR_storage_buffer_storage_class"' constant='OpSpecConstant %uint 4' \
    body='%bad = OpFAdd %uint %old %old'
refused "a sum of floats that is an integer" 3 'not valid for Vulkan 1.3' outside.spv
printf 'OpCapability Shader\nOpCapability MadeUpKHR\n' >made-up.spvasm
refused "a name that nobody knows" 3 "made-up.spvasm:2:[0-9]*: error: Invalid capability 'MadeUpKHR'. SPIRV-Tools v20[0-9.]* .*knows none of this name" made-up.spvasm

# What glslang 12 writes with -gVS for a buffer reference: the message names the fault, and the way round it.
module zero.spv constant='OpSpecConstant %uint 4' extension='OpExtension "SPV_KHR_non_semantic_info"' \
    debug='%debug = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"' body='!0x0008000C %void %made %debug !3 !0 %uint %uint'
refused "an id 0 of debug information" 3 'id 0.*glslang 12.*-gVS.*compile with -g ' zero.spv

relaxed='OpExtension "SPV_KHR_non_semantic_info"
OpExtension "SPV_KHR_relaxed_extended_instruction"'
module forward.spv constant='OpSpecConstant %uint 4' extension="$relaxed" debug='%debug = OpExtInstImport "NonSemantic.Made.Up"' \
    body='!0x00061151 %void %first %debug !1 %second
%second = OpExtInst %void %debug 2 %first'
translated "forward references in debug information" forward.spv
module missing.spv constant='OpSpecConstant %uint 4' extension="$relaxed" debug='%debug = OpExtInstImport "NonSemantic.Made.Up"' \
    body='!0x00061151 %void %first %debug !1 !999'
refused "a reference to what is not there" 3 '999' missing.spv
module semantic.spv constant='OpSpecConstant %uint 4' extension="$relaxed" debug='%glsl = OpExtInstImport "GLSL.std.450"' \
    body='!0x00061151 %float %root %glsl !31 %old'
refused "forward references where they mean something" 4 'forward references' semantic.spv --no-validate

module length.spv constant='OpSpecConstant %uint 0'
refused "a length of 0" 3 '--spec' length.spv
translated "a length that is specialized" length.spv --spec 7=8
grep -q '\[16 x float\]' length.spv.ll || fail "the length is not 16"
"$spirv_mmra" litmus --spec 7=8 --groups 1 --local 1 length.spv >messages 2>&1 || fail "litmus: $(head -n 2 messages)"
! grep -q 'not valid' messages || fail "litmus: $(head -n 2 messages)"
# specialized, and not valid any more
refused "a length that is 0 when specialized" 3 'at least 1' slang.spv --spec 7=0
# A constant of an expansion is a vector once, however long it is and however often it is used.
long=''
for i in {1..40}; do long+="%a$i = OpExtInst %v1024 %glsl Asin %a$((i - 1))"$'\n'; done
module long.spv capability='OpCapability !5425' extension='OpExtension "SPV_EXT_long_vector"' debug='%glsl = OpExtInstImport "GLSL.std.450"' \
    constant="OpSpecConstant %uint 4
%v1024 = OpTypeVector %float 1024
%a0 = OpConstantNull %v1024" body="$long%e = OpCompositeExtract %float %a40 0
OpStore %place %e"
"$spirv_mmra" --no-validate long.spv -o long.ll 2>messages || fail "long vectors: $(cat messages)"
opt-22 -passes=verify -disable-output long.ll || fail "long vectors: LLVM refuses their IR"
# What an older SPIRV-Tools cannot look at is not validated: each subcommand that validates says so, and why.
module typed.spv capability='OpCapability Int64' extension='OpExtension "SPV_KHR_untyped_pointers"' constant='OpSpecConstant %uint 4'
python3 - typed.spv untyped.spv <<'END'
import struct, sys
words = open(sys.argv[1], "rb").read()
int64, untyped = struct.pack("<II", 2 << 16 | 17, 11), struct.pack("<II", 2 << 16 | 17, 4473)
assert words.count(int64) == 1
open(sys.argv[2], "wb").write(words.replace(int64, untyped))
END
notes=1
if echo 'OpCapability UntypedPointersKHR' | spirv-as - -o known.spv 2>/dev/null; then notes=0; fi
for command in 'translate -o untyped.ll' 'translate --timeout=60 -o untyped.ll' litmus 'litmus --suggest' 'litmus --machine=gfx1100' race \
    'report -o untyped.html' 'cost --mcpu=gfx1100'; do
    for skipped in '' --no-validate; do
        "$spirv_mmra" $command $skipped untyped.spv >messages 2>&1 || true
        expected=$notes
        [ -z "$skipped" ] || expected=0
        said=$(grep -c '^untyped.spv: note: the module is not validated: it declares UntypedPointersKHR, .* SPIRV-Tools v20[0-9][0-9]\..* since v2024\.4$' messages || true)
        [ "$said" = "$expected" ] || fail "$command $skipped: $said notes, not $expected: $(head -n 2 messages)"
    done
done
finish "newer modules"
