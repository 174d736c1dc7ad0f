// Expect: proven proven proven
// A workgroup's size that nobody chose is 1, and nothing can race within it: the proof says so. With 8 there is a race.
#version 450
layout(local_size_x_id = 0) in;
layout(set = 0, binding = 0) buffer Result { uint result[64]; };
shared uint sum;
void main() {
    sum = gl_LocalInvocationIndex;
    barrier();
    result[gl_GlobalInvocationID.x] = sum;
}
