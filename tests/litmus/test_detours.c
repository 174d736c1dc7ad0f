/* Reads are left out after which a thread reads the same location again and goes on with that value
 * (docs/reference/models.md, "Detours"): a thread that looks at a location, and if it sees 0, does something and looks
 * again, in many ways, beside threads that write it, has the same outcomes and races as without. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/litmus/reduced.h"

/* What stands in a thread: under Vulkan's model and under AMDGPU's. Lines of the former are cells of a table. */
struct piece {
    const char *vulkan[4], *ir;
};

#define AGENT "syncscope(\"agent\") "
#define X     "ptr addrspace(1) @x "
#define Y     "ptr addrspace(1) @y "

static const struct piece looks[] = {
    {{"ld.atom.dv.sc0 h0, x"}, "  %h0 = load atomic i32, " X AGENT "monotonic, align 4\n"},
    {{"ld.atom.acq.dv.sc0.semsc0.semvis h0, x"}, "  %h0 = load atomic i32, " X AGENT "acquire, align 4\n"},
    {{"ld.atom.dv.sc0 h0, y"}, "  %h0 = load atomic i32, " Y AGENT "monotonic, align 4\n"},
};
static const struct piece between[] = {
    {{""}, ""},
    {{"ld.atom.dv.sc0 h4, y"}, "  %h4 = load atomic i32, " Y AGENT "monotonic, align 4\n"},
    {{"ld.atom.dv.sc0 r4, y"}, "  %r4 = load atomic i32, " Y AGENT "monotonic, align 4\n"},
    {{"ld.nonpriv.sc0 h4, z"}, "  %h4 = load i32, ptr addrspace(1) @z, align 4\n"},
    {{"st.atom.dv.sc0 y, 2"}, "  store atomic i32 2, " Y AGENT "monotonic, align 4\n"},
    {{"rmw.atom.dv.sc0.add h4, y, 2"}, "  %h4 = atomicrmw add " Y ", i32 2 " AGENT "monotonic, align 4\n"},
    {{"membar.acq.dv.semsc0.semvis"}, "  fence " AGENT "acquire\n"},
    {{"ld.atom.dv.sc0 h4, y", "bne h4, 1, E"},
     "  %h4 = load atomic i32, " Y AGENT "monotonic, align 4\n  %h5 = icmp eq i32 %h4, 1\n"
     "  br i1 %h5, label %a, label %e\na:\n"},
};
static const struct piece again[] = {
    {{"ld.atom.dv.sc0 h1, x", "beq h1, 0, S"},
     "  %h1 = load atomic i32, " X AGENT "monotonic, align 4\n  %h2 = icmp eq i32 %h1, 0\n"
     "  br i1 %h2, label %s, label %j\n"},
    {{"ld.atom.acq.dv.sc0.semsc0.semvis h1, x", "beq h1, 0, S"},
     "  %h1 = load atomic i32, " X AGENT "acquire, align 4\n  %h2 = icmp eq i32 %h1, 0\n"
     "  br i1 %h2, label %s, label %j\n"},
    {{"ld.atom.dv.sc0 h1, x", "beq h1, 0, E"},
     "  %h1 = load atomic i32, " X AGENT "monotonic, align 4\n  %h2 = icmp eq i32 %h1, 0\n"
     "  br i1 %h2, label %e, label %j\n"},
    {{"ld.atom.dv.sc0 h1, x"}, "  %h1 = load atomic i32, " X AGENT "monotonic, align 4\n  br label %j\n"},
};
static const struct piece tails[] = {
    {{"st.atom.dv.sc0 y, h3"}, "  store atomic i32 %h3, " Y AGENT "monotonic, align 4\n"},
    {{"st.atom.dv.sc0 y, h0"}, "  store atomic i32 %h0, " Y AGENT "monotonic, align 4\n"},
    {{"ld.nonpriv.sc0 r2, z"}, "  %r2 = load i32, ptr addrspace(1) @z, align 4\n"},
    {{"bne h3, 1, E", "st.atom.dv.sc0 y, 1"},
     "  %h7 = icmp eq i32 %h3, 1\n  br i1 %h7, label %w, label %e\nw:\n  store atomic i32 1, " Y AGENT
     "monotonic, align 4\n"},
};
static const struct piece writers[] = {
    {{"st.atom.dv.sc0 x, 1"}, "  store atomic i32 1, " X AGENT "monotonic, align 4\n"},
    {{"ld.atom.dv.sc0 r0, y", "st.atom.dv.sc0 x, r0"},
     "  %r0 = load atomic i32, " Y AGENT "monotonic, align 4\n  store atomic i32 %r0, " X AGENT "monotonic, align 4\n"},
    {{"st.nonpriv.sc0 z, 1", "st.atom.rel.dv.sc0.semsc0.semav x, 1", "st.atom.dv.sc0 y, 1"},
     "  store i32 1, ptr addrspace(1) @z, align 4\n  store atomic i32 1, " X AGENT
     "release, align 4\n  store atomic i32 1, " Y AGENT "monotonic, align 4\n"},
    {{"st.atom.dv.sc0 x, 1", "st.atom.dv.sc0 x, 0", "st.atom.dv.sc0 y, 1"},
     "  store atomic i32 1, " X AGENT "monotonic, align 4\n  store atomic i32 0, " X AGENT
     "monotonic, align 4\n  store atomic i32 1, " Y AGENT "monotonic, align 4\n"},
};
#define COUNT(table) (sizeof table / sizeof *table)
enum { ROWS = 4, PARTS = 4, PROGRAMS = COUNT(looks) * COUNT(between) * COUNT(again) * COUNT(tails) * COUNT(writers) };

