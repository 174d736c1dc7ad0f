/* Files in and out of the command. */
#define _GNU_SOURCE /* O_TMPFILE */
#include "translator/command/command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *printable(const char *text, size_t size) {
    static char buffers[PRINTABLE_AT_ONCE][MOST_PRINTABLE];
    static unsigned count;
    char *buffer = buffers[count++ % PRINTABLE_AT_ONCE];
    size_t i = 0;
    for (; text[i] && i + 1 < size; i++)
        buffer[i] = text[i] < 0x20 || text[i] > 0x7E ? '?' : text[i];
    buffer[i] = '\0';
    if (text[i] && i >= 3)
        memcpy(buffer + i - 3, "...", 3);
    return buffer;
}

void print_printable(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        putchar((text[i] < 0x20 && text[i] != '\n' && text[i] != '\t') || text[i] > 0x7E ? '?' : text[i]);
}

static void complain(const char *path, const char *what) {
    message_print(&(struct message_place){.path = path}, SMMRA_SEVERITY_ERROR, "%s", what);
}

/* ---- reading ---- */

enum { BEGINNING = 1 << 16 };

static size_t most_read = SIZE_MAX / 2;

void file_read_at_most(size_t bytes) {
    most_read = bytes < SIZE_MAX / 2 ? bytes : SIZE_MAX / 2;
}

/* Whether something can be read before the time is over: who writes into a pipe may never end. */
static bool await_bytes(int file) {
    struct pollfd end = {file, POLLIN, 0};
    while (watch_goes_on(NULL))
        if (poll(&end, 1, 100) > 0)
            return true;
    return false;
}

/* Reads until there are as many bytes, or no more, and adds their number. False: it cannot be read in time. */
static bool read_bytes(int file, char *bytes, size_t most, size_t *used) {
    ssize_t got = 1;
    for (size_t end = *used + most; got && *used < end; *used += got > 0 ? (size_t)got : 0) {
        if (!await_bytes(file))
            return false;
        got = read(file, bytes + *used, end - *used);
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            return false;
    }
    return true;
}

/* Reads the rest after the `used` bytes of the beginning, which it takes over. NULL: no memory. */
static char *read_rest(int file, char *bytes, size_t used, size_t *length, bool *can) {
    size_t capacity = BEGINNING;
    while (bytes && *can && used + 1 == capacity) {
        char *grown = capacity <= most_read / 2 ? realloc(bytes, capacity * 2) : NULL;
        if (!grown)
            free(bytes);
        bytes = grown;
        capacity *= 2;
        if (bytes)
            *can = read_bytes(file, bytes, capacity - used - 1, &used);
    }
    if (bytes)
        bytes[used] = '\0';
    *length = used;
    return bytes;
}

/* Says why there are not all bytes; the exit status. */
static int complain_of_reading(const char *path, bool has_memory) {
    bool in_time = watch_goes_on(NULL);
    complain(path, !has_memory ? "is too large for the available memory" : watch_reason("cannot be read"));
    return !has_memory ? SMMRA_OUT_OF_MEMORY : in_time ? SMMRA_INVALID_ARGUMENT : STATUS_UNKNOWN;
}

static char *read_stream(int file, const char *path, size_t *length, file_fault fault, int *status) {
    char *bytes = malloc(BEGINNING);
    size_t used = 0;
    bool can = bytes && read_bytes(file, bytes, BEGINNING - 1, &used);
    const char *what = NULL;
    if (bytes)
        bytes[used] = '\0';
    if (can && fault)
        what = fault(path, bytes, used);
    if (what) {
        complain(path, what);
        *status = SMMRA_INVALID_INPUT;
        free(bytes);
        return NULL;
    }
    bytes = read_rest(file, bytes, used, length, &can);
    if (bytes && can)
        return bytes;
    *status = complain_of_reading(path, bytes != NULL);
    free(bytes);
    return NULL;
}

char *file_read(const char *path, size_t *length, file_fault fault, int *status) {
    bool is_stdin = strcmp(path, "-") == 0;
    struct stat about;
    *status = SMMRA_INVALID_ARGUMENT;
    if (!is_stdin && stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        complain(path, "is a directory; name a file in it");
        return NULL;
    }
    /* A pipe without a writer is waited for where the time is looked at (await_bytes), and not here. */
    int file = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        complain(path, strerror(errno));
        return NULL;
    }
    char *bytes = read_stream(file, path, length, fault, status);
    if (bytes)
        message_step(path, "%zu bytes read", *length);
    if (!is_stdin)
        close(file);
    return bytes;
}

/* ---- writing ---- */

static bool write_all(int file, const char *text, size_t length) {
    while (length) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        text += written;
        length -= (size_t)written;
    }
    return true;
}

