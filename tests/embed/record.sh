#!/bin/bash
# Dispatches that the layer records: an application computes under it what it computes alone, and `race` finds in the folder the race
# that shows on the application's data alone, and ends with the memory that the driver wrote. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
here=$tests/embed/record layer=$root/samples/embed/layer
driver=$(find /usr/share/vulkan/icd.d -name 'lvp_icd*.json' -print -quit 2>/dev/null || true)
if [ -z "$driver" ] || [ ! -e /usr/include/vulkan/vulkan.h ]; then
    echo "SKIPPED: no Mesa lavapipe (mesa-vulkan-drivers), or no headers of Vulkan (libvulkan-dev)" >&2
    exit 77
fi
sanitizers=() # as the library is built
if nm -D "$build/translator/libspirv-mmra.so" | grep __asan_init >/dev/null; then
    sanitizers=(-fsanitize=address,undefined -fno-sanitize-recover=all)
fi
if [ -n "${RECORD_LAYER:-}" ]; then # a mistaken one, of mutation/record.sh
    cp "$RECORD_LAYER" "$work/libsmmra_layer.so"
else
    cc "${sanitizers[@]}" -std=c11 -D_GNU_SOURCE -Wall -Wextra -Wno-missing-field-initializers -Werror -g -shared -fPIC -I"$root/translator" -I"$build" \
        "$layer"/*.c -L"$build/translator" -lspirv-mmra -Wl,-rpath,"$build/translator" -lpthread -o "$work/libsmmra_layer.so"
fi
sed 's,@.*@,./libsmmra_layer.so,' "$layer/smmra_layer.json.in" >"$work/smmra_layer.json"
sed 's/SMMRA_translate/SMMRA_later/; s,@.*@,./later.so,' "$layer/smmra_layer.json.in" >"$work/later.json"
cc "${sanitizers[@]}" -std=gnu11 -Wall -Wextra -Werror -shared -fPIC "$here/later.c" -o "$work/later.so"

# each command of the headers that binds, pushes, updates, dispatches, copies or submits is received, or listed with a reason
cc "${sanitizers[@]}" -std=gnu11 -Wall -Wextra -Werror "$here/entries.c" -ldl -o "$work/entries"
grep -v '^#' "$here/passed_on.txt" | tr ' ' '\n' | grep . | sort >"$work/listed"
grep -ohE '\bPFN_vk[A-Za-z0-9]+' "${VULKAN_HEADERS:-/usr/include/vulkan}"/*.h | cut -c5- |
    grep -E 'Bind|Push|Update|Dispatch|Cop(y|ies)|Submit|Execute|Launch' | sort -u >"$work/commands"
[ "$(wc -l <"$work/commands")" -ge 70 ] || fail "the headers have $(wc -l <"$work/commands") such commands alone"
"$work/entries" "$work/libsmmra_layer.so" <"$work/commands" | sort >"$work/passed-on"
unlisted=$(comm -23 "$work/passed-on" "$work/listed")
[ -z "$unlisted" ] || fail "commands that the layer neither receives nor record/passed_on.txt lists:" $unlisted
received=$("$work/entries" "$work/libsmmra_layer.so" <"$work/listed" | sort | comm -13 - "$work/listed")
[ -z "$received" ] || fail "commands that record/passed_on.txt lists though the layer receives them:" $received
for application in scatter binds; do
    cc "${sanitizers[@]}" -std=gnu11 -Wall -Wextra -Wno-missing-field-initializers -Werror "$here/$application.c" -lvulkan -o "$work/$application"
    glslangValidator -V -g --target-env vulkan1.3 "$here/$application.comp" -o "$work/$application.spv" >/dev/null
done
application=scatter

layers= # below the layer
# The driver has one thread: some variants race, and shall compute the same each time.
run() { # VARIANT [NAME=VALUE ...]
    env LP_NUM_THREADS=1 VK_LAYER_PATH="$work" VK_INSTANCE_LAYERS="${layers#:}" VK_ICD_FILENAMES="$driver" MESA_SHADER_CACHE_DISABLE=true HOME="$work" XDG_RUNTIME_DIR="$work" "${@:2}" \
        "$work/$application" "$work/$application.spv" "$1"
}
under() { # FOLDER VARIANT [NAME=VALUE ...]; a machine may be slow
    run "$2" VK_INSTANCE_LAYERS="VK_LAYER_SMMRA_translate$layers" SMMRA_RECORD_DIR="$1" SMMRA_RECORD_SECONDS=300 "${@:3}"
}
recorded() { # COUNT VARIANT [NAME=VALUE ...]: records to a new folder, whose name is then in $folder
    folder=$work/of-$((++folders))
    mkdir "$folder"
    run "$2" >"$work/alone" || fail "$2: the application alone ends with $?"
    under "$folder" "${@:2}" >"$work/under" 2>"$work/said" || fail "$2: the application ends with $? under the layer"
    cmp -s "$work/alone" "$work/under" || fail "$*: the application sees the layer: $(cat "$work/under" "$work/said")"
    [ "$(find "$folder" -name module.spv | wc -l)" = "$1" ] || fail "$*: $(find "$folder" -name module.spv | wc -l) dispatches are recorded"
}
missed() { # COUNT VARIANT WHY: one dispatch is not recorded, which the folder and the verdicts say, and COUNT others are
    recorded "$1" "$2"
    [ "$(grep -l "^not-recorded $3" "$folder"/*/dispatch.txt | wc -l)" = 1 ] || fail "$2: the folder does not say: $3"
    grep -q "^smmra layer: dispatch [01] is not recorded: $3" "$work/said" || fail "$2: $(cat "$work/said")"
    race 6 "unknown: not recorded: $3" "$2"
    "$spirv_mmra" race --json "$folder" >"$work/verdict.json" 2>/dev/null || [ $? = 6 ] || fail "$2: status $?"
    grep -q "\"unknown\": \"not recorded: $3" "$work/verdict.json" || fail "$2: $(cat "$work/verdict.json")"
}
race() { # STATUS PATTERN WHAT
    local status=0
    "$spirv_mmra" race "$folder" >"$work/verdict" 2>&1 || status=$?
    [ $status = "$1" ] && grep -q "$2" "$work/verdict" || fail "$3: status $status: $(head -c 600 "$work/verdict")"
}
folders=0

