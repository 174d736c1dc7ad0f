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
        grep -q "^$shader:[0-9]*:[0-9]*: error: data race: workgroup [0-9], invocation [0-9] .* ($name.spv, word [0-9]*)$" said ||
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
    [ -z "${SHOW:-}" ] || cat said
done

# Events of --explain and --dot have their places, and so have suggestions.
glslangValidator -V --target-env vulkan1.2 -g relaxed-flag.comp -o explained.spv >/dev/null
"$spirv_mmra" litmus explained.spv --groups 2 --explain --dot graph >said || true
grep -q '^    e[0-9]* relaxed-flag.comp:11: OpStore (word ' said || fail "--explain: $(cat said)"
grep -q 'label="e[0-9]* relaxed-flag.comp:11: OpStore (word ' graph || fail "--dot: $(cat graph)"
"$spirv_mmra" litmus explained.spv --groups 2 --suggest >said || true
grep -q '^relaxed-flag.comp:12:9: note: add .*Release' said || fail "--suggest: $(cat said)"
finish "$found planted lines named"
