; intrinsics: the intrinsics of this profile, whose scope is a value
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Init: y = 0, z = 0
; @Exists: P1:%r0 = 1 and P1:%r2 = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global <4 x i32> zeroinitializer, align 16
@y = addrspace(1) global i32 0, align 4
@z = addrspace(1) global i32 0, align 4

declare <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1), target("amdgcn.scope"))
declare target("amdgcn.scope") @llvm.amdgcn.scope.agent()
declare void @llvm.amdgcn.global.store.available.b128(ptr addrspace(1), <4 x i32>, target("amdgcn.scope"))

define void @P0() {
entry:
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  call void @llvm.amdgcn.global.store.available.b128(ptr addrspace(1) @x, <4 x i32> <i32 1, i32 2, i32 3, i32 4>, target("amdgcn.scope") %s)
  store atomic i32 1, ptr addrspace(1) @y syncscope("agent") release, align 4, !mmra !0
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @y syncscope("agent") acquire, align 4, !mmra !0
  %c0 = icmp eq i32 %r0, 1
  br i1 %c0, label %then0, label %end
then0:
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  %r1 = call <4 x i32> @llvm.amdgcn.global.load.visible.b128(ptr addrspace(1) @x, target("amdgcn.scope") %s)
  %r2 = extractelement <4 x i32> %r1, i32 3
  br label %end
end:
  ret void
}

!0 = !{!"amdgcn-av", !"none"}
