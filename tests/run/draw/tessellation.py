#!/usr/bin/env python3
"""Small tessellation shaders that differ in one thing each, for the comparer to draw with.

    tessellation.py FOLDER    writes FOLDER/NAME.tesc and NAME.tese, and FOLDER/tessellation.settings, a line for each that needs one
"""

from family import PRIVATE, add, shaders, write

LEVELS = "for (int i = 0; i < 4; i++)\n    gl_TessLevelOuter[i] = float(gl_PrimitiveID + i + 1);\ngl_TessLevelInner[0] = 2;\ngl_TessLevelInner[1] = 3;\n"
IN = "layout(location = 0) in vec4 value[];\n"
TO = "layout(location = 0) out vec4 result[];\n"
BUFFER = "layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;\n"


def tesc(name, declarations, body, setting="", vertices=4, levels=LEVELS):
    add(f"control-{name}", "tesc", f"layout(vertices = {vertices}) out;\n" + declarations, body + "\n" + levels, setting)


def tese(name, declarations, body, setting="", modes="triangles"):
    add(f"evaluation-{name}", "tese", f"layout({modes}) in;\n" + declarations, body, setting)


# ---- control: inputs and outputs ----

for vertices in (1, 3, 4, 8, 32):
    tesc(f"vertices-{vertices}", IN + TO, "result[gl_InvocationID] = value[gl_InvocationID & 3] * float(gl_InvocationID + 1);", vertices=vertices)
KINDS = ("float", "vec2", "vec3", "int", "ivec2", "uvec3", "uvec4", "double", "dvec2", "dvec3", "dvec4")
for kind in KINDS:
    tesc(f"{kind}", f"layout(location = 2) in {kind} value[];\nlayout(location = 1) out {kind} result[];", "result[gl_InvocationID] = value[gl_InvocationID] + value[0];")
    tesc(f"patch-{kind}", f"layout(location = 0) in {kind} value[];\nlayout(location = 3) patch out {kind} result;", "result = value[1] + value[2];")
tesc("array", "layout(location = 0) in vec2 values[][3];\nlayout(location = 0) out vec2 results[][3];", "for (int i = 0; i < 3; i++)\n    results[gl_InvocationID][i] = values[gl_InvocationID][2 - i] * i;")
tesc("matrix", "layout(location = 0) in mat3 value[];\nlayout(location = 1) out mat3x2 result[];", "result[gl_InvocationID] = mat3x2(value[gl_InvocationID] * 2);")
tesc("block", "layout(location = 0) in Block { vec3 a; flat int b; float c[2]; } from[];\nlayout(location = 0) out Block { vec3 a; int b; float c[2]; } to[];",
     "to[gl_InvocationID].a = from[gl_InvocationID].a.zxy;\nto[gl_InvocationID].b = from[0].b & 63;\nto[gl_InvocationID].c[0] = from[1].c[1];\nto[gl_InvocationID].c[1] = from[gl_InvocationID].c[0];")
tesc("patch-block", IN + "layout(location = 1) patch out Block { vec3 a; float b[2]; } to;", "to.a = value[0].xyz;\nto.b[0] = value[1].x;\nto.b[1] = value[2].y;")
tesc("patch-array", IN + "layout(location = 1) patch out vec2 to[4];", "to[gl_InvocationID] = value[gl_InvocationID].yx;")
tesc("patch-struct", "struct Part { vec2 a; int b; };\n" + IN + "layout(location = 1) patch out Part to;", "to = Part(value[3].xy, gl_PatchVerticesIn);")
tesc("components", "layout(location = 0, component = 1) in vec2 middle[];\nlayout(location = 0) in float first[];\nlayout(location = 1) out float to_first[];\nlayout(location = 1, component = 2) out vec2 to_last[];",
     "to_first[gl_InvocationID] = first[gl_InvocationID];\nto_last[gl_InvocationID] = middle[gl_InvocationID];")
