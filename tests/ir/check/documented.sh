#!/bin/bash
# docs/reference/checker.md has a section for each rule, and no other; the corpus has a file for each.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../project/common.sh"

"$build/bin/ir_check" --rules | awk '{print $1}' | sort >"$work/rules"
sed -n 's/^### //p' "$root/docs/reference/checker.md" | sort | diff "$work/rules" - || fail "docs/reference/checker.md and the rules differ"
while read -r rule; do
    grep -qE "^; expect: (.* )?$rule( |\$)" "$tests"/ir/check/corpus/*.ll || fail "no file of the corpus expects $rule"
done <"$work/rules"
finish "$(wc -l <"$work/rules") rules documented and tried"
