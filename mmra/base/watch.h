/* Long work asks now and then whether to go on. */
#ifndef MMRA_WATCH_H
#define MMRA_WATCH_H

#include <stddef.h>
#include <stdint.h>

struct mmra_watch {
    void (*ask)(void *user); /* need not return: it may jump to where the work was begun */
    void *user;
    uint32_t work; /* done since it asked last */
};

/* A unit of work is one step, such as one instruction of a module, or one operand of a long instruction. It costs some
 * hundred instructions of the processor at most, so that questions come well within a millisecond of each other. */
enum { MMRA_WORK_PER_QUESTION = 512 };

static inline void mmra_ask(struct mmra_watch *watch) {
    watch->work = 0;
    watch->ask(watch->user);
}

/* `watch` may be NULL: nobody wants to be asked. */
static inline void mmra_work(struct mmra_watch *watch, uint32_t units) {
    if (watch && (watch->work += units) >= MMRA_WORK_PER_QUESTION)
        mmra_ask(watch);
}

/* For loops with little work per item, where even mmra_work would cost too much. */
static inline void mmra_work_at(struct mmra_watch *watch, uint32_t item) {
    enum { ITEMS = 4096 };
    if (item % ITEMS == 0)
        mmra_work(watch, ITEMS / 16);
}

#endif
