/* Directives: what they say of the kernel, its arguments, and the source. */
#include "mmra/machine/machine_processor.h"
#include "mmra/machine/machine_reader.h"

#include <string.h>

enum {
    MOST_USER_SCALARS = 16,
    MOST_USER_SCALARS_GFX125 = 32
}; /* LLVM's AMDGPU user guide, "Initial Kernel Execution State" */

/* ---- the kernel's descriptor ---- */

static void keep_flag(struct machine_kernel *k, struct machine_word name, int64_t value) {
    const struct {
        const char *name;
        uint32_t *number;
    } numbers[] = {{".amdhsa_user_sgpr_count", &k->user_scalars},
                   {".amdhsa_user_sgpr_kernarg_preload_length", &k->preloaded},
                   {".amdhsa_user_sgpr_kernarg_preload_offset", &k->preloaded_from},
                   {".amdhsa_system_vgpr_workitem_id", &k->workitem_ids},
                   {".amdhsa_group_segment_fixed_size", &k->group_bytes},
                   {".amdhsa_private_segment_fixed_size", &k->private_bytes}};
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{".amdhsa_workgroup_processor_mode", &k->work_group_processor_mode},
                 {".amdhsa_tg_split", &k->tg_split},
                 {".amdhsa_memory_ordered", &k->memory_ordered},
                 {".amdhsa_wavefront_size32", &k->wave32},
                 {".amdhsa_user_sgpr_private_segment_buffer", &k->private_buffer},
                 {".amdhsa_user_sgpr_dispatch_ptr", &k->dispatch_pointer},
                 {".amdhsa_user_sgpr_queue_ptr", &k->queue_pointer},
                 {".amdhsa_user_sgpr_kernarg_segment_ptr", &k->arguments_pointer},
                 {".amdhsa_user_sgpr_dispatch_id", &k->dispatch_number},
                 {".amdhsa_user_sgpr_flat_scratch_init", &k->scratch_begin},
                 {".amdhsa_user_sgpr_private_segment_size", &k->private_size},
                 {".amdhsa_system_sgpr_workgroup_id_x", &k->group_id[0]},
                 {".amdhsa_system_sgpr_workgroup_id_y", &k->group_id[1]},
                 {".amdhsa_system_sgpr_workgroup_id_z", &k->group_id[2]},
                 {".amdhsa_system_sgpr_workgroup_info", &k->group_info},
                 {".amdhsa_system_sgpr_private_segment_wavefront_offset", &k->private_offset}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (machine_word_is(name, flags[i].name))
            *flags[i].flag = value != 0;
    if (machine_word_begins(name, ".amdhsa_float_round_mode_"))
        k->other_floats |= value != 0;
    if (machine_word_begins(name, ".amdhsa_float_denorm_mode_") && value == 0)
        k->flushes |= machine_word_is(name, ".amdhsa_float_denorm_mode_32") ? MACHINE_FLUSH_32 : MACHINE_FLUSH_16_64;
    else if (machine_word_begins(name, ".amdhsa_float_denorm_mode_"))
        k->other_floats |= value != 3;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (machine_word_is(name, numbers[i].name))
            *numbers[i].number = (uint32_t)value;
}

/* A directive that is not there has LLVM's default. */
struct machine_kernel machine_kernel_defaults(enum machine_processor processor) {
    bool newer = machine_traits(processor)->has_work_group_processors;
    return (struct machine_kernel){.work_group_processor_mode = newer && !machine_traits(processor)->one_compute_unit,
                                   .memory_ordered = newer,
                                   .wave32 = newer,
                                   .group_id = {true}};
}

/* ---- places in the source ---- */

/* What stands between quotes at the front. */
static bool take_quoted(struct machine_word *text, struct machine_word *name) {
    *text = machine_trimmed(*text);
    const char *end = text->length > 1 && *text->at == '"' ? memchr(text->at + 1, '"', text->length - 1) : NULL;
    if (!end)
        return false;
    *name = (struct machine_word){text->at + 1, (size_t)(end - text->at) - 1};
    text->length -= (size_t)(end + 1 - text->at);
    text->at = end + 1;
    return true;
}

