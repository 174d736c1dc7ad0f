/* Command buffers of AMD's processors (PM4), as far as compute goes: what the command processor does with packets of
 * type 3. Mesa's src/amd/common/sid.h and registers/ have their numbers; the open documentation of the R6xx to the
 * Southern Islands says what the older ones do ("Radeon Southern Islands Acceleration", chapter 3). */
#ifndef SUBMISSIONS_PACKETS_H
#define SUBMISSIONS_PACKETS_H

#include "submissions/memory.h"

enum {
    PACKET_REGISTERS = 0x400, /* of shaders: bytes B000 to BFFF */
    PACKET_USER_DATA = 16,
    PACKET_MESSAGE = 320
};

/* A dispatch, as the registers had it. */
struct packet_dispatch {
    uint64_t code;
    uint32_t resources[2]; /* COMPUTE_PGM_RSRC1, 2 */
    uint32_t user[PACKET_USER_DATA], local[3], last[3], first[3], groups[3];
    uint32_t initiator, scratch; /* COMPUTE_DISPATCH_INITIATOR, COMPUTE_TMPRING_SIZE */
};

struct packets {
    const struct gpu_memory *memory;
    /* Runs a dispatch; false after writing why not. */
    bool (*dispatch)(void *user, const struct packet_dispatch *dispatch, char message[PACKET_MESSAGE]);
    void *user;
    uint32_t registers[PACKET_REGISTERS];
    uint64_t base; /* of indirect dispatches */
    uint64_t left; /* packets that may still come */
    uint64_t clock;
    char message[PACKET_MESSAGE];
};

/* Does what the packets from an address on say, so many dwords, one after the other. False after writing to `message`:
 * what is not known, wrong, or could not run. `memory`, `dispatch`, `user` and `left` are the caller's; all else begins
 * as 0. */
bool packets_read(struct packets *packets, uint64_t address, uint32_t dwords);

#endif
