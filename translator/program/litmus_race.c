#include "translator/program/litmus_race.h"

#include <inttypes.h>
#include <stdio.h>

#include "mmra/base/sort.h"
#include "translator/option_names.h"
#include "translator/program/litmus_depends.h"

/* ---- what memory holds at first ---- */

/* How many bytes there are from the memory's address on: a buffer is as long as the longest of its descriptor's
 * variables. */
static uint64_t bytes_of(const struct litmus_race *race, const struct litmus_memory *memory) {
    uint32_t up_to = race_ranges_up_to(&race->program, memory->address);
    const struct race_range *range = up_to ? &race->program.ranges[up_to - 1] : NULL;
    bool is_there = range && memory->address - range->address < range->bytes;
    return is_there ? range->bytes - (memory->address - range->address) : 0;
}

static void set_data(const struct litmus_race *race, struct race_memory *memory, const struct litmus_memory *to,
                     const struct grid_given *given) {
    const unsigned char *bytes = given->data->bytes;
    const uint64_t most = bytes_of(race, to);
    for (uint64_t i = 0; i < given->data->length && given->part.offset + i < most; i++)
        race_memory_set(memory, to->address + given->part.offset + i, 1, bytes[i]);
}

static void set_component(void *user, uint64_t address, uint32_t bits) {
    race_memory_set(user, address, sizeof bits, bits);
}

/* The initializer of a variable. */
static void set_constant(struct litmus_race *race, struct race_memory *memory, const struct grid_variable *variable,
                         const struct litmus_memory *to) {
    struct grid_reader *g = &race->reader;
    struct spirv_instruction in = spirv_defining(g->module, variable->id);
    const struct spirv_constant *constant =
        in.operand_count > 1 ? spirv_constant_of_id(g->module, in.operands[1]) : NULL;
    struct grid_leaves leaves = {0};
    if (!constant)
        return;
    if (constant->kind == SPIRV_CONSTANT_NULL) {
        for (uint64_t i = 0; i < to->bytes; i++)
            race_memory_set(memory, to->address + i, 1, 0);
        return;
    }
    struct grid_value value = grid_constant_value(g, &in, constant);
    grid_add_leaves(g, variable->type, (struct spirv_matrix_layout){0, false}, 0, variable, &leaves);
    for (uint32_t i = 0; i < leaves.count && i < value.count; i++)
        if (value.parts[i].operand.kind == PROGRAM_CONSTANT)
            race_memory_set(memory, to->address + leaves.items[i].offset, leaves.items[i].bytes,
                            value.parts[i].operand.value);
}

static void fill_given(const struct litmus_race *race, struct race_memory *memory, const struct grid_given *given,
                       const struct litmus_memory *to) {
    for (uint32_t i = 0; i < given->initial_count; i++)
        race_memory_set(memory, to->address + given->initial[i].offset, given->initial[i].bytes,
                        given->initial[i].value);
    if (given->data)
        set_data(race, memory, to, given);
    if (given->texels)
        grid_put_recorded(given->part.variable->image, given->texels, to->address + given->part.offset, set_component,
                          memory);
}

/* Initializers first: several variables may be one memory. */
static void fill(void *user, struct race_memory *memory) {
    struct litmus_race *race = user;
    struct grid_reader *g = &race->reader;
    if (setjmp(g->landing)) /* what cannot be filled keeps what it has; the reader has looked at it before */
        return;
    for (uint32_t i = 0; i < race->spirv.memory_count; i++)
        if (g->owners[i]->id)
            set_constant(race, memory, g->owners[i], &race->spirv.memory[i]);
    litmus_unset_fill(race, memory);
    for (uint32_t i = 0; i < g->given_count; i++)
        fill_given(race, memory, g->given[i], &race->spirv.memory[g->given[i]->part.variable->first_memory]);
    for (uint32_t i = 0; i < g->target_count; i++)
        race_memory_set(memory, g->targets[i].pointer, 8, g->equal ? g->targets[i].equal : g->targets[i].address);
    for (uint32_t i = 0; i < g->addressed_count; i++) {
        const struct grid_addressed *at = &g->addressed[i];
        for (uint64_t k = 0; k < at->data->length; k++)
            race_memory_set(memory, at->address + k, 1, ((const unsigned char *)at->data->bytes)[k]);
    }
    for (uint32_t i = 0; i < race->choice_count; i++)
        race_memory_set(memory, race->choices[i].address, race->choices[i].bytes, race->choices[i].value);
}

