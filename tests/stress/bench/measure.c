/* measure RUNS COMMAND...: runs a command and prints, for each run, its seconds, its peak memory in kilobytes, its
 * exit status (128 + N for signal N), and its seconds of processor time, the kernel's included. The command's standard
 * output is dropped, its messages are kept. */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static double seconds_of(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

static void run_command(char **command) {
    int null = open("/dev/null", O_RDWR);
    if (null >= 0) {
        dup2(null, STDIN_FILENO);
        dup2(null, STDOUT_FILENO);
    }
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
}

int main(int argc, char **argv) {
    int runs = argc > 2 ? atoi(argv[1]) : 0;
    if (runs < 1) {
        fputs("usage: measure RUNS COMMAND...\n", stderr);
        return 2;
    }
    while (runs-- > 0) {
        double start = now();
        pid_t child = fork();
        if (child == 0)
            run_command(argv + 2);
        int status;
        struct rusage usage;
        if (child < 0 || wait4(child, &status, 0, &usage) != child) {
            perror("measure");
            return 1;
        }
        double seconds = now() - start;
        int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        printf("%.6f %ld %d %.6f\n", seconds, usage.ru_maxrss, code,
               seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime));
        fflush(stdout);
    }
    return 0;
}
