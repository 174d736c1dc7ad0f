#!/bin/bash
# Shader calls as litmus programs (models.md, "Shader calls"): a payload needs nothing, a buffer needs semantics of scope ShaderCallKHR
# on both sides of the call and of its end, wherever the driver goes on. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")/rays" || exit 1
program=$work/program.spvasm

# compile STAGE SOURCE OPTION...
compile() {
    local stage=$1 source=$2
    shift 2
    glslangValidator -V --target-env vulkan1.3 -S "$stage" "$@" -o "$work/$stage.spv" "$source" >"$work/log" ||
        fail "$source: $(cat "$work/log")"
}

# shader CONDITION "OPTION..." STAGE...: $program, a ray generation shader and what it calls; each adds another number
shader() {
    local condition=$1 options modules=("$work/rgen.spv") added=1 stage
    read -ra options <<<"$2"
    shift 2
    compile rgen generation.rgen "${options[@]}"
    for stage in "$@"; do
        compile "$stage" called.glsl "${options[@]}" "-D$stage" -DADDED=$added
        modules+=("$work/$stage.spv")
        added=$((added + 1))
    done
    spirv-link --target-env vulkan1.3 "${modules[@]}" -o "$work/linked.spv" || fail "$*: cannot be linked"
    { echo "; @Output: $condition"; spirv-dis "$work/linked.spv" | grep -v '^;'; } >"$program"
}

holds='the condition holds; no data race'
all_hold() {
    expect 0 "$holds" "$program" --groups 2
    for profile in document 22 23 24 draft; do
        expect 0 'sound and tight' "$program" --groups 2 --translate --llvm=$profile
        expect 0 'sound and tight' "$program" --groups 2 --translate --llvm=$profile --shader-calls=lane
    done
}
is_unsound() { # CHANGE...
    for change in "$@"; do
        printf '%s\n' "$change" >"$work/change"
        expect 1 'unsound' "$program" --translate --through="sed -f $work/change"
    done
}
seen() { # PAYLOAD BUFFER
    echo "forall (%seen[0][0] == $1 and %seen[0][1] == $2)"
}

# 3 by the payload, 5 by the buffer; what is called adds its number to the one, and the sum to the other
shader "$(seen 4 9)" -DMODEL rchit
all_hold
is_unsound 's/fence syncscope("agent")/fence syncscope("singlethread")/' '0,/fence.*release/{/fence.*release/d}' '0,/fence.*acquire/{/fence.*acquire/d}' \
    '/smmra.ray.trace(i64/d'
# in one lane no fence is needed: program order holds
expect 0 'sound and tight' "$program" --translate --shader-calls=lane --through='sed /fence/d'
shader "$(seen 4 9)" '' rchit
all_hold
shader "$(seen 4 9)" '-DMODEL -DSCOPE=gl_ScopeDevice' rchit
all_hold
for options in -DNO_RELEASE -DNO_ACQUIRE -DSCOPE=gl_ScopeSubgroup -DSTORAGE=gl_StorageSemanticsImage; do
    shader "$(seen 4 9)" "-DMODEL $options" rchit
    expect 1 'data race' "$program"
done
# which shaders a ray leads to: any hit, then closest hit; miss if the hit is ignored, or there is none
shader "$(seen 45 50)" -DMODEL rahit rchit rmiss
all_hold
shader "$(seen 46 51)" '-DMODEL -DIGNORE' rahit rchit rmiss
all_hold
shader "$(seen 4 9)" -DMODEL rmiss
all_hold
shader "$(seen 4 9)" '-DMODEL -DCALLABLE' rcall
all_hold
"$tool" race "$program" >"$work/out" 2>&1
grep -q 'a ray generation shader as a whole dispatch' "$work/out" || fail "race: $(cat "$work/out")"
[ $failures = 0 ] || exit 1
echo "rays: all as expected"
