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
# What the IR's metadata says of an entry point, as lists of its operands (docs/guide/stages.md).
cat >metadata.py <<'EOF2'
import json, re
def metadata(path, kind):
    ir = open(path).read()
    nodes = dict(re.findall(r"^(!\d+) = (?:distinct )?!\{(.*)\}$", ir, re.M))
    listed = re.search(r"^!spirv\.%s = !\{(.*)\}$" % kind, ir, re.M)
    rows = [nodes[name] for name in listed[1].split(", ")] if listed else []
    def value(word):
        if word.startswith('!"'):
            return re.sub(r"\\([0-9A-F]{2})", lambda match: chr(int(match[1], 16)), word[2:-1])
        return word if word.startswith("!") else int(word.split()[1]) % 2**32
    return [[value(word) for word in re.findall(r'!"[^"]*"|![0-9]+|i\d+ -?\d+', row)] for row in rows]
EOF2
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

answers 1 litmus race.spv 'r"\ace.spv' --groups 2 --suggest <<'EOF2'
first, second = a
assert first["file"] == "race.spv" and second["file"] == 'r"\\ace.spv'
assert first["grid"] == {"groups": [2, 1, 1], "local": [1, 1, 1], "subgroup": 64}
assert first["race"] is True and first["nothing"] is None and first["complete"] is True and first["suggestions"]
assert first["suggestions"] == second["suggestions"]
for s in first["suggestions"]:
    assert s["source"]["file"] == 'a "quoted" <b>\\.comp' and "OpAtomic" in s["instruction"] and s["line"] == 0
    assert s["message"].startswith("add ") and "(SPIR-V: %s) (race.spv, word %d)" % (s["message"], s["word"]) in text
    assert "note: %s (SPIR-V" % s["in_source"] in text and "\n+ %s\n" % s["after"] in text
assert {s["source"]["line"] for s in first["suggestions"]} == {12, 13}
EOF2
answers 0 litmus race.spv --suggest --groups 1 <<'EOF2'
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
assert one == {"file": "race.spv", "grid": {"groups": [1, 1, 1], "local": [1, 1, 1], "subgroup": 64}, "reading": "vulkan", "wrong": False, "why": None}
EOF2
# ---- litmus on machine code ----

programs=$tests/run/machine_model/programs
answers 0 litmus "$programs/message.s" --mcpu=gfx1100 --outcomes <<'EOF2'
[one] = a
assert one["processor"] == "gfx1100" and one["condition"] is True and one["fault"] is None and one["unsound"] is None
assert one["complete"] is True and one["deadlock"] is False and "%d states in %d searches" % (one["states"], one["searches"]) in text
assert {"P1:v3": 1, "P1:v4": 42, "x": 42, "f": 1} in one["outcomes"] and "%d outcomes" % len(one["outcomes"]) in text
EOF2
grep -v buffer_gl "$programs/message.s" >'m"\s.s'
answers 1 litmus 'm"\s.s' "$programs/message.s" --mcpu=gfx1100 <<'EOF2'
assert [one["condition"] for one in a] == [False, True] and a[0]["file"] == 'm"\\s.s'
assert "global_load_b32" in a[0]["execution"] and a[0]["outcomes"] == []
EOF2
answers 6 litmus "$programs/message.s" --mcpu=gfx1100 --states=3 <<'EOF2'
assert a[0]["condition"] == "unknown" and a[0]["complete"] is False
EOF2
printf '%s\n' '; @Memory: x' '; @Wave: P0 = p, group 0, s[0:1] = &x' p: 'global_load_b32 v1, v0, s[0:1]' \
    'v_add_nc_u32_e32 v2, v1, v1' s_endpgm >fault.s
answers 1 litmus fault.s --mcpu=gfx1100 <<'EOF2'
[one] = a
assert one["fault"]["line"] == 5 and "line 5: " + one["fault"]["message"] in text
EOF2

cp "$tests"/litmus/vulkan/barrier.litmus 'b"arrier.litmus'
answers 0 litmus 'b"arrier.litmus' --machine=gfx1100 --outcomes --show-ir <<'EOF2'
[one] = a
assert one["judgement"] == "sound" and one["loop_met_bound"] is False and one["unsound"] is None and one["outcomes"]
assert "sound on gfx1100" in text and one["file"] == 'b"arrier.litmus'
EOF2
answers 1 litmus race.spv --groups 2 --machine=gfx1100 <<'EOF2'
assert a == [{"file": "race.spv", "processor": "gfx1100", "judgement": "nothing is asked: data race", "why": None}]
EOF2
forgetful=$work/llc
printf '#!/bin/sh\nllc-22 "$@" | grep -v vscnt\n' >"$forgetful"
chmod +x "$forgetful"
answers 1 litmus "$tests/litmus/spirv/message-passing.spvasm" --machine=gfx1100 --llc="$forgetful" <<'EOF2'
[one] = a
assert one["judgement"] == "unsound" and one["processor"] == "gfx1100" and one["execution"] in text
assert ", ".join("%s = %d" % value for value in one["unsound"].items()) in text
EOF2
# ---- check ----

