#include "translator/litmus/litmus_translate.h"

#include <spirv/unified1/spirv.h>
#include <stdio.h>

#include "mmra/base/text.h"
#include "mmra/ir/ir_intrinsic.h"
#include "mmra/ir/ir_opcode.h"
#include "translator/map/map_tags.h"

enum { IMAGE_CLASS = 2, MAX_ARGUMENTS = 6 };

struct writer {
    const struct program *program;
    const struct program_thread *thread;
    struct memory_map map;
    struct arena *arena;
    struct ir_module *ir;
    struct map_tags tags;
    const char *refused;
    const char *kernel; /* its name; NULL: each thread is a function */
    const struct processor *processor;
    ir_type i32, f32, private_pointer;
    ir_value *cells;   /* the globals of the program's cells, or what is a pointer to them in a kernel */
    ir_value *results; /* in a kernel: pointers to where the thread's registers go when it ends, of those with a name */
    ir_value end;      /* in a kernel: the block after all threads */
    ir_value *registers; /* the variables of the thread's registers */
    bool optimized;
    ir_value *labels; /* by instruction of the thread: of the block that begins there */
    uint32_t line;
};

/* ---- instructions and values ---- */

static struct ir_instruction *last_instruction(struct writer *w) {
    return &w->ir->instructions[w->ir->instruction_count - 1];
}

static ir_value emit(struct writer *w, enum ir_opcode opcode, ir_type type, const uint32_t *operands, uint32_t count) {
    return ir_append_value(w->ir, opcode, type, operands, count, w->line);
}

static ir_value number(struct writer *w, uint64_t value) {
    return ir_integer(w->ir, w->i32, value);
}

static ir_value load_operand(struct writer *w, struct program_operand o) {
    if (o.kind != PROGRAM_REGISTER)
        return number(w, o.value);
    ir_value result = emit(w, IR_LOAD, w->i32, &w->registers[o.value], 1);
    last_instruction(w)->alignment_log2 = 2;
    return result;
}

static void store_register(struct writer *w, uint32_t target, ir_value value) {
    emit(w, IR_STORE, 0, (uint32_t[]){value, w->registers[target]}, 2);
    last_instruction(w)->alignment_log2 = 2;
}

/* ---- IR operations ---- */

/* A location that is accessed in storage class 2 alone is a texel, of an image of its own. */
static bool is_texel(const struct program *program, const struct program_cell *cell) {
    bool accessed = false;
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++) {
            const struct program_instruction *access = &program->threads[t].code[i];
            if (access->opcode != PROGRAM_ACCESS || access->a.value != cell->address)
                continue;
            if (access->operation.storage_class != IMAGE_CLASS)
                return false;
            accessed = true;
        }
    return accessed;
}

uint32_t litmus_space_of(const struct program *program, const struct program_cell *cell) {
    if (is_texel(program, cell))
        return ADDRESS_SPACE_CONSTANT; /* of its descriptor */
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t i = 0; i < program->threads[t].code_count; i++) {
            const struct program_instruction *access = &program->threads[t].code[i];
            if (access->opcode == PROGRAM_ACCESS && access->a.value == cell->address)
                return access->operation.storage_class == 1 ? ADDRESS_SPACE_LOCAL : ADDRESS_SPACE_GLOBAL;
        }
    return ADDRESS_SPACE_GLOBAL;
}

struct access {
    const struct program_instruction *instruction;
    ir_value pointer;
    uint32_t space;
    ir_value operand; /* stored, or of a read-modify-write */
    ir_value result;
    ir_value descriptor; /* of a texel's image */
};

/* Puts the map's answer on the instruction that was appended last. */
static void annotate(struct writer *w, const struct mapped_operation *operation) {
    struct ir_instruction *last = last_instruction(w);
    if (last->opcode != IR_CALL) {
        last->ordering = operation->ordering;
        last->scope = operation->scope;
        last->flags |= operation->is_volatile ? IR_VOLATILE : 0;
    }
    last->mmra = map_tags_set(&w->tags, &w->ir->tags, operation->tags);
}

static ir_value emit_access(struct writer *w, const struct mapped_operation *operation, enum ir_opcode opcode,
                            ir_type type, const uint32_t *operands, uint32_t count) {
    ir_value result = emit(w, opcode, type, operands, count);
    last_instruction(w)->alignment_log2 = 2;
    last_instruction(w)->detail = operation->rmw;
    return result;
}

