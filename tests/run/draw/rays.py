#!/usr/bin/env python3
"""Small compute shaders that ask ray queries of one fixed scene (tests/run/host/rays.c), each of which differs in one thing.

    rays.py FOLDER    writes FOLDER/NAME.comp, and FOLDER/rays.settings
"""

from family import add, write

EXTENSIONS = "#extension GL_EXT_ray_query : require\n"
SCENE = "layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;\n"
# A ray for each invocation: eight columns, and for each instance of the scene a row.
RAY = ("const float LEAST = 0.25, MOST = 100;\nvec3 from() { uint i = gl_GlobalInvocationID.x; return vec3(float(i & 7u) * 2 + 0.5, float(i >> 3) * 16 + 1.25, -8); }\n"
       "const vec3 ALONG = vec3(0, 0, 1);\n")
BUFFER = "layout(set = 0, binding = 1) buffer Buffer {{ {} words[]; }} buffer_;\n"


def query(name, result, body, flags="gl_RayFlagsNoneEXT", mask="0xFF", declarations="", extra="", kind="vec4"):
    """The result is stored for each ray."""
    add(f"query-{name}", "comp", EXTENSIONS + extra + "layout(local_size_x = 16) in;\n" + SCENE + BUFFER.format(kind) + RAY + declarations,
        f"rayQueryEXT query;\nrayQueryInitializeEXT(query, scene, {flags}, {mask}, from(), LEAST, ALONG, MOST);\n{body}\nbuffer_.words[gl_GlobalInvocationID.x] = {result};")


WALK = "while (rayQueryProceedEXT(query));"
CONFIRM = "while (rayQueryProceedEXT(query))\n    if (rayQueryGetIntersectionTypeEXT(query, false) == gl_RayQueryCandidateIntersectionTriangleEXT)\n        rayQueryConfirmIntersectionEXT(query);\n    else\n        rayQueryGenerateIntersectionEXT(query, 20 + rayQueryGetIntersectionPrimitiveIndexEXT(query, false));"
NONE = "rayQueryGetIntersectionTypeEXT(query, true) == gl_RayQueryCommittedIntersectionNoneEXT"


def asked(text, nothing="vec4(-1)"):
    return f"{NONE} ? {nothing} : {text}"


# ---- what was committed to ----

for name, text in {"type": "vec4(rayQueryGetIntersectionTypeEXT(query, true))", "t": "vec4(rayQueryGetIntersectionTEXT(query, true))", "custom-index": "vec4(rayQueryGetIntersectionInstanceCustomIndexEXT(query, true))",
                   "instance": "vec4(rayQueryGetIntersectionInstanceIdEXT(query, true))", "record": "vec4(rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT(query, true))",
                   "geometry": "vec4(rayQueryGetIntersectionGeometryIndexEXT(query, true))", "primitive": "vec4(rayQueryGetIntersectionPrimitiveIndexEXT(query, true))",
                   "object-direction": "vec4(rayQueryGetIntersectionObjectRayDirectionEXT(query, true), 1)", "object-origin": "vec4(rayQueryGetIntersectionObjectRayOriginEXT(query, true), 1)"}.items():
    query(name, asked(text), CONFIRM)
TRIANGLE = "rayQueryGetIntersectionTypeEXT(query, true) != gl_RayQueryCommittedIntersectionTriangleEXT ? vec4(-1) : "
query("barycentrics", TRIANGLE + "vec4(rayQueryGetIntersectionBarycentricsEXT(query, true), 0, 0)", CONFIRM)
query("front-face", TRIANGLE + "vec4(rayQueryGetIntersectionFrontFaceEXT(query, true))", CONFIRM)
for name in ("ObjectToWorld", "WorldToObject"):
    for column in range(4):
        query(f"{name.lower()}-{column}", asked(f"vec4(rayQueryGetIntersection{name}EXT(query, true)[{column}], {column})"), CONFIRM)
query("matrix-times", asked("vec4(rayQueryGetIntersectionObjectToWorldEXT(query, true) * vec4(1, 2, 3, 4), 0)"), CONFIRM)
query("of-ray", "vec4(rayQueryGetWorldRayOriginEXT(query), rayQueryGetRayTMinEXT(query))", WALK)
query("of-ray-direction", "vec4(rayQueryGetWorldRayDirectionEXT(query), rayQueryGetRayFlagsEXT(query))", WALK, "gl_RayFlagsOpaqueEXT | gl_RayFlagsCullBackFacingTrianglesEXT")

# ---- what is a candidate: sums that no order changes ----

