/*
 * From SPIR-V to the LLVM module of a compute stage by spirv-mmra (radv_smmra.h).
 *
 * SPDX-License-Identifier: MIT
 */

#include "radv_smmra.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <spirv_mmra.h>

#include "spirv/spirv.h"
#include "util/ralloc.h"
#include "util/set.h"
#include "util/simple_mtx.h"
#include "util/u_atomic.h"
#include "util/u_debug.h"
#include "ac_llvm_build.h"
#include "ac_llvm_util.h"
#include "radv_descriptor_set.h"
#include "radv_device.h"
#include "radv_instance.h"
#include "radv_physical_device.h"
#include "radv_shader.h"
#include "radv_shader_args.h"

struct radv_smmra {
   bool log;
   uint32_t taken;
   uint32_t left;
   simple_mtx_t mtx;
   struct set *reasons; /* strings, each of which was printed */
};

struct radv_smmra_shader {
   struct radv_smmra *smmra;
   smmra_translation *translation;
   const smmra_translated_entry *entry;
   char reason[512]; /* why the last translation failed */
};

/* ---- the device ---- */

bool
radv_smmra_enabled(void)
{
   return strcmp(debug_get_option("RADV_SMMRA", ""), "off") != 0;
}

struct radv_smmra *
radv_smmra_create(void)
{
   struct radv_smmra *smmra = rzalloc(NULL, struct radv_smmra);
   if (!smmra)
      return NULL;

   smmra->log = !strcmp(debug_get_option("RADV_SMMRA", ""), "log");
   smmra->reasons = _mesa_set_create(smmra, _mesa_hash_string, _mesa_key_string_equal);
   simple_mtx_init(&smmra->mtx, mtx_plain);
   return smmra;
}

void
radv_smmra_destroy(struct radv_smmra *smmra)
{
   if (!smmra)
      return;

   if (smmra->log || smmra->left)
      fprintf(stderr, "radv: spirv-mmra: %u stages taken, %u left to the driver\n", smmra->taken, smmra->left);
   simple_mtx_destroy(&smmra->mtx);
   ralloc_free(smmra);
}

/* Each reason is printed once, and always with RADV_SMMRA=log. */
static void
leave_to_driver(struct radv_smmra *smmra, const char *reason)
{
   p_atomic_inc(&smmra->left);

   simple_mtx_lock(&smmra->mtx);
   bool is_new = !_mesa_set_search(smmra->reasons, reason);
   if (is_new)
      _mesa_set_add(smmra->reasons, ralloc_strdup(smmra, reason));
   simple_mtx_unlock(&smmra->mtx);

   if (is_new || smmra->log)
      fprintf(stderr, "radv: spirv-mmra: a stage is left to the driver: %s\n", reason);
}

/* ---- translation ---- */

static void
take_diagnostic(void *user, const smmra_diagnostic *diagnostic)
{
   struct radv_smmra_shader *shader = user;
   if (diagnostic->severity == SMMRA_SEVERITY_ERROR && !shader->reason[0])
      snprintf(shader->reason, sizeof(shader->reason), "%s", diagnostic->message);
}

static uint32_t
collect_specializations(const VkSpecializationInfo *info, smmra_specialization *values)
{
   for (uint32_t i = 0; info && i < info->mapEntryCount; i++) {
      const VkSpecializationMapEntry *entry = &info->pMapEntries[i];
      values[i].spec_id = entry->constantID;
      memcpy(&values[i].bits, (const uint8_t *)info->pData + entry->offset, MIN2(entry->size, sizeof(values[i].bits)));
   }
   return info ? info->mapEntryCount : 0;
}

