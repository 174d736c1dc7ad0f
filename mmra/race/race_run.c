/* The run: whose turn it is, and when it is over. */
#include "mmra/race/race_run.h"

enum {
    TURN = 20000,
    GROUP_TURN = 2000000,
    ALONE_TURN = 256000000,
    IDLE_ROUNDS = 64,
    MOST_FINDINGS = 10,
    MOST_PARTS = 3, /* branches that are named */
    ASK_EVERY = 64
};

static void shuffle(struct race_run *run, uint32_t *numbers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        numbers[i] = i;
    for (uint32_t i = count; run->options->seed && i > 1; i--) {
        uint32_t other = race_draw(run, i), kept = numbers[i - 1];
        numbers[i - 1] = numbers[other];
        numbers[other] = kept;
    }
}

/* An invocation may stop between any two accesses. Runs differ in their turns, and in how often an atomic load takes an
 * older write: what needs one bad moment shows in other runs than what needs many. */
enum habit { OF_ANY_LENGTH, SHORT_TURNS, ONE_STOP, HABITS };
enum { LONG_BITS = 7, SHORT_BITS = 2, USUAL_LENGTH = 16 };

static void choose_habits(struct race_run *run) {
    static const uint8_t past[] = {4, 1, 2};
    run->habit = race_draw(run, HABITS);
    run->past_one_in = past[race_draw(run, sizeof past)];
}

/* The length of a turn in accesses. Short turns are as likely as long ones; or, by another habit, an invocation either
 * stops after some accesses or goes on. */
static uint32_t random_turn(struct race_run *run) {
    uint32_t length = run->options->length ? run->options->length : USUAL_LENGTH;
    if (run->habit == ONE_STOP)
        return race_draw(run, 2) ? TURN : 1 + race_draw(run, length);
    return 1 + race_draw(run, UINT32_C(1) << race_draw(run, run->habit == SHORT_TURNS ? SHORT_BITS : LONG_BITS));
}

static bool is_done(const struct race_thread *t) {
    return t->status == RACE_ENDED || t->status == RACE_STOPPED;
}

const char race_steps_are_over[] = "it takes more steps than are allowed";

static bool goes_on(struct race_run *run) {
    struct race_answer *answer = run->answer;
    run->asked_at = answer->steps;
    if (run->options->steps && answer->steps >= run->options->steps && !answer->stopped)
        answer->stopped = race_steps_are_over;
    if (run->parts)
        race_split_look(run);
    else if (run->options->goes_on && !run->options->goes_on(run->options->goes_on_user) && !answer->stopped)
        answer->stopped = "its time is over, or it was interrupted";
    return !answer->stopped && !answer->refused;
}

/* Instructions of a turn: no more than the run has left. */
static uint32_t turn_of(const struct race_run *run) {
    uint64_t most = run->options->steps, taken = run->answer->steps;
    const uint32_t turn = run->options->turn ? run->options->turn : TURN;
    return !most || most - taken > turn ? turn : (uint32_t)(most - taken);
}

/* All invocations of a group, until none can go on or each has had a turn. */
static bool run_group(struct race_run *run, uint32_t group, const uint32_t *order, bool *moved) {
    uint32_t size = run->program->group_size;
    bool left = false;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t number = group * size + order[i];
        struct race_thread *t = &run->threads[number];
        bool asks = i % ASK_EVERY == 0 || run->answer->steps - run->asked_at >= TURN;
        if (asks && !goes_on(run))
            return false;
        if (t->status == RACE_READY || t->status == RACE_RUNS) {
            uint64_t before = run->answer->steps;
            race_step(run, number, turn_of(run), run->options->seed ? random_turn(run) : TURN);
            *moved |= run->answer->steps != before;
        }
        left |= !is_done(t);
    }
    return left;
}

static void end_group(struct race_run *run, uint32_t group) {
    run->group_done[group] = true;
    run->answer->groups++;
    for (uint32_t i = group * run->program->group_size; i < (group + 1) * run->program->group_size; i++)
        race_give_registers(run, &run->threads[i]); /* of those that were stopped */
    race_memory_end(&run->memory, &run->order, group);
    race_cold_sweep(&run->memory, run->options->without & RACE_COLD_AT_ONCE);
    race_order_end_group(&run->order, group);
}

/* Whether all invocations of a group that run come again to where they are. */
static bool group_goes_round(struct race_run *run, uint32_t group) {
    const uint32_t size = run->program->group_size;
    bool round = true;
    for (uint32_t i = group * size; i < (group + 1) * size && round; i++)
        round = run->threads[i].status != RACE_RUNS || race_goes_round(run, i, turn_of(run));
    return round;
}

