;--- alignment-add-right.ll
; expect: nothing
; Enough.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  %v = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- alignment-add-wrong.ll
; expect: atomic-alignment
; Less than the size.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  %v = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic, align 2
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- alignment-float-right.ll
; expect: nothing
; Enough.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  store atomic float 1.0, ptr addrspace(3) %l syncscope("workgroup") monotonic, align 8
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- alignment-float-wrong.ll
; expect: atomic-alignment
; Less than the size.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  store atomic float 1.0, ptr addrspace(3) %l syncscope("workgroup") monotonic, align 1
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- alignment-load-right.ll
; expect: nothing
; Enough.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  %v = load atomic i64, ptr addrspace(1) %p syncscope("agent") monotonic, align 8
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- alignment-load-wrong.ll
; expect: atomic-alignment
; Less than the size.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(3) %l, ptr addrspace(5) %s) {
  %v = load atomic i64, ptr addrspace(1) %p syncscope("agent") monotonic, align 4
  ret void
}

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
