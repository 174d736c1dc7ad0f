/* libFuzzer: a recorded submission (tests/run/submissions/recording.h). Its packets are done, its dispatches described,
 * but not run. What is wrong has a message. */
#include <stdlib.h>

#include "submissions/recording.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct device device = {.only_describes = true};
    char message[PACKET_MESSAGE] = "";
    if (!recording_play(&device, (const char *)data, size, message) && !*message)
        abort();
    recording_end(&device);
    return 0;
}