tesc("two-and-patch", IN + "layout(location = 1) in vec2 other[];\n" + TO + "layout(location = 1) out vec2 to_other[];\nlayout(location = 2) patch out float of_patch;", "result[gl_InvocationID] = value[gl_InvocationID];\nto_other[gl_InvocationID] = other[gl_InvocationID] * 2;\nof_patch = other[3].y;")
tesc("input-dynamic", IN + TO + BUFFER, "result[gl_InvocationID] = value[(buffer_.words[gl_InvocationID] + gl_InvocationID) & 3];")
tesc("input-constant", IN + TO, "result[gl_InvocationID] = value[0] + value[3] * gl_InvocationID;")
tesc("passed", IN + TO + "vec4 pick(vec4 a, vec4 b) { return a.wzyx + b; }\nvoid put(int i) { result[gl_InvocationID] = pick(value[i], value[0]); }", "put(gl_InvocationID);")
HALF = "#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require\n#extension GL_EXT_shader_16bit_storage : require\n"
tesc("half", HALF + IN + "layout(location = 1) out float16_t result[];", "result[gl_InvocationID] = float16_t(value[0].x);", "expect=not-comparable")
tesc("element", IN + TO, "result[gl_InvocationID] = vec4(0);\nresult[gl_InvocationID][gl_InvocationID] = value[0].x;\nresult[gl_InvocationID].y += 3;")

# ---- control: built-ins ----

tesc("numbers", "layout(location = 0) out ivec3 result[];", "result[gl_InvocationID] = ivec3(gl_InvocationID, gl_PrimitiveID, gl_PatchVerticesIn);")
tesc("position", "", "gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position * 3;")
tesc("point-size", "", "gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\ngl_out[gl_InvocationID].gl_PointSize = gl_in[3 - gl_InvocationID].gl_PointSize;")
tesc("clip-distance", "in gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; } gl_in[];\nout gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; } gl_out[];",
     "gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\nfor (int i = 0; i < 2; i++)\n    gl_out[gl_InvocationID].gl_ClipDistance[i] = gl_in[gl_InvocationID].gl_ClipDistance[1 - i];")
tesc("levels", IN, "for (int i = 0; i < 4; i++)\n    gl_TessLevelOuter[i] = abs(value[i].x) + 1;\ngl_TessLevelInner[0] = abs(value[0].y) + 1;\ngl_TessLevelInner[1] = value[1].z;", levels="")
for kind, count in (("triangles", 3), ("isolines", 2)):
    tesc(f"levels-of-{kind}", IN + TO, "result[gl_InvocationID] = value[gl_InvocationID];", levels=LEVELS.replace("i < 4", f"i < {count}"))
tesc("levels-by-invocation", IN, "gl_TessLevelOuter[gl_InvocationID] = float(gl_InvocationID) + 1.5;\nif (gl_InvocationID < 2)\n    gl_TessLevelInner[gl_InvocationID] = abs(value[gl_InvocationID].x) + 1;", levels="")
READ_BACK = LEVELS + "barrier();\nint i = gl_InvocationID;\nresult[gl_InvocationID] = {} * 2 + gl_TessLevelInner[1];"
tesc("levels-read-back", "layout(location = 0) out float result[];", READ_BACK.format("gl_TessLevelOuter[i]"), "driver=control-levels-read-back-driver", levels="")
tesc("levels-read-back-driver", "layout(location = 0) out float result[];", READ_BACK.format("(i == 0 ? gl_TessLevelOuter[0] : i == 1 ? gl_TessLevelOuter[1] : i == 2 ? gl_TessLevelOuter[2] : gl_TessLevelOuter[3])"), levels="")
tesc("culled", IN + TO, "result[gl_InvocationID] = value[gl_InvocationID];\nfor (int i = 0; i < 4; i++)\n    gl_TessLevelOuter[i] = gl_PrimitiveID == 1 ? 0 : 2;\ngl_TessLevelInner[0] = 1;\ngl_TessLevelInner[1] = 1;", levels="")

