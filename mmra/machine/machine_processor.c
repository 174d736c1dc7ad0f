#include "mmra/machine/machine_processor.h"

/* LLVM's memory legalizer makes no difference between them (SIGfx940CacheControl). */
#define GFX940                                                                                                         \
    .v = {true, MACHINE_SC1, MACHINE_SC0}, .l2 = {true, MACHINE_SC1}, .drops_by_policy = true, .marks_stores = true,   \
    .scratch_offset = true, .returns_by = MACHINE_SC0, .writes_back_with = MACHINE_SC1,                                \
    .invalidations = {"buffer_inv sc0", "buffer_inv sc1"}, .write_back = "buffer_wbl2 sc1", .at_device = "sc1",        \
    .counters = {"vmcnt", "vscnt", "lgkmcnt"}

/* What came before gfx90a has the same caches, and the index of a lane in three registers. */
#define GFX90                                                                                                          \
    .families = MACHINE_GFX90, .v = {true, MACHINE_GLC}, .scratch_offset = true, .returns_by = MACHINE_GLC,            \
    .invalidations = {"buffer_wbinvl1_vol"}, .counters = {"vmcnt", "vscnt", "lgkmcnt"}
#define GFX103                                                                                                         \
    .families = MACHINE_GFX10, .v = {true, MACHINE_GLC}, .g = {true, MACHINE_DLC}, .has_work_group_processors = true,  \
    .indexes_apart = true, .permutes_halves = true, .scratch_offset = true, .returns_by = MACHINE_GLC,                 \
    .invalidations = {"buffer_gl0_inv", "buffer_gl1_inv"}, .counters = {"vmcnt", "vscnt", "lgkmcnt"}
#define GFX11                                                                                                          \
    .v = {true, MACHINE_GLC}, .g = {true, MACHINE_GLC}, .has_work_group_processors = true, .permutes_halves = true,    \
    .returns_by = MACHINE_GLC, .invalidations = {"buffer_gl0_inv", "buffer_gl1_inv"},                                  \
    .counters = {"vmcnt", "vscnt", "lgkmcnt"}
#define GFX115 .families = MACHINE_GFX11 | MACHINE_GFX115, GFX11
#define GFX12_SCOPES                                                                                                   \
    .v = {true, .passed_from = MACHINE_SCOPE_SE}, .g = {true, .passed_from = MACHINE_SCOPE_DEV},                       \
    .has_work_group_processors = true, .has_scopes = true, .drops_by_policy = true, .marks_stores = true,              \
    .returns_by = MACHINE_RETURN, .invalidations = {"global_inv scope:SCOPE_SE", "global_inv scope:SCOPE_DEV"},        \
    .counters = {"loadcnt", "storecnt", "dscnt", "kmcnt", "samplecnt", "bvhcnt", "asynccnt"}
#define GFX12 .families = MACHINE_GFX12, GFX12_SCOPES
/* LLVM's memory legalizer (SIGfx12CacheControl) knows one mode and a V with two ports, and that a device may have
 * several L2s, which it writes back and drops at the scope of the device. */
#define GFX125                                                                                                         \
    .families = MACHINE_GFX12 | MACHINE_GFX125, GFX12_SCOPES, .one_compute_unit = true, .two_ports = true,             \
    .l2 = {true, .passed_from = MACHINE_SCOPE_DEV}, .writes_back_from = MACHINE_SCOPE_DEV,                             \
    .write_back = "global_wb scope:SCOPE_DEV", .at_device = "scope:SCOPE_DEV"

static const struct machine_traits rows[MACHINE_PROCESSOR_COUNT] = {
    [MACHINE_GFX906] = {.elf_number = 0x2f, .indexes_apart = true, GFX90},
    [MACHINE_GFX908] = {.elf_number = 0x30, .indexes_apart = true, GFX90},
    [MACHINE_GFX90A] = {.elf_number = 0x3f, GFX90},
    [MACHINE_GFX942] = {.elf_number = 0x4c, .families = MACHINE_GFX94, GFX940},
    [MACHINE_GFX950] = {.elf_number = 0x4f, .families = MACHINE_GFX94 | MACHINE_GFX95, GFX940},
    [MACHINE_GFX1030] = {.elf_number = 0x36, GFX103},
    [MACHINE_GFX1031] = {.elf_number = 0x37, GFX103},
    [MACHINE_GFX1032] = {.elf_number = 0x38, GFX103},
    [MACHINE_GFX1033] = {.elf_number = 0x39, GFX103},
    [MACHINE_GFX1034] = {.elf_number = 0x3e, GFX103},
    [MACHINE_GFX1035] = {.elf_number = 0x3d, GFX103},
    [MACHINE_GFX1036] = {.elf_number = 0x45, GFX103},
    [MACHINE_GFX1100] = {.elf_number = 0x41, .families = MACHINE_GFX11, GFX11},
    [MACHINE_GFX1101] = {.elf_number = 0x46, .families = MACHINE_GFX11, GFX11},
    [MACHINE_GFX1102] = {.elf_number = 0x47, .families = MACHINE_GFX11, GFX11},
    [MACHINE_GFX1103] = {.elf_number = 0x44, .families = MACHINE_GFX11, GFX11},
    [MACHINE_GFX1150] = {.elf_number = 0x43, GFX115},
    [MACHINE_GFX1151] = {.elf_number = 0x4a, GFX115},
    [MACHINE_GFX1152] = {.elf_number = 0x55, GFX115},
    [MACHINE_GFX1153] = {.elf_number = 0x58, GFX115},
    [MACHINE_GFX1200] = {.elf_number = 0x48, GFX12},
    [MACHINE_GFX1201] = {.elf_number = 0x4e, GFX12},
    [MACHINE_GFX1250] = {.elf_number = 0x49, GFX125},
};

