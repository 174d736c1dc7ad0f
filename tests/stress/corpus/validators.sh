#!/bin/bash
# Holds two versions of SPIRV-Tools against each other, the installed one and the newest (tests/project/newest.sh), and the command
# against both: which modules, assembly and shaders of FOLDERs (tests, samples and ../shared/cases) each finds valid for Vulkan 1.3,
# or for 1.4. Prints how many there are of each kind, and names those that only one of the two finds valid. A failure is a module that
# the newest finds valid and the command, built with the installed one, calls invalid. The command calls it that, or says that
# nobody has judged it (unjudged), or says nothing of that (silent).
#
#   tests/stress/corpus/validators.sh [FOLDER...]
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"
"$tests/project/newest.sh" >/dev/null

assembled() { # file, module: whether it could be made
    case $1 in
    *.spv) cp "$1" "$2" ;;
    *.spvasm) spirv-as --target-env vulkan1.3 "$1" -o "$2" || newest-spirv-as --target-env vulkan1.3 "$1" -o "$2" ;;
    *) glslangValidator -V --target-env vulkan1.3 "$1" -o "$2" || newest-glslangValidator -V --target-env vulkan1.3 "$1" -o "$2" ;;
    esac >/dev/null 2>&1
}

judged() { # validator, module
    for environment in vulkan1.3 vulkan1.4; do
        if timeout 20 "$1" --target-env "$environment" --scalar-block-layout --workgroup-scalar-block-layout --allow-localsizeid \
            "$2" >/dev/null 2>&1; then
            echo valid
            return
        fi
    done
    echo invalid
}

judge() { # file: a line of what each says
    local module command=silent
    module=$(mktemp "$work/XXXXXX.spv")
    if assembled "$1" "$module"; then
        "$spirv_mmra" --timeout=20 "$module" -o /dev/null >"$module.said" 2>&1 || true
        if grep -q ': not valid for ' "$module.said"; then command=invalid; fi
        if grep -q 'is not validated' "$module.said"; then command=unjudged; fi
        echo "$(judged spirv-val "$module") $(judged newest-spirv-val "$module") $command $1"
    fi
    rm -f "$module"*
}
export -f assembled judged judge
export spirv_mmra work

if [ $# = 0 ]; then
    set -- "$tests" "$root/samples"
    if [ -d "$root/../shared/cases" ]; then set -- "$@" "$root/../shared/cases"; fi
fi
stages='comp|vert|frag|tesc|tese|geom|mesh|task|rgen|rchit|rahit|rmiss|rcall|rint'
find "$@" -type f -print0 | grep -zE "\.(spv|spvasm|$stages)$" | grep -zv /hostile/ |
    xargs -0 -r -P "$jobs" -n 1 bash -c 'judge "$1"' judge | sort >"$work/all"
echo "installed newest command: modules"
cut -d ' ' -f 1-3 "$work/all" | uniq -c
awk '$1 != $2' "$work/all"
grep '^[a-z]* valid invalid ' "$work/all" >"$work/wrong" || true
[ ! -s "$work/wrong" ] || fail "called invalid: $(cat "$work/wrong")"
finish "$(wc -l <"$work/all") modules"
