#include "translator/lower/functions/driver_kernel.h"

#include "translator/lower/expression.h"
#include "translator/lower/functions/driver_table.h"
#include "translator/lower/memory/descriptors.h"
#include "translator/lower/memory/memory.h"
#include "translator/lower/memory/resources.h"
#include "translator/lower/stages/stages.h"
#include "translator/map/processor.h"

enum { WORD_BYTES = 4, IMAGE_BYTES = 32 };

static const uint32_t address_high_bits = 0xFFFF8000; /* Mesa's */

bool is_driver_kernel(struct lowering *l) {
    if (l->options->abi != SMMRA_ABI_DRIVER)
        return false;
    if (!l->kernel.stage->is_kernel)
        FAIL_UNSUPPORTED(l, NULL, "%s=driver translates compute shaders alone; %s or %s chooses them",
                         OPTION_NAME(l->options, ABI), OPTION_NAME(l->options, STAGES), OPTION_NAME(l->options, ENTRY));
    return true;
}

/* ---- the module ---- */

void driver_kernel_attributes(struct lowering *l, struct text *text) {
    const smmra_driver *driver = driver_table(l);
    text_format(text, " \"amdgpu-32bit-address-high-bits\"=\"0x%x\"",
                driver->address_high_bits ? driver->address_high_bits : (unsigned)address_high_bits);
    for (size_t i = 0; i < driver->attribute_count; i++)
        text_format(text, driver->attributes[i].value ? " \"%s\"=\"%s\"" : " %s", driver->attributes[i].name,
                    driver->attributes[i].value);
}

/* LLVM 23 divides a plain access by descriptor that may reach across the bound, unless the module says that it need
 * not: a part beyond the bound reads as 0 either way (Vulkan, "robustBufferAccess"). Others ignore the flag. */
static void relax_bounds(struct lowering *l) {
    static const char name[] = "amdgpu.buffer.oob.mode";
    enum { MAXIMUM = 7, RELAXED = 1 };
    ir_type i32 = i32_type(l);
    ir_metadata operands[3] = {ir_metadata_value(l->ir, ir_integer(l->ir, i32, MAXIMUM)),
                               ir_metadata_string(l->ir, name, sizeof name - 1),
                               ir_metadata_value(l->ir, ir_integer(l->ir, i32, RELAXED))};
    ir_add_named_metadata(l->ir, "llvm.module.flags", ir_metadata_tuple(l->ir, operands, 3));
}

void driver_kernel_module(struct lowering *l) {
    const smmra_driver *driver = driver_table(l);
    l->ir->triple = ir_text_of(l->ir, driver->triple ? driver->triple : "amdgcn-mesa-mesa3d");
    if (driver->data_layout)
        l->ir->data_layout = ir_text_of(l->ir, driver->data_layout);
    relax_bounds(l);
}

/* ---- the parameters ---- */

/* Kinds of arguments, and what a parameter of each is. */
static const struct argument_row {
    const char *name; /* of the parameter */
    bool is_vector;   /* a register that differs between invocations */
    bool is_half;     /* of an address */
    uint8_t words;    /* 0: as many as the argument says */
} argument_rows[] = {
    [SMMRA_ARGUMENT_IGNORED] = {"ignored"},
    [SMMRA_ARGUMENT_IGNORED_VECTOR] = {"ignored", .is_vector = true},
    [SMMRA_ARGUMENT_SET] = {"set", .is_half = true, .words = 1},
    [SMMRA_ARGUMENT_SET_TABLE] = {"sets", .is_half = true, .words = 1},
    [SMMRA_ARGUMENT_PUSH_POINTER] = {"push", .is_half = true, .words = 1},
    [SMMRA_ARGUMENT_PUSH_WORD] = {"push_word", .words = 1},
    [SMMRA_ARGUMENT_GRID] = {"grid", .words = 3},
    [SMMRA_ARGUMENT_GRID_POINTER] = {"grid_address", .words = 2},
    [SMMRA_ARGUMENT_WORKGROUP_ID] = {"workgroup_id", .words = 1},
    [SMMRA_ARGUMENT_LOCAL_ID] = {"local_id", .is_vector = true, .words = 1},
    [SMMRA_ARGUMENT_LOCAL_IDS_PACKED] = {"local_ids", .is_vector = true, .words = 1},
};

enum { MOST_WORDS = 32 };

