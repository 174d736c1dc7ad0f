# shellcheck shell=bash
# Sourced: compiles what pipelines.py makes. A ray tracing pipeline is one module, of an entry point for each of its shaders.

compile_entry() { # FOLDER SOURCE: TEXT@ENTRY.STAGE
    local name=${2##*/}
    name=${name%.*}
    glslangValidator --quiet -V --target-env vulkan1.3 -e "${name#*@}" --source-entrypoint main "$2" -o "$1/$name.spv"
}
export -f compile_entry

# compile_pipelines SOURCES FOLDER [NAME...]: those of these names, or all, into FOLDER/NAME.spv. Prints what fails, as `each` does.
compile_pipelines() {
    local sources=$1 folder=$2 entries name words only=" ${*:3} "
    entries=$(mktemp -d "$work/entries.XXXXXX")
    while read -r name words; do
        if [ $# -eq 2 ] || [[ $only == *" $name "* ]]; then echo "$name $words"; fi
    done <"$sources/pipelines.list" >"$entries/list"
    cut -d' ' -f2- "$entries/list" | tr ' ' '\n' | sort -u | while read -r name; do printf '%s\0' "$sources/$name".*; done |
        each bash -c 'compile_entry "$1" "$2"' compile "$entries"
    while read -r name words; do
        read -ra words <<<"$words"
        words=("${words[@]/#/$entries/}")
        spirv-link --target-env vulkan1.3 "${words[@]/%/.spv}" -o "$folder/$name.spv" || echo "FAIL: $name"
    done <"$entries/list"
}
