; A kernel as a grid of two workgroups of one wave of two lanes: each invocation counts.
; @Memory: sum, all[4]
; @Config: 2, 1, 2
; @Arguments: &sum, &all
; @Output: forall (sum == 4 and all[0] == 1 and all[1] == 2 and all[3] == 4)
	.amdgcn_target "amdgcn-amd-amdhsa--gfx1201"
main:
	s_load_b128 s[4:7], s[0:1], 0x0
	v_and_b32_e32 v0, 0x3ff, v0
	v_dual_mov_b32 v1, 0 :: v_dual_mov_b32 v2, 1
	s_lshl_b32 s8, ttmp9, 1
	s_delay_alu instid0(SALU_CYCLE_1)
	v_add_nc_u32_e32 v3, s8, v0
	v_add_nc_u32_e32 v4, 1, v3
	v_lshlrev_b32_e32 v3, 2, v3
	s_wait_kmcnt 0x0
	global_atomic_add_u32 v1, v2, s[4:5] scope:SCOPE_DEV
	global_store_b32 v3, v4, s[6:7]
	s_endpgm
	.amdhsa_kernel main
		.amdhsa_user_sgpr_count 2
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
		.amdhsa_wavefront_size32 1
		.amdhsa_workgroup_processor_mode 1
	.end_amdhsa_kernel
