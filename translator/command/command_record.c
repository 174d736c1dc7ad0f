/* spirv-mmra record: runs an application under the Vulkan layer that records dispatches (docs/guide/record.md). */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "translator/command/command_recording.h"

enum { MOST_PATH = 4096 };

#define LAYER_NAME     "VK_LAYER_SMMRA_translate"
#define LAYER_MANIFEST "/smmra_layer.json"
/* From the folder of the command, where both are installed, and where both are built. */
#define LAYER_FOLDER "/../share/vulkan/explicit_layer.d"

static struct {
    const char *folder, *layer;
} settings = {"dispatches", NULL};

static const struct option option_table[] = {
    {"-o", "FOLDER", "the folder of the recordings (default: dispatches); it is made if it is not there", OPTION_TEXT,
     (void *)&settings.folder},
    {"--layer", "FOLDER", "the folder with the layer's manifest (default: where the command is installed)", OPTION_TEXT,
     (void *)&settings.layer},
};

/* ---- the layer, and the environment that switches it on ---- */

/* The folder of the layer's manifest, MOST_PATH bytes; false after a message. */
static bool find_layer(char *folder) {
    char own[MOST_PATH] = "", manifest[MOST_PATH + sizeof LAYER_MANIFEST];
    ssize_t length = settings.layer ? 0 : readlink("/proc/self/exe", own, sizeof own - sizeof LAYER_FOLDER);
    char *slash = length > 0 ? strrchr(own, '/') : NULL;
    if (slash)
        memcpy(slash, LAYER_FOLDER, sizeof LAYER_FOLDER);
    const char *where = settings.layer ? settings.layer : own;
    if (realpath(where, folder)) {
        snprintf(manifest, sizeof manifest, "%s" LAYER_MANIFEST, folder);
        if (access(manifest, R_OK) == 0)
            return true;
    }
    MESSAGE_USAGE("the recording layer is not installed: there is no %s" LAYER_MANIFEST
                  "; it is built and installed with the command where Vulkan's headers are (Debian: libvulkan-dev); "
                  "--layer names another folder",
                  printable(where, MOST_PRINTABLE));
    return false;
}

/* Sets the variable to `text`, put before or after what it is, with a colon between them. */
static bool set_list(const char *name, const char *text, bool before) {
    const char *old = getenv(name);
    char list[4 * MOST_PATH];
    if (!old || !*old)
        return setenv(name, text, true) == 0;
    int length = snprintf(list, sizeof list, "%s:%s", before ? text : old, before ? old : text);
    return length > 0 && (size_t)length < sizeof list && setenv(name, list, true) == 0;
}

/* The loader heeds VK_ADD_LAYER_PATH only without VK_LAYER_PATH. The last layer of a list is the nearest to the driver:
 * it sees what the driver gets. */
static bool switch_on(const char *layer, const char *recordings) {
    const char *path = getenv("VK_LAYER_PATH"), *layers = getenv("VK_INSTANCE_LAYERS");
    return set_list(path && *path ? "VK_LAYER_PATH" : "VK_ADD_LAYER_PATH", layer, true) &&
           ((layers && strstr(layers, LAYER_NAME)) || set_list("VK_INSTANCE_LAYERS", LAYER_NAME, false)) &&
           setenv("SMMRA_RECORD_DIR", recordings, true) == 0;
}

/* ---- the application ---- */

/* Becomes the application, which the system asks to end if somebody ends the command. The reason why it cannot be run
 * comes back through the pipe, which closes at exec. */
static void become(char **words, int complaint, pid_t parent) {
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(SIGINT, &standard, NULL);
    sigaction(SIGQUIT, &standard, NULL);
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() == parent)
        execvp(words[0], words);
    int why = errno;
    (void)!write(complaint, &why, sizeof why);
    _exit(127);
}

/* An interrupt at the terminal is the application's; the command waits for its end. The status of waitpid(); false
 * after a message. */
static bool run_application(char **words, int *status) {
    struct sigaction ignored = {.sa_handler = SIG_IGN};
    int complaint[2], why = 0;
    pid_t own = getpid(), id = -1;
    if (pipe(complaint) == 0 && fcntl(complaint[1], F_SETFD, FD_CLOEXEC) == 0) {
        sigaction(SIGINT, &ignored, NULL);
        sigaction(SIGQUIT, &ignored, NULL);
        fflush(NULL);
        id = fork();
    }
    if (id == 0) {
        close(complaint[0]);
        become(words, complaint[1], own);
    }
    if (id < 0) {
        MESSAGE_USAGE("no process can be started: %s", strerror(errno));
        return false;
    }
    close(complaint[1]);
    bool failed = read(complaint[0], &why, sizeof why) == sizeof why;
    close(complaint[0]);
    while (waitpid(id, status, 0) < 0 && errno == EINTR)
        ;
    if (failed)
        MESSAGE_USAGE("%s cannot be run: %s", printable(words[0], MOST_PRINTABLE), strerror(why));
    return !failed;
}

/* ---- what it left ---- */

struct count {
    uint32_t recorded, missed; /* missed: the folder says why nothing of the dispatch was recorded */
};

