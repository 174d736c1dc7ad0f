#include "translator/command/command_race_alike.h"

#include <stdio.h>

#include "translator/command/command.h"

/* The line of one of the two accesses, or its word where no line is known. */
static uint32_t line_of(const struct race_finding *finding, uint32_t i) {
    const struct litmus_message *message = &finding->messages.items[i];
    return message->place ? message->place->line : message->word;
}

/* The lowest line above another one of the races that are like the first; 0: there is none. */
static uint32_t next_line(const struct race_answer *answer, const struct race_finding *first, uint32_t above) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < answer->count; i++) {
        const struct race_finding *one = &answer->findings[i];
        for (uint32_t k = 0; k < 2 && one != first && race_alike(answer, i) == first && k < one->messages.count; k++)
            if (line_of(one, k) > above && (!next || line_of(one, k) < next))
                next = line_of(one, k);
    }
    return next;
}

void alike_print(const struct race_answer *answer, const struct race_finding *first, const char *path) {
    uint32_t alike = 0;
    const char *noun = first->messages.count && first->messages.items[0].place ? "line" : "word";
    for (uint32_t i = 0; i < answer->count; i++)
        alike += race_alike(answer, i) == first;
    if (alike < 2)
        return;
    uint32_t line = next_line(answer, first, 0);
    printf("%s: note: and %u more of this kind (--all): %s%s", printable(path, 512), alike - 1, noun,
           plural(1 + (next_line(answer, first, line) != 0)));
    for (const char *before = " "; line; line = next_line(answer, first, line), before = ", ")
        printf("%s%u", before, line);
    printf("\n");
}
