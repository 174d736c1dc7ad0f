#!/bin/bash
# Names from a module are hostile: quotes, newlines, escape sequences, invalid UTF-8, intrinsics' names, paths. They
# are harmless in IR, comments, messages and file names.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
export LC_ALL=C

names=(
    'plain'
    'quote"inside'
    'back\slash'
    $'new\nline'
    $'x\ndefine void @injected() {\n  ret void\n}'
    $'x\n; comment\ncall void @llvm.trap()'
    $'\n!spirv.resources = !{}'
    $'escape\e[31m\e]0;title\a'
    $'carriage\rreturn\ttab\b\x7f'
    $'invalid\xff\xfe\xc0\x80utf8'
    $'\xe2\x80\xaeright-to-left'
    $'\xc2\x9bcontrol'
    $'soft\xc2\xadhyphen\xe1\xa0\x8e\xe3\x85\xa4\xef\xbf\xb9\xe2\x80\x8b\xf3\xa0\x81\x81tag'
    'llvm.amdgcn.s.barrier'
    'llvm.amdgcn.av.global.load.b128'
    'llvm.memcpy'
    'llvm'
    '../x'
    '/etc/passwd'
    '%s%n%d'
    '0'
    '1e10'
    '-'
    ''
    'main'
    'entry:'
    '!mmra'
    'send('
    '!{!"vulkan", !"private"}'
    "$(printf 'long%.0s' {1..2000})"
)

