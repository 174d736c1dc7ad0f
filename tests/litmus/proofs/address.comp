// Expect: unknown unknown unknown
// Because: a pointer of which it is not known where it leads
#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 64) in;
layout(buffer_reference, std430) buffer Node { uint value; };
layout(push_constant) uniform P { Node node; };
void main() { node.value = gl_GlobalInvocationID.x; }
