/* Code objects of AMD's processors as assembly, which LLVM's disassembler makes of them. */
#ifndef TRANSLATOR_COMMAND_OBJECT_H
#define TRANSLATOR_COMMAND_OBJECT_H

#include "mmra/machine/machine_object.h"
#include "translator/command/command.h"

struct object_request {
    const char *objdump;              /* the command; NULL: SMMRA_OBJDUMP, else the newest that is installed */
    enum machine_processor processor; /* MACHINE_PROCESSOR_COUNT: any */
    const char *kernel;               /* NULL: any */
};

struct object_assembly {
    const char *text;
    size_t length;
    enum machine_processor processor;
    const uint64_t *addresses; /* of the instruction in each line of the text */
    uint32_t line_count;
};

/* The one object of the file that the request means, as assembly. The exit status, after a message if it is not 0. */
int object_read(struct object_assembly *assembly, const struct work *work, const struct object_request *request,
                struct arena *arena);

#endif
