#include "mmra/base/attempt.h"

#include <setjmp.h>

static void end(void *user) {
    longjmp(*(jmp_buf *)user, 1);
}

bool arena_attempt(struct arena *arena, void (*work)(void *user), void *user) {
    void (*const exhausted)(void *user) = arena->exhausted;
    void *const exhausted_user = arena->exhausted_user;
    jmp_buf ended;
    arena->exhausted = end;
    arena->exhausted_user = &ended;
    if (setjmp(ended) == 0) {
        work(user);
        arena->exhausted = exhausted;
        arena->exhausted_user = exhausted_user;
        return true;
    }
    arena_destroy(arena);
    arena->exhausted = exhausted;
    arena->exhausted_user = exhausted_user;
    return false;
}
