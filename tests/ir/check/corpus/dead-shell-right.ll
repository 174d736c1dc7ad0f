; expect: nothing
; A ray is traced, and other shaders may do anything.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !1
  call amdgpu_gfx void @smmra.ray.execute.callable(i32 0, ptr addrspace(5) null)
  store i32 2, ptr addrspace(3) %l, align 4, !mmra !0
  ret void
}

declare amdgpu_gfx void @smmra.ray.execute.callable(i32, ptr addrspace(5))

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgpu-synchronize-as", !"global"}
