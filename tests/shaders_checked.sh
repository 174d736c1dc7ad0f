#!/bin/bash
# The checker, which looks at every translation, has nothing to say about the shaders and samples, in any profile and
# either reading of GLSL450; but for the sample that is wrong on purpose, of which it names both halves.
set -euo pipefail
. "$(dirname "$0")/common.sh"

# In the numbered profiles the load is an atomic of one thread, for LLVM 22's sake, and only the store is named.
check() { # rules that the wrong sample breaks, options...
    local rules=$1
    shift
    "$spirv_mmra" -j "$jobs" --out-dir "$work" "$@" "$shaders"/*.spv >"$work/messages" 2>&1 || fail "$*: status $?"
    while IFS= read -r message; do
        fail "$*: $message"
    done < <(grep -v '/message-passing-broken\.spv: ' "$work/messages")
    for rule in $rules; do
        [ "$(grep -c "/message-passing-broken\.spv: .*\[$rule\]" "$work/messages")" = 1 ] ||
            fail "$*: message-passing-broken: not $rule"
    done
}

for profile in "${profiles[@]}"; do
    check never-available --llvm "$profile"
done
check "never-available never-visible" --glsl450=strict
finish "$(find "$shaders" -name '*.spv' | wc -l) modules checked in five ways"