CANDIDATES = "vec4 sum = vec4(0);\nwhile (rayQueryProceedEXT(query))\n    sum += {};"
for name, text in {"type": "vec4(rayQueryGetIntersectionTypeEXT(query, false) + 1)", "custom-index": "vec4(rayQueryGetIntersectionInstanceCustomIndexEXT(query, false) & 0xFF)", "instance": "vec4(rayQueryGetIntersectionInstanceIdEXT(query, false))",
                   "record": "vec4(rayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetEXT(query, false))", "geometry": "vec4(rayQueryGetIntersectionGeometryIndexEXT(query, false))", "primitive": "vec4(rayQueryGetIntersectionPrimitiveIndexEXT(query, false) + 1)",
                   "object-direction": "vec4(rayQueryGetIntersectionObjectRayDirectionEXT(query, false), 1)", "object-origin": "vec4(rayQueryGetIntersectionObjectRayOriginEXT(query, false), 1)",
                   "to-world": "vec4(rayQueryGetIntersectionObjectToWorldEXT(query, false)[3], 1)", "to-object": "vec4(rayQueryGetIntersectionWorldToObjectEXT(query, false)[3], 1)"}.items():
    query(f"candidate-{name}", "sum", CANDIDATES.format(text))
ONLY_TRIANGLES = "gl_RayFlagsSkipAABBEXT | gl_RayFlagsNoOpaqueEXT"
for name, text in {"t": "vec4(rayQueryGetIntersectionTEXT(query, false))", "barycentrics": "vec4(rayQueryGetIntersectionBarycentricsEXT(query, false), 1, 0)", "front-face": "vec4(rayQueryGetIntersectionFrontFaceEXT(query, false), 1, 0, 0)"}.items():
    query(f"candidate-{name}", "sum", CANDIDATES.format(text), ONLY_TRIANGLES, extra="#extension GL_EXT_ray_flags_primitive_culling : require\n")
query("candidate-opaque", "sum", CANDIDATES.format("vec4(rayQueryGetIntersectionCandidateAABBOpaqueEXT(query), 1, 0, 0)"), "gl_RayFlagsSkipTrianglesEXT", extra="#extension GL_EXT_ray_flags_primitive_culling : require\n")

# ---- flags and masks ----

FLAGS = {"none": "None", "opaque": "Opaque", "no-opaque": "NoOpaque", "cull-opaque": "CullOpaque", "cull-no-opaque": "CullNoOpaque", "cull-back": "CullBackFacingTriangles", "cull-front": "CullFrontFacingTriangles"}
for name, flag in FLAGS.items():
    query(f"flag-{name}", asked("vec4(rayQueryGetIntersectionTEXT(query, true), rayQueryGetIntersectionTypeEXT(query, true), rayQueryGetIntersectionPrimitiveIndexEXT(query, true), rayQueryGetIntersectionGeometryIndexEXT(query, true))"), CONFIRM, f"gl_RayFlags{flag}EXT")
for name in ("SkipTriangles", "SkipAABB"):
    query(f"flag-{name.lower()}", asked("vec4(rayQueryGetIntersectionTEXT(query, true), rayQueryGetIntersectionTypeEXT(query, true), 0, 0)"), CONFIRM, f"gl_RayFlags{name}EXT", extra="#extension GL_EXT_ray_flags_primitive_culling : require\n")
for mask in ("0x01", "0x2A", "0x08", "0", "gl_GlobalInvocationID.x"):
    query(f"mask-{mask[-4:].replace('.', '').lower()}", asked("vec4(rayQueryGetIntersectionInstanceIdEXT(query, true), rayQueryGetIntersectionTEXT(query, true), 0, 0)"), CONFIRM, mask=mask)
query("flags-by-invocation", asked("vec4(rayQueryGetIntersectionTEXT(query, true))"), CONFIRM, "gl_GlobalInvocationID.x & 3u")
query("first-hit", "vec4(" + NONE + ")", CONFIRM, "gl_RayFlagsTerminateOnFirstHitEXT")

# ---- how it goes on ----

query("proceed-is-told", "vec4(count)", "int count = 0;\nwhile (rayQueryProceedEXT(query))\n    count++;")
query("terminated", "vec4(rayQueryProceedEXT(query), " + NONE + ", 0, 0)", "rayQueryTerminateEXT(query);")
query("no-confirmation", asked("vec4(rayQueryGetIntersectionTEXT(query, true))"), WALK)
query("some-confirmed", asked("vec4(rayQueryGetIntersectionTEXT(query, true), rayQueryGetIntersectionPrimitiveIndexEXT(query, true), 0, 0)"),
      "while (rayQueryProceedEXT(query))\n    if (rayQueryGetIntersectionTypeEXT(query, false) == gl_RayQueryCandidateIntersectionTriangleEXT && rayQueryGetIntersectionPrimitiveIndexEXT(query, false) == 0)\n        rayQueryConfirmIntersectionEXT(query);")
query("generated", asked("vec4(rayQueryGetIntersectionTEXT(query, true), rayQueryGetIntersectionTypeEXT(query, true), 0, 0)"),
      "while (rayQueryProceedEXT(query))\n    if (rayQueryGetIntersectionTypeEXT(query, false) == gl_RayQueryCandidateIntersectionAABBEXT)\n        rayQueryGenerateIntersectionEXT(query, 12.5);")
