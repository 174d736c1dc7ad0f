; barrier-never-reached: what stands behind a barrier does not happen where another thread waits for ever before it
; Source: AMDGPU Memory Model document, and what an execution barrier is
; @Threads: @P0 wg 0 wave 0, @P1 wg 0 wave 1
; @Init: x = 0, f = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@f = addrspace(1) global i32 0, align 4

declare void @llvm.amdgcn.s.barrier()

define void @P0() {
entry:
  %r0 = load i32, ptr addrspace(1) @x, align 4
  br label %wait
wait:
  %r1 = load atomic i32, ptr addrspace(1) @f syncscope("agent") acquire, align 4
  %again = icmp eq i32 %r1, 0
  br i1 %again, label %wait, label %go
go:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  ret void
}

define void @P1() {
entry:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  store i32 1, ptr addrspace(1) @x, align 4
  store atomic i32 1, ptr addrspace(1) @f syncscope("agent") release, align 4
  ret void
}
