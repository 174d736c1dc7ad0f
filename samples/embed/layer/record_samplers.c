/* Samplers: what the manifest says of them (docs/evidence/recorded-folder.md). */
#include <stdio.h>

#include "record_private.h"

static VKAPI_ATTR VkResult VKAPI_CALL create_sampler(VkDevice handle, const VkSamplerCreateInfo *info,
                                                     const VkAllocationCallbacks *allocator, VkSampler *sampler) {
    struct record_device *device = record_device_of(handle);
    VkResult result = device->CreateSampler(handle, info, allocator, sampler);
    if (result != VK_SUCCESS)
        return result;
    pthread_mutex_lock(&record_lock);
    struct record_sampler *made = record_add(device, RECORD_SAMPLER, RECORD_HANDLE(*sampler), sizeof *made);
    if (made)
        made->info = *info;
    pthread_mutex_unlock(&record_lock);
    return result;
}

/* Layouts may keep an immutable sampler after the application has destroyed it. */
const struct record_entry record_sampler_functions[] = {
    RECORD_ENTRY(create_sampler, "vkCreateSampler"),
    {NULL, NULL},
};

static const char *fault_of(const VkSamplerCreateInfo *info) {
    return info->pNext                                            ? "a sampler with an extension"
           : info->magFilter != info->minFilter                   ? "a sampler with two filters"
           : info->magFilter > VK_FILTER_LINEAR                   ? "a sampler with another filter"
           : info->anisotropyEnable                               ? "an anisotropic sampler"
           : info->compareEnable                                  ? "a sampler that compares"
           : info->borderColor > VK_BORDER_COLOR_INT_OPAQUE_WHITE ? "a sampler with a border of its own"
           : info->addressModeU > VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE ||
                   info->addressModeV > VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE ||
                   info->addressModeW > VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE
               ? "a sampler with another address mode"
               : NULL;
}

bool record_put_sampler(struct record_device *device, VkSampler handle, char *says, size_t size) {
    static const char *const addresses[] = {"repeat", "mirror", "edge", "border", "mirror-once"}, /* as Vulkan's */
        *const borders[] = {"transparent", "transparent", "black", "black-integer", "white", "white-integer"};
    const struct record_sampler *sampler = record_find(device, RECORD_SAMPLER, RECORD_HANDLE(handle));
    const VkSamplerCreateInfo *info = sampler ? &sampler->info : NULL;
    const char *fault = info ? fault_of(info) : "a sampler of which nothing is known";
    if (fault)
        snprintf(says, size, "%s: the nearest texel is read", fault);
    else
        snprintf(says, size, "%s %s %s %s %s %s", info->magFilter == VK_FILTER_LINEAR ? "linear" : "nearest",
                 info->unnormalizedCoordinates ? "texels" : "normalized", addresses[info->addressModeU],
                 addresses[info->addressModeV], addresses[info->addressModeW], borders[info->borderColor]);
    return !fault;
}
