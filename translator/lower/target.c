#include "translator/lower/target.h"

#include <stddef.h>

#include "mmra/ir/ir_intrinsic.h"
#include "translator/internal_flags.h"
#include "translator/lower/images/images.h"
#include "translator/map/profile.h"

static const struct target targets[] = {
    [SMMRA_TARGET_AMDGCN] =
        {
            .triple = "amdgcn-amd-amdhsa",
            .shader_triple = "amdgcn-amd-amdpal", /* HSA has kernels alone */
            .data_layout = "e-m:e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-p7:160:256:"
                           "256:32-p8:128:128:128:48-"
                           "p9:192:256:256:32-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-"
                           "v512:512-v1024:1024-"
                           "v2048:2048-n32:64-S32-A5-G1-ni:7:8:9",
            .private_space = ADDRESS_SPACE_PRIVATE,
            .small_pointer_size = 4,
            .kernel_convention = true,
            .workgroup_globals = true,
            .av_intrinsics = true,
            .local_id = {IR_NAME_WORKITEM_ID_X, IR_NAME_WORKITEM_ID_Y, IR_NAME_WORKITEM_ID_Z},
            .workgroup_id = {IR_NAME_WORKGROUP_ID_X, IR_NAME_WORKGROUP_ID_Y, IR_NAME_WORKGROUP_ID_Z},
            .implicit_arguments = IR_NAME_IMPLICIT_ARGUMENTS,
            .workgroup_barrier = IR_NAME_BARRIER,
            .wave_barrier = IR_NAME_WAVE_BARRIER,
            .makes_buffer_resources = true,
            .wave_size = IR_NAME_WAVE_SIZE,
            .count_below_low = IR_NAME_COUNT_BELOW_LOW,
            .count_below_high = IR_NAME_COUNT_BELOW_HIGH,
            .exp2 = IR_NAME_EXP2,
            .log2 = IR_NAME_LOG2,
            .orders_zeros = true,
            .ballot = IR_NAME_BALLOT ".i64",
            .ballot_32 = IR_NAME_BALLOT ".i32",
            .read_first_lane = IR_NAME_READ_FIRST_LANE ".i32",
            .descriptor_lane = IR_NAME_READ_FIRST_LANE,
            .read_lane = IR_NAME_READ_LANE ".i32",
            .shuffle = IR_NAME_WAVE_SHUFFLE ".i32",
            .kill = IR_NAME_KILL,
            .demote = IR_NAME_DEMOTE,
            .live = IR_NAME_LIVE,
            .whole_quad = IR_NAME_WHOLE_QUAD ".i32",
            .permute = IR_NAME_PERMUTE ".i32",
            .images = &images_amdgcn,
        },
    /* x86-64: its code generator takes address spaces 1, 3 and 4 as plain memory, but allocas in 0 alone */
    [SMMRA_TARGET_HOST] =
        {
            .triple = "x86_64-unknown-linux-gnu",
            .shader_triple = "x86_64-unknown-linux-gnu",
            .data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
            .private_space = ADDRESS_SPACE_FLAT,
            .small_pointer_size = 8,
            .workgroup_barrier = "smmra_host_workgroup_barrier",
            .wave_barrier = "smmra_host_wave_barrier",
            .wave_size = "smmra_host_wave_size",
            .lane = "smmra_host_lane",
            .ballot = "smmra_host_ballot",
            .read_first_lane = "smmra_host_read_first_lane",
            .read_lane = "smmra_host_read_lane",
            .shuffle = "smmra_host_read_lane",
            .kill = "smmra_host_kill",
            .demote = "smmra_host_demote",
            .live = "smmra_host_live",
            .whole_quad = "smmra_host_whole_quad",
            .permute = "smmra_host_permute",
            .images = &images_host,
        },
    /* Nothing compiles it. Its functions are those that mmra/litmus reads. */
    [INTERNAL_TARGET_MODEL] =
        {
            .triple = "x86_64-unknown-linux-gnu",
            .shader_triple = "x86_64-unknown-linux-gnu",
            .data_layout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128",
            .private_space = ADDRESS_SPACE_FLAT,
            .small_pointer_size = 8,
            .workgroup_globals = true,
            .for_models = true,
            .workgroup_barrier = IR_NAME_BARRIER,
            .wave_barrier = IR_NAME_WAVE_BARRIER,
            .wave_size = IR_NAME_WAVE_SIZE,
            .count_below_low = IR_NAME_COUNT_BELOW_LOW,
            .count_below_high = IR_NAME_COUNT_BELOW_HIGH,
            .ballot = IR_NAME_BALLOT ".i64",
            .read_first_lane = IR_NAME_READ_FIRST_LANE ".i32",
            .read_lane = IR_NAME_READ_LANE ".i32",
            .shuffle = IR_NAME_WAVE_SHUFFLE ".i32",
            .kill = IR_NAME_KILL,
            .demote = IR_NAME_DEMOTE,
            .live = IR_NAME_LIVE,
            .whole_quad = IR_NAME_WHOLE_QUAD ".i32",
            .permute = IR_NAME_PERMUTE ".i32",
            .images = &images_amdgcn,
        },
};

const struct target *target_get(smmra_target target) {
    return (unsigned)target < sizeof targets / sizeof *targets ? &targets[target] : NULL;
}
