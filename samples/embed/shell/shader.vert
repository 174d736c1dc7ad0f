#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec2 given;
layout(location = 0) out vec2 coordinate;
layout(set = 0, binding = 0) uniform Transforms { mat4 transform; } transforms;

void main() {
    gl_Position = transforms.transform * vec4(position, 1);
    coordinate = given;
}
