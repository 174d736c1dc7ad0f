# What is read of submissions: descriptors, registers of dispatches and code, by their unit tests; with "recorded" by what
# recorded submissions leave, and their races.
flags=(-O1 -I"$tests/run")
parts=(descriptors kernel disassembly packets)
submissions=$build/tests/run/submissions/libsubmissions.a

prepare() {
    local part
    mkdir -p "$work/built/bin"
    for part in "${parts[@]/#/test_}" submission; do
        compile "$tests/run/submissions/$part.c" "$work/$part.o" || return 1
    done
}

tests_pass() { # MUTANT [recorded]
    local part
    if [ "${2-}" = recorded ]; then
        link "$work/built/bin/submission" "$1" "$work/submission.o" "$submissions" "$submissions" || exit 1
        (cd "$tests" && SMMRA_BUILD=$work/built timeout 200 bash run/submissions/submissions.sh) >"$work/said" 2>&1
        return
    fi
    for part in "${parts[@]}"; do
        link "$work/submissions" "$1" "$work/test_$part.o" "$submissions" "$submissions" || exit 1
        { timeout 20 "$work/submissions" >/dev/null 2>&1; } 2>/dev/null || return
    done
}
