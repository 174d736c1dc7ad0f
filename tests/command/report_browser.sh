#!/bin/bash
# report_browser.sh FOLDER [MODULE.spv...]: pages of `spirv-mmra report` in a browser, by hand: Debian's chromium, and puppeteer-core and axe-core from
# npm, which NODE_PATH names. Pictures and PDFs of each page go to FOLDER. Without modules: a race, hostile names, all samples, and a module of 500 KB.
set -euo pipefail
folder=$(realpath "$1")
shift
. "$(dirname "$0")/../project/common.sh"
cd "$work"
show() { # MODULE race|chain|'' OPTION...
    local name
    name=$(basename "$1" .spv)
    "$spirv_mmra" report "$1" -o "$name.html" "${@:3}"
    node "$tests/command/report_browser.js" "$name.html" "$folder" "$2" || fail "$name"
}
if [ $# -gt 0 ]; then
    for module in "$@"; do show "$module" ''; done
    finish "$# pages"
    exit
fi
cp "$tests"/litmus/planted/narrow-scope.comp .
glslangValidator -V --target-env vulkan1.2 -gVS narrow-scope.comp -o narrow-scope.spv >/dev/null
show narrow-scope.spv race --groups 2
glslangValidator -V --target-env vulkan1.3 -g "$root"/samples/message-passing-semantics.comp -o passing.spv >/dev/null
show passing.spv chain --groups 2
cat >'<script>alert(1)<script>.comp' <<'EOF'
#version 450
// </script><script>alert(2)</script><img src=x onerror=alert(3)>
layout(set = 0, binding = 0) buffer B { uint b; };
void main() { b = gl_WorkGroupID.x; }
EOF
glslangValidator -V --target-env vulkan1.2 -gVS '<script>alert(1)<script>.comp' -o hostile.spv >/dev/null
spirv-dis hostile.spv | sed 's/OpName %b "b"/OpName %b "<\/script><script>alert(4)<\/script>"/; s/OpMemberName %B 0 "b"/OpMemberName %B 0 "\\"><img src=x onerror=alert(5)>"/' |
    spirv-as --target-env vulkan1.2 --preserve-numeric-ids - -o hostile.spv
show hostile.spv '' --groups 2
for sample in "$root"/samples/*.comp; do
    name=$(basename "$sample" .comp)
    glslangValidator -V --target-env vulkan1.3 -g "$sample" -o "$name.spv" >/dev/null
    show "$name.spv" '' --timeout 2
done
{
    printf '#version 450\nlayout(set = 0, binding = 0) buffer B { uint b[]; };\nvoid main() {\n'
    for i in $(seq 2600); do printf '    b[%d] = b[%d] * %du + b[%d];\n' "$i" $((i * 7)) $((i * 3)) $((i + 5)); done
    printf '}\n'
} >large.comp
glslangValidator -V --target-env vulkan1.2 -g large.comp -o large.spv >/dev/null
ls -l large.spv
show large.spv '' --timeout 2
finish "pages"
