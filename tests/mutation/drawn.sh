# Fragments, mesh, task and tessellation control shaders as whole draws (litmus/drawn.sh).
flags=(-O1)

prepare() {
    mkdir -p "$work/built/bin"
}

tests_pass() {
    link "$work/built/bin/spirv-mmra" "$1" -Wl,--allow-multiple-definition $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && SMMRA_BUILD=$work/built timeout 300 bash litmus/drawn.sh) >"$work/said" 2>&1
}
