#include "mmra/base/tags.h"

#include "mmra/base/sort.h"

struct mmra_string mmra_string_of(const char *text) {
    return (struct mmra_string){text, (uint32_t)strlen(text)};
}

static int compare_strings(struct mmra_string a, struct mmra_string b) {
    uint32_t common = a.length < b.length ? a.length : b.length;
    int order = common ? memcmp(a.bytes, b.bytes, common) : 0;
    return order ? order : (a.length > b.length) - (a.length < b.length);
}

bool mmra_string_equal(struct mmra_string a, struct mmra_string b) {
    return a.length == b.length && compare_strings(a, b) == 0;
}

bool mmra_string_among(struct mmra_string word, const char *words) {
    for (const char *next; word.length && words; words = next) {
        next = strchr(words, ' ');
        size_t length = next ? (size_t)(next++ - words) : strlen(words);
        if (length == word.length && memcmp(words, word.bytes, length) == 0)
            return true;
    }
    return false;
}

const char *mmra_string_behind(struct mmra_string text, const char *key) {
    size_t length = strlen(key);
    for (size_t at = 0; at + length <= text.length; at++)
        if (memcmp(text.bytes + at, key, length) == 0)
            return text.bytes + at + length;
    return NULL;
}

static int compare_tags(const void *left, const void *right) {
    const struct mmra_tag *a = left, *b = right;
    int order = compare_strings(a->prefix, b->prefix);
    return order ? order : compare_strings(a->suffix, b->suffix);
}

/* ---- what is known of tags ---- */

#define STRING(literal) {literal, sizeof(literal) - 1}

enum prefix { VULKAN, AV, SYNC };
static const struct mmra_string known_prefixes[MMRA_KNOWN_PREFIXES] = {
    [VULKAN] = STRING("vulkan"), [AV] = STRING("amdgcn-av"), [SYNC] = STRING("amdgpu-synchronize-as")};
static const struct mmra_string sync_before_22 = STRING("amdgpu-as");

/* By the number of the bit. */
static const struct {
    enum prefix prefix;
    struct mmra_string suffix;
} known_tags[MMRA_KNOWN_TAGS] = {
    {VULKAN, STRING("private")}, {VULKAN, STRING("nonprivate")}, {AV, STRING("none")},
    {SYNC, STRING("global")},    {SYNC, STRING("local")},
};

unsigned mmra_facts_of_tag(const struct mmra_tags *tags, struct mmra_tag tag) {
    unsigned prefix = 0;
    while (prefix < MMRA_KNOWN_PREFIXES && !mmra_string_equal(tag.prefix, tags->prefixes[prefix]))
        prefix++;
    if (prefix == MMRA_KNOWN_PREFIXES)
        return MMRA_ODD_PREFIX;
    unsigned facts = (unsigned)MMRA_VULKAN << prefix; /* in the order of the bits */
    for (uint32_t i = 0; i < MMRA_KNOWN_TAGS; i++)
        if (known_tags[i].prefix == prefix && mmra_string_equal(tag.suffix, known_tags[i].suffix))
            return facts | 1u << i;
    return facts | MMRA_ODD_VALUE;
}

/* ---- sets ---- */

void mmra_tags_init(struct mmra_tags *tags, struct arena *arena) {
    *tags = (struct mmra_tags){.arena = arena, .key = mmra_hash_key(tags)};
    memcpy(tags->prefixes, known_prefixes, sizeof known_prefixes);
    *ARENA_PUSH(arena, tags->sets, tags->count, tags->capacity) = (struct mmra_set_info){0}; /* MMRA_EMPTY_SET */
}

void mmra_tags_spell_as(struct mmra_tags *tags) {
    tags->prefixes[SYNC] = sync_before_22;
}

struct mmra_set_info mmra_set_members(const struct mmra_tags *tags, mmra_set set) {
    return tags->sets[set];
}

struct set_key {
    const struct mmra_tags *tags;
    struct mmra_set_info set;
};

static bool equal_set(const void *context, uint32_t item) {
    const struct set_key *key = context;
    struct mmra_set_info other = key->tags->sets[item];
    if (other.count != key->set.count)
        return false;
    for (uint32_t i = 0; i < other.count; i++)
        if (compare_tags(&other.tags[i], &key->set.tags[i]) != 0)
            return false;
    return true;
}

static uint32_t hash_set(uint64_t key, struct mmra_set_info set) {
    uint64_t hash = key ^ set.count;
    for (uint32_t i = 0; i < set.count; i++) {
        hash = mmra_hash_bytes(hash, set.tags[i].prefix.bytes, set.tags[i].prefix.length);
        hash = mmra_hash_bytes(hash, set.tags[i].suffix.bytes, set.tags[i].suffix.length);
    }
    return mmra_hash_end(hash);
}

static struct mmra_string copy_string(struct arena *arena, struct mmra_string string) {
    return (struct mmra_string){arena_copy_string(arena, string.bytes ? string.bytes : "", string.length),
                                string.length};
}

/* `set` is sorted and unique; its array and strings may be the caller's. */
static mmra_set intern(struct mmra_tags *tags, struct mmra_set_info set) {
    if (!set.count)
        return MMRA_EMPTY_SET;
    struct set_key key = {tags, set};
    uint32_t hash = hash_set(tags->key, set);
    uint32_t found = mmra_index_find(&tags->index, hash, equal_set, &key);
    if (found != MMRA_INDEX_NONE)
        return found;
    struct mmra_tag *copy = arena_allocate_array(tags->arena, set.count, sizeof *copy);
    for (uint32_t i = 0; i < set.count; i++) {
        copy[i] = (struct mmra_tag){copy_string(tags->arena, set.tags[i].prefix),
                                    copy_string(tags->arena, set.tags[i].suffix)};
        set.facts |= (uint16_t)mmra_facts_of_tag(tags, copy[i]);
    }
    set.tags = copy;
    *ARENA_PUSH(tags->arena, tags->sets, tags->count, tags->capacity) = set;
    mmra_index_add(&tags->index, tags->arena, hash, tags->count - 1);
    return tags->count - 1;
}

