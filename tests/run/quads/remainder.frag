#version 460
// Remainders of numbers that are the same in all lanes: LLVM computes them in scalar registers that held masks, and leaves these to
// chance on ways on which they are not read.
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) uniform Numbers { dvec4 dividends; double divisor; };
void main() {
    colour = vec4(mod(dividends, divisor));
}
