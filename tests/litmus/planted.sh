#!/bin/bash
# Shaders with one planted data race or wrong scope each: the messages of litmus name the lines that are marked PLANTED, as an error
# and notes at places in the source, with glslang's -g and -gVS. A comment of the shader has its grid, and one the reason that is
# given.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cp "$tests"/litmus/planted/*.comp "$work"
cd "$work"
found=0
for shader in *.comp; do
    name=${shader%.comp}
    read -ra grid < <(sed -n 's|^// \(--.*\)|\1|p' "$shader")
    for debug in -g -gVS; do
        glslangValidator -V --target-env vulkan1.2 $debug "$shader" -o "$name.spv" >/dev/null
        status=0
        "$spirv_mmra" litmus "$name.spv" "${grid[@]}" --first >said || status=$?
        [ "$status" = 1 ] || fail "$name $debug: status $status"
        grep -q "^$shader:[0-9]*:[0-9]*: error: data race: workgroup [0-9], invocation [0-9] .* ($name.spv, word [0-9]*) \[race\]$" said ||
            fail "$name $debug: no data race at a place: $(cat said)"
        for line in $(grep -n PLANTED "$shader" | cut -d: -f1); do
            column=$(sed -n "${line}p" "$shader" | awk '{ match($0, /[^ ]/); print RSTART }')
            grep -q "^$shader:$line:$column: \(error\|note\): " said || fail "$name $debug: line $line is not named: $(cat said)"
            grep -qxF "$(sed -n "${line}p" "$shader")" said || fail "$name $debug: line $line is not shown"
            found=$((found + 1))
        done
    done
    # the reason: what is missing between the accesses
    reason=$(sed -n 's|^// Because: ||p' "$shader")
    grep -qF "$reason" said || fail "$name: not '$reason': $(cat said)"
    grep "^$shader:" said | sed 's/word [0-9]*/word N/' >>printed
    [ -z "${SHOW:-}" ] || cat said
done
# the messages as they are printed, without the lines of the source
diff "$tests/litmus/planted/messages" printed >&2 || fail "other messages than before"

# What is no race has its places too: who waits where, who accesses what is beyond, and what SPIRV-Tools refuses.
load() { echo "atomicLoad(a[$1], gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire)"; }
store() { echo "atomicStore(a[$1], 1u, gl_ScopeDevice, gl_StorageSemanticsNone, gl_SemanticsRelaxed);"; }
ends() { # LINE...: TEXT of each, behind the body of the shader
    local body=$1
    shift
    printf '%s\n' '#version 450' '#extension GL_KHR_memory_scope_semantics : require' 'layout(local_size_x = 2) in;' \
        'layout(set = 0, binding = 0) buffer A { uint a[4]; };' 'void main() {' "$body" '}' >end.comp
    glslangValidator -V --target-env vulkan1.2 -g end.comp -o end.spv >/dev/null
    "$spirv_mmra" litmus end.spv >said || true
    for text in "$@"; do
        grep -q "^end.comp:$text (end.spv, word [0-9]*)\( \[[a-z-]*\]\)\?$" said || fail "not '$text': $(cat said)"
        found=$((found + 1))
    done
}
ends "if (gl_LocalInvocationIndex == 0u) {
    while ($(load 0) == 0u) ;
    $(store 1)
} else {
    while ($(load 1) == 0u) ;
    $(store 0) }" '7:5: error: deadlock: workgroup 0, invocation 0 waits here for ever' '10:5: note: workgroup 0, invocation 1 waits here for ever'
ends "
    while ($(load 0) == 0u) ;" '7:5: error: endless loop: workgroup 0, invocation 0 goes round here for ever'
ends 'uint i = a[2] + 9u;
    a[i] = 1u;' '7:5: error: an access out of bounds, by workgroup 0, invocation 0'
glslangValidator -V --target-env vulkan1.2 -g relaxed-flag.comp -o valid.spv >/dev/null
spirv-dis --raw-id valid.spv | sed '/OpCapability VulkanMemoryModelDeviceScope/d' >invalid.spvasm
spirv-as --target-env vulkan1.2 --preserve-numeric-ids invalid.spvasm -o invalid.spv
word=$(($(spirv-dis --offsets invalid.spv | sed -n 's/.*OpAtomicStore.*; //p' | sed -n 1p) / 4))
for command in translate litmus race 'report -o page'; do
    # shellcheck disable=SC2086 # words
    "$spirv_mmra" $command invalid.spv 2>said && fail "$command: what is not valid is taken"
    grep -q "^relaxed-flag.comp:12:9: error: not valid for .* (invalid.spv, word $word)$" said || fail "$command, word $word: $(cat said)"
done

# Events of --explain and --dot have their places, and so have suggestions.
glslangValidator -V --target-env vulkan1.2 -g relaxed-flag.comp -o explained.spv >/dev/null
"$spirv_mmra" litmus explained.spv --groups 2 --explain --dot graph >said || true
grep -q '^    e[0-9]* relaxed-flag.comp:11: OpStore (word ' said || fail "--explain: $(cat said)"
grep -q 'label="e[0-9]* relaxed-flag.comp:11: OpStore (word ' graph || fail "--dot: $(cat graph)"
"$spirv_mmra" litmus explained.spv --groups 2 --suggest >said || true
grep -q '^relaxed-flag.comp:12:9: note: write .*gl_SemanticsRelease.*(SPIR-V: add Release' said || fail "--suggest: $(cat said)"

# Outcomes have the names of the source, every verdict its grid, and --json says the same to programs.
"$spirv_mmra" litmus explained.spv --groups 2 --outcomes >said || true
grep -qxF '  payload = 42, ready = 1, result = 42' said || fail "--outcomes: $(cat said)"
grep -qxF '  2x1x1 workgroups of 1x1x1 invocations, subgroups of 64' said || fail "no grid: $(cat said)"
"$spirv_mmra" litmus explained.spv explained.spv --groups 2 --outcomes --json --explain >said.json || true
python3 - said.json <<'EOF' || fail "--json: $(cat said.json)"
import json, sys
answers = json.load(open(sys.argv[1]))
race = answers[1]["findings"][0]
assert len(answers) == 2 and answers[0] == answers[1]
assert answers[0]["grid"] == {"groups": [2, 1, 1], "local": [1, 1, 1], "subgroup": 64}
assert answers[0]["race"] is True and answers[0]["condition"] is None and race["fault"] == "race"
assert race["places"][0]["source"]["line"] == 11 and {"payload": 42, "ready": 1, "result": 42} in answers[0]["outcomes"]
EOF
status=0
"$spirv_mmra" litmus explained.spv --groups 2 --translate --json >said.json || status=$?
{ [ "$status" = 1 ] && python3 -c 'import json, sys; assert json.load(sys.stdin)[0]["judgement"]' <said.json; } ||
    fail "--translate --json: status $status"
finish "$found planted lines named"
