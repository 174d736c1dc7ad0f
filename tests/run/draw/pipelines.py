#!/usr/bin/env python3
"""Small ray tracing pipelines that trace through one fixed scene (tests/run/host/rays.c), each of which differs in one thing.

    pipelines.py FOLDER    writes shaders to FOLDER/TEXT@ENTRY.STAGE, the words "NAME TEXT@ENTRY ..." of each pipeline to
                           FOLDER/pipelines.list, and FOLDER/pipelines.settings

What an entry point is for, its name says (tests/run/compare/rays.h): `closest1` belongs to the second hit group of triangles,
`box_any0` to the first one of boxes. In which order candidates come is open: shaders do what no order changes.
"""

import pathlib
import re
import sys

from family import add, settings, shaders, write

EXTENSIONS = "#extension GL_EXT_ray_tracing : require\n"
SCENE = "layout(set = 0, binding = 0) uniform accelerationStructureEXT scene;\n"
BUFFER = "layout(set = 0, binding = 1) buffer Buffer {{ {} words[]; }} buffer_;\n"
INDEX = "uint index() { return (gl_LaunchIDEXT.z * gl_LaunchSizeEXT.y + gl_LaunchIDEXT.y) * gl_LaunchSizeEXT.x + gl_LaunchIDEXT.x; }\n"
# A ray for each invocation: eight columns, and for each instance of the scene a row.
RAY = ("const float LEAST = 0.25, MOST = 100;\nvec3 from() { return vec3(float(gl_LaunchIDEXT.x) * 2 + 0.5, float(gl_LaunchIDEXT.y) * 16 + 1.25 + float(gl_LaunchIDEXT.z), -8); }\n"
       "const vec3 ALONG = vec3(0, 0, 1);\n")
RECORD = "layout(shaderRecordEXT) buffer Record { uvec4 a; uvec4 b; } record;\n"
CULLING = "#extension GL_EXT_ray_flags_primitive_culling : require\n"
STAGES = {"raygen": "rgen", "miss": "rmiss", "closest": "rchit", "any": "rahit", "intersection": "rint", "call": "rcall"}
INCOMING = {"rmiss", "rchit", "rahit"}
texts = {}
pipelines = []


def stage_of(entry):
    return STAGES[re.sub(r"^box_|\d+$", "", entry)]


def pipeline(name, entries, payload="vec4 payload", setting="", extra=""):
    """`entries`: of each name what stands in main, or that after what stands before it."""
    words = [f"pipeline-{name}"]
    for entry, body in entries.items():
        declarations, body = body if isinstance(body, tuple) else ("", body)
        stage = stage_of(entry)
        if stage in INCOMING and payload:
            declarations = f"layout(location = 0) rayPayloadInEXT {payload};\n" + declarations
        text = EXTENSIONS + extra + declarations, body
        number = texts.setdefault((entry, text), len(texts)) # many pipelines have the same shader
        if f"{number}@{entry}.{stage}" not in shaders:
            add(f"{number}@{entry}", stage, *text)
        words.append(f"{number}@{entry}")
    pipelines.append(" ".join(words))
    if setting:
        settings[f"pipeline-{name}"] = setting


def trace(flags="gl_RayFlagsNoneEXT", mask="0xFF", offset="0", stride="1", miss="0", start="payload = vec4(0);", store="buffer_.words[index()] = payload;", payload="vec4 payload", kind="vec4", more="", before=""):
    """Ray generation: one ray, and what it left in the payload."""
    return (f"layout(location = 0) rayPayloadEXT {payload};\n" + SCENE + BUFFER.format(kind) + INDEX + RAY + more,
            f"{start}\n{before}\ntraceRayEXT(scene, {flags}, {mask}, {offset}, {stride}, {miss}, from(), LEAST, ALONG, MOST, 0);\n{store}")


MISS = "payload = vec4(-1);"
REPORT = "reportIntersectionEXT(20 + gl_PrimitiveID, 7 + gl_GeometryIndexEXT);"

# ---- built-ins of each stage ----

