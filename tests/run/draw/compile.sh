#!/bin/bash
# Compiles the shaders of this folder and those that its scripts make into the build tree, for the tests that draw and trace with them, and
# writes their settings there. A line "// target: ..." says what for, if not Vulkan 1.3.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

here=$(dirname "$0")
compile() { # source
    local target
    target=$(sed -n 's,^// target: ,,p' "$1")
    glslangValidator --quiet -V --target-env "${target:-vulkan1.3}" "$1" -o "$2/$(basename "${1%.*}").spv"
}
export -f compile

rm -rf "$drawn" "$traced"
mkdir -p "$drawn" "$traced"
for family in families geometry tessellation; do python3 "$here/$family.py" "$work/families" >/dev/null; done
cat "$here/settings.txt" "$work/families"/*.settings >"$drawn/settings"
find "$here" "$work/families" \( -name '*.vert' -o -name '*.frag' -o -name '*.geom' -o -name '*.tes[ce]' \) -print0 | each bash -c 'compile "$2" "$1"' compile "$drawn" >"$work/messages"
python3 "$here/rays.py" "$work/traced" >/dev/null
cp "$work/traced"/*.settings "$traced/settings"
find "$work/traced" -name '*.comp' -print0 | each bash -c 'compile "$2" "$1"' compile "$traced" >>"$work/messages"
count_failures "$work/messages"
finish "compiled $(find "$drawn" "$traced" -name '*.spv' | wc -l) shaders"
