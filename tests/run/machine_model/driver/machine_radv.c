#include "machine_radv.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/base/bits.h"
#include "mmra/machine/machine_processor.h"

struct listing {
    const char *shader, *start, *code; /* where NIR begins, what p_startpgm gives, the disassembly */
};

/* The last place of `what` in the text before `end`; NULL: there is none. */
static const char *find_last(const char *text, const char *end, const char *what) {
    const char *found = NULL;
    for (const char *at = strstr(text, what); at && at < end; at = strstr(at + 1, what))
        found = at;
    return found;
}

static const char *line_begin(const char *text, const char *at) {
    while (at > text && at[-1] != '\n')
        at--;
    return at;
}

static bool fail(struct machine_code *code, const char *what) {
    code->line = code->line ? code->line : 1; /* what is missing has no line */
    code->error = what;
    code->unsupported = true;
    return false;
}

static bool find_parts(struct machine_code *code, const char *text, struct listing *l) {
    const char *end = text + strlen(text), *code_at = find_last(text, end, "\ndisasm:\n");
    const char *start = code_at ? find_last(text, code_at, "= p_startpgm") : NULL;
    const char *shader = start ? find_last(text, start, "shader: MESA_SHADER_COMPUTE") : NULL;
    if (!shader)
        return fail(code, "no compute shader as RADV_DEBUG=shaders prints it");
    *l = (struct listing){shader, line_begin(text, start), code_at + strlen("\ndisasm:\n")};
    return true;
}

/* ---- what NIR says ---- */

static bool is_in_nir(const struct listing *l, const char *what) {
    const char *at = strstr(l->shader, what);
    return at && at < l->start;
}

/* In whole 16 bytes: Mesa sets memory to zero in such pieces, and hardware gives more at a time. */
static uint32_t shared_bytes(const struct listing *l) {
    const char *at = strstr(l->shader, "\nshared"); /* Mesa 22: "shared-size: 4"; 25: "shared_size: 4" */
    unsigned long bytes = at && at < l->start ? strtoul(at + strlen("\nshared-size: "), NULL, 10) : 0;
    return bytes <= 65536 ? (uint32_t)(bytes + 15) / 16 * 16 : UINT32_MAX;
}

enum { ALL_COMPONENTS = 7, MAX_ASKED = 64 }; /* of x, y and z; how often NIR asks for them: each is looked for */

/* The components x, y and z of a value's use ("ssa_3.xz"): bits; all, if it has no swizzle. */
static uint32_t components_at(const char *after) {
    if (*after != '.')
        return ALL_COMPONENTS;
    uint32_t found = 0;
    for (after++; *after >= 'x' && *after <= 'z'; after++)
        found |= 1u << (*after - 'x');
    return found;
}

/* Counts the components of the value that is defined before `defined`: "vec3 32 ssa_3 = intrinsic load...", from Mesa
 * 23 on "%3 = @load...".
 */
static uint32_t components_used(const struct listing *l, const char *defined) {
    const char *end = defined;
    while (end > l->shader && strchr(" =@", end[-1]))
        end--;
    const char *name = end;
    while (name > l->shader && name[-1] != ' ')
        name--;
    size_t length = (size_t)(end - name);
    uint32_t found = 0;
    for (const char *at = end; at < l->start && found != ALL_COMPONENTS; at++)
        if (strncmp(at, name, length) == 0 && !isalnum((unsigned char)at[-1]) && at[-1] != '_' &&
            !isdigit((unsigned char)at[length]))
            found |= components_at(at + length);
    return found;
}

static uint32_t group_components(const struct listing *l) {
    static const char *const names[] = {"intrinsic load_workgroup_id", "@load_workgroup_id"};
    uint32_t found = 0, asked = 0;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        for (const char *at = strstr(l->shader, names[k]); at && at < l->start && asked < MAX_ASKED;
             at = strstr(at + 1, names[k]), asked++)
            found |= components_used(l, at);
    return asked < MAX_ASKED ? found : ALL_COMPONENTS;
}

/* ---- what registers hold ---- */

/* The scalar registers of p_startpgm, in order: " s2: %1:s[0-1],  s1: %2:s[2],  v1: %3:v[0] = p_startpgm". A pair has
 * its first one. Returns how many; 0: too many, or one that no processor has. */
static uint32_t scalar_arguments(const struct listing *l, uint16_t *numbers, uint8_t *counts, uint32_t capacity) {
    uint32_t count = 0;
    for (const char *at = l->start; *at && *at != '\n'; at++) {
        if (strncmp(at, ":s[", 3) != 0)
            continue;
        if (count == capacity)
            return 0;
        char *end;
        unsigned long first = strtoul(at + 3, &end, 10), last = *end == '-' ? strtoul(end + 1, NULL, 10) : first;
        if (first > last || last >= MACHINE_VCC)
            return 0;
        numbers[count] = (uint16_t)first;
        counts[count++] = (uint8_t)(last - first + 1);
    }
    return count;
}

