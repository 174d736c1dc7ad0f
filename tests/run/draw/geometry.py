#!/usr/bin/env python3
"""Small geometry shaders that differ in one thing each, for the comparer to draw with.

    geometry.py FOLDER    writes FOLDER/NAME.geom, and FOLDER/geometry.settings, a line for each that needs one
"""

from family import PRIVATE, add, write

CORNERS = {"points": 1, "lines": 2, "lines_adjacency": 4, "triangles": 3, "triangles_adjacency": 6}


def geom(name, declarations, body, setting="", inputs="triangles", outputs="triangle_strip", most=3, more=""):
    """`more`: of the layout of inputs."""
    add(f"geometry-{name}", "geom", f"layout({inputs}{more}) in;\nlayout({outputs}, max_vertices = {most}) out;\n" + declarations, body, setting)


IN = "layout(location = 0) in vec4 value[];\n"
TO = "layout(location = 0) out vec4 result;\n"
FLAT = "layout(location = 0) flat out int result;\n"
BUFFER = "layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;\n"

# ---- primitives that go in and out ----

for inputs, corners in CORNERS.items():
    for outputs in ("points", "line_strip", "triangle_strip"):
        geom(f"{inputs}-{outputs}".replace("_", "-"), IN + TO, f"for (int i = 0; i < {max(corners, 3)}; i++) {{\n    result = value[i % {corners}] * (i + 1);\n    EmitVertex();\n}}\nEndPrimitive();",
             inputs=inputs, outputs=outputs, most=max(corners, 3))
geom("strip-of-five", IN + TO, "for (int i = 0; i < 5; i++) {\n    result = value[i % 3] + float(i);\n    EmitVertex();\n}", most=5)
geom("strip-of-lines", IN + TO, "for (int i = 0; i < 5; i++) {\n    result = value[i % 3] + float(i);\n    EmitVertex();\n}", outputs="line_strip", most=5)
geom("two-strips", IN + TO, "for (int i = 0; i < 8; i++) {\n    result = value[i % 3] + float(i);\n    EmitVertex();\n    if (i == 3)\n        EndPrimitive();\n}\nEndPrimitive();", most=8)
geom("strip-after-odd", IN + TO, "for (int i = 0; i < 9; i++) {\n    result = value[i % 3] + float(i);\n    EmitVertex();\n    if (i == 4)\n        EndPrimitive();\n}", most=9)
geom("incomplete", IN + TO, "for (int i = 0; i < 5; i++) {\n    result = value[i % 3] + float(i);\n    EmitVertex();\n    if (i == 2)\n        EndPrimitive();\n}", most=5)
geom("nothing-of-some", IN + TO, "if (gl_PrimitiveIDIn == 1)\n    return;\nfor (int i = 0; i < 3; i++) {\n    result = value[i];\n    EmitVertex();\n}")
geom("as-many-as-number", IN + TO, "for (int i = 0; i < gl_PrimitiveIDIn + 1; i++) {\n    result = value[0] * i;\n    EmitVertex();\n}", outputs="points", most=4)
geom("end-twice", IN + TO, "EndPrimitive();\nfor (int i = 0; i < 6; i++) {\n    result = value[i % 3] * (i + 2);\n    EmitVertex();\n    if (i == 2) {\n        EndPrimitive();\n        EndPrimitive();\n    }\n}", most=6)

# ---- inputs ----

for kind, flat in {"float": "", "vec2": "", "vec3": "", "int": "flat", "ivec3": "flat", "uint": "flat", "uvec4": "flat", "double": "flat", "dvec2": "flat", "dvec3": "flat"}.items():
    geom(f"input-{kind}", f"layout(location = 1) {flat} in {kind} value[];\nlayout(location = 0) {flat} out {kind} result;", "for (int i = 0; i < 3; i++) {\n    result = value[i] + value[(i + 1) % 3];\n    EmitVertex();\n}", outputs="points")
