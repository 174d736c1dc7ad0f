#!/bin/bash
# Stages whose invocations share memory as litmus programs (models.md, "Stages"): outputs of a patch and of a mesh
# workgroup, the payload of a task. Each program is sound and tight in all profiles; without what the rules ask for it is a race; and
# its translation without what the lowering puts there is unsound. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")/stages" || exit 1

compile() { # MODULE SOURCE OPTION...
    local module=$1 source=$2
    shift 2
    glslangValidator -V --target-env vulkan1.3 "$@" -o "$module" "$source" >"$work/log" || fail "$source: $(cat "$work/log")"
}

# shader CONDITION "OPTION..." SOURCE...: $program, of one module for all sources
shader() {
    local condition=$1 options=() modules=() source
    read -ra options <<<"$2"
    shift 2
    for source in "$@"; do
        compile "$work/$source.spv" "$source" "${options[@]}"
        modules+=("$work/$source.spv")
    done
    [ $# = 1 ] || spirv-link --target-env vulkan1.3 "${modules[@]}" -o "$work/linked.spv" || fail "$*: cannot be linked"
    [ $# = 1 ] || modules=("$work/linked.spv")
    program=$work/program.spvasm
    { echo "; @Output: $condition"; spirv-dis "${modules[0]}" | grep -v '^;'; } >"$program"
}

holds='the condition holds; no data race'
grid=()
all_hold() {
    expect 0 "$holds" "$program" "${grid[@]}"
    for profile in document 22 23 24 draft; do
        expect 0 'sound and tight' "$program" "${grid[@]}" --translate --llvm=$profile
    done
}

is_race() {
    expect 1 'data race' "$program" "${grid[@]}"
}

# The translation without it, in the profiles that need it: in 24 all accesses to local memory are coherent, but not ordered.
is_unsound() { # CHANGE...: each a script of sed
    for change in "$@"; do
        printf '%s\n' "$change" >"$work/change"
        for profile in document 24; do
            expect 1 'unsound' "$program" "${grid[@]}" --translate --llvm=$profile --through="sed -f $work/change"
        done
    done
}
# Variables without names are known by their places.
is_known_unnamed() { # SOURCE, compiled
    spirv-opt --strip-debug "$work/$1.spv" -o "$work/unnamed.spv"
    expect 0 'sound and tight' "$work/unnamed.spv" "${grid[@]}" --translate
    echo '/fence.*release/d' >"$work/change"
    expect 1 'unsound' "$work/unnamed.spv" "${grid[@]}" --translate --through="sed -f $work/change"
}
within() { # WORD OTHER: fences of the scope get the other
    echo "s/fence syncscope(\"$1\")/fence syncscope(\"$2\")/"
}
private() { # SPACE: its accesses become private
    printf '%s\n' "/load\|store/s/\(addrspace($1).*!mmra \)![0-9]*/\1!999/" '$a !999 = !{!"vulkan", !"private"}'
}

# ---- outputs of a patch: the barrier orders them by itself, under the Vulkan memory model if it names OutputMemory ----
grid=(--groups 2)
seen='forall (%_[0][0] == 6 and %_[0][1] == 5 and %_[0][2] == 6 and %_[0][3] == 5)'
output=-DSEMANTICS=gl_StorageSemanticsOutput buffer=-DSEMANTICS=gl_StorageSemanticsBuffer
workgroup=-DSCOPE=gl_ScopeWorkgroup
for options in '' '-DMODEL' "-DMODEL $workgroup $output" "-DMODEL $workgroup $output|gl_StorageSemanticsBuffer"; do
    shader "$seen" "$options" patch.tesc
    all_hold
    is_unsound '/fence.*acquire/d' '/fence.*release/d' '/s.barrier/d'
done
is_unsound "$(within workgroup singlethread)"
shader "$seen" '' patch.tesc
expect 0 'sound and tight' "$program" --groups 2 --translate --glsl450=strict # which takes no other barrier without semantics
is_unsound 's/"local"/"global"/' "$(private 3)"
for options in '-DNO_BARRIER' "-DMODEL $workgroup $buffer"; do
    shader "$seen" "$options" patch.tesc
    is_race
done
# A buffer beside the outputs is ordered by what names it alone.
shader 'forall (%_[0][0] == 6)' '-DBUFFER' patch.tesc
is_race
shader 'forall (%_[0][0] == 9)' "-DMODEL -DBUFFER $workgroup $output|gl_StorageSemanticsBuffer" patch.tesc
grid=(--groups 1)
all_hold
is_unsound '/fence.*release/d' "$(private 1)"
expect 4 'other invocations than its module says' "$program" --local 3
expect 4 'shaders of another stage than compute in machine code' "$program" --machine=gfx1100

# ---- outputs of a mesh workgroup: OutputMemory, at a scope that holds it ----
grid=()
both='forall (%number[0] == 8 and %number[1] == 7)'
shader "$both" "-DMODEL $workgroup $output" mesh.mesh
all_hold
is_unsound '/fence.*acquire/d' '/fence.*release/d' 's/"local"/"global"/' "$(within workgroup singlethread)"
shader "$both" "-DMODEL -DSCOPE=gl_ScopeSubgroup $output" mesh.mesh
all_hold
grid=(--subgroup 1)
is_race
grid=()
for options in '' -DMODEL -DNO_BARRIER "-DMODEL $workgroup $buffer"; do
    shader "$both" "$options" mesh.mesh
    is_race
done

# ---- blocks of each vertex and of each primitive: their arrays are no arrays of descriptors ----
grid=(--groups 1)
seen='forall (%_[0][0] == 8 and %_[0][1] == 9 and %_[0][2] == 7)'
shader "$seen" '' blocks.tesc
all_hold
is_unsound '/fence.*release/d' 's/\[32 x i8\]/[28 x i8]/'
is_known_unnamed blocks.tesc
for source in places.tesc members.tesc; do
    compile "$work/$source.spv" $source
    is_known_unnamed $source
done
compile "$work/members.mesh.spv" members.mesh
spirv-opt --strip-debug "$work/members.mesh.spv" -o "$work/unnamed.spv"
expect 0 'sound and tight' "$work/unnamed.spv" --translate
shader "$seen" -DNO_BARRIER blocks.tesc
is_race
grid=()
both='forall (%own[0][1] == 1 and %own[1][1] == 2 and %own[2][1] == 9)'
shader "$both" -DWHOSE=2 blocks.mesh
all_hold
shader "$both" -DWHOSE=1 blocks.mesh
is_race

# ---- the payload: WorkgroupMemory orders it within the task, the launch for the mesh workgroups ----
sums='forall (%_[0][0] == 7 and %_[0][1] == 6)'
shared=-DSEMANTICS=gl_StorageSemanticsShared
for options in '' -DMODEL "-DMODEL $workgroup $shared"; do
    shader "$sums" "$options" payload.task payload.mesh
    all_hold
    is_unsound '/fence.*"agent".*release/d' '/fence.*"agent".*acquire/d' '/emit.mesh.tasks/d' \
        "$(within agent workgroup)"
done
is_unsound '/fence.*"workgroup".*release/d' '/fence.*"workgroup".*acquire/d' "$(within workgroup singlethread)" "$(private 1)"
initial='1i ; @Input: %payload = {{0, 0}, {0, 0}, 0}'
shader "$sums" "-DMODEL -DFLAG=gl_StorageSemanticsShared" payload.task payload.mesh
sed -i "$initial" "$program"
all_hold
is_unsound 's/release,/monotonic,/' 's/acquire,/monotonic,/'
for options in -DNO_BARRIER -DBUFFER "-DMODEL $workgroup $buffer" "-DMODEL -DFLAG=gl_StorageSemanticsBuffer"; do
    shader "$sums" "$options" payload.task payload.mesh
    sed -i "$initial" "$program"
    is_race
done
# Without its task the payload is what @Input says; without its mesh shader nobody looks at it.
shader 'forall (%_[0][0] == 7)' '' payload.mesh
sed -i '1i ; @Input: %payload = {{0, 0}, {7, 7}, 0}' "$program"
all_hold
shader 'forall (%payload[1][0] == 7 and %payload[1][1] == 6)' '' payload.task
all_hold
[ $failures = 0 ] || exit 1
echo "stages: all as expected"
