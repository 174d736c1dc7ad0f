# Programs that depend on how memory operands, semantics and barriers are read: each needs one thing that the SPIR-V specification and
# Vulkan's memory model say of them. For litmus's readings.sh, and for tests/mutation/readings.sh, which plants mistakes in one of the
# two readings.
#
# build_readings FOLDER: FOLDER/NAME.spvasm, and FOLDER/list with a line for each: NAME OPTION...

readings=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
both='%result[0][0] == 2 and %result[0][1] == 1' seen='%result[0][0] != 1 or %result[0][1] == 1'
new=(--target-env vulkan1.3) old=(--target-env vulkan1.0)

# module NAME CONDITION OPTIONS SOURCE GLSLANG...
module() {
    local name=$1 condition=$2 options=$3 source=$4
    shift 4
    glslangValidator -V "$@" -o "$out/module.spv" "$readings/$source" >"$out/log" || { cat "$out/log"; return 1; }
    { echo "; @Output: forall ($condition)"; spirv-dis "$out/module.spv" | grep -Ev '^; (SPIR-V|Generator|Bound|Schema)'; } >"$out/$name.spvasm"
    echo "$name $options" >>"$out/list"
}
exchange() { # NAME OPTIONS GLSLANG...
    module "$1" "$both" "--groups 1 $2" exchange.comp "${@:3}"
}
message() { # NAME OPTIONS GLSLANG...
    module "$1" "$seen" "--groups 2 $2" message.comp "${@:3}"
}
# changed NAME OPTIONS FILE CHANGE: a module of the folder or of ../spirv with what no compiler writes
changed() {
    local file=$readings/../spirv/$3.spvasm
    [ -f "$file" ] || file=$out/$3.spvasm
    sed -E "$4" "$file" >"$out/$1.spvasm"
    ! { [ "$4" ] && cmp -s "$file" "$out/$1.spvasm"; } || { echo "$1: nothing changed"; return 1; }
    echo "$1 $2" >>"$out/list"
}

# Modules of older memory models, as drivers read them: whatever is shared is non-private, and what orders makes available and visible.
of_drivers() {
    local around='-DBARRIER=memoryBarrier();barrier();memoryBarrier()'
    exchange drivers-shared '' "${new[@]}" -DSHARED '-DBARRIER=barrier()' &&
    exchange drivers-buffer '' "${new[@]}" "$around" &&
    exchange drivers-buffer-block '' "${old[@]}" "$around" &&
    exchange drivers-reference '' "${new[@]}" -DREFERENCE "$around" &&
    exchange drivers-image '' "${new[@]}" -DIMAGE "$around" &&
    message drivers-message '' "${new[@]}" -DSTORE &&
    changed drivers-bare-barrier '' glsl450-bare-barrier ''
}

# By the letter: shared memory is coherent in the workgroup, and other memory in the queue family where it is decorated.
of_decorations() {
    local around='-DBARRIER=memoryBarrier();barrier();memoryBarrier()' strict=--glsl450=strict
    local mixed=memoryBarrier'(gl_ScopeDevice,gl_StorageSemanticsBuffer|gl_StorageSemanticsShared|gl_StorageSemanticsImage,gl_SemanticsAcquireRelease)'
    exchange strict-shared $strict "${new[@]}" -DSHARED '-DBARRIER=barrier()' &&
    exchange strict-buffer $strict "${new[@]}" -DQUALIFIER=coherent "-DBARRIER=$mixed;barrier();$mixed" &&
    exchange strict-image $strict "${new[@]}" -DIMAGE -DQUALIFIER=coherent "$around" &&
    message strict-message $strict "${new[@]}" -DSTORE -DQUALIFIER=coherent &&
    changed strict-sequential "$strict --groups 2 --no-validate" strict-message 's/OpConstant %(u?int) 6[68]$/OpConstant %\1 80/' &&
    changed strict-copies "$strict" glsl450 's/^( *)OpStore %32 %30$/\1OpCopyMemory %32 %29/;/%30 = OpLoad/d' &&
    old_copies
}

