/* Descriptor heaps (SPV_EXT_descriptor_heap) in programs. A heap has no type: each access chain into it says what it
 * takes it for, and OpBufferPointerEXT of which block the buffer is that a descriptor leads to. So the module is
 * rewritten: an array of descriptors takes the place of a heap for each block, and for each type of image or sampler,
 * that is found in it, and all that is decoded of bound arrays holds for it. Descriptors of one kind at one place of a
 * heap are one descriptor, whatever their blocks are: their arrays have the same set and binding. A place of a heap
 * holds a descriptor of one kind alone, so that those of different kinds share nothing. */
#include <stdio.h>

#include "spirv/later.h"
#include "translator/program/grid_reader.h"

/* No descriptor that is bound has this set (Vulkan's maxBoundDescriptorSets is smaller). `MOST_DESCRIPTORS` have place
 * between two variables; fewer are enough where all executions are explored. */
enum { HEAP_SET = 0x7FFFFFFE, MOST_DESCRIPTORS = 256, FEW_DESCRIPTORS = 16, MAX_ARRAYS = 32 };

/* The kinds of descriptors, which are bindings, and the last words of the arrays' names. */
enum heap_kind { HEAP_STORAGE, HEAP_UNIFORM, HEAP_IMAGE, HEAP_TEXTURE, HEAP_TEXEL_BUFFER, HEAP_SAMPLER };
static const char *const kind_names[] = {"buffers", "blocks", "images", "textures", "texel_buffers", "samplers"};

/* An access chain into a heap leads to such a place. */
struct heap_place {
    spirv_id index;
    const struct spirv_type *type; /* of the descriptor */
    uint64_t offset, stride;       /* in the heap: of element 0, and from element to element */
};

/* An array that takes the place of a heap. */
struct heap_array {
    spirv_id heap, element; /* element: a block, or the type of an image or sampler */
    uint32_t storage_class;
    enum heap_kind kind;
    bool coherent, is_volatile;
    struct heap_place place; /* of the first chain that leads to it */
    spirv_id type, pointer, element_pointer, variable;
};

struct rewriting {
    struct grid_reader *g;
    const struct spirv_module *module;
    struct heap_array arrays[MAX_ARRAYS];
    uint32_t array_count, bound, highest; /* highest: the largest index that is a constant */
    spirv_id integer, length, zero;
    spirv_id *blocks;      /* by dense index of an untyped pointer to a buffer: what it is taken to point to */
    uint32_t *words;       /* of the module, those of heaps rewritten */
    uint32_t *head, *tail; /* what is added before the annotations, and before the functions */
    uint32_t head_count, head_capacity, tail_count, tail_capacity;
};

static bool is_heap(const struct spirv_module *module, spirv_id id) {
    uint32_t builtin = id ? spirv_decoration_operand(module, id, SPIRV_NO_MEMBER, SpvDecorationBuiltIn, 0) : 0;
    return builtin == SPIRV_BUILTIN_RESOURCE_HEAP || builtin == SPIRV_BUILTIN_SAMPLER_HEAP;
}

static bool has_heap(const struct spirv_module *module) {
    for (uint32_t i = 0; i < module->global_count; i++)
        if (is_heap(module, spirv_instruction_at(module, module->globals[i]).result))
            return true;
    return false;
}

/* The instruction as it was given: `spirv/untyped.c` has rewritten it for all others. */
static uint16_t given_opcode(const struct spirv_module *module, uint32_t word) {
    return (uint16_t)(module->given[word] & 0xFFFF);
}

static bool is_chain(uint16_t opcode) {
    return opcode == SpvOpAccessChain || opcode == SpvOpInBoundsAccessChain;
}

/* ---- what is in a heap ---- */

static enum heap_kind kind_of_buffer(uint32_t storage_class) {
    return storage_class == SpvStorageClassUniform ? HEAP_UNIFORM : HEAP_STORAGE;
}

static bool find_kind(const struct spirv_type *type, enum heap_kind *kind) {
    switch (type->opcode) {
    case SPIRV_TYPE_BUFFER:
        *kind = kind_of_buffer(type->storage_class);
        return true;
    case SpvOpTypeImage:
        *kind = type->dim == SpvDimBuffer ? HEAP_TEXEL_BUFFER : type->sampled == 2 ? HEAP_IMAGE : HEAP_TEXTURE;
        return true;
    case SpvOpTypeSampler:
        *kind = HEAP_SAMPLER;
        return true;
    }
    return false;
}

