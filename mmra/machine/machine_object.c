#include "mmra/machine/machine_object.h"

#include <inttypes.h>
#include <string.h>

#include "mmra/machine/machine_processor.h"

enum {
    ELF_HEADER = 64,
    ELF_SECTION = 64,
    ELF_SYMBOL = 24,
    ELF_AMDGPU = 224,
    ELF_SYMBOLS = 2, /* the types of sections that have some */
    ELF_DYNAMIC_SYMBOLS = 11,
    ELF_RELOCATABLE = 1, /* the type of a file */
    DESCRIPTOR = 64,
    MOST_KERNELS = 4096,
    MOST_NAME = 4096, /* bytes of a name; that of many symbols may be one long text */
    MOST_ENTRIES = 4096,
    BUNDLE_PAGE = 4096
};

static const char elf_magic[] = "\177ELF\2\1", bundle_magic[] = "__CLANG_OFFLOAD_BUNDLE__", compressed_magic[] = "CCOB",
                  package_magic[] = "\x10\xFF\x10\xAD";

struct piece {
    const uint8_t *at;
    size_t length;
};

/* ---- bytes ---- */

/* A number of up to 8 bytes, the lowest first; what is not there is 0. */
static uint64_t number_at(struct piece p, uint64_t at, uint32_t size) {
    uint64_t value = 0;
    for (uint32_t k = 0; k < size && p.length >= size && at <= p.length - size; k++)
        value |= (uint64_t)p.at[at + k] << (8 * k);
    return value;
}

/* Empty if it does not lie in the whole. */
static struct piece part_of(struct piece whole, uint64_t at, uint64_t length) {
    bool inside = at <= whole.length && length <= whole.length - at;
    return inside ? (struct piece){whole.at + at, (size_t)length} : (struct piece){whole.at, 0};
}

static bool begins(struct piece p, const char *magic) {
    return p.length >= strlen(magic) && memcmp(p.at, magic, strlen(magic)) == 0;
}

/* ---- sections ---- */

struct section {
    uint32_t type;
    uint64_t address;
    struct piece bytes;
    uint32_t name, link;
};

static uint32_t count_sections(struct piece elf) {
    return (uint32_t)number_at(elf, 60, 2);
}

static struct section section_at(struct piece elf, uint32_t number) {
    uint64_t table = number_at(elf, 40, 8), each = number_at(elf, 58, 2);
    struct piece header = part_of(elf, table, (uint64_t)count_sections(elf) * each);
    header = each >= ELF_SECTION && header.length ? part_of(header, number * each, ELF_SECTION) : part_of(elf, 0, 0);
    return (struct section){.type = (uint32_t)number_at(header, 4, 4),
                            .address = number_at(header, 16, 8),
                            .bytes = part_of(elf, number_at(header, 24, 8), number_at(header, 32, 8)),
                            .name = (uint32_t)number_at(header, 0, 4),
                            .link = (uint32_t)number_at(header, 40, 4)};
}

/* The text at an offset of a table of strings; "" if it does not end there, or is longer than names are. */
static const char *text_at(struct piece strings, uint64_t at) {
    struct piece rest = at < strings.length ? part_of(strings, at, strings.length - at) : part_of(strings, 0, 0);
    size_t most = rest.length < MOST_NAME ? rest.length : MOST_NAME;
    return most && memchr(rest.at, 0, most) ? (const char *)rest.at : "";
}

static struct piece find_section(struct piece elf, const char *name) {
    struct piece names = section_at(elf, (uint32_t)number_at(elf, 62, 2)).bytes;
    for (uint32_t k = 0; k < count_sections(elf); k++)
        if (strcmp(text_at(names, section_at(elf, k).name), name) == 0)
            return section_at(elf, k).bytes;
    return part_of(elf, 0, 0);
}

/* ---- kernels ---- */

struct described {
    const char *name; /* of the descriptor: the kernel's, and ".kd" */
    struct piece descriptor;
};

