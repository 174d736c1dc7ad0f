/* A submission as text: what memory held before it, and where its command buffers are.
 *
 *     processor gfx1100
 *     memory 0xffff800000040000 4096      address, bytes: multiples of 4
 *     10 bf9f0000 00000001                words in hexadecimal from the byte 0x10 of this memory on; all others are 0
 *     submit 0xffff800100001000 56        address, dwords
 *
 * All memory comes before the first submission; a line that begins with ";" is a comment. */
#ifndef SUBMISSIONS_RECORDING_H
#define SUBMISSIONS_RECORDING_H

#include "submissions/device.h"

/* Writes memory as it is now, or a command buffer. */
void recording_write_memory(FILE *to, const struct device *device);
void recording_write_submission(FILE *to, uint64_t address, uint32_t dwords);

/* Reads the text, maps the memory, and executes the command buffers, on a device that begins with it. False after
 * writing what is wrong, with the line; the device has to be ended by recording_end() in any case. */
bool recording_play(struct device *device, const char *text, size_t length, char message[PACKET_MESSAGE]);
void recording_end(struct device *device);

#endif