# ---- control: what the invocations of a patch share ----

tesc("barrier", IN + TO + "layout(location = 1) out vec4 other[];", "result[gl_InvocationID] = value[gl_InvocationID] * 2;\nbarrier();\nother[gl_InvocationID] = result[3 - gl_InvocationID] + result[(gl_InvocationID + 1) & 3];")
tesc("barrier-patch", IN + TO + "layout(location = 1) patch out vec4 sum;\nlayout(location = 2) patch out float parts[4];", "parts[gl_InvocationID] = value[gl_InvocationID].x;\nbarrier();\nresult[gl_InvocationID] = vec4(parts[0] + parts[1], parts[2] + parts[3], parts[gl_InvocationID], 1);\nif (gl_InvocationID == 0)\n    sum = result[0] + parts[3];")
tesc("barrier-twice", TO, "result[gl_InvocationID] = vec4(gl_InvocationID);\nbarrier();\nvec4 kept = result[(gl_InvocationID + 1) & 3];\nbarrier();\nresult[gl_InvocationID] = kept;")
tesc("barrier-and-memory", IN + TO + BUFFER, "buffer_.words[gl_PrimitiveID * 4 + gl_InvocationID] = floatBitsToUint(value[gl_InvocationID].x);\nmemoryBarrier();\nbarrier();\nresult[gl_InvocationID] = vec4(buffer_.words[gl_PrimitiveID * 4 + 3 - gl_InvocationID] & 255u);")
tesc("barrier-vulkan", "#extension GL_KHR_memory_scope_semantics : require\n#pragma use_vulkan_memory_model\n" + IN + TO + "layout(location = 1) out vec4 other[];", "result[gl_InvocationID] = value[gl_InvocationID] * 2;\nbarrier();\nother[gl_InvocationID] = result[3 - gl_InvocationID];")
tesc("barrier-block", IN + "layout(location = 1) out Block { vec3 a; float b[2]; } to[];\nlayout(location = 5) out float last[];", "to[gl_InvocationID].a = value[gl_InvocationID].zyx;\nto[gl_InvocationID].b[1] = value[0].x;\nto[gl_InvocationID].b[0] = value[0].y;\nbarrier();\nlast[gl_InvocationID] = to[(gl_InvocationID + 2) & 3].a.x + to[0].b[1];")
tesc("one-writes-patch", IN + "layout(location = 0) patch out vec4 result;", "if (gl_InvocationID == 2)\n    result = value[2] * gl_PrimitiveID;")
tesc("position-shared", "layout(location = 0) out vec4 result[];", "gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position * 3;\nbarrier();\nresult[gl_InvocationID] = gl_out[3 - gl_InvocationID].gl_Position;")

# ---- control: what else they do ----

tesc("stores", IN + BUFFER, "buffer_.words[gl_PrimitiveID * 4 + gl_InvocationID] = floatBitsToUint(value[gl_InvocationID].x);")
tesc("atomics", BUFFER, "atomicAdd(buffer_.count, uint(gl_InvocationID));\natomicMax(buffer_.words[0], uint(gl_PrimitiveID));")
tesc("private-array", IN + TO + BUFFER, PRIVATE.format("value[gl_InvocationID].x") + "result[gl_InvocationID] = vec4(kept[buffer_.words[gl_InvocationID] % 48u]);")
tesc("uniforms", IN + TO + "layout(set = 0, binding = 0) uniform Uniforms { mat4 matrix; vec4 rows[4]; } uniforms;\nlayout(push_constant) uniform Push { vec4 tint; int row; } push;", "result[gl_InvocationID] = uniforms.matrix * value[gl_InvocationID] + push.tint + uniforms.rows[push.row & 3];", "absolute=0.01")
tesc("samples", IN + TO + "layout(set = 0, binding = 0) uniform sampler2D image;\n", "result[gl_InvocationID] = textureLod(image, value[gl_InvocationID].xy * 0.125, 1);", "bounds")
tesc("image", TO + "layout(set = 0, binding = 0, rgba32f) uniform image2D image;", "ivec2 at = ivec2(gl_InvocationID, gl_PrimitiveID);\nresult[gl_InvocationID] = imageLoad(image, at);\nimageStore(image, at, result[gl_InvocationID] * 2);")
tesc("loop", IN + TO, "vec4 sum = vec4(0);\nfor (int i = 0; i < gl_PatchVerticesIn; i++)\n    sum += value[i] * i;\nresult[gl_InvocationID] = sum;")

