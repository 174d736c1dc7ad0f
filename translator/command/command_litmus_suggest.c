/* Suggestions of litmus as text. */
#include <string.h>

#include "translator/command/command_litmus.h"
#include "translator/command/command_modules.h"
#include "translator/report/source_change.h"

/* Prints a message that points to the suggestion's place in the source of the shader. */
static void print_at(const char *path, const struct suggestion *s, const char *text) {
    const smmra_source source = litmus_source_of(s->place);
    message_found("suggestion", (struct message_place){.path = path, .word = s->word, .source = &source},
                  SMMRA_SEVERITY_NOTE, text);
}

/* "- " or "+ " before each line. */
static void print_lines(char sign, const char *lines) {
    for (bool begins = true; *lines; begins = *lines++ == '\n') {
        if (begins)
            printf("%c ", sign);
        putchar(*lines == '\n' || *lines == '\t' || (*lines >= ' ' && *lines < 0x7F) ? *lines : '?');
    }
    putchar('\n');
}

void litmus_print_suggestions(struct work *work, const struct litmus_grid *run_as, const struct suggestions *found,
                              const struct source_change *changes, const char *unknown) {
    const char *grid = module_grid_text(run_as->groups, run_as->local, run_as->subgroup);
    char several[64];
    snprintf(several, sizeof several, "no set of up to %u annotations repairs it", found->most_together);
    if (found->race && found->count)
        printf("%s: data race; repaired by %s, for %s:\n", printable(work->path, 512),
               found->count > 1 ? "all of these" : "one annotation", grid);
    else if (found->race)
        printf("%s: data race; %s, for %s\n", printable(work->path, 512),
               found->most_together > 1   ? several
               : found->most_together > 0 ? "no annotation repairs it"
                                          : "what repairs it was not found",
               grid);
    else
        printf("%s: no data race; %s, for %s%s\n", printable(work->path, 512),
               found->count ? "could all be dropped without changing an outcome" : "no annotation could be dropped",
               grid, found->count ? ":" : "");
    for (uint32_t i = 0; i < found->count; i++) {
        const struct suggestion *s = &found->items[i];
        if (s->place) {
            print_at(work->path, s, source_suggestion(&work->arena, s, &changes[i]));
            continue;
        }
        printf("  %s %u: %s: %s\n", s->line ? "line" : "word", s->line ? s->line : s->word,
               printable(s->instruction, 256), s->what);
    }
    if (!found->complete)
        printf("  %s; there may be more\n", unknown);
}

/* All changes of the source, call by call. */
void litmus_print_mend(const char *mend, const struct source_change *changes, const struct suggestions *found) {
    if (mend) {
        printf("  ");
        print_printable(mend, strlen(mend));
    }
    for (uint32_t i = 0; i < found->count && !mend; i++) {
        if (!changes[i].after || !changes[i].is_last || message_is_data())
            continue;
        print_lines('-', changes[i].before);
        print_lines('+', changes[i].after);
    }
}
