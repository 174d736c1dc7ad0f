/* From SPIR-V to code that the driver's process can call: smmra_translate makes LLVM IR, LLVM's library reads it and
 * makes an object of it, and links that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "gallivm/lp_bld_misc.h"
#include "lp_screen.h"
#include "lvp_private.h"
#include "lvp_smmra_private.h"
#include "util/macros.h"
#include "util/mesa-sha1.h"
#include "util/u_debug.h"
#include "util/u_memory.h"
#include "vk_pipeline.h"
#include "vk_shader_module.h"
#include "vk_util.h"

/* ---- the device ---- */

/* The device's allocator, which an application may give. */
static void *allocate(void *device, size_t size) {
    return vk_alloc(&((struct lvp_smmra_device *)device)->driver->vk.alloc, size, 16,
                    VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
}

static void release(void *device, void *block, UNUSED size_t size) {
    vk_free(&((struct lvp_smmra_device *)device)->driver->vk.alloc, block);
}

struct lvp_smmra_device *lvp_smmra_device_create(struct lvp_device *driver, uint32_t subgroup_size) {
    const char *option = debug_get_option("LVP_SMMRA", "");
    if (!strcmp(option, "off"))
        return NULL;
    struct lvp_smmra_device *device = CALLOC_STRUCT(lvp_smmra_device);
    if (!device)
        return NULL;
    LLVMInitializeNativeTarget();
    LLVMInitializeNativeAsmPrinter();
    simple_mtx_init(&device->lock, mtx_plain);
    device->driver = driver;
    device->allocator = (smmra_allocator){allocate, release, device};
    device->subgroup_size = subgroup_size;
    device->log = !strcmp(option, "log");
    smmra_images_init(device);
    smmra_fibers_init();
    return device;
}

void lvp_smmra_device_destroy(struct lvp_smmra_device *device) {
    if (!device)
        return;
    if (device->log)
        fprintf(stderr, "lavapipe: spirv-mmra: %u stages translated, %u refused, %u failed; %" PRIu64 " dispatches\n",
                device->translated, device->refused, device->failed, device->dispatches);
    smmra_fibers_finish();
    simple_mtx_destroy(&device->lock);
    FREE(device);
}

/* ---- the request ---- */

struct words {
    const uint32_t *words;
    size_t bytes;
};

/* As vk_pipeline_shader_stage_to_nir finds them. None: the shader is the driver's own. */
static struct words words_of(const VkPipelineShaderStageCreateInfo *stage) {
    VK_FROM_HANDLE(vk_shader_module, module, stage->module);
    if (module)
        return module->nir ? (struct words){0} : (struct words){(const uint32_t *)module->data, module->size};
    const VkShaderModuleCreateInfo *info = vk_find_struct_const(stage->pNext, SHADER_MODULE_CREATE_INFO);
    return info ? (struct words){info->pCode, info->codeSize} : (struct words){0};
}

/* For FREE. NULL: no memory. */
static smmra_specialization *specializations_of(const VkSpecializationInfo *info) {
    smmra_specialization *values = CALLOC(info ? info->mapEntryCount + 1 : 1, sizeof *values);
    for (uint32_t i = 0; values && info && i < info->mapEntryCount; i++) {
        const VkSpecializationMapEntry *entry = &info->pMapEntries[i];
        values[i].spec_id = entry->constantID;
        memcpy(&values[i].bits, (const uint8_t *)info->pData + entry->offset, MIN2(entry->size, 8));
    }
    return values;
}

static void print_message(void *user, const smmra_diagnostic *diagnostic) {
    const struct lvp_smmra_device *device = user;
    if (device->log && diagnostic->severity == SMMRA_SEVERITY_ERROR)
        fprintf(stderr, "lavapipe: spirv-mmra: word %u: %s\n", diagnostic->word, diagnostic->message);
}

/* Whether accesses beyond a buffer's end are defined. A null descriptor's buffer has no bytes. */
static bool is_robust(const struct lvp_smmra_device *device, const VkPipelineShaderStageCreateInfo *stage,
                      const void *pipeline_next) {
    const VkPipelineRobustnessBufferBehaviorEXT open = VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DISABLED_EXT;
    struct vk_pipeline_robustness_state state;
    vk_pipeline_robustness_state_fill(&device->driver->vk, &state, pipeline_next, stage->pNext);
    return state.storage_buffers != open || state.uniform_buffers != open ||
           device->driver->vk.enabled_features.nullDescriptor;
}

static smmra_translation *translate(struct lvp_smmra_device *device, const VkPipelineShaderStageCreateInfo *stage,
                                    bool robust, bool dispatch_base) {
    struct words words = words_of(stage);
    smmra_specialization *values = words.words ? specializations_of(stage->pSpecializationInfo) : NULL;
    if (!values)
        return NULL;
    smmra_options options = SMMRA_DEFAULTS(smmra_options);
    options.entry = stage->pName;
    options.stages = 1u << SMMRA_STAGE_COMPUTE;
    options.specializations = values;
    options.specialization_count = stage->pSpecializationInfo ? stage->pSpecializationInfo->mapEntryCount : 0;
    options.flags = SMMRA_FLAG_NO_CHECK | SMMRA_FLAG_NO_DEBUG_INFO | (dispatch_base ? SMMRA_FLAG_DISPATCH_BASE : 0);
    options.profile = SMMRA_PROFILE_22; /* no intrinsic that this LLVM does not know */
    options.target = SMMRA_TARGET_HOST;
    options.abi = robust ? SMMRA_ABI_BUFFER : SMMRA_ABI_KERNEL;
    options.buffer_alignment = 4;
    options.allocator = &device->allocator;
    options.diagnose = print_message;
    options.diagnose_user = device;
    smmra_translation *translation;
    smmra_result result = smmra_translate(words.words, words.bytes / 4, &options, &translation);
    FREE(values);
    if (result == SMMRA_SUCCESS)
        return translation;
    p_atomic_inc(result == SMMRA_UNSUPPORTED ? &device->refused : &device->failed);
    smmra_translation_destroy(translation);
    return NULL;
}

/* ---- parameters ---- */

/* Whether the size that a descriptor has counts, but may be in bytes or in elements, as its type may change. */
static bool has_size_of_unknown_unit(const struct smmra_parameter *parameter, bool robust) {
    return robust && parameter->binding->type == VK_DESCRIPTOR_TYPE_MUTABLE_EXT &&
           (parameter->kind == SMMRA_RESOURCE_SIZE || parameter->kind == SMMRA_RESOURCE_DESCRIPTOR_ARRAY);
}

/* False: the driver compiles shaders with such a parameter itself. So it does with an image of several planes, which a
 * sampler of the layout converts. */
static bool take_parameter(struct smmra_parameter *parameter, const smmra_resource *resource,
                           const struct lvp_pipeline_layout *layout, bool robust) {
    *parameter = (struct smmra_parameter){.kind = resource->kind, .set = resource->set};
    switch (resource->kind) {
    case SMMRA_RESOURCE_PUSH_CONSTANTS:
    case SMMRA_RESOURCE_NUM_WORKGROUPS:
    case SMMRA_RESOURCE_DISPATCH_BASE:
    case SMMRA_RESOURCE_WORKGROUP_MEMORY:
        return true;
    case SMMRA_RESOURCE_STORAGE_BUFFER:
    case SMMRA_RESOURCE_UNIFORM_BUFFER:
    case SMMRA_RESOURCE_SIZE:
        break;
    case SMMRA_RESOURCE_DESCRIPTOR_ARRAY:
        parameter->units = 1;
        break;
    case SMMRA_RESOURCE_STORAGE_IMAGE:
    case SMMRA_RESOURCE_SAMPLED_IMAGE:
    case SMMRA_RESOURCE_SAMPLER:
    case SMMRA_RESOURCE_COMBINED_IMAGE_SAMPLER:
    case SMMRA_RESOURCE_STORAGE_TEXEL_BUFFER:
    case SMMRA_RESOURCE_UNIFORM_TEXEL_BUFFER:
        parameter->units = (uint32_t)(resource->byte_size / 16);
        break;
    default:
        return false;
    }
    parameter->binding = get_binding_layout(layout, resource->set, resource->binding);
    parameter->count = resource->descriptor_count ? resource->descriptor_count : parameter->binding->array_size;
    return (resource->kind != SMMRA_RESOURCE_COMBINED_IMAGE_SAMPLER || parameter->binding->stride == 1) &&
           !has_size_of_unknown_unit(parameter, robust);
}

/* Larger kernels are left to the driver: the tables here have so many places. */
static bool is_too_large(const struct lvp_smmra_kernel *kernel, const smmra_translated_entry *entry) {
    const uint32_t *size = kernel->local_size;
    return entry->resource_count > SMMRA_MOST_PARAMETERS ||
           (uint64_t)size[0] * size[1] * size[2] > SMMRA_MOST_INVOCATIONS;
}

static bool take_parameters(struct lvp_smmra_kernel *kernel, const smmra_translated_entry *entry,
                            const struct lvp_pipeline_layout *layout, bool robust) {
    if (is_too_large(kernel, entry))
        return false;
    kernel->parameters = CALLOC(entry->resource_count + 1, sizeof *kernel->parameters);
    if (!kernel->parameters)
        return false;
    kernel->parameter_count = (uint32_t)entry->resource_count;
    for (size_t i = 0; i < entry->resource_count; i++) {
        const smmra_resource *resource = entry->resources[i];
        if (!take_parameter(&kernel->parameters[i], resource, layout, robust)) {
            if (kernel->device->log)
                fprintf(stderr, "lavapipe: spirv-mmra: set %u, binding %u: %s is left to the driver\n", resource->set,
                        resource->binding, smmra_resource_kind_name(resource->kind));
            return false;
        }
        kernel->unit_count += kernel->parameters[i].count * kernel->parameters[i].units;
        if (resource->kind == SMMRA_RESOURCE_WORKGROUP_MEMORY)
            kernel->workgroup_bytes = resource->byte_size;
    }
    return true;
}

/* ---- compiling ---- */

static void complain(const struct lvp_smmra_device *device, char *message) {
    if (message && device->log)
        fprintf(stderr, "lavapipe: spirv-mmra: LLVM: %s\n", message);
    LLVMDisposeMessage(message);
}

/* NULL: LLVM does not take the text. */
static LLVMModuleRef parse(const struct lvp_smmra_device *device, LLVMContextRef context, const char *text,
                           size_t length) {
    LLVMModuleRef module = NULL;
    char *message = NULL;
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, length, "spirv-mmra");
    bool failed = LLVMParseIRInContext(context, buffer, &module, &message);
    complain(device, message);
    return failed ? NULL : module;
}

