/* Machine code as litmus programs: assembly as it is, and modules that are translated, compiled, and compared with what
 * Vulkan's model allows. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mmra/machine/machine_litmus.h"
#include "translator/command/command_litmus.h"
#include "translator/command/command_verdict.h"
#include "translator/internal_flags.h"

const char *const machine_option_names[] = {"v-out-of-order", "ack-at-scope", "own-lines", "shared-lines",
                                            "one-l2",         "two-l2s",      NULL};

static bool has(enum machine_option option) {
    return litmus_settings.options >> option & 1;
}

static struct machine_question machine_question_of(void) {
    struct machine_question q = machine_question_defaults();
    uint8_t lines = (uint8_t)((has(MACHINE_OPTION_OWN_LINES) ? 1 << MACHINE_OWN_LINES : 0) |
                              (has(MACHINE_OPTION_SHARED_LINES) ? 1 << MACHINE_SHARED_LINES : 0));
    uint8_t counts = (uint8_t)((has(MACHINE_OPTION_ONE_L2) ? 1 : 0) | (has(MACHINE_OPTION_TWO_L2S) ? 2 : 0));
    q.lines = lines ? lines : q.lines;
    q.l2_counts = counts ? counts : q.l2_counts;
    q.v_out_of_order = has(MACHINE_OPTION_V_OUT_OF_ORDER);
    q.ack_at_scope = has(MACHINE_OPTION_ACK_AT_SCOPE);
    q.options.max_states = litmus_settings.states ? litmus_settings.states : q.options.max_states;
    q.outcomes = litmus_has(SMMRA_LITMUS_FLAG_OUTCOMES);
    return q;
}

/* ---- what is said ---- */

static void print_row(const struct litmus *litmus, const struct outcome_value *row) {
    char text[EXPLAIN_NUMBER];
    printf("  ");
    for (uint32_t i = 0; i < litmus->observations.count; i++) {
        outcome_number(litmus, i, &row[i], text);
        printf("%s%s = %s", i ? ", " : "", printable(outcome_column(litmus, i, litmus->program.arena), 256), text);
    }
    printf("\n");
}

static void print_effort(const struct machine_answer *answer) {
    printf("  %u outcome%s, %" PRIu64 " states in %" PRIu64 " searches of placements and layouts\n",
           answer->found.count, answer->found.count == 1 ? "" : "s", answer->statistics.states,
           answer->statistics.searches);
}

static void begin_json(const char *path, uint32_t processor) {
    json_begin(path);
    json_put(", \"processor\": %s", machine_processor_names[processor]);
}

static void put_row(const struct litmus *litmus, const struct outcome_value *row) {
    json_put("{");
    for (uint32_t i = 0; i < litmus->observations.count; i++)
        json_put(", %s: %lu", outcome_column(litmus, i, litmus->program.arena), row[i].value);
    json_put("}");
}

/* `unsound`: an outcome that Vulkan's model does not allow; NULL: none is. `outcomes`: every one is shown. */
static void put_answer(const struct litmus *litmus, const struct machine_answer *answer,
                       const struct outcome_value *unsound, bool outcomes) {
    json_put(",\n   \"fault\": null, \"deadlock\": %d, \"complete\": %d,\n   \"unsound\": ", answer->statistics.stuck,
             !answer->statistics.gave_up);
    if (unsound)
        put_row(litmus, unsound);
    else
        json_put("null");
    json_put(", \"waits\": %s, \"execution\": %s,\n   \"outcomes\": [", answer->waits, answer->witness);
    for (uint32_t k = 0; k < answer->found.count && outcomes; k++) {
        json_put(",\n    ");
        put_row(litmus, answer->found.rows[k]);
    }
    json_put("],\n   \"states\": %lu, \"searches\": %lu}", answer->statistics.states, answer->statistics.searches);
}

