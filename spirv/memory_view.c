/* The memory view. A table has one row for each opcode, which says where its operands are; nothing else here depends on
 * the opcode. */
#include "spirv/memory_view.h"

#include <string.h>

#include <spirv/unified1/GLSL.std.450.h>

#include "mmra/base/noinline.h"
#include "spirv/later.h"
#include "spirv/operation_rows.h"
#include "spirv/reader.h"

/* ---- the table ---- */

enum { LACKS = 0xFF }; /* the instruction has no such operand */

/* Places in `operands`, which begin after result type and result. */
struct row {
    uint8_t kind; /* enum spirv_memory_kind */
    uint8_t pointer, source, value, comparator, size;
    uint8_t execution, scope, semantics, unequal;
    uint8_t mask; /* of the memory operands or image operands; the instruction may end before it */
};

#define ROW(kind, ...) {SPIRV_MEMORY_##kind, __VA_ARGS__}
/*                            pointer source value comparator size execution scope semantics unequal mask */
#define LOAD(mask)        ROW(LOAD, 0, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, mask)
#define STORE(mask)       ROW(STORE, 0, LACKS, 1, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, mask)
#define COPY(size, mask)  ROW(COPY, 0, 1, LACKS, LACKS, size, LACKS, LACKS, LACKS, LACKS, mask)
#define ATOMIC_LOAD       ROW(ATOMIC_LOAD, 0, LACKS, LACKS, LACKS, LACKS, LACKS, 1, 2, LACKS, LACKS)
#define ATOMIC_STORE      ROW(ATOMIC_STORE, 0, LACKS, 3, LACKS, LACKS, LACKS, 1, 2, LACKS, LACKS)
#define ATOMIC_CLEAR      ROW(ATOMIC_STORE, 0, LACKS, LACKS, LACKS, LACKS, LACKS, 1, 2, LACKS, LACKS)
#define MODIFY(value)     ROW(ATOMIC_READ_MODIFY_WRITE, 0, LACKS, value, LACKS, LACKS, LACKS, 1, 2, LACKS, LACKS)
#define COMPARE           ROW(ATOMIC_COMPARE_EXCHANGE, 0, LACKS, 4, 5, LACKS, LACKS, 1, 2, 3, LACKS)
#define BARRIER           ROW(BARRIER, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, 0, 1, LACKS, LACKS)
#define INTERLOCK         ROW(BARRIER, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS)
#define CONTROL_BARRIER   ROW(CONTROL_BARRIER, LACKS, LACKS, LACKS, LACKS, LACKS, 0, 1, 2, LACKS, LACKS)
#define ARRIVE            ROW(ARRIVE, LACKS, LACKS, LACKS, LACKS, LACKS, 0, 1, 2, LACKS, LACKS)
#define WAIT              ROW(WAIT, LACKS, LACKS, LACKS, LACKS, LACKS, 0, 1, 2, LACKS, LACKS)
#define IMAGE_READ(mask)  ROW(IMAGE_READ, 0, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, mask)
#define IMAGE_WRITE(mask) ROW(IMAGE_WRITE, 0, LACKS, 2, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, mask)

