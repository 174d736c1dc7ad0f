/* What a compiler is told about a function that is called seldom. */
#ifndef MMRA_NOINLINE_H
#define MMRA_NOINLINE_H

/* It is to stay out of those that call it: they are so much shorter. (Not `cold`: GCC would move a caller that always
 * calls it into the cold section too.) */
#if defined(__GNUC__)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE
#endif

#endif
