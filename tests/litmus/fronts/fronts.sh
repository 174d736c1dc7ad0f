#!/bin/bash
# Both front ends of SPIR-V read all shaders of the tests, and the programs of tests/litmus/spirv; runs by either way find the same. At least
# so many modules are equal. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
"$SMMRA_BUILD/bin/test_fronts" "$tests/litmus/fronts/differences.txt" 310 "$SMMRA_BUILD"/tests/shaders/*.spv "$tests"/litmus/spirv/*.spvasm
