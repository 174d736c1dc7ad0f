/* The two memory models: what an event is, what an execution is, and what a model answers about one.
 *
 * An execution is a set of events with program order (po), which write each read takes its value from (rf),
 * and the order of atomic writes to each location (mo; Vulkan's is called asmo). model_vulkan.c and
 * model_amdgpu.c define everything else from that, as relations, in the order of docs/reference/models.md. Both models
 * are *monotone*: an execution that is still growing (complete == false) and is inconsistent stays so
 * whatever is added, which lets the exploration give up early. */
#ifndef MMRA_MODEL_H
#define MMRA_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "mmra/base/tags.h"
#include "mmra/model/relation.h"

enum { MODEL_MAX_THREADS = 1024, MODEL_LEVELS = 6 };
#define MODEL_NONE UINT32_MAX

/* A scope is a level, largest first. Each thread belongs to one instance of each. AMDGPU's are enum
 * mmra_scope; Vulkan's are these. */
enum vulkan_scope {
    VULKAN_CROSS_DEVICE,
    VULKAN_DEVICE,
    VULKAN_QUEUE_FAMILY,
    VULKAN_WORKGROUP,
    VULKAN_SUBGROUP,
    VULKAN_INVOCATION,
    VULKAN_NO_SCOPE = 0xFF
};

enum model_kind {
    MODEL_READ = 1 << 0,
    MODEL_WRITE = 1 << 1, /* both: a read-modify-write, which is one event */
    MODEL_FENCE = 1 << 2, /* a control barrier that acquires or releases is also one, in Vulkan */
    MODEL_BARRIER = 1 << 3,
    MODEL_MAKE_AVAILABLE_DEVICE = 1 << 4, /* Vulkan: outside the shader, to the device domain */
    MODEL_MAKE_VISIBLE_DEVICE = 1 << 5,
    MODEL_BEGIN = 1 << 6, /* AMDGPU: every thread begins with an acquire and ends with a release */
    MODEL_END = 1 << 7,
    MODEL_INITIAL = 1 << 8, /* with MODEL_WRITE: the initial value of a location */
    MODEL_ARRIVES = 1 << 9, /* Vulkan, with MODEL_BARRIER: one half of a split barrier, which waits for nobody; */
    MODEL_WAITS = 1 << 10   /* and the other, which waits for the arrivals */
};

enum model_flag {
    MODEL_ATOMIC = 1 << 0,
    MODEL_ACQUIRE = 1 << 1,
    MODEL_RELEASE = 1 << 2,
    MODEL_SEQ_CST = 1 << 3,
    /* Vulkan */
    MODEL_NONPRIVATE = 1 << 4,
    MODEL_AVAILABLE = 1 << 5, /* per-instruction availability */
    MODEL_VISIBLE = 1 << 6,
    MODEL_SEMANTICS_AVAILABLE = 1 << 7, /* MakeAvailable in the semantics */
    MODEL_SEMANTICS_VISIBLE = 1 << 8,
    /* AMDGPU */
    MODEL_STORE_AVAILABLE = 1 << 9, /* at available_scope */
    MODEL_LOAD_VISIBLE = 1 << 10,   /* at visible_scope */
    MODEL_AV_NONE = 1 << 11,        /* amdgcn-av:none */
    MODEL_UNORDERED = 1 << 12,      /* atomic, but in no order of the writes to its location */
    MODEL_ONE_SPACE = 1 << 13,      /* a fence whose scope is -one-as: orders each address space by itself */
    /* An operation of profile draft, which is a fence without halves: it orders nothing. It has a location if it is for
     * one alone. */
    MODEL_MAKES_AVAILABLE = 1 << 14,
    MODEL_MAKES_VISIBLE = 1 << 15
};

/* Address spaces as AMDGPU's model counts them: bits of `spaces` and `ordered`. */
enum model_space { MODEL_GLOBAL = 1 << 0, MODEL_LOCAL = 1 << 1, MODEL_ALL_SPACES = -1 };
enum model_vulkan_tag { MODEL_TAG_PRIVATE = 1, MODEL_TAG_NONPRIVATE = 2 };

/* The place of an operation in the source of a shader, as its debug information says. Strings are hostile. */
struct model_place {
    const char *file;
    uint32_t line, column;            /* column 0: not known */
    const char *function, *text;      /* of the line; each may be NULL */
    const struct model_place *caller; /* of the call, of what is in a function that was called; NULL: it is in none */
};

