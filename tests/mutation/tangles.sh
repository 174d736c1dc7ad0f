# Subgroup operations where control flow diverges, in `race` and `litmus` (litmus/tangles.sh).
flags=(-O1)

prepare() {
    mkdir -p "$work/built/bin"
}

tests_pass() {
    link "$work/built/bin/spirv-mmra" "$1" $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && SMMRA_BUILD=$work/built SMMRA_FIRST_FAILURE=1 timeout 300 bash litmus/tangles.sh) >"$work/said" 2>&1
}
