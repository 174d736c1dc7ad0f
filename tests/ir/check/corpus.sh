#!/bin/bash
# Each program of the corpus has what its first line expects: a finding that is wrong in one way, or nothing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../project/common.sh"

unpack_corpus
"$build/bin/ir_check" --corpus "$corpus"/*.ll || fail "the corpus"
finish "$(find "$corpus" -type f | wc -l) programs"
