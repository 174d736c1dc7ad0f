#!/bin/bash
# Constant expressions in LLVM IR, for `spirv-mmra litmus`: each program has a twin that computes the same address or number with
# instructions, and its verdict must be the twin's. What is not known is refused by name. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"
twins=0
expect 0 'the condition holds; no data race$' "$(dirname "$0")/constants/expressions.ll"
expect 0 'the condition holds; no data race$' "$(dirname "$0")/constants/numbers.ll"
memory='@x = addrspace(1) global { i32, [4 x i32] } { i32 7, [4 x i32] [i32 1, i32 2, i32 3, i32 4] }, align 8
@y = addrspace(1) global i32 5, align 4'

program() { # NAME GLOBALS P0 P1 QUESTION: LLVM must take it, if it is here
    printf '%s\n' '; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0' 'target triple = "amdgcn-amd-amdhsa"' "$2" \
        "define void @P0() {" "$3" 'ret void' '}' "define void @P1() {" "$4" 'ret void' '}' "; @Exists: $5" >"$work/$1.ll"
    ! command -v opt-22 >"$work/which" || opt-22 -passes=verify -disable-output "$work/$1.ll" >"$work/out" 2>&1 || fail "$1: $(head -3 "$work/out")"
}

# twin NAME P0 P0-WITH-INSTRUCTIONS P1 QUESTION STATUS PATTERN
twin() {
    twins=$((twins + 1))
    program "$1" "$memory" "$2" "$4" "$5"
    program "$1-twin" "$memory" "$3" "$4" "$5"
    expect "$6" "$7" "$work/$1.ll"
    sed 's/[^ ]*\.ll: //' "$work/out" >"$work/verdict"
    expect "$6" "$7" "$work/$1-twin.ll"
    sed 's/[^ ]*\.ll: //' "$work/out" | cmp -s - "$work/verdict" || fail "$1: another verdict than its twin: $(cat "$work/verdict" "$work/out")"
}

refused() { # NAME GLOBALS P0 PATTERN
    program "$1" "$2" "$3" '' 'x = 0'
    expect 4 "$4" "$work/$1.ll"
}

# where a store goes: to the word that the other thread reads, or to another
reads='%r = load i32, ptr addrspace(1) getelementptr ({ i32, [4 x i32] }, ptr addrspace(1) @x, i64 0, i32 1, i64 2), align 4'
store_to() { # NAME CONSTANT INSTRUCTIONS STATUS PATTERN: the address is %p there
    twin "$1" "store i32 9, ptr$6 $2, align 4" "$3
store i32 9, ptr$6 %p, align 4" "$reads" 'P1:r = 3' "$4" "$5"
}
race='data race$' none='the condition holds; no data race$'
store_to member 'getelementptr inbounds ({ i32, [4 x i32] }, ptr addrspace(1) @x, i64 0, i32 1, i64 2)' \
    '%p = getelementptr inbounds { i32, [4 x i32] }, ptr addrspace(1) @x, i64 0, i32 1, i64 2' 1 "$race" ' addrspace(1)'
store_to other-member 'getelementptr inbounds ({ i32, [4 x i32] }, ptr addrspace(1) @x, i64 0, i32 1, i64 1)' \
    '%p = getelementptr inbounds { i32, [4 x i32] }, ptr addrspace(1) @x, i64 0, i32 1, i64 1' 0 "$none" ' addrspace(1)'
store_to range 'getelementptr nuw inrange(0, 8) (i8, ptr addrspace(1) @x, i64 12)' \
    '%p = getelementptr nuw i8, ptr addrspace(1) @x, i64 12' 1 "$race" ' addrspace(1)'
store_to back 'getelementptr (i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @x, i32 20), i32 -2)' \
    '%q = getelementptr i8, ptr addrspace(1) @x, i32 20
%p = getelementptr i32, ptr addrspace(1) %q, i32 -2' 1 "$race" ' addrspace(1)'
store_to generic 'addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @x, i64 12) to ptr)' \
    '%q = getelementptr i8, ptr addrspace(1) @x, i64 12
%p = addrspacecast ptr addrspace(1) %q to ptr' 1 "$race" ''
store_to generic-other 'addrspacecast (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @x, i64 16) to ptr)' \
    '%q = getelementptr i8, ptr addrspace(1) @x, i64 16
