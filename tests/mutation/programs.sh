# The readers of LLVM IR as litmus programs, and the steps of buffer addresses. The last argument of a mistake says who must find it:
#   suites    the program tests/litmus/test_suites.c
#   another   the script tests/litmus/NAME.sh, on a command with the mistake
# By hand: all of them together take minutes.
flags=(-O1)

prepare() {
    mkdir -p "$work/built/bin"
    ln -s "$build/tests" "$work/built/tests"
    suites=$(objects_of tests/litmus test_litmus_suites)
    mapfile -t command < <(command_objects; objects_of translator validate)
}

tests_pass() { # MUTANT WHO...
    local mutant=$1 who
    shift
    [ $# -gt 0 ] || set -- suites constants addresses images stages
    for who in "$@"; do
        if [ "$who" = suites ]; then
            link "$work/run" "$mutant" "$suites" || exit 1
            (ulimit -c 0 && timeout 100 "$work/run") >"$work/said" 2>&1 || return 1
        else
            link "$work/built/bin/spirv-mmra" "$mutant" "${command[@]}" -lSPIRV-Tools -lstdc++ || exit 1
            (cd "$tests" && ulimit -c 0 && SMMRA_BUILD=$work/built SMMRA_FIRST_FAILURE=1 timeout 300 bash "litmus/$who.sh") \
                >"$work/said" 2>&1 || return 1
        fi
    done
}
