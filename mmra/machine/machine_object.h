/* Code objects: what a compiler makes of kernels for AMD's processors. An ELF file, alone, in a bundle of
 * clang-offload-bundler, or in a program of HIP. LLVM's AMDGPU user guide, "ELF Code Object" and "Kernel Descriptor";
 * Clang's documentation, "Clang Offload Bundler". Nothing of the bytes is trusted. */
#ifndef MMRA_MACHINE_OBJECT_H
#define MMRA_MACHINE_OBJECT_H

#include "mmra/base/text.h"
#include "mmra/machine/machine.h"

struct machine_object {
    const uint8_t *bytes;
    size_t length;
    enum machine_processor processor; /* MACHINE_PROCESSOR_COUNT: none that the machine knows */
    uint32_t number;                  /* of the processor, as ELF has it (EF_AMDGPU_MACH) */
};

enum { MACHINE_MOST_OBJECTS = 64 };
struct machine_objects {
    struct machine_object all[MACHINE_MOST_OBJECTS]; /* further ones are left out */
    uint32_t count;
    const char *error; /* not NULL: why there is none */
    bool unsupported;
};

/* Whether a file that begins like this is an ELF file or a bundle. */
bool machine_is_object(const char *start, size_t length);

/* The code objects in the bytes of such a file. They point into it. */
void machine_find_objects(struct machine_objects *objects, const uint8_t *bytes, size_t length);

/* Whether it has that kernel; NULL: any. */
bool machine_object_has(const struct machine_object *object, const char *kernel);

/* Writes the directives of each of its kernels, as the assembler reads them. */
void machine_describe_kernels(const struct machine_object *object, struct text *text);

#endif
