#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_samplerless_texture_functions : require
// does:
// builtins: PrimitiveId
// descriptors: 0.0=read+indexed+non_uniform 0.1=read+indexed
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform texture2D images[];
layout(set = 0, binding = 1) uniform Uniforms { float number; } uniforms[4];

void main() {
    colour = texelFetch(images[nonuniformEXT(gl_PrimitiveID)], ivec2(0), 0) * uniforms[gl_PrimitiveID].number;
}