OF_HIT = {
    "t": "vec4(gl_HitTEXT, gl_RayTmaxEXT, gl_RayTminEXT, 0)", "kind": "vec4(gl_HitKindEXT)", "custom-index": "vec4(gl_InstanceCustomIndexEXT & 0xFFFF, gl_InstanceCustomIndexEXT >> 16, 0, 0)",
    "instance": "vec4(gl_InstanceID, gl_GeometryIndexEXT, gl_PrimitiveID, 1)", "object-origin": "vec4(gl_ObjectRayOriginEXT, 1)", "object-direction": "vec4(gl_ObjectRayDirectionEXT, 1)",
    "world": "vec4(gl_WorldRayOriginEXT + 2 * gl_WorldRayDirectionEXT, 1)", "flags": "vec4(gl_IncomingRayFlagsEXT)", "launch": "vec4(gl_LaunchIDEXT * 16 + gl_LaunchSizeEXT, 1)",
    "to-world": "vec4(gl_ObjectToWorldEXT * vec4(1, 2, 3, 4), 1)", "to-object": "vec4(gl_WorldToObjectEXT * vec4(1, 2, 3, 4), 1)",
}
for name, text in OF_HIT.items():
    assign = f"payload = {text};"
    pipeline(f"closest-{name}", {"raygen": trace(), "miss0": MISS, "closest0": assign, "box_closest0": assign, "box_intersection0": REPORT})
for name, text in OF_HIT.items():
    if name in ("t", "custom-index", "flags", "to-object"):
        continue
    add_up = f"payload += {text};\nignoreIntersectionEXT;"
    pipeline(f"any-{name}", {"raygen": trace("gl_RayFlagsNoOpaqueEXT"), "miss0": "payload.w += 0.5;", "any0": add_up, "box_any0": add_up, "box_intersection0": REPORT})
pipeline("any-t", {"raygen": trace("gl_RayFlagsNoOpaqueEXT"), "miss0": "payload.w += 0.5;", "any0": "payload += vec4(gl_HitTEXT, gl_RayTmaxEXT, gl_RayTminEXT, 1);\nignoreIntersectionEXT;"})
for name in ("instance", "object-origin", "object-direction", "world", "launch", "to-world", "to-object"):
    pipeline(f"intersection-{name}", {"raygen": trace(mask="0x08"), "miss0": MISS, "box_intersection0": ("hitAttributeEXT vec4 attributes;", f"attributes = {OF_HIT[name]};\n{REPORT}"), "box_closest0": ("hitAttributeEXT vec4 attributes;", "payload = attributes;")})
pipeline("miss-world", {"raygen": trace(mask="0"), "miss0": "payload = vec4(gl_WorldRayOriginEXT + 2 * gl_WorldRayDirectionEXT, gl_RayTminEXT);"})
pipeline("miss-t", {"raygen": trace("gl_RayFlagsOpaqueEXT | gl_RayFlagsCullBackFacingTrianglesEXT", mask="0"), "miss0": "payload = vec4(gl_RayTmaxEXT, gl_IncomingRayFlagsEXT, gl_LaunchIDEXT.xy);"})
pipeline("cull-mask", {"raygen": trace(mask="gl_LaunchIDEXT.x + 0x3F8u"), "miss0": "payload = vec4(gl_CullMaskEXT);", "closest0": "payload = vec4(gl_CullMaskEXT);"}, extra="#extension GL_EXT_ray_cull_mask : require\n")

# ---- payloads ----

SEEN = "payload = vec4(gl_HitTEXT, gl_PrimitiveID, gl_InstanceID, gl_GeometryIndexEXT);"
pipeline("payload-kept", {"raygen": trace(start="payload = vec4(1, 2, 3, 4);"), "miss0": "payload.x *= 2;", "closest0": "payload.y = payload.x + payload.z;"})
pipeline("payload-struct", {"raygen": trace(payload="Payload payload", start="payload.a = vec3(1, 2, 3);\npayload.b = ivec2(4, 5);\npayload.c[0] = payload.c[1] = payload.c[2] = 0.5;", store="buffer_.words[index()] = vec4(payload.a, payload.b.x * 100 + payload.b.y) + vec4(payload.c[0], payload.c[1], payload.c[2], 0);"),
                            "miss0": "payload.b = -payload.b;", "closest0": "payload.a.z += gl_HitTEXT;\npayload.c[gl_PrimitiveID % 3] = 8;"}, payload="Payload payload", extra="struct Payload { vec3 a; ivec2 b; float c[3]; };\n")
