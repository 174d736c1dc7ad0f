# Atomics that show their order nowhere: litmus.commuting must fail with each mistake.
flags=(-O1)

prepare() {
    :
}

tests_pass() {
    link "$work/command" "$1" $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && SMMRA_COMMAND=$work/command timeout 300 bash litmus/commuting/commuting.sh) >"$work/said" 2>&1
}
