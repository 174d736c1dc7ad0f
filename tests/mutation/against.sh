# A program against another one (litmus/against.sh).
flags=(-O1)

prepare() {
    mkdir -p "$work/built/bin"
}

tests_pass() {
    # the mistaken file may be one of the command's own objects: the first definition counts
    link "$work/built/bin/spirv-mmra" "$1" -Wl,--allow-multiple-definition $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && SMMRA_BUILD=$work/built SMMRA_FIRST_FAILURE=1 timeout 300 bash litmus/against.sh) >"$work/said" 2>&1
}
