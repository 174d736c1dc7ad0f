#version 460

// A shared array of arrays, transposed.
layout(local_size_x = 8, local_size_y = 8) in;

layout(set = 0, binding = 0) buffer Result { uint result[64]; };
shared uint tile[8][8];

void main() {
    uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
    tile[y][x] = y * 8 + x;
    barrier();
    result[y * 8 + x] = tile[x][y];
}