/* Counts of steps while a group goes on alone: when that began, when it had looked at nothing last, and since when
 * run->looked is asked about. */
struct stay {
    uint64_t begun, looked_at_nothing, asked_since;
};

/* Whether a group has another turn at once. It has as long as something changes: invocations that wait for another
 * group only look again and again. One whose waiting changes memory or meets at subgroup operations is interrupted,
 * too, or what it waits for never comes. One that for a whole turn has looked at nothing that others may write waits
 * for none of them: it goes on through a long loop, or memory would keep all groups. A meeting of a subgroup ends what
 * is run of an invocation long before its turn, and not each such part looks. */
static bool goes_on_alone(struct race_run *run, uint32_t group, uint64_t changes, struct stay *stay) {
    const uint64_t steps = run->answer->steps;
    if (run->options->seed)
        return false;
    const bool looked = run->looked;
    if (steps - stay->asked_since >= TURN) {
        if (!looked)
            stay->looked_at_nothing = steps;
        stay->asked_since = steps;
        run->looked = false;
    }
    if (looked)
        return run->changes != changes && steps - stay->looked_at_nothing < GROUP_TURN;
    return steps - stay->begun < ALONE_TURN && (run->changes != changes || !group_goes_round(run, group));
}

/* All of these groups that the run's progress lets go on, each as long as goes_on_alone() says. */
static bool run_groups(struct race_run *run, const uint32_t *groups, uint32_t count, const uint32_t *order,
                       bool *moved) {
    bool left = false;
    for (uint32_t g = 0; g < count; g++) {
        bool lets = race_progress_lets(run, groups[g]), here = !run->group_done[groups[g]] && lets, changed = true;
        struct stay stay = {run->answer->steps, run->answer->steps, run->answer->steps};
        run->looked = false;
        while (here && changed) {
            uint64_t before = run->changes;
            bool stepped = false;
            here = run_group(run, groups[g], order, &stepped);
            *moved |= stepped;
            if (run->answer->stopped || run->answer->refused)
                return false;
            changed = here && stepped && goes_on_alone(run, groups[g], before, &stay);
            if (!here && !run->group_done[groups[g]])
                end_group(run, groups[g]);
        }
        left |= !run->group_done[groups[g]];
    }
    return left;
}

bool race_run_groups(struct race_run *run, uint32_t first, uint32_t end) {
    uint32_t *groups = arena_allocate_array(run->arena, end, sizeof *groups);
    uint32_t *order = arena_allocate_array(run->arena, run->program->group_size, sizeof *order);
    bool moved = false;
    shuffle(run, groups, end);
    shuffle(run, order, run->program->group_size);
    return !run_groups(run, groups + first, end - first, order, &moved) && goes_on(run);
}

/* Whether nothing can change any more: all that still run come again to where they are. A loop that counts to a large
 * number changes no memory either, but ends. */
static bool all_go_round(struct race_run *run) {
    uint64_t before = run->changes;
    bool round = true;
    for (uint32_t i = 0; i < run->thread_count && round; i++)
        round = run->threads[i].status != RACE_RUNS || !race_progress_lets(run, i / run->program->group_size) ||
                race_goes_round(run, i, turn_of(run));
    return round && run->changes == before;
}

static void run_all(struct race_run *run) {
    uint32_t *groups = arena_allocate_array(run->arena, run->program->group_count, sizeof *groups);
    uint32_t *order = arena_allocate_array(run->arena, run->program->group_size, sizeof *order);
    choose_habits(run);
    shuffle(run, groups, run->program->group_count);
    shuffle(run, order, run->program->group_size);
    race_progress_begin(run, groups);
    uint32_t idle = 0;
    for (bool left = true; left;) {
        uint64_t before = run->changes;
        bool moved = false;
        race_progress_choose(run);
        left = run_groups(run, groups, run->program->group_count, order, &moved);
        bool freed = run->changes == before && !run->answer->refused && race_go_on_without(run);
        idle = run->changes == before && idle <= IDLE_ROUNDS ? idle + 1 : 0;
        bool endless = left && moved && idle > IDLE_ROUNDS && all_go_round(run);
        if (!endless && (moved || freed))
            continue;
        if (left && race_progress_release(run, endless)) {
            idle = 0;
            continue;
        }
        run->answer->endless = endless;
        break;
    }
}

/* ---- the end ---- */

/* Whether the invocation waits for one that does not come. */
static bool waits(const struct race_run *run, uint32_t number) {
    return run->threads[number].status == RACE_AT_BARRIER || run->threads[number].status == RACE_AT_EXCHANGE;
}

