/* Images, texel buffers and samplers on the device. */
#include "compare/driver.h"

/* ---- formats ---- */

VkFormat device_format_of(const struct image *image) {
    static const VkFormat formats[] = {
        [SpvImageFormatRgba32f] = VK_FORMAT_R32G32B32A32_SFLOAT,
        [SpvImageFormatRgba16f] = VK_FORMAT_R16G16B16A16_SFLOAT,
        [SpvImageFormatR32f] = VK_FORMAT_R32_SFLOAT,
        [SpvImageFormatRgba8] = VK_FORMAT_R8G8B8A8_UNORM,
        [SpvImageFormatRgba8Snorm] = VK_FORMAT_R8G8B8A8_SNORM,
        [SpvImageFormatRg32f] = VK_FORMAT_R32G32_SFLOAT,
        [SpvImageFormatRg16f] = VK_FORMAT_R16G16_SFLOAT,
        [SpvImageFormatR11fG11fB10f] = VK_FORMAT_B10G11R11_UFLOAT_PACK32,
        [SpvImageFormatR16f] = VK_FORMAT_R16_SFLOAT,
        [SpvImageFormatRgba16] = VK_FORMAT_R16G16B16A16_UNORM,
        [SpvImageFormatRgb10A2] = VK_FORMAT_A2B10G10R10_UNORM_PACK32,
        [SpvImageFormatRg16] = VK_FORMAT_R16G16_UNORM,
        [SpvImageFormatRg8] = VK_FORMAT_R8G8_UNORM,
        [SpvImageFormatR16] = VK_FORMAT_R16_UNORM,
        [SpvImageFormatR8] = VK_FORMAT_R8_UNORM,
        [SpvImageFormatRgba16Snorm] = VK_FORMAT_R16G16B16A16_SNORM,
        [SpvImageFormatRg16Snorm] = VK_FORMAT_R16G16_SNORM,
        [SpvImageFormatRg8Snorm] = VK_FORMAT_R8G8_SNORM,
        [SpvImageFormatR16Snorm] = VK_FORMAT_R16_SNORM,
        [SpvImageFormatR8Snorm] = VK_FORMAT_R8_SNORM,
        [SpvImageFormatRgba32i] = VK_FORMAT_R32G32B32A32_SINT,
        [SpvImageFormatRgba16i] = VK_FORMAT_R16G16B16A16_SINT,
        [SpvImageFormatRgba8i] = VK_FORMAT_R8G8B8A8_SINT,
        [SpvImageFormatR32i] = VK_FORMAT_R32_SINT,
        [SpvImageFormatRg32i] = VK_FORMAT_R32G32_SINT,
        [SpvImageFormatRg16i] = VK_FORMAT_R16G16_SINT,
        [SpvImageFormatRg8i] = VK_FORMAT_R8G8_SINT,
        [SpvImageFormatR16i] = VK_FORMAT_R16_SINT,
        [SpvImageFormatR8i] = VK_FORMAT_R8_SINT,
        [SpvImageFormatRgba32ui] = VK_FORMAT_R32G32B32A32_UINT,
        [SpvImageFormatRgba16ui] = VK_FORMAT_R16G16B16A16_UINT,
        [SpvImageFormatRgba8ui] = VK_FORMAT_R8G8B8A8_UINT,
        [SpvImageFormatR32ui] = VK_FORMAT_R32_UINT,
        [SpvImageFormatRgb10a2ui] = VK_FORMAT_A2B10G10R10_UINT_PACK32,
        [SpvImageFormatRg32ui] = VK_FORMAT_R32G32_UINT,
        [SpvImageFormatRg16ui] = VK_FORMAT_R16G16_UINT,
        [SpvImageFormatRg8ui] = VK_FORMAT_R8G8_UINT,
        [SpvImageFormatR16ui] = VK_FORMAT_R16_UINT,
        [SpvImageFormatR8ui] = VK_FORMAT_R8_UINT,
        [SpvImageFormatR64ui] = VK_FORMAT_R64_UINT,
        [SpvImageFormatR64i] = VK_FORMAT_R64_SINT,
    };
    return image->is_stencil    ? VK_FORMAT_S8_UINT
           : image->is_compared ? VK_FORMAT_D32_SFLOAT
                                : formats[image->host.format];
}

