# Descriptor heaps: shaders whose twins with bound arrays become the same IR, and a heap whose layout is known; programs that race, and their
# right twins (lower/heaps/heaps.sh and litmus/heaps.sh, which need the newest glslang).
flags=(-O1)

prepare() {
    command -v newest-glslangValidator >/dev/null && mkdir -p "$work/built/bin"
}

tests_pass() {
    link "$work/built/bin/spirv-mmra" "$1" $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && export SMMRA_BUILD=$work/built SMMRA_FIRST_FAILURE=yes &&
        timeout 600 bash lower/heaps/heaps.sh && timeout 600 bash litmus/heaps.sh) >"$work/said" 2>&1
}