/* A call of a function that is declared as its operands are. */
static ir_value emit_call(struct writer *w, const char *name, ir_type result, const ir_value *arguments,
                          uint32_t count) {
    ir_type types[MAX_ARGUMENTS] = {0};
    uint32_t operands[MAX_ARGUMENTS + 1];
    for (uint32_t i = 0; i < count; i++) {
        types[i] = ir_type_of(w->ir, arguments[i]);
        operands[i + 1] = arguments[i];
    }
    ir_function callee = ir_declare(w->ir, name, ir_type_function(w->ir, result, types, count), 0);
    operands[0] = w->ir->functions[callee].value;
    return emit(w, IR_CALL, result, operands, count + 1);
}

static ir_value scope_operand(struct writer *w, uint8_t scope) {
    if (profile_get(w->map.options.profile)->scopes_are_values)
        return emit_call(w, profile_scope_name((enum mmra_scope)scope), ir_type_scope(w->ir), NULL, 0);
    const char *name = mmra_scope_name((enum mmra_scope)scope);
    ir_metadata string = ir_metadata_string(w->ir, name, strlen(name));
    return ir_metadata_operand(w->ir, ir_metadata_tuple(w->ir, &string, 1));
}

static ir_value emit_av(struct writer *w, const struct mapped_operation *operation, const struct access *a,
                        bool store) {
    char name[PROFILE_INTRINSIC_NAME_SIZE];
    profile_intrinsic_name(profile_get(w->map.options.profile), store, operation->bytes, a->space, name);
    ir_value scope = scope_operand(w, operation->scope);
    return store ? emit_call(w, name, 0, (ir_value[]){a->pointer, a->operand, scope}, 3)
                 : emit_call(w, name, w->i32, (ir_value[]){a->pointer, scope}, 2);
}

static void emit_making(struct writer *w, const struct mapped_operation *operation, ir_value pointer) {
    bool visible = operation->kind == MAPPED_MAKE_VISIBLE || operation->kind == MAPPED_MAKE_POINTER_VISIBLE;
    ir_value arguments[] = {pointer, scope_operand(w, operation->scope)};
    emit_call(w, profile_making_name(visible, pointer != 0), 0, arguments + !pointer, pointer ? 2 : 1);
}

static void emit_barrier(struct writer *w, const struct program_instruction *instruction) {
    ir_value arguments[] = {number(w, instruction->barrier), number(w, instruction->quorum)};
    bool quorum = instruction->barrier_mode == PROGRAM_BARRIER_QUORUM;
    if (w->kernel) {
        emit_call(w, IR_NAME_BARRIER, 0, NULL, 0);
        return;
    }
    emit_call(w, quorum ? "spirv_mmra.litmus.barrier.quorum" : "spirv_mmra.litmus.barrier", 0, arguments,
              quorum ? 2 : 1);
}

/* ---- texels: each an image of its own, a texel buffer ---- */

/* A call whose last operands are the image's; `value`: what stands before them, or 0. */
static ir_value emit_image_call(struct writer *w, const char *name, ir_type result, ir_value value,
                                const struct mapped_operation *operation, const struct access *a) {
    ir_value zero = number(w, 0), policy = number(w, processor_cache_policy(w->processor, operation));
    ir_value arguments[] = {value, a->descriptor, zero, zero, zero, policy};
    ir_value made = emit_call(w, name, result, arguments + !value, 6 - !value);
    annotate(w, operation);
    return made;
}

static void emit_image_read(struct writer *w, const struct mapped_operation *operation, struct access *a) {
    ir_value texel = emit_image_call(w, IR_NAME_BUFFER_LOAD ".f32", w->f32, 0, operation, a);
    a->result = emit(w, IR_BITCAST, w->i32, &texel, 1);
}

static void emit_image_write(struct writer *w, const struct mapped_operation *operation, const struct access *a) {
    ir_value texel = emit(w, IR_BITCAST, w->f32, &a->operand, 1);
    emit_image_call(w, IR_NAME_BUFFER_STORE ".f32", 0, texel, operation, a);
}

static void emit_image_atomic(struct writer *w, const struct mapped_operation *operation, struct access *a) {
    char name[64];
    snprintf(name, sizeof name, IR_NAME_BUFFER_ATOMIC ".%s.i32",
             operation->rmw == IR_RMW_XCHG ? "swap" : ir_rmw_names[operation->rmw]);
    a->result = emit_image_call(w, name, w->i32, a->operand, operation, a);
}