static const struct model_operation *operation_at(const struct race_thread *t) {
    return t->status == RACE_AT_BARRIER ? &t->code->code[t->at].operation : NULL;
}

/* Names an invocation that waits at a control barrier, and one that does not come to it. */
static void tell_divergence(struct race_run *run) {
    struct race_answer *answer = run->answer;
    for (uint32_t i = 0, other; i < run->thread_count && !answer->divergence; i++) {
        if (run->threads[i].status != RACE_AT_BARRIER || !race_diverges(run, i, &other))
            continue;
        const struct explore_divergence d = {{i, other},
                                             {operation_at(&run->threads[i]), operation_at(&run->threads[other])}};
        const char *const names[2] = {run->program->who(run->program->user, i),
                                      run->program->who(run->program->user, other)};
        const struct model_operation *parts[MOST_PARTS];
        answer->divergence = explain_divergence(run->arena, &d, names, &answer->divergent_messages);
        if (run->threads[i].code == run->threads[other].code)
            explain_parting(run->arena, parts, race_part(run, i, parts, MOST_PARTS), &answer->divergent_messages);
    }
}

static void conclude(struct race_run *run) {
    struct race_answer *answer = run->answer;
    for (uint32_t i = 0; i < run->thread_count && !answer->stopped && !answer->refused; i++) {
        answer->divergent |= waits(run, i);
        if (race_may_go_on_without(&run->threads[i]) && !answer->fault && !answer->endless)
            answer->refused = race_diverged;
    }
    answer->divergent &= !answer->fault && !answer->endless && !answer->refused; /* it is why they wait */
    if (answer->divergent)
        tell_divergence(run);
    if (run->order.mixed && !answer->refused)
        answer->refused =
            "atomic writes of different scopes to one location, of which some are not in scope of each other";
}

static void read_codes(struct race_run *run) {
    const struct race_program *program = run->program;
    run->codes = arena_allocate_array(run->arena, program->code_count, sizeof *run->codes);
    for (uint32_t c = 0; c < program->code_count; c++) {
        struct race_code *code = &run->codes[c];
        race_code_read(code, &program->codes[c], &run->pool);
        race_moves_pass(code, &program->codes[c], &run->pool, run->options->without & RACE_WITHOUT_MOVES);
        uint32_t registers = code->register_count + code->constant_count;
        run->widest = registers > run->widest ? registers : run->widest;
        run->most_accesses = code->access_count > run->most_accesses ? code->access_count : run->most_accesses;
    }
    for (uint32_t c = 0; c < program->code_count; c++)
        race_code_begin(&run->codes[c], &program->codes[c], run->widest + 1, &run->pool);
}

void race_run(const struct race_program *program, const struct race_options *given, struct arena *arena,
              struct race_answer *answer) {
    struct race_options options = *given;
    options.most = options.most ? options.most : MOST_FINDINGS;
    struct race_run run = {
        .program = program, .options = &options, .answer = answer, .arena = arena, .random = options.seed};
    memset(answer, 0, sizeof *answer);
    run.thread_count = program->group_count * program->group_size;
    run.threads = arena_allocate_array(arena, run.thread_count, sizeof *run.threads);
    run.pool.arena = arena;
    run.records.free = UINT32_MAX;
    run.marks = arena_allocate_array(arena, run.thread_count, sizeof *run.marks);
    run.group_done = arena_allocate_array(arena, program->group_count, sizeof *run.group_done);
    for (uint32_t i = 0; i < run.thread_count; i++)
        run.threads[i].code = program->invocation(program->user, i).code;
    read_codes(&run);
    race_order_init(&run.order, program, options.without, &run.pool);
    run.order.reversed = &run.reversed;
    race_phase_init(&run);
    race_memory_init(&run.memory, program, &run.pool);
    if (options.ends)
        run.reads = arena_allocate_array(arena, RACE_READS, sizeof *run.reads);
    if (program->fill)
        program->fill(program->user, &run.memory);
    if (!race_split_run(&run))
        run_all(&run);
    for (uint32_t c = 0; program->ran && c < program->code_count; c++)
        race_moves_ran(&run.codes[c], &program->codes[c], program->ran[c]);
    answer->ordered |= run.order.learned;
    if (program->finish)
        program->finish(program->user, &run.memory);
    conclude(&run);
    if (options.ends && !answer->stopped && !answer->refused && !answer->fault && !answer->endless &&
        !answer->divergent && !answer->count)
        race_ends_look(&run, options.ends);
}
