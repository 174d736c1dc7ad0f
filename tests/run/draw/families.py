#!/usr/bin/env python3
"""Families of small shaders that differ in one thing each, for the comparer to draw with.

    families.py FOLDER    writes FOLDER/NAME.vert and NAME.frag, and FOLDER/settings, a line for each that needs one
"""

from family import PRIVATE, add, write


def frag(name, declarations, body, setting="", target=None):
    """`target`: what it is compiled for, if not Vulkan 1.3."""
    add(name, "frag", (f"// target: {target}\n" if target else "") + declarations, body, setting)


def frag_by(name, declarations, body, driver, setting=""):
    """A shader for which the driver runs another body instead."""
    frag(name, declarations, body, f"driver={name}-driver {setting}")
    frag(f"{name}-driver", declarations, driver, setting)


def vert(name, declarations, body, setting=""):
    add(name, "vert", declarations, body, setting)


def vectors(scalar, prefix):
    return {1: scalar, 2: f"{prefix}vec2", 3: f"{prefix}vec3", 4: f"{prefix}vec4"}


FLOATS, INTS, UINTS, DOUBLES = vectors("float", ""), vectors("int", "i"), vectors("uint", "u"), vectors("double", "d")
COLOUR = "layout(location = 0) out vec4 colour;\n"
PIXEL = "uint pixel() { return uint(gl_FragCoord.x) + 8u * uint(gl_FragCoord.y); }\n"
BUFFER = "layout(set = 0, binding = 0) buffer Buffer { uint count; uint words[]; } buffer_;\n"


def padded(value, count):
    return f"vec4({value}{', 0' * (4 - count)})"


# ---- inputs of fragments ----

for number, kind in FLOATS.items():
    for word in ("smooth", "noperspective", "flat", "centroid"):
        frag(f"input-{word}-{kind}", f"layout(location = 0) {word} in {kind} value;\n{COLOUR}", f"colour = {padded('value', number)};",
             "perspective" + ("" if word == "flat" else " ulp32=64 absolute=0.0001"))
for kinds, out in ((INTS, INTS), (UINTS, UINTS)):
    for number, kind in kinds.items():
        frag(f"input-flat-{kind}", f"layout(location = 0) flat in {kind} value;\nlayout(location = 0) out {out[number]} result;",
             "result = value + value;")
for number, kind in DOUBLES.items():
    frag(f"input-flat-{kind}", f"layout(location = 0) flat in {kind} value;\n{COLOUR}", f"colour = {padded(f'{FLOATS[number]}(value * 3)', number)};")
frag("input-components", "layout(location = 0, component = 1) in vec2 middle;\nlayout(location = 0, component = 3) in float last;\n"
     "layout(location = 0) in float first;\n" + COLOUR, "colour = vec4(first, middle, last);")
frag("input-array", f"layout(location = 1) in vec3 values[3];\n{COLOUR}", "colour = vec4(values[0] + values[2], values[1].y);")
frag("input-array-index", f"layout(location = 1) in vec2 values[4];\n{COLOUR}", "colour = vec4(values[int(gl_FragCoord.x) & 3], values[int(gl_FragCoord.y) & 3]);")
for matrix in ("mat2", "mat3", "mat4", "mat2x4", "mat4x3"):
    frag(f"input-{matrix}", f"layout(location = 0) in {matrix} value;\n{COLOUR}", "colour = vec4(0);\nfor (int i = 0; i < value.length(); i++)\n    for (int k = 0; k < value[0].length(); k++)\n        colour[(i + k) & 3] += value[i][k] * (i * 4 + k + 1);")
frag("input-block", "layout(location = 2) in Block { vec3 a; flat int b; float c[2]; noperspective vec2 d; } block;\n" + COLOUR,
     "colour = vec4(block.a.xy + block.d, block.c[1], block.b & 255);")
frag("input-struct", "struct Part { vec2 a; float b; };\nlayout(location = 1) in Part part;\nlayout(location = 4) flat in Part other;\n" + COLOUR,
     "colour = vec4(part.a, part.b, other.b);")
frag("input-in-function", "layout(location = 0) in vec4 value;\n" + COLOUR + "vec4 twice(vec4 v) { return v + value; }\nvoid swap(inout vec4 v) { v = v.wzyx; }",
     "vec4 v = twice(value.yxzw);\nswap(v);\ncolour = v;")
frag("input-sparse-locations", "layout(location = 1) in vec4 a;\nlayout(location = 7) flat in uvec2 b;\nlayout(location = 12) in float c;\n" + COLOUR,
     "colour = a + vec4(b & 15u, c, 0);")
frag("input-unused", "layout(location = 0) in vec4 unused;\nlayout(location = 1) in vec4 used;\n" + COLOUR, "colour = used;")

# ---- outputs of fragments ----

for kinds in (FLOATS, INTS, UINTS):
    for number, kind in kinds.items():
        frag(f"output-{kind}", f"layout(location = 0) out {kind} result;", f"result = {kind}({kind}(3) * {kind}(int(gl_FragCoord.x) + 8 * int(gl_FragCoord.y)));")
frag("output-components", "layout(location = 0) out float first;\nlayout(location = 0, component = 1) out vec2 middle;\nlayout(location = 0, component = 3) out float last;",
     "first = 1;\nmiddle = gl_FragCoord.xy;\nlast = 4;")
frag("output-some-components", "layout(location = 0, component = 2) out vec2 result;", "result = gl_FragCoord.yx;")
frag("output-eight", "".join(f"layout(location = {i}) out {('vec4', 'ivec4', 'uvec4')[i % 3]} to{i};\n" for i in range(8)),
     "".join(f"to{i} = {('vec4', 'ivec4', 'uvec4')[i % 3]}({i} + int(gl_FragCoord.x));\n" for i in range(8)))
