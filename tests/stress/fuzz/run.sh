#!/bin/bash
# run.sh SECONDS [FUZZER...]: fuzzes with libFuzzer under ASan and UBSan: translate, read, ir, litmus, litmus_spirv, prove, race,
# report, machine, kernel, object, cost, grid, mend, recording (default: all, one after the other, each for that long of processor time), starting from the
# shaders, samples, checker's corpus and litmus tests of the repository and from what earlier runs found. With SMMRA_FUZZ_SANITIZER=memory
# under MemorySanitizer instead. Prints inputs, hours of processor time, edges that were reached of all, and faults. SMMRA_BUILD names a
# built tree; without it build/release, which is built. Needs clang-22, libclang-rt-22-dev and spirv-as. Status 1 if anything crashed,
# leaked or took over ten seconds of processor time: the input is build/fuzz/FUZZER-KIND-*, and the log beside it.
set -euo pipefail
cd "$(dirname "$0")/../../.."
export LC_ALL=C # logs hold bytes of the inputs, which sed would not read as text
seconds=${1:?seconds to run}; shift
fuzzers=("$@"); [ $# -gt 0 ] || fuzzers=(translate read ir litmus litmus_spirv prove race report machine kernel object cost grid mend recording)
tree=${SMMRA_BUILD:-build/release}
[ "${SMMRA_BUILD:-}" ] || { cmake --preset release && cmake --build --preset release; } >/dev/null # the grammar's tables, the command
shaders=$tree/tests/shaders
SMMRA_BUILD=$(realpath "$tree") tests/lower/shaders/compile.sh >/dev/null
case ${SMMRA_FUZZ_SANITIZER:-address} in
address) build=$PWD/build/fuzz sanitizers=address,undefined ;;
memory) build=$PWD/build/fuzz-memory sanitizers=memory ;;
*) echo "run.sh: SMMRA_FUZZ_SANITIZER is address or memory" >&2; exit 2 ;;
esac
mkdir -p $build/objects
. tests/stress/fuzz/stages.sh
flags=(-std=c11 -g -O1 -fsanitize=fuzzer-no-link,$sanitizers -fno-sanitize-recover=all -I. -I"$tree" -I"$tree/spirv")
header=$(find spirv mmra translator tests/stress/fuzz -name '*.h' -exec ls -t {} + | sed -n 1p)
objects=() command=() stale=() # command: all of it but its main(), for what reads what the command reads
for source in $(find spirv mmra translator -name '*.c' | sort); do
    object=$build/objects/$(tr / _ <<<"$source").o
    case $source in
    translator/command/command.c) continue ;;
    translator/command/*) command+=("$object") ;;
    *) objects+=("$object") ;;
    esac
    [[ $object -nt $source && $object -nt $header ]] || stale+=("$source" "$object")
done
if [ ${#stale[@]} -gt 0 ]; then
    printf '%s\0' "${stale[@]}" | xargs -0 -P "$(nproc)" -n 2 bash -c 'clang-22 "${@:1:$#-2}" -c "${@: -2:1}" -o "${@: -1}"' each "${flags[@]}"
fi

seed() { # NAME FILES-ENDING FOLDER...: the smaller files there become inputs; those of one name are all kept
    local into=$build/corpus-$1 ending=$2 file
    shift 2
    mkdir -p "$into"
    find "$@" -name "*.$ending" -size -16k 2>/dev/null | while IFS= read -r file; do
        cp -n "$file" "$into/$(tr / _ <<<"$file")"
    done
}
machine_code() { # the samples' with the IR that it is of, for three processors
    local file out processor
    mkdir -p $build/machine
    for processor in gfx942 gfx1100 gfx1201; do
        for file in $shaders/*.spv; do
            out=$build/machine/$(basename "$file").$processor
            [ ! -e "$out.s" ] && [ "$(stat -c %s "$file")" -lt 2000 ] || continue
            "$tree/bin/spirv-mmra" --llvm 22 --no-validate --mcpu $processor --lines --coherence=fence "$file" -o "$out.ll" 2>/dev/null &&
                llc-22 -mtriple=amdgcn-amd-amdhsa -mcpu=$processor "$out.ll" -o "$out.s" 2>/dev/null || continue
            { echo '; IR' && cat "$out.ll"; } >>"$out.s"
        done
    done
}
seed_of() { # NAME
    case $1 in translate|read|litmus_spirv|report) compile_stages . $build/stages; seed "$1" spv $build/stages ;; esac
    case $1 in
    translate|read|prove) seed "$1" spv $shaders ;;
    litmus_spirv|race|report)
        mkdir -p $build/assembled
        for file in tests/litmus/spirv/*.spvasm; do
            spirv-as --preserve-numeric-ids --target-env vulkan1.3 "$file" -o "$build/assembled/$(basename "$file" asm)"
        done
        seed "$1" spv $build/assembled $shaders ;;
    ir) mkdir -p $build/checked # the checker's programs, each after a line ";--- NAME"
        awk -v to=$build/checked/ '/^;--- / { close(file); file = to $2; next } { print > file }' tests/ir/check/corpus/*.ll
        seed ir ll samples tests/litmus tests/ir/backend $build/checked tests/lower/shaders
        # and the shaders' translations, whose functions are longer than those of all the others
        mkdir -p $build/translated
        "$tree/bin/spirv-mmra" --llvm 22 --no-validate --out-dir $build/translated $shaders/*.spv >/dev/null 2>&1 || true
        seed ir ll $build/translated ;;
    kernel) seed kernel s tests ;;
    object)
        mkdir -p $build/corpus-object
        clang-22 -x cl --target=amdgcn-amd-amdhsa -mcpu=gfx1100 -nogpulib -O1 -c tests/run/kernels/kernels.cl -o $build/corpus-object/kernels.o ;;
    grid|recording)
        mkdir -p $build/corpus-"$1"
        glslangValidator -V --target-env vulkan1.3 tests/stress/fuzz/dispatches/dispatch.comp -o $build/dispatch.spv >/dev/null
        for file in tests/stress/fuzz/dispatches/"$1"-*.txt; do
            { cat "$file"; printf '\0'; cat $build/dispatch.spv; } >$build/corpus-"$1"/"$(basename "$file")"
        done ;;
    mend)
        mkdir -p $build/corpus-mend
        for file in samples/*.comp tests/litmus/planted/*.comp; do
            { printf 'HJ~@' && cat "$file"; } >$build/corpus-mend/"$(basename "$file")"
        done ;;
    machine|cost) machine_code; seed "$1" s tests $build/machine ;;
    litmus) for ending in litmus test ll; do seed litmus $ending tests/litmus ../shared/litmus; done ;;
    esac
}

# Whether an input that libFuzzer stopped at is none: its clock runs on while a busy machine does other things.
is_false_alarm() { # NAME ARTIFACT
    [[ $2 == *-timeout-* ]] && (ulimit -t 10; "$build/fuzz_$1" "$2" >/dev/null 2>&1)
}

# Once, until something is found or the time is over; adds to inputs, processor and peak.
fuzz_once() { # NAME SECONDS
    local log=$build/$1.log status=0 used count
    local TIMEFORMAT='%U %S'
    used=$({ time "$build/fuzz_$1" -max_total_time="$2" -timeout=60 -report_slow_units=60 -rss_limit_mb=2048 -max_len=16384 \
        -print_final_stats=1 -artifact_prefix="$build/$1-" "$build/corpus-$1" >"$log" 2>&1; } 2>&1) || status=1
    processor=$(awk -v a="$processor" -v b="$used" 'BEGIN { split(b, s, " "); print a + s[1] + s[2] }')
    count=$(sed -nE 's/.*number_of_executed_units: ([0-9]+)/\1/p' "$log")
    inputs=$((inputs + ${count:-0}))
    count=$(sed -nE 's/.*peak_rss_mb: *([0-9]+)/\1/p' "$log")
    [ "${count:-0}" -le "$peak" ] || peak=$count
    covered=$(sed -nE 's/.* cov: ([0-9]+) .*/\1/p' "$log" | tail -1)
    edges=$(sed -nE 's/^INFO: Loaded .*\(([0-9]+) inline.*/\1/p' "$log" | sed -n 1p)
    return $status
}

