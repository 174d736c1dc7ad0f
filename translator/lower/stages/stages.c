#include "translator/lower/stages/stages.h"

#include <stddef.h>

#include "spirv/later.h"

static const struct stage stages[] = {
    {.model = SpvExecutionModelGLCompute, .stage = SMMRA_STAGE_COMPUTE, .is_kernel = true, .has_workgroup = true},
    {.model = SpvExecutionModelVertex, .stage = SMMRA_STAGE_VERTEX},
    {.model = SpvExecutionModelFragment, .stage = SMMRA_STAGE_FRAGMENT, .has_quads = true},
    {.model = SpvExecutionModelTessellationControl,
     .stage = SMMRA_STAGE_TESSELLATION_CONTROL,
     .input_vertices = true,
     .output_vertices = true,
     .shares_outputs = true},
    {.model = SpvExecutionModelTessellationEvaluation,
     .stage = SMMRA_STAGE_TESSELLATION_EVALUATION,
     .input_vertices = true},
    {.model = SpvExecutionModelGeometry, .stage = SMMRA_STAGE_GEOMETRY, .input_vertices = true, .emits = true},
    {.model = SpvExecutionModelTaskEXT, .stage = SMMRA_STAGE_TASK, .has_workgroup = true},
    {.model = SpvExecutionModelMeshEXT,
     .stage = SMMRA_STAGE_MESH,
     .has_workgroup = true,
     .output_vertices = true,
     .shares_outputs = true},
    {.model = SpvExecutionModelMeshNV, /* it gives its count of primitives as an output */
     .stage = SMMRA_STAGE_MESH,
     .has_workgroup = true,
     .output_vertices = true,
     .shares_outputs = true},
    {.model = SpvExecutionModelRayGenerationKHR, .stage = SMMRA_STAGE_RAY_GENERATION, .has_rays = true},
    {.model = SpvExecutionModelIntersectionKHR, .stage = SMMRA_STAGE_INTERSECTION, .has_rays = true},
    {.model = SpvExecutionModelAnyHitKHR, .stage = SMMRA_STAGE_ANY_HIT, .has_rays = true},
    {.model = SpvExecutionModelClosestHitKHR, .stage = SMMRA_STAGE_CLOSEST_HIT, .has_rays = true},
    {.model = SpvExecutionModelMissKHR, .stage = SMMRA_STAGE_MISS, .has_rays = true},
    {.model = SpvExecutionModelCallableKHR, .stage = SMMRA_STAGE_CALLABLE, .has_rays = true},
};

const struct stage *stage_of_model(uint32_t model) {
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (stages[i].model == model)
            return &stages[i];
    return NULL;
}

enum {
    VERTEX = 1 << SMMRA_STAGE_VERTEX,
    FRAGMENT = 1 << SMMRA_STAGE_FRAGMENT,
    CONTROL = 1 << SMMRA_STAGE_TESSELLATION_CONTROL,
    EVALUATION = 1 << SMMRA_STAGE_TESSELLATION_EVALUATION,
    GEOMETRY = 1 << SMMRA_STAGE_GEOMETRY,
    TASK = 1 << SMMRA_STAGE_TASK,
    MESH = 1 << SMMRA_STAGE_MESH,
    HIT = 1 << SMMRA_STAGE_ANY_HIT | 1 << SMMRA_STAGE_CLOSEST_HIT,
    OF_PRIMITIVE = 1 << SMMRA_STAGE_INTERSECTION | HIT,
    OF_RAY = OF_PRIMITIVE | 1 << SMMRA_STAGE_MISS,
    RAYS = OF_RAY | 1 << SMMRA_STAGE_RAY_GENERATION | 1 << SMMRA_STAGE_CALLABLE,
    TESSELLATION = CONTROL | EVALUATION,
    AFTER_VERTEX = TESSELLATION | GEOMETRY,
    WORKGROUPS = TASK | MESH,
    SHADERS = VERTEX | FRAGMENT | AFTER_VERTEX | WORKGROUPS | RAYS,
    BEFORE_RASTERIZATION =
        VERTEX | EVALUATION | GEOMETRY | MESH /* the last of them gives the rasterizer its vertices */
};