geom("input-constant-index", IN + TO, "result = value[0] + value[2] * 3;\nEmitVertex();\nresult = value[1];\nEmitVertex();", outputs="points")
geom("input-dynamic-index", IN + TO + "layout(set = 0, binding = 0) buffer Buffer { uint at[]; } buffer_;", "for (uint i = 0u; i < 3u; i++) {\n    result = value[(buffer_.at[i] + i) % 3u];\n    EmitVertex();\n}", outputs="points")
geom("input-array", "layout(location = 0) in vec2 values[][3];\n" + TO, "for (int i = 0; i < 3; i++) {\n    result = vec4(values[i][0], values[2 - i][i]);\n    EmitVertex();\n}", outputs="points")
geom("input-matrices", "layout(location = 0) in mat2 values[][3];\n" + TO, "for (int i = 0; i < 3; i++) {\n    result = vec4(values[i][2 - i][1], values[0][i][0]);\n    EmitVertex();\n}", outputs="points")
geom("input-array-constant", "layout(location = 0) in vec2 values[][3];\n" + TO, "result = vec4(values[0][2], values[1][1]);\nEmitVertex();", outputs="points")
geom("input-matrix", "layout(location = 0) in mat3 values[];\n" + TO, "for (int i = 0; i < 3; i++) {\n    result = vec4(values[i] * vec3(1, 2, 3), values[0][i].y);\n    EmitVertex();\n}", outputs="points")
geom("input-matrix-constant", "layout(location = 0) in mat2x4 values[];\n" + TO, "result = values[0][0] + values[1][1] * 2 + values[2] * vec2(1, 3);\nEmitVertex();", outputs="points")
geom("input-block", "layout(location = 1) in Block { vec3 a; flat int b; float c[2]; } block[];\n" + TO, "for (int i = 0; i < 3; i++) {\n    result = vec4(block[i].a.xy, block[i].b & 255, block[2 - i].c[1]);\n    EmitVertex();\n}", outputs="points")
geom("input-block-constant", "layout(location = 1) in Block { vec3 a; flat int b; float c[2]; } block[];\n" + TO, "result = vec4(block[0].a.zx, block[1].b & 255, block[2].c[1]);\nEmitVertex();", outputs="points")
geom("input-struct", "struct Part { vec2 a; float b; };\nlayout(location = 1) in Part part[];\n" + TO, "for (int i = 0; i < 3; i++) {\n    result = vec4(part[i].a, part[i].b, part[0].b);\n    EmitVertex();\n}", outputs="points")
geom("input-components", "layout(location = 0, component = 1) in vec2 middle[];\nlayout(location = 0, component = 3) in float last[];\nlayout(location = 0) in float first[];\n" + TO,
     "for (int i = 0; i < 3; i++) {\n    result = vec4(first[i], middle[0], last[2]);\n    EmitVertex();\n}", outputs="points")
geom("input-two", "layout(location = 3) in vec2 a[];\nlayout(location = 1) flat in ivec2 b[];\n" + TO, "for (int i = 0; i < 3; i++) {\n    result = vec4(a[i], b[0] & 15);\n    EmitVertex();\n}", outputs="points")
geom("input-pointers", "layout(location = 3) in vec2 a[];\nlayout(location = 1) flat in ivec2 b[];\n" + TO, "for (int i = 0; i < 3; i++) {\n    result = vec4(a[i], b[2 - i] & 15) + gl_in[i].gl_Position;\n    EmitVertex();\n}", outputs="points")
geom("input-passed", IN + TO + "vec4 pick(vec4 all[3], int i) { return all[(i + 1) % 3]; }", "for (int i = 0; i < 3; i++) {\n    result = pick(value, i);\n    EmitVertex();\n}", outputs="points")
geom("private-array", IN + TO + BUFFER, PRIVATE.format("value[0].x") + "for (int i = 0; i < 3; i++) {\n    result = vec4(kept[buffer_.words[i] % 48u]);\n    EmitVertex();\n}", outputs="points")
geom("input-length", IN + FLAT, "result = value.length() * 5;\nEmitVertex();", outputs="points", inputs="lines_adjacency")

# ---- built-ins ----