struct program_parts {
    const struct piece *own[PARTS], *writer;
};

static void put_row(const struct program_parts *parts, const char *cell, uint32_t row) {
    const char *second = row < ROWS ? parts->writer->vulkan[row] : NULL;
    reduced_put(" %s | %s ;\n", cell, second ? second : "");
}

static void put_vulkan(const struct program_parts *parts) {
    static const char *const before[PARTS][2] = {{""}, {"bne h0, 0, J"}, {"S:"}, {"mov h3, h1", "J:"}};
    uint32_t row = 0;
    reduced_length = 0;
    reduced_put("Vulkan detours\n{ x=0; y=0; z=0; }\n");
    reduced_put("P0@sg 0, wg 0, qf 0 | P1@sg 0, wg 1, qf 0 ;\n");
    for (uint32_t i = 0; i < PARTS; i++) {
        for (uint32_t k = 0; k < 2 && before[i][k]; k++)
            put_row(parts, before[i][k], row++);
        for (uint32_t k = 0; k < ROWS && parts->own[i]->vulkan[k]; k++)
            put_row(parts, parts->own[i]->vulkan[k], row++);
        if (i == 0)
            put_row(parts, "mov h3, h0", row++);
    }
    put_row(parts, "E:", row);
    reduced_put("exists (x == 1 /\\ y == 1)\n");
}

static void put_ir(const struct program_parts *parts) {
    reduced_length = 0;
    reduced_put("; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 1\n; @Exists: x = 1\n"
                "target triple = \"amdgcn-amd-amdhsa\"\n");
    for (const char *name = "xyz"; *name; name++)
        reduced_put("@%c = addrspace(1) global i32 0, align 4\n", *name);
    reduced_put("define void @P0() {\nentry:\n%s", parts->own[0]->ir);
    reduced_put("  %%h6 = icmp ne i32 %%h0, 0\n  br i1 %%h6, label %%j, label %%m\nm:\n%s", parts->own[1]->ir);
    reduced_put("  br label %%s\ns:\n%sj:\n  %%h3 = phi i32 [ %%h0, %%entry ], [ %%h1, %%s ]\n", parts->own[2]->ir);
    reduced_put("%s  br label %%e\ne:\n  ret void\n}\n", parts->own[3]->ir);
    reduced_put("define void @P1() {\n%s  ret void\n}\n", parts->writer->ir);
}