static ir_type type_of_argument(struct lowering *l, const smmra_argument *argument) {
    const struct argument_row *row = &argument_rows[argument->kind];
    uint32_t words = row->words ? row->words : argument->index;
    if (row->is_half)
        return ir_type_pointer(l->ir, ADDRESS_SPACE_CONSTANT_32);
    if (argument->kind == SMMRA_ARGUMENT_GRID_POINTER)
        return ir_type_pointer(l->ir, ADDRESS_SPACE_CONSTANT);
    if (words == 0 || words > MOST_WORDS)
        FAIL_UNSUPPORTED(l, NULL, "an argument of the driver that is ignored has 1 to %d words, not %u", MOST_WORDS,
                         words);
    return words == 1 ? i32_type(l) : ir_type_vector(l->ir, i32_type(l), words);
}

/* The default: what Mesa's driver passes, in its order, but for what the library cannot know. */
static void add_default_arguments(struct lowering *l, const smmra_resource *resources, uint32_t count,
                                  struct driver_arguments *given) {
    const struct processor *processor = processor_find(l->options->mcpu);
    bool pushes = false;
    smmra_argument *to = arena_allocate_array(l->arena, (size_t)count + 8, sizeof *to);
    given->arguments = to;
    for (uint32_t i = 0; i < count; i++) {
        pushes |= resources[i].kind == SMMRA_RESOURCE_PUSH_CONSTANTS;
        if (resources[i].kind != SMMRA_RESOURCE_PUSH_CONSTANTS && (i == 0 || resources[i].set != resources[i - 1].set))
            *to++ = (smmra_argument){SMMRA_ARGUMENT_SET, resources[i].set};
    }
    if (pushes)
        *to++ = (smmra_argument){SMMRA_ARGUMENT_PUSH_POINTER, 0};
    *to++ = (smmra_argument){SMMRA_ARGUMENT_GRID, 0};
    for (uint32_t i = 0; i < 3 && !processor->tells_workgroup_ids; i++)
        *to++ = (smmra_argument){SMMRA_ARGUMENT_WORKGROUP_ID, i};
    for (uint32_t i = 0; i < 3 && !processor->packs_local_ids; i++)
        *to++ = (smmra_argument){SMMRA_ARGUMENT_LOCAL_ID, i};
    if (processor->packs_local_ids)
        *to++ = (smmra_argument){SMMRA_ARGUMENT_LOCAL_IDS_PACKED, 0};
    given->count = (uint32_t)(to - given->arguments);
}

/* The parameter that the driver fills with this; 0: it has none. */
static ir_value find_argument(const struct lowering *l, smmra_argument_kind kind, uint32_t index) {
    const struct driver_arguments *given = &l->kernel.driver;
    for (uint32_t i = 0; i < given->count; i++)
        if (given->arguments[i].kind == kind && given->arguments[i].index == index)
            return l->ir->functions[given->function].parameters[i].value;
    return 0;
}

/* Several may be ignored, whose index says how many words they have. */
static void name_parameter(struct lowering *l, const smmra_argument *argument, uint32_t position,
                           struct ir_parameter *parameter) {
    const struct argument_row *row = &argument_rows[argument->kind];
    bool is_ignored = row->words == 0; /* a number of its own */
    parameter->attributes = row->is_vector ? 0 : IR_PARAMETER_INREG;
    struct ir_value_info *value = &l->ir->values[parameter->value];
    value->name = ir_text_of(l->ir, row->name);
    value->number = (is_ignored ? position : argument->index) + 1; /* 0 is none */
}

ir_function driver_kernel_new(struct lowering *l, const struct chosen_entry *entry, const smmra_resource *resources,
                              uint32_t count) {
    const smmra_driver *driver = driver_table(l);
    struct driver_arguments *given = &l->kernel.driver;
    *given = (struct driver_arguments){.arguments = driver->arguments,
                                       .count = (uint32_t)driver->argument_count,
                                       .resources = resources,
                                       .resource_count = count};
    if (!driver->arguments)
        add_default_arguments(l, resources, count, given);
    ir_type *types = arena_allocate_array(l->arena, (size_t)given->count + 1, sizeof *types);
    for (uint32_t i = 0; i < given->count; i++)
        types[i] = type_of_argument(l, &given->arguments[i]);
    ir_function function =
        ir_new_function(l->ir, entry->name, entry->number, ir_type_function(l->ir, 0, types, given->count));
    l->ir->functions[function].kernel = l->ir->functions[function].shader = true;
    given->function = function;
    for (uint32_t i = 0; i < given->count; i++)
        name_parameter(l, &given->arguments[i], i, &l->ir->functions[function].parameters[i]);
    return function;
}