# ---- evaluation: where ----

TO = "layout(location = 0) out vec4 result;\n"
for domain in ("triangles", "quads", "isolines"):
    for spacing in ("equal_spacing", "fractional_even_spacing", "fractional_odd_spacing"):
        tese(f"{domain}-{spacing}".replace("_", "-"), TO, "result = vec4(gl_TessCoord, gl_PrimitiveID);", modes=f"{domain}, {spacing}")
    tese(f"{domain}-points", TO, "result = vec4(gl_TessCoord, gl_PrimitiveID);", modes=f"{domain}, point_mode")
    tese(f"{domain}-clockwise", TO, "result = vec4(gl_TessCoord, gl_PrimitiveID);", modes=f"{domain}, cw")
    tese(f"{domain}-mixed", IN + TO, "result = mix(mix(value[0], value[1], gl_TessCoord.x), mix(value[2], value[3], gl_TessCoord.x), gl_TessCoord.y);", modes=domain)

# ---- evaluation: inputs and outputs ----

for kind in KINDS:
    tese(f"{kind}", f"layout(location = 2) in {kind} value[];\nlayout(location = 1) flat out {kind} result;", "result = value[0] + value[3];")
    tese(f"patch-{kind}", f"layout(location = 3) patch in {kind} value;\nlayout(location = 0) flat out {kind} result;", "result = value + value;")
tese("input-dynamic", IN + TO, "result = vec4(0);\nfor (int i = 0; i < gl_PatchVerticesIn; i++)\n    result += value[i] * (i + 1);")
tese("input-both", IN + "layout(location = 1) in vec2 other[];\n" + TO, "result = value[gl_PrimitiveID & 3] + vec4(other[0], other[3]);")
tese("array", "layout(location = 0) in vec2 values[][3];\n" + TO, "result = vec4(values[0][2], values[3][gl_PrimitiveID % 3]);")
tese("array-dynamic", "layout(location = 0) in vec2 values[][3];\n" + TO, "result = vec4(values[gl_PrimitiveID][2], values[3 - gl_PrimitiveID][gl_PrimitiveID % 3]);")
tese("matrix", "layout(location = 0) in mat3 value[];\n" + TO, "result = vec4(value[1] * gl_TessCoord, value[gl_PrimitiveID][2].x);")
tese("block", "layout(location = 1) in Block { vec3 a; int b; float c[2]; } block[];\n" + TO, "result = vec4(block[0].a.zx, block[1].b & 255, block[2].c[1]);")
tese("block-dynamic", "layout(location = 1) in Block { vec3 a; int b; float c[2]; } block[];\n" + TO, "int i = gl_PrimitiveID;\nresult = vec4(block[i].a.zx, block[3 - i].b & 255, block[i].c[i & 1]);")
tese("patch-block", "layout(location = 1) patch in Block { vec3 a; float b[2]; } block;\n" + TO, "result = vec4(block.a, block.b[1]) * block.b[gl_PrimitiveID & 1];")
tese("patch-array", "layout(location = 1) patch in vec3 values[4];\n" + TO, "result = vec4(values[gl_PrimitiveID], values[3].x);")
tese("components", "layout(location = 0, component = 1) in vec2 middle[];\nlayout(location = 0) in float first[];\n" + TO, "result = vec4(first[0], middle[1], first[3]);")
tese("output-array", IN + "layout(location = 1) out vec3 results[3];", "for (int i = 0; i < 3; i++)\n    results[i] = value[i].xyz * gl_TessCoord.x;")
tese("output-block", IN + "layout(location = 1) out Block { vec3 a; float b[2]; vec2 c; } block;", "block.a = value[0].xyz;\nblock.b[0] = gl_TessCoord.x;\nblock.b[1] = value[2].x;\nblock.c = value[0].zw;")
tese("half-in", HALF + "layout(location = 1) in float16_t value[];\nlayout(location = 0) out float result;", "result = float(value[1]);", "expect=not-comparable")
tese("half-out", HALF + IN + "layout(location = 1) out float16_t result;", "result = float16_t(value[0].x);", "expect=not-comparable")
tese("passed", IN + TO + "vec4 pick(vec4 a) { return a.wzyx + value[1]; }\nvoid put(vec4 v) { result = v; }", "put(pick(value[0]));")

