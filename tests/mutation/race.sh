# Races of one run (mmra/race): random programs and shaders, which the model checker judges too. A mistake makes a race out of nothing, or loses
# one that was found: the orders are the same.
flags=(-O1 "-DSMMRA_SHARED=\"$work/nowhere\"" "-DTEST_SOURCE=\"$tests/litmus\"")

prepare() {
    compile "$tests/litmus/test_race.c" "$work/test_race.o" && compile "$tests/litmus/random_programs.c" "$work/random_programs.o" || return 1
    printf '#version 450\nlayout(local_size_x = 1) in;\nvoid main() { uint v; if (v + 1u > 7u) barrier(); }\n' >"$work/undefined.comp"
    glslangValidator -V --target-env vulkan1.2 "$work/undefined.comp" -o "$work/undefined.spv" >/dev/null || return 1
    for who in 0 1; do
        glslangValidator -V --target-env vulkan1.3 "-DWHO=${who}u" "$here/race-handed-on.comp" -o "$work/handed-on-$who.spv" >/dev/null || return 1
    done
    mkdir "$work/shaders"
    python3 "$tests/litmus/random_shaders.py" write "$work/shaders" 400 1
    (cd "$work/shaders" && { "$spirv_mmra" litmus ./*.spvasm --timeout 5 --json >"$work/all.json" || true
        "$spirv_mmra" race ./*.spvasm --runs 6 --steps 1 --json >"$work/before.json" || true; })
}

tests_pass() {
    link "$work/command" "$1" $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$work/shaders" && { timeout 120 "$work/command" race ./*.spvasm --runs 6 --steps 1 --json >"$work/runs.json" || true; })
    python3 "$tests/litmus/random_shaders.py" compare "$work/all.json" "$work/runs.json" >"$work/said" 2>&1 || return 1
    python3 "$tests/litmus/random_shaders.py" lost "$work/before.json" "$work/runs.json" || return 1
    { "$work/command" race "$work/undefined.spv" || true; } | grep 'a branch on an undefined value' >/dev/null || return 1
    "$work/command" race "$work"/handed-on-?.spv --groups 2 >/dev/null || return 1
    link "$work/run" "$1" "$work/test_race.o" "$work/random_programs.o" || exit 1
    timeout 120 "$work/run" >/dev/null 2>&1
}
