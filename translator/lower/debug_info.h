/* Debug information in the IR: a compile unit, files, and for each function that has places a subprogram and the lines
 * of its instructions. */
#ifndef TRANSLATOR_DEBUG_INFO_H
#define TRANSLATOR_DEBUG_INFO_H

#include "translator/lower/lowering.h"

/* All functions have been lowered, and l->places has been read. A module without places gets nothing. */
void debug_info_write(struct lowering *l);

#endif