frag("output-gap", "layout(location = 1) out vec4 a;\nlayout(location = 5) out uvec4 b;", "a = gl_FragCoord;\nb = uvec4(gl_FragCoord.xyxy) * 5u;")
frag("output-array", "layout(location = 1) out vec4 results[3];", "for (int i = 0; i < 3; i++)\n    results[i] = gl_FragCoord * float(i);")
frag("output-array-index", "layout(location = 0) out ivec2 results[4];", "int at = int(gl_FragCoord.x);\nfor (int i = 0; i < 4; i++)\n    results[(at + i) & 3] = ivec2(i, at);")
frag("output-read-back", COLOUR, "colour = gl_FragCoord;\ncolour.x += colour.y;\ncolour *= colour.x;")
frag("output-in-function", COLOUR + "void finish(inout vec4 to, float by) { to.xy *= by; }\nvoid put() { colour = gl_FragCoord; }", "put();\nfinish(colour, 3);")
frag("output-in-branches", COLOUR, "if (gl_FragCoord.x < 3)\n    colour = vec4(1);\nelse if (gl_FragCoord.y < 5)\n    colour = vec4(2);\nelse\n    colour = vec4(3);")
frag("output-early-return", COLOUR, "colour = vec4(1, 2, 3, 4);\nif (gl_FragCoord.x < 3)\n    return;\ncolour.y = gl_FragCoord.y;\nif (gl_FragCoord.y > 4)\n    return;\ncolour.z = 9;")
frag("output-element-dynamic", COLOUR, "colour = vec4(0);\ncolour[int(gl_FragCoord.x) & 3] = 5;")
frag("output-two-sources", "layout(location = 0, index = 0) out vec4 first;\nlayout(location = 0, index = 1) out vec4 second;",
     "first = gl_FragCoord;\nsecond = vec4(2, 3, 4, 0.5);")
frag("output-none", BUFFER + PIXEL, "buffer_.words[pixel()] = 7u;")

# ---- depth, stencil and early tests ----

for mode in ("any", "greater", "less", "unchanged"):
    frag(f"depth-{mode}", f"layout(depth_{mode}) out float gl_FragDepth;\n{COLOUR}",
         "colour = vec4(1);\ngl_FragDepth = " + {"any": "gl_FragCoord.x / 16", "greater": "gl_FragCoord.z + 0.125", "less": "gl_FragCoord.z - 0.125", "unchanged": "gl_FragCoord.z"}[mode] + ";")
for compare in ("less", "less-or-equal", "equal", "not-equal", "greater-or-equal", "greater", "never"):
    for early in (False, True):
        frag(f"depth-{'early' if early else 'late'}-{compare}", ("layout(early_fragment_tests) in;\n" if early else "") + COLOUR + BUFFER + PIXEL,
             "colour = vec4(gl_FragCoord.z);\nbuffer_.words[pixel()] += 5u;", f"depth={compare}" + (" expect=nothing-compared" if early and compare in ("equal", "never") else ""))
frag("depth-test-of-written", f"out float gl_FragDepth;\n{COLOUR}{BUFFER}{PIXEL}", "colour = vec4(2);\nbuffer_.words[pixel()]++;\ngl_FragDepth = gl_FragCoord.y / 8;", "depth=less")
frag("depth-overdrawn", COLOUR + "layout(location = 0) flat in vec4 value;", "colour = value;", "depth=less primitives=4")
frag("depth-discarded", f"layout(location = 0) in vec4 value;\n{COLOUR}", "if (value.x > 0)\n    discard;\ncolour = value;", "depth=less primitives=4")
frag("depth-early-discarded", f"layout(early_fragment_tests) in;\nlayout(location = 0) in vec4 value;\n{COLOUR}{BUFFER}{PIXEL}",
     "atomicAdd(buffer_.words[pixel()], 1u);\nif (value.x > 0)\n    discard;\ncolour = value;", "depth=less primitives=4")
frag("depth-conditional", f"layout(location = 0) in vec4 value;\nout float gl_FragDepth;\n{COLOUR}", "gl_FragDepth = gl_FragCoord.z;\nif (value.x > 0)\n    gl_FragDepth = 0.5;\ncolour = value;", "depth=less")
frag("stencil-reference", f"#extension GL_ARB_shader_stencil_export : require\n{COLOUR}", "colour = vec4(1);\ngl_FragStencilRefARB = int(gl_FragCoord.x) * 8 + int(gl_FragCoord.y);")
frag("stencil-discarded", f"#extension GL_ARB_shader_stencil_export : require\n{COLOUR}", "colour = vec4(1);\ngl_FragStencilRefARB = int(gl_FragCoord.x);\nif (gl_FragCoord.y > 4)\n    discard;")

# ---- built-ins of fragments ----

frag("builtin-position", COLOUR, "colour = gl_FragCoord;", "perspective ulp32=16")
frag("builtin-position-in-function", COLOUR + "float sum() { return gl_FragCoord.x + 8 * gl_FragCoord.y; }", "colour = vec4(sum());")
frag("builtin-front-facing", COLOUR, "colour = gl_FrontFacing ? vec4(1, 2, 3, 4) : vec4(5, 6, 7, 8);")
frag("builtin-primitive", "layout(location = 0) out int result;", "result = gl_PrimitiveID * 3 + 1;", "primitives=6")
frag("builtin-point-coordinate", "layout(location = 0) out vec2 result;", "result = gl_PointCoord;", "primitives=4")
frag("builtin-layer", "layout(location = 0) out int result;", "result = gl_Layer + 5;")
frag("builtin-viewport", "layout(location = 0) out int result;", "result = gl_ViewportIndex + 5;")
frag("builtin-view", "#extension GL_EXT_multiview : require\nlayout(location = 0) out int result;", "result = gl_ViewIndex * 3 + 1;")
frag("builtin-sample", "layout(location = 0) out int result;", "result = gl_SampleID + 4;")
frag("builtin-sample-position", "layout(location = 0) out vec2 result;", "result = gl_SamplePosition;")
frag("builtin-position-at-sample", COLOUR, "colour = gl_FragCoord + float(gl_SampleID);")
frag("builtin-mask-in", "layout(location = 0) out int result;", "result = gl_SampleMaskIn[0];")
frag("builtin-mask-in-at-sample", "layout(location = 0) out int result;", "result = gl_SampleMaskIn[0] * 16 + gl_SampleID;")
for mask in (0, 5, 15):
    frag(f"builtin-mask-out-{mask}", COLOUR, f"colour = vec4(1);\ngl_SampleMask[0] = {mask};", "expect=nothing-compared" if mask == 0 else "")
frag("builtin-mask-out-varies", COLOUR, "colour = gl_FragCoord;\ngl_SampleMask[0] = int(gl_FragCoord.x) ^ int(gl_FragCoord.y);")
frag("builtin-mask-through", COLOUR, "colour = gl_FragCoord;\ngl_SampleMask[0] = gl_SampleMaskIn[0] & 6;")
frag("builtin-clip-distance", "in float gl_ClipDistance[3];\n" + COLOUR, "colour = vec4(gl_ClipDistance[0], gl_ClipDistance[1], gl_ClipDistance[2], 0);")
frag("builtin-cull-distance", "in float gl_CullDistance[2];\n" + COLOUR, "colour = vec4(gl_CullDistance[0], gl_CullDistance[1], 0, 0);")
HELPER = "float helper = gl_HelperInvocation ? 1 : 0;\ncolour = vec4(dFdxFine(helper), dFdyFine(helper), helper, 0);"
frag("builtin-helper", COLOUR, HELPER, target="vulkan1.1")
frag("builtin-helper-volatile", COLOUR, HELPER, "driver=builtin-helper")  # Mesa 22.3 does not know OpLoad Volatile of it

