; mapping.md 10, "Fences that stay in the workgroup": a release before which nothing in the module is left in a cache, and an acquire
; behind which nothing is read from one, are tagged amdgcn-av:none.
; RUN: %passes spared | %check
; RUN: %passes spared | llvm-as-%version -o /dev/null
; RUN: sed 's/^  ;before/  store i32 1, ptr addrspace(1) %p, align 4, !mmra !0/' %s | grep -v '^;' | $SMMRA_BUILD/bin/ir_passes spared | FileCheck-22 --check-prefix=KEPT %s
; RUN: sed 's/^  ;before/  store atomic i32 1, ptr addrspace(1) %p syncscope("workgroup") monotonic, align 4, !mmra !0/' %s | grep -v '^;' | $SMMRA_BUILD/bin/ir_passes spared | FileCheck-22 --check-prefix=KEPT %s
; RUN: sed 's/^  ;behind/  %x = load i32, ptr addrspace(1) %p, align 4/' %s | grep -v '^;' | $SMMRA_BUILD/bin/ir_passes spared | FileCheck-22 --check-prefix=SERVED %s
; RUN: sed 's/^  ;behind/  call void @shell()/' %s | grep -v '^;' | $SMMRA_BUILD/bin/ir_passes spared | FileCheck-22 --check-prefix=NEITHER %s
; RUN: sed 's/amdgpu_kernel//' %s | grep -v '^;' | $SMMRA_BUILD/bin/ir_passes spared | FileCheck-22 --check-prefix=NEITHER %s

; CHECK: store atomic i32 1, ptr addrspace(1) %p syncscope("agent") release, align 4, !mmra [[NONE:![0-9]+]]
; CHECK: fence syncscope("agent") acquire, !mmra [[NONE]]
; CHECK: fence syncscope("agent") acquire, !mmra [[LOCAL:![0-9]+]]
; CHECK: [[NONE]] = !{[[A:![0-9]+]], [[B:![0-9]+]]}
; CHECK: [[A]] = !{!"amdgcn-av", !"none"}
; CHECK: [[LOCAL]] = !{[[C:![0-9]+]], [[B]]}
; CHECK: [[C]] = !{!"amdgpu-synchronize-as", !"local"}
; KEPT: release, align 4, !mmra [[NONPRIVATE:![0-9]+]]
; KEPT: fence syncscope("agent") acquire, !mmra [[NONE:![0-9]+]]
; KEPT: [[NONPRIVATE]] = !{!"vulkan", !"nonprivate"}
; KEPT: [[NONE]] = !{[[A:![0-9]+]], [[NONPRIVATE]]}
; SERVED: release, align 4, !mmra [[NONE:![0-9]+]]
; SERVED: fence syncscope("agent") acquire, !mmra [[NONPRIVATE:![0-9]+]]
; SERVED: [[NONE]] = !{[[A:![0-9]+]], [[NONPRIVATE]]}
; NEITHER: release, align 4, !mmra [[NONPRIVATE:![0-9]+]]
; NEITHER: fence syncscope("agent") acquire, !mmra [[NONPRIVATE]]
; NEITHER: [[NONPRIVATE]] = !{!"vulkan", !"nonprivate"}
define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %s, ptr addrspace(4) %c) {
  %b = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %b, ptr addrspace(1) %p, align 4, !mmra !1
  store i32 %b, ptr addrspace(3) %s, align 4, !mmra !0
  ;before
  store atomic i32 1, ptr addrspace(1) %p syncscope("agent") release, align 4, !mmra !0
  fence syncscope("agent") acquire, !mmra !0
  fence syncscope("agent") acquire, !mmra !2
  %d = load i32, ptr addrspace(1) %p, align 4, !mmra !1
  %e = load i32, ptr addrspace(4) %c, align 4, !mmra !0
  %f = load i32, ptr addrspace(3) %s, align 4, !mmra !0
  %g = load atomic i32, ptr addrspace(1) %p syncscope("agent") monotonic, align 4, !mmra !0
  ;behind
  store i32 %f, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}

declare void @shell()

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!3, !0}
!3 = !{!"amdgpu-synchronize-as", !"local"}
