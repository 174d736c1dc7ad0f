#!/bin/bash
# What asks in few words for much IR: it is translated at a cost in proportion to its words, or refused by the name of what grew.
# Memory stays within the bound that the public header states, and the text within that; the instructions of the translator, which
# callgrind counts, do not grow faster than the words do.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"

cd "$work"
measure=$build/bin/measure
process=24000 # kilobytes that the process itself takes

make() { # KIND N: x.spv
    local version=spv1.3
    [ "$1" != array ] || version=spv1.4 # OpCopyLogical
    perl "$tests/command/hostile.pl" "$1" "$2" | spirv-as --target-env $version - -o x.spv
}

within() { # KIND N STATUS [WHAT THE MESSAGE NAMES]
    local kind=$1 n=$2 expected=$3 names=${4:-} words kilobytes status option bytes
    make "$kind" "$n"
    words=$(($(stat -c %s x.spv) / 4))
    for option in --no-check --explain --llvm=22 --convergence=tokens; do
        rm -f out.ll
        read -r _ kilobytes status _ < <("$measure" 1 "$spirv_mmra" --no-validate $option x.spv -o out.ll 2>stderr)
        bytes=$(stat -c %s out.ll 2>/dev/null || echo 0)
        [ "$status" = "$expected" ] || fail "$kind $n ($option): status $status: $(head -n 2 stderr)"
        [ "$status" = 0 ] || grep -q -- "$names" stderr || fail "$kind $n ($option): the message names no $names: $(cat stderr)"
        [ "$kilobytes" -le $((65536 + words + process)) ] || fail "$kind $n ($option): $kilobytes KB for $words words"
        [ "$bytes" -le $((67108864 + 1024 * words)) ] || fail "$kind $n ($option): $bytes bytes of IR for $words words"
        echo "$kind $n ($option): $words words, $bytes bytes of IR, $kilobytes KB, status $status"
    done
}

instructions() { # of translating x.spv
    valgrind --tool=callgrind --callgrind-out-file=profile --toggle-collect=smmra_translate "$spirv_mmra" --no-validate --explain \
        --llvm=22 x.spv -o out.ll 2>&1 | sed -nE 's/.*Collected : ([0-9]+).*/\1/p'
}

linear() { # KIND N: twice as much costs at most 2.4 times as many instructions for twice the words
    local before after small
    make "$1" "$2"
    before=$(instructions) small=$(stat -c %s x.spv)
    make "$1" $((2 * $2))
    after=$(instructions)
    awk -v kind="$1" -v n="$2" -v a="$before" -v b="$after" -v x="$small" -v y="$(stat -c %s x.spv)" 'BEGIN {
        ratio = (b / a) / (y / x); printf "%s %d: %d instructions; twice as much: %.2f times as many for each word\n", kind, n, a, ratio
        exit ratio > 1.2 }' || fail "$1: the cost grows faster than the words"
}

keyless() { # KIND N: every process has a key of its own for its hashes, and all write the same
    local i
    make "$1" "$2"
    for i in 1 2 3 4; do
        "$spirv_mmra" --no-validate --explain --llvm=22 x.spv -o "out$i.ll"
        cmp out1.ll "out$i.ll" || fail "$1 $2: the output depends on the key"
    done
}

within array 1000 4 OpCopyLogical
within booleans 100 0
within entries 3000 0
within zeroing 1500 0
within sizes 1500 4 'Op\(Variable\|Function\)' # where memory ends by the way
within builtins 2000 4 OpVariable
within collisions 8000 0
within constants 5000 4 OpCompositeInsert
within parts 5000 0
within nested 3000 4 OpCompositeExtract
within switch 4000 4 OpPhi
within calls 4000 4 OpFunctionCall
within names 600 0
within names 4000 4 'the text of the translation'
within fences 5000 0
within literals 4000 0
within unsorted 4000 0
within empties 1000 4 OpVariable
within doubled 60 4 OpVariable
within interpolated 60 4 OpVariable
within chained 20000 4 'access chains'
within files 2000 0
linear booleans 60
linear entries 1000
linear parts 1000
linear fences 1000
linear literals 1000
linear unsorted 1000
linear zeroing 1000
linear collisions 2000
linear files 500
keyless collisions 4000
keyless names 20
finish "bounds"
