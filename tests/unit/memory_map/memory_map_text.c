#include "memory_map_text.h"

#include <stdio.h>
#include <string.h>

static const char *const kinds[] = {
    [MAPPED_LOAD] = "load",
    [MAPPED_STORE] = "store",
    [MAPPED_ATOMIC_LOAD] = "atomic-load",
    [MAPPED_ATOMIC_STORE] = "atomic-store",
    [MAPPED_ATOMIC_RMW] = "rmw",
    [MAPPED_CMPXCHG] = "cmpxchg",
    [MAPPED_FENCE] = "fence",
    [MAPPED_WORKGROUP_BARRIER] = "s.barrier",
    [MAPPED_WAVE_BARRIER] = "wave.barrier",
    [MAPPED_AV_LOAD] = "av-load",
    [MAPPED_AV_STORE] = "av-store",
    [MAPPED_MAKE_AVAILABLE] = "make-available",
    [MAPPED_MAKE_VISIBLE] = "make-visible",
    [MAPPED_MAKE_POINTER_AVAILABLE] = "make-ptr-available",
    [MAPPED_MAKE_POINTER_VISIBLE] = "make-ptr-visible",
    [MAPPED_IMAGE_READ] = "image-read",
    [MAPPED_IMAGE_WRITE] = "image-write",
    [MAPPED_IMAGE_ATOMIC] = "image-rmw",
    [MAPPED_IMAGE_CMPXCHG] = "image-cmpxchg",
};

static const char *const rmws[] = {
    [IR_RMW_XCHG] = "xchg", [IR_RMW_ADD] = "add",   [IR_RMW_SUB] = "sub",   [IR_RMW_AND] = "and",
    [IR_RMW_NAND] = "nand", [IR_RMW_OR] = "or",     [IR_RMW_XOR] = "xor",   [IR_RMW_MAX] = "max",
    [IR_RMW_MIN] = "min",   [IR_RMW_UMAX] = "umax", [IR_RMW_UMIN] = "umin", [IR_RMW_FADD] = "fadd",
    [IR_RMW_FSUB] = "fsub", [IR_RMW_FMAX] = "fmax", [IR_RMW_FMIN] = "fmin",
};

static const char *const scopes[] = {
    [MMRA_SCOPE_SYSTEM] = "",
    [MMRA_SCOPE_AGENT] = "agent",
    [MMRA_SCOPE_CLUSTER] = "cluster",
    [MMRA_SCOPE_WORKGROUP] = "workgroup",
    [MMRA_SCOPE_WAVEFRONT] = "wavefront",
    [MMRA_SCOPE_SINGLETHREAD] = "singlethread",
    [MMRA_SCOPE_UNKNOWN] = "unknown",
};

static const char *const orderings[] = {
    [IR_NOT_ATOMIC] = "",     [IR_UNORDERED] = "unordered", [IR_MONOTONIC] = "monotonic", [IR_ACQUIRE] = "acquire",
    [IR_RELEASE] = "release", [IR_ACQ_REL] = "acq_rel",     [IR_SEQ_CST] = "seq_cst",
};

static const struct {
    unsigned bit;
    const char *name;
} tags[] = {{MAP_PRIVATE, "private"},
            {MAP_NONPRIVATE, "nonprivate"},
            {MAP_AV_NONE, "none"},
            {MAP_SYNC_GLOBAL, "global"},
            {MAP_SYNC_LOCAL, "local"}},
  annotations[] = {{IR_THREAD_PRIVATE, "thread.private"},
                   {IR_NONTEMPORAL, "nontemporal"},
                   {IR_INVARIANT_LOAD, "invariant"},
                   {IR_NO_FINE_GRAINED_MEMORY, "no.fine.grained"},
                   {IR_NO_REMOTE_MEMORY, "no.remote"}};

static void add(char *text, const char *word) {
    size_t length = strlen(text);
    if (!*word)
        return;
    assert_true(length + strlen(word) + 2 < MEMORY_MAP_TEXT_SIZE);
    if (length && text[length - 1] != ' ')
        strcat(text, " ");
    strcat(text, word);
}

