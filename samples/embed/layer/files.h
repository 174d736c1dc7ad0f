/* The layer's files write with these. */
#ifndef LAYER_FILES_H
#define LAYER_FILES_H

#include <signal.h>
#include <stdbool.h>

/* The first thing that goes wrong is told; an application may make thousands of pipelines. */
void files_complain(const char *path, const char *why);

/* A limit to the size of files is told by a signal that would end the application: while the layer writes, this thread
 * does not take it. */
struct files_quiet {
    sigset_t signal, before;
    bool was_pending;
};
void files_begin_quiet(struct files_quiet *quiet);
void files_end_quiet(const struct files_quiet *quiet);

#endif
