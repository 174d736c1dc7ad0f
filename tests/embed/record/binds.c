/* binds SHADER.spv VARIANT: dispatches binds.comp, and prints what its buffers hold then. VARIANT has letters: t, an
 * update template writes the descriptors; c, they are copied from another set; u, one is written once more behind the
 * bind; 2, the submission is one of vkQueueSubmit2; b, access
 * to buffers is robust, and a push constant leads outside; r, two invocations take one place; a, the address leads into
 * the buffer of the results, to words of the same workgroup. Exit status 77: the device lacks what the shader needs. */
#include <stddef.h>

#include "device.h"

enum {
    INVOCATIONS = 16,
    EACH = 16,
    LAST_OF_GROUP = 7 * EACH + EACH / 2,
    VIEWS = 11,
    PART = 256,
    INLINE_WORDS = 2,
    BINDINGS = 8,
    PLANES = 4
};

static const uint32_t counts[BINDINGS] = {INLINE_WORDS * sizeof(uint32_t), 2, 1, 1, 2, 1, VIEWS, 1};
static const VkDescriptorType types[BINDINGS] = {
    VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK,   VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
    VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,   VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
    VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,          VK_DESCRIPTOR_TYPE_SAMPLER,
    VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};

/* An update template takes these. */
static struct {
    uint32_t words[INLINE_WORDS];
    VkDescriptorBufferInfo parts[2], results;
    VkBufferView table, kept;
    VkDescriptorImageInfo planes[2], alone, views[VIEWS];
} all;
static const size_t offsets[BINDINGS] = {offsetof(__typeof__(all), words),  offsetof(__typeof__(all), parts),
                                         offsetof(__typeof__(all), table),  offsetof(__typeof__(all), kept),
                                         offsetof(__typeof__(all), planes), offsetof(__typeof__(all), alone),
                                         offsetof(__typeof__(all), views),  offsetof(__typeof__(all), results)};
static const size_t strides[BINDINGS] = {
    0, sizeof *all.parts, sizeof all.table, sizeof all.kept, sizeof *all.planes, 0, sizeof *all.views, 0};

static VkDescriptorSetLayout set_layouts[2]; /* the second has the planes alone, which may be updated after the bind */
static VkSampler immutable;
static VkPipelineLayout layout;
static VkPipeline pipeline;
static VkDescriptorSet sets[3]; /* two of the first layout */
static VkDescriptorUpdateTemplate by[2];
static struct memory from, to, parts, table, kept, results, texels[2];
static struct image planes[2];
static const uint32_t widths[] = {4, 2}, heights[] = {4, 3};

/* ---- the device ---- */

static VkBool32 after_bind; /* whether the device can */

static void open_device(void) {
    VkPhysicalDeviceVulkan13Features later = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                              .synchronization2 = true,
                                              .inlineUniformBlock = true};
    VkPhysicalDeviceVulkan12Features more = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                             .pNext = &later,
                                             .samplerMirrorClampToEdge = true,
                                             .bufferDeviceAddress = true};
    VkPhysicalDeviceFeatures2 features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                          .pNext = &more,
                                          .features = {.robustBufferAccess = has('b')}};
    VkPhysicalDeviceVulkan12Features has_more = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceFeatures2 has_features = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                              .pNext = &has_more};
    create_instance();
    vkGetPhysicalDeviceFeatures2(physical, &has_features);
    after_bind = has_more.descriptorBindingSampledImageUpdateAfterBind;
    more.descriptorBindingSampledImageUpdateAfterBind = after_bind;
    if (has('u') && !after_bind)
        exit(NO_DEVICE);
    create_device(&features, NULL);
}

static VkSampler create_sampler(VkFilter filter, VkSamplerAddressMode x, VkSamplerAddressMode y, bool in_texels) {
    VkSampler sampler;
    const VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
                                      .magFilter = filter,
                                      .minFilter = filter,
                                      .addressModeU = x,
                                      .addressModeV = y,
                                      .addressModeW = x,
                                      .borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE,
                                      .unnormalizedCoordinates = in_texels};
    REQUIRE(vkCreateSampler(device, &info, NULL, &sampler));
    return sampler;
}

