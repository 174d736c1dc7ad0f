#!/bin/bash
# Plants each mistake of compare/mutations.sh in a copy of the lowering, and compares the shaders named with it on the Vulkan
# driver: a comparison must catch each. Prints killed or survived for each. Exit status 1 if a mistake survives, no longer
# applies (its text must stand in the file exactly once) or does not compile, or if a shader fails without any mistake.
#
#   tests/mutate_lowering.sh [NAME...]    only the mistakes of these names; needs a release build and its compiled shaders
set -euo pipefail
. "$(dirname "$0")/common.sh"

lavapipe=/usr/share/vulkan/icd.d/lvp_icd.x86_64.json
if [ -z "${VK_ICD_FILENAMES:-}" ] && [ -f "$lavapipe" ]; then export VK_ICD_FILENAMES=$lavapipe; fi
only=("$@")
killed=0
bad=0
mkdir "$work/translator" "$work/objects"
cp "$build"/translator/CMakeFiles/translator.dir/*.c.o "$work/objects/"
objects=("$build"/spirv/CMakeFiles/spirv.dir/*.c.o "$build"/mmra/CMakeFiles/mmra.dir/*.c.o "$build"/tests/compare/CMakeFiles/compare.dir/{.,__/host}/*.c.o)

# Links the comparer with the translator's objects in $1.
link() {
    cc -fno-lto -fno-use-linker-plugin -rdynamic "$1"/*.c.o "${objects[@]}" -lvulkan -lm -ldl -lpthread -o "$work/compare"
}

compare() { # shader...
    timeout 120 "$work/compare" -j "$jobs" --settings="$tests/compare/settings.txt" --integers=wide \
        "${@/%/.spv}" >"$work/report" 2>&1
}

report() { # result name
    printf '%-9s %s\n' "$1" "$2"
    if [ "$1" = killed ]; then killed=$((killed + 1)); else bad=$((bad + 1)); fi
}

# mutation NAME FILE OLD NEW SHADER...: in translator/FILE.c, NEW for the one place that reads OLD.
mutation() {
    local name=$1 file=$2 old=$3 new=$4 text rest
    shift 4
    if [ ${#only[@]} -gt 0 ] && [[ " ${only[*]} " != *" $name "* ]]; then return; fi
    text=$(<"$root/translator/$file.c")
    rest=${text#*"$old"}
    if [ "$rest" = "$text" ] || [[ $rest == *"$old"* ]]; then
        report "no match" "$name"
        return
    fi
    rm -rf "$work/mutant"
    cp -r "$work/objects" "$work/mutant"
    printf '%s\n' "${text/"$old"/"$new"}" >"$work/translator/$file.c"
    if ! cc -std=c11 -O1 -w -fPIC -I"$root" -I"$build" -c "$work/translator/$file.c" -o "$work/mutant/$file.c.o" \
        2>"$work/errors" || ! link "$work/mutant"; then
        report "no build" "$name"
        cat "$work/errors"
    elif compare "${@/#/$shaders/}"; then
        report survived "$name"
    else
        report killed "$name"
    fi
    rm "$work/translator/$file.c"
}

link "$work/objects"
mapfile -t named < <(sed -nE '/^#/d; s/\\$//; s/^ +([a-z].*)$/\1/p' "$tests/compare/mutations.sh" | grep -oE '\b[a-z0-9]+(-[a-z0-9]+)+\b' |
    while read -r name; do if [ -f "$shaders/$name.spv" ]; then echo "$name"; fi; done | sort -u)
if ! compare "${named[@]/#/$shaders/}"; then
    cat "$work/report"
    echo "some shader fails without any mistake"
    exit 1
fi
. "$tests/compare/mutations.sh"
echo "$killed killed, $bad not"
[ "$bad" = 0 ]
