#!/bin/bash
# README's way from a bare system to a mended race: the lines of "To get it" but for those of git, as they stand; then `race` of README's
# own shader, whose mend is applied and judged. It installs packages: it is for a bare system, which tests/project/bare.sh makes.
#
#   tests/project/bare.sh bookworm tests/project/walk.sh
#   tests/project/bare.sh trixie tests/project/walk.sh
#
# Needs root and apt. The last line is "walk.sh: PASS", or the command that failed stands before the end.
set -euo pipefail
cd "$(dirname "$0")/../.."
export DEBIAN_FRONTEND=noninteractive PATH=/usr/local/bin:$PATH
while IFS= read -r line; do
    echo "walk.sh: $line"
    eval "$line" </dev/null >/tmp/walk.log 2>&1 || { tail -n 20 /tmp/walk.log; exit 1; }
done < <(sed -nE '/^## To get it/,/^## More/s/^    ((apt-get |samples\/|cmake ).*)/\1/p' README.md)
awk '/^```glsl$/ { on = 1; next } /^```$/ && on { exit } on' README.md >/tmp/turn.comp
cd /tmp
status=0
spirv-mmra race turn.comp >said || status=$?
[ "$status" = 1 ]
sed -n '/^--- /,$p' said | git apply -p0
spirv-mmra race turn.comp
echo "walk.sh: PASS"