static void create_layouts(const char *path) {
    immutable = create_sampler(VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT,
                               VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, false);
    VkDescriptorSetLayoutBinding bindings[BINDINGS];
    const VkDescriptorBindingFlags after = after_bind ? VK_DESCRIPTOR_BINDING_UPDATE_AFTER_BIND_BIT : 0;
    for (uint32_t i = 0; i < BINDINGS; i++) /* in another order than that of their numbers */
        bindings[(i + 3) % BINDINGS] =
            (VkDescriptorSetLayoutBinding){i, types[i], counts[i], VK_SHADER_STAGE_COMPUTE_BIT,
                                           types[i] == VK_DESCRIPTOR_TYPE_SAMPLER ? &immutable : NULL};
    const VkDescriptorSetLayoutBinding of_planes = bindings[(PLANES + 3) % BINDINGS];
    bindings[(PLANES + 3) % BINDINGS] = bindings[BINDINGS - 1];
    const VkDescriptorSetLayoutBindingFlagsCreateInfo flags = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO,
        .bindingCount = 1,
        .pBindingFlags = &after};
    const VkDescriptorSetLayoutCreateInfo infos[] = {
        {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
         .bindingCount = BINDINGS - 1,
         .pBindings = bindings},
        {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
         .pNext = &flags,
         .flags = after_bind ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_UPDATE_AFTER_BIND_POOL_BIT : 0,
         .bindingCount = 1,
         .pBindings = &of_planes}};
    for (int i = 0; i < 2; i++)
        REQUIRE(vkCreateDescriptorSetLayout(device, &infos[i], NULL, &set_layouts[i]));
    const VkPushConstantRange range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, 3 * sizeof(VkDeviceAddress)};
    const VkPipelineLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                             .setLayoutCount = 2,
                                             .pSetLayouts = set_layouts,
                                             .pushConstantRangeCount = 1,
                                             .pPushConstantRanges = &range};
    REQUIRE(vkCreatePipelineLayout(device, &info, NULL, &layout));
    pipeline = create_compute(path, layout, NULL);
}

/* ---- what it reads ---- */

static VkBufferView create_view(struct memory of, VkFormat format, VkDeviceSize offset) {
    VkBufferView view;
    const VkBufferViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                         .buffer = of.buffer,
                                         .format = format,
                                         .offset = offset,
                                         .range = VK_WHOLE_SIZE};
    REQUIRE(vkCreateBufferView(device, &info, NULL, &view));
    return view;
}