/* ---- what memory holds at the end ---- */

static void compare(void *user, struct race_memory *memory) {
    struct litmus_race *race = user;
    struct grid_reader *g = &race->reader;
    race->compared = race->different = 0;
    if (setjmp(g->landing))
        return;
    for (uint32_t i = 0; i < race->result_count; i++) {
        const smmra_litmus_data *wanted = &race->results[i];
        const struct grid_saying says = {"a result", wanted->name, strlen(wanted->name), 0};
        struct grid_part part;
        if (!grid_designate_recorded(g, &says, &part))
            continue;
        const struct litmus_memory *at = &race->spirv.memory[part.variable->first_memory];
        const uint64_t most = bytes_of(race, at);
        for (uint64_t k = 0; k < wanted->length && part.offset + k < most; k++) {
            race->compared++;
            race->different +=
                race_memory_get(memory, at->address + part.offset + k) != ((const unsigned char *)wanted->bytes)[k];
        }
    }
}

/* ---- invocations ---- */

static uint32_t local_count(const struct grid_reader *g) {
    const uint32_t *local = g->output->grid.local;
    return local[0] * local[1] * local[2];
}

static const char *who(void *user, uint32_t number) {
    struct litmus_race *race = user;
    char text[64];
    struct grid_reader *g = &race->reader;
    uint32_t size = local_count(g);
    grid_choose_invocation(g, number / size, number % size);
    if (grid_is_draw(g) && size > 1)
        snprintf(text, sizeof text, "fragment at %u,%u of primitive %u and sample %u", g->at.group[0], g->at.group[1],
                 g->at.group[2], g->at.local_index);
    else if (grid_is_draw(g))
        snprintf(text, sizeof text, "fragment at %u,%u of primitive %u", g->at.group[0], g->at.group[1],
                 g->at.group[2]);
    else
        snprintf(text, sizeof text, "%s %u invocation %u", grid_stage_of(g->output->model)->thread, number / size,
                 number % size);
    return arena_copy_string(race->reader.arena, text, strlen(text));
}

static struct race_invocation invocation(void *user, uint32_t number) {
    struct litmus_race *race = user;
    const struct grid_reader *g = &race->reader;
    uint32_t size = local_count(g), group = number / size, local = number % size;
    uint32_t subgroup = g->output->grid.subgroup, subgroups = size / subgroup + (size % subgroup != 0);
    struct race_invocation result = {.code = &race->program.codes[race->first_code + (g->by_local ? local : 0)]};
    result.scopes.instance[VULKAN_WORKGROUP] = group;
    result.scopes.instance[VULKAN_SUBGROUP] = group * subgroups + local / subgroup;
    if (grid_is_draw(g)) /* which fragments share a subgroup nobody says */
        result.scopes.instance[VULKAN_WORKGROUP] = result.scopes.instance[VULKAN_SUBGROUP] = number;
    result.scopes.instance[VULKAN_INVOCATION] = number;
    return result;
}

static void begin(void *user, uint32_t number, uint64_t *registers, uint8_t *undefined) {
    struct litmus_race *race = user;
    struct grid_reader *g = &race->reader;
    uint32_t size = local_count(g), code = race->first_code + (g->by_local ? number % size : 0);
    grid_choose_invocation(g, number / size, number % size);
    for (uint32_t i = race->first_builtin[code]; i < race->first_builtin[code + 1]; i++) {
        const struct litmus_race_builtin *of = &race->builtins[i];
        registers[of->target] = grid_builtin_value(g, of->builtin, of->component);
        undefined[of->target] = false;
    }
}

