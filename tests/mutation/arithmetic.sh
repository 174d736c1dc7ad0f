# The lowering of arithmetic, and LLVM's constant folding of what it gives (tests/lower/fold).
flags=(-O1)

prepare() {
    mapfile -t command < <(command_objects)
}

tests_pass() {
    link "$work/spirv-mmra" "$1" "${command[@]}" "$build/translator/libspirv-mmra-validate.a" \
        -lSPIRV-Tools -lstdc++ || exit 1
    timeout 300 python3 "$tests/lower/fold/run.py" --command "$work/spirv-mmra" >/dev/null 2>&1
}
