#!/bin/bash
# spirv-mmra.toml (docs/guide/ci.md): what it says reaches each shader, and none that it is not about; what is wrong with it is an error
# with its place; known findings are none, and nothing else is hidden; the gate over thirty shaders. Set SMMRA_BUILD.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
PATH=$(cd "$build/bin" && pwd):$PATH
cd "$work"
mkdir -p shaders/sub shaders/inc
cases=0

says() { # STATUS PATTERN COMMAND...: a line of what is printed
    local expected=$1 pattern=$2 status=0
    shift 2
    spirv-mmra "$@" >said 2>&1 </dev/null || status=$?
    [ "$status" = "$expected" ] || fail "$*: status $status, not $expected: $(head -n 4 said)"
    grep -qE -e "$pattern" said || fail "$*: no line matches '$pattern': $(head -n 4 said)"
    cases=$((cases + 1))
}
silent() { ! grep -qE -e "$1" said || fail "a line matches '$1': $(cat said)"; }

flag() { # NAME LINE: all that find a 0 store to one word
    printf '%s\n' '#version 450' 'layout(local_size_x = 64) in;' 'layout(binding = 0) buffer D { uint found; uint data[]; };' \
        'layout(push_constant) uniform P { uint n; };' 'void main() {' 'uint i = gl_GlobalInvocationID.x;' 'if (i < n && data[i] == 0u)' "$2" '}' >"shaders/$1"
}
flag flag.comp 'found = 1u;'
printf '%s\n' '#version 450' '#extension GL_GOOGLE_include_directive : require' '#include "size.h"' 'layout(local_size_x = SIZE) in;' \
    'layout(binding = 0) buffer D { uint data[]; };' 'layout(constant_id = 3) const uint KIND = 0;' \
    'void main() { data[gl_GlobalInvocationID.x] = FACTOR; if (KIND == 2u) data[gl_GlobalInvocationID.x] = 1u; }' >"shaders/sub/a name.comp"
echo '#define SIZE 32' >shaders/inc/size.h

echo "-- what each shader gets"
cat >shaders/spirv-mmra.toml <<'END'
# how these shaders run
[all]
groups = 3
include = ["inc"]

["flag.comp"]
input = ["n=100"] # not all of the last workgroup

["sub/a name.comp"]
define = ["FACTOR=2"]
local = [16]
size = ["data=100"]
spec = ["3=1"]
END
says 1 'workgroup 0, invocation 0 writes 1 to found' race shaders/flag.comp
grep -q '3x1x1 workgroups of 64x1x1' said || fail "flag.comp has another grid: $(cat said)"
says 0 '3x1x1 workgroups of 16x1x1' race "shaders/sub/a name.comp"
grep -qF "glslangValidator 'shaders/sub/a name.comp' -V" said || fail "a name with a blank is not in quotes: $(cat said)"
says 1 '3x1x1 workgroups of 16x1x1' race shaders # one after the other, each with its own
grep -q '3x1x1 workgroups of 64x1x1' said || fail "flag.comp has another grid: $(cat said)"
cp said first
says 1 '3x1x1 workgroups of 16x1x1' race "shaders/sub/a name.comp" shaders/flag.comp # nothing is left of the one before
grep -q '3x1x1 workgroups of 64x1x1' said || fail "flag.comp has another grid: $(cat said)"
says 1 '3x1x1 workgroups of 16x1x1' race shaders -j 2
diff <(grep -E '^shaders|workgroups of' first) <(grep -E '^shaders|workgroups of' said) || fail "-j 2 has other answers"
echo "-- the command line counts for more"
says 1 '5x1x1 workgroups of 64x1x1' race shaders/flag.comp --groups 5
says 0 '3x1x1 workgroups of 64x1x1' race shaders/flag.comp --input n=1
says 0 'never ran in part' race "shaders/sub/a name.comp"
says 0 '3x1x1 workgroups of 16x1x1' race "shaders/sub/a name.comp" --spec 3=2
silent 'never ran'
says 0 'FACTOR=5 ' race "shaders/sub/a name.comp" -D FACTOR=5
silent 'FACTOR=2'
says 1 'which has 20 elements' race "shaders/sub/a name.comp" --size data=20
(cd shaders && says 0 '3x1x1 workgroups of 16x1x1' race "sub/a name.comp")
(cd shaders/sub && says 3 'does not compile' race "a name.comp") # the path names no folder above
says 1 'data race' report shaders/flag.comp -o page.html
grep -q '3x1x1 workgroups of 64x1x1' page.html || fail "report has another grid"
cp shaders/flag.comp alone.comp
says 1 'where n is 3, which nobody chose' race alone.comp
spirv-mmra race - -x comp <alone.comp >said 2>&1 && fail "standard input has settings: $(cat said)"