/* An instruction says this about the events that it makes. */
struct model_operation {
    uint16_t kind;      /* enum model_kind */
    uint16_t flags;     /* enum model_flag */
    uint8_t scope;      /* level */
    uint8_t execution;  /* Vulkan: level of a control barrier's execution scope; 0: that of its scope */
    uint8_t float_bits; /* the value is a floating-point number of so many bits, for explanations; 0: it is none */
    uint8_t call; /* 0: of the thread itself; else of a shader call in it, which is another invocation (program.h) */
    bool fixed;   /* nothing of it is written in the source, so that nothing can be changed there */
    uint8_t storage_class;  /* Vulkan: of an access, its number, 0 to 3 */
    uint8_t semantics;      /* Vulkan: storage classes in the semantics, as bits */
    uint16_t failure_flags; /* of a compare-exchange that fails: MODEL_ACQUIRE, MODEL_SEQ_CST,
                             * MODEL_SEMANTICS_VISIBLE */
    uint8_t available_scope, visible_scope;
    uint8_t vulkan_tags;             /* AMDGPU: the tags of prefix vulkan, enum model_vulkan_tag */
    int32_t spaces;                  /* AMDGPU: address spaces that an access concerns, enum model_space */
    int32_t ordered;                 /* AMDGPU: the ordered set of a synchronizing operation */
    mmra_set tags;                   /* AMDGPU: without those of prefix amdgpu-synchronize-as */
    uint32_t line;                   /* of the source */
    uint32_t origin;                 /* SPIR-V: the word of the instruction, which many threads share */
    const char *text;                /* the source, for explanations */
    const char *object;              /* SPIR-V: the variable that an access goes through; NULL: not known */
    const struct model_place *place; /* NULL: not known */
};

/* A read takes its value from a write, whose index this is, or from one of these. */
enum { MODEL_SOURCE_NONE = -1 /* not decided */, MODEL_SOURCE_UNDEF = -2 };

struct model_event {
    const struct model_operation *operation;
    uint16_t kind; /* the operation's, but for a compare-exchange that failed */
    uint16_t flags;
    int32_t thread;     /* -1: an initial value */
    uint32_t location;  /* of an access: a cell of memory */
    uint32_t reference; /* Vulkan: two references may be one location */
    uint32_t barrier;   /* of a barrier: its dynamic instance; equal numbers are one */
    int32_t source;     /* of a read: a write, or MODEL_SOURCE_* */
};

struct model_scope_instances {
    uint32_t instance[MODEL_LEVELS];
};

/* A pair of threads where the first system-synchronizes-with the second. */
struct model_system_order {
    uint32_t before, after;
};

/* Vulkan's model orders two accesses here that AMDGPU's does not (docs/reference/models.md, "Known deviations"). */
enum model_deviation {
    MODEL_ORDERED_APART,       /* atomics, which the order of locations orders, but not in scope of each other */
    MODEL_ORDERED_AS_READ,     /* a read-modify-write before another access, by happens-before alone */
    MODEL_INCLUDED_AS_VISIBLE, /* besides: available by what an operation makes visible, or the reverse */
    MODEL_DEVIATIONS
};

struct model_excuses;

struct model_options {
    bool chains;                         /* Vulkan's availability and visibility chains; on by default */
    bool fr_needs_locord;                /* Vulkan, published variant: a read is before later writes only if its own is
                                            ordered */
    bool find_deviations;                /* Vulkan: the execution's `deviating` is asked for */
    bool text_of_appendix;               /* Vulkan: what operations include, as the text of the appendix has it and
                                            not the formal model */
    bool ask_text;                       /* Vulkan, the formal model: the execution's `race_by_text` is asked for */
    bool plain_rf_acyclic;               /* both: po | rf acyclic, as RC11 has it */
    bool letter_of_document;             /* AMDGPU: without A5 */
    const struct model_excuses *excuses; /* AMDGPU, not the document's: see excuses.h; or NULL */
    bool any_execution;                  /* Khronos's tests: consistency is not asked for */
};

