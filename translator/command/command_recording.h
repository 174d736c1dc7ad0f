/* A recorded dispatch: a folder with a manifest (dispatch.txt), the module and the bytes of what it reads, as the
 * Vulkan layer of samples/embed/layer writes it (docs/evidence/recorded-folder.md). */
#ifndef TRANSLATOR_COMMAND_RECORDING_H
#define TRANSLATOR_COMMAND_RECORDING_H

#include "translator/command/command_modules.h"

#define RECORDING_MANIFEST "/dispatch.txt"
/* For the table of the endings of a subcommand's files. */
bool recording_is(const char *path);

/* The bytes of an argument, of which its first count; of all arguments, if its number is KERNEL_ALL_ARGUMENTS. NULL: it
 * has no value, but so many bytes of shared memory (OpenCL). */
struct recorded_argument {
    uint32_t number;
    const uint8_t *bytes;
    size_t length;
};
enum { KERNEL_ALL_ARGUMENTS = UINT16_MAX };

struct machine_memory;

struct recording {
    const char *entry;
    uint32_t groups[3], subgroup;
    bool is_kernel;            /* machine code, of which these are */
    uint32_t local[3], shared; /* shared memory beside the kernel's own, in bytes */
    struct recorded_argument *arguments;
    uint32_t argument_count, argument_capacity;
    struct machine_memory *memories; /* in the order of their addresses */
    uint32_t memory_count, memory_capacity;
    bool is_robust; /* the device or the pipeline has robust access to buffers */
    smmra_specialization *constants;
    uint32_t constant_count, constant_capacity;
    smmra_litmus_data *data, *results; /* results: what the buffers held after the dispatch */
    uint32_t data_count, data_capacity, result_count, result_capacity;
    smmra_litmus_image *images;
    smmra_litmus_sampler *samplers;
    smmra_litmus_range *ranges; /* of descriptors that are no arrays */
    uint32_t image_count, image_capacity, sampler_count, sampler_capacity, range_count, range_capacity;
    const char **gaps; /* what was not recorded, and what is taken to be apart though it is not, in words */
    uint32_t gap_count, gap_capacity;
    bool is_missing; /* nothing of it was recorded; the gaps say why */
};

/* Reads the folder of the manifest that is the input of `work`, whose bytes become the module's. The exit status, not 0
 * after a message. All lives in the arena. `is_race`: it is run by race. */
int recording_read(struct recording *recording, struct work *work, bool is_race);
/* Sets the options that the command line leaves open to what the recording says. */
void recording_apply(const struct recording *recording, struct work *work, smmra_litmus_options *options);
/* The same, of the constants alone, by which modules are validated. */
void recording_add_constants(const struct recording *recording, struct module_constants *constants);
/* The fault of a file that should be a manifest; NULL: none. */
const char *fault_of_recording(const char *start, size_t length);

/* ---- texels (command_texels.c) ---- */

/* Four components of 32 bits for each texel of a file's bytes, as a read gives them. `kind` and `components` are the
 * manifest's words. NULL: *fault says what is wrong. */
const void *texels_read(struct arena *arena, const char *kind, const char *components, uint64_t count,
                        const unsigned char *bytes, size_t length, const char **fault);

#endif
