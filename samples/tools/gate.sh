#!/bin/bash
# A gate for the shaders of a repository: `spirv-mmra race` of every compute shader below a folder, each as spirv-mmra.toml beside it
# says, and what is found as SARIF, which code review shows at the lines of the shaders.
#
#   samples/tools/gate.sh FOLDER LOG.sarif [OPTION...]    the options are those of `spirv-mmra help race`
#
# The paths in the log begin as FOLDER does: start it in the repository's root, with a relative FOLDER.
# A shader that does not compile is one result, and the others follow. Exit status: that of `race`, the highest of all shaders (1: a
# race; 3: one does not compile; 8: with --require-coverage, something never ran); 1 also if there is none.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '/^# *samples/s/^# *//p' "$0" >&2; exit 2; }
folder=$1 log=$2
shift 2
mapfile -d '' shaders < <(find "$folder" -name '*.comp' -print0 | sort -z)
[ ${#shaders[@]} -gt 0 ] || { echo "$folder: no compute shader (*.comp) below it" >&2; exit 1; }
spirv-mmra race "${shaders[@]}" --diagnostics=sarif --timeout=60 "$@" >"$log"
