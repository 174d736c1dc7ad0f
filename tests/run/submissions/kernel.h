/* What the registers of a dispatch say about its code (Mesa: src/amd/registers, COMPUTE_PGM_RSRC1 and 2). */
#ifndef SUBMISSIONS_KERNEL_H
#define SUBMISSIONS_KERNEL_H

#include "submissions/packets.h"

/* False after writing what is not known. */
bool kernel_describe(struct machine_kernel *kernel, const struct packet_dispatch *dispatch,
                     enum machine_processor processor, char message[PACKET_MESSAGE]);

#endif
