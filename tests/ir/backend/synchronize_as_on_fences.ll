; mapping.md 5: on fences LLVM honours `amdgpu-synchronize-as`. At agent scope `local` saves write-back, wait and
; invalidation; at workgroup scope it saves the wait for global memory on gfx10 and later and in tgsplit mode. An unknown
; value gets a warning and a full fence. LLVM 23 has no tgsplit mode for gfx942.
; RUN: %llc -mcpu=gfx942 < %s 2>%t | %check --check-prefixes=ALL,GFX942
; RUN: grep -q "unknown address space 'workgroup'; expected one of 'local', 'global'" %t
; RUN: %llc -mcpu=gfx90a < %s 2>/dev/null | %check --check-prefixes=ALL,GFX90A
; RUN: %llc -mcpu=gfx1030 < %s 2>/dev/null | %check --check-prefixes=ALL,GFX10
; RUN: %llc -mcpu=gfx1100 < %s 2>/dev/null | %check --check-prefixes=ALL,GFX11
; RUN: %llc -mcpu=gfx1201 < %s 2>/dev/null | %check --check-prefixes=ALL,GFX12
; RUN-22: %llc -mcpu=gfx942 -mattr=+tgsplit < %s 2>/dev/null | %check --check-prefix=TGSPLIT

; ALL-LABEL: agent_all:
; GFX942: buffer_wbl2 sc1
; GFX942: s_waitcnt vmcnt(0)
; GFX942: buffer_inv sc1
; GFX90A: buffer_wbinvl1_vol
; GFX10: buffer_gl0_inv
; GFX11: buffer_gl0_inv
; GFX12: global_inv scope:SCOPE_DEV
; ALL: s_endpgm
define amdgpu_kernel void @agent_all(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(1) %p
  fence syncscope("agent") acq_rel
  store i32 1, ptr addrspace(1) %p
  ret void
}

; ALL-LABEL: agent_global:
; GFX942: buffer_wbl2 sc1
; GFX942: s_waitcnt vmcnt(0)
; GFX942: buffer_inv sc1
; GFX90A: buffer_wbinvl1_vol
; GFX10: buffer_gl0_inv
; GFX11: buffer_gl0_inv
; GFX12: global_inv scope:SCOPE_DEV
; ALL: s_endpgm
define amdgpu_kernel void @agent_global(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(1) %p
  fence syncscope("agent") acq_rel, !mmra !0
  store i32 1, ptr addrspace(1) %p
  ret void
}

; ALL-LABEL: agent_local:
; ALL: global_store_
; ALL-NOT: s_wait
; ALL-NOT: wbl2
; ALL-NOT: inv
; ALL: global_store_
; ALL: s_endpgm
define amdgpu_kernel void @agent_local(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(1) %p
  fence syncscope("agent") acq_rel, !mmra !1
  store i32 1, ptr addrspace(1) %p
  ret void
}

; ALL-LABEL: agent_unknown:
; GFX942: buffer_wbl2 sc1
; GFX942: s_waitcnt vmcnt(0)
; GFX942: buffer_inv sc1
; GFX90A: buffer_wbinvl1_vol
; GFX10: buffer_gl0_inv
; GFX11: buffer_gl0_inv
; GFX12: global_inv scope:SCOPE_DEV
; ALL: s_endpgm
define amdgpu_kernel void @agent_unknown(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(1) %p
  fence syncscope("agent") acq_rel, !mmra !2
  store i32 1, ptr addrspace(1) %p
  ret void
}

; ALL-LABEL: workgroup_global:
; ALL: global_store_
; GFX942-NOT: s_waitcnt
; GFX90A-NOT: s_waitcnt
; GFX10: s_waitcnt_vscnt null, 0x0
; GFX11: s_waitcnt_vscnt null, 0x0
; GFX12: s_wait_storecnt 0x0
; ALL: global_store_
; TGSPLIT-LABEL: workgroup_global:
; TGSPLIT: global_store_
; TGSPLIT: s_waitcnt vmcnt(0)
; TGSPLIT: global_store_
define amdgpu_kernel void @workgroup_global(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(1) %p
  fence syncscope("workgroup") release, !mmra !0
  store i32 1, ptr addrspace(1) %p
  ret void
}

; ALL-LABEL: workgroup_local:
; ALL: global_store_
; ALL-NOT: s_wait
; ALL: global_store_
; TGSPLIT-LABEL: workgroup_local:
; TGSPLIT: global_store_
; TGSPLIT-NOT: s_waitcnt
; TGSPLIT: global_store_
define amdgpu_kernel void @workgroup_local(ptr addrspace(1) %p) {
  store i32 0, ptr addrspace(1) %p
  fence syncscope("workgroup") release, !mmra !1
  store i32 1, ptr addrspace(1) %p
  ret void
}

!0 = !{!"amdgpu-synchronize-as", !"global"}
!1 = !{!"amdgpu-synchronize-as", !"local"}
!2 = !{!"amdgpu-synchronize-as", !"workgroup"}
