#!/bin/bash
# Sources of shaders are compiled: what each subcommand says of one is what it says of the module that a person compiles, and the
# message says what was run. Compilers that are not installed are played by scripts that look at their arguments.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"

says() { # status, pattern, arguments: in either stream
    local expected=$1 pattern=$2 status=0
    shift 2
    timeout 60 "$spirv_mmra" "$@" >said 2>&1 </dev/null || status=$?
    [ "$status" = "$expected" ] || fail "$*: status $status, not $expected: $(head -n 3 said)"
    grep -E -- "$pattern" said >/dev/null || fail "$*: not '$pattern': $(head -n 5 said)"
}

cat >turn.comp <<'END_OF_SHADER'
#version 450
#extension GL_GOOGLE_include_directive : enable
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Data { uint data[]; };
shared uint part[64];
#include "last.h"
void main() {
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    part[i] = data[at];
    WAIT
    data[at] = part[LAST - i];
}
END_OF_SHADER
mkdir headers
echo '#define LAST 63u' >headers/last.h
cat >turn.hlsl <<'END_OF_SHADER'
RWStructuredBuffer<uint> data;
groupshared uint part[64];
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex, uint3 at : SV_DispatchThreadID) {
    part[i] = data[at.x];
    WAIT;
    data[at.x] = part[63 - i];
}
END_OF_SHADER
cat >pass.vert <<'END_OF_SHADER'
#version 450
layout(location = 0) in vec4 place;
void main() { gl_Position = place; }
END_OF_SHADER

echo "-- the same as of a module"
given=(-I headers '-DWAIT=barrier();')
glslangValidator turn.comp -V -g --target-env vulkan1.3 -S comp -Iheaders '-DWAIT=barrier();' -o by_hand.spv >/dev/null
same() { # arguments of a subcommand
    timeout 60 "$spirv_mmra" "$@" by_hand.spv >by_hand 2>/dev/null || true
    timeout 60 "$spirv_mmra" "$@" "${given[@]}" turn.comp >by_name 2>/dev/null || true
    timeout 60 "$spirv_mmra" "$@" "${given[@]}" -x comp - <turn.comp >by_stream 2>/dev/null || true
    [ -s by_hand ] || fail "$*: says nothing"
    sed 's/by_hand\.spv/turn.comp/g' by_hand | diff - by_name >&2 || fail "$*: not as of the module"
    # that one has another name in the module, and stands after another number of words
    local times='s/by_hand\.spv|turn\.comp|stdin/-/g; s/[0-9.]+ s$//; s/word [0-9]+/word/g; s/\(-, /(/'
    diff <(sed -E "$times" by_hand) <(sed -E "$times" by_stream) >&2 || fail "$*: standard input is not as the module"
}
same race --runs 1
same litmus --groups 1 --local 2
"$spirv_mmra" by_hand.spv -o by_hand.ll
"$spirv_mmra" "${given[@]}" turn.comp -o by_name.ll 2>note
diff by_hand.ll by_name.ll >&2 || fail "the IR is another"
[ "$(cat note)" = 'turn.comp: note: compiled by glslangValidator turn.comp -V -g --target-env vulkan1.3 -S comp -Iheaders '"'-DWAIT=barrier();'"' -o OUT.spv' ] ||
    fail "the note: $(cat note)"
"$spirv_mmra" report "${given[@]}" turn.comp -o page.html 2>/dev/null
grep -c turn.comp page.html >/dev/null || fail "report"
"$spirv_mmra" "${given[@]}" turn.comp --out-dir out 2>/dev/null
diff by_hand.ll out/turn.comp.ll >&2 || fail "--out-dir"

echo "-- what it finds, with the place"
for compiler in glslangValidator glslc; do
    says 1 '^turn.comp:9:5: error: data race' race --compiler $compiler -Iheaders -DWAIT= turn.comp
    says 0 ': no data race' race --compiler $compiler "${given[@]}" turn.comp
    says 1 '^turn.hlsl:5:.*data race' race --compiler $compiler -D 'WAIT=GroupMemoryBarrier()' turn.hlsl
    says 0 ': no data race' race --compiler $compiler -D 'WAIT=GroupMemoryBarrierWithGroupSync()' turn.hlsl
    says 0 '<4 x float>' --compiler $compiler pass.vert
done
says 0 'compiled by glslangValidator turn.hlsl -D -V -g --target-env vulkan1.2 -S comp -e main' race --target-env vulkan1.2 -D 'WAIT=GroupMemoryBarrierWithGroupSync()' turn.hlsl --no-validate
says 0 'note: compiled by glslc .*--target-env=vulkan1.1' race --target-env vulkan1.1 --compiler=glslc "${given[@]}" turn.comp
says 0 'note: compiled by glslangValidator --target-env vulkan1.1 turn.comp -V -g -S comp' race "${given[@]}" --compiler='glslangValidator --target-env vulkan1.1' turn.comp
SMMRA_COMPILER=glslc says 0 'compiled by glslc' race "${given[@]}" turn.comp

