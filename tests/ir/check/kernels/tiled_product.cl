#define TILE 16
kernel void tiled_product(global const float *a, global const float *b, global float *c, int n) {
    local float x[TILE][TILE], y[TILE][TILE];
    int row = get_global_id(1), column = get_global_id(0), i = get_local_id(1), j = get_local_id(0);
    float sum = 0;
    for (int tile = 0; tile < n / TILE; tile++) {
        x[i][j] = a[row * n + tile * TILE + j];
        y[i][j] = b[(tile * TILE + i) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++)
            sum += x[i][k] * y[k][j];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}