/* ---- numbers ---- */

/* Bits that a component of LocalInvocationId may have. */
static uint32_t mask_of(uint32_t size) {
    uint32_t mask = 0;
    while (mask < size - 1)
        mask = 2 * mask + 1;
    return mask;
}

/* 0 where the workgroup has one row, whatever the registers hold. */
static ir_value local_id(struct lowering *l, uint32_t axis) {
    uint32_t mask = mask_of(l->kernel.workgroup_size[axis]);
    ir_value own = find_argument(l, SMMRA_ARGUMENT_LOCAL_ID, axis);
    ir_value packed = find_argument(l, SMMRA_ARGUMENT_LOCAL_IDS_PACKED, 0);
    if (!mask)
        return ir_integer(l->ir, i32_type(l), 0);
    if (!own && packed && axis)
        own = emit_binary(l, IR_LSHR, packed, ir_integer(l->ir, i32_type(l), 10 * axis));
    own = own ? own : packed;
    return own ? emit_binary(l, IR_AND, own, ir_integer(l->ir, i32_type(l), mask)) : 0;
}

static ir_value workgroup_id(struct lowering *l, uint32_t axis) {
    ir_value given = find_argument(l, SMMRA_ARGUMENT_WORKGROUP_ID, axis);
    return given || !processor_find(l->options->mcpu)->tells_workgroup_ids
               ? given
               : emit_intrinsic(l, l->target->workgroup_id[axis], i32_type(l), NULL, 0, PURE);
}

/* Makes a vector of all three. A component without a register is undefined, and its bit is set in `lacks`. */
static ir_value vector_of(struct lowering *l, ir_value (*component)(struct lowering *l, uint32_t axis),
                          uint8_t *lacks) {
    ir_value vector = ir_poison(l->ir, ir_type_vector(l->ir, i32_type(l), 3));
    for (uint32_t i = 0; i < 3; i++) {
        ir_value each = component(l, i);
        if (each)
            vector = emit_insert_element(l, vector, each, i);
        else
            *lacks |= (uint8_t)(1 << i);
    }
    return vector;
}

static ir_value grid(struct lowering *l) {
    ir_value given = find_argument(l, SMMRA_ARGUMENT_GRID, 0);
    ir_value address = find_argument(l, SMMRA_ARGUMENT_GRID_POINTER, 0);
    if (given || !address)
        return given;
    return emit_descriptor_load(l, ir_type_vector(l->ir, i32_type(l), 3), address, WORD_BYTES);
}

void driver_kernel_begin(struct lowering *l) {
    l->kernel.local_id = vector_of(l, local_id, &l->kernel.driver.lacks_local_id);
    l->kernel.workgroup_id = vector_of(l, workgroup_id, &l->kernel.driver.lacks_group_id);
    l->kernel.grid = grid(l);
}

/* ---- resources ---- */

static ir_value whole_address(struct lowering *l, ir_value half) {
    return emit1(l, IR_ADDRSPACECAST, ir_type_pointer(l->ir, ADDRESS_SPACE_CONSTANT), half);
}

/* 0: the driver gives none. */
static ir_value address_of_set(struct lowering *l, uint32_t set) {
    ir_value own = find_argument(l, SMMRA_ARGUMENT_SET, set), table = find_argument(l, SMMRA_ARGUMENT_SET_TABLE, 0);
    if (!own && table) {
        ir_value place = emit_offset(l, whole_address(l, table), WORD_BYTES * (uint64_t)set);
        own = emit_descriptor_load(l, ir_type_pointer(l->ir, ADDRESS_SPACE_CONSTANT_32), place, WORD_BYTES);
    }
    return own ? whole_address(l, own) : 0;
}

static bool is_in_set(const smmra_resource *resource) {
    return resource->kind != SMMRA_RESOURCE_PUSH_CONSTANTS;
}

static uint32_t descriptor_bytes(const smmra_resource *resource) {
    bool is_buffer = resource->kind == SMMRA_RESOURCE_STORAGE_BUFFER ||
                     resource->kind == SMMRA_RESOURCE_UNIFORM_BUFFER ||
                     resource->kind == SMMRA_RESOURCE_DESCRIPTOR_ARRAY;
    return is_buffer ? BUFFER_DESCRIPTOR_BYTES : (uint32_t)resource->byte_size;
}

