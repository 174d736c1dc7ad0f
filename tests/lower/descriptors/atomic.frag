#version 450
// An atomic gives helper invocations no value, and the first lane may be one of them.
// machine: loops=0+
// CHECK-NOT: readfirstlane
// CHECK: @llvm.amdgcn.image.sample
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform sampler2D images[8];
layout(set = 0, binding = 1) buffer Count { uint count; };

void main() {
    colour = texture(images[atomicOr(count, 0u)], uv);
}
