; histogram: two increments, a barrier, a plain load
; Source: AMDGPU Memory Model document, with A7
; @Threads: @P0 wg 0 wave 0, @P1 wg 0 wave 1
; @Init: x = 0
; @Forall: P0:%r0 = 2 and P1:%r0 = 2
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

declare void @llvm.amdgcn.s.barrier()

define void @P0() {
entry:
  %a = atomicrmw add ptr addrspace(1) @x, i32 1 syncscope("workgroup") monotonic, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r0 = load i32, ptr addrspace(1) @x, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  %a = atomicrmw add ptr addrspace(1) @x, i32 1 syncscope("workgroup") monotonic, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r0 = load i32, ptr addrspace(1) @x, align 4
  br label %end
end:
  ret void
}