static bool ended_well(LLVMErrorRef error) {
    if (error)
        LLVMConsumeError(error);
    return !error;
}

static LLVMTargetMachineRef host_machine(void) {
    char *triple = LLVMGetDefaultTargetTriple(), *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
    LLVMTargetRef target;
    LLVMTargetMachineRef machine = NULL;
    if (!LLVMGetTargetFromTriple(triple, &target, NULL))
        machine = LLVMCreateTargetMachine(target, triple, cpu, features, LLVMCodeGenLevelDefault, LLVMRelocPIC,
                                          LLVMCodeModelJITDefault);
    LLVMDisposeMessage(triple);
    LLVMDisposeMessage(cpu);
    LLVMDisposeMessage(features);
    return machine;
}

/* Sees what LLVM reports while it compiles: that a function's frame is larger than its attribute warn-stack-size says.
 */
static void take_diagnostic(LLVMDiagnosticInfoRef diagnostic, void *too_large) {
    char *description = LLVMGetDiagInfoDescription(diagnostic);
    if (strstr(description, "stack frame size"))
        *(bool *)too_large = true;
    LLVMDisposeMessage(description);
}

/* Shares the kernel's part of a stack out among its functions. None calls itself, so that each has at most one frame
 * at a time. */
static void limit_frames(LLVMModuleRef module) {
    unsigned functions = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        functions += !LLVMIsDeclaration(f);
    char limit[16];
    snprintf(limit, sizeof limit, "%u", SMMRA_KERNEL_STACK_BYTES / MAX2(functions, 1));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            LLVMAddTargetDependentFunctionAttr(f, "warn-stack-size", limit);
}

