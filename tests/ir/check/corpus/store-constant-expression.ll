; expect: store-readonly
; A table is a constant, also where a constant expression has the address of its second element.
target triple = "amdgcn-amd-amdhsa"

@table = internal addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspacecast (ptr addrspace(1) getelementptr inbounds ([4 x i32], ptr addrspace(1) @table, i64 0, i64 1) to ptr), align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
