/* This file finds what instructions do to the facts of never-available and never-visible, and which of them matter.
 * Most modules have few writes that could get lost, and many fences. So the facts that can arise in the module are
 * found first. Then only operations that affect one of them are followed, and only through the functions that have or
 * call such an operation. */
#include "mmra/check/availability.h"

/* ---- one instruction ---- */

static unsigned level_of(uint8_t scope) {
    return scope >= MMRA_SCOPE_COUNT ? LEVELS : (unsigned)MMRA_SCOPE_COUNT - scope;
}

/* Whether anything in the module uses the same memory in that way, as far as pointers tell. */
static bool others_use(const struct checker *c, const struct check_event *event, uint8_t use) {
    check_root memory = check_memory_of(c, event->root);
    uint8_t uses = memory ? check_uses_of_root(c, memory) : 0;
    for (unsigned spaces = 1; spaces <= IR_ALL_MEMORY; spaces++)
        if (spaces & event->space)
            uses |= memory ? c->roots.unknown_uses[spaces] : c->roots.all_uses[spaces];
    return uses & use;
}

static bool has_coherent_local(const struct checker *c) {
    return c->options->revision != CHECK_ANY_REVISION && ir_local_is_coherent((enum ir_revision)c->options->revision);
}

static bool effect_of(const struct checker *c, const struct check_event *event, struct effect *effect) {
    *effect = (struct effect){.index = event->index};
    if (check_is_defined(c, event->does.called)) {
        effect->called = event->does.called;
        return true;
    }
    const struct check_tags *tags = check_tags_of(c, event->mmra);
    effect->level = (uint8_t)level_of(event->does.scope);
    effect->spaces = tags->spaces;
    effect->makes_available = event->does.releases && !(tags->facts & MMRA_AV_NONE);
    effect->makes_visible = event->does.acquires && !(tags->facts & MMRA_AV_NONE);
    effect->publishes = event->does.releases && tags->facts & MMRA_AV_NONE;
    effect->acquires = event->does.acquires && tags->facts & MMRA_AV_NONE;
    if (event->does.makes_available || event->does.makes_visible) {
        effect->spaces = IR_GLOBAL_MEMORY | IR_LOCAL_MEMORY;
        effect->makes_available = event->does.makes_available;
        effect->makes_visible = event->does.makes_visible;
        return true;
    }
    if (check_synchronizes(event))
        return true;
    effect->spaces = tags->facts & MMRA_SYNC ? tags->spaces & event->space : event->space;
    if (has_coherent_local(c))
        effect->spaces &= ~IR_LOCAL_MEMORY;
    bool narrow = event->does.atomic && event->does.scope < MMRA_SCOPE_SINGLETHREAD;
    effect->coherent = narrow ? effect->level : 0;
    effect->write = event->does.writes && others_use(c, event, narrow ? CHECK_READ_WIDELY : CHECK_READ);
    effect->read = event->does.reads && others_use(c, event, narrow ? CHECK_WRITTEN_WIDELY : CHECK_WRITTEN);
    return effect->spaces && (effect->write || effect->read);
}

static void find_all(struct availability *a) {
    struct checker *c = a->c;
    const struct ir_module *module = c->module;
    struct effects *effects = &a->effects;
    uint32_t next = 0;
    effects->from = arena_allocate(c->arena, ((size_t)module->block_count + 1) * sizeof(uint32_t));
    for (uint32_t b = 0; b < module->block_count; b++) {
        const struct ir_block *block = &module->blocks[b];
        mmra_work_at(module->watch, b);
        effects->from[b] = effects->count;
        for (; next < c->event_count && c->events[next].index - block->first_instruction < block->instruction_count;
             next++) {
            struct effect effect;
            if (c->events[next].followed && effect_of(c, &c->events[next], &effect))
                *ARENA_PUSH(c->arena, effects->items, effects->count, effects->capacity) = effect;
        }
    }
    effects->from[module->block_count] = effects->count;
}

/* ---- which facts are possible ---- */

uint64_t availability_acquired_facts(const struct effect *effect) {
    uint64_t facts = 0;
    for (unsigned space = 0; space < SPACES; space++)
        if (effect->spaces & 1u << space) {
            unsigned enough = level_in(space, effect->coherent); /* an acquire of such a level loses nothing */
            facts |= fact_bits(space * FACTS_OF_SPACE + ACQUIRED + enough, LEVELS - enough);
        }
    return facts;
}

/* The facts that the effect may make in the space, or that matter to it when they end. */
static uint64_t facts_of(const struct effect *effect, unsigned space) {
    unsigned base = space * FACTS_OF_SPACE, level = level_in(space, effect->level);
    return (effect->write ? fact_bit(base + PENDING + level_in(space, effect->coherent)) : 0) |
           (effect->makes_available ? fact_bit(base + PENDING + level) : 0) |
           (effect->publishes ? fact_bit(base + PUBLISHED + level - 1) : 0) |
           (effect->acquires ? fact_bit(base + ACQUIRED + level - 1) : 0);
}

