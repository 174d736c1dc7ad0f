# Races of one run (mmra/race): random programs, judged by the model checker too. A mistake makes a race out of nothing, or misses many.
flags=(-O1 "-DSMMRA_SHARED=\"$work/nowhere\"" "-DTEST_SOURCE=\"$tests/litmus\"")

prepare() {
    compile "$tests/litmus/test_race.c" "$work/test_race.o" && compile "$tests/litmus/random_programs.c" "$work/random_programs.o"
}

tests_pass() {
    link "$work/run" "$1" "$work/test_race.o" "$work/random_programs.o" || exit 1
    timeout 120 "$work/run" >/dev/null 2>&1
}
