// Storage buffers: an index that is a constant, one that is pushed; lengths; atomics.
ARRAY(0) buffer Values { uint count; uint values[]; } buffers[];
layout(push_constant) uniform Pushed { uint chosen; };

void main() {
    uint i = gl_LocalInvocationIndex;
    uint sum = buffers[chosen].values[i] + buffers[3].values.length();
    if (sum > 100u)
        sum += buffers[chosen + 2u].values[i];
    atomicAdd(buffers[chosen + 1u].count, sum);
    buffers[2].values[i] = sum;
}
