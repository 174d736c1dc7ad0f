#include "ir_sample.h"

struct sample {
    struct ir_module *module;
    ir_type i1, i8, i16, i32, i64, half, bfloat, float32, float64, label, global, local, private, float4, int4, pair;
    ir_function barrier, helper, square_root, print;
    ir_value buffer, number, real, shared;
};

static const char *const prefixes[] = {"vulkan", "amdgcn-av", "amdgpu-synchronize-as"};

/* The set of "vulkan:nonprivate", "amdgcn-av:none" and so on. */
static mmra_set tags(struct sample *s, const char *vulkan, const char *av, const char *space) {
    const char *suffixes[3] = {vulkan, av, space};
    struct mmra_tag members[3];
    uint32_t count = 0;
    for (int i = 0; i < 3; i++)
        if (suffixes[i])
            members[count++] = (struct mmra_tag){mmra_string_of(prefixes[i]), mmra_string_of(suffixes[i])};
    return mmra_set_of(&s->module->tags, members, count);
}

static struct ir_instruction *append(struct sample *s, enum ir_opcode opcode, ir_type type, uint32_t count,
                                     const uint32_t *operands) {
    struct ir_instruction *instruction = ir_append(s->module, opcode, type, operands, count);
    if (type)
        ir_result(s->module, instruction);
    return instruction;
}

