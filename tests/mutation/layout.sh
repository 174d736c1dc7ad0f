# The layout of types, judged by tests/lower/layout/run.py.
prepare() {
    mapfile -t command < <(command_objects; objects_of translator validate)
    mapfile -t offsets < <(objects_of tests/lower/layout litmus_offsets)
}

tests_pass() { # MUTANT
    link "$work/mistaken" "$1" "${command[@]}" -lSPIRV-Tools -lstdc++ && link "$work/offsets" "$1" "${offsets[@]}" || exit 1
    timeout 300 python3 "$tests/lower/layout/run.py" --command "$work/mistaken" --offsets "$work/offsets" >"$work/said" 2>&1
}