%p = addrspacecast ptr addrspace(1) %q to ptr' 0 "$none" ''
store_to added 'inttoptr (i64 add (i64 ptrtoint (ptr addrspace(1) @x to i64), i64 12) to ptr addrspace(1))' \
    '%a = ptrtoint ptr addrspace(1) @x to i64
%b = add i64 %a, 12
%p = inttoptr i64 %b to ptr addrspace(1)' 1 "$race" ' addrspace(1)'
store_to subtracted 'inttoptr (i64 sub (i64 ptrtoint (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @x, i64 20) to i64), i64 12) to ptr addrspace(1))' \
    '%q = getelementptr i8, ptr addrspace(1) @x, i64 20
%a = ptrtoint ptr addrspace(1) %q to i64
%b = sub i64 %a, 12
%p = inttoptr i64 %b to ptr addrspace(1)' 0 "$none" ' addrspace(1)'

# what a value is: in a vector, a phi, a branch, a store, a call, a structure
value() { # NAME CONSTANT INSTRUCTIONS TYPE: a number, which is 12
    twin "$1" "store $4 $2, ptr addrspace(1) @y, align 4" "$3
store $4 %v, ptr addrspace(1) @y, align 4" '' 'y = 12' 0 "$none"
}
address='ptr addrspace(1) @x to i64' behind='ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @x, i64 12) to i64'
distance="%a = ptrtoint $address
%q = getelementptr i8, ptr addrspace(1) @x, i64 12
%b = ptrtoint ptr addrspace(1) %q to i64
%d = sub i64 %b, %a"
value distance "trunc (i64 sub (i64 ptrtoint ($behind), i64 ptrtoint ($address)) to i32)" "$distance
%v = trunc i64 %d to i32" i32
value exclusive "trunc (i64 xor (i64 xor (i64 ptrtoint ($address), i64 12), i64 ptrtoint ($address)) to i32)" "%a = ptrtoint $address
%b = xor i64 %a, 12
%c = xor i64 %b, %a
%v = trunc i64 %c to i32" i32
value in-vector "bitcast (<2 x i16> <i16 trunc (i64 sub (i64 ptrtoint ($behind), i64 ptrtoint ($address)) to i16), i16 0> to i32)" "$distance
%e = trunc i64 %d to i16
%w = insertelement <2 x i16> zeroinitializer, i16 %e, i32 0
%v = bitcast <2 x i16> %w to i32" i32
twin phi "%c = icmp eq ptr addrspace(1) @x, null
br i1 %c, label %a, label %b
a:
br label %b
b:
%v = phi i64 [ 1, %a ], [ sub (i64 ptrtoint ($behind), i64 ptrtoint ($address)), %0 ]
%w = trunc i64 %v to i32
store i32 %w, ptr addrspace(1) @y, align 4" "$distance
%w = trunc i64 %d to i32
store i32 %w, ptr addrspace(1) @y, align 4" '' 'y = 12' 0 "$none"
callee='define i32 @low(i64 %v) {
%w = trunc i64 %v to i32
ret i32 %w
}'
memory+=$'\n'$callee
twin argument "%w = call i32 @low(i64 sub (i64 ptrtoint ($behind), i64 ptrtoint ($address)))
store i32 %w, ptr addrspace(1) @y, align 4" "$distance
%w = call i32 @low(i64 %d)
store i32 %w, ptr addrspace(1) @y, align 4" '' 'y = 12' 0 "$none"
twin exchanged "%o = cmpxchg ptr addrspace(1) @y, i32 trunc (i64 sub (i64 5, i64 0) to i32), i32 trunc (i64 sub (i64 ptrtoint ($behind), i64 ptrtoint ($address)) to i32) monotonic monotonic, align 4" \
    "$distance
%w = trunc i64 %d to i32
%o = cmpxchg ptr addrspace(1) @y, i32 5, i32 %w monotonic monotonic, align 4" '' 'y = 12' 0 "$none"
twin switch "%l = load i32, ptr addrspace(1) @y, align 4
switch i32 %l, label %no [ i32 add (i32 2, i32 3), label %yes ]
yes:
store i32 12, ptr addrspace(1) @y, align 4
br label %no
no:" "%l = load i32, ptr addrspace(1) @y, align 4
%e = icmp eq i32 %l, 5
br i1 %e, label %yes, label %no
yes:
store i32 12, ptr addrspace(1) @y, align 4
br label %no
no:" '' 'y = 12' 0 "$none"
twin wide 'store i128 36893488147419103244, ptr addrspace(1) @x, align 4' "%a = zext i64 2 to i128
store i64 12, ptr addrspace(1) @x, align 4
%p = getelementptr i8, ptr addrspace(1) @x, i64 8
store i64 2, ptr addrspace(1) %p, align 4" '' 'x[0] = 12 and x[1] = 2' 0 "$none"