static bool
translate(struct radv_smmra_shader *shader, const struct radv_device *device, const struct radv_shader_stage *stage,
          const smmra_driver *driver, uint32_t flags)
{
   const struct radv_physical_device *pdev = radv_device_physical(device);
   uint32_t count = stage->spec_info ? stage->spec_info->mapEntryCount : 0;
   smmra_specialization *values = rzalloc_array(NULL, smmra_specialization, count + 1);
   if (!values)
      return false;

   smmra_options options = SMMRA_DEFAULTS(smmra_options);
   options.entry = stage->entrypoint;
   options.stages = 1u << SMMRA_STAGE_COMPUTE;
   options.specializations = values;
   options.specialization_count = collect_specializations(stage->spec_info, values);
   options.flags = SMMRA_FLAG_NO_CHECK | SMMRA_FLAG_NO_DEBUG_INFO | flags;
   options.profile = LLVM_VERSION_MAJOR >= 22   ? SMMRA_PROFILE_22
                     : LLVM_VERSION_MAJOR >= 20 ? SMMRA_PROFILE_21
                                                : SMMRA_PROFILE_19;
   options.abi = SMMRA_ABI_DRIVER;
   options.driver = driver;
   options.mcpu = ac_get_llvm_processor_name(pdev->info.family);
   options.wave = stage->info.wave_size;
   options.diagnose = take_diagnostic;
   options.diagnose_user = shader;

   shader->reason[0] = 0;
   smmra_translation_destroy(shader->translation);
   smmra_result result =
      smmra_translate((const uint32_t *)stage->spirv.data, stage->spirv.size / 4, &options, &shader->translation);
   ralloc_free(values);
   if (result != SMMRA_SUCCESS)
      return false;

   size_t entry_count;
   shader->entry = *smmra_translation_entry_points(shader->translation, &entry_count);
   return true;
}

/* ---- what the driver programs ---- */

static bool
reads(const smmra_facts *facts, SpvBuiltIn builtin)
{
   for (size_t i = 0; i < facts->builtin_count; i++) {
      if (facts->builtins[i] == builtin)
         return true;
   }
   return false;
}

static bool
uses(const smmra_translated_entry *entry, smmra_resource_kind kind)
{
   for (size_t i = 0; i < entry->resource_count; i++) {
      if (entry->resources[i]->kind == kind)
         return true;
   }
   return false;
}

/* NIR may need fewer registers than the library: it has optimized the shader, and takes the local index from the
 * number of a wave. */
static void
gather_ids(const smmra_facts *facts, struct radv_shader_info *info)
{
   bool global = reads(facts, SpvBuiltInGlobalInvocationId);
   bool local = global || reads(facts, SpvBuiltInLocalInvocationId) || reads(facts, SpvBuiltInLocalInvocationIndex) ||
                reads(facts, SpvBuiltInSubgroupId);

   for (unsigned i = 0; i < 3; i++) {
      info->cs.uses_block_id[i] |= global || reads(facts, SpvBuiltInWorkgroupId);
      info->cs.uses_thread_id[i] |= local && facts->workgroup_size[i] > 1;
   }
   info->cs.uses_grid_size |= reads(facts, SpvBuiltInNumWorkgroups);
}

/* Small workgroups run in waves of 32, but unless the pipeline says so, a subgroup has 64 invocations. NIR has that
 * size as a constant; the library asks the wave. */
static void
gather_wave_size(const smmra_facts *facts, const struct radv_shader_stage_key *key, struct radv_shader_info *info)
{
   bool sized = reads(facts, SpvBuiltInSubgroupSize) || reads(facts, SpvBuiltInSubgroupEqMask) ||
                reads(facts, SpvBuiltInSubgroupGeMask) || reads(facts, SpvBuiltInSubgroupGtMask);

   if (!sized || key->subgroup_required_size || info->wave_size == 64)
      return;

   info->wave_size = 64;
   info->cs.uses_full_subgroups &= info->workgroup_size % 64 == 0;
}

static void
gather_resources(const smmra_translated_entry *entry, struct radv_shader_info *info)
{
   for (size_t i = 0; i < entry->resource_count; i++) {
      const smmra_resource *resource = entry->resources[i];
      if (resource->kind == SMMRA_RESOURCE_STORAGE_BUFFER || resource->kind == SMMRA_RESOURCE_UNIFORM_BUFFER ||
          resource->kind == SMMRA_RESOURCE_DESCRIPTOR_ARRAY)
         info->desc_set_used_mask |= 1u << resource->set;
   }

   if (uses(entry, SMMRA_RESOURCE_PUSH_CONSTANTS) && !info->loads_push_constants) {
      info->loads_push_constants = true;
      info->can_inline_all_push_constants = false;
   }
}

/* ---- the table of arguments ---- */

static bool
is_arg(struct ac_arg arg, unsigned index)
{
   return arg.used && arg.arg_index == index;
}

/* Words are those of the mask, in ascending order. */
static uint32_t
inline_push_word(uint64_t mask, unsigned number)
{
   while (number--)
      mask &= mask - 1;
   return ffsll(mask) - 1;
}

