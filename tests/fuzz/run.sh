#!/bin/bash
# run.sh SECONDS [FUZZER...]: fuzzes with libFuzzer under ASan and UBSan: translate, read, ir, litmus (default: all, one after
# the other, each for that long), starting from the shaders, samples and litmus tests of the repository and from what earlier
# runs found. Prints inputs, hours and crashes. Needs clang-22 and libclang-rt-22-dev, and the shaders as the test
# shaders.compile of the release build leaves them. Status 1 if anything crashed, leaked or took over ten seconds.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:?seconds to run}; shift
fuzzers=("$@"); [ $# -gt 0 ] || fuzzers=(translate read ir litmus)
build=build/fuzz
mkdir -p $build/objects
cmake --preset release >/dev/null && cmake --build --preset release --target spirv >/dev/null # the grammar's tables
flags=(-std=c11 -g -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -I. -Ibuild/release -Ibuild/release/spirv)
for source in spirv/*.c mmra/*.c translator/*.c; do
    case $source in translator/command*|translator/validate.c) continue ;; esac
    object=$build/objects/$(tr / _ <<<"$source").o
    [ "$object" -nt "$source" ] || clang-22 "${flags[@]}" -c "$source" -o "$object"
done
status=0
for name in "${fuzzers[@]}"; do
    corpus=$build/corpus-$name
    mkdir -p "$corpus"
    case $name in
    translate|read) find build/release/tests/shaders -name '*.spv' -size -16k -exec cp -n {} "$corpus/" \; ; mutator=tests/fuzz/mutate_words.c ;;
    ir) find samples tests/litmus/ir tests/backend -name '*.ll' -size -16k -exec cp -n {} "$corpus/" \; ; mutator= ;;
    litmus) find tests/litmus ../shared/litmus \( -name '*.litmus' -o -name '*.test' -o -name '*.ll' \) -size -16k \
        -exec cp -n {} "$corpus/" \; 2>/dev/null; mutator= ;;
    esac
    clang-22 "${flags[@]}" -fsanitize=fuzzer "tests/fuzz/fuzz_$name.c" $mutator $build/objects/*.o -o "$build/fuzz_$name"
    "$build/fuzz_$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -max_len=16384 -print_final_stats=1 \
        -artifact_prefix="$build/$name-" "$corpus" >"$build/$name.log" 2>&1 || status=1
    inputs=$(sed -nE 's/.*number_of_executed_units: ([0-9]+)/\1/p' "$build/$name.log")
    peak=$(sed -nE 's/.*peak_rss_mb: *([0-9]+)/\1/p' "$build/$name.log")
    faults=$(grep -cE '^==[0-9]+== ?ERROR' "$build/$name.log" || true)
    awk -v n="$name" -v i="${inputs:-0}" -v s="$seconds" -v p="${peak:-?}" -v f="$faults" \
        'BEGIN { printf "%s: %d inputs in %.2f h, peak %s MB, %d faults\n", n, i, s / 3600, p, f }'
    grep -E 'ERROR|SUMMARY' "$build/$name.log" || true
done
exit $status