/* The next symbol that is a kernel's descriptor, from *at on; false: there is no further one. */
static bool next_kernel(struct piece elf, const struct section *symbols, uint64_t *at, struct described *found) {
    struct piece strings = section_at(elf, symbols->link).bytes;
    for (; *at + ELF_SYMBOL <= symbols->bytes.length; *at += ELF_SYMBOL) {
        struct piece one = part_of(symbols->bytes, *at, ELF_SYMBOL);
        const char *name = text_at(strings, number_at(one, 0, 4));
        size_t length = strlen(name);
        struct section in = section_at(elf, (uint32_t)number_at(one, 6, 2));
        uint64_t value = number_at(one, 8, 8), base = number_at(elf, 16, 2) == ELF_RELOCATABLE ? 0 : in.address;
        struct piece bytes = value >= base ? part_of(in.bytes, value - base, DESCRIPTOR) : part_of(elf, 0, 0);
        if (length <= 3 || strcmp(name + length - 3, ".kd") != 0 || !bytes.length)
            continue;
        *found = (struct described){name, bytes};
        *at += ELF_SYMBOL;
        return true;
    }
    return false;
}

/* All symbols, or those of a file that has no others than the dynamic ones. */
static struct section symbols_of(struct piece elf) {
    struct section found = {.bytes = part_of(elf, 0, 0)};
    for (uint32_t k = 0; k < count_sections(elf); k++) {
        struct section one = section_at(elf, k);
        if (one.type == ELF_SYMBOLS || (one.type == ELF_DYNAMIC_SYMBOLS && found.type != ELF_SYMBOLS))
            found = one;
    }
    return found;
}

bool machine_object_has(const struct machine_object *object, const char *kernel) {
    struct piece elf = {object->bytes, object->length};
    struct section symbols = symbols_of(elf);
    struct described one;
    for (uint64_t at = 0; next_kernel(elf, &symbols, &at, &one);)
        if (!kernel || (strlen(one.name) == strlen(kernel) + 3 && memcmp(one.name, kernel, strlen(kernel)) == 0))
            return true;
    return false;
}

/* ---- descriptors ---- */

/* Bits of the descriptor, from the first one of a byte on, and the processors that have the directive. */
static const struct field {
    const char *directive;
    uint8_t byte, shift, width;
    uint16_t families;
} fields[] = {{"group_segment_fixed_size", 0, 0, 32, MACHINE_ALL},
              {"private_segment_fixed_size", 4, 0, 32, MACHINE_ALL},
              {"tg_split", 44, 16, 1, MACHINE_GFX9},
              {"float_round_mode_32", 48, 12, 2, MACHINE_ALL},
              {"float_round_mode_16_64", 48, 14, 2, MACHINE_ALL},
              {"float_denorm_mode_32", 48, 16, 2, MACHINE_ALL},
              {"float_denorm_mode_16_64", 48, 18, 2, MACHINE_ALL},
              {"workgroup_processor_mode", 48, 29, 1, MACHINE_SINCE_10},
              {"memory_ordered", 48, 30, 1, MACHINE_SINCE_10},
              {"system_sgpr_private_segment_wavefront_offset", 52, 0, 1, MACHINE_GFX90 | MACHINE_GFX10},
              {"user_sgpr_count", 52, 1, 5, MACHINE_ALL},
              {"user_sgpr_count", 52, 1, 6, MACHINE_GFX125}, /* of two lines the last one counts */
              {"system_sgpr_workgroup_id_x", 52, 7, 1, MACHINE_ALL},
              {"system_sgpr_workgroup_id_y", 52, 8, 1, MACHINE_ALL},
              {"system_sgpr_workgroup_id_z", 52, 9, 1, MACHINE_ALL},
              {"system_sgpr_workgroup_info", 52, 10, 1, MACHINE_ALL},
              {"system_vgpr_workitem_id", 52, 11, 2, MACHINE_ALL},
              {"user_sgpr_private_segment_buffer", 56, 0, 1, MACHINE_GFX90 | MACHINE_GFX10},
              {"user_sgpr_dispatch_ptr", 56, 1, 1, MACHINE_ALL},
              {"user_sgpr_queue_ptr", 56, 2, 1, MACHINE_ALL},
              {"user_sgpr_kernarg_segment_ptr", 56, 3, 1, MACHINE_ALL},
              {"user_sgpr_dispatch_id", 56, 4, 1, MACHINE_ALL},
              {"user_sgpr_flat_scratch_init", 56, 5, 1, MACHINE_GFX90 | MACHINE_GFX10},
              {"user_sgpr_private_segment_size", 56, 6, 1, MACHINE_ALL},
              {"wavefront_size32", 56, 10, 1, MACHINE_SINCE_10},
              {"user_sgpr_kernarg_preload_length", 58, 0, 7, MACHINE_GFX9 | MACHINE_GFX125},
              {"user_sgpr_kernarg_preload_offset", 58, 7, 9, MACHINE_GFX9 | MACHINE_GFX125}};

