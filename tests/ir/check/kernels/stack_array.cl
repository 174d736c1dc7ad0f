kernel void stack_array(global const int *in, global int *out) {
    int values[16];
    for (int i = 0; i < 16; i++)
        values[(i * 7) & 15] = in[i];
    out[get_global_id(0)] = values[get_global_id(0) & 15];
}
