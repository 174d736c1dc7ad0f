kernel void restrict_copy(global const float4 *restrict in, global float4 *restrict out) {
    out[get_global_id(0)] = in[get_global_id(0)];
}
