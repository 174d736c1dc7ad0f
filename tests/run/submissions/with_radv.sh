#!/bin/bash
# Runs a command whose Vulkan driver is AMD's of Mesa, unchanged and without a card: Mesa's drm-shim stands for the
# kernel, and what the driver submits is executed by the executor of machine code (preload.c).
#
#   tests/run/submissions/with_radv.sh COMMAND...
#
#   SMMRA_RADV                    newest: the driver that tests/project/newest.sh has unpacked, with the shim of its
#                                 packages; installed: the system's; a path: the driver of that ICD file, with the shim
#                                 of its build (samples/mesa/radv/build.sh). Else the newest, if that is there
#   SMMRA_SUBMISSION_PROCESSOR    gfx1100, which it is else, or gfx1030, or with the newest shim gfx1201
#   SMMRA_SUBMISSION_RACES=1      looks for races (preload.c has more of these)
#
# Exit status 77, and why, where the shim, the driver, llvm-mc or this build's library is missing.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
build=${SMMRA_BUILD:-$root/build/release}
export SMMRA_SUBMISSION_PROCESSOR=${SMMRA_SUBMISSION_PROCESSOR:-gfx1100}

lacks() {
    echo "NO $1: NOTHING WAS EXECUTED. $2" >&2
    exit 77
}
tree=${SMMRA_NEWEST:-$root/build/newest/tree}
shim=$root/build/shim/amdgpu_shim.so
if newest=$(ls "$tree"/usr/lib/*/libamdgpu_noop_drm_shim.so 2>/dev/null); then
    SMMRA_RADV=${SMMRA_RADV-newest}
    [ "$SMMRA_RADV" != newest ] || shim=$newest
fi
case ${SMMRA_RADV-} in
*/*)
    driver=$SMMRA_RADV
    shim=$(dirname "$driver")/../drm-shim/libamdgpu_noop_drm_shim.so
    ;;
esac
case $SMMRA_SUBMISSION_PROCESSOR in
gfx1030) card=navi21 ;;
gfx1100) card=navi31 ;;
gfx1201) card=gfx1201 ;;
*) lacks "CARD OF $SMMRA_SUBMISSION_PROCESSOR" "The shim knows cards with gfx1030, gfx1100 and gfx1201." ;;
esac
[ -f "$shim" ] || lacks "SHIM" "tests/run/submissions/shim.sh makes it."
preload=$build/tests/run/submissions/libsubmission_preload.so
[ -f "$preload" ] || lacks "$preload" "It is part of the build: cmake --build."
! grep -q '^SMMRA_SANITIZE:BOOL=ON' "$build/CMakeCache.txt" 2>/dev/null ||
    lacks "LIBRARY WITHOUT SANITIZERS" "A driver cannot load theirs after itself: SMMRA_BUILD names another build."
command -v "${SMMRA_LLVM_MC:-llvm-mc-22}" >/dev/null || lacks "LLVM-MC-22" "tests/packages.sh test installs it."

system=()
if [ "${SMMRA_RADV-}" = newest ]; then
    driver=$tree/usr/share/vulkan/icd.d/radeon_icd.json
    loader=$(find "$tree"/usr/lib/*/ "$tree"/usr/lib64/ -maxdepth 1 -name 'ld-linux*.so.*' 2>/dev/null | sed -n 1p)
    libraries=$(dirname "$loader")
    for folder in "$tree"/usr/lib/llvm-*/lib; do libraries=$libraries:$folder; done
    system=("$loader" --library-path "$libraries" --preload "$preload $shim")
    command=$(command -v "$1") || lacks "COMMAND $1" "It is not found."
    shift
    set -- "$command" "$@"
else
    [ -n "${driver-}" ] || for driver in /usr/share/vulkan/icd.d/radeon_icd*.json; do :; done
    set -- env LD_PRELOAD="$preload:$shim" "$@"
fi
[ -f "$driver" ] || lacks "RADV" "tests/packages.sh test installs it (mesa-vulkan-drivers)."
# Texels are not compressed (descriptors.c): whoever reads them then needs no more than them.
export RADV_DEBUG=${RADV_DEBUG:+$RADV_DEBUG,}nodcc,nohiz,nofmask
export AMDGPU_GPU_ID=$card VK_ICD_FILENAMES=$driver VK_DRIVER_FILES=$driver MESA_SHADER_CACHE_DISABLE=1
exec "${system[@]}" "$@"
