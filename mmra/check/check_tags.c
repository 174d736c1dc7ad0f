/* Rules on the tags of one instruction: shape, values, private, amdgcn-av. */
#include "mmra/check/checker.h"

static const char *copy(struct checker *c, struct mmra_string string) {
    struct text text;
    text_init(&text, c->arena, (size_t)string.length + 8);
    text_escaped(&text, string);
    return text_finish(&text);
}

static const char *tag_text(struct checker *c, struct mmra_tag tag) {
    struct text text;
    text_init(&text, c->arena, (size_t)tag.prefix.length + tag.suffix.length + 8);
    text_escaped(&text, tag.prefix);
    text_char(&text, ':');
    text_escaped(&text, tag.suffix);
    return text_finish(&text);
}

/* ---- shape ---- */

/* Whether the node is an operand of itself or of one of its operands: tags are at most two levels deep. */
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

bool check_shape_is_right(struct checker *c, uint32_t index) {
    const struct ir_parsed *parsed = c->module->parsed;
    ir_metadata node = parsed ? parsed->instructions[index].mmra : 0;
    mmra_set set;
    if (!node)
        return true;
    if (c->nodes[node] == CHECK_NOT_ASKED)
        c->nodes[node] = ir_tags_of_metadata(c->module, node, &set) ? CHECK_YES : CHECK_NO;
    return c->nodes[node] == CHECK_YES;
}

static void report_shape(struct checker *c, uint32_t index) {
    ir_metadata node = c->module->parsed->instructions[index].mmra;
    bool cyclic = contains_itself(c->module, node);
    struct check_finding *finding = check_report(c, cyclic ? CHECK_MMRA_CYCLIC : CHECK_MMRA_SHAPE, index, NULL);
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

/* The number of letters to insert, delete or change to turn a into b, apart from case and '_' for '-'. */
static uint32_t edit_distance(struct mmra_string a, struct mmra_string b) {
    uint32_t row[LONGEST_PREFIX + 1];
    for (uint32_t k = 0; k <= b.length; k++)
        row[k] = k;
    for (uint32_t i = 1; i <= a.length; i++) {
        uint32_t diagonal = row[0];
        row[0] = i;
        for (uint32_t k = 1; k <= b.length; k++) {
            uint32_t changed = diagonal + (lower(a.bytes[i - 1]) != b.bytes[k - 1]);
            diagonal = row[k];
            uint32_t inserted = (row[k] < row[k - 1] ? row[k] : row[k - 1]) + 1;
            row[k] = changed < inserted ? changed : inserted;
        }
    }
    return row[b.length];
}

/* Other names for the same ideas: those of the document Memory Model Relaxation Annotations, that which LLVM 22
 * replaced and its new one, and those that come from mixing amdgpu and amdgcn. */
static const char mistaken_prefixes[] =
    "sync-as amdgpu-as amdgpu-synchronize-as amdgcn-as synchronize-as amdgpu-sync-as av vk";

/* Whether a prefix that is not known seems to mean one that is. */
static bool means_a_known_prefix(const struct mmra_tags *tags, struct mmra_string prefix) {
    if (mmra_string_among(prefix, mistaken_prefixes))
        return true;
    for (size_t i = 0; prefix.length <= LONGEST_PREFIX && i < MMRA_KNOWN_PREFIXES; i++)
        if (edit_distance(prefix, tags->prefixes[i]) <= 2)
            return true;
    return false;
}

static bool is_scope(struct mmra_string value) {
    bool one_as;
    return is(value, "system") || is(value, "device") ||
           (value.length && mmra_scope_parse(value.bytes, value.length, &one_as) != MMRA_SCOPE_UNKNOWN);
}

/* Returns the rule that the tag breaks; CHECK_RULE_COUNT if it breaks none. */
static enum check_rule wrong_value(const struct mmra_tags *tags, struct mmra_tag tag) {
    unsigned facts = mmra_facts_of_tag(tags, tag);
    if (facts & MMRA_ODD_PREFIX)
        return means_a_known_prefix(tags, tag.prefix) ? CHECK_PREFIX_NEAR_MISS : CHECK_RULE_COUNT;
    if (!(facts & MMRA_ODD_VALUE))
        return CHECK_RULE_COUNT;
    if (facts & MMRA_AV)
        return is_scope(tag.suffix) ? CHECK_AV_SCOPE_VALUE : CHECK_AV_VALUE;
    return facts & MMRA_SYNC ? CHECK_SYNCHRONIZE_AS_VALUE : CHECK_VULKAN_VALUE;
}

bool check_values_are_right(const struct checker *c, mmra_set set) {
    struct mmra_set_info info = mmra_set_members(&c->module->tags, set);
    if (!(info.facts & (MMRA_ODD_PREFIX | MMRA_ODD_VALUE)))
        return true;
    for (uint32_t i = 0; i < info.count; i++)
        if (wrong_value(&c->module->tags, info.tags[i]) != CHECK_RULE_COUNT)
            return false;
    return true;
}

static void check_values(struct checker *c, uint32_t index, mmra_set set) {
    struct mmra_set_info info = mmra_set_members(&c->module->tags, set);
    for (uint32_t i = 0; i < info.count; i++) {
        enum check_rule rule = wrong_value(&c->module->tags, info.tags[i]);
        bool value_alone = rule == CHECK_SYNCHRONIZE_AS_VALUE || rule == CHECK_VULKAN_VALUE;
        if (rule != CHECK_RULE_COUNT)
            check_report(c, rule, index, value_alone ? copy(c, info.tags[i].suffix) : tag_text(c, info.tags[i]));
    }
}

/* ---- private ---- */

static void check_private(struct checker *c, const struct check_event *event) {
    const struct check_tags *tags = check_tags_of(c, event->mmra);
    bool atomic = event->does.fence || event->does.atomic;
    if (check_both_private(tags))
        check_report(c, CHECK_BOTH_PRIVATE, event->index, NULL);
    else if (tags->facts & MMRA_PRIVATE && atomic)
        check_report(c, CHECK_PRIVATE_SYNCHRONIZATION, event->index, NULL);
    else if (!(tags->facts & MMRA_VULKAN) && check_synchronizes(event) && c->vulkan_synchronization)
        check_report(c, CHECK_UNTAGGED_SYNCHRONIZATION, event->index, NULL);
}

/* ---- all of them ---- */

void check_instruction_tags(struct checker *c, const struct check_event *event) {
    const struct check_tags *tags = check_tags_of(c, event->mmra);
    if (!check_shape_is_right(c, event->index))
        report_shape(c, event->index);
    if (event->mmra && !event->touches) {
        if (c->module->instructions[event->index].opcode != IR_OPAQUE)
            check_report(c, CHECK_MMRA_PLACEMENT, event->index, NULL);
        return;
    }
    if (!tags->clean)
        check_values(c, event->index, event->mmra);
    if (event->mmra || check_synchronizes(event))
        check_private(c, event);
    if (tags->facts & MMRA_AV_NONE && event->touches && !check_synchronizes(event) && !event->does.unknown)
        check_report(c, CHECK_AV_NONE_NO_EFFECT, event->index, NULL);
}
