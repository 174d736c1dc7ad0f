#!/usr/bin/env python3
"""Small task and mesh shaders that differ in one thing each, for the comparer to draw with.

    meshes.py FOLDER    writes FOLDER/NAME.task and NAME.mesh, and FOLDER/meshes.settings, a line for each that needs one

Four workgroups of a mesh cover a quarter of the image each: sixteen pixels.
"""

from family import PRIVATE, add, write

EXTENSION = "#extension GL_EXT_mesh_shader : require\n"
# The centre of a pixel of the workgroup's quarter, in clip coordinates (tests/run/compare/draw.h has the viewport).
PIXEL = ("vec4 pixel(uint n) {\n    vec2 at = vec2(gl_WorkGroupID.xy * 4u) + vec2(n & 3u, n >> 2) + 0.5;\n    return vec4((at + 12) / 16 - 1, 0.25, 1);\n}\n")
BUFFER = "layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;\n"
LOCAL = "gl_LocalInvocationIndex"
CULLS = "may-crash"  # llvmpipe of Mesa 26.2 crashes where it culls points and lines
POINT = f"SetMeshOutputsEXT(16u, 16u);\nuint n = {LOCAL};\ngl_MeshVerticesEXT[n].gl_Position = pixel(n);\ngl_MeshVerticesEXT[n].gl_PointSize = 1;\ngl_PrimitivePointIndicesEXT[n] = n;\n"


def points(name, declarations, body, setting="", head=POINT, size=16):
    add(f"mesh-{name}", "mesh", EXTENSION + f"layout(local_size_x = {size}) in;\nlayout(points, max_vertices = 16, max_primitives = 16) out;\n" + PIXEL + declarations, head + body, setting)


def triangles(name, declarations, body, setting=""):
    """Two right triangles, which leave the diagonal of the quarter out."""
    corners = ("const vec2 CORNERS[6] = { vec2(0.25, 0.25), vec2(3.125, 0.25), vec2(0.25, 3.125), vec2(3.75, 3.75), vec2(0.875, 3.75), vec2(3.75, 0.875) };\n"
               "vec4 corner(uint n) {\n    vec2 at = vec2(gl_WorkGroupID.xy * 4u) + CORNERS[n];\n    return vec4((at + 12) / 16 - 1, 0.25, 1);\n}\n")
    head = (f"SetMeshOutputsEXT(6u, 2u);\nuint n = {LOCAL};\nif (n < 6u)\n    gl_MeshVerticesEXT[n].gl_Position = corner(n);\nif (n < 2u)\n    gl_PrimitiveTriangleIndicesEXT[n] = uvec3(0u, 1u, 2u) + n * 3u;\n")
    add(f"mesh-{name}", "mesh", EXTENSION + "layout(local_size_x = 8) in;\nlayout(triangles, max_vertices = 6, max_primitives = 2) out;\n" + corners + declarations, head + body, setting)


def lines(name, declarations, body, setting="", ends="vec2(0.25, float(n >> 1) + 0.5) : vec2(4.125, float(n >> 1) + 0.5)"):
    """A line on each row of the quarter, or on each column."""
    head = (f"SetMeshOutputsEXT(8u, 4u);\nuint n = {LOCAL};\nvec2 at = vec2(gl_WorkGroupID.xy * 4u) + ((n & 1u) == 0u ? {ends});\n"
            "gl_MeshVerticesEXT[n].gl_Position = vec4((at + 12) / 16 - 1, 0.25, 1);\nif (n < 4u)\n    gl_PrimitiveLineIndicesEXT[n] = uvec2(n * 2u, n * 2u + 1u);\n")
    add(f"mesh-{name}", "mesh", EXTENSION + "layout(local_size_x = 8) in;\nlayout(lines, max_vertices = 8, max_primitives = 4) out;\n" + declarations, head + body, setting)


def task(name, payload, body, setting="", size=4, declarations=""):
    """The payload's first word says which workgroup it is."""
    add(f"task-{name}", "task", EXTENSION + f"layout(local_size_x = {size}) in;\nstruct Payload {{ uint group; {payload} }};\ntaskPayloadSharedEXT Payload payload;\n" + declarations,
        "uint group = gl_WorkGroupID.x + 2u * gl_WorkGroupID.y;\npayload.group = group;\n" + body, setting)


# ---- meshes: outputs ----

for kind in ("float", "vec2", "vec3", "vec4", "int", "ivec2", "uvec3", "uvec4"):
    points(f"vertex-{kind}", f"layout(location = 1) flat out {kind} value[];", f"value[n] = {kind}(n * 3u + gl_WorkGroupID.x);")
    points(f"primitive-{kind}", f"layout(location = 2) perprimitiveEXT out {kind} value[];", f"value[n] = {kind}(n * 5u + gl_WorkGroupID.y);")