static bool has_file(const char *folder, const char *name, const char *file) {
    char path[2 * MOST_PATH];
    int length = snprintf(path, sizeof path, "%s/%s%s", folder, name, file);
    return length > 0 && (size_t)length < sizeof path && access(path, R_OK) == 0;
}

static struct count count_recordings(const char *folder) {
    struct count count = {0, 0};
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        if (*entry->d_name == '.' || !has_file(folder, entry->d_name, RECORDING_MANIFEST))
            continue;
        if (has_file(folder, entry->d_name, "/module.spv"))
            count.recorded++;
        else
            count.missed++;
    }
    if (directory)
        closedir(directory);
    return count;
}

/* Puts a path as a shell takes it: in single quotes; one of its own stands outside of them, after a backslash. */
static void quote(const char *path, char *place, size_t size) {
    bool is_plain = !path[strspn(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+:@%,=")];
    const char *text = printable(path, MOST_PRINTABLE);
    size_t length = 0;
    if (is_plain) {
        snprintf(place, size, "%s", text);
        return;
    }
    place[length++] = '\'';
    for (; *text && length + sizeof "'\\'''" < size; text++)
        length += (size_t)snprintf(place + length, size - length, *text == '\'' ? "'\\''" : "%c", *text);
    snprintf(place + length, size - length, "'");
}

/* On standard error, as standard output is the application's. */
static void print_count(struct count now, struct count before) {
    char folder[4 * MOST_PRINTABLE + 8];
    uint32_t recorded = now.recorded - before.recorded, missed = now.missed - before.missed;
    quote(settings.folder, folder, sizeof folder);
    if (recorded)
        fprintf(stderr, "spirv-mmra: %u dispatch%s recorded in %s; their data races:\n    spirv-mmra race %s\n",
                recorded, recorded == 1 ? " is" : "es are", folder, folder);
    else
        fprintf(stderr,
                "spirv-mmra: nothing is recorded in %s. The layer records compute dispatches that a process submits to "
                "a Vulkan\ndevice. Perhaps the command makes none; or it ends before its work is done; or SMMRA_RECORD "
                "chooses none of them; or\nthe loader leaves the layer out, as it does for a program with more rights "
                "than its user: VK_LOADER_DEBUG=all tells.\n",
                folder);
    if (missed)
        fprintf(stderr, "spirv-mmra: %u dispatch%s could not be recorded, and %s says why: spirv-mmra race shows it\n",
                missed, missed == 1 ? "" : "es", missed == 1 ? "its folder" : "a folder of each");
    if (before.recorded)
        fprintf(stderr, "spirv-mmra: %s has %u recording%s from before, too\n", folder, before.recorded,
                plural(before.recorded));
}

/* Whether the application ended with 0. */
static bool says_end(int status) {
    if (WIFSIGNALED(status))
        fprintf(stderr, "spirv-mmra: signal %d (%s) ended the command\n", WTERMSIG(status),
                strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status))
        fprintf(stderr, "spirv-mmra: the command's own exit status is %d\n", WEXITSTATUS(status));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The folder's path from the root, PATH_MAX bytes: the application may go elsewhere. False after a message. */
static bool make_folder(char *path) {
    char inside[MOST_PATH];
    int length = snprintf(inside, sizeof inside, "%s/.", settings.folder); /* a file has no inside */
    if ((mkdir(settings.folder, 0777) == 0 || errno == EEXIST) && length < MOST_PATH && realpath(inside, path) &&
        access(path, W_OK | X_OK) == 0)
        return true;
    MESSAGE_ERROR(settings.folder, "no folder to record to: %s", strerror(errno));
    return false;
}

static int run(int count, char **words) {
    char layer[PATH_MAX], recordings[PATH_MAX];
    int status = 0;
    words[count] = NULL; /* the options stood before, so that there is room */
    if (!find_layer(layer))
        return SMMRA_INVALID_ARGUMENT;
    if (!make_folder(recordings))
        return SMMRA_INVALID_ARGUMENT;
    struct count before = count_recordings(recordings);
    if (!switch_on(layer, recordings)) {
        MESSAGE_USAGE("the environment has no room for the layer");
        return SMMRA_INVALID_ARGUMENT;
    }
    if (!run_application(words, &status))
        return SMMRA_INVALID_ARGUMENT;
    struct count now = count_recordings(recordings);
    bool is_good = says_end(status);
    print_count(now, before);
    return now.recorded == before.recorded ? STATUS_UNKNOWN : is_good ? SMMRA_SUCCESS : 1;
}

static const char *misfit(int inputs) {
    return inputs ? NULL : "no command; write it after --, as in: spirv-mmra record -- ./application";
}

const struct subcommand command_record = {
    .name = "record",
    .arguments = "[-o FOLDER] -- COMMAND [ARGUMENT ...]",
    .what = "runs an application, and records its dispatches with their data, for race",
    .help = "Runs a command with the Vulkan layer that records compute dispatches: of each pipeline the first, or what "
            "the variable\nSMMRA_RECORD chooses (docs/guide/record.md). Says how many were recorded, and where. What "
            "the command reads and writes\nis its own; this subcommand speaks on standard error. Its exit status is 0 "
            "where something was recorded and the command\nended with 0, 1 where the command ended otherwise (its own "
            "status is said), 6 where nothing was recorded, and 2 where\nthe command was not run.",
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .misfit = misfit,
    .run = run,
};
