; expect: store-readonly
; Another name for a part of a constant.
target triple = "amdgcn-amd-amdhsa"

@table = internal addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
@name = internal alias i32, getelementptr ([4 x i32], ptr addrspace(1) @table, i64 0, i64 2)

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  store i32 1, ptr addrspace(1) @name, align 4, !mmra !0
  ret void
}

!0 = !{!"vulkan", !"private"}