#define EVERY_ROW(X)                                                                                                   \
    X(Load, LOAD(1))                                                                                                   \
    X(Store, STORE(2))                                                                                                 \
    X(CopyMemory, COPY(LACKS, 2))                                                                                      \
    X(CopyMemorySized, COPY(2, 3))                                                                                     \
    X(CooperativeMatrixLoadNV, LOAD(3))                                                                                \
    X(CooperativeMatrixStoreNV, STORE(4))                                                                              \
    X(AtomicLoad, ATOMIC_LOAD)                                                                                         \
    X(AtomicStore, ATOMIC_STORE)                                                                                       \
    X(AtomicCompareExchange, COMPARE)                                                                                  \
    X(AtomicCompareExchangeWeak, COMPARE)                                                                              \
    X(AtomicFlagTestAndSet, MODIFY(LACKS))                                                                             \
    X(AtomicFlagClear, ATOMIC_CLEAR)                                                                                   \
    X(MemoryBarrier, BARRIER)                                                                                          \
    X(ControlBarrierArriveINTEL, ARRIVE)                                                                               \
    X(ControlBarrierWaitINTEL, WAIT)                                                                                   \
    X(ControlBarrier, CONTROL_BARRIER)                                                                                 \
    X(BeginInvocationInterlockEXT, INTERLOCK)                                                                          \
    X(EndInvocationInterlockEXT, INTERLOCK)                                                                            \
    X(ImageRead, IMAGE_READ(2))                                                                                        \
    X(ImageFetch, IMAGE_READ(2))                                                                                       \
    X(ImageSparseRead, IMAGE_READ(2))                                                                                  \
    X(ImageSparseFetch, IMAGE_READ(2))                                                                                 \
    X(ImageSparseSampleImplicitLod, IMAGE_READ(2))                                                                     \
    X(ImageSparseSampleExplicitLod, IMAGE_READ(2))                                                                     \
    X(ImageSparseSampleDrefImplicitLod, IMAGE_READ(3))                                                                 \
    X(ImageSparseSampleDrefExplicitLod, IMAGE_READ(3))                                                                 \
    X(ImageSparseSampleProjImplicitLod, IMAGE_READ(2))                                                                 \
    X(ImageSparseSampleProjExplicitLod, IMAGE_READ(2))                                                                 \
    X(ImageSparseSampleProjDrefImplicitLod, IMAGE_READ(3))                                                             \
    X(ImageSparseSampleProjDrefExplicitLod, IMAGE_READ(3))                                                             \
    X(ImageSparseGather, IMAGE_READ(3))                                                                                \
    X(ImageSparseDrefGather, IMAGE_READ(3))                                                                            \
    X(ImageWrite, IMAGE_WRITE(3))

#define NAME_ROW(name, row) ROW_##name,
enum { ROW_NONE, EVERY_ROW(NAME_ROW) ROW_modify, ROW_modify_by_one, ROW_sample, ROW_sample_third, ROW_store_tensor };

#define FILL_ROW(name, row) [ROW_##name] = row,
static const struct row rows[] = {[ROW_NONE] = {.kind = SPIRV_MEMORY_NONE},
                                  EVERY_ROW(FILL_ROW)[ROW_modify] = MODIFY(3),
                                  [ROW_modify_by_one] = MODIFY(LACKS),
                                  [ROW_sample] = IMAGE_READ(2),
                                  [ROW_sample_third] = IMAGE_READ(3), /* has a reference or a component, too */
                                  [ROW_store_tensor] = STORE(3)};

/* The operands of SPV_KHR_cooperative_matrix that matter here are where those of SPV_NV_cooperative_matrix are; and a
 * load through a tensor layout has its mask where that of a matrix has it. */
#define FIND_ROW(name, row)                       [SpvOp##name] = ROW_##name,
#define FIND_RMW(opcode, operation, operand, one) [opcode] = one ? ROW_modify_by_one : ROW_modify,
#define FIND_SAMPLE(opcode, implicit, compares, projects, gathers)                                                     \
    [opcode] = compares || gathers ? ROW_sample_third : ROW_sample,
static const uint8_t row_of_opcode[] = {
    EVERY_ROW(FIND_ROW) SPIRV_ATOMIC_ROWS(FIND_RMW) SPIRV_FLOAT_ATOMIC_ROWS(FIND_RMW)
        SPIRV_SAMPLE_ROWS(FIND_SAMPLE)[SPIRV_COOPERATIVE_MATRIX_LOAD] = ROW_CooperativeMatrixLoadNV,
    [SPIRV_COOPERATIVE_MATRIX_STORE] = ROW_CooperativeMatrixStoreNV,
    [SPIRV_COOPERATIVE_MATRIX_LOAD_TENSOR] = ROW_CooperativeMatrixLoadNV,
    [SPIRV_COOPERATIVE_MATRIX_STORE_TENSOR] = ROW_store_tensor};

/* GLSL.std.450's Modf and Frexp store their second result through their last operand. */
static const struct row ext_inst_store = ROW(STORE, 3, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS, LACKS);

static bool stores_through_pointer(const struct spirv_module *module, const struct spirv_instruction *instruction) {
    uint32_t number = instruction->operands[1];
    if ((number != GLSLstd450Modf && number != GLSLstd450Frexp) || instruction->operand_count < 4)
        return false;
    struct spirv_instruction import = spirv_defining(module, instruction->operands[0]);
    return import.opcode == SpvOpExtInstImport && strcmp((const char *)import.operands, "GLSL.std.450") == 0;
}