unpack_corpus
cp "$corpus/never-available-one-path.ll" 'p"a\th.ll'
answers 1 check 'p"a\th.ll' "$corpus/shape-pair.ll" "$corpus/av-value-no.ll" <<'EOF2'
path, right, wrong = a
assert path["file"] == 'p"a\\th.ll' and path["passed"] is True and right["passed"] is True and right["findings"] == []
assert wrong["passed"] is False and [(one["rule"], one["severity"], one["column"]) for one in wrong["findings"]] == [("av-value", "error", 3)]
[found] = path["findings"]
assert (found["rule"], found["severity"], found["line"], found["source"]) == ("never-available", "warning", 10, None)
assert [place["line"] for place in found["related"]] == [11, 18, 19, 23]
for one in [found] + found["related"] + wrong["findings"]:
    assert ":%d:%d: " % (one["line"], one["column"]) in text and one["message"] in text, one
EOF2
answers 0 check "$corpus/shape-pair.ll" <<'EOF2'
assert [one["findings"] for one in a] == [[]]
EOF2
printf 'define void @"a\\22\\0A\\1B[2J\\FF<b>"(ptr %%p) {\n  fence syncscope("x\\0A\\22") release\n  ret void\n}\n' >names.ll
printf 'define void @f() {\n  fence sideways\n}\n' >bad.ll
answers 3 check bad.ll names.ll <<'EOF2'
[one] = a # of what is no IR there is no answer
assert one["file"] == "names.ll" and "unknown-scope" in [found["rule"] for found in one["findings"]]
EOF2
status=0
"$spirv_mmra" check names.ll --json --diagnostics=sarif 2>/dev/null || status=$?
[ "$status" = 2 ] || fail "check --json with --diagnostics: status $status"
# a graph on standard output would stand between what is data
for form in --json --diagnostics=json; do
    status=0
    "$spirv_mmra" litmus race.spv --groups 2 --dot=- "$form" >said 2>&1 || status=$?
    { [ "$status" = 2 ] && grep -q 'name a file' said; } || fail "litmus --dot=- $form: status $status: $(head -3 said)"
done
# !dbg leads to the source
"$spirv_mmra" translate race.spv --no-check -o race.ll
sed -i 's/syncscope("agent")/syncscope("ag")/' race.ll
answers 1 check race.ll --llvm document <<'EOF2'
sources = [one["source"] for one in a[0]["findings"] if one["source"]]
assert sources and all(source["file"] == 'a "quoted" <b>\\.comp' and source["line"] in (11, 12, 13) for source in sources)
EOF2
"$spirv_mmra" check race.ll --llvm document --diagnostics=sarif >said.sarif 2>/dev/null || true
python3 - <<'EOF2' || fail "a log of IR with !dbg: $(cat said.sarif)"
import json
for result in json.load(open("said.sarif"))["runs"][0]["results"]:
    at, within = result["locations"][0]["physicalLocation"], result["relatedLocations"][-1]
    assert at["artifactLocation"]["uri"] == "a%20%22quoted%22%20%3Cb%3E%5C.comp" and at["region"]["startLine"] in (11, 12, 13), at
    assert result["analysisTarget"]["uri"] == "race.ll" == within["physicalLocation"]["artifactLocation"]["uri"], within
EOF2
# ---- translate ----

# everything that the metadata says, the answer says
cat >translated.py <<'EOF2'
from metadata import metadata
KEYS = ["direction", "position", "name", "member", "builtin", None, "component", "index", "type", "array_length", "vertices", "decorations",
        "used", "stream", "transform_buffer", "transform_offset", "transform_stride"]
def number(value):
    return 2**32 - 1 if value is None else value
def compare(answer):
    resources = [[one["function"], r["parameter"], r["kind"], r["set"], r["binding"], r["descriptor_count"], r["byte_size"]] +
                 ([r["input_attachment"]] if r["kind"] == "input_attachment" else [])
                 for one in answer["entry_points"] for r in one["resources"]]
    assert resources == metadata(answer["output"], "resources"), (resources, metadata(answer["output"], "resources"))
    values = []
    for one in answer["entry_points"]:
        for v in one["interface"]:
            row = [one["function"], v["direction"], number(v["position"]), v["name"], number(v["member"]), v["builtin"] or "location"]
            row += [None if v["builtin"] else v["location"], number(v["component"]), v["index"], v["type"], v["array_length"], v["vertices"]]
            row += [" ".join(v["decorations"]), int(v["used"]), v["stream"]]
            row += [number(v["transform_" + what]) for what in ("buffer", "offset", "stride")]
            row += [v["memory"][what] for what in ("address_space", "offset", "vertex_stride")] if v["memory"] else []
            values.append(row)
    said = metadata(answer["output"], "interface")
    for row, other in zip(values, said):
        row[6] = other[6] if row[6] is None else row[6] # the number of a built-in, which the answer names
    assert values == said, (values, said)
    return len(resources), len(values)
