#!/bin/bash
# Exit statuses, --help and --version, standard input, assembly, both byte orders, many inputs at once.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"

good=$shaders/message-passing-pointer.spv
bad=$work/bad.spv
printf 'not SPIR-V at all' >"$bad"

expect() { # status, what, command...
    local expected=$1 what=$2 status=0
    shift 2
    "$@" >"$work/stdout" 2>"$work/stderr" </dev/null || status=$?
    if [ "$status" != "$expected" ]; then
        fail "$what: status $status, not $expected"
        head -n 5 "$work/stderr" >&2
    fi
}

# A refusal says so on standard error, and writes nothing to standard output or to the output path.
expect_error() { # status, what, pattern, command...
    local expected=$1 what=$2 pattern=$3
    shift 3
    expect "$expected" "$what" "$@"
    grep -qiE -e "$pattern" "$work/stderr" || fail "$what: no message matches '$pattern': $(head -n 3 "$work/stderr")"
    [ ! -s "$work/stdout" ] || fail "$what: wrote to standard output"
    [ ! -e "$work/out.ll" ] || fail "$what: left a file at the output path"
}

assemble() { # name; SPIR-V assembly on standard input; not validated
    spirv-as --target-env spv1.6 -o "$work/$1.spv" -
}

echo "-- usage"
expect 0 "--help" "$spirv_mmra" --help
grep -q -- '--llvm' "$work/stdout" || fail "--help does not name --llvm"
expect 0 "--version" "$spirv_mmra" --version
grep -qE '[0-9]+\.[0-9]+\.[0-9]+' "$work/stdout" || fail "--version prints no version"
expect_error 2 "no input" . "$spirv_mmra"
expect_error 2 "unknown option" '--frobnicate' "$spirv_mmra" --frobnicate "$good"
expect_error 2 "unknown profile" 'profile|--llvm' "$spirv_mmra" --llvm banana "$good" -o "$work/out.ll"
expect_error 2 "option without value" . "$spirv_mmra" "$good" -o
expect_error 2 "-o with two inputs" . "$spirv_mmra" "$good" "$shaders/ring.spv" -o "$work/out.ll"
expect_error 2 "bad --spec" '--spec' "$spirv_mmra" --spec banana "$good" -o "$work/out.ll"
expect_error 2 "bad -j" . "$spirv_mmra" -j 0 "$good" -o "$work/out.ll"
expect_error 2 "no such entry point" 'entry' "$spirv_mmra" --entry nowhere "$good" -o "$work/out.ll"
expect_error 2 "unknown ABI" '--abi.*kernel, buffer' "$spirv_mmra" --abi banana "$good" -o "$work/out.ll"
expect_error 2 "ABI of buffers without a processor" '--mcpu' "$spirv_mmra" --abi=buffer "$good" -o "$work/out.ll"
expect_error 2 "ABI of buffers, other resources" '--mcpu' "$spirv_mmra" --llvm 21 --abi=buffer --mcpu=gfx1250 "$good" -o "$work/out.ll"
expect_error 2 "subgroups of 16" '--wave' "$spirv_mmra" --wave=16 "$good" -o "$work/out.ll"
expect_error 2 "subgroups that the processor has not" 'no subgroups of 32' "$spirv_mmra" --wave=32 --mcpu=gfx942 "$good" -o "$work/out.ll"
expect_error 2 "subgroups of 64 on gfx1250" 'no subgroups of 64' "$spirv_mmra" --wave=64 --mcpu=gfx1250 "$good" -o "$work/out.ll"
expect_error 2 "subgroups of the host" 'amdgcn alone' "$spirv_mmra" --wave=32 --target=host "$good" -o "$work/out.ll"
expect_error 2 "coherent accesses without a processor" '--mcpu' "$spirv_mmra" --coherence=access --llvm=22 "$good" -o "$work/out.ll"
expect_error 2 "coherent accesses on gfx942" 'gfx10 to gfx12' "$spirv_mmra" --coherence=access --llvm=22 --mcpu=gfx942 "$good" -o "$work/out.ll"
expect_error 2 "coherent accesses in a profile of its own" '--llvm 19 to 23' "$spirv_mmra" --coherence=access --llvm=24 --mcpu=gfx1100 "$good" -o "$work/out.ll"
expect_error 2 "tokens on the host" 'amdgcn alone' "$spirv_mmra" --convergence=tokens --target=host "$good" -o "$work/out.ll"
expect 2 "no such file" "$spirv_mmra" "$work/missing.spv" -o "$work/out.ll"
grep -q 'missing.spv' "$work/stderr" || fail "no such file: not named"

echo "-- invalid input: 3"
expect_error 3 "text" 'bad.spv' "$spirv_mmra" "$bad" -o "$work/out.ll"
: >"$work/empty.spv"
expect_error 3 "empty file" 'empty.spv' "$spirv_mmra" "$work/empty.spv" -o "$work/out.ll"
echo 'OpCapability Nonsense' >"$work/bad.spvasm"
expect_error 3 "bad assembly" 'bad.spvasm' "$spirv_mmra" "$work/bad.spvasm" -o "$work/out.ll"
assemble invalid <<'E2'
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%main = OpFunction %uint None %function
%start = OpLabel
OpReturn
OpFunctionEnd
E2
expect_error 3 "module that validation refuses" 'invalid.spv' "$spirv_mmra" "$work/invalid.spv" -o "$work/out.ll"

