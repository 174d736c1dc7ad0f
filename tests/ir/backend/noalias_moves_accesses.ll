; mapping.md 10: `noalias` on a parameter lets opt -O2 merge and move accesses across an acquire, although another
; invocation may write the same memory; with `readonly` besides, LLVM 22's llc reads it through the scalar cache, which the
; acquire does not invalidate; LLVM 23's does not. `readonly` alone was not seen to do either.
; RUN: %opt -O2 %s | %check
; RUN: %llc -mcpu=gfx942 < %s | %check --check-prefix=ISA%version

; CHECK-LABEL: @merged_by_noalias(
; CHECK-NOT: load i32
; CHECK: load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire
; CHECK-NOT: load i32
; CHECK: store i32 0, ptr addrspace(1) %out
define amdgpu_kernel void @merged_by_noalias(ptr addrspace(1) noalias %data, ptr addrspace(1) %flag, ptr addrspace(1) %out) {
  %a = load i32, ptr addrspace(1) %data, align 4, !mmra !0
  %g = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %b = load i32, ptr addrspace(1) %data, align 4, !mmra !0
  %d = sub i32 %a, %b
  store i32 %d, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: @kept_without(
; CHECK: load i32, ptr addrspace(1) %data
; CHECK: load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire
; CHECK: load i32, ptr addrspace(1) %data
define amdgpu_kernel void @kept_without(ptr addrspace(1) %data, ptr addrspace(1) %flag, ptr addrspace(1) %out) {
  %a = load i32, ptr addrspace(1) %data, align 4, !mmra !0
  %g = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %b = load i32, ptr addrspace(1) %data, align 4, !mmra !0
  %d = sub i32 %a, %b
  store i32 %d, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: @kept_with_readonly(
; CHECK: load i32, ptr addrspace(1) %data
; CHECK: load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire
; CHECK: load i32, ptr addrspace(1) %data
define amdgpu_kernel void @kept_with_readonly(ptr addrspace(1) readonly %data, ptr addrspace(1) %flag, ptr addrspace(1) %out) {
  %a = load i32, ptr addrspace(1) %data, align 4, !mmra !0
  %g = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %b = load i32, ptr addrspace(1) %data, align 4, !mmra !0
  %d = sub i32 %a, %b
  store i32 %d, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

; The load leaves the loop, and so passes the fence in it.
; CHECK-LABEL: @hoisted_by_noalias(
; CHECK: entry:
; CHECK-NEXT: load i32, ptr addrspace(1) %data
; CHECK-NEXT: fence syncscope("agent") acquire
; CHECK: loop:
; CHECK-NOT: load i32
; CHECK: ret void
define amdgpu_kernel void @hoisted_by_noalias(ptr addrspace(1) noalias %data, ptr addrspace(1) %out) {
entry:
  br label %loop

loop:
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  fence syncscope("agent") acquire, !mmra !0
  %x = load i32, ptr addrspace(1) %data, align 4, !mmra !0
  %t = add i32 %s, %x
  %c = icmp ult i32 %t, 1000
  br i1 %c, label %loop, label %done

done:
  store i32 %t, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

; CHECK-LABEL: @scalar_by_both(
; ISA22-LABEL: scalar_by_both:
; ISA22: buffer_inv sc1
; ISA23-LABEL: scalar_by_both:
; ISA23: buffer_inv sc1
; ISA23-NEXT: global_load_dword
; ISA22: s_load_dword s{{[0-9]+}}, s[{{[0-9:]+}}], 0x0{{$}}
define amdgpu_kernel void @scalar_by_both(ptr addrspace(1) noalias readonly %data, ptr addrspace(1) %flag, ptr addrspace(1) %out) {
  %g = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %b = load i32, ptr addrspace(1) %data, align 4, !mmra !0
  %d = sub i32 %g, %b
  store i32 %d, ptr addrspace(1) %out, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
