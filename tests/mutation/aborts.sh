# Aborts: what is said, byte for byte, and what is left in memory (`said`: run/aborts), the IR of stages and what is refused (`lower`), and
# the end in the model checker and in race (`litmus`), as each mistake says. They need the newest glslang.
flags=(-O1)

prepare() {
    command -v newest-glslangValidator >/dev/null && mkdir -p "$work/built/bin"
}

lowered_pass() {
    local module words expected status
    for module in "$tests"/lower/stages/aborts*.spvasm; do
        "$work/built/bin/spirv-mmra" --llvm 22 "$module" -o "$work/ir" 2>"$work/said" && FileCheck-22 "$module" <"$work/ir" 2>"$work/said" &&
            opt-22 -passes=verify -disable-output "$work/ir" 2>"$work/said" || return 1
    done
    for module in "$tests"/lower/refused/abort*.spvasm; do
        IFS=: read -r _ expected words < <(head -n 1 "$module")
        status=0
        "$work/built/bin/spirv-mmra" $(sed -n 's/^; options: //p' "$module") "$module" -o "$work/ir" >"$work/said" 2>&1 || status=$?
        [ "$status" = "${expected# }" ] && grep -qF -- "${words# }" "$work/said" || return 1
    done
}

tests_pass() { # MUTANT [WHAT]
    local mutant=$1 what
    link "$work/built/bin/spirv-mmra" "$mutant" $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    for what in ${2:-said lower litmus}; do
        case $what in
        said) (cd "$tests" && SMMRA_BUILD=$work/built timeout 300 bash run/aborts/compared.sh messages) >"$work/said" 2>&1 || return 1 ;;
        lower) lowered_pass || return 1 ;;
        litmus) (cd "$tests" && SMMRA_BUILD=$work/built SMMRA_FIRST_FAILURE=1 timeout 300 bash litmus/aborts.sh) >"$work/said" 2>&1 || return ;;
        esac
    done
}
