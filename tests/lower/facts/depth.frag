#version 450
#extension GL_ARB_shader_stencil_export : require
#extension GL_ARB_post_depth_coverage : require
// does: post_depth_coverage early_tests depth depth_greater stencil sample_mask
// builtins: SampleMask
// descriptors:
layout(early_fragment_tests) in;
layout(post_depth_coverage) in;
layout(depth_greater) out float gl_FragDepth;

void main() {
    gl_FragDepth = 0.5;
    gl_FragStencilRefARB = 3;
    gl_SampleMask[0] = gl_SampleMaskIn[0] & 5;
}
