#!/bin/bash
# short.sh [SECONDS]: each fuzzer for a few seconds (3) on mutated shaders, IR and litmus tests, in the sanitizers' build. The
# seed is 1, so that the same commit passes or fails on every day; SMMRA_FUZZ_SEED tries other inputs.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
seconds=${1:-3}
seed=${SMMRA_FUZZ_SEED:-1}
mapfile -t modules < <(find "$shaders" -name '*.spv' -size -16k | sort)
mapfile -t ir < <(find "$root/samples" "$tests/litmus/constants" "$tests/litmus/ir" "$tests/ir/backend" -name '*.ll' -size -32k | sort)
mapfile -t litmus < <(find "$tests/litmus" "$root/../shared/litmus" \( -name '*.litmus' -o -name '*.test' -o -name '*.ll' \) \
    -size -32k 2>/dev/null | sort)
mapfile -t machine < <(find "$tests" -name '*.s' -size -32k | sort)
mkdir "$work/modules"
for file in "$tests"/litmus/spirv/*.spvasm; do
    spirv-as --preserve-numeric-ids --target-env vulkan1.3 "$file" -o "$work/modules/$(basename "$file" asm)"
done
. "$tests/stress/fuzz/stages.sh"
compile_stages "$root" "$work/stages"
# Kernels, and lines of options and of recordings, each with the module that they are about.
dispatches=$tests/stress/fuzz/dispatches
glslangValidator -V --target-env vulkan1.3 "$dispatches/dispatch.comp" -o "$work/dispatch.spv" >/dev/null
glslangValidator -V --target-env vulkan1.3 "$tests/litmus/proofs/loop-after-call.comp" -o "$work/loop.spv" >/dev/null
mkdir "$work/dispatches"
for file in "$dispatches"/*.txt; do
    { cat "$file"; printf '\0'; cat "$work/dispatch.spv"; } >"$work/dispatches/$(basename "$file" .txt)"
done
cd "$work"
fuzz() { # NAME FILE...
    local name=$1
    shift
    if ! "$build/bin/fuzz_$name" "$seconds" "$seed" "$@" >out 2>&1; then
        cp "fuzz_$name.input" "$build/" 2>/dev/null || true
        fail "fuzz_$name, seed $seed; the input is $build/fuzz_$name.input: $(tail -30 out)"
    fi
    cat out
}
fuzz translate "${modules[@]}" stages/*
fuzz read "${modules[@]}"
fuzz ir "${ir[@]}"
fuzz litmus "${litmus[@]}"
fuzz litmus_spirv modules/* stages/*
fuzz race modules/* "${modules[@]}"
fuzz prove "${modules[@]}" loop.spv
fuzz report modules/* stages/*
fuzz machine "${machine[@]}"
fuzz cost "${machine[@]}"
fuzz kernel "$dispatches"/*.s
clang-22 -x cl --target=amdgcn-amd-amdhsa -mcpu=gfx1100 -nogpulib -O1 -c "$tests/run/kernels/kernels.cl" -o object.o
fuzz object object.o
fuzz grid dispatches/grid-*
for shader in "$tests"/litmus/planted/*.comp; do
    { printf 'HJ~@' && cat "$shader"; } >"dispatches/mend-$(basename "$shader")"
done
fuzz mend dispatches/mend-*
fuzz submission "$tests"/run/submissions/recordings/*.txt "$tests/stress/fuzz/descriptors.txt"
fuzz settings "$dispatches"/*.toml
fuzz recording "$work"/dispatches/recording-* # it goes to a folder of its own
finish "fuzzed with seed $seed from ${#modules[@]} modules, ${#ir[@]} IR files, ${#litmus[@]} litmus tests"
