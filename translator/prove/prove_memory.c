/* An invocation accesses memory: variables, the parts of them that it names, and the events that others see. */
#include "mmra/model/model.h"
#include "spirv/layout.h"
#include "translator/prove/prove_core.h"

/* ---- objects ---- */

static bool is_private_class(uint32_t storage_class) {
    return storage_class == SpvStorageClassFunction || storage_class == SpvStorageClassPrivate ||
           storage_class == SpvStorageClassInput || storage_class == SpvStorageClassOutput;
}

static uint32_t add_object(struct prover *p, const struct spirv_instruction *variable) {
    const struct spirv_type *pointer = spirv_type_of_id(p->module, variable->type);
    struct prove_value *value = arena_allocate_array(p->arena, 1, sizeof *value);
    *ARENA_PUSH(p->arena, p->objects, p->object_count, p->object_capacity) = (struct prove_object){
        .variable = variable->result, .type = pointer ? pointer->element : 0, .storage_class = variable->operands[0]};
    *value =
        (struct prove_value){.kind = PROVE_POINTER, .object = p->object_count, .type = pointer ? pointer->element : 0};
    p->values[spirv_index(p->module, variable->result)] = value;
    return p->object_count;
}

uint32_t prove_add_private(struct prover *p, struct prove_state *state, const struct spirv_instruction *variable) {
    uint32_t object = add_object(p, variable);
    struct prove_object *added = &p->objects[object - 1];
    const struct prove_value **cells = arena_allocate_array(p->arena, p->cell_count + 1, sizeof *cells);
    if (state->count)
        memcpy(cells, state->cells, state->count * sizeof *cells);
    for (uint32_t i = state->count; i < p->cell_count; i++)
        cells[i] = prove_unknown(p, 0); /* of a call that has ended */
    cells[p->cell_count] = variable->operand_count > 1 ? prove_value_of(p, variable->operands[1], variable->word)
                                                       : prove_fresh(p, added->type, PROVE_OF_INVOCATION);
    added->cell = ++p->cell_count;
    state->cells = cells;
    state->count = p->cell_count;
    return object;
}

/* The variable that a pointer or image comes from, as far as the words say it; 0: it cannot be said. */
static spirv_id root_of(const struct spirv_module *module, spirv_id id) {
    for (uint32_t steps = 0; steps < 64; steps++) {
        struct spirv_instruction in = spirv_defining(module, id);
        switch (in.opcode) {
        case SpvOpVariable:
            return id;
        case SpvOpAccessChain:
        case SpvOpInBoundsAccessChain:
        case SpvOpCopyObject:
        case SpvOpImageTexelPointer:
        case SpvOpSampledImage:
        case SpvOpImage:
            id = in.operands[0];
            break;
        case SpvOpLoad:
            if (spirv_type_of_id(module, in.type)->opcode == SpvOpTypePointer)
                return 0;
            id = in.operands[0];
            break;
        default:
            return 0;
        }
    }
    return 0;
}

/* A pointer that cannot be followed writes to all memory of its storage class. */
static void note_written(struct prover *p, const struct spirv_memory_view *view) {
    spirv_id root = root_of(p->module, view->pointer);
    uint32_t class =
        view->storage_class == SpvStorageClassImage ? (uint32_t)SpvStorageClassUniformConstant : view->storage_class;
    for (uint32_t i = 0; i < p->object_count; i++)
        p->objects[i].is_written |= root ? p->objects[i].variable == root : p->objects[i].storage_class == class;
}

static void note_all_written(struct prover *p) {
    const struct spirv_module *module = p->module;
    for (uint32_t f = 0; f < module->function_count; f++)
        for (uint32_t word = module->functions[f].word; word < module->functions[f].end_word;) {
            const struct spirv_instruction in = spirv_instruction_at(module, word);
            struct spirv_memory_view view;
            struct spirv_error error = {0};
            mmra_work(p->arena->watch, 1);
            if (spirv_decode_memory(module, NULL, &in, &view, &error) != SPIRV_OK)
                prove_give_up(p, in.word, "%s", error.message);
            bool writes = view.kind == SPIRV_MEMORY_STORE || view.kind == SPIRV_MEMORY_COPY ||
                          view.kind == SPIRV_MEMORY_ATOMIC_STORE ||
                          view.kind == SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE ||
                          view.kind == SPIRV_MEMORY_ATOMIC_COMPARE_EXCHANGE || view.kind == SPIRV_MEMORY_IMAGE_WRITE;
            if (writes)
                note_written(p, &view);
            word += in.length;
        }
}

