/* The formats of storage images (SPIR-V specification 3.11), and what a texel in memory means in each. */
#ifndef TESTS_HOST_FORMATS_H
#define TESTS_HOST_FORMATS_H

#include <stdbool.h>
#include <stdint.h>

#include <spirv/unified1/spirv.h>

enum host_numeric { NUMERIC_NONE, NUMERIC_FLOAT, NUMERIC_UNORM, NUMERIC_SNORM, NUMERIC_UINT, NUMERIC_SINT };

/* Components lie one after the other from the least significant bit on; a component without bits is absent.
 */
struct host_format {
    const char *name; /* as GLSL's layout qualifiers have it */
    uint8_t numeric;  /* enum host_numeric */
    uint8_t bits[4];
};

/* Four components, each of 32 bits: floats for FLOAT, UNORM and SNORM, else integers. Of a format with 64-bit
 * components the first two are the halves of the only one. */
struct host_texel {
    uint32_t component[4];
};

/* NULL: there is no such format (SpvImageFormatUnknown too). */
const struct host_format *host_format_of(uint32_t format);
/* The format with that name; SpvImageFormatUnknown if there is none. */
uint32_t host_format_named(const char *name);
uint32_t host_format_components(const struct host_format *format);
/* Bytes of a texel: 1 to 16. */
uint32_t host_format_size(const struct host_format *format);

/* Absent components are 0, the last of four is 1 (Vulkan, "Conversion to RGBA"). */
struct host_texel host_decode(const struct host_format *format, const uint8_t *memory);
/* Floats are rounded to nearest, and clamped where the format is normalized. Integers that do not fit, which
 * Vulkan leaves undefined, lose their upper bits. */
void host_encode(const struct host_format *format, struct host_texel texel, uint8_t *memory);

#endif
