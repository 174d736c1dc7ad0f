/* Shaders that are no kernels, as machine code: the invocations of the host's runs become waves, and what fragments
 * export becomes what the host's shell would have written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/machine_stage.h"
#include "compare/rays.h"

/* Scalar registers: behind the address of the arguments, and with the conventions of stages that hardware merges those
 * that it gives them. */
enum { GROUP_REGISTER = 2, OFFSET_REGISTER = 3, MERGED_OFFSET_REGISTER = 5, MERGED_TABLE_REGISTER = 8 };

static struct host_dispatch invocations; /* of the run */

/* The number behind the name and this, in the text; 0: it is not there. */
static uint32_t number_behind(const char *text, const char *name, const char *what) {
    char wanted[80];
    snprintf(wanted, sizeof wanted, "%s%s", name, what);
    const char *at = strstr(text, wanted);
    return at ? (uint32_t)strtoul(at + strlen(wanted), NULL, 0) : 0;
}

/* LLVM finds the descriptor of scratch memory in a table: at its beginning, or of a compute shader behind that. The low
 * half of the address of this table is in the first register, or of merged stages in another one, and the high half in
 * an attribute (LLVM's SIFrameLowering, emitEntryFunctionScratchRsrcRegSetup). Here the table is what is before the
 * arguments. Of a wave of 32 lanes the code corrects the descriptor, which is that of 64. */
void machine_put_table(void *arguments) {
    machine_describe_scratch(64, arguments);
    machine_describe_scratch(64, (uint32_t *)arguments + 4);
}

/* A register says where each wave's scratch memory begins behind that. */
static void describe_scratch(struct machine_kernel *kernel, uint32_t model) {
    bool merged = machine_is_merged(model);
    kernel->private_offset = true;
    kernel->user_scalars = merged ? MERGED_OFFSET_REGISTER : OFFSET_REGISTER;
    if (merged)
        kernel->given[kernel->given_count++] =
            (struct machine_given){MACHINE_GIVEN_VALUE, MERGED_TABLE_REGISTER, (uint32_t)MACHINE_ARGUMENTS};
}

void machine_describe_shell(struct machine_kernel *kernel, uint32_t model, const char *name, const char *text) {
    kernel->name = name;
    kernel->arguments_pointer = true;
    memset(kernel->group_id, 0, sizeof kernel->group_id);
    kernel->given[0] = (struct machine_given){MACHINE_GIVEN_GROUP, GROUP_REGISTER, 0};
    kernel->given_count = 1;
    machine_number_waves(kernel);
    describe_scratch(kernel, model);
    kernel->private_bytes = number_behind(text, name, ".private_seg_size,");
    kernel->group_bytes =
        number_behind(text, "", "; LDSByteSize: "); /* of the first shell; others of a module have none */
}

/* The lanes that hardware begins with have an invocation that is no helper. Helpers have registers alone: code wakes
 * them by s_wqm. */
static const uint64_t *live_lanes(const struct machine_dispatch *dispatch, uint32_t count, uint32_t lanes) {
    uint32_t local = dispatch->local[0], waves = (local + lanes - 1) / lanes;
    uint64_t *live = calloc((size_t)waves * dispatch->groups[0], sizeof *live);
    for (uint32_t i = 0; live && i < count; i++) {
        const struct host_invocation *one = &invocations.invocations[i];
        uint32_t wave = i / local * waves + i % local / lanes;
        if (!one->absent && !one->helper)
            live[wave] |= UINT64_C(1) << (i % local % lanes);
    }
    return live;
}

/* The host's workgroups, but for those of one invocation that share nothing: as many as a wave has lanes are one. */
static void set_size(const struct shader *shader, struct machine_dispatch *dispatch, uint32_t count, uint32_t lanes) {
    bool together = shader->stage.model == SpvExecutionModelTessellationEvaluation;
    memcpy(dispatch->local, invocations.local_size, sizeof dispatch->local);
    memcpy(dispatch->groups, invocations.group_count, sizeof dispatch->groups);
    if (together) {
        dispatch->local[0] = lanes;
        dispatch->groups[0] = (count + lanes - 1) / lanes;
    }
}

static struct machine_range range_of(void *bytes, uint64_t size) {
    return (struct machine_range){(uintptr_t)bytes, size, 16, bytes, false};
}

/* Lists the records of `count` invocations and the memory to which they point. Each memory is one range, as fragments.c
 * lays it out. */
static uint32_t list_memories(const struct drawn_stage *stage, uint32_t count, struct machine_range *ranges) {
    uint32_t used = 0;
    uint8_t *inputs = invocations.invocations[0].inputs;
    ranges[used++] = range_of(inputs, (uint64_t)count * (stage->input_bytes + stage->output_bytes));
    for (uint32_t m = 0; m < stage->memory_count; m++) {
        uint8_t *memory;
        memcpy(&memory, inputs + stage->memories[m].record, sizeof memory);
        ranges[used++] =
            range_of(memory, (uint64_t)invocations.group_count[0] * ((stage->memories[m].bytes + 15) / 16 * 16));
    }
    if (stage->payload_words)
        ranges[used++] = range_of(host_payload(), MAX_PAYLOAD_WORDS * 4);
    return used;
}

static const struct drawn_stage *first_stage(const struct shader *shader) {
    const struct ray_program *program = shader->program;
    return program ? &program->entries[ray_group_of(program, TABLE_GENERATION, 0)->general].stage : &shader->stage;
}

bool machine_begin_stage(struct shader *shader, struct machine_dispatch *dispatch, struct machine_range *ranges,
                         uint64_t *arguments) {
    const struct drawn_stage *stage = first_stage(shader);
    uint32_t lanes = dispatch->code->kernel.wave32 ? 32 : 64;
    if (!kind_of(shader->stage.model)->make(shader, &invocations))
        return false;
    uint32_t count = invocations.local_size[0] * invocations.group_count[0];
    for (uint32_t i = 0; i < count; i++)
        invocations.invocations[i].ended = is_fragment(shader); /* until the last export */
    set_size(shader, dispatch, count, lanes);
    free((uint64_t *)(uintptr_t)dispatch->live);
    dispatch->live = live_lanes(dispatch, count, lanes);
    dispatch->range_count += list_memories(stage, count, ranges);
    if (shader->program)
        memcpy(arguments, invocations.arguments, sizeof invocations.arguments);
    arguments[stage->resource_count] = (uintptr_t)invocations.invocations[0].inputs;
    arguments[stage->resource_count + 1] = (uintptr_t)invocations.invocations[0].outputs;
    arguments[stage->resource_count + 2] = dispatch->local[0];
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

/* ---- traps ---- */

/* Shaders that others call are nobody else: the invocation that was launched goes on in them. */
bool machine_take_trap(void *user, const struct machine_trapped *trapped) {
    const struct shader *shader = user;
    bool others = is_kernel(shader) || machine_is_called();
    return machine_perform_calls(trapped, others ? NULL : invocations.invocations) && !machine_call_failed();
}