# what memory holds at first: numbers, strings, floats, addresses, and another name for a part of it
initial() { # NAME GLOBAL TYPE VALUE
    program "$1" "$2" "%r = load $3, ptr addrspace(1) @x, align 1" '' "P0:r = $4"
    expect 0 "$none" "$work/$1.ll"
}
initial list '@x = addrspace(1) global [2 x i16] [i16 1, i16 2]' i32 131073
initial string '@x = addrspace(1) global [4 x i8] c"A\42\00D"' i32 1140867649
initial float '@x = addrspace(1) global float 1.0' i32 1065353216
initial minus '@x = addrspace(1) global <2 x i16> <i16 -1, i16 0>' i32 65535
initial expression '@y = addrspace(1) global [4 x i32] zeroinitializer
@x = addrspace(1) global i64 sub (i64 ptrtoint (ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @y, i64 8) to i64), i64 ptrtoint (ptr addrspace(1) @y to i64))' i64 8
initial alias '@y = addrspace(1) global [4 x i32] [i32 0, i32 1, i32 2, i32 3]
@z = alias i32, getelementptr (i32, ptr addrspace(1) @y, i64 2)
@x = alias i32, getelementptr (i32, ptr addrspace(1) @z, i64 1)' i32 3
program alias-race '@y = addrspace(1) global [2 x i32] zeroinitializer
@x = alias i32, getelementptr (i32, ptr addrspace(1) @y, i64 1)' 'store i32 1, ptr addrspace(1) @x, align 4' \
    '%r = load i32, ptr addrspace(1) getelementptr (i32, ptr addrspace(1) @y, i64 1), align 4' 'P1:r = 0'
expect 1 "$race" "$work/alias-race.ll"

# what is not known, by name
word='@x = addrspace(1) global i64 0'
refused equivalent "$word
$callee" 'store ptr dso_local_equivalent @low, ptr addrspace(1) @x, align 8' 'not known here: "dso_local_equivalent"'
refused block "$word" 'br label %b
b:
store ptr blockaddress(@P0, %b), ptr addrspace(1) @x, align 8' 'not known here: "blockaddress"'
refused authenticated "$word" 'store ptr ptrauth (ptr @P1, i32 0), ptr addrspace(1) @x, align 8' 'not known here: "ptrauth"'
refused function-name '@x = alias void (), ptr @P1' 'store i64 0, ptr @x, align 8' 'not known here: "alias"'
refused vector-of-addresses "$word" 'store <2 x ptr addrspace(1)> getelementptr (i8, ptr addrspace(1) @x, <2 x i64> <i64 0, i64 8>), ptr addrspace(1) @x, align 8' \
    'a vector of pointers: "getelementptr"'

# undefined parts stay undefined; a deep one is read in linear time, and a deeper one refused
program undefined "$memory" 'store i32 9, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) undef, i64 4), align 4' '' 'y = 5'
expect 1 'an access through an undefined address' "$work/undefined.ll"
nested() { # DEPTH
    printf '; @Threads: @P0 wg 0 wave 0\n@x = addrspace(1) global i32 0\ndefine void @P0() {\nstore i32 1, ptr addrspace(1) '
    for ((k = 0; k < $1; k++)); do printf 'getelementptr (i8, ptr addrspace(1) '; done
    printf '@x'
    for ((k = 0; k < $1; k++)); do printf ', i64 0)'; done
    printf ', align 4\nret void\n}\n'
}
nested 250 >"$work/deep.ll"
expect 0 'no data race' "$work/deep.ll" --timeout=5
nested 100000 >"$work/deeper.ll"
expect 3 'constants are nested too deep' "$work/deeper.ll" --timeout=5

[ $failures = 0 ] && echo "constants: $twins programs have their twins' verdicts"
[ $failures = 0 ]
