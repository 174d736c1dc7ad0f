#!/bin/bash
# `convergent` stands on the declarations and calls of what LLVM itself says is convergent (barriers, subgroup operations), on
# every function from which one is reachable, and on the calls of such functions; and nowhere else (mapping.md 8).
set -euo pipefail
. "$(dirname "$0")/../../project/common.sh"

mkdir "$work/out"
"$spirv_mmra" --llvm 22 --out-dir "$work/out" "$shaders"/*.spv || fail "translation"
# LLVM gives the declarations of intrinsics the attributes that they have.
sed -nE 's/^(declare [^#]*) #[0-9]+$/\1/p' "$work"/out/*.ll | sort -u >"$work/intrinsics.ll"
opt-22 -S -passes=verify "$work/intrinsics.ll" -o "$work/attributes.ll"
awk '/^attributes #/ { if (/[{ ]convergent[ }]/) has[$2] = 1 }
    /^declare / { match($0, /@[A-Za-z0-9_.$-]+/); group[substr($0, RSTART, RLENGTH)] = $NF }
    END { for (name in group) if (group[name] in has) print name }' "$work/attributes.ll" | sort >"$work/convergent"
grep -qx '@llvm.amdgcn.s.barrier' "$work/convergent" || fail "LLVM says that a barrier is not convergent"

convergent=0
for file in "$work"/out/*.ll; do
    # One pass: who calls whom, which groups hold `convergent`, which function and call has which group.
    if ! found=$(awk '
        function name_of(line) { match(line, /@("[^"]*"|[A-Za-z0-9_.$-]+)\(/); return substr(line, RSTART, RLENGTH - 1) }
        function groups_of(line, list, n, i, any) { # the attribute groups of a line: " #1"
            n = split(line, list, /[ ,()]+/); any = ""
            for (i = 1; i <= n; i++) if (list[i] ~ /^#[0-9]+$/) any = any list[i] " "
            return any
        }
        FNR == NR { known[$1] = 1; next }
        /^attributes #/ { if (/[{ ]convergent[ }]/) has[$2] = 1 }
        /^(define|declare) / { current = name_of($0); group[current] = groups_of($0); functions[++count] = current }
        /^declare / && known[current] { reaches[current] = 1 }
        /^  .*call .*@/ && !/^ *;/ { calls[++sites] = current "\t" name_of($0) "\t" groups_of($0) "\t" FNR }
        function is_convergent(groups, list, n, i) {
            n = split(groups, list, " ")
            for (i = 1; i <= n; i++) if (list[i] in has) return 1
            return 0
        }
        END {
            do { changed = 0
                for (s = 1; s <= sites; s++) { split(calls[s], c, "\t")
                    if (reaches[c[2]] && !reaches[c[1]]) { reaches[c[1]] = 1; changed = 1 } }
            } while (changed)
            for (f = 1; f <= count; f++) {
                if (is_convergent(group[functions[f]]) != reaches[functions[f]] + 0) { print "wrong: " functions[f]; bad = 1 }
                total += reaches[functions[f]] }
            for (s = 1; s <= sites; s++) { split(calls[s], c, "\t")
                if (is_convergent(c[3]) != reaches[c[2]] + 0) { print "wrong: line " c[4] ", call of " c[2]; bad = 1 } }
            print total + 0
            exit bad
        }' "$work/convergent" "$file"); then
        fail "$(basename "$file"): $found"
    fi
    convergent=$((convergent + ${found##*$'\n'}))
done
[ "$convergent" -gt 50 ] || fail "only $convergent convergent functions: this test looks at nothing"
finish "$convergent convergent functions in $(find "$work/out" -name '*.ll' | wc -l) translations"