static void emit_operation(struct writer *w, const struct mapped_operation *operation, struct access *a) {
    uint32_t operands[] = {a->pointer, a->operand}, stored[] = {a->operand, a->pointer};
    switch (operation->kind) {
    case MAPPED_FENCE:
        emit(w, IR_FENCE, 0, NULL, 0);
        break;
    case MAPPED_WORKGROUP_BARRIER:
    case MAPPED_WAVE_BARRIER:
        emit_barrier(w, a->instruction);
        break;
    case MAPPED_LOAD:
    case MAPPED_ATOMIC_LOAD:
        a->result = emit_access(w, operation, IR_LOAD, w->i32, operands, 1);
        break;
    case MAPPED_STORE:
    case MAPPED_ATOMIC_STORE:
        emit_access(w, operation, IR_STORE, 0, stored, 2);
        break;
    case MAPPED_ATOMIC_RMW:
        a->result = emit_access(w, operation, IR_ATOMICRMW, w->i32, operands, 2);
        break;
    case MAPPED_AV_LOAD:
    case MAPPED_AV_STORE: {
        ir_value result = emit_av(w, operation, a, operation->kind == MAPPED_AV_STORE);
        a->result = result ? result : a->result;
        break;
    }
    case MAPPED_MAKE_AVAILABLE:
    case MAPPED_MAKE_VISIBLE:
        emit_making(w, operation, 0);
        break;
    case MAPPED_MAKE_POINTER_AVAILABLE:
    case MAPPED_MAKE_POINTER_VISIBLE:
        emit_making(w, operation, a->pointer);
        break;
    case MAPPED_IMAGE_READ:
        emit_image_read(w, operation, a);
        return;
    case MAPPED_IMAGE_WRITE:
        emit_image_write(w, operation, a);
        return;
    case MAPPED_IMAGE_ATOMIC:
        emit_image_atomic(w, operation, a);
        return;
    default:
        w->refused = "the memory map gave an operation that no litmus instruction asks for";
        return;
    }
    annotate(w, operation);
}

/* ---- instructions ---- */

static void map_instruction(const struct writer *w, const struct spirv_memory_view *view, uint32_t space,
                            struct mapped_operations *out) {
    struct map_leaf leaf = {.write = view->kind == SPIRV_MEMORY_STORE,
                            .storage_class = view->storage_class,
                            .address_space = space,
                            .component_bytes = 4,
                            .components = 1,
                            .alignment = 4};
    switch (view->kind) {
    case SPIRV_MEMORY_LOAD:
    case SPIRV_MEMORY_STORE:
        leaf.operands = map_effective_operands(&w->map, view, leaf.write);
        map_access(&w->map, &leaf, out);
        break;
    case SPIRV_MEMORY_IMAGE_READ:
    case SPIRV_MEMORY_IMAGE_WRITE:
        leaf.write = view->kind == SPIRV_MEMORY_IMAGE_WRITE;
        leaf.operands = map_effective_operands(&w->map, view, leaf.write);
        map_image_access(&w->map, &leaf.operands, leaf.write, out);
        break;
    case SPIRV_MEMORY_BARRIER:
    case SPIRV_MEMORY_CONTROL_BARRIER:
        map_barrier(&w->map, view, out);
        break;
    default:
        if (view->storage_class == SpvStorageClassImage)
            map_image_atomic(&w->map, view, 4, false, out);
        else
            map_atomic(&w->map, view, space, 4, false, out);
        break;
    }
}

/* Whether the map has an answer. */
static bool ask_map(struct writer *w, const struct program_instruction *instruction, uint32_t space, bool image,
                    struct mapped_operations *operations) {
    struct spirv_memory_view view = litmus_view_of(instruction, image);
    map_instruction(w, &view, space, operations);
    if (operations->unsupported)
        w->refused = operations->unsupported;
    return !operations->unsupported;
}

static void load_descriptor(struct writer *w, struct access *a) {
    ir_type words = ir_type_vector(w->ir, w->i32, 4);
    a->descriptor = emit(w, IR_LOAD, words, &a->pointer, 1);
    last_instruction(w)->alignment_log2 = 4;
}

