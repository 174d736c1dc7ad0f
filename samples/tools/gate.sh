#!/bin/bash
# A gate for the shaders of a repository: compiles every compute shader of a folder with debug information, runs each as
# `spirv-mmra race` does, and writes what is found as SARIF, which code review shows at the lines of the shaders.
#
#   samples/tools/gate.sh FOLDER LOG.sarif [OPTION...]    the options are those of `spirv-mmra help race`
#
# The paths in the log begin as FOLDER does: start it in the repository's root, with a relative FOLDER.
# Exit status: that of `race`, the highest of all shaders; 1 also if a shader does not compile, or none is there.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '/^# *samples/s/^# *//p' "$0" >&2; exit 2; }
folder=$1 log=$2
shift 2
modules=$(mktemp -d)
trap 'rm -rf "$modules"' EXIT

compiled=()
while IFS= read -r -d '' shader; do
    module=$modules/${shader//\//_}.spv
    glslangValidator -V --target-env vulkan1.3 -g "$shader" -o "$module" >"$modules/messages" || { cat "$modules/messages" >&2; exit 1; }
    compiled+=("$module")
done < <(find "$folder" -name '*.comp' -print0 | sort -z)
[ ${#compiled[@]} -gt 0 ] || { echo "$folder: no compute shader (*.comp) below it" >&2; exit 1; }
spirv-mmra race "${compiled[@]}" --diagnostics=sarif --source-root="$folder" --timeout=60 "$@" >"$log"
