#version 460
#extension GL_EXT_ray_query : require
// does: ray_queries
// builtins: VertexIndex
// descriptors: 0.0=read
layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;

void main() {
    rayQueryEXT query;
    rayQueryInitializeEXT(query, scene, 0u, 255u, vec3(0.0), 0.0, vec3(float(gl_VertexIndex)), 1.0);
    gl_Position = vec4(rayQueryProceedEXT(query));
}
