#!/bin/bash
# Translations one after the other take the memory of one.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

"$tests/stress/bench/generate.sh" 3000 >"$work/large.comp"
glslangValidator -V --target-env vulkan1.3 "$work/large.comp" -o "$work/large.spv" >/dev/null
"$build/bin/growth" "$work/large.spv" || fail "the memory grows"
finish "one module 40 times"