static VkImageSubresourceRange range_of(const struct image *image) {
    return (VkImageSubresourceRange){.aspectMask = image->is_stencil    ? VK_IMAGE_ASPECT_STENCIL_BIT
                                                   : image->is_compared ? VK_IMAGE_ASPECT_DEPTH_BIT
                                                                        : VK_IMAGE_ASPECT_COLOR_BIT,
                                     .levelCount = image->host.levels,
                                     .layerCount = image->host.layers};
}

/* ---- images ---- */

/* Only what the driver says that it has is made. */
static bool has_image(const struct driver *driver, const VkImageCreateInfo *info) {
    VkImageFormatProperties has;
    return vkGetPhysicalDeviceImageFormatProperties(driver->physical, info->format, info->imageType, info->tiling,
                                                    info->usage, info->flags, &has) == VK_SUCCESS &&
           has.sampleCounts & info->samples && has.maxMipLevels >= info->mipLevels &&
           has.maxArrayLayers >= info->arrayLayers && has.maxExtent.width >= info->extent.width;
}

static bool make_view(struct run *run, struct device_image *made, const struct image *image) {
    /* without and with layers */
    static const VkImageViewType types[][2] = {
        [SpvDim1D] = {VK_IMAGE_VIEW_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D_ARRAY},
        [SpvDim2D] = {VK_IMAGE_VIEW_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D_ARRAY},
        [SpvDim3D] = {VK_IMAGE_VIEW_TYPE_3D, VK_IMAGE_VIEW_TYPE_3D},
        [SpvDimCube] = {VK_IMAGE_VIEW_TYPE_CUBE, VK_IMAGE_VIEW_TYPE_CUBE_ARRAY},
    };
    VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                  .image = made->image,
                                  .viewType = types[image->host.dim][image->is_arrayed],
                                  .format = device_format_of(image),
                                  .subresourceRange = range_of(image)};
    return vkCreateImageView(run->driver->device, &info, NULL, &made->view) == VK_SUCCESS;
}

static VkImageUsageFlags usage_of(const struct image *image) {
    /* what copies multisampled images needs both */
    VkImageUsageFlags copied =
        image->host.samples > 1 && !image->is_compared ? VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT : 0;
    if (image->is_target)
        return copied | (image->is_compared || image->is_stencil ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT
                                                                 : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    if (image->attachment_index)
        return copied | VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT;
    return copied | (image->is_storage ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT);
}

static const char *make_image(struct run *run, struct device_image *made, const struct image *image) {
    const struct smmra_host_image *host = &image->host;
    VkDevice device = run->driver->device;
    VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                              .imageType = host->dim == SpvDim1D   ? VK_IMAGE_TYPE_1D
                                           : host->dim == SpvDim3D ? VK_IMAGE_TYPE_3D
                                                                   : VK_IMAGE_TYPE_2D,
                              .format = device_format_of(image),
                              .extent = {host->width, host->height, host->depth},
                              .mipLevels = host->levels,
                              .arrayLayers = host->layers,
                              .samples = (VkSampleCountFlagBits)host->samples,
                              .usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    VkMemoryRequirements needs;
    info.usage |= usage_of(image);
    if (host->dim == SpvDimCube)
        info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    if (!has_image(run->driver, &info))
        return "the driver has no such image";
    if (vkCreateImage(device, &info, NULL, &made->image) != VK_SUCCESS)
        return "the driver cannot make an image";
    vkGetImageMemoryRequirements(device, made->image, &needs);
    made->memory = allocate_memory(run->driver, needs);
    if (!made->memory || vkBindImageMemory(device, made->image, made->memory, 0) != VK_SUCCESS ||
        !make_view(run, made, image))
        return "the driver cannot make an image";
    return NULL;
}

/* ---- texel buffers ---- */

static const char *make_buffer_view(struct run *run, uint32_t index) {
    const struct buffer *buffer = &run->shader->buffers[index];
    VkBufferViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                   .buffer = run->buffers[index].buffer,
                                   .format = device_format_of(&buffer->image),
                                   .range = VK_WHOLE_SIZE};
    VkFormatProperties has;
    VkFormatFeatureFlags needed = buffer->image.is_storage ? VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT
                                                           : VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT;
    vkGetPhysicalDeviceFormatProperties(run->driver->physical, info.format, &has);
    if (!(has.bufferFeatures & needed))
        return "the driver has no such texel buffer";
    if (vkCreateBufferView(run->driver->device, &info, NULL, &run->images[index].buffer_view) != VK_SUCCESS)
        return "the driver cannot make a texel buffer";
    return NULL;
}

