#include "change.h"

#include <spirv/unified1/spirv.h>
#include <string.h>

#include "../table.h"
#include "spirv/grammar.h"

#define COUNT(array) (uint32_t)(sizeof(array) / sizeof *(array))
enum { HEADER = 5, MOST_INSTRUCTIONS = 1500, MOST_IDS = 4096 };

/* The places where the instructions of a module begin, and the types and definitions of its results. */
struct index {
    uint32_t starts[MOST_INSTRUCTIONS + 1], count;
    uint32_t types[MOST_IDS], defined[MOST_IDS]; /* the number of the instruction; 0: none */
    uint32_t block[MOST_INSTRUCTIONS];           /* the label before it; 0 outside of functions */
    uint32_t entry[MOST_INSTRUCTIONS];           /* the first label of its function */
};

static uint16_t opcode_at(const struct module *m, uint32_t at) {
    return (uint16_t)(m->words[at] & 0xFFFF);
}

static uint32_t length_at(const struct module *m, uint32_t at) {
    return m->words[at] >> 16;
}

static uint8_t flags_at(const struct module *m, uint32_t at) {
    return spirv_grammar_of(opcode_at(m, at))->flags;
}

static uint32_t result_of(const struct module *m, uint32_t at) {
    uint8_t flags = flags_at(m, at);
    return flags & SPIRV_GRAMMAR_HAS_RESULT ? m->words[at + (flags & SPIRV_GRAMMAR_HAS_TYPE ? 2 : 1)] : 0;
}

static bool make_index(const struct module *m, struct index *index) {
    uint32_t label = 0, entry = 0;
    memset(index, 0, sizeof *index);
    if (m->count < HEADER || m->words[3] > MOST_IDS)
        return false;
    for (uint32_t at = HEADER; at < m->count; at += length_at(m, at)) {
        if (length_at(m, at) == 0 || at + length_at(m, at) > m->count || index->count == MOST_INSTRUCTIONS)
            return false;
        uint32_t result = result_of(m, at);
        if (opcode_at(m, at) == SpvOpFunction)
            label = entry = 0;
        if (opcode_at(m, at) == SpvOpLabel) {
            label = result;
            entry = entry ? entry : result;
        }
        if (result < MOST_IDS && result) {
            index->types[result] = flags_at(m, at) & SPIRV_GRAMMAR_HAS_TYPE ? m->words[at + 1] : 0;
            index->defined[result] = index->count;
        }
        index->block[index->count] = label;
        index->entry[index->count] = entry;
        index->starts[index->count++] = at;
    }
    index->starts[index->count] = m->count;
    return true;
}

static bool insert(struct module *m, uint32_t at, const uint32_t *words, uint32_t count) {
    if (m->count + count > MOST_WORDS)
        return false;
    memmove(m->words + at + count, m->words + at, (m->count - at) * sizeof *m->words);
    memcpy(m->words + at, words, count * sizeof *words);
    m->count += count;
    return true;
}

static void cut(struct module *m, uint32_t at, uint32_t count) {
    memmove(m->words + at, m->words + at + count, (m->count - at - count) * sizeof *m->words);
    m->count -= count;
}

/* ---- what may be changed ---- */

/* Stands in a block, and may stand elsewhere in it. */
static bool is_plain(const struct module *m, const struct index *index, uint32_t i) {
    switch (opcode_at(m, index->starts[i])) {
    case SpvOpLabel:
    case SpvOpPhi:
    case SpvOpVariable:
    case SpvOpLoopMerge:
    case SpvOpSelectionMerge:
    case SpvOpBranch:
    case SpvOpBranchConditional:
    case SpvOpSwitch:
    case SpvOpReturn:
    case SpvOpReturnValue:
    case SpvOpKill:
    case SpvOpUnreachable:
    case SpvOpFunctionEnd:
    case SpvOpLine:
    case SpvOpNoLine:
        return false;
    default:
        return index->block[i] != 0;
    }
}

static bool has_result(const struct module *m, uint32_t at) {
    return flags_at(m, at) & SPIRV_GRAMMAR_HAS_RESULT;
}

