/* A read takes the write that the next read of its thread takes, if both give the same value, and reads for which no
 * write is left are found at once (docs/reference/models.md, "Looks" and "Awaiting"): a thread that looks at a location
 * twice, in many ways, beside threads that write it, has the same outcomes and races as without these reductions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "tests/litmus/reduced.h"

/* What stands in a thread: under Vulkan's model and under AMDGPU's. Lines of the former are cells of a table. */
struct piece {
    const char *vulkan[3], *ir;
};

#define AGENT "syncscope(\"agent\") "
#define X     "ptr addrspace(1) @x "
#define Y     "ptr addrspace(1) @y "

static const struct piece looks[] = {
    {{"ld.atom.dv.sc0 r0, x"}, "  %r0 = load atomic i32, " X AGENT "monotonic, align 4\n"},
    {{"ld.atom.acq.dv.sc0.semsc0.semvis r0, x"}, "  %r0 = load atomic i32, " X AGENT "acquire, align 4\n"},
    {{"ld.nonpriv.sc0 r0, x"}, "  %r0 = load i32, " X ", align 4\n"},
    {{"ld.atom.dv.sc0 r0, y"}, "  %r0 = load atomic i32, " Y AGENT "monotonic, align 4\n"},
};
static const struct piece between[] = {
    {{""}, ""},
    {{"st.atom.rel.dv.sc0.semsc0.semav y, 1"}, "  store atomic i32 1, " Y AGENT "release, align 4\n"},
};
static const struct piece accesses[] = {
    {{"ld.atom.dv.sc0 r1, x"}, "  %r1 = load atomic i32, " X AGENT "monotonic, align 4\n"},
    {{"rmw.atom.dv.sc0.add r1, x, 2"}, "  %r1 = atomicrmw add " X ", i32 2 " AGENT "monotonic, align 4\n"},
    {{"rmw.atom.acq_rel.dv.sc0.semsc0.semav.semvis.add r1, x, 2"},
     "  %r1 = atomicrmw add " X ", i32 2 " AGENT "acq_rel, align 4\n"},
};
static const struct piece tails[] = {
    {{""}, ""},
    {{"st.atom.dv.sc0 y, r0"}, "  store atomic i32 %r0, " Y AGENT "monotonic, align 4\n"},
    {{"st.atom.dv.sc0 y, r1"}, "  store atomic i32 %r1, " Y AGENT "monotonic, align 4\n"},
    {{"ld.nonpriv.sc0 r2, z"}, "  %r2 = load i32, ptr addrspace(1) @z, align 4\n"},
    {{"membar.acq.dv.semsc0.semvis", "ld.nonpriv.sc0 r2, z"},
     "  fence " AGENT "acquire\n  %r2 = load i32, ptr addrspace(1) @z, align 4\n"},
    {{"bne r0, 1, E", "st.atom.dv.sc0 y, 1"},
     "  %h0 = icmp eq i32 %r0, 1\n  br i1 %h0, label %w, label %e\nw:\n  store atomic i32 1, " Y AGENT
     "monotonic, align 4\n  br label %e\ne:\n"},
    {{"bne r1, 1, E", "st.atom.dv.sc0 y, r0"},
     "  %h0 = icmp eq i32 %r1, 1\n  br i1 %h0, label %w, label %e\nw:\n  store atomic i32 %r0, " Y AGENT
     "monotonic, align 4\n  br label %e\ne:\n"},
};
static const struct piece writers[] = {
    {{"st.atom.dv.sc0 x, 1"}, "  store atomic i32 1, " X AGENT "monotonic, align 4\n"},
    {{"st.atom.dv.sc0 x, 1", "ld.atom.acq.dv.sc0.semsc0.semvis r0, y", "st.atom.dv.sc0 x, r0"},
     "  store atomic i32 1, " X AGENT "monotonic, align 4\n  %r0 = load atomic i32, " Y AGENT
     "acquire, align 4\n  store atomic i32 %r0, " X AGENT "monotonic, align 4\n"},
    {{"st.nonpriv.sc0 z, 1", "st.atom.rel.dv.sc0.semsc0.semav x, 1", "st.atom.dv.sc0 x, 1"},
     "  store i32 1, ptr addrspace(1) @z, align 4\n  store atomic i32 1, " X AGENT
     "release, align 4\n  store atomic i32 1, " X AGENT "monotonic, align 4\n"},
    {{"rmw.atom.dv.sc0.add r0, x, 1", "rmw.atom.dv.sc0.add r1, x, 0"},
     "  %r0 = atomicrmw add " X ", i32 1 " AGENT "monotonic, align 4\n  %r1 = atomicrmw add " X ", i32 0 " AGENT
     "monotonic, align 4\n"},
};
static const struct piece others[] = {
    {{""}, ""},
    {{"st.atom.dv.sc0 x, 1"}, "  store atomic i32 1, " X AGENT "monotonic, align 4\n"},
};

#define COUNT(table) (sizeof table / sizeof *table)
enum { ROWS = 3 };

static void put_row(const char *one, const char *second, const char *third) {
    reduced_put(" %s | %s | %s ;\n", one, second ? second : "", third ? third : "");
}

