/* The path that a finding of never-available or never-visible tells of, as the branches that control takes. It is the
 * shortest one, and is searched for only when there is a finding. */
#include "mmra/check/availability.h"

/* A fact that starts to live after an effect of a function, and where its path shall end. */
struct journey {
    ir_function function;
    uint32_t start; /* effect */
    unsigned fact;
    uint32_t goal; /* the instruction that the fact is to meet, here or in a callee; CHECK_NO_INSTRUCTION: the end */
};

/* Blocks that a fact lives at the beginning of, in order of distance. */
struct walk {
    const struct journey *journey;
    struct block_graph graph;
    uint32_t *nodes;  /* block * slots + slot */
    uint32_t *before; /* by node: the index in `nodes` of the node before it, + 2; 0: not reached; 1: the start */
    uint32_t count;
};

enum { MAX_BRANCHES = 8 };

static const struct effect *effect_at(const struct availability *a, uint32_t effect) {
    return &a->effects.items[effect];
}

/* Whether the path may end in the callee: it does to the fact what is looked for. */
static bool callee_meets(const struct availability *a, const struct effect *call, unsigned fact, uint32_t goal) {
    const struct summary *callee = &a->summaries[call->called];
    if (callee->read_facts & fact_bit(fact) && callee->reader[a->slot_of[fact]] == goal)
        return true;
    for (uint64_t facts = callee->exit.facts; facts; facts &= facts - 1) {
        const struct fact *left = fact_at(a, &callee->exit, lowest_fact(facts));
        if (left->origins & fact_bit(fact) && lowest_fact(facts) != fact && left->carried == goal)
            return true;
    }
    return false;
}

static bool meets_goal(const struct availability *a, const struct journey *journey, const struct effect *effect,
                       uint64_t facts) {
    if (effect->index == journey->goal)
        return facts;
    for (; effect->called && facts; facts &= facts - 1)
        if (callee_meets(a, effect, lowest_fact(facts), journey->goal))
            return true;
    return false;
}

/* Follows the facts from an effect to the end of its block. True: the goal was met, at *met. */
static bool walk_block(const struct availability *a, const struct walk *walk, uint32_t block, uint32_t effect,
                       uint64_t *facts, uint32_t *met) {
    uint32_t index = walk->graph.first + block;
    for (; effect < a->effects.from[index + 1]; effect++) {
        uint64_t after = 0;
        *met = effect_at(a, effect)->index;
        if (meets_goal(a, walk->journey, effect_at(a, effect), *facts))
            return true;
        for (uint64_t left = *facts; left; left &= left - 1)
            after |= availability_step(a, effect_at(a, effect), lowest_fact(left));
        *facts = after;
    }
    const struct ir_block *info = &a->c->module->blocks[index];
    *met = info->first_instruction + info->instruction_count - 1;
    return walk->journey->goal == CHECK_NO_INSTRUCTION && *facts && flow_returns(a->c->module, index);
}

static void reach(const struct availability *a, struct walk *walk, uint32_t block, uint64_t facts, uint32_t from) {
    for (uint32_t e = walk->graph.successor_from[block]; e < walk->graph.successor_from[block + 1]; e++)
        for (uint64_t left = facts; left; left &= left - 1) {
            uint32_t node = graph_successor(&walk->graph, e) * a->slots + a->slot_of[lowest_fact(left)];
            if (walk->before[node])
                continue;
            walk->before[node] = from;
            walk->nodes[walk->count++] = node;
        }
}

static unsigned fact_in_slot(const struct availability *a, unsigned slot) {
    uint64_t facts = a->possible;
    while (slot--)
        facts &= facts - 1;
    return lowest_fact(facts);
}

/* "%name", as far as the block has one that the text knows. */
static void append_label(const struct availability *a, struct text *text, ir_value label) {
    const struct ir_module *module = a->c->module;
    const struct ir_value_info *value = ir_value_get(module, label);
    TEXT_LITERAL(text, " to %");
    if (value->name) {
        text_escaped(text, ir_string_get(module, value->name));
    } else if (value->number) {
        text_char(text, '_');
        text_unsigned(text, value->number);
    } else {
        text_unsigned(text, module->parsed && label < module->parsed->temporary_count
                                ? module->parsed->temporaries[label]
                                : label);
    }
}

