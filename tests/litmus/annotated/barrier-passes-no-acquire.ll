; barrier-passes-no-acquire: a fence that acquires releases nothing through the barrier after it
; @Threads: @P0 wg 1 wave 0, @P1 wg 0 wave 0, @P2 wg 0 wave 1
; @Init: x = 0, y = 0
; @Exists: P1:%r0 = 1 and P2:%r1 = 1
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

declare void @llvm.amdgcn.s.barrier()

define void @P0() {
entry:
  store i32 1, ptr addrspace(1) @x, align 4
  store atomic i32 1, ptr addrspace(1) @y syncscope("agent") release, align 4
  ret void
}

define void @P1() {
entry:
  %r0 = load atomic i32, ptr addrspace(1) @y syncscope("agent") monotonic, align 4
  fence syncscope("agent") acquire
  call void @llvm.amdgcn.s.barrier()
  ret void
}

define void @P2() {
entry:
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r1 = load i32, ptr addrspace(1) @x, align 4
  ret void
}
