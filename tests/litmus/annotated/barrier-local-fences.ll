; barrier-local-fences: fences of local memory around a barrier carry no global write
; @Threads: @P0 wg 0 wave 0, @P1 wg 0 wave 1
; @Init: x = 0
target triple = "amdgcn-amd-amdhsa"

@x = addrspace(1) global i32 0, align 4

declare void @llvm.amdgcn.s.barrier()

define void @P0() {
entry:
  store i32 1, ptr addrspace(1) @x, align 4
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  br label %end
end:
  ret void
}

define void @P1() {
entry:
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  %r0 = load i32, ptr addrspace(1) @x, align 4
  br label %end
end:
  ret void
}

!0 = !{!"amdgpu-synchronize-as", !"local"}
