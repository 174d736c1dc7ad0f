/* The comment with which every translation begins: which version wrote it, for which profile, with which options.
 * Options are spelled as the command takes them, also for a caller of the library. Only what can change the IR is
 * named, and nothing of the input, so that equal modules and options still give equal bytes. */
#include "translator/library/provenance.h"

#include <inttypes.h>

#include "mmra/base/text.h"
#include "translator/lower/lowering.h"

/* A value of an option, where it is not the default. */
static void put_choice(struct text *text, const char *option, smmra_option kind, uint32_t value) {
    if (value)
        text_format(text, "%s%s", option, smmra_option_value_name(kind, value));
}

/* A name from outside, as messages show it. */
static void put_name(struct text *text, const char *option, const char *name) {
    text_string(text, name ? option : "");
    text_printable(text, name);
}

static void put_flags(struct text *text, uint32_t flags) {
    static const struct {
        uint32_t flag;
        const char *option;
    } names[] = {
        {SMMRA_FLAG_IMPLICIT_NONPRIVATE, " --implicit-nonprivate"},
        {SMMRA_FLAG_ATOMICS_SYNC_AS, " --atomics-sync-as"},
        {SMMRA_FLAG_NO_THREAD_PRIVATE, " --no-thread-private"},
        {SMMRA_FLAG_NO_BACKEND_WORKAROUNDS, " --no-backend-workarounds"},
        {SMMRA_FLAG_DISPATCH_BASE, " --dispatch-base"},
        {SMMRA_FLAG_DESCRIPTORS_BY_VALUE, " --descriptors-by-value"},
        {SMMRA_FLAG_INLINE, " --inline"},
        {SMMRA_FLAG_EXPLAIN, " --explain"},
        {SMMRA_FLAG_NO_DEBUG_INFO, " --no-debug-info"},
        {SMMRA_FLAG_LINES, " --lines"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (flags & names[i].flag)
            text_string(text, names[i].option);
}

static void put_specializations(struct text *text, const smmra_options *options) {
    for (uint32_t i = 0; i < options->specialization_count; i++)
        text_format(text, " --spec=%u=%" PRIu64, options->specializations[i].spec_id, options->specializations[i].bits);
}

static void put_options(struct text *text, const smmra_options *options) {
    put_choice(text, " --target=", SMMRA_OPTION_TARGET, options->target);
    put_name(text, " --mcpu=", options->mcpu);
    if (options->wave)
        text_format(text, " --wave=%u", options->wave);
    put_choice(text, " --abi=", SMMRA_OPTION_ABI, options->abi);
    if (options->memory)
        text_string(text, options->memory == SMMRA_MEMORY_DEVICE ? " --memory=device" : " --memory=any");
    if (options->buffer_alignment)
        text_format(text, " --buffer-align=%u", options->buffer_alignment);
    put_choice(text, " --glsl450=", SMMRA_OPTION_GLSL450, options->glsl450);
    put_choice(text, " --convergence=", SMMRA_OPTION_CONVERGENCE, options->convergence);
    put_choice(text, " --coherence=", SMMRA_OPTION_COHERENCE, options->coherence);
    if (options->device_index)
        text_format(text, " --device-index=%u", options->device_index);
    put_flags(text, options->flags);
    put_name(text, " --entry=", options->entry);
    put_specializations(text, options);
}

/* LLVM accepts unknown intrinsics of its target without a message, and llc crashes in instruction selection. */
static const char *const unknown_intrinsics[] = {
    [SMMRA_PROFILE_23] = "LLVM 22 does not know the intrinsics llvm.amdgcn.av.* below, and its llc crashes on them: "
                         "--llvm=22 does without.",
    [SMMRA_PROFILE_DOCUMENT] =
        "No LLVM that is released knows the intrinsics llvm.amdgcn.av.* below, and llc crashes on "
        "them: --llvm=23 and --llvm=22 do without.",
    [SMMRA_PROFILE_24] =
        "LLVM 23 knows only the widest of the intrinsics llvm.amdgcn.av.* below, LLVM 22 none, and llc "
        "crashes on the others: --llvm=23 and --llvm=22 do without.",
    [SMMRA_PROFILE_DRAFT] = NULL,
};

static bool has_av_intrinsics(const struct lowering *l) {
    for (size_t scope = 0; scope < MMRA_SCOPE_COUNT; scope++)
        if (l->scope_metadata[scope])
            return true;
    return false;
}

void provenance_write(struct lowering *l) {
    struct text text;
    text_init(&text, l->arena, 256);
    text_format(&text, "spirv-mmra %s --llvm=%s", smmra_version_string(),
                smmra_option_value_name(SMMRA_OPTION_PROFILE, l->options->profile));
    put_options(&text, l->options);
    const char *unknown = unknown_intrinsics[l->options->profile];
    if (unknown && has_av_intrinsics(l))
        text_format(&text, "\n%s", unknown);
    l->ir->comment = ir_text(l->ir, text.start, text_length(&text));
}
