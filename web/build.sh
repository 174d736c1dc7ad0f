#!/bin/bash
# The playground, as one folder that a file server may serve: build/web/site. emscripten compiles the command, and SPIRV-Tools and glslang of Debian 13,
# whose sources are fetched from Debian's archive into build/web and are not fetched again.
#
#   web/build.sh    needs emscripten (apt-get install emscripten), cmake, ninja, python3; exit status 77 where there is no emscripten
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build/web
sources=$build/sources
suite=trixie
command -v em++ >/dev/null || { echo "SKIPPED: emscripten is not installed" >&2; exit 77; }
mkdir -p "$build"

# Tarballs as their authors made them. apt compares their digests with those of the suite's signed list.
fetch() { # PACKAGE...
    local scratch=$build/scratch options package mirror
    mirror=$("$root/tests/project/mirrors.sh" | sed -n 1p)
    rm -rf "$scratch"
    mkdir -p "$scratch"/{parts,lists/partial,cache/archives/partial} "$sources"
    touch "$scratch/status"
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$scratch/parts/sources.list"
    options=(-q -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$scratch/parts" -o "Dir::State::Lists=$scratch/lists"
        -o "Dir::State::Status=$scratch/status" -o "Dir::Cache=$scratch/cache" -o Debug::NoLocking=1 -o APT::Sandbox::User=
        -o Acquire::Languages=none -o Acquire::Check-Valid-Until=false -o Acquire::Retries=3)
    apt-get "${options[@]}" update --error-on=any
    for package in "$@"; do
        # what else belongs to the source package may be missing
        (cd "$scratch" && apt-get "${options[@]}" source --download-only --tar-only "$package") || true
        mkdir -p "$sources/$package.new"
        tar -xzf "$scratch/${package}_"*.orig.tar.gz --strip-components=1 -C "$sources/$package.new"
        mv "$sources/$package.new" "$sources/$package"
    done
    rm -rf "$scratch"
}
missing=()
for package in spirv-headers spirv-tools glslang; do
    [ -d "$sources/$package" ] || missing+=("$package")
done
[ ${#missing[@]} = 0 ] || fetch "${missing[@]}"

# Debian keeps the modules of node that emscripten needs where only its own node looks.
export NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}
configure() { # SOURCE BUILD OPTION...
    emcmake cmake -G Ninja -S "$1" -B "$2" "${@:3}" >"$2.log" 2>&1 || { cat "$2.log" >&2; exit 1; }
}
configure "$sources/spirv-tools" "$build/spirv-tools" -DCMAKE_BUILD_TYPE=MinSizeRel -DSPIRV_SKIP_EXECUTABLES=ON -DSPIRV_SKIP_TESTS=ON -DSPIRV_WERROR=OFF \
    -DSPIRV-Headers_SOURCE_DIR="$sources/spirv-headers"
ninja -C "$build/spirv-tools" SPIRV-Tools-static
configure "$sources/glslang" "$build/glslang" -DCMAKE_BUILD_TYPE=MinSizeRel -DENABLE_OPT=OFF -DENABLE_HLSL=OFF -DENABLE_GLSLANG_BINARIES=OFF \
    -DGLSLANG_TESTS=OFF -DBUILD_EXTERNAL=OFF
ninja -C "$build/glslang"
configure "$root/web" "$build/product" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS_RELEASE=-O1 -DNDEBUG" "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG" \
    -DSMMRA_TOOLS=ON -DSMMRA_SPIRV_GRAMMAR_DIR="$sources/spirv-headers/include/spirv/unified1" \
    -DSMMRA_SPIRV_INCLUDE_DIR="$sources/spirv-headers/include" -DSMMRA_SPIRV_TOOLS_INCLUDE_DIR="$sources/spirv-tools/include" \
    -DSMMRA_SPIRV_TOOLS_LIBRARY="$build/spirv-tools/source/libSPIRV-Tools.a" \
    -DGLSLANG_SOURCE_DIR="$sources/glslang" -DGLSLANG_BUILD_DIR="$build/glslang"
ninja -C "$build/product" spirv-mmra-web glslang-web
python3 "$root/web/site.py" "$build" "$build/site"
