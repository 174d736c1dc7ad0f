# A run in parts says what a run says: litmus.parts must fail with each mistake.
flags=(-O1)

prepare() {
    compile "$tests/litmus/shortcuts/shortcut_command.c" "$work/shortcut_command.o"
}

tests_pass() {
    # the mistaken file may be one of the command's own objects: the first definition counts
    link "$work/command" "$1" -Wl,--allow-multiple-definition,--wrap=race_run "$work/shortcut_command.o" $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && SMMRA_RANDOM_SHADERS=10 SMMRA_COMMAND=$work/command timeout 300 bash litmus/parts/parts.sh) >"$work/said" 2>&1
}
