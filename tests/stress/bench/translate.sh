#!/bin/bash
# The benchmark: large modules as glslang writes them, from 50 KB to 5 MB; processor time (the kernel's included), MB/s of it,
# elapsed time and peak memory of spirv-mmra, and of the tools that are installed beside it, in the same run, in turn. Prints
# medians, the spread of the runs and the ratio to spirv-mmra. llvm-spirv reads kernels: its input is a like one of its own,
# and its ratio is that of the time for each byte. Use the release build.
#
#   tests/stress/bench/translate.sh [RUNS]      7 by default
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

runs=${1:-7}
bench=$tests/stress/bench
measure=$build/bin/measure
cd "$work"

# statistics FILE BYTES: of lines "seconds kilobytes status processor-seconds", the median, the least and the most processor
# time, the median elapsed time, MB/s, peak MB
statistics() {
    if awk '$3 != 0 { bad = 1 } END { exit !bad }' "$1"; then return 1; fi
    local elapsed
    elapsed=$(sort -n "$1" | awk '{ s[NR] = $1 } END { print (s[int((NR + 1) / 2)] + s[int(NR / 2) + 1]) / 2 }')
    sort -n -k4 "$1" | awk -v bytes="$2" -v elapsed="$elapsed" '{ s[NR] = $4; if ($2 > peak) peak = $2 }
        END { m = (s[int((NR + 1) / 2)] + s[int(NR / 2) + 1]) / 2
              printf "%.4f %.4f %.4f %.4f %.1f %.1f\n", m, s[1], s[NR], elapsed, bytes / (m ? m : 1e-6) / 1e6, peak / 1024 }'
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
if command -v spirv-opt >/dev/null; then
    tools+=(spirv-opt)
    commands_spirv_opt=(spirv-opt module.spv -o out.spv)
fi
if command -v spirv-cross >/dev/null; then
    tools+=(SPIRV-Cross)
    commands_SPIRV_Cross=(spirv-cross --vulkan-semantics module.spv --output out.comp)
fi
llvm_spirv=$(command -v llvm-spirv-15 || command -v llvm-spirv || true)
if [ -n "$llvm_spirv" ] && command -v clang >/dev/null; then
    tools+=(llvm-spirv)
    commands_llvm_spirv=("$llvm_spirv" -r kernel.spv -o out.bc)
fi

# kernel FUNCTIONS: kernel.spv, about as large as module.spv of so many functions
kernel() {
    "$bench/generate_kernel.sh" $(($1 * 2 / 3)) >kernel.cl
    clang -target spir64 -cl-std=CL2.0 -O0 -Xclang -disable-O0-optnone -emit-llvm -c kernel.cl -o kernel.bc
    "$llvm_spirv" kernel.bc -o kernel.spv
}

medians=()
for functions in 40 400 4000; do
    "$bench/generate.sh" "$functions" >module.comp
    glslangValidator -V --target-env vulkan1.3 module.comp -o module.spv >/dev/null
    bytes=$(stat -c %s module.spv) base_bytes=$bytes
    echo "$functions functions, $bytes bytes, $runs runs"
    if [[ " ${tools[*]} " == *" llvm-spirv "* ]]; then kernel "$functions"; fi
    printf '  %-34s %9s %19s %9s %8s %8s %7s\n' tool 'processor' 'least - most s' elapsed MB/s 'peak MB' ratio
    rm -f times.*
    for ((run = 0; run < runs; run++)); do # in turn, so that a busy machine slows all of them
        for tool in "${tools[@]}"; do
            [[ $tool != spirv-opt || $functions -lt 4000 ]] || continue # it takes 16 s
            declare -n command=commands_${tool//-/_}
            "$measure" 1 "${command[@]}" >>"times.$tool" 2>/dev/null || true
        done
    done
    base=
    for tool in "${tools[@]}"; do
        [ -f "times.$tool" ] || continue
        case $tool in
        library) label='spirv-mmra --no-validate' ;;
        unchecked) label='spirv-mmra --no-validate --no-check' ;;
        command) label='spirv-mmra, validating' ;;
        spirv-opt) label='spirv-opt without passes' ;;
        spirv-dis) label='spirv-dis --raw-id' ;;
        llvm-spirv) label="llvm-spirv -r, $(stat -c %s kernel.spv) bytes" ;;
        spirv-val) label='spirv-val, friendly names off' ;;
        *) label=$tool ;;
        esac
        bytes=$base_bytes
        [ "$tool" != llvm-spirv ] || bytes=$(stat -c %s kernel.spv)
        if ! figures=$(statistics "times.$tool" "$bytes"); then
            echo "  $label: failed"
            [ "$tool" != library ] || fail "spirv-mmra failed on $functions functions"
            continue
        fi
        read -r median least most elapsed rate peak <<<"$figures"
        [ -n "$base" ] || base=$median
        [ "$tool" != library ] || medians+=("$median $bytes")
        printf '  %-34s %9s %9s - %7s %9s %8s %8s %7s\n' "$label" "$median" "$least" "$most" "$elapsed" "$rate" "$peak" \
            "$(awk -v a="$median" -v b="$base" -v x="$bytes" -v y="$base_bytes" 'BEGIN { printf "%.1f", a / b / (x / y) }')"
    done
done

# Figures for a reader; whether cost is linear is a matter of instructions, and of tests/stress/bench/instructions.sh.
printf '%s\n' "${medians[@]}" | awk '{ t[NR] = $1; b[NR] = $2 }
    END { printf "time per byte at %.1f MB over that at %.2f MB: %.2f\n", b[3] / 1e6, b[2] / 1e6, (t[3] / t[2]) / (b[3] / b[2]) }'
finish "benchmark"
