# shellcheck shell=bash
# build.sh and radv/build.sh source this, with `set -euo pipefail` in force, `root` this checkout and `directory` where they build.
# Needs root, or sudo, for the packages alone. Nothing of the system's own drivers changes.

version=25.0.7
mesa=$directory/mesa-$version
packages=(bison ca-certificates cmake dpkg-dev flex g++ gcc glslang-tools libclang-19-dev libdrm-dev libelf-dev libexpat1-dev
    libudev-dev libzstd-dev llvm-19-dev meson ninja-build patch pkg-config python3 python3-mako python3-packaging python3-yaml
    spirv-headers zlib1g-dev)

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}
install_packages() {
    local missing
    missing=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' "${packages[@]}" 2>&1 | grep -v '^ii' || true)
    [ -n "$missing" ] || return 0
    as_root apt-get -q update
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y install --no-install-recommends "${packages[@]}"
}

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
get_mesa() {
    [ -d "$mesa" ] || fetch_mesa
    [ -d "$mesa" ] || { echo "build.sh: Debian's Mesa is not $version any more: the patch is for that" >&2; exit 1; }
}

build_library() {
    cmake -G Ninja -S "$root" -B "$directory/library" -DCMAKE_BUILD_TYPE=Release -DSMMRA_TOOLS=OFF -DSMMRA_TESTS=OFF
    cmake --build "$directory/library"
    cmake --install "$directory/library" --prefix "$directory/prefix"
}

add_to_mesa() { # FOLDER-OF-THE-DRIVER PATCH FILE...: once, and the files each time
    local folder=$mesa/$1 patch=$2
    shift 2
    cp "$@" "$folder"
    grep -q spirv-mmra "$folder/meson.build" || patch -d "$mesa" -p1 <"$patch"
}

build_driver() { # OPTION...
    local options=(-Dbuildtype=release -Dplatforms= -Dllvm=enabled -Dshared-llvm=enabled "$@") feature
    for feature in glx egl gbm gles1 gles2 gallium-va gallium-vdpau valgrind libunwind; do options+=("-D$feature=disabled"); done
    options+=(-Dopengl=false -Dvideo-codecs= -Dpkg_config_path="$directory/prefix/lib/pkgconfig")
    [ -f "$directory/driver/build.ninja" ] || meson setup "$directory/driver" "$mesa" "${options[@]}"
    ninja -C "$directory/driver"
}