points("both", "layout(location = 0) flat out vec3 a[];\nlayout(location = 1) perprimitiveEXT out uvec2 b[];", "a[n] = vec3(n, 2, 3);\nb[n] = uvec2(n, 7);")
points("block", "layout(location = 0) out Block { flat vec3 a; flat int b; } block[];", "block[n].a = vec3(n, 1, 2);\nblock[n].b = int(n) - 4;")
points("primitive-block", "layout(location = 0) perprimitiveEXT out Block { vec3 a; int b; } block[];", "block[n].a = vec3(n, 1, 2);\nblock[n].b = int(n) - 4;")
points("array", "layout(location = 0) flat out vec2 values[][2];", "values[n] = vec2[](vec2(n, 1), vec2(3, 4));\nvalues[n][n & 1u] = vec2(2, n);\nvalues[n][1].x = 5;")
points("indices-turned", "layout(location = 0) flat out uint value[];", "value[n] = n;\ngl_PrimitivePointIndicesEXT[n] = 15u - n;")
points("indices-shared", "layout(location = 0) perprimitiveEXT out uint value[];", "value[n] = n + 100u;\ngl_PrimitivePointIndicesEXT[n] = n ^ 5u;")
points("fewer", "layout(location = 0) flat out uint value[];", "value[n] = n;", head=POINT.replace("16u, 16u", "16u, 9u"))
points("count-by-group", "layout(location = 0) flat out uint value[];", "value[n] = n;", head=POINT.replace("16u, 16u", "16u, gl_WorkGroupID.x * 7u + gl_WorkGroupID.y"))
points("one-invocation", "layout(location = 0) flat out uint value[];", "SetMeshOutputsEXT(5u, 5u);\nfor (uint n = 0u; n < 5u; n++) {\n    gl_MeshVerticesEXT[n].gl_Position = pixel(n * 3u);\n    gl_MeshVerticesEXT[n].gl_PointSize = 1;\n    gl_PrimitivePointIndicesEXT[n] = n;\n    value[n] = n * 9u;\n}", head="", size=1)
points("other-writes", "layout(location = 0) flat out uint value[];", "value[(n + 3u) & 15u] = n;\nbarrier();")
points("cull", "layout(location = 0) flat out uint value[];", "value[n] = n;\ngl_MeshPrimitivesEXT[n].gl_CullPrimitiveEXT = (n & 1u) != 0u;", CULLS)
points("primitive-id", "", "gl_MeshPrimitivesEXT[n].gl_PrimitiveID = int(n * 11u);")
points("layer", "", "gl_MeshPrimitivesEXT[n].gl_Layer = int(n & 1u);")
points("viewport", "", "gl_MeshPrimitivesEXT[n].gl_ViewportIndex = int(n & 1u);")
triangles("triangles", "layout(location = 0) flat out uint value[];", "if (n < 6u)\n    value[n] = n * 3u + gl_WorkGroupID.x;")
triangles("triangles-turned", "layout(location = 0) flat out uint value[];", "if (n < 6u)\n    value[n] = n;\nif (n < 2u)\n    gl_PrimitiveTriangleIndicesEXT[n] = uvec3(2u, 0u, 1u) + n * 3u;")
triangles("triangles-primitive", "layout(location = 0) perprimitiveEXT out vec3 value[];", "if (n < 2u)\n    value[n] = vec3(n, gl_WorkGroupID.xy);")
COLUMNS = "vec2(float(n >> 1) + 0.5, 0.25) : vec2(float(n >> 1) + 0.5, 4.125)"
lines("lines", "layout(location = 0) flat out uint value[];", "value[n] = n * 3u + gl_WorkGroupID.x;")
lines("lines-columns", "layout(location = 0) flat out vec2 value[];", "value[n] = vec2(n, gl_WorkGroupID.y);", ends=COLUMNS)
lines("lines-turned", "layout(location = 0) flat out uint value[];", "value[n] = n + 10u;\nif (n < 4u)\n    gl_PrimitiveLineIndicesEXT[n] = uvec2(7u, 6u) - n * 2u;", ends="vec2(4.125, float(n >> 1) + 0.5) : vec2(0.25, float(n >> 1) + 0.5)")
lines("lines-primitive", "layout(location = 0) perprimitiveEXT out vec3 value[];", "if (n < 4u)\n    value[n] = vec3(n, gl_WorkGroupID.xy);")
lines("lines-fewer", "layout(location = 0) flat out uint value[];", "value[n] = n;\nif (gl_WorkGroupID.x == 1u)\n    gl_PrimitiveLineIndicesEXT[3] = uvec2(0u, 1u);", ends=COLUMNS)
lines("lines-cull", "layout(location = 0) flat out uint value[];", "value[n] = n;\nif (n < 4u)\n    gl_MeshPrimitivesEXT[n].gl_CullPrimitiveEXT = n == 2u;", CULLS)

