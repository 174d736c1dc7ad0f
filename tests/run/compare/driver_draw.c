/* One draw on the device: a render pass with the images that are drawn to, a graphics pipeline, and its commands. */
#include <stdlib.h>

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

static void attach(struct run *run, uint32_t index) {
    struct drawing *drawing = &run->drawing;
    const struct image *image = &run->shader->buffers[index].image;
    drawing->attachments[drawing->attachment_count] =
        attachment_of(device_format_of(image), run->shader->stage.samples);
    drawing->views[drawing->attachment_count++] = run->images[index].view;
}

static bool make_pass(struct run *run) {
    struct drawing *drawing = &run->drawing;
    const struct drawn_stage *stage = &run->shader->stage;
    VkAttachmentReference colours[MAX_TARGETS];
    for (uint32_t i = 0; i < MAX_TARGETS; i++) {
        colours[i] = (VkAttachmentReference){VK_ATTACHMENT_UNUSED, VK_IMAGE_LAYOUT_GENERAL};
        if (stage->targets[i] == NO_BUFFER)
            continue;
        colours[i].attachment = drawing->attachment_count;
        attach(run, stage->targets[i]);
    }
    VkSubpassDescription subpass = {.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
                                    .colorAttachmentCount = MAX_TARGETS,
                                    .pColorAttachments = colours};
    VkRenderPassCreateInfo info = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
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
                                           .layers = stage->layers};
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

static bool make_stages(struct run *run, const VkSpecializationInfo *specialization,
                        VkPipelineShaderStageCreateInfo stages[2], char *message) {
    struct drawing *drawing = &run->drawing;
    const struct shader *shader = run->shader;
    size_t count = 0;
    uint32_t *words = feeder_words(&shader->stage, &count, message);
    VkShaderModuleCreateInfo fed = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = count * 4, .pCode = words};
    bool made = words && vkCreateShaderModule(run->driver->device, &fed, NULL, &drawing->feeder) == VK_SUCCESS;
    free(words);
    stages[0] = (VkPipelineShaderStageCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_VERTEX_BIT,
                                                  .module = drawing->feeder,
                                                  .pName = "main"};
    stages[1] = (VkPipelineShaderStageCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                  .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
                                                  .module = run->module,
                                                  .pName = shader->entry,
                                                  .pSpecializationInfo = specialization};
    return made;
}

static bool create_pipeline(struct run *run, const VkPipelineShaderStageCreateInfo *stages) {
    const struct drawn_stage *stage = &run->shader->stage;
    static const VkPipelineVertexInputStateCreateInfo vertices = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    static const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
    static const VkViewport view = {VIEWPORT_ORIGIN, VIEWPORT_ORIGIN, VIEWPORT_SIZE, VIEWPORT_SIZE, 0, 1};
    static const VkRect2D scissor = {{0, 0}, {TARGET_WIDTH, TARGET_HEIGHT}};
    static const VkPipelineViewportStateCreateInfo viewport = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1,
        .pViewports = &view,
        .scissorCount = 1,
        .pScissors = &scissor};
    static const VkPipelineRasterizationStateCreateInfo rasterization = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
    VkPipelineMultisampleStateCreateInfo multisample = {.sType =
                                                            VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
                                                        .rasterizationSamples = (VkSampleCountFlagBits)stage->samples};
    VkPipelineColorBlendAttachmentState masks[MAX_TARGETS] = {0};
    for (uint32_t i = 0; i < MAX_TARGETS; i++)
        masks[i].colorWriteMask = mask_of(stage, i);
    VkPipelineColorBlendStateCreateInfo blend = {.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
                                                 .attachmentCount = MAX_TARGETS,
                                                 .pAttachments = masks};
    VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                         .stageCount = 2,
                                         .pStages = stages,
                                         .pVertexInputState = &vertices,
                                         .pInputAssemblyState = &assembly,
                                         .pViewportState = &viewport,
                                         .pRasterizationState = &rasterization,
                                         .pMultisampleState = &multisample,
                                         .pColorBlendState = &blend,
                                         .layout = run->pipeline_layout,
                                         .renderPass = run->drawing.pass};
    return vkCreateGraphicsPipelines(run->driver->device, VK_NULL_HANDLE, 1, &info, NULL, &run->pipeline) == VK_SUCCESS;
}

bool make_graphics_pipeline(struct run *run, const VkSpecializationInfo *specialization) {
    VkPipelineShaderStageCreateInfo stages[2];
    char message[MESSAGE_SIZE];
    return make_pass(run) && make_stages(run, specialization, stages, message) && create_pipeline(run, stages);
}

/* ---- commands ---- */

void record_draw(struct run *run) {
    VkRenderPassBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                   .renderPass = run->drawing.pass,
                                   .framebuffer = run->drawing.framebuffer,
                                   .renderArea = {{0, 0}, {TARGET_WIDTH, TARGET_HEIGHT}}};
    vkCmdBeginRenderPass(run->commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    vkCmdDraw(run->commands, run->shader->stage.primitive_count * 3, 1, 0, 0);
    vkCmdEndRenderPass(run->commands);
}

void clean_up_drawing(struct run *run) {
    VkDevice device = run->driver->device;
    vkDestroyFramebuffer(device, run->drawing.framebuffer, NULL);
    vkDestroyRenderPass(device, run->drawing.pass, NULL);
    vkDestroyShaderModule(device, run->drawing.feeder, NULL);
}