static uint64_t by_id(struct rewriting *r, spirv_id type, uint32_t member, uint32_t decoration) {
    const struct spirv_decoration *found = spirv_find_decoration(r->module, type, member, (SpvDecoration)decoration);
    uint64_t value = 0;
    if (found && found->operand_count)
        spirv_integer_constant(r->module, found->operands[0], &value);
    return value;
}

/* A number that a decoration gives as such, or by a constant. */
static uint64_t number_of(struct rewriting *r, spirv_id type, uint32_t member, SpvDecoration literal, uint32_t id) {
    uint32_t found = spirv_decoration_operand(r->module, type, member, literal, 0);
    return found ? found : by_id(r, type, member, id);
}

/* An array, or a struct of arrays. */
static struct heap_place place_of(struct rewriting *r, const struct spirv_instruction *chain) {
    const struct spirv_type *type = spirv_type_of_id(r->module, spirv_chain_base(r->module, chain));
    struct heap_place place = {0};
    uint32_t i = 1;
    uint64_t member = 0;
    if (type && type->opcode == SpvOpTypeStruct && chain->operand_count > i &&
        spirv_integer_constant(r->module, chain->operands[i], &member) && member < type->count) {
        place.offset = number_of(r, type->id, (uint32_t)member, SpvDecorationOffset, SPIRV_DECORATION_OFFSET_ID);
        type = spirv_type_of_id(r->module, type->members[member]);
        i++;
    }
    bool is_array = type && (type->opcode == SpvOpTypeArray || type->opcode == SpvOpTypeRuntimeArray);
    if (!is_array || chain->operand_count > i + 1)
        grid_refuse(r->g, chain, "a descriptor heap that is no array of descriptors, nor a struct of such arrays");
    place.stride = number_of(r, type->id, SPIRV_NO_MEMBER, SpvDecorationArrayStride, SPIRV_DECORATION_ARRAY_STRIDE_ID);
    place.type = grid_type(r->g, chain, type->element);
    place.index =
        i < chain->operand_count ? chain->operands[i] : r->zero; /* a pointer to an array is one to its first */
    return place;
}

/* The place of an array for this element in the heap, made if there is none. */
static struct heap_array *array_for(struct rewriting *r, const struct spirv_instruction *chain,
                                    struct heap_array wanted) {
    for (uint32_t i = 0; i < r->array_count; i++) {
        struct heap_array *a = &r->arrays[i];
        bool lies_alike = a->place.offset == wanted.place.offset && a->place.stride == wanted.place.stride;
        if (a->heap == wanted.heap && a->kind == wanted.kind && !lies_alike)
            grid_refuse(r->g, chain, "descriptors of one kind that lie in a heap in two ways");
        if (a->heap == wanted.heap && a->kind == wanted.kind && a->element == wanted.element &&
            a->coherent == wanted.coherent && a->is_volatile == wanted.is_volatile)
            return a;
    }
    if (r->array_count == MAX_ARRAYS)
        grid_refuse(r->g, chain, "more than %d blocks and types of images in descriptor heaps", MAX_ARRAYS);
    wanted.type = r->bound++;
    wanted.pointer = r->bound++;
    wanted.element_pointer = r->bound++;
    wanted.variable = r->bound++;
    r->arrays[r->array_count] = wanted;
    return &r->arrays[r->array_count++];
}

/* ---- the block that an untyped pointer to a buffer is taken to point to ---- */

/* Notes what an instruction takes an untyped pointer to a buffer for, that its operand number `i` may be. */
static void note_use(struct rewriting *r, const struct spirv_instruction *in, uint32_t i) {
    const uint32_t index = spirv_index(r->module, in->operands[i]);
    const struct spirv_definition *definition = &r->module->definitions[index];
    if (!index || !definition->word || !definition->type || !definition->type->is_untyped ||
        given_opcode(r->module, definition->word) != SPIRV_BUFFER_POINTER)
        return;
    spirv_id block = is_chain(in->opcode) && i == 0                            ? spirv_chain_base(r->module, in)
                     : in->opcode == SpvOpArrayLength && in->operand_count > 2 ? in->operands[2]
                                                                               : 0;
    if (!block || (r->blocks[index] && r->blocks[index] != block))
        grid_refuse(r->g, in, "a buffer of a descriptor heap that is not taken for one block alone");
    r->blocks[index] = block;
}

