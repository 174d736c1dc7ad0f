/* Z3, by its C API. The build chooses whether there is one (SMMRA_Z3); its library is loaded when the first question is
 * asked, as it would make every start of the command slow. Its objects belong to a context, which ends them. */
#include "translator/prove/prove_core.h"

#ifdef SMMRA_HAS_Z3

#include <dlfcn.h>
#include <stdio.h>
#include <z3.h>

#define FUNCTIONS(ROW)                                                                                                 \
    ROW(Z3_global_param_set)                                                                                           \
    ROW(Z3_mk_config)                                                                                                  \
    ROW(Z3_del_config)                                                                                                 \
    ROW(Z3_mk_context)                                                                                                 \
    ROW(Z3_del_context)                                                                                                \
    ROW(Z3_set_error_handler)                                                                                          \
    ROW(Z3_get_error_code)                                                                                             \
    ROW(Z3_mk_solver_for_logic)                                                                                        \
    ROW(Z3_mk_string_symbol)                                                                                           \
    ROW(Z3_solver_inc_ref)                                                                                             \
    ROW(Z3_solver_dec_ref)                                                                                             \
    ROW(Z3_solver_set_params)                                                                                          \
    ROW(Z3_solver_assert)                                                                                              \
    ROW(Z3_solver_check)                                                                                               \
    ROW(Z3_solver_get_model)                                                                                           \
    ROW(Z3_model_inc_ref)                                                                                              \
    ROW(Z3_model_dec_ref)                                                                                              \
    ROW(Z3_model_eval)                                                                                                 \
    ROW(Z3_get_numeral_uint64)                                                                                         \
    ROW(Z3_get_bool_value)                                                                                             \
    ROW(Z3_mk_params)                                                                                                  \
    ROW(Z3_params_inc_ref)                                                                                             \
    ROW(Z3_params_dec_ref)                                                                                             \
    ROW(Z3_params_set_uint)                                                                                            \
    ROW(Z3_mk_bool_sort)                                                                                               \
    ROW(Z3_mk_bv_sort)                                                                                                 \
    ROW(Z3_mk_const)                                                                                                   \
    ROW(Z3_mk_func_decl)                                                                                               \
    ROW(Z3_mk_app)                                                                                                     \
    ROW(Z3_mk_true)                                                                                                    \
    ROW(Z3_mk_false)                                                                                                   \
    ROW(Z3_mk_unsigned_int64)                                                                                          \
    ROW(Z3_mk_eq)                                                                                                      \
    ROW(Z3_mk_not)                                                                                                     \
    ROW(Z3_mk_and)                                                                                                     \
    ROW(Z3_mk_or)                                                                                                      \
    ROW(Z3_mk_ite)                                                                                                     \
    ROW(Z3_mk_bvnot)                                                                                                   \
    ROW(Z3_mk_bvand)                                                                                                   \
    ROW(Z3_mk_bvor)                                                                                                    \
    ROW(Z3_mk_bvxor)                                                                                                   \
    ROW(Z3_mk_bvadd)                                                                                                   \
    ROW(Z3_mk_bvmul)                                                                                                   \
    ROW(Z3_mk_bvudiv)                                                                                                  \
    ROW(Z3_mk_bvurem)                                                                                                  \
    ROW(Z3_mk_bvsdiv)                                                                                                  \
    ROW(Z3_mk_bvsrem)                                                                                                  \
    ROW(Z3_mk_bvsmod)                                                                                                  \
    ROW(Z3_mk_bvshl)                                                                                                   \
    ROW(Z3_mk_bvlshr)                                                                                                  \
    ROW(Z3_mk_bvashr)                                                                                                  \
    ROW(Z3_mk_bvult)                                                                                                   \
    ROW(Z3_mk_bvslt)                                                                                                   \
    ROW(Z3_mk_zero_ext)                                                                                                \
    ROW(Z3_mk_sign_ext)                                                                                                \
    ROW(Z3_mk_extract)

#define ROW(name) __typeof__(&(name)) name;
static struct {
    FUNCTIONS(ROW)
    bool is_loaded, is_there;
} z3;
#undef ROW