# ---- samples ----

for number, kind in FLOATS.items():
    frag(f"sample-{kind}", f"layout(location = 0) sample in {kind} value;\n{COLOUR}", f"colour = {padded('value', number)};", "samples=4 absolute=0.0001")
frag("sample-and-flat", f"layout(location = 0) sample in float at;\nlayout(location = 1) flat in float flat_;\n{COLOUR}", "colour = vec4(at, flat_, 0, 0);", "absolute=0.0001")
frag("samples-at-centre", f"layout(location = 0) in vec4 value;\n{COLOUR}", "colour = value;", "samples=4")
frag("samples-centroid", f"layout(location = 0) centroid in vec4 value;\n{COLOUR}", "colour = value;", "samples=4 absolute=0.0001")
frag("samples-discard", f"layout(location = 0) in vec4 value;\n{COLOUR}", "if (value.y > 0)\n    discard;\ncolour = value;", "samples=4")
frag("samples-discard-one", f"{COLOUR}", "if (gl_SampleID == 2)\n    discard;\ncolour = gl_FragCoord;")

# ---- interpolation functions ----

for number, kind in FLOATS.items():
    declared = f"layout(location = 1) in {kind} value;\n{COLOUR}"
    frag(f"interpolate-centroid-{kind}", declared, f"colour = {padded('interpolateAtCentroid(value)', number)};", "samples=4 absolute=0.0001")
    frag(f"interpolate-offset-{kind}", declared, f"colour = {padded('interpolateAtOffset(value, vec2(0.25, -0.125))', number)};", "absolute=0.0001")
    frag(f"interpolate-sample-{kind}", declared, f"colour = {padded('interpolateAtSample(value, 2)', number)};", "samples=4 absolute=0.0001")
frag("interpolate-component", f"layout(location = 0) in vec4 value;\n{COLOUR}", "colour = vec4(interpolateAtOffset(value.z, vec2(0.25)));", "absolute=0.0001")
frag("interpolate-element", f"layout(location = 0) in vec2 values[3];\n{COLOUR}", "colour = vec4(interpolateAtOffset(values[1], vec2(-0.25, 0.5)), interpolateAtCentroid(values[2]));", "absolute=0.0001")
frag("interpolate-varying-offset", f"layout(location = 0) in vec2 value;\n{COLOUR}", "vec2 offset = vec2(float(int(gl_FragCoord.x) & 3) / 8 - 0.25, 0.125);\ncolour = vec4(interpolateAtOffset(value, offset), offset);", "absolute=0.0001")
frag("interpolate-linear", f"layout(location = 0) noperspective in vec2 value;\n{COLOUR}", "colour = vec4(interpolateAtOffset(value, vec2(0.25)), 1, 2);", "perspective absolute=0.001")
# Once samples are shaded, Mesa 25 interpolates at another place than the pixel's centre, where the only sample is.
frag("interpolate-at-each-sample", f"layout(location = 0) in vec2 value;\n{COLOUR}", "colour = interpolateAtSample(value, gl_SampleID).xyxy;", "absolute=0.0001")
frag("interpolate-each-sample", f"layout(location = 0) in vec2 value;\n{COLOUR}", "colour = vec4(interpolateAtSample(value, gl_SampleID), value);", "driver=interpolate-at-each-sample absolute=0.0001")

# ---- derivatives ----

for function in ("dFdx", "dFdy", "fwidth", "dFdxFine", "dFdyFine", "fwidthFine", "dFdxCoarse", "dFdyCoarse", "fwidthCoarse"):
    for number, kind in FLOATS.items():
        # coarse ones may be fine, and on llvmpipe are: only where both are the same do they show what they must
        value = "value" if "Coarse" in function else "value * value"
        frag(f"derivative-{function}-{kind}", f"layout(location = 0) in {kind} value;\n{COLOUR}", f"colour = {padded(f'{function}({value})', number)};")
frag("derivative-in-function", f"layout(location = 0) in vec2 value;\n{COLOUR}float slope(float v) {{ return dFdx(v * v) - dFdy(v); }}", "colour = vec4(slope(value.x), slope(value.y), 0, 0);")
frag("derivative-in-loop", f"layout(location = 0) in float value;\n{COLOUR}", "colour = vec4(0);\nfor (int i = 1; i < 4; i++)\n    colour[i] = dFdx(value * value * i);")
frag("derivative-of-position", COLOUR, "colour = vec4(dFdx(gl_FragCoord.xy), dFdy(gl_FragCoord.xy));")
# llvmpipe's helper invocations load zeros: on it each lane loads what its neighbours would
frag_by("derivative-of-loaded", f"{COLOUR}layout(set = 0, binding = 0) buffer Buffer {{ float values[]; }} buffer_;\n{PIXEL}",
        "colour = vec4(dFdxFine(buffer_.values[pixel()]), dFdyFine(buffer_.values[pixel()]), 0, 0);",
        "uint i = pixel();\ncolour = vec4(buffer_.values[i | 1u] - buffer_.values[i & ~1u], buffer_.values[i | 8u] - buffer_.values[i & ~8u], 0, 0);")
frag("derivative-after-demote", f"#extension GL_EXT_demote_to_helper_invocation : require\nlayout(location = 0) in vec2 value;\n{COLOUR}", "float square = value.x * value.x;\nif (value.y > 0)\n    demote;\ncolour = vec4(dFdx(square), dFdy(square), fwidth(value.y), 0);")
frag("derivative-of-integers", f"layout(location = 0) flat in int value;\n{COLOUR}", "float v = float((value & 15) * int(gl_FragCoord.x) * int(gl_FragCoord.y));\ncolour = vec4(dFdx(v), dFdy(v), fwidth(v), 0);")
frag("derivative-of-flat", f"layout(location = 0) flat in vec2 value;\n{COLOUR}", "colour = vec4(dFdx(value), dFdy(value));")

# ---- invocations that end ----

