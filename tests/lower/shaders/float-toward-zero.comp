#version 450
#extension GL_EXT_spirv_intrinsics : require

// Rounds toward zero (RoundingModeRTZ). float-toward-zero-plain computes the same in doubles and cuts off their bits.
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4468], 4463, 32);

layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Numbers { vec4 numbers[32]; ivec4 integers[32]; uvec4 words[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    vec4 a = numbers[i], b = vec4(integers[i]), c = vec4(words[i]);
    words[i] = floatBitsToUint(a + a.wzxy) ^ floatBitsToUint(a.x * a) ^ floatBitsToUint(b) ^ floatBitsToUint(c);
    integers[i] = ivec4(floatBitsToUint(a - a.yzwx));
}
