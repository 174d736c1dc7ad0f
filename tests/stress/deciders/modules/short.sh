#!/bin/bash
# Mutated modules of SPIR-V before the deciders, with a fixed seed, from some of tests/litmus/spirv; run.sh --modules goes further. Run
# in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../../../project/common.sh"
for name in barrier-acquires dekker local-fence lock-cas message-passing shared-blocks two-barriers; do
    spirv-as --target-env spv1.6 "$tests/litmus/spirv/$name.spvasm" -o "$work/$name.spv"
done
"$build/bin/deciders_modules" --programs 400 --runs 3 "$work"/*.spv >"$work/said" || fail "$(cat "$work/said")"
read -r judged _ < <(grep -o '[0-9]* before two deciders' "$work/said")
[ "$judged" -ge 300 ] || fail "$judged modules were judged by two deciders: $(cat "$work/said")"
finish "$judged modules before two deciders"