static void fill_buffers(void) {
    const VkBufferUsageFlags addressed = VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    from = create_buffer(INVOCATIONS, addressed);
    to = create_buffer(2 * INVOCATIONS, addressed);
    parts = create_buffer(4 * PART / sizeof(uint32_t), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    table = create_buffer(INVOCATIONS / 2 + PART / sizeof(uint32_t), VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT);
    kept = create_buffer(INVOCATIONS, VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT);
    results = create_buffer(INVOCATIONS * EACH, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | (has('a') ? addressed : 0));
    for (uint32_t i = 0; i < INVOCATIONS; i++) {
        from.words[i] = 100 + i;
        to.words[i] = to.words[INVOCATIONS + i] = 0;
        kept.words[i] = 1000 * i;
        ((uint16_t *)(table.words + PART / sizeof(uint32_t)))[i] = (uint16_t)(INVOCATIONS + (i + 4) % INVOCATIONS);
    }
    for (uint32_t i = 0; i < 4 * PART / sizeof(uint32_t); i++)
        parts.words[i] = 2 * i;
    for (uint32_t i = 0; has('a') && i < INVOCATIONS; i++)
        ((uint16_t *)(table.words + PART / sizeof(uint32_t)))[i] = (uint16_t)i;
    if (has('r')) /* invocation 3, to the place of invocation 5: both have odd sums */
        ((uint16_t *)(table.words + PART / sizeof(uint32_t)))[3] = INVOCATIONS + 9;
}

static void fill_images(void) {
    for (uint32_t p = 0; p < 2; p++) {
        planes[p] =
            create_image(VK_FORMAT_R32_SFLOAT, widths[p], heights[p], VK_IMAGE_USAGE_SAMPLED_BIT, VK_NULL_HANDLE);
        texels[p] = create_buffer(widths[p] * heights[p], VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
        for (uint32_t i = 0; i < widths[p] * heights[p]; i++)
            ((float *)texels[p].words)[i] = (float)(1 + (7 * i + p) % 16);
    }
}

/* ---- descriptors ---- */

static void choose_descriptors(void) {
    static const VkSamplerAddressMode modes[] = {
        VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, VK_SAMPLER_ADDRESS_MODE_REPEAT, VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT,
        VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER, VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE};
    const VkImageLayout read = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    all.words[1] = 3;
    for (uint32_t i = 0; i < 2; i++) {
        all.parts[i] = (VkDescriptorBufferInfo){parts.buffer, i * PART, PART};
        all.planes[i] = (VkDescriptorImageInfo){VK_NULL_HANDLE, planes[i].view, read};
    }
    all.results = (VkDescriptorBufferInfo){results.buffer, 0, VK_WHOLE_SIZE};
    all.table = create_view(table, VK_FORMAT_R16_UINT, PART);
    all.kept = create_view(kept, VK_FORMAT_R32_UINT, 0);
    for (uint32_t i = 0; i < VIEWS; i++)
        all.views[i] = (VkDescriptorImageInfo){
            i < VIEWS - 1
                ? create_sampler(i < 5 ? VK_FILTER_NEAREST : VK_FILTER_LINEAR, modes[i % 5], modes[(i + 1) % 5], false)
                : create_sampler(VK_FILTER_NEAREST, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
                                 VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, true),
            planes[0].view, read};
}

static void create_sets(void) {
    VkDescriptorPoolSize sizes[BINDINGS];
    VkDescriptorPool descriptors;
    const VkDescriptorPoolInlineUniformBlockCreateInfo blocks = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO,
        .maxInlineUniformBlockBindings = 2};
    for (uint32_t i = 0; i < BINDINGS; i++)
        sizes[i] = (VkDescriptorPoolSize){types[i], 2 * counts[i]};
    const VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .pNext = &blocks,
                                             .flags = after_bind ? VK_DESCRIPTOR_POOL_CREATE_UPDATE_AFTER_BIND_BIT : 0,
                                             .maxSets = 3,
                                             .poolSizeCount = BINDINGS,
                                             .pPoolSizes = sizes};
    REQUIRE(vkCreateDescriptorPool(device, &info, NULL, &descriptors));
    const VkDescriptorSetLayout of[] = {set_layouts[0], set_layouts[0], set_layouts[1]};
    const VkDescriptorSetAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                    .descriptorPool = descriptors,
                                                    .descriptorSetCount = 3,
                                                    .pSetLayouts = of};
    REQUIRE(vkAllocateDescriptorSets(device, &allocation, sets));
}

static bool is_written(uint32_t binding) {
    return types[binding] != VK_DESCRIPTOR_TYPE_SAMPLER; /* which is the layout's */
}

static void write_by_template(void) {
    for (uint32_t s = 0; s < 2; s++) {
        VkDescriptorUpdateTemplateEntry entries[BINDINGS];
        uint32_t count = 0;
        for (uint32_t i = 0; i < BINDINGS; i++)
            if (is_written(i) && (i == PLANES) == (s == 1))
                entries[count++] = (VkDescriptorUpdateTemplateEntry){i, 0, counts[i], types[i], offsets[i], strides[i]};
        const VkDescriptorUpdateTemplateCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
            .descriptorUpdateEntryCount = count,
            .pDescriptorUpdateEntries = entries,
            .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET,
            .descriptorSetLayout = set_layouts[s]};
        REQUIRE(vkCreateDescriptorUpdateTemplate(device, &info, NULL, &by[s]));
        vkUpdateDescriptorSetWithTemplate(device, sets[s ? 2 : has('c')], by[s], &all);
        vkDestroyDescriptorUpdateTemplate(device, by[s], NULL);
    }
}