geom("position-in", TO, "for (int i = 0; i < 3; i++) {\n    result = gl_in[i].gl_Position;\n    EmitVertex();\n}", outputs="points")
geom("position-in-constant", TO, "result = gl_in[0].gl_Position + gl_in[2].gl_Position;\nEmitVertex();", outputs="points")
geom("point-size-in", TO, "for (int i = 0; i < 3; i++) {\n    result = vec4(gl_in[i].gl_PointSize, gl_in[0].gl_PointSize, gl_in[i].gl_Position.xy);\n    EmitVertex();\n}", outputs="points")
geom("clip-distance-in", "in gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[3]; } gl_in[];\n" + TO, "for (int i = 0; i < 3; i++) {\n    result = vec4(gl_in[i].gl_ClipDistance[0], gl_in[0].gl_ClipDistance[i], gl_in[i].gl_Position.xy);\n    EmitVertex();\n}", outputs="points")
geom("invocation", FLAT, "result = gl_InvocationID * 16 + gl_PrimitiveIDIn;\nEmitVertex();", outputs="points", more=", invocations = 3", most=1)
geom("invocation-of-strips", IN + TO, "for (int i = 0; i < 3 + gl_InvocationID; i++) {\n    result = value[(i + gl_InvocationID) % 3] + float(i);\n    EmitVertex();\n}", more=", invocations = 2", most=4)
geom("primitive-in", FLAT, "result = gl_PrimitiveIDIn * 3 + 1;\nEmitVertex();", outputs="points", most=1)
geom("primitive-out", IN, "gl_Position = value[0];\ngl_PrimitiveID = gl_PrimitiveIDIn * 5 + 2;\nEmitVertex();", outputs="points", most=1)
geom("layer", IN, "gl_Position = value[0];\ngl_Layer = gl_PrimitiveIDIn & 1;\nEmitVertex();", outputs="points", most=1)
geom("viewport", IN, "gl_Position = value[0];\ngl_ViewportIndex = gl_PrimitiveIDIn & 1;\nEmitVertex();", outputs="points", most=1)
geom("position", IN, "for (int i = 0; i < 3; i++) {\n    gl_Position = value[i] * 2;\n    EmitVertex();\n}")
geom("point-size", IN, "gl_Position = value[0];\ngl_PointSize = value[1].x;\nEmitVertex();", outputs="points", most=1)
geom("clip-distance", IN + "out float gl_ClipDistance[3];", "gl_Position = value[0];\nfor (int i = 0; i < 3; i++)\n    gl_ClipDistance[i] = value[i].y;\nEmitVertex();", outputs="points", most=1)
geom("cull-distance", IN + "out float gl_CullDistance[2];", "gl_Position = value[0];\ngl_CullDistance[0] = value[1].x;\ngl_CullDistance[1] = value[2].x;\nEmitVertex();", outputs="points", most=1)

# ---- outputs ----

for kind in ("float", "vec2", "vec3", "int", "ivec2", "uvec3", "uvec4", "double", "dvec2", "dvec3", "dvec4"):
    geom(f"output-{kind}", f"layout(location = 0) flat out {kind} result;", f"for (int i = 0; i < 3; i++) {{\n    result = {kind}(gl_PrimitiveIDIn * 8 + i);\n    EmitVertex();\n}}", outputs="points")
geom("output-array", IN + "layout(location = 1) out vec3 results[3];", "for (int i = 0; i < 3; i++)\n    results[i] = value[i].xyz * i;\nEmitVertex();", outputs="points", most=1)
geom("output-block", IN + "layout(location = 1) out Block { vec3 a; float b[2]; vec2 c; } block;", "block.a = value[0].xyz;\nblock.b[0] = value[1].x;\nblock.b[1] = value[2].x;\nblock.c = value[0].zw;\nEmitVertex();", outputs="points", most=1)
geom("output-matrix", IN + "layout(location = 1) out mat3x4 result;", "for (int i = 0; i < 3; i++)\n    result[i] = value[i];\nEmitVertex();", outputs="points", most=1)
geom("output-components", "layout(location = 0) out float first;\nlayout(location = 0, component = 1) out vec2 middle;\nlayout(location = 0, component = 3) out float last;" + IN, "first = value[0].x;\nmiddle = value[1].xy;\nlast = value[2].w;\nEmitVertex();", outputs="points", most=1)
geom("output-all-again", IN + TO + "layout(location = 1) flat out int other;", "for (int i = 0; i < 3; i++) {\n    result = value[i];\n    other = i * 3;\n    EmitVertex();\n}")
geom("output-read-back", IN + TO, "result = value[0];\nfor (int i = 0; i < 3; i++) {\n    result.x += result.y;\n    result *= 0.5;\n    vec4 kept = result;\n    EmitVertex();\n    result = kept;\n}")
geom("output-per-branch", IN + TO, "for (int i = 0; i < 3; i++) {\n    if (value[i].x < 0)\n        result = vec4(1, 2, 3, 4);\n    else\n        result = value[i];\n    EmitVertex();\n}")
geom("output-flat-and-centroid", IN + "layout(location = 0) centroid out vec4 a;\nlayout(location = 1) flat out vec4 b;\nlayout(location = 2) noperspective out vec4 c;", "for (int i = 0; i < 3; i++) {\n    a = value[i];\n    b = value[0];\n    c = value[2 - i];\n    EmitVertex();\n}")
geom("output-captured", IN + "layout(xfb_buffer = 1, xfb_stride = 64) out;\nlayout(location = 1, xfb_offset = 16) out vec4 a;\nlayout(location = 2, xfb_offset = 0) out vec2 b;", "a = value[0];\nb = value[1].zw;\nEmitVertex();", outputs="points", most=1)

