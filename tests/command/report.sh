#!/bin/bash
# report.sh [FOLDER]: spirv-mmra report: what stands in a page, partners across source, SPIR-V, IR and machine code; hostile names do not become
# markup. Run in tests/, with SMMRA_BUILD set. (What a browser makes of it: report_browser.sh, by hand, of the pages that FOLDER keeps: race.html,
# chain.html and hostile.html.)
set -euo pipefail
folder=${1:+$(realpath "$1")}
. "$(dirname "$0")/../project/common.sh"
cd "$work"
keep() { # NAME: the page that was written last
    if [ -n "$folder" ]; then cp page.html "$folder/$1.html"; fi
}
pages() { # COMMAND...: it writes a page, whatever is found; what is said of that is of no interest here
    local status=0
    "$@" 2>said || status=$?
    case $status in 0 | 1 | 6) ;; *) fail "$*: status $status: $(cat said)" ;; esac
}
cp "$tests"/litmus/planted/narrow-scope.comp .
glslangValidator -V --target-env vulkan1.2 -gVS narrow-scope.comp -o narrow-scope.spv >/dev/null
pages "$spirv_mmra" report narrow-scope.spv --groups 2 -o page.html
keep race
cat >read.py <<'EOF'
import base64, hashlib, html.parser, json, re, sys
class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.texts, self.inside, self.policy = [], {"data": "", "script": "", "style": ""}, None, None
    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.inside = dict(attributes).get("id", tag) if tag in ("script", "style") else None
        self.policy = dict(attributes)["content"] if ("http-equiv", "Content-Security-Policy") in attributes else self.policy
    def handle_endtag(self, tag):
        self.inside = None
    def handle_data(self, data):
        if self.inside:
            self.texts[self.inside] += data
