# The passes over finished IR and their tests: only those that read the passes' output, as the rest is about LLVM.
prepare() {
    program=$(objects_of tests/ir/passes ir_passes)
    mkdir "$work/bin"
}

tests_pass() {
    local name
    link "$work/bin/ir_passes" "$1" "$program" || exit 1
    for name in merge separate workarounds workarounds_{release,images,recursive,split} loops loops_whole loops_turns coherent coherent_not waves pieces objects arguments ordered reach spared; do
        SMMRA_BUILD=$work IR_TESTS_ONLY=FileCheck IR_TESTS_LLVM=22 timeout 20 bash "$tests/project/ir_tests.sh" ir/passes "$name" >/dev/null 2>&1 || return 1
    done
}
