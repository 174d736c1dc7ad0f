/* stages LAYER MODULE.STAGE.spv...: an application above the layer and a driver below it, in one program. On several
 * threads it makes graphics, mesh and ray tracing pipelines of the modules, whole, as libraries and of libraries; the
 * driver looks at whether it gets what the application gave. Status 1 if it does not. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vk_layer.h>

enum { THREADS = 4, MAX_STAGES = 16 };

static atomic_uint calls, failures;

static void require(int holds, const char *what) {
    if (!holds && atomic_fetch_add(&failures, 1) == 0)
        fprintf(stderr, "%s\n", what);
}

/* ---- the driver ---- */

static struct handle {
    const void *dispatch;
} the_instance = {&the_instance}, the_device = {&the_device};

/* What this thread's application gives, which is what the driver must get. */
static _Thread_local const void *given;
static _Thread_local uint32_t given_count;

static VkResult driver_result(const void *infos, uint32_t count, VkPipeline *pipelines) {
    require(infos == given && count == given_count, "the driver gets other arguments than the application gives");
    for (uint32_t i = 0; i < count; i++)
        pipelines[i] = (VkPipeline)(uintptr_t)(1 + atomic_fetch_add(&calls, 1));
    return VK_PIPELINE_COMPILE_REQUIRED; /* no error: the layer must hand it on */
}

static VkResult create_graphics(VkDevice device, VkPipelineCache cache, uint32_t count,
                                const VkGraphicsPipelineCreateInfo *infos, const VkAllocationCallbacks *allocator,
                                VkPipeline *pipelines) {
    require((void *)device == &the_device && !cache && !allocator, "another device, cache or allocator");
    return driver_result(infos, count, pipelines);
}

static VkResult create_rays(VkDevice device, VkDeferredOperationKHR operation, VkPipelineCache cache, uint32_t count,
                            const VkRayTracingPipelineCreateInfoKHR *infos, const VkAllocationCallbacks *allocator,
                            VkPipeline *pipelines) {
    require((void *)device == &the_device && !operation && !cache && !allocator, "another device or operation");
    return driver_result(infos, count, pipelines);
}

static VkResult create_module(VkDevice device, const VkShaderModuleCreateInfo *info,
                              const VkAllocationCallbacks *allocator, VkShaderModule *module) {
    require((void *)device == &the_device && info && !allocator, "another module");
    *module = (VkShaderModule)(uintptr_t)(1 + atomic_fetch_add(&calls, 1));
    return VK_SUCCESS;
}

static void destroy_module(VkDevice device, VkShaderModule module, const VkAllocationCallbacks *allocator) {
    require((void *)device == &the_device && module && !allocator, "another module");
}

static VkResult create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *allocator,
                                VkInstance *instance) {
    require(info && !allocator, "another instance");
    *instance = (VkInstance)&the_instance;
    return VK_SUCCESS;
}

static VkResult create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                              const VkAllocationCallbacks *allocator, VkDevice *device) {
    require((void *)physical == &the_instance && info && !allocator, "another device");
    *device = (VkDevice)&the_device;
    return VK_SUCCESS;
}

static void destroy(void *handle, const VkAllocationCallbacks *allocator) {
    require(handle && !allocator, "another handle");
}

static PFN_vkVoidFunction driver_function(const char *name) {
    static const struct {
        const char *name;
        PFN_vkVoidFunction function;
    } all[] = {{"vkCreateInstance", (PFN_vkVoidFunction)create_instance},
               {"vkDestroyInstance", (PFN_vkVoidFunction)destroy},
               {"vkCreateDevice", (PFN_vkVoidFunction)create_device},
               {"vkDestroyDevice", (PFN_vkVoidFunction)destroy},
               {"vkCreateShaderModule", (PFN_vkVoidFunction)create_module},
               {"vkDestroyShaderModule", (PFN_vkVoidFunction)destroy_module},
               {"vkCreateGraphicsPipelines", (PFN_vkVoidFunction)create_graphics},
               {"vkCreateRayTracingPipelinesKHR", (PFN_vkVoidFunction)create_rays}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(name, all[i].name) == 0)
            return all[i].function;
    return NULL;
}

static PFN_vkVoidFunction of_instance(VkInstance instance, const char *name) {
    (void)instance;
    return driver_function(name);
}

static PFN_vkVoidFunction of_device(VkDevice device, const char *name) {
    (void)device;
    return driver_function(name);
}

