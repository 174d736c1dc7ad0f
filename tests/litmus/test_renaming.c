/* Threads that are alike but for a number of their own may change places, if all that they do with numbers is the same
 * whatever these are called (docs/reference/models.md, "Symmetry"). Threads that write, read and use numbers in many
 * ways have the same races, and meet the same conditions, as where none changes places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/litmus/reduced.h"

#define AGENT             "syncscope(\"agent\") "
#define T                 "ptr addrspace(1) @t"
#define X                 "ptr addrspace(1) @x"
#define AT(name, index)   "  %" name " = getelementptr [6 x i32], ptr addrspace(1) @a, i32 0, i32 " index "\n"
#define LOAD(name, from)  "  %" name " = load atomic i32, " from " " AGENT "monotonic, align 4\n"
#define STORE(value, to)  "  store atomic i32 " value ", " to " " AGENT "monotonic, align 4\n"
#define PLAIN(value, to)  "  store i32 " value ", " to ", align 4\n"
#define HELD              "ptr addrspace(1) %p"
#define IF(condition, do) "  %c = icmp " condition "\n  br i1 %c, label %w, label %e\nw:\n" do "  br label %e\ne:\n"

/* # is the thread's number, from 1 on. */
static const char *const writes[] = {
    STORE("#", T),
    "  %o = atomicrmw xchg " T ", i32 # " AGENT "acq_rel, align 4\n",
    "  %q = cmpxchg " T ", i32 0, i32 # " AGENT "acq_rel monotonic, align 4\n",
    AT("o", "#") STORE("#", "ptr addrspace(1) %o") STORE("#", T),
    AT("o", "0") STORE("#", "ptr addrspace(1) %o") STORE("#", T),
    STORE("1", T),
    "  atomicrmw add " T ", i32 1 " AGENT "monotonic, align 4\n",
    "  atomicrmw add " T ", i32 # " AGENT "monotonic, align 4\n",
};
static const char *const reads[] = {
    LOAD("h", T),
    "  %h = atomicrmw xchg " T ", i32 0 " AGENT "monotonic, align 4\n",
    LOAD("g", T) AT("k", "%g") LOAD("h", "ptr addrspace(1) %k"),
    "  %h = atomicrmw add " T ", i32 1 " AGENT "monotonic, align 4\n",
    LOAD("g", T) "  %h = add i32 %g, 1\n",
};
static const char *const uses[] = {
    IF("eq i32 %h, #", STORE("1", X)),
    IF("eq i32 %h, 2", STORE("1", X)),
    IF("eq i32 %h, 3", STORE("1", X)) STORE("#", T),
    IF("ult i32 %h, 2", STORE("1", X)),
    IF("ult i32 %h, 3", STORE("1", X)),
    IF("ult i32 %h, #", STORE("1", X)),
    IF("ne i32 %h, 0", STORE("1", X)),
    STORE("%h", X),
    STORE("%h", T),
    AT("p", "%h") STORE("#", HELD) LOAD("r", HELD) IF("eq i32 %r, #", STORE("1", X)),
    AT("p", "%h") STORE("1", HELD),
    AT("p", "%h") PLAIN("1", HELD),
    AT("p", "2") LOAD("r", HELD) IF("eq i32 %r, 2", STORE("1", X)),
    AT("p", "%h") "  %q2 = cmpxchg " HELD ", i32 #, i32 0 " AGENT "monotonic monotonic, align 4\n"
                  "  %q3 = extractvalue { i32, i1 } %q2, 1\n  br i1 %q3, label %w, label %e\nw:\n" STORE(
                      "1", X) "  br label %e\ne:\n",
    AT("p", "%h") "  %q2 = cmpxchg " HELD ", i32 2, i32 0 " AGENT "monotonic monotonic, align 4\n"
                  "  %q3 = extractvalue { i32, i1 } %q2, 1\n  br i1 %q3, label %w, label %e\nw:\n" STORE(
                      "1", X) "  br label %e\ne:\n",
    "  %s = select i1 true, i32 %h, i32 #\n" STORE("%s", T),
    "  %m = mul i32 %h, #\n" IF("eq i32 %m, 2", STORE("1", X)),
    AT("p", "#") LOAD("r", HELD) "  %m = sub i32 %h, %r\n" IF("eq i32 %m, 0", STORE("1", X)),
};
static const char *const conditions[] = {"x = 8", "x = 9 and t = 1"};

#define COUNT(table) (sizeof table / sizeof *table)
enum { THREADS = 2, PROGRAMS = COUNT(writes) * COUNT(reads) * COUNT(uses) * COUNT(conditions) };

