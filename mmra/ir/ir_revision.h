/* Revisions of the AMDGPU memory model. */
#ifndef MMRA_IR_REVISION_H
#define MMRA_IR_REVISION_H

#include <stdbool.h>

/* Revisions of the model and of LLVM's intrinsics (docs/reference/mapping.md, 3), the later after the earlier. LLVM 19
 * to 21 differ from 22 in the name of a tag, and in nothing of the model. */
enum ir_revision { IR_DOCUMENT, IR_LLVM_21, IR_LLVM_22, IR_LLVM_23, IR_LLVM_24, IR_DRAFT, IR_REVISION_COUNT };

/* From July 2026 on, every access to address space 3 is by itself store-available and load-visible at workgroup. */
static inline bool ir_local_is_coherent(enum ir_revision revision) {
    return revision >= IR_LLVM_24;
}

/* From August 2026 on, a volatile access that is not atomic is store-available and load-visible at the widest scope of
 * its address space: workgroup for address space 3, system for others. */
static inline bool ir_volatile_is_coherent(enum ir_revision revision) {
    return revision >= IR_LLVM_24;
}

#endif