EOF2
cp "$tests"/lower/stages/{interpolation.frag,mesh.mesh,feedback.vert} .
for shader in interpolation.frag mesh.mesh feedback.vert; do
    glslangValidator -V --target-env vulkan1.3 "$shader" -o "s\"$shader.spv" >/dev/null
done
mkdir out
answers 0 translate race.spv 'r"\ace.spv' s*.spv -j 2 --out-dir out --abi=buffer --mcpu=gfx1100 <<'EOF2'
from translated import compare
race, again, *stages = a
assert race["file"] == "race.spv" and race["output"] == "out/race.ll" and again["file"] == 'r"\\ace.spv' and len(stages) == 3
assert race["entry_points"] == again["entry_points"] and race["findings"] == []
[main] = race["entry_points"]
assert (main["model"], main["name"], main["function"]) == ("GLCompute", "main", "main")
assert main["facts"]["workgroup_size"] == [1, 1, 1] and "writes_memory" in main["facts"]["does"] and stages[1]["entry_points"][0]["facts"]
assert {"mode": 17, "operands": [1, 1, 1]} in main["modes"] and len([r for r in main["resources"] if r["kind"] == "byte_size"]) == 3
assert [one["entry_points"][0]["model"] for one in stages] == ["Vertex", "Fragment", "MeshEXT"]
assert compare(race)[0] >= 6 and all(compare(one)[1] >= 3 for one in stages)
memory = [v for v in stages[2]["entry_points"][0]["interface"] if v["memory"]]
assert memory and any(v["location"] is None and v["builtin"] for v in memory)
ir = open(race["output"], "rb").read()
assert race["bytes"] == len(ir) and race["words"] * 4 == len(open("race.spv", "rb").read()) and race["memory_operations"] > 0
EOF2
spirv-dis --raw-id race.spv | sed 's/\(OpEntryPoint GLCompute %[a-z0-9_]*\) "main"/\1 "m<\\"é"/' >plain.spvasm
answers 0 translate plain.spvasm --no-validate -o plain.ll <<'EOF2'
[one] = a
assert one["output"] == "plain.ll" and one["entry_points"][0]["name"] == 'm<"é', one["entry_points"][0]["name"]
EOF2
# without a translation no answer, and the IR must go somewhere else
answers 2 translate missing.spv absent.spv --out-dir out <<'EOF2'
assert a == []
EOF2
for output in '' '-o -'; do
    status=0
    # shellcheck disable=SC2086 # words
    "$spirv_mmra" translate race.spv --json $output >said 2>messages || status=$?
    [ "$status" = 2 ] && [ ! -s said ] && grep -q -- '--out-dir' messages || fail "translate --json $output: status $status"
done
# ---- names in UTF-8, well-formed or not ----

odd=$'gr\xc3\xb6\xc3\x9fe \xf0\x9d\x95\x8f \xe2\x82 \xed\xa0\x80\xff \x01\x7f.spv'
spirv-dis race.spv >odd.spvasm
LC_ALL=C sed -i $'s/OpMemberName %Message 0 "payload"/OpMemberName %Message 0 "l\xc3\xa4nge\xe2\x82"/; s/a \\\\"quoted\\\\" <b>\\\\\\\\.comp/d\xc3\xa9j\xc3\xa0\xff.comp/' odd.spvasm
spirv-as --target-env vulkan1.2 --preserve-numeric-ids odd.spvasm -o "$odd"
"$spirv_mmra" litmus "$odd" --groups 2 --outcomes --json >said.json 2>/dev/null || true
"$spirv_mmra" litmus "$odd" --groups 2 --diagnostics=json >lines.json 2>/dev/null || true
"$spirv_mmra" litmus "$odd" --groups 2 --diagnostics=sarif >said.sarif 2>/dev/null || true
LC_ALL=C grep -q '[^ -~]' said.json lines.json said.sarif && fail "names in UTF-8: more than printable ASCII"
ODD=$odd python3 - <<'EOF2' || fail "names in UTF-8: $(cat said.json lines.json)"
import json, os
odd = os.environb[b"ODD"].decode("utf-8", "replace")
[one] = json.load(open("said.json"))
assert one["file"] == odd, one["file"]
assert one["findings"][0]["places"][0]["source"]["file"] == "d\u00e9j\u00e0\ufffd.comp", one["findings"]
assert any("l\u00e4nge\ufffd" in name for name in one["outcomes"][0]), one["outcomes"][0]
lines = [json.loads(line) for line in open("lines.json")]
assert {line["file"] for line in lines} == {odd} and "d\u00e9j\u00e0\ufffd.comp" in {line["source"]["file"] for line in lines}
assert json.load(open("said.sarif"))["runs"][0]["results"]
EOF2

finish "$asked answers as JSON"