static uint32_t decoration(const struct prover *p, spirv_id id, SpvDecoration which) {
    return spirv_decoration_operand(p->module, id, SPIRV_NO_MEMBER, which, UINT32_MAX);
}

static bool is_written_anywhere(const struct prover *p) {
    for (uint32_t i = 0; i < p->object_count; i++)
        if (p->objects[i].is_written)
            return true;
    return false;
}

/* Memory that two variables name cannot be told apart here. */
static void refuse_aliases(struct prover *p) {
    uint32_t blocks = 0;
    for (uint32_t i = 0; i < p->object_count; i++) {
        const struct prove_object *a = &p->objects[i];
        const struct spirv_instruction in = spirv_defining(p->module, a->variable);
        if (spirv_is_common_block(p->module, &in) && blocks++)
            prove_give_up(p, in.word, "blocks in Workgroup memory that share it");
        if (spirv_find_decoration(p->module, a->variable, SPIRV_NO_MEMBER, SpvDecorationAliased) &&
            is_written_anywhere(p))
            prove_give_up(p, in.word, "a variable with Aliased");
        for (uint32_t k = 0; k < i && a->binding != UINT32_MAX; k++) {
            const struct prove_object *b = &p->objects[k];
            bool is_same = a->binding == b->binding && a->set == b->set;
            if (is_same && (a->is_written || b->is_written))
                prove_give_up(p, in.word, "two variables that are one binding, which is written");
        }
    }
}

/* ---- built-ins ---- */

static const struct prove_value *vector(struct prover *p, const prove_term *terms, uint32_t count) {
    const struct prove_value **parts = arena_allocate_array(p->arena, count, sizeof *parts);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = prove_scalar(p, terms[i]);
    return prove_composite(p, parts, count);
}

/* The place of an invocation in the grid. */
static const struct prove_value *built_in(struct prover *p, uint32_t which, spirv_id type) {
    struct prove_terms *t = &p->terms;
    const prove_term *local = p->built_ins + PROVE_LOCAL_X, *group = p->built_ins + PROVE_GROUP_X;
    prove_term size[3], global[3], *lane = &p->lane[which == SpvBuiltInSubgroupLocalInvocationId];
    for (uint32_t i = 0; i < 3; i++) {
        size[i] = prove_constant(t, 32, p->local[i]);
        global[i] = prove_add(t, prove_multiply(t, group[i], size[i]), local[i]);
    }
    prove_term row = prove_add(t, local[1], prove_multiply(t, local[2], size[1]));
    switch (which) {
    case SpvBuiltInLocalInvocationId:
        return vector(p, local, 3);
    case SpvBuiltInWorkgroupId:
        return vector(p, group, 3);
    case SpvBuiltInNumWorkgroups:
        return vector(p, p->built_ins + PROVE_GROUPS_X, 3);
    case SpvBuiltInGlobalInvocationId:
        return vector(p, global, 3);
    case SpvBuiltInWorkgroupSize:
        return vector(p, size, 3);
    case SpvBuiltInLocalInvocationIndex:
        return prove_scalar(p, prove_add(t, local[0], prove_multiply(t, row, size[0])));
    case SpvBuiltInSubgroupId:
    case SpvBuiltInSubgroupLocalInvocationId:
        if (prove_scalar_width(p, type) != 32)
            return prove_fresh(p, type, PROVE_OF_INVOCATION);
        if (!*lane)
            *lane = prove_symbol(t, 32, PROVE_OF_INVOCATION);
        return prove_scalar(p, *lane);
    case SpvBuiltInNumSubgroups:
    case SpvBuiltInSubgroupSize:
        return prove_fresh(p, type, PROVE_OF_GROUP);
    default:
        return prove_fresh(p, type, PROVE_OF_INVOCATION);
    }
}