ENDS = {"discard": ("discard", ""), "terminate": ("terminateInvocation", "#extension GL_EXT_terminate_invocation : require\n"),
        "demote": ("demote", "#extension GL_EXT_demote_to_helper_invocation : require\n")}
PLACES = {
    "in-main": ("", "colour = value;\nif (value.x > 0)\n    {end};\ncolour.y = 7;"),
    "in-function": ("float check(float v) {{\n    if (v > 1)\n        {end};\n    return v * 2;\n}}\n", "colour = vec4(check(value.x), check(value.y), 0, 1);"),
    "in-inner-function": ("float inner(float v) {{\n    if (v > 2)\n        {end};\n    return v + 1;\n}}\nfloat outer(float v) {{ return inner(v) * inner(v * 0.5); }}\n", "colour = vec4(outer(value.x), value.yz, outer(value.w));"),
    "in-loop": ("", "colour = vec4(0);\nfor (int i = 0; i < 6; i++) {{\n    colour.x += value.x;\n    if (colour.x > 5)\n        {end};\n}}"),
    "in-switch": ("", "colour = value;\nswitch (int(value.x)) {{\ncase 0:\n    {end};\n    break;\ncase 1:\n    colour.y = 3;\ncase 2:\n    colour.z = 4;\n    break;\ndefault:\n    if (value.y < 0)\n        {end};\n}}"),
    "always": ("", "colour = value;\nbuffer_.words[pixel()] += 1u;\n{end};"),
    "after-store": ("", "buffer_.words[pixel()] = 11u;\nif (value.z > 0)\n    {end};\nbuffer_.words[64u + pixel()] = 12u;\ncolour = value;"),
    "after-atomic": ("", "atomicAdd(buffer_.count, 1u);\nif (value.z > 0)\n    {end};\natomicAdd(buffer_.count, 16u);\ncolour = value;"),
    "twice": ("", "if (value.x > 1)\n    {end};\nbuffer_.words[pixel()] = 5u;\nif (value.y > 1)\n    {end};\ncolour = value;"),
}
for end, (statement, extension) in ENDS.items():
    for place, (functions, body) in PLACES.items():
        buffer = BUFFER + PIXEL if "buffer_" in body else ""
        frag(f"{end}-{place}", f"{extension}layout(location = 0) in vec4 value;\n{COLOUR}{buffer}{functions.format(end=statement)}", body.format(end=statement),
             target="vulkan1.1" if end == "discard" else None)  # there it is OpKill, and later OpTerminateInvocation
frag("demote-goes-on", f"{ENDS['demote'][1]}layout(location = 0) in vec4 value;\n{COLOUR}{BUFFER}{PIXEL}",
     "if (value.x > 0)\n    demote;\nuint steps = 0u;\nfor (int i = 0; i < 5; i++)\n    steps += helperInvocationEXT() ? 16u : 1u;\nfloat seen = float(steps);\ncolour = vec4(seen, dFdxFine(seen), dFdyFine(seen), 0);")
frag("demote-all-but-one", f"{ENDS['demote'][1]}{COLOUR}", "float v = gl_FragCoord.x * gl_FragCoord.y;\nif ((int(gl_FragCoord.x) & 1) != 0 || (int(gl_FragCoord.y) & 1) != 0)\n    demote;\ncolour = vec4(dFdx(v), dFdy(v), v, 1);")

# ---- what helper invocations must not write ----

ATOMICS = {"add": "atomicAdd({at}, 3{u})", "min": "atomicMin({at}, 3{u})", "max": "atomicMax({at}, 1000{u})", "and": "atomicAnd({at}, 0x55{u})", "or": "atomicOr({at}, 0x55{u})",
           "xor": "atomicXor({at}, 0x55{u})", "exchange": "atomicExchange({at}, 77{u})", "compare": "atomicCompSwap({at}, {at}, 99{u})"}
HELPING = "if (value.x > 0)\n    demote;\n"
for name, call in ATOMICS.items():
    for suffix, letter, kind in (("u", "u", "uint"), ("i", "", "int")):
        text = call.format(at="buffer_.words[pixel()]", u=letter)
        frag(f"helper-atomic-{name}-{kind}", f"{ENDS['demote'][1]}layout(location = 0) in vec4 value;\n{COLOUR}layout(set = 0, binding = 0) buffer Buffer {{ {kind} words[]; }} buffer_;\n{PIXEL}",
             f"{HELPING}{kind} before = {text};\ncolour = vec4(value.y, float(before & 255{letter}), 0, 0);")
HELPED = {
    "vector": ("vec4 values[]", "buffer_.values[pixel()] = value"), "component": ("vec4 values[]", "buffer_.values[pixel()].z = 1"),
    "matrix": ("mat3 values[]", "buffer_.values[pixel()] = mat3(value.x)"), "struct": ("Thing values[]", "buffer_.values[pixel()] = Thing(value.xy, 3u, float[2](1, 2))"),
    "copy": ("Thing values[]", "buffer_.values[pixel()] = buffer_.values[64u]"), "array": ("float values[][4]", "buffer_.values[pixel()] = float[4](1, 2, 3, 4)"),
    "double": ("double values[]", "buffer_.values[pixel()] = double(value.x)"), "bytes": ("uint8_t values[]", "buffer_.values[pixel()] = uint8_t(9)"),
    "words": ("uint16_t values[]", "buffer_.values[pixel()] = uint16_t(999)"), "long": ("uint64_t values[]", "buffer_.values[pixel()] = 0x123456789ABul"),
    "boolean": ("uvec2 values[]", "buffer_.values[pixel()] = uvec2(greaterThan(value.xy, vec2(0)))"),
}
for name, (member, statement) in HELPED.items():
    extension = "#extension GL_EXT_shader_explicit_arithmetic_types : require\n" if name in ("bytes", "words", "long") else ""
    frag(f"helper-store-{name}", f"{ENDS['demote'][1]}{extension}struct Thing {{ vec2 a; uint b; float c[2]; }};\nlayout(location = 0) in vec4 value;\n{COLOUR}layout(set = 0, binding = 0) buffer Buffer {{ {member}; }} buffer_;\n{PIXEL}",
         f"{HELPING}{statement};\ncolour = value;")
