#!/bin/bash
# The sums of docs/evidence/waits-by-shader.md: what synchronization costs in machine code, of each sample and own shader that has any:
# waits + invalidations and write-backs, ours without --mcpu, ours with it, and Mesa's RADV on gfx1030 and gfx1100, where it is
# installed. Ours is compiled by opt -O2 and llc -O3. RADV's waves have 64 invocations, and its atomics never leave the device: so that
# both do the same, ours are asked for as well (--wave=64, --memory=device; SMMRA_WAVE=0: the processor's own). Its descriptors lie
# where a register points to: ours among the arguments (--descriptors-by-value; SMMRA_POINTERS=1: not so). Then sums, also of arguments
# that point to descriptors, how many of the waits are for stores, which data never asks for, and in how many shaders ours costs no
# more. Nothing fails.
#
#   tests/stress/bench/costs.sh [FILE...]    .comp, .spvasm or .spv; default: samples and own shaders
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
export SMMRA_BUILD=$build
wave=${SMMRA_WAVE:-64}
processors='gfx1030 gfx1100 gfx942 gfx1201'
algorithms=$root/tests/litmus/algorithms
by_value=--descriptors-by-value
[ "${SMMRA_POINTERS-}" != 1 ] || by_value=
export by_value root build spirv_mmra wave processors algorithms work

# Waits of the memory's counters alone: s_waitcnt_depctr is for the arithmetic units.
count() { # of machine code on standard input: "waits + caches; waits for stores"
    awk '/^\t\.section\t\.rodata/ { data = 1 } /^\t\.text/ { data = 0 }
        data || !/^\t[a-z]/ { next }
        /^\t(s_waitcnt(_[a-z]*cnt)?[ \t]|s_wait_[a-z_]*cnt)/ { waits++ }
        /^\t(s_waitcnt_vscnt|s_wait_storecnt)/ { stores++ }
        /^\t(buffer_(inv|invl2|wbl2|wbinvl1|gl[01]_inv)|global_(inv|wb))/ { caches++ }
        END { print waits + 0 " + " caches + 0 "; " stores + 0 }'
}
ours() { # module processor OPTION...
    local module=$1 processor=$2 size=()
    shift 2
    [ "$wave" = 0 ] || size=(--wave="$wave")
    "$spirv_mmra" --no-check --no-validate --llvm 22 --memory=device "${size[@]}" "$@" "$module" -o - 2>/dev/null |
        opt-22 -O2 -mtriple=amdgcn-amd-amdhsa -mcpu="$processor" 2>/dev/null |
        llc-22 -O3 -mtriple=amdgcn-amd-amdhsa -mcpu="$processor" -o - 2>/dev/null | count
}
radv() { # module processor
    local said
    said=$("$root/tests/run/machine_model/radv" "$2" <"$1" 2>&1) || { echo -; return; }
    awk '/^disasm:/ { on = 1 } on' <<<"$said" | count
}
module_of() { # FILE MODULE
    case $1 in
    *.comp) glslangValidator -V --target-env vulkan1.3 -I"$algorithms" "$1" -o "$2" >/dev/null ;;
    *.spvasm) spirv-as --preserve-numeric-ids --target-env vulkan1.3 "$1" -o "$2" ;;
    *) cp "$1" "$2" ;;
    esac
}
synchronizes() {
    spirv-dis --raw-id "$1" 2>/dev/null >"$1.text"
    grep -q 'OpEntryPoint GLCompute' "$1.text" &&
        grep -qE 'Op(ControlBarrier|MemoryBarrier|Atomic|ImageTexelPointer)|MakePointer(Available|Visible)|MakeTexel' "$1.text"
}
name_of() { # FILE: by its folder, if it is neither a sample nor one of the shaders of all kinds
    local folder
    folder=$(basename "$(dirname "$1")")
    case $folder in
    samples | shaders) ;;
    spirv) printf litmus/ ;;
    *) printf '%s/' "$folder" ;;
    esac
    basename "${1%.*}"
}
rows() { # FILE
    local module name processor before after pointers
    module=$(mktemp "$work/module.XXXXXX")
    name=$(name_of "$1")
    { module_of "$1" "$module" && synchronizes "$module"; } 2>/dev/null || return 0
    for processor in $processors; do
        before=$(ours "$module" "$processor") || continue
        pointers=$(ours "$module" "$processor" --mcpu="$processor") || continue
        after=$(ours "$module" "$processor" --mcpu="$processor" ${by_value:+"$by_value"}) || continue
        echo "| $name | $processor | $before | $after | $(radv "$module" "$processor") | $pointers |"
    done
    rm -f "$module" "$module.text"
}
export -f count ours radv module_of synchronizes name_of rows

