# The checker and the reader of IR: the corpus, the reader's and the rules' own tests, what findings say of places, and which texts
# LLVM takes (ir/check).
flags=(-O1)

prepare() {
    unpack_corpus
    testing=$(find "$build/tests/unit" -name 'lib*testing*.a' | tr '\n' ' ')
    mkdir -p "$work/built/bin"
}

tests_pass() {
    local program name
    for program in ir_check test_ir_parse test_check_rules; do
        link "$work/built/bin/$program" "$1" $(objects_of tests/unit/mmra "$program") $testing || exit 1
    done
    "$work/built/bin/ir_check" --corpus "$corpus"/*.ll >"$work/said" 2>&1 && "$work/built/bin/test_ir_parse" >"$work/said" 2>&1 &&
        "$work/built/bin/test_check_rules" >"$work/said" 2>&1 || return 1
    link "$work/built/bin/spirv-mmra" "$1" $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    for name in command form advice; do
        (cd "$tests" && SMMRA_BUILD=$work/built timeout 300 bash "ir/check/$name.sh") >"$work/said" 2>&1 || return 1
    done
}
