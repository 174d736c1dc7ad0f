#!/bin/bash
# The release build's command says what that with sanitizers says, of every 48th (SMMRA_ALL: 16th) shader, program and file of IR (same_output.sh): run.sh
# does not repeat in release what scripts have judged in the other build.
set -euo pipefail
. "$(dirname "$0")/common.sh"
other=$root/build/sanitize/bin/spirv-mmra
if [ ! -x "$other" ] || [ -n "$(find "$root"/{mmra,spirv,translator} -newer "$other" -name "*.[ch]" -print -quit)" ]; then
    echo "SKIPPED: build/sanitize has no command of these sources" >&2
    exit 77
fi
[ -n "${SMMRA_ALL-}" ] && how=(--every 16 --seconds 60) || how=(--every 48 --seconds 8)
bash "$tests/project/same_output.sh" "${how[@]}" "$other" "$spirv_mmra"
