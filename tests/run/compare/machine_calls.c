#define _DEFAULT_SOURCE
/* The functions that a shader calls and its shell gives (docs/guide/stages.md, "What the shell gives"), as machine
 * code: a call leaves its arguments in memory and traps, and the host's functions of the same meaning answer for each
 * lane. */
#include <stdlib.h>
#include <string.h>

#include "compare/machine_stage.h"
#include "compare/rays.h"
#include "compare/shell.h"
#include "host/rays.h"

enum {
    SLOT = 16,         /* bytes of an argument */
    MORE_AT = 15,      /* the slot of what the row of the function adds */
    CALL_BYTES = 2048, /* of a lane */
    RESULT_BYTES = 64,
    QUERY_BYTES = 256, /* of the object of a ray query */
    PAYLOAD_BYTES = 1024,
    FIRST_TRAP = 16, /* LLVM has some of those before */
    MOST_PARAMETERS = 16
};

/* No memory of this process lies there. */
#define CALLS_ADDRESS (UINT64_C(0x4800) << 32)

/* These belong to the lanes of a workgroup's waves, which are called in turn. */
static _Alignas(64) uint8_t memory[HOST_MOST_INVOCATIONS * CALL_BYTES];

/* A wave finds its number there: LLVM does not use the trap handler's registers. */
enum { WAVE_REGISTER = 11, WAVE_SHIFT = 20 };

void machine_number_waves(struct machine_kernel *kernel) {
    kernel->given[kernel->given_count++] = (struct machine_given){MACHINE_GIVEN_WAVE, MACHINE_TTMP + WAVE_REGISTER, 0};
}

/* The call of a single lane. */
struct call {
    const uint8_t *arguments;
    uint8_t *scratch; /* the lane's */
    uint32_t scratch_bytes;
    bool failed;
    _Alignas(16) uint8_t result[RESULT_BYTES];
};

static uint32_t word(const struct call *call, uint32_t slot) {
    uint32_t value;
    memcpy(&value, call->arguments + (size_t)slot * SLOT, sizeof value);
    return value;
}

static void floats(const struct call *call, uint32_t slot, float to[4]) {
    memcpy(to, call->arguments + (size_t)slot * SLOT, SLOT);
}

/* ---- what the stages call ---- */

static void load_vertex(struct call *call) {
    smmra_host_load_vertex((uint8_t)word(call, MORE_AT), word(call, 0), word(call, 1), word(call, 2), call->result);
}

/* The shader takes as many components as it asked for. */
static void interpolate_at(struct call *call) {
    uint32_t place = word(call, MORE_AT);
    float offset[4] = {0}, to[4] = {0};
    if (place == INTERPOLATE_OFFSET)
        floats(call, 2, offset);
    smmra_host_interpolate(place, word(call, 0), word(call, 1), 4, place == INTERPOLATE_SAMPLE ? word(call, 2) : 0,
                           offset[0], offset[1], to);
    memcpy(call->result, to, sizeof to);
}

static void emit_vertex(struct call *call) {
    smmra_host_emit(word(call, 0), call->arguments + SLOT);
}

static void end_primitive(struct call *call) {
    smmra_host_end_primitive(word(call, 0));
}

static void set_mesh_outputs(struct call *call) {
    smmra_host_set_mesh_outputs(word(call, 0), word(call, 1));
}

static void emit_mesh_tasks(struct call *call) {
    smmra_host_emit_mesh_tasks(word(call, 0), word(call, 1), word(call, 2));
}

/* Waves run one after the other, and in the order of primitives where a shader has an interlock. */
static void interlock(struct call *call) {
    (void)call;
}

/* ---- rays ---- */

/* The object at the address that an argument has, in the lane's scratch memory; what is there at most. */
static uint8_t *object_at(struct call *call, uint32_t slot, uint32_t least, uint32_t most, uint32_t *bytes) {
    uint32_t at = word(call, slot), left = at < call->scratch_bytes ? call->scratch_bytes - at : 0;
    *bytes = left < most ? left : most;
    call->failed = left < least || at % 16 != 0;
    return call->failed ? NULL : call->scratch + at;
}

