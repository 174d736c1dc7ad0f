#!/usr/bin/perl
# hostile.pl KIND N: SPIR-V assembly that asks in few words for much IR.
use strict;
use warnings;

my ($kind, $n) = @ARGV;
my @each = 1 .. $n;

# Names, entry points and decorations; then types, constants and variables; then functions.
sub module {
    my ($head, $declarations, $functions) = @_;
    my $import = $head =~ /Fragment/ ? "%glsl = OpExtInstImport \"GLSL.std.450\"\n" : "";
    print "OpCapability Shader\n${import}OpMemoryModel Logical GLSL450\n$head",
        "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%int = OpTypeInt 32 0\n%bool = OpTypeBool\n%zero = OpConstant %int 0\n",
        "%ptr = OpTypePointer Private %int\n%lds = OpTypePointer Workgroup %int\n%null = OpConstantNull %int\n",
        "$declarations$functions";
}

my $main = "OpEntryPoint GLCompute %main \"main\"\nOpExecutionMode %main LocalSize 1 1 1\n";
my $pixel = "OpEntryPoint Fragment %main \"main\" %in\nOpExecutionMode %main OriginUpperLeft\n";
sub doubled {
    my $last = shift;
    return "%s0 = OpTypeStruct\n" . join('', map { my $p = $_ - 1; "%s$_ = OpTypeStruct %s$p %s$p\n" } 1 .. $last) .
        "%pointer = OpTypePointer Input %s$last\n%in = OpVariable %pointer Input\n";
}
sub body { return "%main = OpFunction %void None %fn\n%first = OpLabel\n$_[0]OpReturn\nOpFunctionEnd\n"; }

# Two words that lead FNV-1a, 32 bits wide, from where it begins to one state, two that lead from there to one, and so on. Names of
# one word of each pair have one hash, where that has no key.
my @pairs = map { [split /:/] } qw(
    qmxylj:iwhoxb rogjxo:ciztvi rrwfwh:xnvqux uunlyu:ddyefz pkdcwh:eaboxn pxrbez:cjyodv amsnjs:kzytdh dnenjj:bqbuih
    xwvhes:mygxcc yxlwjo:rczvpp llmkvj:uwsknt qivkrf:ycsqjy whvyzu:bbakpm);

sub colliding {
    my $number = shift;
    return join '', map { $pairs[$_][$number >> $_ & 1] } 0 .. $#pairs;
}

