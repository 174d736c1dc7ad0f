# What invocations of other stages than compute share, judged by what mistakes in its lowering and map break: the programs of
# tests/litmus/stages, rays and fragments stay sound and tight.
make_program() { # NAME FOLDER/SOURCE... -- OPTION...: $work/NAME.spv, linked of all sources
    local name=$1 modules=() sources=() source stage
    shift
    while [ "$1" != -- ]; do
        sources+=("$1")
        shift
    done
    shift
    for source in "${sources[@]}"; do
        stage=${source##*.}
        [ "$stage" != glsl ] || stage=rchit
        glslangValidator -V --target-env vulkan1.3 -S "$stage" -I"$tests/litmus/rays" "$@" -o "$work/$stage.$name.spv" \
            "$tests/litmus/$source" >/dev/null || return 1
        modules+=("$work/$stage.$name.spv")
    done
    spirv-link --target-env vulkan1.3 "${modules[@]}" -o "$work/$name.spv" 2>/dev/null || cp "${modules[0]}" "$work/$name.spv"
    programs+=("$work/$name.spv")
}

prepare() {
    local output=(-DMODEL -DSCOPE=gl_ScopeWorkgroup -DSEMANTICS=gl_StorageSemanticsOutput)
    mapfile -t command < <(command_objects; objects_of translator validate)
    programs=()
    make_program patch stages/patch.tesc -- && make_program patch-model stages/patch.tesc -- -DMODEL &&
        make_program patch-output stages/patch.tesc -- "${output[@]}" && make_program mesh stages/mesh.mesh -- "${output[@]}" &&
        make_program payload stages/payload.task stages/payload.mesh -- &&
        make_program payload-model stages/payload.task stages/payload.mesh -- -DMODEL &&
        make_program ray rays/generation.rgen rays/called.glsl -- -DMODEL -DADDED=1 -Drchit &&
        make_program helper fragments/helper.frag -- -DHELPER && make_program ends fragments/helper.frag -- -DEND &&
        make_program counter fragments/counter.frag --
}

tests_pass() { # MUTANT
    local profile program groups mode
    link "$work/litmus" "$1" "${command[@]}" -lSPIRV-Tools -lstdc++ || exit 1
    for profile in document 24; do
        for program in "${programs[@]}"; do
            groups=2 mode=conservative
            [[ $program != */patch.spv || $profile != 24 ]] || mode=strict # which knows no barriers without semantics
            [[ $program != *payload* ]] || groups=1 # its mesh workgroups write the same words
            timeout 60 "$work/litmus" litmus "$program" --groups $groups --glsl450 $mode --translate --llvm "$profile" >"$work/verdicts" 2>&1 || return 1
            grep -q 'sound and tight' "$work/verdicts" || return 1
        done
    done
}
