#!/bin/bash
# The checker, which looks at every translation, has nothing to say about the shaders and samples, in any profile and
# either reading of GLSL450; but for the sample that is wrong on purpose, which gives exactly its rule: the release that makes
# nothing available and the acquire that makes nothing visible are the two halves of one mistake. The same of the text.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

broken='message-passing-broken\.(spv|ll)[: ]'
judge() { # of $work/messages, CONTEXT...
    while IFS= read -r message; do
        fail "$*: $message"
    done < <(grep -vE "$broken" "$work/messages")
    [ "$(grep -E "$broken" "$work/messages" | grep -oE '\[[a-z-]+\]$')" = '[never-available]' ] ||
        fail "$*: message-passing-broken: not never-available alone"
}

check() { # REVISION OPTIONS...: the revision is that of the text
    local revision=$1
    shift
    rm -f "$work"/*.ll
    "$spirv_mmra" -j "$jobs" --out-dir "$work" "$@" "$shaders"/*.spv >"$work/messages" 2>&1 || fail "$*: status $?"
    judge "$*"
    (cd "$work" && "$spirv_mmra" check --llvm "$revision" ./*.ll) >"$work/messages" 2>&1 || fail "$*: of the text: status $?"
    judge "$*, as text"
}

for profile in "${profiles[@]}"; do
    check "$profile" --llvm "$profile"
done
check 23 --glsl450=strict
# What --coherence=auto writes for LLVM 22 the checker warns of: docs/reference/checker.md.
check 22 --llvm 22 --abi=buffer --mcpu=gfx1100 --coherence=fence
# For gfx10 and gfx11 the text does not show that a store by descriptor is coherent.
check 22 --llvm 22 --abi=driver --mcpu=gfx1201 --coherence=fence
finish "$(find "$shaders" -name '*.spv' | wc -l) modules and their texts checked in seven ways"