if [ $# -eq 0 ]; then
    set -- "$root"/samples/*.comp "$root"/samples/*.spvasm "$root"/tests/litmus/spirv/*.spvasm "$algorithms"/*.comp \
        "$root"/tests/run/machine_model/{cases,waves}/*.comp
    for shader in "$build"/tests/shaders/*.spv; do
        name=$(basename "${shader%.spv}")
        [ -f "$root/samples/$name.comp" ] || [ -f "$root/samples/$name.spvasm" ] || set -- "$@" "$shader"
    done
fi
printf '%s\0' "$@" | xargs -0 -P "$jobs" -n 1 bash -c 'set -o pipefail; rows "$1"' one | sort -t '|' -k2,2 -s >"$work/table"

# One row for each shader: its processors side by side, before, after and RADV.
awk -F ' *[|] *' '
    function cell(text) { sub(/;.*/, "", text); return text }
    function sum(text,  parts) { split(text, parts, /[+;]/); return parts[1] + parts[2] }
    function stores(text,  parts) { split(text, parts, ";"); return parts[2] + 0 }
    { if (!($2 in seen)) names[++n] = $2; seen[$2] = 1
      text[$2, $3] = cell($4) ", " cell($5) ($6 == "-" ? "" : ", " cell($6))
      count[$3]++; before[$3] += sum($4); after[$3] += sum($5); waiting[$3] += stores($5); pointers[$3] += sum($7) }
    $6 != "-" && sum($6) { there[$3]++; good_pointers[$3] += sum($7) <= sum($6); mine[$3] += sum($5); theirs[$3] += sum($6); good[$3] += sum($5) <= sum($6)
      mine_stores[$3] += stores($5); their_stores[$3] += stores($6); good_stores[$3] += stores($5) <= stores($6) }
    END {
        k = split("gfx1030 gfx1100 gfx942 gfx1201", p, " ")
        print "| shader | gfx1030 | gfx1100 | gfx942 | gfx1201 |\n| --- | --- | --- | --- | --- |"
        for (i = 1; i <= n; i++) {
            row = "| " names[i]
            for (j = 1; j <= k; j++) row = row " | " ((names[i], p[j]) in text ? text[names[i], p[j]] : "-")
            print row " |"
        }
        print "\n| | shaders | before | after | beside RADV | ours | RADV | ours no more in | waits for stores, ours | RADV | ours no more in |"
        print "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
        for (j = 1; j <= k; j++) {
            q = p[j]
            if (!there[q]) { printf "| %s | %d | %d | %d | - | - | - | - | %d | - | - |\n", q, count[q], before[q], after[q], waiting[q]; continue }
            printf "| %s | %d | %d | %d | %d | %d | %d | %d (%.0f %%) | %d | %d | %d (%.0f %%) |\n", q, count[q], before[q], after[q],
                there[q], mine[q], theirs[q], good[q], 100 * good[q] / there[q],
                mine_stores[q], their_stores[q], good_stores[q], 100 * good_stores[q] / there[q]
        }
        for (j = 1; j <= k; j++)
            printf "%s%s: descriptors behind pointers %d%s", (j > 1 ? "; " : "\n"), p[j], pointers[p[j]],
                (there[p[j]] ? sprintf(", no more than RADV in %d", good_pointers[p[j]]) : "")
        print ""
    }' "$work/table"
