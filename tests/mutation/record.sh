# Recorded dispatches: the layer under its applications (embed/record.sh, on Mesa's lavapipe), the reader of folders (command/recordings.sh),
# and the command that switches the layer on (embed/command.sh). By hand, as each mistake takes seconds. An argument says which of the
# three has the mistake.
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

link_command() {
    # the mistaken file may be one of the command's own objects: the first definition counts
    link "$work/built/bin/spirv-mmra" "$1" -Wl,--allow-multiple-definition $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
}

reader_passes() {
    link_command "$1"
    (cd "$tests" && SMMRA_BUILD=$work/built timeout 300 bash command/recordings.sh) >"$work/said" 2>&1
}

command_passes() {
    link_command "$1"
    (cd "$tests" && RECORD_COMMAND=$work/built/bin/spirv-mmra timeout 300 bash embed/command.sh) >"$work/said" 2>&1
}

tests_pass() {
    case ${2-all} in
    layer) layer_passes "$1" ;;
    reader) reader_passes "$1" ;;
    command) command_passes "$1" ;;
    all) command_passes "$1" && layer_passes "$1" && reader_passes "$1" ;;
    esac
}
