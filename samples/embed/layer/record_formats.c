/* How the texels of a format lie in memory: docs/evidence/recorded-folder.md says how the words are read. */
#include "record_private.h"

static const struct record_format formats[] = {
    {VK_FORMAT_R8_UNORM, 1, "unorm", "r8"},
    {VK_FORMAT_R8_SNORM, 1, "snorm", "r8"},
    {VK_FORMAT_R8_UINT, 1, "uint", "r8"},
    {VK_FORMAT_R8_SINT, 1, "sint", "r8"},
    {VK_FORMAT_R8G8_UNORM, 2, "unorm", "r8g8"},
    {VK_FORMAT_R8G8_SNORM, 2, "snorm", "r8g8"},
    {VK_FORMAT_R8G8_UINT, 2, "uint", "r8g8"},
    {VK_FORMAT_R8G8_SINT, 2, "sint", "r8g8"},
    {VK_FORMAT_R8G8B8A8_UNORM, 4, "unorm", "r8g8b8a8"},
    {VK_FORMAT_R8G8B8A8_SNORM, 4, "snorm", "r8g8b8a8"},
    {VK_FORMAT_R8G8B8A8_UINT, 4, "uint", "r8g8b8a8"},
    {VK_FORMAT_R8G8B8A8_SINT, 4, "sint", "r8g8b8a8"},
    {VK_FORMAT_B8G8R8A8_UNORM, 4, "unorm", "b8g8r8a8"},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, "unorm", "r10g10b10a2"},
    {VK_FORMAT_A2B10G10R10_UINT_PACK32, 4, "uint", "r10g10b10a2"},
    {VK_FORMAT_R16_UNORM, 2, "unorm", "r16"},
    {VK_FORMAT_R16_SNORM, 2, "snorm", "r16"},
    {VK_FORMAT_R16_UINT, 2, "uint", "r16"},
    {VK_FORMAT_R16_SINT, 2, "sint", "r16"},
    {VK_FORMAT_R16_SFLOAT, 2, "float", "r16"},
    {VK_FORMAT_R16G16_UNORM, 4, "unorm", "r16g16"},
    {VK_FORMAT_R16G16_SNORM, 4, "snorm", "r16g16"},
    {VK_FORMAT_R16G16_UINT, 4, "uint", "r16g16"},
    {VK_FORMAT_R16G16_SINT, 4, "sint", "r16g16"},
    {VK_FORMAT_R16G16_SFLOAT, 4, "float", "r16g16"},
    {VK_FORMAT_R16G16B16A16_UNORM, 8, "unorm", "r16g16b16a16"},
    {VK_FORMAT_R16G16B16A16_SNORM, 8, "snorm", "r16g16b16a16"},
    {VK_FORMAT_R16G16B16A16_UINT, 8, "uint", "r16g16b16a16"},
    {VK_FORMAT_R16G16B16A16_SINT, 8, "sint", "r16g16b16a16"},
    {VK_FORMAT_R16G16B16A16_SFLOAT, 8, "float", "r16g16b16a16"},
    {VK_FORMAT_R32_UINT, 4, "uint", "r32"},
    {VK_FORMAT_R32_SINT, 4, "sint", "r32"},
    {VK_FORMAT_R32_SFLOAT, 4, "float", "r32"},
    {VK_FORMAT_R32G32_UINT, 8, "uint", "r32g32"},
    {VK_FORMAT_R32G32_SINT, 8, "sint", "r32g32"},
    {VK_FORMAT_R32G32_SFLOAT, 8, "float", "r32g32"},
    {VK_FORMAT_R32G32B32A32_UINT, 16, "uint", "r32g32b32a32"},
    {VK_FORMAT_R32G32B32A32_SINT, 16, "sint", "r32g32b32a32"},
    {VK_FORMAT_R32G32B32A32_SFLOAT, 16, "float", "r32g32b32a32"},
    {VK_FORMAT_D16_UNORM, 2, "unorm", "r16"},
    {VK_FORMAT_D32_SFLOAT, 4, "float", "r32"},
};

const struct record_format *record_format_of(VkFormat format) {
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].format == format)
            return &formats[i];
    return NULL;
}
