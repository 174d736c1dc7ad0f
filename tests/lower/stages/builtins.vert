#version 450
#extension GL_ARB_shader_draw_parameters : require
#extension GL_ARB_shader_viewport_layer_array : require
#extension GL_EXT_multiview : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_EXT_device_group : require
// Built-ins of vertex shaders; those that the translation makes itself are no parameters.
// CHECK: define amdgpu_gfx { <4 x float>, float, [2 x float], [1 x float], i32, i32 } @main(
// CHECK-SAME: i32 %input.1, i32 %input.2, i32 %input.3, i32 %input.4, i32 %input.5, i32 %input.6)
// CHECK: !"input", {{.*}} !"VertexIndex"
// CHECK: !"input", {{.*}} !"InstanceIndex"
// CHECK: !"input", {{.*}} !"BaseVertex"
// CHECK: !"input", {{.*}} !"BaseInstance"
// CHECK: !"input", {{.*}} !"DrawIndex"
// CHECK: !"input", {{.*}} !"ViewIndex"
// CHECK: !"output", {{.*}} !"Position"
// CHECK: !"output", {{.*}} !"PointSize"
// CHECK: !"ClipDistance", i32 3, i32 -1, i32 0, !"f32", i32 2
// CHECK: !"CullDistance", i32 4, i32 -1, i32 0, !"f32", i32 1
// CHECK: !"output", {{.*}} !"Layer"
// CHECK: !"output", {{.*}} !"ViewportIndex"
out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[2]; float gl_CullDistance[1]; };

void main() {
    gl_Position = vec4(gl_VertexIndex, gl_InstanceIndex, gl_BaseVertexARB, gl_BaseInstanceARB);
    gl_PointSize = float(gl_DrawIDARB + gl_ViewIndex + gl_DeviceIndex);
    gl_ClipDistance[gl_VertexIndex & 1] = float(gl_SubgroupInvocationID);
    gl_CullDistance[0] = float(gl_SubgroupEqMask.x);
    gl_Layer = 1;
    gl_ViewportIndex = 2;
}
