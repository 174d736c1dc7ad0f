/* A layer below the command's files, for LD_PRELOAD: one call of a function fails. FILE_FAULT=NAME:N lets the N-th call
 * of write, close, fchmod, rename or linkat fail, of those that concern a regular file that is written. A write that
 * fails has written half. The file FILE_FAULT_MARK is made when it does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void *next(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

static int close_really(int file) {
    int (*function)(int);
    *(void **)&function = next("close");
    return function(file);
}

static bool is_written(int file) {
    struct stat status;
    int flags = fcntl(file, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

static bool fails(const char *name) {
    static int calls;
    const char *wanted = getenv("FILE_FAULT"), *mark = getenv("FILE_FAULT_MARK");
    size_t length = strlen(name);
    if (!wanted || strncmp(wanted, name, length) != 0 || wanted[length] != ':' || ++calls != atoi(wanted + length + 1))
        return false;
    int file = mark ? open(mark, O_WRONLY | O_CREAT, 0600) : -1;
    if (file >= 0)
        close_really(file);
    return true;
}

static int fail(int error) {
    errno = error;
    return -1;
}

int close(int file) {
    bool failing = is_written(file) && fails("close");
    int result = close_really(file);
    return failing ? fail(EIO) : result;
}

ssize_t write(int file, const void *bytes, size_t count) {
    ssize_t (*function)(int, const void *, size_t);
    *(void **)&function = next("write");
    if (!is_written(file) || !fails("write"))
        return function(file, bytes, count);
    function(file, bytes, count / 2);
    return fail(ENOSPC);
}

int fchmod(int file, mode_t mode) {
    int (*function)(int, mode_t);
    *(void **)&function = next("fchmod");
    return is_written(file) && fails("fchmod") ? fail(EPERM) : function(file, mode);
}

int rename(const char *from, const char *to) {
    int (*function)(const char *, const char *);
    *(void **)&function = next("rename");
    return fails("rename") ? fail(EIO) : function(from, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags) {
    int (*function)(int, const char *, int, const char *, int);
    *(void **)&function = next("linkat");
    return fails("linkat") ? fail(EIO) : function(from_folder, from, to_folder, to, flags);
}
