#version 450
// A store between two samples: the second one's coordinates need the helpers that the store must not have.
layout(location = 0) in vec2 at;
layout(location = 1) flat in int index;
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) buffer Seen { vec4 seen[]; };
layout(location = 0) out vec4 color;

void main() {
    vec4 first = texture(picture, at);
    seen[index] = first;
    color = texture(picture, first.xy);
}
