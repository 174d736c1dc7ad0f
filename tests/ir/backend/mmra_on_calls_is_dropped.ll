; mapping.md 10: `!mmra` on calls of functions and on llvm.memcpy is dropped, with a warning, by llc; on accesses it is not.
; RUN: %llc -mcpu=gfx942 < %s 2>&1 >/dev/null | %check --implicit-check-not=warning
; RUN: sed '/^define.*@calls/,/^}/d; /^define.*@copies/,/^}/d' %s | %llc -mcpu=gfx942 2>&1 >/dev/null | %check --check-prefix=QUIET --allow-empty

; CHECK: warning: loosing !pcsections and/or !mmra metadata
; CHECK: warning: loosing !pcsections and/or !mmra metadata
; QUIET-NOT: warning
declare void @f(ptr addrspace(1))
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)

define amdgpu_kernel void @calls(ptr addrspace(1) %p) {
  call void @f(ptr addrspace(1) %p), !mmra !0
  ret void
}

define amdgpu_kernel void @copies(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 64, i1 false), !mmra !0
  ret void
}

define amdgpu_kernel void @accesses(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  store i32 %v, ptr addrspace(1) %p, align 4, !mmra !0
  %r = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
