#!/bin/bash
# The checker's verdicts on 612 pairs of threads, each in two forms, against the model checker's: pairs.py.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../project/common.sh"

python3 "$tests/ir/check/pairs.py" "$spirv_mmra" "$work" || fail "the checker and the model checker disagree"
finish "pairs of threads"
