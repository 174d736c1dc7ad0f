; expect: never-available
; options: revision=draft
; It makes it available in the wavefront alone.
target triple = "amdgcn-amd-amdhsa"

declare target("amdgcn.scope") @llvm.amdgcn.scope.wavefront()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))
declare void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1), target("amdgcn.scope"))
declare <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1), target("amdgcn.scope"))

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  store i32 42, ptr addrspace(1) %p, align 4, !mmra !0
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.wavefront()
  call void @llvm.amdgcn.make.available(target("amdgcn.scope") %s)
  %n = atomicrmw add ptr addrspace(1) %flag, i32 1 syncscope("agent") acq_rel, align 4, !mmra !1
  %v = load volatile i32, ptr addrspace(1) %p, align 4, !mmra !0
  ret void
}


!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
