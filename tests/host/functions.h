/* The functions that IR of --target=host calls; translator/target.c names them. */
#ifndef TESTS_HOST_FUNCTIONS_H
#define TESTS_HOST_FUNCTIONS_H

#include <stdint.h>

/* Kernels, in shared objects, find them in the program. */
#pragma GCC visibility push(default)

uint32_t smmra_host_local_id_x(void);
uint32_t smmra_host_local_id_y(void);
uint32_t smmra_host_local_id_z(void);
uint32_t smmra_host_workgroup_id_x(void);
uint32_t smmra_host_workgroup_id_y(void);
uint32_t smmra_host_workgroup_id_z(void);
/* AMDGPU's implicit kernel arguments, as far as translations read them. */
const void *smmra_host_implicit_arguments(void);
void smmra_host_workgroup_barrier(void);
void smmra_host_wave_barrier(void);
uint32_t smmra_host_wave_size(void);
uint32_t smmra_host_count_below_low(uint32_t mask, uint32_t base);
uint32_t smmra_host_count_below_high(uint32_t mask, uint32_t base);
uint64_t smmra_host_ballot(uint8_t predicate); /* of an i1 in a register only the lowest bit is defined */
uint32_t smmra_host_read_first_lane(uint32_t word);
uint32_t smmra_host_read_lane(uint32_t word, uint32_t lane);
uint32_t smmra_host_shuffle(uint32_t word, uint32_t lane);

#pragma GCC visibility pop

#endif
