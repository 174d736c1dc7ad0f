	.text
k:
	s_load_b64 s[2:3], s[0:1], 0x0
	v_lshlrev_b32 v1, 2, v0
	s_waitcnt lgkmcnt(0)
	global_load_b32 v2, v1, s[2:3]
	s_waitcnt vmcnt(0)
	ds_store_b32 v1, v2
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_load_b32 v2, v1
	v_mov_b32 v3, 0
	s_waitcnt lgkmcnt(0)
	global_atomic_add_u32 v3, v2, s[2:3]
	s_endpgm
	.amdhsa_kernel k
		.amdhsa_group_segment_fixed_size 256
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_count 2
		.amdhsa_system_vgpr_workitem_id 0
		.amdhsa_wavefront_size32 1
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
      - .offset: 8
        .size: 4
        .value_kind: by_value
      - .offset: 16
        .size: 4
        .value_kind: hidden_block_count_x
    .max_flat_workgroup_size: 64
    .name: k
    .symbol: k.kd
...
	.end_amdgpu_metadata
