#!/bin/bash
# run.sh [--modules] PROGRAMS [OPTION...]: so many mutated litmus programs, or modules of SPIR-V, before the explorer, the explorer
# without its reductions and `race` (deciders.c and modules.c have the options), guided by the coverage of mmra/model, mmra/race and
# mmra/litmus, from the litmus tests of the repository, those beside it and kept.litmus, or from its modules of litmus and samples.
# Contradictions and the new corpus go to build/deciders/out. SMMRA_SEEDS names other files to begin with. Needs clang-22.
set -euo pipefail
cd "$(dirname "$0")/../../.."
modules=0
[ "${1-}" != --modules ] || { modules=1; shift; }
programs=${1:?how many programs}; shift
build=build/deciders
mkdir -p $build/objects $build/out
seeds=(${SMMRA_SEEDS:-})
if [ $modules = 1 ]; then # all of the product counts the code that it reaches
    cmake -S . -B $build/modules -DCMAKE_C_COMPILER="${CC:-clang-22}" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_C_FLAGS=-fsanitize-coverage=inline-8bit-counters >/dev/null
    cmake --build $build/modules --target deciders_modules -j "$(nproc)" >/dev/null
    if [ ${#seeds[@]} = 0 ]; then
        for source in tests/litmus/spirv/*.spvasm samples/*.spvasm; do
            seeds+=("$build/seed-$(basename "$source" .spvasm).spv")
            spirv-as --target-env spv1.6 "$source" -o "${seeds[-1]}" || unset 'seeds[-1]'
        done
        for source in samples/*.comp tests/litmus/*/*.comp; do
            seeds+=("$build/seed-$(basename "$source" .comp).spv")
            glslangValidator --quiet -V --target-env vulkan1.3 "$source" -o "${seeds[-1]}" >/dev/null || unset 'seeds[-1]'
        done
    fi
    exec $build/modules/bin/deciders_modules --programs "$programs" --milliseconds 40 --out $build/out "$@" "${seeds[@]}"
fi
flags=(-std=c11 -O2 -g1 -I.)
header=$(find mmra -name '*.h' -exec ls -t {} + | sed -n 1p)
objects=() stale=()
for source in mmra/{base,ir,model,race,litmus,parse,print}/*.c; do
    object=$build/objects/$(tr / _ <<<"$source").o
    objects+=("$object")
    [[ $object -nt $source && $object -nt $header ]] || stale+=("$source" "$object")
done
if [ ${#stale[@]} -gt 0 ]; then
    printf '%s\0' "${stale[@]}" | xargs -0 -P "$(nproc)" -n 2 bash -c '
        guide=()
        case ${@: -2:1} in mmra/model/*|mmra/race/*|mmra/litmus/*) guide=(-fsanitize-coverage=inline-8bit-counters) ;; esac
        ${CC:-clang-22} "${@:1:$#-2}" "${guide[@]}" -c "${@: -2:1}" -o "${@: -1}"' each "${flags[@]}"
fi
${CC:-clang-22} "${flags[@]}" -o $build/deciders tests/stress/deciders/*.c tests/litmus/run_program.c "${objects[@]}" -lm
if [ ${#seeds[@]} = 0 ]; then
    mapfile -t seeds < <(find tests/litmus ../shared/litmus -name '*.litmus' 2>/dev/null | sort)
    seeds+=(tests/stress/deciders/kept.litmus)
fi
exec $build/deciders --programs "$programs" --milliseconds 20 --out $build/out "$@" "${seeds[@]}"
