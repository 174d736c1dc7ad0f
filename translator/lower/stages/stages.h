/* The stages: what differs between execution models, as tables. A new stage is a row here, its built-ins are bits in
 * the rows of those (docs/guide/stages.md). */
#ifndef TRANSLATOR_STAGES_H
#define TRANSLATOR_STAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "spirv/module.h"
#include "translator/spirv_mmra.h"

struct stage {
    uint32_t model;     /* SpvExecutionModel */
    uint8_t stage;      /* smmra_stage */
    bool is_kernel;     /* amdgpu_kernel, with a workgroup; else a function amdgpu_gfx that returns its outputs */
    bool has_workgroup; /* and memory of it; in a shader the built-ins that say where in the grid it is are inputs */
    bool has_rays;      /* its invocations may go on in another lane after a call */
    bool has_quads;     /* fragments: helper invocations, derivatives; its functions are to be inlined into the shell */
    bool input_vertices, output_vertices; /* arrayed by vertex, but for what is of the patch (Vulkan, "Interface
                                             Matching") */
    bool emits;                           /* outputs are given when vertices are emitted, and not returned */
    bool shares_outputs;                  /* they are in local memory */
};

/* The stage of the execution model; NULL: it cannot be translated. */
const struct stage *stage_of_model(uint32_t model);

/* A given built-in has these stages and this type. */
struct stage_builtin {
    uint32_t builtin;         /* SpvBuiltIn */
    uint32_t inputs, outputs; /* of stages: a bit 1 << smmra_stage for each */
    uint8_t opcode;           /* of the scalar: SpvOpTypeBool, SpvOpTypeInt, SpvOpTypeFloat; of 32 bits */
    uint8_t components;
    bool is_array;
    uint8_t columns; /* of a matrix, whose columns have the components; 0: it is none */
};

/* NULL: it is not given, but made by the lowering (builtins.c), or not known. */
const struct stage_builtin *stage_builtin_find(uint32_t builtin);

#endif
