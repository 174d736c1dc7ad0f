#include "translator/option_words.h"

#include <stdbool.h>
#include <string.h>

static const struct word {
    const char *names[2]; /* in the library, in the command */
} words[] = {{{"options.abi", "--abi"}},
             {{"options.coherence", "--coherence"}},
             {{"options.convergence", "--convergence"}},
             {{"options.entry", "--entry"}},
             {{"options.groups", "--groups"}},
             {{"options.local", "--local"}},
             {{"options.mcpu", "--mcpu"}},
             {{"options.profile", "--llvm"}},
             {{"options.specializations", "--spec"}},
             {{"options.stages", "--stage"}},
             {{"options.step_limit", "--steps"}},
             {{"options.subgroup", "--subgroup"}},
             {{"options.time_limit", "--timeout"}},
             {{"options.unroll", "--unroll"}},
             {{"options.wave", "--wave"}},
             {{"SMMRA_LITMUS_FLAG_FIRST", "--first"}}};

static bool is_part_of_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/* The row whose name stands here, as a whole. */
static const struct word *word_at(const char *message, const char *at, int language) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].names[language]);
        if (strncmp(at, words[i].names[language], length) == 0 && !is_part_of_name(at[length]) &&
            (at == message || !(is_part_of_name(at[-1]) || at[-1] == '.' || at[-1] == '%')))
            return &words[i];
    }
    return NULL;
}

static void replace(char *to, size_t size, const char *message, int from_language) {
    bool quoted = false;
    size_t used = 0;
    for (const char *at = message; *at && used + 1 < size;) {
        quoted ^= *at == '"';
        const struct word *word = quoted ? NULL : word_at(message, at, from_language);
        if (!word) {
            to[used++] = *at++;
            continue;
        }
        const char *name = word->names[!from_language];
        size_t length = strlen(name);
        length = length < size - 1 - used ? length : size - 1 - used;
        memcpy(to + used, name, length);
        used += length;
        at += strlen(word->names[from_language]);
    }
    to[used] = '\0';
}

void option_words_to_fields(char *to, size_t size, const char *message) {
    replace(to, size, message, 1);
}

void option_words_to_command(char *to, size_t size, const char *message) {
    replace(to, size, message, 0);
}
