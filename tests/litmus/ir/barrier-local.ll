; barrier-local: local memory
; Source: AMDGPU Memory Model document
; @Threads: @P0 wg 0 wave 0, @P1 wg 0 wave 1
; @Init: x = 0
; @Forall: P1:%r0 = 1
target triple = "amdgcn-amd-amdhsa"

@x = internal addrspace(3) global i32 poison, align 4

declare void @llvm.amdgcn.s.barrier()

define void @P0() {
entry:
  store i32 1, ptr addrspace(3) @x, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %r0 = load i32, ptr addrspace(3) @x, align 4
  br label %end
end:
  ret void
}