/* Vulkan: the steps of availability and visibility chains, for explanations. */
enum { MODEL_DOMAINS = 4 };
struct model_chains {
    const uint8_t *domains;             /* their scopes, from the smallest; NULL: the model has no chains */
    relation to_available;              /* a write to an operation of its thread that makes it available, or itself */
    relation from_visible;              /* an operation to a read of its thread that it makes visible, or itself */
    relation av_includes, vis_includes; /* what an operation takes up */
    relation available[MODEL_DOMAINS];  /* the first operation of a chain to its last */
    relation visible[MODEL_DOMAINS];
};

enum { MODEL_MAX_LINKS = 16 };

struct model_link {
    const char *name;
    relation relation;
};

struct execution {
    struct relations *pool;
    const struct model_options *options;
    const struct mmra_tags *tags;
    const struct model_event *events;
    uint32_t count;
    const struct model_system_order *system_order;
    uint32_t system_order_count;
    relation po, rf, mo, depends;
    relation calls;         /* Vulkan's shader-call-order between invocations of one thread; NULL: there are no calls */
    relation same_location; /* over accesses, initial values included, identity excluded */
    /* By level: each event to those in its instance. An initial value lies in every instance, and its own holds
     * everything. The last is the thread alone, for scopes that are no level. */
    relation within[MODEL_LEVELS + 1];
    bool complete; /* nothing will be added: every atomic read has its source, and mo is total */

    /* The model found out: */
    const char *inconsistent;         /* the axiom that does not hold */
    bool race_by_text;                /* Vulkan, complete, without a data race: the text of the appendix has one */
    uint32_t race_first, race_second; /* Vulkan, complete: a data race, or MODEL_NONE */
    bool mixed_writes, mixed_reads;   /* Vulkan: see explore_statistics */
    bool unordered;                   /* Vulkan: writes of mixed scopes have no order that is transitive */
    relation hb, locord;              /* locord at least from writes */
    relation may_see;                 /* read to write: no consistent execution that this one grows into has another
                                       * source. NULL: not known */
    /* Vulkan, complete, where asked for: pairs at one location that are ordered only by a deviation, and those that are
     * so without it. */
    relation deviating[MODEL_DEVIATIONS], ordered_anyhow[MODEL_DEVIATIONS];
    event_set takes_any;    /* AMDGPU: reads that do not take undef, unless another write comes */
    int32_t *decided;       /* AMDGPU, complete: of each plain read its only source */
    relation before_at_end; /* writes to one location, the second of which hides the first at the end */
    struct model_link links[MODEL_MAX_LINKS]; /* derived relations, for explanations and graphs */
    uint32_t link_count;
    struct model_chains chains;
};

struct model {
    const char *name;
    bool begins_and_ends;     /* whether threads have MODEL_BEGIN and MODEL_END events */
    bool decides_plain_reads; /* whether a plain read's value follows from the rest */
    /* The pairs of atomic writes that mo must order, in both directions. */
    relation (*ordered_writes)(struct execution *x);
    /* Derives everything; returns whether the execution is consistent. */
    bool (*evaluate)(struct execution *x);
};

extern const struct model model_vulkan;
extern const struct model model_amdgpu;

/* ---- what both models use ---- */

/* The events whose kind and flags have all of these bits. */
event_set model_events(struct execution *x, uint16_t kind, uint16_t flags);
/* The events in a's instance of the scope `level`. */
static inline const uint64_t *model_instance(const struct execution *x, uint32_t a, uint8_t level) {
    return relation_row(x->pool, x->within[level < MODEL_LEVELS ? level : MODEL_LEVELS], a);
}
static inline bool model_includes(const struct execution *x, uint32_t a, uint8_t level, uint32_t b) {
    return set_has(model_instance(x, a, level), b);
}
/* The edges from every event of one thread to every event of another that it system-synchronizes-with. */
relation model_system_edges(struct execution *x, const uint64_t *from, const uint64_t *to);
/* While the order of writes is not decided: adds to it those of the pairs of `writes` that `forced` leaves in one order
 * only. Returns whether it grew. */
bool model_grow_order(struct execution *x, relation *order, const uint64_t *writes, const uint64_t *pairs,
                      const uint64_t *forced);
/* rf and dependencies are acyclic, and po | rf where the options ask for it. */
bool model_values_have_origin(struct execution *x);

/* Whether the model can tell no operation from the other by what it says of itself. */
bool model_same_operation(const struct model_operation *a, const struct model_operation *b);
void model_publish(struct execution *x, const char *name, relation link);

#endif
