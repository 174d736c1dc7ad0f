/* Which image an instruction of machine code means: the first two words of a descriptor are the address of one
 * (docs/evidence/comparer.md, "Images"). */
#include "host/machine_images.h"
#include "compare/compare.h"

static uint64_t address_of(const struct machine_registers *g, const struct machine_operand *descriptor) {
    const uint32_t *words = &g->scalars[descriptor->number];
    return words[0] | (uint64_t)words[1] << 32;
}

static const struct smmra_host_image *find_image(const struct shader *shader, uint64_t address) {
    for (uint32_t k = 0; k < shader->buffer_count; k++)
        if (shader->buffers[k].kind == BUFFER_IMAGE && (uintptr_t)&shader->buffers[k].image.host == address)
            return &shader->buffers[k].image.host;
    return NULL;
}

static const struct smmra_host_sampler *find_sampler(const struct shader *shader, uint64_t address) {
    for (uint32_t k = 0; k < shader->sampler_count; k++)
        if ((uintptr_t)&shader->samplers[k].host == address)
            return &shader->samplers[k].host;
    for (uint32_t k = 0; k < shader->buffer_count; k++)
        if (shader->buffers[k].image.is_combined && (uintptr_t)&shader->buffers[k].image.sampler == address)
            return &shader->buffers[k].image.sampler;
    return NULL;
}

/* Races of texels are not looked for. */
bool machine_access_image(void *user, const struct machine_registers *g, const struct machine_instruction *i,
                          uint64_t exec, const struct machine_told *told) {
    const struct shader *shader = user;
    (void)told;
    const struct machine_bound bound = {
        .image = find_image(shader, address_of(g, &i->source[2])),
        .sampler = i->samples ? find_sampler(shader, address_of(g, &i->soffset)) : NULL,
        .select = {0, 1, 2, 3},
        .spreads_component = shader->spreads_component,
    };
    return bound.image && !host_access_image(&bound, g, i, exec);
}
