#!/bin/bash
# How memory operands, semantics and barriers are read, by programs that need one thing of it each (readings/programs.sh): all are free
# of races and translated soundly. Without what they need they are races: the second reading takes nothing for granted. Run in
# tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"
. "$(dirname "$0")/readings/programs.sh"
cd "$(dirname "$0")/readings" || exit 1

out=$work/programs
mkdir "$out" && build_readings "$out" || fail 'programs cannot be built'
while read -r name options; do
    read -ra words <<<"$options"
    expect 0 'the condition holds; no data race' "$out/$name.spvasm" "${words[@]}"
    for profile in document 22 23 24 draft; do
        expect 0 'sound and tight' "$out/$name.spvasm" "${words[@]}" --translate --llvm "$profile"
    done
done <"$out/list"

# is_race NAME CHANGE: the program is one no more without what a script of sed takes away
is_race() {
    local words
    read -ra words < <(sed -n "s/^$1 //p" "$out/list")
    sed -E "$2" "$out/$1.spvasm" >"$work/changed.spvasm"
    cmp -s "$out/$1.spvasm" "$work/changed.spvasm" && fail "$1: $2 changes nothing"
    expect 1 'data race' "$work/changed.spvasm" "${words[@]}"
}
semantics() { # OLD NEW
    echo "s/OpConstant %(u?int) $1\$/OpConstant %\\1 $2/"
}
is_race store "$(semantics 8260 68)"  # release without MakeAvailable
is_race store "$(semantics 16450 66)" # acquire without MakeVisible
is_race store "$(semantics 8260 8452)" # of Workgroup memory
is_race store 's/ NonPrivatePointer//'
is_race store-coherent 's/MakePointerVisible\|NonPrivatePointer %uint_1/NonPrivatePointer/'
is_race store-coherent 's/MakePointerAvailable\|NonPrivatePointer %uint_1/NonPrivatePointer/'
is_race fence 's/OpMemoryBarrier %uint_1 %uint_8260//'
is_race fence-both "$(semantics 8264 8456)"
is_race exchange-both "$(semantics 8264 16456)"
is_race strict-buffer 's/OpMemberDecorate %Words 0 Coherent|OpDecorate %(words|Words) Coherent//;/Coherent/d'
is_race strict-image '/Coherent/d'
is_race drivers-buffer 's/OpMemoryBarrier.*//'
is_race drivers-bare-barrier 's/OpControlBarrier.*//'
is_race copy-two-masks 's/None NonPrivatePointer/NonPrivatePointer None/'
is_race copy-visible 's/None (MakePointerVisible\|NonPrivatePointer) %family/None NonPrivatePointer/'
is_race initialized 's/^( *%value = .*)$/\1\n OpStore %shared %x/'

# What a stage lets a barrier do for the memory that its invocations share, it does not do for other memory.
shader() { # GLSLANG...
    glslangValidator -V "${new[@]}" "$@" -o "$work/module.spv" >"$work/log" || fail "$*: $(cat "$work/log")"
}
beside='gl_StorageSemanticsShared|gl_StorageSemanticsBuffer' order=gl_SemanticsAcquireRelease
make='gl_SemanticsMakeAvailable|gl_SemanticsMakeVisible'
task=(-S task -DTASK -DMODEL -DQUALIFIER=nonprivate)
shader "${task[@]}" "-DBARRIER=controlBarrier(gl_ScopeWorkgroup,gl_ScopeWorkgroup,$beside,$order|$make)" exchange.comp
expect 0 'no data race' "$work/module.spv"
shader "${task[@]}" "-DBARRIER=controlBarrier(gl_ScopeWorkgroup,gl_ScopeWorkgroup,$beside,$order)" exchange.comp
expect 1 'data race' "$work/module.spv"
patch=(-DMODEL -DBUFFER '-DSEMANTICS=gl_StorageSemanticsOutput|gl_StorageSemanticsBuffer')
shader "${patch[@]}" -DSCOPE=gl_ScopeWorkgroup ../stages/patch.tesc
expect 0 'no data race' "$work/module.spv"
shader "${patch[@]}" -DSCOPE=gl_ScopeSubgroup ../stages/patch.tesc
expect 4 'a control barrier of a patch that orders other memory less than outputs' "$work/module.spv" --subgroup 1
# AtomicCounterMemory is no memory of Vulkan's, and orders no outputs; nor does ImageMemory, without which the semantics are not valid.
is_race mesh "$(semantics 28680 27656)"
[ $failures = 0 ] || exit 1
echo "readings: all as expected"
