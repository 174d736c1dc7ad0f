#!/bin/bash
# Typed mistakes in translations of the project's shaders: the checker says of each what LLVM 22 says (mutated.py).
#
#     mutated.sh [COUNT [SEED]]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../project/common.sh"

mkdir "$work/22" "$work/24"
few=$(find "$shaders" -name '*.spv' | sort | awk 'NR % 8 == 0')
for profile in 22 24; do # profile 24's intrinsics are not known to LLVM 22, which takes them for what they are declared to be
    # shellcheck disable=SC2086 # a list of files
    "$spirv_mmra" -j "$jobs" --llvm "$profile" --out-dir "$work/$profile" $few >/dev/null 2>&1 || fail "profile $profile"
done
cd "$work"
python3 "$tests/ir/check/mutated.py" "$spirv_mmra" "${1:-200}" "${2:-1}" 22/*.ll 24/*.ll || fail "LLVM and the checker disagree"
finish "typed mistakes"
