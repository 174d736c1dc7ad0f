#!/bin/bash
# Every script of the repository parses, and no pipe ends in a command that stops reading: with pipefail its writer may then be killed by
# SIGPIPE, now and then, and the script with it. `grep PATTERN >/dev/null` and `sed -n 1p` read all. A script that names its interpreter
# can be started by its name, as the documents do.
set -euo pipefail
cd "$(dirname "$0")/../.."
failures=0
while IFS= read -r -d '' script; do
    bash -n "$script" || failures=$((failures + 1))
    if grep -nE '[^|][|] *(head\>|grep -[a-zA-Z]*[qm]|sed [^|]*[0-9/{]q\>)' "$script" | grep -vE '^[0-9]+: *#|(printf|echo) [^|]*\|'; then
        echo "FAIL: $script: a pipe into what stops reading"
        failures=$((failures + 1))
    fi
done < <(find .ci tests samples -type f \( -name '*.sh' -o -path '.ci/*' \) -print0)
while IFS= read -r -d '' script; do
    [ -x "$script" ] || [ "$(head -c 2 "$script")" != '#!' ] || {
        echo "FAIL: $script names its interpreter and cannot be started: chmod +x $script"
        failures=$((failures + 1))
    }
done < <(find docs samples spirv tests web -type f -regex '.*\.\(sh\|py\|pl\)' -print0)
[ "$failures" = 0 ]
