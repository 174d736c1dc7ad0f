#!/bin/bash
# The witness and the model checker agree on random programs. tests/stress/witness/agree.sh has more of them.
set -euo pipefail
cd "$(dirname "$0")"
. ../project/common.sh

if ! command -v clingo >/dev/null; then
    echo "left out: the witness of the memory models on random programs: no clingo (Debian's gringo)"
    exit
fi
python3 agree.py "$spirv_mmra" 150 1 || fail "the witness disagrees about litmus text"
python3 agree.py "$spirv_mmra" 150 1 --shaders || fail "the witness disagrees about shaders"
python3 agree.py "$spirv_mmra" 150 1 --ir || fail "the witness disagrees about IR"
finish "450 programs"
