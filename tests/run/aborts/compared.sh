#!/bin/bash
# OpAbortKHR (SPV_KHR_abort), which no driver here has: what invocations say, byte for byte, on the host; and what shaders leave in memory
# that abort, beside what a Vulkan driver makes of their twins, which return: on the host, after opt -O2 too, and as machine code.
# LLVM takes each translation for five processors. With the word `messages` the first alone.
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

here=$tests/run/aborts
lavapipe=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi
need_newest_glslang
compile() { # NAME MODULE OPTION...
    newest-glslangValidator --quiet -V --target-env vulkan1.3 "${@:3}" "$here/$1.comp" -o "$work/$2.spv" || fail "$1"
}

# ---- messages ----
compile messages messages -e messages --source-entrypoint main
newest-spirv-as --target-env spv1.6 "$here/layouts.spvasm" -o "$work/layouts.spv"
for name in messages layouts; do newest-spirv-val --target-env vulkan1.3 "$work/$name.spv" || fail "$name is not valid"; done
for optimize in "-passes=verify" -O2; do
    for name in messages layouts; do
        "$spirv_mmra" --target=host --llvm 22 --werror "$work/$name.spv" -o "$work/$name.ll"
        opt-22 $optimize "$work/$name.ll" -o "$work/$name.bc"
        llc-22 -filetype=obj -relocation-model=pic "$work/$name.bc" -o "$work/$name.o"
        kernel=$(sed -n "s/^define void @\($name\.[0-9]*\)(.*/\1/p" "$work/$name.ll") # the entry point and its id
        objcopy --redefine-sym "$kernel=$name" --keep-global-symbol=$name "$work/$name.o"
    done
    cc -std=c11 -Wall -Wextra -Werror "$here/messages.c" "$work/messages.o" "$work/layouts.o" -o "$work/say"
    "$work/say" >"$work/out" 2>&1 || fail "$optimize: $(cat "$work/out")"
done

if [ "${1-}" = messages ]; then
    finish "aborts: messages byte for byte"
    exit
fi

# ---- what is left in memory ----
for name in ends lanes; do
    compile $name $name
    compile $name $name-plain -DPLAIN
    echo "$name driver=$name-plain"
done >"$work/settings"
for options in "" "--optimize --abi=buffer --seed=2" --on=gfx942 --on=gfx1100; do
    status=0
    # shellcheck disable=SC2086 # options
    "$build/bin/compare" -j "$jobs" --settings="$work/settings" --report $options "$work/ends.spv" "$work/lanes.spv" >"$work/out" 2>&1 || status=$?
    [ "$status" != 77 ] || { echo "NO VULKAN DRIVER: no shader was compared" >&2; break; }
    [ "$status" = 0 ] && grep -q ' 2 equal' "$work/out" || fail "compare $options: $(cat "$work/out")"
done

# ---- machine code ----
for processor in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do
    for name in messages layouts ends lanes; do
        "$spirv_mmra" --llvm 22 --mcpu=$processor --werror "$work/$name.spv" -o "$work/$name.ll"
        llc-22 -mcpu=$processor -filetype=null "$work/$name.ll" || fail "$name on $processor"
    done
done
finish "aborts: messages byte for byte, 2 shaders compared"