void prove_add_objects(struct prover *p, struct prove_state *state) {
    for (uint32_t i = 0; i < p->module->global_count; i++) {
        const struct spirv_instruction in = spirv_instruction_at(p->module, p->module->globals[i]);
        uint32_t which = decoration(p, in.result, SpvDecorationBuiltIn);
        if (!is_private_class(in.operands[0]))
            add_object(p, &in);
        else
            prove_add_private(p, state, &in);
        struct prove_object *object = &p->objects[p->object_count - 1];
        object->binding = decoration(p, in.result, SpvDecorationBinding);
        object->set = decoration(p, in.result, SpvDecorationDescriptorSet);
        if (in.operands[0] == SpvStorageClassInput && which != UINT32_MAX)
            state->cells[object->cell - 1] = built_in(p, which, object->type);
    }
    note_all_written(p);
    refuse_aliases(p);
}

/* ---- pointers ---- */

static const struct prove_value *pointer_of(struct prover *p, spirv_id id, uint32_t word) {
    const struct prove_value *value = prove_value_of(p, id, word);
    if (value->kind != PROVE_POINTER)
        prove_give_up(p, word, "a pointer of which it is not known where it leads");
    return value;
}

static const struct prove_value *follow(struct prover *p, const struct spirv_instruction *in, uint32_t first) {
    const struct prove_value *base = pointer_of(p, in->operands[0], in->word);
    uint32_t added = in->operand_count - first;
    struct prove_value *value = arena_allocate_array(p->arena, 1, sizeof *value);
    prove_term *path = arena_allocate_array(p->arena, base->count + added + 1, sizeof *path);
    spirv_id type = base->type;
    if (base->count)
        memcpy(path, base->path, base->count * sizeof *path);
    for (uint32_t i = 0; i < added; i++) {
        prove_term index = path[base->count + i] = prove_term_of(p, in->operands[first + i], in->word);
        const struct spirv_type *t = spirv_type_of_id(p->module, type);
        uint64_t member = prove_is_constant(&p->terms, index) ? p->terms.nodes[index].bits : 0;
        if (!t)
            prove_give_up(p, in->word, "a pointer into what has no type");
        if (t->opcode == SpvOpTypeStruct)
            path[base->count + i] = prove_constant(&p->terms, 32, member);
        type = t->opcode == SpvOpTypeStruct ? member < t->count ? t->members[member] : 0 : t->element;
    }
    *value = (struct prove_value){
        .kind = PROVE_POINTER, .object = base->object, .type = type, .count = base->count + added, .path = path};
    return value;
}

/* ---- what an invocation has for itself ---- */

static const struct prove_value *private_load(struct prover *p, const struct prove_value *cell,
                                              const struct prove_value *pointer) {
    for (uint32_t i = 0; i < pointer->count; i++)
        cell = prove_indexed(p, cell, pointer->path[i]);
    return cell;
}

static const struct prove_value *private_store(struct prover *p, const struct prove_value *cell, const prove_term *path,
                                               uint32_t count, const struct prove_value *value) {
    if (!count)
        return value;
    return prove_with_indexed(p, cell, path[0],
                              private_store(p, prove_indexed(p, cell, path[0]), path + 1, count - 1, value));
}

/* The number of a variable's cell, from 0. A module that is not valid may use a variable of another function. */
static uint32_t cell_of(struct prover *p, const struct prove_here *here, uint32_t object, uint32_t word) {
    uint32_t cell = p->objects[object - 1].cell - 1;
    if (cell >= here->state->count)
        prove_give_up(p, word, "a variable of a function that has ended");
    return cell;
}

static void set_cell(struct prover *p, struct prove_here *here, const struct prove_value *pointer,
                     const struct prove_value *value, uint32_t word) {
    uint32_t cell = cell_of(p, here, pointer->object, word);
    const struct prove_value **cells = arena_allocate_array(p->arena, here->state->count, sizeof *cells);
    memcpy(cells, here->state->cells, here->state->count * sizeof *cells);
    cells[cell] = private_store(p, cells[cell], pointer->path, pointer->count, value);
    here->state->cells = cells;
}

/* ---- events ---- */