/* The host's functions want it aligned, and so does the contract of the shader's. */
static void with_query(struct call *call, void (*perform)(struct call *, struct ray_query *)) {
    _Alignas(16) uint8_t query[QUERY_BYTES];
    uint32_t bytes;
    uint8_t *at = object_at(call, 0, QUERY_BYTES, QUERY_BYTES, &bytes);
    if (!at)
        return;
    memcpy(query, at, bytes);
    perform(call, (struct ray_query *)query);
    memcpy(at, query, bytes);
}

static uint64_t scene_of(const struct call *call, uint32_t slot) {
    uint64_t scene;
    memcpy(&scene, call->arguments + (size_t)slot * SLOT, sizeof scene);
    return scene;
}

static void begin_of(struct call *call, struct ray_query *query) {
    float origin[4], direction[4], least[4], most[4];
    floats(call, 4, origin);
    floats(call, 5, least);
    floats(call, 6, direction);
    floats(call, 7, most);
    smmra_host_ray_begin(query, scene_of(call, 1), word(call, 2), word(call, 3), origin, least[0], direction, most[0]);
}

static void proceed_of(struct call *call, struct ray_query *query) {
    uint32_t more = smmra_host_ray_proceed(query);
    memcpy(call->result, &more, sizeof more);
}

static void end_of(struct call *call, struct ray_query *query) {
    (void)call;
    smmra_host_ray_end(query);
}

static void confirm_of(struct call *call, struct ray_query *query) {
    (void)call;
    smmra_host_ray_confirm(query);
}

static void generate_of(struct call *call, struct ray_query *query) {
    float t[4];
    floats(call, 1, t);
    smmra_host_ray_generate(query, t[0]);
}

static void ask_of(struct call *call, struct ray_query *query) {
    smmra_host_ray_ask(query, word(call, 1), word(call, MORE_AT), call->result);
}

#define OF_QUERY(name)                                                                                                 \
    static void query_##name(struct call *call) {                                                                      \
        with_query(call, name##_of);                                                                                   \
    }
OF_QUERY(begin)
OF_QUERY(proceed)
OF_QUERY(end)
OF_QUERY(confirm)
OF_QUERY(generate)
OF_QUERY(ask)

static void trace(struct call *call) {
    _Alignas(16) uint8_t payload[PAYLOAD_BYTES];
    uint32_t numbers[5], bytes;
    float origin[4], direction[4], least[4], most[4];
    uint8_t *at = object_at(call, 10, 0, PAYLOAD_BYTES, &bytes);
    if (!at)
        return;
    for (uint32_t i = 0; i < 5; i++)
        numbers[i] = word(call, 1 + i);
    floats(call, 6, origin);
    floats(call, 7, least);
    floats(call, 8, direction);
    floats(call, 9, most);
    memcpy(payload, at, bytes);
    smmra_host_ray_trace(scene_of(call, 0), numbers, origin, least[0], direction, most[0], payload);
    memcpy(at, payload, bytes);
}

static void execute_callable(struct call *call) {
    _Alignas(16) uint8_t data[PAYLOAD_BYTES];
    uint32_t bytes;
    uint8_t *at = object_at(call, 1, 0, PAYLOAD_BYTES, &bytes);
    if (!at)
        return;
    memcpy(data, at, bytes);
    smmra_host_ray_callable(word(call, 0), data);
    memcpy(at, data, bytes);
}

/* The shell tells where a parameter that is memory of the invocation lies. */
static void keep_memory(struct call *call) {
    machine_keep_memory(word(call, 0), word(call, 1));
}

