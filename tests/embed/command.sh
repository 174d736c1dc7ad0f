#!/bin/bash
# `spirv-mmra record` of an installed tree: the layer is where Vulkan's loader finds it, and off; the command switches it on, runs an
# application, and says what was recorded, which `race` takes; and each way to record nothing has its message and exit status. Run in
# tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
here=$tests/embed/record
cd "$work"
driver=$(find /usr/share/vulkan/icd.d -name 'lvp_icd*.json' -print -quit 2>/dev/null || true)
if [ -z "$driver" ] || [ ! -e /usr/include/vulkan/vulkan.h ]; then
    echo "SKIPPED: no Mesa lavapipe (mesa-vulkan-drivers), or no headers of Vulkan (libvulkan-dev)" >&2
    exit 77
fi
cmake --install "$build" --prefix "$work/first" >/dev/null
mv first prefix # it can be moved
[ -z "${RECORD_COMMAND:-}" ] || cp "$RECORD_COMMAND" prefix/bin/spirv-mmra # a mistaken one, of mutation/record.sh
installed=$work/prefix/bin/spirv-mmra manifest=prefix/share/vulkan/explicit_layer.d/smmra_layer.json
library=$(find prefix -name 'libsmmra_layer.so')
[ -f "$manifest" ] && [ -f "$library" ] || fail "the layer is not installed: $(find prefix -name '*layer*')"
[ "$(realpath "$(dirname "$manifest")/$(sed -nE 's/.*"library_path": "(.*)".*/\1/p' "$manifest")")" = "$(realpath "$library")" ] ||
    fail "the manifest leads elsewhere: $(cat "$manifest")"
[ ! -e prefix/share/vulkan/implicit_layer.d ] || fail "a layer that nobody asked for"

sanitizers=()
if nm -D "$build/translator/libspirv-mmra.so" | grep __asan_init >/dev/null; then
    sanitizers=(-fsanitize=address,undefined -fno-sanitize-recover=all)
fi
cc "${sanitizers[@]}" -std=gnu11 -Wall -Wextra -Wno-missing-field-initializers -Werror "$here/scatter.c" -lvulkan -o scatter
glslangValidator -V -g --target-env vulkan1.3 "$here/scatter.comp" -o scatter.spv >/dev/null
export LP_NUM_THREADS=1 VK_ICD_FILENAMES="$driver" MESA_SHADER_CACHE_DISABLE=true HOME=$work XDG_RUNTIME_DIR=$work SMMRA_RECORD_SECONDS=300
status=0
./scatter scatter.spv - >alone || status=$?
if [ $status = 77 ]; then
    echo "SKIPPED: no Vulkan device" >&2
    exit 77
fi
cases=0
record() { # STATUS PATTERN ARGUMENT...: what the command says
    local status=0
    "$installed" record "${@:3}" >out 2>said || status=$?
    [ $status = "$1" ] && grep -q -- "$2" said || fail "record ${*:3}: status $status: $(cat said)"
    cases=$((cases + 1))
}

# one variable switches the layer on, where the loader looks for it by itself; without the variable it is off
XDG_DATA_HOME=$work/prefix/share SMMRA_RECORD_DIR=$work ./scatter scatter.spv - >out 2>said
[ -z "$(find . -name 'dispatch-*')" ] && cmp -s alone out || fail "the layer is on by itself: $(cat said)"
mkdir by-hand
XDG_DATA_HOME=$work/prefix/share VK_INSTANCE_LAYERS=VK_LAYER_SMMRA_translate SMMRA_RECORD_DIR=$work/by-hand ./scatter scatter.spv - >out 2>said
[ "$(find by-hand -name dispatch.txt | wc -l)" = 1 ] && cmp -s alone out || fail "the loader does not find the layer: $(cat said)"

