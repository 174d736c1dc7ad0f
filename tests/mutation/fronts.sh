# Both front ends of SPIR-V: what one of them reads wrong, tests/litmus/fronts must find beside the other. Needs the shaders compiled. By hand:
# all of them together take minutes.
flags=(-O1)

prepare() {
    mapfile -t program < <(objects_of tests/litmus test_fronts; objects_of translator validate)
}

tests_pass() { # MUTANT
    link "$work/run" "$1" "${program[@]}" -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && ulimit -c 0 && SMMRA_FRONTS=$work/run SMMRA_FIRST_FAILURE=1 timeout 100 bash litmus/fronts/fronts.sh) >"$work/said" 2>&1
}