static struct prove_event *add_event(struct prover *p, const struct prove_here *here,
                                     const struct spirv_instruction *in, enum prove_event_kind kind) {
    struct prove_event *event = ARENA_PUSH(p->arena, p->events, p->event_count, p->event_capacity);
    *event =
        (struct prove_event){.kind = (uint8_t)kind, .word = in->word, .control = here->control, .facts = here->facts};
    return event;
}

static struct prove_event *add_access(struct prover *p, const struct prove_here *here,
                                      const struct spirv_instruction *in, const struct prove_value *pointer,
                                      uint32_t storage_class) {
    struct prove_event *event = add_event(p, here, in, PROVE_ACCESS);
    event->class = second_reading_class(storage_class);
    event->object = pointer->object;
    event->path = pointer->path;
    event->path_count = pointer->count;
    return event;
}

static bool is_wide(uint32_t scope) {
    return scope == SpvScopeWorkgroup || scope == SpvScopeDevice || scope == SpvScopeQueueFamily ||
           scope == SpvScopeCrossDevice;
}

/* An access that makes itself available or visible does so for the workgroup only at a scope that holds it. */
static uint16_t flags_of(const struct second_answer *answer) {
    uint16_t halves = MODEL_AVAILABLE | MODEL_VISIBLE;
    return is_wide(answer->scope) ? answer->flags : answer->flags & (uint16_t)~halves;
}

static void plain(struct prover *p, const struct prove_here *here, const struct spirv_instruction *in,
                  const struct prove_value *pointer, uint32_t storage_class, uint8_t object, uint8_t other,
                  uint32_t other_class, bool writes) {
    struct second_answer answer = second_reading_access(&p->reading, in, (struct second_object){storage_class, object},
                                                        (struct second_object){other_class, other}, writes);
    struct prove_event *event = add_access(p, here, in, pointer, storage_class);
    if (answer.refused)
        prove_give_up(p, in->word, "%s", answer.refused);
    event->is_write = writes;
    event->is_read = !writes;
    event->flags = flags_of(&answer);
}

/* ---- loads ---- */

const struct prove_value *prove_read_only(struct prover *p, const struct prove_value *pointer) {
    return prove_applied(p, pointer->type, UINT64_C(1) << 63 | (uint64_t)pointer->object << 16 | pointer->count,
                         pointer->path, pointer->count);
}

static bool is_opaque(const struct prover *p, spirv_id type) {
    const struct spirv_type *t = spirv_type_of_id(p->module, type);
    return t && (t->opcode == SpvOpTypeImage || t->opcode == SpvOpTypeSampler || t->opcode == SpvOpTypeSampledImage);
}

static const struct prove_value *handle_of(struct prover *p, const struct prove_value *pointer) {
    struct prove_value *value = arena_allocate_array(p->arena, 1, sizeof *value);
    *value = *pointer;
    value->kind = PROVE_HANDLE;
    return value;
}

static const struct prove_value *load(struct prover *p, const struct prove_here *here,
                                      const struct spirv_instruction *in, const struct spirv_memory_view *view,
                                      spirv_id from, bool is_copy) {
    const struct prove_value *pointer = pointer_of(p, from, in->word);
    const struct prove_object *object = &p->objects[pointer->object - 1];
    if (object->cell)
        return private_load(p, here->state->cells[cell_of(p, here, pointer->object, in->word)], pointer);
    if (is_opaque(p, pointer->type))
        return handle_of(p, pointer);
    if (!object->is_written)
        return prove_read_only(p, pointer);
    plain(p, here, in, pointer, object->storage_class, is_copy ? view->source_object : view->object, view->object,
          view->storage_class, false);
    bool is_alike = p->alike && in->result && p->alike[spirv_index(p->module, in->result)];
    return prove_fresh(p, pointer->type, is_alike ? PROVE_OF_ROUND : PROVE_OF_INVOCATION);
}

static void store(struct prover *p, struct prove_here *here, const struct spirv_instruction *in,
                  const struct spirv_memory_view *view, const struct prove_value *value) {
    const struct prove_value *pointer = pointer_of(p, view->pointer, in->word);
    const struct prove_object *object = &p->objects[pointer->object - 1];
    if (object->cell)
        set_cell(p, here, pointer, value, in->word);
    else
        plain(p, here, in, pointer, object->storage_class, view->object, view->source_object,
              view->source_storage_class, true);
}

