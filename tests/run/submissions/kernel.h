/* What the registers of a dispatch say about its code (Mesa: src/amd/registers, COMPUTE_PGM_RSRC1 and 2). */
#ifndef SUBMISSIONS_KERNEL_H
#define SUBMISSIONS_KERNEL_H

#include "submissions/packets.h"

/* False after writing what is not known. */
bool kernel_describe(struct machine_kernel *kernel, const struct packet_dispatch *dispatch,
                     enum machine_processor processor, char message[PACKET_MESSAGE]);

/* Whether some workgroups are smaller than others; the lanes that each wave has then, workgroup by workgroup. */
bool kernel_has_partial_groups(const struct packet_dispatch *dispatch);
void kernel_mask_lanes(const struct packet_dispatch *dispatch, uint32_t lanes, uint64_t *live);
/* False: the code depends on which lanes the invocations of a smaller workgroup have, and that is not known. */
bool kernel_knows_lanes(const struct packet_dispatch *dispatch, const struct machine_code *code);

#endif
