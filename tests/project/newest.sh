#!/bin/bash
# The newest LLVM, SPIRV-Tools, glslang and lavapipe that Debian has, and LLVM 21, beside those that the machine has
# installed: packages unpacked below build/newest and run through the loader that came with them, so that this needs no
# root and changes nothing of the machine. What is there is not fetched again. Prints the folder with the programs
# (llc-23, llc-21, newest-spirv-as and others); exit status 1, and why, where they cannot be had. The newest
# SPIRV-Headers lie in the tree, below usr/include; newest-lavapipe COMMAND... runs a command whose Vulkan driver is
# Mesa's lavapipe of the tree, newest-radv COMMAND... one whose driver is Mesa's RADV for the processor of AMDGPU_GPU_ID,
# which need not be there: it compiles, and what is submitted does nothing.
#
#   tests/project/newest.sh
#
#   SMMRA_NEWEST    a tree in which these packages are unpacked already; nothing is fetched, and build/newest has only the programs
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
newest=23
older=21 # which Debian 12 lacks
programs=({llc,opt,llvm-as,llvm-link}-$newest {llc,opt}-$older newest-{spirv-as,spirv-val,spirv-dis,spirv-opt,glslangValidator})
packages=("llvm-$newest" "llvm-$older" spirv-headers spirv-tools glslang-tools libvulkan1 mesa-vulkan-drivers mesa-drm-shim)
folder=$root/build/newest
tree=${SMMRA_NEWEST:-$folder/tree}

# LLVM and all that it needs, down to the C library, as apt finds it for a system in which nothing is installed.
fetch_from() { # mirror
    local scratch=$folder/scratch options package
    rm -rf "$scratch"
    mkdir -p "$scratch"/{parts,lists/partial,cache/archives/partial}
    touch "$scratch/status"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $1 unstable main" >"$scratch/parts/unstable.list"
    options=(-q -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$scratch/parts" -o "Dir::State::Lists=$scratch/lists"
        -o "Dir::State::Status=$scratch/status" -o "Dir::Cache=$scratch/cache" -o Debug::NoLocking=1 -o APT::Sandbox::User=
        -o Acquire::Languages=none -o Acquire::Check-Valid-Until=false)
    apt-get "${options[@]}" update --error-on=any </dev/null || return 1
    apt-get "${options[@]}" -y --no-install-recommends --download-only install "${packages[@]}" </dev/null || return 1
    rm -rf "$tree"
    for package in "$scratch"/cache/archives/*.deb; do
        dpkg-deb -x "$package" "$folder/unpacked" || return 1
    done
    mv "$folder/unpacked" "$tree"
    rm -rf "$scratch"
}

fetch() {
    local mirror mirrors
    mirrors=$("$root/tests/project/mirrors.sh") || return 1
    while read -r mirror; do
        echo "newest.sh: looking for LLVM $newest in $mirror" >&2
        rm -rf "$folder/unpacked"
        if fetch_from "$mirror" >&2; then return 0; fi
    done <<<"$mirrors"
    return 1
}

write_programs() {
    local program loader libraries
    loader=$(find "$tree"/usr/lib/*/ "$tree"/usr/lib64/ -maxdepth 1 -name 'ld-linux*.so.*' 2>/dev/null | sed -n 1p)
    libraries=$(dirname "$loader"):$tree/usr/lib/llvm-$newest/lib
    rm -rf "$folder/bin"
    mkdir -p "$folder/bin"
    for program in "${programs[@]}"; do
        [ -x "$tree/usr/bin/${program#newest-}" ] || continue
        printf '#!/bin/sh\nexec "%s" --library-path "%s" "%s" "$@"\n' "$loader" "$libraries" "$tree/usr/bin/${program#newest-}" \
            >"$folder/bin/$program"
    done
    if [ -f "$tree/usr/share/vulkan/icd.d/lvp_icd.json" ]; then
        printf '#!/bin/sh\nVK_ICD_FILENAMES="%s" exec "%s" --library-path "%s" "$@"\n' "$tree/usr/share/vulkan/icd.d/lvp_icd.json" \
            "$loader" "$libraries" >"$folder/bin/newest-lavapipe"
    fi
    local shim=${loader%/*}/libamdgpu_noop_drm_shim.so
    if [ -f "$tree/usr/share/vulkan/icd.d/radeon_icd.json" ] && [ -f "$shim" ]; then
        printf '#!/bin/sh\nVK_ICD_FILENAMES="%s" exec "%s" --preload "%s" --library-path "%s" "$@"\n' \
            "$tree/usr/share/vulkan/icd.d/radeon_icd.json" "$loader" "$shim" "$libraries" >"$folder/bin/newest-radv"
    fi
    chmod +x "$folder"/bin/*
}

runs() { # folder
    [[ $("$1/llc-$newest" --version 2>&1) = *"LLVM version $newest."* ]] && "$1/newest-spirv-as" --version >/dev/null 2>&1
}

if installed=$(command -v "llc-$newest") && [ "$(dirname "$installed")" != "$folder/bin" ]; then
    dirname "$installed"
elif runs "$folder/bin" && [ -z "${SMMRA_NEWEST-}" ]; then
    echo "$folder/bin"
elif { [ -x "$tree/usr/bin/llc-$newest" ] && [ -x "$tree/usr/bin/spirv-as" ]; } || { [ -z "${SMMRA_NEWEST-}" ] && fetch; }; then
    write_programs
    runs "$folder/bin" || { echo "newest.sh: the programs of $tree do not run" >&2; exit 1; }
    echo "$folder/bin"
else
    echo "newest.sh: no LLVM $newest: neither installed, nor in $tree, nor to be fetched" >&2
    exit 1
fi