static const struct row *find_row(const struct spirv_module *module, const struct spirv_instruction *instruction) {
    if (instruction->opcode == SpvOpExtInst && stores_through_pointer(module, instruction))
        return &ext_inst_store;
    bool is_in_table = instruction->opcode < sizeof row_of_opcode;
    return &rows[is_in_table ? row_of_opcode[instruction->opcode] : ROW_NONE];
}

/* ---- decoding ---- */

struct decoder {
    const struct spirv_module *module;
    const struct spirv_instruction *instruction;
    struct spirv_error *error;
};

/* The reader has checked that every operand but the mask is there. */
static spirv_id operand(const struct decoder *decoder, uint8_t place) {
    return place == LACKS ? 0 : decoder->instruction->operands[place];
}

/* Scopes and semantics: 32-bit integers, folded. */
static enum spirv_result fold(const struct decoder *decoder, spirv_id id, const char *what, uint32_t *value) {
    uint64_t folded;
    if (!spirv_integer_constant(decoder->module, id, &folded))
        return spirv_fail_at(decoder->error, SPIRV_UNSUPPORTED, decoder->instruction,
                             "its %s %%%u is no constant; only constants are supported", what, id);
    if (folded > UINT32_MAX)
        return spirv_fail_at(decoder->error, SPIRV_INVALID, decoder->instruction, "its %s %%%u is wider than 32 bits",
                             what, id);
    *value = (uint32_t)folded;
    return SPIRV_OK;
}

static enum spirv_result fold_scope(const struct decoder *decoder, spirv_id id, const char *what, uint32_t *scope) {
    enum spirv_result result = fold(decoder, id, what, scope);
    if (result == SPIRV_OK && !spirv_scope_name(*scope))
        return spirv_fail_at(decoder->error, SPIRV_INVALID, decoder->instruction,
                             "its %s %%%u has the value %u, which is no scope", what, id, *scope);
    return result;
}

/* The begin of an interlock is an acquire of the queue family that makes visible, its end a release that makes
 * available, of buffers and images (mapping.md 6). */
static void decode_interlock(struct spirv_memory_view *view) {
    bool begin = view->opcode == SpvOpBeginInvocationInterlockEXT;
    view->scope = SpvScopeQueueFamily;
    view->semantics = SpvMemorySemanticsUniformMemoryMask | SpvMemorySemanticsImageMemoryMask |
                      (begin ? SpvMemorySemanticsAcquireMask | SpvMemorySemanticsMakeVisibleMask
                             : SpvMemorySemanticsReleaseMask | SpvMemorySemanticsMakeAvailableMask);
}

/* Decodes what atomics and barriers have in common: a memory scope and semantics. */
static enum spirv_result decode_ordering(const struct decoder *decoder, const struct row *row,
                                         struct spirv_memory_view *view) {
    enum spirv_result result = SPIRV_OK;
    view->comparator = operand(decoder, row->comparator);
    if (row->execution != LACKS)
        result = fold_scope(decoder, operand(decoder, row->execution), "execution scope", &view->execution_scope);
    if (result == SPIRV_OK)
        result = fold_scope(decoder, operand(decoder, row->scope), "memory scope", &view->scope);
    if (result == SPIRV_OK)
        result = fold(decoder, operand(decoder, row->semantics), "semantics", &view->semantics);
    if (result == SPIRV_OK && row->unequal != LACKS)
        result = fold(decoder, operand(decoder, row->unequal), "unequal semantics", &view->unequal_semantics);
    return result;
}

/* ---- memory operands and image operands ---- */

/* The bits of either kind that matter to memory. */
struct mask_bits {
    uint32_t is_volatile, aligned, nontemporal, available, visible, nonprivate;
};

static const struct mask_bits memory_bits = {
    SpvMemoryAccessVolatileMask,           SpvMemoryAccessAlignedMask,
    SpvMemoryAccessNontemporalMask,        SpvMemoryAccessMakePointerAvailableMask,
    SpvMemoryAccessMakePointerVisibleMask, SpvMemoryAccessNonPrivatePointerMask};

static const struct mask_bits image_bits = {
    SpvImageOperandsVolatileTexelMask,    0,
    SpvImageOperandsNontemporalMask,      SpvImageOperandsMakeTexelAvailableMask,
    SpvImageOperandsMakeTexelVisibleMask, SpvImageOperandsNonPrivateTexelMask};