const char *const prove_no_solver = "Z3 would be asked, whose library (libz3.so.4) is not there";

static bool load_function(void *library, const char *name, void *function, size_t size) {
    void *found = dlsym(library, name);
    memcpy(function, &found, size);
    return found != NULL;
}

static bool load_all(void) {
    void *library = dlopen("libz3.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        library = dlopen("libz3.so", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
    bool is_there = true;
#define ROW(name) is_there &= load_function(library, #name, &z3.name, sizeof z3.name);
    FUNCTIONS(ROW)
#undef ROW
    return is_there;
}

bool prove_has_solver(void) {
    if (!z3.is_loaded) {
        z3.is_loaded = true;
        z3.is_there = load_all();
    }
    return z3.is_there;
}

struct prove_solver {
    struct prover *p;
    Z3_context context;
    Z3_solver solver;
    Z3_model model;
    Z3_ast *said; /* of the question */
    uint32_t said_count, said_capacity;
    uint64_t *applied;                                   /* functions that have an argument which is no constant */
    uint32_t applied_count, applied_capacity, looked_at; /* looked_at: of the terms */
    bool has_functions, has_failed;
    enum prove_mode mode;
    uint32_t milliseconds;
    struct {
        Z3_ast *of;
        uint32_t count;
    } known[PROVE_MODES][2];
};

static void ignore_error(Z3_context context, Z3_error_code code) {
    (void)context, (void)code;
}

struct prove_solver *prove_solver_begin(struct prover *p, uint32_t milliseconds, uint32_t megabytes) {
    char memory[16];
    if (!prove_has_solver())
        return NULL;
    snprintf(memory, sizeof memory, "%u", megabytes);
    z3.Z3_global_param_set("memory_max_size", memory);
    struct prove_solver *solver = arena_allocate_array(p->arena, 1, sizeof *solver);
    Z3_config config = z3.Z3_mk_config();
    *solver = (struct prove_solver){.p = p, .milliseconds = milliseconds, .context = z3.Z3_mk_context(config)};
    z3.Z3_del_config(config);
    z3.Z3_set_error_handler(solver->context, ignore_error);
    return solver;
}

static void forget_answer(struct prove_solver *s) {
    if (s->model)
        z3.Z3_model_dec_ref(s->context, s->model);
    if (s->solver)
        z3.Z3_solver_dec_ref(s->context, s->solver);
    s->model = NULL;
    s->solver = NULL;
}

void prove_solver_end(struct prove_solver *s) {
    if (!s)
        return;
    forget_answer(s);
    z3.Z3_del_context(s->context);
}

void prove_solver_ask(struct prove_solver *s, enum prove_mode mode) {
    forget_answer(s);
    s->said_count = 0;
    s->has_functions = false;
    s->mode = mode;
}

/* ---- terms ---- */

static Z3_sort sort_of(struct prove_solver *s, uint8_t width) {
    return width == 1 ? z3.Z3_mk_bool_sort(s->context) : z3.Z3_mk_bv_sort(s->context, width);
}

static bool has_constants(const struct prove_solver *s, const struct prove_node *node) {
    for (uint32_t i = 0; i < node->count; i++)
        if (!prove_is_constant(&s->p->terms, node->arguments[i]))
            return false;
    return true;
}

static bool is_applied(const struct prove_solver *s, uint64_t function) {
    for (uint32_t i = 0; i < s->applied_count; i++)
        if (s->applied[i] == function)
            return true;
    return false;
}

/* A function all of whose arguments are constants is so many numbers, as scalars of push constants are; the solver is
 * faster without functions. */
static void find_applied(struct prove_solver *s) {
    const struct prove_terms *terms = &s->p->terms;
    for (; s->looked_at < terms->count; s->looked_at++) {
        const struct prove_node *node = &terms->nodes[s->looked_at];
        if (node->operation == PROVE_APPLY && !has_constants(s, node) && !is_applied(s, node->bits))
            *ARENA_PUSH(s->p->arena, s->applied, s->applied_count, s->applied_capacity) = node->bits;
    }
}

static Z3_ast application(struct prove_solver *s, const struct prove_node *node, const Z3_ast *arguments) {
    char name[32];
    Z3_sort *sorts = arena_allocate_array(s->p->arena, node->count + 1, sizeof *sorts);
    for (uint32_t i = 0; i < node->count; i++)
        sorts[i] = sort_of(s, prove_width(&s->p->terms, node->arguments[i]));
    snprintf(name, sizeof name, "f%llx", (unsigned long long)node->bits);
    Z3_func_decl function = z3.Z3_mk_func_decl(s->context, z3.Z3_mk_string_symbol(s->context, name), node->count, sorts,
                                               sort_of(s, node->width));
    return z3.Z3_mk_app(s->context, function, node->count, arguments);
}

static Z3_ast named(struct prove_solver *s, char kind, uint64_t number, uint8_t width) {
    char name[32];
    snprintf(name, sizeof name, "%c%llu", kind, (unsigned long long)number);
    return z3.Z3_mk_const(s->context, z3.Z3_mk_string_symbol(s->context, name), sort_of(s, width));
}

/* A number of so many bits that has a narrower one's value: what bits are 0 need not be found then. */
static Z3_ast narrow(struct prove_solver *s, char kind, uint64_t number, uint8_t width, uint8_t bits) {
    return bits && bits < width ? z3.Z3_mk_zero_ext(s->context, width - bits, named(s, kind, number, bits))
                                : named(s, kind, number, width);
}

static uint8_t bits_of(uint32_t number) {
    uint8_t bits = 2; /* one bit would be a condition */
    while (number >> bits)
        bits++;
    return bits;
}

/* Places in the grid are below its limits, which every question says. */
static Z3_ast symbol(struct prove_solver *s, const struct prove_node *node, uint32_t side) {
    uint8_t built_in = s->p->terms.symbols[node->bits].built_in;
    uint8_t bits = !built_in ? 0 : built_in < PROVE_GROUP_X ? bits_of(s->p->local[built_in - PROVE_LOCAL_X] - 1) : 16;
    return narrow(s, side ? 'b' : 'a', node->bits, node->width, bits);
}

static Z3_ast constant(struct prove_solver *s, const struct prove_node *node) {
    return node->width > 1 ? z3.Z3_mk_unsigned_int64(s->context, node->bits, sort_of(s, node->width))
           : node->bits    ? z3.Z3_mk_true(s->context)
                           : z3.Z3_mk_false(s->context);
}

static Z3_ast operation(struct prove_solver *s, const struct prove_node *node, const Z3_ast *a) {
    Z3_context c = s->context;
    uint8_t from = prove_width(&s->p->terms, node->arguments[0]);
    switch ((enum prove_operation)node->operation) {
    case PROVE_ADD:
        return z3.Z3_mk_bvadd(c, a[0], a[1]);
    case PROVE_MULTIPLY:
        return z3.Z3_mk_bvmul(c, a[0], a[1]);
    case PROVE_UNSIGNED_DIVIDE:
        return z3.Z3_mk_bvudiv(c, a[0], a[1]);
    case PROVE_UNSIGNED_REMAINDER:
        return z3.Z3_mk_bvurem(c, a[0], a[1]);
    case PROVE_SIGNED_DIVIDE:
        return z3.Z3_mk_bvsdiv(c, a[0], a[1]);
    case PROVE_SIGNED_REMAINDER:
        return z3.Z3_mk_bvsrem(c, a[0], a[1]);
    case PROVE_SIGNED_MODULO:
        return z3.Z3_mk_bvsmod(c, a[0], a[1]);
    case PROVE_AND:
        return node->width == 1 ? z3.Z3_mk_and(c, node->count, a) : z3.Z3_mk_bvand(c, a[0], a[1]);
    case PROVE_OR:
        return z3.Z3_mk_bvor(c, a[0], a[1]);
    case PROVE_XOR:
        return z3.Z3_mk_bvxor(c, a[0], a[1]);
    case PROVE_NOT:
        return node->width == 1 ? z3.Z3_mk_not(c, a[0]) : z3.Z3_mk_bvnot(c, a[0]);
    case PROVE_SHIFT_LEFT:
        return z3.Z3_mk_bvshl(c, a[0], a[1]);
    case PROVE_SHIFT_RIGHT:
        return z3.Z3_mk_bvlshr(c, a[0], a[1]);
    case PROVE_SHIFT_RIGHT_SIGNED:
        return z3.Z3_mk_bvashr(c, a[0], a[1]);
    case PROVE_EQUAL:
        return z3.Z3_mk_eq(c, a[0], a[1]);
    case PROVE_UNSIGNED_LESS:
        return z3.Z3_mk_bvult(c, a[0], a[1]);
    case PROVE_SIGNED_LESS:
        return z3.Z3_mk_bvslt(c, a[0], a[1]);
    case PROVE_CHOOSE:
        return z3.Z3_mk_ite(c, a[0], a[1], a[2]);
    case PROVE_ZERO_EXTEND:
        return z3.Z3_mk_zero_ext(c, node->width - from, a[0]);
    case PROVE_SIGN_EXTEND:
        return z3.Z3_mk_sign_ext(c, node->width - from, a[0]);
    case PROVE_TRUNCATE:
        return z3.Z3_mk_extract(c, node->width - 1u, 0, a[0]);
    case PROVE_APPLY:
        return application(s, node, a);
    default:
        return NULL;
    }
}

static Z3_ast *room_for(struct prove_solver *s, uint32_t side) {
    uint32_t count = s->p->terms.count;
    if (s->known[s->mode][side].count < count) {
        Z3_ast *of = arena_allocate_array(s->p->arena, (size_t)count * 2, sizeof *of);
        if (s->known[s->mode][side].count)
            memcpy(of, s->known[s->mode][side].of, s->known[s->mode][side].count * sizeof *of);
        s->known[s->mode][side].of = of;
        s->known[s->mode][side].count = count * 2;
    }
    return s->known[s->mode][side].of;
}

/* A term as an invocation has it: what is alike in both is the same. */
static Z3_ast translate(struct prove_solver *s, prove_term term, uint32_t side) {
    struct prove_terms *terms = &s->p->terms;
    uint32_t count = prove_walk(terms, &term, 1);
    Z3_ast *const known[2] = {room_for(s, 0), room_for(s, 1)};
    find_applied(s);
    for (uint32_t i = 0; i < count; i++) {
        const struct prove_node *node = &terms->nodes[terms->walked[i]];
        uint32_t own = node->variance & prove_mode_variance[s->mode] ? side : 0;
        const bool is_function = node->operation == PROVE_APPLY && is_applied(s, node->bits);
        s->has_functions |= is_function;
        if (known[own][terms->walked[i]])
            continue;
        Z3_ast *arguments = arena_allocate_array(s->p->arena, node->count + 1, sizeof *arguments);
        for (uint32_t k = 0; k < node->count; k++) {
            bool is_shared = !(terms->nodes[node->arguments[k]].variance & prove_mode_variance[s->mode]);
            arguments[k] = known[is_shared ? 0 : side][node->arguments[k]];
        }
        Z3_ast made = node->operation == PROVE_CONSTANT                ? constant(s, node)
                      : node->operation == PROVE_SYMBOL                ? symbol(s, node, own)
                      : node->operation == PROVE_APPLY && !is_function ? named(s, 'c', terms->walked[i], node->width)
                                                                       : operation(s, node, arguments);
        s->has_failed |= !made; /* of what an invalid module may have: nothing is known from here on */
        known[own][terms->walked[i]] = made ? made : z3.Z3_mk_true(s->context);
    }
    bool is_shared = !(terms->nodes[term].variance & prove_mode_variance[s->mode]);
    return known[is_shared ? 0 : side][term];
}

/* ---- questions ---- */

static void say(struct prove_solver *s, Z3_ast condition) {
    *ARENA_PUSH(s->p->arena, s->said, s->said_count, s->said_capacity) = condition;
}

void prove_solver_say(struct prove_solver *s, prove_term condition, uint32_t side, bool is_so) {
    Z3_ast said = translate(s, condition, side);
    say(s, is_so ? said : z3.Z3_mk_not(s->context, said));
}

static Z3_ast equal(struct prove_solver *s, prove_term a, prove_term b) {
    struct prove_terms *terms = &s->p->terms;
    uint8_t x = prove_width(terms, a), y = prove_width(terms, b), width = x > y ? x : y;
    return z3.Z3_mk_eq(s->context, translate(s, prove_resize(terms, a, width, true), 0),
                       translate(s, prove_resize(terms, b, width, true), 1));
}

void prove_solver_say_equal(struct prove_solver *s, prove_term a, prove_term b) {
    say(s, equal(s, a, b));
}

void prove_solver_say_distinct(struct prove_solver *s, const prove_term *terms, uint32_t count) {
    Z3_ast *parts = arena_allocate_array(s->p->arena, count + 1, sizeof *parts);
    for (uint32_t i = 0; i < count; i++)
        parts[i] =
            z3.Z3_mk_not(s->context, z3.Z3_mk_eq(s->context, translate(s, terms[i], 0), translate(s, terms[i], 1)));
    say(s, z3.Z3_mk_or(s->context, count, parts));
}

void prove_solver_say_tickets(struct prove_solver *s, const struct prove_event *a, const struct prove_event *b) {
    Z3_context c = s->context;
    Z3_ast *parts = arena_allocate_array(s->p->arena, a->path_count + 3, sizeof *parts);
    Z3_ast x = translate(s, a->ticket, 0), x_end = z3.Z3_mk_bvadd(c, x, translate(s, a->added, 0));
    Z3_ast y = translate(s, b->ticket, 1), y_end = z3.Z3_mk_bvadd(c, y, translate(s, b->added, 1));
    Z3_ast overlap[] = {z3.Z3_mk_bvult(c, y, x_end), z3.Z3_mk_bvult(c, x, y_end)};
    Z3_ast wrong[] = {z3.Z3_mk_and(c, 2, overlap), z3.Z3_mk_bvult(c, x_end, x), z3.Z3_mk_bvult(c, y_end, y)};
    for (uint32_t i = 0; i < a->path_count; i++)
        parts[i] = z3.Z3_mk_not(c, equal(s, a->path[i], b->path[i]));
    parts[a->path_count] = z3.Z3_mk_not(c, translate(s, a->control, 0));
    parts[a->path_count + 1] = z3.Z3_mk_not(c, translate(s, b->control, 1));
    parts[a->path_count + 2] = z3.Z3_mk_not(c, z3.Z3_mk_or(c, 3, wrong));
    say(s, z3.Z3_mk_or(c, a->path_count + 3, parts));
}

void prove_solver_say_small(struct prove_solver *s, prove_term term, uint32_t side, uint8_t bits) {
    const uint64_t number = (uint64_t)term << 8 | bits;
    bool is_shared = !(s->p->terms.nodes[term].variance & prove_mode_variance[s->mode]);
    Z3_ast small = narrow(s, side && !is_shared ? 'z' : 'y', number, prove_width(&s->p->terms, term), bits);
    say(s, z3.Z3_mk_eq(s->context, translate(s, term, side), small));
}

uint32_t prove_solver_said(const struct prove_solver *s) {
    return s->said_count;
}

void prove_solver_forget(struct prove_solver *s, uint32_t said) {
    s->said_count = said;
}

/* Asks with a limit of work ("rlimit") or of milliseconds ("timeout"). */
static enum prove_result check_within(struct prove_solver *s, const char *limit, uint32_t most) {
    forget_answer(s);
    s->solver = z3.Z3_mk_solver_for_logic(s->context,
                                          z3.Z3_mk_string_symbol(s->context, s->has_functions ? "QF_UFBV" : "QF_BV"));
    z3.Z3_solver_inc_ref(s->context, s->solver);
    Z3_params parameters = z3.Z3_mk_params(s->context);
    z3.Z3_params_inc_ref(s->context, parameters);
    z3.Z3_params_set_uint(s->context, parameters, z3.Z3_mk_string_symbol(s->context, limit), most);
    z3.Z3_solver_set_params(s->context, s->solver, parameters);
    z3.Z3_params_dec_ref(s->context, parameters);
    for (uint32_t i = 0; i < s->said_count; i++)
        z3.Z3_solver_assert(s->context, s->solver, s->said[i]);
    s->has_failed |= z3.Z3_get_error_code(s->context) != Z3_OK;
    if (s->has_failed)
        return PROVE_OPEN;
    Z3_lbool result = z3.Z3_solver_check(s->context, s->solver);
    if (z3.Z3_get_error_code(s->context) != Z3_OK)
        return PROVE_OPEN;
    if (result == Z3_L_TRUE && (s->model = z3.Z3_solver_get_model(s->context, s->solver)))
        z3.Z3_model_inc_ref(s->context, s->model);
    return result == Z3_L_FALSE ? PROVE_NEVER : result == Z3_L_TRUE && s->model ? PROVE_POSSIBLE : PROVE_OPEN;
}

/* Most questions need little work. A limit of time has a thread for each question, which the end of the question waits
 * for, often for milliseconds; so only what needs more work is asked with one. */
enum prove_result prove_solver_check(struct prove_solver *s, bool at_once) {
    enum { LITTLE_WORK = 300000 };
    s->p->answer->questions++;
    mmra_ask(s->p->arena->watch);
    enum prove_result result = check_within(s, "rlimit", LITTLE_WORK);
    return result == PROVE_OPEN && s->milliseconds && !at_once ? check_within(s, "timeout", s->milliseconds) : result;
}

uint64_t prove_solver_value(struct prove_solver *s, prove_term term, uint32_t side) {
    Z3_ast value;
    uint64_t bits = 0;
    Z3_ast asked = translate(s, term, side);
    if (!s->model || !z3.Z3_model_eval(s->context, s->model, asked, true, &value))
        return 0;
    if (prove_width(&s->p->terms, term) == 1)
        return z3.Z3_get_bool_value(s->context, value) == Z3_L_TRUE;
    return z3.Z3_get_numeral_uint64(s->context, value, &bits) ? bits : 0;
}

#else

const char *const prove_no_solver = "built without Z3, which would be asked";

bool prove_has_solver(void) {
    return false;
}

struct prove_solver *prove_solver_begin(struct prover *p, uint32_t milliseconds, uint32_t megabytes) {
    (void)p, (void)milliseconds, (void)megabytes;
    return NULL;
}

void prove_solver_end(struct prove_solver *s) {
    (void)s;
}

void prove_solver_ask(struct prove_solver *s, enum prove_mode mode) {
    (void)s, (void)mode;
}

void prove_solver_say(struct prove_solver *s, prove_term condition, uint32_t side, bool is_so) {
    (void)s, (void)condition, (void)side, (void)is_so;
}

void prove_solver_say_equal(struct prove_solver *s, prove_term a, prove_term b) {
    (void)s, (void)a, (void)b;
}

void prove_solver_say_distinct(struct prove_solver *s, const prove_term *terms, uint32_t count) {
    (void)s, (void)terms, (void)count;
}

void prove_solver_say_tickets(struct prove_solver *s, const struct prove_event *a, const struct prove_event *b) {
    (void)s, (void)a, (void)b;
}

void prove_solver_say_small(struct prove_solver *s, prove_term term, uint32_t side, uint8_t bits) {
    (void)s, (void)term, (void)side, (void)bits;
}

uint32_t prove_solver_said(const struct prove_solver *s) {
    (void)s;
    return 0;
}

void prove_solver_forget(struct prove_solver *s, uint32_t said) {
    (void)s, (void)said;
}

enum prove_result prove_solver_check(struct prove_solver *s, bool at_once) {
    (void)s, (void)at_once;
    return PROVE_OPEN;
}

uint64_t prove_solver_value(struct prove_solver *s, prove_term term, uint32_t side) {
    (void)s, (void)term, (void)side;
    return 0;
}

#endif
