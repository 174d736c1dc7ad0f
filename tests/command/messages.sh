#!/bin/bash
# What the command says: help of every subcommand, misspelt names, one form of message everywhere, inputs of the wrong kind, options
# that do not fit the module, assembly of its own version, devices that are full, and results that wait for each other.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cp "$shaders/message-passing-pointer.spv" "$work/good.spv"
cd "$work"

says() { # status, pattern of a line, arguments of the command
    local expected=$1 pattern=$2 status=0
    shift 2
    timeout 60 "$spirv_mmra" "$@" >said 2>&1 </dev/null || status=$?
    [ "$status" = "$expected" ] || fail "$*: status $status, not $expected: $(head -n 2 said)"
    grep -qE -e "$pattern" said || fail "$*: no line matches '$pattern': $(head -n 2 said)"
}

echo "-- help"
mapfile -t subcommands < <("$spirv_mmra" --help | sed -nE '/^subcommands:/,/^$/s/^  ([a-z]+) .*/\1/p' | grep -vx help)
[ "${#subcommands[@]}" -ge 7 ] || fail "--help lists few subcommands: ${subcommands[*]}"
for option in --help -h; do
    says 0 '^  litmus ' "$option"
    for subcommand in "${subcommands[@]}"; do
        says 0 '^exit status: 0 done; 1 ' "$subcommand" "$option"
        cp said "help.$subcommand"
        says 0 . help "$subcommand"
        cmp -s said "help.$subcommand" || fail "help $subcommand is not $subcommand --help"
    done
done
says 0 'spirv-mmra litmus FILE' help
[ "$(for s in "${subcommands[@]}"; do grep -A 3 '^exit status' "help.$s"; done | sort | uniq -c | awk '{print $1}' | sort -u)" = "${#subcommands[@]}" ] ||
    fail "the exit statuses are not the same in all subcommands"
for word in "${subcommands[@]}" help -h; do
    grep -q -- "${word//-/\\\\-}" "$root/docs/man/spirv-mmra.1" || fail "the manual page does not name $word"
done
says 0 '^never-available +warning +a non-private write' check --list-rules
[ "$(wc -l <said)" = "$(grep -c '^### ' "$root/docs/reference/checker.md")" ] || fail "--list-rules does not list the rules of docs/reference/checker.md"

echo "-- explain"
for rule in $("$spirv_mmra" check --list-rules | awk '{ print $1 }'); do
    says 0 "^$rule \(.*\): " explain "$rule"
    [ "$(wc -l <said)" -ge 6 ] || fail "explain $rule says little: $(cat said)"
    [ "$(grep -c '^### ' said)" = 0 ] || fail "explain $rule goes on behind its rule"
done
says 0 '^    store i32 42, ptr addrspace\(1\) %p, align 4, !mmra !0$' explain never-available
says 0 '^race \(error\): conflicting accesses are not ordered$' explain race
says 0 '^Cause: two invocations access the same memory' explain race
says 0 '^What to do: put the barrier' explain race
says 0 '^`data race`, `no data race` or' explain race
says 0 '^never-ran \(note\): ' explain never-ran
says 0 '^race  *conflicting accesses are not ordered$' explain
[ "$(wc -l <said)" -gt "$("$spirv_mmra" check --list-rules | wc -l)" ] || fail "explain lists too few"
for finding in $("$spirv_mmra" explain | awk '{ print $1 }'); do
    says 0 . explain "$finding"
    [ "$(wc -l <said)" -ge 3 ] || fail "explain $finding says little: $(cat said)"
done
says 2 "'never-avialable' is no code; did you mean 'never-available'\? spirv-mmra explain lists them$" explain never-avialable

