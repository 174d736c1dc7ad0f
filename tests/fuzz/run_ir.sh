#!/bin/bash
# run_ir.sh SECONDS [CORPUS...]: fuzzes the parser of textual IR, the checker and the printer with libFuzzer under ASan
# and UBSan, starting from the checker's corpus and the .ll files in the given folders. Needs clang-22 and
# libclang-rt-22-dev. Status 1 if a crash was found.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:?seconds to run}; shift
build=build/fuzz_ir
mkdir -p $build/corpus
sources=$(ls mmra/arena.c mmra/index.c mmra/tags.c mmra/scope.c mmra/text.c mmra/ir_*.c mmra/check*.c)
# shellcheck disable=SC2086
clang-22 -std=c11 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I. tests/fuzz/fuzz_ir.c \
    $sources -o $build/fuzz_ir
for folder in tests/check/corpus tests/mmra "$@"; do
    find "$folder" -name '*.ll' -size -16k -exec cp -n {} $build/corpus/ \;
done
# Words of the language, so that the fuzzer need not find them letter by letter.
grep -ohE '[a-z_]{3,}|![a-z.]+|[@%][a-z.]+' tests/mmra/ir_sample.ll tests/check/corpus/*.ll | sort -u |
    sed 's/.*/"&"/' >$build/words.dict
status=0
$build/fuzz_ir -max_total_time="$seconds" -timeout=5 -rss_limit_mb=1024 -max_len=16384 -print_final_stats=1 \
    -dict=$build/words.dict -artifact_prefix=$build/ $build/corpus >$build/log.txt 2>&1 || status=1
grep -E 'stat::number_of_executed_units|stat::peak_rss_mb|ERROR|SUMMARY' $build/log.txt || true
echo "fuzzed for $seconds s; status $status; log in $build/log.txt"
exit $status
