#!/bin/bash
# The witness agrees with the published verdicts of the litmus suites, and with the model checker's.
set -euo pipefail
cd "$(dirname "$0")"
. ../project/common.sh

if ! command -v clingo >/dev/null; then
    echo "left out: the witness of the memory models: no clingo (Debian's gringo)"
    exit
fi
folders=(../litmus/{vulkan,ir,annotated,revision-24,draft})
shared=${SMMRA_SHARED:-$root/../shared}/litmus
if [ -d "$shared" ]; then
    folders+=("$shared"/{khronos,vulkan,ir})
else
    echo "left out: the public litmus suites: no $shared"
fi
# What the witness does not read is told for each file; the count of those is what a reader wants to see here.
python3 suites.py "$spirv_mmra" "${folders[@]}" >"$work/answers" || fail "the witness disagrees"
grep -v ': not read: ' "$work/answers" || true
finish "${#folders[@]} suites"