pipeline("payload-uint", {"raygen": trace(payload="uint payload", kind="uint", start="payload = index();"), "miss0": "payload = ~payload;", "closest0": "payload = payload * 3u + uint(gl_PrimitiveID);"}, payload="uint payload")
pipeline("payload-matrix", {"raygen": trace(payload="mat3x4 payload", start="payload = mat3x4(2);", store="buffer_.words[index()] = payload[0] + payload[1] * 2 + payload[2] * 4;"), "miss0": "payload[1] = vec4(7);", "closest0": "payload[gl_PrimitiveID][1] = gl_HitTEXT;"}, payload="mat3x4 payload")
pipeline("payload-array", {"raygen": trace(payload="float payload[8]", start="for (int i = 0; i < 8; i++)\n    payload[i] = float(i);", store="buffer_.words[index()] = vec4(payload[0], payload[3], payload[gl_LaunchIDEXT.x], payload[7]);"), "miss0": "payload[gl_LaunchIDEXT.x] = -1;", "closest0": "payload[(gl_LaunchIDEXT.x + 1u) & 7u] = gl_HitTEXT;"}, payload="float payload[8]")
pipeline("payload-64", {"raygen": trace(payload="Payload payload", start="payload.a = 3.5lf;\npayload.b = 1ul << 40;", store="buffer_.words[index()] = vec4(payload.a, uint(payload.b), uint(payload.b >> 32), 0);"), "miss0": "payload.a *= 2.0lf;", "closest0": "payload.b += uint64_t(gl_PrimitiveID + 1);"}, payload="Payload payload", extra="#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require\nstruct Payload { double a; uint64_t b; };\n")
TWO = "layout(location = 1) rayPayloadEXT vec4 other;\n"
pipeline("payload-two", {"raygen": trace(more=TWO, before="other = vec4(5);\ntraceRayEXT(scene, gl_RayFlagsNoneEXT, 0x02, 0, 1, 1, from(), LEAST, ALONG, MOST, 1);", store="buffer_.words[index()] = payload * 8 + other;"),
                         "miss0": MISS, "miss1": ("layout(location = 1) rayPayloadInEXT vec4 other;", "other += vec4(2);"), "closest0": SEEN}, payload="vec4 payload")
pipeline("payload-in-function", {"raygen": trace(more="vec4 ask(float shift) {\n    payload = vec4(shift);\n    traceRayEXT(scene, gl_RayFlagsNoneEXT, 0xFF, 0, 1, 0, from() + vec3(shift, 0, 0), LEAST, ALONG, MOST, 0);\n    return payload;\n}\n", store="vec4 first = payload;\nbuffer_.words[index()] = first + 4 * ask(2.0) + 16 * ask(4.0);"), "miss0": MISS, "closest0": SEEN})
pipeline("payload-loop", {"raygen": trace(store="vec4 sum = payload;\nfor (uint i = 0; i < gl_LaunchIDEXT.x; i++) {\n    payload = vec4(i);\n    traceRayEXT(scene, gl_RayFlagsNoneEXT, 1u << (i % 6u), 0, 1, 0, from() + vec3(i, 0, 0), LEAST, ALONG, MOST, 0);\n    sum += payload;\n}\nbuffer_.words[index()] = sum;"), "miss0": MISS, "closest0": SEEN + "\npayload.w += 1;"})

# ---- rays that shaders of rays trace ----

SECOND = "layout(location = 1) rayPayloadEXT vec4 second;\n"
BACK = "second = vec4(3);\ntraceRayEXT(scene, gl_RayFlagsOpaqueEXT, 0xFF, 0, 1, 1, gl_WorldRayOriginEXT + vec3(0, 0, 32), 0.25, vec3(0, 0, -1), 100, 1);\n"
ANSWER = ("layout(location = 1) rayPayloadInEXT vec4 second;", "second = vec4(-2);")
pipeline("nested-closest", {"raygen": trace(), "miss0": MISS, "closest0": (SCENE + SECOND, SEEN + "\n" + BACK.replace("0, 1, 1, gl", "3, 0, 1, gl") + "payload += second * 64;"), "closest1": SEEN.replace("payload", "payload"), "miss1": ANSWER}, payload="vec4 payload")
pipeline("nested-miss", {"raygen": trace(mask="0x01"), "closest0": SEEN, "miss0": (SCENE + SECOND, BACK.replace("0xFF", "0") + "payload = second + vec4(gl_RayTminEXT);"), "miss1": ANSWER})
# The same shader again, until the payload says that it is enough; the incoming payload is handed on.
AGAIN = "payload.y += gl_HitTEXT;\npayload.x += 1;\nif (payload.x < 3)\n    traceRayEXT(scene, gl_RayFlagsNoneEXT, 0xFF, 0, 1, 0, gl_WorldRayOriginEXT + vec3(2, 0, 0), 0.25, gl_WorldRayDirectionEXT, 100, 0);\npayload.z += payload.x * gl_WorldRayOriginEXT.x;"
pipeline("nested-itself", {"raygen": trace(), "miss0": "payload.w = 9;", "closest0": (SCENE, AGAIN)})
pipeline("nested-keeps-hit", {"raygen": trace(), "miss0": MISS, "closest0": (SCENE + SECOND + "hitAttributeEXT vec2 attributes;", "second = vec4(0);\ntraceRayEXT(scene, gl_RayFlagsOpaqueEXT, 0xFF, 0, 1, 1, gl_WorldRayOriginEXT + vec3(200, 0, 0), 0.25, vec3(0, 0, 1), 50, 1);\npayload = vec4(gl_HitTEXT, attributes, gl_PrimitiveID) + second;"), "miss1": ANSWER})

