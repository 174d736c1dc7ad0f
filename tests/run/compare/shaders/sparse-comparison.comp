#version 450
#extension GL_ARB_sparse_texture2 : require
// lavapipe of Mesa 25 and 26 gets it wrong, which is told and not compared; earlier ones have no residency at all.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) uniform sampler2DShadow picture;
layout(set = 0, binding = 1) buffer Results { float results[4]; int codes[4]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    float compared;
    codes[i] = sparseTextureLodARB(picture, vec3(0.3, 0.4, 0.5), 0.0, compared);
    results[i] = compared;
}
