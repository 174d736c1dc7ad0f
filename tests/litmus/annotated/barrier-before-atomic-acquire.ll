; barrier-before-atomic-acquire: a barrier connects fences: an atomic acquire after it does not
; @Threads: @P0 wg 0 wave 0, @P1 wg 0 wave 1
; @Init: x = 0, y = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

declare void @llvm.amdgcn.s.barrier()

define void @P0() {
entry:
  store i32 1, ptr addrspace(1) @x, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  ret void
}

define void @P1() {
entry:
  call void @llvm.amdgcn.s.barrier()
  %r0 = load atomic i32, ptr addrspace(1) @y syncscope("workgroup") acquire, align 4
  %r1 = load i32, ptr addrspace(1) @x, align 4
  ret void
}
