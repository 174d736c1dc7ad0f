# Untyped pointers: modules whose accesses, typed twins and verdicts are known (lower/untyped/modules.sh, which needs the newest SPIRV-Tools).
flags=(-O1)

prepare() {
    command -v newest-spirv-as >/dev/null && mkdir -p "$work/built/bin"
}

tests_pass() {
    link "$work/built/bin/spirv-mmra" "$1" $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && SMMRA_BUILD=$work/built timeout 600 bash lower/untyped/modules.sh) >"$work/said" 2>&1
}
