#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_NV_ray_tracing_motion_blur : require
// The ray's time is an input.
// CHECK: define amdgpu_gfx void @main(ptr addrspace(5) noundef align 16 %time, float %input.1)
// CHECK: !"CurrentRayTimeNV"
layout(location = 0) rayPayloadInEXT float time;

void main() {
    time = gl_CurrentRayTimeNV;
}
