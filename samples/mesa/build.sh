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
[ $# = 1 ] || { sed -n '/^# *samples/p' "$0" >&2; exit 2; }
mkdir -p "$1"
directory=$(cd "$1" && pwd)
. "$here/debian.sh"

install_packages
get_mesa
build_library
add_to_mesa src/gallium/frontends/lavapipe "$here/lavapipe-$version.patch" "$here"/lvp_smmra*.[ch]
build_driver -Dgallium-drivers=llvmpipe -Dvulkan-drivers=swrast
echo "VK_ICD_FILENAMES=$directory/driver/src/gallium/targets/lavapipe/lvp_devenv_icd.x86_64.json"
