#version 450
#extension GL_EXT_shader_realtime_clock : require
#extension GL_ARB_shader_clock : require
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_EXT_device_group : require

// SPV_KHR_shader_clock: that no clock goes backwards; and DeviceIndex. The driver runs clock-plain.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { uvec4 result[32]; };

bool ordered(uvec2 a, uvec2 b) {
    return a.y < b.y || (a.y == b.y && a.x <= b.x);
}

void main() {
    uint i = gl_LocalInvocationIndex;
    uint64_t device = clockRealtimeEXT(), subgroup = clockARB();
    uvec2 words = clockRealtime2x32EXT(), pair = clock2x32ARB();
    result[i] = uvec4(clockRealtimeEXT() >= device ? 1 : 0, clockARB() >= subgroup ? 1 : 0,
                      ordered(words, clockRealtime2x32EXT()) && ordered(pair, clock2x32ARB()) ? 1 : 0, gl_DeviceIndex);
}
