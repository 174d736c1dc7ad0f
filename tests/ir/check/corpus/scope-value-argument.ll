; expect: scope-value av-scope
; options: revision=draft
; A scope is an argument.
target triple = "amdgcn-amd-amdhsa"

declare target("amdgcn.scope") @llvm.amdgcn.scope.agent()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))
declare void @llvm.amdgcn.make.ptr.visible(ptr addrspace(1), target("amdgcn.scope"))
declare <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1), target("amdgcn.scope"))

define void @publish(target("amdgcn.scope") %s) {
  call void @llvm.amdgcn.make.available(target("amdgcn.scope") %s)
  ret void
}

