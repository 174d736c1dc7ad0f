#!/bin/bash
# Bytes of machine code and waits of what --abi=driver writes, beside those of the newest RADV (ACO), for compute modules: after LLVM 22's
# `opt -O2`, and after passes like those of RADV's own LLVM path. A table, then the geometric means. SMMRA_PROCESSORS: gfx1100 gfx1201.
# Nothing fails; 77 where the newest RADV is not there (tests/project/newest.sh).
#
#   tests/stress/bench/driver_sizes.sh FILE.spv...
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
export SMMRA_BUILD=$build SMMRA_RADV=newest RADV_DEBUG=shaders,shaderstats,nocache
small='always-inline,function(sroa,loop-mssa(licm),simplifycfg,early-cse<memssa>,instcombine<no-verify-fixpoint>,gvn,simplifycfg,dce),globaldce'

theirs() { # module processor: bytes, waits
    "$root/tests/run/machine_model/radv" "$2" <"$1" >"$work/radv" 2>"$work/reason" || return
    awk '/^Code size: / { bytes = $3 } /^disasm:/ { waits = 0 } /^\ts_wait/ { waits++ } END { print bytes + 0, waits + 0 }' "$work/radv"
}
ours() { # passes: bytes, waits
    opt-22 -passes="$1" "$work/in.ll" -o "$work/in.bc" && llc-22 "$work/in.bc" -o "$work/in.s" && llc-22 "$work/in.bc" -filetype=obj -o "$work/in.o" || return
    echo "$((16#$(nm -S "$work/in.o" | awk '/ [Tt] / { print $2; exit }'))) $(grep -c $'^\ts_wait' "$work/in.s" || true)"
}

printf '| module | processor | RADV: bytes, waits | -O2 | RADV'"'"'s passes |\n| --- | --- | --- | --- | --- |\n'
for module; do
    for processor in ${SMMRA_PROCESSORS:-gfx1100 gfx1201}; do
        status=0
        their=$(theirs "$module" "$processor") || status=$?
        [ $status != 77 ] || { echo "SKIPPED: $(cat "$work/reason")" >&2; exit 77; }
        "$spirv_mmra" --no-validate --no-check --abi=driver --llvm 22 --mcpu="$processor" "$module" -o "$work/in.ll" 2>/dev/null &&
            whole=$(ours 'default<O2>') && few=$(ours "$small") && [ "${their% *}" != 0 ] ||
            { echo "driver_sizes.sh: left out: $(basename "$module"), $processor" >&2; continue; }
        echo "| $(basename "${module%.spv}") | $processor | ${their/ /, } | ${whole/ /, } | ${few/ /, } |"
    done
done | tee "$work/table"
awk -F'[|,] *' '{ n[$3]++; o[$3] += log($6 / $4); s[$3] += log($8 / $4); a[$3] += $5; b[$3] += $7; c[$3] += $9 }
    END { for (p in n) printf "%s: %d modules, %.2f of RADV with -O2, %.2f with RADV'"'"'s passes; waits %d, %d, %d\n", p, n[p], exp(o[p] / n[p]), exp(s[p] / n[p]), a[p], b[p], c[p] }' "$work/table"
