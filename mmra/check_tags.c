/* Rules on the tags of one instruction: shape, values, private, amdgcn-av. */
#include "mmra/checker.h"

static const char *copy(struct checker *c, struct mmra_string string) {
    struct text text;
    text_init(&text, c->arena, (size_t)string.length + 8);
    text_escaped(&text, string);
    text_char(&text, '\0');
    return text.start;
}

static const char *tag_text(struct checker *c, struct mmra_tag tag) {
    struct text text;
    text_init(&text, c->arena, (size_t)tag.prefix.length + tag.suffix.length + 8);
    text_escaped(&text, tag.prefix);
    text_char(&text, ':');
    text_escaped(&text, tag.suffix);
    text_char(&text, '\0');
    return text.start;
}

/* ---- shape ---- */

/* Whether the node is among its own operands, or among theirs: tags are at most two deep. */
static bool contains_itself(const struct ir_module *module, ir_metadata node) {
    const struct ir_metadata_info *info = &module->metadata[node];
    for (uint32_t i = 0; i < info->operand_count; i++) {
        const struct ir_metadata_info *operand = &module->metadata[info->operands[i]];
        if (info->operands[i] == node)
            return true;
        for (uint32_t k = 0; info->operands[i] && k < operand->operand_count; k++)
            if (operand->operands[k] == node || operand->operands[k] == info->operands[i])
                return true;
    }
    return false;
}

static void check_shape(struct checker *c, uint32_t index) {
    const struct ir_parsed *parsed = c->module->parsed;
    ir_metadata node = parsed ? parsed->instructions[index].mmra : 0;
    mmra_set set;
    if (!node || c->good_nodes[node])
        return;
    c->good_nodes[node] = ir_tags_of_metadata(c->module, node, &set);
    if (c->good_nodes[node])
        return;
    bool cyclic = contains_itself(c->module, node);
    struct check_finding *finding =
        check_report(c, cyclic ? CHECK_MMRA_CYCLIC : CHECK_MMRA_SHAPE, index, NULL);
    if (!finding || !c->module->metadata[node].line)
        return;
    check_relate(c, finding, index, "the node is defined here");
    finding->related[finding->related_count - 1].line = c->module->metadata[node].line;
    finding->related[finding->related_count - 1].column = 1;
}

/* ---- values ---- */

static bool is(struct mmra_string string, const char *text) {
    return mmra_string_equal(string, mmra_string_of(text));
}

static char lower(char byte) {
    return byte >= 'A' && byte <= 'Z' ? (char)(byte | 0x20) : byte == '_' ? '-' : byte;
}

enum { LONGEST_PREFIX = 32 };

/* How many letters to insert, delete or change to get from one to the other, case and '_' for '-' not
 * counted. */
static uint32_t edit_distance(struct mmra_string a, const char *b, uint32_t b_length) {
    uint32_t row[LONGEST_PREFIX + 1];
    for (uint32_t k = 0; k <= b_length; k++)
        row[k] = k;
    for (uint32_t i = 1; i <= a.length; i++) {
        uint32_t diagonal = row[0];
        row[0] = i;
        for (uint32_t k = 1; k <= b_length; k++) {
            uint32_t changed = diagonal + (lower(a.bytes[i - 1]) != b[k - 1]);
            diagonal = row[k];
            uint32_t inserted = (row[k] < row[k - 1] ? row[k] : row[k - 1]) + 1;
            row[k] = changed < inserted ? changed : inserted;
        }
    }
    return row[b_length];
}

/* Other names for the same ideas: the seed's, LLVM 19's, and those that come from mixing amdgpu and amdgcn.
 */
static const struct {
    const char *name, *meant;
} mistaken_prefixes[] = {{"sync-as", "amdgpu-synchronize-as"},
                         {"amdgpu-as", "amdgpu-synchronize-as"},
                         {"amdgcn-as", "amdgpu-synchronize-as"},
                         {"synchronize-as", "amdgpu-synchronize-as"},
                         {"amdgpu-sync-as", "amdgpu-synchronize-as"},
                         {"av", "amdgcn-av"},
                         {"vk", "vulkan"}};
static const char *const known_prefixes[] = {"vulkan", "amdgcn-av", "amdgpu-synchronize-as"};

