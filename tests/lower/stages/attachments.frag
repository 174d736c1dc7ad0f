#version 450
// An input attachment is read at the fragment's position and layer, which are inputs of their own, also in a function.
// CHECK: define internal amdgpu_gfx <4 x float> @{{.*}}(ptr addrspace(4) %color, <4 x float> {{.*}}, i32 {{.*}})
// CHECK: fptosi float
// CHECK: @llvm.amdgcn.image.load.2darray.v4f32.i32.v8i32(
// CHECK: @llvm.amdgcn.image.load.2darraymsaa
// CHECK: define amdgpu_gfx { <4 x float> } @main(ptr addrspace(4) inreg noundef align 16 %color,
// CHECK: "input_attachment", i32 0, i32 0, i32 1, i64 32, i32 0}
// CHECK: "input_attachment", i32 0, i32 1, i32 1, i64 32, i32 1}
// CHECK: !"Layer", i32 9
// CHECK: !"FragCoord", i32 15
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput color;
layout(input_attachment_index = 1, set = 0, binding = 1) uniform subpassInputMS samples;
layout(location = 0) out vec4 result;

vec4 before() {
    return subpassLoad(color);
}

vec4 passed(subpassInputMS attachment) {
    return subpassLoad(attachment, 1);
}

void main() {
    result = before() + passed(samples) * gl_FragCoord.w;
}