# ---- candidates ----

pipeline("ignore-all", {"raygen": trace("gl_RayFlagsNoOpaqueEXT"), "miss0": MISS, "any0": "ignoreIntersectionEXT;", "closest0": SEEN})
pipeline("ignore-some", {"raygen": trace("gl_RayFlagsNoOpaqueEXT"), "miss0": MISS, "any0": "if (gl_PrimitiveID == 0)\n    ignoreIntersectionEXT;", "closest0": SEEN})
pipeline("ignore-by-attributes", {"raygen": trace("gl_RayFlagsNoOpaqueEXT"), "miss0": MISS, "any0": ("hitAttributeEXT vec2 attributes;", "if (attributes.x > attributes.y)\n    ignoreIntersectionEXT;"), "closest0": SEEN})
pipeline("ignore-ends", {"raygen": trace("gl_RayFlagsNoOpaqueEXT"), "miss0": "payload.w = 1;", "any0": "payload.x += 1;\nif (gl_LaunchIDEXT.x != 99u)\n    ignoreIntersectionEXT;\npayload.y += 1000;", "closest0": SEEN})
pipeline("ignore-opaque-not-asked", {"raygen": trace(), "miss0": MISS, "any0": "ignoreIntersectionEXT;", "closest0": SEEN})
pipeline("terminate", {"raygen": trace("gl_RayFlagsNoOpaqueEXT"), "miss0": MISS, "any0": "payload.x += 1;\nterminateRayEXT;", "closest0": "payload.y = 5;"})
pipeline("terminate-ends", {"raygen": trace("gl_RayFlagsNoOpaqueEXT", mask="0x01"), "miss0": MISS, "any0": "payload.x = 1;\nif (gl_LaunchIDEXT.x != 99u)\n    terminateRayEXT;\npayload.y += 1000;", "closest0": "payload.z = 2;"})
pipeline("ignore-in-function", {"raygen": trace("gl_RayFlagsNoOpaqueEXT"), "miss0": MISS, "any0": ("void leave(int n) {\n    payload.w += 1;\n    if (n == 0)\n        ignoreIntersectionEXT;\n    payload.w -= 1;\n}\n", "leave(gl_PrimitiveID);\npayload.y += 0;"), "closest0": SEEN})
pipeline("terminate-in-function", {"raygen": trace("gl_RayFlagsNoOpaqueEXT", mask="0x01"), "miss0": MISS, "any0": ("void leave() {\n    payload.x = 1;\n    if (gl_LaunchIDEXT.x != 99u)\n        terminateRayEXT;\n}\n", "leave();\npayload.y += 1000;"), "closest0": "payload.z = 2;"})
pipeline("accepted", {"raygen": trace("gl_RayFlagsNoOpaqueEXT"), "miss0": MISS, "any0": "payload.w = 1;", "closest0": "payload = vec4(gl_HitTEXT, gl_PrimitiveID, gl_InstanceID, payload.w);"})
pipeline("any-attributes", {"raygen": trace("gl_RayFlagsNoOpaqueEXT"), "miss0": "payload.w += 0.5;", "any0": ("hitAttributeEXT vec2 attributes;", "payload += vec4(attributes, 1, 0);\nignoreIntersectionEXT;")})
pipeline("closest-attributes", {"raygen": trace(), "miss0": MISS, "closest0": ("hitAttributeEXT vec2 attributes;", "payload = vec4(attributes, 1, gl_HitTEXT);")})
pipeline("any-stores", {"raygen": trace("gl_RayFlagsNoOpaqueEXT"), "miss0": MISS, "any0": ("layout(set = 0, binding = 2) buffer Count { uint counts[]; } counts;", "atomicAdd(counts.counts[gl_PrimitiveID], 1u);\nignoreIntersectionEXT;")})

