/* One draw on the device: a render pass with the images that are drawn to, a graphics pipeline, and its commands. */
#include <stdlib.h>
#include <string.h>

#include "compare/driver.h"

/* ---- the render pass ---- */

/* All images keep what is not drawn, and are in the general layout. */
static VkAttachmentDescription attachment_of(VkFormat format, uint32_t samples) {
    return (VkAttachmentDescription){.format = format,
                                     .samples = (VkSampleCountFlagBits)samples,
                                     .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
                                     .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                     .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
                                     .stencilStoreOp = VK_ATTACHMENT_STORE_OP_STORE,
                                     .initialLayout = VK_IMAGE_LAYOUT_GENERAL,
                                     .finalLayout = VK_IMAGE_LAYOUT_GENERAL};
}

static VkAttachmentReference attach(struct run *run, uint32_t index) {
    static const VkAttachmentReference unused = {VK_ATTACHMENT_UNUSED, VK_IMAGE_LAYOUT_GENERAL};
    struct drawing *drawing = &run->drawing;
    if (index == NO_BUFFER || drawing->attachment_count == MAX_ATTACHMENTS)
        return unused;
    const struct image *image = &run->shader->buffers[index].image;
    uint32_t number = drawing->attachment_count++;
    drawing->attachments[number] = attachment_of(device_format_of(image), image->host.samples);
    drawing->views[number] = run->images[index].view;
    return (VkAttachmentReference){number, VK_IMAGE_LAYOUT_GENERAL};
}

/* The references of a subpass, and how many of each. */
struct references {
    VkAttachmentReference colours[MAX_TARGETS], inputs[MAX_TARGETS], depth;
    uint32_t colour_count, input_count;
};

static void attach_all(struct run *run, struct references *to) {
    const struct shader *shader = run->shader;
    const struct drawn_stage *stage = &shader->stage;
    to->colour_count = to->input_count = 0;
    for (uint32_t i = 0; i < MAX_TARGETS; i++) {
        to->colours[i] = attach(run, stage->targets[i]);
        to->inputs[i] = attach(run, NO_BUFFER);
        if (stage->targets[i] != NO_BUFFER)
            to->colour_count = i + 1;
    }
    to->depth = attach(run, stage->depth != NO_BUFFER ? stage->depth : stage->stencil);
    for (uint32_t i = 0; i < shader->buffer_count; i++) {
        uint32_t index = shader->buffers[i].image.attachment_index;
        if (index == 0 || index > MAX_TARGETS)
            continue;
        to->inputs[index - 1] = attach(run, i);
        if (to->input_count < index)
            to->input_count = index;
    }
}

static bool make_pass(struct run *run) {
    struct drawing *drawing = &run->drawing;
    const struct drawn_stage *stage = &run->shader->stage;
    struct references references = {.depth.attachment = VK_ATTACHMENT_UNUSED};
    if (is_fragment(run->shader))
        attach_all(run, &references);
    VkSubpassDescription subpass = {.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                    .colorAttachmentCount = references.colour_count,
                                    .pColorAttachments = references.colours,
                                    .inputAttachmentCount = references.input_count,
                                    .pInputAttachments = references.inputs,
                                    .pDepthStencilAttachment = &references.depth};
    drawing->colour_count = references.colour_count;
    uint32_t views = (1u << stage->views) - 1;
    VkRenderPassMultiviewCreateInfo multiview = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO, .subpassCount = 1, .pViewMasks = &views};
    VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                   .pNext = stage->views > 1 ? &multiview : NULL,
                                   .attachmentCount = drawing->attachment_count,
                                   .pAttachments = drawing->attachments,
                                   .subpassCount = 1,
                                   .pSubpasses = &subpass};
    if (vkCreateRenderPass(run->driver->device, &info, NULL, &drawing->pass) != VK_SUCCESS)
        return false;
    VkFramebufferCreateInfo framebuffer = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                           .renderPass = drawing->pass,
                                           .attachmentCount = drawing->attachment_count,
                                           .pAttachments = drawing->views,
                                           .width = TARGET_WIDTH,
                                           .height = TARGET_HEIGHT,
                                           .layers = stage->views > 1 ? 1 : stage->layers};
    return vkCreateFramebuffer(run->driver->device, &framebuffer, NULL, &drawing->framebuffer) == VK_SUCCESS;
}

/* ---- the pipeline ---- */

/* Components that the shader gives. */
static VkColorComponentFlags mask_of(const struct drawn_stage *stage, uint32_t location) {
    VkColorComponentFlags mask = 0;
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        const smmra_interface *about = &stage->values[i].about;
        if (about->builtin == SMMRA_NONE && about->location == location && about->used)
            mask |= ((1u << about->components) - 1) << about->component;
    }
    return mask;
}