# ---- evaluation: built-ins ----

tese("position-in", TO, "result = gl_in[0].gl_Position * gl_TessCoord.x + gl_in[1].gl_Position * gl_TessCoord.y;")
tese("position-in-dynamic", TO, "result = gl_in[gl_PrimitiveID].gl_Position;\nresult.x += gl_in[3 - gl_PrimitiveID].gl_PointSize;")
tese("clip-distance-in", "in gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[3]; } gl_in[];\n" + TO, "result = vec4(gl_in[0].gl_ClipDistance[0], gl_in[3].gl_ClipDistance[gl_PrimitiveID], gl_in[1].gl_Position.xy);")
tese("levels", TO, "result = vec4(gl_TessLevelOuter[0], gl_TessLevelOuter[3], gl_TessLevelInner[0], gl_TessLevelInner[1]);", modes="quads")
tese("levels-dynamic", TO, "result = vec4(gl_TessLevelOuter[gl_PrimitiveID + 1], gl_TessLevelInner[gl_PrimitiveID & 1], 0, 0);", modes="quads")
tese("numbers", "layout(location = 0) flat out ivec2 result;", "result = ivec2(gl_PatchVerticesIn, gl_PrimitiveID);")
tese("position", IN, "gl_Position = value[0] * gl_TessCoord.x + value[1] * gl_TessCoord.y;")
tese("point-size", IN, "gl_Position = value[0];\ngl_PointSize = gl_TessCoord.x;", modes="quads, point_mode")
tese("clip-distance", IN + "out float gl_ClipDistance[3];", "gl_Position = value[0];\nfor (int i = 0; i < 3; i++)\n    gl_ClipDistance[i] = value[i].y * gl_TessCoord[i];")
tese("layer", "#extension GL_ARB_shader_viewport_layer_array : require\n" + IN, "gl_Position = value[0];\ngl_Layer = gl_PrimitiveID;")

# ---- modes in the one or the other, which GLSL has no words for ----

