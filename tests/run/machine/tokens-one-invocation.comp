#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
// LLVM makes ballots without tokens of atomics, if their address is the same in all lanes: with one invocation it always is.
// options: --convergence tokens
// options: --convergence tokens --wave 64
// expect: #global.atomic >= 1
// expect: #local.atomic >= 1
// processors: gfx90a gfx1030 gfx1100 gfx1201
layout(local_size_x = 1) in;
layout(binding = 0) buffer Sums { uint sum; uvec4 ballot; uint old[]; };
shared uint shared_sum;
void main() {
    shared_sum = sum;
    barrier();
    ballot = subgroupBallot(sum == 3u);
    atomicOr(sum, 0u);
    for (uint i = 0; i < ballot.x; i++)
        old[i] = atomicAdd(shared_sum, 1u) + atomicAdd(sum, 1u) + subgroupBroadcastFirst(i);
}
