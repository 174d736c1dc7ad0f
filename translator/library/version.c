/* This file says what this library is and what it knows. */
#include "translator/spirv_mmra.h"

#define STRING_OF(number)           #number
#define DOTTED(major, minor, patch) STRING_OF(major) "." STRING_OF(minor) "." STRING_OF(patch)

uint32_t smmra_version(void) {
    return SMMRA_VERSION;
}

const char *smmra_version_string(void) {
    return DOTTED(SMMRA_VERSION_MAJOR, SMMRA_VERSION_MINOR, SMMRA_VERSION_PATCH);
}

const char *smmra_option_value_name(smmra_option option, uint32_t value) {
    enum { MOST = 16 };
    static const char *const names[][MOST] = {
        [SMMRA_OPTION_PROFILE] = {"23", "22", "document", "24", "draft", "21", "19"},
        [SMMRA_OPTION_ABI] = {"kernel", "buffer", "driver"},
        [SMMRA_OPTION_GLSL450] = {"conservative", "strict"},
        [SMMRA_OPTION_STAGE] = {"compute", "vertex", "fragment", "tessellation-control", "tessellation-evaluation",
                                "geometry", "task", "mesh", "ray-generation", "intersection", "any-hit", "closest-hit",
                                "miss", "callable"},
        [SMMRA_OPTION_TARGET] = {"amdgcn", "host"},
        [SMMRA_OPTION_CONVERGENCE] = {"attributes", "tokens"},
        [SMMRA_OPTION_COHERENCE] = {"auto", "fence", "access"},
    };
    if ((unsigned)option >= sizeof names / sizeof *names || value >= MOST)
        return NULL;
    return names[option][value];
}

const char *smmra_resource_kind_name(smmra_resource_kind kind) {
    static const char *const names[] = {
        [SMMRA_RESOURCE_STORAGE_BUFFER] = "storage_buffer",
        [SMMRA_RESOURCE_UNIFORM_BUFFER] = "uniform_buffer",
        [SMMRA_RESOURCE_DESCRIPTOR_ARRAY] = "descriptor_array",
        [SMMRA_RESOURCE_SIZE] = "byte_size",
        [SMMRA_RESOURCE_PUSH_CONSTANTS] = "push_constants",
        [SMMRA_RESOURCE_NUM_WORKGROUPS] = "num_workgroups",
        [SMMRA_RESOURCE_DISPATCH_BASE] = "dispatch_base",
        [SMMRA_RESOURCE_STORAGE_IMAGE] = "storage_image",
        [SMMRA_RESOURCE_SAMPLED_IMAGE] = "sampled_image",
        [SMMRA_RESOURCE_SAMPLER] = "sampler",
        [SMMRA_RESOURCE_COMBINED_IMAGE_SAMPLER] = "combined_image_sampler",
        [SMMRA_RESOURCE_STORAGE_TEXEL_BUFFER] = "storage_texel_buffer",
        [SMMRA_RESOURCE_UNIFORM_TEXEL_BUFFER] = "uniform_texel_buffer",
        [SMMRA_RESOURCE_INPUT_ATTACHMENT] = "input_attachment",
        [SMMRA_RESOURCE_TASK_PAYLOAD] = "task_payload",
        [SMMRA_RESOURCE_ACCELERATION_STRUCTURE] = "acceleration_structure",
        [SMMRA_RESOURCE_RAY_PAYLOAD] = "ray_payload",
        [SMMRA_RESOURCE_HIT_ATTRIBUTE] = "hit_attribute",
        [SMMRA_RESOURCE_CALLABLE_DATA] = "callable_data",
        [SMMRA_RESOURCE_SHADER_RECORD] = "shader_record",
        [SMMRA_RESOURCE_RESOURCE_HEAP] = "resource_heap",
        [SMMRA_RESOURCE_SAMPLER_HEAP] = "sampler_heap",
        [SMMRA_RESOURCE_WORKGROUP_MEMORY] = "workgroup_memory",
    };
    return (unsigned)kind < sizeof names / sizeof *names ? names[kind] : NULL;
}
