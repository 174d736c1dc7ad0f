; What gfx1250 has, in one kernel of two waves: copies by themselves, a barrier with a name, a buffer of its own layout,
; registers from v256 on, offsets that count, rows that change places. The fuzzers begin with it.
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1250"
k:
	s_load_b64 s[4:5], s[0:1], 0x0 nv
	v_and_b32 v0, 0x3ff, v0
	v_lshlrev_b32 v1, 2, v0
	v_readfirstlane_b32 s2, v0
	s_mov_b32 m0, 0x20001
	s_cmp_eq_u32 s2, 0
	s_cbranch_scc0 meet
	s_barrier_init m0
meet:
	s_barrier_signal -1
	s_barrier_wait -1
	s_barrier_join 1
	s_barrier_signal -1
	s_barrier_wait -1
	s_wait_kmcnt 0x0
	global_load_async_to_lds_b32 v1, v0, s[4:5] scale_offset
	s_wait_asynccnt 0x0
	s_barrier_signal_isfirst m0
	s_barrier_wait 1
	v_xor_b32 v2, 0x80, v1
	ds_load_b32 v3, v2
	v_mov_b32 v4, 0
	s_wait_dscnt 0x0
	v_permlane16_swap_b32 v3, v4
	s_set_vgpr_msb 0x40
	v_mov_b32 v1 /*v257*/, 7
	s_set_vgpr_msb 0x4001
	v_add_nc_u32 v3, v1 /*v257*/, v3
	s_set_vgpr_msb 0x100
	s_barrier_signal -1
	s_barrier_wait -1
	ds_store_b32 v1, v3
	s_wait_dscnt 0x0
	global_store_async_from_lds_b32 v1, v1, s[4:5] th:TH_STORE_NT
	s_wait_asynccnt 0x0
	s_and_b32 s9, s5, 0x1ffffff
	s_mov_b32 s8, s4
	s_or_b32 s9, s9, 0x80000000
	s_mov_b32 s10, 1
	s_brev_b32 s11, 4
	buffer_load_b32 v5, v1, s[8:11], null offen
	s_wait_loadcnt 0x0
	s_endpgm
	.amdhsa_kernel k
		.amdhsa_group_segment_fixed_size 256
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_user_sgpr_count 2
		.amdhsa_next_free_vgpr 260
		.amdhsa_next_free_sgpr 16
	.end_amdhsa_kernel
	.amdgpu_metadata
---
amdhsa.kernels:
  - .args:
      - .offset: 0
        .size: 8
        .value_kind: global_buffer
    .max_flat_workgroup_size: 64
    .name: k
    .symbol: k.kd
...
	.end_amdgpu_metadata
