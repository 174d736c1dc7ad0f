#!/bin/bash
# --diagnostics: messages as JSON and as a SARIF log, of every subcommand that has messages. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"
cp "$tests"/litmus/planted/narrow-scope.comp 'narrow <scope>".comp'
glslangValidator -V --target-env vulkan1.2 -g 'narrow <scope>".comp' -o race.spv >/dev/null
# What each subcommand says: where, how often, and with what.
cat >read.py <<'EOF'
import json, re, sys
form, least = sys.argv[1], int(sys.argv[2])
text = sys.stdin.read()
if form == "json":
    found = [json.loads(line) for line in text.splitlines()]
    assert all(one["severity"] in ("note", "warning", "error") and one["message"] and "rule" in one for one in found), found
    lines = [((one["source"] or {}).get("line"), (one["source"] or {}).get("column")) for one in found]
    assert all(one["file"] for one in found)
else:
    log = json.loads(text)
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert log["version"] == "2.1.0" and run["tool"]["driver"]["name"] == "spirv-mmra" and len({r["id"] for r in rules}) == len(rules)
    assert all(re.match("https://[a-z.]+/", rule["helpUri"]) for rule in rules)
    found = [one for result in run["results"] for one in [result] + result.get("relatedLocations", [])]
    assert all(rules[one["ruleIndex"]]["id"] == one["ruleId"] and one.get("analysisTarget", one["locations"][0]["physicalLocation"]["artifactLocation"])["uri"] for one in run["results"])
    places = [(one["locations"][0] if "locations" in one else one)["physicalLocation"] for one in found]
    assert all(" " not in place["artifactLocation"]["uri"] and '"' not in place["artifactLocation"]["uri"] for place in places)
    lines = [(place.get("region", {}).get("startLine"), place.get("region", {}).get("startColumn")) for place in places]
    if least > 1: # the notes are places of the race, not results
        assert {one["ruleId"] for one in run["results"]} == {"race"} and run["results"][0]["relatedLocations"], run["results"]
        assert run["results"][0]["analysisTarget"]["uri"] == "race.spv"
assert len(found) >= least, found
if least > 1: # the columns that the text has
    assert (12, 9) in lines and (13, 5) in lines, lines
EOF
ask() { # STREAM LEAST COMMAND...: at least so many messages on standard output or error, where they are as text, and all of them there
    local stream=$1 least=$2 form other=errors
    [ "$stream" = output ] || other=output
    shift 2
    for form in json sarif; do
        "$spirv_mmra" "$@" --diagnostics=$form >output 2>errors || true
        python3 read.py $form "$least" <"$stream" || fail "$* as $form: $(tail -n 5 "$stream")"
        ! grep -q '^{' $other || fail "$* as $form: on both streams"
    done
}
ask output 3 litmus race.spv --groups 2
ask output 3 race race.spv --groups 2
ask output 1 litmus missing.spv
ask output 1 race missing.spv
ask errors 1 translate missing.spv -o out.ll
ask errors 1 translate -j 2 missing.spv absent.spv --out-dir .
ask errors 1 cost missing.spv --mcpu=gfx1100
ask errors 1 report missing.spv -o page.html
ask errors 3 report race.spv --groups 2 -o page.html
# without a message a log is one of none
"$spirv_mmra" translate race.spv -o out.ll --diagnostics=sarif 2>messages
python3 read.py sarif 0 <messages || fail "no message: $(cat messages)"

# ---- check: one log with what cannot be read, and json is json ----
sed 's/syncscope("agent")/syncscope("ag")/; s/syncscope("workgroup")/syncscope("ag")/' out.ll >wrong.ll
"$spirv_mmra" check missing.ll wrong.ll --diagnostics=sarif >log 2>errors || true
python3 - <<'EOF' || fail "check: $(tail -n 5 log errors)"
import json
results = json.load(open("log"))["runs"][0]["results"]
assert {"input", "unknown-scope"} <= {one["ruleId"] for one in results}, results
EOF
ask output 1 check wrong.ll

# ---- verdicts that have no message of their own ----
for options in "$tests/litmus/vulkan/barrier.litmus" 'race.spv --translate --groups 2' 'race.spv --suggest --groups 2'; do
    # shellcheck disable=SC2086 # words
    "$spirv_mmra" litmus $options --diagnostics=sarif >log 2>errors || true
    python3 -c 'import json; json.load(open("log"))' || fail "litmus $options: $(cat log)"
done

