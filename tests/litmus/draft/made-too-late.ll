; made-too-late: the operation stands behind the load
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: x = 0, y = 0, z = 0
; @Exists: P1:%r0 = 1 and P1:%r1 = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 16
@y = addrspace(1) global i32 0, align 4
@z = addrspace(1) global i32 0, align 4

declare target("amdgcn.scope") @llvm.amdgcn.scope.agent()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))
declare void @llvm.amdgcn.make.visible(target("amdgcn.scope"))

define void @P0() {
entry:
  store i32 1, ptr addrspace(1) @x, align 4
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  call void @llvm.amdgcn.make.available(target("amdgcn.scope") %s)
  store atomic i32 1, ptr addrspace(1) @y syncscope("agent") release, align 4, !mmra !0
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @y syncscope("agent") acquire, align 4, !mmra !0
  %c0 = icmp eq i32 %r0, 1
  br i1 %c0, label %then0, label %end
then0:
  %r1 = load i32, ptr addrspace(1) @x, align 4
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  call void @llvm.amdgcn.make.visible(target("amdgcn.scope") %s)
  br label %end
end:
  ret void
}

!0 = !{!"amdgcn-av", !"none"}
