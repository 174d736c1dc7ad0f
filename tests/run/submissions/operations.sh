#!/bin/bash
# ggml's operations on AMD's driver without a card: test-backend-ops of llama.cpp compares each with ggml's own on the processor.
#
#   operations.sh [--seconds=N] [OPERATION...]    by hand; N: of processor time for each, else 900
#
# A line for each operation: cases that are equal, that differ, that the backend lacks, and why it did not end. Debian's unstable
# has the program (llama.cpp-tests, libggml0-backend-vulkan). Variables are those of with_radv.sh.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
seconds=900
case ${1-} in --seconds=*) seconds=${1#*=} && shift ;; esac
# EXPM1 of halves differs by up to 1.6e-7 where 1e-7 is allowed (docs/evidence/submissions.md).
known=" EXPM1 "

program=$(find /usr/libexec -name test-backend-ops -path '*/ggml/*' 2>/dev/null | sed -n 1p)
if [ -z "$program" ]; then
    echo "NO TEST-BACKEND-OPS: NOTHING WAS EXECUTED. Debian's llama.cpp-tests has it." >&2
    exit 77
fi
operations=("$@")
[ $# -gt 0 ] || mapfile -t operations < <("$program" --list-ops 2>/dev/null | sed -n 's/^ *\([A-Z][A-Z0-9_]*\)$/\1/p')

cases() { # PATTERN: how many lines of cases end so
    grep -c "): .*$1" "$work/said" || true
}

equal=0 ended=0
for operation in "${operations[@]}"; do
    status=0
    (
        ulimit -t "$seconds"
        SMMRA_BUILD=$build exec "$tests/run/submissions/with_radv.sh" "$program" test -b Vulkan0 -o "$operation"
    ) >"$work/said" 2>"$work/messages" || status=$?
    if [ "$status" = 77 ]; then
        cat "$work/messages" >&2
        exit 77
    fi
    why=$(sed -n 's/.*submission_preload: not executed: //p' "$work/messages" | sed -n 1p)
    [ "$status" -le 128 ] || why=${why:-ended by signal $((status - 128))}
    same=$(cases OK) differ=$(cases FAIL)
    printf '%-20s %5s equal %5s differ %5s not supported %s\n' "$operation" "$same" "$differ" "$(cases 'not supported')" "$why"
    equal=$((equal + same)) ended=$((ended + (status <= 1 ? 1 : 0)))
    [ "$((same + differ)) $status" != "0 0" ] || grep -q 'not supported' "$work/said" || fail "$operation: it has no cases"
    [ "$differ" = 0 ] || [[ $known == *" $operation "* ]] || fail "$operation: $differ cases differ"
done
finish "executed ggml's operations on AMD's driver: $ended of ${#operations[@]} ended, $equal cases are equal"