echo "-- known findings"
known() { # AT...
    printf '%s\n' '[all]' 'groups = 2' '["flag.comp"]' 'input = ["n=100"]' '[["flag.comp".known]]' 'finding = "race"' "at = $1" 'why = "all store one value"' >shaders/spirv-mmra.toml
}
known '"found = 1u;"'
says 0 'flag.comp: no other data race on this run$' race shaders/flag.comp
grep -qF 'a known race of lines 8 and 8: all store one value (shaders/spirv-mmra.toml:5)' said || fail "the known race is not said: $(cat said)"
says 0 '"race": false, .*"known": \[\{"rule": "race", "lines": \[8, 8\], "why": "all store one value"\}\]' race shaders/flag.comp --json
says 0 . report shaders/flag.comp -o page.html
grep -q '"known":"all store one value"' page.html && grep -q '"verdict":"nothing that is not known"' page.html || fail "the page has a known race as news"
grep -q '"repair":\[\]' page.html || fail "the page repairs a known race"
known '"found = 2u;"'
says 1 'data race' race shaders/flag.comp
grep -q "shaders/spirv-mmra.toml:5:1: warning: the known finding 'race' was not found in shaders/flag.comp" said || fail "an unused known finding is not said: $(cat said)"
known '"found = 1u;"' # another race beside it is one, of lines of which one is known or none
flag flag.comp 'found = 1u; if (i == 70u) data[0] = found;'
sed -i '8s/; if/;\nif/' shaders/flag.comp
says 1 'flag.comp:8:.*error: data race|flag.comp:9:.*error: data race' race shaders/flag.comp
flag flag.comp 'found = 1u;'
cat >shaders/number.comp <<'END_OF_SHADER'
#version 450
layout(local_size_x = 4) in;
layout(binding = 0) buffer N { uint next; uint mine[]; };
void main() { mine[gl_GlobalInvocationID.x] = atomicAdd(next, 1u); }
END_OF_SHADER
cat >shaders/elects.frag <<'END_OF_SHADER'
#version 450
#extension GL_KHR_shader_subgroup_basic : require
layout(binding = 0) buffer U { uint used; };
layout(location = 0) out vec4 colour;
void main() {
    if (subgroupElect()) atomicOr(used, 1u);
    colour = vec4(1);
}
END_OF_SHADER
known_place() { # SHADER CODE AT
    printf '%s\n' "[\"$1\"]" "[[\"$1\".known]]" "finding = \"$2\"" "at = \"$3\"" 'why = "order is free"' >shaders/spirv-mmra.toml
}
rm shaders/spirv-mmra.toml
says 0 'the result .*depend.* on the order' race shaders/number.comp
says 0 'warning: .*\[helper-elected\]' race shaders/elects.frag
known_place number.comp order 'atomicAdd(next'
says 0 'a known order at line 4: order is free \(shaders/spirv-mmra.toml:2\)' race shaders/number.comp
silent 'depends on the order'
says 0 '"known": \[\{"rule": "order", "lines": \[4\], "why": "order is free"\}\]' race shaders/number.comp --json
known_place number.comp order 'atomicOr(next'
says 0 'the result .*depend.* on the order' race shaders/number.comp
grep -q "warning: the known finding 'order' was not found" said || fail "an unused known order is not said: $(cat said)"
known_place elects.frag helper-elected 'atomicOr(used'
says 0 'a known helper-elected at line 6: order is free' race shaders/elects.frag
silent 'warning'
rm shaders/number.comp shaders/elects.frag
printf '%s\n' '["flag.comp"]' 'input = ["n=0"]' '[["flag.comp".known]]' 'finding = "never-ran"' 'at = ["found = 1u;", "data[i] == 0u"]' 'why = "the application never has n = 0"' >shaders/spirv-mmra.toml
says 0 'no data race' race shaders/flag.comp --require-coverage
silent 'never ran'

