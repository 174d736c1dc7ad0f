# The page of `spirv-mmra report`: what stands in it (command/report.sh), and what a browser makes of it (command/report_browser.js, where NODE_PATH
# names puppeteer-core and axe-core). By hand, for want of a browser in CI.
flags=(-O1)

prepare() {
    [ -n "${NODE_PATH:-}" ] || { echo "NODE_PATH names no puppeteer-core: see command/report_browser.sh"; return 1; }
    mkdir -p "$work/built/bin" "$work/pictures"
}

tests_pass() {
    local page
    # the mistaken file may be one of the command's own objects: the first definition counts
    link "$work/built/bin/spirv-mmra" "$1" -Wl,--allow-multiple-definition $(command_objects) $(objects_of translator validate) -lSPIRV-Tools -lstdc++ || exit 1
    (cd "$tests" && SMMRA_BUILD=$work/built timeout 120 bash command/report.sh "$work") >"$work/said" 2>&1 || return 1
    for page in race chain hostile; do
        timeout 120 node "$tests/command/report_browser.js" "$work/$page.html" "$work/pictures" $page >"$work/said" 2>&1 || return 1
    done
}