/* ---- samplers ---- */

static bool make_sampler(struct run *run, const struct smmra_host_sampler *sampler, VkSampler *made) {
    static const VkFilter filters[] = {[FILTER_LINEAR] = VK_FILTER_LINEAR, [FILTER_NEAREST] = VK_FILTER_NEAREST};
    static const VkSamplerAddressMode addresses[] = {[ADDRESS_REPEAT] = VK_SAMPLER_ADDRESS_MODE_REPEAT,
                                                     [ADDRESS_MIRROR] = VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT,
                                                     [ADDRESS_EDGE] = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                                     [ADDRESS_BORDER] = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER,
                                                     [ADDRESS_MIRROR_EDGE] =
                                                         VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE};
    static const VkBorderColor borders[] = {[BORDER_TRANSPARENT_BLACK] = VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK,
                                            [BORDER_OPAQUE_BLACK] = VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK,
                                            [BORDER_OPAQUE_WHITE] = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE};
    static const VkCompareOp operations[] = {[COMPARE_LESS] = VK_COMPARE_OP_LESS,
                                             [COMPARE_LESS_OR_EQUAL] = VK_COMPARE_OP_LESS_OR_EQUAL,
                                             [COMPARE_EQUAL] = VK_COMPARE_OP_EQUAL,
                                             [COMPARE_NOT_EQUAL] = VK_COMPARE_OP_NOT_EQUAL,
                                             [COMPARE_GREATER_OR_EQUAL] = VK_COMPARE_OP_GREATER_OR_EQUAL,
                                             [COMPARE_GREATER] = VK_COMPARE_OP_GREATER,
                                             [COMPARE_ALWAYS] = VK_COMPARE_OP_ALWAYS,
                                             [COMPARE_NEVER] = VK_COMPARE_OP_NEVER};
    VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                .magFilter = filters[sampler->magnify],
                                .minFilter = filters[sampler->minify],
                                .mipmapMode = sampler->mip == FILTER_LINEAR ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                                            : VK_SAMPLER_MIPMAP_MODE_NEAREST,
                                .addressModeU = addresses[sampler->address[0]],
                                .addressModeV = addresses[sampler->address[1]],
                                .addressModeW = addresses[sampler->address[2]],
                                .mipLodBias = sampler->bias,
                                .compareEnable = sampler->compares,
                                .compareOp = operations[sampler->compare],
                                .minLod = sampler->least_lod,
                                .maxLod = sampler->most_lod,
                                .borderColor = borders[sampler->border],
                                .unnormalizedCoordinates = sampler->unnormalized};
    return vkCreateSampler(run->driver->device, &info, NULL, made) == VK_SUCCESS;
}

bool make_samplers(struct run *run) {
    for (uint32_t i = 0; i < run->shader->sampler_count; i++)
        if (!make_sampler(run, &run->shader->samplers[i].host, &run->samplers[i]))
            return false;
    return true;
}

const char *make_device_image(struct run *run, uint32_t index) {
    const struct image *image = &run->shader->buffers[index].image;
    struct device_image *made = &run->images[index];
    if (image->host.dim == SpvDimBuffer)
        return make_buffer_view(run, index);
    const char *fault = make_image(run, made, image);
    if (!fault && image->host.samples > 1 && !make_samples(run, index, device_format_of(image)))
        fault = "the driver cannot copy a multisampled image";
    if (!fault && image->is_combined && !make_sampler(run, &image->sampler, &made->sampler))
        fault = "the driver cannot make a sampler";
    return fault;
}

