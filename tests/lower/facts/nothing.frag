#version 450
// A texel of a known level: no quads. The input that is not used does not make it run by sample.
// does:
// builtins:
// descriptors: 0.0=read
// numbers: call_depth=0 shared_bytes=0 private_bytes=0
layout(location = 0) in vec2 uv;
layout(location = 1) sample in vec2 unused;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform sampler2D image;

void main() {
    colour = textureLod(image, uv, 0.0) + textureGather(image, uv);
}
