#!/bin/bash
# Both front ends of SPIR-V read all shaders of the tests, the programs of tests/litmus/spirv, and random modules (SMMRA_RANDOM_SHADERS of them,
# from SMMRA_RANDOM_SEED on); runs by either way find the same. At least so many modules are equal. SMMRA_FRONTS: another program. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
count=${SMMRA_RANDOM_SHADERS:-100}
python3 "$tests/litmus/fronts/random_modules.py" "$work" "$count" "${SMMRA_RANDOM_SEED:-1}"
"${SMMRA_FRONTS:-$build/bin/test_fronts}" "$tests/litmus/fronts/differences.txt" $((370 + count)) \
    "$shaders"/*.spv "$tests"/litmus/spirv/*.spvasm "$work"/random-*.spvasm
