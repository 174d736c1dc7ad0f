#!/bin/bash
# Bad or odd input costs at most a second and 100 MB. For the release build: sanitizers take memory of their own.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"

cd "$work"
measure=$build/bin/measure
sample=$shaders/message-passing-pointer.spv

patch() { # Perl code on @w, the words of the sample; writes x.spv
    perl -0777 -e 'my ($code, $in) = @ARGV; open F, "<", $in or die; binmode F; our @w = unpack("V*", <F>); eval $code;
        die $@ if $@; open F, ">", "x.spv" or die; binmode F; print F pack("V*", @w)' "$1" "$sample"
}

check() { # what, expected status, options to try: without and with SPIRV-Tools' validation
    local what=$1 expected=$2 option seconds kilobytes status
    for option in ${3:---no-validate --explain}; do
        read -r seconds kilobytes status _ < <("$measure" 1 "$spirv_mmra" "$option" x.spv -o out.ll 2>stderr)
        [[ $status =~ ^($expected)$ ]] || fail "$what ($option): status $status: $(head -n 2 stderr)"
        awk -v s="$seconds" 'BEGIN { exit s <= 1 ? 0 : 1 }' || fail "$what ($option): $seconds s"
        [ "$kilobytes" -le 102400 ] || fail "$what ($option): $kilobytes KB"
        echo "$what ($option): $seconds s, $kilobytes KB, status $status"
        rm -f out.ll
    done
}

patch '' && check "the sample itself" 0
patch '$w[3] = 0xffffffff' && check "bound 2^32 - 1" '0|3'
patch '$w[3] = 0x80000000' && check "bound 2^31" '0|3'
patch '$w[3] = 0x3fffff' && check "the largest legal bound" 0
# Sparse ids under the largest legal bound: ids 40 and above move up.
spirv-dis --raw-id --no-color "$sample" |
    perl -pe 's/%(\d+)/"%" . ($1 >= 40 ? 4194302 - 60 + $1 - 40 : $1)/ge' |
    spirv-as --preserve-numeric-ids --target-env spv1.6 -o x.spv - && check "sparse ids" 0
# Nesting: a structure in a structure, a hundred thousand deep (the limit is 255).
perl -e 'my @w = (0x07230203, 0x00010000, 0, 200010, 0, 0x20011, 1, 0x3000e, 0, 1, 0x40015, 1, 32, 0);
    push @w, 0x3001e, $_ + 1, $_ for 1 .. 100000; open F, ">", "x.spv"; binmode F; print F pack("V*", @w)' &&
    check "structures 100,000 deep" '3|4'
# As many entry points as functions, and each has a size of its own. (SPIRV-Tools takes quadratic time for them.)
perl -e 'my $n = 20000; print "OpCapability Shader\nOpMemoryModel Logical GLSL450\n";
    print "OpEntryPoint GLCompute %f$_ \"e$_\"\n" for 1 .. $n; print "OpExecutionMode %f$_ LocalSize 1 1 1\n" for 1 .. $n;
    print "%void = OpTypeVoid\n%type = OpTypeFunction %void\n";
    print "%f$_ = OpFunction %void None %type\n%l$_ = OpLabel\nOpReturn\nOpFunctionEnd\n" for 1 .. $n' |
    spirv-as --target-env spv1.3 -o x.spv - && check "20,000 entry points" 0 --no-validate
# Zero megabytes of meaning: five million OpNops.
perl -e 'open F, ">", "x.spv"; binmode F; print F pack("V*", 0x07230203, 0x00010000, 0, 2, 0), pack("V", 0x10000) x 1000000' &&
    check "a million OpNop" 3
finish "cost"
