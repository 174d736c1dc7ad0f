kernel void reduction(global const float *in, global float *out, local float *shared) {
    uint i = get_local_id(0);
    shared[i] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = get_local_size(0) / 2; stride; stride /= 2) {
        if (i < stride)
            shared[i] += shared[i + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 0)
        out[get_group_id(0)] = shared[0];
}
