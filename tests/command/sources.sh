#!/bin/bash
# Messages name the place in the source that a module was compiled from: by OpLine and by NonSemantic.Shader.DebugInfo.100, with the
# line and a caret where the source is in the module or at hand. Names from modules are hostile.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"

says() { # status, lines that are expected, arguments
    local expected=$1 lines=$2 status=0
    shift 2
    timeout 60 "$spirv_mmra" "$@" >/dev/null 2>said </dev/null || status=$?
    [ "$status" = "$expected" ] || fail "$*: status $status, not $expected: $(head -n 2 said)"
    [ "$(sed -E 's/word [0-9]+/word N/' said)" = "$lines" ] || fail "$*: $(cat said)"
}

cat >part.comp <<'END'
#version 450
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_EXT_spirv_intrinsics : enable
spirv_instruction(extensions = ["SPV_INTEL_shader_integer_functions2"], capabilities = [5584], id = 5585) uint zeros(uint x);
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer Data { uint data[32]; };
uint scan(uint x) {
	uint number = zeros(x);
    return number;
}
void main() {
    uint i = gl_LocalInvocationIndex;
    if (i < 16u) data[i] = scan(data[i] % 3u);
}
END
caret() { # how many columns
    printf '^%*s' "$1" '' | tr ' ' '~'
}
for debug in -g -gVS; do
    glslangValidator -V --target-env vulkan1.1 $debug part.comp -o part.spv >/dev/null
    unsupported=$(spirv-dis --raw-id part.spv | sed -nE 's/^ *(%[0-9]+) = (OpUCountLeadingZerosINTEL).*/\2 \1: \2 (opcode 5585) is not supported/p')
    says 4 "part.comp:8:2: error: $unsupported (part.spv, word N)
	uint number = zeros(x);
	$(caret 22)" --no-validate part.spv
    for color in always never auto; do
        "$spirv_mmra" --color=$color --no-validate part.spv >/dev/null 2>said || true
        case $color:$(grep -c $'\033\[1;31merror: ' said || true) in always:1 | never:0 | auto:0) ;; *) fail "--color=$color: $(cat -v said)" ;; esac
    done
done

# What DXC writes: columns, a source in two pieces, scopes; then a place that ends.
module() { # extensions, strings and sources, constants and scopes, instructions before the one that is refused
    cat <<END
OpCapability Shader
OpCapability VulkanMemoryModel
OpCapability IntegerFunctions2INTEL
OpExtension "SPV_INTEL_shader_integer_functions2"
$1
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
$2
OpName %main "main"
%void = OpTypeVoid
%signature = OpTypeFunction %void
%u32 = OpTypeInt 32 0
%bool = OpTypeBool
%u7 = OpConstant %u32 7
%u2 = OpConstant %u32 2
%u5 = OpConstant %u32 5
$3
%main = OpFunction %void None %signature
%entry = OpLabel
$4
%x = OpUCountLeadingZerosINTEL %u32 %u7
OpReturn
OpFunctionEnd
END
}
debug='OpExtension "SPV_KHR_non_semantic_info"
%debug = OpExtInstImport "NonSemantic.Shader.DebugInfo.100"'
strings='%file = OpString "dir/a.hlsl"
%first = OpString "first
sec"
%second = OpString "ond()
third"
%name = OpString "CSMain"'
scopes='%source = OpExtInst %void %debug DebugSource %file %first
%more = OpExtInst %void %debug DebugSourceContinued %second
%unit = OpExtInst %void %debug DebugCompilationUnit %u2 %u2 %source %u5
%type = OpExtInst %void %debug DebugTypeFunction %u2 %void
%function = OpExtInst %void %debug DebugFunction %name %type %source %u2 %u2 %unit %name %u2 %u2
%block = OpExtInst %void %debug DebugLexicalBlock %source %u2 %u2 %function'
line='%scope = OpExtInst %void %debug DebugScope %block
%line = OpExtInst %void %debug DebugLine %source %u2 %u2 %u5 %u7'
refused='OpUCountLeadingZerosINTEL %[0-9]*: OpUCountLeadingZerosINTEL (opcode 5585) is not supported'
says_of_module() { # pattern of the first line, the other lines
    local status=0
    spirv-as --target-env vulkan1.1 module.spvasm -o module.spv
    LC_ALL=C sed -i "s/DebugInfo\.100/DebugInfo.$version/" module.spv
    timeout 60 "$spirv_mmra" --no-validate module.spv >/dev/null 2>said </dev/null || status=$?
    [ "$status" = 4 ] || fail "status $status: $(cat said)"
    head -n 1 said | grep -x -- "$1" >/dev/null || fail "'$(head -n 1 said)' is not '$1'"
    [ "$(tail -n +2 said)" = "$2" ] || fail "$(cat said)"
}
module "$debug" "$strings" "$scopes" "$line" >module.spvasm
for version in 100 102; do # glslang 16 writes version 102
    says_of_module "dir/a.hlsl:2:5: error: $refused (module.spv, word [0-9]*)" 'second()
    ^'
