#!/bin/bash
# Builds the Debian packages of debian/, which lintian finds nothing in, installs them, and tries what is in them. It changes the
# machine: it is for a bare system, which tests/project/bare.sh makes.
#
#   tests/project/bare.sh bookworm tests/project/debian.sh
#   tests/project/bare.sh trixie tests/project/debian.sh
#
# Needs root and apt. The last line is "debian.sh: PASS", or the command that failed stands before the end.
set -euxo pipefail
cd "$(dirname "$0")/../.."
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends build-essential lintian pkgconf
apt-get build-dep -y --no-install-recommends ./
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r . "$work/source"
(cd "$work/source" && rm -rf build && dpkg-buildpackage -b -us -uc)
cd "$work"
# A package that is not uploaded to Debian closes no bug there.
lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs ./*.changes
rm ./*-dbgsym_*.deb
apt-get install -y --no-install-recommends ./*.deb
spirv-mmra --version
spirv-mmra help check >help
[ -s help ]
for page in man1/spirv-mmra.1 man3/smmra_translate.3 man3/smmra_race.3; do [ -f "/usr/share/man/$page.gz" ]; done
# The layer lies where Vulkan's loader looks, and the command finds it; without a Vulkan device nothing is recorded.
[ -f /usr/share/vulkan/explicit_layer.d/smmra_layer.json ]
status=0
spirv-mmra record -o recorded -- true || status=$?
[ "$status" = 6 ]
# What cannot be read is refused, by the command and by a program that uses the library.
status=0
spirv-mmra /dev/null -o out.ll || status=$?
[ "$status" = 3 ]
cat >program.c <<'END'
#include <spirv_mmra.h>
int main(void) {
    const uint32_t nothing[1] = {0};
    smmra_module *module = NULL;
    smmra_options options = SMMRA_DEFAULTS(smmra_options);
    return smmra_module_read(nothing, 1, &options, &module) != SMMRA_INVALID_INPUT || !smmra_version_string();
}
END
# shellcheck disable=SC2046 # words
cc program.c $(pkg-config --cflags --libs spirv-mmra) -o program
./program
ldd program | grep libspirv-mmra.so.0.2 >/dev/null
echo "debian.sh: PASS"
