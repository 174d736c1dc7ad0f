/* The address spaces of amdgcn (LLVM, "User Guide for AMDGPU Backend", Address Spaces). */
#ifndef MMRA_ADDRESS_SPACE_H
#define MMRA_ADDRESS_SPACE_H

enum address_space {
    ADDRESS_SPACE_FLAT = 0,
    ADDRESS_SPACE_GLOBAL = 1,
    ADDRESS_SPACE_LOCAL = 3,
    ADDRESS_SPACE_CONSTANT = 4,
    ADDRESS_SPACE_PRIVATE = 5,
    ADDRESS_SPACE_BUFFER = 7
};

#endif