static void write_sets(void) {
    const VkWriteDescriptorSetInlineUniformBlock block = {
        .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK,
        .dataSize = sizeof(uint32_t),
        .pData = &all.words[1]}; /* the second word: the first is never read */
    for (uint32_t i = 0; i < BINDINGS; i++) {
        const void *info = (const char *)&all + offsets[i];
        VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                      .dstSet = sets[i == PLANES ? 2 : has('c')],
                                      .dstBinding = i,
                                      .descriptorCount = counts[i],
                                      .descriptorType = types[i],
                                      .pImageInfo = info,
                                      .pBufferInfo = info,
                                      .pTexelBufferView = info};
        if (i == 0) {
            write.pNext = &block;
            write.dstArrayElement = write.descriptorCount = sizeof(uint32_t);
        }
        if (is_written(i))
            vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
    }
}

/* From the second set to the first; the immutable sampler is there. */
static void copy_sets(void) {
    for (uint32_t i = 0; i < BINDINGS; i++) {
        const uint32_t first = i == 0 ? sizeof(uint32_t) : 0;
        const VkCopyDescriptorSet copy = {.sType = VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET,
                                          .srcSet = sets[1],
                                          .srcBinding = i,
                                          .srcArrayElement = first,
                                          .dstSet = sets[0],
                                          .dstBinding = i,
                                          .dstArrayElement = first,
                                          .descriptorCount = counts[i] - first};
        if (is_written(i) && i != PLANES)
            vkUpdateDescriptorSets(device, 0, NULL, 1, &copy);
    }
}

/* ---- the work ---- */

static void submit(VkCommandBuffer commands) {
    const VkSubmitInfo one = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    const VkCommandBufferSubmitInfo buffer = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO,
                                              .commandBuffer = commands};
    const VkSubmitInfo2 other = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .commandBufferInfoCount = 1, .pCommandBufferInfos = &buffer};
    if (has('2'))
        REQUIRE(vkQueueSubmit2(queue, 1, &other, VK_NULL_HANDLE));
    else
        REQUIRE(vkQueueSubmit(queue, 1, &one, VK_NULL_HANDLE));
    REQUIRE(vkQueueWaitIdle(queue));
}

static VkDeviceAddress address_of(VkBuffer buffer) {
    const VkBufferDeviceAddressInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = buffer};
    return vkGetBufferDeviceAddress(device, &info);
}

static void run(void) {
    VkCommandBuffer commands = begin(VK_COMMAND_BUFFER_LEVEL_PRIMARY);
    const struct {
        VkDeviceAddress from, to;
        uint32_t outside, unused;
    } push = {address_of(from.buffer),
              has('a') ? address_of(results.buffer) + LAST_OF_GROUP * sizeof(uint32_t) : address_of(to.buffer),
              has('b') ? 4 * PART : 0, 0};
    const VkDescriptorSet bound[] = {sets[0], sets[2]};
    const uint32_t dynamic[] = {2 * PART, 0};
    for (uint32_t p = 0; p < 2; p++)
        put_texels(commands, planes[p].image, widths[p], heights[p], texels[p].buffer,
                   VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 2, bound, 2, dynamic);
    vkCmdPushConstants(commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
    vkCmdDispatch(commands, INVOCATIONS / 8, 1, 1);
    REQUIRE(vkEndCommandBuffer(commands));
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = sets[2],
                                        .dstBinding = PLANES,
                                        .descriptorCount = 1,
                                        .descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
                                        .pImageInfo = &all.planes[1]};
    if (has('u'))
        vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
    submit(commands);
}

int main(int argc, char **argv) {
    variant = argc == 3 ? argv[2] : "";
    if (argc < 2)
        return 2;
    open_device();
    create_layouts(argv[1]);
    fill_buffers();
    fill_images();
    choose_descriptors();
    create_sets();
    if (has('t'))
        write_by_template();
    else
        write_sets();
    if (has('c'))
        copy_sets();
    run();
    for (uint32_t i = 0; i < 2 * INVOCATIONS; i++)
        printf("%u%c", to.words[i], i + 1 < 2 * INVOCATIONS ? ' ' : '\n');
    for (uint32_t i = 0; i < EACH * INVOCATIONS; i++)
        printf("%g%c", ((float *)results.words)[i], (i + 1) % EACH ? ' ' : '\n');
    for (uint32_t p = 0; p < 2; p++)
        destroy_image(planes[p]);
    vkDestroyPipeline(device, pipeline, NULL);
    vkDestroySampler(device, immutable, NULL);
    vkDestroyDevice(device, NULL);
    vkDestroyInstance(instance, NULL);
    return 0;
}