# Mesa 25.0 stores a component that is not the first in a wrong place.
COMPONENTS = "layout(location = 0) flat out vec4 value[];\nlayout(location = 1) perprimitiveEXT out uvec4 other[];"
points("components-whole", COMPONENTS, "value[n] = vec4(n, 7, 9, 11);\nvec4 at = vec4(1);\nat[n & 3u] = 5;\nother[n] = uvec4(at);")
points("components", COMPONENTS, "value[n].x = n;\nvalue[n].y = 7;\nvalue[n].w = 11;\nvalue[n].z = 9;\nother[n] = uvec4(1u);\nother[n][n & 3u] = 5u;", "driver=mesh-components-whole")

# ---- meshes: what is not seen ----

NUMBER = "layout(location = 0) flat out uint value[];"
points("before", NUMBER, "value[n] = n;\nif (n < 5u)\n    gl_MeshVerticesEXT[n].gl_Position = vec4(pixel(n).xy, -0.5, 1);")
points("behind", NUMBER, "value[n] = n;\nif (n > 5u)\n    gl_MeshVerticesEXT[n].gl_Position = vec4(pixel(n).xy, 1.5, 1);")
points("clip-distance", "out gl_MeshPerVertexEXT { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[1]; } gl_MeshVerticesEXT[];\n" + NUMBER, "value[n] = n;\ngl_MeshVerticesEXT[n].gl_ClipDistance[0] = float(n) - 4.5;")
triangles("flat", NUMBER, "if (n < 6u)\n    value[n] = n;\nif (n < 3u)\n    gl_MeshVerticesEXT[n].gl_Position = corner(0u);")

# ---- meshes: what cannot be known; each gives another reason ----

UNKNOWN = "expect=not-comparable"
points("unknown-size", NUMBER, "value[n] = n;\ngl_MeshVerticesEXT[n].gl_PointSize = 2;", UNKNOWN)
points("unknown-layer", NUMBER, "value[n] = n;\ngl_MeshPrimitivesEXT[n].gl_Layer = int(n & 3u);", UNKNOWN)
points("unknown-viewport", NUMBER, "value[n] = n;\ngl_MeshPrimitivesEXT[n].gl_ViewportIndex = int(n & 3u);", UNKNOWN)
points("unknown-index", NUMBER, "value[n] = n;\ngl_PrimitivePointIndicesEXT[n] = n + 1u;", UNKNOWN)
points("unknown-count", NUMBER, "value[n] = n;", UNKNOWN, head=POINT.replace("16u, 16u", "16u, 17u"))
points("unknown-overlap", NUMBER, "value[n] = n;\ngl_MeshVerticesEXT[n].gl_Position = pixel(n / 2u);", UNKNOWN)
points("unknown-w", NUMBER, "value[n] = n;\ngl_MeshVerticesEXT[n].gl_Position = vec4(n == 3u ? vec4(0) : pixel(n));", UNKNOWN)
triangles("unknown-edge", NUMBER, "if (n < 6u)\n    value[n] = n;\nif (n == 1u)\n    gl_MeshVerticesEXT[n].gl_Position = corner(0u) + vec4(0.15625, 0, 0, 0);\nif (n == 2u)\n    gl_MeshVerticesEXT[n].gl_Position = corner(0u) + vec4(0, 0.15625, 0, 0);", UNKNOWN)
lines("unknown-line", NUMBER, "value[n] = n;", UNKNOWN, ends="vec2(0.25, float(n >> 1) + 0.5) : vec2(4.125, float(n >> 1) + 0.75)")

# ---- meshes: what the workgroup has ----

