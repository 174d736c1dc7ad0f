ARRAY(0) uniform texture2D textures[];
ARRAY(1) uniform sampler samplers[];
layout(set = 0, binding = 0) buffer Result { vec4 result[]; };
layout(push_constant) uniform Pushed { uint chosen; };

void main() {
    uint i = gl_LocalInvocationIndex;
    vec2 place = vec2(i) / 32.0;
    result[i] = textureLod(sampler2D(textures[chosen], samplers[1]), place, 0.0) + texelFetch(textures[3], ivec2(i), 0);
    result[i].x += float(textureSize(textures[2], 0).x);
}
