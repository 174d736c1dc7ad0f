/* Reads textual IR and prints it again, to see what is kept:
 *
 *     ir_roundtrip FILE.ll > OUT.ll        (with -t: the time that reading and printing take) */
#include <time.h>

#include "files.h"
#include "mmra/parse/ir_parse.h"

static double milliseconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

int main(int argc, char **argv) {
    bool timed = argc > 2 && strcmp(argv[1], "-t") == 0;
    struct arena arena;
    struct ir_module module;
    struct ir_parse_error error;
    testing_arena(&arena);
    const char *path = argc > 1 ? argv[argc - 1] : "";
    const char *text = read_whole_file(&arena, path);
    if (!text) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 2;
    }
    size_t length = strlen(text), printed_length;
    ir_module_init(&module, &arena);
    double start = milliseconds();
    bool good = ir_parse(&module, text, length, &error);
    double parsed = milliseconds();
    if (!good) {
        fprintf(stderr, "%s:%u:%u: %s\n", path, error.line, error.column, error.message);
        arena_destroy(&arena);
        return 1;
    }
    const char *printed = ir_print(&module, &printed_length);
    if (timed)
        printf("%.1f MB: read in %.1f ms, printed in %.1f ms, arena %.1f MB\n", (double)length / 1e6, parsed - start,
               milliseconds() - parsed, (double)arena.used / 1e6);
    else
        fwrite(printed, 1, printed_length, stdout);
    arena_destroy(&arena);
    return 0;
}
