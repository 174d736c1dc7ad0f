# What the checker says of a write in one thread and a read in another: its corpus must catch each mistake.
flags=(-O1)

prepare() {
    unpack_corpus
    mapfile -t helpers < <(objects_of tests/unit/mmra ir_check | sed -n 1p; objects_of mmra translator)
    testing=$(find "$build/tests/unit" -name 'lib*testing*.a' | tr '\n' ' ')
}

tests_pass() {
    mkdir -p "$work/built/bin"
    link "$work/ir_check" "$1" -Wl,--allow-multiple-definition "${helpers[@]}" $testing || exit 1
    "$work/ir_check" --corpus "$corpus"/*.ll >/dev/null 2>&1 || return 1
    link "$work/built/bin/spirv-mmra" "$1" -Wl,--allow-multiple-definition $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && SMMRA_BUILD=$work/built timeout 300 bash ir/check/pairs.sh) >"$work/said" 2>&1
}
