/* libFuzzer: any text as machine code, of a processor that its last byte chooses, whose price is listed; what stands
 * behind the line "; IR" is the module that it was compiled from. Whatever the text, nothing crashes, leaks or takes
 * long, and there is a list if and only if the call is a success. */
#include <stdlib.h>
#include <string.h>

#include "mmra/machine/machine.h"
#include "translator/spirv_mmra.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void judge(smmra_result result, const smmra_price_list *list) {
    size_t count;
    if ((result == SMMRA_SUCCESS) != (list != NULL))
        abort();
    if (!list)
        return;
    const smmra_cost_item *const *items = smmra_price_list_items(list, &count);
    for (size_t i = 0; i < count; i++)
        if (!items[i]->line || !items[i]->instruction || !items[i]->what)
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char mark[] = "\n; IR\n";
    smmra_cost_options options = SMMRA_DEFAULTS(smmra_cost_options);
    char *text = malloc(size + 1);
    memcpy(text, data, size);
    text[size] = '\0';
    const char *behind = strstr(text, mark);
    size_t length = behind ? (size_t)(behind - text) : size;
    options.mcpu = machine_processor_names[size ? data[size - 1] % MACHINE_PROCESSOR_COUNT : 0];
    options.memory_limit = (size_t)256 << 20;
    if (behind) {
        options.ir = behind + sizeof mark - 1;
        options.ir_length = size - length - (sizeof mark - 1);
    }
    smmra_price_list *list;
    smmra_result result = smmra_cost(text, length, &options, &list);
    judge(result, list);
    smmra_price_list_destroy(list);
    free(text);
    return 0;
}
