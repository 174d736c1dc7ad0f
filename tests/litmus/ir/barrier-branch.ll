; barrier-branch: a barrier to come orders the read that decides a branch before it
; Source: AMDGPU Memory Model document: a read that happens before a write does not see it
; @Threads: @P0 wg 0 wave 0, @P1 wg 0 wave 1
; @Init: x = 0, y = 0
; @Exists: y = 1
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4
@y = addrspace(1) global i32 0, align 4

declare void @llvm.amdgcn.s.barrier()

define void @P0() {
entry:
  %r0 = load i32, ptr addrspace(1) @x, align 4
  %is_zero = icmp eq i32 %r0, 0
  br i1 %is_zero, label %write, label %join
write:
  store i32 1, ptr addrspace(1) @y, align 4
  br label %join
join:
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
  store i32 2, ptr addrspace(1) @x, align 4
  ret void
}
