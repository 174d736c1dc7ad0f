# Waves that change places: machine_model.alike must fail with each mistake.
flags=(-O1)

prepare() {
    local name
    for name in notation test_alike; do
        compile "$tests/run/machine_model/$name.c" "$work/$name.o" || return 1
    done
}

tests_pass() { # MUTANT
    link "$work/alike" "$1" "$work/notation.o" "$work/test_alike.o" || exit 1
    SMMRA_RANDOM_PROGRAMS=${SMMRA_RANDOM_PROGRAMS:-80} timeout 300 "$work/alike" >/dev/null 2>&1
}