# ---- intersections ----

ATTRIBUTES = "hitAttributeEXT vec4 attributes;"
FOUND = (ATTRIBUTES, "payload = attributes + vec4(0, 0, gl_HitTEXT, gl_HitKindEXT);")


def boxes(name, intersection, any_hit=None, flags="gl_RayFlagsNoneEXT", closest=FOUND, declarations=ATTRIBUTES, setting=""):
    entries = {"raygen": trace(flags, mask="0x08"), "miss0": MISS, "box_intersection0": (declarations, intersection), "box_closest0": closest}
    if any_hit:
        entries["box_any0"] = any_hit
    pipeline(f"boxes-{name}", entries, setting=setting)


boxes("reported", "attributes = vec4(1, 2, 3, 4);\nreportIntersectionEXT(10.5, 5);")
boxes("not-all", "attributes = vec4(1);\nif (gl_PrimitiveID == 1)\n    reportIntersectionEXT(10.5, 5);")
boxes("too-near", "attributes = vec4(1);\nif (!reportIntersectionEXT(0.125, 5)) {\n    attributes = vec4(2);\n    reportIntersectionEXT(9, 6);\n}")
boxes("too-far", "attributes = vec4(1);\nbool taken = reportIntersectionEXT(100.5, 5);\nattributes = vec4(taken ? 3 : 4);\nreportIntersectionEXT(9, 6);")
boxes("nearer", "attributes = vec4(1);\nbool first = reportIntersectionEXT(30, 5);\nattributes = vec4(2, first ? 1 : 0, 0, 0);\nreportIntersectionEXT(20, 6);")
# llvmpipe keeps no copy of the attributes that were reported, and gl_RayTmaxEXT as it was: it runs shaders that say what is so.
boxes("farther", "attributes = vec4(1);\nreportIntersectionEXT(20, 5);\nattributes = vec4(2);\nreportIntersectionEXT(30, 6);", setting="driver=pipeline-boxes-farther-said")
boxes("farther-said", "attributes = vec4(1);\nreportIntersectionEXT(20, 5);\nreportIntersectionEXT(30, 6);")
boxes("t-shrinks", "float before = gl_RayTmaxEXT;\nattributes = vec4(1);\nreportIntersectionEXT(30, 5);\nattributes = vec4(before, gl_RayTmaxEXT, 0, 0);\nreportIntersectionEXT(20, 6);", setting="driver=pipeline-boxes-t-shrinks-said")
boxes("t-shrinks-said", "float before = gl_RayTmaxEXT;\nattributes = vec4(1);\nreportIntersectionEXT(30, 5);\nattributes = vec4(before, 30, 0, 0);\nreportIntersectionEXT(20, 6);")
boxes("kind", "attributes = vec4(gl_RayTminEXT, gl_IncomingRayFlagsEXT, 0, 0);\nreportIntersectionEXT(12, 127 - gl_PrimitiveID);")
boxes("struct", "attributes.a = vec2(3, 4);\nattributes.b = ivec3(5, 6, gl_PrimitiveID);\nreportIntersectionEXT(12, 1);", closest=("struct Attributes { vec2 a; ivec3 b; };\nhitAttributeEXT Attributes attributes;", "payload = vec4(attributes.a, attributes.b.xz);"), declarations="struct Attributes { vec2 a; ivec3 b; };\nhitAttributeEXT Attributes attributes;")
boxes("any", "attributes = vec4(1, 2, 0, 0);\nreportIntersectionEXT(12, 1);", (ATTRIBUTES, "if (attributes.y == 2 && gl_PrimitiveID == 1)\n    ignoreIntersectionEXT;"), "gl_RayFlagsNoOpaqueEXT")
boxes("any-kind", "attributes = vec4(1);\nreportIntersectionEXT(12, 1);\nattributes = vec4(2);\nreportIntersectionEXT(14, 2);", (ATTRIBUTES, "if (gl_HitKindEXT == 1u)\n    ignoreIntersectionEXT;"), "gl_RayFlagsNoOpaqueEXT")
boxes("any-told", "attributes = vec4(1);\nbool taken = reportIntersectionEXT(12, 1);\nattributes = vec4(taken ? 5 : 6);\nreportIntersectionEXT(11, 2);", (ATTRIBUTES, "if (gl_HitKindEXT == 1u && gl_LaunchIDEXT.x > 2u)\n    ignoreIntersectionEXT;"), "gl_RayFlagsNoOpaqueEXT")
boxes("any-opaque-not-asked", "attributes = vec4(1);\nreportIntersectionEXT(12, 1);", "ignoreIntersectionEXT;")
boxes("terminate", "attributes = vec4(1);\nreportIntersectionEXT(12, 1);", "payload.x += 1;\nterminateRayEXT;", "gl_RayFlagsNoOpaqueEXT", closest="payload.y = 3;")