void litmus_race_find_builtins(struct litmus_race *race) {
    const struct race_program *program = &race->program;
    struct arena *arena = race->reader.arena;
    struct litmus_race_builtin found = {0};
    race->builtins = NULL;
    race->builtin_count = race->builtin_capacity = 0;
    race->first_builtin = arena_allocate_array(arena, program->code_count + 1, sizeof *race->first_builtin);
    for (found.code = 0; found.code < program->code_count; found.code++) {
        const struct program_thread *code = &program->codes[found.code];
        for (found.target = 0; found.target < code->register_count; found.target++)
            if (grid_is_builtin(code->registers[found.target].name, &found.builtin, &found.component))
                *ARENA_PUSH(arena, race->builtins, race->builtin_count, race->builtin_capacity) = found;
        race->first_builtin[found.code + 1] = race->builtin_count;
    }
}

static const char *name(void *user, uint64_t address, uint32_t group) {
    struct litmus_race *race = user;
    struct grid_reader *g = &race->reader;
    if (setjmp(g->landing))
        return NULL;
    for (uint32_t i = 0; i < race->spirv.memory_count; i++) {
        const struct litmus_memory *memory = &race->spirv.memory[i];
        char path[96] = "", text[LITMUS_MOST_NAME + 128];
        if (address < memory->address || address - memory->address >= memory->bytes)
            continue;
        grid_put_path(g, g->owners[i], address - memory->address, path, sizeof path);
        const char *label = g->places.count ? grid_label(g, g->owners[i], path) : NULL;
        snprintf(text, sizeof text, "%%%s%s", memory->name, path);
        return label ? label : arena_copy_string(g->arena, text, strlen(text));
    }
    (void)group;
    for (uint32_t i = 0; i < g->addressed_count; i++) {
        char text[80];
        const struct grid_addressed *at = &g->addressed[i];
        if (address < at->address || address - at->address >= at->data->length)
            continue;
        snprintf(text, sizeof text, "byte %llu of the buffer at 0x%llx", (unsigned long long)(address - at->address),
                 (unsigned long long)at->address);
        return arena_copy_string(g->arena, text, strlen(text));
    }
    return NULL;
}

static bool counts(void *user, const struct model_operation *a, const struct model_operation *b) {
    struct litmus_race *race = user;
    if (!race->separates)
        return true;
    litmus_depends(race);
    return litmus_unset_counts(race, a, b);
}

/* ---- the program ---- */

static int by_address(const void *a, const void *b) {
    const struct race_range *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

/* Several variables may be of one descriptor, and recorded buffers may overlap: they are one memory then. */
static void merge_ranges(struct race_program *program, struct arena *arena) {
    uint32_t count = program->range_count;
    mmra_sort(arena, program->ranges, count, sizeof *program->ranges, by_address);
    program->range_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct race_range next = program->ranges[i], *last = &program->ranges[program->range_count];
        uint64_t end = next.address + next.bytes;
        last -= program->range_count != 0;
        if (program->range_count && next.address < last->address + last->bytes)
            last->bytes = end - last->address > last->bytes ? end - last->address : last->bytes;
        else
            program->ranges[program->range_count++] = next;
    }
}

static void add_ranges(struct litmus_race *race) {
    struct litmus_spirv *spirv = &race->spirv;
    struct race_program *program = &race->program;
    const struct grid_reader *g = &race->reader;
    program->ranges =
        arena_allocate_array(g->arena, spirv->memory_count + g->addressed_count + 2, sizeof *program->ranges);
    for (uint32_t i = 0; i < spirv->memory_count; i++) {
        const struct litmus_memory *memory = &spirv->memory[i];
        const bool undefined = grid_begins_undefined(g, g->owners[i]);
        const bool of_group = undefined || g->owners[i]->kind == GRID_WORKGROUP;
        if (memory->bytes)
            program->ranges[program->range_count++] =
                (struct race_range){memory->address, memory->bytes, of_group, undefined};
    }
    if (grid_is_draw(g) && grid_lock_bytes(g))
        program->ranges[program->range_count++] =
            (struct race_range){LITMUS_INTERLOCK_ADDRESS, grid_lock_bytes(g), false, false};
    for (uint32_t i = 0; i < g->addressed_count; i++)
        program->ranges[program->range_count++] =
            (struct race_range){g->addressed[i].address, g->addressed[i].data->length, false, false};
    merge_ranges(program, g->arena);
}

static void compile_places(struct grid_reader *g) {
    for (uint32_t local = 0; local < local_count(g); local++) {
        g->inlined = 0;
        grid_compile_invocation(g, 0, local);
    }
}

