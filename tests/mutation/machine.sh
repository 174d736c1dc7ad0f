# The machine below the IR, and its table of what shapes are allowed and forbidden: a verdict must change.
flags=(-O1)

prepare() {
    local name
    for name in notation test_acceptance; do
        compile "$tests/run/machine_model/$name.c" "$work/$name.o" || return 1
    done
}

tests_pass() { # MUTANT
    link "$work/acceptance" "$1" "$work/notation.o" "$work/test_acceptance.o" || exit 1
    SMMRA_MACHINE_FIRST=1 timeout 120 "$work/acceptance" >/dev/null 2>&1
}