# ---- flags and masks ----

ALL = {"miss0": MISS, "closest0": SEEN, "box_closest0": SEEN, "box_intersection0": REPORT, "any0": "if (gl_PrimitiveID == 2)\n    ignoreIntersectionEXT;", "box_any0": "if (gl_PrimitiveID == 1)\n    ignoreIntersectionEXT;"}
for name in ("None", "Opaque", "NoOpaque", "CullOpaque", "CullNoOpaque", "CullBackFacingTriangles", "CullFrontFacingTriangles", "SkipClosestHitShader", "SkipTriangles", "SkipAABB"):
    pipeline(f"flag-{name.lower()}", {"raygen": trace(f"gl_RayFlags{name}EXT", more=""), **ALL}, extra=CULLING if name in ("SkipTriangles", "SkipAABB") else "")
pipeline("flag-first-hit", {"raygen": trace("gl_RayFlagsTerminateOnFirstHitEXT"), **{**ALL, "closest0": "payload = vec4(3);", "box_closest0": "payload = vec4(3);"}})
pipeline("flags-by-launch", {"raygen": trace("gl_LaunchIDEXT.x & 3u"), **ALL})
for mask in ("0x2A", "gl_LaunchIDEXT.x", "0x101"):
    pipeline(f"mask-{mask[-4:].replace('.', '').lower()}", {"raygen": trace(mask=mask), **ALL})

# ---- which shaders run ----

BY_GROUP = {f"closest{i}": (RECORD, f"payload = vec4({i + 1}, record.a.x, record.b.w, gl_InstanceID);") for i in range(3)}
BY_GROUP.update({f"box_closest{i}": (RECORD, f"payload = vec4({i + 11}, record.a.y, record.b.z, gl_GeometryIndexEXT);") for i in range(2)})
BY_GROUP.update({f"box_intersection{i}": (RECORD, f"reportIntersectionEXT(16 + {i} + float(record.a.x & 1u), {i});") for i in range(2)})
BY_GROUP["miss0"] = (RECORD, "payload = vec4(-1, record.a);".replace("record.a)", "record.a.xyz)"))
BY_GROUP["miss1"] = (RECORD, "payload = vec4(-2, record.b.xyz);")
for name, keys in {"plain": {}, "offset": {"offset": "1"}, "offset-three": {"offset": "3"}, "stride-none": {"stride": "0"}, "stride-two": {"stride": "2"}, "offset-and-stride": {"offset": "2", "stride": "2"},
                   "offset-by-launch": {"offset": "gl_LaunchIDEXT.x & 3u"}, "stride-by-launch": {"stride": "gl_LaunchIDEXT.x % 3u"}, "few-bits": {"offset": "0x12", "stride": "0x31"},
                   "miss": {"miss": "1"}, "miss-record": {"miss": "2"}, "miss-by-launch": {"miss": "gl_LaunchIDEXT.x & 3u"}, "miss-few-bits": {"miss": "0x50001"}}.items():
    pipeline(f"table-{name}", {"raygen": trace(**keys), **BY_GROUP})
