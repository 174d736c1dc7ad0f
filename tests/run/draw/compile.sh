#!/bin/bash
# Compiles the shaders of this folder, those that its scripts make, and the fragments of tests/lower/helpers into the build tree,
# for the tests that draw and trace with them, and writes their settings there. A line "// target: vulkan1.1" asks for an older SPIR-V.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

here=$(dirname "$0")
. "$here/pipelines.sh"
rm -rf "$drawn" "$traced"
mkdir -p "$drawn" "$traced"
for family in families geometry tessellation; do python3 "$here/$family.py" "$work/families" >/dev/null; done
cat "$here/settings.txt" "$work/families"/*.settings >"$drawn/settings"
mapfile -d '' sources < <(find "$here" "$work/families" "$tests/lower/helpers" \
    \( -name '*.vert' -o -name '*.frag' -o -name '*.geom' -o -name '*.tes[ce]' \) -print0)
grep -LZ '^// target: ' "${sources[@]}" | compile_glsl vulkan1.3 "$drawn" >"$work/messages"
grep -lZ '^// target: vulkan1.1$' "${sources[@]}" | compile_glsl vulkan1.1 "$drawn" >>"$work/messages"
find "$here" "$work/families" -name '*.spvasm' -print0 |
    each bash -c 'name=${2##*/}; spirv-as --target-env vulkan1.3 "$2" -o "$1/${name%.*}.spv"' assemble "$drawn" >>"$work/messages"
for family in rays meshes; do python3 "$here/$family.py" "$work/traced" >/dev/null; done
cat "$work/traced"/*.settings >"$traced/settings"
find "$work/traced" ! -name '*.settings' -type f -print0 | compile_glsl vulkan1.3 "$traced" >>"$work/messages"
python3 "$here/pipelines.py" "$work/pipelines" >/dev/null
cat "$work/pipelines/pipelines.settings" >>"$traced/settings"
compile_pipelines "$work/pipelines" "$traced" >>"$work/messages" 2>&1
count_failures "$work/messages"
finish "compiled $(find "$drawn" "$traced" -name '*.spv' | wc -l) shaders"
