; image-flag-plain: a texel whose accesses are plain is none
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Images: image 2, flag
; @Init: image[1] = 0, flag = 0
; @Exists: P1:%r0 = 1 and P1:%r1 = 0
target triple = "amdgcn-amd-amdhsa"

@image = external addrspace(4) constant <8 x i32>
@flag = external addrspace(4) constant <4 x i32>

define void @P0() {
entry:
  %d = load <8 x i32>, ptr addrspace(4) @image
  call void @llvm.amdgcn.image.store.1d.f32.i32.v8i32(float 0x36A0000000000000, i32 1, i32 1, <8 x i32> %d, i32 0, i32 0), !mmra !0
  fence syncscope("agent") release, !mmra !2
  %fd = load <4 x i32>, ptr addrspace(4) @flag
  call void @llvm.amdgcn.struct.buffer.store.format.f32(float 0x36A0000000000000, <4 x i32> %fd, i32 0, i32 0, i32 0, i32 0), !mmra !0
  ret void
}

define void @P1() {
entry:
  %d = load <8 x i32>, ptr addrspace(4) @image
  %fd = load <4 x i32>, ptr addrspace(4) @flag
  %fv = call float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32> %fd, i32 0, i32 0, i32 0, i32 0), !mmra !0
  %r0 = bitcast float %fv to i32
  %c = icmp eq i32 %r0, 1
  br i1 %c, label %yes, label %end

yes:
  fence syncscope("agent") acquire, !mmra !2
  %v = call float @llvm.amdgcn.image.load.1d.f32.i32.v8i32(i32 1, i32 1, <8 x i32> %d, i32 0, i32 0), !mmra !0
  %r1 = bitcast float %v to i32
  br label %end

end:
  ret void
}

declare void @llvm.amdgcn.image.store.1d.f32.i32.v8i32(float, i32, i32, <8 x i32>, i32, i32)
declare float @llvm.amdgcn.image.load.1d.f32.i32.v8i32(i32, i32, <8 x i32>, i32, i32)
declare void @llvm.amdgcn.struct.buffer.store.format.f32(float, <4 x i32>, i32, i32, i32, i32)
declare float @llvm.amdgcn.struct.buffer.load.format.f32(<4 x i32>, i32, i32, i32, i32)

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!3, !0}
!3 = !{!"amdgpu-synchronize-as", !"global"}
!4 = !{!5, !0}
!5 = !{!"amdgpu-synchronize-as", !"local"}
!6 = !{!7, !0}
!7 = !{!"amdgcn-av", !"none"}