static void report_intersection(struct call *call) {
    float t[4];
    floats(call, 0, t);
    call->failed = !machine_hand_on(call->scratch, call->scratch_bytes);
    if (call->failed)
        return;
    uint32_t accepted = smmra_host_ray_report(t[0], word(call, 1));
    memcpy(call->result, &accepted, sizeof accepted);
}

static void ignore_intersection(struct call *call) {
    (void)call;
    smmra_host_ray_ignore();
}

static void terminate_ray(struct call *call) {
    (void)call;
    smmra_host_ray_terminate();
}

static void t_max(struct call *call) {
    float t = smmra_host_ray_t_max();
    memcpy(call->result, &t, sizeof t);
}

/* The message is looked at by tests/run/aborts alone. */
static void aborted(struct call *call) {
    (void)call;
}

/* ---- the functions ---- */

/* Names behind "smmra."; of one that ends with a point, the beginning. The trap is the number of the row. */
static const struct {
    const char *name;
    void (*perform)(struct call *call);
    uint32_t more;
} rows[] = {
    {"load.vertex.builtin.", load_vertex, true},
    {"load.vertex.", load_vertex, false},
    {"interpolate.at.vertex.builtin.", load_vertex, true},
    {"interpolate.at.vertex.", load_vertex, false},
    {"interpolate.at.centroid.", interpolate_at, INTERPOLATE_CENTROID},
    {"interpolate.at.sample.", interpolate_at, INTERPOLATE_SAMPLE},
    {"interpolate.at.offset.", interpolate_at, INTERPOLATE_OFFSET},
    {"interlock.", interlock, 0},
    {"emit.vertex", emit_vertex, 0},
    {"end.primitive", end_primitive, 0},
    {"set.mesh.outputs", set_mesh_outputs, 0},
    {"emit.mesh.tasks", emit_mesh_tasks, 0},
    {"ray.query.initialize", query_begin, 0},
    {"ray.query.proceed", query_proceed, 0},
    {"ray.query.terminate", query_end, 0},
    {"ray.query.confirm.intersection", query_confirm, 0},
    {"ray.query.generate.intersection", query_generate, 0},
    {"ray.query.", query_ask, 0},
    {"ray.trace", trace, 0},
    {"ray.execute.callable", execute_callable, 0},
    {"ray.report.intersection", report_intersection, 0},
    {"ray.ignore.intersection", ignore_intersection, 0},
    {"ray.terminate", terminate_ray, 0},
    {"ray.t.max", t_max, 0},
    {"abort", aborted, 0},
    {"keep.memory", keep_memory, 0},
};

/* The row of a function, and what it adds; false: nobody gives it. */
static bool find_row(const char *name, size_t length, uint32_t *row, uint32_t *more) {
    for (*row = 0; *row < sizeof rows / sizeof *rows; ++*row) {
        size_t own = strlen(rows[*row].name);
        bool begins = rows[*row].name[own - 1] == '.';
        if (length < own || memcmp(name, rows[*row].name, own) != 0 || (!begins && length != own))
            continue;
        *more = rows[*row].more;
        return rows[*row].perform != query_ask || ray_question_named(name + own, length - own, more);
    }
    return false;
}

/* ---- their IR ---- */

/* "declare amdgpu_gfx float @smmra.load.vertex.f32(i32, i32, i32) #1" */
struct declaration {
    int convention, result, name; /* lengths */
    const char *convention_at, *result_at, *name_at;
    const char *types[MOST_PARAMETERS];
    int lengths[MOST_PARAMETERS];
    uint32_t count;
};

/* Parameters end at commas that stand in no bracket. */
static void read_parameters(struct declaration *d, const char *at) {
    int depth = 0;
    for (const char *begin = at; d->count < MOST_PARAMETERS && *begin != ')'; at++) {
        bool ends = depth == 0 && (*at == ',' || *at == ')');
        depth += (strchr("{<[(", *at) != NULL) - (strchr("}>])", *at) != NULL);
        if (!ends)
            continue;
        d->types[d->count] = begin;
        d->lengths[d->count++] = (int)(at - begin);
        begin = *at == ',' ? at + 2 : at;
    }
}

