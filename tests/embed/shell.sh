#!/bin/bash
# The shells of samples/embed/shell: a translated pixel and vertex shader, inlined into an entry point of the hardware's, as
# machine code of gfx1030 and gfx1100. The processor has whole quads for derivatives, and its helpers write nothing.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"

bash "$root/samples/embed/shell/build.sh" "$spirv_mmra" "$work" || fail "build.sh"

has() { # file, words of which each line follows the one before
    python3 - "$@" <<'E2' || fail "$(basename "$1"): not in this order: ${*:2}"
import re, sys
text, at = open(sys.argv[1]).read(), 0
for words in sys.argv[2:]:
    found = re.compile(words).search(text, at)
    if not found:
        sys.exit(1)
    at = found.end()
E2
}

for processor in gfx1030 gfx1100; do
    for stage in pixel vertex; do
        ! grep -qE '^\s+(s_swappc|scratch_|buffer_)' "$work/${stage}_$processor.s" || fail "$stage, $processor: not inlined"
        [ -s "$work/${stage}_$processor.o" ] || fail "$stage, $processor: no object"
    done
    # the lanes that are no helpers are kept; the sample runs in all lanes, the atomic in those alone, the export in those left
    has "$work/pixel_$processor.s" 's_mov_b32 s3, exec_lo' 's_wqm_b32 exec_lo' image_sample 's_and_saveexec_b32 s[0-9]+, s3' \
        global_atomic_add 'v_mov_b32_dpp|v_sub_f32_dpp' 's_and_b32 exec_lo, exec_lo, s3' 's_and(n2|_not1)_b32' 'exp mrt0'
done
has "$work/vertex_gfx1030.s" global_load 'exp pos0' 'exp param0' s_endpgm
has "$work/vertex_gfx1100.s" 'MSG_GS_ALLOC_REQ' 'exp prim' global_load global_store 'exp pos0' s_endpgm
finish "shells on two processors"
