# Proofs for all inputs: shaders whose verdicts are known (litmus/proofs.sh).
flags=(-O1 -DSMMRA_HAS_Z3)

prepare() {
    mkdir -p "$work/built/bin"
}

tests_pass() {
    link "$work/built/bin/spirv-mmra" "$1" -Wl,--allow-multiple-definition $(command_objects) $(objects_of translator prove) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && SMMRA_ALL=1 SMMRA_BUILD=$work/built SMMRA_FIRST_FAILURE=1 timeout 300 bash litmus/proofs.sh) >"$work/said" 2>&1
}
