#!/bin/bash
# Every script of the repository parses.
set -euo pipefail
cd "$(dirname "$0")/../.."
failures=0
while IFS= read -r -d '' script; do
    bash -n "$script" || failures=$((failures + 1))
done < <(find .ci tests samples -type f \( -name '*.sh' -o -path '.ci/*' \) -print0)
[ "$failures" = 0 ]
