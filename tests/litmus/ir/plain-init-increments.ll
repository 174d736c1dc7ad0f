; plain-init-increments: a plain initialization, a barrier, two increments
; Source: AMDGPU Memory Model document, with A5 and A6
; @Threads: @P0 wg 0 wave 0, @P1 wg 0 wave 1
; @Init: x = 0
; @Forall: x = 12 and ((P0:%r0 = 10 and P1:%r1 = 11) or (P0:%r0 = 11 and P1:%r1 = 10))
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

declare void @llvm.amdgcn.s.barrier()

define void @P0() {
entry:
  store i32 10, ptr addrspace(1) @x, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r0 = atomicrmw add ptr addrspace(1) @x, i32 1 syncscope("workgroup") monotonic, align 4
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r1 = atomicrmw add ptr addrspace(1) @x, i32 1 syncscope("workgroup") monotonic, align 4
  br label %end
end:
  ret void
}
