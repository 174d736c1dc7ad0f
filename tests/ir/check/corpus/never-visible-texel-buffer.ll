; expect: never-visible
; A plain read of a texel buffer.
target triple = "amdgcn-amd-amdhsa"

define amdgpu_kernel void @main(<8 x i32> %image, <4 x i32> %texels, ptr addrspace(1) %flag, ptr addrspace(1) %out, i1 %c) {
entry:
  br i1 %c, label %send, label %receive

send:
  call void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float 1.0, i32 1, i32 0, i32 0, <8 x i32> %image, i32 0, i32 0), !mmra !0
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4, !mmra !0
  br label %done

receive:
  %f = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4, !mmra !1
  %v = call float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32> %texels, i32 0, i32 0, i32 0, i32 0), !mmra !0
  store float %v, ptr addrspace(1) %out, align 4, !mmra !3
  br label %done

done:
  ret void
}

declare i32 @llvm.amdgcn.image.atomic.add.2d.i32.i32.v8i32(i32, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare float @llvm.amdgcn.image.load.2d.f32.i32.v8i32(i32 immarg, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare void @llvm.amdgcn.image.store.2d.f32.i32.v8i32(float, i32 immarg, i32, i32, <8 x i32>, i32 immarg, i32 immarg)
declare float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32>, i32, i32, i32, i32 immarg)

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!2, !0}
!2 = !{!"amdgcn-av", !"none"}
!3 = !{!"vulkan", !"private"}
