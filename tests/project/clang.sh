#!/bin/bash
# Clang takes every source without a warning, as gcc does: drivers are built with either.
set -euo pipefail
. "$(dirname "$0")/common.sh"

if ! command -v clang-22 >/dev/null; then
    echo "SKIPPED: clang-22 is not installed" >&2
    exit 77
fi
takes() { # what compile_commands.json says of one file, but by clang, which only looks
    local command=$1
    [[ $command != *ccache\ * ]] || command=${command#*ccache }
    # Headers of clang's sanitizers are in a package of their own, and looking needs none of them.
    command=$(sed -E 's/ -f(lto[^ ]*|fat-lto-objects|sanitize=[^ ]*)//g; s/ -o [^ ]+//' <<<"$command")
    eval "clang-22 -fsyntax-only -Wno-unused-command-line-argument ${command#* }" 2>&1 # the command's words are quoted as for a shell
}
export -f takes
count=0
while IFS= read -r -d '' command; do
    count=$((count + 1))
    printf '%s\0' "$command"
done < <(python3 -c '
import json, sys
for entry in json.load(open(sys.argv[1])):
    if entry["file"].endswith(".c"):
        sys.stdout.write(entry["command"] + "\0")' "$build/compile_commands.json") >"$work/commands"
xargs -0 -P "$jobs" -n 1 bash -c 'takes "$1" || echo "FAIL: ${1##* }"' takes <"$work/commands" >"$work/said"
[ ! -s "$work/said" ] || { cat "$work/said" >&2; fail "clang has something to say"; }
[ "$count" -gt 0 ] || fail "no sources"
finish "$count sources through clang"
