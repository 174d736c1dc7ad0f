/* The comment with which every translation begins. */
#ifndef TRANSLATOR_PROVENANCE_H
#define TRANSLATOR_PROVENANCE_H

struct lowering;

/* When all is lowered, as it says which intrinsics the IR has. */
void provenance_write(struct lowering *l);

#endif
