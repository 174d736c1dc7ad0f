#!/bin/bash
# agree.sh [COUNT] [SEED]: the witness and the model checker on COUNT (20000) random programs, half of them litmus text, half shaders, and on the
# IR of a tenth as many: about 40 ms of processor time each, on two cores at once. Prints what disagrees, what the programs had, and the verdicts; those that disagree stay
# in SMMRA_KEEP, if that is set.
set -euo pipefail
cd "$(dirname "$0")"
. ../../project/common.sh

count=${1:-20000} seed=${2:-1} kept=${SMMRA_KEEP:-$work/kept}
mkdir -p "$kept"
python3 ../../witness/agree.py "$spirv_mmra" $((count / 2)) "$seed" --keep "$kept" >"$work/text" &
python3 ../../witness/agree.py "$spirv_mmra" $((count / 2)) "$seed" --shaders --keep "$kept" >"$work/shaders" || fail 'shaders'
python3 ../../witness/agree.py "$spirv_mmra" $((count / 10)) "$seed" --ir --keep "$kept" >"$work/ir" || fail 'IR'
wait $! || fail 'litmus text'
cat "$work/text" "$work/shaders" "$work/ir"
finish "$count programs"
