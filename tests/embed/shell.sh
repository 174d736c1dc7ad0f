#!/bin/bash
# The shells of samples/embed/shell: a translated pixel and vertex shader, inlined into an entry point of the hardware's, as
# machine code of gfx1030 and gfx1100. The processor has whole quads for derivatives, and its helpers write nothing. Shells that
# shells.py makes take the shaders of tests/lower/stages, of every stage.
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
    # Those that are discarded leave behind the derivative; glslang 16 demotes them, so they are helpers before the atomic.
    killed='s_and(n2|_not1)_b32' demoted=
    if grep -q 'call void @llvm.amdgcn.wqm.demote' "$work/pixel_$processor.body.ll"; then demoted="$killed s3, s3" killed=; fi
    has "$work/pixel_$processor.s" 's_mov_b32 s3, exec_lo' 's_wqm_b32 exec_lo' image_sample "$demoted" 's_and_saveexec_b32 s[0-9]+, s3' \
        global_atomic_add 'v_mov_b32_dpp|v_sub_f32_dpp' 's_and_b32 exec_lo, exec_lo, s3' "$killed" 'exp mrt0'
done
has "$work/vertex_gfx1030.s" global_load 'exp pos0' 'exp param0' s_endpgm
has "$work/vertex_gfx1100.s" 'MSG_GS_ALLOC_REQ' 'exp prim' global_load global_store 'exp pos0' s_endpgm
# Shells that are made for the shaders of every stage: nothing that they call is left open, and the exports are there.
compile_shell() { # SOURCE
    set -euo pipefail
    local name=$work/${1##*/} options
    read -ra options < <(sed -nE 's,^(//|;) options: ,,p' "$1" && echo)
    case $1 in
    *.spvasm) spirv-as --target-env spv1.6 "$1" -o "$name.spv" ;;
    *) glslangValidator --quiet -V --target-env vulkan1.3 "$1" -o "$name.spv" ;;
    esac
    python3 "$root/samples/embed/shell/shells.py" --spirv-mmra="$spirv_mmra" "$name.spv" "$name"
}
export -f compile_shell
export work root spirv_mmra
find "$root/tests/lower/stages" -type f ! -name '*.sh' -print0 | sort -z | each bash -c 'compile_shell "$1"' compile >"$work/messages"
count_failures "$work/messages"

has "$work/vertex.vert.0.s" 'MSG_GS_ALLOC_REQ' 'exp prim' 'exp pos0 v' s_endpgm
has "$work/control.tesc.0.s" ds_store global_store s_endpgm
has "$work/evaluation.tese.0.s" 'MSG_GS_ALLOC_REQ' 'exp prim' 'exp pos0 v' s_endpgm
has "$work/geometry.geom.0.s" s_barrier 'MSG_GS_ALLOC_REQ' 'exp pos0 v' 'exp prim' s_endpgm
has "$work/mesh.mesh.0.s" ds_store 'MSG_GS_ALLOC_REQ' 'exp prim' 'exp pos0 v' s_endpgm
has "$work/task.task.0.s" global_store s_endpgm
has "$work/generation.rgen.0.s" image_bvh64_intersect_ray s_swappc s_endpgm
has "$work/hit.rchit.0.s" image_bvh64_intersect_ray s_swappc s_setpc
has "$work/any.rahit.0.s" scratch_store s_setpc
finish "shells on two processors, and for the shaders of every stage"