# Whatever name a finding can have, in text, JSON or a log: it is a code, and the log lists all codes in their order.
"$spirv_mmra" explain | awk '{ print $1 }' >codes
{ grep -ohE '(\.rule = |message_found\()"[a-z-]+"' "$root"/translator/command/*.c | grep -oE '"[^"]*"'; printf '"%s"\n' verdict unknown; } | tr -d '"' | sort -u >named
[ "$(wc -l <named)" -ge 8 ] || fail "the sources of the command name few codes: $(cat named)"
sort codes | comm -13 - named >unlisted
[ ! -s unlisted ] || fail "findings have names that are no codes: $(cat unlisted)"
"$spirv_mmra" race good.spv --diagnostics=sarif 2>/dev/null | grep -o '^{"id": "[^"]*"' | cut -d'"' -f4 | diff codes - || fail "the log does not list the codes"

echo "-- did you mean"
says 2 "did you mean 'check'" chekc a.ll
says 2 "did you mean 'litmus'" help litmsu
says 2 'did you mean --explain' good.spv --explian
says 2 'did you mean --llvm' good.spv --lvm=22
says 2 'did you mean --werror' check a.ll --weror
says 2 "unknown option '--frobnicate'; see" good.spv --frobnicate
says 2 'no-such-file: error: No such file' no-such-file

echo "-- one form"
form='^[^ :]+(:[0-9]+:[0-9]+)?: (note|warning|error): '
formed() { # status, arguments: every line on standard error has the form
    local expected=$1 status=0
    shift
    timeout 60 "$spirv_mmra" "$@" >/dev/null 2>said </dev/null || status=$?
    [ "$status" = "$expected" ] || fail "$*: status $status, not $expected: $(head -n 2 said)"
    { [ -s said ] && ! grep -qvE "$form" said; } || fail "$*: not of the form: $(grep -vE "$form" said | sed -n 1,2p)"
}
printf '; SPIR-V\nOpCapability Shader\nOpCapability Nonsense\n' >bad.spvasm
printf 'define void @f() {\n  fence sideways\n}\n' >bad.ll
printf 'Vulkan x\n{ x = 0; }\n P0@sg 0, wg 0, qf 0 ;\n st.sc0.nonsense x, 1 ;\nexists (x == 1)\n' >bad.litmus
head -c 44 good.spv >cut.spv
formed 3 bad.spvasm
says 3 '^bad.spvasm:3:14: error: ' bad.spvasm
formed 3 litmus bad.spvasm
says 3 '^bad.spvasm:3:14: error: ' litmus bad.spvasm
formed 3 check bad.ll
says 3 '^bad.ll:2:9: error: ' check bad.ll
formed 3 litmus bad.ll
formed 3 litmus bad.litmus
says 3 '^bad.litmus:4:1: error: ' litmus bad.litmus
formed 3 cut.spv
formed 3 litmus cut.spv
says 3 '^cut.spv: error: word [0-9]+: ' cut.spv
formed 2 litmus no-such-file
formed 3 litmus "$work"
formed 2 check --rule nothing=off good.ll
formed 2 --llvm 99 good.spv
formed 2 litmus --llvm 99 good.spv
formed 2 good.spv -o nowhere/out.ll
says 2 '^nowhere/out.ll: error: its directory does not exist; make it first$' good.spv -o nowhere/out.ll
formed 2 good.spv --out-dir nowhere/out
says 2 '^spirv-mmra: error: --out-dir nowhere/out: cannot be made: No such file or directory$' good.spv --out-dir nowhere/out
"$spirv_mmra" good.spv --out-dir made && [ -s made/good.ll ] || fail "--out-dir does not make its folder"
says 3 ': word [0-9]+: OpAtomicStore: its memory scope %[0-9]+ has the value 64' "$root/samples/spec-scopes.spvasm" --spec 0=64
formed 0 "$shaders/message-passing-broken.spv"

echo "-- inputs of the wrong kind"
printf '#version 450\nvoid main() {}\n' >a.comp
printf '[numthreads(64, 1, 1)]\nvoid main(uint3 id : SV_DispatchThreadID) {}\n' >a.hlsl
spirv-dis good.spv -o assembly.txt
"$spirv_mmra" good.spv -o good.ll
cp a.comp a.text
says 3 'is GLSL.*-x comp' a.text
cp a.hlsl b.text
says 3 'is HLSL.*-x hlsl' b.text
says 3 'is SPIR-V assembly.*\.spvasm' assembly.txt
says 3 'is LLVM IR.*spirv-mmra check' good.ll
says 3 'is SPIR-V, not LLVM IR' check good.spv
says 3 'not SPIR-V' /dev/zero # endless: refused by its first words
says 3 'is empty' /dev/null
cp a.comp a.spv
says 3 'is GLSL' litmus a.spv
says 3 'is GLSL.*-x comp' litmus a.text
cp good.spv module
says 3 'is a SPIR-V module; give it a name that ends in .spv' litmus module
echo 'not one' >program
says 3 'is no litmus program by its name: that ends in .test, ' litmus program

echo "-- options that would do nothing"
says 2 '--runs takes at least 1' race good.spv --runs 0
says 2 '--max-memory takes at least 1' race good.spv --max-memory 0
says 2 "'4294967296' is not a value for --max-memory" race good.spv --max-memory 4294967296
says 2 '--through needs --translate' litmus good.spv --through cat
says 2 '--show-ir needs --translate or --machine' litmus good.spv --show-ir
says 2 '--suggest is not for --machine' litmus good.spv --suggest --machine gfx1100
says 2 'good.spv: error: is no assembly .* --machine=gfx1100 compiles it' litmus good.spv --mcpu gfx1100
says 2 "'nothing=off' is not a rule.*docs/reference/checker.md" check good.ll --rule nothing=off
says 0 'needs no annotation: give more by --groups or --local' litmus good.spv --suggest --groups 1
for subcommand in "${subcommands[@]}"; do # as the manual page says
    grep -q '^  --color=WHEN' "help.$subcommand" || fail "$subcommand has no --color"
done

echo "-- options and the module"
says 2 'no entry point "nowhere".*; it has "main"' good.spv --entry nowhere
says 4 'entry point "nowhere" \(--entry\), which the module has not; it has "main"$' race good.spv --entry nowhere
says 0 "warning: LLVM 22 has no processor 'gfx9999'" good.spv --mcpu gfx9999
says 0 'warning: the module has no specialization constant 99 ' good.spv --spec 99=1
"$spirv_mmra" good.spv --mcpu gfx1201 2>&1 >/dev/null | grep . && fail "a warning of a processor that is known"
for pair in fiji:gfx803 tahiti:gfx600 hawaii:gfx701; do # another name of the same processor
    one=$("$spirv_mmra" good.spv --abi buffer --mcpu ${pair%:*}) || fail "$pair: not translated"
    other=$("$spirv_mmra" good.spv --abi buffer --mcpu ${pair#*:})
    [ "${one//${pair%:*}/${pair#*:}}" = "$other" ] || fail "$pair: the same processor is translated otherwise"
done
sed -n '/^## 1[.]/,/^## 2[.]/p' "$root/docs/reference/machine.md" >chapter
for processor in $("$spirv_mmra" race --help | grep -o ' gfx[0-9a-f]*'); do
    grep -q "\b${processor# }\b" chapter || fail "machine.md 1 does not name $processor"
done
cat >spec.comp <<'E2'
#version 450
layout(constant_id = 3) const uint n = 4;
layout(constant_id = 4) const bool b = true;
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer B { uint a; };
void main() { if (b) a = n; }
E2
glslangValidator -V --target-env vulkan1.3 spec.comp -o spec.spv >/dev/null
says 0 'warning: the value 0x100000000 of specialization constant 3 .* 32 bits' spec.spv --spec 3=0x100000000
says 0 'warning: the value 0x2 of specialization constant 4 .* 1 bit$' spec.spv --spec 4=2
for value in 3=-1 3=0xFFFFFFFF 4=true 4=0; do
    "$spirv_mmra" spec.spv --spec $value 2>&1 >/dev/null | grep . && fail "--spec $value: a warning of a value that fits"
done

echo "-- a translation's findings speak of the shader"
"$spirv_mmra" "$shaders/message-passing-broken.spv" 2>said >broken.ll
grep -q 'warning: word .*add MakeAvailable to the release' said || fail "no advice in SPIR-V's words: $(cat said)"
! grep -q 'amdgcn-av' said || fail "a translation's findings speak of IR: $(cat said)"
"$spirv_mmra" check broken.ll >said
grep -q 'drop amdgcn-av:none from the release' said || fail "no advice in IR's words: $(cat said)"

echo "-- the version of assembly"
for version in 1.0 1.3 1.5 1.6; do
    printf '; SPIR-V\n; Version: %s\n; Generator: by hand\nOpCapability Shader\nOpMemoryModel Logical Simple\n' "$version" >version.spvasm
    says 3 'no entry point' version.spvasm --no-validate --stats
done
# OpCopyLogical came with 1.4; OpEntryPoint lists all globals from 1.4 on: valid as 1.3, not as 1.6
sed 's/, *gl_GlobalInvocationID//' >interface.spvasm <<'E2'
; SPIR-V
; Version: 1.3
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %Block Block
OpMemberDecorate %Block 0 Offset 0
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%Block = OpTypeStruct %uint
%block_pointer = OpTypePointer StorageBuffer %Block
%uint_pointer = OpTypePointer StorageBuffer %uint
%zero = OpConstant %uint 0
%buffer = OpVariable %block_pointer StorageBuffer
%main = OpFunction %void None %function
%start = OpLabel
%place = OpAccessChain %uint_pointer %buffer %zero
OpStore %place %zero
OpReturn
OpFunctionEnd
E2
says 0 . interface.spvasm
says 3 'interface|Interface' interface.spvasm --target-env spv1.6
grep -v Version interface.spvasm >plain.spvasm
says 3 'interface|Interface' plain.spvasm # for Vulkan 1.3, which is SPIR-V 1.6
says 0 . plain.spvasm --target-env vulkan1.1
says 2 'target-env.*vulkan9' plain.spvasm --target-env vulkan9

echo "-- devices that are full"
if [ -c /dev/full ]; then
    unpack_corpus
    for arguments in --help --version "check --help" "check --list-rules" "litmus --help" "check $corpus/av-value-no.ll" \
        "check --diagnostics=json $corpus/av-value-no.ll" "litmus $tests/litmus/vulkan/barrier.litmus" good.spv; do
        status=0
        # shellcheck disable=SC2086 # several words
        "$spirv_mmra" $arguments >/dev/full 2>said || status=$?
        [ $status = 2 ] || fail "$arguments onto a full device: status $status"
        grep -q 'standard output: error: No space left' said || fail "$arguments onto a full device: $(cat said)"
    done
fi

echo "-- a process that is killed leaves no file"
mkdir killed
exec 3>&2 2>/dev/null # bash tells of the signal
(ulimit -f 1 && exec "$spirv_mmra" --explain "$shaders/message-passing-pointer.spv" -o killed/new.ll) || true # SIGXFSZ
left=$(ls -A killed)
echo old >killed/old.ll
(ulimit -f 1 && exec "$spirv_mmra" --explain "$shaders/message-passing-pointer.spv" -o killed/old.ll) || true
exec 2>&3
[ -z "$left" ] || fail "left behind: $left"
[ "$(ls -A killed)" = old.ll ] && [ "$(cat killed/old.ll)" = old ] || fail "left behind: $(ls -A killed)"

echo "-- results that wait"
# While the first of many is not read yet, as a pipe holds it back, what is said of the others waits in files, not in memory.
mkdir many
mkfifo first.spv
inputs=()
for i in {1..200}; do
    ln -s ../good.spv "many/$i.spv"
    inputs+=("many/$i.spv")
done
mkdir out

"$spirv_mmra" -j 2 --out-dir out --stats first.spv "${inputs[@]}" 2>said &
process=$!
sleep 1
read_so_far=$(awk '/rchar/ { print $2 }' /proc/$process/io)
[ "$read_so_far" -lt $((100 * $(stat -c %s good.spv))) ] || fail "it reads what is not to be shown yet: $read_so_far bytes"
cat good.spv >first.spv
wait $process || fail "many inputs: status $?"
[ "$(find out -name "*.ll" | wc -l)" = 201 ] || fail "not 201 outputs"
finish "messages"
