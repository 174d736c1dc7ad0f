# The passes over finished IR, judged by what they break: translations of SPIR-V programs stay sound.
prepare() {
    local file
    mapfile -t command < <(command_objects; objects_of translator validate)
    programs=("$tests"/litmus/spirv/{fences-apart,two-barriers,message-passing,barrier-acquires,barrier-groups}.spvasm)
    file=${programs[0]}
    sed 's/OpAtomicCompareExchange %uint %x %1 %0 %0 %5 %0/OpAtomicIAdd %uint %x %1 %0 %5/' "$file" >"$work/add.spvasm"
    sed 's/OpAtomicStore %y %1 %0 %1/OpStore %y %1 MakePointerAvailable|NonPrivatePointer %1/
         s/OpAtomicLoad %uint %y %1 %0/OpLoad %uint %y MakePointerVisible|NonPrivatePointer %1/' "$file" >"$work/plain.spvasm"
    programs+=("$work/add.spvasm" "$work/plain.spvasm")
}

tests_pass() { # MUTANT
    local profile
    link "$work/litmus" "$1" "${command[@]}" -lSPIRV-Tools -lstdc++ || exit 1
    for profile in "${profiles[@]}"; do
        timeout 60 "$work/litmus" litmus "${programs[@]}" --translate --llvm "$profile" >"$work/verdicts" 2>&1 || return 1
    done
}
