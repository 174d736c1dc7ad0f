# No short cut of `race` changes what it says: a mistake there, or in what does without it, makes the two differ.
flags=(-O1)

prepare() {
    compile "$tests/litmus/shortcuts/shortcut_command.c" "$work/shortcut_command.o"
}

tests_pass() {
    link "$work/command" "$1" -Wl,--wrap=race_run "$work/shortcut_command.o" $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && SMMRA_COMMAND=$work/command timeout 300 bash litmus/shortcuts/shortcuts.sh) >"$work/said" 2>&1
}
