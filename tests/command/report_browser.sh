#!/bin/bash
# report_browser.sh FOLDER [MODULE.spv...]: pages of `spirv-mmra report` in a browser, by hand: Debian's chromium, and puppeteer-core and axe-core from
# npm, which NODE_PATH names. Pictures and PDFs of each page go to FOLDER. Without modules: a race, hostile names, all samples, and a module of 500 KB.
set -euo pipefail
folder=$(realpath "$1")
shift
. "$(dirname "$0")/../project/common.sh"
cd "$work"
look() { # PAGE race|chain|hostile|''
    node "$tests/command/report_browser.js" "$1.html" "$folder" "$2" || fail "$1"
}
show() { # MODULE OPTION...
    local name
    name=$(basename "$1" .spv)
    "$spirv_mmra" report "$1" -o "$name.html" "${@:2}" || [ $? = 1 ]
    look "$name" ''
}
if [ $# -gt 0 ]; then
    for module in "$@"; do show "$module"; done
    finish "$# pages"
    exit
fi
(cd "$tests" && bash command/report.sh "$work") || fail "the pages"
for page in race chain hostile; do look "$page" "$page"; done
for sample in "$root"/samples/*.comp; do
    name=$(basename "$sample" .comp)
    glslangValidator -V --target-env vulkan1.3 -g "$sample" -o "$name.spv" >/dev/null
    show "$name.spv" --timeout 2
done
{
    printf '#version 450\nlayout(set = 0, binding = 0) buffer B { uint b[]; };\nvoid main() {\n'
    for i in $(seq 2600); do printf '    b[%d] = b[%d] * %du + b[%d];\n' "$i" $((i * 7)) $((i * 3)) $((i + 5)); done
    printf '}\n'
} >large.comp
glslangValidator -V --target-env vulkan1.2 -g large.comp -o large.spv >/dev/null
ls -l large.spv
show large.spv --timeout 2
finish "pages"