done
version=100
module "$debug" "$strings" "$scopes" "$line
%none = OpExtInst %void %debug DebugNoLine" >module.spvasm
says_of_module "module.spv: error: word [0-9]*: $refused" ''
module "$debug" "$strings" "$scopes" "$line
OpBranch %next
%next = OpLabel" >module.spvasm
says_of_module "dir/a.hlsl:2:5: error: $refused (module.spv, word [0-9]*)" 'second()
    ^'

# Without a source in the module: from the file, where it is a regular one.
printf 'one\n\ttwo(); // x\r\nthree\n' >at.hand
module '' '%file = OpString "at.hand"' '' 'OpLine %file 2 4' >module.spvasm
says_of_module "at.hand:2:4: error: $refused (module.spv, word [0-9]*)" $'\ttwo(); // x\n\t  ^'
module '' '%file = OpString "at.hand"' '' 'OpLine %file 9 4' >module.spvasm
says_of_module "at.hand:9:4: error: $refused (module.spv, word [0-9]*)" ''
mkfifo fifo
for name in fifo /dev/zero . ''; do
    module '' "%file = OpString \"$name\"" '' 'OpLine %file 1 1' >module.spvasm
    says_of_module "\($name:1:1: error: $refused (module.spv, word [0-9]*)\|module.spv: error: word [0-9]*: $refused\)" ''
done
# A module may name any file: only those below the input's directory are read, or below --source-root.
mkdir inner other
printf 'secret\n' >other/secret
ln -s ../other/secret inner/link
shows() { # whether the line is shown, name, arguments
    local expected=$1 name=$2 status=0
    shift 2
    module '' "%file = OpString \"$name\"" '' 'OpLine %file 1 1' >inner/module.spvasm
    spirv-as --target-env vulkan1.1 inner/module.spvasm -o inner/module.spv
    "$spirv_mmra" --no-validate inner/module.spv "$@" >/dev/null 2>said </dev/null || status=$?
    [ "$status" = 4 ] || fail "$name $*: status $status"
    grep -qF ":1:1: error: " said || fail "$name $*: $(cat said)"
    [ "$expected" = "$(($(wc -l <said) > 1))" ] || fail "$name $*: $(cat said)"
}
printf 'own\n' >inner/own
for name in own ./own inner/own "$work/inner/own" "../inner/own"; do
    shows 1 "$name"
    shows 0 "$name" --source-root=
    shows 0 "$name" --source-root=other
    shows 1 "$name" --source-root=.
done
for name in other/secret ../other/secret "$work/other/secret" link /etc/passwd; do
    shows 0 "$name"
    shows 0 "$name" --source-root=inner
done
shows 1 secret --source-root=other
shows 1 link --source-root="$work"
shows 1 /etc/passwd --source-root=/
shows 0 own --source-root=nowhere