static smmra_argument
convert_local_id(const struct radv_shader_info *info, unsigned axis)
{
   /* The hardware fills the registers up to the last component that is asked for. */
   for (unsigned i = axis; i < 3; i++) {
      if (i == 0 || info->cs.uses_thread_id[i])
         return (smmra_argument){SMMRA_ARGUMENT_LOCAL_ID, axis};
   }
   return (smmra_argument){SMMRA_ARGUMENT_IGNORED_VECTOR, 1};
}

static smmra_argument
convert_argument(const struct radv_shader_info *info, const struct radv_shader_args *args, unsigned index,
                 bool has_workgroup_ids)
{
   const struct ac_arg local_ids[] = {args->ac.local_invocation_id_x, args->ac.local_invocation_id_y,
                                      args->ac.local_invocation_id_z};
   bool indirect = args->user_sgprs_locs.shader_data[AC_UD_INDIRECT_DESCRIPTOR_SETS].sgpr_idx != -1;

   if (indirect && is_arg(args->descriptor_sets[0], index))
      return (smmra_argument){SMMRA_ARGUMENT_SET_TABLE, 0};
   for (unsigned i = 0; i < MAX_SETS; i++) {
      if (is_arg(args->descriptor_sets[i], index))
         return (smmra_argument){SMMRA_ARGUMENT_SET, i};
   }

   if (is_arg(args->ac.push_constants, index))
      return (smmra_argument){SMMRA_ARGUMENT_PUSH_POINTER, 0};
   for (unsigned i = 0; i < util_bitcount64(args->ac.inline_push_const_mask); i++) {
      if (is_arg(args->ac.inline_push_consts[i], index))
         return (smmra_argument){SMMRA_ARGUMENT_PUSH_WORD, inline_push_word(args->ac.inline_push_const_mask, i)};
   }

   if (is_arg(args->ac.num_work_groups, index))
      return (smmra_argument){args->load_grid_size_from_user_sgpr ? SMMRA_ARGUMENT_GRID : SMMRA_ARGUMENT_GRID_POINTER,
                              0};

   if (is_arg(args->ac.local_invocation_ids_packed, index))
      return (smmra_argument){SMMRA_ARGUMENT_LOCAL_IDS_PACKED, 0};
   for (unsigned i = 0; i < 3; i++) {
      if (has_workgroup_ids && is_arg(args->ac.workgroup_ids[i], index))
         return (smmra_argument){SMMRA_ARGUMENT_WORKGROUP_ID, i};
      if (is_arg(local_ids[i], index))
         return convert_local_id(info, i);
   }

   bool scalar = args->ac.args[index].file == AC_ARG_SGPR;
   return (smmra_argument){scalar ? SMMRA_ARGUMENT_IGNORED : SMMRA_ARGUMENT_IGNORED_VECTOR, args->ac.args[index].size};
}

/* In the order of ac_build_main. On GFX12 the numbers of a workgroup are not arguments. */
static size_t
convert_arguments(const struct radv_shader_info *info, const struct radv_shader_args *args,
                  enum amd_gfx_level gfx_level, smmra_argument *arguments)
{
   size_t count = 0;
   for (unsigned i = 0; i < args->ac.arg_count; i++) {
      if (!is_arg(args->ac.ring_offsets, i))
         arguments[count++] = convert_argument(info, args, i, gfx_level < GFX12);
   }
   return count;
}

/* ---- the table of bindings ---- */

/* NULL, or why the driver compiles the shader itself. */
static const char *
convert_binding(const struct radv_shader_layout *layout, const smmra_resource *resource, smmra_binding *to)
{
   const struct radv_descriptor_set_layout *set =
      resource->set < layout->num_sets ? layout->set[resource->set].layout : NULL;
   if (!set || resource->binding >= set->binding_count)
      return "the pipeline layout lacks a binding that the shader has";

   const struct radv_descriptor_set_binding_layout *binding = &set->binding[resource->binding];
   *to = (smmra_binding){
      .set = resource->set, .binding = resource->binding, .offset = binding->offset, .stride = binding->size};

   switch (binding->type) {
   case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER:
   case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER:
   case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
   case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
   case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
   case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
      return NULL;
   case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
      to->sampler_offset = radv_combined_image_descriptor_sampler_offset(binding);
      return radv_immutable_ycbcr_samplers(set, resource->binding) ? "a sampler with a YCbCr conversion" : NULL;
   case VK_DESCRIPTOR_TYPE_SAMPLER:
      return set->flags & VK_DESCRIPTOR_SET_LAYOUT_CREATE_EMBEDDED_IMMUTABLE_SAMPLERS_BIT_EXT ? "an embedded sampler"
                                                                                              : NULL;
   case VK_DESCRIPTOR_TYPE_MUTABLE_EXT:
      return resource->descriptor_count != 1 ? "an array of mutable descriptors" : NULL;
   case VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC:
   case VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC:
      to->offset = layout->push_constant_size +
                   16 * (layout->set[resource->set].dynamic_offset_start + binding->dynamic_offset_offset);
      to->stride = 16;
      to->is_dynamic = 1;
      return NULL;
   case VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK:
      return "an inline uniform block";
   default:
      return "a binding of another kind";
   }
}

