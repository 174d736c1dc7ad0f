/* The functions of a grid, and the arguments that the grid gives them. */
#include "mmra/litmus/litmus_ir.h"

/* The kernel, or the function that the shell calls. */
const struct ir_function_info *litmus_ir_find_function(const struct litmus_ir_reader *r, const char *name) {
    for (uint32_t f = 1; f < r->module->function_count; f++) {
        const struct ir_function_info *function = &r->module->functions[f];
        bool entry =
            name ? mmra_string_equal(litmus_ir_name_of(r, function->value), mmra_string_of(name)) : function->kernel;
        if (entry && function->defined)
            return function;
    }
    return NULL;
}

/* An input: integers hold its numbers, as on the shader's side, and the place of a fragment is floats. */
static void let_input(struct litmus_ir_reader *r, const struct ir_parameter *parameter,
                      const struct litmus_ir_argument *given, struct litmus_ir_parts *argument) {
    ir_type type = ir_type_of(r->module, parameter->value);
    const struct ir_type_info *info = ir_element_get(r->module, type);
    bool number = given->is_place ? info->kind == IR_TYPE_FLOAT : info->kind == IR_TYPE_INTEGER && info->width >= 8;
    *argument = litmus_ir_new_parts(r, type, NULL);
    for (uint32_t k = 0; k < argument->count; k++)
        argument->items[k].operand = number && k < given->number_count ? program_constant(given->numbers[k])
                                                                       : (struct program_operand){PROGRAM_UNDEFINED, 0};
}

/* Registers that have names. */
static struct litmus_ir_parts named_registers(struct litmus_ir_reader *r, const struct ir_parameter *parameter,
                                              const char *const *names) {
    struct litmus_ir_parts parts = litmus_ir_new_parts(r, ir_type_of(r->module, parameter->value), NULL);
    for (uint32_t k = 0; k < parts.count; k++)
        parts.items[k].operand =
            program_in_register(program_register(&r->reader.litmus->program, litmus_ir_thread(r), names[k]));
    return parts;
}

/* ---- the grid ---- */

bool litmus_ir_let_arguments(struct litmus_ir_reader *r, const struct ir_function_info *function,
                             const struct litmus_ir_argument *all, uint32_t count,
                             const struct litmus_ir_parts *payload, struct litmus_ir_parts *arguments) {
    if (function->parameter_count != count)
        return reader_fail(&r->reader, "a function whose parameters do not fit", (struct word){"", 0});
    for (uint32_t k = 0; k < count; k++) {
        const struct litmus_ir_argument *given = &all[k];
        bool pointer = given->value >= LITMUS_FIRST_ADDRESS;
        if (given->is_input) {
            let_input(r, &function->parameters[k], given, &arguments[k]);
            continue;
        }
        if (given->registers) {
            arguments[k] = named_registers(r, &function->parameters[k], given->registers);
            continue;
        }
        if (given->is_constant) {
            arguments[k] = litmus_ir_constant_numbers(r, given->numbers, given->number_count);
            continue;
        }
        if (given->images) {
            litmus_ir_let_descriptors(r, given->images, given->image_count, &arguments[k]);
            continue;
        }
        if (given->is_payload || given->private_bytes) {
            arguments[k] = given->is_payload && payload ? *payload : litmus_ir_new_private(r, given->private_bytes);
            continue;
        }
        arguments[k] = (struct litmus_ir_parts){.count = 1, .base = pointer ? given->value : 0};
        arguments[k].items = arena_allocate_array(r->reader.arena, 1, sizeof *arguments[k].items);
        arguments[k].items[0] = (struct litmus_part){program_constant(given->value), 64};
    }
    return true;
}