static void find_blocks(struct rewriting *r) {
    uint32_t next = 0;
    r->blocks = arena_allocate_array(r->g->arena, r->module->definition_count + 1, sizeof *r->blocks);
    for (uint32_t word = r->module->functions[0].word; word < r->module->word_count;) {
        const struct spirv_instruction in = spirv_instruction_at(r->module, word);
        spirv_ask(r->g->arena->watch, word, &next);
        for (uint32_t i = 0; i < in.operand_count; i++)
            note_use(r, &in, i);
        word += in.length;
    }
}

static spirv_id block_of(struct rewriting *r, const struct spirv_instruction *buffer) {
    const struct spirv_type *pointer = grid_type(r->g, buffer, buffer->type);
    return pointer->is_untyped ? r->blocks[spirv_index(r->module, buffer->result)] : pointer->element;
}

/* ---- instructions ---- */

static void write(struct rewriting *r, uint32_t word, const uint32_t *words, uint32_t count) {
    uint32_t length = r->words[word] >> 16;
    for (uint32_t i = 0; i < length; i++)
        r->words[word + i] = i < count ? words[i] : 1u << 16 | SpvOpNop;
}

/* The chain becomes one into the array. The index is the last: what chose a member has been looked at. */
static void lead_chain(struct rewriting *r, const struct spirv_instruction *chain, const struct heap_place *place,
                       const struct heap_array *array) {
    const uint32_t words[] = {5u << 16 | SpvOpAccessChain, array->element_pointer, chain->result, array->variable,
                              place->index};
    uint64_t index;
    if (spirv_integer_constant(r->module, place->index, &index) && index < MOST_DESCRIPTORS && index > r->highest)
        r->highest = (uint32_t)index;
    write(r, chain->word, words, sizeof words / sizeof *words);
}

/* An image or a sampler; chains to buffers wait for what their buffers are. */
static void rewrite_chain(struct rewriting *r, const struct spirv_instruction *chain) {
    struct heap_array wanted = {.heap = chain->operands[0], .storage_class = SpvStorageClassUniformConstant};
    wanted.place = place_of(r, chain);
    wanted.element = wanted.place.type->id;
    if (!find_kind(wanted.place.type, &wanted.kind))
        grid_refuse(r->g, chain, "descriptors in a heap other than those of buffers, images and samplers");
    if (wanted.place.type->opcode != SPIRV_TYPE_BUFFER)
        lead_chain(r, chain, &wanted.place, array_for(r, chain, wanted));
}

static bool is_decorated(const struct spirv_module *module, spirv_id id, SpvDecoration which) {
    return spirv_find_decoration(module, id, SPIRV_NO_MEMBER, which) != NULL;
}

/* The buffer that a chain leads to is an element of the array of its block. */
static void rewrite_buffer(struct rewriting *r, const struct spirv_instruction *in) {
    const struct spirv_instruction chain = spirv_defining(r->module, in->operands[0]);
    if (!is_chain(chain.opcode) || !is_heap(r->module, chain.operands[0]))
        grid_refuse(r->g, in, "a buffer of a descriptor heap whose descriptor is chosen by another instruction");
    struct heap_array wanted = {.heap = chain.operands[0],
                                .element = block_of(r, in),
                                .coherent = is_decorated(r->module, in->result, SpvDecorationCoherent),
                                .is_volatile = is_decorated(r->module, in->result, SpvDecorationVolatile),
                                .place = place_of(r, &chain)};
    /* That of the pointer alone counts (SPV_EXT_descriptor_heap). */
    wanted.storage_class = grid_type(r->g, in, in->type)->storage_class;
    if (wanted.place.type->opcode != SPIRV_TYPE_BUFFER ||
        (wanted.storage_class != SpvStorageClassUniform && wanted.storage_class != SpvStorageClassStorageBuffer))
        grid_refuse(r->g, in, "a buffer whose descriptor is of another kind");
    wanted.kind = kind_of_buffer(wanted.storage_class);
    if (!wanted.element) { /* nothing is done with it */
        write(r, in->word, NULL, 0);
        return;
    }
    const struct heap_array *array = array_for(r, in, wanted);
    const uint32_t copy[] = {4u << 16 | SpvOpCopyObject, array->element_pointer, in->result, chain.result};
    bool is_led = (r->words[chain.word] & 0xFFFF) == SpvOpAccessChain;
    if (is_led && r->words[chain.word + 1] != array->element_pointer)
        grid_refuse(r->g, in, "a descriptor of a heap that is taken for those of two blocks");
    if (!is_led)
        lead_chain(r, &chain, &wanted.place, array);
    write(r, in->word, copy, sizeof copy / sizeof *copy);
}

