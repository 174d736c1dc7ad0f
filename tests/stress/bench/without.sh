#!/bin/bash
# The price list tried out: of the litmus modules that the machine runs, each wait, invalidation, write-back and bit of their
# machine code is taken away, one at a time, and the rest runs on the model of each processor. A table in Markdown: of what the list
# calls demanded, for progress and not demanded, how many are missed by some execution; then those that are not as the list says.
# Fails if something is missed that nobody demands, or if less than 95 % of what is demanded is missed, or if nothing is
# demanded. Names what did not end in SMMRA_SECONDS (60), which the table lacks. SMMRA_PROCESSORS names those to try; default: all five.
#
#   tests/stress/bench/without.sh [FILE...]    .spv or .spvasm; default: tests/litmus/spirv
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
options=${SMMRA_OPTIONS:-} # of litmus
if [ $# -eq 0 ]; then set -- "$root"/tests/litmus/spirv/*.spvasm; fi

try() { # FILE: on each processor
    local processor
    for processor in ${SMMRA_PROCESSORS:-gfx90a gfx942 gfx1030 gfx1100 gfx1201}; do
        # shellcheck disable=SC2086 # options are words
        timeout "${SMMRA_SECONDS:-60}" "$build/bin/driver_command" litmus "$1" --machine=$processor --allow=unknown $options 2>/dev/null |
            awk -v where="$(basename "${1%.*}") $processor" '/; without it / { print where ":" $0 }'
        [ "${PIPESTATUS[0]}" != 124 ] || echo "$(basename "${1%.*}") $processor" >>"$work/unfinished"
    done
}
export -f try
export build options work SMMRA_WITHOUT_EACH=1
printf '%s\n' "$@" | xargs -P 2 -n 1 bash -c 'try "$1"' try | sort -s -k2,2 >"$work/tries"
awk '
    { processor = $2; sub(/:$/, "", processor); if (!(processor in all)) order[++n] = processor; all[processor]++
      verdict = /: not demanded; / ? "not" : /: for progress; / ? "progress" : "demanded"
      result = /execution that is wrong/ ? "missed" : /another outcome/ ? "seen" : /too many/ ? "undecided" : "same"
      count[processor, verdict]++; found[processor, verdict, result]++ }
    END {
        print "| processor | demanded | missed | not demanded | missed | seen | for progress | missed | seen | undecided |"
        print "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
        for (k = 1; k <= n; k++) {
            p = order[k]; undecided = 0; split("demanded not progress", names, " ")
            for (v = 1; v <= 3; v++) undecided += found[p, names[v], "undecided"]
            printf "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n", p, count[p, "demanded"], found[p, "demanded", "missed"],
                count[p, "not"], found[p, "not", "missed"], found[p, "not", "seen"],
                count[p, "progress"], found[p, "progress", "missed"], found[p, "progress", "seen"], undecided
            demanded += count[p, "demanded"] - found[p, "demanded", "undecided"]; missed += found[p, "demanded", "missed"]
            wrong += found[p, "not", "missed"] + found[p, "progress", "missed"]
        }
        printf "\nOf %d that are demanded, %d are missed (%.1f %%); of others, %d.\n", demanded, missed, demanded ? 100 * missed / demanded : 0, wrong
        exit wrong || !demanded || missed < 0.95 * demanded
    }' "$work/tries" && status=0 || status=$?
grep -E ': demanded; without it (no|another)|: (not demanded|for progress); without it an exec' "$work/tries" | sed 's/^/    /' || true
if [ -e "$work/unfinished" ]; then
    echo "left out: $(wc -l <"$work/unfinished") runs did not end in ${SMMRA_SECONDS:-60} s: $(sort "$work/unfinished" | paste -sd ';' | sed 's/;/, /g')"
fi
exit $status
