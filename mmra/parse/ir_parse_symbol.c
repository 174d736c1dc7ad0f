#include "mmra/ir/ir_intrinsic.h"
#include "mmra/parse/ir_parser.h"

enum { FIRST_SLOTS = 256 };

/* ---- names in the text ---- */

struct ir_name ir_take_name(struct ir_parser *p) {
    struct ir_name name = {.present = true, .place = ir_here(p)};
    if (*p->at == '"') {
        name.name = ir_take_quoted(p);
        name.present = name.name.length != 0; /* "" is no name: what is defined so takes the next number */
        if (!p->failed && memchr(name.name.bytes, '\0', name.name.length))
            ir_fail(p, name.place, "a name must not hold a NUL byte", "", 0);
        return name;
    }
    name.name = ir_take_word(p);
    if (!name.name.length) {
        ir_fail(p, name.place, "expected a name", "", 0);
        return name;
    }
    uint64_t number = 0;
    if (name.name.bytes[0] > '9' || name.name.bytes[0] < '0')
        return name;
    for (uint32_t i = 0; i < name.name.length; i++) {
        if (name.name.bytes[i] < '0' || name.name.bytes[i] > '9')
            return name;
        number = number > UINT32_MAX ? number : number * 10 + (uint64_t)(name.name.bytes[i] - '0');
    }
    if (number >= UINT32_MAX)
        ir_fail(p, name.place, "the number '%s' is too large", name.name.bytes, name.name.length);
    name.number = (uint32_t)number;
    name.numbered = true;
    return name;
}

/* ---- the table ---- */

static uint32_t hash_name(const struct ir_parser *p, const struct ir_name *name) {
    if (name->numbered)
        return mmra_hash_end(mmra_hash_mix(p->module->key, name->number));
    return mmra_hash_end(mmra_hash_bytes(p->module->key, name->name.bytes, name->name.length));
}

static bool same_name(const struct ir_parser *p, ir_value value, const struct ir_name *name) {
    const struct ir_value_info *info = &p->module->values[value];
    if (name->numbered)
        return !info->name && value < p->parsed->temporary_count && p->parsed->temporaries[value] == name->number;
    return info->name && mmra_string_equal(p->module->strings[info->name], name->name);
}

static ir_value find(const struct ir_parser *p, const struct ir_symbols *symbols, uint32_t hash,
                     const struct ir_name *name) {
    if (!symbols->slot_count)
        return 0;
    uint32_t mask = symbols->slot_count - 1;
    for (uint32_t slot = hash & mask; symbols->slots[slot].generation == symbols->generation; slot = (slot + 1) & mask)
        if (symbols->slots[slot].hash == hash && same_name(p, symbols->slots[slot].value, name))
            return symbols->slots[slot].value;
    return 0;
}

static void place_symbol(struct ir_symbols *symbols, struct ir_symbol symbol) {
    uint32_t mask = symbols->slot_count - 1, slot = symbol.hash & mask;
    while (symbols->slots[slot].generation == symbols->generation)
        slot = (slot + 1) & mask;
    symbols->slots[slot] = symbol;
}

static void add_symbol(struct ir_parser *p, struct ir_symbols *symbols, uint32_t hash, ir_value value) {
    if (symbols->count >= symbols->slot_count / 2) {
        struct ir_symbols old = *symbols;
        symbols->slot_count = old.slot_count ? old.slot_count * 2 : FIRST_SLOTS;
        symbols->slots = arena_allocate_array(p->arena, symbols->slot_count, sizeof *symbols->slots);
        for (uint32_t i = 0; i < old.slot_count; i++)
            if (old.slots[i].generation == old.generation)
                place_symbol(symbols, old.slots[i]);
    }
    place_symbol(symbols, (struct ir_symbol){symbols->generation, hash, value});
    symbols->count++;
}

static void clear_symbols(struct ir_symbols *symbols) {
    symbols->generation++;
    symbols->count = 0;
}

/* ---- use and definition ---- */

