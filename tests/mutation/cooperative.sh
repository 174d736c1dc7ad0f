# Cooperative matrices in `litmus` and `race` (litmus/matrices.sh, which needs the newest glslang).
flags=(-O1)

prepare() {
    command -v newest-glslangValidator >/dev/null && mkdir -p "$work/built/bin"
}

tests_pass() {
    link "$work/built/bin/spirv-mmra" "$1" $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && SMMRA_BUILD=$work/built SMMRA_FIRST_FAILURE=1 timeout 600 bash litmus/matrices.sh) >"$work/said" 2>&1
}