pipeline("table-empty", {"raygen": trace(start="payload = vec4(5);", mask="0x0F"), "miss0": MISS, "call0": ("layout(location = 0) callableDataInEXT vec4 data;", "data = vec4(0);")})
pipeline("table-any", {"raygen": trace("gl_RayFlagsNoOpaqueEXT"), "miss0": "payload.w += 0.5;", "any0": (RECORD, "payload += vec4(1, record.a.xyz & 0xFFu);\nignoreIntersectionEXT;"), "any1": (RECORD, "payload += vec4(100, record.b.xyz & 0xFFu);\nignoreIntersectionEXT;")})
pipeline("record-of-generation", {"raygen": trace(start="payload = vec4(record.a);", more=RECORD, store="buffer_.words[index()] = payload + vec4(record.b.xy, 0, 0);"), "miss0": "payload *= 2;", "closest0": "payload *= 4;"})
pipeline("record-array", {"raygen": trace(), "miss0": ("layout(shaderRecordEXT) buffer Record { uint words[8]; } record;", "payload = vec4(record.words[gl_LaunchIDEXT.x], record.words[7u - gl_LaunchIDEXT.x], record.words[2], 0);"), "closest0": ("layout(shaderRecordEXT) buffer Record { uvec2 first; uint words[6]; } record;", "payload = vec4(record.words[gl_LaunchIDEXT.x % 6u], record.first, 0);")})
# The record of ray generation has the address of the scene.
pipeline("scene-by-address", {"raygen": trace(more="layout(shaderRecordEXT) buffer Record { uvec4 a; uvec2 b; uvec2 scene; } record;\n", store="vec4 first = payload;\ntraceRayEXT(accelerationStructureEXT(record.scene), gl_RayFlagsNoneEXT, 0xFF, 0, 1, 0, from() + vec3(2, 0, 0), LEAST, ALONG, MOST, 0);\nbuffer_.words[index()] = first + payload * 16;"), "miss0": MISS, "closest0": SEEN}, extra="#extension GL_EXT_ray_query : require\n")

# ---- callable shaders ----

DATA = "layout(location = 0) callableDataEXT vec4 data;\n"
IN = "layout(location = 0) callableDataInEXT vec4 data;\n"


def calls(name, entries, generation, more=DATA, extra="", kind="vec4", store="buffer_.words[index()] = data;"):
    pipeline(f"call-{name}", {"raygen": (BUFFER.format(kind) + INDEX + more, generation + "\n" + store), **entries}, payload="", extra=extra)


calls("plain", {"call0": (IN, "data *= 2;")}, "data = vec4(index());\nexecuteCallableEXT(0, 0);")
calls("by-launch", {f"call{i}": (IN, f"data += vec4({i}, 1, data.x, 0);") for i in range(4)}, "data = vec4(index());\nexecuteCallableEXT(gl_LaunchIDEXT.x & 3u, 0);")
calls("record", {"call0": (IN + RECORD, "data = vec4(record.a.zw, record.b.xy);")}, "data = vec4(0);\nexecuteCallableEXT(gl_LaunchIDEXT.y & 3u, 0);")
calls("launch", {"call0": (IN, "data = vec4(gl_LaunchIDEXT, gl_LaunchSizeEXT.x * 100 + gl_LaunchSizeEXT.y * 10 + gl_LaunchSizeEXT.z);")}, "data = vec4(0);\nexecuteCallableEXT(0, 0);")
calls("calls", {"call0": (IN + "layout(location = 1) callableDataEXT vec4 inner;", "inner = data + 1;\nexecuteCallableEXT(1, 1);\ndata = data * 4 + inner;"), "call1": ("layout(location = 1) callableDataInEXT vec4 inner;", "inner *= 3;")}, "data = vec4(index());\nexecuteCallableEXT(0, 0);")
calls("itself", {"call0": (IN, "data.x += 1;\nif (data.x < 3)\n    executeCallableEXT(0, 0);\ndata.y += data.x;")}, "data = vec4(0, index(), 0, 0);\nexecuteCallableEXT(0, 0);")
calls("two", {"call0": (IN, "data += vec4(1, 2, 3, 4);"), "call1": ("layout(location = 1) callableDataInEXT uvec3 other;", "other.zx = other.xy + 7u;")}, "data = vec4(0);\nother = uvec3(index());\nexecuteCallableEXT(1, 1);\nexecuteCallableEXT(0, 0);", more=DATA + "layout(location = 1) callableDataEXT uvec3 other;\n", store="buffer_.words[index()] = data + vec4(other, 0);")
calls("struct", {"call0": ("layout(location = 0) callableDataInEXT Data data;", "data.b[data.a] = -data.b[data.a];\ndata.a = 9;")}, "data.a = int(gl_LaunchIDEXT.x & 3u);\nfor (int i = 0; i < 4; i++)\n    data.b[i] = float(i + 1);\nexecuteCallableEXT(0, 0);", more="layout(location = 0) callableDataEXT Data data;\n", extra="struct Data { int a; float b[4]; };\n", store="buffer_.words[index()] = vec4(data.b[0], data.b[1], data.b[2], data.b[3]) + data.a;")
calls("in-loop", {"call0": (IN, "data.x += data.y;\ndata.y *= 2;")}, "data = vec4(0, 1, 0, 0);\nfor (uint i = 0; i < gl_LaunchIDEXT.x; i++)\n    executeCallableEXT(0, 0);")
CALL = {"call0": ("layout(location = 2) callableDataInEXT vec4 data;", "data = data * 2 + 1;"), "call1": ("layout(location = 2) callableDataInEXT vec4 data;", "data = vec4(gl_LaunchIDEXT, 9);")}
USE = "layout(location = 2) callableDataEXT vec4 data;"
pipeline("call-in-hit", {"raygen": trace(), "miss0": MISS, "closest0": (USE, "data = vec4(gl_HitTEXT);\nexecuteCallableEXT(0, 2);\npayload = data + vec4(gl_PrimitiveID);"), **CALL})
pipeline("call-in-miss", {"raygen": trace(), "closest0": SEEN, "miss0": (USE, "data = vec4(4);\nexecuteCallableEXT(1, 2);\npayload = data;"), **CALL})

