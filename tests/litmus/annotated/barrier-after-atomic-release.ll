; barrier-after-atomic-release: a barrier connects fences: an atomic release before it does not
; @Threads: @P0 wg 0 wave 0, @P1 wg 0 wave 1
; @Init: x = 0, y = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

declare void @llvm.amdgcn.s.barrier()

define void @P0() {
entry:
  store i32 1, ptr addrspace(1) @x, align 4
  store atomic i32 1, ptr addrspace(1) @y syncscope("workgroup") release, align 4
  call void @llvm.amdgcn.s.barrier()
  ret void
}

define void @P1() {
entry:
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r0 = load i32, ptr addrspace(1) @x, align 4
  ret void
}
