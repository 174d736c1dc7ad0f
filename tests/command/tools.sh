#!/bin/bash
# What samples/tools gives to editors and to code review: the gate's exit status and log, the pattern that VS Code reads messages by,
# and vim's compiler. Run in tests/, with SMMRA_BUILD set.
set -u
PATH=$(cd "$SMMRA_BUILD/bin" && pwd):$PATH
samples=$(cd ../samples && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAIL: $1"
    failures=$((failures + 1))
}

cd "$work" || exit 1
mkdir -p shaders/sub clean
cp "$samples/message-passing-broken.comp" "shaders/sub/a racing one.comp"
cp "$samples/histogram.comp" shaders/
cp "$samples/histogram.comp" clean/

# The gate: its status is the verdict, and the log names the shader by its path in the repository.
"$samples/tools/gate.sh" clean clean.sarif 2>/dev/null || fail "a shader without a race ends with status $?"
"$samples/tools/gate.sh" shaders shaders.sarif --groups 2 2>/dev/null
[ $? = 1 ] || fail "a shader with a race does not end with status 1"
racing_line=$(grep -n 'payload;$' "shaders/sub/a racing one.comp" | tail -1 | cut -d: -f1)
python3 - "$racing_line" <<'END' || fail "shaders.sarif"
import json, sys
found = [place["physicalLocation"] for result in json.load(open("shaders.sarif"))["runs"][0]["results"] if result["ruleId"] == "race"
         for place in result["locations"] + result.get("relatedLocations", [])]
assert found and {place["artifactLocation"]["uri"] for place in found} == {"shaders/sub/a%20racing%20one.comp"}, found
assert int(sys.argv[1]) in {place["region"]["startLine"] for place in found}, found
END
echo 'void main( {' >clean/wrong.comp
"$samples/tools/gate.sh" clean clean.sarif >/dev/null 2>&1
[ $? = 3 ] || fail "a shader that does not compile does not end with status 3"
python3 - <<'END' || fail "clean.sarif"
import json
found = json.load(open("clean.sarif"))["runs"][0]["results"]
assert [(result["level"], result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]) for result in found if result["level"] != "note"] == [("error", "clean/wrong.comp")], found
END
mkdir none
"$samples/tools/gate.sh" none none.sarif 2>/dev/null
[ $? = 1 ] || fail "a folder without shaders does not end with status 1"

# The pattern finds each message, and nothing else: the lines of source below one are none.
spirv-mmra race "shaders/sub/a racing one.comp" --groups 2 >messages 2>&1
python3 - "$samples/tools/tasks.json" "$racing_line" <<'END' || fail "tasks.json"
import json, re, sys
pattern = json.load(open(sys.argv[1]))["tasks"][0]["problemMatcher"]["pattern"]
found = [match for match in (re.match(pattern["regexp"], line) for line in open("messages")) if match]
assert [match[pattern["severity"]] for match in found][:2] == ["error", "note"], found
assert {match[pattern["file"]] for match in found} == {"shaders/sub/a racing one.comp"}, found
assert int(sys.argv[2]) in {int(match[pattern["line"]]) for match in found}, found
assert all(int(match[pattern["column"]]) >= 1 and match[pattern["message"]] for match in found), found
END

if vim --version 2>/dev/null | grep '+quickfix' >/dev/null; then
    cp "shaders/sub/a racing one.comp" racing.comp
    HOME=$work vim -es -u NONE -N --cmd "set nomore rtp+=$samples/tools" racing.comp -c 'compiler spirv-mmra' -c 'silent make' \
        -c 'redir! > list' -c 'silent clist!' -c 'redir END' -c 'qa!' >/dev/null 2>&1
    grep -q "racing.comp:$racing_line col [0-9]* \(error\|note\)" list || fail "vim's list: $(cat list)"
    [ "$(grep -c . list)" = "$(grep -cE '^ *[0-9]+ racing.comp:[0-9]+ col [0-9]+ (error|note):' list)" ] || fail "vim lists what is no message: $(cat list)"
else
    echo "left out: vim"
fi
[ "$failures" = 0 ]
