// Expect: proven refuted proven
#version 450
layout(local_size_x = 64) in;
layout(binding = 0) readonly buffer In { uint source[]; };
layout(binding = 1) buffer Out { uint data[]; };
shared uint part[64];
void advance(inout uint where) { where = where / 2u; }
void main() {
    uint i = gl_LocalInvocationIndex, at = gl_GlobalInvocationID.x;
    uint place = i;
    advance(place);
    part[place] = 1u;
    data[at] = 2u;
}