static ir_value new_symbol(struct ir_parser *p, struct ir_symbols *symbols, uint32_t hash, const struct ir_name *name,
                           ir_type type) {
    ir_string string = 0;
    if (!name->numbered) {
        *ARENA_PUSH(p->arena, p->module->strings, p->module->string_count, p->module->string_capacity) = name->name;
        string = p->module->string_count - 1;
    }
    ir_value value = ir_new_value(p->module, type, string, 0);
    if (name->numbered) {
        struct ir_parsed *parsed = p->parsed;
        while (parsed->temporary_capacity <= value)
            arena_grow(p->arena, &parsed->temporaries, parsed->temporary_count, &parsed->temporary_capacity,
                       sizeof *parsed->temporaries);
        if (value > parsed->temporary_count) /* the values between have names */
            memset(parsed->temporaries + parsed->temporary_count, 0,
                   (value - parsed->temporary_count) * sizeof *parsed->temporaries);
        parsed->temporaries[value] = name->number;
        parsed->temporary_count = value + 1;
    }
    add_symbol(p, symbols, hash, value);
    return value;
}

#define NOT_DEFINED_YET UINT32_MAX

static bool is_defined(const struct ir_parser *p, ir_value value) {
    return p->module->values[value].index != NOT_DEFINED_YET;
}

static void check_type(struct ir_parser *p, const struct ir_name *name, ir_value value, ir_type type) {
    struct ir_value_info *info = &p->module->values[value];
    if (info->type == p->unknown_type)
        info->type = type;
    else if (info->type != type && type != p->unknown_type)
        ir_fail(p, name->place, "'%s' has another type elsewhere", name->name.bytes, name->name.length);
}

static ir_value use(struct ir_parser *p, struct ir_symbols *symbols, struct ir_forwards *forwards,
                    const struct ir_name *name, ir_type type) {
    if (!p->failed && !name->present)
        ir_fail(p, name->place, "expected a name", "", 0);
    if (p->failed)
        return 0;
    uint32_t hash = hash_name(p, name);
    ir_value value = find(p, symbols, hash, name);
    if (value) {
        check_type(p, name, value, type);
        return value;
    }
    value = new_symbol(p, symbols, hash, name, type);
    *ARENA_PUSH(p->arena, forwards->items, forwards->count, forwards->capacity) =
        (struct ir_forward){value, name->place};
    return value;
}

static ir_value define(struct ir_parser *p, struct ir_symbols *symbols, const struct ir_name *name, ir_type type) {
    if (p->failed)
        return 0;
    uint32_t hash = hash_name(p, name);
    ir_value value = find(p, symbols, hash, name);
    if (!value)
        return new_symbol(p, symbols, hash, name, type);
    if (is_defined(p, value))
        ir_fail(p, name->place, "'%s' is defined twice", name->name.bytes, name->name.length);
    else
        check_type(p, name, value, type);
    return p->failed ? 0 : value;
}

ir_value ir_find_local(struct ir_parser *p, const struct ir_name *name) {
    return find(p, &p->locals, hash_name(p, name), name);
}

ir_value ir_use_local(struct ir_parser *p, const struct ir_name *name, ir_type type) {
    return use(p, &p->locals, &p->local_forwards, name, type);
}

ir_value ir_use_global(struct ir_parser *p, const struct ir_name *name, ir_type type) {
    return use(p, &p->globals, &p->global_forwards, name, type);
}

static ir_value set_kind(struct ir_parser *p, ir_value value, enum ir_value_kind kind, uint32_t index) {
    if (value) {
        p->module->values[value].kind = (uint8_t)kind;
        p->module->values[value].index = index;
    }
    return value;
}

/* A value without a name, or with a number in place of one, takes the next number. LLVM allows gaps in the numbers, but
 * no number twice. */