/* The default: descriptors follow one another in the order of their bindings. */
static smmra_binding default_binding(const struct lowering *l, const smmra_resource *wanted) {
    const struct driver_arguments *given = &l->kernel.driver;
    smmra_binding binding = {.set = wanted->set, .binding = wanted->binding, .stride = descriptor_bytes(wanted)};
    if (wanted->kind == SMMRA_RESOURCE_COMBINED_IMAGE_SAMPLER)
        binding.sampler_offset = IMAGE_BYTES;
    for (uint32_t i = 0; i < given->resource_count; i++) {
        const smmra_resource *other = &given->resources[i];
        bool is_first = i == 0 || other->set != other[-1].set || other->binding != other[-1].binding;
        if (is_in_set(other) && is_first && other->set == wanted->set && other->binding < wanted->binding)
            binding.offset += descriptor_bytes(other) * other->descriptor_count;
    }
    return binding;
}

/* A sampler and an image at one binding are parts of a combined one, of which the default knows no layout. */
static void refuse_parts(struct lowering *l, const smmra_resource *wanted) {
    const struct driver_arguments *given = &l->kernel.driver;
    for (uint32_t i = 0; wanted->kind == SMMRA_RESOURCE_SAMPLER && i < given->resource_count; i++) {
        const smmra_resource *other = &given->resources[i];
        if (is_in_set(other) && other->set == wanted->set && other->binding == wanted->binding &&
            other->kind != wanted->kind)
            FAIL_UNSUPPORTED(l, NULL, "a sampler and an image at binding %u of set %u, without a table of bindings",
                             wanted->binding, wanted->set);
    }
}

static smmra_binding find_binding(struct lowering *l, const smmra_resource *resource) {
    const smmra_binding *row = driver_table_find(l, resource->set, resource->binding);
    if (row)
        return *row;
    if (driver_table(l)->bindings)
        FAIL_UNSUPPORTED(l, NULL, "the driver's table has no binding %u of set %u, which the shader uses",
                         resource->binding, resource->set);
    refuse_parts(l, resource);
    return default_binding(l, resource);
}

static void refuse_layout(struct lowering *l, const smmra_resource *resource, const smmra_binding *binding) {
    bool is_array = resource->descriptor_count != 1;
    if (resource->kind > SMMRA_RESOURCE_UNIFORM_TEXEL_BUFFER || resource->kind == SMMRA_RESOURCE_SIZE)
        FAIL_UNSUPPORTED(l, NULL, "a resource of kind %s, with %s=driver", smmra_resource_kind_name(resource->kind),
                         OPTION_NAME(l->options, ABI));
    if (is_array && binding->stride != descriptor_bytes(resource))
        FAIL_UNSUPPORTED(l, NULL,
                         "the array of descriptors at binding %u of set %u has them %u bytes apart in the driver's "
                         "table; %u are supported",
                         resource->binding, resource->set, binding->stride, descriptor_bytes(resource));
    uint32_t sampler_offset = l->sampler_offset ? l->sampler_offset : IMAGE_BYTES;
    if (resource->kind == SMMRA_RESOURCE_COMBINED_IMAGE_SAMPLER && binding->sampler_offset != sampler_offset)
        FAIL_UNSUPPORTED(l, NULL,
                         "the combined image sampler at binding %u of set %u has its sampler at byte %u in the "
                         "driver's table; %u is supported",
                         resource->binding, resource->set, binding->sampler_offset, sampler_offset);
}

/* ---- push constants ---- */

static ir_value address_of_push_constants(struct lowering *l) {
    driver_table_need_push_pointer(l);
    return whole_address(l, find_argument(l, SMMRA_ARGUMENT_PUSH_POINTER, 0));
}

/* If the driver gives all as words, nobody uses the address. */
static ir_value push_constants(struct lowering *l) {
    bool are_words = driver_table_has(l, SMMRA_ARGUMENT_PUSH_WORD) && !driver_table_has(l, SMMRA_ARGUMENT_PUSH_POINTER);
    l->kernel.driver.push =
        are_words ? ir_poison(l->ir, ir_type_pointer(l->ir, ADDRESS_SPACE_CONSTANT)) : address_of_push_constants(l);
    return l->kernel.driver.push;
}

