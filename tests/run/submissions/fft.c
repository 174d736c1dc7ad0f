/* Fourier transforms of VkFFT on the first Vulkan device, held against sums that are written out.
 *
 *   fft SIZE...    in one dimension; a line for each: its largest error, as a part of the largest result. Exit status
 * 1: one is larger than a hundred thousandth */
#include <complex.h>
#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

/* Debian's header lists the limits of an older glslang, whose structure has fewer. */
static const glslang_input_t *with_limits(const glslang_input_t *input) {
    static glslang_input_t now; /* glslang keeps the address of its source */
    now = *input;
    now.resource = glslang_default_resource();
    return &now;
}
#define glslang_shader_create(input)             glslang_shader_create(with_limits(input))
#define glslang_shader_preprocess(shader, input) glslang_shader_preprocess(shader, with_limits(input))
#define glslang_shader_parse(shader, input)      glslang_shader_parse(shader, with_limits(input))
#define VKFFT_BACKEND                            0
#include "vkFFT.h"

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        int check_result = (int)(call);                                                                                \
        if (check_result) {                                                                                            \
            fprintf(stderr, "fft: line %d: %d\n", __LINE__, check_result);                                             \
            exit(2);                                                                                                   \
        }                                                                                                              \
    } while (0)

struct device {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
    VkQueue queue;
    VkCommandPool pool;
    VkFence fence;
    VkBuffer buffer;
    VkDeviceMemory memory;
    float *mapped;
};

static void begin(struct device *d) {
    const VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                           .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo instance = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                           .pApplicationInfo = &application};
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const VkDeviceCreateInfo device = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
    const VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT};
    const VkFenceCreateInfo fence = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    uint32_t count = 1;
    CHECK(vkCreateInstance(&instance, NULL, &d->instance));
    CHECK(vkEnumeratePhysicalDevices(d->instance, &count, &d->physical));
    CHECK(vkCreateDevice(d->physical, &device, NULL, &d->device));
    vkGetDeviceQueue(d->device, 0, 0, &d->queue);
    CHECK(vkCreateCommandPool(d->device, &pool, NULL, &d->pool));
    CHECK(vkCreateFence(d->device, &fence, NULL, &d->fence));
}

static void make_buffer(struct device *d, uint64_t bytes) {
    const VkBufferCreateInfo buffer = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                       .size = bytes,
                                       .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                                VK_BUFFER_USAGE_TRANSFER_DST_BIT};
    const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    VkMemoryRequirements needs;
    VkPhysicalDeviceMemoryProperties memory;
    uint32_t type = 0;
    CHECK(vkCreateBuffer(d->device, &buffer, NULL, &d->buffer));
    vkGetBufferMemoryRequirements(d->device, d->buffer, &needs);
    vkGetPhysicalDeviceMemoryProperties(d->physical, &memory);
    while (!(needs.memoryTypeBits >> type & 1) || (memory.memoryTypes[type].propertyFlags & wanted) != wanted)
        type++;
    const VkMemoryAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
    CHECK(vkAllocateMemory(d->device, &allocate, NULL, &d->memory));
    CHECK(vkBindBufferMemory(d->device, d->buffer, d->memory, 0));
    CHECK(vkMapMemory(d->device, d->memory, 0, VK_WHOLE_SIZE, 0, (void **)&d->mapped));
}

static void transform(struct device *d, uint64_t size) {
    uint64_t bytes = size * 2 * sizeof(float);
    VkFFTConfiguration how = {.FFTdim = 1,
                              .size = {size, 1, 1},
                              .physicalDevice = &d->physical,
                              .device = &d->device,
                              .queue = &d->queue,
                              .commandPool = &d->pool,
                              .fence = &d->fence,
                              .buffer = &d->buffer,
                              .bufferSize = &bytes,
                              .isCompilerInitialized = 0};
    VkFFTApplication application = {0};
    const VkCommandBufferAllocateInfo allocate = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = d->pool, .commandBufferCount = 1};
    const VkCommandBufferBeginInfo once = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                           .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkCommandBuffer commands;
    CHECK(initializeVkFFT(&application, how));
    CHECK(vkAllocateCommandBuffers(d->device, &allocate, &commands));
    CHECK(vkBeginCommandBuffer(commands, &once));
    VkFFTLaunchParams launch = {.commandBuffer = &commands, .buffer = &d->buffer};
    CHECK(VkFFTAppend(&application, -1, &launch));
    CHECK(vkEndCommandBuffer(commands));
    const VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    CHECK(vkQueueSubmit(d->queue, 1, &submit, d->fence));
    CHECK(vkWaitForFences(d->device, 1, &d->fence, VK_TRUE, UINT64_MAX));
    CHECK(vkResetFences(d->device, 1, &d->fence));
    vkFreeCommandBuffers(d->device, d->pool, 1, &commands);
    deleteVkFFT(&application);
}

static double error_of(const float *found, const float *from, uint64_t size) {
    double worst = 0, largest = 0;
    for (uint64_t k = 0; k < size; k++) {
        double complex sum = 0;
        for (uint64_t n = 0; n < size; n++)
            sum += (from[2 * n] + I * from[2 * n + 1]) * cexp(-2 * M_PI * I * (double)(k * n % size) / (double)size);
        double apart = cabs(sum - (found[2 * k] + I * found[2 * k + 1]));
        worst = apart > worst ? apart : worst;
        largest = cabs(sum) > largest ? cabs(sum) : largest;
    }
    return worst / largest;
}

int main(int argc, char **argv) {
    struct device d = {0};
    int wrong = 0;
    begin(&d);
    for (int at = 1; at < argc; at++) {
        uint64_t size = strtoull(argv[at], NULL, 10);
        float *from = malloc(size * 2 * sizeof *from);
        make_buffer(&d, size * 2 * sizeof *from);
        for (uint64_t k = 0; k < 2 * size; k++)
            d.mapped[k] = from[k] = (float)((k * 7919 + 13) % 1000) / 500 - 1;
        transform(&d, size);
        double error = error_of(d.mapped, from, size);
        printf("%llu: %.2e\n", (unsigned long long)size, error);
        wrong += !(error < 1e-5);
        vkDestroyBuffer(d.device, d.buffer, NULL);
        vkFreeMemory(d.device, d.memory, NULL);
        free(from);
    }
    return wrong != 0;
}
