#!/bin/bash
# The tests of docs/guide/lit.md run in LLVM's lit as they stand there, and one fails whose IR has a fault. Set SMMRA_BUILD.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
lit=$(command -v lit-22 || command -v lit || true)
if [ -z "$lit" ]; then
    finish "left out: no lit"
    exit
fi
mkdir "$work/bin" "$work/tests"
ln -s "$(realpath "$spirv_mmra")" "$work/bin/spirv-mmra"
for tool in opt FileCheck not; do
    ln -s "$(command -v "$tool-22")" "$work/bin/$tool"
done
cd "$work/tests"
awk '/^```/ { on = $0 != "```"; if (on) n++; next } on { print > ("block" n) }' "$root/docs/guide/lit.md"
mv block1 right.ll
mv block2 found.ll
mv block3 lit.local.cfg
sed 's/| not spirv-mmra check - .*/| spirv-mmra check -/' found.ll >wrong.ll
sed 's/^; RUN: .*/; REQUIRES: spirv-mmra\n&/' right.ll >required.ll
sed 's/^; RUN: .*/; REQUIRES: another-tool\n&/' wrong.ll >elsewhere.ll
cat >lit.cfg.py <<'END'
import lit.formats
config.name = "mmra"
config.test_format = lit.formats.ShTest()
config.suffixes = [".ll"]
END
cp lit.cfg.py ../lit.cfg.py
PATH=$work/bin:$PATH "$lit" -v . >../said 2>&1 && fail "lit passes a test whose IR has a fault: $(cat ../said)"
for expected in 'PASS: mmra :: found.ll' 'PASS: mmra :: required.ll' 'PASS: mmra :: right.ll' 'FAIL: mmra :: wrong.ll' \
    'UNSUPPORTED: mmra :: elsewhere.ll'; do
    grep -q "^$expected" ../said || fail "lit does not say '$expected': $(cat ../said)"
done
grep -q 'error: .* \[private-synchronization\]' ../said || fail "the failing test does not show the finding"
finish "the tests of docs/guide/lit.md run"
