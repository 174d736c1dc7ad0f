/* What this library is and what it knows. */
#include "translator/spirv_mmra.h"

#define STRING_OF(number)           #number
#define DOTTED(major, minor, patch) STRING_OF(major) "." STRING_OF(minor) "." STRING_OF(patch)

uint32_t smmra_version(void) {
    return SMMRA_VERSION;
}

const char *smmra_version_string(void) {
    return DOTTED(SMMRA_VERSION_MAJOR, SMMRA_VERSION_MINOR, SMMRA_VERSION_PATCH);
}

const char *smmra_option_value_name(smmra_option option, uint32_t value) {
    enum { MOST = 16 };
    static const char *const names[][MOST] = {
        [SMMRA_OPTION_PROFILE] = {"document", "22", "23", "24", "draft"},
        [SMMRA_OPTION_ABI] = {"kernel", "buffer"},
        [SMMRA_OPTION_GLSL450] = {"conservative", "strict"},
        [SMMRA_OPTION_STAGE] = {"compute", "vertex", "fragment", "tessellation-control", "tessellation-evaluation",
                                "geometry", "task", "mesh", "ray-generation", "intersection", "any-hit", "closest-hit",
                                "miss", "callable"},
        [SMMRA_OPTION_TARGET] = {"amdgcn", "host"},
        [SMMRA_OPTION_CONVERGENCE] = {"attributes", "tokens"},
        [SMMRA_OPTION_COHERENCE] = {"auto", "fence", "access"},
    };
    if ((unsigned)option >= sizeof names / sizeof *names || value >= MOST)
        return NULL;
    return names[option][value];
}
