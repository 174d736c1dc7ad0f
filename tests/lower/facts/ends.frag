#version 450
#extension GL_EXT_demote_to_helper_invocation : require
#extension GL_EXT_terminate_invocation : require
// does: kills demotes writes_memory whole_quads per_sample early_tests
// builtins: FragCoord SampleId
// descriptors: 0.3=read+written+atomic 1.2=read+indexed
// numbers: call_depth=2 private_bytes=20
layout(early_fragment_tests) in;
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int k;
layout(location = 0) out vec4 colour;
layout(set = 1, binding = 2) uniform sampler2D images[4];
layout(set = 0, binding = 3) buffer Count { uint count; };

float table(float x) {
    float values[4];
    values[k & 3] = x;
    return values[(k + 1) & 3];
}

void leave() {
    if (gl_FragCoord.x > 3.0)
        terminateInvocation;
    colour = vec4(table(uv.x));
}

void main() {
    leave();
    if (gl_SampleID == 2)
        demote;
    atomicAdd(count, 1u);
    colour += texture(images[k], uv);
}