static const char *
convert_bindings(const struct radv_shader_layout *layout, const smmra_translated_entry *entry, smmra_binding *bindings,
                 size_t *count)
{
   for (size_t i = 0; i < entry->resource_count; i++) {
      const smmra_resource *resource = entry->resources[i];
      const char *reason;

      switch (resource->kind) {
      case SMMRA_RESOURCE_PUSH_CONSTANTS:
      case SMMRA_RESOURCE_NUM_WORKGROUPS:
         continue;
      case SMMRA_RESOURCE_STORAGE_BUFFER:
      case SMMRA_RESOURCE_UNIFORM_BUFFER:
      case SMMRA_RESOURCE_DESCRIPTOR_ARRAY:
      case SMMRA_RESOURCE_STORAGE_IMAGE:
      case SMMRA_RESOURCE_SAMPLED_IMAGE:
      case SMMRA_RESOURCE_SAMPLER:
      case SMMRA_RESOURCE_COMBINED_IMAGE_SAMPLER:
      case SMMRA_RESOURCE_STORAGE_TEXEL_BUFFER:
      case SMMRA_RESOURCE_UNIFORM_TEXEL_BUFFER:
         reason = convert_binding(layout, resource, &bindings[(*count)++]);
         break;
      default:
         reason = smmra_resource_kind_name(resource->kind);
         break;
      }
      if (reason)
         return reason;
   }
   return NULL;
}

/* ---- stages ---- */

/* The driver changes descriptors of images on some cards; the library uses them as they are. */
static const char *
find_image_hindrance(const struct radv_device *device, nir_shader *nir)
{
   const struct radv_physical_device *pdev = radv_device_physical(device);

   nir_foreach_variable_with_modes(var, nir, nir_var_uniform | nir_var_image)
   {
      const struct glsl_type *type = glsl_without_array(var->type);
      if (pdev->use_fmask && (glsl_type_is_sampler(type) || glsl_type_is_texture(type) || glsl_type_is_image(type)) &&
          glsl_get_sampler_dim(type) == GLSL_SAMPLER_DIM_MS)
         return "a multisampled image with FMASK";
      if (pdev->info.has_image_load_dcc_bug && glsl_type_is_image(type))
         return "a storage image whose compression loads must not see";
   }
   if (nir->info.uses_texture_gather && !pdev->info.conformant_trunc_coord && !device->disable_trunc_coord)
      return "a gather, for which samplers are changed";
   return NULL;
}

/* NIR says this of the shader; the library knows nothing of it. */
static const char *
find_hindrance(const struct radv_device *device, const struct radv_shader_stage *stage, const smmra_facts *facts)
{
   const struct radv_instance *instance = radv_physical_device_instance(radv_device_physical(device));

   for (unsigned i = 0; i < 3; i++) {
      if (facts->workgroup_size[i] != stage->info.cs.block_size[i])
         return "NIR has another size of workgroups";
   }
   if (stage->nir->info.float_controls_execution_mode & FLOAT_CONTROLS_DENORM_PRESERVE_FP32)
      return "denormals of 32 bits";
   if (stage->info.cs.uses_rt)
      return "ray queries";
   if (stage->nir->info.derivative_group != DERIVATIVE_GROUP_NONE)
      return "derivatives of compute shaders";
   if (instance->drirc.clear_lds)
      return "the option radv_clear_lds";
   return find_image_hindrance(device, stage->nir);
}

static void
declare_args(struct radv_device *device, struct radv_shader_stage *stage)
{
   radv_declare_shader_args(device, NULL, &stage->info, MESA_SHADER_COMPUTE, MESA_SHADER_NONE, &stage->args);
}

