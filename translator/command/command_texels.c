/* Texels of a recorded image, as its format keeps them, become what a read of them gives (Vulkan, "Conversion Rules"
 * and "Component Substitution"). */
#include <stdlib.h>
#include <string.h>

#include "mmra/base/float_format.h"
#include "translator/command/command_recording.h"

enum { COMPONENTS = 4, MOST_BITS = 128 };

enum kind { UNORM, SNORM, UINT, SINT, FLOAT, KINDS };
static const char *const kind_names[KINDS] = {"unorm", "snorm", "uint", "sint", "float"};

/* The components of a texel, from its lowest bit on. */
struct layout {
    enum kind kind;
    uint32_t count, bits, component[COMPONENTS], width[COMPONENTS];
};

/* "r10g10b10a2": which component, and how many bits */
static bool read_components(struct layout *layout, const char *text) {
    static const char letters[] = "rgba";
    uint32_t seen = 0;
    for (layout->count = 0; *text && layout->count < COMPONENTS; layout->count++) {
        const char *letter = strchr(letters, *text);
        char *end;
        unsigned long width = text[1] >= '1' && text[1] <= '9' ? strtoul(text + 1, &end, 10) : 0;
        if (!letter || !width || width > 32 || seen >> (letter - letters) & 1)
            return false;
        seen |= 1u << (letter - letters);
        layout->component[layout->count] = (uint32_t)(letter - letters);
        layout->width[layout->count] = (uint32_t)width;
        layout->bits += (uint32_t)width;
        if (layout->kind == FLOAT && width != 16 && width != 32)
            return false;
        text = end;
    }
    return !*text && layout->count && layout->bits % 8 == 0 && layout->bits <= MOST_BITS;
}

static bool read_layout(struct layout *layout, const char *kind, const char *components) {
    *layout = (struct layout){.kind = UNORM};
    while (layout->kind < KINDS && strcmp(kind_names[layout->kind], kind) != 0)
        layout->kind++;
    return layout->kind < KINDS && read_components(layout, components);
}

static uint32_t bits_at(const unsigned char *bytes, uint32_t first, uint32_t width) {
    uint32_t value = 0;
    for (uint32_t i = 0; i < width; i++)
        value |= (uint32_t)(bytes[(first + i) / 8] >> (first + i) % 8 & 1) << i;
    return value;
}

static uint32_t as_float(double value) {
    return (uint32_t)mmra_float_bits(value, 32);
}

static int64_t as_signed(uint32_t bits, uint32_t width) {
    int64_t half = INT64_C(1) << (width - 1);
    return bits >= half ? (int64_t)bits - 2 * half : (int64_t)bits;
}

static uint32_t convert(enum kind kind, uint32_t bits, uint32_t width) {
    double most = (double)((UINT64_C(1) << width) - 1), most_signed = (double)((UINT64_C(1) << (width - 1)) - 1);
    double number = most_signed > 0 ? (double)as_signed(bits, width) / most_signed : 0;
    switch (kind) {
    case UNORM:
        return as_float(bits / most);
    case SNORM:
        return as_float(number < -1 ? -1 : number);
    case SINT:
        return (uint32_t)as_signed(bits, width);
    case FLOAT:
        return width == 32 ? bits : (uint32_t)mmra_convert_float(bits, width, 32);
    default:
        return bits;
    }
}

const void *texels_read(struct arena *arena, const char *kind, const char *components, uint64_t count,
                        const unsigned char *bytes, size_t length, const char **fault) {
    struct layout layout;
    if (!read_layout(&layout, kind, components)) {
        *fault = "a texel is unorm, snorm, uint, sint or float, and its components are as in r8g8b8a8";
        return NULL;
    }
    uint32_t size = layout.bits / 8;
    if (length % size || length / size != count) {
        *fault = "the file has not as many bytes as these texels";
        return NULL;
    }
    uint32_t *texels = arena_allocate_array(arena, (size_t)count * COMPONENTS + 1, sizeof *texels);
    uint32_t one = layout.kind == UINT || layout.kind == SINT ? 1 : as_float(1);
    for (uint64_t t = 0; t < count; t++) {
        uint32_t *texel = texels + t * COMPONENTS, at = 0;
        texel[COMPONENTS - 1] = one;
        for (uint32_t c = 0; c < layout.count; at += layout.width[c++])
            texel[layout.component[c]] =
                convert(layout.kind, bits_at(bytes + t * size, at, layout.width[c]), layout.width[c]);
    }
    return texels;
}