/* A pending fact needs a write, and matters only where something publishes; an acquired fact needs a read. */
static void find_possible(struct availability *a) {
    const struct effects *effects = &a->effects;
    for (unsigned space = 0; space < SPACES; space++) {
        unsigned base = space * FACTS_OF_SPACE;
        uint64_t facts = 0;
        uint64_t published = fact_bits(base + PUBLISHED, LEVELS), acquired = fact_bits(base + ACQUIRED, LEVELS);
        bool reads = false, writes = false;
        for (uint32_t i = 0; i < effects->count; i++)
            if (effects->items[i].spaces & 1u << space) {
                facts |= facts_of(&effects->items[i], space);
                reads |= effects->items[i].read;
                writes |= effects->items[i].write;
            }
        if (writes && facts & published && check_is_on(a->c, CHECK_NEVER_AVAILABLE)) {
            a->possible |= facts & ~acquired;
            a->written_spaces |= (uint8_t)(1u << space);
        }
        if (reads && facts & acquired && check_is_on(a->c, CHECK_NEVER_VISIBLE)) {
            a->possible |= facts & acquired;
            a->acquired_spaces |= (uint8_t)(1u << space);
        }
    }
    for (uint64_t facts = a->possible; facts; facts &= facts - 1)
        a->slot_of[lowest_fact(facts)] = (uint8_t)a->slots++;
}

/* ---- what matters ---- */

/* Whether an effect that is no call makes, ends, changes or meets a possible fact. */
static bool does_anything(const struct availability *a, const struct effect *effect) {
    bool writing = effect->write || effect->publishes || effect->makes_available;
    bool reading = effect->read || effect->acquires || effect->makes_visible;
    return effect->spaces & ((writing ? a->written_spaces : 0) | (reading ? a->acquired_spaces : 0));
}

static uint32_t first_effect(const struct availability *a, ir_function function) {
    return a->effects.from[a->c->module->functions[function].first_block];
}

static uint32_t end_of_effects(const struct availability *a, ir_function function) {
    const struct ir_function_info *info = &a->c->module->functions[function];
    return a->effects.from[info->first_block + info->block_count];
}

static bool has_effects(const struct availability *a, ir_function function) {
    return a->c->module->functions[function].block_count && first_effect(a, function) != end_of_effects(a, function);
}

static ir_function next_called(const void *user, ir_function function, uint32_t *effect) {
    const struct availability *a = user;
    uint32_t end = has_effects(a, function) ? end_of_effects(a, function) : 0;
    for (*effect = *effect ? *effect : first_effect(a, function); *effect < end;) {
        ir_function called = a->effects.items[(*effect)++].called;
        if (called)
            return called;
    }
    return 0;
}

/* Those that have effects, callees first. */
static uint32_t order_functions(const struct availability *a, ir_function *ordered) {
    const struct ir_module *module = a->c->module;
    struct flow_order order = flow_order(module->arena, module->function_count, next_called, a);
    uint32_t count = 0;
    for (uint32_t i = 0; i < order.count; i++)
        if (has_effects(a, order.functions[i]))
            ordered[count++] = order.functions[i];
    return count;
}

static bool learn_whether_it_matters(struct availability *a, ir_function function) {
    uint32_t end = end_of_effects(a, function);
    for (uint32_t i = first_effect(a, function); i < end && !a->matters[function]; i++) {
        const struct effect *effect = &a->effects.items[i];
        a->matters[function] = effect->called ? a->matters[effect->called] : does_anything(a, effect);
    }
    return a->matters[function];
}

/* A single round is enough, unless functions call themselves. */
static uint32_t keep_those_that_matter(struct availability *a, ir_function *ordered, uint32_t count) {
    uint32_t kept = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < count; i++)
            if (!a->matters[ordered[i]])
                changed |= learn_whether_it_matters(a, ordered[i]) && i > 0;
    }
    for (uint32_t i = 0; i < count; i++)
        if (a->matters[ordered[i]])
            ordered[kept++] = ordered[i];
    return kept;
}

/* Drops the effects that do nothing, and the calls of functions that do nothing. */
static void drop_the_rest(struct availability *a) {
    struct effects *effects = &a->effects;
    uint32_t kept = 0, i = 0;
    for (uint32_t b = 0; b < a->c->module->block_count; b++) {
        effects->from[b] = kept;
        for (uint32_t end = effects->from[b + 1]; i < end; i++) {
            const struct effect *effect = &effects->items[i];
            if (effect->called ? a->matters[effect->called] : does_anything(a, effect))
                effects->items[kept++] = *effect;
        }
    }
    effects->count = effects->from[a->c->module->block_count] = kept;
}

uint32_t availability_find_effects(struct availability *a, ir_function *ordered) {
    uint32_t functions = a->c->module->function_count;
    find_all(a);
    find_possible(a);
    if (!a->possible)
        return 0;
    a->called = arena_allocate_array(a->c->arena, functions, sizeof *a->called);
    a->matters = arena_allocate_array(a->c->arena, functions, sizeof *a->matters);
    uint32_t count = keep_those_that_matter(a, ordered, order_functions(a, ordered));
    drop_the_rest(a);
    for (uint32_t i = 0; i < a->effects.count; i++)
        a->called[a->effects.items[i].called] = true;
    return count;
}
