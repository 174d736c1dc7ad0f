#version 460
#extension GL_NV_viewport_array2 : require
#extension GL_NV_stereo_view_rendering : require
#extension GL_NVX_multiview_per_view_attributes : require
#extension GL_NV_shader_sm_builtins : require
// Built-ins of other vendors are values as all are, which the shell gives or takes.
// CHECK: define amdgpu_gfx { <4 x float>, [1 x i32], <4 x float>, [1 x i32], [2 x <4 x float>] } @main(i32 %input.1, i32 %input.2)
// CHECK: !"input", i32 0, {{.*}} !"WarpsPerSMNV", i32 5374, {{.*}}, !"u32"
// CHECK: !"input", i32 1, {{.*}} !"SMIDNV", i32 5377, {{.*}}, !"u32"
// CHECK: !"output", i32 0, {{.*}} !"Position"
// CHECK: !"output", i32 1, {{.*}} !"ViewportMaskNV", i32 5253, {{.*}}, !"i32", i32 1
// CHECK: !"output", i32 2, {{.*}} !"SecondaryPositionNV", i32 5257, {{.*}}, !"f32x4", i32 0
// CHECK: !"output", i32 3, {{.*}} !"SecondaryViewportMaskNV", i32 5258, {{.*}}, !"i32", i32 1
// CHECK: !"output", i32 4, {{.*}} !"PositionPerViewNV", i32 5261, {{.*}}, !"f32x4", i32 2

void main() {
    gl_Position = vec4(gl_WarpsPerSMNV);
    gl_ViewportMask[0] = 1;
    gl_SecondaryPositionNV = vec4(gl_SMIDNV);
    gl_SecondaryViewportMaskNV[0] = 2;
    gl_PositionPerViewNV[1] = vec4(1);
}
