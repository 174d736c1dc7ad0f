/* How long the annotated IR takes to build and to print, on a module like a large translated shader.
 *
 *     bench_ir [functions] */
#include <stdio.h>
#include <time.h>

#include "mmra/ir/ir.h"
#include "testing.h"

enum { INSTRUCTIONS = 100, RUNS = 5 };

static double milliseconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

struct frame {
    struct ir_module *module;
    ir_type i32, i64, float32, global, label;
    mmra_set nonprivate;
    uint32_t number;
};

static ir_value numbered(struct frame *f, ir_type type, uint32_t *number) {
    return ir_new_value(f->module, type, 0, ++*number);
}

/* One round of what shaders mostly do: address, load, arithmetic, store, atomic. */
static void round_of_work(struct frame *f, ir_value buffer, ir_value *carried) {
    struct ir_module *m = f->module;
    ir_value index = numbered(f, f->i64, &f->number), address = numbered(f, f->global, &f->number);
    ir_value loaded = numbered(f, f->i32, &f->number), sum = numbered(f, f->i32, &f->number);
    ir_set_result(m, ir_append(m, IR_ZEXT, f->i64, carried, 1), index);
    struct ir_instruction *i = ir_append(m, IR_GETELEMENTPTR, f->global, (ir_value[]){buffer, index}, 2);
    i->accessed = f->i32;
    i->flags = IR_INBOUNDS;
    ir_set_result(m, i, address);
    i = ir_append(m, IR_LOAD, f->i32, &address, 1);
    i->alignment_log2 = 2;
    i->mmra = f->nonprivate;
    ir_set_result(m, i, loaded);
    ir_set_result(m, ir_append(m, IR_ADD, f->i32, (ir_value[]){loaded, ir_integer(m, f->i32, f->number % 100)}, 2),
                  sum);
    i = ir_append(m, IR_STORE, 0, (ir_value[]){sum, address}, 2);
    i->alignment_log2 = 2;
    i->mmra = f->nonprivate;
    *carried = sum;
}

static void build(struct ir_module *module, uint32_t functions) {
    struct frame f = {.module = module,
                      .i32 = ir_type_integer(module, 32),
                      .i64 = ir_type_integer(module, 64),
                      .float32 = ir_type_simple(module, IR_TYPE_FLOAT),
                      .global = ir_type_pointer(module, 1),
                      .label = ir_type_simple(module, IR_TYPE_LABEL)};
    struct mmra_tag tag = {mmra_string_of("vulkan"), mmra_string_of("nonprivate")};
    f.nonprivate = mmra_set_of(&module->tags, &tag, 1);
    ir_type parameters[2] = {f.global, f.i32};
    ir_type type = ir_type_function(module, 0, parameters, 2);
    ir_string name = ir_text_of(module, "work");
    for (uint32_t n = 1; n <= functions; n++) {
        ir_function function = ir_new_function(module, name, ++f.number, type);
        const struct ir_parameter *p = module->functions[function].parameters;
        ir_value buffer = p[0].value, carried = p[1].value;
        module->values[buffer].number = ++f.number;
        module->values[carried].number = ++f.number;
        ir_begin_function(module, function);
        ir_begin_block(module, numbered(&f, f.label, &f.number));
        for (int i = 0; i < INSTRUCTIONS / 5; i++)
            round_of_work(&f, buffer, &carried);
        ir_append(module, IR_RET, 0, NULL, 0);
        ir_end_function(module, function);
    }
}

int main(int argc, char **argv) {
    uint32_t functions = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 4000;
    for (int run = 0; run < RUNS; run++) {
        struct arena arena;
        struct ir_module module;
        size_t length = 0;
        testing_arena(&arena);
        ir_module_init(&module, &arena);
        double start = milliseconds();
        ir_module_reserve(&module, functions * (INSTRUCTIONS + 1));
        build(&module, functions);
        double built = milliseconds();
        ir_print(&module, &length);
        double printed = milliseconds();
        printf("%u instructions: built in %.1f ms, printed in %.1f ms: %.1f MB, arena %.1f MB\n",
               module.instruction_count, built - start, printed - built, (double)length / 1e6,
               (double)arena.used / 1e6);
        arena_destroy(&arena);
    }
    return 0;
}
