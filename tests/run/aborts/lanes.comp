#version 460
// Invocations that have aborted take part in nothing that their subgroup does.
#extension GL_EXT_abort : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 32) in;
layout(binding = 0) buffer Numbers { uint numbers[96]; };
layout(binding = 1) buffer Log { uint sums[96]; uint counts[96]; };
void main() {
    uint at = gl_GlobalInvocationID.x, n = numbers[at] & 0xFFu;
    sums[at] = subgroupAdd(n);
    if (n % 3u == 1u) {
        counts[at] = 7u;
#ifdef PLAIN
        return;
#else
        abortEXT("one of three: %u", n);
#endif
    }
    counts[at] = subgroupBallotBitCount(subgroupBallot(true));
    sums[at] += subgroupAdd(n);
}
