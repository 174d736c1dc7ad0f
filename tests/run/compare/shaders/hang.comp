#version 450
// Takes minutes on the driver if there are some thousand workgroups. A loop without end would not do: llvmpipe leaves each
// loop after 65,535 turns.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Result { uint result[]; };

#define STEP sum = sum * (sum | 1664525) + (sum >> 7);
#define STEPS STEP STEP STEP STEP STEP STEP STEP STEP
#define MORE STEPS STEPS STEPS STEPS STEPS STEPS STEPS STEPS

void main() {
    uint sum = result[0];
    for (uint a = 0; a < 65000; a++) {
        MORE MORE MORE MORE
    }
    result[1] = sum == 1 ? 2 : 1;
}
