#version 450
#extension GL_EXT_buffer_reference : require
// does: writes_memory addresses
// builtins:
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Words { uint word; };
layout(push_constant) uniform Push { Words words; };

void main() {
    words.word = 1u;
}
