# The executor of machine code: instructions against what Python computes, and small programs.
flags=(-O1)

prepare() {
    python3 "$tests/run/executor/rows.py" >"$work/rows" && compile "$tests/run/executor/test_executor.c" "$work/test_executor.o"
}

tests_pass() { # MUTANT
    link "$work/executor" "$1" "$work/test_executor.o" || exit 1
    timeout 60 "$work/executor" <"$work/rows" >/dev/null 2>&1
}