/* How far an address is from the push constants' own, if it is among them; *is_known: it is a constant. */
static bool find_place(struct lowering *l, ir_value address, uint64_t *offset, bool *is_known) {
    *offset = 0;
    *is_known = true;
    while (address != l->kernel.driver.push) {
        const struct ir_value_info *info = ir_value_get(l->ir, address);
        if (info->kind != IR_VALUE_INSTRUCTION || l->ir->instructions[info->index].opcode != IR_GETELEMENTPTR)
            return false;
        const uint32_t *operands = l->ir->operands + l->ir->instructions[info->index].operands;
        const struct ir_value_info *index = ir_value_get(l->ir, operands[1]);
        bool is_bytes = l->ir->instructions[info->index].accessed == ir_type_integer(l->ir, 8);
        *is_known &= is_bytes && index->kind == IR_VALUE_INTEGER;
        *offset += index->kind == IR_VALUE_INTEGER ? index->bits : 0;
        address = operands[0];
    }
    return true;
}

/* The words from `offset` on that hold so many bytes, as one value; 0: some have no register. */
static ir_value join_words(struct lowering *l, uint64_t offset, uint32_t bytes) {
    uint32_t count = (bytes + WORD_BYTES - 1) / WORD_BYTES;
    ir_value joined = count == 1 ? 0 : ir_poison(l->ir, ir_type_vector(l->ir, i32_type(l), count));
    for (uint32_t i = 0; i < count; i++) {
        ir_value word = find_argument(l, SMMRA_ARGUMENT_PUSH_WORD, (uint32_t)(offset / WORD_BYTES) + i);
        if (!word)
            return 0;
        joined = count == 1 ? word : emit_insert_element(l, joined, word, i);
    }
    uint32_t shift = 8 * (uint32_t)(offset % WORD_BYTES);
    if (bytes >= WORD_BYTES)
        return joined;
    joined = emit_binary(l, IR_LSHR, joined, ir_integer(l->ir, i32_type(l), shift));
    return emit1(l, IR_TRUNC, ir_type_integer(l->ir, 8 * bytes), joined);
}

/* The same bits as another type; a pointer is made of an integer. */
static ir_value as_type(struct lowering *l, ir_value value, uint32_t bytes, ir_type type) {
    if (ir_type_of(l->ir, value) == type)
        return value;
    if (ir_type_get(l->ir, type)->kind != IR_TYPE_POINTER)
        return emit1(l, IR_BITCAST, type, value);
    return emit1(l, IR_INTTOPTR, type, as_type(l, value, bytes, ir_type_integer(l->ir, 8 * bytes)));
}

ir_value driver_kernel_push_load(struct lowering *l, ir_value address, uint32_t bytes, ir_type type) {
    uint64_t offset;
    bool is_known;
    if (!l->body.is_entry || !l->kernel.driver.push || !driver_table_has(l, SMMRA_ARGUMENT_PUSH_WORD) ||
        !find_place(l, address, &offset, &is_known))
        return 0;
    bool is_whole = bytes >= WORD_BYTES ? bytes % WORD_BYTES == 0 && offset % WORD_BYTES == 0
                                        : offset % WORD_BYTES + bytes <= WORD_BYTES;
    ir_value value = is_known && is_whole ? join_words(l, offset, bytes) : 0;
    if (!value)
        driver_table_need_push_pointer(l);
    return value ? as_type(l, value, bytes, type) : 0;
}

ir_value driver_kernel_resource(struct lowering *l, const smmra_resource *resource) {
    if (!is_in_set(resource))
        return push_constants(l);
    smmra_binding binding = find_binding(l, resource);
    refuse_layout(l, resource, &binding);
    ir_value set = binding.is_dynamic ? address_of_push_constants(l) : address_of_set(l, resource->set);
    if (!set)
        FAIL_UNSUPPORTED(l, NULL, "the driver's table has no pointer to set %u, which the shader uses", resource->set);
    /* of a combined one, to a variable that is a sampler */
    uint32_t part = resource->kind == SMMRA_RESOURCE_SAMPLER ? binding.sampler_offset : 0;
    ir_value address = emit_offset(l, set, (uint64_t)binding.offset + part);
    bool is_buffer = resource->kind == SMMRA_RESOURCE_STORAGE_BUFFER || resource->kind == SMMRA_RESOURCE_UNIFORM_BUFFER;
    return is_buffer ? resource_from_descriptor(l, address) : address;
}
