#include "tests/stress/fuzz/options.h"

static const smmra_specialization values[] = {{0, 3}, {1, 1}, {2, 64}, {3, UINT64_MAX}};

/* One of each kind: all differ in buffer resources, subgroups, barriers or images. The first stands for none. */
static const struct {
    const char *name;
    uint32_t waves[2]; /* what `wave` may be besides 0 */
} processors[] = {{NULL, {32, 64}},      {"gfx942", {64, 64}},  {"gfx1030", {32, 64}}, {"gfx1100", {32, 64}},
                  {"gfx1201", {32, 64}}, {"gfx1250", {32, 32}}, {"gfx90a", {64, 64}},  {"gfx803", {64, 64}}};
enum { PLAIN_PROCESSOR = 3, OTHER_BUFFERS = 5, FIRST_OF_DRIVERS = 2, DRIVERS = 3 };

uint32_t fuzz_option_bits(const uint32_t *words, size_t count) {
    uint32_t word = count > FUZZ_OPTIONS_WORD ? words[FUZZ_OPTIONS_WORD] : 0;
    return (word & FUZZ_OPTIONS_MARK) == FUZZ_OPTIONS_MARK ? word & ~FUZZ_OPTIONS_MARK : 0;
}

static uint32_t take(uint32_t *bits, uint32_t count) {
    uint32_t taken = *bits & ((1u << count) - 1);
    *bits >>= count;
    return taken;
}

smmra_options fuzz_options_from(uint32_t bits) {
    smmra_options options = {.size = sizeof options, .memory_limit = (size_t)256 << 20};
    options.profile = (smmra_profile)(bits ? take(&bits, 2) : SMMRA_PROFILE_DOCUMENT);
    options.glsl450 = (smmra_glsl450)take(&bits, 1);
    options.abi = (smmra_abi)take(&bits, 1);
    options.target = (smmra_target)(take(&bits, 3) == 7 ? SMMRA_TARGET_HOST : SMMRA_TARGET_AMDGCN);
    options.convergence = (smmra_convergence)take(&bits, 1);
    uint32_t processor = take(&bits, 3), wave = take(&bits, 2);
    options.flags = take(&bits, 7); /* SMMRA_... */
    options.memory = (smmra_memory)(take(&bits, 2) % 3);
    options.buffer_alignment = (UINT32_C(1) << take(&bits, 4)) & ~UINT32_C(1);
    options.device_index = take(&bits, 1);
    options.specializations = values;
    options.specialization_count = take(&bits, 1) ? sizeof values / sizeof *values : 0;
    if (options.target == SMMRA_TARGET_HOST) {
        options.convergence = SMMRA_CONVERGENCE_ATTRIBUTES;
        return options;
    }
    if (options.abi == SMMRA_ABI_BUFFER && (processor == 0 || processor == OTHER_BUFFERS))
        processor = PLAIN_PROCESSOR;
    /* --abi=driver asks for gfx10 to gfx12, and for an LLVM that was released. */
    if (options.abi == SMMRA_ABI_BUFFER && wave == 1 && options.profile <= SMMRA_PROFILE_22) {
        options.abi = SMMRA_ABI_DRIVER;
        options.flags &= ~(uint32_t)SMMRA_FLAG_DISPATCH_BASE;
        processor = FIRST_OF_DRIVERS + processor % DRIVERS;
    }
    options.coherence = options.device_index ? SMMRA_COHERENCE_AUTO : SMMRA_COHERENCE_FENCE;
    options.mcpu = processors[processor].name;
    options.wave = wave < 2 ? 0 : processors[processor].waves[wave - 2];
    return options;
}