# each way to bind, and to dispatch: the run has the driver's results, which the application has checked
status=0
run "" >"$work/alone" || status=$?
if [ $status = 77 ]; then
    echo "SKIPPED: no Vulkan device" >&2
    exit 77
fi
for variant in - p i s pis; do
    recorded 1 "$variant" SMMRA_RECORD=results
    race 0 'of 128 bytes that the device had after the dispatch, 0 are different here' "$variant"
    race 0 ': no data race on this run' "$variant"
done

# commands that are submitted again: the first time is recorded, and the copies go on to have a place; commands that are given up
# use nothing up
for variant in m ms mp 2ms g gms G z; do
    recorded 1 "$variant" SMMRA_RECORD=results
    race 0 'of 128 bytes that the device had after the dispatch, 0 are different here' "$variant"
    race 0 ': no data race on this run' "$variant"
done

# two buffers on one memory are one memory; an image and a buffer are not, which is said
recorded 1 k SMMRA_RECORD=results
race 0 'of 128 bytes that the device had after the dispatch, 0 are different here' 'two buffers apart in one memory'
grep -q 'but not all was recorded' "$work/verdict" && fail "two buffers apart in one memory: $(cat "$work/verdict")"
recorded 1 l
race 1 'error: data race: .* writes .* to sums' 'two buffers on one memory'
recorded 1 j
race 0 'no data race on this run, but not all was recorded' 'an image in the memory of a buffer'
grep -q '^  not recorded: that 0 1 0 and 1 2 0 have memory in common: no race between them is found$' "$work/verdict" ||
    fail "an image in the memory of a buffer: $(cat "$work/verdict")"

# commands of Vulkan 1.4 are read; of what is not read the folder and the verdict tell
layers=:VK_LAYER_SMMRA_later
for variant in 4 4pt 4p5 5p; do
    recorded 1 $variant SMMRA_RECORD=results
    race 0 'of 128 bytes that the device had after the dispatch, 0 are different here' "$variant"
    race 0 ': no data race on this run$' "$variant"
done
missed 0 d 'what vkCmdSetDescriptorBufferOffsetsEXT binds is not read'
missed 0 x 'what vkCmdPushDataEXT binds is not read'
missed 1 2o 'a shader object (vkCmdBindShadersEXT) is not read'
missed 1 w 'vkCmdDispatchIndirect2KHR is not read'
layers=

# one index twice: a race that zeros do not show, nor the other indices
recorded 1 r SMMRA_RECORD=results
race 1 'sums\[13\]' 'an index twice'
race 1 ' 0 are different here' 'an index twice'
status=0
"$spirv_mmra" litmus "$folder" >"$work/verdict" 2>&1 || status=$?
[ $status = 1 ] && grep -q 'sums\[13\]' "$work/verdict" || fail "litmus: $(head -c 400 "$work/verdict")"
"$spirv_mmra" litmus --reduce "$folder" >"$work/verdict" 2>&1 || true
# invocations 2 and 9 take one element: two groups of five are the fewest that have both
grep -q 'something is wrong for 2x1x1 workgroups of 5x1x1' "$work/verdict" ||
    fail "litmus --reduce: $(head -c 400 "$work/verdict")"