/* Devices and pipes: there is nothing to keep whole. */
static bool write_directly(int file, bool close_it, const char *path, const char *text, size_t length) {
    bool written = file >= 0 && write_all(file, text, length);
    int reason = errno;
    if (file >= 0 && close_it && close(file) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (!written)
        complain(path, strerror(reason));
    return written;
}

/* A new file without a name in the target's folder, which vanishes with the process; -1 if the system has no such
 * files, or no /proc by which they get a name. */
static int open_nameless(const char *target) {
    const char *slash = strrchr(target, '/');
    char *folder = strndup(slash ? target : ".", slash ? (size_t)(slash - target) + 1 : 1);
    bool can = folder && access("/proc/self/fd", X_OK) == 0;
    int file = can ? open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600) : -1;
    free(folder);
    return file;
}

static bool give_name(int file, const char *name) {
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", file);
    return linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

/* Gives the file the target's own name if that is free, or else a temporary one, and tells it in `name`. */
static bool name_nameless(int file, const char *target, char *name) {
    size_t length = strlen(target);
    memcpy(name, target, length + 1);
    bool named = give_name(file, name);
    for (unsigned attempt = 0; !named && errno == EEXIST && attempt < 1000; attempt++) {
        snprintf(name + length, sizeof ".XXXXXX", ".%06u", (unsigned)getpid() % 1000 * 1000 + attempt);
        named = give_name(file, name);
    }
    return named;
}

/* Writes into a new file beside the target, which then takes its name. The file is closed before: a file system may
 * report only then that it could not keep what was written. `name` is the new file's name if `made`. */
static bool write_and_rename(const char *target, char *name, mode_t mode, const char *text, size_t length, bool *made) {
    int file = open_nameless(target);
    bool nameless = file >= 0;
    if (!nameless)
        *made = (file = mkstemp(name)) >= 0;
    bool done = file >= 0 && write_all(file, text, length) && fchmod(file, mode) == 0;
    if (done && nameless)
        done = *made = name_nameless(file, target, name);
    if (file >= 0 && close(file) != 0)
        done = false;
    return done && (strcmp(name, target) == 0 || rename(name, target) == 0);
}

static bool replace(const char *target, mode_t mode, const char *text, size_t length) {
    size_t size = strlen(target) + sizeof ".XXXXXX";
    char *temporary = malloc(size);
    bool made = false;
    if (!temporary) {
        complain(target, "out of memory");
        return false;
    }
    snprintf(temporary, size, "%s.XXXXXX", target);
    bool done = write_and_rename(target, temporary, mode, text, length, &made);
    if (!done) {
        complain(target, errno == ENOENT ? "its directory does not exist; make it first" : strerror(errno));
        if (made)
            unlink(temporary);
    }
    free(temporary);
    return done;
}

static mode_t default_mode(void) {
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static bool same_file(const char *path, const struct stat *status) {
    struct stat other;
    return path && strcmp(path, "-") != 0 && stat(path, &other) == 0 && other.st_dev == status->st_dev &&
           other.st_ino == status->st_ino;
}

/* The link's target is created first, so that it has a path of its own; it is removed again if it cannot be written. */
static bool write_through_dangling_link(const char *path, const char *text, size_t length) {
    int file = open(path, O_WRONLY | O_CREAT, 0666);
    char *target = file >= 0 ? realpath(path, NULL) : NULL;
    bool done = target && replace(target, default_mode(), text, length);
    if (!target)
        complain(path, strerror(errno));
    else if (!done)
        unlink(target);
    if (file >= 0)
        close(file);
    free(target);
    return done;
}

static bool write_file(const char *path, const char *input, const char *text, size_t length) {
    struct stat status;
    if (strcmp(path, "-") == 0)
        return write_directly(STDOUT_FILENO, false, "standard output", text, length);
    if (stat(path, &status) != 0) {
        if (lstat(path, &status) == 0)
            return write_through_dangling_link(path, text, length);
        return replace(path, default_mode(), text, length);
    }
    if (same_file(input, &status)) {
        complain(path, "is the input; name another output");
        return false;
    }
    if (S_ISDIR(status.st_mode)) {
        complain(path, "is a directory; use --out-dir");
        return false;
    }
    if (!S_ISREG(status.st_mode))
        return write_directly(open(path, O_WRONLY), true, path, text, length);
    char *target = realpath(path, NULL); /* through a link to the file itself */
    if (!target) {
        complain(path, strerror(errno));
        return false;
    }
    /* The new file is the runner's, so that a set-user-ID bit would give the runner's rights away. */
    bool done = replace(target, status.st_mode & 0777, text, length);
    free(target);
    return done;
}

bool file_write(const char *path, const char *input, const char *text, size_t length) {
    bool done = write_file(path, input, text, length);
    if (done)
        message_step(path, "%zu bytes written", length);
    return done;
}