points("numbers", "layout(location = 0) flat out uvec4 value[];\nlayout(location = 1) flat out uvec4 other[];", "value[n] = uvec4(gl_WorkGroupID, gl_LocalInvocationIndex);\nother[n] = uvec4(gl_NumWorkGroups.xy, gl_GlobalInvocationID.xy);")
points("shared", "shared uint parts[16];\nlayout(location = 0) flat out uint value[];", "parts[n] = n * n;\nbarrier();\nvalue[n] = parts[15u - n] + parts[(n + 1u) & 15u];")
points("private-array", BUFFER + "layout(location = 0) flat out float value[];", PRIVATE.format("float(n)") + "value[n] = kept[buffer_.words[n] % 48u];")
points("stores", BUFFER, "buffer_.words[(gl_WorkGroupID.x + 2u * gl_WorkGroupID.y) * 16u + n] = n * 3u;")
points("atomics", BUFFER, "atomicAdd(buffer_.count, n);")
points("uniforms", "layout(set = 0, binding = 0) uniform Uniforms { vec4 rows[4]; } uniforms;\nlayout(push_constant) uniform Push { vec4 tint; } push;\nlayout(location = 0) flat out vec4 value[];", "value[n] = uniforms.rows[n & 3u] + push.tint;")
points("image", "layout(set = 0, binding = 0, rgba32f) uniform image2D image;\nlayout(location = 0) flat out vec4 value[];", "value[n] = imageLoad(image, ivec2(n & 3u, n >> 2));")
points("in-function", "layout(location = 0) flat out uint value[];\nvoid put(uint n, uint what) { value[n] = what * 2u; }", "put(n, n + 1u);")
points("payload", "struct Payload { uint a; uint b[7]; };\ntaskPayloadSharedEXT Payload payload;\nlayout(location = 0) flat out uint value[];", "value[n] = payload.a + payload.b[n % 7u];")
points("payload-vectors", "struct Payload { vec4 a; uvec2 b; };\ntaskPayloadSharedEXT Payload payload;\nlayout(location = 0) flat out uvec2 value[];", "value[n] = floatBitsToUint(payload.a.yz) + payload.b;")

# ---- tasks ----

task("constant", "uint a;", "payload.a = 77u;\nEmitMeshTasksEXT(1u, 1u, 1u);")
task("unwritten", "uint none; uint parts[4]; uint last;", f"if ({LOCAL} < 2u)\n    payload.parts[{LOCAL}] = {LOCAL} + 7u;\nEmitMeshTasksEXT(1u, 1u, 1u);")
task("by-invocation", "uint parts[4];", f"payload.parts[{LOCAL}] = {LOCAL} * 3u + group;\nEmitMeshTasksEXT(2u, 1u, 1u);")
task("counts", "uint a;", "payload.a = group;\nEmitMeshTasksEXT(group + 1u, 2u, 3u);")
task("none-of-some", "uint a;", "payload.a = 5u;\nEmitMeshTasksEXT(group == 2u ? 0u : 1u, 1u, 1u);")
task("barrier", "uint parts[4]; uint sum;", f"payload.parts[{LOCAL}] = {LOCAL} * {LOCAL};\nbarrier();\nif ({LOCAL} == 3u)\n    payload.sum = payload.parts[0] + payload.parts[1] + payload.parts[2] + payload.parts[3];\nEmitMeshTasksEXT(1u, 1u, 1u);")
task("shared", "uint sum;", f"atomicAdd(total, {LOCAL});\nbarrier();\nif ({LOCAL} == 0u)\n    payload.sum = total;\nEmitMeshTasksEXT(1u, 1u, 1u);".replace("atomicAdd", f"if ({LOCAL} == 0u)\n    total = 10u;\nbarrier();\natomicAdd"), declarations="shared uint total;\n")
task("vectors", "uint pad; vec2 a; uvec4 b;", "payload.pad = 0u;\npayload.a = vec2(group, 2.5);\npayload.b = uvec4(gl_WorkGroupID, 9);\nEmitMeshTasksEXT(1u, 1u, 1u);")
task("struct", "uint x; uvec2 y; uint z[4];", "payload.x = 1u;\npayload.y = gl_NumWorkGroups.xy;\npayload.z = uint[](4u, group, 6u, 8u);\nEmitMeshTasksEXT(1u, 1u, 1u);")
task("stores", "uint a;", f"payload.a = 1u;\nbuffer_.words[group * 4u + {LOCAL}] = {LOCAL} + 5u;\nEmitMeshTasksEXT(1u, 1u, 1u);", declarations=BUFFER)
task("uniforms", "float a;", "payload.a = push.tint.y * 2;\nEmitMeshTasksEXT(1u, 1u, 1u);", declarations="layout(push_constant) uniform Push { vec4 tint; } push;\n")
task("in-function", "uint a;", "put(group);\nEmitMeshTasksEXT(1u, 1u, 1u);", declarations="void put(uint v) { payload.a = v * 3u; }\n")
task("ends-in-function", "uint a;", "launch(group + 1u);\nbuffer_.words[group] = 9u;\nEmitMeshTasksEXT(1u, 1u, 1u);", declarations=BUFFER + "void launch(uint v) { payload.a = v * 7u; if (v < 3u) EmitMeshTasksEXT(v, 1u, 1u); payload.a = 1u; }\n")
task("vulkan", "uint parts[4]; uint last;", f"payload.parts[{LOCAL}] = {LOCAL} + 1u;\nbarrier();\nif ({LOCAL} == 1u)\n    payload.last = payload.parts[2];\nEmitMeshTasksEXT(1u, 1u, 1u);", declarations="#extension GL_KHR_memory_scope_semantics : require\n#pragma use_vulkan_memory_model\n")

write()
