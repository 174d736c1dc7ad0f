/* The files of lvp_smmra share these. */
#ifndef LVP_SMMRA_PRIVATE_H
#define LVP_SMMRA_PRIVATE_H

#include <llvm-c/Core.h>
#include <llvm-c/LLJIT.h>
#include <spirv_mmra_host.h>

#include "c11/threads.h"
#include "lvp_smmra.h"
#include "util/simple_mtx.h"

enum {
    SMMRA_MOST_INVOCATIONS = 1024,
    SMMRA_MOST_PARAMETERS = 128,
    /* An invocation's stack, and what of it the kernel's own functions may need: the rest is for what they call, the
     * driver's functions for images and the C library's. */
    SMMRA_STACK_BYTES = 256 * 1024,
    SMMRA_KERNEL_STACK_BYTES = 128 * 1024
};

struct lvp_smmra_device {
    struct lvp_device *driver;
    smmra_allocator allocator;
    uint32_t subgroup_size;
    bool log;
    simple_mtx_t lock;
    uint32_t translated, refused, failed; /* stages */
    uint64_t dispatches;
};

/* A parameter of the kernel, in order. */
struct smmra_parameter {
    smmra_resource_kind kind;
    uint32_t set;
    const struct lvp_descriptor_set_binding_layout *binding; /* NULL: it is no resource of a set */
    uint32_t count;                                          /* of descriptors */
    uint32_t units; /* of 16 bytes, in each descriptor; 0: the parameter is no address of descriptors */
};

struct lvp_smmra_kernel {
    struct lvp_smmra_device *device;
    uint32_t local_size[3];
    uint32_t parameter_count, unit_count; /* units of all descriptors that parameters lead to */
    uint64_t workgroup_bytes;             /* of Workgroup memory, to which parameters lead */
    struct smmra_parameter *parameters;
    LLVMOrcLLJITRef jit;
    smmra_host_workgroup *run_workgroup; /* NULL: invocations wait for each other, and */
    smmra_host_invocation *run_invocation;
};

/* Names the functions that compiled code calls. */
LLVMErrorRef smmra_fibers_define(LLVMOrcLLJITRef jit);
/* Each device calls them once. After the last has finished, no stacks are kept. */
void smmra_fibers_init(void);
void smmra_fibers_finish(void);
/* Stacks for at least `count` invocations of a workgroup. NULL: no memory. */
struct smmra_fibers *smmra_fibers_take(uint32_t count);
void smmra_fibers_return(struct smmra_fibers *fibers);

/* Runs one workgroup. */
void smmra_fibers_run(struct smmra_fibers *fibers, const struct lvp_smmra_kernel *kernel, const uint64_t *arguments,
                      const uint32_t workgroup_id[3]);

/* Runs a function on the stack of the thread: a fiber's is too small for LLVM. */
void smmra_fibers_step_out(void (*function)(void *data), void *data);

/* Makes calls of image functions calls of the driver's own. False: it has none of the kind. */
bool smmra_replace_images(struct lvp_smmra_device *device, LLVMContextRef context, LLVMModuleRef module);
/* The driver compiles functions that sample when they are first called: from now on not on a fiber's stack. */
void smmra_images_init(struct lvp_smmra_device *device);

#endif
