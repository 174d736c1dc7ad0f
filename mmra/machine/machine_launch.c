#include "mmra/machine/machine_launch.h"

#include <string.h>

#include "mmra/base/product.h"
#include "mmra/machine/machine_litmus.h"
#include "mmra/machine/machine_processor.h"

enum { GROUPS = 2, INVOCATIONS = 256 };

/* ---- the guess ---- */

/* A kernel for which nobody chose a size is compiled for 1,024, far more than it is called with. */
static void guess_local(const struct machine_kernel *kernel, uint32_t local[3]) {
    uint32_t most = kernel->own_invocations, all = most && most <= 1024 ? most : INVOCATIONS;
    uint32_t left = most == 1024 ? INVOCATIONS : all, axes = kernel->workitem_ids < 2 ? kernel->workitem_ids + 1 : 3;
    memcpy(local, (const uint32_t[3]){1, 1, 1}, 3 * sizeof *local);
    for (uint32_t axis = 0; left % 2 == 0; axis = (axis + 1) % axes, left /= 2)
        local[axis] *= 2;
    local[0] *= left;
}

void machine_launch_guess(const struct machine_kernel *kernel, uint32_t groups[3], uint32_t local[3]) {
    groups[0] = GROUPS;
    groups[1] = kernel->group_id[1] ? GROUPS : 1;
    groups[2] = kernel->group_id[2] ? GROUPS : 1;
    guess_local(kernel, local);
}

/* ---- whether a workgroup's number decides something ---- */

static bool names(const struct machine_operand *o, uint32_t scalar) {
    return o->kind == MACHINE_SCALAR && o->number <= scalar && scalar < (uint32_t)o->number + o->count;
}

static bool reads(const struct machine_instruction *i, uint32_t scalar) {
    bool any = names(&i->soffset, scalar) || (i->target.width && names(&i->target, scalar));
    for (uint32_t s = 0; s < 3; s++)
        any |= names(&i->source[s], scalar);
    for (uint32_t m = 0; m < MACHINE_MORE; m++)
        any |= names(&i->more[m], scalar);
    return any;
}

/* Whether a scalar register may be read before it is written, on some way through the code: depth first. What is not
 * known, and a jump to an address, may read it. */
static bool reads_at_first(const struct machine_code *code, uint32_t scalar, struct arena *arena) {
    uint32_t entry = machine_find_label(code, code->kernel.name, strlen(code->kernel.name)), count = 1;
    uint32_t *open = arena_allocate_array(arena, (size_t)code->count + 1, sizeof *open);
    bool *seen = arena_allocate_array(arena, (size_t)code->count + 1, sizeof *seen);
    open[0] = entry;
    while (count) {
        uint32_t at = open[--count];
        const struct machine_instruction *i = at < code->count ? &code->instructions[at] : NULL;
        bool branches = i && i->unit == MACHINE_BRANCH;
        if (!i || reads(i, scalar) || i->unit == MACHINE_OTHER || (branches && i->operation == MACHINE_JUMP))
            return true;
        if (i->unit == MACHINE_END || names(&i->target, scalar) || names(&i->carry_out, scalar))
            continue;
        const uint32_t next[2] = {branches ? (uint32_t)i->target.value : at + 1, at + 1};
        for (uint32_t n = 0; n < (branches && i->operation != MACHINE_ALWAYS ? 2 : 1); n++)
            if (next[n] >= code->count || !seen[next[n]]) {
                seen[next[n] < code->count ? next[n] : code->count] = true;
                open[count++] = next[n];
            }
    }
    return false;
}

/* LLVM's guide, "Initial Kernel Execution State": the numbers are in registers after the user's; from gfx12 on in TTMP9
 * and TTMP7. */
static bool reads_group(const struct machine_code *code, struct arena *arena) {
    const struct machine_kernel *k = &code->kernel;
    if (machine_traits(code->processor)->has_scopes)
        return reads_at_first(code, MACHINE_TTMP + 9, arena) || reads_at_first(code, MACHINE_TTMP + 7, arena) ||
               reads_at_first(code, MACHINE_TTMP + 6, arena) || reads_at_first(code, MACHINE_IN_CLUSTER, arena);
    for (uint32_t n = 0; n < (uint32_t)k->group_id[0] + k->group_id[1] + k->group_id[2]; n++)
        if (reads_at_first(code, k->user_scalars + n, arena))
            return true;
    return false;
}

/* ---- narrower launches ---- */

bool machine_launch_narrow(const struct machine_launch *launch, uint32_t step, struct machine_dispatch *dispatch,
                           struct arena *arena) {
    bool one_axis = launch->guesses_local && (dispatch->local[1] > 1 || dispatch->local[2] > 1), one_group = step == 1;
    if (one_group
            ? !launch->guesses_groups || !((one_axis && launch->within_groups) || !reads_group(launch->code, arena))
            : !one_axis)
        return false;
    if (one_axis)
        memcpy(dispatch->local, (const uint32_t[3]){(uint32_t)mmra_volume(dispatch->local), 1, 1},
               sizeof dispatch->local);
    if (launch->guesses_groups)
        memcpy(dispatch->groups, (const uint32_t[3]){one_group ? 1 : GROUPS, 1, 1}, sizeof dispatch->groups);
    return true;
}
