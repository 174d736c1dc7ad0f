#!/bin/bash
# Every allocation of every shader's translation fails once; see allocations.c.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
mapfile -t modules < <(find "$shaders" -name '*.spv' | sort)
"$build/bin/allocations" "${modules[@]}" || fail "allocations"
finish "failed allocations"