#define OPERANDS(...)                                                                                                  \
    (uint32_t)(sizeof((uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t)), (uint32_t[]) {                                   \
        __VA_ARGS__                                                                                                    \
    }
#define APPEND(s, opcode, type, ...) append(s, opcode, type, OPERANDS(__VA_ARGS__))

static ir_value i32(struct sample *s, int32_t number) {
    return ir_integer(s->module, s->i32, (uint32_t)number);
}

static void types(struct sample *s) {
    struct ir_module *m = s->module;
    s->i1 = ir_type_integer(m, 1);
    s->i8 = ir_type_integer(m, 8);
    s->i16 = ir_type_integer(m, 16);
    s->i32 = ir_type_integer(m, 32);
    s->i64 = ir_type_integer(m, 64);
    s->half = ir_type_simple(m, IR_TYPE_HALF);
    s->bfloat = ir_type_simple(m, IR_TYPE_BFLOAT);
    s->float32 = ir_type_simple(m, IR_TYPE_FLOAT);
    s->float64 = ir_type_simple(m, IR_TYPE_DOUBLE);
    s->label = ir_type_simple(m, IR_TYPE_LABEL);
    s->global = ir_type_pointer(m, 1);
    s->local = ir_type_pointer(m, 3);
    s->private = ir_type_pointer(m, 5);
    s->float4 = ir_type_vector(m, s->float32, 4);
    s->int4 = ir_type_vector(m, s->i32, 4);
    ir_type members[2] = {s->i32, ir_type_array(m, s->float4, 3)};
    s->pair = ir_type_named_struct(m, ir_text_of(m, "Pair"), 12, members, 2);
    ir_type odd[2] = {s->i8, s->pair};
    ir_type_named_struct(m, ir_text_of(m, "odd name\""), 0, odd, 2);
    ir_type_named_struct(m, 0, 7, odd, 1);
}

static void head(struct sample *s) {
    struct ir_module *m = s->module;
    m->comment = ir_text_of(m, "A sample.\n\nNot\tto \xE2\x80\xAE be \xFF trusted: \xC3\xA4");
    m->triple = ir_text_of(m, "amdgcn-amd-amdhsa");
    s->shared = ir_new_global(m, ir_text_of(m, "shared"), 3, ir_type_array(m, s->i32, 64), 3,
                              ir_poison(m, ir_type_array(m, s->i32, 64)));
    m->globals[0].internal = true;
    m->globals[0].alignment_log2 = 4;
    m->globals[0].kept = true;
    ir_value table[3] = {i32(s, 1), i32(s, -2), i32(s, 3)};
    ir_type array = ir_type_array(m, s->i32, 3);
    ir_new_global(m, ir_text_of(m, "table"), 0, array, 4, ir_aggregate(m, array, table, 3));
    m->globals[1].constant = true;
    ir_new_global(m, ir_text_of(m, "elsewhere"), 0, s->i32, 1, 0);
    s->barrier = ir_declare(m, "llvm.amdgcn.s.barrier", ir_type_function(m, 0, NULL, 0),
                            IR_FUNCTION_CONVERGENT | IR_FUNCTION_NOUNWIND);
    ir_type one_float[1] = {s->float32};
    s->square_root = ir_declare(m, "llvm.sqrt.f32", ir_type_function(m, s->float32, one_float, 1),
                                IR_FUNCTION_NOCALLBACK | IR_FUNCTION_NOUNWIND | IR_FUNCTION_READNONE);
    ir_type format[1] = {ir_type_pointer(m, 4)};
    ir_type variadic = ir_type_intern(
        m, &(struct ir_type_info){
               .kind = IR_TYPE_FUNCTION, .variadic = true, .element = s->i32, .members = format, .member_count = 1});
    s->print = ir_declare(m, "printf", variadic, 0);
}

static void arithmetic(struct sample *s) {
    ir_value a = s->number, f = s->real, three = i32(s, 3);
    for (enum ir_opcode opcode = IR_ADD; opcode <= IR_XOR; opcode++)
        APPEND(s, opcode, s->i32, a, three);
    for (enum ir_opcode opcode = IR_FADD; opcode <= IR_FREM; opcode++)
        APPEND(s, opcode, s->float32, f, ir_floating(s->module, s->float32, 0x3F000000));
    APPEND(s, IR_FNEG, s->float32, f)->flags = IR_FAST_MATH;
    APPEND(s, IR_FMUL, s->float32, f, f)->flags = IR_REASSOC | IR_NNAN | IR_CONTRACT;
    APPEND(s, IR_ADD, s->i32, a, three)->flags = IR_NUW | IR_NSW;
    APPEND(s, IR_LSHR, s->i32, a, three)->flags = IR_EXACT;
    APPEND(s, IR_OR, s->i32, a, three)->flags = IR_DISJOINT;
    APPEND(s, IR_FREEZE, s->i32, a);
    for (uint8_t predicate = 0; predicate < IR_INTEGER_PREDICATE_COUNT; predicate++)
        APPEND(s, IR_ICMP, s->i1, a, three)->detail = predicate;
    for (uint8_t predicate = 0; predicate < IR_FLOAT_PREDICATE_COUNT; predicate++)
        APPEND(s, IR_FCMP, s->i1, f, f)->detail = predicate;
    APPEND(s, IR_ICMP, s->i1, a, three)->flags = IR_SAMESIGN;
}

static void casts(struct sample *s) {
    ir_value a = s->number, f = s->real;
    APPEND(s, IR_TRUNC, s->i8, a)->flags = IR_NUW;
    APPEND(s, IR_ZEXT, s->i64, a)->flags = IR_NNEG;
    APPEND(s, IR_SEXT, s->i64, a);
    APPEND(s, IR_FPTOUI, s->i32, f);
    APPEND(s, IR_FPTOSI, s->i16, f);
    APPEND(s, IR_UITOFP, s->float32, a);
    APPEND(s, IR_SITOFP, s->half, a);
    APPEND(s, IR_FPTRUNC, s->half, f);
    APPEND(s, IR_FPEXT, s->float64, f);
    APPEND(s, IR_PTRTOINT, s->i64, s->buffer);
    APPEND(s, IR_INTTOPTR, s->global, a);
    APPEND(s, IR_BITCAST, s->float32, a);
    APPEND(s, IR_ADDRSPACECAST, ir_type_pointer(s->module, 0), s->buffer);
}

static void constants(struct sample *s) {
    struct ir_module *m = s->module;
    static const uint32_t floats[] = {0x00000000, 0x80000000, 0x3F800000, 0xC2C80000, 0x3DCCCCCD, 0x7F800000,
                                      0x7FC00001, 0x7F800001, 0x00000001, 0x501502F9, 0x4B18967F, 0x33D6BF95};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        APPEND(s, IR_FNEG, s->float32, ir_floating(m, s->float32, floats[i]));
    static const uint64_t doubles[] = {UINT64_C(0x3FB999999999999A), UINT64_C(0x400921FB54442D18),
                                       UINT64_C(0x412E848000000000), UINT64_C(0x7FF0000000000000)};
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++)
        APPEND(s, IR_FNEG, s->float64, ir_floating(m, s->float64, doubles[i]));
    APPEND(s, IR_FNEG, s->half, ir_floating(m, s->half, 0x3C00));
    APPEND(s, IR_FNEG, s->bfloat, ir_floating(m, s->bfloat, 0x3F8A));
    APPEND(s, IR_FREEZE, s->i64, ir_integer(m, s->i64, UINT64_C(1) << 63));
    APPEND(s, IR_FREEZE, s->i64, ir_integer(m, s->i64, UINT64_MAX));
    APPEND(s, IR_FREEZE, s->i16, ir_integer(m, s->i16, 0x18000));
    APPEND(s, IR_FREEZE, s->i1, ir_integer(m, s->i1, 1));
    APPEND(s, IR_FREEZE, s->i1, ir_integer(m, s->i1, 0));
    APPEND(s, IR_FREEZE, s->i32, ir_undef(m, s->i32));
    APPEND(s, IR_FREEZE, s->global, ir_zero(m, s->global));
    APPEND(s, IR_FREEZE, s->int4, ir_zero(m, s->int4));
    ir_value same[4] = {i32(s, 7), i32(s, 7), i32(s, 7), i32(s, 7)};
    APPEND(s, IR_FREEZE, s->int4, ir_aggregate(m, s->int4, same, 4));
    ir_value mixed[4] = {i32(s, 7), i32(s, 0), ir_poison(m, s->i32), i32(s, -1)};
    APPEND(s, IR_FREEZE, s->int4, ir_aggregate(m, s->int4, mixed, 4));
    ir_value none[4] = {i32(s, 0), i32(s, 0), i32(s, 0), i32(s, 0)};
    APPEND(s, IR_FREEZE, s->int4, ir_aggregate(m, s->int4, none, 4));
    ir_type members[2] = {s->i32, s->float32};
    ir_value pair[2] = {i32(s, 1), ir_floating(m, s->float32, 0x40000000)};
    ir_type type = ir_type_struct(m, members, 2);
    APPEND(s, IR_FREEZE, type, ir_aggregate(m, type, pair, 2));
    APPEND(s, IR_FREEZE, s->i8, ir_text_value(m, s->i8, ir_text_of(m, "ptrtoint (ptr @main to i8)")));
}

