kernel void lanes(global int *data, global ulong *masks) {
    int value = data[get_global_id(0)];
    masks[get_global_id(0)] = __builtin_amdgcn_ballot_w64(value > 0);
    data[get_global_id(0)] = __builtin_amdgcn_readfirstlane(value) + __builtin_amdgcn_ds_bpermute(4, value);
}
