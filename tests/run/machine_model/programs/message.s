; A message from one workgroup to another as LLVM compiles it for gfx1100.
; @Memory: x, f
; @Wave: P0 = producer, group 0, s[0:1] = &x, s[2:3] = &f, v1 = 42, v2 = 1
; @Wave: P1 = consumer, group 1, s[0:1] = &x, s[2:3] = &f
; @Output: not exists (P1:v3 == 1 and P1:v4 == 0)
producer:
	global_store_b32 v0, v1, s[0:1]
	s_waitcnt_vscnt null, 0x0
	global_store_b32 v0, v2, s[2:3]
	s_endpgm
consumer:
	global_load_b32 v3, v0, s[2:3] glc
	s_waitcnt vmcnt(0)
	buffer_gl1_inv
	buffer_gl0_inv
	global_load_b32 v4, v0, s[0:1]
	s_waitcnt vmcnt(0)
	s_endpgm
