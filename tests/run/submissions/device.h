/* A device: memory, and what runs in it. */
#ifndef SUBMISSIONS_DEVICE_H
#define SUBMISSIONS_DEVICE_H

#include <stdio.h>

#include "submissions/packets.h"

struct device_code;

struct device {
    enum machine_processor processor;
    struct gpu_memory memory;
    struct packets packets;     /* registers stay from one command buffer to the next */
    uint64_t most_instructions; /* of a dispatch */
    uint64_t order;             /* of its workgroups and waves (machine_execute.h) */
    bool races;                 /* looks for races in what runs */
    bool only_describes;        /* dispatches are told, and not run */
    FILE *tells;                /* a line for each dispatch, and each race; NULL: nobody wants to know */
    struct device_code *code;   /* read so far */
    uint32_t dispatches, racing;
    uint64_t instructions;
    char not_known[96]; /* of the image that a dispatch ended at; empty: there is none */
};

/* Sets what is 0 in it; false: no such processor. */
bool device_begin(struct device *device, const char *processor);
/* Frees what it has; the memory that was mapped is the caller's. */
void device_end(struct device *device);

/* Executes a command buffer; false after writing what is wrong. */
bool device_submit(struct device *device, uint64_t address, uint32_t dwords, char message[PACKET_MESSAGE]);

#endif
