#version 450
#extension GL_EXT_shader_image_load_formatted : require
// Images that are passed on have the uses of all that are; the one that is not has its own.
// does: writes_memory
// builtins: LocalInvocationId
// descriptors: 0.0=read+written 0.1=read+written+indexed 0.2=read
// numbers: call_depth=1
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) uniform uimage2D first;
layout(set = 0, binding = 1) uniform uimage2D many[4];
layout(set = 0, binding = 2) uniform uimage2D last;

void copy(uimage2D from, uimage2D to) {
    imageStore(to, ivec2(0), imageLoad(from, ivec2(0)));
}

void main() {
    copy(first, many[gl_LocalInvocationID.x]);
    if (imageLoad(last, ivec2(0)).x > 3u)
        copy(many[1], first);
}