echo "-- checked as IR"
# this sample releases without making available, which its text says (samples/README.md)
cp "$root"/samples/message-passing-{broken,semantics}.comp .
says 0 '^message-passing-broken.comp:18:5: warning: .* \(message-passing-broken.comp\) \[never-available\]' check --source message-passing-broken.comp
says 1 'never-available' check --source --werror --mcpu gfx1100 message-passing-broken.comp
glslangValidator message-passing-broken.comp -V -g --target-env vulkan1.3 -S comp -o broken.spv >/dev/null
says 1 '^message-passing-broken.comp:18:5: error: .* \(broken.spv\)' check --source --rule never-available=error broken.spv
says 0 '^  "passed": true|"passed": true' check --source --json message-passing-semantics.comp
says 3 '^turn.comp: error: does not compile: glslangValidator .*include' check --source turn.comp
says 3 'turn.comp: error: is a shader.s source, not LLVM IR; --source translates it first' check turn.comp
says 3 'by_hand.spv: error: is SPIR-V, not LLVM IR; --source translates it first' check by_hand.spv
says 2 '--mcpu and --spec are for --source' check --mcpu gfx1100 by_hand.ll
says 4 'bindless.spvasm: error: .*BindlessTextureNV' check --source "$tests/lower/refused/bindless.spvasm"

echo "-- by -x"
cp pass.vert pass.text
says 0 '<4 x float>' -x vert pass.text
cp turn.hlsl turn.text
says 1 '^turn.text:5:.*data race' race -x hlsl -DWAIT= turn.text
says 1 '^turn.text:5:.*data race' race -x comp.hlsl -DWAIT= turn.text
spirv-dis by_hand.spv -o by_hand.text
says 0 'define' -x spvasm by_hand.text
cp by_hand.spv by_hand.comp # a module is one, whatever its name is
says 0 'define' by_hand.comp
"$spirv_mmra" litmus -x litmus - <"$tests/litmus/vulkan/acquire-is-no-release.litmus" >said 2>&1 || true
grep -E '^-: ' said >/dev/null || fail "-x litmus: $(cat said)"
says 2 "'nothing' is not a value for -x; it takes comp, " race -x nothing by_hand.spv

says 2 "'vert.spv' is not a value for -x" race -x vert.spv by_hand.spv

echo "-- a folder"
mkdir sources both
sed 's/WAIT/barrier();/; s/LAST/63u/; /include/d' turn.comp >sources/turn.comp
cp sources/turn.comp sources/again.comp
cp by_hand.spv both/
cp turn.comp both/ # it does not compile without options: it would be seen
says 0 'sources/again.comp: no data race' race sources
says 0 'both/by_hand.spv: no data race' race both
says 2 'none: error: is a directory without a file whose name ends in .spv or .spvasm, or a source of a shader' "$(mkdir none && echo none)" --out-dir out

echo "-- what does not compile"
says 3 'turn.comp: error: does not compile: glslangValidator turn.comp .*turn.comp:6:' race turn.comp
says 3 'turn.comp: error: does not compile: glslc .*turn.comp:6:' race --compiler=glslc turn.comp
says 2 "there is no command 'nothing'" race --compiler=nothing turn.comp
says 2 "there is no command './nothing'" race --compiler=./nothing turn.comp
says 3 'no module comes from: true' race --compiler=true turn.comp
says 3 'no module comes from: echo' race --compiler='echo no module' turn.comp
says 6 'the time is over' race --timeout 1 --compiler='sleep 50' turn.comp
says 3 "it writes more than 64 MiB" race --compiler='cat /dev/zero' turn.comp
says 2 "cat takes no -I" race --compiler=cat -I headers turn.comp
says 2 'is WGSL, and no compiler of it is installed' race -x wgsl turn.comp
printf '#!/bin/sh\nprintf "\\033[31mturn.comp:1: error\\n" >&2\nexit 1\n' >colours
chmod +x colours
says 3 'error: does not compile: ./colours: .\[31mturn.comp:1: error' race --compiler=./colours turn.comp
grep -q $'\033' said && fail "a compiler's control characters reach the terminal"

echo "-- compilers that are played"
mkdir played
play() { # name, the words after it that must be, where %s is the source and OUT the module
    cat >"played/$1" <<END_OF_PLAYER
#!/bin/bash
words="\$*" out=$2
[ "\${words//\$out/OUT}" = "$3" ] || { echo "error: \$words" >&2; exit 1; }
cp "$work/by_hand.spv" "\$out"
END_OF_PLAYER
    chmod +x "played/$1"
}
touch shader.slang shader.wgsl
# shellcheck disable=SC2016 # the players expand it
{
    play dxc '${@: -2:1}' '-spirv -Zi -fspv-target-env=vulkan1.3 -T cs_6_6 -E main -Iheaders -DA=1 -Fo OUT turn.hlsl'
    play slangc '${@: -2:1}' '-target spirv -g -Iheaders -DA=1 -o OUT shader.slang'
    play tint '${@: -2:1}' '--format spirv -o OUT shader.wgsl'
}
PATH=$work/played:$PATH says 0 'compiled by dxc .*OUT.spv turn.hlsl' race -I headers -D A=1 turn.hlsl
PATH=$work/played:$PATH says 0 'compiled by slangc' race -I headers -D A=1 shader.slang
PATH=$work/played:$PATH says 0 'compiled by tint' race shader.wgsl
PATH=$work/played:$PATH says 2 'tint takes no -D' race -D A=1 shader.wgsl
PATH=$work/played:$PATH says 2 'dxc reads no standard input; name a file' race -x hlsl -
rm played/tint
# shellcheck disable=SC2016
play naga '${@: -1}' '-g shader.wgsl OUT'
TMPDIR=$work/played PATH=$work/played:$PATH says 0 'compiled by naga' race shader.wgsl
[ -z "$(find played -name 'smmra-*')" ] || fail "a module stays behind"
# one that nobody knows reads standard input and writes standard output
printf '#!/bin/sh\ncmp -s - turn.comp && cat by_hand.spv\n' >own
chmod +x own
says 0 'note: compiled by ./own' race --compiler=./own turn.comp

finish "sources"