# Before SPIR-V 1.4.
old_copies() {
    cp "$readings/old-copies.spvasm" "$out" && echo 'old-copies --glsl450=strict' >>"$out/list"
}

# The Vulkan memory model: each bit, on each kind of instruction.
of_vulkan() {
    local model=("${new[@]}" -DMODEL) make=(-DAVAILABLE=gl_SemanticsMakeAvailable -DVISIBLE=gl_SemanticsMakeVisible)
    local acquire=gl_SemanticsAcquire release=gl_SemanticsRelease acquire_release=gl_SemanticsAcquireRelease
    message store '' "${model[@]}" -DQUALIFIER=nonprivate -DSTORE "${make[@]}" &&
    message store-coherent '' "${model[@]}" -DQUALIFIER=devicecoherent -DSTORE &&
    message store-queue-family '' "${model[@]}" -DQUALIFIER=queuefamilycoherent -DSTORE -DSCOPE=gl_ScopeQueueFamily &&
    message exchange '' "${model[@]}" -DQUALIFIER=nonprivate -DEXCHANGE=$release -DEXCHANGE_AFTER=$acquire "${make[@]}" &&
    message exchange-both '' "${model[@]}" -DQUALIFIER=nonprivate -DEXCHANGE=$acquire_release -DEXCHANGE_AFTER=$acquire_release "${make[@]}" &&
    message compare '' "${model[@]}" -DQUALIFIER=nonprivate -DCOMPARE "${make[@]}" &&
    message fence '' "${model[@]}" -DQUALIFIER=nonprivate -DFENCE_BEFORE=$release -DFENCE_AFTER=$acquire "${make[@]}" &&
    message fence-both '' "${model[@]}" -DQUALIFIER=nonprivate -DFENCE_BEFORE=$acquire_release -DFENCE_AFTER=$acquire_release "${make[@]}" &&
    message fence-coherent '' "${model[@]}" -DQUALIFIER=devicecoherent -DFENCE_BEFORE=$release -DFENCE_AFTER=$acquire &&
    changed initialized '' initialized '' &&
    changed copy-one-mask '' message-passing 's/^( *)%value = OpLoad .*$//;s/OpStore %r1 %value/OpCopyMemory %r1 %data NonPrivatePointer/' &&
    changed copy-two-masks '' message-passing 's/^( *)%value = OpLoad .*$//;s/OpStore %r1 %value/OpCopyMemory %r1 %data None NonPrivatePointer/' &&
    changed copy-visible '' message-available 's/^( *)%value = OpLoad .*$//;s/OpStore %r1 %value/OpCopyMemory %r1 %data None MakePointerVisible|NonPrivatePointer %family/' &&
    module texel '%result[0] == 1' '--groups 1' texel.comp "${new[@]}"
}

# Outputs of a patch and of a mesh workgroup, and the payload of a task.
of_stages() {
    local stages=../stages output=gl_StorageSemanticsOutput
    local patch='%_[0][0] == 6 and %_[0][1] == 5'
    module patch "$patch" '' $stages/patch.tesc "${new[@]}" &&
    module patch-strict "$patch" --glsl450=strict $stages/patch.tesc "${new[@]}" &&
    module patch-vulkan "$patch" '' $stages/patch.tesc "${new[@]}" -DMODEL -DSCOPE=gl_ScopeWorkgroup -DSEMANTICS=$output &&
    changed patch-vulkan-bits '' patch-vulkan 's/OpConstant %(u?int) 28680$/OpConstant %\1 4104/' &&
    module mesh '%number[0] == 8 and %number[1] == 7' '' $stages/mesh.mesh "${new[@]}" -DMODEL -DSCOPE=gl_ScopeWorkgroup -DSEMANTICS=$output &&
    module payload '%payload[1][0] == 7 and %payload[1][1] == 6' '' $stages/payload.task "${new[@]}" &&
    module payload-vulkan '%payload[1][0] == 7 and %payload[1][1] == 6' '' $stages/payload.task "${new[@]}" -DMODEL
}

build_readings() {
    local out=$1
    : >"$out/list"
    of_drivers && of_decorations && of_vulkan && of_stages
}
