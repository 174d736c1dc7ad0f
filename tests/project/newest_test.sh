#!/bin/bash
# The newest LLVM is there, with which tests of translations and passes run besides; tests/run.sh has tests/project/newest.sh make it.
set -euo pipefail
. "$(dirname "$0")/common.sh"
if ! command -v llc-23 >/dev/null; then
    echo "left out: LLVM 23, beside LLVM 22 in the tests backend, passes, isa, shaders.accepted and machine_model: tests/project/newest.sh makes it"
    exit
fi
for tool in llc opt llvm-as llvm-link; do
    "$tool-23" --version 2>&1 | grep 'LLVM version 23\.' >/dev/null || fail "$tool-23 is not LLVM 23's"
done
if ! command -v newest-spirv-as >/dev/null; then
    echo "left out: the newest SPIRV-Tools and glslang: tests/project/newest.sh makes them"
    finish "LLVM 23 is there"
    exit
fi
for tool in newest-spirv-{as,val,dis,opt}; do
    "$tool" --version 2>&1 | grep 'SPIRV-Tools v20\(2[6-9]\|[3-9]\)' >/dev/null || fail "$tool is none of 2026 or later"
done
newest-glslangValidator --version | grep '^Glslang Version: [0-9]*:1[6-9]\.' >/dev/null || fail "newest-glslangValidator is none of version 16 or later"
command -v newest-lavapipe >/dev/null || echo "left out: the newest lavapipe, which shaders.newest asks: tests/project/newest.sh makes it"
# What it makes lies in its checkout; of what is there it needs neither the network nor packages.
mkdir -p "$work/tests/project"
cp "$tests/project/newest.sh" "$work/tests/project"
tree=$root/build/newest/tree
if [ -d "$tree" ]; then
    programs=$(PATH=/usr/bin:/bin SMMRA_NEWEST=$tree "$work/tests/project/newest.sh") || fail "a tree that is there"
    "$programs/opt-23" --version >/dev/null || fail "its opt does not run"
fi
status=0
PATH=/usr/bin:/bin SMMRA_NEWEST=$work/nothing "$work/tests/project/newest.sh" >"$work/said" 2>&1 || status=$?
[ "$status" = 1 ] && grep -q "no LLVM 23: neither installed, nor in $work/nothing" "$work/said" || fail "no tree: status $status: $(cat "$work/said")"
finish "LLVM 23 is there"
