# The two memory models and the exploration, the project's own litmus programs and the validation of their translations: a verdict must change.
flags=(-O1 "-DSMMRA_SHARED=\"$work/nowhere\"" "-DTEST_SOURCE=\"$tests/litmus\"")
programs=(suites translation explore reductions) # the quickest that kill most first
# test_translation plants mistakes of its own in the memory map
wrapped=(-Wl,--wrap=map_access,--wrap=map_atomic,--wrap=map_barrier,--wrap=map_image_access,--wrap=map_image_atomic)

prepare() {
    local name
    for name in "${programs[@]}"; do
        compile "$tests/litmus/test_$name.c" "$work/test_$name.o" || return 1
    done
    for name in mistakes mistakes_planted reduced; do
        compile "$tests/litmus/$name.c" "$work/$name.o" || return 1
    done
}

tests_pass() {
    local name
    for name in "${programs[@]}"; do
        link "$work/run" "$1" "$work/test_$name.o" "$work/mistakes.o" "$work/mistakes_planted.o" "$work/reduced.o" "${wrapped[@]}" || exit 1
        (ulimit -c 0 -t 60; "$work/run" || exit 1) >/dev/null 2>&1 || return 1 # seconds of processor time: a busy machine kills no mistake
    done
}
