/* Words of an author for the things that messages speak of, by the language of the source. */
#ifndef MMRA_LITMUS_WORDS_H
#define MMRA_LITMUS_WORDS_H

#include "mmra/model/program.h"

enum { LANGUAGE_CLASSES = 4 }; /* of memory: buffers, shared memory, images, outputs */

struct language_words {
    const char *wait;                     /* a control barrier of a workgroup */
    const char *coherent;                 /* what it lacks that synchronization does not order */
    const char *memory[LANGUAGE_CLASSES]; /* a class of memory */
    const char *order[LANGUAGE_CLASSES];  /* a memory barrier for it */
    const char *workgroup;                /* the number of a workgroup */
    const char *is_helper;                /* asks whether a fragment is a helper */
    const char *atomic_max;               /* of an image */
    const char *interlock;                /* what makes fragments of a pixel go one by one */
};

/* The words of each language, by enum program_language. */
const struct language_words *language_words(uint8_t language);

#endif
