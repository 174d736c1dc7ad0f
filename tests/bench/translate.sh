#!/bin/bash
# The benchmark: large modules as glslang writes them, from 50 KB to 5 MB; seconds, MB/s and peak memory of spirv-mmra,
# and of the tools that are installed beside it, in the same run, in turn. Prints medians, the spread of the runs and the
# ratio to spirv-mmra. Use the release build.
#
#   tests/bench/translate.sh [RUNS]      7 by default
set -euo pipefail
. "$(dirname "$0")/../common.sh"

runs=${1:-7}
bench=$tests/bench
measure=$build/bin/measure
cd "$work"

# statistics FILE BYTES: of lines "seconds kilobytes status", the median, the least and the most seconds, MB/s, peak MB
statistics() {
    if awk '$3 != 0 { bad = 1 } END { exit !bad }' "$1"; then return 1; fi
    sort -n "$1" | awk -v bytes="$2" '{ s[NR] = $1; if ($2 > peak) peak = $2 }
        END { m = (s[int((NR + 1) / 2)] + s[int(NR / 2) + 1]) / 2
              printf "%.4f %.4f %.4f %.1f %.1f\n", m, s[1], s[NR], bytes / m / 1e6, peak / 1024 }'
}

tools=(library unchecked command)
commands_unchecked=("$spirv_mmra" --no-validate --no-check module.spv -o out.ll)
commands_library=("$spirv_mmra" --no-validate module.spv -o out.ll)
commands_command=("$spirv_mmra" module.spv -o out.ll)
if [ -x "$build/bin/validate" ]; then
    tools+=(spirv-val)
    commands_spirv_val=("$build/bin/validate" module.spv)
fi
if command -v spirv-dis >/dev/null; then
    tools+=(spirv-dis)
    commands_spirv_dis=(spirv-dis --raw-id module.spv -o out.spvasm)
fi
if command -v spirv-cross >/dev/null; then
    tools+=(SPIRV-Cross)
    commands_SPIRV_Cross=(spirv-cross --vulkan-semantics module.spv --output out.comp)
fi

medians=()
for functions in 40 400 4000; do
    "$bench/generate.sh" "$functions" >module.comp
    glslangValidator -V --target-env vulkan1.3 module.comp -o module.spv >/dev/null
    bytes=$(stat -c %s module.spv)
    echo "$functions functions, $bytes bytes, $runs runs"
    printf '  %-34s %9s %19s %8s %8s %7s\n' tool 'median s' 'least - most s' MB/s 'peak MB' ratio
    rm -f times.*
    for ((run = 0; run < runs; run++)); do # in turn, so that a busy machine slows all of them
        for tool in "${tools[@]}"; do
            declare -n command=commands_${tool//-/_}
            "$measure" 1 "${command[@]}" >>"times.$tool" 2>/dev/null || true
        done
    done
    base=
    for tool in "${tools[@]}"; do
        case $tool in
        library) label='spirv-mmra --no-validate' ;;
        unchecked) label='spirv-mmra --no-validate --no-check' ;;
        command) label='spirv-mmra, validating' ;;
        spirv-dis) label='spirv-dis --raw-id' ;;
        spirv-val) label='spirv-val, friendly names off' ;;
        *) label=$tool ;;
        esac
        if ! figures=$(statistics "times.$tool" "$bytes"); then
            echo "  $label: failed"
            [ "$tool" != library ] || fail "spirv-mmra failed on $functions functions"
            continue
        fi
        read -r median least most rate peak <<<"$figures"
        [ -n "$base" ] || base=$median
        [ "$tool" != library ] || medians+=("$median $bytes")
        printf '  %-34s %9s %9s - %7s %8s %8s %7s\n' "$label" "$median" "$least" "$most" "$rate" "$peak" \
            "$(awk -v a="$median" -v b="$base" 'BEGIN { printf "%.1f", a / b }')"
    done
done

# Figures for a reader; whether cost is linear is a matter of instructions, and of tests/bench/instructions.sh.
printf '%s\n' "${medians[@]}" | awk '{ t[NR] = $1; b[NR] = $2 }
    END { printf "time per byte at %.1f MB over that at %.2f MB: %.2f\n", b[3] / 1e6, b[2] / 1e6, (t[3] / t[2]) / (b[3] / b[2]) }'
finish "benchmark"
