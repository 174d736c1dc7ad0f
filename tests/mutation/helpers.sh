# What keeps helper invocations from memory and out of groups (translator/lower/stages/helpers.c, guards.c), judged by the fragments of
# tests/lower/helpers named with each mistake.
prepare() {
    mapfile -t command < <(command_objects)
}

tests_pass() { # MUTANT FRAGMENT...
    local mutant=$1
    shift
    link "$work/spirv-mmra" "$mutant" "${command[@]}" "$build/translator/libspirv-mmra-validate.a" \
        -lSPIRV-Tools -lstdc++ || exit 1
    [ $# -gt 0 ] || set -- sampled.frag elected.frag
    bash "$tests/lower/helpers/helpers.sh" "$work/spirv-mmra" "$@" >/dev/null 2>&1
}
