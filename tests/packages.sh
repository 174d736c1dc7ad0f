#!/bin/bash
# Installs the packages of Debian 12, 13 or unstable that are missing, and touches none that is there.
#
#   tests/packages.sh build    what building and translating needs
#   tests/packages.sh test     what the tests need besides
#
# Needs root, or sudo, only if something is missing. llvm-22 is in Debian 13, and in Debian 12's security suite alone. Where the
# machine's sources do not list that suite, it is read from the mirror that they do name, for this one run: the
# machine's own sources and package lists stay as they are.
#
#   DEBIAN_MIRROR=http://HOST/debian    an archive of Debian to read first, where the machine's sources name one that lacks a suite
set -euo pipefail

build_packages=(cmake ninja-build gcc g++ libc6-dev python3 spirv-headers spirv-tools glslang-tools libz3-dev libvulkan-dev)
test_packages=("${build_packages[@]}" glslc libcmocka-dev clang-22 clang-format-22 llvm-22 llvm-22-tools llvm-19
    make pkg-config locales abigail-tools zsh fish mesa-vulkan-drivers valgrind gringo)

# The library of SPIRV-Tools is in spirv-tools, but since 2025.4 in a package of its own.
tools_library=spirv-tools-dev
has_tools_library() {
    [ -f /usr/include/spirv-tools/libspirv.h ]
}

drm_shim=mesa-drm-shim

missing_packages() {
    local package
    for package; do
        if [ "$package" != spirv-tools ] || has_tools_library; then
            dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep '^.i' >/dev/null && continue
        fi
        echo "$package"
    done
}

# Prints one "options<TAB>URI" line for each Debian archive of suite $1: that of DEBIAN_MIRROR, and those of the machine's sources, in
# both formats.
debian_archives() {
    [ -z "${DEBIAN_MIRROR:-}" ] || printf '\t%s\n' "$DEBIAN_MIRROR"
    local suite=$1 lists=(/etc/apt/sources.list /etc/apt/sources.list.d/*.list)
    local stanzas=(/etc/apt/sources.list.d/*.sources) file
    for file in "${lists[@]}"; do
        [ -f "$file" ] || continue
        awk -v suite="$suite" '$1 == "deb" {
            options = ""; line = $0
            if (match(line, /\[[^]]*\]/)) {
                options = substr(line, RSTART, RLENGTH)
                line = substr(line, 1, RSTART - 1) " " substr(line, RSTART + RLENGTH)
            }
            split(line, field, /[ \t]+/)
            if (field[3] == suite) print options "\t" field[2]
        }' "$file"
    done
    for file in "${stanzas[@]}"; do
        [ -f "$file" ] || continue
        awk -v suite="$suite" 'BEGIN { RS = ""; FS = "\n" } {
            uris = ""; suites = ""; options = ""
            for (i = 1; i <= NF; i++) {
                value = $i; sub(/^[^:]*:[ \t]*/, "", value)
                key = tolower($i); sub(/:.*/, "", key)
                if (key == "uris") uris = value
                if (key == "suites") suites = " " value " "
                if (key == "signed-by" && value ~ /^\//) options = options " signed-by=" value
                if (key == "trusted") options = options " trusted=" value
            }
            if (options != "") options = "[" options " ]"
            count = split(uris, uri, /[ \t]+/)
            if (index(suites, " " suite " "))
                for (i = 1; i <= count; i++) if (uri[i] != "") print options "\t" uri[i]
        }' "$file"
    done
}

# Prints the source lines that may hold the security suite of $1, the likeliest first.
security_sources() {
    local codename=$1 options uri sibling
    while IFS=$'\t' read -r options uri; do
        # http://host/debian -> http://host/debian-security, and so for snapshots with a date after it
        sibling=$(sed -E 's#/debian(/|$)#/debian-security\1#' <<<"$uri")
        [ "$sibling" = "$uri" ] || echo "deb $options $sibling $codename-security main"
    done <<<"$(debian_archives "$codename")"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo -n "$@"
    else
        echo "packages.sh: neither root nor sudo: install by hand:" "${missing[*]:-lavapipe of Mesa 25}" >&2
        return 1
    fi
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y "${apt_options[@]}" "$@" </dev/null
}

install_packages() {
    apt_get install --no-install-recommends --no-upgrade --no-remove "$@"
}