/* With a second source, it is the factor of the first (merge.c). */
static VkPipelineColorBlendAttachmentState blend_of(const struct drawn_stage *stage, uint32_t location) {
    bool two = false;
    for (uint32_t i = stage->input_count; i < stage->value_count; i++)
        two |= stage->values[i].about.location == location && stage->values[i].about.index == 1;
    return (VkPipelineColorBlendAttachmentState){.blendEnable = two,
                                                 .srcColorBlendFactor = VK_BLEND_FACTOR_SRC1_COLOR,
                                                 .srcAlphaBlendFactor = VK_BLEND_FACTOR_SRC1_ALPHA,
                                                 .colorWriteMask = mask_of(stage, location)};
}

/* Stencil takes what the shader says. */
static void describe_depth(const struct drawn_stage *stage, bool vertices, VkPipelineDepthStencilStateCreateInfo *to) {
    static const VkCompareOp compares[] = {
        [COMPARE_LESS] = VK_COMPARE_OP_LESS,
        [COMPARE_LESS_OR_EQUAL] = VK_COMPARE_OP_LESS_OR_EQUAL,
        [COMPARE_EQUAL] = VK_COMPARE_OP_EQUAL,
        [COMPARE_NOT_EQUAL] = VK_COMPARE_OP_NOT_EQUAL,
        [COMPARE_GREATER_OR_EQUAL] = VK_COMPARE_OP_GREATER_OR_EQUAL,
        [COMPARE_GREATER] = VK_COMPARE_OP_GREATER,
        [COMPARE_ALWAYS] = VK_COMPARE_OP_ALWAYS,
        [COMPARE_NEVER] = VK_COMPARE_OP_NEVER,
    };
    static const VkStencilOpState replace = {
        VK_STENCIL_OP_REPLACE, VK_STENCIL_OP_REPLACE, VK_STENCIL_OP_REPLACE, VK_COMPARE_OP_ALWAYS, 0xFF, 0xFF, 0};
    bool depth = !vertices && stage->depth != NO_BUFFER;
    *to = (VkPipelineDepthStencilStateCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
                                                  .depthTestEnable = depth,
                                                  .depthWriteEnable = depth,
                                                  .depthCompareOp = compares[depth ? stage->depth_compare : 0],
                                                  .stencilTestEnable = !vertices && stage->stencil != NO_BUFFER,
                                                  .front = replace,
                                                  .back = replace};
}

static VkPipelineShaderStageCreateInfo stage_of(VkShaderStageFlagBits stage, VkShaderModule module, const char *name,
                                                const VkSpecializationInfo *specialization) {
    return (VkPipelineShaderStageCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                             .stage = stage,
                                             .module = module,
                                             .pName = name,
                                             .pSpecializationInfo = specialization};
}

struct stages {
    VkPipelineShaderStageCreateInfo all[MAX_MODULES + 1];
    uint32_t count;
};

/* A shader of the comparer's own. */
static bool add_made(struct run *run, struct stages *stages, VkShaderStageFlagBits stage, uint32_t *words,
                     size_t count) {
    struct drawing *drawing = &run->drawing;
    VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = count * 4, .pCode = words};
    VkShaderModule *module = &drawing->made[drawing->made_count];
    bool made = words && drawing->made_count < MAX_MODULES &&
                vkCreateShaderModule(run->driver->device, &info, NULL, module) == VK_SUCCESS;
    free(words);
    if (!made)
        return false;
    drawing->made_count++;
    stages->all[stages->count++] = stage_of(stage, *module, "main", NULL);
    return true;
}

static VkShaderStageFlagBits stage_bit(uint32_t model) {
    switch (model) {
    case SpvExecutionModelVertex:
        return VK_SHADER_STAGE_VERTEX_BIT;
    case SpvExecutionModelTessellationControl:
        return VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT;
    case SpvExecutionModelTessellationEvaluation:
        return VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
    case SpvExecutionModelGeometry:
        return VK_SHADER_STAGE_GEOMETRY_BIT;
    default:
        return VK_SHADER_STAGE_FRAGMENT_BIT;
    }
}

static bool is_tessellation(const struct shader *shader) {
    return shader->stage.model == SpvExecutionModelTessellationControl ||
           shader->stage.model == SpvExecutionModelTessellationEvaluation;
}

/* The other one of the two. */
static bool add_partner(struct run *run, struct stages *stages, char *message) {
    const struct drawn_stage *stage = &run->shader->stage;
    size_t count = 0;
    uint32_t *words;
    if (stage->model == SpvExecutionModelTessellationControl) {
        words = evaluator_words(stage, &count, message);
        return add_made(run, stages, VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT, words, count);
    }
    words = controller_words(stage, &count, message);
    return add_made(run, stages, VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT, words, count);
}