static void composites(struct sample *s) {
    struct ir_module *m = s->module;
    ir_value vector = APPEND(s, IR_INSERTELEMENT, s->int4, ir_poison(m, s->int4), s->number, i32(s, 0))->result;
    APPEND(s, IR_EXTRACTELEMENT, s->i32, vector, s->number);
    ir_value mask[4] = {i32(s, 1), i32(s, 1), i32(s, 1), i32(s, 1)};
    APPEND(s, IR_SHUFFLEVECTOR, s->int4, vector, vector, ir_aggregate(m, s->int4, mask, 4));
    mask[2] = ir_poison(m, s->i32);
    APPEND(s, IR_SHUFFLEVECTOR, s->int4, vector, vector, ir_aggregate(m, s->int4, mask, 4));
    APPEND(s, IR_SHUFFLEVECTOR, s->int4, vector, vector, ir_zero(m, s->int4));
    ir_value aggregate = APPEND(s, IR_INSERTVALUE, s->pair, ir_undef(m, s->pair), s->number, 0)->result;
    APPEND(s, IR_EXTRACTVALUE, s->float4, aggregate, 1, 2);
    APPEND(s, IR_SELECT, s->i32, ir_integer(m, s->i1, 1), s->number, i32(s, 4));
}

static void accesses(struct sample *s) {
    struct ir_instruction *i;
    i = append(s, IR_ALLOCA, s->private, 0, NULL);
    i->accessed = s->i32;
    i->alignment_log2 = 2;
    ir_value variable = i->result;
    i = APPEND(s, IR_ALLOCA, s->private, i32(s, 4));
    i->accessed = s->float4;
    i->alignment_log2 = 4;
    i = APPEND(s, IR_GETELEMENTPTR, s->global, s->buffer, s->number);
    i->accessed = s->i8;
    i->flags = IR_INBOUNDS | IR_NUW;
    i = APPEND(s, IR_GETELEMENTPTR, s->local, s->shared, i32(s, 0), s->number);
    i->accessed = ir_type_array(s->module, s->i32, 64);
    i->flags = IR_NUSW;
    i = APPEND(s, IR_LOAD, s->float4, s->buffer);
    i->alignment_log2 = 4;
    i->mmra = tags(s, "private", NULL, NULL);
    i->annotations = IR_NONTEMPORAL | IR_INVARIANT_LOAD;
    i = APPEND(s, IR_LOAD, s->i32, variable);
    i->alignment_log2 = 2;
    i->mmra = tags(s, "private", NULL, NULL);
    i->annotations = IR_THREAD_PRIVATE;
    ir_set_comment(s->module, i, ir_text_of(s->module, "OpLoad %7\n  of a variable"));
    i = APPEND(s, IR_STORE, 0, s->number, s->buffer);
    i->flags = IR_VOLATILE;
    i->alignment_log2 = 0;
    i->mmra = tags(s, "nonprivate", NULL, NULL);
}

