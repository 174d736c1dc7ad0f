#!/bin/bash
# run.sh SECONDS [CORPUS...]: fuzzes the translation with libFuzzer under ASan and UBSan, starting from the .spv files in the
# given folders. Prints the number of inputs and of seconds. Needs clang-22 and libclang-rt-22-dev. Status 1 if a crash was found.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:?seconds to run}; shift
build=build/fuzz
mkdir -p $build/corpus
cmake --preset release >/dev/null && cmake --build --preset release --target spirv >/dev/null # the grammar's tables
flags="-std=c11 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I. -Ibuild/release -Ibuild/release/spirv"
sources=$(ls spirv/*.c mmra/*.c translator/*.c | grep -vE 'translator/(command|validate|litmus)')
# shellcheck disable=SC2086
clang-22 $flags tests/fuzz/fuzz_translate.c $sources -o $build/fuzz_translate
for folder in "$@"; do find "$folder" -name '*.spv' -size -16k -exec cp -n {} $build/corpus/ \; ; done
status=0
$build/fuzz_translate -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -max_len=16384 -print_final_stats=1 \
    -artifact_prefix=$build/ $build/corpus >$build/log.txt 2>&1 || status=1
grep -E 'stat::number_of_executed_units|stat::peak_rss_mb|ERROR|SUMMARY' $build/log.txt || true
echo "fuzzed for $seconds s; status $status; log in $build/log.txt"
exit $status
