#!/bin/bash
# Compiles the shaders of this folder and those that its scripts make into the build tree, for the tests that draw and trace with them, and
# writes their settings there. A line "// target: ..." says what for, if not Vulkan 1.3.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

here=$(dirname "$0")
compile() { # SOURCE FOLDER
    local target=vulkan1.3 name=${1##*/}
    if [[ $(<"$1") =~ $'\n// target: '([a-z0-9.]+) ]]; then target=${BASH_REMATCH[1]}; fi
    glslangValidator --quiet -V --target-env "$target" "$1" -o "$2/${name%.*}.spv"
}
export -f compile

rm -rf "$drawn" "$traced"
mkdir -p "$drawn" "$traced"
for family in families geometry tessellation; do python3 "$here/$family.py" "$work/families" >/dev/null; done
cat "$here/settings.txt" "$work/families"/*.settings >"$drawn/settings"
find "$here" "$work/families" \( -name '*.vert' -o -name '*.frag' -o -name '*.geom' -o -name '*.tes[ce]' \) -print0 | each bash -c 'compile "$2" "$1"' compile "$drawn" >"$work/messages"
for family in rays meshes; do python3 "$here/$family.py" "$work/traced" >/dev/null; done
cat "$work/traced"/*.settings >"$traced/settings"
find "$work/traced" ! -name '*.settings' -type f -print0 | each bash -c 'compile "$2" "$1"' compile "$traced" >>"$work/messages"

# A ray tracing pipeline is one module, of an entry point for each of its shaders.
compile_entry() { # FOLDER SOURCE: TEXT@ENTRY.STAGE
    local name=${2##*/}
    name=${name%.*}
    glslangValidator --quiet -V --target-env vulkan1.3 -e "${name#*@}" --source-entrypoint main "$2" -o "$1/$name.spv"
}
export -f compile_entry
mkdir "$work/entries"
python3 "$here/pipelines.py" "$work/pipelines" >/dev/null
cat "$work/pipelines/pipelines.settings" >>"$traced/settings"
find "$work/pipelines" -name '*@*' -print0 | each bash -c 'compile_entry "$1" "$2"' compile "$work/entries" >>"$work/messages"
while read -r name entries; do
    spirv-link --target-env vulkan1.3 $(printf "$work/entries/%s.spv " $entries) -o "$traced/$name.spv" >>"$work/messages" 2>&1 || fail "$name"
done <"$work/pipelines/pipelines.list"
count_failures "$work/messages"
finish "compiled $(find "$drawn" "$traced" -name '*.spv' | wc -l) shaders"
