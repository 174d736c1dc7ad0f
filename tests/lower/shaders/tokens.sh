#!/bin/bash
# With --convergence=tokens LLVM 22's llc, which verifies, accepts every shader and sample with tokens for one target, as it is and after
# opt -O2, and for two further targets after opt -O2 alone. --all: as it is for these too.
set -euo pipefail
export all=${1-}
. "$(dirname "$0")/../../project/common.sh"
ulimit -c 0
export LLVM_DISABLE_SYMBOLIZATION=1

with_tokens() { # target
    grep -lZ convergencectrl "$work/$1"/*.ll
}

compile() { # target, one .ll file
    if [ -n "$all" ] || [ "$1" = gfx1100 ]; then llc-22 -mcpu="$1" -filetype=null "$2" || return; fi
    opt-22 -O2 -mcpu="$1" "$2" -o "$2.bc" && llc-22 -mcpu="$1" -filetype=null "$2.bc"
}
export -f compile

modules() { # target: gfx942 cannot sample
    printf '%s\0' "$shaders"/*.spv | if [ "$1" = gfx942 ]; then grep -zv '/image-'; else cat; fi
}

for target in "${targets[@]}"; do
    mkdir "$work/$target"
    modules "$target" | xargs -0 "$spirv_mmra" -j "$jobs" --llvm 22 --convergence=tokens --mcpu="$target" \
        --out-dir "$work/$target" 2>"$work/messages" || fail "$target: translation"
    with_tokens "$target" | each bash -c 'compile "$@"' compile "$target" >"$work/messages"
    count_failures "$work/messages"
done
mkdir "$work/document"
modules gfx942 | xargs -0 "$spirv_mmra" -j "$jobs" --convergence=tokens --mcpu=gfx942 --out-dir "$work/document" \
    2>"$work/messages" || fail "document: translation"
with_tokens document | each opt-22 -passes=verify -disable-output >"$work/messages"
count_failures "$work/messages"
count=$(with_tokens gfx942 | tr -dc '\0' | wc -c)
[ "$count" -gt 90 ] || fail "only $count translations with tokens: this test looks at little"
finish "$count translations with tokens of $(find "$shaders" -name '*.spv' | wc -l), for each target"