static void atomics(struct sample *s) {
    struct ir_instruction *i;
    i = APPEND(s, IR_LOAD, s->i32, s->buffer);
    *i = (struct ir_instruction){.opcode = IR_LOAD,
                                 .type = s->i32,
                                 .result = i->result,
                                 .operands = i->operands,
                                 .operand_count = 1,
                                 .ordering = IR_ACQUIRE,
                                 .scope = MMRA_SCOPE_WORKGROUP,
                                 .flags = IR_VOLATILE,
                                 .alignment_log2 = 2,
                                 .mmra = tags(s, "nonprivate", "none", NULL)};
    i = APPEND(s, IR_STORE, 0, s->number, s->buffer);
    i->ordering = IR_RELEASE;
    i->scope = MMRA_SCOPE_AGENT;
    i->alignment_log2 = 2;
    i->mmra = tags(s, "nonprivate", NULL, NULL);
    for (uint8_t operation = 0; operation < IR_RMW_COUNT; operation++) {
        bool floating = (operation >= IR_RMW_FADD && operation <= IR_RMW_FMIN) || operation >= IR_RMW_FMAXIMUM;
        i = APPEND(s, IR_ATOMICRMW, floating ? s->float32 : s->i32, s->buffer, floating ? s->real : s->number);
        i->detail = operation;
        i->ordering = IR_MONOTONIC;
        i->scope = operation % MMRA_SCOPE_COUNT;
        i->alignment_log2 = 2;
        i->mmra = tags(s, "nonprivate", NULL, NULL);
        i->annotations = IR_NO_FINE_GRAINED_MEMORY | IR_NO_REMOTE_MEMORY;
    }
    ir_type members[2] = {s->i32, s->i1};
    i = APPEND(s, IR_CMPXCHG, ir_type_struct(s->module, members, 2), s->buffer, s->number, i32(s, 1));
    i->ordering = IR_ACQ_REL;
    i->failure_ordering = IR_MONOTONIC;
    i->scope = MMRA_SCOPE_AGENT;
    i->flags = IR_WEAK | IR_VOLATILE;
    i->alignment_log2 = 2;
}

