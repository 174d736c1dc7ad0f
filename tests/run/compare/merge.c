/* What becomes of a fragment's outputs: depth test, stencil, blending of two sources, colours (Vulkan, "Fragment
 * Operations"). */
#include <string.h>

#include "compare/compare.h"

static uint8_t *texel_of(const struct shader *shader, uint32_t buffer, const struct fragment *fragment,
                         uint32_t sample) {
    int64_t at[3] = {fragment->x, fragment->y, 0};
    return host_texel_at(&shader->buffers[buffer].image.host, 0, at, fragment->layer, sample);
}

static const uint8_t *builtin_output(const struct shader *shader, uint32_t builtin, const uint8_t *record) {
    const struct drawn_stage *stage = &shader->stage;
    for (uint32_t i = stage->input_count; i < stage->value_count; i++)
        if (stage->values[i].about.builtin == builtin)
            return record + stage->values[i].offset;
    return NULL;
}

/* ---- depth ---- */

static bool compares(uint32_t compare, float fragment, float stored) {
    switch (compare) {
    case COMPARE_LESS:
        return fragment < stored;
    case COMPARE_LESS_OR_EQUAL:
        return fragment <= stored;
    case COMPARE_EQUAL:
        return fragment == stored;
    case COMPARE_NOT_EQUAL:
        return fragment != stored;
    case COMPARE_GREATER_OR_EQUAL:
        return fragment >= stored;
    case COMPARE_GREATER:
        return fragment > stored;
    default:
        return compare == COMPARE_ALWAYS;
    }
}

static float depth_at(const struct drawn_stage *stage, const struct fragment *fragment, uint32_t sample) {
    double at[2];
    sample_location(stage->samples, sample, at);
    at[0] += fragment->x;
    at[1] += fragment->y;
    return (float)weights_at(stage, fragment->primitive, at).depth;
}

/* Whether the sample stays; its depth is then stored. `given` is what the shader says, or NULL. */
static bool test_depth(struct shader *shader, const struct fragment *fragment, uint32_t sample, const uint8_t *given) {
    const struct drawn_stage *stage = &shader->stage;
    if (stage->depth == NO_BUFFER)
        return true;
    uint8_t *texel = texel_of(shader, stage->depth, fragment, sample);
    float depth = depth_at(stage, fragment, sample), stored;
    memcpy(&stored, texel, sizeof stored);
    if (given)
        memcpy(&depth, given, sizeof depth);
    depth = depth < 0 ? 0 : depth > 1 ? 1 : depth;
    if (!compares(stage->depth_compare, depth, stored))
        return false;
    memcpy(texel, &depth, sizeof depth);
    return true;
}

static uint32_t passing(struct shader *shader, const struct fragment *fragment, const uint8_t *given) {
    uint32_t passed = 0;
    for (uint32_t i = 0; i < shader->stage.samples; i++)
        if (fragment->coverage >> i & 1 && test_depth(shader, fragment, i, given))
            passed |= 1u << i;
    return passed;
}

void test_fragments(struct shader *shader, struct fragment *fragments, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        fragments[i].coverage = passing(shader, &fragments[i], NULL);
}

/* ---- colours ---- */

/* The colour of Index 1 is the factor of that of Index 0 (driver_draw.c). */
static void blend(uint8_t *texel, const uint8_t *second, uint32_t components) {
    for (uint32_t c = 0; c < components; c++) {
        float first, factor;
        memcpy(&first, texel + c * 4, sizeof first);
        memcpy(&factor, second + c * 4, sizeof factor);
        first *= factor;
        memcpy(texel + c * 4, &first, sizeof first);
    }
}

/* Values are in the order of Location, then Index. */
static void write_colours(struct shader *shader, const struct fragment *fragment, uint32_t sample,
                          const uint8_t *record) {
    const struct drawn_stage *stage = &shader->stage;
    for (uint32_t i = stage->input_count; i < stage->value_count; i++) {
        const struct stage_value *value = &stage->values[i];
        const smmra_interface *about = &value->about;
        if (about->builtin != SMMRA_NONE || !about->used)
            continue;
        uint8_t *texel = texel_of(shader, stage->targets[about->location], fragment, sample) + about->component * 4;
        if (about->index)
            blend(texel, record + value->offset, about->components);
        else
            memcpy(texel, record + value->offset, value->element_bytes);
    }
}

void write_fragment(struct shader *shader, struct fragment *fragment, const uint8_t *record) {
    const struct drawn_stage *stage = &shader->stage;
    const uint8_t *mask = builtin_output(shader, SpvBuiltInSampleMask, record),
                  *depth = builtin_output(shader, SpvBuiltInFragDepth, record),
                  *stencil = builtin_output(shader, SpvBuiltInFragStencilRefEXT, record);
    uint32_t bits;
    if (mask) {
        memcpy(&bits, mask, sizeof bits);
        fragment->coverage &= bits;
    }
    if (!stage->early_tests)
        fragment->coverage = passing(shader, fragment, depth);
    for (uint32_t i = 0; i < stage->samples; i++) {
        if (!(fragment->coverage >> i & 1))
            continue;
        if (stencil && stage->stencil != NO_BUFFER)
            *texel_of(shader, stage->stencil, fragment, i) = *stencil;
        write_colours(shader, fragment, i, record);
    }
}
