# Races of one run (mmra/race): random programs and shaders, which the model checker judges too. A mistake makes a race out of nothing, or loses
# one that was found: the orders are the same.
flags=(-O1 "-DSMMRA_SHARED=\"$work/nowhere\"" "-DTEST_SOURCE=\"$tests/litmus\"")

# The second may still read what is undefined: what shared memory holds at first, or what the first invocation has written there.
undefined='uint u;
if (gl_LocalInvocationIndex == 0u) {
#ifdef OLDER
    atomicExchange(FLAG, u);
#endif
    atomicStore(FLAG, 3u, gl_ScopeWorkgroup, 0, 0);
    atomicStore(h, 1u, gl_ScopeWorkgroup, 0, 0);
} else {
    while (atomicLoad(h, gl_ScopeWorkgroup, 0, 0) != 1u)
        ;
    if (atomicLoad(FLAG, gl_ScopeWorkgroup, 0, 0) == 0u)
        b = 1u;
}'

ending() { # NAME BODY OPTION...: a shader of two invocations
    printf '#version 450\n#extension GL_KHR_memory_scope_semantics : require\nlayout(local_size_x = 2) in;\nlayout(set = 0, binding = 0) buffer B { uint b, h, g; };\nshared uint f;\nvoid main() { %s }\n' "$2" >"$work/$1.comp"
    glslangValidator -V --target-env vulkan1.2 "${@:3}" "$work/$1.comp" -o "$work/$1.spv" >/dev/null
}

beside() { # NAME BODY: a shader of two invocations whose accesses to one word stand beside each other
    printf '#version 450\n#extension GL_KHR_memory_scope_semantics : require\n#extension GL_EXT_shader_8bit_storage : require\n#pragma use_vulkan_memory_model\n#define RELAXED gl_ScopeDevice, 0, 0\n#define MEET(MADE) controlBarrier(gl_ScopeWorkgroup, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | MADE)\nlayout(local_size_x = 2) in;\nlayout(set = 0, binding = 0) nonprivate buffer B { uint at, flag, left; };\nlayout(set = 0, binding = 1) buffer C { uint8_t bytes[4]; };\nvoid main() { uint me = gl_LocalInvocationIndex; %s }\n' "$2" >"$work/$1.comp"
    glslangValidator -V --target-env vulkan1.3 "$work/$1.comp" -o "$work/$1.spv" >/dev/null
}

prepare() {
    compile "$tests/litmus/test_race.c" "$work/test_race.o" && compile "$tests/litmus/random_programs.c" "$work/random_programs.o" &&
        compile "$tests/litmus/run_program.c" "$work/run_program.o" || return 1
    ending undefined 'uint v; if (v + 1u > 7u) barrier();' &&
        ending divided 'uint v; if (v / 2u > 7u) barrier();' &&
        ending older "$undefined" -DOLDER -DFLAG=g && ending before "$undefined" -DFLAG=f &&
        ending wraps 'uint x = b + 0xFFFFFFFFu; if (x + 1u != 0u || 0u != x + 1u || (b == 0u ? x + 1u : 0u) + 1u != 1u) b = 1u;' &&
        ending round 'uint i = 0u; while (atomicAdd(b, 0u) == 0u) i += 0x40000000u; b = i;' || return 1
    ending waits 'if (gl_WorkGroupID.x == 1u) { atomicStore(h, 1u, gl_ScopeDevice, 0, 0); return; } uint n = 0u; while (atomicLoad(h, gl_ScopeDevice, 0, 0) == 0u) atomicAdd(g, 1u);' || return 1
    for who in 0 1; do
        glslangValidator -V --target-env vulkan1.3 "-DWHO=${who}u" "$here/race-handed-on.comp" -o "$work/handed-on-$who.spv" >/dev/null || return 1
    done
    beside seen-before 'if (me == 0u) atomicStore(at, 1u, RELAXED); else atomicLoad(at, RELAXED); MEET(gl_SemanticsMakeAvailable); if (me == 1u) left = at;' &&
        beside made-before 'if (me == 0u) { atomicAdd(at, 1u, RELAXED); at = 2u; } MEET(gl_SemanticsMakeVisible); if (me == 1u) left = at;' &&
        beside bytes 'bytes[me] = uint8_t(me);' &&
        beside released 'if (me == 0u) { at = 2u; atomicAdd(at, 1u, RELAXED);
            atomicStore(flag, 1u, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsRelease); atomicAdd(at, 1u, RELAXED);
        } else if (atomicLoad(flag, gl_ScopeDevice, gl_StorageSemanticsBuffer, gl_SemanticsAcquire) == 1u) left = atomicAdd(at, 1u, RELAXED);' || return 1
    ending counts 'atomicAdd(f, 1u);' || return 1
    ending long 'uint sum = 0u; if (gl_LocalInvocationIndex == 0u) f = 1u; barrier(); for (uint i = 0u; i < 8000u; i++) sum += f * i; barrier(); if (sum == 0u) b = 1u;' || return 1
    python3 "$tests/litmus/counted.py" write "$work/counted" 200 3
    for shader in "$work"/counted/1-*.comp; do
        glslangValidator -V --target-env vulkan1.3 "$shader" -o "$shader.spv" >/dev/null || return 1
    done
    "$spirv_mmra" litmus "$work"/counted/*.spv --groups 1 --glsl450=strict --json >"$work/counted.json" || true
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
    { timeout 60 "$work/command" race "$work"/counted/*.spv --groups 1 --glsl450=strict --runs 6 --steps 1 --json >"$work/runs.json" || true; }
    python3 "$tests/litmus/counted.py" compare "$work/counted.json" "$work/runs.json" >"$work/said" 2>&1 || return 1
    { "$work/command" race "$work/counts.spv" --groups 1 || true; } | grep 'an undefined value' >/dev/null || return 1
    for ending in undefined divided older before; do
        { "$work/command" race "$work/$ending.spv" --groups 1 --runs 24 || true; } | grep 'a branch on an undefined value' >/dev/null || return 1
    done
    "$work/command" race "$work/wraps.spv" >/dev/null || return 1
    "$work/command" race "$work/long.spv" --groups 512 --max-memory 5 >/dev/null || return 1
    for one in seen-before made-before; do
        { "$work/command" race "$work/$one.spv" --groups 1 || true; } | grep ': data race$' >/dev/null || return 1
    done
    for one in bytes released; do
        "$work/command" race "$work/$one.spv" --groups 1 >"$work/said" && ! grep 'taken for granted' "$work/said" || return 1
    done
    timeout 60 "$work/command" race "$work/waits.spv" --groups 2 --runs 1 --steps 50 >/dev/null || return 1
    { timeout 60 "$work/command" race "$work/round.spv" --steps 10 || true; } | grep 'endless loop' >/dev/null || return 1
    "$work/command" race "$work"/handed-on-?.spv --groups 2 >/dev/null || return 1
    link "$work/run" "$1" "$work/test_race.o" "$work/random_programs.o" "$work/run_program.o" || exit 1
    timeout 120 "$work/run" >/dev/null 2>&1
}