/* A wait that is missing is a fault of the code; the rest is beyond the machine. */
static int report_fault(const char *path, uint32_t processor, const struct machine_statistics *s) {
    if (s->unsupported) {
        message_print(&(struct message_place){.path = path, .line = s->fault_line}, SMMRA_SEVERITY_ERROR,
                      "not supported: %s", s->fault);
        return 4;
    }
    if (command_json) {
        begin_json(path, processor);
        json_put(",\n   \"fault\": {\"line\": %u, \"message\": %s}}", s->fault_line, s->fault);
    } else {
        printf("%s: machine code, line %u: %s\n", printable(path, 512), s->fault_line, s->fault);
    }
    return 1;
}

static void print_shared(const char *shown, const struct machine_statistics *s) {
    if (s->stuck)
        printf("%s: deadlock: some wave waits for ever at a barrier\n", shown);
    if (s->gave_up)
        printf("%s: unknown: too many states: --states goes further\n", shown);
}

static void print_waits(const char *shown, const struct machine_answer *answer) {
    if (answer->waits)
        printf("%s: %s; where waves are then:\n%s", shown,
               answer->never_ends ? "on some placement no execution ends" : "an execution never ends", answer->waits);
}

/* ---- assembly ---- */

static int decide_status(const struct litmus *litmus, const struct machine_answer *answer) {
    uint32_t faults = (answer->statistics.stuck ? 1u << SMMRA_LITMUS_FAULT_DEADLOCK : 0) |
                      (answer->waits && !answer->statistics.stuck ? 1u << SMMRA_LITMUS_FAULT_ENDLESS_LOOP : 0);
    if (litmus_status_of(faults) || (litmus->condition && answer->condition_verdict == LITMUS_NO))
        return 1;
    bool unknown = answer->statistics.gave_up && (!litmus->condition || answer->condition_verdict == LITMUS_UNKNOWN);
    return unknown ? litmus_unknown() : 0;
}

static void print_run(const char *path, const struct litmus *litmus, const struct machine_answer *answer,
                      bool outcomes) {
    static const char *const verdicts[] = {"does not hold", "holds", "is unknown"};
    const char *shown = printable(path, 512);
    if (litmus->condition)
        printf("%s: the condition %s\n", shown, verdicts[answer->condition_verdict]);
    else
        printf("%s: executed\n", shown);
    print_shared(shown, &answer->statistics);
    print_effort(answer);
    print_waits(shown, answer);
    for (uint32_t k = 0; k < answer->found.count && outcomes; k++)
        print_row(litmus, answer->found.rows[k]);
    if (litmus_settings.explain && answer->witness)
        printf("  the condition is decided by:\n%s", answer->witness);
}

static void print_run_json(const char *path, const struct litmus *litmus, const struct machine_answer *answer,
                           bool outcomes) {
    begin_json(path, litmus_settings.mcpu);
    json_put(",\n   \"condition\": %i", litmus->condition ? answer->condition_verdict + 1 : 0);
    put_answer(litmus, answer, NULL, outcomes);
}

int litmus_machine_run(struct work *work) {
    struct machine_litmus *machine = arena_allocate_array(&work->arena, 1, sizeof *machine);
    struct machine_question question = machine_question_of();
    struct machine_answer answer;
    if (litmus_settings.mcpu == MACHINE_PROCESSOR_COUNT) {
        MESSAGE_USAGE("assembly needs --mcpu and one of" MACHINE_PROCESSOR_WORDS);
        return 2;
    }
    machine_litmus_read(machine, &work->arena, work->bytes, work->length,
                        (enum machine_processor)(litmus_settings.mcpu));
    if (machine->litmus.error)
        return module_refuse(work->path, &machine->litmus);
    question.outcomes |= !machine->litmus.condition;
    machine_litmus_ask(machine, &question, NULL, NULL, &work->arena, &answer);
    if (answer.statistics.fault)
        return report_fault(work->path, litmus_settings.mcpu, &answer.statistics);
    if (command_json)
        print_run_json(work->path, &machine->litmus, &answer, question.outcomes);
    else
        print_run(work->path, &machine->litmus, &answer, question.outcomes);
    return decide_status(&machine->litmus, &answer);
}

/* ---- modules ---- */

