#!/bin/bash
# spirv-mmra report: what stands in a page, partners across source, SPIR-V, IR and machine code; hostile names do not become markup. Run in tests/,
# with SMMRA_BUILD set. (What a browser makes of it: report_browser.sh, by hand.)
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"
cp "$tests"/litmus/planted/narrow-scope.comp .
glslangValidator -V --target-env vulkan1.2 -gVS narrow-scope.comp -o narrow-scope.spv >/dev/null
"$spirv_mmra" report narrow-scope.spv --groups 2 -o page.html
cat >read.py <<'EOF'
import html.parser, json, sys
class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.data, self.inside = [], "", False
    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.inside = dict(attributes).get("id") == "data"
    def handle_endtag(self, tag):
        self.inside = False
    def handle_data(self, data):
        self.data += data if self.inside else ""
def read(path):
    page = Page()
    page.feed(open(path, encoding="ascii").read())
    # nothing but what the page itself has
    assert page.tags.count("script") == 2 and not {"img", "a", "link", "iframe"} & set(page.tags), page.tags
    return json.loads(page.data)
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
assert litmus["repair"][0]["message"] == "scope Device instead of Workgroup" and litmus["repair"][0]["line"] == 12
assert data["machine"]["totals"][0][0] == "wait"
EOF
# without compilers the page has the rest
"$spirv_mmra" report narrow-scope.spv --llc /nonexistent/llc -o page.html
python3 -c 'from read import read; data = read("page.html"); assert not data["machine"]["lines"] and data["machine"]["missing"] and data["ir"]' ||
    fail "without llc"
# hostile names and sources
cat >'<script>alert(1)<script>.comp' <<'EOF'
#version 450
// </script><script>alert(2)</script><img src=x onerror=alert(3)> DATA STYLE SCRIPT
layout(set = 0, binding = 0) buffer B { uint b; };
void main() { b = gl_WorkGroupID.x; } // MARK
EOF
glslangValidator -V --target-env vulkan1.2 -gVS '<script>alert(1)<script>.comp' -o plain.spv >/dev/null
spirv-dis plain.spv | LC_ALL=C sed 's/MARK/größer 𝕏, cut: \xe2\x82, turned: \xe2\x80\xae/; s/OpName %B "B"/OpName %B "<\/script><script>alert(4)<\/script>\&"/; s/OpMemberName %B 0 "b"/OpMemberName %B 0 "\\"><img src=x onerror=alert(5)>"/' |
    spirv-as --target-env vulkan1.2 --preserve-numeric-ids - -o '<script>hostile.spv'
"$spirv_mmra" report '<script>hostile.spv' --groups 2 -o page.html
python3 - <<'EOF' || fail "hostile names"
from read import read
data = read("page.html")
assert data["sources"][0]["lines"][3][1].endswith("// größer 𝕏, cut: \ufffd\ufffd, turned: \ufffd"), data["sources"][0]["lines"][3]
assert "</script>" in data["sources"][0]["lines"][1][1] and any("alert(4)" in text for _, text in data["spirv"])
assert any("<img" in place["message"] or "alert(4)" in place["message"] for finding in data["litmus"]["findings"] for place in finding["places"])
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
expect_status 3 "$spirv_mmra" report narrow-scope.comp -o page.html
finish "report: all as expected"
