; image-private: a private texel is not ordered by non-private fences
; @Threads: @P0 wg 0 wave 0, @P1 wg 1 wave 0
; @Images: image 2
; @Init: image[1] = 0, f = 0
; @Exists: P1:%r0 = 1 and P1:%r1 = 0
target triple = "amdgcn-amd-amdhsa"

@image = external addrspace(4) constant <8 x i32>
@f = addrspace(1) global i32 0, align 4

define void @P0() {
entry:
  %d = load <8 x i32>, ptr addrspace(4) @image
  call void @llvm.amdgcn.image.store.1d.f32.i32.v8i32(float 0x36A0000000000000, i32 1, i32 1, <8 x i32> %d, i32 0, i32 0), !mmra !1
  fence syncscope("agent") release, !mmra !2
  store atomic i32 1, ptr addrspace(1) @f syncscope("agent") monotonic, align 4, !mmra !0
  ret void
}

define void @P1() {
entry:
  %d = load <8 x i32>, ptr addrspace(4) @image
  %r0 = load atomic i32, ptr addrspace(1) @f syncscope("agent") monotonic, align 4, !mmra !0
  %c = icmp eq i32 %r0, 1
  br i1 %c, label %yes, label %end

yes:
  fence syncscope("agent") acquire, !mmra !2
  %v = call float @llvm.amdgcn.image.load.1d.f32.i32.v8i32(i32 1, i32 1, <8 x i32> %d, i32 0, i32 0), !mmra !1
  %r1 = bitcast float %v to i32
  br label %end

end:
  ret void
}

declare void @llvm.amdgcn.image.store.1d.f32.i32.v8i32(float, i32, i32, <8 x i32>, i32, i32)
declare float @llvm.amdgcn.image.load.1d.f32.i32.v8i32(i32, i32, <8 x i32>, i32, i32)

!0 = !{!"vulkan", !"nonprivate"}
!1 = !{!"vulkan", !"private"}
!2 = !{!3, !0}
!3 = !{!"amdgpu-synchronize-as", !"global"}
!4 = !{!5, !0}
!5 = !{!"amdgpu-synchronize-as", !"local"}
!6 = !{!7, !0}
!7 = !{!"amdgcn-av", !"none"}