/* NULL: LLVM has no memory, or fails, or the kernel runs as fibers and needs more than a fiber's stack. */
static LLVMMemoryBufferRef emit(const struct lvp_smmra_device *device, LLVMModuleRef module, bool fibers) {
    LLVMTargetMachineRef machine = host_machine();
    if (!machine)
        return NULL;
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopVectorization(options, true);
    LLVMPassBuilderOptionsSetSLPVectorization(options, true);
    bool optimized = ended_well(LLVMRunPasses(module, "default<O2>", machine, options));
    LLVMDisposePassBuilderOptions(options);
    if (fibers)
        limit_frames(module);
    bool too_large = false;
    LLVMContextSetDiagnosticHandler(LLVMGetModuleContext(module), take_diagnostic, &too_large);
    char *message = NULL;
    LLVMMemoryBufferRef object = NULL;
    bool failed = !optimized || LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &message, &object);
    complain(device, message);
    LLVMDisposeTargetMachine(machine);
    if (!failed && too_large) {
        complain(device, LLVMCreateMessage("an invocation needs more than a fiber's stack"));
        LLVMDisposeMemoryBuffer(object);
        failed = true;
    }
    return failed ? NULL : object;
}

/* The object of the module, which the driver's cache on disk has from an earlier time, or gets. It belongs to this
 * build of the driver and LLVM, and to this processor (lp_disk_cache_create). */
