/* layer_entries LAYER: what the loader gets of the layer without an instance or device, or with one that the layer has
 * never seen. Status 1 if it is more than it may get. */
#include <dlfcn.h>
#include <stdio.h>
#include <vulkan/vk_layer.h>

static int failures;

static void expect(const char *with, const char *name, PFN_vkVoidFunction got, int wanted) {
    if ((got != NULL) == wanted)
        return;
    fprintf(stderr, "%s, %s: %s\n", with, name, wanted ? "missing" : "must be NULL");
    failures++;
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int global;
    } names[] = {{"vkGetInstanceProcAddr", 1},
                 {"vkCreateInstance", 1},
                 {"vkDestroyInstance", 0},
                 {"vkCreateDevice", 0},
                 {"vkGetDeviceProcAddr", 0},
                 {"vkDestroyDevice", 0},
                 {"vkCreateShaderModule", 0},
                 {"vkDestroyShaderModule", 0},
                 {"vkCreateComputePipelines", 0},
                 {"vkCreateGraphicsPipelines", 0},
                 {"vkCreateRayTracingPipelinesKHR", 0},
                 {"vkQueueSubmit", 0},
                 {"vkNoSuchFunction", 0},
                 {"", 0}};
    void *layer = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    PFN_vkNegotiateLoaderLayerInterfaceVersion negotiate =
        layer ? (PFN_vkNegotiateLoaderLayerInterfaceVersion)dlsym(layer, "vkNegotiateLoaderLayerInterfaceVersion")
              : NULL;
    VkNegotiateLayerInterface interface = {.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT, .loaderLayerInterfaceVersion = 2};
    if (!negotiate || negotiate(&interface) != VK_SUCCESS)
        return 1;
    void *key = &failures, *stranger = &key; /* a handle begins with a pointer */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        expect("no instance", names[i].name, interface.pfnGetInstanceProcAddr(VK_NULL_HANDLE, names[i].name),
               names[i].global);
        expect("no device", names[i].name, interface.pfnGetDeviceProcAddr(VK_NULL_HANDLE, names[i].name), 0);
        expect("a strange device", names[i].name, interface.pfnGetDeviceProcAddr((VkDevice)stranger, names[i].name), 0);
    }
    expect("a strange instance", "vkQueueSubmit",
           interface.pfnGetInstanceProcAddr((VkInstance)stranger, "vkQueueSubmit"), 0);
    return failures != 0;
}
