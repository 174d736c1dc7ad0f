#version 460
#extension GL_EXT_ray_tracing : require
// A closest hit shader: the incoming payload and the hit's attributes are memory that the caller gives; what is known of the
// hit are values. The length of the ray is asked for where it is read.
// CHECK: define amdgpu_gfx void @main(ptr addrspace(4) inreg noundef align 16 %scene, ptr addrspace(5) noundef align 16 %incoming, ptr addrspace(5) noundef align 16 %attributes, i32 %input.1, i32 %input.2, <3 x float> %input.3, <3 x float> %input.4, <3 x float> %input.5, <3 x float> %input.6, float %input.7, i32 %input.8, [4 x <3 x float>] %input.9, [4 x <3 x float>] %input.10, i32 %input.11, i32 %input.12, i32 %input.13)
// CHECK: call amdgpu_gfx float @smmra.ray.t.max()
// CHECK: call amdgpu_gfx void @smmra.ray.trace({{.*}}, ptr addrspace(5) %incoming)
// CHECK: declare amdgpu_gfx float @smmra.ray.t.max() #[[ASKED:[0-9]+]]
// CHECK: attributes #[[ASKED]] = { nounwind willreturn memory(inaccessiblemem: read) }
// CHECK: !{!"main", i32 1, !"ray_payload", i32 0, i32 0, i32 1, i64 16}
// CHECK: !{!"main", i32 2, !"hit_attribute", i32 0, i32 0, i32 1, i64 8}
// CHECK: !"InstanceId"
// CHECK: !"PrimitiveId"
// CHECK: !"WorldRayOriginKHR"
// CHECK: !"WorldRayDirectionKHR"
// CHECK: !"ObjectRayOriginKHR"
// CHECK: !"ObjectRayDirectionKHR"
// CHECK: !"RayTminKHR"
// CHECK: !"InstanceCustomIndexKHR"
// CHECK: !"ObjectToWorldKHR", i32 {{.*}}, !"f32x3", i32 4, i32 0
// CHECK: !"WorldToObjectKHR"
// CHECK: !"HitKindKHR"
// CHECK: !"IncomingRayFlagsKHR"
// CHECK: !"RayGeometryIndexKHR"
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(location = 0) rayPayloadInEXT vec4 incoming;
hitAttributeEXT vec2 attributes;

void main() {
    incoming.xy = attributes;
    incoming.z = float(gl_InstanceID + gl_PrimitiveID + gl_InstanceCustomIndexEXT + gl_GeometryIndexEXT);
    incoming.w = float(gl_HitKindEXT + gl_IncomingRayFlagsEXT) + gl_RayTminEXT + gl_RayTmaxEXT;
    incoming.xyz += gl_WorldRayOriginEXT + gl_WorldRayDirectionEXT + gl_ObjectRayOriginEXT + gl_ObjectRayDirectionEXT;
    incoming.xyz += gl_ObjectToWorldEXT * vec4(1) + gl_WorldToObjectEXT[2];
    traceRayEXT(scene, 0, 255, 0, 0, 0, vec3(0), 0.0, vec3(0, 0, 1), 1.0, 0);
}