static struct ir_name with_number(struct ir_parser *p, const struct ir_name *name, uint32_t *next) {
    struct ir_name numbered = *name;
    if (name->present && !name->numbered)
        return numbered;
    if (!name->present)
        numbered = (struct ir_name){.number = *next, .numbered = true, .present = true, .place = ir_here(p)};
    if (numbered.number < *next)
        ir_fail(p, numbered.place, "numbers of values must rise", "", 0);
    *next = numbered.number + 1;
    return numbered;
}

ir_value ir_define_local(struct ir_parser *p, const struct ir_name *name, ir_type type, enum ir_value_kind kind,
                         uint32_t index) {
    struct ir_name numbered = with_number(p, name, &p->next_temporary);
    return set_kind(p, define(p, &p->locals, &numbered, type), kind, index);
}

ir_value ir_define_global(struct ir_parser *p, const struct ir_name *name, ir_type type, enum ir_value_kind kind,
                          uint32_t index) {
    struct ir_name numbered = with_number(p, name, &p->next_global_temporary);
    return set_kind(p, define(p, &p->globals, &numbered, type), kind, index);
}

/* ---- scopes ---- */

static void check_forwards(struct ir_parser *p, struct ir_forwards *forwards, const char *message) {
    for (uint32_t i = 0; i < forwards->count && !p->failed; i++)
        if (!is_defined(p, forwards->items[i].value)) {
            const char *at = forwards->items[i].place.at;
            size_t length = 0;
            while (ir_is_word_byte(at[length]))
                length++;
            ir_fail(p, forwards->items[i].place, message, at, length);
        }
    forwards->count = 0;
}

void ir_begin_locals(struct ir_parser *p) {
    clear_symbols(&p->locals);
    p->local_forwards.count = 0;
    p->next_temporary = 0;
}

void ir_end_locals(struct ir_parser *p) {
    check_forwards(p, &p->local_forwards, "'%s' is used and never defined");
}

static ir_type type_of_call(struct ir_parser *p, const struct ir_instruction *call) {
    if (call->accessed)
        return call->accessed;
    uint32_t base = p->scratch_count;
    for (uint32_t i = 1; i < call->operand_count; i++)
        ir_push(p, p->module->values[p->module->operands[call->operands + i]].type);
    p->scratch_count = base;
    return ir_type_intern(p->module, &(struct ir_type_info){.kind = IR_TYPE_FUNCTION,
                                                            .element = call->type,
                                                            .members = p->scratch + base,
                                                            .member_count = call->operand_count - 1});
}

/* LLVM itself declares intrinsics that are called but not declared. So they are known here, but not printed. */
static void declare_intrinsics(struct ir_parser *p) {
    struct ir_module *module = p->module;
    uint32_t first = module->function_count;
    for (uint32_t i = 0; i < p->global_forwards.count && !p->failed; i++) {
        ir_value value = p->global_forwards.items[i].value;
        struct mmra_string name = ir_string_get(module, module->values[value].name);
        const struct ir_intrinsic *intrinsic = ir_find_intrinsic(name);
        if (is_defined(p, value) || !ir_is_of_llvm(intrinsic))
            continue;
        set_kind(p, value, IR_VALUE_FUNCTION, module->function_count);
        module->values[value].type = p->pointers[0];
        *ARENA_PUSH(p->arena, module->functions, module->function_count, module->function_capacity) =
            (struct ir_function_info){.value = value, .implicit = true, .intrinsic = intrinsic};
    }
    for (uint32_t i = 0; i < module->instruction_count && first < module->function_count; i++) {
        const struct ir_instruction *call = &module->instructions[i];
        if (call->opcode != IR_CALL || !call->operand_count)
            continue;
        const struct ir_value_info *callee = &module->values[module->operands[call->operands]];
        if (callee->kind == IR_VALUE_FUNCTION && callee->index >= first && !module->functions[callee->index].type)
            module->functions[callee->index].type = type_of_call(p, call);
    }
}

void ir_end_globals(struct ir_parser *p) {
    declare_intrinsics(p);
    check_forwards(p, &p->global_forwards, "'@%s' is used and never defined or declared");
}
