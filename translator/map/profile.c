#include "translator/map/profile.h"

#include "mmra/ir/ir_intrinsic.h"

#include <spirv/unified1/spirv.h>
#include <stdio.h>

/* LLVM 22's form, and that of all after it. */
#define FAT_RESOURCE .buffer_resource = IR_NAME_MAKE_BUFFER_RESOURCE ".p7", .resource_bits = 64, .resource_is_fat = true

/* The faults of LLVM 22. No input of docs/upstream shows one of 21 or 19 that 22 lacks. What works around a fault
 * that one of these lacks costs an instruction, and is not wrong. */
#define AS_22                                                                                                          \
    .numbered = true, .released = true, .confuses_indexes = true, .widens_halves = true, .loses_zero_signs = true,     \
    .rounds_quotients = true, .forgets_write_backs = true

/* mapping.md 3, the table of profiles. */
static const struct profile_info profiles[PROFILE_COUNT] = {
    [PROFILE_DOCUMENT] = {.name = "document",
                          .revision = IR_DOCUMENT,
                          FAT_RESOURCE,
                          .av_load = IR_NAME_AV_GLOBAL_LOAD,
                          .av_store = IR_NAME_AV_GLOBAL_STORE},
    [PROFILE_22] = {.name = "22", .revision = IR_LLVM_22, FAT_RESOURCE, AS_22},
    [PROFILE_21] = {.name = "21",
                    .revision = IR_LLVM_21,
                    .buffer_resource = IR_NAME_MAKE_BUFFER_RESOURCE ".p7",
                    .resource_bits = 32,
                    .resource_is_fat = true,
                    .lacks_wave_shuffle = true,
                    AS_22},
    [PROFILE_19] = {.name = "19",
                    .revision = IR_LLVM_21,
                    .buffer_resource = IR_NAME_MAKE_BUFFER_RESOURCE,
                    .resource_bits = 32,
                    .few_fat_vectors = true,
                    .exchanges_integers = true,
                    .lacks_wave_shuffle = true,
                    AS_22},
    [PROFILE_23] = {.name = "23",
                    .revision = IR_LLVM_23,
                    FAT_RESOURCE,
                    .av_load = IR_NAME_AV_LOAD,
                    .av_store = IR_NAME_AV_STORE,
                    .suffix_address_space = true,
                    .numbered = true,
                    .spares_caches = true,
                    .reduces_waves = true,
                    .loses_zero_signs = true,
                    .released = true},
    [PROFILE_24] = {.name = "24",
                    .revision = IR_LLVM_24,
                    FAT_RESOURCE,
                    .av_load = IR_NAME_AV_LOAD,
                    .av_store = IR_NAME_AV_STORE,
                    .suffix_address_space = true,
                    .narrow_intrinsics = true,
                    .numbered = true,
                    .spares_caches = true,
                    .reduces_waves = true},
    /* The draft is as 24 in all that its intrinsics do not reach: docs/reference/mapping.md 3. */
    [PROFILE_DRAFT] = {.name = "draft",
                       .revision = IR_DRAFT,
                       FAT_RESOURCE,
                       .av_load = IR_NAME_LOAD_VISIBLE,
                       .av_store = IR_NAME_STORE_AVAILABLE,
                       .scopes_are_values = true,
                       .numbered = true,
                       .spares_caches = true,
                       .reduces_waves = true},
};

const struct profile_info *profile_get(enum profile profile) {
    return &profiles[profile];
}

bool profile_has_intrinsic(const struct profile_info *profile, uint32_t bytes, uint32_t address_space) {
    if (!profile->av_load)
        return false;
    /* The document's intrinsics are of global memory alone: their names say so, and have no suffix. */
    bool space =
        address_space == ADDRESS_SPACE_GLOBAL || (address_space == ADDRESS_SPACE_FLAT && profile->suffix_address_space);
    bool narrow = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    return space && (bytes == 16 || (narrow && profile->narrow_intrinsics));
}

void profile_intrinsic_name(const struct profile_info *profile, bool store, uint32_t bytes, uint32_t address_space,
                            char name[PROFILE_INTRINSIC_NAME_SIZE]) {
    const char *stem = store ? profile->av_store : profile->av_load;
    int length = snprintf(name, PROFILE_INTRINSIC_NAME_SIZE, "%s%u", stem, (unsigned)(8 * bytes));
    if (profile->suffix_address_space)
        snprintf(name + length, PROFILE_INTRINSIC_NAME_SIZE - (size_t)length, ".p%u", (unsigned)address_space);
}

const char *profile_scope_name(enum mmra_scope scope) {
    static const char *const names[MMRA_SCOPE_COUNT] = {
        [MMRA_SCOPE_SYSTEM] = IR_NAME_SCOPE "system",       [MMRA_SCOPE_AGENT] = IR_NAME_SCOPE "agent",
        [MMRA_SCOPE_CLUSTER] = IR_NAME_SCOPE "cluster",     [MMRA_SCOPE_WORKGROUP] = IR_NAME_SCOPE "workgroup",
        [MMRA_SCOPE_WAVEFRONT] = IR_NAME_SCOPE "wavefront", [MMRA_SCOPE_SINGLETHREAD] = IR_NAME_SCOPE "singlethread"};
    return names[scope];
}

const char *profile_making_name(bool visible, bool pointer) {
    static const char *const names[2][2] = {{IR_NAME_MAKE_AVAILABLE, IR_NAME_MAKE_VISIBLE},
                                            {IR_NAME_MAKE_PTR_AVAILABLE, IR_NAME_MAKE_PTR_VISIBLE}};
    return names[pointer][visible];
}

enum mmra_scope target_scope(uint32_t spirv_scope) {
    /* mapping.md 1. */
    static const uint8_t scopes[] = {
        [SpvScopeCrossDevice] = MMRA_SCOPE_SYSTEM,      [SpvScopeDevice] = MMRA_SCOPE_AGENT,
        [SpvScopeWorkgroup] = MMRA_SCOPE_WORKGROUP,     [SpvScopeSubgroup] = MMRA_SCOPE_WAVEFRONT,
        [SpvScopeInvocation] = MMRA_SCOPE_SINGLETHREAD, [SpvScopeQueueFamily] = MMRA_SCOPE_AGENT,
        [SpvScopeShaderCallKHR] = MMRA_SCOPE_AGENT,
    };
    if (spirv_scope >= sizeof scopes / sizeof *scopes)
        return MMRA_SCOPE_UNKNOWN;
    return (enum mmra_scope)scopes[spirv_scope];
}
