/* Why nothing is decided. */
#include <stdarg.h>
#include <stdio.h>

#include "translator/prove/prove_core.h"

_Noreturn void prove_give_up(struct prover *p, uint32_t word, const char *format, ...) {
    char why[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    const char *kept = arena_copy_string(p->kept, why, strlen(why));
    for (uint32_t i = 0; i < PROVE_QUESTIONS; i++)
        p->answer->of[i] = (struct prove_said){.why = kept, .words = {word, 0}};
    longjmp(p->landing, 1);
}
