#!/bin/bash
# The playground in a browser: the folder build/web/site, which web/build.sh makes, through a file server on this machine, in Debian's chromium. Every
# example must give its verdict, hostile input must stand there as text, and nothing may scroll sideways on a telephone. Exit status 77 where
# something is missing.
#
#   web/test.sh [PICTURES]    PICTURES: a folder for pictures of the page
#
# puppeteer-core and axe-core come from npm, into build/web, unless NODE_PATH names a folder that has them.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build/web
skip() {
    echo "SKIPPED: $1" >&2
    exit 77
}
[ -f "$build/site/index.html" ] || skip "the playground is not built: web/build.sh, which needs emscripten, was not run"
command -v chromium >/dev/null || skip "chromium is not installed"
command -v node >/dev/null || skip "node is not installed"
export NODE_PATH=${NODE_PATH:-$build/node_modules}
has_tools() { node -e 'require.resolve("puppeteer-core"); require.resolve("axe-core")' 2>/dev/null; }
has_tools || npm install --silent --no-save --prefix "$build" puppeteer-core axe-core >/dev/null 2>&1 || true
has_tools || skip "puppeteer-core and axe-core cannot be had from npm"
exec node "$root/web/test.js" "$build/site" "$@"
