; atomic-made-before: an operation before an atomic does not hold what the atomic itself acquires (docs/reference/mapping.md, 6)
; @Threads: @P0 wg 0 wave 0, @P1 wg 0 wave 1, @P2 wg 1 wave 0
; @Init: x = 0, y = 0
; @Exists: P2:%r0 = 2 and P2:%r1 = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

declare target("amdgcn.scope") @llvm.amdgcn.scope.agent()
declare void @llvm.amdgcn.make.available(target("amdgcn.scope"))

define void @P0() {
entry:
  store i32 1, ptr addrspace(1) @x, align 4
  fence syncscope("workgroup") release
  store atomic i32 1, ptr addrspace(1) @y syncscope("agent") monotonic, align 4
  ret void
}

define void @P1() {
entry:
  %s = call target("amdgcn.scope") @llvm.amdgcn.scope.agent()
  call void @llvm.amdgcn.make.available(target("amdgcn.scope") %s)
  %r0 = atomicrmw add ptr addrspace(1) @y, i32 1 syncscope("agent") acq_rel, align 4, !mmra !0
  ret void
}

define void @P2() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @y syncscope("agent") acquire, align 4
  %c0 = icmp eq i32 %r0, 2
  br i1 %c0, label %then0, label %end
then0:
  %r1 = load i32, ptr addrspace(1) @x, align 4
  br label %end
end:
  ret void
}

!0 = !{!"amdgcn-av", !"none"}