echo "-- unsupported: 4"
assemble kernel <<'E2'
OpCapability Kernel
OpCapability Addresses
OpMemoryModel Physical64 OpenCL
E2
expect_error 4 "Kernel" 'Kernel' "$spirv_mmra" "$work/kernel.spv" -o "$work/out.ll"
assemble task <<'E2'
OpCapability MeshShadingNV
OpExtension "SPV_NV_mesh_shader"
OpMemoryModel Logical GLSL450
OpEntryPoint TaskNV %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%function = OpTypeFunction %void
%main = OpFunction %void None %function
%start = OpLabel
OpReturn
OpFunctionEnd
E2
expect_error 4 "task shader of an older extension" 'TaskNV' "$spirv_mmra" "$work/task.spv" -o "$work/out.ll"
assemble extension <<'E2'
OpCapability Shader
OpExtension "SPV_XYZ_never_heard_of"
OpMemoryModel Logical GLSL450
E2
expect_error 4 "unknown extension" 'SPV_XYZ_never_heard_of' "$spirv_mmra" "$work/extension.spv" -o "$work/out.ll"
# Capability 65535 does not exist: word 5 is OpCapability, word 6 its operand.
perl -0777 -ne '$_ = substr($_, 0, 20) . pack("V2", 0x00020011, 65535) . substr($_, 20); print' "$good" >"$work/capability.spv"
expect_error 4 "unknown capability" '65535' "$spirv_mmra" "$work/capability.spv" -o "$work/out.ll"

echo "-- input and output"
expect 0 "reference" "$spirv_mmra" "$good" -o "$work/reference.ll"
same() { # what, file
    cmp "$2" "$work/reference.ll" >&2 || fail "$1: not the same translation"
}
"$spirv_mmra" - -o "$work/stdin.ll" <"$good" || fail "standard input: status $?"
same "standard input" "$work/stdin.ll"
"$spirv_mmra" "$good" -o - >"$work/stdout.ll" || fail "standard output: status $?"
same "standard output" "$work/stdout.ll"
"$spirv_mmra" translate "$good" -o "$work/translate.ll" || fail "translate: status $?"
same "translate" "$work/translate.ll"
for program in litmus race; do # modules, and their assembly
    "$spirv_mmra" $program - --groups 2 <"$good" >"$work/answer" 2>&1 || fail "$program: standard input: $(cat "$work/answer")"
    grep -q '^-: no data race' "$work/answer" || fail "$program: standard input: $(cat "$work/answer")"
done
spirv-dis "$good" | "$spirv_mmra" litmus - --groups 2 | grep '^-: no data race' >/dev/null || fail "litmus: assembly on standard input"
perl -0777 -ne 'print pack("N*", unpack("V*", $_))' "$good" >"$work/big-endian.spv"
"$spirv_mmra" "$work/big-endian.spv" -o "$work/big-endian.ll" || fail "big endian: status $?"
same "big endian" "$work/big-endian.ll"
# other subcommands read modules by one reader
head -c 1001 "$good" >"$work/cut.spv"
for command in litmus race report\ -o\ "$work/page" cost\ --mcpu=gfx1100; do
    read -ra words <<<"$command"
    for order in little big; do
        cp "$good" "$work/module.spv"
        [ $order = little ] || cp "$work/big-endian.spv" "$work/module.spv"
        "$spirv_mmra" "${words[@]}" "$work/module.spv" >"$work/said" || fail "${words[0]}, $order endian: status $?"
        [ "${words[0]}" != report ] || cp "$work/page" "$work/said"
        sed 's/, [0-9.]* s$//' "$work/said" >"$work/$order"
    done
    cmp "$work/little" "$work/big" >&2 || fail "${words[0]}: another answer for the other byte order"
    expect_error 3 "${words[0]}, cut off" 'not a whole number of 32-bit words' "$spirv_mmra" "${words[@]}" "$work/cut.spv"
done
spirv-dis --raw-id "$good" -o "$work/text.spvasm"
"$spirv_mmra" "$work/text.spvasm" -o "$work/text.ll" || fail "assembly: status $?"

echo "-- many inputs"
mkdir "$work/one" "$work/two"
expect 3 "one bad of three" "$spirv_mmra" -j 1 --out-dir "$work/one" "$good" "$bad" "$shaders/ring.spv"
expect 3 "one bad of three, two jobs" "$spirv_mmra" -j 2 --out-dir "$work/two" "$good" "$bad" "$shaders/ring.spv"
for directory in one two; do
    [ "$(cd "$work/$directory" && echo *)" = "message-passing-pointer.ll ring.ll" ] ||
        fail "many inputs: $directory holds $(ls "$work/$directory")"
    same "many inputs" "$work/$directory/message-passing-pointer.ll"
done
expect 4 "the worst of several statuses" "$spirv_mmra" --out-dir "$work/one" "$good" "$work/kernel.spv"

echo "-- the memory limit holds for reading"
status=0
timeout 60 "$spirv_mmra" --max-memory 4 - </dev/zero >"$work/stdout" 2>"$work/stderr" || status=$?
[[ $status =~ ^[235]$ ]] && [ -s "$work/stderr" ] || fail "input without end: status $status"
expect 0 "a limit that is enough" "$spirv_mmra" --max-memory 64 "$good" -o "$work/limited.ll"
same "a limit that is enough" "$work/limited.ll"
finish "statuses"
