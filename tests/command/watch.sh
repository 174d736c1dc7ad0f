#!/bin/bash
# --watch: the verdict comes again when the input changes, whether it is written in place or another file takes its name; work on what is no more ends;
# and nothing stays behind when the watcher ends. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/../project/common.sh"
cd "$work" || exit 1
for sample in message-passing-broken message-passing-pointer; do
    glslangValidator -V --target-env vulkan1.3 -g "$root/samples/$sample.comp" -o "$sample.spv" >/dev/null || fail "$sample does not compile"
done
await() { # PATTERN COUNT FILE: up to 20 seconds
    for _ in $(seq 200); do
        [ "$(grep -c -- "$1" "$3")" -lt "$2" ] || return 0
        sleep 0.1
    done
    fail "no $2 times '$1': $(tail -5 "$3")"
}
processes_of() { # PARENT
    ps -o pid= --ppid "$1"
}
begin() { # FILE SUBCOMMAND OPTION...: what it says goes to ./said
    : >said # it is there, and empty, before the watcher begins to write
    set -m # else an interrupt would be ignored, as in all that runs in the background
    "$spirv_mmra" "${@:2}" --watch "$1" >said 2>&1 &
    watcher=$!
    set +m
}
end() { # SIGNAL
    local children
    children=$(processes_of "$watcher")
    kill -s "$1" "$watcher"
    wait "$watcher"
    [ $? = $((128 + $(kill -l "$1"))) ] || fail "$1 does not end it"
    sleep 0.5
    for child in $children; do # one that has ended may wait for the machine's first process
        case $(ps -o stat= -p "$child") in '' | Z*) ;; *) fail "a process stays behind $1" ;; esac
    done
}

cp message-passing-broken.spv shader.spv
begin shader.spv race
await '^shader.spv: data race$' 1 said
await '^spirv-mmra: --watch: waits for a change$' 1 said
cat message-passing-pointer.spv >shader.spv
await '^shader.spv: no data race' 1 said
await 'waits for a change$' 2 said
cp message-passing-broken.spv next.spv && mv next.spv shader.spv
await '^shader.spv: data race$' 2 said
rm shader.spv
sleep 0.5
cp message-passing-pointer.spv shader.spv
await '^shader.spv: no data race' 2 said
await 'waits for a change$' 4 said
sleep 0.5
[ "$(grep -c 'begins$' said)" = 4 ] || fail "it begins without a change: $(grep -c 'begins$' said)"
end INT

# work that never ends is ended by a change
cat >endless.comp <<'END'
#version 450
layout(set = 0, binding = 0) buffer B { uint b[2]; };
void main() { while (b[0] == 0) b[1]++; }
END
glslangValidator -V --target-env vulkan1.3 -g endless.comp -o endless.spv >/dev/null || fail "endless.comp does not compile"
cp endless.spv shader.spv
begin shader.spv race --groups=1 --steps=4000000
await 'begins$' 1 said
sleep 0.5
! grep -q 'waits for' said || fail "the endless shader ends: $(cat said)"
cp message-passing-pointer.spv shader.spv
await '^shader.spv: no data race' 1 said
cp endless.spv shader.spv
await 'begins$' 3 said
end TERM

# of check and litmus too
unpack_corpus
sed 's/^; expect: .*//' "$corpus/never-available-store.ll" >kernel.ll
begin kernel.ll check
await 'waits for a change$' 1 said
sed 's/^; expect: .*//' "$corpus/never-available-store-right.ll" >kernel.ll
await 'waits for a change$' 2 said
[ "$(grep -c "never-available\]" said)" = 1 ] || fail "what is repaired is still said: $(cat said)"
end INT
cp "$tests/litmus/vulkan/mp-workgroup.litmus" test.litmus
begin test.litmus litmus
await 'no data race$' 1 said
touch test.litmus
await 'no data race$' 2 said
end INT

"$spirv_mmra" race --watch - <shader.spv >said 2>&1
[ $? = 2 ] && grep -q 'standard input does not change' said || fail "standard input: $(cat said)"
"$spirv_mmra" translate --watch shader.spv >said 2>&1
[ $? = 2 ] || fail "translate takes --watch"
finish "--watch"