frag("helper-store-image", f"{ENDS['demote'][1]}layout(location = 0) in vec4 value;\n{COLOUR}layout(set = 0, binding = 0, rgba32f) uniform image2D image;", f"{HELPING}imageStore(image, ivec2(gl_FragCoord.xy), value);\ncolour = value;")
frag("helper-atomic-image", f"{ENDS['demote'][1]}layout(location = 0) in vec4 value;\n{COLOUR}layout(set = 0, binding = 0, r32ui) uniform uimage2D image;", f"{HELPING}colour = vec4(imageAtomicAdd(image, ivec2(gl_FragCoord.xy), 5u) & 255u);")
frag("helper-store-texels", f"{ENDS['demote'][1]}layout(location = 0) in vec4 value;\n{COLOUR}layout(set = 0, binding = 0, r32i) uniform iimageBuffer image;\n{PIXEL}", f"{HELPING}imageStore(image, int(pixel()), ivec4(12));\ncolour = value;")
frag("helper-store-address", f"{ENDS['demote'][1]}#extension GL_EXT_buffer_reference : require\nlayout(buffer_reference) buffer Pointed {{ uint words[64]; }};\nlayout(location = 0) in vec4 value;\n{COLOUR}layout(set = 0, binding = 0) buffer Buffer {{ Pointed pointed; }} buffer_;\n{PIXEL}", f"{HELPING}buffer_.pointed.words[pixel()] = 6u;\ncolour = value;")
frag("helper-store-private", f"{ENDS['demote'][1]}layout(location = 0) in vec4 value;\n{COLOUR}float kept[4];", f"{HELPING}for (int i = 0; i < 4; i++)\n    kept[i] = value[i] * value[i];\ncolour = vec4(dFdxFine(kept[0]), dFdyFine(kept[1]), kept[2], kept[3]);")
frag("private-array", f"layout(location = 0) in vec4 value;\n{COLOUR}{BUFFER}{PIXEL}", PRIVATE.format("value.x") + "colour = vec4(kept[buffer_.words[pixel()] % 48u]);")
frag("helper-store-in-function", f"{ENDS['demote'][1]}layout(location = 0) in vec4 value;\n{COLOUR}{BUFFER}{PIXEL}void put(uint at) {{ buffer_.words[at] = 21u; }}", f"{HELPING}put(pixel());\ncolour = value;")
frag("helper-natural-store", f"layout(location = 0) in vec2 value;\n{COLOUR}{BUFFER}{PIXEL}", "buffer_.words[pixel()] = 31u;\ncolour = vec4(dFdx(value), dFdy(value));")

# ---- input attachments ----

def attachment(name, declarations, body, setting=""):
    frag(name, declarations + COLOUR, body, setting)


def subpass(kind, binding=0, count=""):
    return f"layout(input_attachment_index = {binding}, set = 0, binding = {binding}) uniform {kind} from{binding}{count};\n"


attachment("attachment-float", subpass("subpassInput"), "colour = subpassLoad(from0) * 2;")
attachment("attachment-int", subpass("isubpassInput"), "colour = vec4(subpassLoad(from0) & 255);")
attachment("attachment-uint", subpass("usubpassInput"), "colour = vec4(subpassLoad(from0) & 255u);")
attachment("attachment-two", subpass("subpassInput") + subpass("usubpassInput", 1), "colour = subpassLoad(from0) + vec4(subpassLoad(from1) & 15u);")
attachment("attachment-array", subpass("subpassInput", 0, "[3]"), "colour = subpassLoad(from0[1]) + subpassLoad(from0[2]).wzyx;")
attachment("attachment-samples", subpass("subpassInputMS"), "colour = subpassLoad(from0, 1) + 2 * subpassLoad(from0, 3);", "samples=4")
attachment("attachment-own-sample", subpass("subpassInputMS"), "colour = subpassLoad(from0, gl_SampleID);", "samples=4")
attachment("attachment-view", "#extension GL_EXT_multiview : require\n" + subpass("subpassInput"), "colour = subpassLoad(from0) + gl_ViewIndex;")
attachment("attachment-in-function", subpass("subpassInput") + "vec4 before() { return subpassLoad(from0); }\n", "colour = before() + before().yxzw;")
attachment("attachment-passed", subpass("subpassInput") + "vec4 load(subpassInput from) { return subpassLoad(from); }\n", "colour = load(from0);")
attachment("attachment-after-discard", subpass("subpassInput"), "vec4 before = subpassLoad(from0);\nif (before.x > 0)\n    discard;\ncolour = before;")

# ---- implicit levels of detail ----

SAMPLED = {
    "1d": ("sampler1D", "value.x"), "2d": ("sampler2D", "value.xy"), "3d": ("sampler3D", "value.xyz"), "cube": ("samplerCube", "vec3(48, value.xy)"),
    "1d-array": ("sampler1DArray", "value.xy"), "2d-array": ("sampler2DArray", "value.xyz"), "cube-array": ("samplerCubeArray", "vec4(value.x, -48, value.yz)"),
    "int-2d": ("isampler2D", "value.xy"), "uint-2d": ("usampler2D", "value.xy"),
}
for name, (kind, coordinate) in SAMPLED.items():
    declared = f"layout(location = 0) in vec4 value;\nlayout(location = 0) out vec4 colour;\nlayout(set = 0, binding = 0) uniform {kind} image;"
    mask = {"i": " & 255", "u": " & 255u"}.get(kind[0], "")
    for form, call in (("plain", "texture(image, {at})"), ("bias", "texture(image, {at}, 0.75)")):
        frag(f"sampled-{name}-{form}", declared, f"colour = vec4({call.format(at=coordinate + ' * 0.25')}{mask});", "bounds")
    if "cube" not in name:
        count = {"1d": 1, "2d": 2, "3d": 3, "1d-array": 1, "2d-array": 2}.get(name, 2)
        offset = "1" if count == 1 else f"ivec{count}(1{', -1' * (count - 1)})"
        frag(f"sampled-{name}-offset", declared, f"colour = vec4(textureOffset(image, {coordinate} * 0.25, {offset}){mask});", "bounds")
for name, (kind, coordinate) in {"1d": ("sampler1D", "vec2(value.x * 4, 4)"), "2d": ("sampler2D", "vec3(value.xy * 2, 4)"), "3d": ("sampler3D", "vec4(value.xyz * 2, 4)")}.items():
    frag(f"sampled-{name}-projected", f"layout(location = 0) in vec4 value;\n{COLOUR}layout(set = 0, binding = 0) uniform {kind} image;", f"colour = textureProj(image, {coordinate});", "bounds")