/* The mask's enumeration: that of the instruction's last operand, or the one before Tensor Addressing Operands. */
static const struct spirv_enumeration *mask_enumeration(uint16_t opcode) {
    const struct spirv_grammar *grammar = spirv_grammar_of(opcode);
    bool has_two = opcode == SPIRV_COOPERATIVE_MATRIX_LOAD_TENSOR || opcode == SPIRV_COOPERATIVE_MATRIX_STORE_TENSOR;
    uint8_t code = spirv_grammar_operands(grammar)[grammar->operand_count - 1 - has_two];
    return spirv_grammar_enumeration(code & SPIRV_OPERAND_CODE_MASK);
}

/* The parameter of one bit of the mask, if it matters to memory. */
static enum spirv_result decode_parameter(const struct decoder *decoder, const struct mask_bits *bits, uint32_t bit,
                                          uint32_t word, struct spirv_memory_operands *operands) {
    if (bit == bits->available)
        return fold_scope(decoder, word, "availability scope", &operands->available_scope);
    if (bit == bits->visible)
        return fold_scope(decoder, word, "visibility scope", &operands->visible_scope);
    if (bit != bits->aligned)
        return SPIRV_OK;
    operands->alignment = word;
    if (word == 0 || (word & (word - 1)) != 0)
        return spirv_fail_at(decoder->error, SPIRV_INVALID, decoder->instruction, "its alignment %u is no power of two",
                             word);
    return SPIRV_OK;
}

/* Decodes the operands at `place`, and sets *next to the place after them. The reader has checked that they are there:
 * each parameter is one word, and they follow in order of the bits, all of which are known. */
static enum spirv_result decode_mask(const struct decoder *decoder, const struct mask_bits *bits, uint32_t place,
                                     uint32_t *next, struct spirv_memory_operands *operands) {
    const struct spirv_enumerant *enumerant = mask_enumeration(decoder->instruction->opcode)->enumerants;
    const uint32_t *words = decoder->instruction->operands;
    uint32_t mask = words[place];
    enum spirv_result result = SPIRV_OK;
    operands->mask = (mask & bits->is_volatile ? SpvMemoryAccessVolatileMask : 0) |
                     (mask & bits->aligned ? SpvMemoryAccessAlignedMask : 0) |
                     (mask & bits->nontemporal ? SpvMemoryAccessNontemporalMask : 0) |
                     (mask & bits->available ? SpvMemoryAccessMakePointerAvailableMask : 0) |
                     (mask & bits->visible ? SpvMemoryAccessMakePointerVisibleMask : 0) |
                     (mask & bits->nonprivate ? SpvMemoryAccessNonPrivatePointerMask : 0);
    *next = place + 1;
    for (uint32_t left = mask; result == SPIRV_OK && left != 0; ++enumerant) {
        if (!(left & enumerant->value))
            continue;
        left &= ~enumerant->value;
        if (enumerant->parameter_count > 0)
            result = decode_parameter(decoder, bits, enumerant->value, words[*next], operands);
        *next += enumerant->parameter_count;
    }
    return result;
}

static enum spirv_result decode_access(const struct decoder *decoder, const struct row *row,
                                       struct spirv_memory_view *view) {
    uint32_t count = decoder->instruction->operand_count, next;
    bool is_image = row->kind == SPIRV_MEMORY_IMAGE_READ || row->kind == SPIRV_MEMORY_IMAGE_WRITE;
    bool is_write = row->kind == SPIRV_MEMORY_STORE || row->kind == SPIRV_MEMORY_IMAGE_WRITE;
    struct spirv_memory_operands operands = {0};
    enum spirv_result result = decode_mask(decoder, is_image ? &image_bits : &memory_bits, row->mask, &next, &operands);
    if (row->kind != SPIRV_MEMORY_COPY) {
        *(is_write ? &view->write : &view->read) = operands;
        return result;
    }
    /* If there are two sets, the first is for the write; a single one is for both halves (mapping.md 3). */
    view->write = view->read = operands;
    if (result == SPIRV_OK && next < count) {
        view->read = (struct spirv_memory_operands){0};
        result = decode_mask(decoder, &memory_bits, next, &next, &view->read);
    }
    return result;
}

/* ---- pointers ---- */

