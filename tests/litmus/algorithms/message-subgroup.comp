// Invocations of a subgroup give values to each other past a barrier of the subgroup. Bug: it orders nothing.
// @Output: forall (%data[0] == 1)
// @Config: 2, 1, 1
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = 2) in;
DATA { uint right; } data;
shared uint value[2];
#ifdef BUG
#define PASS controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, RELAXED)
#else
#define PASS                                                                                                            \
    controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, gl_StorageSemanticsShared,                                       \
                   gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible)
#endif
void main() {
    value[LOCAL] = LOCAL + 1u;
    PASS;
    if (LOCAL == 1u)
        data.right = value[0];
}