static void fences(struct sample *s) {
    static const struct {
        uint8_t ordering, scope;
        uint32_t flags;
        const char *av, *space;
    } rows[] = {{IR_ACQ_REL, MMRA_SCOPE_WORKGROUP, 0, "none", "local"},
                {IR_SEQ_CST, MMRA_SCOPE_SYSTEM, 0, NULL, NULL},
                {IR_RELEASE, MMRA_SCOPE_SYSTEM, IR_ONE_ADDRESS_SPACE, NULL, "global"},
                {IR_ACQUIRE, MMRA_SCOPE_WAVEFRONT, IR_ONE_ADDRESS_SPACE, "none", NULL},
                {IR_ACQUIRE, MMRA_SCOPE_UNKNOWN, 0, NULL, NULL}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct ir_instruction *i = append(s, IR_FENCE, 0, 0, NULL);
        i->ordering = rows[k].ordering;
        i->scope = rows[k].scope;
        i->flags = rows[k].flags;
        i->mmra = tags(s, "nonprivate", rows[k].av, rows[k].space);
        if (i->scope == MMRA_SCOPE_UNKNOWN)
            ir_set_scope_name(s->module, i, ir_text_of(s->module, "de\"vice"));
    }
}

static void calls(struct sample *s) {
    struct ir_module *m = s->module;
    ir_value barrier = m->functions[s->barrier].value;
    APPEND(s, IR_CALL, 0, barrier)->flags = IR_CONVERGENT;
    APPEND(s, IR_CALL, s->float32, m->functions[s->square_root].value, s->real)->flags = IR_NNAN | IR_TAIL;
    APPEND(s, IR_CALL, s->i32, m->functions[s->print].value, ir_zero(m, ir_type_pointer(m, 4)), s->number);
    APPEND(s, IR_CALL, s->i32, m->functions[s->helper].value, s->number, s->real);
    APPEND(s, IR_CALL, 0, ir_text_value(m, 0, ir_text_of(m, "asm sideeffect \"\", \"\"")));
    /* A result that nobody asked for: LLVM numbers it all the same. */
    ir_append(m, IR_CALL, s->i32, (uint32_t[]){m->functions[s->helper].value, s->number, s->real}, 3);
    ir_metadata scope = ir_metadata_string(m, "agent", 5);
    ir_type parameters[2] = {s->global, ir_type_simple(m, IR_TYPE_METADATA)};
    ir_function load = ir_declare(m, "llvm.amdgcn.av.global.load.b128", ir_type_function(m, s->int4, parameters, 2),
                                  IR_FUNCTION_CONVERGENT | IR_FUNCTION_NOUNWIND);
    struct ir_instruction *i = APPEND(s, IR_CALL, s->int4, m->functions[load].value, s->buffer,
                                      ir_metadata_operand(m, ir_metadata_tuple(m, &scope, 1)));
    i->mmra = tags(s, "nonprivate", NULL, NULL);
    append(s, IR_CALL, 0, 1, &barrier);
}

static void control_flow(struct sample *s) {
    struct ir_module *m = s->module;
    ir_value loop = ir_new_value(m, s->label, ir_text_of(m, "loop"), 9), next = ir_new_value(m, s->label, 0, 0);
    ir_value done = ir_new_value(m, s->label, ir_text_of(m, "a label"), 0), dead = ir_new_value(m, s->label, 0, 44);
    ir_value later = ir_new_value(m, s->i32, ir_text_of(m, "later"), 0);
    ir_value entry = m->blocks[m->block_count - 1].label;
    APPEND(s, IR_BR, 0, loop);
    ir_begin_block(m, loop);
    ir_value phi = APPEND(s, IR_PHI, s->i32, i32(s, 0), entry, later, next)->result;
    ir_value less = APPEND(s, IR_ICMP, s->i1, phi, s->number)->result;
    m->instructions[m->instruction_count - 1].detail = IR_ULT;
    APPEND(s, IR_BR, 0, less, next, done);
    ir_begin_block(m, next);
    ir_set_result(m, ir_append(m, IR_ADD, s->i32, (uint32_t[]){phi, i32(s, 1)}, 2), later);
    APPEND(s, IR_SWITCH, 0, later, loop, i32(s, 3), done, i32(s, -4), dead);
    ir_begin_block(m, done);
    append(s, IR_RET, 0, 0, NULL);
    ir_begin_block(m, dead);
    append(s, IR_UNREACHABLE, 0, 0, NULL);
}