def read(path):
    page = Page()
    page.feed(open(path, encoding="ascii").read())
    # nothing but what the page itself has
    assert page.tags.count("script") == 2 and not {"img", "a", "link", "iframe"} & set(page.tags), page.tags
    # a browser runs its script and takes its style alone
    for name in "script", "style":
        digest = base64.b64encode(hashlib.sha256(page.texts[name].encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}';" in page.policy, (name, digest, page.policy)
    assert "default-src 'none';" in page.policy and "unsafe" not in page.policy, page.policy
    # and its script makes no markup of text
    markup = r"\w+HTML\b|\bdocument\.write|\bDOMParser|\w+ContextualFragment|\bsrcdoc|\beval\b|\bFunction\b"
    assert "textContent" in page.texts["script"] and not re.findall(markup, page.texts["script"]), "markup is made of text"
    return json.loads(page.texts["data"])
EOF
python3 - <<'EOF' || fail "the page of a race"
from read import read
data = read("page.html")
assert data["sources"][0]["lines"][11][1].strip().startswith("atomicStore(ready")
word = next(word for word, text in data["spirv"] if "OpAtomicStore" in text)
assert any(word == w and "store atomic" in text for w, text in data["ir"])
assert any(word == w and "release with MakeAvailable" in text for w, text in data["ir"])
load = next(word for word, text in data["spirv"] if "OpAtomicLoad" in text)
assert any(load == line[0] for line in data["machine"]["lines"]), data["machine"]["missing"]
place = [p for p in data["places"] if p[0] <= word][-1]
assert place[2] == 12, place
litmus = data["litmus"]
assert litmus["verdict"] == "data race" and "2x1x1 workgroups" in litmus["grid"]
assert litmus["findings"][0]["places"][0]["line"] == 12 and "digraph" in litmus["findings"][0]["graph"]
assert "(SPIR-V: scope Device instead of Workgroup)" in litmus["repair"][0]["message"] and litmus["repair"][0]["line"] == 12
assert data["machine"]["totals"][0][0] == "wait"
# the race is red in the picture, its accesses alone; what happens before each event is said
graph = litmus["findings"][0]["graph"].split("\n")
red = [line for line in graph if "color=red" in line]
assert len(red) == 2 and all("ready" in line for line in red), red
assert any(line.startswith("  // before e") for line in graph)
EOF

# Without a fault: an execution in which the payload comes from one invocation to the other, and how.
glslangValidator -V --target-env vulkan1.3 -g "$root/samples/message-passing-semantics.comp" -o passing.spv >/dev/null
pages "$spirv_mmra" report passing.spv --groups 2 -o page.html
keep chain
python3 - <<'EOF' || fail "the page of a message"
import re
from read import read
litmus = read("page.html")["litmus"]
assert litmus["verdict"] == "no data race" and not litmus["findings"] and not litmus["repair"]
graph = litmus["example"]
label = dict(re.findall(r'^    e(\d+) \[label="((?:[^"\\]|\\.)*)"\];$', graph, re.M))
chains = re.findall(r"^  // chain e(\d+) av e(\d+) hb e(\d+) vis e(\d+)$", graph, re.M)
assert chains, graph
for write, release, acquire, access in chains:
    assert "writes payload" in label[write] and "OpAtomicStore" in label[release], label
    assert "OpAtomicLoad" in label[acquire] and "reads payload" in label[access], label
    for a, b, kind in ((write, release, "av"), (release, acquire, "sw"), (acquire, access, "vis")):
        assert f'  e{a} -> e{b} [label="{kind}"' in graph, (a, b, kind)
    before = re.search(rf"^  // before e{access}:(.*)$", graph, re.M)[1].split()
    assert {f"e{write}", f"e{release}", f"e{acquire}"} <= set(before), before
EOF

# The executions of so large a grid are not explored. The page says what race says of several orders, of which the first has no race.
cat >orders.comp <<'EOF'
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer B { uint flag, data; };
void main() {
    if (gl_GlobalInvocationID == uvec3(0)) {
        data = 1u;
        atomicExchange(flag, 1u);
    }
    if (gl_GlobalInvocationID == uvec3(1, 0, 0) && atomicOr(flag, 0u) == SEES)
        data = 2u;
}
EOF
for sees in 0u 2u; do
    glslangValidator -V --target-env vulkan1.3 -g -DSEES=$sees -o orders.spv orders.comp >/dev/null
    pages "$spirv_mmra" report orders.spv --groups 33,33 -o orders.html
    says=$("$spirv_mmra" race orders.spv --groups 33,33 | sed -n '1s/^orders.spv: //p') || true
    python3 - "$says" $sees <<'EOF' || fail "the orders of the page, where the second sees $sees: $says"
import sys
from read import read
litmus = read("orders.html")["litmus"]
wanted = "data race" if sys.argv[2] == "0u" else sys.argv[1]
assert litmus["unexplored"] and litmus["verdict"] == sys.argv[1] == wanted and wanted != "no data race on this run", litmus["verdict"]
EOF
done

# A release that names another storage class synchronizes, and orders nothing: its arrow is another one.
sed 's/gl_StorageSemanticsBuffer/gl_StorageSemanticsShared/' "$root/samples/message-passing-semantics.comp" >idle.comp
glslangValidator -V --target-env vulkan1.3 -g idle.comp -o idle.spv >/dev/null
pages "$spirv_mmra" report idle.spv --groups 2 -o idle.html
python3 - <<'EOF' || fail "the arrow of a release that orders nothing"
import re
from read import read
arrows = lambda graph: re.findall(r'\[label="sw"([^]]*)\]', graph)
idle = read("idle.html")["litmus"]
assert idle["verdict"] == "data race", idle["verdict"]
assert arrows(idle["findings"][0]["graph"]) and all("style=dashed" in arrow for arrow in arrows(idle["findings"][0]["graph"]))
passing = arrows(read("page.html")["litmus"]["example"])
assert passing and not any("dashed" in arrow for arrow in passing), passing
EOF

# A repair as a change of the source is one: with it, there is no race.
repaired=0
repair() { # SHADER OPTION...
    glslangValidator -V --target-env vulkan1.3 -g "$1" -o broken.spv >/dev/null
    pages "$spirv_mmra" report broken.spv "${@:2}" -o page.html
    python3 - "$1" <<'EOF' || fail "$1: no repair that is a change of its source"
import sys
from read import read
litmus = read("page.html")["litmus"]
lines = open(sys.argv[1]).read().split("\n")
assert litmus["verdict"] == "data race" and litmus["repair"]
last = {change["line"]: change for change in litmus["repair"]}
assert all(change["after"] for change in litmus["repair"]), litmus["repair"]
for line, change in last.items():
    assert lines[line - 1] == change["before"] != change["after"], change
    # what orders nothing gives way to what orders
    assert "Relaxed |" not in change["after"] and "None |" not in change["after"], change
    lines[line - 1] = change["after"]
open("repaired.comp", "w").write("\n".join(lines))
EOF
    glslangValidator -V --target-env vulkan1.3 -g repaired.comp -o repaired.spv >said || fail "$1: $(cat said)"
    "$spirv_mmra" litmus repaired.spv "${@:2}" >said 2>&1 || fail "$1: not repaired: $(cat said)"
    repaired=$((repaired + 1))
}
# without compilers the page has the rest
pages "$spirv_mmra" report narrow-scope.spv --llc /nonexistent/llc -o page.html
python3 -c 'from read import read; data = read("page.html"); assert not data["machine"]["lines"] and data["machine"]["missing"] and data["ir"]' ||
    fail "without llc"
for shader in narrow-scope narrow-barrier not-visible relaxed-flag other-storage; do
    read -ra grid < <(sed -n 's|^// \(--.*\)|\1|p' "$tests/litmus/planted/$shader.comp")
    repair "$tests/litmus/planted/$shader.comp" "${grid[@]}"
done
# two repairs of one line: the second changes what the first made of it
planted=$tests/litmus/planted/narrow-scope.comp
sed 's/gl_ScopeWorkgroup, gl_StorageSemanticsBuffer, gl_SemanticsRelease | gl_SemanticsMakeAvailable/gl_ScopeWorkgroup, 0, 0/' "$planted" >two-repairs.comp
repair two-repairs.comp --groups 2
# an exchange that acquires, and must release too
sed 's/atomicStore(\(.*\)Workgroup, \(.*\)Release | .*);/atomicExchange(\1Device, \2Acquire | gl_SemanticsMakeVisible);/' "$planted" >half.comp
repair half.comp --groups 2
python3 -c 'from read import read; [change] = read("page.html")["litmus"]["repair"]; assert "gl_SemanticsAcquireRelease |" in change["after"], change' ||
    fail "a half of semantics more"
# of two calls in a line the one that the instruction comes from changes
sed 's/uint ready;/uint other, ready;/; s/atomicStore(ready, .*/atomicStore(other, 1u, gl_ScopeWorkgroup, 0, 0); &/' "$planted" >two-calls.comp
glslangValidator -V --target-env vulkan1.3 -g two-calls.comp -o two-calls.spv >/dev/null
repair two-calls.comp --groups 2
python3 -c 'from read import read; [change] = read("page.html")["litmus"]["repair"]; assert "other, 1u, gl_ScopeWorkgroup, 0, 0" in change["after"], change' ||
    fail "a line of two calls"
# and none if there are fewer instructions: one of the calls is in no code
sed 's/atomicStore(other, .*0, 0);/if (false) &/' two-calls.comp >dead-call.comp
glslangValidator -V --target-env vulkan1.3 -g dead-call.comp -o dead-call.spv >/dev/null
spirv-opt --eliminate-dead-branches dead-call.spv -o dead-call.spv
pages "$spirv_mmra" report dead-call.spv --groups 2 -o page.html
python3 -c 'from read import read; [change] = read("page.html")["litmus"]["repair"]; assert change["line"] == 12 and not change["after"], change' ||
    fail "a line of two calls, of which one is left"
# of two workgroups that nobody chose nothing is repaired, but of one
cat >exchange.comp <<'EOF'
#version 450
layout(local_size_x = 2) in;
layout(binding = 0) buffer B { uint b[2]; };
layout(binding = 1) buffer R { uint r[2]; };
void main() {
    b[gl_LocalInvocationIndex] = 1u;
    barrier();
    r[gl_LocalInvocationIndex] = b[1u - gl_LocalInvocationIndex];
}
EOF
glslangValidator -V --target-env vulkan1.3 -g exchange.comp -o exchange.spv >/dev/null
pages "$spirv_mmra" report exchange.spv -o page.html
python3 -c 'from read import read; found = read("page.html")["litmus"]; assert found["grid"].startswith("2x") and found["repair"] and found["repairIsOfOne"], found' ||
    fail "the repair of one workgroup"
pages "$spirv_mmra" report exchange.spv --groups 2 -o page.html
python3 -c 'from read import read; found = read("page.html")["litmus"]; assert not found["repair"] and not found.get("repairIsOfOne"), found' ||
    fail "a repair of two workgroups"
# A call over several lines: glslang names the last of them. What is in comments opens no call.
sed 's/atomicStore(ready, 1u, /atomicStore(ready, \/* ( *\/\n1u, \/\/ (\n/' "$planted" >several-lines.comp
glslangValidator -V --target-env vulkan1.2 -gVS several-lines.comp -o several-lines.spv >/dev/null
pages "$spirv_mmra" report several-lines.spv --groups 2 -o page.html
python3 - <<'EOF' || fail "a call over several lines"
from read import read
data = read("page.html")
assert data["sources"][0]["calls"] == [[12, 14]], data["sources"][0]["calls"]
assert data["litmus"]["findings"][0]["places"][0]["line"] == 14, data["litmus"]["findings"][0]["places"]
EOF
# hostile names and sources
cat >'<script>alert(1)<script>.comp' <<'EOF'
#version 450
// </script><script>alert(2)</script><img src=x onerror=alert(3)> DATA STYLE SCRIPT
layout(set = 0, binding = 0) buffer B { uint b; };
void main() { b = gl_WorkGroupID.x; } // MARK
EOF
glslangValidator -V --target-env vulkan1.2 -gVS '<script>alert(1)<script>.comp' -o plain.spv >/dev/null
spirv-dis plain.spv | LC_ALL=C sed 's/MARK/größer 𝕏, cut: \xe2\x82, turned: \xe2\x80\xae, unseen: \xc2\xad \xe1\xa0\x8e \xe3\x85\xa4 \xef\xbf\xb9 \xf3\xa0\x81\x81 \x1b \x7f/; s/OpName %B "B"/OpName %B "<\/script><script>alert(4)<\/script>\&"/; s/OpMemberName %B 0 "b"/OpMemberName %B 0 "\\"><img src=x onerror=alert(5)>"/' |
    spirv-as --target-env vulkan1.2 --preserve-numeric-ids - -o '<script>hostile.spv'
pages "$spirv_mmra" report '<script>hostile.spv' --groups 2 -o page.html
keep hostile
python3 - <<'EOF' || fail "hostile names"
import re
from read import read
data = read("page.html")
assert data["sources"][0]["lines"][3][1].endswith("// größer 𝕏, cut: \ufffd, turned: [U+202E], "
    "unseen: [U+00AD] [U+180E] [U+3164] [U+FFF9] [U+E0041] [U+001B] [U+007F]"), data["sources"][0]["lines"][3]
assert "</script>" in data["sources"][0]["lines"][1][1] and any("alert(4)" in text for _, text in data["spirv"])
assert any("<img" in place["message"] or "alert(4)" in place["message"] for finding in data["litmus"]["findings"] for place in finding["places"])
# a quote in a name does not end the label of an event
events = [line for line in data["litmus"]["findings"][0]["graph"].split("\n") if line.startswith("    e")]
assert len(events) == 3 and all(re.fullmatch(r' +e\d \[label="([^"\\]|\\.)*<img([^"\\]|\\.)*"( color=red penwidth=2)?\];', line) for line in events), events
EOF
expect_status() { # STATUS COMMAND...
    local wanted=$1 status=0
    shift
    "$@" >/dev/null 2>&1 || status=$?
    [ "$status" = "$wanted" ] || fail "$*: status $status"
}
expect_status 2 "$spirv_mmra" report narrow-scope.spv
expect_status 2 "$spirv_mmra" report narrow-scope.spv plain.spv -o page.html
expect_status 2 "$spirv_mmra" report missing.spv -o page.html
cp narrow-scope.comp narrow-scope.text # its name says no kind
expect_status 3 "$spirv_mmra" report narrow-scope.text -o page.html
finish "report: all as expected, $repaired repairs of a source"
