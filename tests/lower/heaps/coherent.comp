// Accesses to coherent and volatile members keep these properties in a heap, in both memory models.
ARRAY(0) buffer Flags { uint flag; coherent uint message; volatile uint words[]; } flags[];

void main() {
    uint i = gl_LocalInvocationIndex;
    flags[1].message = i;
    flags[2].words[i] = flags[3].words[i] + flags[1].message;
    atomicMax(flags[0].flag, i);
}
