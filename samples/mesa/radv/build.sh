#!/bin/bash
# Builds RADV, Mesa's driver for AMD's cards, with spirv-mmra in it, on Debian 13: installs what that needs, takes Mesa's
# source from Debian's archive, adds the files beside this script, and prints the driver's ICD file.
#
#   samples/mesa/radv/build.sh DIRECTORY    DIRECTORY: for the source, the library and the build, some 900 MB; another
#                                           than lavapipe's
#
# Needs root, or sudo, for the packages alone. Nothing of the system's own driver changes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
[ $# = 1 ] || { sed -n '/^# *samples/p' "$0" >&2; exit 2; }
mkdir -p "$1"
directory=$(cd "$1" && pwd)
. "$here/../debian.sh"

install_packages
get_mesa
build_library
add_to_mesa src/amd/vulkan "$here/radv-$version.patch" "$here"/radv_smmra.[ch]
build_driver -Dgallium-drivers= -Dvulkan-drivers=amd -Dtools=drm-shim
icd=$directory/driver/src/amd/vulkan/radeon_devenv_icd.x86_64.json
[ -f "$icd" ] || { echo "build.sh: $directory/driver is another driver's build: name another DIRECTORY" >&2; exit 1; }
echo "VK_ICD_FILENAMES=$icd RADV_DEBUG=llvm"