static LLVMMemoryBufferRef find_or_emit(const struct lvp_smmra_device *device, LLVMModuleRef module, bool fibers) {
    struct llvmpipe_screen *screen = llvmpipe_screen(device->driver->queue.ctx->screen);
    LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(module);
    struct lp_cached_code code = {0};
    uint8_t key[SHA1_DIGEST_LENGTH];
    _mesa_sha1_compute(LLVMGetBufferStart(bitcode), LLVMGetBufferSize(bitcode), key);
    LLVMDisposeMemoryBuffer(bitcode);
    lp_disk_cache_find_shader(screen, &code, key);
    if (code.data_size) {
        LLVMMemoryBufferRef object = LLVMCreateMemoryBufferWithMemoryRangeCopy(code.data, code.data_size, "spirv-mmra");
        free(code.data);
        return object;
    }
    LLVMMemoryBufferRef object = emit(device, module, fibers);
    if (object) {
        code.data = (void *)LLVMGetBufferStart(object);
        code.data_size = LLVMGetBufferSize(object);
        lp_disk_cache_insert_shader(screen, &code, key);
    }
    return object;
}

/* An x86-64 processor has one way to order accesses: annotations say nothing to it, and LLVM 19 prints a warning where
 * it loses one. */
static void drop_annotations(LLVMContextRef context, LLVMModuleRef module) {
    unsigned kind = LLVMGetMDKindIDInContext(context, "mmra", 4);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
            for (LLVMValueRef in = LLVMGetFirstInstruction(block); in; in = LLVMGetNextInstruction(in))
                LLVMSetMetadata(in, kind, NULL);
}

/* ---- linking ---- */

/* Takes the object. What else it calls is the C library's, which LLVM finds in the process. */
static bool link_object(struct lvp_smmra_kernel *kernel, LLVMMemoryBufferRef object) {
    if (!ended_well(LLVMOrcCreateLLJIT(&kernel->jit, NULL))) {
        LLVMDisposeMemoryBuffer(object);
        return false;
    }
    return ended_well(LLVMOrcLLJITAddObjectFile(kernel->jit, LLVMOrcLLJITGetMainJITDylib(kernel->jit), object)) &&
           ended_well(smmra_fibers_define(kernel->jit));
}

