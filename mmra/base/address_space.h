/* The address spaces of amdgcn (LLVM, "User Guide for AMDGPU Backend", Address Spaces). */
#ifndef MMRA_ADDRESS_SPACE_H
#define MMRA_ADDRESS_SPACE_H

enum address_space {
    ADDRESS_SPACE_FLAT = 0,
    ADDRESS_SPACE_GLOBAL = 1,
    ADDRESS_SPACE_REGION = 2, /* global data share */
    ADDRESS_SPACE_LOCAL = 3,
    ADDRESS_SPACE_CONSTANT = 4,
    ADDRESS_SPACE_PRIVATE = 5,
    ADDRESS_SPACE_CONSTANT_32 = 6, /* constant memory, by 32-bit addresses */
    ADDRESS_SPACE_BUFFER = 7,
    ADDRESS_SPACE_BUFFER_RESOURCE = 8,
    ADDRESS_SPACE_STRIDED_BUFFER = 9
};

#endif