static void compare_all(const struct model *model) {
    struct reduced_totals totals = {0};
    struct reduced_program program = {.model = model, .text = reduced_text, .evaluations = 100000};
    for (uint32_t number = 0; number < PROGRAMS; number++) {
        uint32_t n = number / COUNT(writers);
        struct program_parts parts = {.writer = &writers[number % COUNT(writers)]};
        parts.own[0] = &looks[n % COUNT(looks)];
        parts.own[1] = &between[(n /= COUNT(looks)) % COUNT(between)];
        parts.own[2] = &again[(n /= COUNT(between)) % COUNT(again)];
        parts.own[3] = &tails[n / COUNT(again)];
        (model == &model_vulkan ? put_vulkan : put_ir)(&parts);
        reduced_compare(&program, EXPLORE_DETOURS, &totals);
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

/* ---- ways that need more ---- */

/* "ld r c" reads cell c into register r, and "st v c" writes v to it. */
static void put_lines(const char *text) {
    char value[8], cell[8];
    for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1)
        if (sscanf(text, "ld %7s %7s", value, cell) == 2)
            reduced_put("  %%%s = load atomic i32, ptr addrspace(1) @%s " AGENT "monotonic, align 4\n", value, cell);
        else if (sscanf(text, "st %7s %7s", value, cell) == 2)
            reduced_put("  store atomic i32 %s, ptr addrspace(1) @%s " AGENT "monotonic, align 4\n", value, cell);
        else
            reduced_put("%.*s\n", (int)(end - text), text);
}

#define AGAIN "s:\nld h1 x\n%h2 = icmp eq i32 %h1, 0\nbr i1 %h2, label %s, label %j\n"
#define SEES  "ld r1 y\n%h1 = icmp eq i32 %r1, 1\nbr i1 %h1, label %a, label %b\na:\n"

/* P0, and P1: it does something if it sees that P0 writes 1 to y. */
static const struct {
    const char *looks, *sees;
} ways[] = {
    /* The short way branches on z, and the long one does not: that can be what z comes from. */
    {"ld r0 z\nld h0 x\n%h6 = icmp ne i32 %h0, 0\nbr i1 %h6, label %a, label %s\na:\n%h4 = icmp eq i32 %r0, 1\n"
     "br i1 %h4, label %j, label %e\n" AGAIN "j:\nst 1 y\nbr label %e\ne:\n",
     SEES "st 1 z\nbr label %b\nb:\nst 1 x\n"},
    /* The short way stores what z has, the long one a constant. */
    {"ld r0 z\nld h0 x\n%h6 = icmp ne i32 %h0, 0\nbr i1 %h6, label %j, label %s\n" AGAIN
     "j:\n%h7 = phi i32 [ %r0, %entry ], [ 1, %s ]\nst %h7 y\n",
     SEES "st 1 z\nbr label %b\nb:\nst 1 x\n"},
    /* The first look is at a place that z says, the second one at the same place whatever z is. */
    {"ld r0 z\n%hi = lshr i32 %r0, 1\n%hp = getelementptr i32, ptr addrspace(1) @x, i32 %hi\n"
     "%h0 = load atomic i32, ptr addrspace(1) %hp " AGENT "monotonic, align 4\n"
     "%h6 = icmp ne i32 %h0, 0\nbr i1 %h6, label %j, label %s\n" AGAIN "j:\nst 1 y\n",
     SEES "st 1 z\nbr label %b\nb:\nst 1 x\n"},
    /* The short way would choose by x what is stored, the long one does not. */
    {"ld h9 q\nld h0 x\n%h6 = icmp ne i32 %h0, 0\nbr i1 %h6, label %j, label %s\ns:\nld h1 x\n"
     "%h4 = icmp eq i32 %h1, 5\nbr i1 %h4, label %u, label %v\nu:\nbr label %w\nv:\nbr label %w\nw:\nbr label %j\nj:\n"
     "%r5 = phi i32 [ %h0, %entry ], [ %h1, %w ]\n%h7 = phi i32 [ 1, %entry ], [ %h9, %w ]\nst %h7 y\n",
     SEES "st 1 x\nbr label %b\nb:\n"},
    /* The short way depends on x for longer: up to e, and not d. */
    {"ld h0 x\n%h4 = icmp eq i32 %h0, 1\nbr i1 %h4, label %c, label %b\nb:\n%h5 = icmp eq i32 %h0, 2\n"
     "br i1 %h5, label %e, label %s\ns:\nld h1 x\n%h6 = icmp eq i32 %h1, 1\nbr i1 %h6, label %c, label %d\nc:\n"
     "st 1 z\nbr label %d\nd:\nst 1 y\nbr label %e\ne:\n",
     SEES "st 1 x\nbr label %b\nb:\n"},
    /* The first look is an exchange that would succeed with what the second one has seen. */
    {"%hc = cmpxchg ptr addrspace(1) @x, i32 1, i32 5 " AGENT "monotonic monotonic, align 4\n"
     "%h0 = extractvalue { i32, i1 } %hc, 0\n%h6 = icmp ne i32 %h0, 0\nbr i1 %h6, label %j, label %s\n" AGAIN
     "j:\nst 1 z\n",
     SEES "st 1 y\nbr label %b\nb:\nst 1 x\n"},
};

static void ways_that_need_more(void **unused) {
    (void)unused;
    struct reduced_totals totals = {0};
    struct reduced_program program = {.model = &model_amdgpu, .text = reduced_text, .evaluations = 100000};
    for (uint32_t i = 0; i < COUNT(ways); i++) {
        reduced_length = 0;
        reduced_put("; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 1\n; @Exists: y = 1\n"
                    "target triple = \"amdgcn-amd-amdhsa\"\n");
        for (const char *name = "xyz"; *name; name++)
            reduced_put("@%c = addrspace(1) global i32 0, align 4\n", *name);
        reduced_put("@q = addrspace(1) global i32 1, align 4\n");
        reduced_put("define void @P0() {\nentry:\n");
        put_lines(ways[i].looks);
        reduced_put("  ret void\n}\ndefine void @P1() {\n");
        put_lines(ways[i].sees);
        reduced_put("  ret void\n}\n");
        reduced_compare(&program, EXPLORE_DETOURS, &totals);
    }
    reduced_print("ways that need more", &totals);
    assert_int_equal(totals.programs, COUNT(ways));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(vulkan), cmocka_unit_test(amdgpu),
                                       cmocka_unit_test(ways_that_need_more)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
