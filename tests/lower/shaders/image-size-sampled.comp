#version 460

// textureSize of levels, and how many there are.
layout(local_size_x = 3) in;

layout(set = 0, binding = 0) uniform sampler1D line;
layout(set = 0, binding = 1) uniform isampler2D plane;
layout(set = 0, binding = 2) uniform usampler3D volume;
layout(set = 0, binding = 3) uniform samplerCube cube;
layout(set = 0, binding = 4) uniform sampler1DArray lines;
layout(set = 0, binding = 5) uniform sampler2DArrayShadow planes;
layout(set = 0, binding = 6) uniform texture2D alone;
layout(set = 0, binding = 7) uniform samplerBuffer texels;
layout(set = 0, binding = 8) uniform samplerCubeArray cubes;
layout(set = 0, binding = 9) uniform sampler any;
layout(set = 0, binding = 10) buffer Result { ivec4 result[3][9]; };

void main() {
    for (int level = 0; level < 3; level++) {
        result[level][0].x = textureSize(line, level);
        result[level][1].xy = textureSize(plane, level);
        result[level][2].xyz = textureSize(volume, level);
        result[level][3].xy = textureSize(cube, level);
        result[level][4].xy = textureSize(lines, level);
        result[level][5].xyz = textureSize(planes, level);
        result[level][6].xy = textureSize(sampler2D(alone, any), level);
        result[level][7].x = textureSize(texels);
        result[level][8].xyz = textureSize(cubes, level);
    }
    result[0][0].y = textureQueryLevels(line);
    result[0][1].z = textureQueryLevels(plane);
    result[0][2].w = textureQueryLevels(volume);
    result[0][3].z = textureQueryLevels(cube);
    result[0][5].w = textureQueryLevels(planes);
}