/* A note at the block's terminator, if control could have gone elsewhere. */
static void tell_branch(struct availability *a, struct check_finding *finding, const struct walk *walk, uint32_t block,
                        uint32_t next) {
    const struct ir_module *module = a->c->module;
    const struct ir_block *info = &module->blocks[walk->graph.first + block];
    if (walk->graph.successor_from[block + 1] - walk->graph.successor_from[block] < 2)
        return;
    struct text text;
    text_init(&text, a->c->arena, 64);
    TEXT_LITERAL(&text, "by way of this branch");
    append_label(a, &text, module->blocks[walk->graph.first + next].label);
    check_relate(a->c, finding, info->first_instruction + info->instruction_count - 1, text_finish(&text));
}

/* The branches from the start to the node, or the last few of them. */
static void tell_branches(struct availability *a, struct check_finding *finding, const struct walk *walk,
                          uint32_t start, uint32_t place, uint32_t last) {
    uint32_t blocks[MAX_BRANCHES + 1], count = 0;
    blocks[count++] = last;
    while (place > 1 && count <= MAX_BRANCHES) {
        uint32_t node = walk->nodes[place - 2];
        if (node / a->slots != blocks[count - 1])
            blocks[count++] = node / a->slots;
        place = walk->before[node];
    }
    if (place == 1 && count <= MAX_BRANCHES)
        blocks[count++] = start;
    for (uint32_t i = count; i > 1; i--)
        tell_branch(a, finding, walk, blocks[i - 1], blocks[i - 2]);
}

static uint32_t block_of_effect(const struct availability *a, const struct block_graph *graph, uint32_t effect) {
    uint32_t block = 0;
    while (a->effects.from[graph->first + block + 1] <= effect)
        block++;
    return block;
}

/* Notes for the branches of the shortest way; the instruction at its end, or CHECK_NO_INSTRUCTION if there is none. */
static uint32_t tell_journey(struct availability *a, struct check_finding *finding, const struct journey *journey) {
    struct walk walk = {.journey = journey, .graph = check_control_flow(a->c, journey->function)};
    size_t nodes = (size_t)walk.graph.count * a->slots;
    walk.nodes = arena_allocate(a->c->arena, nodes * sizeof *walk.nodes);
    walk.before = arena_allocate_array(a->c->arena, nodes, sizeof *walk.before);
    uint32_t start = block_of_effect(a, &walk.graph, journey->start), met;
    uint64_t facts = fact_bit(journey->fact);
    if (walk_block(a, &walk, start, journey->start + 1, &facts, &met))
        return met;
    reach(a, &walk, start, facts, 1);
    for (uint32_t i = 0; i < walk.count; i++) {
        uint32_t node = walk.nodes[i], block = node / a->slots;
        facts = fact_bit(fact_in_slot(a, node % a->slots));
        if (walk_block(a, &walk, block, a->effects.from[walk.graph.first + block], &facts, &met)) {
            tell_branches(a, finding, &walk, start, walk.before[node], block);
            return met;
        }
        reach(a, &walk, block, facts, i + 2);
    }
    return CHECK_NO_INSTRUCTION;
}

/* ---- where a path begins ---- */

/* The fact among those that the callee leaves that `writer` made in the space of `fact`, preferably one that `release`
 * has published. FACTS if there is none. */
static unsigned find_left(const struct availability *a, const struct state *exit, uint32_t writer, uint32_t release,
                          unsigned fact) {
    unsigned found = FACTS;
    uint64_t of_space = fact_bits(fact / FACTS_OF_SPACE * FACTS_OF_SPACE, FACTS_OF_SPACE);
    for (uint64_t facts = exit->facts & of_space; facts; facts &= facts - 1) {
        const struct fact *made = fact_at(a, exit, lowest_fact(facts));
        bool published = lowest_fact(facts) % FACTS_OF_SPACE >= PUBLISHED;
        if (!(made->origins & MADE) || made->writer != writer)
            continue;
        if (found == FACTS || (published && made->release == release))
            found = lowest_fact(facts);
    }
    return found;
}