frag("sampled-2d-projected-offset", f"layout(location = 0) in vec4 value;\n{COLOUR}layout(set = 0, binding = 0) uniform sampler2D image;", "colour = textureProjOffset(image, vec3(value.xy, 8), ivec2(2, -3), 0.5);", "bounds")
for name, (kind, coordinate) in {"1d": ("sampler1DShadow", "vec3(value.x * 0.25, 0, 0.5)"), "2d": ("sampler2DShadow", "vec3(value.xy * 0.25, 0.5)"),
                                 "2d-array": ("sampler2DArrayShadow", "vec4(value.xyz * 0.25, 0.5)"), "cube": ("samplerCubeShadow", "vec4(value.xy, 4, 0.5)")}.items():
    frag(f"sampled-{name}-shadow", f"layout(location = 0) in vec4 value;\n{COLOUR}layout(set = 0, binding = 0) uniform {kind} image;", f"colour = vec4(texture(image, {coordinate}));", "filter=nearest bounds")
frag("sampled-2d-shadow-projected", f"layout(location = 0) in vec4 value;\n{COLOUR}layout(set = 0, binding = 0) uniform sampler2DShadow image;", "colour = vec4(textureProj(image, vec4(value.xy, 2, 4)));", "filter=nearest bounds")
frag("sampled-separate", f"layout(location = 0) in vec4 value;\n{COLOUR}layout(set = 0, binding = 0) uniform texture2D image;\nlayout(set = 0, binding = 1) uniform sampler how;", "colour = texture(sampler2D(image, how), value.xy * 0.125);", "bounds")
frag("sampled-in-function", f"layout(location = 0) in vec4 value;\n{COLOUR}layout(set = 0, binding = 0) uniform sampler2D image;\nvec4 look(sampler2D at, vec2 where) {{ return texture(at, where * 0.125); }}", "colour = look(image, value.xy) + look(image, value.zw);", "mip=nearest bounds")
frag("sampled-after-demote", f"{ENDS['demote'][1]}layout(location = 0) in vec4 value;\n{COLOUR}layout(set = 0, binding = 0) uniform sampler2D image;", "if (value.z > 0)\n    demote;\ncolour = texture(image, value.xy * 0.25);", "bounds")
frag("sampled-explicit", f"layout(location = 0) in vec4 value;\n{COLOUR}layout(set = 0, binding = 0) uniform sampler2D image;", "colour = textureLod(image, value.xy * 0.125, 1) + textureGrad(image, value.zw * 0.125, vec2(0.125), vec2(0.0625));")
frag("sampled-fetched", f"{COLOUR}layout(set = 0, binding = 0) uniform sampler2D image;", "colour = texelFetch(image, ivec2(gl_FragCoord.xy), 0);")
for name in ("1d", "2d", "3d", "2d-array"):
    kind, coordinate = SAMPLED[name]
    coordinate = {"2d-array": "value.xy"}.get(name, coordinate)
    # llvmpipe's logarithm is off by up to a tenth
    frag(f"queried-level-{name}", f"layout(location = 0) in vec4 value;\nlayout(location = 0) out vec2 levels;\nlayout(set = 0, binding = 0) uniform {kind} image;", f"levels = textureQueryLod(image, {coordinate} * 0.25);", "absolute=0.1")

# ---- subgroups and quads ----

QUADS = "#extension GL_KHR_shader_subgroup_quad : require\nlayout(location = 0) in vec4 value;\n" + COLOUR
for lane in range(4):
    frag(f"quad-broadcast-{lane}", QUADS, f"colour = subgroupQuadBroadcast(value, {lane});")
frag("quad-broadcast-by-index", QUADS + "layout(set = 0, binding = 0) uniform Block { uint lane; };", "colour = subgroupQuadBroadcast(value, lane & 3u) - subgroupQuadBroadcast(value, lane + 2u & 3u) * 3.0;")
for way in ("Horizontal", "Vertical", "Diagonal"):
    frag(f"quad-swap-{way.lower()}", QUADS, f"colour = subgroupQuadSwap{way}(value);")

# ---- vertices: inputs ----

TO = "layout(location = 0) out vec4 result;\n"
for kinds, letter in ((FLOATS, ""), (INTS, "i"), (UINTS, "u")):
    for number, kind in kinds.items():
        vert(f"vertex-input-{kind}", f"layout(location = 0) in {kind} value;\nlayout(location = 0) flat out {kind} result;", "result = value + value;")
vert("vertex-input-components", "layout(location = 3) in float first;\nlayout(location = 3, component = 1) in vec2 middle;\nlayout(location = 3, component = 3) in float last;\n" + TO, "result = vec4(last, middle, first);")
vert("vertex-input-array", "layout(location = 1) in vec3 values[3];\n" + TO, "result = vec4(values[0] + values[2], values[1].y);")
vert("vertex-input-array-index", "layout(location = 2) in vec2 values[4];\n" + TO, "result = vec4(values[gl_VertexIndex & 3], values[gl_InstanceIndex & 3]);")
for matrix in ("mat2", "mat3", "mat4", "mat2x4", "mat4x3"):
    vert(f"vertex-input-{matrix}", f"layout(location = 0) in {matrix} value;\n{TO}", "result = vec4(0);\nfor (int i = 0; i < value.length(); i++)\n    for (int k = 0; k < value[0].length(); k++)\n        result[(i + k) & 3] += value[i][k] * (i * 4 + k + 1);")
vert("vertex-input-in-function", "layout(location = 0) in vec4 value;\n" + TO + "vec4 twice(vec4 v) { return v + value; }\nvoid swap(inout vec4 v) { v = v.wzyx; }", "vec4 v = twice(value.yxzw);\nswap(v);\nresult = v;")
vert("vertex-input-unused", "layout(location = 0) in vec4 unused;\nlayout(location = 9) in vec4 used;\n" + TO, "result = used;")

# ---- vertices: outputs ----

for number, kind in DOUBLES.items():
    vert(f"vertex-output-{kind}", f"layout(location = 0) in {FLOATS[number]} value;\nlayout(location = 2) flat out {kind} result;", f"result = {kind}(value) * 3;")
vert("vertex-output-components", "layout(location = 0) in vec4 value;\nlayout(location = 1) out float first;\nlayout(location = 1, component = 1) out vec2 middle;\nlayout(location = 1, component = 3) out float last;", "first = value.w;\nmiddle = value.xy;\nlast = value.z;")
vert("vertex-output-array", "layout(location = 0) in vec4 value;\nlayout(location = 1) out vec3 results[3];", "for (int i = 0; i < 3; i++)\n    results[i] = value.xyz * i;")
vert("vertex-output-array-index", "layout(location = 1) flat out ivec2 results[4];", "for (int i = 0; i < 4; i++)\n    results[(gl_VertexIndex + i) & 3] = ivec2(i, gl_VertexIndex);")
for matrix in ("mat2", "mat3", "mat3x2"):
    vert(f"vertex-output-{matrix}", f"layout(location = 0) in vec4 value;\nlayout(location = 0) out {matrix} result;", "for (int i = 0; i < result.length(); i++)\n    for (int k = 0; k < result[0].length(); k++)\n        result[i][k] = value[(i + k) & 3] * (i + 2 * k);")
