; expect: nothing
; options: revision=draft
; A scope goes straight to who takes it.
target triple = "amdgcn-amd-amdhsa"

declare target("amdgcn.scope") @llvm.amdgcn.scope.agent()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))
declare void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1), target("amdgcn.scope"))
declare <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1), target("amdgcn.scope"))

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  call void @llvm.amdgcn.make.available(target("amdgcn.scope") %s)
  call void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1) %p, target("amdgcn.scope") %s)
  %v = call <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1) %p, target("amdgcn.scope") %s)
  store <4 x i32> %v, ptr addrspace(1) %q, align 16
  ret void
}

