#!/bin/bash
# Input that is no valid SPIR-V: status 3, a message, nothing at the output path; with and without SPIRV-Tools'
# validation, which must not be what keeps the reader safe.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"

cd "$work"
counter=0

# check WHAT FILE [STATUS]
check() {
    local what=$1 file=$2 expected=${3:-3} option status
    for option in --no-validate --explain; do # the second is there to have validation on
        counter=$((counter + 1))
        status=0
        timeout 20 "$spirv_mmra" "$option" "$file" -o out.ll >stdout 2>stderr </dev/null || status=$?
        [[ $status =~ ^($expected)$ ]] || fail "$what ($option): status $status: $(head -n 2 stderr)"
        [ -s stderr ] || fail "$what ($option): no message"
        [ ! -e out.ll ] && [ ! -s stdout ] || fail "$what ($option): wrote something"
        rm -f out.ll
    done
}

# patch FILE: applies Perl code $1 to @w, the words of $2, and writes $3.
patch() {
    perl -0777 -e 'my ($code, $in, $out) = @ARGV; open F, "<", $in or die; binmode F; our @w = unpack("V*", <F>);
        close F; eval $code; die $@ if $@; open F, ">", $out or die; binmode F; print F pack("V*", @w)' "$1" "$2" "$3"
}

sample=$shaders/message-passing-pointer.spv
words=$(($(stat -c %s "$sample") / 4))
# Cut after each word, and some bytes before the end: in one run, which names each, and writes nothing.
mkdir cuts written
for ((length = 0; length < words; length++)); do
    head -c $((4 * length)) "$sample" >"cuts/$length.spv"
done
for extra in 1 2 3; do
    head -c $((4 * words - extra)) "$sample" >"cuts/less-$extra.spv"
done
for option in --no-validate --explain; do
    status=0
    timeout 300 "$spirv_mmra" -j "$jobs" "$option" --out-dir written cuts/*.spv >stdout 2>stderr </dev/null || status=$?
    [ "$status" = 3 ] || fail "cut ($option): status $status: $(head -n 2 stderr)"
    sed -nE 's/^(cuts[^:]*): error: .*/\1/p' stderr | sort -u | diff - <(printf '%s\n' cuts/*.spv | sort) >&2 || fail "cut ($option): not every one is named"
    [ -z "$(ls -A written)" ] && [ ! -s stdout ] || fail "cut ($option): wrote something"
    counter=$((counter + words + 3))
done

patch '$w[0] = 0x07230204' "$sample" x.spv && check "wrong magic" x.spv
patch '$w[0] = 0' "$sample" x.spv && check "no magic" x.spv
patch '$w[1] = 0x00010700' "$sample" x.spv && check "version 1.7" x.spv '3|4'
patch '$w[1] = 0xffffffff' "$sample" x.spv && check "version 255.255" x.spv '3|4'
patch '$w[3] = 0' "$sample" x.spv && check "bound 0" x.spv
patch '$w[3] = 1' "$sample" x.spv && check "bound 1" x.spv
patch '$w[3] = $w[3] - 1' "$sample" x.spv && check "bound too small by one" x.spv
patch '$w[4] = 1' "$sample" x.spv && check "schema 1" x.spv '3|4'
patch '$w[5] = 0' "$sample" x.spv && check "instruction of 0 words" x.spv
patch 'push @w, 0' "$sample" x.spv && check "instruction of 0 words at the end" x.spv
patch 'push @w, 0xffff0000 | 248' "$sample" x.spv && check "instruction that runs past the end" x.spv
patch 'push @w, (1 << 16) | 56' "$sample" x.spv && check "a second OpFunctionEnd" x.spv

# Every word in turn becomes an absurd one: any status from 0 to 4, and never a crash.
for value in 0 0xffffffff 0x7fffffff 0x00010000; do
    for ((place = 5; place < words; place += 3)); do
        patch "\$w[$place] = $value" "$sample" x.spv
        counter=$((counter + 1))
        status=0
        timeout 20 "$spirv_mmra" --no-validate x.spv -o out.ll >stdout 2>stderr </dev/null || status=$?
        [ "$status" -le 4 ] && [ "$status" != 1 ] || fail "word $place = $value: status $status: $(head -n 3 stderr)"
        [ "$status" = 0 ] || [ ! -e out.ll ] || fail "word $place = $value: a file is left"
        rm -f out.ll
    done
done

assemble() { # name; SPIR-V assembly with numeric ids on standard input
    spirv-as --preserve-numeric-ids --target-env spv1.6 -o "$1.spv" -
}
head='OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %1 "main"
OpExecutionMode %1 LocalSize 1 1 1
%2 = OpTypeVoid
%3 = OpTypeFunction %2'
body='%1 = OpFunction %2 None %3
%4 = OpLabel
OpReturn
OpFunctionEnd'
# structures that contain themselves
assemble x <<<"$head
%9 = OpTypeStruct %9
$body" && check "recursive structure" x.spv
assemble x <<<"$head
%9 = OpTypeStruct %10
%10 = OpTypeStruct %9
$body" && check "mutually recursive structures" x.spv
assemble x <<<"$head
%9 = OpTypeVector %9 4
$body" && check "vector of itself" x.spv
# forward references that never come
assemble x <<<"$head
%1 = OpFunction %2 None %3
%4 = OpLabel
OpBranch %77
OpFunctionEnd" && check "branch to nowhere" x.spv
assemble x <<<"$head
%1 = OpFunction %2 None %3
%4 = OpLabel
%5 = OpFunctionCall %2 %77
OpReturn
OpFunctionEnd" && check "call of nothing" x.spv
assemble x <<<"$head
%8 = OpTypePointer Function %77
$body" && check "pointer to nothing" x.spv
assemble x <<<"OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %77 \"main\"
%2 = OpTypeVoid" && check "entry point that is nowhere" x.spv
# one id, two meanings
assemble x <<<"$head
%5 = OpTypeBool
$body" && patch 'for my $i (5 .. $#w) { $w[$i + 1] = 3 if $w[$i] == ((2 << 16) | 20) }' x.spv y.spv &&
    check "id defined twice" y.spv
# absurd counts
assemble x <<<"$head
%8 = OpTypeInt 32 0
%9 = OpTypeVector %8 4294967295
$body" && check "vector of 2^32 - 1 components" x.spv
assemble x <<<"$head
%8 = OpTypeInt 4294967295 0
$body" && check "integer of 2^32 - 1 bits" x.spv
# A function that calls itself is forbidden, and must not make anything run on for ever.
assemble x <<<"$head
%1 = OpFunction %2 None %3
%4 = OpLabel
%5 = OpFunctionCall %2 %1
OpReturn
OpFunctionEnd" && check "recursion" x.spv '3|4'
# A specialization constant that is no number: what is given for it is not measured.
assemble x <<<'OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %1 "main"
OpExecutionMode %1 LocalSize 1 1 1
OpDecorate %9 SpecId 1
%2 = OpTypeVoid
%3 = OpTypeFunction %2
%6 = OpTypeInt 32 0
%7 = OpTypeVector %6 2
%8 = OpConstant %6 1
%9 = OpSpecConstantComposite %7 %8 %8
%1 = OpFunction %2 None %3
%4 = OpLabel
OpReturn
OpFunctionEnd'
"$spirv_mmra" --no-validate --spec 1=7 x.spv -o out.ll 2>stderr || fail "a SpecId of a vector: $(head -2 stderr)"
finish "$counter runs"