sed -i '/^buffer 0 0 0/d' "$folder"/*/dispatch.txt
# with zeros for indices every invocation takes the first element, which says nothing of the application
race 0 'where it is 0 there is a data race .* which may come of that alone' 'without the indices'

# the run's results are compared, and not taken on trust
recorded 1 - SMMRA_RECORD=results
printf '\1' | dd of="$(echo "$folder"/*/after-0-1-0.bin)" conv=notrunc bs=1 seek=9 status=none
race 0 ' 1 are different here' 'another result'

# what is chosen
recorded 1 2
recorded 2 2 SMMRA_RECORD=each
recorded 1 2 SMMRA_RECORD=dispatch=1
grep -q '^# dispatch 1, pipeline 0$' "$folder"/*/dispatch.txt || fail "the second dispatch: $(cat "$folder"/*/dispatch.txt)"
cmp -s "$folder"/*/buffer-0-1-0.bin <(printf '%s' "$(head -1 "$work/alone")") && fail "the second dispatch has text as data"
race 0 ': no data race' 'the second dispatch'
recorded 0 2 SMMRA_RECORD=dispatch=2
recorded 0 n SMMRA_RECORD=pipeline=1
recorded 1 n SMMRA_RECORD=pipeline=0,pipeline=7
recorded 1 n SMMRA_RECORD=name=atter
recorded 0 n SMMRA_RECORD=name=nothing
recorded 0 - SMMRA_RECORD_MOST=0
recorded 1 - SMMRA_RECORD_MEGABYTES=0
grep -q '^left-out 0 1 0 a buffer that is too large$' "$folder"/*/dispatch.txt || fail "the bound: $(cat "$folder"/*/dispatch.txt)"
race 0 '5 of what the dispatch reads was not recorded, and is 0 here: 0 0 0 a buffer that is too large' 'what was left out'

# every kind of descriptor, each way to write it, and ten samplers: results are the driver's, to the bit
application=binds
status=0
run - >"$work/alone" || status=$?
[ $status = 0 ] || [ $status = 77 ] || fail "binds ends with $status"
for variant in $([ $status = 77 ] || echo - t c 2 tc2); do
    recorded 1 "$variant" SMMRA_RECORD=results
    race 0 'of 1536 bytes that the device had after the dispatch, 0 are different here' "$variant"
    race 0 ': no data race on this run' "$variant"
    grep -q '^robust' "$folder"/*/dispatch.txt && fail "$variant: robust access, which the application did not ask for" || true
done
if [ $status = 77 ]; then
    echo "left out: samplers, texel buffers and the like, which this device lacks"
else
    # two invocations take one place, where odd words of a buffer behind an address lead them
    recorded 1 r SMMRA_RECORD=results
    race 1 'error: data race: .* to byte 100 of the buffer at' 'one place twice'
    for file in "$folder"/*/address-*.bin; do
        truncate -s 0 "$file" && truncate -s 128 "$file"
    done
    race 0 ': no data race on this run' 'the same on zeros'
    # an address leads into a buffer that is bound, too: they are one memory, as the folder says whose address it is
    recorded 1 a
    race 1 'binds.comp:37:9: error: data race: .* writes [0-9]* to results\[12[0-9]\]' 'a descriptor and an address'
    sed -i 's/^\(address [^ ]*\) 0x[0-9a-f]*+[0-9]* /\1 /' "$folder"/*/dispatch.txt
    race 0 ': no data race on this run' 'an address of nobody knows what'
    # what lies outside reads as 0 where the application asked for that, and only there
    recorded 1 b SMMRA_RECORD=results
    race 0 '16 accesses were outside of buffers: reads gave 0' 'robust access'
    race 0 'of 1536 bytes that the device had after the dispatch, 0 are different here' 'robust access'
    sed -i /^robust/d "$folder"/*/dispatch.txt
    race 1 'an access out of bounds' 'access that is not robust'
    # what is written behind the bind is not what was copied
    status=0
    run u >"$work/alone" || status=$?
    if [ $status = 0 ]; then
        recorded 0 u
        grep -q 'dispatch 0 is not recorded: its descriptors were written after it was' "$work/said" || fail "update after bind: $(cat "$work/said")"
    fi
fi
application=scatter

# a folder that cannot be written is told, and the application goes on
run - >"$work/alone"
under "$work/nowhere" - >"$work/under" 2>"$work/said" || fail "a folder that is missing: the application ends with $?"
cmp -s "$work/alone" "$work/under" && grep -q '^smmra layer: .*No such file or directory' "$work/said" || fail "a folder that is missing: $(cat "$work/said")"
finish "$folders recordings"
