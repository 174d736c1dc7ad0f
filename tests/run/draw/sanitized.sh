#!/bin/bash
# The comparer itself under sanitizers, with a few shaders of each stage: what it and the host's runtime do is defined.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
. "$(dirname "$0")/newer.sh"
. "$(dirname "$0")/pipelines.sh"

here=$(dirname "$0")
names=(vertex-output-block.vert input-block.frag depth-overdrawn.frag geometry-streams-four.geom geometry-input-pointers.geom
    control-barrier-patch.tesc control-clip-distance.tesc evaluation-array-dynamic.tese evaluation-quads-points.tese
    mesh-payload.mesh mesh-triangles.mesh task-barrier.task query-candidate-t.comp query-array.comp query-in-fragment.frag)
for family in families geometry tessellation meshes rays; do python3 "$here/$family.py" "$work/families" >/dev/null; done
pipelines=(pipeline-boxes-any-told pipeline-nested-itself pipeline-record-array pipeline-table-offset-by-launch pipeline-call-calls)
python3 "$here/pipelines.py" "$work/pipelines" >/dev/null
compile_pipelines "$work/pipelines" "$work" "${pipelines[@]}" >"$work/messages" 2>&1
count_failures "$work/messages"
cat "$work/families"/*.settings >"$work/settings"
printf '%s may-lack\n' "${pipelines[@]}" >>"$work/settings"
printf '%s\0' "${names[@]/#/$work/families/}" | compile_glsl vulkan1.3 "$work" >"$work/messages"
count_failures "$work/messages"
# An old driver has no meshes and no rays.
sed -i -E 's/^(mesh|task|query)-[a-z-]+ .*/& may-lack/' "$work/settings"
for name in "${names[@]}"; do
    if ! grep -q "^${name%.*} " "$work/settings"; then echo "${name%.*} may-lack" >>"$work/settings"; fi
done
status=0
"$build/bin/compare" -j "$jobs" --seconds=120 --settings="$work/settings" "$work"/*.spv || status=$?
if [ "$status" = 77 ]; then
    echo "NO VULKAN DRIVER: THE COMPARER WAS NOT RUN UNDER SANITIZERS." >&2
    exit 77
fi
[ "$status" = 0 ] || fail "compare: status $status"
finish "$((${#names[@]} + ${#pipelines[@]})) shaders"
