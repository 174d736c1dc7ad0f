#version 460

#extension GL_EXT_shader_image_load_formatted : require

// Read without a format in the shader.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) readonly uniform image2D floats;
layout(set = 0, binding = 1) readonly uniform iimage2DArray integers;
layout(set = 0, binding = 2) buffer Result { vec4 result[]; };

void main() {
    ivec2 place = ivec2(gl_GlobalInvocationID.xy);
    uint i = gl_GlobalInvocationID.y * 16u + gl_GlobalInvocationID.x;
    result[i] = imageLoad(floats, place) + intBitsToFloat(imageLoad(integers, ivec3(place, 1)) & 0x3fffffff);
}
