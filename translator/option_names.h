/* A message calls an option by the field of the struct that a caller of the library fills, or by the name that the
 * command has for it. */
#ifndef TRANSLATOR_OPTION_NAMES_H
#define TRANSLATOR_OPTION_NAMES_H

#include "translator/internal_flags.h"

enum option_id {
    OPTION_ID_ABI,
    OPTION_ID_COHERENCE,
    OPTION_ID_CONVERGENCE,
    OPTION_ID_DATA,
    OPTION_ID_ENTRY,
    OPTION_ID_FIRST,
    OPTION_ID_GLSL450,
    OPTION_ID_GROUPS,
    OPTION_ID_IMAGES,
    OPTION_ID_INPUTS,
    OPTION_ID_LOCAL,
    OPTION_ID_MCPU,
    OPTION_ID_PROFILE,
    OPTION_ID_SAMPLERS,
    OPTION_ID_SIZES,
    OPTION_ID_SPECIALIZATIONS,
    OPTION_ID_STAGES,
    OPTION_ID_SUBGROUP,
    OPTION_ID_TIME_LIMIT,
    OPTION_ID_UNROLL,
    OPTION_ID_WAVE
};

/* `flags` are those of smmra_options or smmra_litmus_options. */
static inline const char *option_name(uint32_t flags, enum option_id option) {
    static const char *const names[][2] = {
        [OPTION_ID_ABI] = {"options.abi", "--abi"},
        [OPTION_ID_COHERENCE] = {"options.coherence", "--coherence"},
        [OPTION_ID_CONVERGENCE] = {"options.convergence", "--convergence"},
        [OPTION_ID_DATA] = {"options.data", "--data"},
        [OPTION_ID_ENTRY] = {"options.entry", "--entry"},
        [OPTION_ID_FIRST] = {"SMMRA_LITMUS_FLAG_FIRST", "--first"},
        [OPTION_ID_GLSL450] = {"options.glsl450", "--glsl450"},
        [OPTION_ID_GROUPS] = {"options.groups", "--groups"},
        [OPTION_ID_IMAGES] = {"options.images", "image"}, /* of a recording */
        [OPTION_ID_INPUTS] = {"options.inputs", "--input"},
        [OPTION_ID_LOCAL] = {"options.local", "--local"},
        [OPTION_ID_MCPU] = {"options.mcpu", "--mcpu"},
        [OPTION_ID_PROFILE] = {"options.profile", "--llvm"},
        [OPTION_ID_SAMPLERS] = {"options.samplers", "sampler"},
        [OPTION_ID_SIZES] = {"options.sizes", "--size"},
        [OPTION_ID_SPECIALIZATIONS] = {"options.specializations", "--spec"},
        [OPTION_ID_STAGES] = {"options.stages", "--stage"},
        [OPTION_ID_SUBGROUP] = {"options.subgroup", "--subgroup"},
        [OPTION_ID_TIME_LIMIT] = {"options.time_limit", "--timeout"},
        [OPTION_ID_UNROLL] = {"options.unroll", "--unroll"},
        [OPTION_ID_WAVE] = {"options.wave", "--wave"},
    };
    return names[option][(flags & INTERNAL_FLAG_COMMAND) != 0];
}

/* `options` points to smmra_options, smmra_litmus_options, or another struct that has their flags. */
#define OPTION_NAME(options, option) option_name((options)->flags, OPTION_ID_##option)

#endif
