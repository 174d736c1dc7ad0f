; mapping.md 10: a uniform plain load after a bare acquire fence, or after an acquire on local memory, becomes a scalar load,
; whose cache the acquire does not invalidate: buffer_inv, buffer_gl0_inv and global_inv are of the vector caches.
; RUN: %llc -mcpu=gfx90a < %s | %check --check-prefixes=ALL,GFX90A
; RUN: %llc -mcpu=gfx942 < %s | %check --check-prefixes=ALL,GFX942
; RUN: %llc -mcpu=gfx1030 < %s | %check --check-prefixes=ALL,GFX10
; RUN: %llc -mcpu=gfx1100 < %s | %check --check-prefixes=ALL,GFX11
; RUN: %llc -mcpu=gfx1201 < %s | %check --check-prefixes=ALL,GFX12

; ALL-LABEL: after_a_bare_fence:
; GFX90A: buffer_wbinvl1_vol
; GFX942: buffer_inv sc1
; GFX10: buffer_gl0_inv
; GFX11: buffer_gl0_inv
; GFX12: global_inv scope:SCOPE_DEV
; ALL-NOT: s_dcache_inv
; ALL: s_load_{{dword|b32}} s{{[0-9]+}}, s[{{[0-9:]+}}], 0x0{{$}}
define amdgpu_kernel void @after_a_bare_fence(ptr addrspace(1) %q, ptr addrspace(1) %out) {
  %a = load i32, ptr addrspace(1) %q, align 4, !mmra !0
  fence syncscope("agent") acquire, !mmra !0
  %x = load i32, ptr addrspace(1) %q, align 4, !mmra !0
  %s = add i32 %a, %x
  store i32 %s, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

; ALL-LABEL: after_an_acquire_on_local_memory:
; ALL: ds_{{add_rtn_u32|wrxchg_rtn_b32|storexchg_rtn_b32}}
; ALL-NOT: s_dcache_inv
; ALL: s_load_{{dword|b32}} s{{[0-9]+}}, s[{{[0-9:]+}}], 0x0{{$}}
define amdgpu_kernel void @after_an_acquire_on_local_memory(ptr addrspace(1) %q, ptr addrspace(3) %flag, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = atomicrmw xchg ptr addrspace(3) %flag, i32 %t syncscope("workgroup") acquire, align 4, !mmra !0
  %x = load i32, ptr addrspace(1) %q, align 4, !mmra !0
  %s = add i32 %g, %x
  store i32 %s, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

; After an acquire on global memory it is a vector load as it stands.
; ALL-LABEL: after_an_acquire_on_global_memory:
; GFX942: buffer_inv sc1
; ALL-NOT: s_load_{{dword|b32}} s{{[0-9]+}}, s[{{[0-9:]+}}], 0x0{{$}}
; ALL: global_store_
define amdgpu_kernel void @after_an_acquire_on_global_memory(ptr addrspace(1) %q, ptr addrspace(1) %flag, ptr addrspace(1) %out) {
  %g = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %x = load i32, ptr addrspace(1) %q, align 4, !mmra !0
  %s = add i32 %g, %x
  store i32 %s, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

; The remedy: a vector load, without any coherence bit.
; ALL-LABEL: singlethread_after_a_bare_fence:
; GFX90A: buffer_wbinvl1_vol
; GFX942: buffer_inv sc1
; GFX10: buffer_gl0_inv
; GFX11: buffer_gl0_inv
; GFX12: global_inv scope:SCOPE_DEV
; ALL: global_load_{{dword|b32}} v{{[0-9]+}}, v{{[0-9]+}}, s[{{[0-9:]+}}]{{$}}
define amdgpu_kernel void @singlethread_after_a_bare_fence(ptr addrspace(1) %q, ptr addrspace(1) %out) {
  fence syncscope("agent") acquire, !mmra !0
  %x = load atomic i32, ptr addrspace(1) %q syncscope("singlethread") monotonic, align 4, !mmra !0
  store i32 %x, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{!"vulkan", !"nonprivate"}