/* The source stands before the first of the operations that it became. */
static void note_source(struct writer *w, uint32_t first, const struct program_instruction *instruction) {
    const char *text = instruction->operation.text;
    if (first < w->ir->instruction_count && text)
        ir_set_comment(w->ir, &w->ir->instructions[first], ir_text_of(w->ir, text));
}

static void write_access(struct writer *w, const struct program_instruction *instruction) {
    struct mapped_operations operations;
    uint32_t cell = program_find_cell(w->program, instruction->a.value, 4);
    if (instruction->a.kind != PROGRAM_CONSTANT || cell == MODEL_NONE) {
        w->refused = "an access whose location is computed";
        return;
    }
    struct access a = {.instruction = instruction,
                       .pointer = w->cells[cell],
                       .space = instruction->operation.storage_class == 1 ? ADDRESS_SPACE_LOCAL : ADDRESS_SPACE_GLOBAL};
    bool image = is_texel(w->program, &w->program->cells[cell]);
    if (image && w->processor->lacks_images) {
        w->refused = "an image, for which the processor has no instructions";
        return;
    }
    if (!ask_map(w, instruction, a.space, image, &operations))
        return;
    if (image)
        load_descriptor(w, &a);
    else if (litmus_space_of(w->program, &w->program->cells[cell]) != a.space)
        a.pointer = emit(w, IR_ADDRSPACECAST, ir_type_pointer(w->ir, a.space), &a.pointer, 1);
    if (instruction->operation.kind & MODEL_WRITE)
        a.operand = load_operand(w, instruction->b);
    uint32_t first = w->ir->instruction_count;
    for (uint32_t i = 0; i < operations.count; i++)
        emit_operation(w, &operations.operations[i], &a);
    note_source(w, first, instruction);
    if (instruction->target != MODEL_NONE && !w->refused)
        store_register(w, instruction->target, a.result);
}

/* Fences and barriers; availability and visibility outside the shader are a release and an acquire at system
 * scope. */
static void write_synchronization(struct writer *w, const struct program_instruction *instruction) {
    struct mapped_operations operations = {.count = 1};
    struct access a = {.instruction = instruction};
    uint32_t first = w->ir->instruction_count;
    if (instruction->operation.kind & (MODEL_MAKE_AVAILABLE_DEVICE | MODEL_MAKE_VISIBLE_DEVICE)) {
        bool available = instruction->operation.kind & MODEL_MAKE_AVAILABLE_DEVICE;
        operations.operations[0] = (struct mapped_operation){
            .kind = MAPPED_FENCE, .ordering = available ? IR_RELEASE : IR_ACQUIRE, .scope = MMRA_SCOPE_SYSTEM};
    } else if (!ask_map(w, instruction, ADDRESS_SPACE_GLOBAL, false, &operations)) {
        return;
    }
    for (uint32_t i = 0; i < operations.count; i++)
        emit_operation(w, &operations.operations[i], &a);
    note_source(w, first, instruction);
}

static void write_compute(struct writer *w, const struct program_instruction *instruction) {
    bool comparison = instruction->alu >= PROGRAM_COMPARE;
    enum ir_opcode opcode = comparison ? IR_ICMP : litmus_ir_opcode((enum program_alu)instruction->alu);
    ir_value a = load_operand(w, instruction->a);
    if (instruction->alu == PROGRAM_COPY) {
        store_register(w, instruction->target, a);
        return;
    }
    if (opcode == IR_OPAQUE) {
        w->refused = "arithmetic that litmus files do not have";
        return;
    }
    uint32_t operands[] = {a, load_operand(w, instruction->b)};
    ir_value result = emit(w, opcode, comparison ? ir_type_integer(w->ir, 1) : w->i32, operands, 2);
    if (comparison) {
        last_instruction(w)->detail = (uint32_t)(instruction->alu - PROGRAM_COMPARE) & 31;
        result = emit(w, IR_ZEXT, w->i32, &result, 1);
    }
    store_register(w, instruction->target, result);
}

static void write_branch(struct writer *w, const struct program_instruction *instruction) {
    uint32_t compared[] = {load_operand(w, instruction->a), number(w, 0)};
    ir_value bit = emit(w, IR_ICMP, ir_type_integer(w->ir, 1), compared, 2);
    last_instruction(w)->detail = IR_NE;
    emit(w, IR_BR, 0, (uint32_t[]){bit, w->labels[instruction->if_true], w->labels[instruction->if_false]}, 3);
}