#define NAME(processor, name) name,
const char *const machine_processor_names[] = {MACHINE_PROCESSORS(NAME) NULL};

const struct machine_bit machine_bits[MACHINE_BITS] = {
    {"glc", MACHINE_GFX90 | MACHINE_GFX10 | MACHINE_GFX11, MACHINE_GLC},
    {"slc", MACHINE_GFX90 | MACHINE_GFX10 | MACHINE_GFX11, MACHINE_SLC},
    {"dlc", MACHINE_GFX10 | MACHINE_GFX11, MACHINE_DLC},
    {"sc0", MACHINE_GFX94, MACHINE_SC0},
    {"sc1", MACHINE_GFX94, MACHINE_SC1},
    {"nt", MACHINE_GFX94, MACHINE_NT},
};
const char *const machine_scopes[MACHINE_SCOPES] = {"scope:SCOPE_CU", "scope:SCOPE_SE", "scope:SCOPE_DEV",
                                                    "scope:SCOPE_SYS"};

const struct machine_traits *machine_traits(enum machine_processor processor) {
    return &rows[processor];
}

/* ---- caches ---- */

static bool passes(const struct machine_level *level, uint8_t policy, uint8_t scope, bool tg_split) {
    uint8_t bits = level->passed_by | (tg_split ? level->passed_by_with_tg_split : 0);
    return policy & bits || (level->passed_from && scope >= level->passed_from);
}

/* The caches that exist, and that an access of this policy passes, or does not pass. */
static uint8_t choose(const struct machine_code *code, uint8_t policy, uint8_t scope, bool passed) {
    const struct machine_traits *t = &rows[code->processor];
    bool split = code->kernel.tg_split;
    return (uint8_t)((t->v.exists && passes(&t->v, policy, scope, split) == passed ? MACHINE_CACHE_V : 0) |
                     (t->g.exists && passes(&t->g, policy, scope, split) == passed ? MACHINE_CACHE_G : 0) |
                     (t->l2.exists && passes(&t->l2, policy, scope, split) == passed ? MACHINE_CACHE_L2 : 0));
}

uint8_t machine_caches_of_load(const struct machine_code *code, uint8_t policy, uint8_t scope) {
    return choose(code, policy, scope, false);
}

uint8_t machine_caches_dropped(const struct machine_code *code, const struct machine_instruction *invalidation) {
    return rows[code->processor].drops_by_policy ? choose(code, invalidation->cache, invalidation->scope, true)
                                                 : invalidation->operation;
}

/* Before gfx12 read-modify-writes have no scope, and perform there. */
bool machine_is_at_device(const struct machine_code *code, const struct machine_instruction *i) {
    const struct machine_traits *t = &rows[code->processor];
    bool always = i->operation == MACHINE_RMW && !t->has_scopes;
    return t->l2.exists && (always || passes(&t->l2, i->cache, i->scope, false));
}

bool machine_reaches_dies(const struct machine_code *code, const struct machine_instruction *write_back) {
    const struct machine_traits *t = &rows[code->processor];
    return (write_back->cache & t->writes_back_with) == t->writes_back_with && write_back->scope >= t->writes_back_from;
}

uint8_t machine_caches_of_device(enum machine_processor processor) {
    const struct machine_traits *t = &rows[processor];
    return (uint8_t)((t->v.exists ? MACHINE_CACHE_V : 0) | (t->g.exists ? MACHINE_CACHE_G : 0) |
                     (t->l2.exists ? MACHINE_CACHE_L2 : 0));
}

/* ---- counters ---- */

uint8_t machine_counters_of_invalidation(enum machine_processor processor) {
    return rows[processor].has_scopes ? 1 << MACHINE_VM : 0;
}

uint8_t machine_counters_of_scalar(enum machine_processor processor) {
    return rows[processor].has_scopes ? 1 << MACHINE_KM : 1 << MACHINE_LGKM;
}

uint8_t machine_counters_of_vector(enum machine_processor processor, bool returns) {
    return !rows[processor].has_work_group_processors || returns ? 1 << MACHINE_VM : 1 << MACHINE_VS;
}
