#version 460
// Invocations abort in functions that return values and in those that do not, in loops, in a switch and behind a call in a condition;
// what they wrote before stays, and what the others do.
#extension GL_EXT_abort : require
layout(local_size_x = 32) in;
layout(binding = 0) buffer Numbers { uint numbers[96]; };
layout(binding = 1) buffer Log { uint log[384]; };
#ifdef PLAIN
bool ended = false;
#define ABORT(text, value) ended = true; return
#define ENDED if (ended) return
#define ENDED_WITH(value) if (ended) return value
#else
#define ABORT(text, value) abortEXT(text, value)
#define ENDED
#define ENDED_WITH(value)
#endif
uint at;
void put(uint value) { log[at * 4u + (value & 3u)] += value + 1u; }
uint deepest(uint n) {
    if ((n & 7u) == 5u) {
        put(4u);
#ifdef PLAIN
        ended = true;
        return 0u;
#else
        abortEXT("five of %u", n);
#endif
    }
    return n * 3u;
}
uint middle(uint n) {
    uint sum = 0u;
    for (uint i = 0u; i < (n & 3u) + 1u; i++) {
        sum += deepest(n + i);
        ENDED_WITH(0u);
        put(8u);
    }
    return sum;
}
void nothing(uint n) {
    switch (n % 11u) {
    case 2u: put(1u); break;
    case 7u: ABORT("seven %u", n); put(200u); break;
    default: put(2u);
    }
}
void main() {
    at = gl_GlobalInvocationID.x;
    uint n = numbers[at] & 0xFFu;
    put(3u);
    nothing(n);
    ENDED;
    put(16u);
    uint got = middle(n);
    ENDED;
    put(got & 0xFFu);
    if (deepest(n + 1u) > 90u) {
        ENDED;
        put(33u);
    }
    ENDED;
    put(64u);
}
