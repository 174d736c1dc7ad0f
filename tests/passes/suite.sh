# The passes over finished IR and their tests, for tests/mutate.sh.
sources=(translator/{fences,fences_separate,flow,history,insertions,workarounds})
support=(mmra/{arena,index,scope,sort,tags,text,ir_build,ir_intern,ir_lex,ir_opcode,ir_parse,ir_parse_ahead,ir_parse_attribute}
    mmra/{ir_parse_call,ir_parse_function,ir_parse_instruction,ir_parse_memory,ir_parse_metadata,ir_parse_symbol}
    mmra/{ir_parse_type,ir_parse_value,ir_print,ir_print_float,ir_print_instruction,ir_print_metadata,ir_print_value}
    tests/passes/ir_passes)

# Only what reads the passes' output: the rest is about LLVM.
tests_pass() {
    local name
    mkdir -p "$work/bin"
    cc "$1"/*.o "$work"/support/*.o -lm -o "$work/bin/ir_passes" || exit 1
    for name in merge separate workarounds workarounds_{release,images,recursive,split}; do
        SMMRA_BUILD=$work IR_TESTS_ONLY=FileCheck timeout 20 bash "$root/tests/ir_tests.sh" passes "$name" >/dev/null 2>&1 ||
            return 1
    done
}