/* What registers hold where a thread of a kernel ends becomes memory there, not before: whoever waits for a result
 * earlier does so for the thread. */
static void write_end(struct writer *w) {
    if (!w->kernel) {
        emit(w, IR_RET, 0, NULL, 0);
        return;
    }
    for (uint32_t r = 0; r < w->thread->register_count; r++)
        if (w->results[r]) {
            ir_value held = load_operand(w, program_in_register(r));
            emit(w, IR_STORE, 0, (uint32_t[]){held, w->results[r]}, 2);
            last_instruction(w)->alignment_log2 = 2;
        }
    emit(w, IR_BR, 0, &w->end, 1);
}

static void write_instruction(struct writer *w, const struct program_instruction *instruction) {
    w->line = instruction->operation.line;
    switch (instruction->opcode) {
    case PROGRAM_ACCESS:
        write_access(w, instruction);
        break;
    case PROGRAM_EVENT:
    case PROGRAM_BARRIER:
        write_synchronization(w, instruction);
        break;
    case PROGRAM_COMPUTE:
        write_compute(w, instruction);
        break;
    case PROGRAM_BRANCH:
        write_branch(w, instruction);
        break;
    case PROGRAM_JUMP:
        emit(w, IR_BR, 0, &w->labels[instruction->if_true], 1);
        break;
    default:
        write_end(w);
        break;
    }
}

/* ---- threads: functions in which registers are private variables ---- */

static bool ends_block(const struct program_instruction *instruction) {
    return instruction->opcode == PROGRAM_BRANCH || instruction->opcode == PROGRAM_JUMP ||
           instruction->opcode == PROGRAM_END;
}

static ir_value new_label(struct writer *w, const char *name, uint32_t at) {
    return ir_new_value(w->ir, ir_type_simple(w->ir, IR_TYPE_LABEL), ir_text_of(w->ir, name), at);
}

/* A block begins at an instruction that something jumps to, and after one that ends a block. */
static void make_labels(struct writer *w) {
    const struct program_thread *thread = w->thread;
    bool *begins = arena_allocate_array(w->arena, thread->code_count + 1, sizeof *begins);
    w->labels = arena_allocate_array(w->arena, thread->code_count + 1, sizeof *w->labels);
    for (uint32_t i = 0; i < thread->code_count; i++) {
        const struct program_instruction *instruction = &thread->code[i];
        if (instruction->opcode == PROGRAM_BRANCH)
            begins[instruction->if_false] = true;
        if (instruction->opcode == PROGRAM_BRANCH || instruction->opcode == PROGRAM_JUMP)
            begins[instruction->if_true] = true;
        begins[i + 1] |= ends_block(instruction);
    }
    const char *name = w->kernel ? thread->name : "L";
    for (uint32_t i = 0; i < thread->code_count; i++)
        w->labels[i] = begins[i] ? new_label(w, name, i) : 0;
}

/* THREAD:REGISTER */
static ir_string name_of(struct writer *w, const char *thread, const char *name) {
    struct text text;
    text_init(&text, w->arena, 64);
    text_format(&text, "%s:%s", thread, name);
    return ir_text_of(w->ir, text_finish(&text));
}

static void make_registers(struct writer *w) {
    const struct program_thread *thread = w->thread;
    w->registers = arena_allocate_array(w->arena, thread->register_count + 1, sizeof *w->registers);
    for (uint32_t r = 0; r < thread->register_count; r++) {
        const char *name = thread->registers[r].name;
        if (name && w->optimized) {
            w->registers[r] =
                ir_new_global(w->ir, name_of(w, thread->name, name), 0, w->i32, ADDRESS_SPACE_GLOBAL, number(w, 0));
            w->ir->globals[w->ir->global_count - 1].alignment_log2 = 3;
            continue;
        }
        struct ir_instruction *variable = ir_append(w->ir, IR_ALLOCA, w->private_pointer, NULL, 0);
        variable->accessed = w->i32;
        variable->alignment_log2 = 2;
        w->registers[r] = ir_result(w->ir, variable);
        if (name && !w->kernel)
            w->ir->values[w->registers[r]].name = ir_text_of(w->ir, name);
    }
}

/* In a kernel a register begins as 0 where the program gives it no value. */
static void initialize_registers(struct writer *w) {
    for (uint32_t r = 0; r < w->thread->register_count; r++)
        if (w->thread->registers[r].has_value || w->kernel)
            store_register(w, r, number(w, w->thread->registers[r].has_value ? w->thread->registers[r].value : 0));
}