static void add_operation(const struct mapped_operation *operation, char *text) {
    char number[64];
    if (operation->is_volatile)
        add(text, "volatile");
    add(text, kinds[operation->kind]);
    if (operation->kind == MAPPED_ATOMIC_RMW || operation->kind == MAPPED_IMAGE_ATOMIC)
        add(text, rmws[operation->rmw]);
    if (operation->rmw_operand_is_one)
        add(text, "1");
    if (operation->bytes) {
        snprintf(number, sizeof number, "%u@%u", (unsigned)operation->bytes, (unsigned)operation->offset);
        add(text, number);
    }
    if (operation->kind == MAPPED_MAKE_POINTER_AVAILABLE || operation->kind == MAPPED_MAKE_POINTER_VISIBLE) {
        snprintf(number, sizeof number, "@%u", (unsigned)operation->offset);
        add(text, number);
    }
    if (operation->alignment) {
        snprintf(number, sizeof number, "align %u", (unsigned)operation->alignment);
        add(text, number);
    }
    add(text, scopes[operation->scope]);
    add(text, orderings[operation->ordering]);
    add(text, orderings[operation->failure_ordering]);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++) {
        if (operation->tags & tags[i].bit)
            add(text, tags[i].name);
    }
    for (size_t i = 0; i < sizeof annotations / sizeof *annotations; i++) {
        if (operation->annotations & annotations[i].bit)
            add(text, annotations[i].name);
    }
}

void memory_map_text(const struct mapped_operations *operations, char text[MEMORY_MAP_TEXT_SIZE]) {
    text[0] = '\0';
    if (operations->unsupported) {
        assert_int_equal(operations->count, 0);
        add(text, "unsupported");
    }
    for (uint32_t i = 0; i < operations->count; i++) {
        if (i)
            strcat(text, "; ");
        add_operation(&operations->operations[i], text);
    }
}

/* The rule's clause must tell the truth about what the operation carries. */
static void expect_rule(const struct mapped_operation *operation) {
    const char *rule = operation->rule;
    assert_non_null(rule);
    bool orders = operation->kind == MAPPED_FENCE || operation->ordering > IR_MONOTONIC;
    bool none = strstr(rule, "(amdgcn-av:none)"); /* in brackets: carried */
    assert_int_equal(none, !!(operation->tags & MAP_AV_NONE));
    if (orders && !strstr(rule, "Texel")) {
        assert_int_equal(!!strstr(rule, "global memory alone"), !!(operation->tags & MAP_SYNC_GLOBAL));
        assert_int_equal(!!strstr(rule, "workgroup memory alone"), !!(operation->tags & MAP_SYNC_LOCAL));
    }
    if (strncmp(rule, "no NonPrivate", 13) == 0)
        assert_true(operation->tags & MAP_PRIVATE);
    if (strncmp(rule, "NonPrivate", 10) == 0)
        assert_true(operation->tags & MAP_NONPRIVATE);
    assert_int_not_equal(rule[strlen(rule) - 1], '.'); /* a clause, not a sentence */
}

void expect_text(const struct mapped_operations *operations, const char *expected, const char *what) {
    char text[MEMORY_MAP_TEXT_SIZE];
    memory_map_text(operations, text);
    if (strcmp(text, expected) != 0)
        fail_msg("%s\n  expected: %s\n  got:      %s", what, expected, text);
    for (uint32_t i = 0; i < operations->count; i++)
        expect_rule(&operations->operations[i]);
}

struct memory_map vulkan_map(enum profile profile) {
    return (struct memory_map){.options = {.profile = profile, .thread_private = true, .backend_workarounds = true},
                               .facts = {.memory_model = SpvMemoryModelVulkan,
                                         .atomic_memory = MAP_SYNC_GLOBAL | MAP_SYNC_LOCAL,
                                         .unbounded_memory = MAP_SYNC_GLOBAL | MAP_SYNC_LOCAL}};
}