void machine_describe_kernels(const struct machine_object *object, struct text *text) {
    struct piece elf = {object->bytes, object->length};
    struct section symbols = symbols_of(elf);
    const uint16_t families = machine_traits(object->processor)->families;
    struct described one;
    uint32_t count = 0;
    for (uint64_t at = 0; count < MOST_KERNELS && next_kernel(elf, &symbols, &at, &one); count++) {
        text_format(text, "\t.amdhsa_kernel %.*s\n", (int)strlen(one.name) - 3, one.name);
        for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
            const struct field *f = &fields[k];
            uint64_t value = number_at(one.descriptor, f->byte, f->byte < 56 ? 4 : 2) >> f->shift;
            if (f->families & families)
                text_format(text, "\t\t.amdhsa_%s %" PRIu64 "\n", f->directive,
                            value & ((UINT64_C(1) << f->width) - 1));
        }
        TEXT_LITERAL(text, "\t.end_amdhsa_kernel\n");
    }
}

/* ---- files ---- */

bool machine_is_object(const char *start, size_t length) {
    struct piece p = {(const uint8_t *)start, length};
    return begins(p, elf_magic) || begins(p, bundle_magic) || begins(p, compressed_magic) || begins(p, package_magic);
}

static void add_object(struct machine_objects *objects, struct piece elf) {
    if (!begins(elf, elf_magic) || elf.length < ELF_HEADER || number_at(elf, 18, 2) != ELF_AMDGPU ||
        objects->count == MACHINE_MOST_OBJECTS)
        return;
    uint32_t number = (uint32_t)number_at(elf, 48, 1);
    enum machine_processor processor = 0;
    while (processor < MACHINE_PROCESSOR_COUNT && machine_traits(processor)->elf_number != number)
        processor++;
    objects->all[objects->count++] = (struct machine_object){elf.at, elf.length, processor, number};
}

/* Adds the objects of a bundle, and returns where it ends. */
static size_t add_bundle(struct machine_objects *objects, struct piece bundle) {
    uint64_t at = sizeof bundle_magic - 1 + 8, count = number_at(bundle, at - 8, 8), end = at;
    for (uint64_t k = 0; k < count && k < MOST_ENTRIES && at + 24 <= bundle.length; k++) {
        struct piece one = part_of(bundle, number_at(bundle, at, 8), number_at(bundle, at + 8, 8));
        uint64_t name = number_at(bundle, at + 16, 8), after = (uint64_t)(one.at - bundle.at) + one.length;
        add_object(objects, one);
        end = one.length && after > end ? after : end;
        if (name > bundle.length)
            break;
        at += 24 + name;
    }
    return (size_t)end;
}

/* Those of several source files stand one after the other, each at a page of its own. */
static void add_bundles(struct machine_objects *objects, struct piece all) {
    while (begins(all, bundle_magic)) {
        size_t end = (add_bundle(objects, all) + BUNDLE_PAGE - 1) & -(size_t)BUNDLE_PAGE;
        all = part_of(all, end, end < all.length ? all.length - end : 0);
    }
}

void machine_find_objects(struct machine_objects *objects, const uint8_t *bytes, size_t length) {
    struct piece all = {bytes, length};
    *objects = (struct machine_objects){.error = NULL};
    if (begins(all, elf_magic)) {
        add_object(objects, all);
        all = objects->count ? all : find_section(all, ".hip_fatbin");
    }
    add_bundles(objects, all);
    objects->unsupported = begins(all, compressed_magic) || begins(all, package_magic);
    if (!objects->count)
        objects->error = begins(all, compressed_magic)
                             ? "a compressed bundle; clang-offload-bundler --unbundle takes the code object out of it"
                         : begins(all, package_magic)
                             ? "an offload package; llvm-offload-binary takes the code object out of it"
                             : "holds no code of AMD's processors";
}