static bool
translate_for_args(struct radv_smmra_shader *shader, struct radv_device *device, struct radv_shader_stage *stage,
                   const smmra_binding *bindings, size_t binding_count)
{
   const struct radv_physical_device *pdev = radv_device_physical(device);
   smmra_argument arguments[AC_MAX_ARGS];
   smmra_driver driver = SMMRA_DEFAULTS(smmra_driver);

   declare_args(device, stage);
   driver.arguments = arguments;
   driver.argument_count = convert_arguments(&stage->info, &stage->args, pdev->info.gfx_level, arguments);
   driver.bindings = bindings;
   driver.binding_count = binding_count;
   driver.address_high_bits = pdev->info.address32_hi;
   return translate(shader, device, stage, &driver, 0);
}

/* The first translation tells what the shader uses; the second is for the arguments that follow from that. */
static const char *
translate_stage(struct radv_smmra_shader *shader, struct radv_device *device, struct radv_shader_stage *stage)
{
   if (!translate(shader, device, stage, NULL, SMMRA_FLAG_FACTS))
      return shader->reason[0] ? shader->reason : "no memory";

   const smmra_facts *facts = smmra_translation_facts(shader->translation, 0);
   const char *hindrance = find_hindrance(device, stage, facts);
   if (hindrance)
      return hindrance;

   /* One more than there are, so that the library does not take its default. */
   smmra_binding *bindings = rzalloc_array(shader, smmra_binding, shader->entry->resource_count + 1);
   size_t count = 0;
   hindrance = bindings ? convert_bindings(&stage->layout, shader->entry, bindings, &count) : "no memory";
   if (hindrance)
      return hindrance;

   gather_ids(facts, &stage->info);
   gather_wave_size(facts, &stage->key, &stage->info);
   gather_resources(shader->entry, &stage->info);
   bool pushes = uses(shader->entry, SMMRA_RESOURCE_PUSH_CONSTANTS);

   if (translate_for_args(shader, device, stage, bindings, count))
      return NULL;

   /* It may read words that NIR does not, or by an index that NIR knows. */
   if (pushes && stage->info.can_inline_all_push_constants) {
      stage->info.can_inline_all_push_constants = false;
      if (translate_for_args(shader, device, stage, bindings, count))
         return NULL;
   }
   return shader->reason[0] ? shader->reason : "no memory";
}

struct radv_smmra_shader *
radv_smmra_declare_and_translate(struct radv_device *device, struct radv_shader_stage *stage)
{
   struct radv_smmra_shader *shader = NULL;

   if (device->smmra && stage->spirv.size && !stage->internal_nir)
      shader = rzalloc(NULL, struct radv_smmra_shader);

   if (shader) {
      shader->smmra = device->smmra;
      const char *reason = translate_stage(shader, device, stage);
      if (reason) {
         leave_to_driver(device->smmra, reason);
         radv_smmra_shader_destroy(shader);
         shader = NULL;
      }
   }

   if (!shader)
      declare_args(device, stage);
   return shader;
}

void
radv_smmra_shader_destroy(struct radv_smmra_shader *shader)
{
   if (!shader)
      return;

   smmra_translation_destroy(shader->translation);
   ralloc_free(shader);
}

/* ---- the module ---- */

static void
note_error(LLVMDiagnosticInfoRef di, void *failed)
{
   if (LLVMGetDiagInfoSeverity(di) == LLVMDSError)
      *(bool *)failed = true;
}

static LLVMModuleRef
parse_module(LLVMContextRef context, const smmra_translation *translation)
{
   size_t length;
   const char *text = smmra_translation_text(translation, &length);
   LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, length, "spirv-mmra");
   LLVMModuleRef module = NULL;
   char *message = NULL;

   if (LLVMParseIRInContext(context, buffer, &module, &message)) {
      fprintf(stderr, "radv: spirv-mmra: LLVM does not read: %s\n", message);
      module = NULL;
   }
   LLVMDisposeMessage(message);
   return module;
}

static bool
run_passes(LLVMModuleRef module, const char *passes, LLVMTargetMachineRef tm)
{
   LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
   LLVMErrorRef error = LLVMRunPasses(module, passes, tm, options);
   LLVMDisposePassBuilderOptions(options);
   if (error)
      LLVMConsumeError(error);
   return !error;
}

/* The entry point, if it is the only function with a body, as what stands in .text first is what runs, and if LLVM
 * knows all others: it takes the name of an intrinsic that it does not know for that of a function elsewhere. */