/* How many scalar arguments NIR reads by number: up to Mesa 25 descriptor sets alone. */
static uint32_t numbered_arguments(const struct listing *l) {
    static const char name[] = "load_scalar_arg_amd", number[] = "(base=";
    uint64_t found = 0;
    for (const char *at = strstr(l->shader, name); at && at < l->start; at = strstr(at + 1, name)) {
        const char *base = strstr(at, number);
        if (base && base < l->start)
            found |= UINT64_C(1) << (strtoul(base + sizeof number - 1, NULL, 10) & 63);
    }
    return mmra_count_ones(found);
}

static void give(struct machine_kernel *kernel, enum machine_given_kind kind, uint16_t number, uint32_t value) {
    kernel->given[kernel->given_count++] = (struct machine_given){(uint8_t)kind, number, value};
}

/* In Mesa's order (radv_shader_args.c): ring offsets, sets, size of the grid, identifiers of the workgroup, and which
 * wave of it this is. A register for each that the shader uses. */
static bool name_registers(struct machine_code *code, const struct listing *l, uint32_t sets) {
    uint16_t numbers[MACHINE_MAX_GIVEN];
    uint8_t counts[MACHINE_MAX_GIVEN];
    struct machine_kernel *kernel = &code->kernel;
    uint32_t groups = group_components(l), grid = is_in_nir(l, "load_num_workgroups") ? 7 : 0, at = 1;
    const char *init = strstr(l->start, "p_init_scratch");
    uint32_t scratch =
        init && init < l->code && machine_traits(code->processor)->scratch_offset; /* its offset, last of all */
    uint32_t count = scalar_arguments(l, numbers, counts, MACHINE_MAX_GIVEN);
    if (numbered_arguments(l) > mmra_count_ones(sets))
        return fail(code, "NIR that gives scalar arguments by number, as from Mesa 26 on: Mesa 25 names them");
    if (is_in_nir(l, "load_push_constant"))
        return fail(code, "push constants in a driver's code");
    uint32_t known = 1 + mmra_count_ones(sets) + mmra_count_ones(grid) + mmra_count_ones(groups) + scratch;
    bool wave = count == known + 1; /* whether NIR reads it has several spellings */
    if ((count != known && !wave) || counts[0] != 2)
        return fail(code, "what its scalar registers hold cannot be told: a descriptor set that is not used?");
    for (uint32_t k = 0; k < MACHINE_RADV_MAX_SETS; k++)
        if (sets >> k & 1)
            give(kernel, MACHINE_GIVEN_VALUE, numbers[at++], (uint32_t)machine_radv_set_address(k));
    for (uint32_t k = 0; k < 3; k++)
        if (grid >> k & 1)
            give(kernel, MACHINE_GIVEN_GROUPS, numbers[at++], k);
    for (uint32_t k = 0; k < 3; k++)
        if (groups >> k & 1)
            give(kernel, MACHINE_GIVEN_GROUP, numbers[at++], k);
    if (wave)
        give(kernel, MACHINE_GIVEN_WAVE, numbers[at], 0);
    kernel->workitem_ids = 2; /* ACO's listings do not say it: all are there */
    return true;
}

/* ---- the disassembly ---- */

/* Lines of the text before the place. */
static uint32_t lines_before(const char *text, const char *place) {
    uint32_t lines = 0;
    for (const char *at = text; (at = memchr(at, '\n', (size_t)(place - at))); at++)
        lines++;
    return lines;
}

void machine_read_radv(struct machine_code *code, struct arena *arena, const char *text,
                       enum machine_processor processor, uint32_t sets) {
    struct listing l;
    bool newer = machine_traits(processor)->has_work_group_processors;
    *code = (struct machine_code){.processor = processor};
    if (!find_parts(code, text, &l))
        return;
    /* Compute is in WGP mode from gfx10 on (radv_should_use_wgp_mode). Where masks are not seen, the size of waves
     * makes no difference. */
    const struct machine_kernel kernel = {.name = "BB0",
                                          .other_floats = true,
                                          .wave32 = strstr(l.code, "exec_lo") || strstr(l.code, "vcc_lo"),
                                          .work_group_processor_mode = newer,
                                          .memory_ordered = newer,
                                          .group_bytes = shared_bytes(&l)};
    const char *end = strstr(l.code, "\n\n");
    machine_read_kernel(code, arena, l.code, end ? (size_t)(end + 1 - l.code) : strlen(l.code), processor, &kernel,
                        lines_before(text, l.code));
    if (code->error)
        return;
    code->line = lines_before(text, l.start) + 1; /* for what name_registers() may say */
    name_registers(code, &l, sets);
}