/* Vulkan, "Built-In Variables". */
static const struct stage_builtin builtins[] = {
    {SpvBuiltInPosition, AFTER_VERTEX, BEFORE_RASTERIZATION | CONTROL, SpvOpTypeFloat, 4},
    {SpvBuiltInPointSize, AFTER_VERTEX, BEFORE_RASTERIZATION | CONTROL, SpvOpTypeFloat, 1},
    {SpvBuiltInClipDistance, FRAGMENT | AFTER_VERTEX, BEFORE_RASTERIZATION | CONTROL, SpvOpTypeFloat, 1, true},
    {SpvBuiltInCullDistance, FRAGMENT | AFTER_VERTEX, BEFORE_RASTERIZATION | CONTROL, SpvOpTypeFloat, 1, true},
    {SpvBuiltInPrimitiveId, FRAGMENT | AFTER_VERTEX | OF_PRIMITIVE, GEOMETRY | MESH, SpvOpTypeInt, 1},
    {SpvBuiltInInvocationId, CONTROL | GEOMETRY, 0, SpvOpTypeInt, 1},
    {SpvBuiltInLayer, FRAGMENT, BEFORE_RASTERIZATION, SpvOpTypeInt, 1},
    {SpvBuiltInViewportIndex, FRAGMENT, BEFORE_RASTERIZATION, SpvOpTypeInt, 1},
    {SpvBuiltInTessLevelOuter, EVALUATION, CONTROL, SpvOpTypeFloat, 1, true},
    {SpvBuiltInTessLevelInner, EVALUATION, CONTROL, SpvOpTypeFloat, 1, true},
    {SpvBuiltInTessCoord, EVALUATION, 0, SpvOpTypeFloat, 3},
    {SpvBuiltInPatchVertices, TESSELLATION, 0, SpvOpTypeInt, 1},
    {SpvBuiltInFragCoord, FRAGMENT, 0, SpvOpTypeFloat, 4},
    {SpvBuiltInPointCoord, FRAGMENT, 0, SpvOpTypeFloat, 2},
    {SpvBuiltInFrontFacing, FRAGMENT, 0, SpvOpTypeBool, 1},
    {SpvBuiltInSampleId, FRAGMENT, 0, SpvOpTypeInt, 1},
    {SpvBuiltInSamplePosition, FRAGMENT, 0, SpvOpTypeFloat, 2},
    {SpvBuiltInSampleMask, FRAGMENT, FRAGMENT, SpvOpTypeInt, 1, true},
    {SpvBuiltInFragDepth, 0, FRAGMENT, SpvOpTypeFloat, 1},
    {SpvBuiltInNumWorkgroups, WORKGROUPS, 0, SpvOpTypeInt, 3},
    {SpvBuiltInWorkgroupId, WORKGROUPS, 0, SpvOpTypeInt, 3},
    {SpvBuiltInLocalInvocationId, WORKGROUPS, 0, SpvOpTypeInt, 3},
    {SpvBuiltInVertexIndex, VERTEX, 0, SpvOpTypeInt, 1},
    {SpvBuiltInInstanceIndex, VERTEX, 0, SpvOpTypeInt, 1},
    {SpvBuiltInBaseVertex, VERTEX, 0, SpvOpTypeInt, 1},
    {SpvBuiltInBaseInstance, VERTEX, 0, SpvOpTypeInt, 1},
    {SpvBuiltInDrawIndex, VERTEX | WORKGROUPS, 0, SpvOpTypeInt, 1},
    {SpvBuiltInPrimitiveShadingRateKHR, 0, VERTEX | GEOMETRY | MESH, SpvOpTypeInt, 1},
    {SpvBuiltInViewIndex, VERTEX | FRAGMENT | AFTER_VERTEX | WORKGROUPS, 0, SpvOpTypeInt, 1},
    {SpvBuiltInShadingRateKHR, FRAGMENT, 0, SpvOpTypeInt, 1},
    {SpvBuiltInBaryCoordNoPerspAMD, FRAGMENT, 0, SpvOpTypeFloat, 2},
    {SpvBuiltInBaryCoordNoPerspCentroidAMD, FRAGMENT, 0, SpvOpTypeFloat, 2},
    {SpvBuiltInBaryCoordNoPerspSampleAMD, FRAGMENT, 0, SpvOpTypeFloat, 2},
    {SpvBuiltInBaryCoordSmoothAMD, FRAGMENT, 0, SpvOpTypeFloat, 2},
    {SpvBuiltInBaryCoordSmoothCentroidAMD, FRAGMENT, 0, SpvOpTypeFloat, 2},
    {SpvBuiltInBaryCoordSmoothSampleAMD, FRAGMENT, 0, SpvOpTypeFloat, 2},
    {SpvBuiltInBaryCoordPullModelAMD, FRAGMENT, 0, SpvOpTypeFloat, 3},
    {SpvBuiltInFragStencilRefEXT, 0, FRAGMENT, SpvOpTypeInt, 1},
    {SpvBuiltInFullyCoveredEXT, FRAGMENT, 0, SpvOpTypeBool, 1},
    {SpvBuiltInBaryCoordKHR, FRAGMENT, 0, SpvOpTypeFloat, 3},
    {SpvBuiltInBaryCoordNoPerspKHR, FRAGMENT, 0, SpvOpTypeFloat, 3},
    {SpvBuiltInFragSizeEXT, FRAGMENT, 0, SpvOpTypeInt, 2},
    {SpvBuiltInPrimitivePointIndicesEXT, 0, MESH, SpvOpTypeInt, 1},
    {SpvBuiltInPrimitiveLineIndicesEXT, 0, MESH, SpvOpTypeInt, 2},
    {SpvBuiltInPrimitiveTriangleIndicesEXT, 0, MESH, SpvOpTypeInt, 3},
    {SpvBuiltInCullPrimitiveEXT, 0, MESH, SpvOpTypeBool, 1},
    {SpvBuiltInFragInvocationCountEXT, FRAGMENT, 0, SpvOpTypeInt, 1},
    {SpvBuiltInInstanceId, OF_PRIMITIVE, 0, SpvOpTypeInt, 1},
    {SpvBuiltInLaunchIdKHR, RAYS, 0, SpvOpTypeInt, 3},
    {SpvBuiltInLaunchSizeKHR, RAYS, 0, SpvOpTypeInt, 3},
    {SpvBuiltInWorldRayOriginKHR, OF_RAY, 0, SpvOpTypeFloat, 3},
    {SpvBuiltInWorldRayDirectionKHR, OF_RAY, 0, SpvOpTypeFloat, 3},
    {SpvBuiltInObjectRayOriginKHR, OF_PRIMITIVE, 0, SpvOpTypeFloat, 3},
    {SpvBuiltInObjectRayDirectionKHR, OF_PRIMITIVE, 0, SpvOpTypeFloat, 3},
    {SpvBuiltInRayTminKHR, OF_RAY, 0, SpvOpTypeFloat, 1},
    {SpvBuiltInInstanceCustomIndexKHR, OF_PRIMITIVE, 0, SpvOpTypeInt, 1},
    {SpvBuiltInObjectToWorldKHR, OF_PRIMITIVE, 0, SpvOpTypeFloat, 3, .columns = 4},
    {SpvBuiltInWorldToObjectKHR, OF_PRIMITIVE, 0, SpvOpTypeFloat, 3, .columns = 4},
    {SpvBuiltInHitTNV, HIT, 0, SpvOpTypeFloat, 1},
    {SpvBuiltInHitKindKHR, HIT, 0, SpvOpTypeInt, 1},
    {SpvBuiltInIncomingRayFlagsKHR, OF_RAY, 0, SpvOpTypeInt, 1},
    {SpvBuiltInRayGeometryIndexKHR, OF_PRIMITIVE, 0, SpvOpTypeInt, 1},
    {SpvBuiltInCullMaskKHR, OF_RAY, 0, SpvOpTypeInt, 1},
    {SpvBuiltInCurrentRayTimeNV, OF_RAY, 0, SpvOpTypeFloat, 1},
    {SpvBuiltInViewportMaskNV, AFTER_VERTEX, BEFORE_RASTERIZATION | CONTROL, SpvOpTypeInt, 1, true},
    {SpvBuiltInSecondaryPositionNV, AFTER_VERTEX, BEFORE_RASTERIZATION | CONTROL, SpvOpTypeFloat, 4},
    {SpvBuiltInSecondaryViewportMaskNV, AFTER_VERTEX, BEFORE_RASTERIZATION | CONTROL, SpvOpTypeInt, 1, true},
    {SpvBuiltInPositionPerViewNV, AFTER_VERTEX, BEFORE_RASTERIZATION | CONTROL, SpvOpTypeFloat, 4, true},
    {SpvBuiltInViewportMaskPerViewNV, AFTER_VERTEX, BEFORE_RASTERIZATION | CONTROL, SpvOpTypeInt, 1, true},
    {SpvBuiltInPrimitiveCountNV, 0, MESH, SpvOpTypeInt, 1},
    {SpvBuiltInPrimitiveIndicesNV, 0, MESH, SpvOpTypeInt, 1, true},
    {SpvBuiltInLayerPerViewNV, 0, MESH, SpvOpTypeInt, 1, true},
    {SpvBuiltInMeshViewCountNV, MESH, 0, SpvOpTypeInt, 1},
    {SpvBuiltInMeshViewIndicesNV, MESH, 0, SpvOpTypeInt, 1, true},
    {SpvBuiltInWarpsPerSMNV, SHADERS, 0, SpvOpTypeInt, 1},
    {SpvBuiltInSMCountNV, SHADERS, 0, SpvOpTypeInt, 1},
    {SpvBuiltInWarpIDNV, SHADERS, 0, SpvOpTypeInt, 1},
    {SpvBuiltInSMIDNV, SHADERS, 0, SpvOpTypeInt, 1},
    {SpvBuiltInCoreIDARM, SHADERS, 0, SpvOpTypeInt, 1},
    {SpvBuiltInCoreCountARM, SHADERS, 0, SpvOpTypeInt, 1},
    {SpvBuiltInCoreMaxIDARM, SHADERS, 0, SpvOpTypeInt, 1},
    {SpvBuiltInWarpIDARM, SHADERS, 0, SpvOpTypeInt, 1},
    {SpvBuiltInWarpMaxIDARM, SHADERS, 0, SpvOpTypeInt, 1},
    {SPIRV_BUILTIN_HIT_TRIANGLE_POSITIONS, HIT, 0, SpvOpTypeFloat, 3, true},
};

const struct stage_builtin *stage_builtin_find(uint32_t builtin) {
    for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
        if (builtins[i].builtin == builtin)
            return &builtins[i];
    return NULL;
}