static void write_code(struct writer *w) {
    const struct program_thread *thread = w->thread;
    initialize_registers(w);
    make_labels(w);
    for (uint32_t i = 0; i < thread->code_count && !w->refused; i++) {
        if (w->labels[i] && (i == 0 || !ends_block(&thread->code[i - 1])))
            emit(w, IR_BR, 0, &w->labels[i], 1);
        if (w->labels[i])
            ir_begin_block(w->ir, w->labels[i]);
        write_instruction(w, &thread->code[i]);
    }
}

static void write_thread(struct writer *w, const struct program_thread *thread) {
    ir_type type = ir_type_function(w->ir, 0, NULL, 0);
    ir_function function = ir_new_function(w->ir, ir_text_of(w->ir, thread->name), 0, type);
    w->thread = thread;
    w->line = 0;
    ir_begin_function(w->ir, function);
    ir_begin_block(w->ir, new_label(w, "entry", 0));
    make_registers(w);
    write_code(w);
    ir_end_function(w->ir, function);
}

/* ---- a kernel, which chooses among the threads ---- */

/* All local memory is one variable, as in a shader whose variables share it. */
static void place_local_cells(struct writer *w) {
    ir_type i8 = ir_type_integer(w->ir, 8), whole = ir_type_array(w->ir, w->i32, w->program->cell_count);
    char name[96];
    ir_value memory = 0;
    snprintf(name, sizeof name, "%.80s.lds", w->kernel);
    for (uint32_t i = 0; i < w->program->cell_count; i++) {
        if (litmus_space_of(w->program, &w->program->cells[i]) != ADDRESS_SPACE_LOCAL)
            continue;
        if (!memory) {
            memory =
                ir_new_global(w->ir, ir_text_of(w->ir, name), 0, whole, ADDRESS_SPACE_LOCAL, ir_poison(w->ir, whole));
            struct ir_global *global = &w->ir->globals[w->ir->global_count - 1];
            global->internal = global->kept = true; /* the optimizer must not think that it knows what it holds */
            global->alignment_log2 = 4;
        }
        uint32_t operands[] = {memory, number(w, 4 * (uint64_t)i)};
        w->cells[i] = emit(w, IR_GETELEMENTPTR, ir_type_of(w->ir, memory), operands, 2);
        last_instruction(w)->accessed = i8;
        last_instruction(w)->flags = IR_INBOUNDS;
    }
}

/* Parameters: cells, results of threads, and which thread it is, unless `divergent`: then lanes are threads. Returns
 * the last. */
static ir_value begin_kernel(struct writer *w, bool divergent, ir_function *function) {
    const struct program *p = w->program;
    uint32_t most = p->cell_count + 1, count = 0;
    for (uint32_t t = 0; t < p->thread_count; t++)
        most += p->threads[t].register_count;
    ir_type *types = arena_allocate_array(w->arena, most, sizeof *types);
    for (uint32_t i = 0; i < p->cell_count; i++)
        types[count++] =
            ir_type_pointer(w->ir, litmus_space_of(p, &p->cells[i]) == ADDRESS_SPACE_CONSTANT ? ADDRESS_SPACE_CONSTANT
                                                                                              : ADDRESS_SPACE_GLOBAL);
    for (uint32_t t = 0; t < p->thread_count; t++)
        for (uint32_t r = 0; r < p->threads[t].register_count; r++)
            if (p->threads[t].registers[r].name)
                types[count++] = ir_type_pointer(w->ir, ADDRESS_SPACE_GLOBAL);
    if (!divergent)
        types[count++] = w->i32;
    *function = ir_new_function(w->ir, ir_text_of(w->ir, w->kernel), 0, ir_type_function(w->ir, 0, types, count));
    struct ir_function_info *info = &w->ir->functions[*function];
    info->kernel = true;
    for (uint32_t i = 0; i < count - !divergent; i++)
        info->parameters[i].attributes |= IR_PARAMETER_SEPARATE;
    for (uint32_t i = 0; i < p->cell_count; i++) {
        w->cells[i] = info->parameters[i].value;
        w->ir->values[w->cells[i]].name = name_of(w, "", p->cells[i].name);
    }
    ir_begin_function(w->ir, *function);
    ir_begin_block(w->ir, new_label(w, "entry", 0));
    return divergent ? emit_call(w, IR_NAME_WORKITEM_ID_X, w->i32, NULL, 0) : info->parameters[count - 1].value;
}