static void hide(struct program *program) {
    for (uint32_t t = 0; t < program->thread_count; t++)
        for (uint32_t r = 0; r < program->threads[t].register_count; r++)
            program->threads[t].registers[r].name = "h";
}

static void put_numbered(const char *text, uint32_t number) {
    for (; *text; text++)
        reduced_put(*text == '#' ? "%u" : "%c", *text == '#' ? number : (uint32_t)*text);
}

static void put(const char *condition, const char *const parts[3]) {
    reduced_length = 0;
    reduced_put("; @Threads: @P1 wg 0 wave 0, @P2 wg 1 wave 1\n; @Exists: %s\n", condition);
    reduced_put("target triple = \"amdgcn-amd-amdhsa\"\n@x = addrspace(1) global i32 0, align 4\n"
                "@t = addrspace(1) global i32 0, align 4\n@a = addrspace(1) global [6 x i32] zeroinitializer\n"
                "@u = addrspace(1) global i32 undef, align 4\n");
    for (uint32_t thread = 1; thread <= THREADS; thread++) {
        reduced_put("define void @P%u() {\n", thread);
        for (uint32_t i = 0; i < 3; i++)
            put_numbered(parts[i], thread);
        reduced_put("  atomicrmw add " X ", i32 4 " AGENT "monotonic, align 4\n  ret void\n}\n");
    }
}

static void numbered_threads(void **unused) {
    (void)unused;
    struct reduced_totals totals = {0};
    struct reduced_program program = {
        .model = &model_amdgpu, .text = reduced_text, .edit = hide, .evaluations = 100000, .conditions_alone = true};
    for (uint32_t number = 0; number < PROGRAMS; number++) {
        uint32_t n = number / COUNT(conditions);
        put(conditions[number % COUNT(conditions)],
            (const char *const[]){writes[n / COUNT(uses) / COUNT(reads)], reads[n / COUNT(uses) % COUNT(reads)],
                                  uses[n % COUNT(uses)]});
        reduced_compare(&program, EXPLORE_SYMMETRY, &totals);
    }
    reduced_print("numbered threads", &totals);
    assert_int_equal(totals.left_out, 0);
    assert_true(totals.fewer < totals.every);
}

/* Each of these breaks one of the conditions of mmra/model/explore_renaming.c, but for the first. */
static const char *const broken[][3] = {
    {STORE("#", T), LOAD("h", T), IF("eq i32 %h, #", STORE("1", X))},
    {STORE("1", T), STORE("#", T), LOAD("h", T)},                                       /* 1 is 1, and is 2 */
    {AT("o", "#") STORE("7", "ptr addrspace(1) %o"), AT("p", "1") LOAD("h", HELD), ""}, /* a[1] is a[1], and a[2] */
    {AT("o", "#") STORE("#", "ptr addrspace(1) %o"), LOAD("g", T),                      /* 2 is exchanged, not 1 */
     AT("p", "#") "  %q = cmpxchg " HELD ", i32 2, i32 0 " AGENT "monotonic monotonic, align 4\n"},
    {STORE("#", T), LOAD("g", T) "  %h = add i32 %g, 1\n", STORE("%h", "ptr addrspace(1) @a")},  /* what is computed */
    {"  atomicrmw add " T ", i32 1 " AGENT "monotonic, align 4\n", LOAD("h", T), STORE("#", T)}, /* any value */
    {STORE("#", T), "  %h = atomicrmw add " T ", i32 1 " AGENT "monotonic, align 4\n", ""},
    {"  atomicrmw add " T ", i32 # " AGENT "monotonic, align 4\n", LOAD("h", T), ""},
    {STORE("#", T), LOAD("h", T), "  %m = mul i32 %h, #\n" AT("p", "%m") STORE("7", HELD)}, /* a product */
    {STORE("#", "ptr addrspace(1) @u"), LOAD("h", "ptr addrspace(1) @u"), IF("eq i32 %h, 2", STORE("1", X))},
};

static void conditions_of_renaming(void **unused) {
    (void)unused;
    struct reduced_program program = {
        .model = &model_amdgpu, .text = reduced_text, .edit = hide, .evaluations = 100000, .conditions_alone = true};
    for (uint32_t i = 0; i < COUNT(broken); i++) {
        struct reduced_totals totals = {0};
        put("x = 8", broken[i]);
        reduced_compare(&program, EXPLORE_SYMMETRY, &totals);
        if (!totals.mirrored != (i > 0))
            fail_msg("%llu beginnings are images of others:\n%s", (unsigned long long)totals.mirrored, reduced_text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(conditions_of_renaming), cmocka_unit_test(numbered_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
