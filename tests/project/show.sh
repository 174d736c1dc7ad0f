#!/bin/bash
# samples/show.sh: a sample, the whole of its IR, shaders of one's own in each form, and what is no shader.
set -euo pipefail
. "$(dirname "$0")/common.sh"
export SMMRA_BUILD=$build
show=$root/samples/show.sh

"$show" spin-lock >"$work/shown"
"$show" --all spin-lock >"$work/all"
without_ids() { # another version of glslang numbers ids differently; samples/regenerate.sh --check looks at the numbers
    awk -f "$root/samples/without_ids.awk" "$1"
}
cmp -s <(without_ids "$work/all") <(without_ids "$root/samples/spin-lock.ll") || fail "--all: not the sample's IR as committed"
# What remains says who uses what: exchanged ids show, others do not.
printf '%%_4 = load %%_7\n_9:\n' >"$work/numbered"
printf '%%_5 = load %%_8\n_3:\n' | awk -f "$root/samples/without_ids.awk" | cmp -s - <(without_ids "$work/numbered") || fail "ids are compared"
for other in '%%_4 = load %%_4\n_9:\n' '%%_4 = load %%_7\n_7:\n' '%%_4 = load %%7\n_9:\n'; do
    # shellcheck disable=SC2059
    printf "$other" | awk -f "$root/samples/without_ids.awk" | cmp -s - <(without_ids "$work/numbered") && fail "uses are not compared: $other"
done
grep -q '^declare\|^attributes\|^target' "$work/shown" && fail "it prints what is of no interest"
grep '^define' "$work/all" | diff - <(grep '^define' "$work/shown") >/dev/null || fail "it leaves out functions"
while read -r number; do # an annotation, and what it is made of
    grep -q "^$number = " "$work/shown" || fail "$number is used and not shown"
done < <(grep -oE '!mmra ![0-9]+' "$work/shown" | cut -d' ' -f2; grep -E '^![0-9]+ = ' "$work/shown" | cut -d= -f2 | grep -oE '![0-9]+')

cp "$root/samples/spin-lock.comp" "$work/mine.comp"
glslangValidator -V --target-env vulkan1.3 "$work/mine.comp" -o "$work/words.spv" >/dev/null
spirv-dis "$work/words.spv" -o "$work/text.spvasm"
printf 'RWStructuredBuffer<uint> b;\n[numthreads(1, 1, 1)] void main() { b[0] = 1; }\n' >"$work/high.hlsl"
for file in mine.comp words.spv; do
    "$show" "$work/$file" | cmp -s - "$work/shown" || fail "$file: not what the sample becomes"
done
"$show" "$work/text.spvasm" >"$work/text" && grep -q '^define amdgpu_kernel' "$work/text" || fail "text.spvasm: nothing is shown"
"$show" "$work/high.hlsl" >"$work/high" && grep -q 'store i32 1' "$work/high" || fail "high.hlsl: nothing is shown"
"$show" no-such-sample 2>"$work/said" && fail "no-such-sample: exit status 0"
grep -q spin-lock "$work/said" || fail "no-such-sample: the samples are not named"
echo 'void main() {' >"$work/bad.comp"
"$show" "$work/bad.comp" 2>"$work/said" && fail "bad.comp: exit status 0"
grep -qi error "$work/said" || fail "bad.comp: the compiler's message is lost"

# ---- without a build tree: what is there needs no packages, what it does is said, and what is missing is installed ----
mkdir -p "$work/tree/tests" "$work/stubs"
cp -r "$root/samples" "$work/tree/samples"
unset SMMRA_BUILD
export MADE=$build/bin/spirv-mmra TREE=$work/tree
cat >"$work/stubs/cmake" <<'END'
#!/bin/sh
[ ! -e "$TREE/incomplete" ] || exit 1
[ "$1" != --build ] || { mkdir -p "$TREE/build/show/bin" && cp "$MADE" "$TREE/build/show/bin/"; }
END
printf '#!/bin/sh\necho "$@" >>"$TREE/asked"\nrm -f "$TREE/incomplete"\n' >"$TREE/tests/packages.sh"
chmod +x "$work/stubs/cmake" "$TREE/tests/packages.sh"
PATH=$work/stubs:$PATH "$TREE/samples/show.sh" spin-lock >"$work/again" 2>"$work/said" || fail "a bare tree: $(cat "$work/said")"
cmp -s "$work/again" "$work/shown" || fail "a bare tree: not the sample"
[ ! -e "$TREE/asked" ] || fail "packages are asked for where nothing is missing"
for step in configuring building compiling translating; do
    grep -q "^show.sh: $step" "$work/said" || fail "it does not say that it is $step: $(cat "$work/said")"
done
touch "$TREE/incomplete"
PATH=$work/stubs:$PATH "$TREE/samples/show.sh" spin-lock >"$work/again" 2>"$work/said" || fail "a library is missing: $(cat "$work/said")"
{ [ "$(cat "$TREE/asked")" = build ] && grep -q '^show.sh: installing' "$work/said"; } || fail "what is missing is not installed: $(cat "$work/said")"
finish "show.sh"
