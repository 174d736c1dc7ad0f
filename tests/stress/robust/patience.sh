#!/bin/bash
# A call asks whether to go on at least once in two million of the processor's instructions, whatever the input: callgrind counts them
# from question to question. (A processor does two to five billion a second: that is at most one millisecond.) Programs that are executed,
# and machine code that is priced, may take ten times as long.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
command -v valgrind >/dev/null || { echo "valgrind is not installed"; exit 77; }

cd "$work"
most=2000000
gap() { # [litmus|race|cost [QUESTIONS]] FILE: the most instructions between two questions
    valgrind --quiet --tool=callgrind --callgrind-out-file=profile --combine-dumps=yes --dump-line=no --toggle-collect=smmra_translate \
        --toggle-collect=smmra_check --toggle-collect=smmra_litmus --toggle-collect=smmra_race --toggle-collect=smmra_cost \
        --dump-before=patience_asked "$build/bin/patience" "$@" >said 2>&1 || fail "$*: $(cat said)"
    grep -a '^totals:' profile | awk 'BEGIN { most = 0 } $2 > most { most = $2 } END { print most, NR }'
    rm -f profile
}
ask() { # WHAT [litmus|race|cost [QUESTIONS]] FILE
    local widest parts
    read -r widest parts < <(gap "${@:2}")
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
# What is executed, run or priced, as the growth of their work is measured.
most=20000000
while read -r name n how; do
    file=x.$(python3 "$tests/stress/bench/exponents.py" --input "${name/_/ }" "$n" x)
    ask "$name $n" "$how" "$file"
done <<'END'
litmus_places 2000 litmus
litmus_labels 2000 litmus
litmus_registers 2000 litmus
litmus_references 2000 litmus
litmus_kernel 1000 litmus
litmus_accesses 100 litmus
race_instructions 1000 race
race_buffers 1000 race
race_loops 1000 race
race_barriers 1000 race
cost_code 2000 cost
cost_labels 2000 cost
cost_waits 1000 cost
END
# A program whose exploration never ends, of many atomics that each invocation has at one location: its first questions.
{
    printf '%s\n' '#version 450' '#pragma use_vulkan_memory_model' '#extension GL_KHR_memory_scope_semantics : enable' \
        'layout(local_size_x = 8) in;' 'layout(set = 0, binding = 0) buffer Data { uint data; };' 'void main() {'
    for ((i = 0; i < 40; i++)); do echo 'atomicAdd(data, 1u);'; done
    echo '}'
} >chain.comp
glslangValidator -V --target-env vulkan1.3 chain.comp -o chain.spv >/dev/null
ask "a chain of 320" litmus 700 chain.spv
finish "questions"
