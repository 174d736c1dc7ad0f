# What counts as a dependency, and what an undefined value does (tests/litmus/dependencies.sh). Each shader is compiled once.
flags=(-O1)

prepare() {
    mkdir -p "$work/built/bin" "$work/path" "$work/compiled"
    cat >"$work/path/glslangValidator" <<END
#!/bin/bash
# glslangValidator -V --target-env VERSION SHADER -o MODULE
known=$work/compiled/\$(sha256sum <"\$4" | cut -c1-32)
[ -e "\$known" ] || $(command -v glslangValidator) "\${@:1:4}" -o "\$known" || exit 1
cp "\$known" "\$6"
END
    chmod +x "$work/path/glslangValidator"
}

tests_pass() {
    # the mistaken file may be one of the command's own objects: the first definition counts
    link "$work/built/bin/spirv-mmra" "$1" -Wl,--allow-multiple-definition $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && ulimit -c 0 -t 60 && PATH=$work/path:$PATH SMMRA_BUILD=$work/built SMMRA_FIRST_FAILURE=1 bash litmus/dependencies.sh) >"$work/said" 2>&1
}
