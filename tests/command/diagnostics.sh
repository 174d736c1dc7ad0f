#!/bin/bash
# --diagnostics: messages as JSON and as a SARIF log, of every subcommand that has messages. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"
cp "$tests"/litmus/planted/narrow-scope.comp 'narrow <scope>".comp'
glslangValidator -V --target-env vulkan1.2 -g 'narrow <scope>".comp' -o race.spv >/dev/null
cat >read.py <<'EOF'
import json, sys
form, least = sys.argv[1], int(sys.argv[2])
text = sys.stdin.read()
if form == "json":
    found = [json.loads(line) for line in text.splitlines()]
    assert all(one["severity"] in ("note", "warning", "error") and one["message"] for one in found), found
    lines = [(one["source"] or {}).get("line") for one in found]
else:
    log = json.loads(text)
    assert log["version"] == "2.1.0" and log["runs"][0]["tool"]["driver"]["name"] == "spirv-mmra"
    found = log["runs"][0]["results"]
    places = [one["locations"][0]["physicalLocation"] for one in found]
    assert all(" " not in place["artifactLocation"]["uri"] and '"' not in place["artifactLocation"]["uri"] for place in places)
    lines = [place.get("region", {}).get("startLine") for place in places]
assert len(found) >= least, found
if least > 1:
    assert 12 in lines and 13 in lines, lines
EOF
ask() { # LEAST COMMAND...: at least so many messages
    local least=$1
    shift
    for form in json sarif; do
        "$spirv_mmra" "$@" --diagnostics=$form 2>messages >/dev/null || true
        python3 read.py $form "$least" <messages || fail "$* as $form: $(cat messages)"
    done
}
ask 3 litmus race.spv --groups 2
ask 3 race race.spv --groups 2
ask 1 translate missing.spv -o out.ll
ask 1 translate -j 2 missing.spv absent.spv --out-dir .
ask 1 cost missing.spv --mcpu=gfx1100
ask 1 report missing.spv -o page.html
# without a message a log is one of none
"$spirv_mmra" translate race.spv -o out.ll --diagnostics=sarif 2>messages
python3 read.py sarif 0 <messages || fail "no message: $(cat messages)"
[ "$("$spirv_mmra" check out.ll --diagnostics=sarif)" = "$("$spirv_mmra" check out.ll --diagnostics=json)" ] || fail "check"
finish "diagnostics: all as expected"
