constant int table[8] = {1, 1, 2, 3, 5, 8, 13, 21};
kernel void constant_table(global int *out, constant int *weights) {
    int i = get_global_id(0);
    out[i] = table[i & 7] * weights[i & 3];
}