/* ---- copies ---- */

/* All images are in the general layout. */
static void record_barrier(struct run *run, const struct image *image, VkImage on, VkImageLayout old) {
    VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                    .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                    .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                    .oldLayout = old,
                                    .newLayout = VK_IMAGE_LAYOUT_GENERAL,
                                    .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                    .image = on,
                                    .subresourceRange = range_of(image)};
    vkCmdPipelineBarrier(run->commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0,
                         NULL, 0, NULL, 1, &barrier);
}

static VkBufferImageCopy copy_of(const struct image *image, uint32_t level) {
    const struct smmra_host_image *host = &image->host;
    VkImageSubresourceRange range = range_of(image);
    return (VkBufferImageCopy){.bufferOffset = host_level_offset(host, level),
                               .imageSubresource = {range.aspectMask, level, 0, host->layers},
                               .imageExtent = {host_extent(host->width, level), host_extent(host->height, level),
                                               host_extent(host->depth, level)}};
}

/* No command copies a multisampled image. */
static uint32_t copied_levels(const struct image *image) {
    return image->host.samples > 1 ? 0 : image->host.levels;
}

static bool is_image(const struct run *run, uint32_t index) {
    return run->images[index].image != VK_NULL_HANDLE;
}

void record_uploads(struct run *run) {
    for (uint32_t i = 0; i < run->shader->buffer_count; i++) {
        const struct image *image = &run->shader->buffers[i].image;
        VkImage on = run->images[i].image;
        if (!is_image(run, i))
            continue;
        record_barrier(run, image, on, VK_IMAGE_LAYOUT_UNDEFINED);
        if (image->host.samples > 1)
            record_samples(run, i, SAMPLES_WRITE);
        for (uint32_t level = 0; level < copied_levels(image); level++) {
            VkBufferImageCopy copy = copy_of(image, level);
            vkCmdCopyBufferToImage(run->commands, run->buffers[i].buffer, on, VK_IMAGE_LAYOUT_GENERAL, 1, &copy);
        }
        record_barrier(run, image, on, VK_IMAGE_LAYOUT_GENERAL);
    }
}

void record_downloads(struct run *run) {
    for (uint32_t i = 0; i < run->shader->buffer_count; i++) {
        const struct image *image = &run->shader->buffers[i].image;
        VkImage on = run->images[i].image;
        if (!is_image(run, i))
            continue;
        record_barrier(run, image, on, VK_IMAGE_LAYOUT_GENERAL);
        if (image->host.samples > 1)
            record_samples(run, i, SAMPLES_READ);
        for (uint32_t level = 0; level < copied_levels(image); level++) {
            VkBufferImageCopy copy = copy_of(image, level);
            vkCmdCopyImageToBuffer(run->commands, on, VK_IMAGE_LAYOUT_GENERAL, run->buffers[i].buffer, 1, &copy);
        }
    }
}

void fetch_images(struct run *run) {
    for (uint32_t i = 0; i < run->shader->buffer_count; i++)
        if (is_image(run, i) && run->shader->buffers[i].image.host.samples > 1)
            fetch_samples(run, i);
}

void clean_up_images(struct run *run) {
    VkDevice device = run->driver->device;
    for (uint32_t i = 0; i < MAX_BUFFERS; i++) {
        struct device_image *made = &run->images[i];
        clean_up_samples(run, &made->samples);
        vkDestroySampler(device, made->sampler, NULL);
        vkDestroyBufferView(device, made->buffer_view, NULL);
        vkDestroyImageView(device, made->view, NULL);
        vkDestroyImage(device, made->image, NULL);
        vkFreeMemory(device, made->memory, NULL);
    }
    for (uint32_t i = 0; i < MAX_SAMPLERS; i++)
        vkDestroySampler(device, run->samplers[i], NULL);
}
