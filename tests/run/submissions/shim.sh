#!/bin/bash
# Mesa's drm-shim for AMD's cards: a library that stands for the kernel's driver, so that a Vulkan driver runs without a
# card. It is built from Debian's source of Mesa, some files of it alone, into build/shim; what is there is not made
# again. Prints its path; exit status 1, and why, where it cannot be had.
#
#   tests/run/submissions/shim.sh
#
#   SMMRA_MESA    a folder with Mesa's source (25.0 or later); nothing is fetched then
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
folder=$root/build/shim
shim=$folder/amdgpu_shim.so

# Debian's source, through package lists of its own, without what is not compiled.
fetch_from() { # mirror
    local lists=$folder/lists options
    mkdir -p "$lists/partial"
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $1 trixie main" >"$folder/mesa.list"
    options=(-q -o "Dir::Etc::SourceList=$folder/mesa.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$lists"
        -o APT::Sandbox::User= -o Acquire::Check-Valid-Until=false)
    apt-get "${options[@]}" update --error-on=any </dev/null || return 1
    (cd "$folder" && apt-get "${options[@]}" source --download-only mesa </dev/null) || return 1
    mkdir -p "$folder/mesa"
    tar -xf "$folder"/mesa_*.orig.tar.xz -C "$folder/mesa" --strip-components=1 --wildcards '*/include/*' '*/src/drm-shim/*' \
        '*/src/amd/drm-shim/*' '*/src/amd/common/*' '*/src/util/*' '*/src/c11/*' || return 1
    rm -rf "$lists" "$folder"/mesa_*
}

fetch() {
    local mirror mirrors
    mirrors=$("$root/tests/project/mirrors.sh") || return 1
    while read -r mirror; do
        echo "shim.sh: looking for Mesa's source in $mirror" >&2
        if fetch_from "$mirror" >&2; then return 0; fi
    done <<<"$mirrors"
    echo "shim.sh: Mesa's source cannot be had; SMMRA_MESA names a folder with it" >&2
    return 1
}

# The kernel's version that the shim says is older than what newer drivers ask for. Of libdrm's header it needs the kinds
# of buses alone.
build() { # source
    local parts=$folder/parts name sources=()
    mkdir -p "$parts"
    echo 'enum { DRM_BUS_PCI, DRM_BUS_USB, DRM_BUS_PLATFORM, DRM_BUS_HOST1X };' >"$parts/xf86drm.h"
    sed 's/version_minor = [0-9]*/version_minor = 61/' "$1/src/amd/drm-shim/amdgpu_noop_drm_shim.c" >"$parts/amdgpu.c"
    for name in hash_table set ralloc anon_file u_debug log os_misc u_printf u_process fast_idiv_by_const os_file u_call_once \
        simple_mtx blob vma; do
        sources+=("$1/src/util/$name.c")
    done
    sources+=("$1"/src/drm-shim/{device,drm_shim}.c "$1"/src/amd/drm-shim/amdgpu_devices.c "$1"/src/c11/impl/{threads_posix,time}.c)
    "${CC:-cc}" -shared -fPIC -O1 -w -std=gnu11 -fvisibility=hidden -Wl,-z,defs -D_GNU_SOURCE -DHAVE_PTHREAD -DHAVE_STRUCT_TIMESPEC \
        -DHAVE_SECURE_GETENV -DHAVE___BUILTIN_FFS -DHAVE_MEMFD_CREATE -DHAVE_ENDIAN_H -DHAVE_PROGRAM_INVOCATION_NAME \
        -DUTIL_ARCH_LITTLE_ENDIAN=1 -DUTIL_ARCH_BIG_ENDIAN=0 -I"$1/include" -I"$1/src" -I"$1/src/amd" -I"$1/src/amd/drm-shim" \
        -I"$parts" "$parts/amdgpu.c" "${sources[@]}" -ldl -lpthread -lm -o "$folder/unfinished.so"
    mv "$folder/unfinished.so" "$shim"
}

mkdir -p "$folder"
if [ ! -f "$shim" ]; then
    source=${SMMRA_MESA:-$folder/mesa}
    [ -d "$source/src/drm-shim" ] || [ -n "${SMMRA_MESA-}" ] || fetch
    [ -d "$source/src/drm-shim" ] || { echo "shim.sh: $source has no src/drm-shim" >&2; exit 1; }
    build "$source"
fi
echo "$shim"
