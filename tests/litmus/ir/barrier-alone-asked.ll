; barrier-alone-asked: the same with a question
; Source: AMDGPU Memory Model document
; @Threads: @P0 wg 0 wave 0, @P1 wg 0 wave 1
; @Init: x = 0
; @Forall: P1:%r0 = 1
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

declare void @llvm.amdgcn.s.barrier()

define void @P0() {
entry:
  store i32 1, ptr addrspace(1) @x, align 4
  call void @llvm.amdgcn.s.barrier()
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  call void @llvm.amdgcn.s.barrier()
  %r0 = load i32, ptr addrspace(1) @x, align 4
  br label %end
end:
  ret void
}
