#version 450
layout(local_size_x = 256) in;
layout(set=0,binding=0) buffer Data { uint data[]; };
shared uint s[256];
void main() {
  uint l = gl_LocalInvocationID.x;
  s[l] = data[gl_GlobalInvocationID.x] ^ (l * 2654435761u);
  for (uint k = 2u; k <= 256u; k <<= 1)
    for (uint j = k >> 1; j > 0u; j >>= 1) {
      barrier();
      uint p = l ^ j;
      if (p > l) { uint a = s[l], b = s[p]; if ((a > b) == ((l & k) == 0u)) { s[l] = b; s[p] = a; } }
    }
  barrier();
  data[gl_GlobalInvocationID.x] = s[l];
}
