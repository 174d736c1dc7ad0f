/* The functions that IR of --target=host calls (spirv_mmra_host.h), as the comparer has them. */
#ifndef TESTS_HOST_FUNCTIONS_H
#define TESTS_HOST_FUNCTIONS_H

#include "host/images.h"

/* Kernels, in shared objects, find them in the program. */
#pragma GCC visibility push(default)
#include "translator/spirv_mmra_host.h"

/* A shell calls it: between the interlock's begin and end no other invocation is. */
void smmra_host_interlock(uint8_t begin);
#pragma GCC visibility pop

typedef smmra_host_int4 i32x4;
typedef smmra_host_float2 f32x2;
typedef smmra_host_float4 f32x4;

#endif
