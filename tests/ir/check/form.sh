#!/bin/bash
# What LLVM does not read the checker does not take either: form.txt has pairs of a wrong program and the nearest right one. LLVM 22
# is asked whether they are, so that no pair is a matter of opinion.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../project/common.sh"

head='target triple = "amdgcn-amd-amdhsa"'
body='define void @f(ptr %p, i32 %i, float %x, <2 x i32> %v, i64 %l, <2 x ptr> %q, i1 %c) {
entry:
'
rest='
  ret void
}
declare i32 @g(i32)
declare void @k1(ptr)
declare void @k2(i32)
declare amdgpu_kernel void @kernel()
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare void @llvm.amdgcn.s.barrier()'

cd "$work"
mkdir wrong right
number=0
while IFS='|' read -r rule wrong right; do
    [[ $rule == '#'* ]] && continue
    number=$((number + 1))
    for side in wrong right; do
        text=${!side//\\n/$'\n'}
        [[ $rule == @* ]] && printf '%s\n%s\n' "$head" "$text" >"$side/$number.ll" ||
            printf '%s\n%s%s%s\n' "$head" "$body" "$text" "$rest" >"$side/$number.ll"
    done
    rule=${rule#@}
    echo "${rule% }" >"wrong/$number.rule"
done <"$tests/ir/check/form.txt"

printf '%s\0' wrong/*.ll right/*.ll | xargs -0 -P "$jobs" -n 1 bash -c 'llvm-as-22 -o /dev/null "$0" 2>/dev/null && echo "$0" >>accepted || true'
"$spirv_mmra" check --rule alloca-address-space=off wrong/*.ll right/*.ll >said 2>errors || true
for ((i = 1; i <= number; i++)); do
    grep -qx "wrong/$i.ll" accepted && fail "LLVM reads the wrong $i: $(tail -n +2 "wrong/$i.ll")"
    grep -qx "right/$i.ll" accepted || fail "LLVM does not read the right $i: $(tail -n +2 "right/$i.ll")"
    rule=$(cat "wrong/$i.rule")
    if [ "$rule" = unread ]; then
        grep -qF "wrong/$i.ll" errors || fail "$i is read: $(sed -n '2,4p' "wrong/$i.ll")"
    else
        grep -qF "[$rule]" <(grep -F "wrong/$i.ll:" said) || fail "$i: not $rule: $(sed -n '2,9p' "wrong/$i.ll"): $(grep -hF "wrong/$i.ll" said errors)"
    fi
    grep -hF "right/$i.ll:" said errors >found && grep -qE 'error' found && fail "$i: the right one: $(cat found)"
done
[ "$number" -gt 100 ] || fail "only $number pairs were read"
finish "$number pairs of wrong and right programs"