/* An interface without the heaps. */
static void rewrite_entry_point(struct rewriting *r, const struct spirv_instruction *in) {
    uint32_t kept = 0, length = in->length, *words = arena_allocate_array(r->g->arena, length, sizeof *words);
    uint32_t before = 3;
    while (before < length && in->words[before] >> 24) /* the name, whose last word ends in a zero */
        before++;
    for (uint32_t i = 0; i < length; i++)
        if (i <= before || !is_heap(r->module, in->words[i]))
            words[kept++] = in->words[i];
    words[0] = kept << 16 | SpvOpEntryPoint;
    write(r, in->word, words, kept);
}

static void rewrite_instruction(struct rewriting *r, const struct spirv_instruction *in) {
    bool of_heap = in->operand_count && is_heap(r->module, in->operands[0]);
    if (in->opcode == SpvOpEntryPoint)
        rewrite_entry_point(r, in);
    else if ((of_heap && (in->opcode == SpvOpName || in->opcode == SpvOpDecorate)) || is_heap(r->module, in->result))
        write(r, in->word, NULL, 0);
    else if (of_heap && is_chain(in->opcode))
        rewrite_chain(r, in);
    else if (in->opcode == SPIRV_BUFFER_POINTER)
        rewrite_buffer(r, in);
}

/* Chains to buffers of which nothing was made lead nowhere. */
static void drop_unused(struct rewriting *r) {
    for (uint32_t word = 5; word < r->module->word_count; word += r->module->words[word] >> 16) {
        const struct spirv_instruction in = spirv_instruction_at(r->module, word);
        bool is_left = is_chain(in.opcode) && r->words[word] == r->module->given[word];
        if (is_left && given_opcode(r->module, word) != in.opcode && is_heap(r->module, in.operands[0]))
            write(r, word, NULL, 0);
    }
}

/* ---- what is added ---- */

static void add(struct rewriting *r, bool is_head, const uint32_t *words, uint32_t count) {
    struct arena *arena = r->g->arena;
    for (uint32_t i = 0; i < count; i++)
        if (is_head)
            *ARENA_PUSH(arena, r->head, r->head_count, r->head_capacity) = words[i];
        else
            *ARENA_PUSH(arena, r->tail, r->tail_count, r->tail_capacity) = words[i];
}

#define ADD(r, is_head, opcode, ...)                                                                                   \
    do {                                                                                                               \
        const uint32_t words_[] = {0, __VA_ARGS__};                                                                    \
        const uint32_t count_ = sizeof words_ / sizeof *words_, first_ = count_ << 16 | (opcode);                      \
        add(r, is_head, &first_, 1);                                                                                   \
        add(r, is_head, words_ + 1, count_ - 1);                                                                       \
    } while (0)

/* A block's own name; else that of the heap and the kind. */
static void add_name(struct rewriting *r, const struct heap_array *array) {
    uint32_t words[2 + LITMUS_MOST_NAME / 4 + 8] = {0};
    const char *block = array->kind <= HEAP_UNIFORM ? spirv_name(r->module, array->element) : NULL;
    char *name = (char *)(words + 2);
    const size_t most = sizeof words - 2 * sizeof *words - 1;
    if (block && *block)
        snprintf(name, most, "%.*s", LITMUS_MOST_NAME - 1, block);
    else
        snprintf(name, most, "heap_%s", kind_names[array->kind]);
    uint32_t count = 2 + (uint32_t)strlen(name) / 4 + 1;
    words[0] = count << 16 | SpvOpName;
    words[1] = array->variable;
    add(r, true, words, count);
}

