# The executor of machine code: instructions against what Python computes, and small programs.
flags=(-O1)
parts=(memory programs instructions)

prepare() {
    local source
    python3 "$tests/run/executor/rows.py" >"$work/rows" || return 1
    for source in run "${parts[@]/#/test_}"; do
        compile "$tests/run/executor/$source.c" "$work/$source.o" || return 1
    done
}

tests_pass() { # MUTANT
    local part
    for part in "${parts[@]}"; do
        link "$work/executor" "$1" "$work/test_$part.o" "$work/run.o" || exit 1
        { timeout 60 "$work/executor" <"$work/rows" >/dev/null; } 2>/dev/null || return
    done
}