/* Nearly all sets have one to three tags; such sets are sorted on the stack. */
enum { SMALL_SET = 8 };

mmra_set mmra_set_of(struct mmra_tags *tags, const struct mmra_tag *members, uint32_t count) {
    struct mmra_tag small[SMALL_SET];
    struct mmra_tag *sorted = count <= SMALL_SET ? small : arena_allocate_array(tags->arena, count, sizeof *sorted);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = members[i];
    mmra_sort(tags->arena, sorted, count, sizeof *sorted, compare_tags);
    uint32_t unique = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!unique || compare_tags(&sorted[unique - 1], &sorted[i]) != 0)
            sorted[unique++] = sorted[i];
    return intern(tags, (struct mmra_set_info){sorted, unique, 0});
}

mmra_set mmra_set_of_known(struct mmra_tags *tags, unsigned known) {
    struct mmra_tag members[MMRA_KNOWN_TAGS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < MMRA_KNOWN_TAGS; i++)
        if (known & 1u << i)
            members[count++] = (struct mmra_tag){tags->prefixes[known_tags[i].prefix], known_tags[i].suffix};
    return mmra_set_of(tags, members, count);
}

static mmra_set without(struct mmra_tags *tags, mmra_set set, unsigned facts) {
    struct mmra_set_info info = tags->sets[set];
    if (!(info.facts & facts))
        return set;
    struct mmra_tag *others = arena_allocate_array(tags->arena, info.count, sizeof *others);
    uint32_t count = 0;
    for (uint32_t i = 0; i < info.count; i++)
        if (!(mmra_facts_of_tag(tags, info.tags[i]) & facts))
            others[count++] = info.tags[i];
    return mmra_set_of(tags, others, count);
}

mmra_set mmra_without_sync(struct mmra_tags *tags, mmra_set set) {
    return without(tags, set, MMRA_SYNC);
}

mmra_set mmra_without_none(struct mmra_tags *tags, mmra_set set) {
    return without(tags, set, MMRA_AV_NONE);
}

mmra_set mmra_with(struct mmra_tags *tags, mmra_set set, unsigned known) {
    struct mmra_set_info members = mmra_set_members(tags, set);
    struct mmra_set_info more = mmra_set_members(tags, mmra_set_of_known(tags, known));
    struct mmra_tag *all = arena_allocate_array(tags->arena, members.count + more.count + 1, sizeof *all);
    if (members.count)
        memcpy(all, members.tags, members.count * sizeof *all);
    if (more.count)
        memcpy(all + members.count, more.tags, more.count * sizeof *all);
    return mmra_set_of(tags, all, members.count + more.count);
}

/* The end of the run of tags from `first` on that have its prefix. */
static uint32_t prefix_end(struct mmra_set_info set, uint32_t first) {
    uint32_t end = first + 1;
    while (end < set.count && compare_strings(set.tags[end].prefix, set.tags[first].prefix) == 0)
        end++;
    return end;
}

/* The tags of the next prefix that both sets have: a range in each set. */
struct common_prefix {
    uint32_t a, a_end, b, b_end;
};

/* Moves on to the next prefix that both sets have; begin with a zeroed `at`. */
static bool next_common_prefix(struct mmra_set_info a, struct mmra_set_info b, struct common_prefix *at) {
    at->a = at->a_end;
    at->b = at->b_end;
    while (at->a < a.count && at->b < b.count) {
        int order = compare_strings(a.tags[at->a].prefix, b.tags[at->b].prefix);
        if (order == 0) {
            at->a_end = prefix_end(a, at->a);
            at->b_end = prefix_end(b, at->b);
            return true;
        }
        if (order < 0)
            at->a = prefix_end(a, at->a);
        else
            at->b = prefix_end(b, at->b);
    }
    return false;
}

static bool runs_meet(struct mmra_set_info a, struct mmra_set_info b, struct common_prefix at) {
    while (at.a < at.a_end && at.b < at.b_end) {
        int order = compare_tags(&a.tags[at.a], &b.tags[at.b]);
        if (order == 0)
            return true;
        if (order < 0)
            at.a++;
        else
            at.b++;
    }
    return false;
}

bool mmra_compatible(const struct mmra_tags *tags, mmra_set left, mmra_set right) {
    if (left == right || left == MMRA_EMPTY_SET || right == MMRA_EMPTY_SET)
        return true;
    struct mmra_set_info a = tags->sets[left], b = tags->sets[right];
    struct common_prefix at = {0};
    while (next_common_prefix(a, b, &at))
        if (!runs_meet(a, b, at))
            return false;
    return true;
}

mmra_set mmra_combine(struct mmra_tags *tags, mmra_set left, mmra_set right) {
    if (left == right)
        return left;
    struct mmra_set_info a = tags->sets[left], b = tags->sets[right];
    struct mmra_tag small[SMALL_SET];
    uint32_t most = a.count + b.count, count = 0;
    struct mmra_tag *members = most <= SMALL_SET ? small : arena_allocate_array(tags->arena, most, sizeof *members);
    struct common_prefix at = {0};
    while (next_common_prefix(a, b, &at)) {
        for (uint32_t i = at.a; i < at.a_end; i++)
            members[count++] = a.tags[i];
        for (uint32_t i = at.b; i < at.b_end; i++)
            members[count++] = b.tags[i];
    }
    return mmra_set_of(tags, members, count);
}
