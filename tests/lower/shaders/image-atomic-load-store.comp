#version 460

#extension GL_KHR_memory_scope_semantics : require

// imageAtomicLoad and imageAtomicStore.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0, r32ui) uniform uimage2D source;
layout(set = 0, binding = 1, r32i) uniform iimage2DArray target;
layout(set = 0, binding = 2) buffer Result { uint result[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    uint value = imageAtomicLoad(source, place, gl_ScopeDevice, gl_StorageSemanticsImage, gl_SemanticsAcquire);
    result[i] = value;
    imageAtomicStore(target, ivec3(place, 3), int(value + i), gl_ScopeDevice, gl_StorageSemanticsImage,
                     gl_SemanticsRelease);
}