vert("vertex-output-block", "layout(location = 0) in vec4 value;\nlayout(location = 2) out Block { vec3 a; flat int b; float c[2]; noperspective vec2 d; } block;", "block.a = value.xyz;\nblock.b = gl_VertexIndex;\nblock.c[0] = 1;\nblock.c[1] = value.w;\nblock.d = value.yx;")
vert("vertex-output-block-locations", "layout(location = 0) in vec4 value;\nlayout(location = 2) out Block { layout(location = 5) vec3 a; layout(location = 1) flat uint b; layout(location = 3) vec2 c; } block;", "block.a = value.xyz;\nblock.b = 7u;\nblock.c = value.wy;")
vert("vertex-output-struct", "struct Part { vec2 a; float b; };\nlayout(location = 0) in vec4 value;\nlayout(location = 1) out Part part;", "part.a = value.xy;\npart.b = value.z;")
vert("vertex-output-struct-array", "struct Part { vec2 a; int b; };\nlayout(location = 0) in vec4 value;\nlayout(location = 1) flat out Part parts[2];", "for (int i = 0; i < 2; i++)\n    parts[i] = Part(value.zw * i, i + gl_VertexIndex);")
vert("vertex-output-read-back", "layout(location = 0) in vec4 value;\n" + TO, "result = value;\nresult.x += result.y;\nresult *= result.x;")
vert("vertex-output-in-function", "layout(location = 0) in vec4 value;\n" + TO + "void finish(inout vec4 to, float by) { to.xy *= by; }\nvoid put() { result = value; }", "put();\nfinish(result, 3);")
vert("vertex-output-early-return", "layout(location = 0) in vec4 value;\n" + TO, "result = vec4(1, 2, 3, 4);\nif (value.x > 0)\n    return;\nresult.y = value.y;\nif (value.y > 0)\n    return;\nresult.z = 9;")
vert("vertex-output-element-dynamic", TO, "result = vec4(0);\nresult[gl_VertexIndex & 3] = 5;")
# an output that no path writes is undefined, and no comparison tells it: this one is written on a path that all take
vert("vertex-output-some", "layout(location = 0) out vec2 chosen;\nlayout(location = 1) out vec2 written;", "written = vec2(gl_VertexIndex, 3);\nif (gl_VertexIndex >= 0)\n    chosen = vec2(5, gl_VertexIndex);")
vert("vertex-output-invariant", "layout(location = 0) in vec4 value;\ninvariant gl_Position;\n", "gl_Position = value * 0.75;")
vert("vertex-output-captured", "layout(location = 0) in vec4 value;\nlayout(location = 1, xfb_buffer = 1, xfb_stride = 64) out Block { layout(xfb_offset = 16) vec4 a; layout(xfb_offset = 0) vec2 b; } block;", "block.a = value;\nblock.b = value.yw;")

# ---- vertices: built-ins ----

WORD = "layout(location = 0) flat out int result;"
for name, word in {"vertex": "gl_VertexIndex", "instance": "gl_InstanceIndex", "base-vertex": "gl_BaseVertex", "base-instance": "gl_BaseInstance", "draw": "gl_DrawID"}.items():
    vert(f"vertex-{name}", WORD, f"result = {word} * 3 + 1;")
vert("vertex-indices-in-function", WORD + "\nint all() { return gl_VertexIndex + 16 * gl_InstanceIndex + 256 * gl_DrawID; }", "result = all();")
vert("vertex-view", "#extension GL_EXT_multiview : require\nlayout(set = 0, binding = 0) buffer Buffer { uint words[]; } buffer_;", "buffer_.words[gl_VertexIndex + 16 * gl_InstanceIndex] += gl_ViewIndex == 1 ? 256u : 1u;")
vert("vertex-position", "layout(location = 0) in vec4 value;", "gl_Position = value;")
vert("vertex-point-size", "layout(location = 0) in vec4 value;", "gl_Position = value;\ngl_PointSize = value.x;")
for count in (1, 3, 8):
    vert(f"vertex-clip-distance-{count}", f"layout(location = 0) in vec4 value;\nout float gl_ClipDistance[{count}];", f"gl_Position = value;\nfor (int i = 0; i < {count}; i++)\n    gl_ClipDistance[i] = value[i & 3] * i;")
vert("vertex-cull-distance", "layout(location = 0) in vec4 value;\nout float gl_CullDistance[2];", "gl_Position = value;\ngl_CullDistance[0] = value.x;\ngl_CullDistance[1] = value.y;")
vert("vertex-layer", "#extension GL_ARB_shader_viewport_layer_array : require\nlayout(location = 0) in vec4 value;", "gl_Position = value;\ngl_Layer = gl_VertexIndex & 3;")
vert("vertex-viewport", "#extension GL_ARB_shader_viewport_layer_array : require\nlayout(location = 0) in vec4 value;", "gl_Position = value;\ngl_ViewportIndex = gl_VertexIndex & 1;")
vert("vertex-device", "#extension GL_EXT_device_group : require\n" + WORD, "result = gl_DeviceIndex + 4;")

# ---- vertices: what else they do ----