fuzz() { # NAME: prints one line; status 1 if anything was found
    local name=$1 more=() status=0 inputs=0 processor=0 peak=0 covered=0 edges=0 left artifact
    case $name in
    translate|read|litmus_spirv|race|report) more=(tests/stress/fuzz/mutate_words.c tests/stress/fuzz/options.c) ;;
    ir|litmus|machine|kernel|cost) more=(tests/stress/fuzz/mutate_text.c) ;;
    grid|mend|recording) more=(tests/stress/fuzz/mutate_text.c "${command[@]}" -lSPIRV-Tools -lstdc++) ;;
    esac
    seed_of "$name"
    clang-22 "${flags[@]}" -fsanitize=fuzzer "tests/stress/fuzz/fuzz_$name.c" "${objects[@]}" "${more[@]}" \
        -o "$build/fuzz_$name" || return 1
    while left=$(awk -v s="$seconds" -v p="$processor" 'BEGIN { print int(s - p) }'); [ "$left" -gt 0 ]; do
        fuzz_once "$name" "$left" && continue
        artifact=$(sed -nE 's/.*Test unit written to (.*)/\1/p' "$build/$name.log" | tail -1)
        if is_false_alarm "$name" "$artifact"; then
            rm "$artifact"
            continue
        fi
        status=1
        break
    done
    awk -v n="$name" -v i="$inputs" -v p="$processor" -v m="$peak" -v f="$status" -v c="$covered/$edges" 'BEGIN {
        printf "%s: %d inputs in %.3f hours of processor time, %s edges, peak %s MB, %d faults\n", n, i, p / 3600, c, m, f }'
    [ $status = 0 ] || grep -aE 'ERROR: |runtime error: |^SUMMARY: |Test unit written' "$build/$name.log" || true
    return $status
}

status=0
for name in "${fuzzers[@]}"; do
    fuzz "$name" || status=1
done
exit $status
