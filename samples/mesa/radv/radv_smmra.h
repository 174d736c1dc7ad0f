/*
 * Compute shaders of RADV's LLVM path through spirv-mmra: the library writes the function that the
 * hardware starts from the SPIR-V of a stage, for the arguments that radv_declare_shader_args made,
 * and ac_compile_llvm_module compiles it. What the library or this file does not know goes the
 * driver's own way, from NIR.
 *
 *    RADV_DEBUG=llvm RADV_SMMRA=log   says what becomes of each stage, and counts
 *    RADV_DEBUG=llvm RADV_SMMRA=off   the driver as it was
 *
 * SPDX-License-Identifier: MIT
 */

#ifndef RADV_SMMRA_H
#define RADV_SMMRA_H

#include <stdbool.h>
#include <llvm-c/Types.h>

struct ac_llvm_compiler;
struct radv_device;
struct radv_nir_compiler_options;
struct radv_shader_info;
struct radv_shader_stage;
struct radv_smmra;
struct radv_smmra_shader;

/* Whether the environment leaves it on. */
bool radv_smmra_enabled(void);

/* Counts and messages of a device. NULL: no memory. */
struct radv_smmra *radv_smmra_create(void);
void radv_smmra_destroy(struct radv_smmra *smmra);

/* Declares the arguments of a compute stage, whose info is gathered from NIR. If the library takes the
 * stage, the info has all that it needs besides what NIR needs, and the translation is returned. NULL:
 * the driver compiles the stage itself, with the same arguments. */
struct radv_smmra_shader *radv_smmra_declare_and_translate(struct radv_device *device, struct radv_shader_stage *stage);
void radv_smmra_shader_destroy(struct radv_smmra_shader *shader);

/* The module of that shader, optimized, in a context of its own. NULL: LLVM does not take it. */
LLVMModuleRef
radv_smmra_build_module(const struct radv_smmra_shader *shader, struct ac_llvm_compiler *ac_llvm,
                        const struct radv_nir_compiler_options *options, const struct radv_shader_info *info);

#endif /* RADV_SMMRA_H */
