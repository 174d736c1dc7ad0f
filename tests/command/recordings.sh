#!/bin/bash
# Recorded dispatches from anybody: hand-made folders are read as docs/evidence/recorded-folder.md says, each fault has its message, line and exit
# status, and nothing outside of the folder is read. Run in tests/, with SMMRA_BUILD set.
set -euo pipefail
. "$(dirname "$0")/../project/common.sh"
cd "$work"
cat >copy.comp <<'END2'
#version 450
// What a read of the first texels gives, as bits.
layout(local_size_x = 4) in;
layout(binding = 0) uniform sampler2D picture;
layout(binding = 1) buffer Out { uint words[]; };
void main() {
    vec4 texel = texelFetch(picture, ivec2(gl_GlobalInvocationID.x, 0), 0);
    for (uint c = 0; c < 4; c++)
        words[4 * gl_GlobalInvocationID.x + c] = floatBitsToUint(texel[c]);
}
END2
sed -e 's/sampler2D/usampler2D/' -e 's/vec4/uvec4/' -e 's/floatBitsToUint(texel\[c\])/texel[c]/' copy.comp >copy-u.comp
sed -e 's/usampler2D/isampler2D/' -e 's/uvec4/ivec4/' -e 's/texel\[c\]/uint(texel[c])/' copy-u.comp >copy-i.comp
cat >pointers.comp <<'END2'
#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Words { uint words[]; };
layout(push_constant) uniform Push { Words left, right; uint count; };
void main() {
    if (gl_WorkGroupID.x == 0) left.words[count] = 1; else right.words[0] = 2;
}
END2
cat >sizes.comp <<'END2'
#version 450
// One invocation writes a texel that is outside of one of the images.
layout(local_size_x = 4) in;
layout(binding = 0, r32ui) uniform uimage2D planes[2];
layout(binding = 1) buffer Out { uint words[]; };
layout(push_constant) uniform Push { uint which; };
void main() {
    ivec2 size = imageSize(planes[which]);
    if (gl_LocalInvocationIndex == 3)
        imageStore(planes[which], ivec2(3, 0), uvec4(7));
    words[4 * gl_LocalInvocationIndex] = size.x;
    words[4 * gl_LocalInvocationIndex + 1] = size.y;
    words[4 * gl_LocalInvocationIndex + 2] = imageLoad(planes[which], ivec2(0, size.y - 1)).x;
    words[4 * gl_LocalInvocationIndex + 3] = imageLoad(planes[1 - which], ivec2(0, 0)).x;
}
END2
cat >sampled.comp <<'END2'
#version 450
layout(local_size_x = 1) in;
layout(binding = 0) uniform sampler2D views[2];
layout(binding = 1) buffer Out { vec4 words[]; };
layout(push_constant) uniform Push { uint which; };
void main() {
    words[0] = textureLod(views[which], vec2(-0.75, 0.5), 0);
}
END2
cat >gather.comp <<'END2'
#version 450
// Four texels, each by an offset of its own from the first of those around the middle.
layout(local_size_x = 1) in;
layout(binding = 0) uniform usampler2D picture;
layout(binding = 1) buffer Out { uvec4 words; };
const ivec2 offsets[4] = ivec2[](ivec2(0, 0), ivec2(1, 0), ivec2(-1, 1), ivec2(0, -1));
void main() {
    words = textureGatherOffsets(picture, vec2(0.5), offsets);
}
END2
cat >blocks.comp <<'END2'
#version 450
// Two variables of one descriptor, whose elements are 12 and 8 bytes long: ten elements of the second are the buffer.
#extension GL_EXT_scalar_block_layout : require
layout(local_size_x = 10) in;
struct Three { uint a, b, c; };
struct Two { uint a, b; };
layout(scalar, binding = 0) readonly buffer A { Three threes[]; };
layout(scalar, binding = 0) readonly buffer B { Two twos[]; };
layout(binding = 1) buffer Out { uint words[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    words[i] = twos[i].b + (i < 6 ? threes[i].a : 0);
}
END2
cat >needs.comp <<'END2'
#version 450
// Nothing races on zeros; each of five values makes a race.
layout(local_size_x = 8) in;
layout(constant_id = 0) const uint SHIFT = 0;
layout(binding = 0) uniform usampler2D picture;
layout(binding = 1) buffer Out { uint words[24]; };
layout(binding = 2) readonly buffer In { uint index[8]; };
layout(push_constant) uniform Push { uint count, both; };
shared uint tile;
void main() {
    uint i = gl_LocalInvocationIndex;
    words[i >> SHIFT] = 1;
    for (uint k = 0; k < count; k++)
        words[(i + k) % 8] = 2;
    words[8 + (i + index[i]) % 8] = 3;
    words[16 + (i + texelFetch(picture, ivec2(i, 0), 0).x) % 8] = 4;
    if (both == 1)
        tile = i;
}
END2
cat >common.comp <<'END2'
#version 450
// Each invocation writes its word of one buffer, and the last a word of the other.
layout(local_size_x = 4) in;
layout(binding = 0) buffer A { uint a[]; };
layout(binding = 1) buffer B { uint b[]; };
layout(binding = 2) buffer C { uint c[]; } cs[2];
layout(push_constant) uniform Push { uint which; };
void main() {
    a[gl_LocalInvocationIndex] = 1;
    if (gl_LocalInvocationIndex == 3)
        b[which] = 2;
}
END2
cat >alias.comp <<'END2'
#version 450
#extension GL_EXT_buffer_reference : require
// Each invocation writes its word of a buffer, and the last a word behind an address.
layout(local_size_x = 4) in;
layout(buffer_reference) buffer Words { uint words[]; };
layout(binding = 0) buffer A { uint a[MOST]; };
layout(push_constant) uniform Push { Words there; uint which; };
void main() {
    a[gl_LocalInvocationIndex + FROM] = 1;
    if (gl_LocalInvocationIndex == 3)
        there.words[which] = 2;
}
END2
sed -e 's/MOST//' -e 's/FROM/0/' alias.comp >aliases.comp # a runtime array
sed -e 's/MOST/64/' -e 's/FROM/13/' alias.comp >behind.comp
sed -e 's/binding = 0) buffer A { uint a\[MOST\]; }/binding = 0) buffer A { uint a[]; } as[1]/' -e 's/    a\[/    as[0].a[/' -e 's/FROM/0/' alias.comp >element.comp
for shader in copy copy-u copy-i pointers sizes sampled gather blocks needs common aliases behind element; do
    glslangValidator -V --target-env vulkan1.3 $shader.comp -o $shader.spv >/dev/null || fail "$shader does not compile"
done
manifest() { # FOLDER LINE...: behind the header; the module is copy.spv, if there is none
    mkdir -p "$1"
    [ -e "$1/module.spv" ] || cp copy.spv "$1/module.spv"
    printf '%s\n' 'spirv-mmra dispatch 1' 'module module.spv' 'groups 1 1 1' "${@:2}" >"$1/dispatch.txt"
}
race() { # WHAT STATUS PATTERN FOLDER [OPTION...]
    local status=0
    timeout 60 "$spirv_mmra" race "${@:4}" >said 2>&1 || status=$?
    [ $status = "$2" ] && grep -q -- "$3" said || fail "$1: status $status: $(head -c 500 said)"
    cases=$((cases + 1))
}
cases=0

# ---- texels: what a read gives, computed from the formats' definitions ----
python3 - <<'END2' >formats
import struct
f = lambda x: struct.pack('<f', x)
u = lambda x: struct.pack('<I', x & 0xFFFFFFFF)
def case(name, kind, components, texels, wanted, module='copy'):
    import os
    os.makedirs(name)
    open(f'{name}/texels.bin', 'wb').write(b''.join(texels))
    open(f'{name}/after.bin', 'wb').write(b''.join(wanted))
    open(f'{name}/before.bin', 'wb').write(b'\xEE' * 64)
    print(name, kind, components, module)
r8 = [0, 1, 127, 255]
case('r8', 'unorm', 'r8', [bytes([b]) for b in r8], [f(b / 255) + f(0) + f(0) + f(1) for b in r8])
case('bgra', 'unorm', 'b8g8r8a8', [bytes([4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]) for i in range(4)],
     [b''.join(f(x / 255) for x in (4 * i + 2, 4 * i + 1, 4 * i, 4 * i + 3)) for i in range(4)])
case('snorm', 'snorm', 'r8g8', [bytes([0x80, 0x81]), bytes([0x7F, 0]), bytes([1, 0xFF]), bytes([64, 192])],
     [f(a) + f(b) + f(0) + f(1) for a, b in ((-1, -1), (1, 0), (1 / 127, -1 / 127), (64 / 127, -64 / 127))])
half = [0.0, -2.5, 65504.0, 2.0 ** -24]
case('half', 'float', 'r16', [struct.pack('<e', x) for x in half], [f(x) + f(0) + f(0) + f(1) for x in half])
packed = [(1023, 0, 512, 3), (1, 2, 3, 0), (0, 1023, 1, 1), (5, 6, 7, 2)]
case('packed', 'unorm', 'r10g10b10a2', [struct.pack('<I', r | g << 10 | b << 20 | a << 30) for r, g, b, a in packed],
     [f(r / 1023) + f(g / 1023) + f(b / 1023) + f(a / 3) for r, g, b, a in packed])
case('wide', 'float', 'r32g32b32a32', [b''.join(f(x + i) for x in (0.5, 1.5, -1.5, 8)) for i in range(4)],
     [b''.join(f(x + i) for x in (0.5, 1.5, -1.5, 8)) for i in range(4)])
case('uint', 'uint', 'r16g16', [struct.pack('<HH', 65535 - i, i) for i in range(4)],
     [u(65535 - i) + u(i) + u(0) + u(1) for i in range(4)], 'copy-u')
case('sint', 'sint', 'r8', [struct.pack('<b', x) for x in (-128, -1, 0, 127)], [u(x) + u(0) + u(0) + u(1) for x in (-128, -1, 0, 127)], 'copy-i')
END2
while read -r name kind components module; do
    cp "$module.spv" "$name/module.spv"
    manifest "$name" "image 0 0 0 $kind $components 4 1 1 texels.bin" 'buffer 0 1 0 0x1+0 before.bin' 'after 0 1 0 0x1+0 after.bin'
    race "$name" 0 'of 64 bytes that the device had after the dispatch, 0 are different here' "$name"
done <formats
[ "$(wc -l <formats)" = 8 ] || fail "not all formats were tried"

# ---- buffer addresses are the recorded ones: equal, overlapping, apart, and outside ----
addresses() { # FOLDER COUNT LEFT RIGHT LINE...
    mkdir -p "$1"
    cp pointers.spv "$1/module.spv"
    python3 -c 'import struct, sys; sys.stdout.buffer.write(struct.pack("<QQI", int(sys.argv[1], 16), int(sys.argv[2], 16), int(sys.argv[3])))' \
        "$3" "$4" "$2" >"$1/push.bin"
    head -c 64 /dev/zero >"$1/bytes.bin"
    manifest "$1" 'groups 2 1 1' 'push push.bin' "${@:5}"
}
addresses equal 0 7f0000001000 7f0000001000 'address 0x7f0000001000 bytes.bin'
race 'equal addresses' 1 'data race' equal
addresses overlapping 4 7f0000001000 7f0000001010 'address 0x7f0000001000 bytes.bin'
race 'one buffer, at two addresses' 1 'data race' overlapping
addresses apart 3 7f0000001000 7f0000001010 'address 0x7f0000001000 bytes.bin'
race 'one buffer, apart' 0 'no data race' apart
addresses two 0 7f0000001000 7f0000002000 'address 0x7f0000002000 bytes.bin' 'address 0x7f0000001000 bytes.bin'
race 'two buffers' 0 'no data race' two
addresses digits 0 100000001000 100000001000 'address 100000001000 bytes.bin'
race 'an address that has no prefix is hexadecimal, too' 1 'data race' digits
addresses outside 16 7f0000001000 7f0000001010 'address 0x7f0000001000 bytes.bin'
race 'beyond the buffer' 1 'out of bounds' outside
addresses low 0 1000 1000 'address 0x1000 bytes.bin'
race 'an address where variables lie' 4 'where variables lie' low

# ---- images of different sizes in one array: each ends where it did ----
python3 - <<'END2'
import os, struct
for name, which, size, last, other in ('first', 0, (2, 3), 5, 10), ('second', 1, (4, 1), 10, 1):
    os.makedirs(name)
    open(f'{name}/push.bin', 'wb').write(struct.pack('<I', which))
    open(f'{name}/small.bin', 'wb').write(struct.pack('<6I', *range(1, 7)))
    open(f'{name}/wide.bin', 'wb').write(struct.pack('<4I', *range(10, 14)))
    open(f'{name}/before.bin', 'wb').write(b'\xEE' * 64)
    open(f'{name}/after.bin', 'wb').write(struct.pack('<4I', *size, last, other) * 4)
END2
for folder in first second; do
    cp sizes.spv $folder/module.spv
    manifest $folder 'push push.bin' 'image 0 0 0 uint r32 2 3 1 small.bin' 'image 0 0 1 uint r32 4 1 1 wide.bin' \
        'buffer 0 1 0 0x1+0 before.bin' 'after 0 1 0 0x1+0 after.bin'
    race "images of different sizes, $folder" 0 'of 64 bytes that the device had after the dispatch, 0 are different here' $folder
done
"$spirv_mmra" litmus first >said 2>&1 && fail "litmus takes images of different sizes" || grep -q 'different sizes in one array' said ||
    fail "litmus: $(cat said)"
cases=$((cases + 1))

# ---- races that zeros do not show: a loop's bound, a branch, an index, a texel, a specialization constant ----
mkdir needs
cp needs.spv needs/module.spv
needs() { # WHAT STATUS PATTERN COUNT BOTH INDEX TEXEL SHIFT: the index and the texel are those of the first invocation
    python3 - "${@:4:4}" <<'END2'
import struct, sys
count, both, index, texel = map(int, sys.argv[1:])
open('needs/push.bin', 'wb').write(struct.pack('<2I', count, both))
open('needs/index.bin', 'wb').write(struct.pack('<8I', index, *[0] * 7))
open('needs/texels.bin', 'wb').write(bytes([texel] + [0] * 7))
END2
    manifest needs 'push push.bin' 'buffer 0 2 0 0x1+0 index.bin' 'image 0 0 0 uint r8 8 1 1 texels.bin' "constant 0 $8"
    race "$1" "$2" "$3" needs
}
needs zeros 0 ': no data race' 0 0 0 0 0
needs 'a turn of the loop' 0 ': no data race' 1 0 0 0 0
needs "a loop's bound" 1 'data race: .*\[0\]\[[0-7]\]' 2 0 0 0 0
needs 'a branch' 1 'data race: .* writes .* to %' 0 1 0 0 0
needs 'an index' 1 'data race: .*\[0\]\[9\]' 0 0 1 0 0
needs 'a texel' 1 'data race: .*\[0\]\[17\]' 0 0 0 1 0
needs 'a specialization constant' 1 'data race: .*\[0\]\[0\]' 0 0 0 0 1

# ---- a buffer ends where it did, for each variable of its descriptor ----
mkdir blocks
cp blocks.spv blocks/module.spv
python3 - <<'END2'
import struct
open('blocks/before.bin', 'wb').write(struct.pack('<20I', *range(100, 120)))
open('blocks/zero.bin', 'wb').write(bytes(40))
open('blocks/after.bin', 'wb').write(struct.pack('<10I', *(101 + 2 * i + (100 + 3 * i if i < 6 else 0) for i in range(10))))
END2
manifest blocks 'buffer 0 0 0 0x1+0 before.bin' 'buffer 0 1 0 0x2+0 zero.bin' 'after 0 1 0 0x2+0 after.bin'
race 'two variables of one buffer' 0 'of 40 bytes that the device had after the dispatch, 0 are different here' blocks

# ---- samplers: beyond the edge is the border, and those of one array must be alike where the index is not known ----
mkdir border
cp sampled.spv border/module.spv
printf '\0\0\0\0' >border/push.bin
printf '\377\377' >border/texels.bin
head -c 16 /dev/zero >border/before.bin
border=('push push.bin' 'image 0 0 0 unorm r8 2 1 1 texels.bin' 'image 0 0 1 unorm r8 2 1 1 texels.bin' 'buffer 0 1 0 0x1+0 before.bin')
for colour in transparent:0,0,0,0 black:0,0,0,1 white:1,1,1,1; do
    python3 -c 'import struct, sys; sys.stdout.buffer.write(struct.pack("<4f", *map(float, sys.argv[1].split(","))))' ${colour#*:} >border/after.bin
    manifest border "${border[@]}" "sampler 0 0 0 linear normalized border edge edge ${colour%:*}" \
        "sampler 0 0 1 linear normalized border edge edge ${colour%:*}" 'after 0 1 0 0x1+0 after.bin'
    race "a border, ${colour%:*}" 0 'of 16 bytes that the device had after the dispatch, 0 are different here' border
done
manifest border "${border[@]}" 'sampler 0 0 0 linear normalized border edge edge white' 'sampler 0 0 1 nearest normalized border edge edge white'
race 'two samplers' 4 'one of several samplers that differ' border
manifest border "${border[@]}" 'left-out 0 0 0 an anisotropic sampler: the nearest texel is read'
race 'no sampler' 0 'is 0 here: 0 0 0 an anisotropic' border

# ---- a gather by four offsets: GLSL, textureGatherOffsets ----
mkdir gather
cp gather.spv gather/module.spv
python3 - <<'END2'
import struct
offsets = (0, 0), (1, 0), (-1, 1), (0, -1)
open('gather/texels.bin', 'wb').write(bytes(range(1, 17)))
open('gather/before.bin', 'wb').write(bytes(16))
open('gather/after.bin', 'wb').write(struct.pack('<4I', *(1 + (1 + x) + 4 * (1 + y) for x, y in offsets)))
END2
manifest gather 'image 0 0 0 uint r8 4 4 1 texels.bin' 'buffer 0 1 0 0x1+0 before.bin' 'after 0 1 0 0x1+0 after.bin'
race 'a gather by offsets' 0 'of 16 bytes that the device had after the dispatch, 0 are different here' gather

# ---- faults ----
fault() { # WHAT STATUS PATTERN LINE...: behind module and groups
    rm -rf faulty
    manifest faulty "${@:4}"
    printf '\0\0\0\0' >faulty/four.bin
    ln -s /etc/passwd faulty/link.bin
    ln -s four.bin faulty/inner.bin
    mkdir faulty/folder.bin
    mkfifo faulty/pipe.bin
    race "$1" "$2" "^faulty/dispatch.txt:4:1: error: .*$3" faulty
}
buffer='buffer 0 1 0 0x1+0'
fault 'a file that is missing' 2 'gone.bin: No such file' "$buffer gone.bin"
fault 'a link out of the folder' 2 'link.bin: is a link' "$buffer link.bin"
fault 'a link within it' 2 'inner.bin: is a link' "$buffer inner.bin"
fault 'a folder' 2 'folder.bin: is no regular file' "$buffer folder.bin"
fault 'a pipe' 2 'pipe.bin: is no regular file' "$buffer pipe.bin"
fault 'a path' 3 'is no name of a file in the folder' "$buffer ../copy.spv"
fault 'an absolute path' 3 'is no name of a file in the folder' "$buffer /etc/passwd"
fault 'the folder above' 3 'is no name of a file in the folder' "$buffer .."
fault 'an image that is too small' 3 'not as many bytes' 'image 0 0 0 unorm r8 5 1 1 four.bin'
fault 'an image that is too large' 3 'not as many bytes' 'image 0 0 0 unorm r8 3 1 1 four.bin'
fault 'part of a texel' 3 'not as many bytes' 'image 0 0 0 unorm r8g8b8 1 1 1 four.bin'
fault 'no texel' 4 'without texels' 'image 0 0 0 unorm r8 0 1 1 four.bin'
fault 'more texels than there is memory' 4 'or of more than' 'image 0 0 0 unorm r8 65536 65536 65536 four.bin'
fault 'more than an image may have' 3 'is no number from 0 to 65536' 'image 0 0 0 unorm r8 65537 1 1 four.bin'
fault 'an unknown kind' 3 'a texel is unorm' 'image 0 0 0 norm r8 4 1 1 four.bin'
fault 'a component twice' 3 'a texel is unorm' 'image 0 0 0 unorm r8r8 2 1 1 four.bin'
fault 'bits that are no bytes' 3 'a texel is unorm' 'image 0 0 0 unorm r7 4 1 1 four.bin'
fault 'a float of 8 bits' 3 'a texel is unorm' 'image 0 0 0 float r8 4 1 1 four.bin'
fault 'words that are missing' 3 'buffer has 5 words after it, not 4' 'buffer 0 1 0 four.bin'
fault 'a negative number' 3 'is no number' 'buffer 0 -1 0 0x1+0 four.bin'
fault 'a number that would wrap' 3 'is no number' 'buffer 0 -18446744073709551615 0 0x1+0 four.bin'
fault 'no handle' 3 'is no handle and offset' 'buffer 0 1 0 1+x four.bin'
fault 'no offset' 3 'is no handle and offset' 'buffer 0 1 0 0x1 four.bin'
fault 'words of an address' 3 'address has 3 words after it, not 4' 'address 0x1000 0x1 four.bin four.bin'
fault 'an unknown line' 3 'does not begin so' 'bufer 0 1 0 0x1+0 four.bin'
fault 'an unknown filter' 3 'cubic is nothing that a sampler does' 'sampler 0 0 0 cubic normalized edge edge edge white'
fault 'an unknown address' 3 'wrap is nothing that a sampler does' 'sampler 0 0 0 linear normalized edge wrap edge white'
fault 'words behind robust' 3 'robust has 0 words after it' 'robust 1'
fault 'no workgroups' 4 'a dispatch without workgroups' 'groups 0 1 1'
fault 'a base' 4 'begin at a base' 'base 1 0 0'
fault 'a terminal escape' 3 'does not begin so' $'\e[31mred'
printf 'spirv-mmra dispatch 2\n' >faulty/dispatch.txt
race 'another version' 3 'is no recorded dispatch' faulty
printf 'spirv-mmra dispatch 1\ngroups 1 1 1\n' >faulty/dispatch.txt
race 'no module' 3 'the line of the module is missing' faulty
printf 'spirv-mmra dispatch 1\nmodule module.spv\n' >faulty/dispatch.txt
race 'no grid' 3 'the line of the groups is missing' faulty
manifest faulty
head -c 30 copy.spv >faulty/module.spv
race 'a module that is cut off' 3 'not a whole number' faulty
echo text >faulty/module.spv
race 'a module that is none' 3 'the module is text' faulty
rm faulty/dispatch.txt
ln -s ../r8/dispatch.txt faulty/dispatch.txt
mv faulty/module.spv faulty/module.txt
race 'a manifest that is a link is no recording' 2 'directory without a file' faulty

# ---- descriptors of one buffer are one memory where their ranges overlap; in litmus they are two, which is said ----
mkdir common
cp common.spv common/module.spv
common() { # WHAT STATUS PATTERN RANGE-OF-A RANGE-OF-B WHICH
    python3 - "$6" <<'END2'
import struct, sys
open('common/push.bin', 'wb').write(struct.pack('<I', int(sys.argv[1])))
open('common/bytes.bin', 'wb').write(bytes(16))
END2
    manifest common 'push push.bin' "buffer 0 0 0 $4 bytes.bin" "buffer 0 1 0 $5 bytes.bin"
    race "$1" "$2" "$3" common
    grep -q 'memory in common' said && fail "$1: $(cat said)" || true
}
common 'a range in another' 1 'data race' 0x1+0 0x1+8 0
common 'a range behind another' 0 'no data race' 0x1+0 0x1+16 0
common 'a range before another' 1 'data race' 0x1+8 0x1+0 2
common 'a range before another, apart' 0 'no data race' 0x1+8 0x1+0 1
common 'one range twice' 1 'data race' 0x1+0 0x1+0 0
common 'two buffers' 0 'no data race' 0x1+0 0x2+0 0
common 'ranges far apart' 0 'no data race' 0x1+0 0x1+9000000000 0
common 'one range twice' 1 'data race' 0x1+0 0x1+0 0
"$spirv_mmra" litmus --groups 1 common >said 2>&1 && grep -q 'the descriptors 0.0.0 and 0.1.0 have memory in common' said || fail "litmus: $(cat said)"
for offset in 12 16; do # elements of an array of descriptors are two memories in race as well
    manifest common 'push push.bin' 'buffer 0 0 0 0x1+0 bytes.bin' 'buffer 0 2 0 0x2+0 bytes.bin' "buffer 0 2 1 0x1+$offset bytes.bin"
    race "an element at $offset" 0 'no data race' common
    [ "$(grep -c 'warning: the descriptors 0.0.0 and 0.2.1 have memory in common' said || true)" = $((offset == 12)) ] || fail "an element at $offset: $(cat said)"
done

# ---- a descriptor and an address of one buffer are one memory, where the line of the address says whose it is ----
aliased() { # WHAT STATUS PATTERN MODULE RANGE ADDRESS WHICH-WORD LINE...
    mkdir -p alias
    cp "$4.spv" alias/module.spv
    python3 - "$7" <<'END2'
import struct, sys
which = int(sys.argv[1])
open('alias/push.bin', 'wb').write(struct.pack('<QI', 0x7f0000001000, which))
open('alias/bytes.bin', 'wb').write(bytes(64))
open('alias/part.bin', 'wb').write(bytes(16))
words = [1, 1, 1, 1]
words[which % 4] = 2
open('alias/after.bin', 'wb').write(struct.pack('<4I', *words))
END2
    manifest alias 'push push.bin' "address 0x7f0000001000 $6bytes.bin" 'address 0x7f0000001040 0x3 bytes.bin' "buffer 0 0 0 $5 part.bin" \
        'after 0 0 0 0x1+0 after.bin' "${@:8}"
    race "$1" "$2" "$3" alias
}
aliased 'an address in a buffer' 1 'data race' aliases 0x1+0 '0x1 ' 0
aliased 'what the invocation itself writes' 0 'no data race' aliases 0x1+0 '0x1 ' 3
grep -q 'of 16 bytes that the device had after the dispatch, 0 are different here' said || fail "an address is no memory of its own: $(cat said)"
aliased 'a range behind the beginning' 1 'data race' aliases 0x1+32 '0x1 ' 8
aliased 'a range behind a shorter one' 1 'data race' aliases 0x1+32 '0x1 ' 8 'address 0x7f0000001010 0x1+16 push.bin'
aliased 'words before the range' 0 'no data race' aliases 0x1+32 '0x1 ' 7
aliased 'words behind the range' 0 'no data race' aliases 0x1+32 '0x1 ' 12
aliased 'another buffer' 0 'no data race' aliases 0x2+0 '0x1 ' 0
aliased 'a buffer that nobody names' 0 'no data race' aliases 0x1+0 '' 0
aliased 'a variable that is longer than its buffer' 1 'error: .*an access out of bounds' behind 0x1+0 '0x1 ' 0
sed -i '/^robust/d; $a robust' alias/dispatch.txt
race 'the same with robust access' 0 '1 accesses were outside of buffers: reads gave 0 and writes did nothing' alias
aliased 'no hexadecimal handle' 3 '^alias/dispatch.txt:5:1: error: wrap is no handle of a buffer' aliases 0x1+0 'wrap ' 0
aliased 'an element of an array' 0 'no data race' element 0x1+0 '0x1 ' 0
"$spirv_mmra" litmus alias >said 2>&1 || true
grep -q 'the descriptor 0.0.0 and a buffer address have memory in common, and count as two' said || fail "litmus: $(cat said)"

# the offset behind the handle says where in the memory the address leads
aliased 'a buffer behind another in one memory' 0 'no data race' aliases 0x1+0 '0x1+64 ' 0
aliased 'the end of a buffer in its memory' 1 'data race' aliases 0x1+64 '0x1+64 ' 0
aliased 'a range that begins before its buffer' 0 'no data race' aliases 0x1+60 '0x1+64 ' 0
grep -q 'not recorded: the descriptor 0.0.0 and a buffer address have memory in common' said || fail "a range that begins before its buffer: $(cat said)"

# ---- what was not recorded the verdict names ----
manifest common 'push push.bin' 'buffer 0 0 0 0x1+0 bytes.bin' 'buffer 0 1 0 0x2+0 bytes.bin' 'not-recorded the moon' 'left-out 0 7 0 no buffer'
race 'a note of the layer' 0 'no data race on this run, but not all was recorded' common
grep -q '^  not recorded: the moon$' said && grep -q '^  not recorded: 0 7 0 no buffer$' said || fail "a note of the layer: $(cat said)"
"$spirv_mmra" race --json common >said 2>&1
grep -q '"not_recorded": \["the moon", "0 7 0 no buffer"\]' said || fail "a note of the layer, as JSON"
mkdir nothing
printf 'spirv-mmra dispatch 1\nnot-recorded the \e[31mmoon\n' >nothing/dispatch.txt
race 'nothing was recorded' 6 'unknown: not recorded: the .*moon' nothing
grep -q $'\e' said && fail "an escape: $(cat said)"
"$spirv_mmra" litmus nothing >said 2>&1 && fail "litmus: $(cat said)" || grep -q 'not supported: a dispatch that was not recorded' said || fail "litmus: $(cat said)"

# ---- what the module does not have is passed over, and what the command line says holds ----
manifest r8 'image 0 0 0 unorm r8 4 1 1 texels.bin' 'buffer 0 1 0 0x1+0 before.bin' 'buffer 3 1 0 0x1+0 before.bin' \
    'buffer 0 1 7 0x1+0 before.bin' 'push before.bin' 'constant 9 0x1' '# a note' ''
race 'what the module lacks' 0 'no data race' r8
race "another grid, which the recorded buffer is too small for" 1 "3x1x1 workgroups" r8 --groups 3
sed -i 's/^image 0 0/image 0 1/' wide/dispatch.txt
race 'an image where a buffer is' 3 'is no image in the module' wide
sed -i 's/^buffer 0 1/buffer 0 0/' bgra/dispatch.txt
mkdir nosampler
cp copy.spv nosampler/module.spv
manifest nosampler 'sampler 0 1 0 linear normalized edge edge edge white'
race 'a sampler where a buffer is' 3 'is no sampler in the module' nosampler
race 'a buffer where an image is' 3 'is an image' bgra
"$spirv_mmra" race r8 half packed >said 2>&1 || fail "several folders: $(cat said)"
[ "$(grep -c 'no data race on this run' said)" = 3 ] || fail "several folders: $(cat said)"
mkdir all
mv r8 half all
"$spirv_mmra" race all >said 2>&1 || fail "a folder of recordings: $(cat said)"
[ "$(grep -c '^all/[a-z0-9]*/dispatch.txt: no data race' said)" = 2 ] || fail "a folder of recordings: $(cat said)"
for command in litmus "report -o page.html"; do
    read -ra words <<<"$command"
    status=0
    "$spirv_mmra" "${words[@]}" faulty/../equal/dispatch.txt >said 2>&1 || status=$?
    [ $status != 2 ] && [ $status != 7 ] || fail "$command: status $status: $(cat said)"
done
finish "$cases cases"
