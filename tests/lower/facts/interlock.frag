#version 450
#extension GL_ARB_fragment_shader_interlock : require
// does: writes_memory interlock
// builtins: FragCoord
// descriptors: 0.0=read+written
layout(set = 0, binding = 0, r32ui) uniform coherent uimage2D image;
layout(pixel_interlock_ordered) in;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    beginInvocationInterlockARB();
    imageStore(image, at, imageLoad(image, at) + 1u);
    endInvocationInterlockARB();
}