static LLVMValueRef
find_only_function(LLVMModuleRef module, const char *name)
{
   LLVMValueRef found = NULL;
   for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function)) {
      if (LLVMGetIntrinsicID(function))
         continue;
      if (found || LLVMIsDeclaration(function))
         return NULL;
      found = function;
   }
   return found && found == LLVMGetNamedFunction(module, name) ? found : NULL;
}

/* Inlining may have divided the first block before the variables that stand in it. Elsewhere they would be of a
 * size that LLVM does not count as scratch memory. */
static void
gather_variables(LLVMContextRef context, LLVMValueRef function)
{
   LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(function);
   LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
   LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(first));

   for (LLVMBasicBlockRef block = LLVMGetNextBasicBlock(first); block; block = LLVMGetNextBasicBlock(block)) {
      LLVMValueRef next;
      for (LLVMValueRef instr = LLVMGetFirstInstruction(block); instr; instr = next) {
         next = LLVMGetNextInstruction(instr);
         if (LLVMIsAAllocaInst(instr)) {
            LLVMInstructionRemoveFromParent(instr);
            LLVMInsertIntoBuilder(builder, instr);
         }
      }
   }
   LLVMDisposeBuilder(builder);
}

/* As create_llvm_function of radv_nir_to_llvm.c and ac_build_main have it. ac_parse_shader_binary_config turns
 * denormals of 32 bits off, whatever LLVM asks for. */
static void
set_attributes(LLVMValueRef function, const struct radv_nir_compiler_options *options,
               const struct radv_shader_info *info)
{
   struct ac_llvm_context ctx = {.gfx_level = options->info->gfx_level, .wave_size = info->wave_size};

   LLVMSetValueName2(function, "main", 4);
   if (options->info->address32_hi)
      ac_llvm_add_target_dep_function_attr(function, "amdgpu-32bit-address-high-bits", options->info->address32_hi);
   ac_llvm_set_workgroup_size(function, info->workgroup_size);
   ac_llvm_set_target_features(function, &ctx, true);
   LLVMAddTargetDependentFunctionAttr(function, "denormal-fp-math", "ieee,ieee");
   LLVMAddTargetDependentFunctionAttr(function, "denormal-fp-math-f32", "preserve-sign,preserve-sign");
}

/* The passes of ac_midend_optimizer, whose loops end in their condition, and GVN, then instcombine. That must not see
 * loads and stores through address space 7, of which it makes vectors at which LLVM 19's code generator ends the
 * process. */
static const char passes[] = "function(sroa<modify-cfg>,simplifycfg,early-cse<memssa>,loop-mssa(loop-rotate,licm),gvn),"
                             "amdgpu-lower-buffer-fat-pointers,"
                             "function(instcombine<no-verify-fixpoint>,simplifycfg,early-cse<memssa>,gvn,simplifycfg,"
                             "dce),globaldce";

static bool
optimize(LLVMModuleRef module, const char *name, LLVMTargetMachineRef tm,
         const struct radv_nir_compiler_options *options, const struct radv_shader_info *info)
{
   if (!run_passes(module, "always-inline,globaldce", tm))
      return false;

   LLVMValueRef function = find_only_function(module, name);
   if (!function)
      return false;

   gather_variables(LLVMGetModuleContext(module), function);
   set_attributes(function, options, info);
   if (!run_passes(module, passes, tm))
      return false;

   return !LLVMVerifyModule(module, LLVMReturnStatusAction, NULL);
}

LLVMModuleRef
radv_smmra_build_module(const struct radv_smmra_shader *shader, struct ac_llvm_compiler *ac_llvm,
                        const struct radv_nir_compiler_options *options, const struct radv_shader_info *info)
{
   bool failed = false;
   LLVMContextRef context = LLVMContextCreate();
   LLVMContextSetDiagnosticHandler(context, note_error, &failed);
   LLVMModuleRef module = parse_module(context, shader->translation);

   if (module) {
      LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(ac_llvm->tm);
      LLVMSetModuleDataLayout(module, layout);
      LLVMDisposeTargetData(layout);
   }

   if (!module || !optimize(module, shader->entry->function, ac_llvm->tm, options, info) || failed) {
      leave_to_driver(shader->smmra, "LLVM does not take the module");
      if (module)
         LLVMDisposeModule(module);
      LLVMContextDispose(context);
      return NULL;
   }

   LLVMContextSetDiagnosticHandler(context, NULL, NULL);
   p_atomic_inc(&shader->smmra->taken);
   if (shader->smmra->log)
      fprintf(stderr, "radv: spirv-mmra: a stage is taken\n");
   return module;
}
