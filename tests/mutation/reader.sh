# The reader of SPIR-V and its unit tests, which are linked once: what they test is a shared library, with the arena of the tests.
flags=(-O1 -DARENA_SHARES_NOTHING)
programs=(reader memory_view objects fold bad_input malice)

link_library() { # MUTANT
    cc -shared -fno-lto -fno-use-linker-plugin -Wl,-z,muldefs ${1:+"$1"} "${reader[@]}" -o "$work/libmutant.so"
}

prepare() {
    local name source
    mkdir "$work/reader"
    for source in "$root"/spirv/*.c "$root"/mmra/base/{arena,float_format,sort}.c; do # the build tree's objects hide what the tests call
        compile "$source" "$work/reader/$(basename "$source" .c).o" || return 1
    done
    reader=("$work"/reader/*.o)
    link_library "" || return 1
    mapfile -t testing < <(objects_of tests/unit/spirv spirv_testing | grep '/testing\.c\.o$')
    for name in "${programs[@]}"; do
        cc -fno-lto "$(objects_of tests/unit/spirv "test_spirv_$name" | sed -n 1p)" "${testing[@]}" -L"$work" \
            -lmutant -lSPIRV-Tools -lstdc++ -lm -lcmocka -Wl,-rpath,"$work" -o "$work/test_$name" || return 1
    done
}

# A test that hangs or crashes fails.
tests_pass() {
    local name
    link_library "$1" || exit 1
    for name in "${programs[@]}"; do
        (cd "$work" && timeout 30 "./test_$name") >/dev/null 2>&1 || return 1
    done
}
