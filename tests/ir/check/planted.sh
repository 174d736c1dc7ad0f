#!/bin/bash
# Plants each mistake of mutation/memory_map.mistakes in the memory map, translates the shaders, samples and assembly modules with it, and asks the
# checker alone about the text. Prints for each mistake what the checker says that it does not say without it:
#
#   seen       a rule that is on finds it, in so many translations
#   suggested  only --suggest or lost-ordering finds it
#   unseen     translations change, and no rule has a word on it; planted.txt says why
#   unused     no translation changes
#   crashes    the translation does, with no IR to check
#
# Exit status 1 if planted.txt does not list what is unseen or unused, or lists what is not; or if one does not compile.
#
#   tests/ir/check/planted.sh [NAME...]     needs a release build and its compiled shaders
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../project/common.sh"
only=("$@")
[ -d "$shaders" ] || SMMRA_BUILD=$build bash "$tests/lower/shaders/compile.sh" >/dev/null
mkdir "$work/objects" "$work/translator" "$work/spirv" "$work/mmra" # copies: a build may go on meanwhile
for target in translator/translator translator/map spirv/spirv mmra/mmra; do
    folder=$work/${target%/*}
    [[ $target != translator/* ]] || folder=$work/objects
    find "$build/${target%/*}/CMakeFiles/${target#*/}.dir" -name '*.c.o' -exec cp {} "$folder/" \;
done
others=("$work"/{spirv,mmra}/*.c.o)
cc -std=c11 -O1 -w -I"$root" -c "$tests/ir/check/planted.c" -o "$work/planted.o"

link() { # OBJECTS
    cc -fno-lto -fno-use-linker-plugin "$work/planted.o" "$1"/*.c.o "${others[@]}" -lm -o "$work/planted"
}
run() { # OUTPUT
    timeout 300 "$work/planted" "$work"/modules/*.spv >"$1"
}

mkdir "$work/modules"
cp "$shaders"/*.spv "$work/modules/"
for module in "$tests"/lower/*.spvasm "$tests"/lower/refused/*.spvasm; do
    spirv-as --target-env vulkan1.3 "$module" -o "$work/modules/$(basename "$module" .spvasm)-lower.spv" 2>/dev/null || true
done

# What the mistake's lines say beyond those without it: the verdict, translations that say so, the rules.
judge() {
    awk -v listed="$(awk -v n="$1" '$1 == n { print $2 }' "$tests/ir/check/planted.txt")" -v name="$1" '
        { key = $1 " " $2 }
        NR == FNR { hash[key] = $3; for (i = 4; i <= NF; i++) before[key, $i]++; next }
        { if (hash[key] != $3) changed++
          found = hinted = 0; delete now
          for (i = 4; i <= NF; i++) if (++now[$i] > before[key, $i] + 0) {
              rule = $i; hint = sub(/^suggested:/, "", rule)
              if (hint) hinted = 1; else found = 1
              if (hint) hints[rule]++; else rules[rule]++ }
          seen += found; suggested += hinted }
        END { verdict = seen ? "seen" : suggested ? "suggested" : changed ? "unseen" : "unused"
              count = seen ? seen : suggested ? suggested : changed + 0
              printf "%-10s %-40s %5d", verdict, name, count
              if (seen) for (r in rules) printf " %s", r
              else for (r in hints) printf " %s", r
              if (!seen && !suggested) printf " %s", listed
              print ""
              exit verdict == "unused" ? listed != "unused" \
                  : verdict == "unseen" ? listed == "" || listed == "unused" : listed != "" }' "$work/without" "$work/with"
}

mutation() { # NAME STEM OLD NEW
    local name=$1 file=$2 old=$3 new=$4
    if [ ${#only[@]} -gt 0 ] && [[ " ${only[*]} " != *" $name "* ]]; then return; fi
    rm -rf "$work/mutant"
    cp -r "$work/objects" "$work/mutant"
    if ! python3 "$tests/mutation/plant.py" "$file" "$old" "$new" >"$work/mutant.c"; then
        fail "$name: cannot be planted"
        return
    fi
    if ! cc -std=c11 -O1 -w -I"$root" -I"$build" -I"$build/spirv" -c "$work/mutant.c" -o "$work/mutant/$file.c.o" ||
        ! link "$work/mutant"; then
        fail "$name: does not build"
        return
    fi
    if ! run "$work/with" 2>/dev/null; then
        printf '%-10s %s\n' crashes "$name"
        verdicts+=(crashes)
        return
    fi
    judge "$name" >"$work/verdict" || fail "$name: planted.txt and what the checker sees differ"
    cat "$work/verdict"
    verdicts+=("$(cut -d' ' -f1 "$work/verdict")")
}

verdicts=()
link "$work/objects" && run "$work/without"
. "$tests/mutation/memory_map.mistakes"
printf '%s\n' "${verdicts[@]}" | sort | uniq -c
finish "${#verdicts[@]} planted mistakes"
