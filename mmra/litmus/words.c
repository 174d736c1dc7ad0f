#include "mmra/litmus/words.h"

static const struct language_words words[] = {
    [PROGRAM_GLSL] = {.wait = "GLSL's barrier()",
                      .coherent = "neither coherent nor nonprivate",
                      .memory = {"buffers", "shared memory", "images", "outputs"},
                      .order = {"memoryBarrierBuffer()", "memoryBarrierShared()", "memoryBarrierImage()",
                                "memoryBarrier()"},
                      .workgroup = "gl_WorkGroupID",
                      .is_helper = "gl_HelperInvocation",
                      .atomic_max = "imageAtomicMax",
                      .interlock = "an interlock around the accesses (beginInvocationInterlockARB)"},
    [PROGRAM_HLSL] = {.wait = "GroupMemoryBarrierWithGroupSync()",
                      .coherent = "not globallycoherent",
                      .memory = {"buffers", "groupshared memory", "textures", "outputs"},
                      .order = {"DeviceMemoryBarrier()", "GroupMemoryBarrier()", "DeviceMemoryBarrier()",
                                "AllMemoryBarrier()"},
                      .workgroup = "SV_GroupID",
                      .is_helper = "IsHelperLane()",
                      .atomic_max = "InterlockedMax",
                      .interlock = "a rasterizer-ordered view (RasterizerOrderedTexture2D)"},
};

const struct language_words *language_words(uint8_t language) {
    return &words[language < sizeof words / sizeof *words ? language : PROGRAM_GLSL];
}
