; expect: never-visible
; Visible on one path, not on the other.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, i1 %c) {
entry:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !0
  br i1 %c, label %see, label %read

see:
  fence syncscope("agent") acquire, !mmra !2
  br label %read

read:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !2
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %p, align 4, !mmra !2
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !2
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"none"}
!2 = !{!"vulkan", !"nonprivate"}