/* ---- atomics, images, barriers ---- */

static void set_result(struct prover *p, const struct spirv_instruction *in, const struct prove_value *value) {
    if (in->result)
        p->values[spirv_index(p->module, in->result)] = value;
}

static void add_ticket(struct prover *p, struct prove_event *event, const struct spirv_instruction *in,
                       const struct prove_value *result) {
    const uint8_t width = prove_scalar_width(p, in->type);
    prove_term added = in->opcode == SpvOpAtomicIAdd ? prove_term_of(p, in->operands[3], in->word)
                       : width                       ? prove_constant(&p->terms, width, 1)
                                                     : 0;
    if (!width || prove_width(&p->terms, added) != width)
        return;
    event->ticket = result->term;
    event->added = added;
}

static void atomic(struct prover *p, struct prove_here *here, const struct spirv_instruction *in,
                   const struct spirv_memory_view *view) {
    const struct prove_value *result = in->result ? prove_fresh(p, in->type, PROVE_OF_INVOCATION) : NULL;
    const struct prove_value *pointer = pointer_of(p, view->pointer, in->word);
    if (p->objects[pointer->object - 1].cell)
        prove_give_up(p, in->word, "an atomic on what an invocation has for itself");
    struct prove_event *event = add_access(p, here, in, pointer, view->storage_class);
    event->is_atomic = true;
    event->is_write = view->kind != SPIRV_MEMORY_ATOMIC_LOAD;
    event->is_read = view->kind != SPIRV_MEMORY_ATOMIC_STORE;
    event->scope = view->scope;
    /* Vulkan, Memory Model, "Atomic Operation": never private, and available and visible at its scope. */
    event->flags = MODEL_NONPRIVATE | (is_wide(view->scope) ? MODEL_AVAILABLE | MODEL_VISIBLE : 0);
    if (in->opcode == SpvOpAtomicIAdd || in->opcode == SpvOpAtomicIIncrement)
        add_ticket(p, event, in, result);
    set_result(p, in, result);
}

static const struct prove_value *image_of(struct prover *p, spirv_id id, uint32_t word) {
    const struct prove_value *image = prove_value_of(p, id, word);
    if (image->kind != PROVE_HANDLE)
        prove_give_up(p, word, "an image of which it is not known where it is from");
    return image;
}

/* How many coordinates tell texels of an image apart; a vector of more has others that say nothing (SPIR-V 3.49.10). */
static uint32_t coordinates_of(const struct prover *p, spirv_id type) {
    const struct spirv_type *t = spirv_type_of_id(p->module, type);
    while (t && t->opcode != SpvOpTypeImage && t->element)
        t = spirv_type_of_id(p->module, t->element);
    if (!t || t->opcode != SpvOpTypeImage)
        return 0;
    bool is_line = t->dim == SpvDim1D || t->dim == SpvDimBuffer;
    bool is_solid = t->dim == SpvDim3D || t->dim == SpvDimCube;
    return (is_line ? 1 : is_solid ? 3 : 2) + (t->arrayed && t->dim != SpvDimCube);
}

/* A texel is a part of an image: its path ends in the coordinates, and the sample. */
static const struct prove_value *texel(struct prover *p, const struct prove_value *image, spirv_id coordinate,
                                       prove_term sample, uint32_t word) {
    struct prove_list list = {0};
    struct prove_value *value = arena_allocate_array(p->arena, 1, sizeof *value);
    bool is_known = prove_scalars(p, prove_value_of(p, coordinate, word), &list);
    prove_term *path = arena_allocate_array(p->arena, image->count + list.count + 2, sizeof *path);
    uint32_t needed = coordinates_of(p, p->objects[image->object - 1].type);
    list.count = needed < list.count ? needed : list.count;
    if (!is_known || !list.count)
        prove_give_up(p, word, "coordinates that are not known");
    if (image->count)
        memcpy(path, image->path, image->count * sizeof *path);
    memcpy(path + image->count, list.items, list.count * sizeof *path);
    *value = *image;
    value->kind = PROVE_POINTER;
    value->path = path;
    value->count = image->count + list.count;
    if (sample)
        path[value->count++] = sample;
    return value;
}

