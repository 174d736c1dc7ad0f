#!/bin/bash
# Compiles the shaders of this folder, those that its scripts make, and the fragments of tests/lower/helpers into the build tree,
# for the tests that draw and trace with them, and writes their settings there. A line "// target: ..." says what for, if not Vulkan 1.3.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

here=$(dirname "$0")
. "$here/pipelines.sh"
compile() { # SOURCE FOLDER
    local target=vulkan1.3 name=${1##*/}
    if [[ $1 == *.spvasm ]]; then spirv-as --target-env "$target" "$1" -o "$2/${name%.*}.spv"; return; fi
    if [[ $(<"$1") =~ $'\n// target: '([a-z0-9.]+) ]]; then target=${BASH_REMATCH[1]}; fi
    glslangValidator --quiet -V --target-env "$target" "$1" -o "$2/${name%.*}.spv"
}
export -f compile

rm -rf "$drawn" "$traced"
mkdir -p "$drawn" "$traced"
for family in families geometry tessellation; do python3 "$here/$family.py" "$work/families" >/dev/null; done
cat "$here/settings.txt" "$work/families"/*.settings >"$drawn/settings"
{ find "$here" "$work/families" \( -name '*.vert' -o -name '*.frag' -o -name '*.geom' -o -name '*.tes[ce]' -o -name '*.spvasm' \) -print0; find "$tests/lower/helpers" -name '*.frag' -print0; } |
    each bash -c 'compile "$2" "$1"' compile "$drawn" >"$work/messages"
for family in rays meshes; do python3 "$here/$family.py" "$work/traced" >/dev/null; done
cat "$work/traced"/*.settings >"$traced/settings"
find "$work/traced" ! -name '*.settings' -type f -print0 | each bash -c 'compile "$2" "$1"' compile "$traced" >>"$work/messages"
python3 "$here/pipelines.py" "$work/pipelines" >/dev/null
cat "$work/pipelines/pipelines.settings" >>"$traced/settings"
compile_pipelines "$work/pipelines" "$traced" >>"$work/messages" 2>&1
count_failures "$work/messages"
finish "compiled $(find "$drawn" "$traced" -name '*.spv' | wc -l) shaders"
