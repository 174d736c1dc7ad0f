;--- barrier-scope-acquire.ll
; expect: barrier-scope
; The acquire is for the wavefront alone.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("wavefront") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- barrier-scope-between.ll
; expect: nothing
; The fences of a barrier of the subgroup stand beside one of the workgroup that has none of its own.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %w = load volatile i32, ptr addrspace(3) %m, align 4, !mmra !0
  fence syncscope("wavefront") acq_rel, !mmra !0
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acq_rel, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("wavefront") acq_rel, !mmra !0
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acq_rel, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- barrier-scope-one-lane.ll
; expect: barrier-scope
; One wave, but the fence is for one of its lanes.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) #0 {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("singlethread") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}

attributes #0 = { convergent "amdgpu-flat-work-group-size"="32,32" }
;--- barrier-scope-one-wave.ll
; expect: nothing
; A workgroup of 32 invocations is one wave.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) #0 {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("wavefront") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}

attributes #0 = { convergent "amdgpu-flat-work-group-size"="1,32" }
;--- barrier-scope-release.ll
; expect: barrier-scope
; The release is for the wavefront alone.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("wavefront") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- barrier-scope-right.ll
; expect: nothing
; Both at workgroup.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- barrier-scope-two-waves.ll
; expect: barrier-scope
; A workgroup of 64 invocations may be two waves.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) #0 {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("wavefront") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}

attributes #0 = { convergent "target-cpu"="gfx1100" "amdgpu-flat-work-group-size"="64,64" }
;--- barrier-scope-wave.ll
; expect: nothing
; options: fence-wider=note
; A wave barrier needs no more than wavefront.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("wavefront") release, !mmra !0
  call void @llvm.amdgcn.wave.barrier()
  fence syncscope("wavefront") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
;--- barrier-scope-wave64.ll
; expect: nothing
; A workgroup of 64 invocations is one wave there.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) #0 {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("wavefront") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}

attributes #0 = { convergent "target-cpu"="gfx942" "amdgpu-flat-work-group-size"="64,64" }
;--- barrier-scope-wider.ll
; expect: nothing
; Wider is more than enough.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(3) %l, ptr addrspace(3) %m) {
  store i32 1, ptr addrspace(3) %l, align 4, !mmra !0
  fence syncscope("agent") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("agent") acquire, !mmra !0
  %v = load i32, ptr addrspace(3) %m, align 4, !mmra !0
  ret void
}

declare void @llvm.amdgcn.s.barrier() convergent nounwind
declare void @llvm.amdgcn.wave.barrier() convergent nounwind

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{}
