#!/bin/bash
# Images in litmus programs: SPIR-V modules that access them, their translations, and IR. Run in tests/, with SMMRA_BUILD set.
set -u
. "$(dirname "$0")/expect.sh"
cd "$(dirname "$0")/spirv" || exit 1

# variant PROGRAM CHANGE STATUS PATTERN ARGUMENT...: a program with something changed in its text
variant() {
    local name=$1 change=$2 status=$3 pattern=$4
    shift 4
    sed -E "$change" "$name" >"$work/$name"
    ! cmp -s "$name" "$work/$name" || fail "$name does not have what '$change' changes"
    expect "$status" "$pattern" "$work/$name" --no-validate "$@"
}

holds='the condition holds; no data race'
for program in image-*.spvasm; do
    expect 0 "$holds" "$program"
    for profile in document 22 23 24 draft; do
        expect 0 'sound and tight' "$program" --translate --llvm $profile
    done
    # SPIRV-Tools has nothing against it: the answer, the grid, the effort
    [ "$("$tool" litmus "$program" 2>&1 | grep -vc "^  taken for granted: GLSL450")" = 3 ] ||
        fail "$program: more is said about it than the answer"
done
expect 0 'sound and tight' image-lock.spvasm --translate --groups 3
expect 0 "$holds" image-glsl450.spvasm --glsl450=strict
expect 0 'sound and tight' image-glsl450.spvasm --glsl450=strict --translate

# Vulkan's memory model: texels are in storage class Image, which the semantics must name
variant image-message.spvasm 's/0x2844/0x2044/' 1 'data race'
variant image-message.spvasm 's/0x4842/0x4042/' 1 'data race'
variant image-message.spvasm 's/0x2044/0x2044/;s/0x2844/0x2044/' 1 'nothing is asked: data race' --translate
variant image-message.spvasm 's/ NonPrivateTexel//' 1 'data race'
variant image-message.spvasm 's/0x2844/0x844/' 1 'data race'
variant image-message.spvasm 's/0x2844/0x2044/' 1 'e5 does not order the storage class of e4' --explain
variant image-exchange.spvasm 's/0x6808/0x6048/' 1 'data race'
# the flag is in Image, what it orders is not: the semantics need not name its class
variant image-flag.spvasm 's/0x2044/0x2804/' 1 'data race'
# texels that are available and visible by themselves: what for, and to whom
variant image-texels.spvasm 's/MakeTexelAvailable\|(NonPrivateTexel) %device/\1/' 1 'data race'
variant image-texels.spvasm 's/MakeTexelVisible\|(NonPrivateTexel) %device/\1/' 1 'data race'
sed 's/%three = OpTypeArray/&/; s/%device = OpConstant %uint 1/&\n         %wg = OpConstant %uint 2/' image-texels.spvasm >"$work/scopes.spvasm"
sed 's/\(MakeTexelAvailable.*\) %device/\1 %wg/' "$work/scopes.spvasm" >"$work/narrow.spvasm"
expect 1 'made available at workgroup only' "$work/narrow.spvasm" --explain
# within a workgroup that scope is enough
sed 's/0x6808/0x808/; s/\(OpImageWrite.*\) NonPrivateTexel/\1 MakeTexelAvailable|NonPrivateTexel %workgroup/
     s/\(OpImageRead.*\) NonPrivateTexel/\1 MakeTexelVisible|NonPrivateTexel %workgroup/' image-exchange.spvasm >"$work/exchange.spvasm"
expect 0 "$holds" "$work/exchange.spvasm"
expect 0 'sound and tight' "$work/exchange.spvasm" --translate
# an atomic that only releases hands nothing on
variant image-acq-rel.spvasm 's/0x848$/0x844/' 1 'data race'

# suggestions speak of texels
variant image-message.spvasm 's/0x2844/0x2044/' 1 'OpAtomicStore .*: add ImageMemory' --suggest
variant image-message.spvasm 's/ NonPrivateTexel//' 1 'OpImageWrite .*: add NonPrivateTexel$' --suggest
grep -q 'OpImageRead .*: add NonPrivateTexel$' "$work/out" || fail 'the read needs no NonPrivateTexel'
variant image-exchange.spvasm 's/(OpImageWrite.*) NonPrivateTexel/\1 MakeTexelAvailable|NonPrivateTexel %workgroup/' 0 \
    'OpImageWrite .*: drop MakeTexelAvailable' --suggest

