#!/bin/bash
# public.sh FOLDER [SECONDS]: compute shaders of others in the model checker, by hand. All .spv, .comp and .asm.comp below FOLDER that can be
# compiled run on a small grid, each at most SECONDS (10): prints the verdicts, the time, what is refused by feature, and which modules have
# which fault. Fails on a crash. SMMRA_PUBLIC_OPTIONS are more options of the command, such as --translate.
set -euo pipefail
cd "$(dirname "$0")"
. ../project/common.sh

folder=$(realpath "$1") seconds=${2:-10} options=${SMMRA_PUBLIC_OPTIONS:-}
mkdir "$work/modules"
compile() { # FILE
    local into
    into=$work/modules/$(realpath --relative-to="$folder" "$1" | tr / _).spv
    case $1 in
    *.spv) cp "$1" "$into" ;;
    *) if grep -q OpCapability "$1"; then
        spirv-as --target-env vulkan1.3 "$1" -o "$into"
    else
        glslangValidator -V --target-env vulkan1.3 "$1" -o "$into"
    fi ;;
    esac >/dev/null 2>&1 || rm -f "$into"
}
run_one() { # MODULE: status, seconds, name, the first line or what is refused
    local status=0 begin=$EPOCHREALTIME
    timeout $((seconds + 10)) "$spirv_mmra" litmus "$1" --groups 2 --local 2 --subgroup 2 --unroll 2 --timeout "$seconds" $options \
        >"$1.out" 2>&1 || status=$?
    printf '%s %s %s %s\n' "$status" "$(awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f", b - a }')" \
        "$(basename "$1" .spv)" "$(sed -n '/^  /d; s/^.*error: //; s/^[^ ]*\.spv: //; p' "$1.out" | sed -n 1,2p | tr '\n' ' ')"
}
export -f compile run_one
export folder seconds options spirv_mmra work
find "$folder" \( -name '*.spv' -o -name '*.comp' \) -print0 | xargs -0 -r -n 1 -P "$jobs" bash -c 'compile "$1"' compile
find "$work/modules" -name '*.spv' -print0 | xargs -0 -r -n 1 -P "$jobs" bash -c 'run_one "$1"' run >"$work/table"

count() { awk -v s="$1" '$1 == s' "$work/table" | wc -l; }
echo "no fault found: $(count 0); found: $(count 1); not valid: $(count 3); refused: $(count 4); unknown: $(count 6)"
awk '{ n++; t += $2; if ($2 > most) { most = $2; which = $3 } } END { printf "%d modules, %.1f s, at most %.2f s (%s)\n", n, t, most, which }' "$work/table"
echo "refused, by feature:"
sed -n 's/^4 [^ ]* [^ ]* //p' "$work/table" | sed 's/not supported: //; s/ %[^ :]*//; s/word [0-9]*/word N/' | sort | uniq -c | sort -rn
echo "found or unknown:"
grep '^[16] ' "$work/table" | sort -k3 || true
crashed=$(grep -v '^[013456] ' "$work/table" || true)
[ -z "$crashed" ] || fail "$crashed"
finish "$(wc -l <"$work/table") modules"
