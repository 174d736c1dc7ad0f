/* Each kind of finding is one row, besides those of the checker (mmra/check/check_rows.h). */
#ifndef TRANSLATOR_FINDING_ROWS_H
#define TRANSLATOR_FINDING_ROWS_H

/* A row has what smmra_code (spirv_mmra.h) says: its name, its severity, what it means, its cause and its mend. None
 * of the texts ends in a full stop. These are of an execution, in the order of smmra_litmus_fault. */
#define FAULT_ROWS(ROW)                                                                                                \
    ROW(RACE, "race", ERROR, "conflicting accesses are not ordered",                                                   \
        "two invocations access the same memory, one of them writes, they are not both atomic, and nothing orders "    \
        "the two",                                                                                                     \
        "put the barrier, the release and acquire, or the atomic between them that the finding says is missing")       \
    ROW(UNDEFINED_READ, "undefined-read", ERROR, "a read has an undefined value",                                      \
        "nothing has written the memory, or a data race leaves it undefined",                                          \
        "write the memory first, and order that before the read")                                                      \
    ROW(OUT_OF_BOUNDS, "out-of-bounds", ERROR, "an access is out of bounds",                                           \
        "an index goes beyond its array, or an address beyond its buffer",                                             \
        "compare the index with the length; if the application has a longer array, give the run that length")          \
    ROW(DIVERGENT_BARRIER, "divergent-barrier", ERROR, "not all invocations come to a control barrier",                \
        "a branch, loop, return or discard before it divides the invocations of a workgroup",                          \
        "move the barrier to where all of them come: out of the branch, or before the return")                         \
    ROW(UNDEFINED_BEHAVIOUR, "undefined-behaviour", ERROR, "an execution has undefined behaviour",                     \
        "a branch, an address or an atomic takes an undefined value, or a number is divided by 0",                     \
        "give the value that the finding names before it is used")                                                     \
    ROW(DEADLOCK, "deadlock", ERROR, "invocations wait for each other",                                                \
        "each waits at a barrier or in a loop for what only the other would do next",                                  \
        "let all invocations come to the same barriers, and take locks in one order")                                  \
    ROW(ENDLESS_LOOP, "endless-loop", ERROR, "invocations go round for ever",                                          \
        "the value that ends a loop never comes: nothing writes it, or a lock is never released",                      \
        "write the value on every way that leads there, and release the lock")                                         \
    ROW(NOT_DECIDED, "unknown", WARNING, "the verdict is unknown",                                                     \
        "a limit of time, steps or memory ended the work, or the model leaves the question open",                      \
        "ask less, with fewer workgroups or invocations, or raise the limit that the message names")                   \
    ROW(ABORT, "abort", ERROR, "an invocation aborts", "it comes to an OpAbortKHR",                                    \
        "nothing, if it is meant: the shader says so itself; else see what led there")

/* These are of runs and of machine code, or say what a verdict is about. */
#define REMARK_ROWS(ROW)                                                                                               \
    ROW(OLD_VALUE, "old-value", ERROR, "a load of machine code takes an old value, and the result changes",            \
        "a wait, a write-back or an invalidation is missing between the store and the load",                           \
        "order the two in the kernel's source: docs/guide/kernels.md says by what")                                    \
    ROW(PROGRESS, "progress", ERROR, "a workgroup waits for one that need not go on",                                  \
        "Vulkan promises no progress between workgroups, and the device that was asked about promises too little",     \
        "wait only for workgroups that have begun, as by numbers from an atomic counter, or split the dispatch")       \
    ROW(ORDER, "order", NOTE, "the result depends on the order of workgroups or invocations",                          \
        "atomics let each order end with other values",                                                                \
        "nothing, if any of the results will do; else let the result not depend on who comes first")                   \
    ROW(HELPER_ELECTED, "helper-elected", WARNING, "a helper invocation may be elected to write",                      \
        "helper invocations take part in an election among fragments, and their stores and atomics have no effect",    \
        "let fragments alone come to the election: inside of if (!gl_HelperInvocation)")                               \
    ROW(NEVER_RAN, "never-ran", NOTE, "operations on memory never ran",                                                \
        "a condition depends on data, a length, a constant or a grid that the run has otherwise than the application", \
        "run again with what the message says; until then nothing is known of these lines")                            \
    ROW(READING, "reading", NOTE, "the verdict is about one reading of the module",                                    \
        "the module has the GLSL450 memory model, which drivers read as ordering more than the specification says",    \
        "choose the reading that counts, or declare the Vulkan memory model")                                          \
    ROW(TAKEN_FOR_GRANTED, "taken-for-granted", NOTE, "the verdict takes something for granted",                       \
        "the question needs what the module does not say: a length, a number, an order",                               \
        "see that it holds for the application, or give the run the application's value")                              \
    ROW(SUGGESTION, "suggestion", NOTE, "an annotation could be added or dropped",                                     \
        "a race needs it, or no execution does", "change the line as the message says")                                \
    ROW(VERDICT, "verdict", ERROR, "the verdict is no",                                                                \
        "what was asked does not hold: a condition, or that a translation does what the program allows",               \
        "the text beside it says what was found")                                                                      \
    ROW(INPUT, "input", ERROR, "an input or an option cannot be used",                                                 \
        "a file does not exist, is not valid, needs what is not supported, or does not fit the options",               \
        "correct what the message names")

#endif
