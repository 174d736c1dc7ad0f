/* Every translation is checked before the caller gets it, by the same rules as any other IR. */
#include "translator/library/findings.h"

#include "translator/lower/lowering.h"
#include "translator/lower/sources.h"

struct collector {
    struct lowering *lowering;
    struct arena *arena;
    struct findings *findings;
};

static const smmra_severity severities[] = {
    [CHECK_NOTE] = SMMRA_SEVERITY_NOTE, [CHECK_WARNING] = SMMRA_SEVERITY_WARNING, [CHECK_ERROR] = SMMRA_SEVERITY_ERROR};

static const smmra_path paths[] = {[CHECK_NO_PATH] = SMMRA_PATH_NONE,
                                   [CHECK_PATH_FROM_HERE] = SMMRA_PATH_FROM_HERE,
                                   [CHECK_PATH_TO_HERE] = SMMRA_PATH_TO_HERE};

smmra_finding finding_of(struct arena *arena, const struct check_finding *finding) {
    smmra_place *related = arena_allocate_array(arena, finding->related_count, sizeof *related);
    for (uint32_t i = 0; i < finding->related_count; i++)
        related[i] = (smmra_place){.word = finding->related[i].source,
                                   .line = finding->related[i].line,
                                   .column = finding->related[i].column,
                                   .message = finding->related[i].message};
    return (smmra_finding){.rule = check_rules[finding->rule].name,
                           .severity = severities[finding->severity],
                           .word = finding->source,
                           .line = finding->line,
                           .column = finding->column,
                           .message = finding->message,
                           .related = arena_list(arena, related, finding->related_count, sizeof *related),
                           .related_count = finding->related_count,
                           .path = paths[finding->path],
                           .path_count = finding->path_count};
}

static void keep(void *user, const struct check_finding *finding) {
    const struct collector *collector = user;
    struct findings *findings = collector->findings;
    smmra_finding *kept = ARENA_PUSH(collector->arena, findings->items, findings->count, findings->capacity);
    *kept = finding_of(collector->arena, finding);
    kept->message = arena_copy_string(collector->arena, finding->message, strlen(finding->message));
    kept->source = sources_at(collector->lowering->places, kept->word, collector->arena);
    for (size_t i = 0; i < kept->related_count; i++) {
        smmra_place *related = (smmra_place *)kept->related[i]; /* just made */
        related->message = arena_copy_string(collector->arena, related->message, strlen(related->message));
        related->source = sources_at(collector->lowering->places, related->word, collector->arena);
    }
}

void findings_collect(struct lowering *l, struct arena *arena, struct findings *findings) {
    struct collector collector = {l, arena, findings};
    struct check_options options;
    check_options_init(&options);
    options.revision = (uint8_t)profile_get(l->map.options.profile)->revision;
    options.report = keep;
    options.user = &collector;
    struct check_summary summary = check_module(l->ir, &options);
    if (!summary.findings[CHECK_ERROR])
        return;
    for (uint32_t i = 0; i < findings->count; i++)
        if (findings->items[i].severity == SMMRA_SEVERITY_ERROR)
            lowering_fail(l, SMMRA_CHECK_FAILED, NULL,
                          "the translation is wrong by rule %s, which is this tool's fault: %s",
                          findings->items[i].rule, findings->items[i].message);
}