static bool has_several_waves(const struct litmus_spirv *program) {
    const struct litmus_grid *size = &program->grid;
    return size->local[0] * size->local[1] * size->local[2] > size->subgroup;
}

const char *machine_compile(struct work *work, const char *ir, size_t *length) {
    const char *assembly = compile_ir(&litmus_settings.compiler, work->path, ir,
                                      machine_processor_names[litmus_settings.machine], &work->arena, length);
    if (!assembly)
        mmra_ask(&work->watch); /* does not come back if the time is over */
    return assembly;
}

static int compare_ranges(const void *a, const void *b) {
    const struct litmus_memory_range *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

enum { DESCRIPTORS_ADDRESS = 1 << 24, DESCRIPTORS_SPACING = 1 << 16 };

/* The descriptors of a parameter's images; false where the machine does not know their texels. */
static bool describe_images(const struct litmus_ir_argument *argument, uint64_t address,
                            struct machine_constant *constant, struct arena *arena) {
    uint32_t *words = arena_allocate_array(arena, (size_t)argument->image_count * MACHINE_IMAGE_WORDS, sizeof *words);
    uint32_t given = 0;
    for (uint32_t k = 0; k < argument->image_count; k++) {
        uint32_t descriptor[MACHINE_IMAGE_WORDS], count = machine_describe_image(&argument->images[k], descriptor);
        if (!count)
            return false;
        memcpy(words + given, descriptor, count * sizeof *words);
        given += count;
    }
    *constant = (struct machine_constant){address, words, given};
    return given * sizeof *words <= DESCRIPTORS_SPACING;
}

/* Descriptors among the arguments, each aligned to 16 bytes, from argument `count` on; the next one's number. */
static uint32_t put_descriptors(const struct machine_constant *descriptors, uint64_t *arguments, uint32_t count) {
    count += count % 2;
    for (uint32_t k = 0; k < descriptors->count; k += 2)
        arguments[count++] = descriptors->words[k] | (uint64_t)descriptors->words[k + 1] << 32;
    return count;
}

/* The push constants that an argument stands for, or NULL. */
static const struct litmus_memory *push_constants_of(const struct litmus_spirv *program, uint64_t address) {
    for (uint32_t k = 0; k < program->memory_count; k++)
        if (program->memory[k].storage_class == SpvStorageClassPushConstant && program->memory[k].address == address)
            return &program->memory[k];
    return NULL;
}

/* Push constants among the arguments: the kernel takes them by value (byref), aligned to 16 bytes. From argument
 * `count` on; the next one's number. */
static uint32_t put_push_constants(const struct litmus_memory *memory, const struct litmus_ir_grid *ir,
                                   uint64_t *arguments, uint32_t count) {
    count += count % 2;
    for (uint32_t k = 0; k < ir->cell_count; k++) {
        const struct program_cell *cell = &ir->cells[k];
        uint64_t offset = cell->address - memory->address; /* of another memory: too large */
        for (uint32_t byte = 0; byte < cell->bytes && offset < memory->bytes; byte++, offset++)
            arguments[count + offset / 8] |= (cell->initial >> 8 * byte & 0xFF) << offset % 8 * 8;
    }
    return count + (uint32_t)((memory->bytes + 7) / 8);
}

/* Descriptors, where the module's arguments point, or --descriptors-by-value: where these are. */
static bool make_arguments(struct machine_litmus *machine, const struct litmus_spirv *program,
                           const struct litmus_ir_grid *ir, bool by_value, struct machine_grid *grid,
                           struct arena *arena) {
    struct machine_constant *constants = arena_allocate_array(arena, ir->argument_count + 1, sizeof *constants);
    uint64_t most = 1;
    for (uint32_t k = 0; k < ir->argument_count; k++) {
        const struct litmus_memory *pushed = push_constants_of(program, ir->arguments[k].value);
        most += 2 + MACHINE_IMAGE_WORDS / 2 * ir->arguments[k].image_count + (pushed ? pushed->bytes / 8 : 0);
    }
    uint64_t *arguments = arena_allocate_array(arena, most, sizeof *arguments);
    for (uint32_t k = 0; k < ir->argument_count; k++) {
        const struct litmus_ir_argument *argument = &ir->arguments[k];
        const struct litmus_memory *pushed = push_constants_of(program, argument->value);
        struct machine_constant *descriptors = &constants[grid->constant_count];
        uint64_t address = DESCRIPTORS_ADDRESS + (uint64_t)k * DESCRIPTORS_SPACING;
        if (argument->images && !describe_images(argument, address, descriptors, arena)) {
            machine->litmus.error = "an image whose texels have other components than of 32 bits";
            return false;
        }
        grid->constant_count += argument->images && !by_value;
        if (pushed)
            grid->argument_count = put_push_constants(pushed, ir, arguments, grid->argument_count);
        else if (argument->images && by_value)
            grid->argument_count = put_descriptors(descriptors, arguments, grid->argument_count);
        else
            arguments[grid->argument_count++] = argument->images ? address : argument->value;
    }
    grid->arguments = arguments;
    grid->constants = constants;
    return true;
}

/* The waves of the grid, and what its buffers hold. */
static bool make_grid(struct machine_litmus *machine, const struct litmus_spirv *program,
                      const struct litmus_ir_grid *ir, struct machine_grid *grid, struct arena *arena) {
    struct litmus_memory_range *ranges = arena_allocate_array(arena, ir->memory_count + 1, sizeof *ranges);
    for (uint32_t k = 0; k < program->memory_count; k++)
        if (program->memory[k].storage_class != SpvStorageClassWorkgroup)
            ranges[grid->memory_count++] =
                (struct litmus_memory_range){program->memory[k].address, program->memory[k].bytes};
    qsort(ranges, grid->memory_count, sizeof *ranges, compare_ranges);
    grid->memory = ranges;
    grid->cells = ir->cells;
    grid->cell_count = ir->cell_count;
    memcpy(grid->groups, program->grid.groups, sizeof grid->groups);
    memcpy(grid->local, program->grid.local, sizeof grid->local);
    machine->program.code = &machine->code;
    machine->litmus.unsupported = true;
    return machine_make_grid(&machine->program, grid, arena, &machine->litmus.error);
}

/* The cells that the Vulkan side observes, in its order, so that outcomes are compared as they are. */
static bool observe_alike(struct machine_litmus *machine, const struct litmus *vulkan, struct arena *arena) {
    struct program *program = &machine->litmus.program;
    program_init(program, arena);
    for (uint32_t k = 0; k < vulkan->observations.count; k++) {
        const struct observed *o = &vulkan->observations.items[k];
        if (o->thread != MODEL_NONE)
            return false;
        const struct program_cell *cell = &vulkan->program.cells[o->number];
        uint32_t alike = program_add_cell(program, cell->name, cell->address, cell->bytes);
        program->cells[alike].float_bits = cell->float_bits;
        program->cells[alike].label = cell->label;
    }
    observe_all(program, &machine->litmus.observations);
    return true;
}

const char *machine_refusal(const struct litmus_spirv *program, const struct litmus_ir_grid *ir) {
    if (program->model != SpvExecutionModelGLCompute)
        return "shaders of another stage than compute in machine code";
    if (program_may_abort(&program->litmus.program))
        return "OpAbortKHR in machine code: it calls a function that only a shell has";
    return ir->local_count ? "initial values of Workgroup memory in machine code" : NULL;
}

static bool is_unsound(void *user, const struct outcome_value *row) {
    return !outcomes_cover(user, row);
}

static const struct outcome_value *find_unsound(const struct outcomes *allowed, const struct machine_answer *answer) {
    for (uint32_t k = 0; k < answer->found.count; k++)
        if (!outcomes_cover(allowed, answer->found.rows[k]))
            return answer->found.rows[k];
    return NULL;
}

/* The findings about machine code, whose outcomes must be those of a program. */
struct judgement {
    const char *name;
    const struct outcome_value *unsound; /* NULL: none */
    bool endless;                        /* an execution goes on for ever, as none of the program does */
    bool bounded;                        /* the program's loops were not followed to their ends */
    bool unknown;
    const char *assumption; /* what is taken for granted; NULL: nothing */
};

static void print_judgement(const char *path, const struct judgement *j, const struct litmus *litmus,
                            const struct machine_answer *answer) {
    const char *shown = printable(path, 512);
    const struct outcome_value *unsound = j->unsound;
    printf("%s: %s on %s\n", shown, j->name, machine_processor_names[litmus_settings.machine]);
    if (j->bounded && (unsound || answer->waits))
        printf("  a loop goes round more often than Vulkan's side was followed: --unroll goes further\n");
    if (unsound)
        print_row(litmus, unsound);
    print_effort(answer);
    print_shared(shown, &answer->statistics);
    verdict_print_assumption(path, j->assumption);
    print_waits(shown, answer);
    if (unsound && answer->witness)
        printf("  which Vulkan's model does not allow, and comes about so:\n%s", answer->witness);
    for (uint32_t k = 0; k < answer->found.count && litmus_has(SMMRA_LITMUS_FLAG_OUTCOMES); k++)
        print_row(litmus, answer->found.rows[k]);
}

static void print_judgement_json(const char *path, const struct judgement *j, const struct litmus *litmus,
                                 const struct machine_answer *answer) {
    begin_json(path, litmus_settings.machine);
    json_put(", \"judgement\": %s, \"loop_met_bound\": %d, \"assumption\": %s", j->name, j->bounded, j->assumption);
    put_answer(litmus, answer, j->unsound, litmus_has(SMMRA_LITMUS_FLAG_OUTCOMES));
}

/* Executions without an end are a fault where the program has none, or where it ends and its code does not, on some
 * placement. What the program has of them beyond the bound on loops is not known. */
static struct judgement conclude(const struct outcomes *allowed, const struct validation_source *source,
                                 const struct machine_answer *answer) {
    const struct explore_statistics *vulkan = &source->answer.statistics;
    struct judgement j = {.unsound = find_unsound(allowed, answer), .bounded = vulkan->unroll_reached};
    bool never = answer->never_ends && allowed->count, ends = !source->answer.endless && !vulkan->deadlocked;
    j.endless = never || (answer->waits && ends);
    bool doubtful = j.bounded && (j.unsound || (j.endless && !never)), wrong = j.unsound || j.endless;
    bool nothing = !answer->found.count && !wrong;
    j.unknown = doubtful || (!wrong && answer->statistics.gave_up) || nothing;
    j.name = doubtful || (!wrong && answer->statistics.gave_up) ? "unknown"
             : never                                            ? "unsound: the machine code never ends"
             : j.unsound                                        ? "unsound"
             : j.endless                                        ? "unsound: the machine code may never end"
             : nothing                                          ? validation_name(VALIDATION_NOTHING_ENDS)
                                                                : "sound";
    return j;
}

int machine_judge(struct work *work, struct machine_litmus *machine, struct outcomes *allowed,
                  const struct validation_source *source) {
    struct machine_question question = machine_question_of();
    struct machine_answer answer;
    question.outcomes = litmus_has(SMMRA_LITMUS_FLAG_OUTCOMES);
    machine_litmus_ask(machine, &question, is_unsound, allowed, &work->arena, &answer);
    if (answer.statistics.fault)
        return report_fault(work->path, litmus_settings.machine, &answer.statistics);
    struct judgement j = conclude(allowed, source, &answer);
    if (answer.found.count && !j.unsound && !j.endless &&
        (answer.waits || source->answer.endless || source->answer.statistics.deadlocked))
        litmus_assume(source->litmus, &work->arena, validation_endless);
    j.assumption = source->litmus->assumption;
    (command_json ? print_judgement_json : print_judgement)(work->path, &j, &machine->litmus, &answer);
    return j.unknown ? litmus_unknown() : j.unsound || j.endless;
}

int machine_report_not_judged(const char *path, const struct validation_source *source, const struct validation *v) {
    enum validation_result result = (enum validation_result)v->result;
    const char *judgement = validation_name(result);
    if (command_json) {
        begin_json(path, litmus_settings.machine);
        json_put(", \"judgement\": %s, \"why\": %s}", judgement, v->what);
    } else {
        printf("%s: %s\n", printable(path, 512), judgement);
        if (v->what)
            printf("%s\n", v->what);
    }
    if (result == VALIDATION_NO_EXECUTION || result == VALIDATION_NOTHING_ENDS)
        return litmus_unknown();
    return result == VALIDATION_REFUSED ? SMMRA_UNSUPPORTED
                                        : litmus_status_of(validation_faults(result, &source->answer.statistics));
}

static const char *reason_not_to_run(const struct machine_litmus *machine, const struct litmus_spirv *program) {
    uint32_t wave = machine->code.kernel.wave32 ? 32 : 64;
    return program->grid.subgroup != wave && module_knows_subgroups(program)
               ? "subgroups of another size than the processor's"
               : NULL;
}

int machine_run_module(struct work *work, struct machine_litmus *machine, struct module_translation *m,
                       const struct litmus_ir_grid *ir, struct machine_grid *grid, struct validation_source *source) {
    const char *why = reason_not_to_run(machine, m->program);
    if (!make_grid(machine, m->program, ir, grid, &work->arena))
        return litmus_refuse(work->path, machine->litmus.error);
    if (!why && !observe_alike(machine, source->litmus, &work->arena))
        why = "an outcome that is no memory";
    if (why)
        return litmus_refuse(work->path, why);
    return machine_judge(work, machine, &source->answer.found, source);
}

int machine_report_unread(const char *path, uint32_t line, const char *error) {
    MESSAGE_ERROR(path, "not supported: machine code, line %u: %s", line, error);
    return 4;
}

static int run_compiled(struct work *work, struct module_translation *m, struct validation_source *source) {
    struct machine_litmus *machine = arena_allocate_array(&work->arena, 1, sizeof *machine);
    struct litmus_ir_grid ir = {0};
    struct machine_grid grid = {0};
    size_t length;
    const char *text = translate_for_machine(m, &work->arena, &ir);
    const char *why = text ? machine_refusal(m->program, &ir) : m->message;
    if (why)
        return litmus_refuse(work->path, why);
    text = machine_compile(work, text, &length);
    if (!text)
        return 2;
    if (litmus_shows())
        print_printable(text, length);
    machine_read(&machine->code, &work->arena, text, length, (enum machine_processor)(litmus_settings.machine));
    if (machine->code.error)
        return machine_report_unread(work->path, machine->code.line, machine->code.error);
    uint32_t wave = machine->code.kernel.wave32 ? 32 : 64;
    grid.lanes = m->program->grid.subgroup < wave ? m->program->grid.subgroup : wave;
    if (!make_arguments(machine, m->program, &ir, litmus_settings.by_value, &grid, &work->arena))
        return litmus_refuse(work->path, machine->litmus.error);
    return machine_run_module(work, machine, m, &ir, &grid, source);
}

int litmus_machine_validate(struct work *work, struct module_translation *translation) {
    struct validation_source source;
    struct validation v = {0};
    observe_buffers(translation->program);
    const struct explore_options limits = litmus_limits();
    validation_begin_with(&source, &translation->program->litmus, &limits, NULL, NULL, &work->arena);
    smmra_options *options = &translation->options;
    options->mcpu = machine_processor_names[litmus_settings.machine];
    options->profile = compiler_profile(&litmus_settings.compiler);
    options->coherence = (smmra_coherence)litmus_settings.coherence;
    options->flags = INTERNAL_FLAG_COMMAND |
                     (has_several_waves(translation->program) ? INTERNAL_FLAG_PARTIAL_WAVES : 0) |
                     (litmus_settings.by_value ? SMMRA_FLAG_DESCRIPTORS_BY_VALUE : 0);
    if (!validation_is_judged(&source, &v))
        return machine_report_not_judged(work->path, &source, &v);
    return run_compiled(work, translation, &source);
}
