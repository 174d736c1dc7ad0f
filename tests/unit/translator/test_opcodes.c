/* The opcode table against what SPIR-V's own tables say of each opcode: what is atomic or a barrier, where its memory
 * pointers stand, what a subgroup or a quad does together. A row that forgets one of these makes wrong IR somewhere
 * else. */
#include "tests/unit/translator/module.h"

#include <stdlib.h>

#include "spirv/memory_view.h"
#include "translator/lower/opcodes.h"

enum { OPCODES = 1 << 16, WORDS = 16 };

static int faults;

static void expect(bool holds, uint32_t opcode, const char *text) {
    if (holds)
        return;
    const char *name = spirv_opcode_name(opcode);
    fprintf(stderr, "%s (opcode %u): %s\n", name ? name : "?", opcode, text);
    faults++;
}

static struct arena arena;

static void end(void *user) {
    (void)user;
    abort();
}

static struct test_module assembled;
static struct spirv_module module;

static int read_module(void **state) {
    (void)state;
    arena_init(&arena, NULL, SIZE_MAX, end, NULL);
    struct spirv_error error;
    assembled = assemble(everything);
    return spirv_read(&module, assembled.words, assembled.count, NULL, 0, &arena, &error) != SPIRV_OK;
}

static int forget_module(void **state) {
    (void)state;
    smmra_free_words(assembled.words);
    arena_destroy(&arena);
    return 0;
}

/* An instruction whose first operands are different pointers, the module's variables. */
static uint32_t words[WORDS];

static struct spirv_memory_view view_of(uint32_t opcode) {
    for (uint32_t i = 1; i < WORDS; i++)
        words[i] = i <= module.global_count ? module.words[module.globals[i - 1] + 2] : 1000 + i;
    words[0] = (uint32_t)WORDS << 16 | opcode;
    struct spirv_module holder = {.words = words};
    struct spirv_instruction in = spirv_instruction_at(&holder, 0);
    struct spirv_memory_view view;
    struct spirv_error error;
    spirv_decode_memory(&module, NULL, &in, &view,
                        &error); /* it may refuse it, after it has said which operand is what */
    return view;
}

static bool is_atomic(uint8_t kind) {
    return kind == SPIRV_MEMORY_ATOMIC_LOAD || kind == SPIRV_MEMORY_ATOMIC_STORE ||
           kind == SPIRV_MEMORY_ATOMIC_READ_MODIFY_WRITE || kind == SPIRV_MEMORY_ATOMIC_COMPARE_EXCHANGE;
}

static bool is_among(struct opcode_pointers pointers, spirv_id id) {
    uint32_t word = 1;
    while (words[word] != id)
        word++;
    return word >= pointers.first && (pointers.count == ALL_THAT_FOLLOW || word < pointers.first + pointers.count);
}

static void test_what_synchronizes(void **state) {
    (void)state;
    faults = 0;
    for (uint32_t opcode = 0; opcode < OPCODES; opcode++) {
        const struct opcode_row *row = opcode_row(opcode);
        uint8_t kind = row->lower ? view_of(opcode).kind : SPIRV_MEMORY_NONE;
        bool barrier = kind == SPIRV_MEMORY_BARRIER || kind == SPIRV_MEMORY_CONTROL_BARRIER ||
                       kind == SPIRV_MEMORY_ARRIVE || kind == SPIRV_MEMORY_WAIT;
        expect(is_atomic(kind) == ((row->traits & IS_ATOMIC) != 0), opcode,
               "IS_ATOMIC is not what the memory view says");
        expect(barrier == ((row->traits & IS_BARRIER) != 0), opcode, "IS_BARRIER is not what the memory view says");
    }
    assert_int_equal(faults, 0);
}

static void test_memory_pointers(void **state) {
    (void)state;
    faults = 0;
    for (uint32_t opcode = 0; opcode < OPCODES; opcode++) {
        const struct opcode_row *row = opcode_row(opcode);
        struct spirv_memory_view view = {0};
        if (row->lower)
            view = view_of(opcode);
        if (view.kind == SPIRV_MEMORY_IMAGE_READ || view.kind == SPIRV_MEMORY_IMAGE_WRITE) /* of an image's value */
            continue;
        expect(!view.pointer || is_among(row->pointers, view.pointer), opcode, "its pointer is not among the pointers");
        expect(!view.source || is_among(row->pointers, view.source), opcode, "its source is not among the pointers");
    }
    assert_int_equal(faults, 0);
}

/* What a subgroup, a quad or a workgroup does together, by the name; but what computes with a ballot that is there
 * already, what a type alone says, and an arrival, where nobody waits. */
static bool is_done_together(const char *name) {
    static const char *const alone[] = {"InverseBallot",
                                        "BallotBitExtract",
                                        "BallotBitCount",
                                        "BallotFindLSB",
                                        "BallotFindMSB",
                                        "CooperativeMatrixLength",
                                        "CooperativeMatrixGetCoordinate",
                                        "ControlBarrierArrive"};
    static const char *const together[] = {"OpGroup",
                                           "OpSubgroup",
                                           "OpDPd",
                                           "OpFwidth",
                                           "OpControlBarrier",
                                           "OpBeginInvocationInterlock",
                                           "OpEndInvocationInterlock",
                                           "OpCooperativeMatrix",
                                           "OpEmitMeshTasks",
                                           "OpSetMeshOutputs"};
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (strstr(name, alone[i]))
            return false;
    for (size_t i = 0; i < sizeof together / sizeof *together; i++)
        if (strncmp(name, together[i], strlen(together[i])) == 0)
            return true;
    return false;
}

static bool takes_derivatives(const char *name) {
    return (strncmp(name, "OpImage", 7) == 0 && strstr(name, "ImplicitLod")) || strcmp(name, "OpImageQueryLod") == 0;
}

static void test_what_converges(void **state) {
    (void)state;
    faults = 0;
    for (uint32_t opcode = 0; opcode < OPCODES; opcode++) {
        const struct opcode_row *row = opcode_row(opcode);
        if (row->lower)
            expect(is_done_together(spirv_opcode_name(opcode)) == ((row->traits & IS_CONVERGENT) != 0), opcode,
                   "IS_CONVERGENT is not what its name says");
        if (row->lower)
            expect(takes_derivatives(spirv_opcode_name(opcode)) == ((row->traits & IS_CONVERGENT_AS_SAMPLE) != 0),
                   opcode, "IS_CONVERGENT_AS_SAMPLE is not what its name says");
    }
    assert_int_equal(faults, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_synchronizes),
        cmocka_unit_test(test_memory_pointers),
        cmocka_unit_test(test_what_converges),
    };
    return cmocka_run_group_tests(tests, read_module, forget_module);
}
