/* reduced_command FILE [OPTION ...]: the command's `litmus`, without the reductions of the explorer that SMMRA_WITHOUT
 * names (enum explore_reduction, as bits). It gives up after SMMRA_EVALUATIONS. price.py asks what each reduction is
 * worth. */
#include <stdlib.h>

#include "mmra/model/explore.h"
#include "translator/command/command.h"

struct explore_options __real_explore_defaults(void);
struct explore_options __wrap_explore_defaults(void);

struct explore_options __wrap_explore_defaults(void) {
    struct explore_options options = __real_explore_defaults();
    const char *without = getenv("SMMRA_WITHOUT"), *evaluations = getenv("SMMRA_EVALUATIONS");
    if (without)
        options.without = (uint32_t)strtoul(without, NULL, 0);
    if (evaluations)
        options.evaluations = strtoull(evaluations, NULL, 0);
    return options;
}

int main(int argc, char **argv) {
    return command_litmus.run(options_read(&command_litmus, argc - 1, argv + 1), argv + 1);
}
