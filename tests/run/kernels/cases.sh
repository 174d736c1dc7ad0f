#!/bin/bash
# cases.sh SPIRV-MMRA SOURCE-FOLDER OUTPUT-FOLDER [objects] [SOURCE]: compiles kernels with clang-22, edits their assembly where a
# case says so, and runs them with race: what is missing must be found, and the right ones must be free. With `objects`
# race gets what the assembler makes of it, and not the assembly: of each third case, of all with SMMRA_ALL. With a source
# its cases alone run.
set -u -o pipefail
command=$1 sources=$2 output=$3 form=${4-assembly} only=${5-} every=1 cases=0
[ "$form" = assembly ] || [ -n "${SMMRA_ALL-}" ] || every=3
if ! command -v clang-22 >/dev/null; then
    echo "SKIPPED: clang-22 is not installed"
    exit 77
fi
mkdir -p "$output"
rm -f "$output"/*.s
failures=0 runs=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# Compiles a source for a processor with the options of a case, once for all cases that want the same.
compile() { # SOURCE PROCESSOR TO OPTIONS
    local compiled=$output/$1-$2$4.s
    compiled=${compiled// /_}
    if [ ! -e "$compiled" ]; then
        case $1 in
        *.cl) clang-22 -w -x cl -cl-std=CL2.0 -target amdgcn-amd-amdhsa -mcpu="$2" -nogpulib -S -g -O2 $4 "$sources/$1" -o "$compiled" ;;
        *) clang-22 -w -x hip --cuda-device-only -nogpuinc -nogpulib --offload-arch="$2" -S -g -O2 $4 "$sources/$1" -o "$compiled" ;;
        esac || return
    fi
    cp "$compiled" "$3"
}

# The lines of the kernel that match, without blanks around and comments, are deleted; there must be one. "2:PATTERN": the
# second alone. "PATTERN > PATTERN": the first one goes behind the next line that matches the other.
edit() { # ASSEMBLY KERNEL PATTERN
    local only=0 pattern=$3 behind=
    [[ $pattern =~ ^([0-9]):(.*) ]] && only=${BASH_REMATCH[1]} pattern=${BASH_REMATCH[2]}
    [[ $pattern =~ (.*)\ \>\ (.*) ]] && pattern=${BASH_REMATCH[1]} behind="^[ \t]*(${BASH_REMATCH[2]})[ \t]*(;.*)?$"
    awk -v kernel="$2:" -v pattern="^[ \t]*($pattern)[ \t]*(;.*)?$" -v only="$only" -v behind="$behind" '
        $1 == kernel { inside = 1 }
        $1 == ".section" { inside = 0 }
        inside && held != "" && $0 ~ behind { print; print held; held = ""; moved = 1; next }
        inside && $0 ~ pattern && !moved && held == "" && (++found == only || !only) {
            edited++
            if (behind != "") held = $0
            next
        }
        { print }
        END { exit edited == 0 || held != "" }' "$1" >"$1.less" && mv "$1.less" "$1"
}

run_case() { # SOURCE KERNEL PROCESSOR OPTIONS DELETED RACE-OPTIONS EXPECTED
    local assembly=$output/kernel.s name="$1 $2 $3 $4 $5"
    compile "$1" "$3" "$assembly" "$4" || { fail "$name: clang"; return; }
    if [ -n "$5" ] && ! edit "$assembly" "$2" "${5//\\/\\\\}"; then
        fail "$name: no line was changed"
        return
    fi
    if [ "$form" = objects ]; then
        clang-22 -target amdgcn-amd-amdhsa -mcpu="$3" -c "$assembly" -o "$output/kernel.o" || { fail "$name: it is not assembled"; return; }
        assembly=$output/kernel.o
    fi
    "$command" race "$assembly" --mcpu="$3" --entry "$2" $6 --json >"$output/answer.json" 2>"$output/errors"
    local status=$? wanted=1
    [ "$7" = free ] && wanted=0
    runs=$((runs + 1))
    if [ $status -ne $wanted ]; then
        fail "$name: exit status $status, not $wanted: $(cat "$output/errors"; grep -m1 message "$output/answer.json")"
    elif [ "$7" = old ]; then
        grep -q '"old_values": true' "$output/answer.json" || fail "$name: no old value"
    elif [ "$7" != free ] && ! grep -q "\"missing\": \"$7\"" "$output/answer.json"; then
        fail "$name: not $7: $(grep -m1 missing "$output/answer.json")"
    fi
}

trim() {
    local text=$1
    text=${text#"${text%%[! ]*}"}
    echo "${text%"${text##*[! ]}"}"
}

while IFS='|' read -r source kernel processors options deleted arguments expected; do
    [[ $source = \#* || -z $source || ($only && $(trim "$source") != "$only") ]] && continue
    processors=$(trim "$processors")
    [ "$processors" = all ] && processors="gfx90a gfx942 gfx1030 gfx1100 gfx1201 gfx1250"
    for processor in $processors; do
        [ $((cases++ % every)) = 0 ] || continue
        run_case "$(trim "$source")" "$(trim "$kernel")" "$processor" "$(trim "$options")" "$(trim "$deleted")" \
            "$(trim "$arguments")" "$(trim "$expected")"
    done
done <"$sources/cases.txt"
echo "$runs kernels ran, $failures failures"
[ $failures -eq 0 ] && [ $cases -ge "$([ "$only" ] && echo 1 || echo 100)" ] && [ $((runs * every)) -ge $cases ]
