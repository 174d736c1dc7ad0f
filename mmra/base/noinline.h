/* An attribute for functions that are called seldom. */
#ifndef MMRA_NOINLINE_H
#define MMRA_NOINLINE_H

/* The compiler does not inline the function, so that its callers stay short. (Not `cold`: GCC would also move a caller
 * that always calls it into the cold section.) */
#if defined(__GNUC__)
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE
#endif

#endif