/* The Sample operand is the last one whose bit may be set beside those of memory. */
static prove_term sample_of(struct prover *p, const struct spirv_instruction *in, uint32_t mask_at) {
    uint32_t mask = in->operand_count > mask_at ? in->operands[mask_at] : 0, at = mask_at + 1;
    if (!(mask & SpvImageOperandsSampleMask))
        return 0;
    for (uint32_t bit = 1; bit < SpvImageOperandsSampleMask; bit *= 2)
        at += mask & bit ? bit == SpvImageOperandsGradMask ? 2 : 1 : 0;
    return at < in->operand_count ? prove_term_of(p, in->operands[at], in->word) : 0;
}

static const struct prove_value *image_access(struct prover *p, const struct prove_here *here,
                                              const struct spirv_instruction *in,
                                              const struct spirv_memory_view *view) {
    bool writes = view->kind == SPIRV_MEMORY_IMAGE_WRITE;
    bool is_exact = in->opcode == SpvOpImageRead || in->opcode == SpvOpImageFetch || writes;
    const struct prove_value *image = image_of(p, in->operands[0], in->word);
    const struct prove_object *object = &p->objects[image->object - 1];
    if (object->is_written && !is_exact)
        prove_give_up(p, in->word, "%s of an image that is written", spirv_opcode_name(in->opcode));
    if (!object->is_written)
        return writes ? NULL : prove_fresh(p, in->type, PROVE_OF_INVOCATION);
    const struct prove_value *at = texel(p, image, in->operands[1], sample_of(p, in, writes ? 3 : 2), in->word);
    plain(p, here, in, at, SpvStorageClassImage, view->object, view->object, SpvStorageClassImage, writes);
    return writes ? NULL : prove_fresh(p, in->type, PROVE_OF_INVOCATION);
}

/* A control barrier. A memory barrier alone orders nothing here: what it might order stays a conflict. */
static void barrier(struct prover *p, const struct prove_here *here, const struct spirv_instruction *in,
                    const struct spirv_memory_view *view) {
    if (view->kind == SPIRV_MEMORY_BARRIER)
        return;
    if (view->kind != SPIRV_MEMORY_CONTROL_BARRIER)
        prove_give_up(p, in->word, "%s", spirv_opcode_name(in->opcode));
    struct second_answer answer = second_reading_barrier(&p->reading, in);
    struct prove_event *event = add_event(p, here, in, PROVE_BARRIER);
    bool orders = view->execution_scope == SpvScopeWorkgroup && is_wide(answer.scope) && answer.flags & MODEL_ACQUIRE &&
                  answer.flags & MODEL_RELEASE;
    event->execution_scope = view->execution_scope;
    event->flags = answer.flags;
    event->class = orders ? answer.classes : 0;
}

/* ---- instructions ---- */

/* A descriptor says the same of itself, such as its size, to all who ask it. */
static const struct prove_value *ask(struct prover *p, const struct spirv_instruction *in,
                                     const struct prove_value *object, uint32_t which) {
    uint64_t function = UINT64_C(1) << 62 | (uint64_t)object->object << 32 | in->opcode;
    prove_term *path = arena_allocate_array(p->arena, object->count + 1, sizeof *path);
    if (object->count)
        memcpy(path, object->path, object->count * sizeof *path);
    path[object->count] = in->opcode == SpvOpImageQuerySizeLod ? which : prove_constant(&p->terms, 32, which);
    return prove_applied(p, in->type, function, path, object->count + 1);
}