quoted() { # a name as SPIR-V assembly spells it
    local name=${1//\\/\\\\}
    printf '"%s"' "${name//\"/\\\"}"
}

# A module that carries one name wherever SPIR-V has a place for it.
module() {
    local name
    name=$(quoted "$1")
    cat <<E2
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main $name %id
OpExecutionMode %main LocalSize 64 1 1
%file = OpString $name
OpSource GLSL 460 %file $name
OpSourceExtension $name
OpName %main $name
OpName %helper $name
OpName %Block $name
OpMemberName %Block 0 $name
OpName %buffer $name
OpName %shared $name
OpName %local $name
OpName %pointer $name
OpName %value $name
OpName %start $name
OpName %next $name
OpModuleProcessed $name
OpDecorate %id BuiltIn LocalInvocationIndex
OpDecorate %Array ArrayStride 4
OpDecorate %Block Block
OpMemberDecorate %Block 0 Offset 0
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%two = OpConstant %uint 2
%semantics = OpConstant %uint 264
%Array = OpTypeRuntimeArray %uint
%Block = OpTypeStruct %Array
%ptr_Block = OpTypePointer Uniform %Block
%ptr_uint = OpTypePointer Uniform %uint
%ptr_input = OpTypePointer Input %uint
%ptr_shared = OpTypePointer Workgroup %uint
%ptr_local = OpTypePointer Function %uint
%buffer = OpVariable %ptr_Block Uniform
%id = OpVariable %ptr_input Input
%shared = OpVariable %ptr_shared Workgroup
%main = OpFunction %void None %function
%start = OpLabel
%local = OpVariable %ptr_local Function
OpLine %file 1 1
%value = OpLoad %uint %id
OpStore %shared %value
OpStore %local %value
OpControlBarrier %two %two %semantics
OpBranch %next
%next = OpLabel
%pointer = OpAccessChain %ptr_uint %buffer %zero %value
OpStore %pointer %value
%called = OpFunctionCall %void %helper
OpReturn
OpFunctionEnd
%helper = OpFunction %void None %function
%helper_start = OpLabel
%more = OpLoad %uint %shared
%place = OpAccessChain %ptr_uint %buffer %zero %more
%old = OpAtomicIAdd %uint %place %one %zero %one
OpReturn
OpFunctionEnd
E2
}

# BufferBlock is what version 1.0 to 1.3 write; Uniform with Block would be read only.
legacy() {
    module "$1" | sed -e 's/OpDecorate %Block Block/OpDecorate %Block BufferBlock/'
}

printable() { # what, file: no byte that could act on a terminal
    ! grep -qP '[\x00-\x08\x0b-\x1f\x7f]' "$2" || fail "$1: control bytes"
    ! grep -qP '\xc2[\x80-\x9f\xad]|\xe2\x80[\x8b-\x8f\xaa-\xae]|\xe2\x81[\xa0-\xaf]|\xe1\xa0\x8e|\xe3\x85\xa4|\xef\xbf\xb9|\xf3\xa0' "$2" ||
        fail "$1: control characters"
}

mkdir "$work/out"
cd "$work/out"
for index in "${!names[@]}"; do
    name=${names[$index]}
    label="name $index"
    legacy "$name" | spirv-as --target-env spv1.3 -o ../module.spv - || {
        fail "$label: not assembled"
        continue
    }
    "$spirv_mmra" --llvm 22 --explain ../module.spv -o module.ll 2>../messages || {
        fail "$label: status $?: $(head -n 3 ../messages)"
        continue
    }
    printable "$label: messages" ../messages
    printable "$label: IR" module.ll
    "$spirv_mmra" litmus ../module.spv --groups 2 --local 1 --dot=../graph >../messages 2>&1 || true
    [ -s ../graph ] || fail "$label: no graph: $(head -n 3 ../messages)"
    printable "$label: verdict" ../messages
    printable "$label: graph" ../graph
    rm -f ../graph
    llvm-as-22 module.ll -o ../module.bc 2>../messages || fail "$label: llvm-as: $(head -n 3 ../messages)"
    opt-22 -passes=verify -disable-output module.ll 2>../messages || fail "$label: opt: $(head -n 3 ../messages)"
    llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 module.ll -filetype=obj -o ../module.o 2>../messages ||
        fail "$label: llc: $(head -n 3 ../messages)"
    ! grep -qE '^define .*@"?llvm\.' module.ll || fail "$label: defines an intrinsic"
    [ "$(grep -cE '^define ' module.ll)" = 2 ] || fail "$label: $(grep -cE '^define ' module.ll) functions"
    ! grep -qE '^(define void @injected|call void|; comment|  ret void$.*injected)' module.ll ||
        fail "$label: injected lines"
    [ "$(grep -c '^!spirv.resources' module.ll)" = 1 ] || fail "$label: !spirv.resources"
    [ "$(ls)" = module.ll ] || fail "$label: files: $(ls)"
done

# On the host, LLVM knows functions of the C library by their names, and calls of its own go to what is named so: neither may meet
# what a module names so.
for name in abs sinf memset llvm; do
    module main | sed -E "s/^OpName %(helper|shared) .*/OpName %\1 \"$name\"/; s/Uniform/StorageBuffer/" |
        spirv-as --target-env spv1.3 -o ../module.spv -
    "$spirv_mmra" --target=host --no-validate ../module.spv -o module.ll 2>../messages || fail "host, $name: $(head -n 3 ../messages)"
    llvm-as-22 module.ll -o ../module.bc 2>../messages || fail "host, $name: llvm-as: $(head -n 3 ../messages)"
    ! grep -qE "^(define|@).*@?$name[ (]" module.ll || fail "host, $name: $(grep -E "^(define|@)" module.ll)"
done

# The translation has names of its own for values. A module may call everything by each of them.
cat >../own.comp <<'END'
#version 460
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer First { uint first[]; };
layout(set = 0, binding = 1) buffer Second { uint second[]; };
shared uint part[4];
uint read(uint at) { return first[at] + part[at & 3]; }
void main() {
    part[gl_LocalInvocationIndex] = gl_GlobalInvocationID.x;
    barrier();
    second[gl_GlobalInvocationID.x] = read(gl_NumWorkGroups.x);
}
END
cat >../own.vert <<'END'
#version 460
layout(location = 0) in vec4 at;
layout(location = 1) in mat2 turn;
layout(location = 0) out vec4 to[2];
layout(set = 0, binding = 0) buffer First { vec4 first[]; };
void main() { first[gl_VertexIndex].xy = turn * at.xy; to[gl_VertexIndex & 1] = gl_Position = at; }
END
for stage in comp vert; do
    glslangValidator -V --target-env vulkan1.3 ../own.$stage -o ../own.$stage.spv >/dev/null
    spirv-dis --raw-id ../own.$stage.spv >../own.$stage.text
    for options in "" "--abi=buffer --mcpu=gfx1100" "--target=host"; do
        # shellcheck disable=SC2086 # options are words
        "$spirv_mmra" $options ../own.$stage.spv -o module.ll
        own=$(grep -oE '%[A-Za-z][A-Za-z_.]*' module.ll | sed 's/^%//; s/[.]$//' | sort -u)
        [ "$(wc -w <<<"$own")" -ge 5 ] || fail "own names of $stage $options: $own"
        for name in $own; do
            sed -E "s/(OpName %[0-9]+) .*/\1 \"$name\"/" ../own.$stage.text | spirv-as --preserve-numeric-ids --target-env vulkan1.3 -o ../module.spv -
            # shellcheck disable=SC2086
            "$spirv_mmra" $options ../module.spv -o module.ll 2>../messages || fail "own name $name, $options: $(head -n 3 ../messages)"
            llvm-as-22 module.ll -o ../module.bc 2>../messages || fail "own name $name, $options: llvm-as: $(head -n 3 ../messages)"
        done
    done
done

# In messages: an extension, an instruction set and an entry point that nobody knows, and a file's own name.
hostile=$'evil\e[31m\n"../x'
spirv-as --target-env spv1.3 -o ../extension.spv - <<E2
OpCapability Shader
OpExtension $(quoted "$hostile")
OpMemoryModel Logical GLSL450
E2
spirv-as --target-env spv1.3 -o ../plain.spv - <<<"$(legacy main)"
cp ../plain.spv "../$hostile.spv" 2>/dev/null || cp ../plain.spv $'../evil\e[31m\n.spv'
printf bad >$'../bad\e[31m\nfile.spv'
for arguments in '../extension.spv' $'../bad\e[31m\nfile.spv' $'--entry=evil\e[31m\n ../plain.spv' $'--evil\e[31m\n'; do
    status=0
    mapfile -d '' -t list < <(if [[ $arguments == *' '* ]]; then printf '%s\0' "${arguments% *}" "${arguments##* }"; else printf '%s\0' "$arguments"; fi)
    "$spirv_mmra" "${list[@]}" -o message.ll >../messages 2>&1 || status=$?
    [ "$status" != 0 ] || fail "accepted: $(printf %q "$arguments")"
    [ "$(wc -l <../messages)" -le 3 ] || fail "many lines: $(printf %q "$arguments")"
    printable "messages about $(printf %q "$arguments")" ../messages
done

# A member is called by its own name, whatever the library calls an option. A message of the reader or of the model checker
# names options as the command does.
cat >../options.comp <<'E2'
#version 450
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer Options { uint local, entry; } options;
void main() { options.local = gl_LocalInvocationID.x; }
E2
said() { # what, a part of the messages, arguments
    local what=$1 part=$2
    shift 2
    "$spirv_mmra" "$@" >../messages 2>&1 || true
    grep -qF -e "$part" ../messages || fail "$what: $(head -n 3 ../messages)"
}
said "a race of a member" ' to options.local (' race --groups 1 ../options.comp
said "a value of a member" '--input: options.local: -9999999999 does not fit' litmus ../options.comp --input options.local=-9999999999
said "a wrong grid" '(--subgroup)' litmus ../options.comp --subgroup=3
said "a wrong entry point" 'no entry point "options.entry" (--entry)' --entry options.entry ../plain.spv -o message.ll

# In code that is shown: a kernel in assembly may have any name in quotes.
printf '\t.text\n"ev\e[31m\xc2\x9bil\a":\n\ts_endpgm\n\t.amdhsa_kernel "ev\e[31m\xc2\x9bil\a"\n\t.end_amdhsa_kernel\n' >../kernel.s
"$spirv_mmra" cost --mcpu=gfx1100 --show-code ../kernel.s >../messages 2>&1 || true
tr -d '\t' <../messages >../shown
grep -qxF '"ev?[31m??il?":' ../shown || fail "a kernel's name is not shown: $(head -n 3 ../shown)"
printable "a kernel's name" ../shown
finish "${#names[@]} names"