/* ".file 0 "folder" "name" md5 ...": a file is named as the compiler was told, beside that of number 0. */
static void read_file(struct machine_reader *r, struct machine_word rest) {
    struct machine_word number = machine_take_word(&rest), folder, name;
    int64_t at;
    if (!machine_number(number, &at) || at < 0 || at > UINT16_MAX || !take_quoted(&rest, &folder))
        return;
    const char *path = arena_copy_string(r->arena, folder.at, folder.length), *whole = path;
    if (take_quoted(&rest, &name)) {
        r->folder = at == 0 || !r->folder ? path : r->folder;
        whole = arena_copy_string(r->arena, name.at, name.length);
        if (strcmp(path, r->folder) != 0 && *whole != '/') {
            char *joined = arena_allocate(r->arena, folder.length + name.length + 2);
            memcpy(joined, path, folder.length);
            joined[folder.length] = '/';
            memcpy(joined + folder.length + 1, whole, name.length + 1);
            whole = joined;
        }
    }
    while (r->file_count <= (uint32_t)at)
        *ARENA_PUSH(r->arena, r->files, r->file_count, r->file_capacity) = NULL;
    r->files[at] = whole;
}

/* ".loc FILE LINE COLUMN ..." */
static void read_place(struct machine_reader *r, struct machine_word file, struct machine_word rest) {
    int64_t number;
    r->origin_file = machine_number(file, &number) && number >= 0 && number < r->file_count ? r->files[number] : NULL;
    r->origin = machine_number(machine_take_word(&rest), &number) && number >= 0 ? (uint32_t)number : 0;
    r->origin_column = machine_number(machine_take_word(&rest), &number) && number >= 0 ? (uint32_t)number : 0;
}

/* ---- directives ---- */

static void begin_kernel(struct machine_reader *r, struct machine_word name) {
    bool wanted = !r->wanted || machine_word_is(name, r->wanted);
    r->in_kernel = !r->kernel_read && wanted; /* the first */
    r->kernel_read |= wanted;
    if (r->in_kernel)
        r->code->kernel.name = arena_copy_string(r->arena, name.at, name.length);
}

bool machine_read_directive(struct machine_reader *r, struct machine_word line) {
    struct machine_word name = machine_take_word(&line), all = machine_trimmed(line), value = machine_take_word(&line);
    int64_t number;
    if (machine_read_data(r, name, all))
        return true;
    if (machine_word_is(name, ".amdgpu_metadata") || machine_word_is(name, ".amdgpu_pal_metadata")) {
        r->in_metadata = true;
    } else if (machine_word_is(name, ".loc")) {
        read_place(r, value, line);
    } else if (machine_word_is(name, ".file")) {
        read_file(r, all);
    } else if (machine_word_is(name, ".amdhsa_kernel")) {
        begin_kernel(r, all); /* its name has no quotes here, whatever is in it */
    } else if (machine_word_is(name, ".end_amdhsa_kernel")) {
        r->in_kernel = false;
    } else if (r->in_kernel && machine_number(value, &number)) {
        if (machine_word_is(name, ".amdhsa_user_sgpr_kernarg_preload_length") && number && !r->executes)
            return machine_refuse(r, "arguments in registers before the kernel begins:", name);
        int64_t most = machine_is_one_of(r, MACHINE_GFX125) ? MOST_USER_SCALARS_GFX125 : MOST_USER_SCALARS;
        if (machine_word_is(name, ".amdhsa_user_sgpr_count") && (number < 0 || number > most))
            return machine_refuse(r, "more registers than a processor sets:", value);
        keep_flag(&r->code->kernel, name, number);
    }
    return true;
}

/* ---- metadata ---- */

/* Of an argument. */
static void read_argument(struct machine_reader *r, struct machine_word name, struct machine_word value) {
    struct machine_kernel *k = &r->described;
    if (!k->argument_count)
        return;
    struct machine_argument *argument = &k->arguments[k->argument_count - 1];
    int64_t number = 0;
    bool counted = machine_number(value, &number);
    if (machine_word_is(name, ".offset:") && counted)
        argument->offset = (uint32_t)number;
    else if (machine_word_is(name, ".size:") && counted)
        argument->size = (uint32_t)number;
    else if (machine_word_is(name, ".value_kind:"))
        argument->kind = arena_copy_string(r->arena, value.at, value.length);
    else if (machine_word_is(name, ".name:"))
        argument->name = arena_copy_string(r->arena, value.at, value.length);
}

