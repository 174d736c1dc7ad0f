#version 460

// Doubles: arithmetic, comparison and conversion. The float is subtracted from before it is a double again, because Mesa 25 takes
// double(float(v)) for v itself, whatever bits the float cannot hold.
layout(local_size_x = 32) in;

layout(set = 0, binding = 0) buffer Result { double result[32]; };
layout(set = 0, binding = 1) readonly buffer Input { double values[32]; };

void main() {
    uint i = gl_LocalInvocationIndex;
    double v = abs(values[i]) < 1000.0lf ? values[i] : 0.5lf;
    result[i] = v > 0.0lf ? v * 0.5lf + double(i) : double(float(v) - 1.0);
}