# ---- --werror; report exits as race does ----
glslangValidator -V --target-env vulkan1.2 -g "$root/samples/message-passing-broken.comp" -o group.spv >/dev/null
"$spirv_mmra" group.spv -o group.ll 2>warned || fail "group: $(cat warned)"
grep -q ' warning: .*\[never-available\]' warned || fail "group: $(cat warned)"
rm group.ll
status=0
"$spirv_mmra" group.spv -o group.ll --werror 2>warned || status=$?
{ [ $status = 1 ] && [ ! -e group.ll ] && grep -q ' error: .*\[never-available\]' warned; } || fail "--werror: status $status: $(cat warned)"
for module in 'race.spv --groups 2' 'group.spv --groups 1 --local 1'; do
    wanted=0 status=0
    # shellcheck disable=SC2086 # words
    "$spirv_mmra" race $module >/dev/null || wanted=$?
    # shellcheck disable=SC2086 # words
    "$spirv_mmra" report $module -o page.html 2>errors || status=$?
    [ "$status" = "$wanted" ] || fail "report $module: status $status, race has $wanted"
done

# ---- what cannot be written ----
for command in 'race race.spv --groups 2' 'litmus race.spv --groups 2' 'check wrong.ll'; do
    for form in json sarif; do
        status=0
        # shellcheck disable=SC2086 # words
        "$spirv_mmra" $command --diagnostics=$form >/dev/full 2>errors || status=$?
        [ $status = 2 ] || fail "$command --diagnostics=$form to a full device: status $status"
    done
done
status=0
"$spirv_mmra" translate race.spv -o out.ll --diagnostics=sarif 2>/dev/full || status=$?
[ $status = 2 ] || fail "a log on a full device: status $status"

# ---- several inputs at once, directories, volume ----
mkdir -p many/more
for name in a b c more/d; do cp race.spv "many/$name.spv"; done
"$spirv_mmra" race many --groups 2 >one || true
"$spirv_mmra" race many --groups 2 -j 3 >three || true
diff <(sed 's/[0-9.]* s$//' one) <(sed 's/[0-9.]* s$//' three) >differs || fail "race -j: $(cat differs)"
[ "$(grep -c '^many/.*: data race$' one)" = 4 ] || fail "a directory: $(cat one)"
"$spirv_mmra" race many --groups 2 -j 3 --json >three || true
python3 -c 'import json
assert [a["file"] for a in json.load(open("three"))] == ["many/a.spv", "many/b.spv", "many/c.spv", "many/more/d.spv"]' || fail "race -j --json"
"$spirv_mmra" race many --groups 2 -j 3 --diagnostics=sarif >three 2>/dev/null || true
python3 -c 'import json
assert len(json.load(open("three"))["runs"][0]["results"]) == 8' || fail "race -j as SARIF: $(tail -n 9 three)"
mkdir none out
status=0
"$spirv_mmra" none --out-dir out 2>errors || status=$?
{ [ $status = 2 ] && grep -q 'none: error: is a directory without a file whose name ends in .spv or .spvasm' errors; } || fail "none: $(cat errors)"
"$spirv_mmra" many --out-dir out -v 2>said || fail "translate many: $(cat said)"
{ [ -s out/a.ll ] && [ -s out/d.ll ] && grep -q '^many/b.spv: [0-9]* bytes read$' said &&
    grep -q '^out/b.ll: [0-9]* bytes written$' said; } || fail "translate many: $(ls out; cat said)"
"$spirv_mmra" group.spv -o group.ll -q 2>said || fail "-q: $(cat said)"
[ ! -s said ] || fail "-q: $(cat said)"
[ -z "$("$spirv_mmra" race group.spv --local 1 -q)" ] || fail "race -q"
"$spirv_mmra" race race.spv --groups 2 -q >said || true
grep -q ' error: data race' said || fail "race -q: $(cat said)"
head -c 400 /dev/zero >zeros.spv
"$spirv_mmra" zeros.spv -o out.ll 2>said || true
! grep -q 'is text' said || fail "zeros: $(cat said)"
for command in cost litmus; do
    cp zeros.spv zeros.s
    status=0
    "$spirv_mmra" $command zeros.s --mcpu=gfx1100 >said 2>&1 || status=$?
    { [ $status = 3 ] && grep -q 'zeros.s: error: is no assembly: it does not begin with text' said; } || fail "$command of zeros: status $status: $(cat said)"
done
finish "diagnostics: all as expected"
