#!/bin/bash
# The commands of README.md and docs/guide/embed.md about the library, as they stand there, and what README says to install for them:
# it is built and installed, and the program of the README is built with CMake and with pkg-config, and run. It installs packages: it
# is for a bare system, which tests/project/bare.sh makes. With CMAKE_BUILD_TYPE=Debug before it, it takes a third of the time.
#
#   tests/project/bare.sh bookworm tests/project/readme.sh
#   tests/project/bare.sh trixie tests/project/readme.sh
#
# Needs root and apt. The last line is "readme.sh: PASS", or the command that failed stands before the end.
set -euo pipefail
cd "$(dirname "$0")/../.."
export DEBIAN_FRONTEND=noninteractive
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

lines_of() { # PATTERN FILE
    sed -nE "s/^    ($1.*)/\\1/p" "$root/$2" | sed "s,\\bPREFIX\\b,$work/prefix,g"
}
run_lines() { # PATTERN FILE: the commands among the indented lines of FILE that match
    local line count=0
    while IFS= read -r line; do
        echo "readme.sh: $line"
        eval "$line"
        count=$((count + 1))
    done < <(lines_of "$1" "$2")
    [ "$count" -gt 0 ] || { echo "readme.sh: no line of $2 is $1"; exit 1; }
}
block() { awk -v what="\`\`\`$1" '$0 == what { on = 1; next } /^```/ { on = 0 } on' "$root/README.md"; }
packages() { # FILE: what it says to install in Debian
    echo "$(tr "\n" " " <"$root/$1")" | sed -nE 's/.*\(in Debian: `([a-z0-9 .+-]+)`\).*/\1/p'
}
install_packages() {
    [ $# -gt 0 ] || { echo "readme.sh: no packages are named"; exit 1; }
    apt-get install -q -y --no-install-recommends "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}

apt-get update -q >/dev/null
read -ra named < <(packages README.md)
install_packages "${named[@]}"
run_lines 'cmake .*build\/library' README.md
mkdir "$work/mine"
cd "$work/mine"
block cmake >CMakeLists.txt
block c >main.c
run_lines 'cmake .*(-S \. -B|--build) build($| )' README.md
install_packages glslang-tools # for a shader to try it with
glslangValidator -V --target-env vulkan1.3 "$root/samples/ring.comp" -o shader.spv >/dev/null
run_lines 'build\/mine' README.md >ir
grep -q '^define ' ir
read -ra named < <(packages docs/guide/embed.md)
install_packages "${named[@]}"
run_lines 'export PKG_CONFIG_PATH' docs/guide/embed.md
while IFS= read -r line; do
    echo "readme.sh: $line"
    eval "$line"
    { echo "readme.sh: build/mine shader.spv" && ./mine shader.spv; } | cmp - ir
    rm mine
done < <(lines_of 'cc ' docs/guide/embed.md)
echo "readme.sh: PASS"
