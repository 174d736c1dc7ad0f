#version 450

// derivatives-quads in other words: the invocation reads its neighbours' values itself.
layout(local_size_x = 6, local_size_y = 4, local_size_z = 2) in;

layout(set = 0, binding = 0) buffer Result { vec4 fine[48]; vec4 coarse[48]; vec4 rest[48]; };
layout(set = 0, binding = 1) readonly buffer Input { vec2 values[48]; };

vec2 at(uvec2 place) {
    return values[(gl_LocalInvocationID.z * 4 + place.y) * 6 + place.x];
}

void main() {
    uint i = gl_LocalInvocationIndex;
    uvec2 own = gl_LocalInvocationID.xy, quad = own & ~1u;
    vec2 x = at(uvec2(quad.x + 1, own.y)) - at(uvec2(quad.x, own.y));
    vec2 y = at(uvec2(own.x, quad.y + 1)) - at(uvec2(own.x, quad.y));
    vec2 coarse_x = at(quad + uvec2(1, 0)) - at(quad), coarse_y = at(quad + uvec2(0, 1)) - at(quad);
    fine[i] = vec4(x, y);
    coarse[i] = vec4(coarse_x, coarse_y);
    rest[i] = vec4(abs(x.x) + abs(y.x), abs(coarse_x.y) + abs(coarse_y.y), float(own.x), float(gl_GlobalInvocationID.y));
}
