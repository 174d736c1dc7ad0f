/* The settings of the subcommand litmus, and what follows from them. */
#include "translator/command/command_litmus.h"

enum { MAX_LENGTH = 65536 };

struct litmus_settings litmus_settings = {.module = {.most_elements = MAX_LENGTH, .glsl450 = MODULE_GLSL450_BOTH},
                                          .profile = LITMUS_PROFILE_NOT_GIVEN,
                                          .mcpu = MACHINE_PROCESSOR_COUNT,
                                          .machine = MACHINE_PROCESSOR_COUNT};

struct explore_options litmus_limits(void) {
    struct explore_options limits = explore_defaults();
    limits.model.chains = !litmus_has(SMMRA_LITMUS_FLAG_NO_CHAINS);
    limits.model.fr_needs_locord = litmus_has(SMMRA_LITMUS_FLAG_FR_NEEDS_LOCORD);
    limits.model.plain_rf_acyclic = litmus_has(SMMRA_LITMUS_FLAG_PO_RF_ACYCLIC);
    limits.unroll = litmus_settings.module.options.unroll ? litmus_settings.module.options.unroll : limits.unroll;
    return limits;
}

bool litmus_has(uint32_t flag) {
    return litmus_settings.module.options.flags & flag;
}

bool litmus_shows(void) {
    return litmus_has(SMMRA_LITMUS_FLAG_KEEP_IR) && !command_json;
}

int litmus_unknown(void) {
    return litmus_settings.allowed & 1u << SMMRA_LITMUS_FAULT_NOT_DECIDED ? 0 : STATUS_UNKNOWN;
}

int litmus_status_of(uint32_t faults) {
    return (faults & ~litmus_settings.allowed) != 0;
}

int litmus_refuse(const char *path, const char *what) {
    MESSAGE_ERROR(path, "not supported: %s", what);
    return SMMRA_UNSUPPORTED;
}
