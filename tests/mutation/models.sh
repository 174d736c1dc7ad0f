# The two memory models and the exploration, the project's own litmus programs and the validation of their translations: a verdict must change.
flags=(-O1 "-DSMMRA_SHARED=\"$work/nowhere\"" "-DTEST_SOURCE=\"$tests/litmus\"")
programs=(explore suites translation reductions)

prepare() {
    local name
    for name in "${programs[@]}"; do
        compile "$tests/litmus/test_$name.c" "$work/test_$name.o" || return 1
    done
}

tests_pass() {
    local name
    for name in "${programs[@]}"; do
        link "$work/run" "$1" "$work/test_$name.o" || exit 1
        timeout 60 "$work/run" >/dev/null 2>&1 || return 1
    done
}
