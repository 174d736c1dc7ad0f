# The lowering of stages, and the shaders of tests/lower/stages named with each mistake: their IR has what FileCheck looks for.
prepare() {
    mapfile -t command < <(command_objects)
    mapfile -t named < <(cd "$tests/lower/stages" && ls | grep -v '\.sh$')
    local shader
    for shader in "${named[@]}"; do
        case $shader in
        *.spvasm) spirv-as --target-env spv1.6 "$tests/lower/stages/$shader" -o "$work/$shader.spv" ;;
        *) glslangValidator -V --target-env vulkan1.3 "$tests/lower/stages/$shader" -o "$work/$shader.spv" >/dev/null ;;
        esac || return 1
    done
}

tests_pass() { # MUTANT SHADER...
    local mutant=$1 shader options
    shift
    [ $# -gt 0 ] || set -- "${named[@]}"
    link "$work/spirv-mmra" "$mutant" "${command[@]}" "$build/translator/libspirv-mmra-validate.a" \
        -lSPIRV-Tools -lstdc++ || exit 1
    for shader in "$@"; do
        read -ra options < <(sed -nE 's,^(//|;) options: ,,p' "$tests/lower/stages/$shader" && echo)
        timeout 20 "$work/spirv-mmra" "${options[@]}" --llvm 22 "$work/$shader.spv" -o "$work/stage.ll" 2>/dev/null || return 1
        FileCheck-22 --allow-empty "$tests/lower/stages/$shader" <"$work/stage.ll" >/dev/null 2>&1 || return 1
    done
}