static bool accesses_memory(const struct module *m, uint32_t at) {
    uint16_t opcode = opcode_at(m, at);
    return !has_result(m, at) || opcode == SpvOpLoad || (opcode >= SpvOpAtomicLoad && opcode <= SpvOpAtomicXor);
}

/* Some instruction for which the question holds; UINT32_MAX: there is none. */
static uint32_t some(const struct module *m, const struct index *index,
                     bool (*question)(const struct module *m, uint32_t at)) {
    uint32_t found = UINT32_MAX, seen = 0;
    for (uint32_t i = 0; i < index->count; i++)
        if (is_plain(m, index, i) && question(m, index->starts[i]) && table_below(++seen) == 0)
            found = i;
    return found;
}

static bool is_any(const struct module *m, uint32_t at) {
    (void)m;
    (void)at;
    return true;
}

static bool has_no_result(const struct module *m, uint32_t at) {
    return !has_result(m, at);
}

static bool is_load_or_store(const struct module *m, uint32_t at) {
    return opcode_at(m, at) == SpvOpLoad || opcode_at(m, at) == SpvOpStore;
}

/* ---- scopes and semantics ---- */

static const uint32_t scopes[] = {SpvScopeDevice, SpvScopeWorkgroup, SpvScopeSubgroup, SpvScopeInvocation,
                                  SpvScopeQueueFamily};
static const uint32_t semantics[] = {0,      0x42,   0x44,           0x48,   0x48 | 0x100, 0x108,
                                     0x102,  0x104,  0x2044,         0x4042, 0x6048,       0x2104,
                                     0x4102, 0x6108, 0x6048 | 0x100, 0x2048, 0x4048};

/* The places of an instruction's scopes and semantics, counted in words from its first; 0: it has none. */
static const struct ordering {
    uint16_t from, to;
    uint8_t scopes[2], semantics[2];
} orderings[] = {{SpvOpControlBarrier, SpvOpControlBarrier, {1, 2}, {3, 0}},
                 {SpvOpMemoryBarrier, SpvOpMemoryBarrier, {1, 0}, {2, 0}},
                 {SpvOpAtomicLoad, SpvOpAtomicLoad, {4, 0}, {5, 0}},
                 {SpvOpAtomicStore, SpvOpAtomicStore, {2, 0}, {3, 0}},
                 {SpvOpAtomicExchange, SpvOpAtomicExchange, {4, 0}, {5, 0}},
                 {SpvOpAtomicCompareExchange, SpvOpAtomicCompareExchange, {4, 0}, {5, 6}},
                 {SpvOpAtomicIIncrement, SpvOpAtomicXor, {4, 0}, {5, 0}}};

static const struct ordering *ordering_at(const struct module *m, uint32_t at) {
    for (uint32_t i = 0; i < COUNT(orderings); i++)
        if (opcode_at(m, at) >= orderings[i].from && opcode_at(m, at) <= orderings[i].to)
            return &orderings[i];
    return NULL;
}

static bool is_ordering(const struct module *m, uint32_t at) {
    return ordering_at(m, at) != NULL;
}

/* The constants that module_prepare() has put at the end of the types. */
static bool is_pooled(const struct module *m, uint32_t id) {
    return id >= m->pool && id < m->pool + COUNT(scopes) + COUNT(semantics);
}

static void change_ordering(struct module *m, const struct index *index) {
    uint32_t i = some(m, index, is_ordering), which = table_below(2);
    if (i == UINT32_MAX)
        return;
    const struct ordering *o = ordering_at(m, index->starts[i]);
    bool scope = table_below(2);
    uint32_t place = scope ? o->scopes[which] : o->semantics[which];
    if (place)
        m->words[index->starts[i] + place] =
            m->pool + (scope ? table_below(COUNT(scopes)) : COUNT(scopes) + table_below(COUNT(semantics)));
}

/* ---- the changes ---- */

static void drop(struct module *m, const struct index *index) {
    uint32_t i = some(m, index, has_no_result);
    if (i != UINT32_MAX)
        cut(m, index->starts[i], length_at(m, index->starts[i]));
}

