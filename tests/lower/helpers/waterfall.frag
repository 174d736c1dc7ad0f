#version 460
// Helper invocations leave the loop when no others are in it. code-not: v_readfirstlane
#extension GL_KHR_shader_subgroup_ballot : require
layout(location = 0) in vec4 value;
layout(location = 0) out vec4 colour;
uint pixel() {
    return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y);
}
void main() {
    uint own = uint(gl_FragCoord.x) + uint(gl_FragCoord.y), rounds = 0u;
    float slope = dFdx(value.x * value.y);
    for (;;) {
        uint first = subgroupBroadcastFirst(own);
        rounds++;
        if (first == own)
            break;
    }
    colour = vec4(dFdy(slope) * 0, own, float(min(rounds, 1u)), 0);
}
