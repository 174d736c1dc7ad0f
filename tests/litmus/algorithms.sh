#!/bin/bash
# Concurrent algorithms, right and with one bug each: every right one is proven, every bug is found. Run in tests/, with SMMRA_BUILD set.
# With --scale [COMMAND [SECONDS]]: a table of executions, evaluations and seconds of processor time as grids grow, before that by
# another build's command; a program has 60 seconds, or as many as are given. With --write FOLDER: that table's programs.
set -u
. "$(dirname "$0")/expect.sh"
here=$(cd "$(dirname "$0")/algorithms" && pwd)
contended=$(cd "$here/../contended" && pwd) # further locks, a stack and a queue, whose executions are many

# assemble NAME INVOCATIONS OPTION...: an assembly of the algorithm NAME with its headers, whose conditions name the invocations
assemble() {
    local name=$1 invocations=$2 source=$here/$1.comp
    shift 2
    [ -f "$source" ] || source=$contended/$name.comp
    glslangValidator -V --target-env vulkan1.3 -I"$here" "$@" -o "$work/module.spv" "$source" >"$work/log" ||
        { cat "$work/log"; fail "$name: it does not compile"; }
    sed -n 's,^// \(@.*\),; \1,p' "$source" | sed "s/INVOCATIONS/$invocations/; s/QUARTER/$((invocations / 4))/"
    spirv-dis "$work/module.spv" | grep -v '^;'
}

# invocations NAME: those of its own grid
invocations() {
    sed -n 's,^// @Config: ,,p' "$here/$1.comp" "$contended/$1.comp" 2>/dev/null | tr -d ' ' | tr , '*' | { read -r product; echo $((product)); }
}

# row NAME GROUPS LOCAL OPTION...: one line of the table
row() {
    local name=$1 groups=$2 local=$3 line
    shift 3
    assemble "$name" $((groups * local)) "$@" >"$work/$name.spvasm"
    line="| $name | $((groups * local)) in $groups |"
    for command in ${old:+"$old"} "$tool"; do
        { time (ulimit -t "$most"; "$command" litmus "$work/$name.spvasm" --groups "$groups" --local "$local" \
            --subgroup 64 >"$work/out" 2>&1); } 2>"$work/time"
        case $? in
        0) line+=" $(sed -n 's/^  \([0-9]*\) execution.*, \([0-9]*\) evaluation.*/\1 | \2/p' "$work/out") | $(tail -1 "$work/time") |" ;;
        4) line+=" | | refused |" ;;
        137 | 152) line+=" | | more than $most |" ;;
        *) line+=" | | $(grep -o 'unknown: [^:]*' "$work/out" | sed -n 1p) |" ;;
        esac
    done
    echo "$line"
}

scale=(
    'lock-spin 6 1' 'lock-spin 7 1' 'lock-spin 8 1' 'lock-swap 6 1' 'lock-swap 8 1' 'lock-look-first 5 1' 'lock-look-first 8 1'
    'lock-queue 4 1' 'lock-queue 8 1' 'stack-pop 2 1' 'stack-pop 3 1' 'queue-linked 2 1' 'queue-linked 3 1' 'lock-ticket 6 1'
    'lock-ticket 8 1' 'counter 1 8' 'counter 1 9' 'counter 1 32' 'barrier-flags 3 3' 'barrier-counter 3 2' 'barrier-counter 4 2'
    'stack-treiber 2 1' 'stack-treiber 3 1' 'stack-treiber 4 1' 'reduction 1 64 -DLARGE' 'scan 1 64 -DLARGE' 'histogram 1 64'
    'look-back 3 1' 'look-back 4 1' 'ring 8 1' 'ring 16 1'
)
case ${1:-} in
--scale)
    old=${2:-} most=${3:-60} TIMEFORMAT=%U
    for of_table in "${scale[@]}"; do
        read -ra words <<<"$of_table"
        row "${words[@]}"
    done
    exit
    ;;
--write) # FOLDER: writes the table's programs there, as NAME.GROUPS.LOCAL.spvasm
    for of_table in "${scale[@]}"; do
        read -r name groups local options <<<"$of_table"
        assemble "$name" $((groups * local)) $options >"$2/$name.$groups.$local.spvasm"
    done
    exit
    ;;
esac

for source in "$here"/*.comp "$contended"/*.comp; do
    name=$(basename "$source" .comp)
    assemble "$name" "$(invocations "$name")" >"$work/$name.spvasm"
    expect 0 'the condition holds; no data race' "$work/$name.spvasm"
    assemble "$name" "$(invocations "$name")" -DBUG >"$work/$name.spvasm"
    expect 1 'does not hold\|; data race\|deadlock' "$work/$name.spvasm"
done

# The reductions: how often the model is asked, which no machine's speed changes.
# bounded EVALUATIONS NAME GROUPS LOCAL OPTION...
bounded() {
    local most=$1 name=$2 groups=$3 local=$4
    shift 4
    assemble "$name" $((groups * local)) "$@" >"$work/$name.spvasm"
    expect 0 'the condition holds; no data race' "$work/$name.spvasm" --groups "$groups" --local "$local" --subgroup 64
    local asked
    asked=$(sed -n 's/.*, \([0-9]*\) evaluation.*/\1/p' "$work/out")
    [ "${asked:-$((most + 1))}" -le "$most" ] || fail "$name: the model was asked $asked times, rather than $most at most"
}
bounded 1000 lock-spin 8 1
bounded 1000 lock-swap 8 1
bounded 2500 lock-look-first 6 1
bounded 3000 lock-queue 6 1
bounded 700 stack-pop 2 1
bounded 2500 queue-linked 2 1
bounded 100 lock-ticket 8 1
bounded 70 counter 1 32
bounded 40 barrier-flags 3 3
bounded 10 reduction 1 64 -DLARGE
bounded 150 histogram 1 64
bounded 50 look-back 4 1
bounded 100 ring 16 1
bounded 250 stack-treiber 4 1
exit $((failures != 0))
