# Cooperative matrices in `litmus` and `race` (litmus/matrices.sh and litmus/tensors.sh, which need the newest glslang).
flags=(-O1)

prepare() {
    command -v newest-glslangValidator >/dev/null && mkdir -p "$work/built/bin"
}

tests_pass() { # MUTANT [SCRIPT [SHADER WHOSE NUMBERS ARE OTHERS]...]
    local mutant=$1 script
    link "$work/built/bin/spirv-mmra" "$mutant" $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    for script in ${2:-matrices ${mutant:-tensors}}; do
        [ "$script" = "$mutant" ] || (cd "$tests" && SMMRA_BUILD=$work/built SMMRA_FIRST_FAILURE=1 timeout 600 bash "litmus/$script.sh" ${3:+"" "${@:3}"}) >"$work/said" 2>&1 || return
    done
}