/* ---- the application ---- */

static const struct {
    const char *ending;
    VkShaderStageFlagBits stage;
} endings[] = {{"vert", VK_SHADER_STAGE_VERTEX_BIT},
               {"tesc", VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT},
               {"tese", VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT},
               {"geom", VK_SHADER_STAGE_GEOMETRY_BIT},
               {"frag", VK_SHADER_STAGE_FRAGMENT_BIT},
               {"task", VK_SHADER_STAGE_TASK_BIT_NV},
               {"mesh", VK_SHADER_STAGE_MESH_BIT_NV},
               {"rgen", VK_SHADER_STAGE_RAYGEN_BIT_KHR},
               {"rint", VK_SHADER_STAGE_INTERSECTION_BIT_KHR},
               {"rahit", VK_SHADER_STAGE_ANY_HIT_BIT_KHR},
               {"rchit", VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR},
               {"rmiss", VK_SHADER_STAGE_MISS_BIT_KHR},
               {"rcall", VK_SHADER_STAGE_CALLABLE_BIT_KHR}};

static struct {
    uint32_t *words;
    size_t bytes;
    VkShaderStageFlagBits stage;
} modules[MAX_STAGES];
static uint32_t module_count;
static VkDevice device;
static PFN_vkCreateShaderModule app_create_module;
static PFN_vkDestroyShaderModule app_destroy_module;
static PFN_vkCreateGraphicsPipelines app_create_graphics;
static PFN_vkCreateRayTracingPipelinesKHR app_create_rays;

static int read_module(const char *path) {
    static const size_t most = 1 << 20;
    FILE *file = fopen(path, "rb");
    uint32_t *words = malloc(most);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char ending[16];
        snprintf(ending, sizeof ending, ".%s.spv", endings[i].ending);
        if (strstr(path, ending))
            modules[module_count].stage = endings[i].stage;
    }
    if (!file || !words || !modules[module_count].stage)
        return 0;
    modules[module_count].words = words;
    modules[module_count++].bytes = fread(words, 1, most, file);
    return fclose(file) == 0;
}

struct stages {
    VkPipelineShaderStageCreateInfo infos[MAX_STAGES];
    uint32_t count;
};

static struct stages stages_of(const struct stages *all, VkFlags wanted) {
    struct stages some = {.count = 0};
    for (uint32_t i = 0; i < all->count; i++)
        if (all->infos[i].stage & wanted)
            some.infos[some.count++] = all->infos[i];
    return some;
}

/* `parts`: which parts of a library it is, if it is one. `linked`: of libraries, without stages of its own. */
static void make_graphics(const struct stages *all, VkFlags wanted, VkFlags parts, int linked) {
    const struct stages some = stages_of(all, wanted);
    const VkGraphicsPipelineLibraryCreateInfoEXT part = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT, .flags = parts};
    VkPipeline library = (VkPipeline)(uintptr_t)1, made[2] = {0};
    const VkPipelineLibraryCreateInfoKHR libraries = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR, .libraryCount = 1, .pLibraries = &library};
    const VkGraphicsPipelineCreateInfo one = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                              .pNext = parts    ? (const void *)&part
                                                       : linked ? (const void *)&libraries
                                                                : NULL,
                                              .stageCount = linked ? 7 : some.count, /* ignored if it is linked */
                                              .pStages = linked ? (void *)(uintptr_t)8 : some.infos};
    const VkGraphicsPipelineCreateInfo infos[2] = {one, one};
    given = infos;
    given_count = linked ? 1 : 2;
    VkResult result = app_create_graphics(device, VK_NULL_HANDLE, given_count, infos, NULL, made);
    require(result == VK_PIPELINE_COMPILE_REQUIRED && made[0], "the application gets another result");
}

static void make_rays(const struct stages *all, VkPipelineCreateFlags flags) {
    const struct stages some = stages_of(
        all, ~(VkFlags)(VK_SHADER_STAGE_ALL_GRAPHICS | VK_SHADER_STAGE_TASK_BIT_NV | VK_SHADER_STAGE_MESH_BIT_NV));
    const VkRayTracingPipelineCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_RAY_TRACING_PIPELINE_CREATE_INFO_KHR,
                                                    .flags = flags,
                                                    .stageCount = some.count,
                                                    .pStages = some.infos};
    VkPipeline made = VK_NULL_HANDLE;
    given = &info;
    given_count = 1;
    VkResult result = app_create_rays(device, VK_NULL_HANDLE, VK_NULL_HANDLE, 1, &info, NULL, &made);
    require(result == VK_PIPELINE_COMPILE_REQUIRED && made, "the application gets another result");
}

