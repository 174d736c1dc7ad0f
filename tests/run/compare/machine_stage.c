/* Shaders that are no kernels, as machine code: the invocations of the host's runs become waves, and what fragments
 * export becomes what the host's shell would have written. */
#include <stdlib.h>
#include <string.h>

#include "compare/machine_stage.h"

enum { GROUP_REGISTER = 2 }; /* behind the address of the arguments */

static struct host_dispatch invocations; /* of the run */

void machine_describe_shell(struct machine_kernel *kernel, const char *text) {
    static const char stack[] = ".set smmra_shell.private_seg_size,";
    const char *at = strstr(text, stack);
    kernel->name = "smmra_shell";
    kernel->arguments_pointer = true;
    kernel->user_scalars = GROUP_REGISTER;
    memset(kernel->group_id, 0, sizeof kernel->group_id);
    kernel->given[0] = (struct machine_given){MACHINE_GIVEN_GROUP, GROUP_REGISTER, 0};
    kernel->given_count = 1;
    kernel->private_bytes = at ? (uint32_t)strtoul(at + sizeof stack - 1, NULL, 0) : 0;
}

/* The lanes that hardware begins with have a fragment. Helpers have registers alone: code wakes them by s_wqm. */
static const uint64_t *live_lanes(uint32_t lanes) {
    uint32_t local = invocations.local_size[0], groups = invocations.group_count[0],
             waves = (local + lanes - 1) / lanes;
    uint64_t *live = calloc((size_t)waves * groups, sizeof *live);
    for (uint32_t i = 0; live && i < local * groups; i++) {
        const struct host_invocation *one = &invocations.invocations[i];
        uint32_t wave = i / local * waves + i % local / lanes;
        if (!one->absent && !one->helper)
            live[wave] |= UINT64_C(1) << (i % local % lanes);
    }
    return live;
}

bool machine_begin_stage(struct shader *shader, struct machine_dispatch *dispatch, struct machine_range *records,
                         uint64_t *arguments) {
    const struct drawn_stage *stage = &shader->stage;
    if (!kind_of(stage->model)->make(shader, &invocations))
        return false;
    uint32_t count = invocations.local_size[0] * invocations.group_count[0];
    for (uint32_t i = 0; i < count; i++)
        invocations.invocations[i].ended = is_fragment(shader); /* until the last export */
    free((uint64_t *)(uintptr_t)dispatch->live);
    dispatch->live = live_lanes(dispatch->code->kernel.wave32 ? 32 : 64);
    memcpy(dispatch->local, invocations.local_size, sizeof dispatch->local);
    memcpy(dispatch->groups, invocations.group_count, sizeof dispatch->groups);
    uint8_t *inputs = invocations.invocations[0].inputs;
    *records = (struct machine_range){(uintptr_t)inputs, (uint64_t)count * (stage->input_bytes + stage->output_bytes),
                                      16, inputs, false};
    arguments[stage->resource_count] = (uintptr_t)inputs;
    arguments[stage->resource_count + 1] = (uintptr_t)invocations.invocations[0].outputs;
    arguments[stage->resource_count + 2] = invocations.local_size[0];
    return dispatch->live != NULL;
}

void machine_end_stage(struct shader *shader) {
    const struct drawn_kind *kind = kind_of(shader->stage.model);
    if (kind->take)
        kind->take(shader, &invocations);
}

/* ---- exports ---- */

static void take_lane(const struct drawn_stage *stage, const struct machine_registers *g,
                      const struct machine_instruction *i, uint32_t lane, uint8_t *record) {
    uint32_t target, first;
    for (uint32_t k = stage->input_count; k < stage->value_count; k++) {
        const struct stage_value *value = &stage->values[k];
        if (!machine_export_place(&value->about, &target, &first) || target != (uint32_t)i->offset)
            continue;
        for (uint32_t c = first; c < first + value->about.components; c++)
            if (i->components >> c & 1)
                memcpy(record + value->offset + 4 * (c - first), &g->vectors[i->more[c].number * g->lanes + lane], 4);
    }
}

void machine_take_export(void *user, const struct machine_registers *g, const struct machine_instruction *i,
                         uint64_t exec, uint32_t first) {
    const struct shader *shader = user;
    for (uint32_t lane = 0; lane < g->lanes; lane++) {
        if (!(exec >> lane & 1))
            continue;
        struct host_invocation *invocation = &invocations.invocations[first + lane];
        take_lane(&shader->stage, g, i, lane, invocation->outputs);
        invocation->ended &= !i->done;
    }
}