CONTROL = """OpCapability Tessellation
OpMemoryModel Logical GLSL450
OpEntryPoint TessellationControl %main "main" %invocation %value %result %outer %inner
OpExecutionMode %main OutputVertices 3
MODES
OpDecorate %invocation BuiltIn InvocationId
OpDecorate %value Location 0
OpDecorate %result Location 0
OpDecorate %outer BuiltIn TessLevelOuter
OpDecorate %outer Patch
OpDecorate %inner BuiltIn TessLevelInner
OpDecorate %inner Patch
%void = OpTypeVoid
%function = OpTypeFunction %void
%int = OpTypeInt 32 1
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%2 = OpConstant %uint 2
%3 = OpConstant %uint 3
%4 = OpConstant %uint 4
%32 = OpConstant %uint 32
%none = OpConstant %float 0
%level = OpConstant %float 2.5
%values = OpTypeArray %float %32
%results = OpTypeArray %float %3
%outers = OpTypeArray %float %4
%inners = OpTypeArray %float %2
%to_int = OpTypePointer Input %int
%to_values = OpTypePointer Input %values
%to_value = OpTypePointer Input %float
%to_results = OpTypePointer Output %results
%to_outers = OpTypePointer Output %outers
%to_inners = OpTypePointer Output %inners
%to_result = OpTypePointer Output %float
%invocation = OpVariable %to_int Input
%value = OpVariable %to_values Input
%result = OpVariable %to_results Output
%outer = OpVariable %to_outers Output
%inner = OpVariable %to_inners Output
%levels_outer = OpConstantComposite %outers LEVELS
%levels_inner = OpConstantComposite %inners %level %level
%main = OpFunction %void None %function
%entry = OpLabel
%i = OpLoad %int %invocation
%from = OpAccessChain %to_value %value %i
%to = OpAccessChain %to_result %result %i
%loaded = OpLoad %float %from
%sum = OpFAdd %float %loaded %level
OpStore %to %sum
OpStore %outer %levels_outer
OpStore %inner %levels_inner
OpReturn
OpFunctionEnd
"""
EVALUATION = """OpCapability Tessellation
OpMemoryModel Logical GLSL450
OpEntryPoint TessellationEvaluation %main "main" %coordinate %result
MODES
OpDecorate %coordinate BuiltIn TessCoord
OpDecorate %result Location 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%float = OpTypeFloat 32
%vec3 = OpTypeVector %float 3
%to_coordinate = OpTypePointer Input %vec3
%to_result = OpTypePointer Output %vec3
%coordinate = OpVariable %to_coordinate Input
%result = OpVariable %to_result Output
%main = OpFunction %void None %function
%entry = OpLabel
%loaded = OpLoad %vec3 %coordinate
OpStore %result %loaded
OpReturn
OpFunctionEnd
"""


def modes(name, text, *all_modes, levels=4):
    text = text.replace("MODES", "\n".join(f"OpExecutionMode %main {mode}" for mode in all_modes))
    shaders[f"{name}.spvasm"] = text.replace("LEVELS", " ".join(["%level"] * levels + ["%none"] * (4 - levels)))


# A level that the kind of patch has not is no reason to discard it.
modes("control-modes-triangles", CONTROL, "Triangles", "SpacingFractionalOdd", "VertexOrderCw", levels=3)
modes("control-modes-isolines", CONTROL, "Isolines", "SpacingEqual", "PointMode", levels=2)
modes("evaluation-modes-triangles", EVALUATION, "Triangles")
modes("evaluation-modes-isolines", EVALUATION, "Isolines", "VertexOrderCw")
modes("evaluation-modes-spacing", EVALUATION, "Quads", "SpacingFractionalOdd")
modes("evaluation-modes-none", EVALUATION)

# ---- evaluation: what else they do ----

tese("stores", IN + BUFFER, "buffer_.words[gl_PrimitiveID * 4 + int(gl_TessCoord.x * 3)] = floatBitsToUint(value[1].x);")
tese("atomics", BUFFER, "atomicAdd(buffer_.count, 1u);\natomicMax(buffer_.words[gl_PrimitiveID], floatBitsToUint(gl_TessCoord.x));", modes="quads, point_mode")
tese("uniforms", IN + TO + "layout(set = 0, binding = 0) uniform Uniforms { mat4 matrix; vec4 rows[4]; } uniforms;\nlayout(push_constant) uniform Push { vec4 tint; int row; } push;", "result = uniforms.matrix * value[0] + push.tint + uniforms.rows[push.row & 3];", "absolute=0.01")
tese("samples", TO + "layout(set = 0, binding = 0) uniform sampler2D image;\n", "result = textureLod(image, gl_TessCoord.xy, 1) + texture(image, gl_TessCoord.yx);", "bounds")
tese("loop", IN + TO, "result = value[0];\nfor (int i = 0; i < int(gl_TessCoord.x * 8); i++)\n    result = result.yzwx * 0.5 + value[1];")
tese("specialized", TO + "layout(constant_id = 3) const int factor = 2;", "result = vec4(gl_TessCoord * factor, factor);", "spec=3:11")

write()
