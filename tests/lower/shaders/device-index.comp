#version 460
#extension GL_EXT_device_group : require

// The index of the device in its group: 0 for one alone.
layout(local_size_x = 4) in;

layout(set = 0, binding = 0) buffer Result { int result[]; };

void main() {
    result[gl_LocalInvocationIndex] = gl_DeviceIndex + 7;
}