query("two", "vec4(rayQueryGetIntersectionTEXT(query, true), rayQueryGetIntersectionTEXT(other, true), 0, 0)",
      WALK + "\nrayQueryEXT other;\nrayQueryInitializeEXT(other, scene, gl_RayFlagsOpaqueEXT, 0xFF, from() + vec3(2, 0, 0), LEAST, ALONG, MOST);\nwhile (rayQueryProceedEXT(other));")
query("array", "vec4(rayQueryGetIntersectionTEXT(many[0], true), rayQueryGetIntersectionTEXT(many[1], true), rayQueryGetIntersectionTEXT(many[gl_GlobalInvocationID.x & 1u], true), 0)",
      WALK + "\nrayQueryEXT many[2];\nfor (int i = 0; i < 2; i++) {\n    rayQueryInitializeEXT(many[i], scene, gl_RayFlagsOpaqueEXT, 0xFF, from() + vec3(2 * i, 0, 0), LEAST, ALONG, MOST);\n    while (rayQueryProceedEXT(many[i]));\n}")
query("in-function", "ask(query)", "walk(query);", declarations="void walk(rayQueryEXT q) { while (rayQueryProceedEXT(q)); }\nvec4 ask(rayQueryEXT q) { return vec4(rayQueryGetIntersectionTEXT(q, true), rayQueryGetIntersectionTypeEXT(q, true), 0, 0); }\n")
query("begun-again", "vec4(first, rayQueryGetIntersectionTEXT(query, true), 0, 0)", WALK + "\nfloat first = rayQueryGetIntersectionTEXT(query, true);\nrayQueryInitializeEXT(query, scene, gl_RayFlagsOpaqueEXT, 0x02, from(), LEAST, ALONG, MOST);\n" + WALK)
query("short", asked("vec4(rayQueryGetIntersectionTEXT(query, true))"), "rayQueryInitializeEXT(query, scene, gl_RayFlagsOpaqueEXT, 0xFF, from(), 8.5, ALONG, 10.5);\n" + WALK)
query("backwards", asked("vec4(rayQueryGetIntersectionTEXT(query, true), rayQueryGetIntersectionFrontFaceEXT(query, true), 0, 0)"), "rayQueryInitializeEXT(query, scene, gl_RayFlagsOpaqueEXT | gl_RayFlagsSkipAABBEXT, 0xFF, from() + vec3(0, 0, 32), LEAST, -ALONG, MOST);\n" + WALK, extra="#extension GL_EXT_ray_flags_primitive_culling : require\n")
query("of-array-of-scenes", "vec4(rayQueryGetIntersectionTEXT(other, true), rayQueryGetIntersectionTypeEXT(query, true), 0, 0)", WALK + "\nrayQueryEXT other;\nrayQueryInitializeEXT(other, scenes[gl_GlobalInvocationID.x & 1u], gl_RayFlagsOpaqueEXT, 0xFF, from(), LEAST, ALONG, MOST);\nwhile (rayQueryProceedEXT(other));", declarations="layout(set = 0, binding = 2) uniform accelerationStructureEXT scenes[2];\n")

# ---- in other stages ----

ASK = "rayQueryEXT query;\nrayQueryInitializeEXT(query, scene, gl_RayFlagsOpaqueEXT, 0xFF, {}, 0.25, vec3(0, 0, 1), 100);\nwhile (rayQueryProceedEXT(query));\n"
TOLD = "vec4(rayQueryGetIntersectionTEXT(query, true), rayQueryGetIntersectionTypeEXT(query, true), 0, 0)"
add("query-in-vertex", "vert", EXTENSIONS + SCENE + "layout(location = 0) out vec4 result;", ASK.format("vec3(float(gl_VertexIndex) * 2 + 0.5, 1.25, -8)") + f"result = {TOLD};")
add("query-in-fragment", "frag", EXTENSIONS + SCENE + "layout(location = 0) out vec4 result;", ASK.format("vec3(gl_FragCoord.x * 2 - 0.5, floor(gl_FragCoord.y) * 16 + 1.25, -8)") + f"result = {TOLD};")
add("query-in-geometry", "geom", "layout(points) in;\nlayout(points, max_vertices = 1) out;\n" + EXTENSIONS + SCENE + "layout(location = 0) out vec4 result;", ASK.format("vec3(float(gl_PrimitiveIDIn) * 2 + 0.5, 1.25, -8)") + f"result = {TOLD};\nEmitVertex();")
add("query-in-evaluation", "tese", "layout(triangles) in;\n" + EXTENSIONS + SCENE + "layout(location = 0) out vec4 result;", ASK.format("vec3(float(gl_PrimitiveID) * 2 + 0.5, 1.25, -8)") + f"result = {TOLD};")

write()
