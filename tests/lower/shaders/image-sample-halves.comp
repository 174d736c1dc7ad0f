#version 450
// Coordinates that are exact as halves: LLVM hands them to the sampler as such, two in a register, where what stands before them (offset,
// reference, gradients) keeps registers of its own.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) uniform sampler2D plane;
layout(set = 0, binding = 1) uniform sampler2DArray layers;
layout(set = 0, binding = 2) uniform sampler2DShadow depth;
layout(set = 0, binding = 3) uniform sampler2DArrayShadow depths;
layout(set = 0, binding = 4) uniform sampler3D solid;
layout(set = 0, binding = 5) uniform samplerCube around;
layout(set = 0, binding = 6) buffer Results { vec4 results[]; };

void main() {
    results[0] = textureLod(plane, vec2(0.25, 0.75), 0.5);
    results[1] = textureLodOffset(plane, vec2(0.25, 0.75), 0.5, ivec2(1, -2));
    results[2] = textureGrad(plane, vec2(0.25, 0.75), vec2(0.125, 0.25), vec2(0.5, 0.0625));
    results[3] = textureGradOffset(layers, vec3(0.25, 0.75, 1.0), vec2(0.125, 0.25), vec2(0.5, 0.0625), ivec2(-1, 3));
    results[4] = textureGrad(solid, vec3(0.25, 0.75, 0.5), vec3(0.125, 0.25, 0.375), vec3(0.5, 0.0625, 0.75));
    results[5] = textureGrad(around, vec3(0.25, 0.75, 0.5), vec3(0.125, 0.25, 0.375), vec3(0.5, 0.0625, 0.75));
    results[6] = vec4(textureLod(depth, vec3(0.25, 0.75, 0.3), 0.0), textureLodOffset(depth, vec3(0.25, 0.75, 0.3), 0.0, ivec2(2, 1)),
                      textureGrad(depth, vec3(0.25, 0.75, 0.3), vec2(0.125, 0.25), vec2(0.5, 0.0625)),
                      textureGradOffset(depths, vec4(0.25, 0.75, 1.0, 0.3), vec2(0.125, 0.25), vec2(0.5, 0.0625), ivec2(1, 1)));
    results[7] = textureGatherOffset(layers, vec3(0.25, 0.75, 1.0), ivec2(1, -1), 2);
    results[8] = textureGather(depth, vec2(0.25, 0.75), 0.3);
    results[9] = textureGatherOffset(depths, vec3(0.25, 0.75, 1.0), 0.3, ivec2(-1, 2));
}
