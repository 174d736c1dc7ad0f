# Long vectors, whose shaders the host runs beside shaders with arrays on a Vulkan driver (tests/run/vectors). With each mistake the
# shaders that show it; `litmus`: tests/litmus/vectors.sh does.
flags=(-O1)
lavapipe=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi

prepare() {
    mkdir -p "$work/vectors" "$work/built/bin"
    bash "$tests/run/vectors/compile.sh" "$work/vectors" >&2 || return 1
    mapfile -t comparer < <(objects_of tests/run/compare compare)
}

tests_pass() { # MUTANT SHADER...
    local mutant=$1
    shift
    [ $# -gt 0 ] || set -- one composites coherent
    if [ "$1" = litmus ]; then
        link "$work/built/bin/spirv-mmra" "$mutant" $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
        (cd "$tests" && SMMRA_BUILD=$work/built SMMRA_FIRST_FAILURE=1 timeout 300 bash litmus/vectors.sh) >"$work/said" 2>&1
        return
    fi
    local names=("${@/#/$work/vectors/}")
    link "$work/compare" "$mutant" -rdynamic "${comparer[@]}" -lvulkan || exit 1
    timeout 300 "$work/compare" -j "$jobs" --settings="$work/vectors/settings" --integers=wide "${names[@]/%/.spv}" >"$work/report" 2>&1
}
