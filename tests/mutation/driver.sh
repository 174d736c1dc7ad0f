# --abi=driver: the tables of the library's interface, the machine code of shaders (tests/run/isa/driver_*.ll), and two programs on the
# machine, each of which the lack of one thing makes unsound.
prepare() {
    compile "$tests/unit/translator/test_driver.c" "$work/test_driver.o" &&
        compile "$tests/unit/translator/test_key.c" "$work/test_key.o" && mkdir -p "$work/built/bin" "$work/built/tests" &&
        ln -s "$build/tests/shaders" "$work/built/tests/shaders" && ln -s "$build/bin/driver_command" "$work/built/bin/driver_command"
}

tests_pass() { # MUTANT
    local libraries=("$build/translator/libspirv-mmra-validate.a" -lSPIRV-Tools -lstdc++)
    link "$work/test_driver" "$1" "$work/test_driver.o" "${libraries[@]}" || exit 1
    link "$work/built/bin/spirv-mmra" "$1" $(command_objects) "${libraries[@]}" || exit 1
    timeout 60 "$work/test_driver" >"$work/said" 2>&1 || return
    link "$work/test_key" "$1" "$work/test_key.o" "${libraries[@]}" || exit 1
    timeout 60 "$work/test_key" >"$work/said" 2>&1 || return
    (cd "$tests" && export SMMRA_BUILD=$work/built IR_TESTS_LLVM=22 &&
        timeout 120 bash project/ir_tests.sh run/isa driver_entry driver_coherent driver_atomics shuffle_of_llvm_19 &&
        timeout 120 bash run/machine_model/driver_abi.sh run/machine_model/cases/{read-twice,spin-on-buffer}.comp >"$work/table" &&
        ! grep -v '| sound$' "$work/table") >"$work/said" 2>&1
}
