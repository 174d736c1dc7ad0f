IMAGES(0, r32ui) uniform uimage2D images[];

void main() {
    ivec2 place = ivec2(gl_LocalInvocationIndex, 1);
    uint old = imageAtomicAdd(images[2], place, 7u);
    imageStore(images[old & 3u], place, imageLoad(images[1], place) + old);
}