static void add_declarations(struct rewriting *r) {
    const struct grid_reader *g = r->g;
    uint32_t few = r->highest < FEW_DESCRIPTORS ? FEW_DESCRIPTORS : r->highest + 1;
    for (uint32_t i = 0; i < r->array_count; i++)
        add_name(r, &r->arrays[i]);
    ADD(r, false, SpvOpTypeInt, r->integer, 32, 0);
    ADD(r, false, SpvOpConstant, r->integer, r->length, g->shared ? MOST_DESCRIPTORS : few);
    ADD(r, false, SpvOpConstant, r->integer, r->zero, 0);
    for (uint32_t i = 0; i < r->array_count; i++) {
        const struct heap_array *a = &r->arrays[i];
        ADD(r, true, SpvOpDecorate, a->variable, SpvDecorationDescriptorSet, HEAP_SET);
        ADD(r, true, SpvOpDecorate, a->variable, SpvDecorationBinding, a->kind);
        if (a->coherent)
            ADD(r, true, SpvOpDecorate, a->variable, SpvDecorationCoherent);
        if (a->is_volatile)
            ADD(r, true, SpvOpDecorate, a->variable, SpvDecorationVolatile);
        ADD(r, false, SpvOpTypeArray, a->type, a->element, r->length);
        ADD(r, false, SpvOpTypePointer, a->pointer, a->storage_class, a->type);
        ADD(r, false, SpvOpTypePointer, a->element_pointer, a->storage_class, a->element);
        ADD(r, false, SpvOpVariable, a->pointer, a->variable, a->storage_class);
    }
}

static bool is_annotation(uint32_t opcode) {
    return (opcode >= SpvOpDecorate && opcode <= SpvOpGroupMemberDecorate) || opcode == SpvOpDecorateId ||
           opcode == SpvOpDecorateString || opcode == SpvOpMemberDecorateString || opcode == SPIRV_MEMBER_DECORATE_ID;
}

/* The first annotation: the heap has one. Names end there. */
static uint32_t find_annotations(const struct rewriting *r) {
    uint32_t word = 5;
    while (!is_annotation(r->module->words[word] & 0xFFFF))
        word += r->module->words[word] >> 16;
    return word;
}

static const uint32_t *assemble(struct rewriting *r, size_t *word_count) {
    const uint32_t before = find_annotations(r), behind = r->module->functions[0].word;
    const uint32_t all = r->module->word_count + r->head_count + r->tail_count;
    uint32_t *words = arena_allocate_array(r->g->arena, all, sizeof *words), *at = words;
    memcpy(at, r->words, before * sizeof *words);
    memcpy(at += before, r->head, r->head_count * sizeof *words);
    memcpy(at += r->head_count, r->words + before, (behind - before) * sizeof *words);
    memcpy(at += behind - before, r->tail, r->tail_count * sizeof *words);
    memcpy(at + r->tail_count, r->words + behind, (r->module->word_count - behind) * sizeof *words);
    words[3] = r->bound;
    grid_note_added(r->g, before, r->head_count);
    grid_note_added(r->g, behind + r->head_count, r->tail_count);
    *word_count = all;
    return words;
}

const uint32_t *grid_without_heaps(struct grid_reader *g, size_t *word_count) {
    struct rewriting r = {.g = g, .module = g->module, .bound = g->module->bound};
    uint32_t next = 0;
    if (!has_heap(g->module) || !g->module->function_count)
        return NULL;
    r.words = arena_allocate_array(g->arena, g->module->word_count, sizeof *r.words);
    memcpy(r.words, g->module->given, g->module->word_count * sizeof *r.words);
    find_blocks(&r);
    r.integer = r.bound++;
    r.length = r.bound++;
    r.zero = r.bound++;
    for (uint32_t word = 5; word < g->module->word_count; word += g->module->words[word] >> 16) {
        const struct spirv_instruction in = spirv_instruction_at(g->module, word);
        spirv_ask(g->arena->watch, word, &next);
        rewrite_instruction(&r, &in);
    }
    drop_unused(&r);
    add_declarations(&r);
    return assemble(&r, word_count);
}
