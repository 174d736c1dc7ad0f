/* libFuzzer: any words as a module that prove is asked about. Nobody has validated it. Whatever the input, nothing
 * crashes, leaks or goes on when it is told to stop; what is proven has assumptions, what is refuted has a run, and
 * what is not decided has a reason. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "translator/prove/prove.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { QUESTION = 20, SECONDS = 2 };

static bool goes_on(void *user) {
    return clock() - *(clock_t *)user < (clock_t)SECONDS * CLOCKS_PER_SEC;
}

/* No module has so little memory: prove keeps its own within a limit that is as high. */
static void exhausted(void *user) {
    (void)user;
    abort();
}

static void judge(const struct prove_answer *answer) {
    if (answer->error)
        return;
    for (int i = 0; i < PROVE_QUESTIONS; i++) {
        const struct prove_said *said = &answer->of[i];
        if (said->verdict == PROVE_PROVEN ? said->assumed >> PROVE_ASSUMPTIONS != 0 : !said->why || !*said->why)
            abort();
        if ((said->verdict == PROVE_REFUTED) != (said->run != NULL))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const size_t count = size / 4;
    uint32_t *words = malloc(count * 4 + 4);
    memcpy(words, data, count * 4);
    const smmra_litmus_options run = SMMRA_DEFAULTS(smmra_litmus_options);
    clock_t began = clock();
    const struct prove_options options = {
        .run = &run, .milliseconds = QUESTION, .megabytes = 256, .goes_on = goes_on, .user = &began};
    struct arena arena;
    struct prove_answer answer;
    arena_init(&arena, NULL, arena_limit(512, SIZE_MAX), exhausted, NULL);
    prove_module(&answer, &arena, words, count, &options);
    judge(&answer);
    arena_destroy(&arena);
    free(words);
    return 0;
}
