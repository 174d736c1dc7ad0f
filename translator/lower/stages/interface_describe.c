/* Describes what a shader takes and gives, as data and as metadata (docs/guide/stages.md). */
#include <stdio.h>

#include "translator/lower/budget.h"
#include "translator/lower/functions/facts.h"
#include "translator/lower/stages/interface.h"

/* "f32x4", "u32", "b1". */
static ir_metadata type_text(struct lowering *l, const smmra_interface *about) {
    static const char letters[] = {
        [SMMRA_SCALAR_FLOAT] = 'f', [SMMRA_SCALAR_SINT] = 'i', [SMMRA_SCALAR_UINT] = 'u', [SMMRA_SCALAR_BOOL] = 'b'};
    char text[32];
    int length = snprintf(text, sizeof text, "%c%u", letters[about->scalar], about->width);
    if (about->components > 1)
        length += snprintf(text + length, sizeof text - (size_t)length, "x%u", about->components);
    return ir_metadata_string(l->ir, text, (size_t)length);
}

static ir_metadata decorations_text(struct lowering *l, uint32_t decorations) {
    static const char *const words[] = {"flat",  "noperspective", "centroid", "sample",    "pervertex",
                                        "patch", "perprimitive",  "perview",  "invariant", "explicit"};
    char text[128] = "";
    size_t length = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (decorations >> i & 1)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", length ? " " : "", words[i]);
    return ir_metadata_string(l->ir, text, length);
}

static ir_metadata string_node(struct lowering *l, const char *text) {
    return ir_metadata_string(l->ir, text, strlen(text));
}

static ir_metadata number_node(struct lowering *l, uint32_t number) {
    return ir_metadata_value(l->ir, ir_integer(l->ir, ir_type_integer(l->ir, 32), number));
}

enum { VALUE_OPERANDS = 18 }; /* the rest is of what lies in memory */

static void add_value_node(struct lowering *l, ir_metadata function, const smmra_interface *about) {
    const char *builtin = about->builtin == SMMRA_NONE ? "location" : spirv_builtin_name(about->builtin);
    ir_metadata operands[] = {
        function,
        string_node(l, about->direction == SMMRA_DIRECTION_INPUT ? "input" : "output"),
        number_node(l, about->position),
        string_node(l, about->name),
        number_node(l, about->member),
        string_node(l, builtin),
        number_node(l, about->builtin == SMMRA_NONE ? about->location : about->builtin),
        number_node(l, about->component),
        number_node(l, about->index),
        type_text(l, about),
        number_node(l, about->array_length),
        number_node(l, about->vertices),
        decorations_text(l, about->decorations),
        number_node(l, about->used),
        number_node(l, about->stream),
        number_node(l, about->transform_buffer),
        number_node(l, about->transform_offset),
        number_node(l, about->transform_stride),
        number_node(l, about->address_space),
        number_node(l, (uint32_t)about->offset),
        number_node(l, (uint32_t)about->vertex_stride),
    };
    ir_add_named_metadata(
        l->ir, "spirv.interface",
        ir_metadata_tuple(l->ir, operands,
                          about->address_space == SMMRA_NONE ? VALUE_OPERANDS : sizeof operands / sizeof *operands));
}

/* !{!"main", !"Fragment", !"main.4", !{i32 7}, ...}: name, model, function, modes with their operands */
static void add_entry_node(struct lowering *l, const struct interface_entry *entry, ir_metadata function) {
    const char *model = spirv_execution_model_name(entry->point->execution_model);
    ir_metadata *operands = arena_allocate(l->arena, (3 + (size_t)entry->mode_count) * sizeof *operands);
    operands[0] = string_node(l, entry->point->name);
    operands[1] = string_node(l, model ? model : "?");
    operands[2] = function;
    for (uint32_t i = 0; i < entry->mode_count; i++) {
        const smmra_execution_mode *mode = &entry->modes[i];
        ir_metadata numbers[4] = {number_node(l, mode->mode)};
        for (uint32_t k = 0; k < mode->operand_count; k++)
            numbers[1 + k] = number_node(l, mode->operands[k]);
        operands[3 + i] = ir_metadata_tuple(l->ir, numbers, 1 + mode->operand_count);
    }
    ir_add_named_metadata(l->ir, "spirv.entry_points", ir_metadata_tuple(l->ir, operands, 3 + entry->mode_count));
}

/* Chains the modes of each function, in order. */
static void find_modes(struct lowering *l) {
    const struct spirv_module *spirv = l->spirv;
    l->first_mode = arena_allocate_array(l->arena, spirv->function_count + 1, sizeof *l->first_mode);
    l->next_mode = arena_allocate_array(l->arena, spirv->execution_mode_count + 1, sizeof *l->next_mode);
    for (uint32_t i = spirv->execution_mode_count; i-- > 0;) {
        const struct spirv_function *function = spirv_function_of_id(spirv, spirv->execution_modes[i].entry_point);
        if (!function)
            continue;
        l->next_mode[i] = l->first_mode[function - spirv->functions];
        l->first_mode[function - spirv->functions] = i + 1;
    }
}

/* Those of a function that is several entry points are of all of them. */
static void read_modes(struct lowering *l, struct interface_entry *entry) {
    uint32_t capacity = 0;
    if (!l->first_mode)
        find_modes(l);
    const struct spirv_function *function = spirv_function_of_id(l->spirv, entry->point->function);
    for (uint32_t next = l->first_mode[function - l->spirv->functions]; next; next = l->next_mode[next - 1]) {
        const struct spirv_execution_mode *mode = &l->spirv->execution_modes[next - 1];
        budget_spend(l, 1, "entry points that share a function have too many execution modes");
        smmra_execution_mode *kept = ARENA_PUSH(l->arena, entry->modes, entry->mode_count, capacity);
        *kept = (smmra_execution_mode){.mode = mode->mode, .operand_count = mode->operand_count};
        memcpy(kept->operands, mode->operands, sizeof kept->operands);
    }
}

/* Its name, as the module prints it. */
static const char *name_of_function(struct lowering *l, const struct chosen_entry *entry) {
    char text[320], number[16] = "";
    struct mmra_string name = ir_string_get(l->ir, entry->name);
    if (entry->number)
        snprintf(number, sizeof number, entry->name ? ".%u" : "_%u", entry->number);
    int length = snprintf(text, sizeof text, "%.*s%s", (int)name.length, name.length ? name.bytes : "", number);
    return arena_copy_string(l->arena, text, (size_t)length);
}

void interface_describe(struct lowering *l, const struct chosen_entry *chosen, const struct interface *interface,
                        uint32_t first_resource) {
    struct interface_entry *entry = ARENA_PUSH(l->arena, l->entries, l->entry_count, l->entry_capacity);
    *entry = (struct interface_entry){.point = chosen->point,
                                      .function = name_of_function(l, chosen),
                                      .interface = interface,
                                      .first_resource = first_resource,
                                      .resource_count = l->resource_count - first_resource};
    read_modes(l, entry);
    if (l->options->flags & SMMRA_FLAG_FACTS)
        facts_find(l, entry);
    if (!l->has_shaders)
        return;
    ir_metadata function = string_node(l, entry->function);
    add_entry_node(l, entry, function);
    for (uint32_t i = 0; interface && i < interface->count; i++)
        add_value_node(l, function, &interface->values[i].about);
}
