#version 460
#extension GL_EXT_ray_query : require
// A ray query in a fragment shader: an opaque object of 256 bytes, and a call for each instruction.
// CHECK: define amdgpu_gfx { <4 x float> } @main(ptr addrspace(4) inreg noundef align 16 %scene, <3 x float> %input.1)
// CHECK: %query = alloca [256 x i8], align 16, addrspace(5)
// CHECK: [[SCENE:%.*]] = load i64, ptr addrspace(4) %scene, align 16
// CHECK: call amdgpu_gfx void @smmra.ray.query.initialize(ptr addrspace(5) %query, i64 [[SCENE]], i32 1, i32 255, <3 x float> {{%.*}}, float {{.*}}, <3 x float> {{.*}}, float {{.*}})
// CHECK: call amdgpu_gfx i1 @smmra.ray.query.proceed(ptr addrspace(5) %query)
// CHECK: call amdgpu_gfx i32 @smmra.ray.query.intersection.type(ptr addrspace(5) %query, i32 0)
// CHECK: call amdgpu_gfx void @smmra.ray.query.confirm.intersection(ptr addrspace(5) %query)
// CHECK: call amdgpu_gfx void @smmra.ray.query.generate.intersection(ptr addrspace(5) %query, float {{%.*}})
// CHECK: call amdgpu_gfx void @smmra.ray.query.terminate(ptr addrspace(5) %query)
// CHECK: call amdgpu_gfx i32 @smmra.ray.query.intersection.type(ptr addrspace(5) %query, i32 1)
// CHECK: call amdgpu_gfx float @smmra.ray.query.intersection.t(ptr addrspace(5) %query, i32 1)
// CHECK: call amdgpu_gfx <2 x float> @smmra.ray.query.barycentrics(ptr addrspace(5) %query, i32 1)
// CHECK: call amdgpu_gfx [4 x <3 x float>] @smmra.ray.query.object.to.world(ptr addrspace(5) %query, i32 1)
// CHECK: call amdgpu_gfx [4 x <3 x float>] @smmra.ray.query.world.to.object(ptr addrspace(5) %query, i32 0)
// CHECK: call amdgpu_gfx i1 @smmra.ray.query.front.face(ptr addrspace(5) %query, i32 1)
// CHECK: declare amdgpu_gfx void @smmra.ray.query.initialize(ptr addrspace(5), i64, i32, i32, <3 x float>, float, <3 x float>, float) #[[CALLED:[0-9]+]]
// CHECK: attributes #[[CALLED]] = { nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) }
// CHECK: attributes #{{[0-9]+}} = { nounwind willreturn memory(argmem: read, inaccessiblemem: read) }
// CHECK: !{!"main", i32 0, !"acceleration_structure", i32 0, i32 0, i32 1, i64 16}
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;
layout(location = 0) in vec3 origin;
layout(location = 0) out vec4 color;

void main() {
    rayQueryEXT query;
    color = vec4(0);
    rayQueryInitializeEXT(query, scene, gl_RayFlagsOpaqueEXT, 0xFF, origin, 0.001, vec3(0, 0, 1), 100.0);
    while (rayQueryProceedEXT(query)) {
        if (rayQueryGetIntersectionTypeEXT(query, false) == gl_RayQueryCandidateIntersectionTriangleEXT)
            rayQueryConfirmIntersectionEXT(query);
        else if (rayQueryGetIntersectionCandidateAABBOpaqueEXT(query))
            rayQueryGenerateIntersectionEXT(query, rayQueryGetRayTMinEXT(query));
        else
            rayQueryTerminateEXT(query);
    }
    if (rayQueryGetIntersectionTypeEXT(query, true) != gl_RayQueryCommittedIntersectionNoneEXT) {
        color.x = rayQueryGetIntersectionTEXT(query, true);
        color.yz = rayQueryGetIntersectionBarycentricsEXT(query, true);
        color.xyz += rayQueryGetIntersectionObjectToWorldEXT(query, true)[3];
        color.xyz += rayQueryGetIntersectionWorldToObjectEXT(query, false) * vec4(1);
        color.w = rayQueryGetIntersectionFrontFaceEXT(query, true) ? 1.0 : 0.0;
    }
}
