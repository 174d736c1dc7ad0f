/* A page starts no processes: fork() fails there, as emscripten has it. What stands behind a fork is linked all the same, and calls this. */
#include <errno.h>
#include <unistd.h>

int prctl(int option, ...);

int prctl(int option, ...) {
    (void)option;
    errno = ENOSYS;
    return -1;
}

/* Nobody looks at a terminal there: no colours, and no line of progress. */
int isatty(int file) {
    (void)file;
    errno = ENOTTY;
    return 0;
}