static void begin_argument(struct machine_kernel *k) {
    if (k->argument_count < MACHINE_MAX_ARGUMENTS)
        k->arguments[k->argument_count++] = (struct machine_argument){.kind = ""};
}

/* Of the kernel. Its name comes in the middle: what is said before is kept until then. */
static void read_described(struct machine_reader *r, struct machine_word name, struct machine_word value) {
    struct machine_kernel *kernel = &r->code->kernel, *described = &r->described;
    int64_t number;
    if (machine_word_is(name, ".max_flat_workgroup_size:") && machine_number(value, &number) && number > 0) {
        described->own_invocations = (uint32_t)number;
        kernel->most_invocations = number > kernel->most_invocations ? (uint32_t)number : kernel->most_invocations;
    }
    if (machine_word_is(name, ".name:") && kernel->name && machine_word_is(machine_unquoted(value), kernel->name)) {
        described->name = kernel->name;
        memcpy(kernel->arguments, described->arguments, sizeof kernel->arguments);
        kernel->argument_count = described->argument_count;
    }
    if (described->name) {
        kernel->own_invocations = described->own_invocations;
        memcpy(kernel->cluster, described->cluster, sizeof kernel->cluster);
    }
    described->local_count = machine_word_is(name, ".reqd_workgroup_size:") ? 0 : 3;
    described->cluster_count = machine_word_is(name, ".cluster_dims:") ? 0 : 3;
}

/* "- 64", one of three. The name may come after the size of a cluster. */
static void read_size(struct machine_reader *r, struct machine_word value) {
    struct machine_kernel *described = &r->described;
    int64_t number;
    bool is_cluster = described->cluster_count < 3;
    uint32_t *count = is_cluster ? &described->cluster_count : &described->local_count;
    if (*count >= 3 || !machine_number(value, &number) || number < 0 || number > UINT32_MAX)
        return;
    if (is_cluster)
        described->cluster[*count] = (uint32_t)number;
    else if (described->name)
        r->code->kernel.local[*count] = (uint32_t)number;
    ++*count;
}

void machine_read_metadata(struct machine_reader *r, struct machine_word line, uint32_t column) {
    r->in_metadata =
        !machine_word_is(line, ".end_amdgpu_metadata") && !machine_word_is(line, ".end_amdgpu_pal_metadata");
    struct machine_word name = machine_take_word(&line);
    bool item = machine_word_is(name, "-");
    if (item) {
        struct machine_word dash = name;
        name = machine_take_word(&line);
        column += (uint32_t)(name.at - dash.at);
    }
    if (!machine_word_begins(name, ".")) {
        read_size(r, name);
        return;
    }
    if (item && (!r->kernel_column || column == r->kernel_column)) {
        r->kernel_column = column;
        r->described = (struct machine_kernel){.local_count = 3, .cluster_count = 3};
    } else if (item) {
        begin_argument(&r->described);
    }
    struct machine_word value = machine_trimmed(line);
    if (column == r->kernel_column)
        read_described(r, name, value);
    else
        read_argument(r, name, value);
}

/* ---- the target ---- */

/* .amdgcn_target "amdgcn-amd-amdhsa--gfx942:sramecc+" */
enum machine_processor machine_processor_said(const char *text, size_t length) {
    for (const char *end = text + length, *stop; text < end; text = stop + (stop < end)) {
        stop = memchr(text, '\n', (size_t)(end - text));
        stop = stop ? stop : end;
        struct machine_word line = machine_trimmed((struct machine_word){text, (size_t)(stop - text)});
        if (!machine_take_prefix(&line, ".amdgcn_target"))
            continue;
        struct machine_word target = machine_unquoted(machine_take_word(&line));
        size_t features = 0, name;
        while (features < target.length && target.at[features] != ':')
            features++;
        for (name = features; name && target.at[name - 1] != '-';)
            name--;
        for (enum machine_processor p = 0; p < MACHINE_PROCESSOR_COUNT; p++)
            if (machine_word_is((struct machine_word){target.at + name, features - name}, machine_processor_names[p]))
                return p;
    }
    return MACHINE_PROCESSOR_COUNT;
}