static void kernel(struct sample *s) {
    struct ir_module *m = s->module;
    ir_type parameters[4] = {s->global, ir_type_pointer(m, 4), s->i32, s->float32};
    ir_function function = ir_new_function(m, ir_text_of(m, "main"), 0, ir_type_function(m, 0, parameters, 4));
    struct ir_function_info *info = &m->functions[function];
    info->kernel = true;
    info->attributes = IR_FUNCTION_CONVERGENT | IR_FUNCTION_NOUNWIND;
    info->attribute_text = ir_text_of(m, "\"amdgpu-flat-work-group-size\"=\"64,64\"");
    info->comment = ir_text_of(m, "The kernel.");
    ir_metadata sizes[3];
    for (int i = 0; i < 3; i++)
        sizes[i] = ir_metadata_value(m, i32(s, i ? 1 : 64));
    info->reqd_work_group_size = ir_metadata_tuple(m, sizes, 3);
    info->parameters[0].attributes = IR_PARAMETER_NOUNDEF | IR_PARAMETER_NOALIAS | IR_PARAMETER_READONLY;
    info->parameters[0].alignment_log2 = 4;
    info->parameters[1].byref = s->pair;
    info->parameters[1].alignment_log2 = 4;
    info->parameters[3].attribute_text = ir_text_of(m, "inreg");
    s->buffer = info->parameters[0].value;
    s->number = info->parameters[2].value;
    s->real = info->parameters[3].value;
    m->values[s->buffer].name = ir_text_of(m, "buffer");
    m->values[s->buffer].number = 5;
    m->values[s->real].number = 6;
    ir_begin_function(m, function);
    ir_begin_block(m, ir_new_value(m, s->label, 0, 0));
    arithmetic(s);
    casts(s);
    constants(s);
    composites(s);
    accesses(s);
    atomics(s);
    fences(s);
    calls(s);
    control_flow(s);
    ir_end_function(m, function);
}

static void helper(struct sample *s) {
    struct ir_module *m = s->module;
    ir_type parameters[2] = {s->i32, s->float32};
    s->helper = ir_new_function(m, ir_text_of(m, "helper"), 8, ir_type_function(m, s->i32, parameters, 2));
    m->functions[s->helper].internal = true;
    m->functions[s->helper].attributes = IR_FUNCTION_NOUNWIND | IR_FUNCTION_WILLRETURN;
    ir_begin_function(m, s->helper);
    ir_begin_block(m, ir_new_value(m, s->label, ir_text_of(m, "entry"), 0));
    APPEND(s, IR_RET, 0, m->functions[s->helper].parameters[0].value);
    ir_end_function(m, s->helper);
}

static void metadata(struct sample *s) {
    struct ir_module *m = s->module;
    ir_metadata inner[2] = {ir_metadata_string(m, "a\"\n\\", 4), ir_metadata_value(m, i32(s, -1))};
    ir_metadata outer[3] = {ir_metadata_tuple(m, inner, 2), 0, ir_metadata_string(m, "", 0)};
    ir_add_named_metadata(m, "spirv.resources", ir_metadata_tuple(m, outer, 3));
    ir_add_named_metadata(m, "spirv.resources", ir_metadata_tuple(m, inner, 2));
    ir_add_named_metadata(m, "spirv.empty", ir_metadata_tuple(m, NULL, 0));
}

void ir_sample_build(struct ir_module *module) {
    struct sample s = {.module = module};
    types(&s);
    head(&s);
    helper(&s);
    kernel(&s);
    metadata(&s);
}