# ---- resources ----

pipeline("uniforms", {"raygen": trace(more="layout(push_constant) uniform Push { vec4 tint; uint which; } push;\n", start="payload = push.tint;"), "miss0": ("layout(push_constant) uniform Push { vec4 tint; uint which; } push;", "payload -= push.tint * 2;"),
                      "closest0": ("layout(set = 0, binding = 3) uniform Rows { vec4 rows[4]; } rows;", "payload += rows.rows[gl_PrimitiveID];")})
pipeline("image", {"raygen": trace(), "miss0": MISS, "closest0": ("layout(set = 0, binding = 3, rgba32f) uniform image2D image;", "payload = imageLoad(image, ivec2(gl_LaunchIDEXT.xy));\nimageStore(image, ivec2(gl_LaunchIDEXT.x, gl_LaunchIDEXT.y + 6 * gl_LaunchIDEXT.z), vec4(gl_HitTEXT));".replace("payload = imageLoad(image, ivec2(gl_LaunchIDEXT.xy));\n", "payload = vec4(1);\n"))})
pipeline("texture", {"raygen": trace(), "miss0": ("layout(set = 0, binding = 3) uniform sampler2D image;", "payload = textureLod(image, vec2(gl_LaunchIDEXT.xy) / 8 + 0.0625, 0);"), "closest0": SEEN})
pipeline("hit-stores", {"raygen": trace(), "miss0": MISS, "closest0": (BUFFER.format("vec4") + INDEX, "payload = buffer_.words[200];\nbuffer_.words[index() + 256] = vec4(gl_HitTEXT);".replace("payload = buffer_.words[200];", "payload = vec4(7);"))})
pipeline("query-in-hit", {"raygen": trace(), "miss0": MISS, "closest0": (SCENE, "rayQueryEXT query;\nrayQueryInitializeEXT(query, scene, gl_RayFlagsOpaqueEXT, 0xFF, gl_WorldRayOriginEXT + vec3(2, 0, 0), 0.25, gl_WorldRayDirectionEXT, 100);\nwhile (rayQueryProceedEXT(query));\npayload = vec4(gl_HitTEXT, rayQueryGetIntersectionTEXT(query, true), rayQueryGetIntersectionTypeEXT(query, true), 0);")}, extra="#extension GL_EXT_ray_query : require\n")
pipeline("vulkan-model", {"raygen": trace(store="memoryBarrier(gl_ScopeShaderCallEXT, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);\nbuffer_.words[index()] = payload + buffer_.words[index() + 128];"), "miss0": MISS,
                          "closest0": (BUFFER.format("vec4") + INDEX, "buffer_.words[index() + 128] = vec4(gl_HitTEXT);\nmemoryBarrier(gl_ScopeShaderCallEXT, gl_StorageSemanticsBuffer, gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);\npayload = vec4(1);")}, extra="#extension GL_KHR_memory_scope_semantics : require\n#pragma use_vulkan_memory_model\n")

write()
(pathlib.Path(sys.argv[1]) / "pipelines.list").write_text("\n".join(pipelines) + "\n")