/* Whether all that an instruction names is there before the place: of the module, of the function's first block or of
 * the same block. */
static bool can_stand(const struct module *m, const struct index *index, uint32_t i, uint32_t place) {
    uint32_t at = index->starts[i];
    for (uint32_t n = 1; n < length_at(m, at); n++) {
        uint32_t id = m->words[at + n], from = id < MOST_IDS ? index->defined[id] : 0;
        if (!from || index->block[from] == 0)
            continue;
        bool same = index->block[from] == index->block[place], first = index->block[from] == index->entry[place];
        if (!(same || first) || from >= place)
            return false;
    }
    return true;
}

static void copy(struct module *m, const struct index *index, bool moves) {
    uint32_t i = some(m, index, moves ? has_no_result : accesses_memory), place = some(m, index, is_any), words[32];
    if (i == UINT32_MAX || place == UINT32_MAX || m->words[3] + 1 >= MOST_IDS)
        return;
    uint32_t at = index->starts[i], to = index->starts[place], length = length_at(m, at);
    if (length > COUNT(words) || index->entry[i] != index->entry[place] || !can_stand(m, index, i, place))
        return;
    memcpy(words, m->words + at, length * sizeof *words);
    if (has_result(m, at))
        words[2] = m->words[3]++;
    if (insert(m, to, words, length) && moves)
        cut(m, to <= at ? at + length : at, length);
}

static const uint16_t changing[] = {SpvOpAtomicExchange, SpvOpAtomicIAdd, SpvOpAtomicISub, SpvOpAtomicUMin,
                                    SpvOpAtomicUMax,     SpvOpAtomicAnd,  SpvOpAtomicOr,   SpvOpAtomicXor};

/* An atomic load or store becomes a plain one, another atomic one of another kind. */
static void change_atomic(struct module *m, const struct index *index) {
    uint32_t i = some(m, index, is_ordering);
    if (i == UINT32_MAX)
        return;
    uint32_t *words = m->words + index->starts[i];
    uint16_t opcode = opcode_at(m, index->starts[i]);
    if (opcode == SpvOpAtomicLoad) {
        words[0] = 4u << 16 | SpvOpLoad;
        cut(m, index->starts[i] + 4, 2);
    } else if (opcode == SpvOpAtomicStore) {
        words[0] = 3u << 16 | SpvOpStore;
        words[2] = words[4];
        cut(m, index->starts[i] + 3, 2);
    }
    for (uint32_t n = 0; n < COUNT(changing); n++)
        if (opcode == changing[n])
            words[0] = 7u << 16 | changing[table_below(COUNT(changing))];
}

/* A plain access is volatile, non-private, available or visible as far as the device, or none of these. */
static void change_mask(struct module *m, const struct index *index) {
    uint32_t i = some(m, index, is_load_or_store);
    if (i == UINT32_MAX)
        return;
    uint32_t at = index->starts[i], bare = opcode_at(m, at) == SpvOpLoad ? 4 : 3, with = table_below(4);
    bool store = bare == 3;
    const uint32_t masks[4][2] = {
        {0, 0},
        {SpvMemoryAccessVolatileMask, 0},
        {SpvMemoryAccessNonPrivatePointerMask, 0},
        {SpvMemoryAccessNonPrivatePointerMask |
             (store ? SpvMemoryAccessMakePointerAvailableMask : SpvMemoryAccessMakePointerVisibleMask),
         m->pool + table_below(3)}};
    if (length_at(m, at) > bare)
        cut(m, at + bare, length_at(m, at) - bare);
    if (with && insert(m, at + bare, masks[with], with == 3 ? 2 : 1))
        m->words[at] = (bare + (with == 3 ? 2 : 1)) << 16 | opcode_at(m, at);
    else
        m->words[at] = bare << 16 | opcode_at(m, at);
}

static void turn_branch(struct module *m, const struct index *index) {
    uint32_t seen = 0, found = 0;
    for (uint32_t i = 0; i < index->count; i++)
        if (opcode_at(m, index->starts[i]) == SpvOpBranchConditional && table_below(++seen) == 0)
            found = index->starts[i];
    if (!found)
        return;
    uint32_t label = m->words[found + 2];
    m->words[found + 2] = m->words[found + 3];
    m->words[found + 3] = label;
}

