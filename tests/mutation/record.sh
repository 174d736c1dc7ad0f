# Recorded dispatches: the layer under its applications (embed/record.sh, on Mesa's lavapipe), and the reader of folders (command/recordings.sh).
# By hand, as each mistake in the layer takes seconds. An argument says which of the two has the mistake.
layer=$root/samples/embed/layer
flags=(-O1 -D_GNU_SOURCE -I"$layer" -I"$root/translator")

prepare() {
    local source
    mkdir -p "$work/built/bin" "$work/layer"
    for source in "$layer"/*.c; do
        compile "$source" "$work/layer/$(basename "$source").o" || return 1
    done
}

layer_passes() {
    cc -shared ${1:+"$1"} "$work"/layer/*.o -Wl,--allow-multiple-definition -L"$build/translator" -lspirv-mmra \
        -Wl,-rpath,"$build/translator" -lpthread -o "$work/libsmmra_layer.so" || exit 1
    (cd "$tests" && RECORD_LAYER=$work/libsmmra_layer.so timeout 600 bash embed/record.sh) >"$work/said" 2>&1
}

reader_passes() {
    # the mistaken file may be one of the command's own objects: the first definition counts
    link "$work/built/bin/spirv-mmra" "$1" -Wl,--allow-multiple-definition $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && SMMRA_BUILD=$work/built timeout 300 bash command/recordings.sh) >"$work/said" 2>&1
}

tests_pass() {
    case ${2-both} in
    layer) layer_passes "$1" ;;
    reader) reader_passes "$1" ;;
    both) layer_passes "$1" && reader_passes "$1" ;;
    esac
}