/* The known prefix that this one seems to mean, or NULL. */
static const char *meant_prefix(struct mmra_string prefix) {
    for (size_t i = 0; i < sizeof known_prefixes / sizeof *known_prefixes; i++)
        if (is(prefix, known_prefixes[i]))
            return NULL;
    for (size_t i = 0; i < sizeof mistaken_prefixes / sizeof *mistaken_prefixes; i++)
        if (is(prefix, mistaken_prefixes[i].name))
            return mistaken_prefixes[i].meant;
    for (size_t i = 0; prefix.length <= LONGEST_PREFIX && i < sizeof known_prefixes / sizeof *known_prefixes;
         i++)
        if (edit_distance(prefix, known_prefixes[i], (uint32_t)strlen(known_prefixes[i])) <= 2)
            return known_prefixes[i];
    return NULL;
}

static void check_av_value(struct checker *c, uint32_t index, struct mmra_tag tag) {
    bool one_as;
    if (is(tag.suffix, "none"))
        return;
    bool scope = tag.suffix.length &&
                 (mmra_scope_parse(tag.suffix.bytes, tag.suffix.length, &one_as) != MMRA_SCOPE_UNKNOWN ||
                  is(tag.suffix, "system") || is(tag.suffix, "device"));
    check_report(c, scope ? CHECK_AV_SCOPE_VALUE : CHECK_AV_VALUE, index, tag_text(c, tag));
}

static void check_values(struct checker *c, uint32_t index, mmra_set set) {
    struct mmra_set_info info = mmra_set_members(&c->module->tags, set);
    for (uint32_t i = 0; i < info.count; i++) {
        struct mmra_tag tag = info.tags[i];
        if (is(tag.prefix, "amdgcn-av")) {
            check_av_value(c, index, tag);
        } else if (is(tag.prefix, "amdgpu-synchronize-as")) {
            if (!is(tag.suffix, "global") && !is(tag.suffix, "local"))
                check_report(c, CHECK_SYNCHRONIZE_AS_VALUE, index, copy(c, tag.suffix));
        } else if (is(tag.prefix, "vulkan")) {
            if (!is(tag.suffix, "private") && !is(tag.suffix, "nonprivate"))
                check_report(c, CHECK_VULKAN_VALUE, index, copy(c, tag.suffix));
        } else {
            const char *meant = meant_prefix(tag.prefix);
            if (meant)
                check_report(c, CHECK_PREFIX_NEAR_MISS, index, tag_text(c, tag));
        }
    }
}

static uint32_t found_so_far(const struct checker *c) {
    uint32_t found = c->summary.silenced;
    for (int severity = CHECK_NOTE; severity <= CHECK_ERROR; severity++)
        found += c->summary.findings[severity];
    return found;
}

/* ---- private ---- */

static void check_private(struct checker *c, uint32_t index, const struct check_tags *tags,
                          const struct check_event *event) {
    bool atomic = event->fence || event->atomic;
    if (tags->private && tags->nonprivate)
        check_report(c, CHECK_BOTH_PRIVATE, index, NULL);
    else if (tags->private && atomic)
        check_report(c, CHECK_PRIVATE_SYNCHRONIZATION, index, NULL);
    else if (!tags->has_vulkan && check_synchronizes(event) && c->vulkan_synchronization)
        check_report(c, CHECK_UNTAGGED_SYNCHRONIZATION, index, NULL);
}

/* ---- all of them ---- */

void check_instruction_tags(struct checker *c, uint32_t index, const struct ir_instruction *instruction,
                            const struct check_event *event, bool touches_memory) {
    const struct check_tags *tags = check_tags_of(c, instruction->mmra);
    if (c->module->parsed && c->module->parsed->instructions[index].mmra)
        check_shape(c, index);
    if (instruction->mmra && !touches_memory) {
        ir_function called = check_called(c, instruction);
        bool pure = instruction->opcode != IR_CALL ||
                    (called && (c->module->functions[called].attributes & IR_FUNCTION_READNONE ||
                                c->callees[called].kind == CALLEE_HARMLESS));
        if (pure && instruction->opcode != IR_OPAQUE)
            check_report(c, CHECK_MMRA_PLACEMENT, index, NULL);
        return;
    }
    if (instruction->mmra && !tags->clean) {
        uint32_t before = found_so_far(c);
        check_values(c, index, instruction->mmra);
        c->tags[instruction->mmra].clean = found_so_far(c) == before;
    }
    if (instruction->mmra || check_synchronizes(event))
        check_private(c, index, tags, event);
    if (tags->none && touches_memory && !check_synchronizes(event) && !event->unknown)
        check_report(c, CHECK_AV_NONE_NO_EFFECT, index, NULL);
}
