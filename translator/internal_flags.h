/* Bits of smmra_options.flags that no public header has. */
#ifndef TRANSLATOR_INTERNAL_FLAGS_H
#define TRANSLATOR_INTERNAL_FLAGS_H

/* A workgroup may have more waves than its size needs, since the machine model runs grids with smaller waves than
 * processors have. */
enum { INTERNAL_FLAG_PARTIAL_WAVES = 1u << 9 };

#endif