/* The effect of the function that makes the fact: the operation itself, or a call that leaves it behind, as *fact. */
static uint32_t find_start(const struct availability *a, ir_function function, uint32_t writer, uint32_t release,
                           unsigned *fact) {
    const struct ir_function_info *info = &a->c->module->functions[function];
    uint32_t end = a->effects.from[info->first_block + info->block_count];
    for (uint32_t i = a->effects.from[info->first_block]; i < end; i++) {
        if (effect_at(a, i)->index == writer)
            return i;
        unsigned left = FACTS;
        if (effect_at(a, i)->called)
            left = find_left(a, &a->summaries[effect_at(a, i)->called].exit, writer, release, *fact);
        if (left == FACTS)
            continue;
        *fact = left;
        return i;
    }
    return CHECK_NO_INSTRUCTION;
}

static void tell_call(struct availability *a, struct check_finding *finding, uint32_t instruction) {
    check_relate(a->c, finding, instruction, "in the function that is called here");
}

/* How far the write is available by itself. */
static unsigned coherence_of(const struct availability *a, uint32_t writer) {
    uint32_t effect = 0;
    while (effect < a->effects.count && a->effects.items[effect].index != writer)
        effect++;
    mmra_work(a->c->module->watch, effect);
    return effect < a->effects.count ? a->effects.items[effect].coherent : 0;
}

/* From the write to the release. The result is the effect of `function` after which the write is published, as
 * *fact; CHECK_NO_INSTRUCTION if the way was not found. */
static uint32_t tell_way_to_release(struct availability *a, struct check_finding *finding, ir_function function,
                                    unsigned *fact, const struct fact *published) {
    const struct effect *effects = a->effects.items;
    unsigned space = *fact / FACTS_OF_SPACE;
    unsigned made = space * FACTS_OF_SPACE + PENDING + level_in(space, coherence_of(a, published->writer));
    uint32_t start = find_start(a, function, published->writer, published->release, &made);
    if (start == CHECK_NO_INSTRUCTION)
        return start;
    if (effects[start].called)
        tell_call(a, finding, effects[start].index);
    if (made % FACTS_OF_SPACE >= PUBLISHED) { /* all of it is in the callee */
        *fact = made;
        return start;
    }
    const struct journey journey = {function, start, made, published->release};
    uint32_t met = tell_journey(a, finding, &journey);
    if (met == CHECK_NO_INSTRUCTION)
        return met;
    uint32_t effect = a->effects.from[a->c->module->functions[function].first_block];
    while (effects[effect].index != met)
        effect++;
    if (effects[effect].called)
        tell_call(a, finding, met);
    return effect;
}

void availability_tell_published(struct availability *a, struct check_finding *finding, ir_function function,
                                 unsigned fact, const struct fact *published) {
    finding->path = CHECK_PATH_FROM_HERE;
    uint32_t start = tell_way_to_release(a, finding, function, &fact, published);
    check_relate(a->c, finding, published->release,
                 a->c->module->parsed ? "the release that publishes it, with amdgcn-av:none"
                                      : "the release that publishes it, without MakeAvailable");
    finding->path_count = finding->related_count;
    if (start == CHECK_NO_INSTRUCTION)
        return;
    const struct journey journey = {function, start, fact, CHECK_NO_INSTRUCTION};
    uint32_t end = tell_journey(a, finding, &journey);
    if (end != CHECK_NO_INSTRUCTION)
        check_relate(a->c, finding, end, "and nothing on the way to this end makes it available");
    finding->path_count = finding->related_count;
}

void availability_tell_read(struct availability *a, struct check_finding *finding, const struct lost_read *read) {
    unsigned fact = read->fact;
    finding->path = CHECK_PATH_TO_HERE;
    uint32_t start = find_start(a, read->function, read->acquire, 0, &fact);
    check_relate(a->c, finding, read->acquire,
                 a->c->module->parsed ? "the acquire before it, with amdgcn-av:none"
                                      : "the acquire before it, without MakeVisible");
    finding->path_count = finding->related_count;
    if (start == CHECK_NO_INSTRUCTION)
        return;
    if (effect_at(a, start)->called)
        tell_call(a, finding, effect_at(a, start)->index);
    const struct journey journey = {read->function, start, fact, read->reader};
    uint32_t met = tell_journey(a, finding, &journey);
    if (met != CHECK_NO_INSTRUCTION && met != read->reader)
        tell_call(a, finding, met);
    finding->path_count = finding->related_count;
}
