# For the scripts beside it: whether a module with untyped pointers and its typed twin are the same to the command. Exit status 77 without the
# newest SPIRV-Tools.
. "$(dirname "${BASH_SOURCE[0]}")/../../project/common.sh"

here=$tests/lower/untyped
if ! command -v newest-spirv-as >/dev/null; then
    echo "NO NEWEST SPIRV-TOOLS: NOTHING WAS TESTED. tests/project/newest.sh makes them." >&2
    exit 77
fi
export here spirv_mmra work

translate() { # module, IR, options: status
    local module=$1 ir=$2 status=0
    shift 2
    "$spirv_mmra" --no-validate --explain "$@" "$module" -o "$ir" 2>"$ir.messages" || status=$?
    [ ! -e "$ir" ] || sed -i -E 's/ \(word [0-9]+\)//' "$ir"
    echo "$status"
}
twins() { # typed module, untyped module, options
    local typed=$1 untyped=$2
    shift 2
    [ "$(translate "$typed" "$typed.ll" "$@")" = "$(translate "$untyped" "$untyped.ll" "$@")" ] || { cat "$untyped.ll.messages"; return 1; }
    [ ! -e "$typed.ll" ] || cmp "$typed.ll" "$untyped.ll"
}
judge() { # module: the verdict of race, without places and counts of seconds
    local status=0
    "$spirv_mmra" race --no-validate --groups 2 --timeout 20 "$1" 2>&1 | sed -E "s|^[^ ]*/||; s/\.untyped\.spv/.spv/; s/words? [0-9]+(, [0-9]+)*/word/g; s/, [0-9.]+ s$//" || status=$?
    echo "$status"
}
judged() { # typed module, untyped module
    local untyped
    untyped=$(judge "$2")
    if [[ $untyped = *"an untyped pointer in memory"* ]]; then return; fi
    diff <(judge "$1") <(echo "$untyped")
}
export -f twins translate judge judged
