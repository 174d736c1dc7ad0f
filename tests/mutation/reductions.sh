# What the exploration leaves out: a mistake in a condition of a reduction must change what some program is found to do.
flags=(-O1 "-DSMMRA_SHARED=\"$work/nowhere\"" "-DTEST_SOURCE=\"$tests/litmus\"")
programs=(explore waiting counting suites intervals chains looks detours renaming buffering reductions) # the quickest first
export SMMRA_RANDOM_PROGRAMS=${SMMRA_RANDOM_PROGRAMS:-60}

prepare() {
    local name
    for name in "${programs[@]}"; do
        compile "$tests/litmus/test_$name.c" "$work/test_$name.o" || return 1
    done
    compile "$tests/litmus/reduced.c" "$work/reduced.o" && compile "$tests/litmus/random_programs.c" "$work/random_programs.o"
}

tests_pass() {
    local name
    for name in "${programs[@]}"; do
        link "$work/run" "$1" "$work/test_$name.o" "$work/reduced.o" "$work/random_programs.o" || exit 1
        (ulimit -c 0 -t 60; "$work/run" || exit 1) >/dev/null 2>&1 || return 1 # seconds of processor time: a busy machine kills no mistake
    done
}
