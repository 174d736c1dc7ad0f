#version 460

// imageSize of every dimension.
layout(local_size_x = 1) in;

layout(set = 0, binding = 0, r32f) uniform image1D line;
layout(set = 0, binding = 1, r32f) uniform image2D plane;
layout(set = 0, binding = 2, r32f) uniform image3D volume;
layout(set = 0, binding = 3, r32f) uniform imageCube cube;
layout(set = 0, binding = 4, r32f) uniform image1DArray lines;
layout(set = 0, binding = 5, r32f) uniform image2DArray planes;
layout(set = 0, binding = 6, r32f) uniform imageCubeArray cubes;
layout(set = 0, binding = 7, r32f) uniform imageBuffer texels;
layout(set = 0, binding = 8) buffer Result { ivec4 result[8]; };

void main() {
    result[0].x = imageSize(line);
    result[1].xy = imageSize(plane);
    result[2].xyz = imageSize(volume);
    result[3].xy = imageSize(cube);
    result[4].xy = imageSize(lines);
    result[5].xyz = imageSize(planes);
    result[6].xyz = imageSize(cubes);
    result[7].x = imageSize(texels);
}