static bool read_declaration(struct declaration *d, const char *line) {
    static const char declare[] = "declare ", convention[] = "amdgpu_gfx ", prefix[] = "@smmra.";
    const char *end = line + strcspn(line, "\n");
    *d = (struct declaration){0};
    if (strncmp(line, declare, sizeof declare - 1) != 0 || !(d->name_at = strstr(line, prefix)) || d->name_at > end)
        return false;
    d->convention_at = line + sizeof declare - 1;
    d->convention = strncmp(d->convention_at, convention, sizeof convention - 1) == 0 ? (int)sizeof convention - 1 : 0;
    d->result_at = d->convention_at + d->convention;
    d->result = (int)(d->name_at - d->result_at) - 1;
    d->name = (int)strcspn(d->name_at, "(");
    read_parameters(d, d->name_at + d->name + 1);
    return true;
}

/* The outputs of a vertex lie as in an invocation's record. */
static void print_parameters(FILE *out, const struct declaration *d, const struct drawn_stage *stage, bool emits,
                             const struct shell_memory *pointers) {
    for (uint32_t i = 0; i < d->count; i++) {
        if (emits && i == 1) {
            fprintf(out, "  %%outputs = getelementptr i8, ptr addrspace(1) %%area, i64 %u\n", SLOT);
            shell_print_stores(out, stage, pointers);
        } else {
            fprintf(out,
                    "  %%slot%u = getelementptr i8, ptr addrspace(1) %%area, i64 %u\n"
                    "  store %.*s %%a%u, ptr addrspace(1) %%slot%u, align 16\n",
                    i, i * SLOT, d->lengths[i], d->types[i], i, i);
        }
    }
}

static void print_function(FILE *out, const struct declaration *d, const struct drawn_stage *stage, uint32_t row,
                           uint32_t more, const char *processor, uint32_t lanes, const struct shell_memory *pointers) {
    bool emits = rows[row].perform == emit_vertex;
    fprintf(out, "\ndefine internal %.*s%.*s %.*s(", d->convention, d->convention_at, d->result, d->result_at, d->name,
            d->name_at);
    for (uint32_t i = 0; i < d->count; i++)
        if (emits && i == 1)
            fprintf(out, ", %.*s %%result", d->lengths[i], d->types[i]);
        else
            fprintf(out, "%s%.*s %%a%u", i ? ", " : "", d->lengths[i], d->types[i], i);
    fprintf(out,
            ") alwaysinline convergent nounwind %s\"target-cpu\"=\"%s\" {\n"
            "  %%given = call i32 asm \"s_mov_b32 $0, ttmp%u\", \"=s\"()\n  %%wave = lshr i32 %%given, %u\n"
            "  %%low = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)\n"
            "  %%lane = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %%low)\n"
            "  %%before = mul i32 %%wave, %u\n  %%number = add i32 %%before, %%lane\n"
            "  %%by = mul i32 %%number, %u\n  %%wide = zext i32 %%by to i64\n"
            "  %%area = getelementptr i8, ptr addrspace(1) inttoptr (i64 %llu to ptr addrspace(1)), i64 %%wide\n",
            d->convention ? "\"amdgpu-ieee\"=\"false\" " : "", processor, WAVE_REGISTER, WAVE_SHIFT, lanes, CALL_BYTES,
            (unsigned long long)CALLS_ADDRESS);
    print_parameters(out, d, stage, emits, pointers);
    if (!emits)
        fprintf(out,
                "  %%more = getelementptr i8, ptr addrspace(1) %%area, i64 %u\n"
                "  store i32 %u, ptr addrspace(1) %%more, align 16\n",
                MORE_AT * SLOT, more);
    fprintf(out, "  call void asm sideeffect \"s_trap %u\", \"~{memory}\"() convergent\n", FIRST_TRAP + row);
    if (d->result == 4 && memcmp(d->result_at, "void", 4) == 0)
        fputs("  ret void\n}\n", out);
    else
        fprintf(out, "  %%value = load %.*s, ptr addrspace(1) %%area, align 16\n  ret %.*s %%value\n}\n", d->result,
                d->result_at, d->result, d->result_at);
}