static void put_vulkan(const struct piece *const own[4], const struct piece *writer, const struct piece *other) {
    uint32_t row = 0;
    reduced_length = 0;
    reduced_put("Vulkan looks\n{ x=0; y=0; z=0; }\n");
    reduced_put("P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 | P2@sg 0, wg 2, qf 0 ;\n");
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t k = 0; k < ROWS && own[i]->vulkan[k]; k++, row++)
            put_row(own[i]->vulkan[k], row < ROWS ? writer->vulkan[row] : NULL, row < ROWS ? other->vulkan[row] : NULL);
    put_row("E:", NULL, NULL);
    reduced_put("exists (x == 3 /\\ y == 1)\n");
}

/* A location that nobody accesses cannot be asked for. */
static bool accesses_y(const struct piece *const own[4], const struct piece *writer) {
    bool found = strstr(writer->ir, Y);
    for (uint32_t i = 0; i < 4; i++)
        found |= strstr(own[i]->ir, Y) != NULL;
    return found;
}

static void put_ir(const struct piece *const own[4], const struct piece *writer, const struct piece *other) {
    reduced_length = 0;
    reduced_put("; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 1, @P2 wg 2 wave 2\n; @Exists: x = 3%s\n"
                "target triple = \"amdgcn-amd-amdhsa\"\n",
                accesses_y(own, writer) ? " and y = 1" : "");
    for (const char *name = "xyz"; *name; name++)
        reduced_put("@%c = addrspace(1) global i32 0, align 4\n", *name);
    reduced_put("define void @P0() {\n%s%s%s%s  ret void\n}\n", own[0]->ir, own[1]->ir, own[2]->ir, own[3]->ir);
    reduced_put("define void @P1() {\n%s  ret void\n}\ndefine void @P2() {\n%s  ret void\n}\n", writer->ir, other->ir);
}

static void compare_all(const struct model *model) {
    struct reduced_totals totals = {0};
    struct reduced_program program = {.model = model, .text = reduced_text, .evaluations = 100000};
    for (uint32_t number = 0; number < COUNT(looks) * COUNT(between) * COUNT(accesses) * COUNT(tails) * 8; number++) {
        uint32_t n = number / 8;
        const struct piece *own[4] = {&looks[n % COUNT(looks)], &between[n / COUNT(looks) % 2],
                                      &accesses[n / COUNT(looks) / 2 % COUNT(accesses)],
                                      &tails[n / COUNT(looks) / 2 / COUNT(accesses)]};
        (model == &model_vulkan ? put_vulkan : put_ir)(own, &writers[number % 8 / 2], &others[number % 2]);
        reduced_compare(&program, EXPLORE_LOOKS | EXPLORE_AWAITING, &totals);
    }
    reduced_print(model->name, &totals);
    assert_int_equal(totals.left_out, 0);
    assert_true(totals.fewer < totals.every);
}

static void vulkan(void **unused) {
    (void)unused;
    compare_all(&model_vulkan);
}

static void amdgpu(void **unused) {
    (void)unused;
    compare_all(&model_amdgpu);
}

/* P0 exchanges 1 for 5. P1 has that to write, but it is not known yet; P2 lets P1 go on. */
static const char *const late[] = {
    "  %r1 = load atomic i32, " Y AGENT "monotonic, align 4\n  %h1 = icmp eq i32 %r1, 1\n"
    "  br i1 %h1, label %a, label %e\na:\n  store atomic i32 1, " X AGENT "monotonic, align 4\n  br label %e\ne:\n",
    "  %r1 = load atomic i32, " Y AGENT "monotonic, align 4\n  %h1 = icmp eq i32 %r1, 1\n"
    "  br i1 %h1, label %a, label %e\na:\n  store atomic i32 %r1, " X AGENT "monotonic, align 4\n  br label %e\ne:\n",
    "  %r1 = load atomic i32, " Y AGENT "monotonic, align 4\n  store atomic i32 %r1, " X AGENT "monotonic, align 4\n",
    "  %r1 = atomicrmw add " X ", i32 1 " AGENT "monotonic, align 4\n",
};

static void exchanges_of_what_comes_late(void **unused) {
    (void)unused;
    struct reduced_totals totals = {0};
    struct reduced_program program = {.model = &model_amdgpu, .text = reduced_text, .evaluations = 100000};
    for (uint32_t i = 0; i < COUNT(late); i++) {
        reduced_length = 0;
        reduced_put("; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 1, @P2 wg 2 wave 2\n; @Exists: x = 5 and y = 1\n"
                    "target triple = \"amdgcn-amd-amdhsa\"\n@x = addrspace(1) global i32 0, align 4\n"
                    "@y = addrspace(1) global i32 0, align 4\n");
        reduced_put("define void @P0() {\n  %%h0 = cmpxchg " X ", i32 1, i32 5 " AGENT
                    "monotonic monotonic, align 4\n  ret void\n}\ndefine void @P1() {\n%s  ret void\n}\n",
                    late[i]);
        reduced_put("define void @P2() {\n  store atomic i32 1, " Y AGENT "monotonic, align 4\n  ret void\n}\n");
        reduced_compare(&program, EXPLORE_AWAITING, &totals);
    }
    reduced_print("exchanges of what comes late", &totals);
    assert_int_equal(totals.programs, COUNT(late));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(exchanges_of_what_comes_late), cmocka_unit_test(vulkan),
                                       cmocka_unit_test(amdgpu)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
