#!/bin/bash
# The processor time, with the kernel's, and the memory of `race` on ten shaders and grids: of the built command, or of each one given.
#
#   tests/stress/bench/race.sh [COMMAND]...
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
shaders=$tests/stress/bench/race
[ $# -gt 0 ] || set -- "$spirv_mmra"
for command in "$@"; do
    echo "$command"
    while read -r name groups; do
        glslangValidator -V -g --target-env vulkan1.3 "$shaders/$name.comp" -o "$work/$name.spv" >/dev/null
        status=0
        /usr/bin/time -o "$work/took" -f "%U %S %M" "$command" race "$work/$name.spv" --groups "$groups" >"$work/said" || status=$?
        [ "$status" -le 1 ] || fail "$name: exit status $status"
        awk -v name="$name" -v groups="$groups" 'END { printf "  %-10s %-6s %7.2f s %6.0f MB\n", name, groups, $1 + $2, $3 / 1024 }' "$work/took"
    done <<'EOF'
tree 1024
scan 1024
histogram 256
product 16,16
saxpy 4096
transpose 32,32
nbody 16
bitonic 256
blocks 512
racy 64
EOF
done
finish "processor time and memory of race"
