/* Machine code as it lies in memory, as the assembly that the executor reads. LLVM's llvm-mc knows the instructions;
 * SMMRA_LLVM_MC names it, where it is not llvm-mc-22. */
#ifndef SUBMISSIONS_DISASSEMBLY_H
#define SUBMISSIONS_DISASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The code of a kernel begins here. */
#define DISASSEMBLY_ENTRY "L0"

/* The text of the code that begins with these bytes and ends with the s_endpgm after which no branch leads. `address`
 * is where it lies: s_getpc_b64 gives numbers. `length`: its bytes. Free it. NULL after writing to `message`. */
char *disassemble(const uint8_t *bytes, uint64_t size, uint64_t address, const char *processor, bool wave32,
                  size_t *length, char *message, size_t message_size);

#endif