# ---- streams ----

STREAMS = IN + "".join(f"layout(stream = {s}, location = {s}) out vec4 to{s};\n" for s in range(4))
for stream in range(4):
    geom(f"stream-{stream}", IN + f"layout(stream = {stream}, location = 0) out vec4 result;", f"for (int i = 0; i < 3; i++) {{\n    result = value[i];\n    EmitStreamVertex({stream});\n    EndStreamPrimitive({stream});\n}}", outputs="points")
geom("streams-two", STREAMS, "for (int i = 0; i < 3; i++) {\n    to0 = value[i];\n    EmitStreamVertex(0);\n    to1 = value[i] * 2;\n    EmitStreamVertex(1);\n}", outputs="points", most=6)
geom("streams-four", STREAMS, "to0 = value[0];\nEmitStreamVertex(0);\nto3 = value[2];\nEmitStreamVertex(3);\nto1 = value[1];\nEmitStreamVertex(1);\nto2 = value[2].wzyx;\nEmitStreamVertex(2);\nEndStreamPrimitive(2);\nto2 = value[0];\nEmitStreamVertex(2);", outputs="points", most=5)
geom("streams-by-primitive", STREAMS, "if ((gl_PrimitiveIDIn & 1) == 0) {\n    to0 = value[0];\n    EmitStreamVertex(0);\n} else {\n    to1 = value[1];\n    EmitStreamVertex(1);\n}", outputs="points", most=1)

# ---- what else they do ----

geom("emits-in-function", IN + TO + "void put(int i) { result = value[i]; EmitVertex(); }\nvoid finish() { EndPrimitive(); }", "for (int i = 0; i < 3; i++)\n    put(i);\nfinish();")
geom("emits-elsewhere", IN + TO + "layout(location = 1) flat out int number;\nvoid put() { EmitVertex(); }", "for (int i = 0; i < 3; i++) {\n    result = value[i];\n    number = i;\n    put();\n}")
geom("emits-in-functions", IN + TO + "layout(location = 1) flat out int number;\nvoid put(vec4 v) { result = v; EmitVertex(); }\nvoid both(int i) { number = i; put(value[i]); put(value[i] * 2); }", "for (int i = 0; i < 3; i++)\n    both(i);", most=6)
geom("stores", IN + BUFFER, "buffer_.words[gl_PrimitiveIDIn * 2 + gl_InvocationID] = floatBitsToUint(value[1].x);", more=", invocations = 2", outputs="points", most=1)
geom("atomics", IN + TO + BUFFER, "atomicAdd(buffer_.count, 3u);\natomicMax(buffer_.words[0], uint(gl_PrimitiveIDIn));\nresult = value[0];\nEmitVertex();", outputs="points", most=1)
geom("image", "layout(set = 0, binding = 0, rgba32f) uniform image2D image;\n" + TO, "result = imageLoad(image, ivec2(gl_PrimitiveIDIn, 1));\nimageStore(image, ivec2(gl_PrimitiveIDIn, 1), result * 2);\nEmitVertex();", outputs="points", most=1)
geom("samples", IN + "layout(set = 0, binding = 0) uniform sampler2D image;\n" + TO, "for (int i = 0; i < 3; i++) {\n    result = textureLod(image, value[i].xy * 0.125, 1) + texture(image, value[0].xy);\n    EmitVertex();\n}", "bounds")
geom("uniforms", IN + TO + "layout(set = 0, binding = 0) uniform Uniforms { mat4 matrix; vec4 rows[4]; } uniforms;\nlayout(push_constant) uniform Push { vec4 tint; int row; } push;", "for (int i = 0; i < 3; i++) {\n    gl_Position = uniforms.matrix * value[i];\n    result = push.tint + uniforms.rows[push.row & 3];\n    EmitVertex();\n}", "absolute=0.01")
geom("specialized", IN + TO + "layout(constant_id = 3) const int times = 2;", "for (int i = 0; i < times; i++) {\n    result = value[i % 3] * float(i);\n    EmitVertex();\n}", "spec=3:5", outputs="points", most=8)
geom("no-outputs", BUFFER, "for (int i = 0; i < 3; i++)\n    EmitVertex();\nbuffer_.words[gl_PrimitiveIDIn] = 7u;")

write()
