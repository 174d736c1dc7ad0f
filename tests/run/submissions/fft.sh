#!/bin/bash
# An application that knows nothing of this: VkFFT (Debian's libvkfft-dev), on AMD's driver without a card. Its transforms
# are those that sums written out give, and nothing in its machine code races.
#
#   SMMRA_VKFFT    a folder in which Debian's libvkfft-dev, glslang-dev and spirv-tools are unpacked; else /
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
here=$tests/run/submissions
from=${SMMRA_VKFFT:-}
export SMMRA_BUILD=$build SMMRA_SUBMISSION_TELL=$work/told
if [ ! -f "$from/usr/include/vkFFT.h" ] || [ ! -f "$from/usr/include/glslang/Public/resource_limits_c.h" ] || ! command -v clang-22 >/dev/null; then
    echo "NO VKFFT: NOTHING WAS TRANSFORMED. apt-get install libvkfft-dev glslang-dev spirv-tools, and clang-22" >&2
    exit 77
fi
mapfile -t libraries < <(find "$from"/usr/lib/*/ -maxdepth 1 -name 'lib*.a' | grep -E '/lib(glslang|MachineIndependent|GenericCodeGen|OSDependent|OGLCompiler|HLSL|SPIRV|glslang-default-resource-limits|SPIRV-Tools|SPIRV-Tools-opt)\.a$')
# VkFFT's header has an initializer that C knows since C23.
clang-22 -std=gnu23 -O1 -w -I"$from/usr/include" "$here/fft.c" -o "$work/fft" -Wl,--start-group "${libraries[@]}" -Wl,--end-group -lvulkan -lstdc++ \
    -lm -lpthread

status=0
"$here/with_radv.sh" "$work/fft" 2 3 4 5 7 8 16 64 100 121 256 1000 1024 4096 >"$work/errors" 2>"$work/messages" || status=$?
if [ "$status" = 77 ]; then
    cat "$work/messages" >&2
    exit 77
fi
[ "$status" = 0 ] || fail "status $status: $(cat "$work/errors") $(tail -5 "$work/messages")"
[ "$(wc -l <"$work/errors")" = 14 ] || fail "not all transforms: $(cat "$work/errors")"
[ "$(grep -c '^dispatch: ' "$work/told")" -ge 14 ] || fail "not all were dispatched: $(cat "$work/told")"

SMMRA_SUBMISSION_RACES=1 "$here/with_radv.sh" "$work/fft" 8 64 100 256 >"$work/errors" 2>"$work/messages" || fail "with races: status $?"
if grep '^race: ' "$work/told" >&2; then fail "a race in VkFFT's machine code"; fi
finish "transformed with VkFFT on AMD's driver"