static bool find_function(struct lvp_smmra_kernel *kernel, const smmra_translated_entry *entry) {
    LLVMOrcExecutorAddress address;
    const char *name = entry->workgroup_function ? entry->workgroup_function : entry->function;
    if (!ended_well(LLVMOrcLLJITLookup(kernel->jit, &address, name)))
        return false;
    if (entry->workgroup_function)
        kernel->run_workgroup = (smmra_host_workgroup *)(uintptr_t)address;
    else
        kernel->run_invocation = (smmra_host_invocation *)(uintptr_t)address;
    return true;
}

/* ---- kernels ---- */

/* If a workgroup has a function, that of an invocation is not compiled. */
static LLVMMemoryBufferRef object_of(struct lvp_smmra_device *device, LLVMContextRef context, LLVMModuleRef module,
                                     const smmra_translated_entry *entry) {
    if (entry->workgroup_function)
        LLVMDeleteFunction(LLVMGetNamedFunction(module, entry->function));
    drop_annotations(context, module);
    return smmra_replace_images(device, context, module) ? find_or_emit(device, module, !entry->workgroup_function)
                                                         : NULL;
}

static bool compile(struct lvp_smmra_kernel *kernel, const smmra_translation *translation,
                    const smmra_translated_entry *entry) {
    size_t length;
    const char *text = smmra_translation_text(translation, &length);
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef module = parse(kernel->device, context, text, length);
    LLVMMemoryBufferRef object = NULL;
    if (module) {
        object = object_of(kernel->device, context, module, entry);
        LLVMDisposeModule(module);
    }
    LLVMContextDispose(context);
    return object && link_object(kernel, object) && find_function(kernel, entry);
}

/* NULL: no memory. */
static struct lvp_smmra_kernel *allocate_kernel(struct lvp_smmra_device *device, const struct lvp_shader *shader) {
    struct lvp_smmra_kernel *kernel = CALLOC_STRUCT(lvp_smmra_kernel);
    if (!kernel)
        return NULL;
    kernel->device = device;
    for (unsigned i = 0; i < 3; i++)
        kernel->local_size[i] = shader->pipeline_nir->nir->info.workgroup_size[i];
    return kernel;
}

struct lvp_smmra_kernel *lvp_smmra_kernel_create(struct lvp_smmra_device *device, const struct lvp_shader *shader,
                                                 const struct lvp_pipeline_layout *layout,
                                                 const VkPipelineShaderStageCreateInfo *stage,
                                                 const void *pipeline_next, bool dispatch_base) {
    bool robust = device && is_robust(device, stage, pipeline_next);
    smmra_translation *translation = device ? translate(device, stage, robust, dispatch_base) : NULL;
    if (!translation)
        return NULL;
    size_t entry_count;
    const smmra_translated_entry *entry = *smmra_translation_entry_points(translation, &entry_count);
    struct lvp_smmra_kernel *kernel = allocate_kernel(device, shader);
    if (kernel) {
        bool known = take_parameters(kernel, entry, layout, robust);
        bool compiled = known && compile(kernel, translation, entry);
        p_atomic_inc(compiled ? &device->translated : known ? &device->failed : &device->refused);
        if (device->log && compiled)
            fprintf(stderr, "lavapipe: spirv-mmra: a stage is translated\n");
        if (!compiled) {
            lvp_smmra_kernel_destroy(kernel);
            kernel = NULL;
        }
    }
    smmra_translation_destroy(translation);
    return kernel;
}

void lvp_smmra_kernel_destroy(struct lvp_smmra_kernel *kernel) {
    if (!kernel)
        return;
    if (kernel->jit)
        LLVMConsumeError(LLVMOrcDisposeLLJIT(kernel->jit));
    FREE(kernel->parameters);
    FREE(kernel);
}