static inline enum spirv_result decode_pointer(const struct decoder *decoder, const struct spirv_object_flags *objects,
                                               spirv_id pointer, spirv_id *pointee, uint32_t *storage_class,
                                               uint8_t *object) {
    uint32_t index = spirv_index(decoder->module, pointer);
    const struct spirv_type *type = decoder->module->definitions[index].type;
    if (!type || type->opcode != SpvOpTypePointer)
        return spirv_fail_at(decoder->error, SPIRV_INVALID, decoder->instruction, "its operand %%%u is no pointer",
                             pointer);
    *pointee = type->is_untyped ? 0 : type->element;
    *storage_class = type->storage_class;
    if (objects && objects->flags)
        *object = objects->flags[index];
    return SPIRV_OK;
}

/* No access chain leads to a part of the accessed type. */
static uint8_t flags_within(const struct decoder *decoder, const struct spirv_object_flags *objects, spirv_id type,
                            uint32_t storage_class) {
    bool has_flags = objects && objects->flags && storage_class != SpvStorageClassWorkgroup;
    return has_flags ? objects->of_types[spirv_index(decoder->module, type)] : 0;
}

/* An access through an untyped pointer says itself which type it is of: that of its result, else of its value, else of
 * the other pointer of a copy. OpCopyMemorySized copies bytes: its type stays 0. */
static NOINLINE enum spirv_result interpret(const struct decoder *decoder, const struct spirv_object_flags *objects,
                                            struct spirv_memory_view *view) {
    const struct spirv_type *value = view->value ? spirv_type_of_value(decoder->module, view->value) : NULL;
    spirv_id type = view->result_type ? view->result_type : value ? value->id : 0;
    if (view->kind == SPIRV_MEMORY_COPY && !view->size)
        type = view->pointee ? view->pointee : view->source_pointee;
    if (!type && !view->size)
        return spirv_fail_at(decoder->error, SPIRV_INVALID, decoder->instruction,
                             "nothing says of which type this access through an untyped pointer is");
    if (!view->pointee) {
        view->pointee = type;
        view->object |= flags_within(decoder, objects, type, view->storage_class);
    }
    if (view->source && !view->source_pointee) {
        view->source_pointee = type;
        view->source_object |= flags_within(decoder, objects, type, view->source_storage_class);
    }
    return SPIRV_OK;
}

static enum spirv_result decode_pointers(const struct decoder *decoder, const struct spirv_object_flags *objects,
                                         const struct row *row, struct spirv_memory_view *view) {
    enum spirv_result result = SPIRV_OK;
    if (row->kind == SPIRV_MEMORY_IMAGE_READ || row->kind == SPIRV_MEMORY_IMAGE_WRITE) {
        view->storage_class = SpvStorageClassImage;
        if (objects && objects->flags)
            view->object = objects->flags[spirv_index(decoder->module, view->pointer)];
        return SPIRV_OK;
    }
    if (row->pointer != LACKS)
        result = decode_pointer(decoder, objects, view->pointer, &view->pointee, &view->storage_class, &view->object);
    if (result == SPIRV_OK && row->kind == SPIRV_MEMORY_COPY) {
        view->source = operand(decoder, row->source);
        view->size = operand(decoder, row->size);
        result = decode_pointer(decoder, objects, view->source, &view->source_pointee, &view->source_storage_class,
                                &view->source_object);
    }
    bool is_typed = !view->pointer || (view->pointee && (!view->source || view->source_pointee));
    return result == SPIRV_OK && !is_typed ? interpret(decoder, objects, view) : result;
}

enum spirv_result spirv_decode_memory(const struct spirv_module *module, const struct spirv_object_flags *objects,
                                      const struct spirv_instruction *instruction, struct spirv_memory_view *view,
                                      struct spirv_error *error) {
    const struct decoder decoder = {module, instruction, error};
    const struct row *row = find_row(module, instruction);
    static const struct spirv_memory_view empty;
    *view = empty;
    view->kind = row->kind;
    view->opcode = instruction->opcode;
    view->word = instruction->word;
    if (row->kind == SPIRV_MEMORY_NONE)
        return SPIRV_OK;
    view->result = instruction->result;
    view->result_type = instruction->type;
    view->pointer = operand(&decoder, row->pointer);
    view->value = operand(&decoder, row->value);
    enum spirv_result result = decode_pointers(&decoder, objects, row, view);
    if (row->kind == SPIRV_MEMORY_BARRIER && row->scope == LACKS)
        decode_interlock(view);
    if (result == SPIRV_OK && row->scope != LACKS)
        result = decode_ordering(&decoder, row, view);
    if (result == SPIRV_OK && row->mask != LACKS && row->mask < instruction->operand_count)
        result = decode_access(&decoder, row, view);
    return result;
}