# what is no question of the memory model
variant image-message.spvasm 's/OpImageRead %texel %here %0/OpImageRead %texel %here %5/' 1 'image-message.spvasm: an access out of bounds$'
variant image-message.spvasm 's/OpImageRead %texel %here %0/OpImageRead %texel %here %5/' 1 'nothing is asked: undefined behaviour' --translate
# a write there is discarded (Vulkan, "Image Writes")
variant image-message.spvasm 's/OpImageWrite %here %0/OpImageWrite %here %5/; s/%result\[0\]\[1\] == 5/%result[0][1] == 0/' 0 "$holds"
variant image-message.spvasm 's/OpImageWrite %here %0/OpImageWrite %here %5/' 0 'sound and tight' --translate
variant image-message.spvasm 's/^(; @Input: %image = )\{0\}/\1{}/' 4 '%image: an image without texels'
variant image-message.spvasm 's/1D 0 0 0 2/Rect 0 0 0 2/; s/Capability Image1D/Capability ImageRect/' 4 'OpVariable %image: a resource that is no buffer, image or sampler of compute'
# texels of 8 bits, and of four samples: their message is the same
variant image-message.spvasm 's/R32ui/R8ui/; s/( +OpCapability) Image1D/&\n\1 StorageImageExtendedFormats/' 0 "$holds"
variant image-message.spvasm 's/1D 0 0 0/1D 0 0 1/' 0 "$holds"

# without @Input an image has as many texels along a coordinate as there are invocations, or more if @Output names them
variant image-exchange.spvasm 's/%image\[1\]\[1\]\[3\] == 6/%image[1][1][3] == 6 and %image[3][0][0] == 0/' 0 "$holds"
variant image-exchange.spvasm 's/%image\[1\]\[1\]\[3\] == 6/%image[1][1][4] == 0/' 3 'no such register or location'
variant image-exchange.spvasm 's/%image\[1\]\[1\]\[3\] == 6/%image[9223372036854775808][0][0] == 0/' 4 'more than 65536 texels along a coordinate'

# IR: what is no texel that can be run
cd ../annotated || exit 1
variant image-fences.ll 's/i32 0, i32 0\), !mmra/i32 0, i32 1), !mmra/' 4 'a cache policy that means one thing here and another there'
variant image-fences.ll 's/image\.store\.1d/image.store.cube/' 4 'other dimensions than 1D, 2D and 3D'
variant image-fences.ll 's/image 2$/image 2x2x2x2/' 3 'an image is a descriptor of 8 words'
variant image-fences.ll 's/image 2$/images 2/' 3 'no such global: "images"'
variant image-fences.ll 's/i32 1, i32 1, <8 x i32>/i32 1, i32 2, <8 x i32>/' 1 'an access out of bounds'
variant image-fences.ll 's/(store.*i32 1, )i32 1, <8 x i32>/\1i32 2, <8 x i32>/' 0 'the condition holds'
variant image-fences.ll 's/i32 1, i32 1, <8 x i32>/i32 3, i32 1, <8 x i32>/' 4 'another number than the mask has'
cat >"$work/wide.ll" <<'END'
; @Threads: @P0 wg 0 wave 0
; @Images: texels 2
; @Init: f = 0
; @Exists: f = 1
target triple = "amdgcn-amd-amdhsa"
@texels = external addrspace(4) constant <4 x i32>
@f = addrspace(1) global i32 0, align 4
define void @P0() {
  %d = load <4 x i32>, ptr addrspace(4) @texels
  %v = call <64 x i32> @llvm.amdgcn.struct.buffer.load.format.v64i32(<4 x i32> %d, i32 0, i32 0, i32 0, i32 0)
  ret void
}
declare <64 x i32> @llvm.amdgcn.struct.buffer.load.format.v64i32(<4 x i32>, i32, i32, i32, i32)
END
expect 4 'another number of components' "$work/wide.ll"

[ $failures = 0 ] && echo "litmus images: all as expected"
[ $failures = 0 ]