/* A thread of a kernel has registers, pointers to where they go, and the block where it begins. */
struct kernel_thread {
    ir_value *registers, *results;
    ir_value label;
};

static struct kernel_thread prepare_thread(struct writer *w, ir_function function, uint32_t t, uint32_t *parameter) {
    struct kernel_thread made = {.label = new_label(w, "case", t + 1)};
    w->thread = &w->program->threads[t];
    made.results = arena_allocate_array(w->arena, w->thread->register_count + 1, sizeof *made.results);
    make_registers(w);
    made.registers = w->registers;
    for (uint32_t r = 0; r < w->thread->register_count; r++)
        if (w->thread->registers[r].name) {
            made.results[r] = w->ir->functions[function].parameters[(*parameter)++].value;
            w->ir->values[made.results[r]].name = name_of(w, w->thread->name, w->thread->registers[r].name);
        }
    return made;
}

static void write_kernel(struct writer *w, bool divergent) {
    uint32_t threads = w->program->thread_count, parameter = w->program->cell_count;
    struct kernel_thread *made = arena_allocate_array(w->arena, threads + 1, sizeof *made);
    uint32_t *cases = arena_allocate_array(w->arena, 2 * (size_t)threads + 2, sizeof *cases);
    ir_function function;
    w->cells = arena_allocate_array(w->arena, w->program->cell_count + 1, sizeof *w->cells);
    cases[0] = begin_kernel(w, divergent, &function);
    cases[1] = w->end = new_label(w, "end", 0);
    place_local_cells(w);
    for (uint32_t t = 0; t < threads; t++) {
        made[t] = prepare_thread(w, function, t, &parameter);
        cases[2 + 2 * t] = number(w, t);
        cases[3 + 2 * t] = made[t].label;
    }
    emit(w, IR_SWITCH, 0, cases, 2 + 2 * threads);
    for (uint32_t t = 0; t < threads && !w->refused; t++) {
        w->thread = &w->program->threads[t];
        w->registers = made[t].registers;
        w->results = made[t].results;
        ir_begin_block(w->ir, made[t].label);
        write_code(w);
    }
    ir_begin_block(w->ir, w->end);
    emit(w, IR_RET, 0, NULL, 0);
    ir_end_function(w->ir, function);
}

/* ---- the module ---- */

/* Instances renumbered from 0: within the next larger group of the same thread, or over all threads. */
static uint32_t small_number(const struct program *program, uint32_t thread, uint8_t level) {
    uint32_t number = 0;
    for (uint32_t t = 0; t < program->thread_count; t++) {
        uint32_t instance = program->threads[t].scopes.instance[level];
        if (instance == program->threads[thread].scopes.instance[level])
            return number;
        bool first = true;
        for (uint32_t u = 0; u < t; u++)
            first &= program->threads[u].scopes.instance[level] != instance;
        number += first;
    }
    return number;
}

static void put_threads(const struct writer *w, struct text *text) {
    for (uint32_t t = 0; t < w->program->thread_count; t++)
        text_format(text, "%s%s wg %u wave %u", t ? ", @" : "@Threads: @", w->program->threads[t].name,
                    small_number(w->program, t, VULKAN_WORKGROUP), small_number(w->program, t, VULKAN_SUBGROUP));
}

static void put_images(const struct writer *w, struct text *text) {
    const char *before = "\n@Images: ";
    for (uint32_t cell = 0; cell < w->program->cell_count; cell++)
        if (is_texel(w->program, &w->program->cells[cell])) {
            text_format(text, "%s%s", before, w->program->cells[cell].name);
            before = ", ";
        }
}

static void put_initials(const struct writer *w, struct text *text) {
    for (uint32_t cell = 0; cell < w->program->cell_count; cell++)
        text_format(text, "%s%s = %u", cell ? ", " : "\n@Init: ", w->program->cells[cell].name,
                    (uint32_t)w->program->cells[cell].initial);
}

static void put_system_order(const struct writer *w, struct text *text) {
    for (uint32_t i = 0; i < w->program->system_order_count; i++)
        text_format(text, "%s%s @%s", i ? ", @" : "\n@SystemOrder: @",
                    w->program->threads[w->program->system_order[i].before].name,
                    w->program->threads[w->program->system_order[i].after].name);
}

