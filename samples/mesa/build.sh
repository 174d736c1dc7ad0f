#!/bin/bash
# Builds Mesa's lavapipe with spirv-mmra in it, on Debian 13: installs what that needs, takes Mesa's source from Debian's
# archive, adds the files beside this script, and prints the driver's ICD file.
#
#   samples/mesa/build.sh DIRECTORY    DIRECTORY: for the source, the library and the build, some 900 MB
#
# Needs root, or sudo, for the packages alone. Nothing of the system's own driver changes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
version=25.0.7
[ $# = 1 ] || { sed -n '/^# *samples/p' "$0" >&2; exit 2; }
mkdir -p "$1"
directory=$(cd "$1" && pwd)

packages=(bison ca-certificates cmake dpkg-dev flex g++ gcc glslang-tools libclang-19-dev libdrm-dev libelf-dev libexpat1-dev
    libudev-dev libzstd-dev llvm-19-dev meson ninja-build patch pkg-config python3 python3-mako python3-packaging python3-yaml
    spirv-headers zlib1g-dev)
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}
missing=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "${packages[@]}" 2>&1 | grep -v '^ii' || true)
if [ -n "$missing" ]; then
    as_root apt-get -q update
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends "${packages[@]}"
fi

# Debian's source of Mesa, through package lists of its own: the machine's stay as they are.
fetch_mesa() {
    local lists=$directory/lists mirror
    mirror=$("$root/tests/project/mirrors.sh" | sed -n 1p)
    mkdir -p "$lists/partial"
    echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror trixie main" \
        >"$directory/mesa.list"
    local options=(-q -o Dir::Etc::SourceList="$directory/mesa.list" -o Dir::Etc::SourceParts=/dev/null
        -o Dir::State::Lists="$lists" -o APT::Sandbox::User=)
    apt-get "${options[@]}" update
    (cd "$directory" && apt-get "${options[@]}" source mesa)
}
mesa=$directory/mesa-$version
[ -d "$mesa" ] || fetch_mesa
[ -d "$mesa" ] || { echo "build.sh: Debian's Mesa is not $version any more: the patch is for that" >&2; exit 1; }

cmake -G Ninja -S "$root" -B "$directory/library" -DCMAKE_BUILD_TYPE=Release -DSMMRA_TOOLS=OFF -DSMMRA_TESTS=OFF
cmake --build "$directory/library"
cmake --install "$directory/library" --prefix "$directory/prefix"

cp "$here"/lvp_smmra*.[ch] "$mesa/src/gallium/frontends/lavapipe"
if ! grep -q spirv-mmra "$mesa/src/gallium/frontends/lavapipe/meson.build"; then
    patch -d "$mesa" -p1 <"$here/lavapipe-$version.patch"
fi
options=(-Dbuildtype=release -Dgallium-drivers=llvmpipe -Dvulkan-drivers=swrast -Dplatforms= -Dllvm=enabled -Dshared-llvm=enabled)
for feature in glx egl gbm gles1 gles2 gallium-va gallium-vdpau valgrind libunwind; do options+=("-D$feature=disabled"); done
options+=(-Dopengl=false -Dvideo-codecs= -Dpkg_config_path="$directory/prefix/lib/pkgconfig")
[ -f "$directory/driver/build.ninja" ] || meson setup "$directory/driver" "$mesa" "${options[@]}"
ninja -C "$directory/driver"
echo "VK_ICD_FILENAMES=$directory/driver/src/gallium/targets/lavapipe/lvp_devenv_icd.x86_64.json"
