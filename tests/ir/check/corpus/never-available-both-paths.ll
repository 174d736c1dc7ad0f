; expect: nothing
; Available on both paths.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, i1 %c, i1 %d) {
entry:
  br i1 %c, label %send, label %receive

send:
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  br i1 %d, label %flush, label %other

flush:
  fence syncscope("agent") release, !mmra !0
  br label %publish

other:
  fence release, !mmra !0
  br label %publish

publish:
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !1
  ret void

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !0
  store i32 %v, ptr addrspace(1) %flag, align 4, !mmra !3
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
