// Programs of WGSL about synchronization, for same_source.py: after each line with a name its body, before which come
// the declarations that it uses.
@group(0) @binding(0) var<storage, read_write> data: array<u32, 8>;
@group(0) @binding(1) var<storage, read_write> flag: array<atomic<u32>, 2>;
var<workgroup> part: array<u32, 2>;
var<workgroup> turn: atomic<u32>;
// ---- atomics
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
    let a = atomicAdd(&turn, 1u);
    let b = atomicExchange(&flag[0], a + 1u);
    data[i] = a * 16u + b;
}
// ---- barrier
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
    part[i] = i + 1u;
    workgroupBarrier();
    data[i] = part[1u - i];
}
// ---- compare-exchange
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
    let r = atomicCompareExchangeWeak(&flag[0], 0u, i + 1u);
    if r.exchanged { data[0] = i; }
    data[i + 1u] = r.old_value;
}
// ---- groups
@compute @workgroup_size(1)
fn main(@builtin(workgroup_id) g: vec3u) {
    let n = atomicAdd(&flag[0], 1u);
    data[g.x] = n;
    atomicMax(&flag[1], n + 3u);
}
// ---- loop-turns
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
    for (var k = 0u; k < 2u; k++) {
        part[i] = k + i;
        workgroupBarrier();
        data[i * 2u + k] = part[1u - i];
        workgroupBarrier();
    }
}
// ---- message-barrier
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
    if i == 0u { data[0] = 7u; }
    storageBarrier();
    if i == 0u { atomicStore(&turn, 1u); }
    workgroupBarrier();
    if i == 1u { data[1] = atomicLoad(&turn) + data[0]; }
}
// ---- read-before-barrier
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
    if i == 0u { part[0] = 1u; }
    workgroupBarrier();
    let r = part[0];
    workgroupBarrier();
    data[i] = r;
    if i == 0u { part[0] = 2u; }
}
// ---- storage-barrier
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
    data[i] = i + 1u;
    storageBarrier();
    data[2u + i] = data[1u - i];
}
// ---- store-buffering
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
    atomicStore(&flag[i], 1u);
    data[i] = atomicLoad(&flag[1u - i]);
}
// ---- sum
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
    part[i] = data[i];
    workgroupBarrier();
    if i == 0u { data[2] = part[0] + part[1]; }
    storageBarrier();
    data[3u + i] = data[2];
}
// ---- uniform-load
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
    if i == 0u { part[0] = 5u; }
    let r = workgroupUniformLoad(&part[0]);
    if i == 1u { part[0] = 6u; }
    data[i] = r;
}
// ---- wrong-barrier
@compute @workgroup_size(2)
fn main(@builtin(local_invocation_index) i: u32) {
    data[i] = i + 1u;
    workgroupBarrier();
    data[2u + i] = data[1u - i];
}
