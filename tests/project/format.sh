#!/bin/bash
# Every C file is as clang-format 22 writes it with the project's .clang-format: `clang-format-22 -i FILE` mends one. Markdown has at most
# 120 columns.
set -euo pipefail
. "$(dirname "$0")/common.sh"

if ! command -v clang-format-22 >/dev/null; then
    echo "SKIPPED: clang-format-22 is not installed" >&2
    exit 77
fi
cd "$root"
find mmra spirv translator tests samples -name '*.[ch]' -print0 >"$work/files"
count=$(tr -cd '\0' <"$work/files" | wc -c)
[ "$count" -gt 0 ] || fail "no sources"
xargs -0 -P "$jobs" -n 20 clang-format-22 --dry-run <"$work/files" 2>"$work/said"
[ ! -s "$work/said" ] || { grep -E 'warning:' "$work/said" >&2; fail "files are not formatted"; }
find . -name '*.md' -not -path './build/*' -print0 >"$work/pages" # rows of tables may be longer
xargs -0 awk 'length > 120 && !/^ *\|/ { print FILENAME ":" FNR ": over 120 columns" }' <"$work/pages" >"$work/said"
[ ! -s "$work/said" ] || { cat "$work/said" >&2; fail "lines of Markdown are too long"; }
finish "$count files formatted"
