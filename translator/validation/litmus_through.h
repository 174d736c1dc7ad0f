/* A translation that goes through an optimizer before it is judged. */
#ifndef TRANSLATOR_LITMUS_THROUGH_H
#define TRANSLATOR_LITMUS_THROUGH_H

#include "mmra/base/arena.h"

/* Gives the text to a program and takes what that writes; NULL with an error that lives in the arena. */
typedef const char *litmus_run(void *user, const char *text, struct arena *arena, const char **error);

struct litmus_through {
    litmus_run *run;
    void *user;
};

/* A litmus program in IR as an optimizer may have it: registers of threads, which nobody would read, become global
 * variables named THREAD:REGISTER. */
const char *litmus_through_prepare(const char *ir, struct arena *arena);
/* Returns the optimizer's output with the comments of the original, which it drops. */
const char *litmus_through_finish(const char *original, const char *optimized, struct arena *arena);

#endif
