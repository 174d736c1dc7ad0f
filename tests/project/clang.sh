#!/bin/bash
# Clang takes every source without a warning, as gcc does: drivers are built with either. Without SMMRA_ALL those that the last 20
# commits or the work tree touch, and every fourth of the others; all if git cannot tell.
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
touched=
if [ -z "${SMMRA_ALL-}" ]; then touched=$(git -C "$root" diff --name-only HEAD~20 2>/dev/null) || touched=; fi
count=0
while IFS= read -r -d '' command; do
    count=$((count + 1))
    printf '%s\0' "$command"
done < <(python3 -c '
import json, os, sys
touched = set(sys.argv[3].split("\n"))
entries = [e for e in json.load(open(sys.argv[1])) if e["file"].endswith(".c")]
for number, entry in enumerate(entries):
    if not sys.argv[3] or number % 4 == 0 or os.path.relpath(entry["file"], sys.argv[2]) in touched:
        sys.stdout.write(entry["command"] + "\0")' "$build/compile_commands.json" "$root" "$touched") >"$work/commands"
xargs -0 -P "$jobs" -n 1 bash -c 'takes "$1" || echo "FAIL: ${1##* }"' takes <"$work/commands" >"$work/said"
[ ! -s "$work/said" ] || { cat "$work/said" >&2; fail "clang has something to say"; }
[ "$count" -gt 0 ] || fail "no sources"
finish "$count sources through clang"