/* LLVM knows what a function of its own does, also where the translation declares it, which then is enough. */
static void declare_once(FILE *out, const char *ir, const char *name) {
    char declared[80];
    snprintf(declared, sizeof declared, "declare i32 @%s(", name);
    if (!strstr(ir, declared))
        fprintf(out, "\n%si32, i32)\n", declared);
}

/* Prints a body for each function of the shell that a text declares; false: why not is in `message`. */
static bool print_declared(FILE *out, const struct drawn_stage *stage, const char *text, const char *processor,
                           uint32_t lanes, const struct shell_memory *pointers, char *message) {
    static const size_t prefix = sizeof "@smmra." - 1;
    struct declaration d;
    uint32_t row, more;
    for (const char *line = text; line; line = (line = strchr(line, '\n')) ? line + 1 : NULL) {
        if (!read_declaration(&d, line))
            continue;
        bool fits = stage->output_bytes + SLOT <= CALL_BYTES;
        if (!find_row(d.name_at + prefix, (size_t)d.name - prefix, &row, &more) || !fits) {
            snprintf(message, MESSAGE_SIZE, "not executed: what its shell gives: %.*s", d.name, d.name_at);
            return false;
        }
        print_function(out, &d, stage, row, more, processor, lanes, pointers);
    }
    return true;
}

bool machine_print_calls(FILE *out, const struct drawn_stage *stage, const char *ir, const char *processor,
                         uint32_t lanes, const struct shell_memory *pointers, char *message) {
    static const char kept[] = "declare amdgpu_gfx void @smmra.keep.memory(i32, ptr addrspace(5))\n";
    bool rays = stage->model == SpvExecutionModelRayGenerationKHR;
    declare_once(out, ir, "llvm.amdgcn.mbcnt.lo");
    declare_once(out, ir, "llvm.amdgcn.mbcnt.hi");
    return print_declared(out, stage, rays ? kept : "", processor, lanes, pointers, message) &&
           print_declared(out, stage, ir, processor, lanes, pointers, message);
}

/* ---- the trap ---- */

struct machine_range machine_call_range(void) {
    return (struct machine_range){CALLS_ADDRESS, sizeof memory, 0, memory, false};
}

/* A call may run further shaders, which call too: all lanes' arguments are taken first, and results written last. */
bool machine_perform_calls(const struct machine_trapped *trapped, struct host_invocation *invocations) {
    uint32_t row = trapped->number - FIRST_TRAP, bytes = trapped->lanes * CALL_BYTES;
    uint8_t *own = memory + (size_t)trapped->wave * bytes, *arguments = malloc(bytes);
    struct call *calls = calloc(trapped->lanes, sizeof *calls);
    bool good = row < sizeof rows / sizeof *rows && arguments && calls;
    if (good)
        memcpy(arguments, own, bytes);
    for (uint32_t lane = 0; lane < trapped->lanes && good; lane++) {
        if (!(trapped->exec >> lane & 1))
            continue;
        calls[lane].arguments = arguments + (size_t)lane * CALL_BYTES;
        calls[lane].scratch = trapped->scratch + (size_t)lane * trapped->each;
        calls[lane].scratch_bytes = trapped->each;
        if (invocations)
            host_become(&invocations[trapped->first + lane]);
        rows[row].perform(&calls[lane]);
        good = !calls[lane].failed;
    }
    for (uint32_t lane = 0; lane < trapped->lanes && good; lane++)
        if (trapped->exec >> lane & 1)
            memcpy(own + (size_t)lane * CALL_BYTES, calls[lane].result, RESULT_BYTES);
    free(arguments);
    free(calls);
    return good;
}