my %kinds = (
    # an array of a thousand million times N, copied part by part
    array => sub {
        module("${main}OpDecorate %a ArrayStride 4\nOpDecorate %b ArrayStride 8\n",
            "%s = OpTypeStruct %int\n%t = OpTypeStruct %int\n%many = OpConstant %int " . 1000000 * $n .
                "\n%a = OpTypeArray %s %many\n%b = OpTypeArray %t %many\n%value = OpUndef %a\n",
            body("%copy = OpCopyLogical %b %value\n"));
    },
    # a structure of two structures of two ... booleans
    booleans => sub {
        my $types = "%s0 = OpTypeStruct %bool %bool\n" . join '', map { my $p = $_ - 1; "%s$_ = OpTypeStruct %s$p %s$p\n" } @each;
        module($main, "$types%pointer = OpTypePointer Function %s$n\n", body("%variable = OpVariable %pointer Function\n"));
    },
    # N entry points of one function of N instructions
    entries => sub {
        module(join('', map { "OpEntryPoint GLCompute %main \"e$_\"\n" } @each) . "OpExecutionMode %main LocalSize 1 1 1\n",
            "%v = OpVariable %ptr Private\n", body(join '', map { "OpStore %v %zero\n" } @each));
    },
    # N entry points with N initialized variables
    zeroing => sub {
        module(join('', map { "OpEntryPoint GLCompute %f$_ \"e$_\"\n" } @each) . join('', map { "OpExecutionMode %f$_ LocalSize 1 1 1\n" } @each),
            join('', map { "%v$_ = OpVariable %lds Workgroup %null\n" } @each),
            join('', map { "%f$_ = OpFunction %void None %fn\n%l$_ = OpLabel\nOpReturn\nOpFunctionEnd\n" } @each));
    },
    # the same, each of another size
    sizes => sub {
        module(join('', map { "OpEntryPoint GLCompute %f$_ \"e$_\"\n" } @each) .
                join('', map { "OpExecutionMode %f$_ LocalSize " . ($_ % 1000 + 1) . " " . int($_ / 1000 + 1) . " 1\n" } @each),
            join('', map { "%v$_ = OpVariable %lds Workgroup %null\n" } @each),
            join('', map { "%f$_ = OpFunction %void None %fn\n%l$_ = OpLabel\nOpReturn\nOpFunctionEnd\n" } @each));
    },
    # N entry points that use a structure of N built-ins
    builtins => sub {
        module(join('', map { "OpEntryPoint GLCompute %main \"e$_\" %v\n" } @each) . "OpExecutionMode %main LocalSize 1 1 1\n" .
                "OpDecorate %s Block\n" . join('', map { "OpMemberDecorate %s " . ($_ - 1) . " BuiltIn LocalInvocationId\n" } @each),
            "%vec = OpTypeVector %int 3\n%s = OpTypeStruct" . " %vec" x $n . "\n%in = OpTypePointer Input %s\n%v = OpVariable %in Input\n",
            body("%x = OpLoad %s %v\n"));
    },
    # N names that fall together under a hash without a key
    collisions => sub {
        module($main . join('', map { "OpName %v$_ \"" . colliding($_) . "\"\n" } @each),
            join('', map { "%v$_ = OpVariable %lds Workgroup\n" } @each), body(join '', map { "OpStore %v$_ %zero\n" } @each));
    },
    # a constant of N parts in N places, of which one changes
    constants => sub {
        module($main, "%c1 = OpConstant %int 1\n%count = OpConstant %int " . (2 * $n) . "\n%a = OpTypeArray %int %count\n%c = OpConstantComposite %a" .
                " %zero %c1" x $n . "\n%v = OpVariable %ptr Private\n",
            body("%x = OpLoad %int %v\n" . join '', map { "%i$_ = OpCompositeInsert %a %x %c 0\n" } @each));
    },
    # parts of it
    parts => sub {
        module($main, "%c1 = OpConstant %int 1\n%count = OpConstant %int " . (2 * $n) . "\n%a = OpTypeArray %int %count\n%c = OpConstantComposite %a" .
                " %zero %c1" x $n . "\n%v = OpVariable %ptr Private\n",
            body(join '', map { "%i$_ = OpCompositeExtract %int %c $_\nOpStore %v %i$_\n" } @each));
    },
    # N constants of which each holds the one before twice
    nested => sub {
        my $text = "%two = OpConstant %int 2\n%a0 = OpTypeArray %int %two\n%c0 = OpConstantComposite %a0 %zero %two\n";
        $text .= "%a$_ = OpTypeArray %a" . ($_ - 1) . " %two\n%c$_ = OpConstantComposite %a$_ %c" . ($_ - 1) . " %c" . ($_ - 1) . "\n" for 1 .. 12;
        $text .= "%d$_ = OpConstant %int " . ($_ + 2) . "\n%s$_ = OpConstantComposite %s %c12 %d$_\n" for @each;
        module($main, $text =~ s/%d1 =/%s = OpTypeStruct %a12 %int\n%d1 =/r, body(join '', map { "%i$_ = OpCompositeExtract %int %s$_ 1\n" } @each));
    },
    # N cases that lead to one block with N phis
    switch => sub {
        my $cases = join ' ', map { "$_ %last" } @each;
        module($main, "%v = OpVariable %ptr Private\n",
            body("%x = OpLoad %int %v\nOpSelectionMerge %last None\nOpSwitch %x %last $cases\n%last = OpLabel\n" .
                    join '', map { "%p$_ = OpPhi %int %zero %first\n" } @each));
    },
    # N calls of a function that uses N variables
    calls => sub {
        module($main, join('', map { "%v$_ = OpVariable %ptr Private\n" } @each),
            "%f = OpFunction %void None %fn\n%l = OpLabel\n" . join('', map { "OpStore %v$_ %zero\n" } @each) . "OpReturn\nOpFunctionEnd\n" .
                body(join '', map { "%c$_ = OpFunctionCall %void %f\n" } @each));
    },
    # an entry point with a name of 100 N letters, but no more than 60,000, and N buffers
    names => sub {
        module("OpEntryPoint GLCompute %main \"" . 'x' x (100 * $n < 60000 ? 100 * $n : 60000) . "\"\nOpExecutionMode %main LocalSize 1 1 1\nOpDecorate %s BufferBlock\nOpMemberDecorate %s 0 Offset 0\n" .
                join('', map { "OpDecorate %v$_ DescriptorSet 0\nOpDecorate %v$_ Binding $_\n" } @each),
            "%s = OpTypeStruct %int\n%up = OpTypePointer Uniform %s\n%ui = OpTypePointer Uniform %int\n" . join('', map { "%v$_ = OpVariable %up Uniform\n" } @each),
            body(join '', map { "%p$_ = OpAccessChain %ui %v$_ %zero\nOpStore %p$_ %zero\n" } @each));
    },
    # a switch to N blocks, last first, and as many phis as there are blocks to a sixteenth
    unsorted => sub {
        module($main, "%v = OpVariable %ptr Private\n",
            body("%x = OpLoad %int %v\nOpSelectionMerge %last None\nOpSwitch %x %last " . join(' ', map { ($_ * 7919 % 65521) . " %b$_" } @each) . "\n" .
                    join('', map { "%b$_ = OpLabel\nOpBranch %last\n" } reverse @each) . "%last = OpLabel\n%p = OpPhi %int %zero %first " .
                    join(' ', map { "%zero %b$_" } @each) . "\n"));
    },
    # N fences that become one
    fences => sub {
        module($main, "%device = OpConstant %int 1\n%sem = OpConstant %int 72\n", body(join '', map { "OpMemoryBarrier %device %sem\n" } @each));
    },
    # a switch to N blocks, and a phi behind them
    literals => sub {
        module($main, "%v = OpVariable %ptr Private\n",
            body("%x = OpLoad %int %v\nOpSelectionMerge %last None\nOpSwitch %x %last " . join(' ', map { "$_ %b$_" } @each) . "\n" .
                    join('', map { "%b$_ = OpLabel\nOpBranch %last\n" } @each) . "%last = OpLabel\n%p = OpPhi %int %zero %first " .
                    join(' ', map { "%zero %b$_" } @each) . "\n"));
    },
    # a fragment's input: an array of a thousand million times N empty structures
    empties => sub {
        module("${pixel}OpDecorate %in Location 0\n", "%s = OpTypeStruct\n%many = OpConstant %int " . 1000000 * $n .
                "\n%a = OpTypeArray %s %many\n%pointer = OpTypePointer Input %a\n%in = OpVariable %pointer Input\n", body(''));
    },
    # a structure of two structures of two ... empty ones
    doubled => sub { module("${pixel}OpDecorate %in Location 0\n", doubled($n), body('')); },
    # one of its members, interpolated
    interpolated => sub {
        module("${pixel}OpDecorate %in Location 0\n", doubled($n) . "%float = OpTypeFloat 32\n%one = OpConstant %int 1\n%pm = OpTypePointer Input %s" . ($n - 1) . "\n",
            body("%p = OpAccessChain %pm %in %one\n%x = OpExtInst %float %glsl InterpolateAtCentroid %p\n"));
    },
    # N access chains, each from the one before, that lead nowhere else
    chained => sub {
        module("${pixel}OpDecorate %in Location 0\n", "%float = OpTypeFloat 32\n%pf = OpTypePointer Input %float\n%in = OpVariable %pf Input\n",
            body(join('', map { "%p$_ = OpAccessChain %pf %" . ($_ == 1 ? "in" : "p" . ($_ - 1)) . "\n" } @each) . "%x = OpExtInst %float %glsl InterpolateAtCentroid %p$n\n"));
    },
    # N lines by turns of two files, whose names have 50 N letters, but no more than 60,000
    files => sub {
        my $letters = 'x' x (50 * $n < 60000 ? 50 * $n : 60000);
        module("${main}%a = OpString \"${letters}a\"\n%b = OpString \"${letters}b\"\n", "%v = OpVariable %ptr Private\n",
            body(join '', map { "OpLine " . ($_ % 2 ? '%a' : '%b') . " $_ 1\nOpStore %v %zero\n" } @each));
    },
);
die "hostile.pl: " . join(' ', sort keys %kinds) . "\n" unless $kinds{$kind};
$kinds{$kind}->();
