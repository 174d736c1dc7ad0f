; What a kernel may have: masks, LDS, barriers, flat and buffer accesses, atomics of 64 bits, bytes, loops.
; @Memory: x[8], f
; @Config: 2, 2, 1
; @Arguments: &x, &f
; @Output: exists (f == 4)
	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
main:
	s_load_dwordx4 s[4:7], s[0:1], 0x0
	v_and_b32_e32 v0, 0x3ff, v0
	v_lshlrev_b32_e32 v1, 2, v0
	v_mov_b32_e32 v2, 1
	v_mov_b32_e32 v9, 0
	ds_write_b32 v1, v2
	s_mov_b64 s[10:11], exec
	v_cmp_eq_u32_e32 vcc, 0, v0
	s_and_saveexec_b64 s[8:9], vcc
	s_cbranch_execz .LBB0_2
	s_waitcnt lgkmcnt(0)
	ds_add_u32 v1, v2 offset:16
	global_atomic_add_x2 v[4:5], v9, v[2:3], s[4:5] offset:8 sc0
	s_waitcnt vmcnt(0) lgkmcnt(0)
.LBB0_2:
	s_or_b64 exec, exec, s[8:9]
	s_waitcnt lgkmcnt(0)
	s_barrier
	ds_read2_b32 v[6:7], v9 offset0:1 offset1:4
	s_waitcnt lgkmcnt(0)
	global_store_byte v1, v6, s[4:5] offset:16
	v_mov_b32_e32 v10, s6
	v_mov_b32_e32 v11, s7
	flat_atomic_add v[10:11], v2 sc1
	s_movk_i32 s12, 0x2
.LBB0_3:
	s_add_i32 s12, s12, -1
	s_cmp_lg_u32 s12, 0
	s_cbranch_scc1 .LBB0_3
	s_mov_b32 s16, s6
	s_mov_b32 s17, s7
	s_mov_b32 s18, 4
	s_mov_b32 s19, 0x27000
	buffer_load_dword v12, off, s[16:19], 0 sc0 sc1
	buffer_wbl2 sc1
	s_waitcnt vmcnt(0)
	buffer_inv sc1
	s_endpgm
	.amdhsa_kernel main
		.amdhsa_group_segment_fixed_size 32
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.end_amdhsa_kernel
