#!/bin/bash
# What annotations buy with a compiler that reads them (docs/evidence/what-annotations-buy.md): shaders in profile 23, compiled by LLVM 23's
# opt -O2 and llc -O3, with all annotations, without those of each prefix, and without any. A row for each processor: sums over the
# shaders of waits that name counters of vector memory + invalidations and write-backs; then other waits, which are for scalar loads
# and LDS. With SMMRA_ROWS=1 also a row for each shader. Needs tests/project/newest.sh.
#
#   tests/stress/bench/annotations.sh [FILE...]    .comp, .spvasm or .spv; default: samples
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
command -v llc-23 >/dev/null || { echo "annotations.sh: no LLVM 23: tests/project/newest.sh makes it" >&2; exit 1; }
if [ $# -eq 0 ]; then set -- "$root"/samples/*.comp "$root"/samples/*.spvasm; fi

count() { # of machine code on standard input: waits for vector memory, caches, other waits
    awk '/^\t\.section\t\.rodata/ { data = 1 } /^\t\.text/ { data = 0 }
        data || !/^\t[a-z]/ { next }
        /^\t(s_waitcnt[ \t].*vmcnt|s_waitcnt_(vscnt|vmcnt)|s_wait_(load|store|sample|bvh)cnt)/ { vector++; next }
        /^\t(s_waitcnt(_[a-z]*cnt)?[ \t]|s_wait_[a-z_]*cnt)/ { other++ }
        /^\t(buffer_(inv|invl2|wbl2|wbinvl1|gl[01]_inv)|global_(inv|wb))/ { caches++ }
        END { print vector + 0, caches + 0, other + 0 }'
}
row() { # FILE: "NAME PROCESSOR WAY VECTOR CACHES OTHER"
    local module name processor way left_out
    module=$(mktemp "$work/module.XXXXXX")
    name=$(basename "${1%.*}")
    case $1 in
    *.comp) glslangValidator -V --target-env vulkan1.3 "$1" -o "$module" >/dev/null ;;
    *.spvasm) spirv-as --target-env vulkan1.3 "$1" -o "$module" ;;
    *) cp "$1" "$module" ;;
    esac
    "$spirv_mmra" -q --no-check --llvm 23 "$module" -o "$module.ll" 2>/dev/null || return 0
    for processor in gfx942 gfx1030 gfx1100 gfx1201; do
        for way in all:- no-nonprivate:vulkan no-av:amdgcn-av no-as:amdgpu-synchronize-as none:'vulkan|amdgcn-av|amdgpu-synchronize-as'; do
            left_out=${way#*:}
            sed -E "s/!\"($left_out)\"/!\"left-out\"/" "$module.ll" |
                opt-23 -O2 -mtriple=amdgcn-amd-amdhsa -mcpu=$processor 2>/dev/null |
                llc-23 -O3 -mtriple=amdgcn-amd-amdhsa -mcpu=$processor -o - 2>/dev/null | count | sed "s/^/$name $processor ${way%%:*} /"
        done
    done
}
export -f count row
export work spirv_mmra
printf '%s\0' "$@" | xargs -0 -P "$jobs" -n 1 bash -c 'row "$1"' row >"$work/rows"
awk -v rows="${SMMRA_ROWS-}" '
    function cells(name,  text, w) {
        for (w = 1; w <= n; w++) text = text " " vector[name, way[w]] + 0 " + " caches[name, way[w]] + 0 "; " other[name, way[w]] + 0 " |"
        return text
    }
    function note(name) { vector[name, $3] += $4; caches[name, $3] += $5; other[name, $3] += $6 }
    BEGIN { n = split("all no-nonprivate no-av no-as none", way); split("gfx942 gfx1030 gfx1100 gfx1201", processors) }
    { note($2); note($1 ", " $2); names[$1 ", " $2] }
    END {
        print "| | all | without vulkan | without amdgcn-av | without amdgpu-synchronize-as | none |\n| --- | --- | --- | --- | --- | --- |"
        for (p = 1; p <= 4; p++) print "| " processors[p] " |" cells(processors[p])
        for (name in names) if (rows) print "| " name " |" cells(name) | "sort"
    }' "$work/rows"
