; llc's load-store vectorizer takes an acquire load for a load like any other: it merges plain loads before and after it
; into one, before it. So what stands after an acquire is read before it, in global and in local memory. (mapping.md 10;
; the workaround is that of scalar loads, on local memory too: see mmra/passes/workarounds.c.) Acquire fences and acquiring
; read-modify-writes stop it.
; RUN: for c in gfx90a gfx942 gfx1030 gfx1100 gfx1201; do %llc -mcpu=$c < %s | %check || exit 1; done

; CHECK-LABEL: merged_in_local_memory:
; CHECK: ds_{{read|load}}_b64
; CHECK: ds_{{read|load}}_b32
; CHECK-NOT: ds_{{read|load}}
; CHECK: s_endpgm
define amdgpu_kernel void @merged_in_local_memory(ptr addrspace(3) %data, ptr addrspace(3) %flag, ptr addrspace(1) %out) {
  %a = load i32, ptr addrspace(3) %data, align 8, !mmra !0
  %g = load atomic i32, ptr addrspace(3) %flag syncscope("workgroup") acquire, align 4, !mmra !0
  %q = getelementptr i32, ptr addrspace(3) %data, i32 1
  %b = load i32, ptr addrspace(3) %q, align 4, !mmra !0
  %d = sub i32 %a, %b
  store i32 %d, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: kept_in_local_memory:
; CHECK: ds_{{read|load}}_b32
; CHECK: ds_{{read|load}}_b32
; CHECK: ds_{{read|load}}_b32 v{{[0-9]+}}, v{{[0-9]+}} offset:4
; CHECK: s_endpgm
define amdgpu_kernel void @kept_in_local_memory(ptr addrspace(3) %data, ptr addrspace(3) %flag, ptr addrspace(1) %out) {
  %a = load i32, ptr addrspace(3) %data, align 8, !mmra !0
  %g = load atomic i32, ptr addrspace(3) %flag syncscope("workgroup") acquire, align 4, !mmra !0
  %q = getelementptr i32, ptr addrspace(3) %data, i32 1
  %b = load atomic i32, ptr addrspace(3) %q syncscope("singlethread") monotonic, align 4, !mmra !0
  %d = sub i32 %a, %b
  store i32 %d, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

; The same place twice: one load, and a difference that is always 0.
; CHECK-LABEL: merged_in_global_memory:
; CHECK-NOT: v_sub
; CHECK-NOT: s_sub
; CHECK: s_endpgm
define amdgpu_kernel void @merged_in_global_memory(ptr addrspace(1) %data, ptr addrspace(1) %flag, ptr addrspace(1) %out) {
  %a = load i32, ptr addrspace(1) %data, align 4, !mmra !0
  %g = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %b = load i32, ptr addrspace(1) %data, align 4, !mmra !0
  %d = sub i32 %a, %b
  store i32 %d, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: kept_in_global_memory:
; CHECK: v_sub
; CHECK: s_endpgm
define amdgpu_kernel void @kept_in_global_memory(ptr addrspace(1) %data, ptr addrspace(1) %flag, ptr addrspace(1) %out) {
  %a = load i32, ptr addrspace(1) %data, align 4, !mmra !0
  %g = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %b = load atomic i32, ptr addrspace(1) %data syncscope("singlethread") monotonic, align 4, !mmra !0
  %d = sub i32 %a, %b
  store i32 %d, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: kept_by_a_fence:
; CHECK: ds_{{read|load}}_b32
; CHECK: ds_{{read|load}}_b32
; CHECK: ds_{{read|load}}_b32 v{{[0-9]+}}, v{{[0-9]+}} offset:4
; CHECK: s_endpgm
define amdgpu_kernel void @kept_by_a_fence(ptr addrspace(3) %data, ptr addrspace(3) %flag, ptr addrspace(1) %out) {
  %a = load i32, ptr addrspace(3) %data, align 8, !mmra !0
  %g = load atomic i32, ptr addrspace(3) %flag syncscope("workgroup") monotonic, align 4, !mmra !0
  fence syncscope("workgroup") acquire, !mmra !0
  %q = getelementptr i32, ptr addrspace(3) %data, i32 1
  %b = load i32, ptr addrspace(3) %q, align 4, !mmra !0
  %d = sub i32 %a, %b
  store i32 %d, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: kept_by_a_read_modify_write:
; CHECK: ds_{{read|load}}_b32
; CHECK: ds_{{wrxchg|storexchg}}_rtn_b32
; CHECK: ds_{{read|load}}_b32 v{{[0-9]+}}, v{{[0-9]+}} offset:4
; CHECK: s_endpgm
define amdgpu_kernel void @kept_by_a_read_modify_write(ptr addrspace(3) %data, ptr addrspace(3) %flag, ptr addrspace(1) %out) {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %a = load i32, ptr addrspace(3) %data, align 8, !mmra !0
  %g = atomicrmw xchg ptr addrspace(3) %flag, i32 %t syncscope("workgroup") acquire, align 4, !mmra !0
  %q = getelementptr i32, ptr addrspace(3) %data, i32 1
  %b = load i32, ptr addrspace(3) %q, align 4, !mmra !0
  %d = sub i32 %a, %b
  store i32 %d, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()

!0 = !{!"vulkan", !"nonprivate"}
