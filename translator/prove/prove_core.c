/* Why nothing is decided, and what members are called. */
#include <stdarg.h>
#include <stdio.h>

#include "translator/prove/prove_core.h"

_Noreturn void prove_give_up(struct prover *p, uint32_t word, const char *format, ...) {
    char why[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    const char *kept = arena_copy_string(p->kept, why, strlen(why));
    for (uint32_t i = 0; i < PROVE_QUESTIONS; i++)
        p->answer->of[i] = (struct prove_said){.why = kept, .words = {word, 0}};
    longjmp(p->landing, 1);
}

const char *prove_member_name(const struct prover *p, spirv_id type, uint64_t member) {
    const struct spirv_module *module = p->module;
    for (uint32_t word = 5; word < module->word_count && module->words[word] >> 16; word += module->words[word] >> 16) {
        const struct spirv_instruction in = spirv_instruction_at(module, word);
        if (in.opcode == SpvOpMemberName && in.operands[0] == type && in.operands[1] == member)
            return (const char *)(in.operands + 2);
        if (in.opcode == SpvOpFunction)
            break;
    }
    return NULL;
}
