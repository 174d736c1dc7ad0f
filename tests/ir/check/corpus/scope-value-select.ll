; expect: scope-value av-scope
; options: revision=draft
; A scope is chosen.
target triple = "amdgcn-amd-amdhsa"

declare target("amdgcn.scope") @llvm.amdgcn.scope.agent()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))
declare void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1), target("amdgcn.scope"))
declare <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1), target("amdgcn.scope"))

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %flag) {
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  %t = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  %c = icmp eq ptr addrspace(1) %p, %q
  %u = select i1 %c, target("amdgcn.scope") %s, target("amdgcn.scope") %t
  call void @llvm.amdgcn.make.available(target("amdgcn.scope") %u)
  ret void
}