vert("vertex-stores", "layout(location = 0) in vec4 value;\nlayout(set = 0, binding = 0) buffer Buffer { vec4 values[]; } buffer_;", "buffer_.values[gl_VertexIndex + 16 * gl_InstanceIndex] = value * 2;")
vert("vertex-atomics", "layout(set = 0, binding = 0) buffer Buffer { uint count, least, most; } buffer_;", "atomicAdd(buffer_.count, 3u);\natomicMin(buffer_.least, uint(gl_VertexIndex));\natomicMax(buffer_.most, uint(gl_InstanceIndex));")
vert("vertex-image", "layout(set = 0, binding = 0, rgba32f) uniform image2D image;\n" + TO, "result = imageLoad(image, ivec2(gl_VertexIndex, gl_InstanceIndex));\nimageStore(image, ivec2(gl_VertexIndex, gl_InstanceIndex), result * 2);")
vert("vertex-samples-base-level", "layout(location = 0) in vec4 value;\nlayout(set = 0, binding = 0) uniform sampler2D image;\n" + TO, "result = texture(image, value.xy * 0.125);", "bounds")
vert("vertex-samples-explicit", "layout(location = 0) in vec4 value;\nlayout(set = 0, binding = 0) uniform sampler2D image;\n" + TO, "result = textureLod(image, value.xy * 0.125, 1) + texelFetch(image, ivec2(gl_VertexIndex, 1), 0);", "bounds")
vert("vertex-uniforms", "layout(location = 0) in vec4 value;\nlayout(set = 0, binding = 0) uniform Uniforms { mat4 matrix; vec4 rows[4]; } uniforms;\nlayout(push_constant) uniform Push { vec4 tint; int row; } push;\n" + TO, "gl_Position = uniforms.matrix * value;\nresult = push.tint + uniforms.rows[push.row & 3];")
vert("vertex-uniform-structs", "struct Light { vec3 position; float radius; mat3x2 turned; };\nlayout(location = 0) in vec4 value;\nlayout(set = 0, binding = 0, std140) uniform Uniforms { mat4 matrix; layout(row_major) Light lights[4]; } uniforms;\n" + TO, "Light light = uniforms.lights[gl_VertexIndex & 3];\nresult = vec4(light.position, light.radius + light.turned[2][1]);\ngl_Position = uniforms.lights[1].position.xyzz;")
vert("vertex-loop", "layout(location = 0) in vec4 value;\n" + TO, "result = value;\nfor (int i = 0; i < (gl_VertexIndex & 7); i++)\n    result = result.yzwx * 0.5 + value;")
vert("vertex-specialized", "layout(constant_id = 3) const int factor = 2;\n" + WORD, "result = gl_VertexIndex * factor;", "spec=3:11")
frag("fragment-specialized", "layout(constant_id = 3) const float factor = 2;\n" + COLOUR, "colour = gl_FragCoord * factor;", "spec=3:0x40400000")
frag("fragment-uniforms", "layout(set = 0, binding = 0) uniform Uniforms { mat4 matrix; vec4 rows[4]; } uniforms;\nlayout(push_constant) uniform Push { vec4 tint; int row; } push;\n" + COLOUR, "colour = uniforms.matrix * gl_FragCoord + push.tint + uniforms.rows[push.row & 3];", "absolute=0.01")
frag("fragment-image", "layout(set = 0, binding = 0, rgba32f) uniform image2D image;\n" + COLOUR, "ivec2 at = ivec2(gl_FragCoord.xy);\ncolour = imageLoad(image, at);\nimageStore(image, at, colour * 2);")
frag("fragment-multisampled-image", "layout(set = 0, binding = 0) uniform sampler2DMS image;\n" + COLOUR, "colour = texelFetch(image, ivec2(gl_FragCoord.xy), 2);")
frag("fragment-atomics", COLOUR + "layout(set = 0, binding = 0) buffer Buffer { uint count, least, most; } buffer_;\n" + PIXEL, "atomicAdd(buffer_.count, 3u);\natomicMin(buffer_.least, pixel());\natomicMax(buffer_.most, pixel());\ncolour = vec4(1);")

# ---- interlock, barycentrics: the driver lacks them, and runs what does the same ----

INTERLOCK = "#extension GL_ARB_fragment_shader_interlock : require\nlayout({mode}) in;\nlayout(location = 0) flat in vec4 value;\nlayout(set = 0, binding = 0, rgba32f) uniform coherent image2D image;"
CRITICAL = "ivec2 at = ivec2(gl_FragCoord.xy);\nimageStore(image, at, imageLoad(image, at) * 0.5 + value);"
for mode in ("pixel_interlock_ordered", "pixel_interlock_unordered", "sample_interlock_ordered", "sample_interlock_unordered"):
    name = "interlock-" + mode.replace("_interlock", "").replace("_", "-")
    frag(name, INTERLOCK.format(mode=mode), "beginInvocationInterlockARB();\n" + CRITICAL + "\nendInvocationInterlockARB();", f"unadvertised driver={name}-driver")
    frag(f"{name}-driver", INTERLOCK.format(mode="early_fragment_tests"), CRITICAL)
BARYCENTRIC = "#extension GL_EXT_fragment_shader_barycentric : require\n"
WEIGHTS = "vec2 leg = gl_FrontFacing ? 12.21875 - gl_FragCoord.yx : gl_FragCoord.xy + 4.21875;\nvec3 weights = vec3(0, leg / 16);\nweights.x = 1 - weights.y - weights.z;\n"
for name, word in (("smooth", "gl_BaryCoordEXT"), ("linear", "gl_BaryCoordNoPerspEXT")):
    frag(f"barycentric-{name}", BARYCENTRIC + COLOUR, f"colour = vec4({word}, gl_FrontFacing);", f"unadvertised driver=barycentric-{name}-driver")
    frag(f"barycentric-{name}-driver", COLOUR, WEIGHTS + "colour = vec4(weights, gl_FrontFacing);")
frag("per-vertex-first", BARYCENTRIC + COLOUR + "layout(location = 0) pervertexEXT in vec4 values[3];", "colour = values[0];", "unadvertised driver=per-vertex-first-driver")
frag("per-vertex-first-driver", COLOUR + "layout(location = 0) flat in vec4 value;", "colour = value;")
frag("per-vertex-sum", BARYCENTRIC + COLOUR + "layout(location = 0) pervertexEXT in vec4 values[3];", "colour = vec4(0);\nfor (int i = 0; i < 3; i++)\n    colour += values[i] * gl_BaryCoordEXT[i];", "unadvertised driver=per-vertex-sum-driver absolute=0.0001")
frag("per-vertex-sum-driver", COLOUR + "layout(location = 0) in vec4 value;", "colour = value;")
frag_by("derivative-coarse-of-square", "#extension GL_KHR_shader_subgroup_quad : require\nlayout(location = 0) in float value;\nlayout(location = 1) in float other;\n" + COLOUR, "colour = vec4(dFdxCoarse(value * value), dFdyCoarse(value * value), fwidthCoarse(value * other), 0);",
        "float v = value * value, w = value * other;\ncolour = vec4(subgroupQuadBroadcast(v, 1) - subgroupQuadBroadcast(v, 0), subgroupQuadBroadcast(v, 2) - subgroupQuadBroadcast(v, 0),\n"
        "    abs(subgroupQuadBroadcast(w, 1) - subgroupQuadBroadcast(w, 0)) + abs(subgroupQuadBroadcast(w, 2) - subgroupQuadBroadcast(w, 0)), 0);")

write()