/* The shader itself, and those around it. */
static bool make_stages(struct run *run, const VkSpecializationInfo *specialization, struct stages *stages,
                        char *message) {
    const struct shader *shader = run->shader;
    size_t count = 0;
    stages->all[stages->count++] = stage_of(stage_bit(shader->stage.model), run->module, shader->entry, specialization);
    if (is_vertex(shader))
        return true;
    uint32_t *words = feeder_words(&shader->stage, &count, message);
    if (is_tessellation(shader) && !add_partner(run, stages, message)) {
        free(words);
        return false;
    }
    return add_made(run, stages, VK_SHADER_STAGE_VERTEX_BIT, words, count);
}

/* As many equal draws as the stage asks for. */
static bool make_indirect(struct run *run) {
    VkDrawIndirectCommand commands[2];
    for (uint32_t i = 0; i < 2; i++)
        commands[i] = (VkDrawIndirectCommand){VERTICES, INSTANCES, FIRST_VERTEX, FIRST_INSTANCE};
    struct device_buffer *indirect = &run->drawing.indirect;
    if (!make_device_buffer(run, indirect, sizeof commands, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT))
        return false;
    memcpy(indirect->mapped, commands, sizeof commands);
    return true;
}

struct attributes {
    VkVertexInputBindingDescription bindings[MAX_LOCATIONS];
    VkVertexInputAttributeDescription locations[MAX_LOCATIONS];
    VkPipelineVertexInputStateCreateInfo info;
};

/* Binding and Location are the same. */
static void describe_attributes(const struct shader *shader, struct attributes *to) {
    static const VkFormat formats[] = {[SMMRA_SCALAR_FLOAT] = VK_FORMAT_R32G32B32A32_SFLOAT,
                                       [SMMRA_SCALAR_SINT] = VK_FORMAT_R32G32B32A32_SINT,
                                       [SMMRA_SCALAR_UINT] = VK_FORMAT_R32G32B32A32_UINT};
    const struct drawn_stage *stage = &shader->stage;
    uint32_t count = 0, described = 0;
    for (uint32_t i = 0; i < stage->input_count && is_vertex(shader); i++) {
        const smmra_interface *about = &stage->values[i].about;
        if (about->builtin != SMMRA_NONE || described >> about->location & 1)
            continue;
        described |= 1u << about->location;
        to->bindings[count] =
            (VkVertexInputBindingDescription){about->location, ATTRIBUTE_BYTES, VK_VERTEX_INPUT_RATE_VERTEX};
        to->locations[count++] =
            (VkVertexInputAttributeDescription){about->location, about->location, formats[about->scalar], 0};
    }
    to->info =
        (VkPipelineVertexInputStateCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
                                               .vertexBindingDescriptionCount = count,
                                               .pVertexBindingDescriptions = to->bindings,
                                               .vertexAttributeDescriptionCount = count,
                                               .pVertexAttributeDescriptions = to->locations};
}

static VkPrimitiveTopology topology_of(const struct shader *shader) {
    static const VkPrimitiveTopology topologies[] = {[1] = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
                                                     [2] = VK_PRIMITIVE_TOPOLOGY_LINE_LIST,
                                                     [3] = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
                                                     [4] = VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY,
                                                     [6] = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY};
    if (is_tessellation(shader))
        return VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
    return is_vertex(shader) ? VK_PRIMITIVE_TOPOLOGY_POINT_LIST : topologies[shader->stage.corners_each];
}

