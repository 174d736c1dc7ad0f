#!/bin/bash
# --json: the answers of subcommands as an array of objects, whose values are compared with what the text says, and whose strings are
# harmless whatever names a module has. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"
hostile='a "quoted" <b>\.comp'
cp "$tests"/litmus/planted/relaxed-flag.comp "$hostile"
glslangValidator -V --target-env vulkan1.2 -g "$hostile" -o race.spv >/dev/null
cp race.spv 'r"\ace.spv'

asked=0
answers() { # STATUS COMMAND...; a program in Python on standard input finds the array in `a`, and the text in `text`
    local expected=$1 status=0
    shift
    cat >check.py
    "$spirv_mmra" "$@" >text 2>/dev/null || true
    "$spirv_mmra" "$@" --json >said.json 2>messages || status=$?
    [ "$status" = "$expected" ] || fail "$* --json: status $status, not $expected: $(cat messages)"
    python3 -m json.tool said.json >/dev/null || fail "$* --json: no JSON"
    LC_ALL=C grep -q '[^ -~]' said.json && fail "$* --json: more than printable ASCII"
    { echo 'import json'; echo 'a, text = json.load(open("said.json")), open("text").read()'; cat check.py; } >all.py
    python3 all.py || fail "$* --json: $(cat said.json)"
    asked=$((asked + 1))
}

# ---- litmus --suggest ----

answers 0 litmus race.spv 'r"\ace.spv' --groups 2 --suggest <<'EOF2'
first, second = a
assert first["file"] == "race.spv" and second["file"] == 'r"\\ace.spv'
assert first["grid"] == {"groups": [2, 1, 1], "local": [1, 1, 1], "subgroup": 64}
assert first["race"] is True and first["nothing"] is None and first["complete"] is True and first["suggestions"]
assert first["suggestions"] == second["suggestions"]
for s in first["suggestions"]:
    assert s["source"]["file"] == 'a "quoted" <b>\\.comp' and "OpAtomic" in s["instruction"] and s["line"] == 0
    assert s["message"].startswith("add ") and "note: %s (race.spv, word %d)" % (s["message"], s["word"]) in text
assert {s["source"]["line"] for s in first["suggestions"]} == {12, 13}
EOF2
answers 0 litmus race.spv --suggest <<'EOF2'
assert a[0]["race"] is False and a[0]["nothing"] in text and a[0]["suggestions"] == []
EOF2
cat >loop.comp <<'EOF2'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer A { uint a; };
void main() { while (atomicAdd(a, 1u) < 20u) ; }
EOF2
glslangValidator -V loop.comp -o loop.spv >/dev/null
answers 6 litmus loop.spv --groups 2 --unroll 1 --suggest <<'EOF2'
assert a[0]["race"] == "unknown" and not a[0]["complete"] and a[0]["nothing"] in text and a[0]["suggestions"] == []
EOF2

# ---- litmus --reduce ----

answers 1 litmus race.spv --groups 2,2 --local 2 --reduce <<'EOF2'
[one] = a
assert one["wrong"] is True and one["grid"] == {"groups": [1, 1, 1], "local": [2, 1, 1], "subgroup": 64}
assert one["race"] is True and one["findings"][0]["fault"] == "race" and "1x1x1 workgroups of 2x1x1" in text
EOF2
answers 0 litmus race.spv --groups 1 --reduce <<'EOF2'
[one] = a
assert one == {"file": "race.spv", "grid": {"groups": [1, 1, 1], "local": [1, 1, 1], "subgroup": 64}, "wrong": False, "why": None}
EOF2
finish "$asked answers as JSON"