/* Instructions that name memory, and do not access it. */
static bool name_memory(struct prover *p, struct prove_here *here, const struct spirv_instruction *in) {
    const struct prove_value *image;
    switch (in->opcode) {
    case SpvOpVariable:
        prove_add_private(p, here->state, in);
        return true;
    case SpvOpAccessChain:
    case SpvOpInBoundsAccessChain:
        return set_result(p, in, follow(p, in, 1)), true;
    case SpvOpCopyObject:
        return set_result(p, in, prove_value_of(p, in->operands[0], in->word)), true;
    case SpvOpImageTexelPointer:
        image = pointer_of(p, in->operands[0], in->word);
        return set_result(p, in,
                          texel(p, image, in->operands[1], prove_term_of(p, in->operands[2], in->word), in->word)),
               true;
    case SpvOpSampledImage:
    case SpvOpImage:
        return set_result(p, in, image_of(p, in->operands[0], in->word)), true;
    case SpvOpArrayLength:
        return set_result(p, in, ask(p, in, pointer_of(p, in->operands[0], in->word), in->operands[1])), true;
    case SpvOpImageQuerySize:
    case SpvOpImageQueryLevels:
    case SpvOpImageQuerySamples:
        return set_result(p, in, ask(p, in, image_of(p, in->operands[0], in->word), 0)), true;
    case SpvOpImageQuerySizeLod:
        image = image_of(p, in->operands[0], in->word);
        return set_result(p, in, ask(p, in, image, prove_term_of(p, in->operands[1], in->word))), true;
    default:
        return false;
    }
}

/* GLSL.std.450's Modf and Frexp write through a pointer. */
static void store_unknown(struct prover *p, struct prove_here *here, const struct spirv_instruction *in,
                          const struct spirv_memory_view *view) {
    store(p, here, in, view, prove_fresh(p, view->pointee, PROVE_OF_INVOCATION));
    if (in->type)
        set_result(p, in, prove_fresh(p, in->type, PROVE_OF_INVOCATION));
}

/* A store of a value, or of what a copy reads. */
static void store_value(struct prover *p, struct prove_here *here, const struct spirv_instruction *in,
                        const struct spirv_memory_view *view) {
    if (in->opcode != SpvOpStore)
        store_unknown(p, here, in, view);
    else
        store(p, here, in, view, prove_value_of(p, view->value, in->word));
}

bool prove_memory(struct prover *p, struct prove_here *here, const struct spirv_instruction *in) {
    struct spirv_memory_view view;
    struct spirv_error error = {0};
    if (name_memory(p, here, in))
        return true;
    if (spirv_decode_memory(p->module, &p->flags, in, &view, &error) != SPIRV_OK)
        prove_give_up(p, in->word, "%s", error.message);
    switch (view.kind) {
    case SPIRV_MEMORY_NONE:
        return false;
    case SPIRV_MEMORY_LOAD:
        if (in->opcode != SpvOpLoad)
            return false;
        set_result(p, in, load(p, here, in, &view, view.pointer, false));
        return true;
    case SPIRV_MEMORY_STORE:
        if (in->opcode != SpvOpStore && in->opcode != SpvOpExtInst)
            return false;
        store_value(p, here, in, &view);
        return true;
    case SPIRV_MEMORY_COPY:
        if (in->opcode != SpvOpCopyMemory)
            return false;
        store(p, here, in, &view, load(p, here, in, &view, view.source, true));
        return true;
    case SPIRV_MEMORY_BARRIER:
    case SPIRV_MEMORY_CONTROL_BARRIER:
    case SPIRV_MEMORY_ARRIVE:
    case SPIRV_MEMORY_WAIT:
        barrier(p, here, in, &view);
        return true;
    case SPIRV_MEMORY_IMAGE_READ:
    case SPIRV_MEMORY_IMAGE_WRITE:
        set_result(p, in, image_access(p, here, in, &view));
        return true;
    default:
        atomic(p, here, in, &view);
        return true;
    }
}

/* Operands that are literals, and no ids: those from a number on, or one. */
static bool is_literal(const struct spirv_instruction *in, uint32_t operand) {
    switch (in->opcode) {
    case SpvOpCompositeExtract:
        return operand >= 1;
    case SpvOpCompositeInsert:
    case SpvOpVectorShuffle:
        return operand >= 2;
    case SpvOpExtInst:
        return operand == 1;
    default: /* the operation of a reduction */
        return operand == 1 && in->opcode >= SpvOpGroupNonUniformElect && in->opcode <= SpvOpGroupNonUniformQuadSwap;
    }
}

bool prove_has_pointer(const struct prover *p, const struct spirv_instruction *in) {
    for (uint32_t i = 0; i < in->operand_count; i++) {
        const struct spirv_type *type = is_literal(in, i) ? NULL : spirv_type_of_value(p->module, in->operands[i]);
        if (type && type->opcode == SpvOpTypePointer)
            return true;
    }
    return false;
}
