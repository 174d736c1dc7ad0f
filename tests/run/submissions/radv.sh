#!/bin/bash
# AMD's driver without a card: what it makes of shaders is executed, and leaves the same in memory as their translations
# do on the host, which lavapipe confirms (compare.shaders).
#
#   radv.sh [--all]    --all: every compute shader; unequal.txt says which may differ, and why
#
# Shaders of images run in a queue that cannot draw: the driver copies images by dispatches there.
# The newest driver runs where its packages are unpacked (tests/project/newest.sh), on gfx1201 too; else the installed one.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
here=$tests/run/submissions
export SMMRA_BUILD=$build
processors=("${SMMRA_SUBMISSION_PROCESSOR:-gfx1100}")
if [ -z "${SMMRA_SUBMISSION_PROCESSOR-}" ] && [ "${SMMRA_RADV-newest}" = newest ] &&
    ls "${SMMRA_NEWEST:-$root/build/newest/tree}"/usr/lib/*/libamdgpu_noop_drm_shim.so >/dev/null 2>&1; then
    processors=(gfx1100 gfx1201)
fi

# One process for several shaders, none beside it: processes that the comparer starts would share the shim's memory.
compare() { # REPORT SHADER...
    local report=$1 queue=()
    shift
    case $1 in */image-*) queue=(--compute-queue) ;; esac
    "$here/with_radv.sh" "$build/bin/compare" -j 1 --settings="$tests/run/compare/settings.txt" --integers=wide --report \
        "${queue[@]}" "$@" >"$report" 2>"$report.messages"
}

some() { # SHADER...
    local name names=() processor status
    for name in "$@"; do
        names+=("$shaders/$name.spv")
    done
    for processor in "${processors[@]}"; do
        status=0
        SMMRA_SUBMISSION_PROCESSOR=$processor compare "$work/report" "${names[@]}" || status=$?
        if [ "$status" = 77 ]; then
            cat "$work/report.messages" >&2
            exit 77
        fi
        grep -v '^equal ' "$work/report" | cat >&2
        [ "$status" = 0 ] || fail "$processor: status $status: $(tail -5 "$work/report.messages")"
        [ "$(grep -c '^equal ' "$work/report")" = "${#names[@]}" ] || fail "$processor: not all of ${#names[@]} are equal"
    done
    count=$((count + ${#names[@]}))
}

every() {
    local file name equal=0 count=0 known=0
    mkdir "$work/reports"
    export -f compare
    export here build tests work
    find "$shaders" -name '*.spv' -print0 | xargs -0 -P "$jobs" -I{} bash -c 'compare "$work/reports/$(basename {} .spv)" {} || true'
    for file in "$work"/reports/*.messages; do
        name=$(basename "$file" .messages)
        count=$((count + 1))
        if grep -q '^equal ' "$work/reports/$name"; then
            equal=$((equal + 1))
        elif grep -q "^$name " "$here/unequal.txt"; then
            known=$((known + 1))
        else
            fail "$(sed -n 1p "$work/reports/$name"): $(grep -m 1 'not executed' "$file" || true)"
        fi
    done
    [ "$count" -gt 100 ] || fail "only $count shaders"
    finish "executed what AMD's driver makes of $count shaders: $equal are equal, $known differ as unequal.txt says"
}

if [ "${1-}" = --all ]; then
    every
else
    count=0
    some atomic-add-buffer atomic-compare-exchange-loop atomic-max-shared array-length barriers-either-side coherent-buffer \
        flow-loops flow-switch histogram integer-64 integer-arithmetic matrix-products push-constant reduction seqlock \
        shared-prefix-sum subgroup-numbers subgroup-reduce-integers ticket-lock type-float16 type-int8 two-barriers vector-shuffle \
        widths-coordinates
    some image-array image-atomic-add image-atomic-buffer image-fetch-1d-3d image-fetch-arrays image-format-unorm image-gather-2d \
        image-load-half image-multisampled image-read-write-2d-array image-read-write-64 image-read-write-cube image-sample-compare-separate \
        image-sample-grad-2d image-sample-lod-3d image-sample-lod-cube image-sample-unnormalized image-sample-with-border \
        image-sample-with-mirror image-size-storage image-store-alike
    finish "executed what AMD's driver makes of $count shaders, on ${processors[*]}"
fi