/* The comments that say what IR does not: places of threads, which globals are images, what memory holds at first. */
static ir_string write_header(const struct writer *w) {
    struct text text;
    text_init(&text, w->arena, 256);
    put_threads(w, &text);
    put_images(w, &text);
    put_initials(w, &text);
    put_system_order(w, &text);
    return ir_text(w->ir, text.start, text_length(&text));
}

static void write_globals(struct writer *w) {
    w->cells = arena_allocate_array(w->arena, w->program->cell_count + 1, sizeof *w->cells);
    for (uint32_t i = 0; i < w->program->cell_count; i++) {
        const struct program_cell *cell = &w->program->cells[i];
        uint32_t space = litmus_space_of(w->program, cell);
        bool texel = space == ADDRESS_SPACE_CONSTANT, local = space == ADDRESS_SPACE_LOCAL;
        w->cells[i] = ir_new_global(w->ir, ir_text_of(w->ir, cell->name), 0,
                                    texel ? ir_type_vector(w->ir, w->i32, 4) : w->i32, space,
                                    texel   ? 0
                                    : local ? ir_poison(w->ir, w->i32)
                                            : number(w, 0));
        struct ir_global *global = &w->ir->globals[w->ir->global_count - 1];
        global->constant = texel;
        global->internal = local;
        global->kept = local && w->optimized; /* of a local variable all uses are known */
        global->alignment_log2 = texel ? 4 : 2;
    }
}

/* Tells the map about the texels' atomics. */
static void learn_from_texels(struct writer *w) {
    for (uint32_t t = 0; t < w->program->thread_count; t++)
        for (uint32_t i = 0; i < w->program->threads[t].code_count; i++) {
            const struct program_instruction *access = &w->program->threads[t].code[i];
            uint32_t cell =
                access->opcode == PROGRAM_ACCESS ? program_find_cell(w->program, access->a.value, 4) : MODEL_NONE;
            if (cell == MODEL_NONE || !is_texel(w->program, &w->program->cells[cell]))
                continue;
            struct spirv_memory_view view = litmus_view_of(access, true);
            w->map.facts.image_acq_rel |= map_image_atomic_is_acq_rel(&w->map, &view);
            w->map.facts.image_orders_local |= map_image_atomic_orders_local(&w->map, &view);
        }
}

static void begin_module(struct writer *w) {
    ir_module_init(w->ir, w->arena);
    ir_set_revision(w->ir, profile_get(w->map.options.profile)->revision);
    w->ir->triple = ir_text_of(w->ir, "amdgcn-amd-amdhsa");
    w->i32 = ir_type_integer(w->ir, 32);
    w->f32 = ir_type_simple(w->ir, IR_TYPE_FLOAT);
    w->private_pointer = ir_type_pointer(w->ir, ADDRESS_SPACE_PRIVATE);
}

static struct writer begin_writer(const struct litmus *litmus, const struct map_options *options, const char *kernel,
                                  const struct processor *processor, struct arena *arena) {
    struct writer w = {
        .program = &litmus->program,
        .map = {.options = *options, .facts = {.memory_model = SpvMemoryModelVulkan, .local_memory = true}},
        .arena = arena,
        .kernel = kernel,
        .processor = processor,
        .ir = arena_allocate_array(arena, 1, sizeof(struct ir_module))};
    w.map.options.litmus = true;
    learn_from_texels(&w);
    begin_module(&w);
    return w;
}

struct ir_module *litmus_translate_kernel(const struct litmus *litmus, const struct map_options *options,
                                          const struct litmus_kernel_form *form, struct arena *arena,
                                          const char **refused) {
    struct writer w = begin_writer(litmus, options, form->name, form->processor, arena);
    write_kernel(&w, form->divergent);
    *refused = w.refused;
    return w.refused ? NULL : w.ir;
}

struct ir_module *litmus_translate(const struct litmus *litmus, const struct map_options *options, bool optimized,
                                   struct arena *arena, const char **refused) {
    struct writer w = begin_writer(litmus, options, NULL, processor_for_images(NULL), arena);
    w.optimized = optimized;
    w.ir->comment = write_header(&w);
    write_globals(&w);
    for (uint32_t t = 0; t < litmus->program.thread_count && !w.refused; t++)
        write_thread(&w, &litmus->program.threads[t]);
    *refused = w.refused;
    return w.refused ? NULL : w.ir;
}
