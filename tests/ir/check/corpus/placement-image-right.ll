; expect: nothing
; An image access is a call that accesses memory.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(ptr addrspace(1) %p, ptr addrspace(1) %flag, ptr addrspace(3) %l) {
entry:
  %v = call <4 x float> @llvm.amdgcn.image.load.2d.v4f32.i32.v8i32(i32 15, i32 0, i32 0, <8 x i32> zeroinitializer, i32 0, i32 0), !mmra !0
  store <4 x float> %v, ptr addrspace(1) %p, align 16, !mmra !0
  ret void
}

declare <4 x float> @llvm.amdgcn.image.load.2d.v4f32.i32.v8i32(i32, i32, i32, <8 x i32>, i32, i32) #5

attributes #5 = { nounwind memory(read) }

!0 = !{!"vulkan", !"private"}
