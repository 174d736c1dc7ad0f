#version 460
#extension GL_EXT_ray_query : require
// What a query can be asked, and an array of queries that a function gets.
// CHECK: define internal amdgpu_gfx void @"ask({{.*}}(ptr addrspace(5) {{.*}}, ptr addrspace(5) %query
// CHECK: call amdgpu_gfx i32 @smmra.ray.query.flags(ptr addrspace(5) %query)
// CHECK: call amdgpu_gfx i32 @smmra.ray.query.instance.custom.index(ptr addrspace(5) %query, i32 1)
// CHECK: call amdgpu_gfx i32 @smmra.ray.query.instance.id(ptr addrspace(5) %query, i32 1)
// CHECK: call amdgpu_gfx i32 @smmra.ray.query.record.offset(ptr addrspace(5) %query, i32 1)
// CHECK: call amdgpu_gfx i32 @smmra.ray.query.geometry.index(ptr addrspace(5) %query, i32 1)
// CHECK: call amdgpu_gfx i32 @smmra.ray.query.primitive.index(ptr addrspace(5) %query, i32 1)
// CHECK: call amdgpu_gfx <3 x float> @smmra.ray.query.object.ray.direction(ptr addrspace(5) %query, i32 1)
// CHECK: call amdgpu_gfx <3 x float> @smmra.ray.query.object.ray.origin(ptr addrspace(5) %query, i32 1)
// CHECK: call amdgpu_gfx <3 x float> @smmra.ray.query.world.ray.direction(ptr addrspace(5) %query)
// CHECK: call amdgpu_gfx <3 x float> @smmra.ray.query.world.ray.origin(ptr addrspace(5) %query)
// CHECK: alloca [2 x [256 x i8]], align 16, addrspace(5)
// CHECK: getelementptr i8, ptr addrspace(4) %scenes, i64 16
layout(set = 1, binding = 2) uniform accelerationStructureEXT scenes[2];

void ask(rayQueryEXT query) {
    gl_Position = vec4(rayQueryGetRayFlagsEXT(query));
    gl_Position.x += float(rayQueryGetIntersectionInstanceCustomIndexEXT(query, true));
    gl_Position.x += float(rayQueryGetIntersectionInstanceIdEXT(query, true));
    gl_Position.x += float(rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT(query, true));
    gl_Position.x += float(rayQueryGetIntersectionGeometryIndexEXT(query, true));
    gl_Position.x += float(rayQueryGetIntersectionPrimitiveIndexEXT(query, true));
    gl_Position.xyz += rayQueryGetIntersectionObjectRayDirectionEXT(query, true);
    gl_Position.xyz += rayQueryGetIntersectionObjectRayOriginEXT(query, true);
    gl_Position.xyz += rayQueryGetWorldRayDirectionEXT(query);
    gl_Position.xyz += rayQueryGetWorldRayOriginEXT(query);
}

void main() {
    rayQueryEXT queries[2];
    rayQueryInitializeEXT(queries[0], scenes[0], 0, 255, vec3(0), 0.0, vec3(1), 1.0);
    rayQueryInitializeEXT(queries[1], scenes[1], 0, 255, vec3(0), 0.0, vec3(1), 1.0);
    rayQueryProceedEXT(queries[gl_VertexIndex & 1]);
    rayQueryEXT single;
    rayQueryInitializeEXT(single, scenes[1], 0, 255, vec3(0), 0.0, vec3(1), 1.0);
    ask(single);
}
