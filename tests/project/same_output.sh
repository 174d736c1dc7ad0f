#!/bin/bash
# same_output.sh [--every N] [--seconds N] OLD NEW [FILE-OR-FOLDER...]: two commands spirv-mmra, of two builds, give the same bytes: IR, messages and exit statuses of
# every sample, shader, module, litmus program and file of IR of the repository (and of what else is named), in five settings.
# A run that one of them does not end in 60 s (--seconds) is printed, and not compared.
# It is for changes that must change nothing. --every N: of each Nth file. Needs the shaders compiled (tests/lower/shaders/compile.sh). Status 1 if anything differs.
set -euo pipefail
. "$(dirname "$0")/common.sh"
every=1 seconds=60
if [ "${1-}" = --every ]; then every=${2:?a number}; shift 2; fi
if [ "${1-}" = --seconds ]; then seconds=${2:?a number}; shift 2; fi
[ $# -ge 2 ] || { echo "usage: same_output.sh [--every N] [--seconds N] OLD NEW [FILE-OR-FOLDER...]" >&2; exit 2; }
export old new settings seconds
old=$(realpath "$1") new=$(realpath "$2")
shift 2
inputs=("$tests" "$root/samples" "$@")
[ ! -d "$shaders" ] || inputs+=("$shaders")

# A line is a setting: the files that it is for, then the arguments.
cat >"$work/settings" <<'END'
spv|spvasm translate --explain
spv|spvasm translate --llvm 22 --mcpu gfx1100 --convergence=tokens
spv|spvasm translate --llvm 23 --abi=buffer --mcpu gfx1201 --wave 64
spv|spvasm translate --llvm 24 --glsl450=strict --no-validate --atomics-sync-as
spv|spvasm translate --target=host --llvm 22
spvasm|litmus|test litmus --outcomes --explain
spvasm|litmus|test litmus --translate --show-ir --llvm 22
spvasm|litmus|test litmus --translate --llvm 24
spvasm litmus --suggest --groups 2
ll litmus --outcomes --explain
ll check --suggest
ll check --llvm 22 --diagnostics=sarif
END

# A digest of what a command says, and its status; "late" if it does not end in time, which may be the machine's fault.
answer() { # COMMAND ARGUMENT...
    local said status=0
    said=$(timeout "$seconds" "$@" 2>&1 </dev/null | sha256sum; exit "${PIPESTATUS[0]}") || status=$?
    if [ "$status" = 124 ]; then echo late; else echo "$status $said"; fi
}

# Prints "differs: ..." for each setting in which the two commands do not say the same of a file.
compare_file() {
    local file=$1 ending=${1##*.} line side commands=("$old" "$new") said=()
    while IFS= read -r line; do
        [[ "|${line%% *}|" == *"|$ending|"* ]] || continue
        said=()
        for side in 0 1; do
            # shellcheck disable=SC2086
            said[side]=$(answer "${commands[side]}" ${line#* } "$file")
            [ "${said[side]}" != late ] || break
        done
        if [[ ${said[*]} = *late* ]]; then echo "late: ${line#* } $file"; continue; fi
        [ "${said[0]}" = "${said[1]}" ] || echo "differs: ${line#* } $file"
        echo ran
    done <"$settings"
}
export -f answer compare_file
settings=$work/settings

find "${inputs[@]}" \( -name '*.spv' -o -name '*.spvasm' -o -name '*.litmus' -o -name '*.test' -o -name '*.ll' \) -print0 |
    sort -zu | sed -zn "1~${every}p" | xargs -0 -r -P "$jobs" -n 1 bash -c 'compare_file "$1"' compare >"$work/said"
grep '^differs\|^late' "$work/said" | sort | sed -n 1,100p || true
failures=$(grep -c '^differs' "$work/said" || true)
finish "$(grep -c '^ran' "$work/said" || true) runs of each build compared"
