; expect: never-visible
; A lock whose acquire makes nothing visible.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %lock) {
entry:
  br label %spin

spin:
  %r = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 syncscope("agent") acquire monotonic, align 4, !mmra !0
  %ok = extractvalue { i32, i1 } %r, 1
  br i1 %ok, label %critical, label %spin

critical:
  %v = load i32, ptr addrspace(1) %p, align 4, !mmra !2
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %p, align 4, !mmra !2
  store atomic i32 0, ptr addrspace(1) %lock syncscope("agent") release, align 4, !mmra !2
  ret void
}

!0 = !{!1, !2}
!1 = !{!"amdgcn-av", !"none"}
!2 = !{!"vulkan", !"nonprivate"}
