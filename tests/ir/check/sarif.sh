#!/bin/bash
# The SARIF log is JSON of the right shape, whatever names and paths are in it.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../../project/common.sh"

unpack_corpus
printf 'define void @"a\\22\\0A\\1B[2J\\FF<b>"(ptr %%p) {\n  fence syncscope("x\\0A\\22") release\n  ret void\n}\n' >"$work/a b%.ll"
{ "$build/bin/spirv-mmra" check --diagnostics=sarif "$work/a b%.ll" "$corpus"/never-{available,visible}-*.ll || true; } >"$work/log.sarif" 2>/dev/null

python3 - "$work/log.sarif" <<'PYTHON' || fail "the log is not what SARIF 2.1.0 asks for"
import json, re, sys

log = json.load(open(sys.argv[1], encoding="utf-8"))
assert log["version"] == "2.1.0" and len(log["runs"]) == 1
run = log["runs"][0]
rules = run["tool"]["driver"]["rules"]
assert len({rule["id"] for rule in rules}) == len(rules) > 30
for rule in rules:
    assert rule["shortDescription"]["text"] and rule["help"]["text"] and rule["helpUri"]
    # what the SARIF SDK's rules for GitHub ask of a rule: an absolute helpUri, descriptions that are sentences
    anchor = "" if rule["id"] == "input" else "#[a-z-]+" # no page is about all inputs
    assert re.match(rf"https://[a-zA-Z./0-9-]+{anchor}$", rule["helpUri"]), rule["helpUri"] # of no machine's own files
    assert rule["fullDescription"]["text"].endswith(".")
    assert rule["defaultConfiguration"]["level"] in ("none", "note", "warning", "error")
results = run["results"]
assert len(results) >= 10
for result in results:
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert result["level"] in ("note", "warning", "error")
    location = result["locations"][0]
    assert location["physicalLocation"]["region"]["startLine"] >= 1
    assert " " not in location["physicalLocation"]["artifactLocation"]["uri"]
    if result["ruleId"] not in ("target", "no-target"): # which are of the module
        assert location["logicalLocations"][0]["kind"] == "function"
scope = [r for r in results if r["ruleId"] == "unknown-scope"][0]
assert scope["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("a%20b%25.ll")
assert scope["locations"][0]["logicalLocations"][0]["name"] == 'a"\n\x1b[2J\ufffd<b>'
assert scope["locations"][0]["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 3}
def flow(rule): # the lines of the first path of that rule
    result = [r for r in results if r["ruleId"] == rule and "one-path" in json.dumps(r)][0]
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert all(step["location"]["message"]["text"] for step in steps)
    return [step["location"]["physicalLocation"]["region"]["startLine"] for step in steps]
assert flow("never-available") == [10, 11, 18, 19] # the write, the branch, the release, the end
assert flow("never-visible") == [7, 8, 15] # the acquire, the branch, the read
assert "codeFlows" not in scope
related = [r for r in results if r["ruleId"] == "never-available"][0]["relatedLocations"]
assert related[0]["physicalLocation"]["region"]["startLine"] > 1 and related[0]["message"]["text"]
PYTHON
finish "a SARIF log"
