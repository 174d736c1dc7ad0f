#!/bin/bash
# The witness agrees with the published verdicts of the litmus suites, and with the model checker's.
set -euo pipefail
cd "$(dirname "$0")"
. ../project/common.sh

if ! command -v clingo >/dev/null; then
    echo "left out: the witness of the memory models: no clingo (Debian's gringo)"
    exit
fi
folders=(../litmus/vulkan)
shared=${SMMRA_SHARED:-$root/../shared}/litmus
if [ -d "$shared" ]; then
    folders+=("$shared/khronos" "$shared/vulkan")
else
    echo "left out: the public litmus suites: no $shared"
fi
python3 suites.py "$spirv_mmra" "${folders[@]}" || fail "the witness disagrees"
finish "${#folders[@]} suites"
