#version 450
// What a variable holds when its copy is used, and not when it was made or later: where a copy is taken for its source
// too long, all invocations write one element, which is a race. With BUG the index that leaves its array has grown
// since it was used.
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer Data { uint data[64]; };
struct Row { uint first[3]; uint second[5]; };
layout(set = 0, binding = 1) buffer Rows { Row rows[64]; };
shared uint part[8];

void check(bool right) {
    data[right ? gl_GlobalInvocationID.x : 0u] = 1u;
}

uint swapped(uint a, uint b) {
    uint t = a;
    a = b;
    b = t;
    return a * 16u + b;
}

void main() {
    uint l = gl_LocalInvocationID.x, g = gl_GlobalInvocationID.x;
    check(swapped(l, 9u) == 9u * 16u + l);

    uint i = l, sum = 0u;
    for (uint n = 0u; n < 4u; n++) {
        uint before = i;
        i = i + 1u;
        sum += before * 10u + i;
    }
    check(i == l + 4u && sum == 44u * l + 70u);

    uvec2 pair = uvec2(l, 7u);
    pair = uvec2(pair.y + 1u, pair.x + 2u);
    check(pair.x == 8u && pair.y == l + 2u);

    uint chosen = 3u;
    uint kept = chosen;
    if (l > 3u)
        chosen = kept + l;
    check(kept == 3u && chosen == (l > 3u ? 3u + l : 3u));

    uint grows = l, stays = grows, total = 0u;
    for (uint n = 0u; n < 3u; n++) {
        total += stays;
        grows = grows + 1u;
    }
    check(total == 3u * l && grows == l + 3u);

    part[l] = l << 2;
    barrier();
    uint at = l;
    uint read = part[at];
    at = at + 1u;
    check(read == 4u * l && at == l + 1u);

    int down = int(l) - 4;
    rows[g].first[l % 3u] = uint(down);
    rows[g].second[(l >> 1) % 5u] = l;
    check(int(rows[g].first[l % 3u]) == down && rows[g].second[(l >> 1) % 5u] == l);

    uint next = l & 0u;
#ifdef BUG
    next = next + 1u;
#endif
    rows[g].first[next++] = l;
    rows[g].first[next++] = l;
    rows[g].first[next++] = next;
}