# an application whose indices name one element twice: what it computes is its own, and the race is found where the command says to ask
./scatter scatter.spv r >alone
record 0 '^spirv-mmra: 1 dispatch is recorded in dispatches; their data races:$' -- ./scatter scatter.spv r
cmp -s alone out || fail "the application writes something else: $(cat out)"
asked=$(sed -n 's/^    spirv-mmra //p' said)
[ "$asked" = "race dispatches" ] || fail "to ask for: $asked"
status=0
"$installed" race dispatches >verdict 2>&1 || status=$?
[ $status = 1 ] && grep -q 'error: data race: .*sums\[13\]' verdict || fail "race: status $status: $(cat verdict)"

# a name with a blank is quoted; what was there before is told apart; other layers stay
SMMRA_RECORD=each record 0 "^    spirv-mmra race 'of two'$" -o 'of two' -- ./scatter scatter.spv 2
grep -q '^spirv-mmra: 2 dispatches are recorded' said || fail "two dispatches: $(cat said)"
record 0 '^spirv-mmra: 1 dispatch is recorded' -o 'of two' -- ./scatter scatter.spv -
grep -q "'of two' has 2 recordings from before" said || fail "two from before: $(cat said)"
VK_LAYER_PATH=$work/nowhere VK_INSTANCE_LAYERS=VK_LAYER_none record 0 '^spirv-mmra: 1 dispatch is' -o path -- ./scatter scatter.spv -
VK_INSTANCE_LAYERS=VK_LAYER_none record 0 '^VK_LAYER_none:VK_LAYER_SMMRA_translate$' -o shell -- bash -c 'cd / && "$0/scatter" "$0/scatter.spv" - >&2; echo "$VK_INSTANCE_LAYERS" >&2' "$work"

# the application's own end, which is no verdict of ours
record 1 "^spirv-mmra: the command's own exit status is 7$" -o ends -- bash -c './scatter scatter.spv - && exit 7'
grep -q '1 dispatch is recorded' said || fail "a command that fails: $(cat said)"
record 1 '^spirv-mmra: signal 15 (Terminated) ended the command$' -o killed -- bash -c './scatter scatter.spv - && kill $$'

# somebody ends the command: the application ends with it. A quote in a name is quoted.
"$installed" record -o ended -- bash -c 'echo $$ >application; exec sleep 600' >out 2>said &
command=$!
until [ -s application ]; do sleep 0.1; done
kill -KILL $command
wait $command 2>/dev/null || true
runs() { # PROCESS: nobody may take the status of one that has ended
    local state
    state=$(sed -nE 's/^State:[[:space:]]*(.).*/\1/p' "/proc/$1/status" 2>/dev/null) && [ -n "$state" ] && [ "$state" != Z ]
}
for _ in $(seq 600); do
    if ! runs "$(cat application)"; then break; fi
    sleep 0.1
done
! runs "$(cat application)" || fail "the application stays when somebody has ended the command"
record 0 "^    spirv-mmra race 'it'\\\\''s'$" -o "it's" -- ./scatter scatter.spv -

# nothing was recorded
record 6 'nothing is recorded in none' -o none -- true
record 6 "the command's own exit status is 1" -o none -- false
SMMRA_RECORD=name=nothing record 6 'SMMRA_RECORD chooses none' -o none -- ./scatter scatter.spv -

# what cannot be run
record 2 '^spirv-mmra: error: no-such-command cannot be run: No such file' -o none -- no-such-command
record 2 'cannot be run: Permission denied' -o none -- ./scatter.spv
record 2 'no command; write it after --' -o none
record 2 '^out: error: no folder to record to: Not a directory' -o out -- true
record 2 'no folder to record to: No such file' -o no/folder -- true
record 2 'the recording layer is not installed: there is no nowhere/smmra_layer.json' --layer nowhere -- touch ran
record 0 '1 dispatch is recorded' --layer "$(dirname "$manifest")" -o given -- ./scatter scatter.spv -
rm "$manifest"
record 2 'the recording layer is not installed: .*libvulkan-dev' -- touch ran
[ ! -e ran ] || fail "a command is run without the layer"
finish "$cases runs of the command"