module '' "%file = OpString \"$(printf 'a\033[31m\nb')\"
OpSource GLSL 450 %file \"$(printf 'x\033[31my')\"" '' 'OpLine %file 1 99999999' >module.spvasm
says_of_module "a?\[31m?b:1:99999999: error: $refused (module.spv, word [0-9]*)" 'x?[31my'
# A line directive of the source moves the lines.
module '' '%file = OpString "moved"
OpSource GLSL 450 %file "zero
#line 7 \"other\"
other seven
#line 7 \"moved\"
seven
eight"' '' 'OpLine %file 7 1' >module.spvasm
says_of_module "moved:7:1: error: $refused (module.spv, word [0-9]*)" 'seven
^'

# Findings of the checker: in a translation by the module's places, in IR by its !dbg.
cp "$tests/litmus/planted/not-available.comp" .
glslangValidator -V --target-env vulkan1.2 -gVS not-available.comp -o found.spv >/dev/null
lines() { # what is said: place and severity of each message, and the source below it
    sed -E 's/^([^ ]*: [a-z]*): .*/\1/' said
}
expected='not-available.comp:11:5: warning
    message.parts[1].y = value; // PLANTED
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
not-available.comp:16:9: note
        send(42u);
        ^~~~~~~~~~
not-available.comp:12:5: note
    atomicStore(ready, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease);
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
not-available.comp:'
# To glslang 12 the return at the end of main stands in the line before; to 15, in that of the brace.
at_return='18:9: note
        result = message.parts[1].y;
        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~'
at_brace='19:1: note
}
^'
read_later='
not-available.comp:18:9: note
        result = message.parts[1].y;
        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~'
are_expected() {
    [ "$(lines)" = "$expected$at_return$read_later" ] || [ "$(lines)" = "$expected$at_brace$read_later" ]
}
"$spirv_mmra" --llvm 22 found.spv -o found.ll 2>said
are_expected || fail "findings in a translation: $(cat said)"
"$spirv_mmra" check found.ll >said
are_expected || fail "findings in IR: $(cat said)"
opt-22 -O2 -S found.ll -o optimized.ll
"$spirv_mmra" check optimized.ll >said
grep -q '^not-available.comp:11:5: warning: .* (optimized.ll:[0-9]*:[0-9]*) \[never-available\]$' said || fail "findings in optimized IR: $(cat said)"

# !dbg of anyone: directories, blocks, escaped names, what leads nowhere.
ir() { # location, nodes
    cat <<END
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @f(ptr addrspace(4) %p) {
  store atomic i32 1, ptr addrspace(4) %p monotonic, align 4, !dbg $1
  ret void
}
$2
END
}
at() { # place, location, nodes
    ir "$2" "$3" >dbg.ll
    timeout 60 "$spirv_mmra" check dbg.ll >said || true
    head -n 1 said | grep -F -- "$1: error: " >/dev/null || fail "$2: $(head -n 1 said)"
}
nodes='!1 = !DIFile(filename: "k.hip", directory: "/src dir")
!2 = distinct !DISubprogram(name: "line: 9, scope: !7", scope: !1, file: !1, line: 3)
!3 = distinct !DILexicalBlock(scope: !2, file: !4, line: 6)
!4 = !DIFile(filename: "a\1B\22b\\.h", directory: "")
!5 = distinct !DILexicalBlock(scope: !5, line: 6)
!6 = !DILocation(column: 3, line: 12, scope: !2)
!7 = !DILocation(line: 5, scope: !9)'
at '/src dir/k.hip:12:3' '!6' "$nodes"
at '/src dir/k.hip:4:7' '!DILocation(line: 4, column: 7, scope: !2)' "$nodes"
at 'a?"b\.h:4:7' '!DILocation(line: 4, column: 7, scope: !3)' "$nodes"
at 'dbg.ll:3:3' '!DILocation(line: 4, column: 7, scope: !5)' "$nodes"
at 'dbg.ll:3:3' '!DILocation(line: 4, column: 7, scope: !1)' "$nodes"
at 'dbg.ll:3:3' '!DILocation(line: 0, column: 7, scope: !2)' "$nodes"
at 'dbg.ll:3:3' '!4' "$nodes"
finish "messages at places in sources"