/* All invocations share a code. Where some instruction asks for the place in the workgroup, each place has its own. */
static void compile(struct litmus_race *race) {
    struct grid_reader *g = &race->reader;
    struct program *program = &g->litmus->program;
    grid_compile_invocation(g, 0, 0);
    if (g->exchanges && grid_is_draw(g))
        grid_refuse(g, NULL, "subgroup operations and derivatives of fragments as a whole draw");
    if (g->asks_place) {
        g->by_local = true;
        program->thread_count = 0;
        compile_places(g);
    }
    grid_settle_matrices(g);
    if (race->spirv.turns) {
        g->turned = 1;
        compile_places(g);
    }
    grid_note_interlock(g);
    race->program.codes = program->threads;
    race->program.code_count = program->thread_count;
    race->program.ran = arena_allocate_array(g->arena, program->thread_count, sizeof *race->program.ran);
    for (uint32_t c = 0; c < program->thread_count; c++)
        race->program.ran[c] = arena_allocate_array(g->arena, program->threads[c].code_count + 1, 1);
    litmus_race_find_builtins(race);
}

static void assume(struct grid_reader *g, const char *text) {
    litmus_assume(g->litmus, g->arena, arena_copy_string(g->arena, text, strlen(text)));
}

static void note_grown(struct grid_reader *g, uint32_t memory) {
    const struct grid_grown *grown = grid_grown_of(g, g->owners[memory]);
    char text[LITMUS_MOST_NAME + 96];
    if (!grown || grown->is_final)
        return;
    snprintf(text, sizeof text, "%.*s has %" PRIu64 " elements, as nobody chose how many (%s)", LITMUS_MOST_NAME,
             grid_memory_name(g, memory), grown->length, OPTION_NAME(g->options, SIZES));
    assume(g, text);
}

/* Says which images are as large as accesses need. */
static void note_images(struct grid_reader *g) {
    char text[128];
    for (uint32_t i = 0; g->image_scale && i < g->owner_count; i++) {
        const struct grid_variable *owner = g->owners[i];
        if (!owner->image || owner->given || owner->input)
            continue;
        snprintf(text, sizeof text,
                 "images have up to %" PRIu64 " texels along each side, as nobody chose how many (%s)",
                 owner->image->extents[0], OPTION_NAME(g->options, SIZES));
        assume(g, text);
        return;
    }
}

static void read_module(struct litmus_race *race) {
    struct grid_reader *g = &race->reader;
    g->output = &race->spirv;
    g->litmus = &race->spirv.litmus;
    g->shared = true;
    g->image_scale = race->image_scale;
    program_init(&race->spirv.litmus.program, g->arena);
    if (setjmp(g->landing))
        return;
    grid_begin(g, race->words, race->word_count, g->options);
    compile(race);
    for (uint32_t i = 0; i < g->owner_count; i++)
        note_grown(g, i);
    note_images(g);
    add_ranges(race);
    race->program.group_count = (uint32_t)grid_workgroup_count(g);
    race->program.group_size = local_count(g);
    race->program.groups = g->litmus->program.groups;
    race->program.language = g->litmus->program.language;
    race->program.waits_for_all = true;
    race->program.invocation = invocation;
    race->program.who = who;
    race->program.begin = begin;
    race->program.fill = fill;
    race->program.finish = compare;
    race->program.name = name;
    race->program.counts = counts;
    race->program.user = race;
}

void litmus_race_read(struct litmus_race *race, struct arena *arena, const uint32_t *words, size_t word_count,
                      const struct litmus_source *source, const smmra_litmus_options *options) {
    *race = (struct litmus_race){
        .reader = {.arena = arena, .source = source, .options = options}, .words = words, .word_count = word_count};
    read_module(race);
}

void litmus_race_choose_as(struct litmus_race *race, const struct litmus_race *from) {
    race->unset = from->unset;
    race->unset_differ = from->unset_differ;
    race->contents = from->contents;
    race->fills_kept = from->fills_kept;
    race->separates = from->separates;
    race->depends = from->depends;
    race->shared_counts = from->shared_counts;
    race->doubts = from->doubts;
}