echo "-- what is wrong with a file"
wrong() { # LINE PATTERN TEXT
    printf '%s\n' "$3" >shaders/spirv-mmra.toml
    says 2 "^shaders/spirv-mmra.toml:$1:[0-9]+: error: $2" race shaders/flag.comp
    silent 'no data race'
}
wrong 1 "'groups' stands before all tables: write \[all\]" 'groups = 1'
wrong 2 "there is no key 'gruops': did you mean 'groups'\?" $'[all]\ngruops = 1'
wrong 2 "there is no key 'sizes': did you mean 'size'\?" $'[all]\nsizes = []'
wrong 2 "there is no key 'x': groups, local, subgroup" $'[all]\nx = 1'
wrong 2 'a whole number is missing' $'[all]\ngroups = "a"'
wrong 2 'a string in double quotes is missing' $'[all]\nentry = 7'
wrong 2 'a string in double quotes is missing' $'[all]\nentry = true'
wrong 2 'a string in single quotes: write double quotes' $'[all]\nentry = \'a\''
wrong 2 'a whole number is missing: digits alone' $'[all]\nsubgroup = 1.5'
wrong 2 'groups takes one to three whole numbers' $'[all]\ngroups = [1, 1, 1, 1]'
wrong 2 'entry takes a string' $'[all]\nentry = ["a", "b"]'
wrong 3 "'groups' is there twice: leave one out" $'[all]\ngroups = 1\ngroups = 2'
wrong 2 'the table of line 1 is there again' $'["flag.comp"]\n["flag.comp"]'
wrong 1 "there is no table 'flag': write \[all\], or the path of a shader in quotes" '[flag]'
wrong 1 "there is no shader 'none.comp' beside this file: correct its name, or remove its table" '["none.comp"]'
wrong 2 "'0' is no value for --groups" $'[all]\ngroups = 0'
wrong 2 "'nothing' is no value for --input" $'[all]\ninput = ["nothing"]'
wrong 2 'a string has no end' $'[all]\nentry = "a'
wrong 2 'an escape that is none of' $'[all]\nentry = "\\q"'
wrong 3 "',' is missing between the values of a list, or '\]' after them" $'[all]\ninput = ["n=1"'
wrong 1 'what follows belongs to a line of its own' '[all] groups = 1'
wrong 1 "the known finding of line 1 has no 'at': say a part of the line of each access" $'[["flag.comp".known]]\nfinding = "race"\nwhy = "b"'
wrong 1 "the known finding of line 1 has no 'why': say why" $'[["flag.comp".known]]\nfinding = "race"\nat = "b"'
wrong 2 "'deadlock' cannot be known: race, never-ran, order and helper-elected can" $'[["flag.comp".known]]\nfinding = "deadlock"'
wrong 3 'at is empty' $'[["flag.comp".known]]\nfinding = "race"\nat = ""'
wrong 1 "a table in two brackets is \[\[\"blur.comp\".known\]\]" '[["flag.comp".allowed]]'
wrong 1 'a table in a table' '["flag.comp".known]'

echo "-- the gate over thirty shaders"
rm -r shaders && mkdir shaders
{
    printf '[all]\ngroups = 2\n'
    for i in $(seq 30); do
        name="shader $i.comp"
        case $((i % 3)) in
        0) flag "$name" 'found = 1u;' && printf '["%s"]\ninput = ["n=100"]\n[["%s".known]]\nfinding = "race"\nat = "found = 1u;"\nwhy = "one value"\n' "$name" "$name" ;;
        1) flag "$name" 'data[i] = 1u;' && printf '["%s"]\ninput = ["n=%d"]\n' "$name" $((64 + i)) ;;
        2) flag "$name" 'atomicAdd(found, ONE);' && printf '["%s"]\ninput = ["n=128"]\ndefine = ["ONE=1u"]\n' "$name" ;;
        esac
    done
} >settings
mv settings shaders/spirv-mmra.toml
gate=$root/samples/tools/gate.sh
status=0
"$gate" shaders before.sarif --require-coverage 2>before || status=$?
[ "$status" = 0 ] || fail "the gate: status $status: $(grep -E 'error|never ran' before)"
sed -i 's/data\[i\] = 1u/data[0] = i/' 'shaders/shader 7.comp'
echo 'void main( {' >'shaders/shader 8.comp'
status=0
"$gate" shaders after.sarif --require-coverage 2>after || status=$?
[ "$status" = 3 ] || fail "the gate after two changes: status $status"
python3 - <<'END' || fail "the log of the gate"
import json
def results(path):
    found = []
    for result in json.load(open(path))["runs"][0]["results"]:
        places = [place["physicalLocation"]["artifactLocation"]["uri"] for place in result["locations"] + result.get("relatedLocations", [])]
        assert all(uri.startswith("shaders/shader%20") for uri in places), places
        if result["level"] == "error":
            found.append((result["ruleId"], places[0]))
    return found
assert results("before.sarif") == [], results("before.sarif")
assert sorted(set(results("after.sarif"))) == [("input", "shaders/shader%208.comp"), ("race", "shaders/shader%207.comp")], results("after.sarif")
END
[ "$(grep -c ': no .*data race on ' before)" = 30 ] || fail "not all shaders were judged before: $(grep -c ': no .*data race on ' before)"
[ "$(grep -c ': no .*data race on ' after)" = 28 ] || fail "not all shaders were judged after a change: $(grep -c ': no .*data race on ' after)"

# The workflow's own command does the same, with the names that it has.
grep '^      - run: spirv-mmra' "$root/samples/tools/github.yml" | sed 's/^ *- run: //' >step
status=0
sh -e step 2>/dev/null || status=$?
[ "$status" = 3 ] && [ -s races.sarif ] || fail "the workflow's command: status $status"
grep -q "sarif_file: races.sarif" "$root/samples/tools/github.yml" || fail "the workflow loads another log"
finish "$cases cases of settings, thirty shaders in the gate"