/* A small number becomes another one. */
static void change_number(struct module *m, const struct index *index) {
    uint32_t seen = 0, found = 0;
    for (uint32_t i = 0; i < index->count; i++) {
        uint32_t at = index->starts[i];
        if (opcode_at(m, at) == SpvOpConstant && length_at(m, at) == 4 && m->words[at + 3] < 5 &&
            !is_pooled(m, m->words[at + 2]) && table_below(++seen) == 0)
            found = at;
    }
    if (found)
        m->words[found + 3] = table_below(4);
}

/* An operand becomes another result of its type that is there. */
static void change_operand(struct module *m, const struct index *index) {
    uint32_t i = some(m, index, is_any), seen = 0, found = 0;
    if (i == UINT32_MAX || length_at(m, index->starts[i]) < 2)
        return;
    uint32_t place = index->starts[i] + 1 + table_below(length_at(m, index->starts[i]) - 1), id = m->words[place];
    if (id >= MOST_IDS || !index->types[id] || index->defined[id] == i)
        return;
    for (uint32_t other = 1; other < m->words[3] && other < MOST_IDS; other++) {
        uint32_t from = index->defined[other];
        bool there = index->block[from] == 0 ||
                     (from < i && (index->block[from] == index->block[i] || index->block[from] == index->entry[i]));
        if (index->types[other] == index->types[id] && from != i && there && !is_pooled(m, other) &&
            table_below(++seen) == 0)
            found = other;
    }
    if (found)
        m->words[place] = found;
}

void module_change(struct module *m) {
    static struct index index;
    if (!make_index(m, &index))
        return;
    switch (table_below(12)) {
    case 0:
        drop(m, &index);
        break;
    case 1:
        copy(m, &index, false);
        break;
    case 2:
        copy(m, &index, true);
        break;
    case 3:
        change_atomic(m, &index);
        break;
    case 4:
        change_mask(m, &index);
        break;
    case 5:
        turn_branch(m, &index);
        break;
    case 6:
        change_number(m, &index);
        break;
    case 7:
        change_operand(m, &index);
        break;
    case 8:
        m->groups = 1 + table_below(3);
        break;
    case 9:
        m->local = 1 + table_below(m->groups > 1 ? 2 : 3);
        break;
    default:
        change_ordering(m, &index);
        break;
    }
}

bool module_drop(struct module *m, uint32_t n) {
    static struct index index;
    if (!make_index(m, &index))
        return false;
    for (uint32_t i = 0; i < index.count; i++)
        if (is_plain(m, &index, i) && !has_result(m, index.starts[i]) && n-- == 0) {
            cut(m, index.starts[i], length_at(m, index.starts[i]));
            return true;
        }
    return false;
}

/* ---- a module as it came ---- */

static uint32_t type_of_words(const struct module *m, const struct index *index) {
    for (uint32_t i = 0; i < index->count; i++) {
        const uint32_t *words = m->words + index->starts[i];
        if (opcode_at(m, index->starts[i]) == SpvOpTypeInt && words[2] == 32 && words[3] == 0)
            return words[1];
    }
    return 0;
}

bool module_prepare(struct module *m) {
    static struct index index;
    uint32_t function = 0, type;
    if (!make_index(m, &index) || (type = type_of_words(m, &index)) == 0)
        return false;
    for (uint32_t i = 0; i < index.count && !function; i++)
        if (opcode_at(m, index.starts[i]) == SpvOpFunction)
            function = index.starts[i];
    m->pool = m->words[3];
    for (uint32_t n = 0; n < COUNT(scopes) + COUNT(semantics); n++) {
        uint32_t value = n < COUNT(scopes) ? scopes[n] : semantics[n - COUNT(scopes)];
        const uint32_t constant[] = {4u << 16 | SpvOpConstant, type, m->words[3]++, value};
        if (!function || !insert(m, function + 4 * n, constant, COUNT(constant)))
            return false;
    }
    m->groups = 2;
    m->local = 1;
    return true;
}
