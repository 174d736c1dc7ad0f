# Verdicts say what they are about: which lines never ran, on which grid, by which reading, what is asked
# (litmus/verdicts.sh), and what memory holds at first (litmus/inputs.sh).
flags=(-O1)

prepare() {
    mkdir -p "$work/built/bin"
}

tests_pass() {
    # the mistaken file may be one of the command's own objects: the first definition counts
    link "$work/built/bin/spirv-mmra" "$1" -Wl,--allow-multiple-definition $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && SMMRA_BUILD=$work/built timeout 300 bash -c "bash litmus/verdicts.sh && bash litmus/inputs.sh") >"$work/said" 2>&1
}
