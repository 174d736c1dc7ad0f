#version 450
// Each branch has an index of its own, which is the same in the invocations that take it: two lanes are read, each in
// its branch.
// machine: lanes=2 vector_loads=0
// CHECK: br i1 %{{.*}}, label %[[THEN:.*]], label %[[ELSE:.*]]
// CHECK: call i32 @llvm.amdgcn.readfirstlane.i32
// CHECK: br label
// CHECK: call i32 @llvm.amdgcn.readfirstlane.i32
layout(location = 0) in vec2 uv;
layout(location = 1) flat in int k;
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform sampler2D images[8];

void main() {
    if (uv.x > 0.5)
        colour = textureLod(images[k], uv, 0.0);
    else
        colour = textureLod(images[k], uv.yx, 1.0);
}
