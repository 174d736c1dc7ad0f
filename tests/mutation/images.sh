# The lowering of images, and the modules of tests/lower that look at it; or those that another suite names.
[ -n "${modules:-}" ] || modules=("$tests"/lower/image*.spvasm)

prepare() {
    mapfile -t command < <(command_objects)
}

tests_pass() {
    local module options
    link "$work/spirv-mmra" "$1" "${command[@]}" "$build/translator/libspirv-mmra-validate.a" \
        -lSPIRV-Tools -lstdc++ || exit 1
    for module in "${modules[@]}"; do
        read -ra options < <(sed -n 's/^; options: //p' "$module" && echo)
        timeout 20 "$work/spirv-mmra" "${options[@]}" --llvm 22 "$module" -o "$work/image.ll" 2>/dev/null || return 1
        if grep -q '^; CHECK' "$module"; then FileCheck-22 "$module" <"$work/image.ll" >/dev/null 2>&1 || return 1; fi
        if grep -q '^; lacks' "$module"; then
            ! sed -n 's/^; lacks: //p' "$module" | grep -Ff - "$work/image.ll" >/dev/null || return 1
        fi
    done
}
