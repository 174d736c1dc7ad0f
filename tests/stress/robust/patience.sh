#!/bin/bash
# A call asks whether to go on at least once in two million of the processor's instructions, whatever the input: callgrind counts them
# from question to question. (A processor does two to five billion a second: that is at most one millisecond.)
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
command -v valgrind >/dev/null || { echo "valgrind is not installed"; exit 77; }

cd "$work"
most=2000000
gap() { # FILE: the most instructions between two questions
    valgrind --quiet --tool=callgrind --callgrind-out-file=profile --combine-dumps=yes --dump-line=no --toggle-collect=smmra_translate \
        --toggle-collect=smmra_check --dump-before=patience_asked "$build/bin/patience" "$1" >said 2>&1 || fail "$1: $(cat said)"
    grep -a '^totals:' profile | awk 'BEGIN { most = 0 } $2 > most { most = $2 } END { print most, NR }'
    rm -f profile
}
ask() { # WHAT FILE
    local widest parts
    read -r widest parts < <(gap "$2")
    echo "$1: $widest instructions at most between two questions, of which there were $parts;$(cat said)"
    [ "$parts" -gt 5 ] || fail "$1: the questions are not seen"
    [ "$widest" -le "$most" ] || fail "$1: $widest instructions without a question"
}

"$tests/stress/bench/generate.sh" 60 >large.comp
glslangValidator -V --target-env vulkan1.3 large.comp -o large.spv >/dev/null
ask "a large shader" large.spv
while read -r kind n; do
    perl "$tests/command/hostile.pl" "$kind" "$n" | spirv-as --target-env spv1.3 - -o x.spv
    ask "$kind $n" x.spv
done <<'END'
entries 2000
zeroing 2000
sizes 300
constants 500
parts 2000
nested 2000
switch 1000
calls 1000
names 100
fences 3000
literals 30000
unsorted 5000
END
finish "questions"