static void *work(void *unused) {
    const VkFlags mesh = VK_SHADER_STAGE_TASK_BIT_NV | VK_SHADER_STAGE_MESH_BIT_NV;
    struct stages all = {.count = module_count};
    for (uint32_t i = 0; i < module_count; i++) {
        const VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                               .codeSize = modules[i].bytes,
                                               .pCode = modules[i].words};
        all.infos[i] = (VkPipelineShaderStageCreateInfo){
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = modules[i].stage, .pName = "main"};
        require(app_create_module(device, &info, NULL, &all.infos[i].module) == VK_SUCCESS, "vkCreateShaderModule");
    }
    make_graphics(&all, VK_SHADER_STAGE_ALL_GRAPHICS & ~mesh, 0, 0);
    make_graphics(&all, mesh | VK_SHADER_STAGE_FRAGMENT_BIT, 0, 0);
    make_graphics(&all, VK_SHADER_STAGE_FRAGMENT_BIT, VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT, 0);
    make_graphics(&all, 0, 0, 1);
    make_rays(&all, 0);
    make_rays(&all, VK_PIPELINE_CREATE_LIBRARY_BIT_KHR);
    for (uint32_t i = 0; i < module_count; i++)
        app_destroy_module(device, all.infos[i].module, NULL);
    return unused;
}

static int make_device(const char *path) {
    void *layer = dlopen(path, RTLD_NOW);
    PFN_vkNegotiateLoaderLayerInterfaceVersion negotiate =
        layer ? (PFN_vkNegotiateLoaderLayerInterfaceVersion)dlsym(layer, "vkNegotiateLoaderLayerInterfaceVersion")
              : NULL;
    VkNegotiateLayerInterface interface = {.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT, .loaderLayerInterfaceVersion = 2};
    if (!negotiate || negotiate(&interface) != VK_SUCCESS)
        return 0;
    VkLayerInstanceLink instance_link = {.pfnNextGetInstanceProcAddr = of_instance};
    VkLayerInstanceCreateInfo of_layer = {.sType = VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO,
                                          .function = VK_LAYER_LINK_INFO};
    of_layer.u.pLayerInfo = &instance_link;
    const VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pNext = &of_layer};
    VkLayerDeviceLink device_link = {.pfnNextGetInstanceProcAddr = of_instance, .pfnNextGetDeviceProcAddr = of_device};
    VkLayerDeviceCreateInfo of_device_layer = {.sType = VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO,
                                               .function = VK_LAYER_LINK_INFO};
    of_device_layer.u.pLayerInfo = &device_link;
    const VkDeviceCreateInfo device_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &of_device_layer};
    PFN_vkGetInstanceProcAddr get = interface.pfnGetInstanceProcAddr;
    VkInstance instance;
    if (((PFN_vkCreateInstance)get(VK_NULL_HANDLE, "vkCreateInstance"))(&instance_info, NULL, &instance) ||
        ((PFN_vkCreateDevice)get(instance, "vkCreateDevice"))((VkPhysicalDevice)&the_instance, &device_info, NULL,
                                                              &device))
        return 0;
    PFN_vkGetDeviceProcAddr of = interface.pfnGetDeviceProcAddr;
    app_create_module = (PFN_vkCreateShaderModule)of(device, "vkCreateShaderModule");
    app_destroy_module = (PFN_vkDestroyShaderModule)of(device, "vkDestroyShaderModule");
    app_create_graphics = (PFN_vkCreateGraphicsPipelines)of(device, "vkCreateGraphicsPipelines");
    app_create_rays = (PFN_vkCreateRayTracingPipelinesKHR)of(device, "vkCreateRayTracingPipelinesKHR");
    return app_create_module && app_destroy_module && app_create_graphics && app_create_rays;
}

int main(int argc, char **argv) {
    pthread_t threads[THREADS];
    if (argc < 3 || argc > MAX_STAGES || !make_device(argv[1]))
        return 1;
    for (int i = 2; i < argc; i++)
        if (!read_module(argv[i]))
            return 1;
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, NULL) != 0)
            return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (uint32_t i = 0; i < module_count; i++)
        free(modules[i].words);
    return failures != 0;
}
