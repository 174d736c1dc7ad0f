/* Suggestions of litmus as text. */
#include "translator/command/command_litmus.h"
#include "translator/command/command_modules.h"
#include "translator/litmus/litmus_suggest.h"

/* At a place in the source of the shader. */
static void print_at(const char *path, const struct suggestion *s) {
    const smmra_source source = {s->place->file, s->place->line, s->place->column, s->place->function, s->place->text};
    message_put(stdout, &(struct message){.rule = "suggestion",
                                          .place = {.path = path, .word = s->word, .source = &source},
                                          .severity = SMMRA_SEVERITY_NOTE,
                                          .text = s->what});
}

void litmus_print_suggestions(const char *path, const struct litmus_grid *run_as, const struct suggestions *found,
                              const char *unknown) {
    const char *grid = module_grid_text(run_as->groups, run_as->local, run_as->subgroup);
    char several[64], file[512];
    snprintf(several, sizeof several, "no set of up to %u annotations repairs it", found->most_together);
    if (found->race && found->count)
        printf("%s: data race; repaired by %s, for %s:\n", printable(path, file, sizeof file),
               found->count > 1 ? "all of these" : "one annotation", grid);
    else if (found->race)
        printf("%s: data race; %s, for %s\n", printable(path, file, sizeof file),
               found->most_together > 1   ? several
               : found->most_together > 0 ? "no annotation repairs it"
                                          : "what repairs it was not found",
               grid);
    else
        printf("%s: no data race; %s, for %s%s\n", printable(path, file, sizeof file),
               found->count ? "could all be dropped without changing an outcome" : "no annotation could be dropped",
               grid, found->count ? ":" : "");
    for (uint32_t i = 0; i < found->count; i++) {
        const struct suggestion *s = &found->items[i];
        char buffer[256];
        if (s->place) {
            print_at(path, s);
            continue;
        }
        printf("  %s %u: %s: %s\n", s->line ? "line" : "word", s->line ? s->line : s->word,
               printable(s->instruction, buffer, sizeof buffer), s->what);
    }
    if (!found->complete)
        printf("  %s; there may be more\n", unknown);
}