# Installs $@ with the security suite read beside the machine's own sources, into package lists of its own.
install_with_security_suite() {
    local codename source
    # shellcheck disable=SC1091
    codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")
    work=$(mktemp -d /tmp/spirv-mmra-apt.XXXXXX)
    chmod 755 "$work" # apt reads it as another user
    trap 'as_root rm -rf "$work"' EXIT
    mkdir -p "$work/parts" "$work/lists/partial"
    if [ -f /etc/apt/sources.list ]; then cp /etc/apt/sources.list "$work/parts/machine.list"; fi
    cp /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources "$work/parts/" 2>/dev/null || true
    apt_options=(-o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$work/parts"
        -o "Dir::State::Lists=$work/lists")
    while read -r source; do
        echo "packages.sh: looking in: $source"
        echo "$source" >"$work/parts/spirv-mmra-security.list"
        if apt_get update --error-on=any && install_packages "$@"; then return 0; fi
    done <<<"$(security_sources "$codename" | awk '!seen[$0]++')"
    return 1
}

# Mesa's lavapipe with mesh and ray tracing shaders. Debian 13 has it; in Debian 12 it is in the backports, which would
# replace the system's. So its library alone is unpacked beside that. Without it, the tests that need it are left out.
lavapipe_folder=/usr/local/lib/spirv-mmra-lavapipe

has_new_lavapipe() {
    local version
    version=$(dpkg-query -W -f '${Version}' mesa-vulkan-drivers 2>/dev/null) || return 1
    dpkg --compare-versions "$version" ge 25 || [ -f "$lavapipe_folder/lvp_icd.json" ]
}

backports_sources() {
    local options uri
    while IFS=$'\t' read -r options uri; do
        [ -z "$uri" ] || echo "deb $options $uri bookworm-backports main"
    done <<<"$(debian_archives bookworm)"
}

unpack_lavapipe() { # folder to work in
    local package=$1/package library
    (cd "$1" && apt-get -q "${apt_options[@]}" download mesa-vulkan-drivers) && dpkg-deb -x "$1"/*.deb "$package" || return 1
    library=$(find "$package" -name libvulkan_lvp.so)
    printf '{"ICD": {"api_version": "1.3.0", "library_path": "%s"}, "file_format_version": "1.0.0"}\n' \
        "$lavapipe_folder/libvulkan_lvp.so" >"$1/lvp_icd.json"
    as_root mkdir -p "$lavapipe_folder" && as_root cp "$library" "$1/lvp_icd.json" "$lavapipe_folder"
}

fetch_lavapipe() {
    local source scratch status=1
    scratch=$(mktemp -d /tmp/spirv-mmra-mesa.XXXXXX)
    chmod 777 "$scratch" # apt writes there as another user
    mkdir -p "$scratch/parts" "$scratch/lists/partial"
    apt_options=(-o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$scratch/parts" -o "Dir::State::Lists=$scratch/lists")
    while read -r source; do
        echo "packages.sh: looking for lavapipe in: $source"
        echo "$source" >"$scratch/parts/backports.list"
        if apt_get update --error-on=any && unpack_lavapipe "$scratch"; then
            status=0
            break
        fi
    done <<<"$(backports_sources | awk '!seen[$0]++')"
    as_root rm -rf "$scratch"
    return "$status"
}

install_missing() {
    local missing
    apt_options=()
    mapfile -t missing <<<"$(missing_packages "$@")"
    if [ -z "${missing[*]}" ]; then return 0; fi
    echo "packages.sh: installing ${missing[*]}"
    apt_get update || echo "packages.sh: some sources could not be read; going on with the others" >&2
    if ! has_tools_library && [ -n "$(apt-cache search --names-only "^$tools_library\$")" ]; then missing+=("$tools_library"); fi
    if install_packages "${missing[@]}" || install_with_security_suite "${missing[@]}"; then return 0; fi
    echo "packages.sh: could not install: ${missing[*]} (DEBIAN_MIRROR=http://HOST/debian names an archive that has more suites)" >&2
    return 1
}

case "${1:-}" in
build) install_missing "${build_packages[@]}" ;;
test)
    install_missing "${test_packages[@]}"
    # With it RADV of Mesa 26 compiles without a GPU. Debian 12 has no such package, and needs none.
    if [ -n "$(apt-cache search --names-only "^$drm_shim\$")" ] && ! install_missing "$drm_shim"; then
        echo "packages.sh: no $drm_shim: the test of RADV's code may be left out" >&2
    fi
    if ! has_new_lavapipe && ! fetch_lavapipe; then
        echo "packages.sh: no lavapipe with mesh and ray tracing shaders: the tests that need it are left out" >&2
    fi
    ;;
*)
    echo "usage: packages.sh build|test" >&2
    exit 2
    ;;
esac
