; expect: av-name
; options: revision=24
; Operations that only make available are no more than proposed.
target triple = "amdgcn-amd-amdhsa"

declare target("amdgcn.scope") @llvm.amdgcn.scope.agent()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))
declare void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1), target("amdgcn.scope"))
declare <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1), target("amdgcn.scope"))

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  call void @llvm.amdgcn.make.available(target("amdgcn.scope") %s)
  ret void
}

