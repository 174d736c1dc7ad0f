/* Programs of tests ask for no suggestions, and so need no mends of sources, nor the subcommand race, which has them.
 */
#include <stddef.h>

#include "translator/command/command_race_mend.h"

const char *race_mend_of(const char *path, const struct module_options *module, uint32_t seconds, struct arena *arena) {
    (void)path, (void)module, (void)seconds, (void)arena;
    return NULL;
}
