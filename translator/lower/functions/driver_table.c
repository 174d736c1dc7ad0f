#include "translator/lower/functions/driver_table.h"

#include "translator/lower/images/images.h"
#include "translator/lower/types.h"

static const smmra_driver none = {.size = sizeof none};

const smmra_driver *driver_table(const struct lowering *l) {
    return l->options->driver ? l->options->driver : &none;
}

const smmra_binding *driver_table_find(const struct lowering *l, uint32_t set, uint32_t binding) {
    const smmra_driver *driver = driver_table(l);
    for (size_t i = 0; i < driver->binding_count; i++)
        if (driver->bindings[i].set == set && driver->bindings[i].binding == binding)
            return &driver->bindings[i];
    return NULL;
}

/* ---- where descriptors of images and samplers lie ---- */

/* A pointer to an image may be a function's parameter, which does not say to which binding it points: so a kind has one
 * stride, and combined ones have their sampler at one place. */
static void learn(struct lowering *l, const smmra_binding *row, uint32_t *known, uint32_t given, uint32_t least,
                  const char *what) {
    enum { ALIGNMENT = 16 };
    if (given < least || given % ALIGNMENT)
        FAIL_UNSUPPORTED(l, NULL,
                         "the driver's table says %u for %s of binding %u of set %u; multiples of %d from %u "
                         "are supported",
                         given, what, row->binding, row->set, ALIGNMENT, least);
    if (*known && *known != given)
        FAIL_UNSUPPORTED(l, NULL,
                         "the driver's table says %u for %s of binding %u of set %u, and %u for another of its "
                         "kind; one for all is supported",
                         given, what, row->binding, row->set, *known);
    *known = given;
}

static void learn_from(struct lowering *l, const struct spirv_instruction *variable) {
    const struct spirv_type *type = type_of_operand(l, variable->result);
    const struct spirv_type *pointee = type->opcode == SpvOpTypePointer ? type_of(l, type->element) : type;
    bool is_array = false;
    for (; pointee->opcode == SpvOpTypeArray || pointee->opcode == SpvOpTypeRuntimeArray; is_array = true)
        pointee = type_of(l, pointee->element);
    const smmra_binding *row = driver_table_find(
        l, spirv_decoration_operand(l->spirv, variable->result, SPIRV_NO_MEMBER, SpvDecorationDescriptorSet, 0),
        spirv_decoration_operand(l->spirv, variable->result, SPIRV_NO_MEMBER, SpvDecorationBinding, 0));
    if (!row || !image_is_opaque_type(pointee))
        return;
    smmra_resource_kind kind = image_resource_kind(l, pointee);
    uint32_t bytes = image_kind_bytes(kind);
    if (row->sampler_offset && (kind == SMMRA_RESOURCE_COMBINED_IMAGE_SAMPLER || kind == SMMRA_RESOURCE_SAMPLER)) {
        learn(l, row, &l->sampler_offset, row->sampler_offset, image_kind_bytes(SMMRA_RESOURCE_SAMPLED_IMAGE),
              "the sampler's offset");
        bytes = kind == SMMRA_RESOURCE_SAMPLER ? bytes : row->sampler_offset + image_kind_bytes(SMMRA_RESOURCE_SAMPLER);
    }
    if (is_array)
        learn(l, row, &l->descriptor_strides[kind], row->stride, bytes, "the stride");
}

void driver_table_read_layout(struct lowering *l) {
    if (l->options->abi != SMMRA_ABI_DRIVER || !driver_table(l)->bindings)
        return;
    for (uint32_t i = 0; i < l->spirv->global_count; i++) {
        struct spirv_instruction variable = spirv_instruction_at(l->spirv, l->spirv->globals[i]);
        mmra_work(&l->watch, 1);
        if (variable.operands[0] == SpvStorageClassUniformConstant)
            learn_from(l, &variable);
    }
}

/* ---- what the driver passes ---- */

bool driver_table_has(const struct lowering *l, smmra_argument_kind kind) {
    const smmra_driver *driver = driver_table(l);
    bool found = !driver->arguments && kind == SMMRA_ARGUMENT_PUSH_POINTER;
    for (size_t i = 0; i < driver->argument_count; i++)
        found |= driver->arguments[i].kind == kind;
    return found;
}

void driver_table_need_push_pointer(struct lowering *l) {
    if (l->options->abi == SMMRA_ABI_DRIVER && !driver_table_has(l, SMMRA_ARGUMENT_PUSH_POINTER))
        FAIL_UNSUPPORTED(l, &l->current,
                         "the driver's table has no pointer to the push constants, which the shader needs");
}
