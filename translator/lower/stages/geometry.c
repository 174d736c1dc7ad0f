/* Emission (SPIR-V 3.49.19): a call that takes the outputs as they are at that moment. A function that emits gets the
 * entry point's outputs from its callers, so a module with such a function has one geometry entry point only. */
#include "translator/lower/stages/geometry.h"

#include <stdio.h>

#include "mmra/base/sort.h"
#include "translator/lower/stages/fragments.h"
#include "translator/lower/stages/interface.h"
#include "translator/lower/types.h"
#include "translator/lower/values.h"

struct geometry {
    const struct chosen_entry *first; /* of the entry points that emit */
    uint32_t count;
    const struct interface *interface; /* its interface, for the functions that it calls; NULL: not asked yet */
    bool *emits;                       /* by function: it, or one that it calls, emits vertices */
};

/* ---- which functions emit ---- */

static bool emits(struct lowering *l, const struct spirv_instruction *in) {
    (void)l;
    return in->opcode == SpvOpEmitVertex || in->opcode == SpvOpEmitStreamVertex;
}

static bool is_output(struct lowering *l, uint32_t item) {
    const struct environment_item *info = &l->environment[item];
    return info->kind == ENVIRONMENT_INTERFACE &&
           spirv_defining(l->spirv, info->variable).operands[0] == SpvStorageClassOutput;
}

/* Both lists are ascending, and so is what becomes of them. */
static void add_outputs(struct lowering *l, struct lowered_function *function, const struct lowered_function *entry) {
    uint32_t *items = arena_allocate(l->arena, ((size_t)function->item_count + entry->item_count + 1) * sizeof *items);
    uint32_t count = 0, own = 0;
    mmra_work(&l->watch, function->item_count + entry->item_count);
    for (uint32_t i = 0; i < entry->item_count; i++) {
        uint32_t item = entry->items[i];
        while (own < function->item_count && function->items[own] < item)
            items[count++] = function->items[own++];
        bool has = own < function->item_count && function->items[own] == item;
        if (!has && is_output(l, item))
            items[count++] = item;
    }
    while (own < function->item_count)
        items[count++] = function->items[own++];
    function->items = items;
    function->item_count = count;
}

void geometry_init(struct lowering *l, const struct chosen_entry *entries, const uint32_t *roots, uint32_t root_count) {
    uint32_t root = 0;
    for (uint32_t i = 0; i < root_count; i++) {
        if (!stage_of_model(entries[i].point->execution_model)->emits)
            continue;
        if (!l->geometry) {
            l->geometry = arena_allocate_array(l->arena, 1, sizeof *l->geometry);
            l->geometry->first = &entries[i];
            root = roots[i];
        }
        l->geometry->count++;
    }
    if (!l->geometry)
        return;
    l->geometry->emits = functions_with(l, emits);
    for (uint32_t i = 0; i < l->order_count; i++) {
        uint32_t function = l->order[i];
        if (l->geometry->emits[function] && l->geometry->count == 1 && function != root)
            add_outputs(l, &l->functions[function], &l->functions[root]);
    }
}

/* ---- emission ---- */

/* That of the entry point whose body this is, or which calls this function. */
static const struct interface *interface_here(struct lowering *l, const struct spirv_instruction *in) {
    struct geometry *geometry = l->geometry;
    if (l->body.interface && l->body.interface->stage->emits)
        return l->body.interface;
    if (l->body.interface || !geometry)
        FAIL_INVALID(l, in, "only geometry shaders have it");
    if (geometry->count > 1)
        FAIL_UNSUPPORTED(l, in,
                         "a function that emits vertices, in a module with several geometry shaders, is not "
                         "supported; translate them apart (%s)",
                         OPTION_NAME(l->options, ENTRY));
    if (!geometry->interface) {
        struct spirv_instruction here = l->current;
        const struct spirv_function *function = spirv_function_of_id(l->spirv, geometry->first->point->function);
        geometry->interface = interface_make(l, stage_of_model(SpvExecutionModelGeometry), geometry->first,
                                             &l->functions[function - l->spirv->functions]);
        l->current = here;
    }
    return geometry->interface;
}

/* Each entry point has its own type of outputs: the first has the plain name. */
static const char *name_of_emission(struct lowering *l) {
    char text[64];
    if (!l->body.interface || l->body.function->id == l->geometry->first->point->function)
        return "smmra.emit.vertex";
    int length = snprintf(text, sizeof text, "smmra.emit.vertex.%u", l->body.function->id);
    return arena_copy_string(l->arena, text, (size_t)length);
}

static ir_value stream_of(struct lowering *l, const struct spirv_instruction *in) {
    ir_type i32 = ir_type_integer(l->ir, 32);
    ir_value stream = in->operand_count ? lower_value(l, in->operands[0]) : ir_integer(l->ir, i32, 0);
    if (ir_type_of(l->ir, stream) != i32)
        FAIL_INVALID(l, in, "its stream is no integer of 32 bits");
    return stream;
}

void lower_op_emit_vertex(struct lowering *l, const struct spirv_instruction *in) {
    const struct interface *interface = interface_here(l, in);
    ir_value arguments[2] = {stream_of(l, in)};
    if (interface->emitted)
        arguments[1] = interface_outputs(l, interface, interface->emitted);
    emit_shell_call(l, name_of_emission(l), 0, arguments, interface->emitted ? 2 : 1);
}

void lower_op_end_primitive(struct lowering *l, const struct spirv_instruction *in) {
    ir_value stream = stream_of(l, in);
    interface_here(l, in);
    emit_shell_call(l, "smmra.end.primitive", 0, &stream, 1);
}
