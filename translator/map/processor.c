#include "translator/map/processor.h"

#include <stddef.h>
#include <string.h>

#include "mmra/ir/ir_intrinsic.h"

/* Word 3 of a buffer resource (ISA manuals, "Buffer Resource Descriptor"): a format, which raw accesses ignore and
 * which must not be 0; from gfx10 on also the bit that is reserved as 1, and OOB_SELECT 3: out of bounds is what lies
 * beyond NUM_RECORDS bytes. Older ones always check like that. On gfx1250 four bits are left, the last ones of another
 * layout, of which one says the same. */
enum { RAW_FORMAT = 7 << 12 | 4 << 15, RAW_FORMAT_GFX10 = RAW_FORMAT | 1 << 24 | 3 << 28, OFFSETS_ALONE = 2 };

/* The cache policy of an access that must be coherent in the device is the one that LLVM's memory legalizer gives an
 * atomic of agent scope ("Memory Model" of LLVM's AMDGPU document): an image access is no atomic to LLVM, so that it
 * does not do it. */
enum { GLC = IR_POLICY_GLC, DLC = IR_POLICY_DLC, DEVICE = IR_POLICY_DEVICE };

/* If the processor is not named, or its policies are not known, only the volatile bit means the same everywhere,
 * coherence with the whole system. LLVM makes nothing of it on a read-modify-write for gfx12, which needs a scope;
 * others are coherent in the device by themselves, and that bit asks for more of them (gfx90a, gfx940) or for nothing.
 */
#define ANY_IMAGES                                                                                                     \
    .can_sample = true, .load = IR_POLICY_VOLATILE, .store = IR_POLICY_VOLATILE,                                       \
    .modify = IR_POLICY_VOLATILE | DEVICE, .samples_shift = 16, .samples_mask = 15

/* gfx9 without those of CDNA, and those. */
#define GFX9  .waits_for_lds = true, .wave64 = true, .buffer_flags = RAW_FORMAT, .samples_shift = 16, .samples_mask = 15
#define CDNA  GFX9, .buffer_float_add = true
#define CDNA3 CDNA, .matrices = PROCESSOR_MFMA_GFX94, .writes_back = true, .load = DEVICE, .store = DEVICE
#define GCN   .waits_for_lds = true, .wave64 = true, .buffer_flags = RAW_FORMAT, ANY_IMAGES
#define RDNA                                                                                                           \
    .coherent_atomics = true, .wave32 = true, .wave64 = true, .buffer_flags = RAW_FORMAT_GFX10, .can_sample = true

static const struct processor any = {"", "", ANY_IMAGES};

/* A longer family comes before one that it begins with. */
static const struct processor processors[] = {
    {"gfx125", "gfx1250 gfx1251", .wave32 = true, .split_barrier = true, .buffer_flags = OFFSETS_ALONE,
     .late_resource = true, .modify = DEVICE, .store = DEVICE, .load = DEVICE, .lacks_images = true,
     .lacks_ieee_mode = true},
    {"gfx12", "gfx12-generic gfx1200 gfx1201", RDNA, .matrices = PROCESSOR_WMMA_GFX12, .split_barrier = true,
     .packs_local_ids = true, .tells_workgroup_ids = true, .lacks_ieee_mode = true, .load = DEVICE, .store = DEVICE,
     .modify = DEVICE, .float_add = "add.flt", .float_min = "min.flt", .float_max = "max.flt", .buffer_float_add = true,
     .buffer_float_min_max = true, .samples_shift = 15, .samples_mask = 31},
    {"gfx11", "gfx11-generic gfx1100 gfx1101 gfx1102 gfx1103 gfx1150 gfx1151 gfx1152 gfx1153", RDNA,
     .packs_local_ids = true, .half_registers = true, .matrices = PROCESSOR_WMMA_GFX11, .load = GLC,
     .buffer_float_add = true, .buffer_float_min_max = true, .samples_shift = 16, .samples_mask = 15},
    {"gfx10",
     "gfx10-1-generic gfx10-3-generic gfx1010 gfx1011 gfx1012 gfx1013 "
     "gfx1030 gfx1031 gfx1032 gfx1033 gfx1034 gfx1035 gfx1036",
     RDNA, .gathers_at_level = true, .lacks_wave64_shuffle = true, .load = GLC | DLC, .float_min = "fmin",
     .float_max = "fmax", .buffer_float_min_max = true, .samples_shift = 16, .samples_mask = 15},
    {"gfx90a", "gfx90a", CDNA, .matrices = PROCESSOR_MFMA_GFX90A, .load = GLC},
    {"gfx94", "gfx942", CDNA3},
    {"gfx95", "gfx950", CDNA3},
    {"gfx9-4", "gfx9-4-generic", CDNA3},
    {"gfx9", "gfx9-generic gfx900 gfx902 gfx904 gfx906 gfx908 gfx909 gfx90c", GFX9, .can_sample = true,
     .gathers_at_level = true, .load = GLC},
    {"gfx8", "gfx801 gfx802 gfx803 gfx805 gfx810 carrizo fiji iceland polaris10 polaris11 stoney tonga tongapro", GCN},
    {"gfx7", "gfx700 gfx701 gfx702 gfx703 gfx704 gfx705 bonaire hawaii kabini kaveri mullins", GCN},
    {"gfx6", "gfx600 gfx601 gfx602 hainan oland pitcairn tahiti verde", GCN},
};

static bool lists(const char *names, const char *name) {
    size_t length = strlen(name);
    for (const char *at = names; *at; at += strcspn(at, " "), at += *at == ' ')
        if (strcspn(at, " ") == length && memcmp(at, name, length) == 0)
            return true;
    return false;
}

static const struct processor *find_listed(const char *name) {
    for (size_t i = 0; i < sizeof processors / sizeof *processors; i++)
        if (lists(processors[i].names, name))
            return &processors[i];
    return NULL;
}

const struct processor *processor_find(const char *name) {
    const struct processor *listed = name ? find_listed(name) : NULL;
    for (size_t i = 0; name && !listed && i < sizeof processors / sizeof *processors; i++)
        if (strncmp(name, processors[i].family, strlen(processors[i].family)) == 0)
            return &processors[i];
    return listed;
}

const struct processor *processor_for_images(const char *name) {
    const struct processor *found = processor_find(name);
    return found ? found : &any;
}

uint32_t processor_cache_policy(const struct processor *processor, const struct mapped_operation *operation) {
    uint32_t policy = operation->is_volatile ? IR_POLICY_VOLATILE : 0;
    bool makes = operation->kind == MAPPED_AV_LOAD || operation->kind == MAPPED_AV_STORE;
    if (operation->ordering == IR_NOT_ATOMIC && !makes)
        return policy;
    switch (operation->kind) {
    case MAPPED_IMAGE_READ:
    case MAPPED_ATOMIC_LOAD:
    case MAPPED_AV_LOAD:
        return policy | processor->load;
    case MAPPED_IMAGE_WRITE:
    case MAPPED_ATOMIC_STORE:
    case MAPPED_AV_STORE:
        return policy | processor->store;
    default:
        return policy | processor->modify;
    }
}

bool processor_is_known(const char *name) {
    return find_listed(name) || lists("generic generic-hsa", name);
}
