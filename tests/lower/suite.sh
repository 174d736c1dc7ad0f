# The lowering of images and the modules of this folder that look at it, for tests/mutate.sh. All else is of the build tree that
# SMMRA_BUILD names.
build=${SMMRA_BUILD:-$root/build/release}
sources=(translator/{image_access,image_atomics,image_operands,image_queries,image_sample,images,images_amdgcn}
    translator/{images_amdgcn_atomics,images_amdgcn_sample,images_processors,translate})
support=()
mkdir "$work/others"
for room in translator/CMakeFiles/{litmus,translator,spirv-mmra}.dir spirv/CMakeFiles/spirv.dir mmra/CMakeFiles/{mmra,models}.dir; do
    for object in "$build/$room"/*.c.o; do
        case "${sources[*]} " in *"${room%%/*}/$(basename "$object" .c.o) "*) continue ;; esac
        cp "$object" "$work/others/${room%%/*}_$(basename "$object")"
    done
done

compile() { # source object
    cc -std=c11 -O0 -w -I"$work" -I"$root" -I"$build" -c "$1" -o "$2"
}

tests_pass() {
    local module options
    cc -fno-lto "$1"/*.o "$work"/others/*.o "$build/translator/mistaken.o" "$build/translator/libspirv-mmra-validate.a" \
        -lSPIRV-Tools -lstdc++ -lm -o "$work/spirv-mmra" || exit 1
    for module in "$suite"/image*.spvasm; do
        read -ra options < <(sed -n 's/^; options: //p' "$module" && echo)
        timeout 20 "$work/spirv-mmra" "${options[@]}" --llvm 22 "$module" -o "$work/image.ll" 2>/dev/null || return 1
        if grep -q '^; CHECK' "$module"; then FileCheck-22 "$module" <"$work/image.ll" >/dev/null 2>&1 || return 1; fi
        if grep -q '^; lacks' "$module"; then
            ! sed -n 's/^; lacks: //p' "$module" | grep -qFf - "$work/image.ll" || return 1
        fi
    done
}
