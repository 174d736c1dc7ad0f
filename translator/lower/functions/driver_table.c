#include "translator/lower/functions/driver_table.h"

static const smmra_driver none = {.size = sizeof none};

const smmra_driver *driver_table(const struct lowering *l) {
    return l->options->driver ? l->options->driver : &none;
}

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
