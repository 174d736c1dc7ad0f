#version 460
// Between two derivatives all lanes of a quad run. Helper invocations are neither in the ballot nor in the sum.
// CHECK-NOT: ballot.i64(i1 true)
// CHECK: ballot.i64
// CHECK-NOT: ballot.i64(i1 true)
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_vote : require
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    vec4 slope = dFdx(value * value);
    uint all = subgroupBallotBitCount(subgroupBallot(true));
    uint sum = subgroupAdd(1u);
    bool every = subgroupAll(value.x < 3), any = subgroupAny(value.y > 3);
    colour = vec4(float(sum), float(all), every ? 1 : 0, any ? 1 : 0) + dFdy(slope) * 0;
}
