# Faults that the project has had, planted again: how many mutated programs it takes until one of them contradicts that does not without
# the mistake (tests/stress/deciders). The last arguments of a mistake: the language, litmus or modules; what tests of the corpus are
# called that its case is near to. Those are left out, and all that contradict as they are. By hand, as each takes SMMRA_SECONDS (240)
# where nothing is found; the corpora are guided by verdicts alone, or by coverage too if SMMRA_BUILD names a tree of run.sh --modules.
flags=(-O2)

prepare() {
    mapfile -t litmus < <(objects_of tests deciders)
    mapfile -t modules < <(objects_of tests deciders_modules)
    link "$work/right-litmus" "" "${litmus[@]}" && link "$work/right-modules" "" "${modules[@]}" || return 1
    mkdir -p "$work/seeds/litmus" "$work/seeds/modules"
    find "$tests/litmus" "$root/../shared/litmus" -name '*.litmus' -exec cp -t "$work/seeds/litmus" {} + 2>/dev/null
    cp "$tests/stress/deciders/kept.litmus" "$work/seeds/litmus"
    for source in "$tests"/litmus/spirv/*.spvasm "$root"/samples/*.spvasm; do
        spirv-as --target-env spv1.6 "$source" -o "$work/seeds/modules/$(basename "$source" .spvasm).spv" 2>/dev/null
    done
    for source in "$root"/samples/*.comp "$tests"/litmus/*/*.comp; do
        glslangValidator --quiet -V --target-env vulkan1.3 "$source" -o "$work/seeds/modules/$(basename "$source" .comp).spv" >/dev/null 2>&1
    done
    true
}

# The file's name ends with the grid of a module.
contradicts() { # PROGRAM FILE
    local grid=()
    if [[ $2 =~ -([0-9]+)x([0-9]+)\.spv$ ]]; then grid=(--groups "${BASH_REMATCH[1]}" --local "${BASH_REMATCH[2]}"); fi
    ! timeout 60 "$1" --judge --milliseconds 200 "${grid[@]}" "$2" >/dev/null 2>&1
}

tests_pass() { # MUTANT LANGUAGE CASES
    local mutant=$1 language=${2-} cases=${3-} fuzzer read seconds file status=0 seeds=() word
    [ -n "$mutant" ] || return 0
    local -n objects=$language
    link "$work/wrong" "$mutant" "${objects[@]}" || exit 1
    mkdir -p "$work/found"
    export -f contradicts
    mapfile -t seeds < <(find "$work/seeds/$language" -type f | grep -vE "/[^/]*(${cases:-^})[^/]*$" |
        xargs -P "$(nproc)" -I {} bash -c "contradicts '$work/wrong' {} || echo {}" | sort)
    exec 5< <("$work/wrong" --programs 100000000 --seconds "${SMMRA_SECONDS:-240}" --milliseconds 60 --out "$work/found" "${seeds[@]}" 2>&1)
    fuzzer=$!
    while read -r -u 5 word read seconds _ file; do
        case $file in
        *.litmus | *.spv) ;;
        *' before two '*) echo "not found in $word programs from ${#seeds[@]}" && continue ;;
        *) continue ;;
        esac
        contradicts "$work/right-$language" "$work/found/$file" && continue
        echo "found after ${read%,} programs, $seconds s, from ${#seeds[@]}: $file"
        status=1
        break
    done
    kill "$fuzzer" 2>/dev/null
    exec 5<&-
    rm -rf "$work/found"
    return $status
}
