#version 450
#extension GL_ARB_fragment_shader_interlock : require
// Begin acquires and end releases global memory in the device (mapping.md 6), with the fences inside.
// CHECK: call amdgpu_gfx void @smmra.interlock.begin()
// CHECK-NEXT: fence syncscope("agent") acquire, !mmra ![[TAGS:[0-9]+]]
// CHECK: call void @llvm.amdgcn.image.store
// CHECK: fence syncscope("agent") release, !mmra ![[TAGS]]
// CHECK-NEXT: call amdgpu_gfx void @smmra.interlock.end()
// CHECK: declare amdgpu_gfx void @smmra.interlock.begin()
// CHECK: ![[TAGS]] = !{![[SYNC:[0-9]+]], ![[NONPRIVATE:[0-9]+]]}
// CHECK: ![[SYNC]] = !{!"amdgpu-synchronize-as", !"global"}
layout(pixel_interlock_ordered) in;
layout(location = 0) in vec4 color;
layout(set = 0, binding = 0, rgba8) uniform coherent image2D image;

void main() {
    beginInvocationInterlockARB();
    vec4 before = imageLoad(image, ivec2(gl_FragCoord.xy));
    imageStore(image, ivec2(gl_FragCoord.xy), before + color);
    endInvocationInterlockARB();
}