static bool create_pipeline(struct run *run, const struct stages *stages) {
    const struct drawn_stage *stage = &run->shader->stage;
    bool vertices = !is_fragment(run->shader);
    struct attributes attributes;
    describe_attributes(run->shader, &attributes);
    VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, .topology = topology_of(run->shader)};
    /* two that are equal: which one a shader chooses shows in ViewportIndex alone */
    static const VkViewport views[] = {{VIEWPORT_ORIGIN, VIEWPORT_ORIGIN, VIEWPORT_SIZE, VIEWPORT_SIZE, 0, 1},
                                       {VIEWPORT_ORIGIN, VIEWPORT_ORIGIN, VIEWPORT_SIZE, VIEWPORT_SIZE, 0, 1}};
    static const VkRect2D scissors[] = {{{0, 0}, {TARGET_WIDTH, TARGET_HEIGHT}},
                                        {{0, 0}, {TARGET_WIDTH, TARGET_HEIGHT}}};
    static const VkPipelineViewportStateCreateInfo viewport = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 2,
        .pViewports = views,
        .scissorCount = 2,
        .pScissors = scissors};
    VkPipelineRasterizationStateCreateInfo rasterization = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .rasterizerDiscardEnable = vertices,
        .lineWidth = 1};
    VkPipelineMultisampleStateCreateInfo multisample = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = (VkSampleCountFlagBits)(vertices ? 1 : stage->samples),
        .sampleShadingEnable = !vertices && stage->sample_shading,
        .minSampleShading = 1};
    VkPipelineDepthStencilStateCreateInfo depth;
    describe_depth(stage, vertices, &depth);
    VkPipelineColorBlendAttachmentState masks[MAX_TARGETS] = {0};
    for (uint32_t i = 0; i < MAX_TARGETS; i++)
        if (!vertices)
            masks[i] = blend_of(stage, i);
    VkPipelineColorBlendStateCreateInfo blend = {.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                                 .attachmentCount = run->drawing.colour_count,
                                                 .pAttachments = masks};
    static const VkPipelineTessellationStateCreateInfo tessellation = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO, .patchControlPoints = PATCH_VERTICES};
    VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                         .stageCount = stages->count,
                                         .pStages = stages->all,
                                         .pVertexInputState = &attributes.info,
                                         .pInputAssemblyState = &assembly,
                                         .pTessellationState = is_tessellation(run->shader) ? &tessellation : NULL,
                                         .pViewportState = &viewport,
                                         .pRasterizationState = &rasterization,
                                         .pMultisampleState = &multisample,
                                         .pDepthStencilState = &depth,
                                         .pColorBlendState = &blend,
                                         .layout = run->pipeline_layout,
                                         .renderPass = run->drawing.pass};
    return vkCreateGraphicsPipelines(run->driver->device, VK_NULL_HANDLE, 1, &info, NULL, &run->pipeline) == VK_SUCCESS;
}

bool make_graphics_pipeline(struct run *run, const VkSpecializationInfo *specialization) {
    struct stages stages = {.count = 0};
    char message[MESSAGE_SIZE];
    return make_pass(run) && make_stages(run, specialization, &stages, message) &&
           (!is_vertex(run->shader) || make_indirect(run)) && create_pipeline(run, &stages);
}

/* ---- commands ---- */

static bool feeds_back(const struct drawn_stage *stage) {
    bool captured = false;
    for (uint32_t i = 0; i < MAX_STREAMS; i++)
        captured |= stage->captured[i] != NO_BUFFER;
    return captured;
}

static void begin_feedback(struct run *run) {
    const struct drawn_stage *stage = &run->shader->stage;
    VkDeviceSize start = 0;
    for (uint32_t i = 0; i < MAX_STREAMS; i++) {
        if (stage->captured[i] == NO_BUFFER)
            continue;
        VkDeviceSize size = run->shader->buffers[stage->captured[i]].size;
        run->driver->bind_feedback(run->commands, i, 1, &run->buffers[stage->captured[i]].buffer, &start, &size);
    }
    run->driver->begin_feedback(run->commands, 0, 0, NULL, NULL);
}

static void record_vertices(struct run *run) {
    const struct drawn_stage *stage = &run->shader->stage;
    VkDeviceSize start = 0;
    for (uint32_t i = 0; i < MAX_LOCATIONS; i++)
        if (stage->attributes[i] != NO_BUFFER)
            vkCmdBindVertexBuffers(run->commands, i, 1, &run->buffers[stage->attributes[i]].buffer, &start);
    vkCmdDrawIndirect(run->commands, run->drawing.indirect.buffer, 0, stage->draws, sizeof(VkDrawIndirectCommand));
}

void record_draw(struct run *run) {
    const struct drawn_stage *stage = &run->shader->stage;
    VkRenderPassBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                   .renderPass = run->drawing.pass,
                                   .framebuffer = run->drawing.framebuffer,
                                   .renderArea = {{0, 0}, {TARGET_WIDTH, TARGET_HEIGHT}}};
    vkCmdBeginRenderPass(run->commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    if (feeds_back(stage))
        begin_feedback(run);
    if (is_vertex(run->shader))
        record_vertices(run);
    else
        vkCmdDraw(run->commands, stage->primitive_count * stage->corners_each, 1, 0, 0);
    if (feeds_back(stage))
        run->driver->end_feedback(run->commands, 0, 0, NULL, NULL);
    vkCmdEndRenderPass(run->commands);
}

void clean_up_drawing(struct run *run) {
    VkDevice device = run->driver->device;
    vkDestroyFramebuffer(device, run->drawing.framebuffer, NULL);
    vkDestroyRenderPass(device, run->drawing.pass, NULL);
    for (uint32_t i = 0; i < run->drawing.made_count; i++)
        vkDestroyShaderModule(device, run->drawing.made[i], NULL);
    vkDestroyBuffer(device, run->drawing.indirect.buffer, NULL);
    vkFreeMemory(device, run->drawing.indirect.memory, NULL);
}