static bool read_as(struct litmus_race *race, const smmra_litmus_options *options, const struct grid_grown *grown,
                    uint32_t count) {
    struct arena *arena = race->reader.arena;
    struct litmus_race *before = arena_allocate(arena, sizeof *before);
    *before = *race;
    *race = (struct litmus_race){
        .reader = {.arena = arena, .source = before->reader.source, .options = options, .grown_count = count},
        .words = before->words,
        .word_count = before->word_count,
        .results = before->results,
        .result_count = before->result_count,
        .growths = before->growths,
        .image_scale = before->image_scale,
        .images_are_final = before->images_are_final};
    litmus_race_choose_as(race, before);
    race->reader.grown = arena_allocate_array(arena, count + 1, sizeof *grown);
    if (count)
        memcpy(race->reader.grown, grown, count * sizeof *grown);
    read_module(race);
    race->program.is_robust = before->program.is_robust;
    race->program.allows = before->program.allows;
    race->program.allows_user = before->program.allows_user;
    if (!race->spirv.litmus.error)
        return true;
    *race = *before;
    return false;
}

bool litmus_race_read_again(struct litmus_race *race, const struct grid_grown *grown, uint32_t count) {
    return read_as(race, race->reader.options, grown, count);
}

bool litmus_race_read_with(struct litmus_race *race, const smmra_litmus_options *options) {
    const struct litmus_dependence *depends = race->depends;
    race->depends = NULL;
    if (read_as(race, options, race->reader.grown, race->reader.grown_count))
        return true;
    race->depends = depends;
    return false;
}

bool litmus_race_read_like(struct litmus_race *race, const struct litmus_race *like) {
    const smmra_litmus_options *from = like->reader.options;
    smmra_litmus_options *options = arena_allocate(race->reader.arena, sizeof *options);
    *options = *race->reader.options;
    const bool alike =
        options->specialization_count == from->specialization_count && options->subgroup == from->subgroup;
    options->subgroup = from->subgroup;
    options->specializations = from->specializations;
    options->specialization_count = from->specialization_count;
    return alike || litmus_race_read_with(race, options);
}

static void note_ran(struct litmus_race *race) {
    const struct race_program *program = &race->program;
    for (uint32_t c = 0; program->ran && c < program->code_count; c++)
        for (uint32_t i = 0; i < program->codes[c].code_count; i++)
            race->spirv.coverage.ran[program->codes[c].code[i].operation.origin] |= program->ran[c][i];
}

void litmus_race_run(struct litmus_race *race, const struct race_options *options, struct arena *arena,
                     struct race_answer *answer) {
    struct race_options as_a_whole = *options;
    race->first_code = options->is_second ? local_count(&race->reader) : 0;
    if (race->spirv.turns) /* the second reading is held against who has written last */
        as_a_whole.processes = NULL;
    race_run(&race->program, &as_a_whole, arena, answer);
    note_ran(race);
}

const char *litmus_race_fault(struct litmus_race *race, const struct race_answer *answer) {
    char text[640];
    if (answer->fault) {
        const char *unwritten = answer->unwritten, *beyond = answer->beyond;
        snprintf(text, sizeof text, "%s, by %s%s%s%s%s%s", answer->fault, who(race, answer->fault_invocation),
                 unwritten ? ", which has read " : "", unwritten ? unwritten : "", unwritten ? ": undefined" : "",
                 beyond && unwritten ? "; "
                 : beyond            ? ": "
                                     : "",
                 beyond ? beyond : "");
        return arena_copy_string(race->reader.arena, text, strlen(text));
    }
    return answer->divergence ? answer->divergence
           : answer->divergent
               ? "divergent barrier: some invocations wait at a control barrier or subgroup operation to "
                 "which others do not come"
           : answer->endless ? "endless loop: invocations go round, and nothing changes any more"
                             : NULL;
}

/* The text is known to have none where all accesses of the run were compared. */
const char *litmus_race_message(struct litmus_race *race, const struct race_answer *answer) {
    bool ended = !answer->stopped && !answer->refused && !litmus_race_fault(race, answer);
    return ended && !answer->by_text && !answer->left_out ? litmus_race_of_formal_model_here : "data race";
}
