#version 460
#extension GL_EXT_ray_tracing : require
#extension GL_EXT_ray_cull_mask : enable
// CHECK: define amdgpu_gfx void @main(ptr addrspace(5) noundef align 16 %incoming, <3 x float> %input.1)
// CHECK: store {{.*}} ptr addrspace(5) %incoming
// CHECK: !{!"main", !"MissKHR", !"main"}
layout(location = 0) rayPayloadInEXT vec4 incoming;

void main() {
    incoming = vec4(gl_WorldRayDirectionEXT, 1.0);
}
